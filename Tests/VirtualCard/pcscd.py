# SPDX-License-Identifier: MIT
"""The real pcscd with virtual readers, and cards in them; all that is started here is stopped here."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import time

SOCKET = pathlib.Path("/run/pcscd/pcscd.comm")
PORTS = (35963, 35964)


def why_not():
    """Says what is missing, or None."""
    if os.geteuid() != 0:
        return "starting pcscd wants root"
    if not shutil.which("pcscd"):
        return "pcscd is not installed"
    if not pathlib.Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so").exists():
        return "vsmartcard-vpcd is not installed"
    if running():
        return "a pcscd is running, and is not ours to stop"
    return None


def running():
    for process in pathlib.Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            if process.read_text().strip() == "pcscd":
                return True
    return False


def wait_until(condition, seconds=10, pause=0.01):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(condition)
        time.sleep(pause)


class Service:
    """pcscd in the foreground, stopped by its own process id."""

    def __init__(self):
        self.process = None

    def start(self):
        # A socket that was left over keeps it from starting.
        SOCKET.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            ["pcscd", "--foreground"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(SOCKET.exists)
        return self

    def stop(self):
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
        SOCKET.unlink(missing_ok=True)


class Card:
    """A virtual card in one of the readers."""

    def __init__(self, *options, port=PORTS[0]):
        card = pathlib.Path(__file__).with_name("virtual_card.py")
        self.process = subprocess.Popen(
            [sys.executable, str(card), "--port", str(port), *map(str, options)],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        assert self.process.stdout.readline() == b"connected\n"

    def remove(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
