# SPDX-License-Identifier: MIT
"""count.py SWIFT.xml PYTEST.xml FLOOR COUNTS: adds up two JUnit reports and holds them to a floor."""

import sys
import xml.etree.ElementTree

# So many tests skip where the folder of sample files is absent; a floor that is kept leaves them out.
NEED_SAMPLES = {"swift": 1, "pytest": 2}


def count(path):
    ran = failed = skipped = 0
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        kinds = {child.tag for child in case}
        if "skipped" in kinds:
            skipped += 1
        elif kinds & {"failure", "error"}:
            failed += 1
        else:
            ran += 1
    return ran, failed, skipped


def main():
    swift, pytest, floor_path, counts_path = sys.argv[1:]
    totals = [0, 0, 0]
    ran = {}
    for name, path in (("swift", swift), ("pytest", pytest)):
        result = count(path)
        ran[name] = result[0]
        totals = [a + b for a, b in zip(totals, result)]
        print(f"{name}: {result[0]} passed, {result[1]} failed, {result[2]} skipped")
    with open(counts_path, "w") as file:
        for name, number in ran.items():
            file.write(f"{name} {number - NEED_SAMPLES[name]}\n")
    below = False
    for line in open(floor_path):
        name, floor = line.split()
        if ran[name] < int(floor):
            print(f"fewer tests than before: {ran[name]} of {name}, and the floor is {floor}")
            below = True
        elif ran[name] > int(floor) + NEED_SAMPLES[name]:
            print(f"{name} ran {ran[name]} tests, and the floor is {floor}: make raise-floor")
    print(f"{totals[0]} passed, {totals[1]} failed, {totals[2]} skipped")
    sys.exit(1 if below or totals[1] else 0)


main()
