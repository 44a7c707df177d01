# SPDX-License-Identifier: MIT
"""Makes codes with pyotp: a JSON object a line in, a JSON object a line out."""

import hashlib
import json
import sys

import pyotp

# The tests use secrets and steps that pyotp's makers advise against.
pyotp.OTP.min_secret_length_bits = 8
LONGEST_STEP = 120


def code(case):
    digest = getattr(hashlib, case["algorithm"].lower())
    digits = case["digits"]
    if case["type"] == "hotp":
        return pyotp.HOTP(case["secret"], digits=digits, digest=digest).at(int(case["counter"]))
    step = case["period"]
    if case["type"] == "steam":
        steam = pyotp.contrib.Steam(case["secret"], interval=min(step, LONGEST_STEP))
        return steam.generate_otp(case["time"] // step)
    if step > LONGEST_STEP:
        totp = pyotp.TOTP(case["secret"], digits=digits, digest=digest)
        return totp.generate_otp(case["time"] // step)
    return pyotp.TOTP(case["secret"], digits=digits, digest=digest, interval=step).at(case["time"])


def parsed(case):
    otp = pyotp.parse_uri(case["uri"])
    counted = isinstance(otp, pyotp.HOTP)
    return {
        "code": otp.at(0) if counted else otp.at(case["time"]),
        "account": otp.name,
        "issuer": otp.issuer or "",
    }


for line in sys.stdin.readlines():
    case = json.loads(line)
    print(json.dumps(parsed(case) if "uri" in case else {"code": code(case)}))
