# SPDX-License-Identifier: MIT
"""`totp doctor`: what is wrong is found, and what is well is not complained of."""

import json
import os
import subprocess

import pytest

from desktop import needs
from harness import J


def findings(totp, **options):
    done = totp("doctor", "--json", **options)
    return {entry["name"]: entry for entry in json.loads(done.stdout)}, done.returncode


def test_every_thing_has_a_finding_and_every_trouble_a_fix(totp):
    found, _ = findings(totp)
    assert list(found) == [
        "clock", "vault", "folder", "keyring", "memory", "worker", "clipboard", "screen", "yubikey",
        "terminal",
    ]  # fmt: skip
    for entry in found.values():
        assert entry["state"] in ("ok", "note", "wrong") and entry["detail"]
        assert entry["state"] == "ok" or entry["fix"], entry
    assert found["vault"]["state"] == "ok" and str(totp.vault) in found["vault"]["detail"]
    text = totp("doctor").stdout.decode()
    assert "\x1b" not in text and all(name in text for name in found)


def test_a_vault_that_others_can_read_is_wrong(totp):
    totp.vault.chmod(0o644)
    found, status = findings(totp)
    assert status == 1 and found["vault"]["state"] == "wrong" and "chmod 600" in found["vault"]["fix"]


def test_a_damaged_vault_and_an_open_folder_are_wrong(totp):
    totp.vault.write_bytes(totp.bytes()[:40])
    totp.vault.parent.chmod(0o777)
    found, status = findings(totp)
    assert status == 1 and found["vault"]["state"] == "wrong" and found["folder"]["state"] == "wrong"


def test_no_vault_is_no_trouble(fresh):
    found, status = findings(fresh)
    assert found["vault"]["state"] == "note" and "totp add" in found["vault"]["fix"]


def test_nothing_is_asked_and_nothing_changed(totp):
    before = totp.bytes(), sorted(p.name for p in totp.vault.parent.iterdir())
    env = {"TOTP_PASSPHRASE_FILE": "/nonexistent"}
    totp("doctor", env=env, start_new_session=True)
    assert before == (totp.bytes(), sorted(p.name for p in totp.vault.parent.iterdir()))


def test_the_sandbox_is_tried(totp, tmp_path):
    found, _ = findings(totp)
    assert found["worker"]["state"] == "ok" and "whole" in found["worker"]["detail"]
    found, status = findings(totp, env={"TOTP_LIBEXEC": str(tmp_path)})
    assert status == 1 and found["worker"]["state"] == "wrong"


def test_a_kernel_without_landlock_is_told(totp):
    needs("strace")
    done = subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e",
         "inject=landlock_create_ruleset:error=ENOSYS", totp.path, "doctor", "--json"],
        env=totp.environment, capture_output=True,
    )  # fmt: skip
    found = {entry["name"]: entry for entry in json.loads(done.stdout)}
    if found["worker"]["state"] == "wrong" and "status" in found["worker"]["detail"]:
        pytest.skip("strace may not trace here")
    assert found["worker"]["state"] == "note" and "Landlock" in found["worker"]["detail"]


def test_the_clipboard_that_would_be_used_is_named(totp, tmp_path):
    found, _ = findings(totp, env={"TOTP_CLIPBOARD": "osc52"})
    assert "osc52" in found["clipboard"]["detail"]
    found, status = findings(totp, env={"TOTP_CLIPBOARD": "none"})
    assert status == 1 and found["clipboard"]["state"] == "wrong"
    found, _ = findings(totp, env={"DISPLAY": ":9", "PATH": str(tmp_path)})
    assert "not installed" in found["clipboard"]["detail"]


def test_a_full_disk_is_a_failure(totp):
    done = totp("doctor", stdout=os.open("/dev/full", os.O_WRONLY))
    assert done.returncode == 1 and b"standard output" in done.stderr
