# SPDX-License-Identifier: MIT
"""pcscd for the tests in this folder, and cards for its readers."""

import json
import sys

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
    with pcscd.Service() as service:
        yield service


@pytest.fixture
def insert(service, tmp_path):
    """Puts cards into readers: insert([credentials], *options)."""
    cards = []

    def insert(credentials=(), *options, wait=True):
        path = tmp_path / f"credentials-{len(cards)}.json"
        path.write_text(json.dumps(list(credentials)))
        card = pcscd.Card(
            "--credentials", path, *options, port=service.ports[len(cards)]
        )
        cards.append(card)
        if wait:
            pcscd.wait_until(lambda: pcscd.present(len(cards)))
        return card

    yield insert
    for card in cards:
        card.remove()
    if cards:
        pcscd.wait_until(lambda: pcscd.present(0))
