# SPDX-License-Identifier: MIT
"""Several ways to open one vault: passphrases, key files and recovery codes."""

import json
import os
import re
import subprocess
import sys
import unicodedata

import pytest

from harness import J, PASSPHRASE, ROOT
from terminal import Terminal

CODE = re.compile(rb"\b(?:[0-9A-HJKMNP-TV-Z]{5}-){6}[0-9A-HJKMNP-TV-Z]{5}\b")


@pytest.fixture
def vault(totp):
    totp("add", "GitHub:alice", input=J, check=0)
    return totp


def secret_file(totp, name, content):
    path = totp.folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(0o600)
    return path


def slots(totp):
    return json.loads(totp("vault", "slot", "list", "--json", check=0).stdout)


def names(totp):
    return [slot["name"] for slot in slots(totp)]


def opens(totp, *arguments, check=0, **options):
    """Opens the vault with what the arguments give, and with nothing else."""
    env = {"TOTP_PASSPHRASE_FILE": None, **options.pop("env", {})}
    return totp("list", *arguments, env=env, check=check, start_new_session=True, **options)


def opens_with(totp, text, check=0):
    return opens(totp, "--passphrase-file", secret_file(totp, "typed", text), check=check)


def add_code(totp):
    done = totp("vault", "slot", "add", "--recovery", "--json", check=0)
    return json.loads(done.stdout)["recovery_code"]


def page(totp, *arguments, given=b""):
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "open_vault.py", totp.vault, *arguments],
        input=given,
        capture_output=True,
    )
    return done.returncode == 0 and done.stdout.startswith(b"otpauth://totp/GitHub:alice")


def test_a_second_passphrase_opens_it_and_leaves_the_first(vault):
    new = secret_file(vault, "new", "another one\n")
    done = vault("vault", "slot", "add", "--name", "bob", "--kdf", "interactive", "--new-passphrase-file", new, check=0)
    assert done.stdout == b"added bob\n" and done.stderr == b""
    opens(vault, "--passphrase-file", new)
    opens_with(vault, PASSPHRASE)
    bob = slots(vault)[1]
    assert (bob["name"], bob["kind"], bob["memory_bytes"]) == ("bob", "passphrase", 64 << 20)
    assert page(vault, given=b"another one\n") and page(vault, given=PASSPHRASE.encode())
    read, write = os.pipe()
    os.write(write, b"a third\n")
    os.close(write)
    vault("vault", "slot", "add", "--kdf", "interactive", "--new-passphrase-fd", read, pass_fds=[read], check=0)
    os.close(read)
    opens_with(vault, "a third")
    assert names(vault) == ["passphrase", "bob", "passphrase 2"]


def test_a_key_file_opens_it(vault):
    key = secret_file(vault, "key", os.urandom(1 << 20))
    done = vault("vault", "slot", "add", "--new-key-file", key, "--json", check=0)
    assert json.loads(done.stdout)["kind"] == "key-file"
    opens(vault, "--key-file", key)
    opens(vault, env={"TOTP_KEY_FILE": str(key)})
    assert page(vault, key)
    key.write_bytes(key.read_bytes()[:-1])
    assert b"it opens no key slot" in opens(vault, "--key-file", key, check=5).stderr


def test_a_passphrase_that_is_given_goes_before_a_key_file_of_the_environment(vault):
    missing = vault.folder / "missing"
    vault("list", env={"TOTP_KEY_FILE": str(missing)}, check=0)
    done = vault("list", "--key-file", missing, check=5)
    assert b"cannot open the key file" in done.stderr and str(missing).encode() in done.stderr


def test_a_key_file_is_made_and_never_over_another_file(vault):
    key = vault.folder / "made.key"
    vault("vault", "slot", "add", "--generate-key-file", key, check=0)
    assert key.stat().st_mode & 0o777 == 0o600 and key.stat().st_size == 64
    opens(vault, "--key-file", key)
    before, content = vault.bytes(), key.read_bytes()
    done = vault("vault", "slot", "add", "--generate-key-file", key, check=1)
    assert b"file exists" in done.stderr
    link = vault.folder / "link"
    link.symlink_to(vault.folder / "nowhere")
    vault("vault", "slot", "add", "--generate-key-file", link, check=1)
    assert vault.bytes() == before and key.read_bytes() == content
    assert not (vault.folder / "nowhere").exists()


def test_a_key_file_is_not_left_where_its_slot_could_not_be_added(vault):
    key = vault.folder / "made.key"
    vault.vault.chmod(0o400)
    vault("vault", "slot", "add", "--generate-key-file", key, check=1)
    vault("vault", "slot", "add", "--generate-key-file", key, "--name", "passphrase", check=1)
    wrong = secret_file(vault, "wrong", "wrong")
    vault("vault", "slot", "add", "--generate-key-file", key, "--passphrase-file", wrong, check=5)
    assert sorted(p.name for p in vault.folder.iterdir()) == ["data", "home", "passphrase", "wrong"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_a_key_file_that_others_reach_is_refused(vault, mode):
    key = secret_file(vault, "key", b"0123456789abcdef")
    vault("vault", "slot", "add", "--new-key-file", key, check=0)
    key.chmod(mode)
    done = opens(vault, "--key-file", key, check=5)
    assert b"others" in done.stderr and b"chmod 600" in done.stderr
    vault("vault", "slot", "add", "--new-key-file", key, check=5)


def test_what_is_no_key_file_is_refused(vault):
    for content, words in ((b"", b"16 bytes"), (b"x" * 15, b"16 bytes")):
        short = secret_file(vault, "short", content)
        done = vault("vault", "slot", "add", "--new-key-file", short, check=2)
        assert words in done.stderr
    secret_file(vault, "long", b"x" * ((1 << 20) + 1))
    fifo = vault.folder / "fifo"
    os.mkfifo(fifo, 0o600)
    for name in ("long", "fifo", "data", "missing"):
        for option in ("--new-key-file", "--key-file"):
            path = vault.folder / name
            vault("vault", "slot", "add", option, path, "--json", check=5, timeout=10)
    assert names(vault) == ["passphrase"]


def test_a_vault_without_key_files_says_so(vault):
    key = secret_file(vault, "key", b"0123456789abcdef")
    assert b"no key file opens this vault" in opens(vault, "--key-file", key, check=5).stderr


def test_a_recovery_code_opens_it_wherever_a_passphrase_is_given(vault):
    code = add_code(vault)
    assert CODE.fullmatch(code.encode())
    spoken = code.replace("-", " ").lower().replace("0", "o").replace("1", "l")
    for text in (code, code.replace("-", ""), spoken, f"  {code} "):
        opens_with(vault, text)
        assert page(vault, given=text.encode())
    opens(vault, "--passphrase-fd", 0, input=code)
    opens(vault, "--passphrase-command", f"echo '{spoken}'")
    terminal = Terminal([vault.path, "list"], {k: v for k, v in vault.environment.items() if k != "TOTP_PASSPHRASE_FILE"})
    terminal.wait_for(b"Passphrase of")
    terminal.wait_until_silent()
    terminal.type(code.encode() + b"\n")
    assert terminal.finish() == 0
    terminal.close()
    assert code.encode() not in vault.bytes()


def test_a_mistyped_code_is_told_with_its_group(vault):
    code = add_code(vault)
    other = "7" if code[13] != "7" else "8"
    done = opens_with(vault, code[:13] + other + code[14:], check=5)
    assert done.stderr == b"totp: " + str(vault.vault).encode() + b": group 3 of the recovery code is mistyped\n"
    assert b"groups 1 and 2 of" in opens_with(vault, code[6:11] + "-" + code[:5] + code[11:], check=5).stderr
    assert b"wrong passphrase" in opens_with(vault, "correct horse battery staple one two three", check=5).stderr


def terminal_add(vault, *arguments):
    terminal = Terminal(
        [vault.path, "vault", "slot", "add", "--recovery", *arguments], vault.environment
    )
    seen = terminal.wait_for(b"from the paper: ")
    return terminal, CODE.search(seen)[0]


def test_a_code_is_shown_once_and_typed_back(vault):
    terminal, code = terminal_add(vault)
    assert names(vault) == ["passphrase"]
    terminal.wait_until_silent()
    wrong = bytes([code[0], code[2], code[1]]) + code[3:] if code[1] != code[2] else b"Z" + code[1:]
    terminal.type((wrong if wrong != code else b"Y" + code[1:]) + b"\n")
    terminal.wait_for(b"group 1 of the recovery code is mistyped")
    terminal.wait_until_silent()
    terminal.type(code.lower().replace(b"-", b" ") + b"\n")
    assert terminal.finish() == 0
    assert terminal.seen.count(code) == 1 and b"added recovery code" in terminal.seen
    terminal.close()
    assert names(vault) == ["passphrase", "recovery code"]
    opens_with(vault, code)


def test_a_code_that_does_not_come_back_is_none(vault):
    before = vault.bytes()
    terminal, code = terminal_add(vault)
    for answer, shown in ((b"no", b"that is not the code"), (code[:-1], b"group 7 of"), (b"", b"")):
        terminal.wait_until_silent()
        terminal.type(answer + b"\n")
        terminal.wait_for(shown)
    assert terminal.finish() == 1
    assert b"did not come back" in terminal.seen
    terminal.close()
    assert vault.bytes() == before


def test_without_a_terminal_a_code_is_printed_by_json_alone(vault):
    before = vault.bytes()
    done = vault("vault", "slot", "add", "--recovery", start_new_session=True, check=2)
    assert done.stdout == b"" and b"--json" in done.stderr and vault.bytes() == before


def test_a_code_that_can_t_be_printed_opens_nothing(vault):
    with open("/dev/full", "wb") as full:
        done = vault("vault", "slot", "add", "--recovery", "--json", stdout=full, check=1)
    assert b"no space left" in done.stderr and names(vault) == ["passphrase"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--recovery", "--new-key-file", "k"),
        ("--new-key-file", "k", "--generate-key-file", "g"),
        ("--recovery", "--new-passphrase-file", "p"),
        ("--recovery", "--kdf", "sensitive", "--json"),
        ("--new-key-file", "k", "--kdf", "sensitive"),
        ("--recovery", "--json", "--name", ""),
        ("--recovery", "--json", "--name", "a\nb"),
        ("--recovery", "--json", "--name", "\u202e"),
        ("--recovery", "--json", "--name", "x" * 101),
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_refused_before_anything_is_done(vault, arguments):
    before = vault.bytes()
    # These letters are names of files.
    here = [str(vault.folder / word) if word in {"k", "g", "p"} else word for word in arguments]
    done = vault("vault", "slot", "add", *here, check=2)
    assert done.stdout == b"" and vault.bytes() == before and not (vault.folder / "g").exists()


def test_slots_are_removed_but_the_last_that_opens(vault):
    before = vault.bytes()
    done = vault("vault", "slot", "rm", "passphrase", "--yes", check=1)
    assert b"no other key slot" in done.stderr and vault.bytes() == before
    code = add_code(vault)
    identifier = slots(vault)[0]["id"]
    assert vault("vault", "slot", "rm", "passphrase", start_new_session=True, check=2).stdout == b""
    assert vault("vault", "slot", "rm", identifier[:8].upper(), "--yes", check=0).stdout == b"removed passphrase\n"
    opens_with(vault, PASSPHRASE, check=5)
    opens_with(vault, code)
    assert not page(vault, given=PASSPHRASE.encode())


def test_a_slot_that_is_not_there_is_no_match(vault):
    for command in (("rm", "nobody", "--yes"), ("rename", "nobody", "x"), ("rm", "pass", "--yes")):
        done = vault("vault", "slot", *command, check=3)
        assert b"no key slot" in done.stderr


def test_a_slot_is_renamed_and_opens_as_before(vault):
    identifier = slots(vault)[0]["id"]
    vault("vault", "slot", "rename", "passphrase", "Änne’s", check=0)
    assert [(s["name"], s["id"]) for s in slots(vault)] == [("Änne’s", identifier)]
    opens_with(vault, PASSPHRASE)
    add_code(vault)
    done = vault("vault", "slot", "rename", "recovery code", "Änne’s", check=1)
    assert "Änne’s".encode() in done.stderr
    text = vault("vault", "slot", "list", check=0).stdout.decode()
    assert identifier[:8] in text and "Argon2id" in text and "recovery code" in text


def test_a_new_passphrase_takes_the_place_of_the_one_that_was_given(vault):
    bob = secret_file(vault, "bob", "bob's own")
    vault("vault", "slot", "add", "--name", "bob", "--kdf", "interactive", "--new-passphrase-file", bob, check=0)
    add_code(vault)
    before = slots(vault)
    new = secret_file(vault, "new", "bob's new one")
    vault("vault", "passwd", "--passphrase-file", bob, "--new-passphrase-file", new, check=0)
    after = slots(vault)
    assert [s["name"] for s in after] == ["passphrase", "bob", "recovery code"]
    assert after[0] == before[0] and after[2] == before[2] and after[1]["id"] != before[1]["id"]
    opens(vault, "--passphrase-file", bob, check=5)
    opens(vault, "--passphrase-file", new)
    opens_with(vault, PASSPHRASE)


def test_the_cost_of_one_slot_changes_alone(vault):
    same = secret_file(vault, "same", PASSPHRASE)
    vault("vault", "passwd", "--kdf", "moderate", "--new-passphrase-file", same, check=0)
    assert slots(vault)[0]["memory_bytes"] == 256 << 20
    opens_with(vault, PASSPHRASE)


def test_a_code_sets_a_new_passphrase_where_there_is_one(vault):
    code = secret_file(vault, "code", add_code(vault))
    new = secret_file(vault, "new", "not forgotten")
    change = ("vault", "passwd", "--passphrase-file", code, "--new-passphrase-file", new)
    vault(*change, check=0)
    opens(vault, "--passphrase-file", new)
    vault("vault", "slot", "add", "--name", "b", "--kdf", "interactive", "--passphrase-file", code, "--new-passphrase-file", code, check=0)
    done = vault(*change, check=2)
    assert b"2 passphrases" in done.stderr and b"--slot" in done.stderr
    vault(*change, "--slot", "passphrase", check=0)
    assert vault(*change, "--slot", "recovery code").returncode == 2
    assert vault(*change, "--slot", "nobody").returncode == 3


@pytest.mark.parametrize("text", ["café", "Ångström ậ", "각하", "ﬁ Ω"])
def test_either_form_of_a_passphrase_opens_it(fresh, text):
    forms = [unicodedata.normalize(form, text) for form in ("NFC", "NFD")]
    for number, made in enumerate(forms):
        fresh.vault = fresh.folder / f"{number}.totp"
        fresh.environment["TOTP_VAULT"] = str(fresh.vault)
        fresh("vault", "init", "--kdf", "interactive", "--passphrase-file", secret_file(fresh, "made", made), check=0)
        fresh("add", "GitHub:alice", "--passphrase-file", fresh.folder / "made", input=J, check=0)
        for typed in forms:
            opens_with(fresh, typed)
            assert page(fresh, given=typed.encode())


def test_a_passphrase_is_any_bytes(fresh):
    odd = secret_file(fresh, "odd", bytes(set(range(1, 256)) - {10}) + b"\n")
    fresh("vault", "init", "--kdf", "interactive", "--passphrase-file", odd, check=0)
    opens(fresh, "--passphrase-file", odd)


def test_a_wrong_passphrase_is_worked_on_once_unless_its_forms_differ(fresh):
    """Counted by the memory that Argon2id asks the kernel for."""
    fresh.init()

    def tries(text):
        trace = fresh.folder / "trace"
        path = secret_file(fresh, "typed", text)
        done = subprocess.run(
            ["strace", "-qq", "-e", "trace=mmap", "-o", trace, fresh.path, "list", "--passphrase-file", path],
            env=fresh.environment,
            capture_output=True,
        )
        assert done.returncode == 5, done
        return sum(int(n) >= 64 << 20 for n in re.findall(r"mmap\(NULL, (\d+),", trace.read_text()))

    assert tries("guess") == tries("gu\u00e9ss") == 1
    assert tries("gue\u0301ss") == 2
