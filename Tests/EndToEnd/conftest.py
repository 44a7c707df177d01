# SPDX-License-Identifier: MIT
"""What the end-to-end tests share: the built program in a home of its own."""

import pytest

from harness import SHARED, STAGE, Program


@pytest.fixture
def fresh(tmp_path):
    """The program, without a vault."""
    if not STAGE:
        pytest.skip("TOTP_STAGE does not name a staged build (make test sets it)")
    return Program(tmp_path)


@pytest.fixture
def totp(fresh):
    """The program with an empty vault."""
    return fresh.init()


@pytest.fixture(scope="module")
def shared_vault(tmp_path_factory):
    """The program with one vault for all tests of a module, which only add to it or read it."""
    if not STAGE:
        pytest.skip("TOTP_STAGE does not name a staged build (make test sets it)")
    return Program(tmp_path_factory.mktemp("shared")).init()


@pytest.fixture(scope="session")
def shared_folder():
    if not SHARED.is_dir():
        pytest.skip("the folder of sample files is not here")
    return SHARED
