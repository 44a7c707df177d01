# SPDX-License-Identifier: MIT
"""`totp code … | TOOL` with the real clipboard tools, and odd standard streams."""

import os
import subprocess

import pytest

from desktop import needs
from harness import J, T


@pytest.fixture
def piped(totp):
    totp("add", "github", input=J, check=0)

    def run(tool, environment):
        script = f'"$1" code github --at {T} | {tool}'
        done = subprocess.run(
            ["sh", "-c", script, "sh", totp.path],
            env={**totp.environment, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=20,
        )
        assert done.returncode == 0

    return run


def paste(display, *command):
    done = subprocess.run(
        command, env={**os.environ, **display}, capture_output=True, timeout=20
    )
    return done.stdout


def test_a_code_in_the_clipboard_of_x11(piped, x11):
    needs("xclip")
    piped("xclip -selection clipboard", x11)
    assert paste(x11, "xclip", "-selection", "clipboard", "-o") == b"324550\n"


def test_a_code_in_the_clipboard_of_wayland(piped, wayland):
    needs("wl-copy", "wl-paste")
    piped("wl-copy", wayland)
    assert paste(wayland, "wl-paste", "--no-newline") == b"324550\n"


@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-", "</dev/null 2>/dev/null"])
def test_a_code_whatever_the_other_streams_are(totp, closed):
    totp("add", "github", input=J, check=0)
    done = subprocess.run(
        ["sh", "-c", f'"$1" code github --at {T} {closed}', "sh", totp.path],
        env=totp.environment,
        stdout=subprocess.PIPE,
    )
    assert done.returncode == 0 and done.stdout == b"324550\n"


def test_a_closed_output_is_a_failure_and_harms_nothing(totp):
    totp("add", "github", input=J, check=0)
    before = totp.bytes()
    for command in ("code github", "add other", "list"):
        done = subprocess.run(
            ["sh", "-c", f'"$1" {command} >&-', "sh", totp.path],
            env=totp.environment,
            input=J.encode(),
            stderr=subprocess.PIPE,
        )
        assert done.returncode == 1 and b"standard output" in done.stderr, command
    assert totp.code("github") == "324550" and totp.bytes()[:100] == before[:100]
