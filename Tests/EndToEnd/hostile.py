# SPDX-License-Identifier: MIT
"""Pictures that a stranger could craft to stop, fill up or take over whoever opens them."""

import random
import struct
import zlib


def chunk(kind, data, length=None):
    body = kind + data
    length = len(data) if length is None else length
    return struct.pack(">I", length) + body + struct.pack(">I", zlib.crc32(body))


def zeros(count):
    """So many zero bytes, packed; 1 GiB of them are one MiB."""
    packer = zlib.compressobj(9)
    block = bytes(1 << 20)
    parts = [packer.compress(block) for _ in range(count >> 20)]
    return b"".join(parts) + packer.compress(bytes(count & 0xFFFFF)) + packer.flush()


def png(width, height, depth=1, colour=0, pixels=b"", between=b""):
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + between + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
    )


def jpeg(width, height, scans=1):
    """A grey baseline picture, or a progressive one that is gone over many times."""
    table = b"\xff\xdb\x00\x43\x00" + b"\x01" * 64
    frame = struct.pack(">BBHBHHBBBB", 0xFF, 0xC0 if scans == 1 else 0xC2, 11, 8, height, width, 1, 1, 0x11, 0)
    codes = b"\xff\xc4\x00\x14\x00\x01" + bytes(15) + b"\x00"
    head = b"\xff\xd8" + table + frame + codes
    if scans == 1:
        return head + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + bytes(2000) + b"\xff\xd9"
    return head + b"\xff\xda\x00\x08\x01\x01\x00\x00\x00\x00\x00" * scans + b"\xff\xd9"


def gif(frames):
    head = b"GIF89a" + struct.pack("<HHBBB", 64, 64, 0x80, 0, 0) + bytes(3) + b"\xff\xff\xff"
    # A clear code, so many codes as fill 64 × 64 pixels with white, the end.
    bits = "".join(f"{code:03b}"[::-1] for code in [4] + [1, 4] * 4096 + [5])
    bits += "0" * (-len(bits) % 8)
    data = bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, len(bits), 8))
    blocks = b"".join(bytes([len(data[i : i + 255])]) + data[i : i + 255] for i in range(0, len(data), 255))
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, 64, 64, 0) + b"\x02" + blocks + b"\0"
    return head + frame * frames + b"\x3b"


def tiff(width, height, next_directory, strip=8, bits=8):
    entries = [(256, 4, width), (257, 4, height), (258, 3, bits), (259, 3, 1), (262, 3, 1), (273, 4, strip),
               (277, 3, 1), (278, 4, height), (279, 4, width * height & 0xFFFFFFFF)]
    directory = struct.pack("<H", len(entries))
    for tag, kind, value in entries:
        directory += struct.pack("<HHII", tag, kind, 1, value)
    return b"II*\0" + struct.pack("<I", 8) + directory + struct.pack("<I", next_directory)


def bmp(width, height, bits=32, compression=0, pixels=b""):
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, compression, 0, 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + header + pixels


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def heif(width, height, brand=b"heic"):
    size = box(b"ispe", struct.pack(">III", 0, width, height))
    meta = bytes(4) + box(b"iprp", box(b"ipco", size))
    return box(b"ftyp", brand + bytes(4) + brand) + box(b"meta", meta)


def noise(count, seed=1):
    return random.Random(seed).randbytes(count)


def pictures():
    """Names and bytes. None holds a code."""
    row = b"\0" + bytes(8000)
    return {
        "bomb.png": png(60000, 60000, pixels=zeros(7501 * 60000)),
        "allowed-bomb.png": png(8000, 8000, 8, 0, zeros(8001 * 8000)),
        "allowed-bomb-16-bit-colour.png": png(8000, 8000, 16, 6, zeros(64001 * 8000)),
        "thin.png": png(1, 32767, 8, 0, zeros(2 * 32767)),
        "no-width.png": png(0, 5, pixels=zeros(5)),
        "2-gib-wide.png": png(0x7FFFFFFF, 1, pixels=zeros(100)),
        "widest.png": png(0xFFFFFFFF, 0xFFFFFFFF),
        "1-gib-profile.png": png(64, 64, 8, 0, zeros(65 * 64), chunk(b"iCCP", b"x\0\0" + zeros(1 << 30))),
        "1-gib-text.png": png(64, 64, 8, 0, zeros(65 * 64), chunk(b"zTXt", b"x\0\0" + zeros(1 << 30))),
        "claimed-profile.png": png(64, 64, 8, 0, zeros(65 * 64), chunk(b"iCCP", b"x\0\0", 1 << 30)),
        "many-chunks.png": png(64, 64, 8, 0, zeros(65 * 64), chunk(b"tEXt", b"a\0b") * 500000),
        "noise.png": png(4000, 3000, 8, 0, zlib.compress(
            b"".join(b"\0" + noise(4000, y) for y in range(3000)), 1)),
        "65535.jpg": jpeg(65535, 65535),
        "allowed.jpg": jpeg(8000, 8000),
        "60-scans.jpg": jpeg(8000, 8000, 60),
        "10000-scans.jpg": jpeg(8000, 8000, 10000),
        "cut.webp": b"RIFF" + struct.pack("<I", 0xFFFFFFF0) + b"WEBPVP8X" + struct.pack("<I", 10) + b"\x02" + bytes(9),
        "10000-frames.gif": gif(10000),
        "largest-screen.gif": b"GIF89a" + b"\xff" * 7 + b"\x3b",
        "loop.tiff": tiff(64, 64, 8),
        "far-strip.tiff": tiff(64, 64, 0, strip=0xFFFFFF00),
        "allowed.tiff": tiff(8000, 8000, 0),
        "largest.tiff": tiff(0xFFFFFFFF, 0xFFFFFFFF, 0),
        "largest.bmp": bmp(0x7FFFFFFF, -0x7FFFFFFF),
        "allowed.bmp": bmp(8000, 8000),
        "runs.bmp": bmp(8000, 8000, 8, 1, b"\xff\0" * 1000000),
        "long-row.bmp": bmp(0x7FFFFFFF, 1),
        "empty.heic": heif(64, 64),
        "largest.heic": heif(0xFFFFFFFF, 0xFFFFFFFF),
        "noise.avif": heif(64, 64, b"avif") + noise(10000),
        "drawing.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "page.pdf": b"%PDF-1.7\n",
        "noise": noise(100000),
        "zeros": bytes(1000000),
        "rows-to-come.png": png(8000, 8000, 8, 0, zlib.compress(row * 10)),
    }
