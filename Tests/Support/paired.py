# SPDX-License-Identifier: MIT
"""paired.py RUNS OURS THEIRS: runs two commands in turn, and prints medians of time, ratio and excess.

A machine whose speed drifts slows both, so that pairs can be compared where means can't.
"""

import shlex
import statistics
import subprocess
import sys
import time


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main():
    runs, ours, theirs = int(sys.argv[1]), shlex.split(sys.argv[2]), shlex.split(sys.argv[3])
    seconds(ours), seconds(theirs)
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(runs)]
    own, other = (statistics.median(column) * 1000 for column in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    excess = statistics.median(a - b for a, b in pairs) * 1000
    print(f"{own:.2f} ms against {other:.2f} ms: ratio {ratio:.2f}, excess {excess:+.2f} ms")


main()
