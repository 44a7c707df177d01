# SPDX-License-Identifier: MIT
"""Desktops without a screen that anybody sees."""

import os
import subprocess

import pytest

from desktop import needs, wait_for


@pytest.fixture
def x11():
    """An X server without a screen that anybody sees."""
    needs("Xvfb")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-noreset", "-screen", "0", "640x480x24"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    yield {"DISPLAY": ":" + os.read(reading, 10).decode().strip()}
    server.terminate()
    server.wait()
    os.close(reading)


@pytest.fixture
def wayland(x11, tmp_path):
    """A compositor in a window of that server: its headless kind has no seat, and no clipboard."""
    needs("weston")
    tmp_path.chmod(0o700)
    display = {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "totp-test"}
    server = subprocess.Popen(
        ["weston", "--backend=x11-backend.so", "--use-pixman", "--socket=totp-test", "--idle-time=0"],
        env={**os.environ, **x11, **display},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_for(lambda: (tmp_path / "totp-test").exists(), server)
    yield display
    server.terminate()
    server.wait()
