# SPDX-License-Identifier: MIT
"""What happens to the vault when things go wrong."""

import concurrent.futures
import os
import pathlib
import resource
import shutil
import signal
import stat
import subprocess

import pytest

from harness import J, R, T


def backups(totp):
    return sorted(p.name for p in totp.vault.parent.iterdir() if "backup" in p.name)


def leftovers(totp):
    known = (totp.vault.name, totp.vault.name + ".lock")
    return [
        p.name
        for p in totp.vault.parent.iterdir()
        if p.name not in known and "backup" not in p.name
    ]


@pytest.mark.parametrize(
    "content",
    [b"", b"abc", b"\x00" * 3, os.urandom(4096), b"totpvault\x01", b"totpvault\x01\xff\xff\xff\xff"],
    ids=["empty", "three bytes", "three zeros", "random", "magic alone", "endless header"],
)
def test_a_file_that_is_no_vault_is_left_alone(totp, content):
    totp.vault.write_bytes(content)
    for arguments in (("code", "x"), ("list",), ("add", "x"), ("vault", "info")):
        done = totp(*arguments, input=J)
        assert done.returncode == 6, (arguments, done)
        assert done.stdout == b"" and done.stderr.startswith(b"totp: ")
    assert totp.bytes() == content and leftovers(totp) == []


def test_every_truncation_is_damage(totp):
    totp("add", "x", input=J, check=0)
    whole = totp.bytes()
    for length in list(range(0, len(whole), max(1, len(whole) // 25))) + [len(whole) - 1]:
        totp.vault.write_bytes(whole[:length])
        assert totp("code", "x").returncode == 6, length
        assert totp.bytes() == whole[:length]


def test_a_flipped_bit_anywhere_is_damage(totp):
    totp("add", "x", input=J, check=0)
    whole = totp.bytes()
    header = 14 + int.from_bytes(whole[10:14], "big")
    places = list(range(0, header, 7)) + list(range(header, len(whole), len(whole) // 20))
    for place in places + [len(whole) - 1]:
        changed = bytearray(whole)
        changed[place] ^= 1 << (place % 8)
        totp.vault.write_bytes(changed)
        done = totp("code", "x")
        assert done.returncode == 6 and done.stdout == b"", (place, header, done)


def test_a_newer_version_is_said_to_be_one(totp):
    changed = bytearray(totp.bytes())
    changed[9] = 2
    totp.vault.write_bytes(changed)
    done = totp("list")
    assert done.returncode == 6 and b"newer" in done.stderr


def test_other_kinds_of_file_are_refused_without_a_wait(totp):
    totp.vault.unlink()
    os.mkfifo(totp.vault)
    assert totp("list", timeout=5).returncode in (1, 6)
    totp.vault.unlink()
    totp.vault.mkdir()
    assert totp("list", timeout=5).returncode in (1, 6)


def test_parallel_adds_keep_every_token(fresh):
    fresh("vault", "init", "--kdf", "interactive", check=0)
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda n: fresh("add", f"t{n}", input=J, check=0), range(10)))
    assert {t["account"] for t in fresh.list()} == {f"t{n}" for n in range(10)}


def test_parallel_first_adds_make_one_vault_with_every_token(fresh):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: fresh("add", f"t{n}", input=J, check=0), range(4)))
    assert {t["account"] for t in fresh.list()} == {f"t{n}" for n in range(4)}


def test_modes_are_private_whatever_the_umask(fresh):
    previous = os.umask(0)
    try:
        fresh.init()
        fresh("add", "x", input=J, check=0)
        fresh("add", "y", input=J, check=0)
    finally:
        os.umask(previous)
    assert stat.S_IMODE(fresh.vault.parent.stat().st_mode) == 0o700
    for path in fresh.vault.parent.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path


def test_a_linked_vault_stays_a_link(totp, tmp_path):
    real = tmp_path / "dotfiles" / "v.totp"
    real.parent.mkdir()
    shutil.move(totp.vault, real)
    totp.vault.symlink_to(real)
    totp("add", "x", input=J, check=0)
    assert totp.vault.is_symlink() and totp.code("x") == "324550"
    assert not [p for p in totp.vault.parent.iterdir() if "backup-" in p.name]


def test_generations_are_kept_but_not_for_counters(totp):
    for n in range(8):
        totp("add", f"t{n}", input=J, check=0)
    kept = backups(totp)
    assert 1 < len(kept) < 8
    totp.add_uri(f"otpauth://hotp/c?secret={R}&counter=0")
    before = {name: (totp.vault.parent / name).read_bytes() for name in backups(totp)}
    for _ in range(3):
        totp.code("c", at=None)
    assert before == {name: (totp.vault.parent / name).read_bytes() for name in backups(totp)}


def tmpfs(tmp_path, size):
    folder = tmp_path / "small"
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True
    )
    if done.returncode != 0:
        pytest.skip("a small file system can't be mounted here")
    return folder


def test_a_full_disk_changes_nothing(fresh, tmp_path):
    folder = tmpfs(tmp_path, "96k")
    try:
        fresh.vault = folder / "vault.totp"
        fresh.environment["TOTP_VAULT"] = str(fresh.vault)
        fresh.init()
        fresh("add", "x", input=J, check=0)
        fresh.add_uri(f"otpauth://hotp/c?secret={R}&counter=0")
        (folder / "ballast").touch()
        with pytest.raises(OSError), open(folder / "ballast", "wb", buffering=0) as ballast:
            while True:
                ballast.write(b"x" * 4096)
        before = fresh.bytes()
        done = fresh("add", "y", input=J)
        assert done.returncode == 1 and b"no space left" in done.stderr
        done = fresh("code", "c")
        assert done.returncode == 1 and done.stdout == b""
        assert fresh.bytes() == before and "ballast" in leftovers(fresh)
        assert leftovers(fresh) == ["ballast"]
        assert fresh.code("x") == "324550"
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_no_core_is_dumped(totp):
    """The limit is set before anything secret is read."""
    totp("add", "x", input=J, check=0)
    reading, writing = os.pipe()
    child = subprocess.Popen(
        [totp.path, "code", "x", "--passphrase-fd", str(reading)],
        env=totp.environment,
        pass_fds=[reading],
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            limits = pathlib.Path(f"/proc/{child.pid}/limits").read_text()
            core = next(line for line in limits.splitlines() if "core" in line).split()
            if core[4] == core[5] == "0":
                break
            subprocess.run(["sleep", "0.01"])
        assert core[4] == core[5] == "0"
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
        os.close(reading)
        os.close(writing)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be two users")
def test_no_other_process_looks_into_the_memory(totp, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe, 0o666)
    pipe.chmod(0o666)
    program = tmp_path / "totp"
    shutil.copy(totp.path, program)
    for folder in (tmp_path, *tmp_path.parents[:2], totp.home):
        folder.chmod(0o755)
    process = subprocess.Popen(
        [program, "vault", "init", "--vault", "/tmp/nowhere/v", "--passphrase-file", str(pipe)],
        env=totp.environment,
        user=65534,
        stderr=subprocess.PIPE,
    )
    try:
        # It has opened the pipe when this opens; a process that may be looked into is its user's.
        with open(pipe, "wb"):
            assert os.stat(f"/proc/{process.pid}/mem").st_uid == 0
    finally:
        process.kill()
        process.communicate()


def test_a_file_that_may_not_grow_is_a_full_disk(totp):
    before = totp.bytes()
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
    done = totp("add", "x", input=J, preexec_fn=limit)
    assert done.returncode == 1 and b"file too large" in done.stderr, done
    assert totp.bytes() == before and leftovers(totp) == []


def test_a_name_that_ends_in_a_slash_makes_nothing(fresh):
    for name in ("new/", "new/folder/"):
        done = fresh("--vault", f"{fresh.folder}/{name}", "vault", "init")
        assert done.returncode == 6 and b"not a regular file" in done.stderr, done
    assert not (fresh.folder / "new").exists()


def test_a_slash_with_an_accent_on_it_parts_a_path_all_the_same(fresh):
    folder = fresh.folder / "\u0301folder"
    fresh.vault = folder / "\u0301vault"
    fresh.environment["TOTP_VAULT"] = str(fresh.vault)
    fresh.init()
    fresh("add", "x", input=J, check=0)
    assert sorted(p.name for p in folder.iterdir())[0] == "\u0301vault"
    assert leftovers(fresh) == []
