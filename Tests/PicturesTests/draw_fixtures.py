#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures in Fixtures/ and the manifest that says what each one holds.

Needs libqrencode, Pillow and heif-enc (libheif-examples). Run it in this folder; the pictures are committed, the tests do not run it.
"""

import base64
import ctypes
import io
import json
import pathlib
import struct
import subprocess
import tempfile
import zlib

from PIL import Image, ImageChops, ImageOps

HERE = pathlib.Path(__file__).parent / "Fixtures"
ONE = b"otpauth://totp/Example:ana@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Example"
TWO = b"otpauth://totp/Example:bob@example.org?secret=GEZDGNBVGY3TQOJQ&issuer=Example"
UMLAUT = "otpauth://totp/Zürich:öl?secret=JBSWY3DPEHPK3PXP"
LONG = b"otpauth-migration://offline?data=" + b"0123456789ABCDEF" * 20

MODE_ALPHANUMERIC, MODE_8BIT, LEVEL_M = 1, 2, 1
qr = ctypes.CDLL("libqrencode.so.4")


class QRcode(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("width", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_ubyte)),
    ]


class QRcodeList(ctypes.Structure):
    pass


QRcodeList._fields_ = [("code", ctypes.POINTER(QRcode)), ("next", ctypes.POINTER(QRcodeList))]
qr.QRinput_new2.restype = ctypes.c_void_p
qr.QRinput_newMQR.restype = ctypes.c_void_p
qr.QRcode_encodeInput.restype = ctypes.POINTER(QRcode)
qr.QRcode_encodeDataStructured.restype = ctypes.POINTER(QRcodeList)


def drawn(code, scale=4, quiet=4):
    """A grey picture of one code, black on white."""
    width = code.contents.width
    picture = Image.new("L", (width + 2 * quiet,) * 2, 255)
    for i in range(width * width):
        if code.contents.data[i] & 1:
            picture.putpixel((quiet + i % width, quiet + i // width), 0)
    return picture.resize((picture.width * scale,) * 2, Image.NEAREST)


def code(payload, eci=None, **looks):
    entry = ctypes.c_void_p(qr.QRinput_new2(0, LEVEL_M))
    if eci is not None:
        assert qr.QRinput_appendECIheader(entry, eci) == 0
    assert qr.QRinput_append(entry, MODE_8BIT, len(payload), payload) == 0
    return drawn(qr.QRcode_encodeInput(entry), **looks)


def micro(payload):
    entry = ctypes.c_void_p(qr.QRinput_newMQR(2, 0))
    assert qr.QRinput_append(entry, MODE_ALPHANUMERIC, len(payload), payload) == 0
    return drawn(qr.QRcode_encodeInput(entry), scale=6)


def parts(payload, version):
    entry = qr.QRcode_encodeDataStructured(len(payload), payload, version, LEVEL_M)
    pictures = []
    while entry:
        pictures.append(drawn(entry.contents.code))
        entry = entry.contents.next
    return pictures


def beside(*pictures):
    whole = Image.new(
        pictures[0].mode, (sum(p.width for p in pictures), max(p.height for p in pictures)), 255
    )
    left = 0
    for picture in pictures:
        whole.paste(picture, (left, 0))
        left += picture.width
    return whole


def saved(picture, kind, **options):
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, colour, interlace, *rows):
    """A PNG by hand, for what Pillow does not write."""
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace))
        + chunk(b"IDAT", zlib.compress(b"".join(rows), 9))
        + chunk(b"IEND", b"")
    )


def interlaced(picture):
    """Adam7: seven passes, each row with filter 0 (ISO/IEC 15948 §8.2)."""
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    rows = []
    for left, top, across, down in passes:
        for y in range(top, picture.height, down):
            rows.append(b"\0" + bytes(picture.getpixel((x, y)) for x in range(left, picture.width, across)))
    return png(picture.width, picture.height, 8, 0, 1, *rows)


def deep(picture):
    """Sixteen bits a pixel, in which black and white are two neighbouring greys of eight bits."""
    rows = []
    for y in range(picture.height):
        row = (0x9000 if picture.getpixel((x, y)) else 0x3000 for x in range(picture.width))
        rows.append(b"\0" + b"".join(struct.pack(">H", pixel) for pixel in row))
    return png(picture.width, picture.height, 16, 0, 0, *rows)


def bmp(width, height, header_size, bits, compression, extra, rows, colours=b""):
    """A bitmap by hand: headers with `extra` behind the 40 bytes that all have, colours, pixels."""
    header = struct.pack("<IiiHHIIiiII", header_size, width, height, 1, bits, compression, len(rows), 0, 0, 0, 0)
    header += extra + bytes(max(0, header_size - 40 - len(extra)))
    start = 14 + len(header) + len(colours)
    return b"BM" + struct.pack("<IHHI", start + len(rows), 0, 0, start) + header + colours + rows


def rows_of(picture, pixel, top_first=False):
    """The pixels of a grey picture as a bitmap has them, each drawn by `pixel`, rows padded to 4 bytes."""
    rows = []
    for y in range(picture.height):
        row = b"".join(pixel(picture.getpixel((x, y))) for x in range(picture.width))
        rows.append(row + bytes(-len(row) % 4))
    return b"".join(rows if top_first else reversed(rows))


def runs_of(picture):
    """The same in RLE8, with colour 1 for white, and an order for the end of each row and of all."""
    out = b""
    for y in reversed(range(picture.height)):
        x = 0
        while x < picture.width:
            colour, start = picture.getpixel((x, y)), x
            while x < picture.width and x - start < 255 and picture.getpixel((x, y)) == colour:
                x += 1
            out += bytes([x - start, colour > 0])
        out += b"\0\0"
    return out + b"\0\1"


def words(*numbers):
    return struct.pack(f"<{len(numbers)}I", *numbers)


def turned_by_camera(picture, orientation):
    """A JPEG whose Exif data say how to set it upright."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    return saved(picture, "JPEG", quality=80, exif=exif)


def heic(picture):
    with tempfile.TemporaryDirectory() as folder:
        source, target = f"{folder}/a.png", f"{folder}/a.heic"
        picture.save(source)
        subprocess.run(["heif-enc", "-q", "60", source, "-o", target], check=True, capture_output=True)
        return pathlib.Path(target).read_bytes()


def ink(picture, shade):
    """The dark parts in one shade of grey on clear ground."""
    clear = Image.new("LA", picture.size, (shade, 0))
    clear.putalpha(ImageChops.invert(picture))
    return clear


one, two = code(ONE), code(TWO)
negative = ImageChops.invert
colourful = Image.merge("RGB", [one.point(lambda p: 230 if p else shade) for shade in (20, 60, 120)])
split = parts(LONG, 7)
assert len(split) == 3
frames = [one.convert("RGB"), two.convert("RGB")]
# 32 × 34 pixels, cut out of noise, on which zxing-cpp 1.4.0 fails an assertion.
failed_assertion = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAACAAAAAiAQAAAAAWyeZSAAAAtUlEQVR42gGqAFX/A485wAAA7MAAAADyAAgBBMME"
    "+AACvsAIAAJU/PgCAMgAAAAA88AAAADfAAAQAvuQCPAAFwAAAAD7wAAIAuSv+UkDC/6opwIFAGjZBPAwIBACS8Px"
    "7gTdAansAti/EIQCI6wU6wL1FbwgAB5pFhsA7v+/6wJVQPxLACb/5fYAu/0+JgEOiP1KAc+JAd4DL/DAvABe1/3b"
    "AbXH8ywA6U/X/gNBYkr5AuXH1NQVTUSe76565QAAAABJRU5ErkJggg=="
)
wide = Image.new("L", (4200, 4300), 255)
wide.paste(one, (2000, 2000))
size = one.size
black_white = words(0x000000, 0xFFFFFF)
rgba_masks = words(0xFF0000, 0xFF00, 0xFF, 0xFF000000)

pictures = {
    "plain.png": (saved(one, "PNG"), [ONE]),
    "plain.jpg": (saved(colourful, "JPEG", quality=70), [ONE]),
    "progressive.jpg": (saved(colourful, "JPEG", quality=70, progressive=True), [ONE]),
    "cmyk.jpg": (saved(colourful.convert("CMYK"), "JPEG", quality=70), [ONE]),
    "plain.gif": (saved(one, "GIF"), [ONE]),
    "plain.bmp": (saved(one, "BMP"), [ONE]),
    "bits-32.bmp": (
        bmp(*size, 40, 32, 0, b"", rows_of(one, lambda p: bytes([p, p, p, 0]))), [ONE]),
    "version-4.bmp": (
        bmp(*size, 108, 32, 3, rgba_masks, rows_of(one, lambda p: bytes([p, p, p, 255]))), [ONE]),
    "version-5-clear.bmp": (
        bmp(*size, 124, 32, 3, rgba_masks, rows_of(one, lambda p: bytes([255, 255, 255, 255 - p]))),
        [ONE]),
    "masks-after.bmp": (
        bmp(*size, 40, 16, 3, words(0xF800, 0x07E0, 0x001F),
            rows_of(one, lambda p: b"\xff\xff" if p else b"\x05\x29")), [ONE]),
    "from-the-top.bmp": (
        bmp(size[0], -size[1], 40, 24, 0, b"", rows_of(one, lambda p: bytes([p] * 3), True)), [ONE]),
    "runs.bmp": (bmp(*size, 40, 8, 1, b"", runs_of(one), black_white), [ONE]),
    "interlaced.gif": (saved(colourful.quantize(8), "GIF", interlace=1), [ONE]),
    "moving.gif": (saved(frames[0], "GIF", save_all=True, append_images=frames[1:]), [ONE]),
    "mirrored.jpg": (turned_by_camera(ImageOps.mirror(one), 2), [ONE]),
    "turned.jpg": (
        turned_by_camera(beside(one, two).transpose(Image.ROTATE_90), 6), [ONE, TWO]),
    "deep-clear.png": (saved(Image.merge("LA", [one.point(lambda p: 0), negative(one)]), "PNG"), [ONE]),
    "clear-colour.png": (saved(one.convert("RGB"), "PNG", transparency=(255, 255, 255)), [ONE]),
    "two-bit.png": (saved(one.quantize(4), "PNG", bits=2), [ONE]),
    "plain.avif": (saved(colourful, "AVIF", quality=60), [ONE]),
    "clear.avif": (saved(ink(one, 255).convert("RGBA"), "AVIF", quality=80), [ONE]),
    "plain.heic": (heic(colourful), [ONE]),
    "fax.tiff": (saved(one.convert("1"), "TIFF", compression="group4"), [ONE]),
    "clear.tiff": (saved(ink(one, 255).convert("RGBA"), "TIFF", compression="tiff_deflate"), [ONE]),
    "plain.tiff": (saved(one, "TIFF", compression="tiff_lzw"), [ONE]),
    "lossless.webp": (saved(colourful, "WEBP", lossless=True), [ONE]),
    "lossy.webp": (saved(colourful, "WEBP", quality=60), [ONE]),
    "extended.webp": (saved(ink(one, 0).convert("RGBA"), "WEBP", quality=60), [ONE]),
    "palette.png": (saved(colourful.quantize(8), "PNG"), [ONE]),
    "one-bit.png": (saved(one.convert("1"), "PNG"), [ONE]),
    "deep.png": (deep(one), [ONE]),
    "interlaced.png": (interlaced(one), [ONE]),
    "inverted.png": (saved(negative(one), "PNG"), [ONE]),
    "black-on-clear.png": (saved(ink(one, 0), "PNG"), [ONE]),
    "white-on-clear.png": (saved(ink(one, 255), "PNG"), [ONE]),
    "clear-in-black.png": (saved(ink(negative(one), 0), "PNG"), [ONE]),
    "white-on-clear.gif": (
        saved(one.point(lambda p: 1 if p else 0).convert("P"), "GIF", transparency=1), [ONE]),
    "micro.png": (saved(micro(b"HELLO"), "PNG"), [b"HELLO"]),
    "wide.png": (saved(wide.convert("1"), "PNG", optimize=True), [ONE]),
    "eci-sjis.png": (saved(code("銀行".encode("shift_jis"), eci=20), "PNG"), ["銀行".encode()]),
    "raw-sjis.png": (
        saved(code("銀行オンライン".encode("shift_jis")), "PNG"), ["銀行オンライン".encode("shift_jis")]),
    "eci-cyrillic.png": (saved(code("Банк".encode("iso8859-5"), eci=7), "PNG"), ["Банк".encode()]),
    "no-quiet-zone.png": (saved(code(ONE, quiet=0), "PNG"), [ONE]),
    "one-pixel-modules.png": (saved(code(ONE, scale=1), "PNG"), [ONE]),
    "two.png": (saved(beside(one, two), "PNG"), [ONE, TWO]),
    "light-and-dark.png": (saved(beside(negative(two), one), "PNG"), [ONE, TWO]),
    "twice.png": (saved(beside(one, one), "PNG"), [ONE]),
    "raw-utf8.png": (saved(code(UMLAUT.encode()), "PNG"), [UMLAUT.encode()]),
    "eci-utf8.png": (saved(code(UMLAUT.encode(), eci=26), "PNG"), [UMLAUT.encode()]),
    "raw-latin1.png": (saved(code(UMLAUT.encode("latin-1")), "PNG"), [UMLAUT.encode("latin-1")]),
    "eci-latin1.png": (saved(code(UMLAUT.encode("latin-1"), eci=3), "PNG"), [UMLAUT.encode()]),
    "every-byte.png": (saved(code(bytes(range(256))), "PNG"), [bytes(range(256))]),
    "no-token.png": (saved(code(b"https://example.org/"), "PNG"), [b"https://example.org/"]),
    "all-parts.png": (saved(beside(*split), "PNG"), [LONG]),
    "missing-part.png": (saved(beside(split[0], split[2]), "PNG"), "lacks parts"),
    "part-and-whole.png": (saved(beside(split[1], one), "PNG"), "lacks parts", [ONE]),
    "failed-assertion.png": (failed_assertion, []),
    "nothing.png": (saved(Image.linear_gradient("L"), "PNG"), []),
    "blank.png": (saved(Image.new("L", (64, 64), 255), "PNG"), []),
    "upper-half.jpg": (saved(beside(one, Image.new("L", (8, 600), 255)), "JPEG")[:-400], [ONE]),
    "truncated.png": (saved(one, "PNG")[:-200], "damaged PNG"),
    "truncated.jpg": (saved(colourful, "JPEG")[:2000], "damaged JPEG"),
    "truncated.gif": (saved(one, "GIF")[:400], "damaged GIF"),
    "truncated.bmp": (saved(one, "BMP")[:2000], "damaged BMP"),
    "truncated.tiff": (saved(one, "TIFF", compression="tiff_lzw")[:200], "damaged TIFF"),
    "truncated.webp": (saved(colourful, "WEBP")[:400], "damaged WebP"),
    "moving.webp": (
        saved(frames[0], "WEBP", save_all=True, append_images=frames[1:]), [ONE]),
    "bomb.png": (png(60000, 60000, 1, 0, 0, b"\0" * 1000), "too large"),
}

cases = []
for name, (data, *rest) in pictures.items():
    (HERE / name).write_bytes(data)
    case = {"file": name, "payloads": [], "lacksParts": False}
    for fact in rest:
        if isinstance(fact, list):
            case["payloads"] = [payload.hex() for payload in fact]
        elif fact == "lacks parts":
            case["lacksParts"] = True
        else:
            case = {"file": name, "error": fact}
    cases.append(case)
source = "drawn by draw_fixtures.py with libqrencode and Pillow"
text = json.dumps({"source": source, "cases": cases}, indent=1)
(HERE / "manifest.json").write_text(text + "\n")
