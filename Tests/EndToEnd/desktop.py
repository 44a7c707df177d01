# SPDX-License-Identifier: MIT
"""What tests of the desktop share."""

import shutil
import time

import pytest


def needs(*programs):
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


def wait_for(condition, process):
    deadline = time.monotonic() + 15
    while not condition():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
