# SPDX-License-Identifier: MIT
"""Where a passphrase comes from, and what is said when none comes."""

import os
import subprocess
import time

import pytest

from harness import J, PASSPHRASE, T
from terminal import Terminal


@pytest.fixture
def asking(totp):
    """A vault with one token, and no passphrase source but the terminal."""
    totp("add", "GitHub:alice", input=J, check=0)
    del totp.environment["TOTP_PASSPHRASE_FILE"]
    return totp


def locked(done, *words):
    assert done.returncode == 5 and done.stdout == b"", done
    for word in words:
        assert word in done.stderr, done.stderr
    assert b"unexpected" not in done.stderr
    return True


def test_a_source_without_a_line_is_no_missing_terminal(asking, tmp_path):
    empty = tmp_path / "empty"
    empty.touch(mode=0o600)
    locked(asking("code", "github", "--passphrase-file", empty), b"no passphrase in", b"empty")
    locked(asking("code", "github", "--passphrase-command", "true"), b"command")
    locked(asking("code", "github", "--passphrase-fd", 0), b"file descriptor 0")


def test_a_source_that_can_t_be_read_is_a_missing_passphrase(asking, tmp_path):
    missing = tmp_path / "missing"
    locked(asking("code", "github", "--passphrase-file", missing), str(missing).encode())
    locked(asking("code", "github", "--passphrase-file", tmp_path), str(tmp_path).encode())
    locked(asking("code", "github", "--passphrase-fd", 9), b"9")


def test_a_vault_is_looked_at_without_its_passphrase(asking):
    assert asking("vault", "info", "--passphrase-fd", 9, check=0)


@pytest.mark.parametrize("ending", ["\n", "\r\n", ""])
def test_the_longest_passphrase_has_4096_bytes(fresh, tmp_path, ending):
    file = tmp_path / "long"
    file.write_text("x" * 4096 + ending)
    file.chmod(0o600)
    fresh("vault", "init", "--kdf", "interactive", "--passphrase-file", file, check=0)
    fresh("list", "--passphrase-file", file, check=0)
    file.write_text("x" * 4097 + ending)
    locked(fresh("list", "--passphrase-file", file), b"4096")


def test_what_a_command_leaves_running_is_not_waited_for(asking):
    start = time.monotonic()
    command = f"cat {asking.passphrase_file}; sleep 20 2>/dev/null &"
    asking("code", "github", "--passphrase-command", command, check=0, timeout=10)
    locked(asking("code", "github", "--passphrase-command", "sleep 20 2>/dev/null &", timeout=10))
    assert time.monotonic() - start < 5


def test_a_command_that_goes_on_for_ever_may_be_right(asking):
    command = f"cat {asking.passphrase_file}; exec yes"
    done = asking("code", "github", "--at", T, "--passphrase-command", command, check=0, timeout=10)
    assert done.stdout == b"324550\n"


def test_a_named_pipe_gives_what_is_written_into_it(asking, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    writer = subprocess.Popen(["sh", "-c", f"sleep 0.3; cat '{asking.passphrase_file}' > '{pipe}'"])
    done = asking("code", "github", "--at", T, "--passphrase-file", pipe, check=0, timeout=9)
    assert writer.wait() == 0 and done.stdout == b"324550\n"


def test_nobody_is_waited_for_at_a_named_pipe_for_ever(asking, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o600)
    locked(asking("code", "github", "--passphrase-file", pipe, timeout=15), b"10 seconds")


def test_a_process_substitution_gives_it(asking):
    script = f'"$1" code github --at {T} --passphrase-file <(cat "$2")'
    command = ["bash", "-c", script, "bash", asking.path, asking.passphrase_file]
    done = subprocess.run(command, env=asking.environment, capture_output=True)
    assert done.stdout == b"324550\n", done


def test_any_bytes_but_nul_and_newline(fresh, tmp_path):
    file = tmp_path / "bytes"
    everything = bytes(range(1, 10)) + bytes(range(11, 256))
    file.write_bytes(everything + b"\n")
    file.chmod(0o600)
    fresh("vault", "init", "--kdf", "interactive", "--passphrase-file", file, check=0)
    fresh("list", "--passphrase-file", file, check=0)
    file.write_bytes(everything[:-1] + b"\n")
    locked(fresh("list", "--passphrase-file", file), b"wrong")
    file.write_bytes(everything + b"\x00\n")
    locked(fresh("list", "--passphrase-file", file), b"NUL")


def test_a_new_passphrase_without_a_source_names_its_own_options(asking):
    done = asking(
        "vault", "passwd", "--passphrase-file", asking.passphrase_file, start_new_session=True
    )
    locked(done, b"new passphrase", b"--new-passphrase-file")


def test_a_first_add_without_a_source_is_not_about_a_locked_vault(fresh):
    done = fresh("add", "x", input=J, env={"TOTP_PASSPHRASE_FILE": None}, start_new_session=True)
    locked(done, b"new passphrase", b"--passphrase-file")
    assert b"locked" not in done.stderr and not fresh.vault.exists()


def test_the_end_of_input_at_the_prompt_is_a_missing_passphrase(asking):
    terminal = Terminal([asking.path, "code", "github"], asking.environment)
    terminal.wait_for(b"assphrase")
    terminal.wait_until_silent()
    terminal.type(b"\x04")
    assert terminal.finish() == 5 and b"no passphrase was typed" in terminal.seen


def test_a_failing_command_says_so_and_its_own_words_pass_through(asking):
    done = asking("code", "github", "--passphrase-command", "echo no card >&2; exit 3")
    locked(done, b"no card", b"status 3")
