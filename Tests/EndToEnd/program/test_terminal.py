# SPDX-License-Identifier: MIT
"""Prompts, passphrase sources and the lack of them, on a real pseudo-terminal."""

import os
import signal
import subprocess
import time

import pytest

from harness import J, PASSPHRASE, R, T
from terminal import Terminal


@pytest.fixture
def asking(totp):
    """A vault with one token, and no passphrase source but the terminal."""
    totp("add", "GitHub:alice", input=J, check=0)
    del totp.environment["TOTP_PASSPHRASE_FILE"]
    return totp


def run_on_terminal(totp, *arguments, **streams):
    return Terminal([totp.path, *map(str, arguments)], totp.environment, **streams)


def test_the_prompt_is_on_the_terminal_and_the_code_alone_on_stdout(asking):
    reading, writing = os.pipe()
    terminal = run_on_terminal(asking, "code", "github", "--at", T, stdout=writing)
    os.close(writing)
    terminal.wait_for(b"assphrase")
    terminal.wait_until_silent()
    terminal.type(PASSPHRASE.encode() + b"\n")
    assert terminal.finish() == 0
    assert os.read(reading, 100) == b"324550\n"
    assert PASSPHRASE.encode() not in terminal.seen
    assert terminal.echoes()


def test_no_terminal_and_no_passphrase_fails_at_once(asking):
    start = time.monotonic()
    done = asking("code", "github", start_new_session=True, stdin=subprocess.DEVNULL, input=None)
    assert time.monotonic() - start < 1
    assert done.returncode == 5 and done.stdout == b""
    assert b"--passphrase-file" in done.stderr


def test_a_wrong_passphrase_has_its_own_status(asking):
    done = asking("code", "github", "--passphrase-fd", 0, input="guess\n")
    assert done.returncode == 5 and done.stdout == b""
    assert done.stderr == f"totp: {asking.vault}: wrong passphrase\n".encode()


@pytest.mark.parametrize("ending", ["\n", "\r\n", "", "\nmore\n"])
def test_a_descriptor_gives_its_first_line(asking, ending):
    done = asking(
        "code", "github", "--at", T, "--passphrase-fd", 0, input=PASSPHRASE + ending, check=0
    )
    assert done.stdout == b"324550\n"


def test_a_file_gives_its_first_line_if_it_is_nobody_else_s(asking):
    file = str(asking.passphrase_file)
    assert asking("code", "github", "--at", T, "--passphrase-file", file, check=0)
    asking.passphrase_file.chmod(0o640)
    done = asking("code", "github", "--passphrase-file", file)
    assert done.returncode == 5 and b"chmod 600" in done.stderr and done.stdout == b""


def test_a_command_gives_its_first_line(asking):
    command = f"echo noise >&2; cat {asking.passphrase_file}"
    done = asking("code", "github", "--at", T, "--passphrase-command", command, check=0)
    assert done.stdout == b"324550\n" and b"noise" in done.stderr
    done = asking("code", "github", env={"TOTP_PASSPHRASE_COMMAND": command}, check=0)
    done = asking("code", "github", "--passphrase-command", "exit 3")
    assert done.returncode == 5 and b"3" in done.stderr and done.stdout == b""


def test_a_command_without_an_end_is_ended(asking):
    done = asking("code", "github", "--passphrase-command", "yes", timeout=10)
    assert done.returncode == 5 and done.stdout == b""


def test_options_go_before_the_environment(asking):
    env = {"TOTP_PASSPHRASE_FILE": "/nonexistent", "TOTP_PASSPHRASE_COMMAND": "false"}
    file = str(asking.passphrase_file)
    asking("code", "github", "--passphrase-file", file, env=env, check=0)
    assert asking("code", "github", env=env).returncode != 0


def test_stdin_is_left_alone_in_loops(asking):
    asking.environment["TOTP_PASSPHRASE_FILE"] = str(asking.passphrase_file)
    script = f'printf "github\\nalice\\n" | while read -r n; do "$1" code "$n" --at {T}; done'
    done = subprocess.run(
        ["sh", "-c", script, "sh", asking.path], env=asking.environment, capture_output=True
    )
    assert done.stdout == b"324550\n324550\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_echo_comes_back_when_a_signal_ends_the_prompt(asking, number):
    terminal = run_on_terminal(asking, "code", "github")
    terminal.wait_for(b"assphrase")
    terminal.wait_until_silent()
    os.kill(terminal.pid, number)
    assert terminal.finish() == 128 + number
    assert terminal.echoes()


def test_an_interrupt_from_the_keyboard_is_130(asking):
    terminal = run_on_terminal(asking, "code", "github")
    terminal.wait_for(b"assphrase")
    terminal.wait_until_silent()
    terminal.type(b"\x03")
    assert terminal.finish() == 130


def test_nothing_is_shown_after_the_beginning_of_a_line_was_sent(asking):
    terminal = run_on_terminal(asking, "code", "github", "--at", T)
    terminal.wait_for(b"assphrase")
    terminal.wait_until_silent()
    terminal.type(PASSPHRASE[:5].encode() + b"\x04")
    time.sleep(0.3)
    assert not terminal.echoes()
    terminal.type(PASSPHRASE[5:].encode() + b"\n")
    assert terminal.finish() == 0
    assert PASSPHRASE[5:].encode() not in terminal.seen and b"324550" in terminal.seen


def test_a_command_that_says_much_in_small_pieces_may_end(asking):
    command = f"cat {asking.passphrase_file}; for i in $(seq 80); do echo x; sleep 0.01; done"
    asking("code", "github", "--passphrase-command", command, check=0)


def test_the_first_add_asks_for_a_new_passphrase_twice(fresh):
    del fresh.environment["TOTP_PASSPHRASE_FILE"]
    reading, writing = os.pipe()
    os.write(writing, J.encode() + b"\n")
    os.close(writing)
    terminal = run_on_terminal(fresh, "add", "GitHub:alice", stdin=reading)
    terminal.wait_for(b"assphrase")
    terminal.wait_until_silent()
    terminal.type(b"one\n")
    terminal.wait_for(b"again")
    terminal.wait_until_silent()
    terminal.type(b"two\n")
    assert terminal.finish() == 1 and b"differ" in terminal.seen and not fresh.vault.exists()
    reading, writing = os.pipe()
    os.write(writing, J.encode() + b"\n")
    os.close(writing)
    terminal = run_on_terminal(fresh, "add", "GitHub:alice", stdin=reading)
    for word in (b"assphrase", b"again"):
        terminal.wait_for(word)
        terminal.wait_until_silent()
        terminal.type(PASSPHRASE.encode() + b"\n")
        terminal.seen = b""
    assert terminal.finish() == 0
    assert fresh(
        "code", "alice", "--at", T, "--passphrase-fd", 0, input=PASSPHRASE, check=0
    ).stdout == b"324550\n"


def test_the_secret_is_asked_for_without_an_echo(totp):
    terminal = run_on_terminal(totp, "add", "GitHub:alice")
    terminal.wait_for(b"ecret")
    terminal.wait_until_silent()
    terminal.type(J.encode() + b"\n")
    assert terminal.finish() == 0 and J.encode() not in terminal.seen
    assert totp.code("alice") == "324550"


def test_rm_asks_on_a_terminal_and_wants_yes_elsewhere(totp):
    totp("add", "GitHub:alice", input=J, check=0)
    before = totp.bytes()
    done = totp("rm", "alice", start_new_session=True)
    assert done.returncode == 2 and b"--yes" in done.stderr and totp.bytes() == before
    terminal = run_on_terminal(totp, "rm", "alice")
    terminal.wait_for(b"?")
    terminal.type(b"n\n")
    assert terminal.finish() == 1 and totp.bytes() == before
    terminal = run_on_terminal(totp, "rm", "alice")
    terminal.wait_for(b"?")
    terminal.type(b"y\n")
    assert terminal.finish() == 0 and totp.list() == []


def test_secrets_in_arguments_are_refused_with_the_reason(totp):
    before = totp.bytes()
    for arguments in (
        ("add", f"otpauth://totp/x?secret={J}"),
        ("add", "x", J),
        ("add", "--uri", f"otpauth://totp/x?secret={J}"),
        ("add", "--issuer", f"otpauth://totp/x?secret={J}", "--account", "a"),
        ("add", f"--scan=otpauth://totp/x?secret={J}"),
        ("code", f"otpauth://totp/x?secret={J}"),
        ("list", f"steam://{J}"),
        ("scan", f"otpauth://totp/x?secret={J}"),
        ("--vault", f"otpauth://totp/x?secret={J}", "list"),
    ):
        done = totp(*arguments)
        assert done.returncode == 2 and J.encode() not in done.stderr, arguments
        assert b"history" in done.stderr or b"other users" in done.stderr, done.stderr
    assert totp.bytes() == before


def test_unknown_words_are_usage_errors(totp):
    for arguments in (("--bogus",), ("cod", "gh"), ("code",), ("code", "a", "b"), ()):
        done = totp(*arguments)
        assert done.returncode == 2 and done.stdout == b"", arguments
        assert done.stderr.startswith(b"totp: "), arguments
    assert b'"code"' in totp("cod", "gh").stderr


def test_help_and_version_are_answers(totp):
    assert totp("--version", check=0).stdout.startswith(b"totp 0.")
    for arguments in (("help",), ("--help",), ("code", "--help"), ("help", "vault", "init")):
        done = totp(*arguments, check=0)
        assert done.stdout and not done.stderr


def test_nothing_secret_is_in_any_argument_of_any_process(totp, tmp_path):
    trace = tmp_path / "trace"
    command = f"cat {totp.passphrase_file}"
    done = subprocess.run(
        ["strace", "-f", "-s", "4096", "-e", "trace=execve", "-o", str(trace), totp.path, "add"]
        + ["x", "--passphrase-command", command],
        input=R.encode(),
        env={k: v for k, v in totp.environment.items() if k != "TOTP_PASSPHRASE_FILE"},
        capture_output=True,
    )
    if done.returncode != 0 and b"ptrace" in done.stderr.lower():
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done
    text = trace.read_text()
    assert "execve" in text and R not in text and PASSPHRASE not in text
