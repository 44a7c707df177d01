#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A card with Yubico's OATH application, for the tests: it plugs into pcscd's virtual reader (vpcd).

Written from the protocol's description, without a look at the client that it tests; yubikit, Yubico's
own library, drives it in a test of its own. Only Python's standard library is used.
"""

import argparse
import hashlib
import hmac
import json
import os
import socket
import struct
import sys
import time

OATH_AID = bytes.fromhex("A0000005272101")
MANAGEMENT_AID = bytes.fromhex("A000000527471117")
# T=1, and a second byte of Fx, as keys on USB have it.
ATR = bytes.fromhex("3BF81300008131FE15597562696B657934D4")

OK = b"\x90\x00"
NO_SUCH_OBJECT = b"\x69\x84"
AUTH_REQUIRED = b"\x69\x82"
WRONG_DATA = b"\x6a\x80"
WRONG_LENGTH = b"\x67\x00"
NO_SPACE = b"\x6a\x84"
FILE_NOT_FOUND = b"\x6a\x82"
WRONG_P1P2 = b"\x6b\x00"
INS_NOT_SUPPORTED = b"\x6d\x00"
CONDITIONS = b"\x69\x85"

HASHES = {1: hashlib.sha1, 2: hashlib.sha256, 3: hashlib.sha512}
NAME_LIMIT = 64


def tlv(tag, value):
    length = len(value)
    if length < 0x80:
        return bytes([tag, length]) + value
    if length < 0x100:
        return bytes([tag, 0x81, length]) + value
    return bytes([tag, 0x82]) + struct.pack(">H", length) + value


class BadData(Exception):
    pass


def take_tlv(data, tag):
    """Takes the first object off, which has to have this tag; returns its value and the rest."""
    if len(data) < 2 or data[0] != tag:
        raise BadData
    length, start = data[1], 2
    if length == 0x81:
        length, start = data[2], 3
    elif length == 0x82:
        length, start = struct.unpack(">H", data[2:4])[0], 4
    if start + length > len(data):
        raise BadData
    return data[start : start + length], data[start + length :]


class Credential:
    def __init__(self, kind, algorithm, digits, key, touch=False, counter=0):
        self.kind = kind  # 0x10 counter, 0x20 time
        self.algorithm = algorithm
        self.digits = digits
        self.key = key
        self.touch = touch
        self.counter = counter

    def mac(self, message):
        return hmac.new(self.key, message, HASHES[self.algorithm]).digest()


class OATHApplication:
    def __init__(self, options):
        self.options = options
        self.version = bytes(int(part) for part in options.version.split("."))
        self.credentials = {}
        self.access_key = None
        self.device_id = os.urandom(8)
        self.challenge = b""
        self.unlocked = True
        self.rest = b""

    def set_password(self, password):
        self.access_key = hashlib.pbkdf2_hmac("sha1", password.encode(), self.device_id, 1000, 16)

    def select(self):
        self.rest = b""
        self.unlocked = self.access_key is None
        answer = tlv(0x79, self.version) + tlv(0x71, self.device_id)
        if self.access_key is not None:
            self.challenge = os.urandom(8)
            answer += tlv(0x74, self.challenge) + tlv(0x7B, b"\x01")
        return answer + OK

    def answer_in_parts(self, data):
        chunk = self.options.chunk
        if len(data) <= chunk:
            return data + OK
        # The cut is where it falls, also within an object.
        self.rest = data[chunk:]
        return data[:chunk] + self.more()

    def more(self):
        if self.options.lying_lengths:
            return b"\x61\xff"
        return bytes([0x61, min(len(self.rest), 0xFF)])

    def send_remaining(self):
        if self.options.endless:
            return b"\x61\xff"
        data, self.rest = self.rest, b""
        if not data:
            return NO_SUCH_OBJECT
        return self.answer_in_parts(data)

    def handle(self, ins, p1, p2, data):
        if ins == 0xA5:
            return self.send_remaining()
        self.rest = b""
        if ins == 0xA3:
            return self.validate(data)
        if ins == 0x04:
            return self.reset() if (p1, p2) == (0xDE, 0xAD) else WRONG_P1P2
        if not self.unlocked:
            return AUTH_REQUIRED
        if ins == 0xA4:
            return self.calculate_all(p2, data)
        commands = {
            0x01: self.put,
            0x02: self.delete,
            0x03: self.set_code,
            0x05: self.rename,
            0xA1: self.list,
        }
        if ins == 0xA2:
            return self.calculate(p2, data)
        return commands[ins](data) if ins in commands else INS_NOT_SUPPORTED

    def put(self, data):
        name, data = take_tlv(data, 0x71)
        key, data = take_tlv(data, 0x73)
        if not 1 <= len(name) <= NAME_LIMIT or len(key) < 2 + 14:
            return WRONG_DATA
        kind, algorithm, digits = key[0] & 0xF0, key[0] & 0x0F, key[1]
        if kind not in (0x10, 0x20) or algorithm not in HASHES or not 4 <= digits <= 8:
            return WRONG_DATA
        touch = False
        if data[:1] == b"\x78":
            touch, data = bool(data[1] & 0x02), data[2:]
        counter = 0
        if data:
            value, data = take_tlv(data, 0x7A)
            counter = int.from_bytes(value, "big")
        if data:
            return WRONG_DATA
        if name not in self.credentials and len(self.credentials) >= self.options.capacity:
            return NO_SPACE
        self.credentials[name] = Credential(kind, algorithm, digits, key[2:], touch, counter)
        return OK

    def delete(self, data):
        name, _ = take_tlv(data, 0x71)
        return OK if self.credentials.pop(name, None) else NO_SUCH_OBJECT

    def rename(self, data):
        old, data = take_tlv(data, 0x71)
        new, _ = take_tlv(data, 0x71)
        if old not in self.credentials or new in self.credentials:
            return NO_SUCH_OBJECT
        if not 1 <= len(new) <= NAME_LIMIT:
            return WRONG_DATA
        self.credentials = {new if n == old else n: c for n, c in self.credentials.items()}
        return OK

    def list(self, _):
        answer = b""
        for name, credential in self.credentials.items():
            answer += tlv(0x72, bytes([credential.kind | credential.algorithm]) + name)
        return self.answer_in_parts(answer)

    def set_code(self, data):
        key, data = take_tlv(data, 0x73)
        if not key:
            self.access_key = None
            return OK
        challenge, data = take_tlv(data, 0x74)
        response, _ = take_tlv(data, 0x75)
        if hmac.new(key[1:], challenge, "sha1").digest() != response:
            return NO_SUCH_OBJECT
        self.access_key = key[1:]
        self.unlocked = False
        return OK

    def validate(self, data):
        if self.access_key is None:
            return NO_SUCH_OBJECT
        response, data = take_tlv(data, 0x75)
        challenge, _ = take_tlv(data, 0x74)
        if not hmac.compare_digest(
            hmac.new(self.access_key, self.challenge, "sha1").digest(), response
        ):
            return WRONG_DATA
        self.unlocked = True
        key = bytes(16) if self.options.impostor else self.access_key
        return tlv(0x75, hmac.new(key, challenge, "sha1").digest()) + OK

    def reset(self):
        self.credentials.clear()
        self.access_key = None
        self.device_id = os.urandom(8)
        self.unlocked = True
        return OK

    @staticmethod
    def response(credential, message, p2):
        mac = credential.mac(message)
        if p2 == 0x01:
            offset = mac[-1] & 0x0F
            number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFFFFFF
            return tlv(0x76, bytes([credential.digits]) + number.to_bytes(4, "big"))
        return tlv(0x75, bytes([credential.digits]) + mac)

    def calculate(self, p2, data):
        name, data = take_tlv(data, 0x71)
        challenge, _ = take_tlv(data, 0x74)
        credential = self.credentials.get(name)
        if credential is None:
            return NO_SUCH_OBJECT
        if credential.touch:
            if self.options.touch == "no":
                return AUTH_REQUIRED
            time.sleep(self.options.touch_delay)
        if credential.kind == 0x10:
            challenge = credential.counter.to_bytes(8, "big")
            credential.counter += 1
        return self.response(credential, challenge, p2) + OK

    def calculate_all(self, p2, data):
        challenge, _ = take_tlv(data, 0x74)
        answer = b""
        for name, credential in self.credentials.items():
            answer += tlv(0x71, name)
            if credential.kind == 0x10:
                answer += tlv(0x77, bytes([credential.digits]))
            elif credential.touch:
                answer += tlv(0x7C, bytes([credential.digits]))
            else:
                answer += self.response(credential, challenge, p2)
        return self.answer_in_parts(answer)


class Card:
    """Chooses applications; each command is logged for the tests that look at what was sent."""

    def __init__(self, options):
        self.options = options
        self.oath = OATHApplication(options)
        self.selected = None
        self.log = open(options.log, "a", buffering=1) if options.log else None

    def power(self):
        self.selected = None
        self.oath.rest = b""

    def transmit(self, apdu):
        if self.log:
            self.log.write(apdu.hex() + "\n")
        if len(apdu) < 4:
            return WRONG_LENGTH
        _, ins, p1, p2 = apdu[:4]
        body = apdu[4:]
        data = b""
        if len(body) > 3 and body[0] == 0:
            # Extended: a zero, two bytes of length, the data, and perhaps two bytes of what is expected.
            length = int.from_bytes(body[1:3], "big")
            data, rest = body[3 : 3 + length], body[3 + length :]
            if len(data) != length or len(rest) not in (0, 2):
                return WRONG_LENGTH
        elif len(body) > 1 and body[0] != 0:
            length = body[0]
            data, rest = body[1 : 1 + length], body[1 + length :]
            if len(data) != length or len(rest) > 1:
                return WRONG_LENGTH
        if ins == 0xA4 and p1 == 0x04:
            return self.select(data)
        try:
            if self.selected == "oath":
                return self.oath.handle(ins, p1, p2, data)
        except BadData:
            return WRONG_DATA
        if self.selected == "management" and ins == 0x1D:
            body = tlv(0x01, b"\x02\x3f") + tlv(0x05, self.oath.version)
            if self.options.serial is not None:
                body += tlv(0x02, self.options.serial.to_bytes(4, "big"))
            return bytes([len(body)]) + body + OK
        return INS_NOT_SUPPORTED

    def select(self, aid):
        if aid == OATH_AID and not self.options.no_oath:
            self.selected = "oath"
            return self.oath.select()
        if aid == MANAGEMENT_AID and self.options.serial is not None:
            self.selected = "management"
            return self.options.version.encode() + OK
        self.selected = None
        return FILE_NOT_FOUND


def serve(card, host, port):
    deadline = time.monotonic() + 10
    while True:
        try:
            connection = socket.create_connection((host, port))
            break
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    print("connected", flush=True)

    def receive(count):
        data = b""
        while len(data) < count:
            # Otherwise the kernel's delayed acknowledgement costs 40 ms a message.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            part = connection.recv(count - len(data))
            if not part:
                sys.exit(0)
            data += part
        return data

    while True:
        (length,) = struct.unpack(">H", receive(2))
        message = receive(length)
        if length == 1:
            if message == b"\x04":
                answer = ATR
            else:
                card.power()
                continue
        else:
            answer = card.transmit(message)
        connection.sendall(struct.pack(">H", len(answer)) + answer)


def load(application, entries):
    for entry in entries:
        name = bytes.fromhex(entry["id_hex"]) if "id_hex" in entry else entry["id"].encode()
        secret = bytes.fromhex(entry["secret"])
        application.credentials[name] = Credential(
            {"hotp": 0x10, "totp": 0x20}[entry.get("type", "totp")],
            {"SHA1": 1, "SHA256": 2, "SHA512": 3}[entry.get("algorithm", "SHA1")],
            entry.get("digits", 6),
            secret.ljust(14, b"\0"),
            entry.get("touch", False),
            entry.get("counter", 0),
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=35963)
    parser.add_argument("--version", default="5.4.3")
    parser.add_argument("--serial", type=int)
    parser.add_argument("--chunk", type=int, default=254)
    parser.add_argument("--capacity", type=int, default=64)
    parser.add_argument("--credentials", help="a JSON list of credentials")
    parser.add_argument("--password")
    parser.add_argument("--touch", choices=["yes", "no"], default="yes")
    parser.add_argument("--touch-delay", type=float, default=0)
    parser.add_argument("--no-oath", action="store_true")
    parser.add_argument("--impostor", action="store_true", help="does not know its own access key")
    parser.add_argument("--lying-lengths", action="store_true", help="says 61FF for any rest")
    parser.add_argument("--endless", action="store_true", help="says 61FF, and nothing, for ever")
    parser.add_argument("--log", help="a file for the commands, in hex")
    options = parser.parse_args()
    card = Card(options)
    if options.credentials:
        with open(options.credentials) as file:
            load(card.oath, json.load(file))
    if options.password is not None:
        card.oath.set_password(options.password)
    serve(card, options.host, options.port)


if __name__ == "__main__":
    main()
