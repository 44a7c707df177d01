# SPDX-License-Identifier: MIT
"""pcscd for the tests in this folder, and cards for its readers."""

import json
import sys
import time

import pytest

from harness import ROOT

sys.path.insert(0, str(ROOT / "Tests" / "VirtualCard"))
import pcscd  # noqa: E402


@pytest.fixture(scope="session")
def service():
    """pcscd, once for all."""
    reason = pcscd.why_not()
    if reason:
        pytest.skip(reason)
    service = pcscd.Service().start()
    yield service
    service.stop()


def present(count):
    """Whether so many readers have a card in them, as pcscd sees it."""
    from smartcard.scard import (
        SCARD_SCOPE_USER,
        SCARD_STATE_PRESENT,
        SCARD_STATE_UNAWARE,
        SCardEstablishContext,
        SCardGetStatusChange,
        SCardListReaders,
        SCardReleaseContext,
    )

    result, context = SCardEstablishContext(SCARD_SCOPE_USER)
    if result != 0:
        return False
    try:
        _, readers = SCardListReaders(context, [])
        states = [(reader, SCARD_STATE_UNAWARE) for reader in readers or []]
        if not states:
            return count == 0
        _, states = SCardGetStatusChange(context, 0, states)
        return sum(bool(state[1] & SCARD_STATE_PRESENT) for state in states) == count
    finally:
        SCardReleaseContext(context)


@pytest.fixture
def insert(service, tmp_path):
    """Puts cards into readers: insert([credentials], *options)."""
    cards = []

    def insert(credentials=(), *options, wait=True):
        path = tmp_path / f"credentials-{len(cards)}.json"
        path.write_text(json.dumps(list(credentials)))
        card = pcscd.Card(
            "--credentials", path, *options, port=pcscd.PORTS[len(cards)]
        )
        cards.append(card)
        if wait:
            pcscd.wait_until(lambda: present(len(cards)))
        return card

    yield insert
    for card in cards:
        card.remove()
    if cards:
        pcscd.wait_until(lambda: present(0))
