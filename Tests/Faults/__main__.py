# SPDX-License-Identifier: MIT
"""Injects faults into each command that writes, and counts what they leave.

Each command runs once for each system call that it makes and each way in which that call can fail.
"""

import argparse
import sys
import time

import commands
import survey
import world


def main():
    parser = argparse.ArgumentParser(prog="Faults", description=__doc__)
    parser.add_argument("program", help="the built totp")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take one fault of N")
    parser.add_argument("--only", default="", metavar="TEXT", help="commands that have this in them")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many at a time")
    options = parser.parse_args()
    total = wrong = 0
    with world.World(options.program) as home:
        known = [command for command in commands.COMMANDS if home.knows(command)]
    for command in commands.COMMANDS:
        if options.only not in command.title:
            continue
        if command not in known:
            print(f"{command.title}: this program does not know it")
            continue
        start = time.monotonic()
        outcome = survey.inject(options.program, command, options.every, options.jobs)
        for problem in outcome.problems:
            print(problem, file=sys.stderr)
        total += len(outcome)
        wrong += len(outcome.problems)
        print(
            f"{command.title}: {len(outcome)} faults, {outcome.before} before, "
            f"{outcome.after} after, {len(outcome.problems)} wrong, "
            f"{time.monotonic() - start:.0f} s",
            flush=True,
        )
    print(f"{total} faults injected, {wrong} wrong")
    sys.exit(1 if wrong or not total else 0)


main()
