# SPDX-License-Identifier: MIT
"""The commands that write, each with the vault that it starts from."""

import base64
import dataclasses

import sealed

PASSPHRASE, NEW_PASSPHRASE = b"old words", b"new words"
# None of these may ever lie in a file, or be written to one.
SECRETS = {
    "x": b"secret of x, long enough",
    "c": b"secret of c, 20 bytes",
    "y": b"secret of y, to be added",
}
COUNTER = 5  # of c, before any command


def base32(secret):
    return base64.b32encode(secret).rstrip(b"=")


def _uri(account):
    return b"otpauth://totp/%s?secret=%s\n" % (account.encode(), base32(SECRETS[account]))


def _token(account, **facts):
    return sealed.token(account.encode(), SECRETS[account], **facts)


@dataclasses.dataclass(frozen=True)
class Command:
    """A command line; words in braces name the files that a world has."""

    words: tuple[str, ...]
    options: tuple[str, ...] = ()
    input: bytes = b""
    name: str = ""
    starts_empty: bool = False
    is_linked: bool = False
    prints_code: bool = False
    # Where a run takes Argon2 at a cost that is not ours to choose, one fault of so many is taken.
    thinning: int = 1

    @property
    def title(self):
        return self.name or " ".join(self.words)

    def arguments(self, files):
        return [*self.words, *(option.format_map(files) for option in self.options)]


COMMANDS = (
    Command(("add",), ("--uri", "-"), input=_uri("y")),
    Command(("add",), ("--uri", "-"), input=_uri("y"), name="add, behind a link", is_linked=True),
    Command(("edit",), ("x", "--note", "changed")),
    Command(("rm",), ("x", "--yes")),
    Command(("code",), ("c",), prints_code=True),
    Command(("vault", "passwd"), ("--new-passphrase-file", "{new_passphrase}")),
    Command(("vault", "init"), ("--kdf", "interactive"), starts_empty=True, thinning=4),
    Command(
        ("add",),
        ("--uri", "-"),
        input=_uri("y"),
        name="the first add",
        starts_empty=True,
        thinning=30,
    ),
    Command(("vault", "slot", "add"), ("--new-passphrase-file", "{new_passphrase}")),
    Command(("vault", "backup"), ("-o", "{copy}")),
    Command(("vault", "restore"), ("1", "--yes")),
    Command(("vault", "merge"), ("{other}",)),
)


def vaults():
    """The vault that commands start from, the generation before it, and its copy on another machine."""
    x, c, y = _token("x", issuer=b"Site"), _token("c", kind=2, counter=COUNTER), _token("y")
    present, key, header = sealed.vault([x, c], PASSPHRASE)
    return {
        "present": present,
        "generation": sealed.sealed(header, sealed.payload([x]), key),
        "other": sealed.sealed(header, sealed.payload([x, c, y]), key),
    }


def uris():
    return _uri("y")
