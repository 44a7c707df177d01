# SPDX-License-Identifier: MIT
"""A home of its own for one run of the program, in memory, and what may lie in it afterwards."""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import tempfile

import commands
import sealed

MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
PASSPHRASES = (commands.PASSPHRASE, commands.NEW_PASSPHRASE)
PLAINTEXTS = [form(secret) for secret in commands.SECRETS.values() for form in (bytes, commands.base32)]


class World:
    """A folder that is written anew for each run."""

    def __init__(self, program):
        self.program = str(program)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="faults-", dir=MEMORY))
        self.given = self.folder / "given"  # what the user has: it holds secrets, and is not searched
        self.log = self.given / "calls"
        self.passphrase = self.given / "passphrase"
        self.home = self.folder / "home"
        self.home.mkdir(mode=0o700)
        self.given.mkdir(mode=0o700)
        self.data = self.home / "data"
        self.vault = self.data / "vault.totp"
        self.files = {
            name: str(self.given / name)
            for name in ("passphrase", "new_passphrase", "other", "uris")
        } | {"copy": str(self.home / "copy.totp")}
        self.environment = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "TMPDIR": str(self.home),
            "TOTP_VAULT": str(self.vault),
            "TOTP_PASSPHRASE_FILE": self.files["passphrase"],
        }

    def fill(self, command, vaults):
        for folder in (self.home, self.given):
            shutil.rmtree(folder)
            folder.mkdir(mode=0o700)
        self._give("passphrase", commands.PASSPHRASE)
        self._give("new_passphrase", commands.NEW_PASSPHRASE)
        self._give("other", vaults["other"])
        self._give("uris", commands.uris())
        self.place = self.vault
        if command.starts_empty:
            return
        self.data.mkdir(mode=0o700)
        if command.is_linked:
            self.place = self.home / "synced" / "real.totp"
            self.place.parent.mkdir(mode=0o700)
            self.vault.symlink_to("../synced/real.totp")
        _write(self.place, vaults["present"])
        _write(self.beside(".backup-1"), vaults["generation"])

    def _give(self, name, content):
        _write(pathlib.Path(self.files[name]), content)

    def beside(self, suffix):
        return self.place.with_name(self.place.name + suffix)

    def run(self, command, around=(), passphrase=commands.PASSPHRASE):
        self._give("passphrase", passphrase)
        return self._run(command.arguments(self.files), command.input, around)

    def _run(self, arguments, input=b"", around=()):
        done = subprocess.run(
            [*around, self.program, *arguments],
            input=input,
            env=self.environment,
            capture_output=True,
            timeout=60,
        )
        done.stdout = done.stdout.replace(bytes(self.folder), b"")
        return done

    def knows(self, command):
        """Whether the program has such a command."""
        return self._run([*command.words, "--help"]).returncode == 0

    def accounts(self, passphrase):
        """What the program itself lists, or None when it does not open the vault."""
        self._give("passphrase", passphrase)
        done = self._run(["list", "--json"])
        return set(
            re.findall(rb'"account": ?"(\w+)"', done.stdout)
        ) if done.returncode == 0 else None

    def bytes(self):
        return self.vault.read_bytes() if self.vault.exists() else None

    def earlier(self):
        """The contents of the generations."""
        names = re.compile(re.escape(self.place.name) + r"\.backup-\d+")
        return {p.read_bytes() for p in self.place.parent.iterdir() if names.fullmatch(p.name)}

    def defects(self, is_settled=False):
        """What is wrong with the files, apart from what the vault holds.

        `is_settled`: the last command ran to its end, so that no temporary file may be there.
        """
        for path in self.home.rglob("*"):
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode):
                continue
            mode = stat.S_IMODE(status.st_mode)
            if mode != (0o700 if path.is_dir() else 0o600):
                yield f"{path.name} has the mode {mode:o}"
            if path.is_file() and any(text in path.read_bytes() for text in PLAINTEXTS):
                yield f"plaintext in {path.name}"
            if is_settled and path.name.endswith("new"):
                yield f"{path.name} is left"
        if self.place != self.vault and not self.vault.is_symlink():
            yield "the link is no link any more"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)


def contents(data):
    return sealed.Contents(data, PASSPHRASES)


def _write(path, content):
    path.write_bytes(content)
    path.chmod(0o600)
