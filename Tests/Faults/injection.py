# SPDX-License-Identifier: MIT
"""Runs a command with one system call failing or killing it, and looks at what is left."""

import collections
import dataclasses
import hashlib
import hmac
import re
import signal

import commands
import world
from nacl.exceptions import CryptoError

ERRORS = ("EIO", "ENOSPC", "EACCES", "EINTR")
# From a call on, as a full or broken disk does it, and not once.
LASTING = ("EIO+", "ENOSPC+")
MEMORY = {"brk", "mmap", "mremap", "munmap", "mprotect", "madvise", "mlock", "munlock"}
# Those that start and end a process can't fail in a way that the program could see.
EXEMPT = {"execve", "exit", "exit_group", "rt_sigreturn"}
WRITES = "write,writev,pwrite64,pwritev,sendto,sendmsg,add_key,memfd_create"
KILL = "SIGKILL"
# A process that is refused memory, or randomness, ends at once: it is the C library, Swift's runtime or
# libsodium that ends it, and the last does not ask whether it may write to what it wipes.
STARTING = {"arch_prctl", "getrandom"}
RUNTIME = b"Unable to obtain Swift runtime path"


@dataclasses.dataclass(frozen=True)
class Fault:
    call: str
    nth: int
    kind: str  # an error's name, with a + when it lasts, or SIGKILL

    def __str__(self):
        return f"{self.kind} at {self.call} {self.nth}"

    @property
    def is_kill(self):
        return self.kind == KILL

    @property
    def is_lasting(self):
        return self.kind.endswith("+")

    @property
    def strace(self):
        error = f"signal={KILL}" if self.is_kill else f"error={self.kind.rstrip('+')}"
        when = f"{self.nth}{'+' * self.is_lasting}"
        return f"{self.call}:{error}:when={when}"


def tracing(log, fault=None):
    """The beginning of a command line that injects a fault, and shows all bytes that are written."""
    line = ["strace", "-f", "-qq", "-xx", "-s", "100000", "-o", str(log), "-e", "signal=none"]
    if fault:
        line += ["-e", f"trace={fault.call},{WRITES}", "-e", f"inject={fault.strace}"]
        if not fault.is_kill:
            # Far faster, but strace loses the signals of injections by it.
            line.append("--seccomp-bpf")
    return line


class Experiment:
    """One command: a run without a fault, and then one for each fault."""

    def __init__(self, program, command, vaults):
        self.program, self.command, self.vaults = program, command, vaults
        with world.World(program) as home:
            home.fill(command, vaults)
            self.before = home.bytes()
            done = home.run(command, tracing(home.log))
            if done.returncode != 0:
                raise RuntimeError(f"totp {command.title} fails without any fault: {done}")
            self.output = done.stdout
            self.calls = _calls(home.log.read_text())
            after = home.bytes()
            self.after = world.contents(after).state
            self.changes_vault = after != self.before
            problems = list(home.defects(is_settled=True)) + list(_leaks(home.log))
            if problems:
                raise RuntimeError(f"totp {command.title}: {problems}")

    def faults(self):
        for call, count in sorted(self.calls.items()):
            kinds = ("ENOMEM", "EAGAIN") if call in MEMORY else ERRORS + LASTING
            for nth in range(1, count + 1):
                for kind in (*kinds, KILL):
                    yield Fault(call, nth, kind)

    def run(self, fault, home):
        """Injects a fault. Returns whether it left the state after, and what is wrong."""
        home.fill(self.command, self.vaults)
        done = home.run(self.command, tracing(home.log, fault))
        data = home.bytes()
        # A program that could tidy up has done so.
        is_settled = done.returncode in range(10) and fault.call != "unlink" and not fault.is_lasting
        problems = [*home.defects(is_settled), *_leaks(home.log), *self._lost(home, data)]
        state = None
        if data is not None:
            try:
                state = world.contents(data)
            except (SystemExit, CryptoError, AssertionError, LookupError, ValueError) as error:
                problems.append(f"the vault does not open: {error!r}")
        is_before = data == self.before
        is_after = state is not None and state.state == self.after and (
            not is_before or not self.changes_vault
        )
        if data is not None and not is_before and not is_after:
            problems.append("the vault holds neither the state before nor the state after")
        if data is None and self.before is not None:
            problems.append("the vault is gone")
        problems += self._untrue(fault, done, is_after)
        if not fault.is_kill and "(INJECTED)" not in home.log.read_text():
            problems.append("the call was not made")
        if not problems:
            problems += self._used(home, state, done)
        return is_after and self.changes_vault, problems

    def _lost(self, home, data):
        """Earlier generations that are gone; there is room for all."""
        if self.before is not None:
            gone = {self.before, self.vaults["generation"]} - home.earlier() - {data}
            # The code of a counter keeps no generation.
            if self.command.prints_code:
                gone.discard(self.before)
            if gone:
                yield f"{len(gone)} earlier states are gone"

    def _untrue(self, fault, done, is_after):
        """What the exit status says that is not so."""
        if done.returncode == 0:
            if not is_after:
                yield "success is told of what was not done"
            if done.stdout != self.output:
                yield f"success without the answer: {done.stdout!r}"
            if fault.is_kill:
                yield "it was not killed"
        elif fault.is_kill:
            if done.returncode != -signal.SIGKILL:
                yield f"it was not killed: {done}"
        elif not 0 < done.returncode <= 9:
            if fault.call not in MEMORY | STARTING and RUNTIME not in done.stderr:
                yield f"died: {done}"
        elif fault.call != "write" and not done.stderr.startswith(b"totp: "):
            yield f"no word about the failure: {done}"

    def _used(self, home, state, done):
        """The program opens what is left, works on, tidies up and repeats no code."""
        passphrase = state.passphrase if state else commands.PASSPHRASE
        if state:
            listed = home.accounts(passphrase)
            expected = {texts[0] for texts, *_ in state.tokens}
            if listed != expected:
                yield f"the program lists {listed}, and there are {expected}"
        if self.command.prints_code and done.stdout:
            printed = commands.COUNTER
            if done.stdout.rstrip() != code(commands.SECRETS["c"], printed):
                yield f"a strange code: {done.stdout!r}"
            if state.counters[b"c"] <= printed:
                yield "a code that was printed can be printed again"
        is_repeatable = self.command.starts_empty and state is None
        again = self.command if is_repeatable else LATER
        done = home.run(again, passphrase=passphrase)
        if done.returncode != 0:
            yield f"no more can be done: {done}"
            return
        now = world.contents(home.bytes())
        if not is_repeatable and {texts[0] for texts, *_ in now.tokens} != expected | {b"later"}:
            yield "the next change has lost something"
        yield from home.defects(is_settled=True)


LATER = commands.Command(("add",), ("later",), input=b"JBSWY3DPEHPK3PXP\n")


def _calls(log):
    names = re.findall(r"^\d+ +(\w+)\(", log, re.MULTILINE)
    return collections.Counter(name for name in names if name not in EXEMPT)


def _leaks(log):
    """Plaintext in what was written to any descriptor, in the trace's hexadecimal form."""
    # The worker takes and gives by its socket alone, which is its standard output.
    written = [line for line in log.read_text().splitlines() if '"' in line and "read" not in line]
    text = "\n".join(written)
    for plaintext in world.PLAINTEXTS:
        if "".join(f"\\x{byte:02x}" for byte in plaintext) in text:
            line = next(l for l in written if "".join(f"\\x{byte:02x}" for byte in plaintext) in l)
            yield f"plaintext was written: {line[:60]}"


def code(secret, counter):
    """RFC 4226, six digits."""
    digest = hmac.digest(secret, counter.to_bytes(8, "big"), hashlib.sha1)
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return b"%06d" % (number % 10**6)
