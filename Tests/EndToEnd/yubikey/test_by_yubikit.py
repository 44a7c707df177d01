# SPDX-License-Identifier: MIT
"""yubikit, the library under ykman, drives the virtual card: card and client can't share a mistake."""

import pytest

from harness import J, R, T

oath = pytest.importorskip("yubikit.oath")
scard = pytest.importorskip("smartcard")


@pytest.fixture
def session():
    from smartcard.System import readers
    from ykman.pcsc import ScardSmartCardConnection

    connections = []

    def open_session():
        for reader in readers():
            connection = reader.createConnection()
            try:
                connection.connect()
            except Exception:
                continue
            connections.append(connection)
            return oath.OathSession(ScardSmartCardConnection(connection))
        raise AssertionError("no card")

    yield open_session
    for connection in connections:
        connection.disconnect()


def data(uri):
    return oath.CredentialData.parse_uri(uri)


def test_put_list_calculate_rename_delete(insert, session):
    insert()
    card = session()
    first = card.put_credential(data(f"otpauth://totp/GitHub:ana?secret={J}&issuer=GitHub"))
    card.put_credential(data(f"otpauth://hotp/Bank:x?secret={R}&issuer=Bank&counter=0"))
    card.put_credential(
        data(f"otpauth://totp/S:y?secret={R}&issuer=S&algorithm=SHA512&digits=8&period=60")
    )
    assert [c.id for c in card.list_credentials()] == [b"GitHub:ana", b"Bank:x", b"60/S:y"]
    codes = card.calculate_all(T)
    values = {c.id: code.value if code else None for c, code in codes.items()}
    assert values[b"GitHub:ana"] == "324550" and values[b"Bank:x"] is None
    bank = next(c for c in codes if c.id == b"Bank:x")
    assert [card.calculate_code(bank).value for _ in range(3)] == ["755224", "287082", "359152"]
    assert card.rename_credential(first.id, "bob", "GitHub") == b"GitHub:bob"
    card.delete_credential(b"GitHub:bob")
    assert len(card.list_credentials()) == 2
    card.reset()
    assert card.list_credentials() == []


def test_touch_and_steam(insert, session):
    insert()
    card = session()
    card.put_credential(data(f"otpauth://totp/a?secret={J}"), touch_required=True)
    steam = card.put_credential(data(f"otpauth://totp/Steam:x?secret={J}&issuer=Steam"))
    ((credential, code),) = [
        (c, code) for c, code in card.calculate_all(T).items() if c.id == b"a"
    ]
    assert credential.touch_required and code is None
    assert card.calculate_code(credential, T).value == "324550"
    assert len(card.calculate(steam.id, (T // 30).to_bytes(8, "big"))) == 20


def test_access_key(insert, session):
    insert()
    card = session()
    key = card.derive_key("password")
    card.set_key(key)
    again = session()
    assert again.locked
    with pytest.raises(Exception):
        again.list_credentials()
    with pytest.raises(Exception):
        again.validate(again.derive_key("guess"))
    again.validate(key)
    assert again.list_credentials() == []
    again.unset_key()
    assert not session().locked


def test_long_lists_come_in_parts(insert, session):
    entries = [
        {"id": f"Issuer number {n}:account{n}@example.org", "secret": "31323334353637383930"}
        for n in range(60)
    ]
    insert(entries, "--chunk", 100)
    assert [c.id.decode() for c in session().list_credentials()] == [e["id"] for e in entries]
    assert len(session().calculate_all(T)) == 60
