# SPDX-License-Identifier: MIT
"""What `make install` installs, and that the core is alone."""

import os
import pathlib
import shutil
import stat
import subprocess

import pytest

from harness import J, ROOT, T


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Runs the Makefile's own rule on what is built already."""
    if not os.environ.get("TOTP_STAGE"):
        pytest.skip("TOTP_STAGE does not name a staged build (make test sets it)")
    destination = tmp_path_factory.mktemp("destination")
    previous = os.umask(0o077)
    try:
        done = subprocess.run(
            ["make", "-s", "-o", "build", "install", "PREFIX=/usr", f"DESTDIR={destination}"],
            cwd=ROOT,
            capture_output=True,
        )
    finally:
        os.umask(previous)
    assert done.returncode == 0, done
    return destination / "usr"


def test_everything_is_in_its_place(installed):
    modes = {
        str(path.relative_to(installed)): stat.S_IMODE(path.stat().st_mode)
        for path in installed.rglob("*")
        if path.is_file()
    }
    for program in ("bin/totp", "libexec/totp/totp-worker", "libexec/totp/totp-screenshot", "libexec/totp/totp-yubikey"):
        assert modes.pop(program) == 0o755
    for path in (
        "share/man/man1/totp-code.1",
        "share/man/man5/totp-vault.5",
        "share/bash-completion/completions/totp",
        "share/zsh/site-functions/_totp",
        "share/fish/vendor_completions.d/totp.fish",
    ):
        assert modes.pop(path) == 0o644 and (installed / path).stat().st_size > 200, path
    assert all(path.startswith(("share/doc/totp/", "share/man/man1/totp")) for path in modes)
    assert set(modes.values()) == {0o644}
    names = {pathlib.Path(path).name for path in modes}
    assert {"README.md", "LICENSE", "CHANGELOG.md", "vault.proto", "open_vault.py"} <= names


def readelf(*arguments):
    done = subprocess.run(["readelf", *map(str, arguments)], capture_output=True, check=True)
    return done.stdout.decode()


def test_the_core_needs_no_library_and_is_position_independent(installed):
    core = installed / "bin" / "totp"
    dynamic = readelf("-d", core)
    assert "NEEDED" not in dynamic and "RPATH" not in dynamic and "RUNPATH" not in dynamic
    assert "PIE" in dynamic
    assert "INTERP" not in readelf("-l", core)
    assert "DYN" in readelf("-h", core)


def test_the_core_is_randomised(installed, tmp_path):
    """The program itself lies at another address in each run."""
    places = set()
    for _ in range(4):
        child = subprocess.Popen(
            [installed / "bin" / "totp", "list", "--passphrase-fd", "0"],
            stdin=subprocess.PIPE,
            env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            line = ""
            for _ in range(500):
                maps = pathlib.Path(f"/proc/{child.pid}/maps").read_text()
                line = next((l for l in maps.splitlines() if l.endswith("/bin/totp")), "")
                if line:
                    break
            places.add(line.split("-")[0])
        finally:
            child.kill()
            child.communicate()
    assert len(places) > 1 and "" not in places


def test_the_core_runs_where_nothing_else_is(installed, tmp_path):
    alone = tmp_path / "totp"
    shutil.copy(installed / "bin" / "totp", alone)
    (tmp_path / "passphrase").write_text("secret\n")
    (tmp_path / "passphrase").chmod(0o600)
    environment = {"HOME": str(tmp_path), "TOTP_PASSPHRASE_FILE": str(tmp_path / "passphrase")}

    def run(*arguments, input=b""):
        return subprocess.run(
            [alone, *arguments], input=input, env=environment, capture_output=True, check=True
        ).stdout

    run("vault", "init", "--kdf", "interactive")
    run("add", "x", input=J.encode())
    assert run("code", "x", "--at", str(T)) == b"324550\n"


def test_external_commands_are_found(fresh, tmp_path):
    folder = tmp_path / "path"
    folder.mkdir()
    script = folder / "totp-greet"
    script.write_text('#!/bin/sh\nprintf "%s|" "$@"; exit 42\n')
    script.chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = fresh("--vault", "v", "greet", "a", "--json", env=environment)
    assert (done.returncode, done.stdout) == (42, b"--vault|v|a|--json|")
    help_text = fresh("help", env=environment, check=0).stdout
    assert b"greet" in help_text and b"yubikey" in help_text and b"worker" not in help_text
    assert fresh("../greet", env=environment).returncode == 2
    script.chmod(0o644)
    assert fresh("greet", env=environment).returncode == 2
