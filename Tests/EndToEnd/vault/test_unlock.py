# SPDX-License-Identifier: MIT
"""Unlocking for a while: the key lies in the kernel's keyring of the user."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import pytest

import keys
from harness import J, PASSPHRASE, R, T, Program
from terminal import Terminal

pytestmark = pytest.mark.skipif(not keys.are_usable(), reason="keyrings can't be used here")


class Person:
    """A user with a home, a vault, and a copy of the program; nothing asks on a terminal."""

    def __init__(self, user):
        self.user = user
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="totp-person-"))
        self.totp = Program(self.folder / "home")
        path = self.folder / "totp"
        shutil.copy(self.totp.path, path)
        self.totp.path = str(path)
        del self.totp.environment["TOTP_PASSPHRASE_FILE"]
        self.own()

    def own(self):
        for path in [self.folder, *self.folder.rglob("*")]:
            os.chown(path, self.user, self.user)

    def __call__(self, *arguments, session=None, **options):
        return self.totp(
            *arguments,
            user=self.user,
            group=self.user,
            extra_groups=[],
            start_new_session=True,
            preexec_fn=session,
            **options,
        )

    def with_passphrase(self, *arguments, check=0, **options):
        return self(
            *arguments, "--passphrase-file", self.totp.passphrase_file, check=check, **options
        )

    def make_vault(self):
        self.with_passphrase("vault", "init", "--kdf", "interactive")
        self.with_passphrase("add", "x", input=J)
        return self

    def info(self, **options):
        return json.loads(self("vault", "info", "--json", check=0, **options).stdout)

    @property
    def key_name(self):
        return "totp:" + self.info()["id"]


def linked_session():
    keys.join_session()
    keys.link(keys.USER_KEYRING, keys.SESSION_KEYRING)


SESSIONS = {"as it is": None, "linked": linked_session, "not linked": keys.join_session}
# Two users that nobody else is.
USER = 60_000 + os.getpid() % 2000 * 2
STRANGER = USER + 1


def somebody(user):
    if os.geteuid() != 0:
        pytest.skip("other users are root's to become")
    person = Person(user)
    yield person
    keys.aside(lambda: (keys.become(user), keys.clear()))
    shutil.rmtree(person.folder)


@pytest.fixture
def person(fresh):
    """Somebody with a vault that has a token."""
    for person in somebody(USER):
        yield person.make_vault()


@pytest.fixture
def stranger(fresh):
    """Somebody else, without a vault."""
    yield from somebody(STRANGER)


@pytest.mark.parametrize("reader", SESSIONS)
@pytest.mark.parametrize("writer", SESSIONS)
def test_every_session_of_the_user_finds_the_key(person, writer, reader):
    person.with_passphrase("unlock", session=SESSIONS[writer])
    done = person("code", "x", "--at", T, session=SESSIONS[reader], check=0)
    assert (done.stdout, done.stderr) == (b"324550\n", b"")
    person("lock", session=SESSIONS[reader], check=0)
    assert person("code", "x", session=SESSIONS[writer]).returncode == 5


def test_an_unlocked_vault_is_changed_without_its_passphrase(person):
    person.with_passphrase("unlock", "--for", "8h")
    person("add", "--uri", "-", input=f"otpauth://hotp/c?secret={R}&counter=0\n", check=0)
    assert person("code", "c", check=0).stdout == b"755224\n"
    person("rm", "x", "--yes", check=0)
    assert [t["account"] for t in json.loads(person("list", "--json", check=0).stdout)] == ["c"]


def test_nothing_is_left_in_the_keyring_unasked(person):
    person.with_passphrase("code", "x")
    person.with_passphrase("list")
    assert person.info()["unlocked"] is False
    done = person("code", "x")
    assert (done.returncode, done.stdout) == (5, b"")
    assert b'"totp unlock"' in done.stderr


def test_a_passphrase_that_is_given_is_the_one_that_counts(person):
    person.with_passphrase("unlock")
    wrong = person.folder / "wrong"
    wrong.write_text("wrong\n")
    wrong.chmod(0o600)
    os.chown(wrong, person.user, person.user)
    done = person("code", "x", "--passphrase-file", wrong)
    assert done.returncode == 5 and b"wrong passphrase" in done.stderr
    assert person("unlock", "--passphrase-file", wrong).returncode == 5
    assert person("code", "x").returncode == 0


@pytest.mark.parametrize("arguments", [("unlock",), ("vault", "passwd")], ids=" ".join)
def test_what_reaches_beyond_the_time_asks_for_the_passphrase(person, arguments):
    person.with_passphrase("unlock")
    assert person(*arguments).returncode == 5


def test_the_kernel_takes_the_key_away_in_time(person):
    person.with_passphrase("unlock", "--for", "1")
    deadline = time.monotonic() + 20
    while person("code", "x").returncode == 0:
        assert time.monotonic() < deadline
    assert person("code", "x").returncode == 5
    assert person.info()["unlocked"] is False
    # Its time is over, and it can be unlocked again.
    person.with_passphrase("unlock")
    person("code", "x", check=0)


@pytest.mark.parametrize(
    "text, seconds",
    [("90", 90), ("90s", 90), ("15m", 900), ("8h", 28800), ("1d", 86400), ("30d", 2592000)],
)
def test_the_time_is_told(person, text, seconds):
    before = int(time.time())
    done = person.with_passphrase("unlock", "--for", text)
    after = int(time.time())
    info = person.info()
    assert info["unlocked"] is True
    assert before + seconds <= info["unlocked_until"] <= after + seconds
    assert 0 <= info["unlocked_until"] - info["remaining"] - before <= int(time.time()) - before
    assert done.stdout.startswith(b"unlocked ") and done.stdout.count(b"\n") == 1
    assert b"unlocked  for " in person("vault", "info").stdout


def test_until_logout_has_no_time_and_says_what_a_logout_has_to_do(person):
    done = person.with_passphrase("unlock", "--for", "until-logout")
    assert done.stderr.count(b"note: ") == 1 and b"totp lock --all" in done.stderr
    info = person.info()
    assert info["unlocked"] is True and "unlocked_until" not in info and "remaining" not in info
    # The key outlives the process that left it.
    person("code", "x", check=0)
    person("lock", check=0)
    assert person("code", "x").returncode == 5


@pytest.mark.parametrize(
    "text", ["", "0", "0s", "-1", "+1", "31d", "1w", "15M", "1.5h", "h", "99999999999999999999"]
)
def test_other_times_are_refused(person, text):
    done = person.with_passphrase("unlock", "--for", text, check=2)
    assert b"until-logout" in done.stderr
    assert person.info()["unlocked"] is False


def test_vaults_are_unlocked_side_by_side(person):
    other = person.folder / "other.totp"
    person.with_passphrase("vault", "init", "--kdf", "interactive", "--vault", other)
    person.with_passphrase("add", "y", "--vault", other, input=R)
    person.with_passphrase("unlock")
    assert person("code", "y", "--vault", other).returncode == 5
    person.with_passphrase("unlock", "--vault", other)
    person("code", "x", check=0)
    person("code", "y", "--vault", other, check=0)
    assert person("lock", "--vault", other, check=0).stdout.startswith(b"locked ")
    person("code", "x", check=0)
    assert person("code", "y", "--vault", other).returncode == 5
    person.with_passphrase("unlock", "--vault", other)
    assert person("lock", "--all", check=0).stdout == b"locked 2 vaults\n"
    assert person("code", "x").returncode == 5
    assert person("code", "y", "--vault", other).returncode == 5
    assert b"locked already" in person("lock", check=0).stdout
    assert person("lock", "--all", check=0).stdout == b"locked 0 vaults\n"


def test_lock_leaves_the_keys_of_other_programs(person):
    def add_others():
        keys.become(person.user)
        return [keys.add("other:1", b"a"), keys.add("totpx", b"b")]

    person.with_passphrase("unlock")
    others = keys.aside(add_others)
    assert all(isinstance(key, int) for key in others), others
    person("lock", "--all", check=0)

    def find_others():
        keys.become(person.user)
        return [keys.search("other:1"), keys.search("totpx")]

    assert keys.aside(find_others) == others


def test_no_other_user_finds_or_reads_the_key(person, stranger):
    """Neither with the vault in hand, nor by the key's number, nor by name."""
    person.with_passphrase("unlock")
    name = person.key_name
    stranger.totp.vault.parent.mkdir(parents=True)
    shutil.copy(person.totp.vault, stranger.totp.vault)
    stranger.own()
    done = stranger("code", "x")
    assert (done.returncode, done.stdout) == (5, b"")
    assert stranger.info()["unlocked"] is False
    assert b"locked 0" in stranger("lock", "--all").stdout

    def number():
        keys.become(person.user)
        return keys.search(name)

    key = keys.aside(number)

    def attempts():
        keys.become(stranger.user)
        return [keys.search(name), keys.read(key), keys.link(key, keys.USER_KEYRING), keys.describe(key)]

    found, *denied = keys.aside(attempts)
    assert found == "ENOKEY" and denied == ["EACCES"] * 3
    person("code", "x", check=0)


def test_a_session_that_became_another_user_s_reads_no_key(person, stranger):
    """su and sudo keep the session keyring, which may link the first user's: that is possession."""
    person.with_passphrase("unlock")
    name = person.key_name

    def inherit():
        keys.join_session()
        keys.become(person.user, real_root=True)
        linked = keys.link(keys.USER_KEYRING, keys.SESSION_KEYRING)
        before = keys.search(name, keys.SESSION_KEYRING)
        os.setresuid(0, 0, 0)
        keys.become(stranger.user)
        return [linked, before, keys.search(name, keys.SESSION_KEYRING), keys.read(before)]

    linked, before, after, bytes_read = keys.aside(inherit)
    assert linked == 0 and isinstance(before, int)
    assert (after, bytes_read) == ("EACCES", "EACCES")


def test_nobody_makes_the_key_stay_longer(person):
    person.with_passphrase("unlock", "--for", "60")
    name = person.key_name

    def prolong():
        linked_session()
        keys.become(person.user)
        key = keys.search(name)
        return [keys.set_timeout(key, 0), keys.set_permissions(key, 0x3F3F3F3F)]

    assert keys.aside(prolong) == ["EACCES", "EACCES"]


def put(person, payload):
    """Has a program of the user put a key where the vault's key would be."""
    name = person.key_name

    def work():
        keys.become(person.user)
        keys.join_session()
        key = keys.add(name, payload, -2)
        keys.set_permissions(key, 0x3F1F0000)
        return keys.link(key, keys.USER_KEYRING)

    assert keys.aside(work) == 0


@pytest.mark.parametrize("payload", [b"x", b"\1" + bytes(39), b"\1" + bytes(41), b"\2" + bytes(40)])
def test_a_key_of_another_form_is_none(person, payload):
    put(person, payload)
    assert person("code", "x").returncode == 5
    assert person.info()["unlocked"] is False
    person.with_passphrase("unlock")
    person("code", "x", check=0)


def test_a_key_that_opens_nothing_is_followed_by_the_prompt(fresh):
    fresh.init()
    fresh("add", "x", input=J, check=0)
    name = "totp:" + json.loads(fresh("vault", "info", "--json").stdout)["id"]
    key = keys.add(name, b"\1" + bytes(40))
    try:
        environment = {k: v for k, v in fresh.environment.items() if "PASSPHRASE" not in k}
        terminal = Terminal([fresh.path, "code", "x", "--at", str(T)], environment)
        terminal.wait_for(b"Passphrase of ")
        terminal.wait_until_silent()
        terminal.type(PASSPHRASE.encode() + b"\n")
        terminal.wait_for(b"324550")
        assert terminal.finish() == 0
        terminal.close()
        # Where nobody can be asked, damage is by far the likeliest cause.
        done = fresh("code", "x", env={"TOTP_PASSPHRASE_FILE": None}, start_new_session=True)
        assert done.returncode == 6 and b"damaged" in done.stderr
    finally:
        keys.unlink(key)


def test_a_damaged_vault_is_damaged_also_when_it_is_unlocked(person):
    person.with_passphrase("unlock")
    changed = bytearray(person.totp.bytes())
    changed[-1] ^= 1
    person.totp.vault.write_bytes(changed)
    for arguments in (("code", "x"), ("add", "y"), ("list",)):
        assert person(*arguments, input=J).returncode == 6, arguments
    assert person.with_passphrase("unlock", check=6).stdout == b""
    assert person.totp.bytes() == bytes(changed)


@pytest.mark.parametrize("error", ["ENOSYS", "EPERM", "EACCES", "EDQUOT"])
def test_without_a_keyring_one_note_comes_and_then_the_prompt(totp, error):
    totp("add", "x", input=J, check=0)
    environment = {k: v for k, v in totp.environment.items() if "PASSPHRASE" not in k}
    strace = [
        shutil.which("strace"), "-qq", "-o", str(totp.folder / "trace"), "-e", "trace=keyctl",
        "-e", f"inject=keyctl:error={error}",
    ]  # fmt: skip
    terminal = Terminal([*strace, totp.path, "code", "x", "--at", str(T)], environment)
    terminal.wait_for(b"Passphrase of ")
    terminal.wait_until_silent()
    terminal.type(PASSPHRASE.encode() + b"\n")
    terminal.wait_for(b"324550")
    assert terminal.finish() == 0
    terminal.close()
    assert terminal.seen.count(b"note: ") == 1 and b"keyring can't be used" in terminal.seen
    done = subprocess.run(
        [*strace, totp.path, "code", "x"],
        env=environment, stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (5, b"")
    assert done.stderr.count(b"note: ") == 1


@pytest.mark.parametrize("call", ["add_key", "keyctl"])
@pytest.mark.parametrize("error", ["ENOSYS", "EPERM", "EDQUOT"])
def test_unlock_says_why_it_can_t(totp, call, error):
    done = subprocess.run(
        [shutil.which("strace"), "-qq", "-o", "/dev/null", "-e", f"inject={call}:error={error}",
         totp.path, "unlock"],
        env=totp.environment, stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"keyring can't be used" in done.stderr and b"hint: " in done.stderr
    assert json.loads(totp("vault", "info", "--json").stdout)["unlocked"] is False


def test_a_spent_quota_is_told(person):
    def spend():
        keys.become(person.user)
        count = 0
        while isinstance(keys.add(f"filler:{count}", b"x"), int):
            count += 1
            if count > 100_000:
                return None
        return count

    if keys.aside(spend) is None:
        pytest.skip("the quota is too large to be spent")
    done = person.with_passphrase("unlock", check=1)
    assert b"quota of keys" in done.stderr


def test_lock_and_unlock_without_a_vault(fresh):
    assert fresh("unlock").returncode == 1
    done = fresh("lock")
    assert done.returncode == 1 and b"no vault" in done.stderr
