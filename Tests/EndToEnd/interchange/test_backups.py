# SPDX-License-Identifier: MIT
"""`totp import` and `totp export`: in, out and back again."""

import json
import os
import sqlite3
import stat
import time

import pytest

from harness import J, R, SHARED

PASSWORD = "correct battery"
TOKENS = [
    f"otpauth://totp/GitHub:ana?secret={R}&issuer=GitHub&algorithm=SHA1&digits=6&period=30",
    f"otpauth://totp/Bank:ana%40example.com?secret={J}AAAA&issuer=Bank&algorithm=SHA512&digits=8&period=60",
    f"otpauth://hotp/Caf%C3%A9%20%26%20Bar:b%2C%20%22c%22?secret={R}&issuer=Caf%C3%A9%20%26%20Bar&counter=41",
    f"otpauth://totp/Steam:gamer?secret={J}BBBB&issuer=Steam&encoder=steam",
    f"otpauth://totp/alone?secret={J}CCCC",
]

# What a format cannot hold of the tokens above, tags and notes apart.
LEFT_OUT = {"google": {"Bank", "Steam"}, "freeotp-plus": {"Steam"}, "proton": {"Café & Bar"}}
LOSSLESS = ["aegis", "ente", "csv"]
OTHERS = ["otpauth", "google", "2fas", "andotp", "bitwarden", "stratum", "freeotp-plus", "proton", "keepassxc-csv"]


def everything(program):
    """All tokens with their secrets, without what an import makes anew."""
    tokens = []
    for token in program.list():
        shown = json.loads(program("show", token["id"], "--json", "--reveal", check=0).stdout)
        tokens.append({k: v for k, v in shown.items() if k not in ("id", "created", "modified")})
    return tokens


@pytest.fixture
def program(fresh):
    return fresh


@pytest.fixture
def filled(program):
    program.init()
    program.add_uri(*TOKENS)
    return program


@pytest.fixture
def tagged(filled):
    # Tags and notes come by the way of a format that has them.
    done = filled("export", "--format", "csv", check=0)
    lines = done.stdout.decode().split("\r\n")
    assert lines[1].endswith('"",""') and lines[2].endswith('"",""')
    lines[1] = lines[1][:-5] + '"work;favourite","two ""lines"",\nand a comma"'
    lines[2] = lines[2][:-5] + '"home;été","note"'
    filled.vault.unlink()
    filled.init()
    filled("import", "-", input="\r\n".join(lines), check=0)
    return filled


@pytest.mark.parametrize("format", LOSSLESS)
def test_a_lossless_format_brings_everything_back(tagged, format, tmp_path):
    before = everything(tagged)
    assert {"work", "favourite"} <= set(before[0]["tags"])
    path = tmp_path / "out"
    tagged("export", "--format", format, "-o", path, check=0)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    tagged.vault.unlink()
    tagged.init()
    tagged("import", path, check=0)
    assert sorted(map(str, everything(tagged))) == sorted(map(str, before))
    again = json.loads(tagged("import", "--json", path, check=0).stdout)
    assert (again["added"], again["unchanged"], again["conflicts"], again["rejected"]) == (0, 5, 0, [])


@pytest.mark.parametrize("format", OTHERS)
def test_other_formats_bring_back_what_they_hold(filled, format, tmp_path):
    before = everything(filled)
    path = tmp_path / "out"
    done = filled("export", "--format", format, "-o", path)
    if format in LEFT_OUT or format == "2fas":
        assert done.returncode == 1 and b"--lossy" in done.stderr
        assert not path.exists()
        filled("export", "--format", format, "--lossy", "-o", path, check=0)
    else:
        assert done.returncode == 0, done
    filled.vault.unlink()
    filled.init()
    filled("import", path, check=0)
    left_out = LEFT_OUT.get(format, set())
    expected = [t for t in before if t["issuer"] not in left_out]
    if format == "2fas":
        expected = [dict(t, issuer=t["issuer"] or t["account"]) for t in expected]
    assert sorted(map(str, everything(filled))) == sorted(map(str, expected))


@pytest.mark.parametrize("format", ["aegis", "2fas", "stratum"])
def test_an_encrypted_export_opens_with_its_password_alone(filled, format, tmp_path):
    password = tmp_path / "password"
    password.write_text(PASSWORD + "\n")
    password.chmod(0o600)
    path = tmp_path / "out"
    filled("export", "--format", format, "--lossy", "--password-file", password, "-o", path, check=0)
    assert J.encode() not in path.read_bytes()
    done = filled("import", "--dry-run", path)
    assert done.returncode == 5 and b"encrypted" in done.stderr
    done = filled("import", "--dry-run", "--password-command", "echo wrong", path)
    assert done.returncode == 5 and b"wrong password" in done.stderr
    done = filled("import", "--dry-run", "--json", "--password-file", password, path)
    report = json.loads(done.stdout)
    assert report["format"] == format and report["rejected"] == []


def test_an_export_never_writes_over_a_file_unasked(filled, tmp_path):
    path = tmp_path / "out"
    path.write_text("mine")
    assert filled("export", "-o", path).returncode == 1
    assert path.read_text() == "mine"
    filled("export", "--force", "-o", path, check=0)
    assert path.read_text().startswith("otpauth://")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("out")] == ["out"]


def test_a_page_has_a_code_for_each_token(filled, tmp_path):
    page = filled("export", "--format", "html", check=0).stdout.decode()
    assert page.count("<svg") == 5
    assert "Café &amp; Bar" in page


def test_one_bad_entry_keeps_no_other_out(program):
    program.init()
    lines = f"# mine\r\n\r\n{TOKENS[0]}\r\notpauth://totp/x?secret=1\r\n{TOKENS[3]}\r\n"
    done = program("import", "--json", "-", input="\ufeff" + lines)
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert report["added"] == 2
    assert [r["index"] for r in report["rejected"]] == [1]


def test_a_conflict_is_told_and_solved_by_replacing(filled):
    other = TOKENS[0].replace(R, J)
    done = filled("import", "--json", "-", input=other)
    assert done.returncode == 1
    assert json.loads(done.stdout)["conflicts"] == 1
    assert everything(filled)[0]["secret"] == R
    filled("import", "--replace", "-", input=other, check=0)
    assert everything(filled)[0]["secret"] == J


def test_a_dry_run_changes_nothing(program):
    done = program("import", "--dry-run", "--json", "-", input="\n".join(TOKENS), check=0)
    assert json.loads(done.stdout)["added"] == 5
    assert not program.vault.exists()
    program.init()
    before = program.bytes()
    program("import", "--dry-run", "-", input="\n".join(TOKENS), check=0)
    assert program.bytes() == before


@pytest.mark.parametrize(
    "content, words",
    [
        (b"", b"empty"),
        (b'{"a": 1}', b"looks like JSON"),
        (b"<a><b/></a>", b"looks like XML"),
        (b"hello, world\n", b"no known backup"),
        (b"\x7fELF" + bytes(200), b"another kind"),
        (b'{"encrypted": true, "passwordProtected": false, "items": []}', b"own account"),
        (b"[" * 100_000, b"depth"),
        (b'{"version":1,"header":{"slots":[{"type":1,"key":"00","key_params":{"nonce":"00","tag":"00"},'
         b'"salt":"00","n":1073741824,"r":8,"p":1}],"params":{}},"db":"AAAA"}', b"more than"),
    ],
)
def test_what_cannot_be_read_is_named(program, content, words):
    program.init()
    done = program("import", "--password-command", "echo x", "-", input=content)
    assert done.returncode == 2, done
    assert words in done.stderr
    assert done.stdout == b""


def test_ten_thousand_tokens_come_in_two_seconds(program):
    program.init()
    entries = [
        {"type": "totp", "name": f"user{i}", "issuer": f"Site {i % 999}", "note": "", "icon": None,
         "info": {"secret": R, "algo": "SHA1", "digits": 6, "period": 30}}
        for i in range(10_000)
    ]
    backup = {"version": 1, "header": {"slots": None, "params": None}, "db": {"version": 2, "entries": entries}}
    start = time.monotonic()
    program("list", check=0)
    unlocking = time.monotonic() - start
    start = time.monotonic()
    report = json.loads(program("import", "--json", "-", input=json.dumps(backup), check=0).stdout)
    assert report["added"] == 10_000
    limit = 2 if "debug" not in os.path.realpath(program.path) else 60
    assert time.monotonic() - start - unlocking < limit


@pytest.mark.skipif(not (SHARED / "backups").exists(), reason="the backups beside the project are not here")
@pytest.mark.parametrize("name", ["aegis_encrypted.json", "stratum_encrypted.bin", "freeotp_v2_api34.xml"])
def test_another_apps_own_file_comes_in(program, name):
    program.init()
    done = program("import", "--json", "--password-command", "echo test", SHARED / "backups" / name, check=0)
    assert json.loads(done.stdout)["added"] >= 6


def test_a_database_that_computes_for_ever_is_stopped(program, tmp_path):
    path = tmp_path / "db"
    database = sqlite3.connect(path)
    database.execute(
        "CREATE VIEW accounts AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT i AS _id, 'a' AS email, 'AAAA' AS secret, 'b' AS issuer, 0 AS counter, 0 AS type"
        " FROM n WHERE i < 0"
    )
    database.commit()
    database.close()
    start = time.monotonic()
    done = program("import", path)
    assert done.returncode == 2 and b"SQLite" in done.stderr
    assert time.monotonic() - start < 20


def test_help_names_every_format(program):
    done = program("import", "--format", "nosuch", "-", input="x")
    assert done.returncode == 2
    names = set(done.stderr.decode().split("the names are ")[1].strip().split(", ")) - {"html"}
    text = program("help", "import", check=0).stdout.decode()
    words = set(text.split("Formats:")[1].split("\n\n")[0].replace(",", " ").replace(".", " ").split())
    assert names - words == set()


def test_a_password_comes_by_a_descriptor(filled, tmp_path):
    path = tmp_path / "out"
    filled("export", "--format", "aegis", "--password-command", "echo battery", "-o", path, check=0)
    reading, writing = os.pipe()
    os.write(writing, b"battery\n")
    os.close(writing)
    done = filled("import", "--json", "--password-fd", reading, path, pass_fds=(reading,), check=0)
    os.close(reading)
    assert json.loads(done.stdout)["unchanged"] == 5
