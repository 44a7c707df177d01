# SPDX-License-Identifier: MIT
"""What the end-to-end tests share: the built program in a home of its own."""

import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
STAGE = os.environ.get("TOTP_STAGE")

PASSPHRASE = "correct horse battery staple"
J = "JBSWY3DPEHPK3PXP"
R = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
T = 1700000000


class Program:
    """Runs the staged `totp` with a home, a vault and a passphrase file in a temporary folder."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        self.vault = folder / "data" / "vault.totp"
        self.passphrase_file = folder / "passphrase"
        self.passphrase_file.write_text(PASSPHRASE + "\n")
        self.passphrase_file.chmod(0o600)
        self.path = str(pathlib.Path(STAGE) / "bin" / "totp")
        self.environment = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "TOTP_VAULT": str(self.vault),
            "TOTP_PASSPHRASE_FILE": str(self.passphrase_file),
        }

    def __call__(self, *arguments, input=b"", env=None, check=None, **options):
        environment = dict(self.environment)
        for name, value in (env or {}).items():
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        if isinstance(input, str):
            input = input.encode()
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        options.setdefault("timeout", 60)
        done = subprocess.run(
            [self.path, *map(str, arguments)], input=input, env=environment, **options
        )
        if check is not None:
            assert done.returncode == check, (arguments, done)
        return done

    def init(self, kdf="interactive"):
        self("vault", "init", "--kdf", kdf, check=0)
        return self

    def add_uri(self, *uris, check=0, arguments=()):
        return self("add", "--uri", "-", *arguments, input="\n".join(uris) + "\n", check=check)

    def code(self, query, *arguments, at=T):
        when = () if at is None else ("--at", at)
        done = self("code", query, *when, *arguments, check=0)
        assert done.stdout.endswith(b"\n") and done.stdout.count(b"\n") == 1
        return done.stdout.decode().rstrip("\n")

    def list(self, *arguments):
        return json.loads(self("list", "--json", *arguments, check=0).stdout)

    def bytes(self):
        return self.vault.read_bytes() if self.vault.exists() else None
