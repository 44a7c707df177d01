# SPDX-License-Identifier: MIT
"""Runs two commands in turn, and holds what that takes to a budget.

A machine whose speed drifts slows both, so that pairs can be compared where means can't. What else the
machine does only ever slows a run: a budget is broken when three rounds in a row break it.
"""

import os
import statistics
import time

ROUNDS = 3


def seconds(command, stdin=os.devnull):
    """Runs a command from its start to its end; fails when it fails."""
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status = os.waitpid(child, 0)
    end = time.perf_counter()
    if status != 0:
        raise SystemExit(f"{command} ended with status {status}")
    return end - start


def spread(values, form):
    values = [min(values), statistics.median(values), max(values)]
    return " / ".join(form.format(value) for value in values)


def compare(runs, ours, theirs, most_ratio=None, most_excess=None):
    """Prints minimum, median and maximum of both and of the ratio; returns whether the budget is kept.

    `ours` and `theirs` take no argument and return seconds. The budget is for the median of the pairs:
    of their ratios, or of their differences in milliseconds.
    """
    for number in range(ROUNDS):
        ours(), theirs()
        pairs = [(ours(), theirs()) for _ in range(runs)]
        own, other = ([value * 1000 for value in column] for column in zip(*pairs))
        ratios = [a / b for a, b in zip(own, other)]
        excesses = [a - b for a, b in zip(own, other)]
        print(f"  {spread(own, '{:.2f}')} ms against {spread(other, '{:.2f}')} ms")
        if most_excess is None:
            kept = statistics.median(ratios) <= most_ratio
            print(f"  ratio {spread(ratios, '{:.2f}')}, budget {most_ratio}{verdict(kept)}")
        else:
            kept = statistics.median(excesses) <= most_excess
            print(f"  excess {spread(excesses, '{:+.2f}')} ms, budget {most_excess}{verdict(kept)}")
        if kept:
            return True
    return False


def measure(runs, ours, most):
    """Prints minimum, median and maximum in milliseconds; returns whether the median is in the budget."""
    for number in range(ROUNDS):
        ours()
        times = [ours() * 1000 for _ in range(runs)]
        kept = statistics.median(times) <= most
        print(f"  {spread(times, '{:.2f}')} ms, budget {most}{verdict(kept)}")
        if kept:
            return True
    return False


def verdict(kept):
    return "" if kept else "  <-- over"
