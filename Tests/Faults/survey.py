# SPDX-License-Identifier: MIT
"""Injects many faults into one command, several at a time."""

import concurrent.futures
import contextlib
import dataclasses
import queue

import commands
import injection
import world


@dataclasses.dataclass
class Outcome:
    """How many runs left the state before and the state after, and all that went wrong."""

    before: int = 0
    after: int = 0
    problems: list[str] = dataclasses.field(default_factory=list)

    def __len__(self):
        return self.before + self.after


def inject(program, command, every, jobs):
    """Injects one fault of `every`, evenly spread over the calls and the ways in which they fail."""
    experiment = injection.Experiment(program, command, commands.vaults())
    faults = list(experiment.faults())[:: every * command.thinning]
    outcome = Outcome()
    with contextlib.ExitStack() as stack:
        idle = queue.SimpleQueue()
        for _ in range(jobs):
            idle.put(stack.enter_context(world.World(program)))

        def run(fault):
            home = idle.get()
            try:
                return experiment.run(fault, home)
            finally:
                idle.put(home)

        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(jobs))
        for fault, (is_after, problems) in zip(faults, pool.map(run, faults)):
            outcome.after += is_after
            outcome.before += not is_after
            outcome.problems += [f"{command.title}: {fault}: {problem}" for problem in problems]
    return outcome
