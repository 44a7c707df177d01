# SPDX-License-Identifier: MIT
"""The kernel's keyrings by their system calls, and processes of other users."""

import ctypes
import errno
import json
import os
import platform

USER_KEYRING, SESSION_KEYRING = -4, -3
_NUMBERS = {"x86_64": (248, 250), "aarch64": (217, 219)}
_ADD_KEY, _KEYCTL = _NUMBERS.get(platform.machine(), (0, 0))
_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


def _call(number, *arguments):
    """Returns what the kernel returns, or the name of the error."""
    result = _libc.syscall(
        ctypes.c_long(number),
        *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments],
    )
    return result if result >= 0 else errno.errorcode[ctypes.get_errno()]


def add(description, payload, keyring=USER_KEYRING):
    return _call(_ADD_KEY, b"user", description.encode(), payload, len(payload), keyring)


def join_session():
    """Leaves the session keyring for an empty one, as cron and units begin."""
    return _call(_KEYCTL, 1, None)


def set_permissions(key, permissions):
    return _call(_KEYCTL, 5, key, permissions)


def describe(key):
    text = ctypes.create_string_buffer(4096)
    result = _call(_KEYCTL, 6, key, text, len(text))
    return result if isinstance(result, str) else text.value.decode()


def clear(keyring=USER_KEYRING):
    return _call(_KEYCTL, 7, keyring)


def link(key, keyring):
    return _call(_KEYCTL, 8, key, keyring)


def unlink(key, keyring=USER_KEYRING):
    return _call(_KEYCTL, 9, key, keyring)


def search(description, keyring=USER_KEYRING):
    return _call(_KEYCTL, 10, keyring, b"user", description.encode(), 0)


def read(key):
    buffer = ctypes.create_string_buffer(4096)
    result = _call(_KEYCTL, 11, key, buffer, len(buffer))
    return result if isinstance(result, str) else buffer.raw[:result]


def set_timeout(key, seconds):
    return _call(_KEYCTL, 15, key, seconds)


def are_usable():
    return _ADD_KEY != 0 and not isinstance(_call(_KEYCTL, 0, USER_KEYRING, 1), str)


def become(user, real_root=False):
    """Becomes another user; with `real_root` the way back stays open."""
    os.setgroups([])
    os.setresgid(user, user, 0 if real_root else user)
    os.setresuid(user, user, 0 if real_root else user)


def aside(work):
    """Does something in a process of its own; returns what it returns, if JSON can hold that."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(theirs, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    return json.loads(answer)
