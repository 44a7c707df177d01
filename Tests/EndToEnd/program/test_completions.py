# SPDX-License-Identifier: MIT
"""Completions in real shells, with a real Tab."""

import shutil
import subprocess
import time

import pytest

from desktop import needs
from harness import J
from terminal import Terminal


@pytest.fixture
def folder(totp, tmp_path):
    """A PATH in which the program is called by its name."""
    totp("add", "GitHub:alice", input=J, check=0)
    totp.environment["PATH"] = f"{totp.path.rsplit('/', 1)[0]}:{totp.environment['PATH']}"
    totp.environment["TERM"] = "dumb"
    del totp.environment["TOTP_PASSPHRASE_FILE"]
    work = tmp_path / "work"
    work.mkdir()
    (work / "a picture.png").touch()
    return work


def test_bash_completes(totp, folder):
    needs("bash")
    script = r"""
source <(totp completions bash)
ask() {  # LINE: prints each completion of it between angle brackets
  COMP_LINE=$1 COMP_POINT=${#1}
  local IFS=$' \t\n' word=${1##* }
  COMP_WORDS=(totp "${word##*[:=]}") COMP_CWORD=1
  compopt() { echo "compopt $*"; }
  _totp
  printf '<%s>' "${COMPREPLY[@]}"; echo
}
ask 'totp co'
ask 'totp vault init --kdf mo'
ask 'totp vault init --kdf=mo'
ask 'totp scan '
ask 'totp yubikey li'
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", script], env=totp.environment, capture_output=True, timeout=20
    )
    lines = done.stdout.decode().splitlines()
    assert lines[:3] == ["<code><completions>", "<moderate>", "<moderate>"], done
    assert lines[3] == "compopt -o default", done


def test_bash_completes_at_a_real_tab(totp, folder):
    needs("bash")
    start = f"cd '{folder}'; exec bash --norc --noprofile"
    terminal = Terminal(["/bin/sh", "-c", start], {**totp.environment, "PS1": "> "})
    terminal.type(b"source <(totp completions bash); bind 'set enable-bracketed-paste off'\n")
    terminal.type(b"echo rea''dy\n")
    terminal.wait_for(b"ready\r\n")
    terminal.type(b"totp vault init --kdf=mod\t")
    terminal.wait_for(b"--kdf=moderate")
    terminal.type(b"\x15totp vault inf\t")
    terminal.wait_for(b"vault info")
    terminal.type(b"\x15totp scan a\t")
    terminal.wait_for(b"a\\ picture.png")
    terminal.type(b"\x15exit\n")
    assert terminal.finish() == 0


def test_zsh_completes_at_a_real_tab(totp, folder):
    needs("zsh")
    scripts = folder / "functions"
    scripts.mkdir()
    (scripts / "_totp").write_bytes(totp("completions", "zsh", check=0).stdout)
    start = f"cd '{folder}'; exec zsh -f -i"
    terminal = Terminal(["/bin/sh", "-c", start], {**totp.environment, "PS1": "> "})
    terminal.type(b"unsetopt zle_bracketed_paste; fpath=($PWD/functions $fpath)\n")
    terminal.type(b"autoload -U compinit; compinit -u -D; echo rea''dy\n")
    terminal.wait_for(b"ready\r\n")
    terminal.type(b"totp vault inf\t")
    terminal.wait_for(b"info")
    terminal.type(b"\x15totp vault init --kdf mod\t")
    terminal.wait_for(b"moderate")
    terminal.type(b"\x15totp scan a\t")
    terminal.wait_for(b"a\\ picture.png")
    terminal.type(b"\x15exit\n")
    assert terminal.finish() == 0


def test_fish_completes(totp, folder):
    needs("fish")

    def ask(line):
        script = f"totp completions fish | source; complete -C '{line}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", script],
            env=totp.environment,
            cwd=folder,
            capture_output=True,
            timeout=20,
        )
        return [text.split("\t")[0] for text in done.stdout.decode().splitlines()]

    assert ask("totp co") == ["code", "completions"]
    assert ask("totp vault init --kdf mo") == ["moderate"]
    assert ask("totp scan a") == ["a picture.png"]
    assert "--next" in ask("totp code --n")


def test_a_completion_never_asks(totp, folder):
    start = time.monotonic()
    done = totp("completions", "words", "--", "code", "git", start_new_session=True, check=0)
    assert done.stdout.startswith(b"words 0\n") and done.stderr == b""
    assert time.monotonic() - start < 0.5


def test_names_complete_when_the_vault_is_unlocked(totp, folder):
    file = ("--passphrase-file", totp.passphrase_file)
    totp("add", "a b:c d", *file, input=J, check=0)
    ask = lambda *words: totp("completions", *words, check=0).stdout.decode().splitlines()
    assert ask("words", "--", "code", "git") == ["words 0"]
    done = totp("unlock", "--for", "5m", *file)
    if done.returncode != 0:
        pytest.skip(f"there is no keyring here: {done.stderr.decode()}")
    try:
        assert ask("words", "--", "code", "git") == ["words 0", "GitHub:alice"]
        assert ask("words", "--", "rm", "") == ["words 0", "GitHub:alice", "a b:c d"]
        assert ask("line", "--", "totp code GitHub:") == ["words 7", "GitHub:alice"]
        script = "source <(totp completions bash); "
        script += "COMP_LINE='totp code a' COMP_POINT=11 COMP_WORDS=(totp code a) COMP_CWORD=2; "
        script += "_totp; printf '<%s>' \"${COMPREPLY[@]}\""
        done = subprocess.run(
            ["bash", "--norc", "-c", script], env=totp.environment, capture_output=True
        )
        assert done.stdout == b"<a\\ b:c\\ d>", done
    finally:
        totp("lock", check=0)


def test_the_scripts_are_sound(totp):
    for shell in ("bash", "zsh", "fish"):
        script = totp("completions", shell, check=0).stdout
        if shutil.which(shell):
            subprocess.run([shell, "-n", "/dev/stdin"], input=script, check=True)
