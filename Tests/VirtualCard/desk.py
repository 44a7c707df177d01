# SPDX-License-Identifier: MIT
"""pcscd and cards for a test that is not Python: it says what to do, a line of JSON at a time.

The first line out is the name of pcscd's socket, or `skip: ` and a reason. Each line in gets a line
back, `ok` once clients see what was done. At the end of the input everything is stopped.

    ["insert", SLOT, [CREDENTIAL, ...], OPTION, ...]    a card, as virtual_card.py's --credentials
    ["remove", SLOT]                                    the card
    ["hold", SLOT, "exclusive" or "transaction"]        another program that has it
    ["release"]                                         that program ends
"""

import json
import pathlib
import signal
import sys
import tempfile

import pcscd


def main():
    # Foundation starts its children with signals blocked, which theirs would inherit.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    reason = pcscd.why_not()
    if reason:
        print("skip: " + reason, flush=True)
        return
    cards, holders = {}, []
    with tempfile.TemporaryDirectory() as folder, pcscd.Service() as service:
        print(service.socket, flush=True)
        try:
            for line in sys.stdin:
                obey(json.loads(line), service, pathlib.Path(folder), cards, holders)
                print("ok", flush=True)
        finally:
            while holders:
                holders.pop().release()
            for card in cards.values():
                card.remove()


def obey(order, service, folder, cards, holders):
    match order:
        case ["insert", slot, credentials, *options]:
            path = folder / f"{slot}.json"
            path.write_text(json.dumps(credentials))
            options = ["--credentials", path, *options]
            cards[slot] = pcscd.Card(*options, port=service.ports[slot])
            pcscd.wait_until(lambda: pcscd.present(len(cards)))
        case ["remove", slot]:
            cards.pop(slot).remove()
            pcscd.wait_until(lambda: pcscd.present(len(cards)))
        case ["hold", slot, how]:
            holders.append(pcscd.Holder(slot, exclusive=how == "exclusive"))
        case ["release"]:
            holders.pop().release()
        case _:
            raise ValueError(order)


if __name__ == "__main__":
    main()
