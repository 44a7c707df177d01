# SPDX-License-Identifier: MIT
"""System calls that fail, kills, and file systems in the way; `make faults` injects every fault."""

import contextlib
import os
import pathlib
import random
import shutil
import subprocess
import sys

import pytest

from harness import ROOT, STAGE

sys.path.append(str(ROOT / "Tests" / "Faults"))

import commands
import injection
import sealed
import survey
from world import World, contents

# One fault of so many, so that all commands take seconds.
THINNING = 12


@pytest.fixture
def world():
    if not STAGE:
        pytest.skip("TOTP_STAGE does not name a staged build (make test sets it)")
    with World(pathlib.Path(STAGE) / "bin" / "totp") as world:
        yield world


@pytest.fixture
def filled(world):
    """A world with a vault of the tokens x and c."""
    world.fill(commands.COMMANDS[0], commands.vaults())
    return world


@pytest.mark.parametrize("command", commands.COMMANDS, ids=lambda command: command.title)
def test_no_fault_loses_anything(world, command):
    if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode != 0:
        pytest.skip("strace may not trace here")
    if not world.knows(command):
        pytest.skip(f"this program does not know {command.title}")
    done = survey.inject(world.program, command, THINNING, jobs=2)
    assert done.problems == []
    assert done.before > 0


def writers(world, seed, lines):
    """Runs command lines all at once and kills a third of them; returns their ends by line."""
    chance = random.Random(seed)
    running = {}
    for line in lines:
        running[line] = subprocess.Popen(
            [world.program, *line],
            env=world.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        # One that is killed, or asks for nothing, may be gone by now.
        with contextlib.suppress(BrokenPipeError):
            running[line].stdin.write(b"JBSWY3DPEHPK3PXP\n")
            running[line].stdin.close()
        running[line].stdin = None
        if chance.random() < 0.33:
            running[chance.choice(list(running))].kill()
    return {line: (*process.communicate(timeout=60), process.returncode) for line, process in running.items()}


@pytest.mark.parametrize("seed", range(3))
def test_fifty_writers_lose_nothing_while_some_are_killed(filled, seed):
    ends = writers(filled, seed, [("add", f"t{number}") for number in range(50)])
    assert {end[-1] for end in ends.values()} <= {0, -9}
    added = {line[1] for line, end in ends.items() if end[-1] == 0}
    filled.run(injection.LATER)
    accounts = {texts[0].decode() for texts, *_ in contents(filled.bytes()).tokens}
    assert added | {"x", "c", "later"} <= accounts
    assert list(filled.defects(is_settled=True)) == []


@pytest.mark.parametrize("seed", range(3))
def test_fifty_readers_of_a_counter_get_fifty_codes_while_some_are_killed(filled, seed):
    # An option that changes nothing makes the command lines differ.
    ends = writers(filled, seed, [("code", "c", "--vault", f"{filled.data}/{'./' * n}vault.totp") for n in range(50)])
    printed = [out for out, _, status in ends.values() if out]
    assert {end[-1] for end in ends.values()} <= {0, -9}
    assert len(set(printed)) == len(printed)
    counter = contents(filled.bytes()).counters[b"c"]
    possible = {injection.code(commands.SECRETS["c"], n) for n in range(commands.COUNTER, counter)}
    assert {out.rstrip() for out in printed} <= possible


@contextlib.contextmanager
def mounted_read_only(folder):
    for options in (["--bind", folder, folder], ["-o", "remount,bind,ro", folder]):
        if subprocess.run(["mount", *options], capture_output=True).returncode != 0:
            subprocess.run(["umount", folder], capture_output=True)
            pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_read_only_mount_is_read_and_gives_out_no_counter(filled):
    before = filled.bytes()
    with mounted_read_only(filled.data):
        assert filled.accounts(commands.PASSPHRASE) == {b"x", b"c"}
        for command in commands.COMMANDS[:1] + commands.COMMANDS[2:6]:
            done = filled.run(command)
            assert done.returncode == 1 and done.stdout == b"", done
            assert b"may not be changed" in done.stderr or b"read-only" in done.stderr, done
    assert filled.bytes() == before
    assert sorted(path.name for path in filled.data.iterdir()) == ["vault.totp", "vault.totp.backup-1"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_a_vault_in_the_folder_of_another_is_read_and_not_changed(filled):
    before = filled.bytes()
    # The build may lie where the other user can't go.
    program = shutil.copy(filled.program, filled.folder / "totp")
    for path in (filled.folder, *filled.folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    program.chmod(0o755)
    filled.passphrase.chmod(0o600)
    os.chown(filled.passphrase, 65534, 65534)
    for line, status in ((["list"], 0), (["add", "z"], 1), (["code", "c"], 1), (["rm", "x", "--yes"], 1)):
        done = subprocess.run(
            [program, *line],
            env=filled.environment,
            input=b"JBSWY3DPEHPK3PXP\n",
            capture_output=True,
            user=65534,
            group=65534,
        )
        assert done.returncode == status, (line, done)
        assert status == 0 or done.stdout == b"" and done.stderr.startswith(b"totp: "), done
    assert filled.bytes() == before


def test_a_clock_that_jumped_back_loses_nothing(world):
    """The same as a vault whose every moment is to come."""
    later = 4_000_000_000
    records = [
        sealed.token(b"x", commands.SECRETS["x"], at=later),
        sealed.token(b"c", commands.SECRETS["c"], kind=2, counter=commands.COUNTER, at=later),
    ]
    present, key, header = sealed.vault(records, commands.PASSPHRASE)
    world.fill(commands.COMMANDS[0], dict.fromkeys(("present", "generation", "other"), present))
    add, _, edit, rm, code, passwd = commands.COMMANDS[:6]
    printed = [world.run(code).stdout for _ in range(2)]
    assert len(set(printed)) == 2 and all(printed)
    for command in (add, edit, rm):
        assert world.run(command).returncode == 0, command
    assert world.accounts(commands.PASSPHRASE) == {b"c", b"y"}
    now = contents(world.bytes())
    assert now.counters[b"c"] == commands.COUNTER + 2 and now.deleted == 1
