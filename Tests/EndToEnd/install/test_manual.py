# SPDX-License-Identifier: MIT
"""The manual pages, checked by the programs that show them."""

import pathlib
import subprocess

import pytest

from harness import ROOT, STAGE


@pytest.fixture(scope="module")
def pages():
    if not STAGE:
        pytest.skip("TOTP_STAGE does not name a staged build (make test sets it)")
    return sorted(pathlib.Path(STAGE, "man").glob("*.1")) + [ROOT / "docs/man/totp-vault.5"]


def test_each_command_has_its_page(totp, pages):
    names = {page.stem for page in pages}
    assert {"totp", "totp-add", "totp-vault-init", "totp-vault"} <= names
    for page in pages:
        if page.suffix == ".1":
            source = page.read_text()
            name = source.split(".Sh SYNOPSIS\n.Nm ")[1].splitlines()[0].split()
            assert "-".join(name) == page.stem
            assert totp("help", *name[1:], check=0).stdout, name


def test_mandoc_and_groff_have_nothing_to_say(pages):
    done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *pages], capture_output=True)
    assert done.stdout == b"" and done.returncode == 0, done.stdout.decode()
    for page in pages:
        done = subprocess.run(["groff", "-mdoc", "-ww", "-z", "-Tutf8", page], capture_output=True)
        assert done.stderr == b"" and done.returncode == 0, (page, done.stderr)


def test_the_exit_statuses_and_options_are_in_the_pages(totp):
    text = subprocess.run(
        ["mandoc", "-T", "utf8"],
        input=totp("manual", check=0).stdout,
        capture_output=True,
    ).stdout.decode()
    plain = "".join(c for i, c in enumerate(text) if not (c == "\b" or text[i + 1 : i + 2] == "\b"))
    for words in ("TOTP_VAULT", "Several tokens match", "--passphrase-command", "totp code"):
        assert words in plain, words
    assert totp("manual", "nothing").returncode == 2

