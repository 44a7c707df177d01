# SPDX-License-Identifier: MIT
"""pictures.py TOTP FOLDER…: how many pictures of folders with a manifest.json are read, by `totp scan` and by
zbarimg, and how long the whole ladder takes to find nothing in 12 megapixels (the budget is 4 s)."""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "EndToEnd"))
import hostile


def run(*command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True)
    return done.stdout, (time.perf_counter() - start) * 1000


def plain(text):
    return text.replace("\r\n", "\n").strip()


def count(totp, folder):
    ours, theirs, times = 0, 0, []
    entries = [e for e in json.loads((folder / "manifest.json").read_text()) if e["expected"]]
    for entry in entries:
        expected = {plain(text) for text in entry["expected"]}
        answer, milliseconds = run(totp, "scan", "--json", str(folder / entry["file"]))
        texts = [plain(p["text"]) for item in json.loads(answer or b"[]") for p in item["payloads"]]
        ours += expected <= set(texts)
        times.append(milliseconds)
        answer, _ = run("zbarimg", "-q", "--raw", str(folder / entry["file"]))
        theirs += all(text in plain(answer.decode(errors="replace")) for text in expected)
    median = statistics.median(times)
    print(f"{folder.name}: {ours} of {len(entries)}, zbarimg {theirs}; median {median:.1f} ms")


def main():
    totp, *folders = sys.argv[1:]
    for folder in map(pathlib.Path, folders):
        if (folder / "manifest.json").exists():
            count(totp, folder)
    rows = b"".join(b"\0" + hostile.noise(4000, y) for y in range(3000))
    with tempfile.NamedTemporaryFile(suffix=".png") as picture:
        picture.write(hostile.png(4000, 3000, 8, 0, zlib.compress(rows, 1)))
        picture.flush()
        print(f"nothing in 12 megapixels of noise: {run(totp, 'scan', picture.name)[1] / 1000:.2f} s")


main()
