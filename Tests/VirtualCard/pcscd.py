# SPDX-License-Identifier: MIT
"""The real pcscd with virtual readers, and cards in them; all that is started here is stopped here.

The pcscd is one of our own: in a mount namespace it finds another /run, so that a pcscd that serves
the machine goes on undisturbed, and no driver but the virtual one, so that it takes no real key.
Clients find it by PCSCLITE_CSOCK_NAME. Where namespaces are not to be had, as in some containers, it
runs in the usual place, if nobody else is there.
"""

import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

DRIVER = pathlib.Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
DRIVERS = DRIVER.parents[1]
USUAL_SOCKET = pathlib.Path("/run/pcscd/pcscd.comm")
SOCKET_VARIABLE = "PCSCLITE_CSOCK_NAME"
# A mount point, a command, and nothing of the namespace is left when the command ends.
ISOLATED = """
mount --bind "$1/run" /run
mount --bind "$1/drivers" "$2"
exec "$3" --foreground --config "$1/readers"
"""


def namespace():
    """The command that gives a program mounts of its own, or None."""
    for command in (["unshare", "--mount"], ["unshare", "--mount", "--map-root-user"]):
        trial = [*command, "mount", "--bind", "/tmp", "/run"]
        with contextlib.suppress(OSError):
            if subprocess.run(trial, capture_output=True).returncode == 0:
                return command
    return None


def program():
    return shutil.which("pcscd", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def answers(path):
    """Whether somebody listens at a socket: pcscd, or whoever would start it when asked."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(path)) == 0


def why_not():
    """Says what is missing, or None."""
    if not program():
        return "pcscd is not installed"
    if not DRIVER.exists():
        return "vsmartcard-vpcd is not installed"
    if namespace():
        return None
    if os.geteuid() != 0:
        return "starting pcscd wants root, or namespaces"
    if answers(USUAL_SOCKET):
        return "a pcscd is running, and is not ours to stop"
    return None


def wait_until(condition, seconds=10, pause=0.01):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(condition)
        time.sleep(pause)


def free_ports():
    """Two ports in a row for a reader's two slots."""
    for _ in range(100):
        with socket.socket() as first, socket.socket() as second:
            first.bind(("", 0))
            port = first.getsockname()[1]
            with contextlib.suppress(OSError, OverflowError):
                second.bind(("", port + 1))
                return port, port + 1
    raise OSError("no two free ports in a row")


class Service:
    """pcscd in the foreground with two virtual readers, stopped by its own process id."""

    def __init__(self):
        self.process = None
        self.folder = None
        self.ports = ()
        self.socket = None

    def start(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pcscd-"))
        self.ports = free_ports()
        for name in ("run/pcscd", "drivers", "readers"):
            (self.folder / name).mkdir(parents=True)
        driver = shutil.copy(DRIVER, self.folder)
        (self.folder / "readers" / "vpcd").write_text(
            'FRIENDLYNAME "Virtual PCD"\n'
            f"DEVICENAME /dev/null:0x{self.ports[0]:04X}\n"
            f"LIBPATH {driver}\n"
            f"CHANNELID 0x{self.ports[0]:04X}\n"
        )
        isolate = namespace()
        if isolate:
            self.socket = self.folder / "run" / "pcscd" / "pcscd.comm"
            command = [*isolate, "sh", "-euc", ISOLATED, "sh", self.folder, DRIVERS, program()]
        else:
            self.socket = USUAL_SOCKET
            # One that was left over, which nobody listens at, keeps pcscd from starting.
            self.socket.unlink(missing_ok=True)
            command = [program(), "--foreground", "--config", self.folder / "readers"]
        self.process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_until(lambda: self.process.poll() is not None or answers(self.socket))
            assert self.process.poll() is None, "pcscd ended at once"
        except BaseException:
            self.stop()
            raise
        os.environ[SOCKET_VARIABLE] = str(self.socket)
        return self

    def stop(self):
        if self.process:
            stop(self.process)
            self.process = None
        if self.folder:
            shutil.rmtree(self.folder)
            self.folder = None
        if self.socket == USUAL_SOCKET:
            self.socket.unlink(missing_ok=True)
        os.environ.pop(SOCKET_VARIABLE, None)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()


def stop(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Card:
    """A virtual card in one of the readers."""

    def __init__(self, *options, port):
        card = pathlib.Path(__file__).with_name("virtual_card.py")
        self.process = subprocess.Popen(
            [sys.executable, str(card), "--port", str(port), *map(str, options)],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        assert self.process.stdout.readline() == b"connected\n"

    def remove(self):
        stop(self.process)
        self.process.stdout.close()


def present(count):
    """Whether so many readers have a card in them, as pcscd's clients see it."""
    from smartcard import scard

    result, context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
    if result != scard.SCARD_S_SUCCESS:
        return False
    try:
        _, readers = scard.SCardListReaders(context, [])
        states = [(reader, scard.SCARD_STATE_UNAWARE) for reader in readers or []]
        if not states:
            return count == 0
        _, states = scard.SCardGetStatusChange(context, 0, states)
        return sum(bool(state[1] & scard.SCARD_STATE_PRESENT) for state in states) == count
    finally:
        scard.SCardReleaseContext(context)


class Holder:
    """Another program that has a card for itself, or is in the middle of something with it."""

    def __init__(self, slot=0, exclusive=False):
        from smartcard import scard

        self.scard = scard
        self.exclusive = exclusive
        _, self.context = scard.SCardEstablishContext(scard.SCARD_SCOPE_USER)
        _, readers = scard.SCardListReaders(self.context, [])
        mode = scard.SCARD_SHARE_EXCLUSIVE if exclusive else scard.SCARD_SHARE_SHARED
        result, self.card, _ = scard.SCardConnect(
            self.context, readers[slot], mode, scard.SCARD_PROTOCOL_T1
        )
        if result == scard.SCARD_S_SUCCESS and not exclusive:
            result = scard.SCardBeginTransaction(self.card)
        assert result == scard.SCARD_S_SUCCESS, scard.SCardGetErrorMessage(result)

    def release(self):
        if not self.exclusive:
            self.scard.SCardEndTransaction(self.card, self.scard.SCARD_LEAVE_CARD)
        self.scard.SCardDisconnect(self.card, self.scard.SCARD_LEAVE_CARD)
        self.scard.SCardReleaseContext(self.context)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()
