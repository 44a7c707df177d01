# SPDX-License-Identifier: MIT
"""QR codes and URIs from the clipboard and from the screen, on real desktops without a monitor."""

import json
import os
import pathlib
import subprocess
import sys
import time

import pytest

from desktop import needs
from harness import J, R

URI = f"otpauth://totp/GitHub:alice?secret={J}&issuer=GitHub"


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "qr.png"
    subprocess.run(["qrencode", "-s", "4", "-o", path, URI], check=True)
    return path


def copied(display, *command, data):
    """Copies with a real tool, and waits until a real tool finds it."""
    subprocess.run(
        command,
        env={**os.environ, **display},
        input=data,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
        timeout=20,
    )


def label(totp):
    return [(t["issuer"], t["account"]) for t in totp.list()]


def test_a_picture_that_was_copied_on_x11(totp, x11, picture):
    needs("xclip")
    data = picture.read_bytes()
    copied(x11, "xclip", "-selection", "clipboard", "-t", "image/png", data=data)
    done = totp("scan", "--clipboard", env=x11, check=0)
    assert done.stdout.decode() == URI + "\n"
    totp("add", "--clipboard", env=x11, check=0)
    assert label(totp) == [("GitHub", "alice")]


def test_uris_that_were_copied_on_x11(totp, x11):
    needs("xclip")
    text = f"{URI}\n\notpauth://totp/b?secret={R}\n"
    copied(x11, "xclip", "-selection", "clipboard", data=text.encode())
    document = json.loads(totp("scan", "--clipboard", "--json", env=x11, check=0).stdout)
    assert len(document[0]["payloads"][0]["tokens"]) == 2
    totp("add", "--clipboard", "--tag", "new", env=x11, check=0)
    assert label(totp) == [("GitHub", "alice"), ("", "b")]


def test_a_text_that_is_no_uri_is_not_repeated(totp, x11):
    needs("xclip")
    copied(x11, "xclip", "-selection", "clipboard", data=b"hunter2 is my password\n")
    done = totp("add", "--clipboard", env=x11)
    assert done.returncode == 2 and b"hunter2" not in done.stderr and totp.list() == []


def test_an_empty_clipboard(totp, x11):
    needs("xclip")
    done = totp("add", "--clipboard", env=x11)
    assert done.returncode == 7 and b"clipboard" in done.stderr


def test_a_picture_that_was_copied_on_wayland(totp, wayland, picture):
    needs("wl-copy", "wl-paste")
    copied(wayland, "wl-copy", "--type", "image/png", data=picture.read_bytes())
    totp("add", "--clipboard", env=wayland, check=0)
    assert label(totp) == [("GitHub", "alice")]


def test_uris_that_were_copied_on_wayland(totp, wayland):
    needs("wl-copy", "wl-paste")
    copied(wayland, "wl-copy", data=URI.encode())
    totp("add", "--clipboard", env=wayland, check=0)
    assert label(totp) == [("GitHub", "alice")]


def test_what_the_screen_of_x11_shows(totp, x11, picture):
    needs("import", "display")
    viewer = subprocess.Popen(
        ["display", "-window", "root", str(picture)],
        env={**os.environ, **x11},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # It says 1 though it has drawn; what counts is what the screen shows.
    viewer.wait(20)
    document = json.loads(totp("scan", "--screen", "--json", env=x11, check=0).stdout)
    assert document[0]["file"] == "the screen"
    totp("add", "--screen", env=x11, check=0)
    assert label(totp) == [("GitHub", "alice")]


def test_a_screenshot_command_goes_before_everything(totp, picture):
    env = {"TOTP_SCREENSHOT_COMMAND": f"echo words >&2; cat '{picture}'"}
    assert b"words" in totp("add", "--screen", env=env, check=0).stderr
    done = totp("scan", "--screen", env={"TOTP_SCREENSHOT_COMMAND": "exit 4"})
    assert done.returncode == 1 and b"status 4" in done.stderr
    done = totp("scan", "--screen", env={"TOTP_SCREENSHOT_COMMAND": "true"})
    assert done.returncode == 7, done


def test_no_desktop_and_no_tool_are_said(totp, tmp_path):
    for option, thing in (("--clipboard", b"clipboard"), ("--screen", b"screen")):
        done = totp("scan", option)
        assert done.returncode == 1 and thing in done.stderr and b"DISPLAY" in done.stderr
        done = totp("scan", option, env={"DISPLAY": ":77", "PATH": str(tmp_path)})
        assert done.returncode == 1 and b"not installed" in done.stderr
    assert totp("add", "--clipboard", "--screen").returncode == 2
    assert totp("add", "--clipboard", "--digits", "8").returncode == 2
    assert totp("scan").returncode == 2


def test_an_owner_that_never_answers_is_not_waited_for(totp, tmp_path):
    tool = tmp_path / "xclip"
    tool.write_text("#!/bin/sh\nexec sleep 60\n")
    tool.chmod(0o755)
    start = time.monotonic()
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = totp("scan", "--clipboard", env={"DISPLAY": ":77", "PATH": path})
    assert done.returncode == 1 and b"5 seconds" in done.stderr
    assert time.monotonic() - start < 8


@pytest.fixture
def session_bus():
    """A session bus that nobody else is on."""
    needs("dbus-daemon")
    server = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE
    )
    yield {"DBUS_SESSION_BUS_ADDRESS": server.stdout.readline().decode().strip()}
    server.terminate()
    server.wait()
    server.stdout.close()


@pytest.fixture
def portal(session_bus, tmp_path, picture):
    """The portal of a desktop that answers as it is told."""
    running = []

    def start(answer):
        script = pathlib.Path(__file__).parents[1] / "portal.py"
        process = subprocess.Popen(
            [sys.executable, script, picture, answer],
            env={**os.environ, **session_bus},
            stdout=subprocess.PIPE,
        )
        running.append(process)
        assert process.stdout.readline() == b"ready\n"
        return session_bus

    yield start
    for process in running:
        process.terminate()
        process.communicate()


def test_the_desktop_s_portal_takes_the_picture(totp, portal, tmp_path):
    bus = portal("yes")
    totp("add", "--screen", env=bus, check=0)
    assert label(totp) == [("GitHub", "alice")]
    # The picture shows a secret, and nobody else asked for it.
    assert list(tmp_path.glob("Bildschirm*")) == []
    # Under Wayland the portal is asked when grim can't look.
    tool = tmp_path / "grim"
    tool.write_text("#!/bin/sh\nexit 1\n")
    tool.chmod(0o755)
    env = {**bus, "WAYLAND_DISPLAY": "wayland-9", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    assert totp("scan", "--screen", env=env, check=0).stdout.decode() == URI + "\n"


def test_a_portal_that_says_no_or_is_not_there(totp, portal, session_bus):
    done = totp("scan", "--screen", env=session_bus)
    assert done.returncode == 1 and b"portal" in done.stderr and done.stdout == b""
    done = totp("scan", "--screen", env=portal("no"))
    assert done.returncode == 1 and b"portal" in done.stderr and b"status 1" in done.stderr
