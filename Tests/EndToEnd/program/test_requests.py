# SPDX-License-Identifier: MIT
"""What users of such tools asked for, row by row, through the built program.

The expected codes were computed by pyotp and oathtool, which share no code with this project.
"""

import base64
import concurrent.futures
import hashlib
import json
import os
import subprocess
import time
import urllib.parse

import pytest

from harness import J, PASSPHRASE, R, T

counter = iter(range(10**6))


def unique():
    return f"t{next(counter)}"


def code_of_secret(totp, secret, *arguments):
    """Adds a bare secret by standard input and returns its code at T."""
    name = unique()
    totp("add", name, *arguments, input=secret, check=0)
    return totp.code(name)


# T1: secrets as sites show them.


@pytest.mark.parametrize(
    "text",
    [
        "jbswy3dpehpk3pxp",
        "JBSW Y3DP EHPK 3PXP",
        "jbsw-y3dp-ehpk-3pxp",
        " JBSWY3DPEHPK3PXP\r\n",
        "JBSW\tY3DP\u00a0EHPK\t\u00a03PXP\n",
    ],
)
def test_grouped_secrets_give_the_right_code(shared_vault, text):
    assert code_of_secret(shared_vault, text) == "324550"


def test_a_grouped_secret_in_a_uri_gives_the_right_code(shared_vault):
    name = unique()
    shared_vault.add_uri(f"otpauth://totp/{name}?secret=JBSW%20Y3DP%20EHPK%203PXP")
    assert shared_vault.code(name) == "324550"


# T2: padding.


@pytest.mark.parametrize(
    "text, code",
    [
        ("AAAQEAYEAUDAOCAJBIFQYDIOB4IBCEQTCQKRMFYYDENBWHA5DYPQ", "627910"),
        ("AAAQEAYEAUDAOCAJBIFQYDIOB4", "533754"),
        ("AAAQEAYEAUDAOCAJBIFQYDIOB4======", "533754"),
        ("J3WWIV3PTGJPQV5QAICM", "363254"),
        ("J3WWIV3PTGJPQV5QAICM====", "363254"),
    ],
)
def test_any_padding_will_do(shared_vault, text, code):
    assert code_of_secret(shared_vault, text) == code


def test_percent_encoded_padding_will_do(shared_vault):
    name = unique()
    shared_vault.add_uri(
        f"otpauth://totp/{name}?secret=AAAQEAYEAUDAOCAJBIFQYDIOB4%3D%3D%3D%3D%3D%3D"
    )
    assert shared_vault.code(name) == "533754"


# T3: what is refused.


@pytest.mark.parametrize("secret", ["JBSWY3DP!1", "", "A"])
def test_a_secret_that_is_none_is_refused(totp, secret):
    before = totp.bytes()
    done = totp("add", "x", input=secret)
    assert done.returncode == 2 and done.stdout == b""
    assert totp.bytes() == before
    assert not secret or secret.encode() not in done.stderr or len(secret) == 1
    assert done.stderr.startswith(b"totp: ")


@pytest.mark.parametrize(
    "uri",
    [
        "otpauth://totp/x?issuer=y",
        f"otpauth://totp/x?secret={J}&digits=99",
        f"otpauth://totp/x?secret={J}&period=0",
        f"otpauth://totp/x?secret={J}&period=-5",
        f"otpauth://totp/x?secret={J}&algorithm=MD5X",
        f"otpauth://foo/x?secret={J}",
        f"otpauth://hotp/x?secret={J}&counter=abc",
        f"otpauth://totp/x?secret={J}&secret={J}",
        "https://example.com/",
    ],
)
def test_a_uri_that_is_no_token_is_refused(totp, uri):
    before = totp.bytes()
    done = totp("add", "--uri", "-", input=uri)
    assert done.returncode == 2 and done.stdout == b""
    assert totp.bytes() == before
    assert J.encode() not in done.stderr
    assert done.stderr.startswith(b"totp: ")


def test_a_secret_that_is_none_makes_no_vault(fresh):
    assert fresh("add", "x", input="JBSWY3DP!1").returncode == 2
    assert not fresh.vault.exists() and not fresh.vault.parent.exists()


# T4: short and long secrets.


def test_a_short_secret_is_taken_with_one_note(totp):
    done = totp("add", "x", input=J, check=0)
    assert done.stderr.count(b"\n") <= 1
    assert totp.code("x") == "324550"
    assert code_of_secret(totp, "JBSWY3DPEHPK3PXPAAAAAAA") == "324550"


def test_a_long_secret_and_its_hash_agree(totp):
    key = bytes(range(80))
    long = code_of_secret(totp, base64.b32encode(key))
    assert long == code_of_secret(totp, base64.b32encode(hashlib.sha1(key).digest()))


# T5: labels.


@pytest.mark.parametrize(
    "uri, issuer, account",
    [
        (f"otpauth://totp/foo%3abar?issuer=foo&secret={J}", "foo", "bar"),
        (
            f"otpauth://totp/Cloudflare:%20user@example.com?secret={J}&issuer=Cloudflare",
            "Cloudflare",
            "user@example.com",
        ),
        (
            f"otpauth://totp/Cloudflare: user@example.com?secret={J}&issuer=Cloudflare",
            "Cloudflare",
            "user@example.com",
        ),
        (
            f"otpauth://totp/Some+Company%3ame%40example.net?secret={J}&issuer=Microsoft",
            "Microsoft",
            "me@example.net",
        ),
        (
            f"otpauth://totp/Text%3A%20More%20Text:Secret?secret={J}&issuer=Text%3A%20More%20Text",
            "Text: More Text",
            "Secret",
        ),
        (
            f"otpauth://totp/BestService?algorithm=SHA1&digits=6&period=30&secret={J}",
            "",
            "BestService",
        ),
        (f"otpauth://totp/M%C3%BCnze:%C3%A9?secret={J}&issuer=M%C3%BCnze", "Münze", "é"),
        (f"otpauth://totp/x?secret={J}&issuer=არა", "არა", "x"),
        (
            "otpauth://totp/%E5%96%B5%20%E3%81%A8%20Nyaa%20%28https://old.example%29:user"
            f"?secret={J}&issuer=%E5%96%B5+%E3%81%A8+Nyaa+%28https%3A%2F%2Fold.example%29",
            "喵 と Nyaa (https://old.example)",
            "user",
        ),
        (f"OTPAUTH://TOTP/a?SECRET={J}&Digits=6", "", "a"),
        (f"otpauth://totp/a?secret={J}&image=https%3A%2F%2Fx%2Fy.png", "", "a"),
    ],
)
def test_labels_are_read_as_sites_write_them(totp, uri, issuer, account):
    totp.add_uri(uri)
    (token,) = totp.list()
    assert (token["issuer"], token["account"]) == (issuer, account)
    assert totp.code(f"{issuer}:{account}" if issuer else account) == "324550"


def test_a_uri_without_a_label_wants_a_name(totp):
    before = totp.bytes()
    done = totp.add_uri(f"otpauth://totp/?secret={J}", check=2)
    assert totp.bytes() == before and b"name" in done.stderr
    totp.add_uri(f"otpauth://totp/?secret={J}", arguments=("Site:me",))
    assert totp.code("Site:me") == "324550"


def test_a_name_matches_in_either_unicode_form(totp):
    totp.add_uri(f"otpauth://totp/M%C3%BCnze:%C3%A9?secret={J}&issuer=M%C3%BCnze")
    assert totp.code("Mu\u0308nze") == "324550"
    assert totp.code("MÜNZE") == "324550"


# T6: parameters.


@pytest.mark.parametrize(
    "secret, options, time, code",
    [
        (J, {"algorithm": "SHA1"}, T, "324550"),
        (J, {"algorithm": "SHA256"}, T, "049486"),
        (J, {"algorithm": "SHA512"}, T, "045688"),
        (J, {"algorithm": "sha256"}, T, "049486"),
        (J, {"algorithm": "SHA-256"}, T, "049486"),
        (J, {"algorithm": "HmacSHA256"}, T, "049486"),
        (J, {"digits": 8}, T, "02324550"),
        (J, {"digits": 8, "period": 60, "algorithm": "SHA256"}, T, "71205722"),
        (J, {"digits": 7, "period": 10}, T, "7876561"),
        (J, {"period": 15}, T, "589914"),
        (J, {"period": 60}, T, "508648"),
        (R, {"digits": 6}, T, "921300"),
        (R, {"digits": 7}, T, "1921300"),
        (R, {"digits": 8}, T, "81921300"),
        (R, {"digits": 10}, T, "1681921300"),
        (R, {"algorithm": "SHA256"}, T, "869966"),
        (R, {"algorithm": "SHA512"}, T, "550644"),
        (R, {"digits": 8}, 59, "94287082"),
        (R, {"digits": 8}, 1111111109, "07081804"),
        (R, {"digits": 8}, 1111111111, "14050471"),
        (R, {"digits": 8}, 1234567890, "89005924"),
        (R, {"digits": 8}, 2000000000, "69279037"),
        (R, {"digits": 8}, 20000000000, "65353130"),
        (R, {"digits": 6}, 1234567890, "005924"),
        (J, {}, 1700001660, "003094"),
        (J, {}, 1700002920, "000994"),
        (J, {}, 0, "282760"),
        (J, {}, 29, "282760"),
        (J, {}, 30, "996554"),
    ],
)
def test_parameters_are_honoured(shared_vault, secret, options, time, code):
    name = unique()
    shared_vault.add_uri(
        f"otpauth://totp/{name}?" + urllib.parse.urlencode({"secret": secret, **options})
    )
    assert shared_vault.code(name, at=time) == code
    flags = [text for key, value in options.items() for text in (f"--{key}", value)]
    name = unique()
    shared_vault("add", name, *flags, input=secret, check=0)
    assert shared_vault.code(name, at=time) == code


@pytest.mark.parametrize(
    "byte_count, algorithm, codes",
    [
        (32, "SHA256", {59: "46119246", 1111111109: "68084774", 20000000000: "77737706"}),
        (64, "SHA512", {59: "90693936", 1111111109: "25091201", 20000000000: "47863826"}),
    ],
)
def test_the_standard_s_longer_keys(shared_vault, byte_count, algorithm, codes):
    key = (b"1234567890" * 7)[:byte_count]
    name = unique()
    shared_vault(
        "add", name, "--algorithm", algorithm, "--digits", 8, input=base64.b32encode(key), check=0
    )
    assert {time: shared_vault.code(name, at=time) for time in codes} == codes


@pytest.mark.parametrize(
    "uri",
    [
        "otpauth://totp/{name}?secret=" + J + "&amp;algorithm=SHA256&amp;digits=8&amp;period=60",
        "otpauth://totp/{name}?secret=" + J + "&issuer=C# Club&algorithm=SHA256&digits=8&period=60",
    ],
)
def test_no_parameter_is_lost_to_a_page_s_source_or_a_hash(totp, uri):
    totp.add_uri(uri.format(name="x"))
    assert totp.code("x") == "71205722"


# T7: Steam.


@pytest.mark.parametrize(
    "uri",
    [
        "otpauth://steam/Steam:{name}?secret=" + J,
        "otpauth://totp/{name}?secret=" + J + "&encoder=steam",
        "otpauth://totp/Steam:{name}?secret=" + J + "&issuer=Steam&digits=5&encoder=steam",
        "steam://" + J,
    ],
)
def test_steam_codes(totp, uri):
    totp.add_uri(uri.format(name="x"), arguments=("Steam:x",))
    assert totp.code("Steam:x") == "2KM2P"
    assert totp.code("Steam:x", "--next") == "3D7YK"
    assert totp.list()[0]["type"] == "steam"


def test_steam_by_flag(shared_vault):
    assert code_of_secret(shared_vault, R, "--steam") == "R87JJ"
    assert code_of_secret(shared_vault, "SGVsbG8h3q2+7w==\n", "--steam") == "2KM2P"


# T8: several URIs on standard input, and back.


def test_a_list_of_uris_goes_in_and_comes_out(totp):
    text = (
        "\ufeff# my tokens\r\n"
        f"otpauth://totp/GitHub:ana?secret={J}&issuer=GitHub\r\n"
        "\r\n"
        f"  otpauth://hotp/Bank:x?secret={R}&issuer=Bank&counter=7  \r\n"
    )
    totp("add", "--uri", "-", input=text, check=0)
    tokens = totp.list()
    assert len(tokens) == 2
    uris = [totp("uri", f"{t['issuer']}:{t['account']}", check=0).stdout.decode() for t in tokens]
    totp.vault.unlink()
    totp.init()
    totp("add", "--uri", "-", input="".join(uris), check=0)
    without_id = [{k: v for k, v in t.items() if k != "id"} for t in tokens]
    assert [{k: v for k, v in t.items() if k != "id"} for t in totp.list()] == without_id


def test_one_bad_line_keeps_all_out_and_is_named(totp):
    before = totp.bytes()
    done = totp.add_uri(
        f"otpauth://totp/a?secret={J}", "", "otpauth://totp/b?secret=!!!", check=2
    )
    assert b"line 3" in done.stderr and totp.bytes() == before


# T9: counters.


@pytest.mark.parametrize(
    "query", ["secret={R}&counter=0", "secret={R}&counter=0&issuer=B", "counter=0&secret={R}"]
)
def test_counters_count(totp, query):
    totp.add_uri("otpauth://hotp/Bank:x?" + query.format(R=R))
    codes = [totp.code("x", at=None) for _ in range(3)]
    assert codes == ["755224", "287082", "359152"]
    uri = totp("uri", "x", check=0).stdout.decode()
    assert uri.count("counter=") == 1 and "counter=3" in uri


@pytest.mark.parametrize(
    "secret, counter, code",
    [
        (R, 127, "307470"),
        (R, 128, "425216"),
        (R, 255, "865784"),
        (R, 256, "620188"),
        (R, 2**32 - 1, "117190"),
        (R, 2**32, "999456"),
        ("DINBUGX7", 0, "609693"),
    ],
)
def test_counters_beyond_a_byte(shared_vault, secret, counter, code):
    name = unique()
    shared_vault.add_uri(f"otpauth://hotp/{name}?secret={secret}&counter={counter}")
    assert shared_vault.code(name, at=None) == code


@pytest.mark.parametrize("counter, code", [(2**63 - 1, "181742"), (2**64 - 1, None)])
def test_a_counter_never_wraps(totp, counter, code):
    totp.add_uri(f"otpauth://hotp/x?secret={R}&counter={counter}")
    first = totp.code("x", at=None)
    assert code is None or first == code
    before = totp.bytes()
    done = totp("code", "x")
    assert done.returncode == 1 and done.stdout == b"" and totp.bytes() == before


def test_a_counter_can_be_set(totp):
    totp.add_uri(f"otpauth://hotp/x?secret={R}&counter=9")
    totp("edit", "x", "--counter", 0, check=0)
    assert totp.code("x", at=None) == "755224"


def test_a_replaced_counter_never_falls_back(totp):
    totp("add", "x", "--hotp", "--counter", 3, input=R, check=0)
    totp("add", "x", "--hotp", "--digits", 8, "--replace", input=R, check=0)
    assert (totp.list()[0]["counter"], totp.list()[0]["digits"]) == (3, 8)
    totp("add", "x", "--hotp", "--digits", 8, "--counter", 500, "--replace", input=R, check=0)
    assert totp.list()[0]["counter"] == 500


def test_an_edit_that_changes_nothing_writes_nothing(totp):
    totp("add", "x", input=J, check=0)
    before = totp.bytes()
    totp("edit", "x", "--digits", 6, check=0)
    assert totp.bytes() == before


def test_parallel_codes_all_differ(totp):
    totp.add_uri(f"otpauth://hotp/x?secret={R}&counter=0")
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        codes = list(pool.map(lambda _: totp.code("x", at=None), range(10)))
    assert len(set(codes)) == 10
    assert totp.list()[0]["counter"] == 10


def test_a_code_that_can_t_be_written_is_a_failure_that_says_what_was_used(totp):
    totp.add_uri(f"otpauth://hotp/x?secret={R}&counter=0")
    with open("/dev/full", "wb") as full:
        done = totp("code", "x", stdout=full)
    assert done.returncode == 1 and b"counter" in done.stderr
    assert totp.code("x", at=None) == "287082"


def test_a_read_only_vault_gives_no_code_of_a_counter(totp):
    totp.add_uri(f"otpauth://hotp/x?secret={R}&counter=0")
    totp.vault.chmod(0o400)
    done = totp("code", "x")
    assert done.returncode == 1 and done.stdout == b"" and b"read" in done.stderr


def test_looking_does_not_count(totp):
    totp.add_uri(f"otpauth://hotp/x?secret={R}&counter=0")
    before = totp.bytes()
    totp("list", check=0)
    totp("show", "x", check=0)
    totp("uri", "x", check=0)
    assert totp("code", "x", "--next").returncode == 2
    assert totp("code", "x", "--at", T).returncode == 2
    assert totp.bytes() == before


# T10: bytes on standard output.


def test_a_code_is_seven_bytes(totp):
    totp("add", "gh", input=J, check=0)
    colour = {"TERM": "xterm-256color", "NO_COLOR": ""}
    assert totp("code", "gh", "--at", T, check=0, env=colour).stdout == b"324550\n"
    assert totp("code", "gh", "--at", T, "-n", check=0).stdout == b"324550"
    done = totp("code", "gh", "--at", 1700001660, "--json", check=0)
    assert b'"003094"' in done.stdout and b"\x1b" not in done.stdout


def test_a_closed_pipe_is_no_news(totp):
    totp("add", "gh", input=J, check=0)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = totp("code", "gh", stdout=writing)
    finally:
        os.close(writing)
    assert done.stderr == b"" and done.returncode == -13


def test_dev_full_is_a_failure(totp):
    totp("add", "gh", input=J, check=0)
    for arguments in (("code", "gh"), ("list",), ("list", "--json"), ("--version",), ("help",)):
        with open("/dev/full", "wb") as full:
            done = totp(*arguments, stdout=full)
        assert done.returncode == 1, arguments
        assert b"no space left" in done.stderr, arguments


# T12: time.


def test_next_remaining_and_validity(totp):
    import json

    totp("add", "gh", input=J, check=0)
    totp("add", "slow", "--period", 60, input=J, check=0)
    assert totp.code("gh", "--next") == "367665"
    assert totp.code("gh", at=T - 30) == "822542"
    token = json.loads(totp("code", "gh", "--at", T, "--json", check=0).stdout)
    assert token["code"] == "324550"
    assert (token["valid_from"], token["valid_until"]) == (1699999980, 1700000010)
    assert token["remaining"] == 10
    slow = json.loads(totp("code", "slow", "--at", T, "--json", check=0).stdout)
    assert (slow["remaining"], slow["code"]) == (40, "508648")
    later = json.loads(totp("code", "gh", "--at", T, "--next", "--json", check=0).stdout)
    assert (later["valid_until"], later["remaining"]) == (1700000040, 40)
    assert totp.code("gh", "--next", "--min-remaining", 15) == "367665"
    assert totp.code("gh", "--min-remaining", 15) == "367665"
    assert totp.code("gh", "--min-remaining", 10) == "324550"
    assert totp.code("slow", "--min-remaining", 15) == "508648"
    assert totp.code("gh", at="2023-11-14T22:13:20Z") == "324550"
    assert totp.code("gh", at="2023-11-14T23:13:20+01:00") == "324550"


def test_min_remaining_waits_for_the_next_step(totp):
    totp("add", "quick", "--period", 5, input=J, check=0)
    # Starts in the last seconds of a step, so that there is something to wait for.
    while time.time() % 5 < 3:
        time.sleep(0.05)
    code = totp.code("quick", "--min-remaining", 4, at=None)
    assert time.time() % 5 < 2
    assert code == totp.code("quick", at=int(time.time()))


# T13: names.


def test_names_are_found_level_by_level(totp):
    totp.add_uri(
        f"otpauth://totp/GitHub:alice?secret={J}&issuer=GitHub",
        f"otpauth://totp/GitHub:bob?secret={R}&issuer=GitHub",
        f"otpauth://totp/GitLab:alice?secret={R}&issuer=GitLab",
    )
    for query, status in (("github", 4), ("alice", 4), ("nobody", 3)):
        done = totp("code", query, "--at", T)
        assert done.returncode == status and done.stdout == b"", query
    done = totp("code", "github")
    assert b"GitHub:alice" in done.stderr and b"GitHub:bob" in done.stderr
    assert b"GitLab" not in done.stderr
    assert totp.code("github:bob") == totp.code("bob") == "921300"
    totp("add", "git", input=J, check=0)
    assert totp.code("git") == "324550"
    turkish = {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"}
    assert totp("code", "GITHUB:BOB", "--at", T, env=turkish, check=0).stdout == b"921300\n"


def test_a_slip_of_the_finger_gets_a_suggestion(totp):
    totp("add", "GitHub:alice", input=J, check=0)
    done = totp("code", "githib")
    assert done.returncode == 3
    assert done.stderr == (
        b'totp: no token matches "githib"\ntotp: hint: did you mean "GitHub:alice"?\n'
    )


# T15: twins.


def test_the_same_token_twice_is_no_error_and_no_twin(totp):
    totp("add", "a:b", input=J, check=0)
    before = totp.bytes()
    assert b"already" in totp("add", "a:b", input=J, check=0).stdout
    assert totp.bytes() == before
    done = totp("add", "a:b", input=R)
    assert done.returncode == 1 and totp.bytes() == before and b"--replace" in done.stderr
    assert totp.code("a:b") == "324550"
    totp("add", "a:b", "--replace", input=R, check=0)
    assert totp.code("a:b") == "921300" and len(totp.list()) == 1


def test_two_lines_are_not_one_secret(totp):
    done = totp("add", "x", input=f"{J}\n{R}\n")
    assert done.returncode == 2 and b"one" in done.stderr and totp.list() == []
    totp("add", "x", input=f"\n{J}\n\n", check=0)


def test_a_sign_is_no_digit(totp):
    for option in ("--digits", "--period", "--counter"):
        assert totp("add", "x", "--hotp", option, "+6", input=J).returncode == 2, option
    assert totp.add_uri(f"otpauth://totp/a?secret={J}&digits=%2B6", check=2)
    assert totp("code", "+a" * 16).returncode == 3
    assert totp.list() == []


def test_what_can_t_be_seen_is_no_name_and_no_tag(totp):
    for name in ("\u200b", "\u2060:\ufeff", " \u00ad "):
        assert totp("add", name, input=J).returncode == 2, name
    for tag in ("", " ", "\u200b"):
        assert totp("add", "x", "--tag", tag, input=J).returncode == 2, tag
    totp("add", "x", "--tag", "work", "--tag", "work", input=J, check=0)
    assert totp.list()[0]["tags"] == ["work"]


def test_a_name_is_read_as_a_uri_s_label_is(totp):
    totp("add", "ACME: bob", input=J, check=0)
    totp.add_uri(f"otpauth://totp/GitHub:alice?secret={R}&issuer=GitHub", arguments=("work",))
    labels = [(t["issuer"], t["account"]) for t in totp.list()]
    assert labels == [("ACME", "bob"), ("GitHub", "work")]


def test_tokens_of_one_text_are_told_apart_by_their_ids(totp):
    totp("add", "--issuer", "a", "--account", "b:c", input=J, check=0)
    totp("add", "--issuer", "a:b", "--account", "c", input=R, check=0)
    done = totp("code", "a:b:c")
    assert done.returncode == 4
    ids = [t["id"] for t in totp.list()]
    assert all(id.encode() in done.stderr for id in ids)
    assert {totp.code(id) for id in ids} == {"324550", totp.code(ids[1])}


def test_what_is_there_already_is_shown_as_it_is(totp):
    totp("add", "x", "--tag", "mine", "--note", "kept", input=J, check=0)
    again = json.loads(totp("add", "x", "--tag", "other", "--json", input=J, check=0).stdout)
    assert again[0]["change"] == "unchanged"
    assert again[0]["tags"] == ["mine"] and again[0]["note"] == "kept"


def test_the_hint_of_a_taken_name_fits_the_command(totp):
    totp("add", "x", input=J, check=0)
    totp("add", "y", input=R, check=0)
    assert b"--replace" in totp("add", "x", input=R).stderr
    done = totp("edit", "y", "--account", "x")
    assert done.returncode == 1 and b"replace" not in done.stderr and b"--account" in done.stderr


def test_the_nearest_name_is_suggested_first(totp):
    for name in ("gitlub", "githubs"):
        totp("add", name, input=J, check=0)
    hints = totp("code", "gitlubx").stderr.decode().splitlines()[1:]
    assert hints and "gitlub\"" in hints[0], hints


def test_a_time_out_of_range_says_so(totp):
    totp("add", "x", input=J, check=0)
    for time in ("-1", "1969-12-31T23:59:59Z"):
        done = totp("code", "x", f"--at={time}")
        assert done.returncode == 2 and b"1970" in done.stderr, (time, done)


def test_text_that_is_no_utf_8_is_refused_and_not_repaired(totp):
    done = totp("list", env={"TOTP_VAULT": os.fsencode(str(totp.vault)) + b"\xff"})
    assert done.returncode == 2 and b"TOTP_VAULT" in done.stderr
    done = subprocess.run(
        [totp.path, b"list", b"--vault", b"/tmp/\xff"], env=totp.environment, capture_output=True
    )
    assert done.returncode == 2 and b"argument 3" in done.stderr


def test_the_worker_is_no_command(totp):
    done = totp("worker")
    assert done.returncode == 2 and b"worker" in done.stderr


def test_one_is_not_several(totp):
    totp("add", "x", input=J, check=0)
    assert totp("vault", "check", check=0).stdout.endswith(b": 1 token\n")
