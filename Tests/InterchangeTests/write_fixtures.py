#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes Fixtures/: a file of each format, by libraries that share no code with the program.

    python -m venv venv && venv/bin/pip install cryptography argon2-cffi pynacl pyzipper pykeepass
    venv/bin/python write_fixtures.py

The passwords of all encrypted files are "battery staple".
"""

import base64
import hashlib
import hmac
import io
import json
import os
import pathlib
import secrets
import shutil
import sqlite3
import struct
import tempfile
import urllib.parse
from html import escape

import nacl.bindings as sodium
import pykeepass
import pyzipper
from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

FOLDER = pathlib.Path(__file__).parent / "Fixtures"
PASSWORD = b"battery staple"

# issuer, account, type, algorithm, digits, period, counter, secret
TOKENS = [
    ("Ätherbank", "ana@example.com", "totp", "SHA1", 6, 30, 0, b"fixture secret one.."),
    ("Work & Co", "b: \"quoted\"", "totp", "SHA256", 8, 60, 0, b"fixture secret number two"),
    ("Counter", "carl", "hotp", "SHA1", 6, 0, 7, b"fixture secret 3"),
    ("Steam", "gamer", "steam", "SHA1", 5, 30, 0, b"fixture secret iv..."),
]
PLAIN = TOKENS[:2]
cases = []


def b32(secret):
    return base64.b32encode(secret).decode().rstrip("=")


def b64(data):
    return base64.b64encode(data).decode()


def signed(data):
    return [b - 256 if b > 127 else b for b in data]


def described(token, tags=(), note="", **changes):
    issuer, account, kind, algorithm, digits, period, counter, secret = token
    fields = dict(issuer=issuer, account=account, kind=kind, algorithm=algorithm, digits=digits)
    fields.update(changes)
    factor = f"counter {counter}" if fields["kind"] == "hotp" else f"{fields.get('period', period)} s"
    line = (
        f"{fields['kind']} {b32(secret)} {fields['algorithm']} {fields['digits']} {factor}"
        f" [{fields['issuer']}] [{fields['account']}]"
    )
    if tags:
        line += " tags " + ",".join(tags)
    if note:
        line += " note " + note
    return line


def uri(token):
    issuer, account, kind, algorithm, digits, period, counter, secret = token
    label = urllib.parse.quote(f"{issuer}:{account}", safe="")
    query = {"secret": b32(secret), "issuer": issuer, "algorithm": algorithm, "digits": digits}
    if kind == "hotp":
        query["counter"] = counter
    else:
        query["period"] = period
    if kind == "steam":
        query["encoder"] = "steam"
    scheme = "hotp" if kind == "hotp" else "totp"
    return f"otpauth://{scheme}/{label}?{urllib.parse.urlencode(query, quote_via=urllib.parse.quote)}"


def write(name, data, format, tokens, encrypted=False):
    if isinstance(data, (dict, list)):
        data = json.dumps(data)
    if isinstance(data, str):
        data = data.encode()
    (FOLDER / name).write_bytes(data)
    cases.append({"file": name, "format": format, "encrypted": encrypted, "tokens": tokens})


def both(name, plain, sealed, format, tokens):
    write(name, plain, format, tokens)
    write("sealed-" + name, sealed, format, tokens, encrypted=True)


ALL = [described(t) for t in TOKENS]


def lists():
    text = "\r\n".join(["# a comment", "", *[f"{n}. {uri(t)}" for n, t in enumerate(TOKENS)], ""])
    write("list.txt", b"\xef\xbb\xbf" + text.encode(), "otpauth", ALL)
    write("list.json", [uri(t) for t in TOKENS], "otpauth", ALL)
    display = {"pinned": True, "trashed": False, "tags": ["home"], "note": "my note"}
    line = uri(TOKENS[0]) + "&codeDisplay=" + urllib.parse.quote(json.dumps(display), safe="")
    write("ente.txt", line + "\n", "otpauth", [described(TOKENS[0], ["home", "favourite"], "my note")])
    salt = secrets.token_bytes(16)
    key = hash_secret_raw(PASSWORD, salt, 2, 64 << 10, 1, 32, Type.ID)
    state = sodium.crypto_secretstream_xchacha20poly1305_state()
    header = sodium.crypto_secretstream_xchacha20poly1305_init_push(state, key)
    sealed = sodium.crypto_secretstream_xchacha20poly1305_push(state, line.encode(), None, 0)
    write("sealed-ente.json", {
        "version": 1,
        "kdfParams": {"memLimit": 64 << 20, "opsLimit": 2, "salt": b64(salt)},
        "encryptedData": b64(sealed), "encryptionNonce": b64(header),
    }, "ente", [described(TOKENS[0], ["home", "favourite"], "my note")], encrypted=True)


def field(number, value):
    def varint(n):
        n &= (1 << 64) - 1
        out = b""
        while n > 127:
            out += bytes([n & 127 | 128])
            n >>= 7
        return out + bytes([n])
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def google():
    batch = b""
    for issuer, account, kind, _, digits, _, counter, secret in (TOKENS[0], TOKENS[2]):
        token = field(1, secret) + field(2, f"{issuer}:{account}".encode()) + field(3, issuer.encode())
        token += field(4, 1) + field(5, 1) + field(6, 1 if kind == "hotp" else 2) + field(7, counter)
        batch += field(1, token)
    batch += field(2, 1) + field(3, 1) + field(4, 0) + field(5, -12345)
    data = urllib.parse.quote(b64(batch), safe="")
    write("google.txt", f"otpauth-migration://offline?data={data}\n", "otpauth",
          [described(TOKENS[0]), described(TOKENS[2])])


def gcm(key, nonce, data, extra=None):
    return AESGCM(key).encrypt(nonce, data, extra)


def cbc(key, vector, data):
    padder = padding.PKCS7(128).padder()
    encryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    return encryptor.update(padder.update(data) + padder.finalize()) + encryptor.finalize()


def aegis():
    entries = []
    for n, (issuer, account, kind, algorithm, digits, period, counter, secret) in enumerate(TOKENS):
        info = {"secret": b32(secret), "algo": algorithm, "digits": digits}
        info.update({"counter": counter} if kind == "hotp" else {"period": period})
        entries.append({"type": kind, "uuid": f"e{n}", "name": account, "issuer": issuer, "note": "n" * n,
                        "favorite": n == 1, "icon": "AA==" if n == 2 else None, "info": info,
                        "groups": ["g1"] if n == 0 else []})
    entries.append({"type": "motp", "uuid": "m", "name": "m", "issuer": "M", "note": "",
                    "info": {"secret": "e3152afee62599c8", "algo": "MD5", "digits": 6, "period": 10, "pin": "1234"}})
    db = {"version": 3, "entries": entries, "groups": [{"uuid": "g1", "name": "Home"}]}
    tokens = [described(TOKENS[0], ["Home"]), described(TOKENS[1], ["favourite"], "n"),
              described(TOKENS[2], note="nn"), described(TOKENS[3], note="nnn"),
              'rejected M:m: unsupportedType("motp")']
    master, salt = secrets.token_bytes(32), secrets.token_bytes(32)
    key = hashlib.scrypt(PASSWORD, salt=salt, n=1 << 14, r=8, p=1, maxmem=64 << 20, dklen=32)
    n1, n2 = secrets.token_bytes(12), secrets.token_bytes(12)
    sealed_key, sealed = gcm(key, n1, master), gcm(master, n2, json.dumps(db).encode())
    slots = [
        {"type": 2, "uuid": "bio", "key": "00" * 32, "key_params": {"nonce": "00" * 12, "tag": "00" * 16}},
        {"type": 1, "uuid": "s", "key": sealed_key[:-16].hex(), "n": 1 << 14, "r": 8, "p": 1, "salt": salt.hex(),
         "key_params": {"nonce": n1.hex(), "tag": sealed_key[-16:].hex()}, "repaired": True},
    ]
    both("aegis.json", {"version": 1, "header": {"slots": None, "params": None}, "db": db},
         {"version": 1, "header": {"slots": slots, "params": {"nonce": n2.hex(), "tag": sealed[-16:].hex()}},
          "db": b64(sealed[:-16])}, "aegis", tokens)


def twofas():
    services = []
    for issuer, account, kind, algorithm, digits, period, counter, secret in TOKENS:
        otp = {"label": account, "account": account, "issuer": issuer, "digits": digits, "algorithm": algorithm,
               "tokenType": kind.upper(), "source": "Manual"}
        otp.update({"counter": counter} if kind == "hotp" else {"period": period})
        services.append({"name": issuer, "secret": b32(secret), "otp": otp, "groupId": "g" if kind == "hotp" else None})
    base = {"groups": [{"id": "g", "name": "Home"}], "schemaVersion": 4, "appOrigin": "ios"}
    salt, nonce = secrets.token_bytes(256), secrets.token_bytes(12)
    key = hashlib.pbkdf2_hmac("sha256", PASSWORD, salt, 10_000, 32)
    sealed = ":".join(b64(x) for x in (gcm(key, nonce, json.dumps(services).encode()), salt, nonce))
    both("2fas.json", {**base, "services": services}, {**base, "services": [], "servicesEncrypted": sealed}, "2fas",
         [ALL[0], ALL[1], described(TOKENS[2], ["Home"]), ALL[3]])


def andotp():
    entries = []
    for issuer, account, kind, algorithm, digits, period, counter, secret in TOKENS:
        entry = {"secret": b32(secret), "issuer": issuer, "label": account, "digits": digits, "type": kind.upper(),
                 "algorithm": algorithm, "thumbnail": "Default", "last_used": 0, "tags": ["t"]}
        entry.update({"counter": counter} if kind == "hotp" else {"period": period})
        entries.append(entry)
    salt, nonce, rounds = secrets.token_bytes(12), secrets.token_bytes(12), 1500
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD, salt, rounds, 32)
    plain = json.dumps(entries).encode()
    tokens = [described(t, ["t"]) for t in TOKENS]
    both("andotp.json", entries, struct.pack(">I", rounds) + salt + nonce + gcm(key, nonce, plain), "andotp", tokens)
    old = gcm(hashlib.sha256(PASSWORD).digest(), nonce, plain)
    write("sealed-andotp-old.bin", nonce + old, "andotp", tokens, encrypted=True)


def bitwarden():
    items = [{"type": 1, "name": t[0], "folderId": "f" if n == 0 else None, "notes": "note" if n == 1 else None,
              "favorite": n == 1, "login": {"username": t[1], "totp": x}}
             for n, (t, x) in enumerate([(TOKENS[0], b32(TOKENS[0][7])), (TOKENS[1], uri(TOKENS[1])),
                                         (TOKENS[3], "steam://" + b32(TOKENS[3][7]))])]
    items += [{"type": 1, "name": "no token", "login": {"totp": None}}, {"type": 2, "name": "a note"}]
    plain = {"encrypted": False, "folders": [{"id": "f", "name": "Folder"}], "items": items}
    tokens = [described(TOKENS[0], ["Folder"]), described(TOKENS[1], ["favourite"], "note"), ALL[3]]
    write("bitwarden.json", plain, "bitwarden", tokens)
    salt = b64(secrets.token_bytes(16))
    kdfs = {
        "pbkdf2": ({"kdfType": 0, "kdfIterations": 5000},
                   hashlib.pbkdf2_hmac("sha256", PASSWORD, salt.encode(), 5000, 32)),
        "argon2": ({"kdfType": 1, "kdfIterations": 2, "kdfMemory": 16, "kdfParallelism": 4},
                   hash_secret_raw(PASSWORD, hashlib.sha256(salt.encode()).digest(), 2, 16 << 10, 4, 32, Type.ID)),
    }
    for name, (parameters, key) in kdfs.items():
        enc, mac = (HKDFExpand(hashes.SHA256(), 32, info).derive(key) for info in (b"enc", b"mac"))

        def sealed(data):
            vector = secrets.token_bytes(16)
            text = cbc(enc, vector, data)
            tag = hmac.new(mac, vector + text, hashlib.sha256).digest()
            return "2." + "|".join(b64(x) for x in (vector, text, tag))

        write(f"sealed-bitwarden-{name}.json", {
            "encrypted": True, "passwordProtected": True, "salt": salt, **parameters,
            "encKeyValidation_DO_NOT_EDIT": sealed(b"check"), "data": sealed(json.dumps(plain).encode()),
        }, "bitwarden", tokens, encrypted=True)
    rows = ["folder,favorite,type,name,notes,fields,login_uri,login_username,login_password,login_totp",
            f',1,login,{TOKENS[0][0]},"two\nlines",,,{TOKENS[0][1]},,{b32(TOKENS[0][7])}', ",,note,x,,,,,,"]
    write("bitwarden.csv", "\n".join(rows), "bitwarden-csv", [described(TOKENS[0], ["favourite"], "two\nlines")])


def stratum():
    kinds, algorithms_ = {"hotp": 1, "totp": 2, "steam": 4}, {"SHA1": 0, "SHA256": 1}
    plain = {
        "Authenticators": [
            {"Type": kinds[k], "Icon": None, "Issuer": i, "Username": a, "Secret": b32(s), "Pin": None,
             "Algorithm": algorithms_[g], "Digits": d, "Period": p or 30, "Counter": c, "Ranking": 0}
            for i, a, k, g, d, p, c, s in TOKENS],
        "Categories": [{"Id": "1", "Name": "Home", "Ranking": 0}],
        "AuthenticatorCategories": [{"CategoryId": "1", "AuthenticatorSecret": b32(TOKENS[1][7]), "Ranking": 0}],
        "CustomIcons": [],
    }
    tokens = [ALL[0], described(TOKENS[1], ["Home"]), ALL[2], ALL[3]]
    data = json.dumps(plain).encode()
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    key = hash_secret_raw(PASSWORD, salt, 3, 64 << 10, 4, 32, Type.ID)
    both("stratum.json", plain, b"AUTHENTICATORPRO" + salt + nonce + gcm(key, nonce, data), "stratum", tokens)
    salt, vector = secrets.token_bytes(20), secrets.token_bytes(16)
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD, salt, 64_000, 32)
    write("sealed-stratum-old.bin", b"AuthenticatorPro" + salt + vector + cbc(key, vector, data), "stratum", tokens, True)


def preferences(strings):
    body = "".join(f'<string name="{escape(n)}">{escape(v)}</string>\n' for n, v in strings)
    return f"<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n<int name=\"v\" value=\"1\" />\n{body}</map>\n"


def freeotp():
    tokens = [{"algo": g, "counter": c - 1, "digits": d, "issuerExt": i, "issuerInt": i, "label": a,
               "period": p or 30, "secret": signed(s), "type": k.upper()}
              for i, a, k, g, d, p, c, s in TOKENS[:3]]
    strings = [(t["label"], json.dumps(t)) for t in tokens] + [("tokenOrder", "[]")]
    write("freeotp.xml", preferences(strings), "freeotp", ALL[:3])
    write("freeotp-plus.json", {"tokenOrder": [], "tokens": tokens}, "freeotp-plus", ALL[:3])

    def sealed(key, data, token):
        nonce = secrets.token_bytes(12)
        return {"mCipher": "AES/GCM/NoPadding", "mCipherText": signed(gcm(key, nonce, data, token.encode())),
                "mParameters": signed(b"\x30\x11\x04\x0c" + nonce + b"\x02\x01\x10"), "mToken": token}

    salt, master = secrets.token_bytes(32), secrets.token_bytes(32)
    key = hashlib.pbkdf2_hmac("sha512", PASSWORD, salt, 2000, 32)
    pairs = [("masterKey", json.dumps({"mAlgorithm": "PBKDF2withHmacSHA512", "mIterations": 2000, "mSalt": signed(salt),
                                       "mEncryptedKey": sealed(key, master, "AES")}))]
    for n, token in enumerate(tokens):
        rest = {k: v for k, v in token.items() if k != "secret"}
        rest["counter"] += 1
        pairs.append((f"id{n}-token", json.dumps(rest)))
        pairs.append((f"id{n}", json.dumps({"key": json.dumps(sealed(master, TOKENS[n][7], "HmacSHA1"))})))
    java = bytes.fromhex("aced0005737200116a6176612e7574696c2e486173684d61700507dac1c31660d1030002"
                         "46000a6c6f6164466163746f724900097468726573686f6c6478703f400000000000187708")
    java += struct.pack(">II", 32, len(pairs))
    for pair in pairs:
        for text in pair:
            java += b"\x74" + struct.pack(">H", len(text.encode())) + text.encode()
    write("sealed-freeotp2.xml", java + b"\x78", "freeotp2", ALL[:3], encrypted=True)


def proton():
    entries = [{"id": str(n), "content": {"uri": uri(t), "entry_type": "Totp", "name": t[1]},
                "note": "note" if n else None} for n, t in enumerate(PLAIN)]
    entries.append({"id": "s", "content": {"uri": "steam://" + b32(TOKENS[3][7]), "entry_type": "Steam",
                                           "name": "gamer"}, "note": None})
    plain = {"version": 1, "entries": entries}
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    key = hash_secret_raw(PASSWORD, salt, 2, 19 << 10, 1, 32, Type.ID)
    content = nonce + gcm(key, nonce, json.dumps(plain).encode(), b"proton.authenticator.export.v1")
    both("proton.json", plain, {"version": 1, "salt": b64(salt), "content": b64(content)}, "proton",
         [ALL[0], described(TOKENS[1], note="note"), ALL[3]])


def phones():
    one, two, three, _ = TOKENS
    write("lastpass.json", {"version": 3, "accounts": [
        {"issuerName": two[0], "userName": two[1], "secret": b32(two[7]), "timeStep": 60, "digits": 8,
         "algorithm": "SHA256", "folderData": {"folderId": 1, "position": 0}, "isFavorite": True}],
        "folders": [{"id": 1, "name": "Home"}]}, "lastpass", [described(two, ["Home", "favourite"])])
    write("duo.json", [{"name": "duo", "otpGenerator": {"otpSecret": b32(three[7]), "counter": 7}, "logoUri": "x"}],
          "duo", [described(three, issuer="", account="duo")])
    write("steam.json", {"shared_secret": b64(TOKENS[3][7]), "account_name": "gamer"}, "steam", [ALL[3]])
    write("raivo.json", [{"issuer": two[0], "account": two[1], "secret": b32(two[7]), "algorithm": "SHA256",
                          "digits": "8", "kind": "TOTP", "timer": "60", "counter": "0", "pinned": "true"}],
          "raivo", [described(two, ["favourite"])])
    entries = [{"accountType": "authenticator", "digits": 6, "originalIssuer": one[0],
                "originalName": f"{one[0]}:{one[1]}", "name": "x"}]
    tokens = [described(one)]
    salt = "a text of salt"
    key = hashlib.pbkdf2_hmac("sha1", PASSWORD, salt.encode(), 1000, 32)
    sealed = b64(cbc(key, bytes(16), b32(one[7]).encode()))
    name = "com.authy.storage.tokens.authenticator.key"
    both("authy.xml", preferences([(name, json.dumps([dict(entries[0], decryptedSecret=b32(one[7]))]))]),
         preferences([(name, json.dumps([dict(entries[0], encryptedSecret=sealed, salt=salt)]))]), "authy", tokens)
    accounts = [{"base": 16, "digits": "6", "issuer": one[0], "key": one[7].hex(), "name": one[1]}]
    plain = json.dumps({json.dumps(accounts): "1"}).encode()
    write("sealed-totp-authenticator.bin", b64(cbc(hashlib.sha256(PASSWORD).digest(), bytes(16), plain)),
          "totp-authenticator", tokens, encrypted=True)
    write("totp-authenticator.bin", b64(cbc(hashlib.sha256(b"TotpAuthenticator").digest(), bytes(16), plain)),
          "totp-authenticator", tokens)


def databases():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "db"
        db = sqlite3.connect(path)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE accounts (_id INTEGER PRIMARY KEY, email TEXT, secret TEXT, counter INTEGER,"
                   " type INTEGER, issuer TEXT, isencrypted INTEGER DEFAULT 0)")
        for i, a, k, _, _, _, c, s in (TOKENS[0], TOKENS[2]):
            db.execute("INSERT INTO accounts (email, secret, counter, type, issuer) VALUES (?,?,?,?,?)",
                       (f"{i}:{a}", b32(s), c, 1 if k == "hotp" else 0, i))
        db.execute("INSERT INTO accounts (email, secret, counter, type, issuer, isencrypted)"
                   " VALUES ('x', 'AAAA', 0, 0, 'X', 1)")
        db.commit()
        db.close()
        write("google.sqlite", path.read_bytes(), "google-database", [ALL[0], ALL[2], "rejected X:x: encrypted"])
        path.unlink()
        db = sqlite3.connect(path)
        db.execute("CREATE TABLE accounts (_id INTEGER PRIMARY KEY, name TEXT, username TEXT, oath_secret_key TEXT,"
                   " account_type INTEGER)")
        one = TOKENS[0]
        db.execute("INSERT INTO accounts VALUES (1, ?, ?, ?, 0)", (one[0], one[1], b32(one[7])))
        db.execute("INSERT INTO accounts VALUES (2, ?, ?, ?, 1)", (one[0], "ms", b64(one[7])))
        db.commit()
        db.close()
        write("microsoft.sqlite", path.read_bytes(), "microsoft",
              [described(one), described(one, account="ms", digits=8)])


def archives():
    def zipped(name, data, password=None):
        buffer = io.BytesIO()
        with pyzipper.AESZipFile(buffer, "w", compression=pyzipper.ZIP_DEFLATED,
                                 encryption=pyzipper.WZ_AES if password else None) as archive:
            if password:
                archive.setpassword(password)
            archive.writestr(name, data)
        return buffer.getvalue()

    text = "\n".join(map(uri, TOKENS))
    write("sealed-authenticator-plus.zip", zipped("Accounts.txt", text, PASSWORD), "authenticator-plus", ALL, True)
    write("sealed-winauth.zip", zipped("winauth.txt", text, PASSWORD), "winauth", ALL, True)
    one = TOKENS[0]
    item = {"favIndex": 1, "overview": {"title": one[0], "tags": ["t"]},
            "details": {"loginFields": [{"designation": "username", "value": one[1]}], "notesPlain": "n",
                        "sections": [{"fields": [{"value": {"totp": b32(one[7])}}, {"value": {"string": "x"}}]}]}}
    data = {"accounts": [{"vaults": [{"attrs": {"name": "Private"}, "items": [item]}]}]}
    write("1password.1pux", zipped("export.data", json.dumps(data)), "1password",
          [described(one, ["Private", "t", "favourite"], "n")])


def keepass():
    one, two, _, four = TOKENS
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "db.kdbx"
        db = pykeepass.create_database(str(path), password=PASSWORD.decode())
        group = db.add_group(db.root_group, "Home")
        entry = db.add_entry(group, one[0], one[1], "pw", notes="note")
        entry.otp = uri(one)
        entry.save_history()
        entry = db.add_entry(db.root_group, "Seed", "bob", "pw")
        entry.set_custom_property("TOTP Seed", b32(two[7]), protect=True)
        entry.set_custom_property("TOTP Settings", "60;8", protect=False)
        entry = db.add_entry(db.root_group, four[0], four[1], "pw")
        entry.set_custom_property("TOTP Seed", b32(four[7]), protect=True)
        entry.set_custom_property("TOTP Settings", "30;S", protect=False)
        entry = db.add_entry(db.root_group, "Hex", "hex", "pw")
        entry.set_custom_property("TimeOtp-Secret-Hex", one[7].hex(), protect=True)
        entry.set_custom_property("TimeOtp-Algorithm", "HMAC-SHA-256", protect=False)
        db.add_entry(db.root_group, "no token", "x", "pw")
        db.save()
        write("sealed-keepass.kdbx", path.read_bytes(), "keepass", [
            described(one, ["Home"], "note"), described(two, issuer="Seed", account="bob", algorithm="SHA1"), described(four),
            described(one, issuer="Hex", account="hex", algorithm="SHA256")], encrypted=True)
        xml = db.xml()
        write("keepass.xml", xml, "keepass-xml", cases[-1]["tokens"])
    rows = ['"Group","Title","Username","Password","URL","Notes","TOTP","Icon"',
            f'"Root/Home","{one[0]}","{one[1]}","pw","","note","{uri(one)}","0"', '"Root","x","y","pw","","","","0"']
    write("keepassxc.csv", "\n".join(rows), "keepassxc-csv", [described(one, ["Home"], "note")])
    write("1password.csv", f"Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes\n"
          f"{one[0]},,{one[1]},pw,{uri(one)},true,false,t,n\n", "1password-csv", [described(one, ["t", "favourite"], "n")])


def terminals():
    one, two, three, _ = TOKENS
    write("cotp.json", {"version": 2, "elements": [
        {"secret": b32(two[7]), "issuer": two[0], "label": two[1], "digits": 8, "type": "TOTP", "algorithm": "SHA256",
         "period": 60, "counter": None, "pin": None}]}, "cotp", [ALL[1]])
    write("otpclient.json", [
        {"type": "HOTP", "label": three[1], "issuer": three[0], "secret": b32(three[7]), "digits": 6, "algo": "SHA1",
         "counter": 7}], "otpclient", [ALL[2]])
    write("totp-cli.yaml", f"- name: {one[0]}\n  accounts:\n    - name: {one[1]}\n      token: {b32(one[7])}\n"
          f"      prefix: \"\"\n      algorithm: sha1\n      length: 6\n    - name: second\n      token: {b32(two[7])}\n"
          f"- name: Other\n  accounts:\n    - name: third\n      token: {b32(three[7])}\n", "totp-cli",
          [described(one), described(two, issuer=one[0], account="second", algorithm="SHA1", digits=6, period=30),
           described(three, issuer="Other", account="third", kind="totp", period=30)])
    write("2fa.txt", f"site 6 {b32(one[7])}\ncount 6 {b32(three[7])} 00000000000000000006\n", "2fa",
          [described(one, issuer="", account="site"), described(three, issuer="", account="count")])
    write("gauth.csv", f"site:{b32(one[7])}\n", "gauth", [described(one, issuer="", account="site")])
    write("plain.csv", "issuer,account,type,secret,algorithm,digits,period,counter,tags,note\n"
          f"{three[0]},{three[1]},hotp,{b32(three[7])},SHA1,6,,7,a;b,n\n", "csv", [described(three, ["a", "b"], "n")])


shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir()
for part in (lists, google, aegis, twofas, andotp, bitwarden, stratum, freeotp, proton, phones, databases, archives,
             keepass, terminals):
    part()
manifest = {"source": "write_fixtures.py", "password": PASSWORD.decode(), "cases": cases}
(FOLDER / "manifest.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
