"""What is in a picture's file, found out without opening the picture: its kind, its size, and the pieces it needs.

A file is walked piece by piece, as its kind says, and no further than a real one goes. What a picture does not need
(comments, places, thumbnails, second pictures, text) is left behind here already, so that nothing else ever reads it.
"""

from collections.abc import Callable
from typing import NamedTuple

PIECES = 5000
"""Of one file. A PNG of 15 MB commonly has 1,900; a JPEG has fewer than 300."""

SCANS = 100
"""Of one JPEG: each goes over the whole picture again. Commonly 10."""

LARGEST = {"JPEG": 120_000_000, "HEIF": 60_000_000, "PNG": 30_000_000, "WEBP": 30_000_000}
"""Pixels; a telephone's best is about 50 million as HEIC and 108 million as JPEG, which is opened at a part of its size."""


class NoPicture(Exception):
    """It is not a picture of a kind that we read, or it is broken."""


class TooManyPixels(Exception):
    """It is larger than what we open."""


class Picture(NamedTuple):
    """A file that looks like a picture."""

    kind: str
    width: int
    height: int
    plain: bytes
    """The file again, with nothing in it but what the picture needs."""


def look(sent: bytes) -> Picture:
    """Raises NoPicture, TooManyPixels. A few milliseconds, whatever was sent."""
    for begins, walk in KINDS.items():
        if sent.startswith(begins):
            try:
                picture = walk(sent)
            except IndexError:
                raise NoPicture from None
            if not picture.width or not picture.height:
                raise NoPicture
            if picture.width * picture.height > LARGEST[picture.kind]:
                raise TooManyPixels
            return picture
    raise NoPicture


def bare(jpeg: bytes) -> bool:
    """Is that a JPEG with nothing in it but the picture?"""
    try:
        return (
            jpeg.startswith(b"\xff\xd8")
            and _jpeg(jpeg).plain == jpeg
            and jpeg.endswith(b"\xff\xd9")
        )
    except (IndexError, NoPicture):
        return False


NEEDED = frozenset({0xC4, 0xCC, 0xDB, 0xDD})
"""Segments of a JPEG: tables, and how often to begin anew."""

FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

APPLICATIONS = {
    0xE0: b"JFIF\x00",
    0xE1: b"Exif\x00\x00",  # which way is up
    0xE2: b"ICC_PROFILE\x00",
    0xEE: b"Adobe",  # which colours they are
}


def _jpeg(sent: bytes) -> Picture:
    at, width, height = 2, 0, 0
    kept = [sent[:2]]
    for _ in range(PIECES):
        if sent[at] != 0xFF:
            raise NoPicture
        mark = sent[at + 1]
        if mark == 0xFF:  # a filling byte
            at += 1
            continue
        end = at + 2 + _number(sent, at + 2, 2)
        if mark < 0xC0 or 0xD0 <= mark <= 0xD9 or end < at + 4 or end > len(sent):
            raise NoPicture
        if mark == 0xDA:
            if sent.count(b"\xff\xda", at) > SCANS:
                raise NoPicture
            return Picture("JPEG", width, height, b"".join(kept) + sent[at:])
        if mark in FRAMES:
            height, width = _number(sent, at + 5, 2), _number(sent, at + 7, 2)
        says = APPLICATIONS.get(mark)
        if mark in NEEDED | FRAMES or (says and sent.startswith(says, at + 4)):
            kept.append(sent[at:end])
        at = end
    raise NoPicture


CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"iCCP", b"sRGB", b"eXIf")


def _png(sent: bytes) -> Picture:
    kept = [sent[:8]]
    at = 8
    if sent[12:16] != b"IHDR":
        raise NoPicture
    for _ in range(PIECES):
        kind, end = sent[at + 4 : at + 8], at + 12 + _number(sent, at, 4)
        if end > len(sent):
            raise NoPicture
        if kind in CHUNKS:
            kept.append(sent[at:end])
        if kind == b"IEND":
            return Picture("PNG", _number(sent, 16, 4), _number(sent, 20, 4), b"".join(kept))
        at = end
    raise NoPicture


def _webp(sent: bytes) -> Picture:
    if sent[8:12] != b"WEBP":
        raise NoPicture
    at, ends = 12, 8 + int.from_bytes(sent[4:8], "little")
    if ends > len(sent):
        raise NoPicture
    width = height = 0
    for _ in range(PIECES):
        if at >= ends:
            # the pieces refer to each other: they are left together
            return Picture("WEBP", width, height, sent[:ends])
        kind, long = sent[at : at + 4], int.from_bytes(sent[at + 4 : at + 8], "little")
        if kind in (b"ANIM", b"ANMF") or at + 8 + long > len(sent):
            raise NoPicture  # a film, or cut off
        size = SIZES.get(kind, _of_nothing)(sent[at + 8 : at + 18])
        width, height = max(width, size[0]), max(height, size[1])
        at += 8 + long + long % 2
    raise NoPicture


def _of_canvas(head: bytes) -> tuple[int, int]:
    return int.from_bytes(head[4:7], "little") + 1, int.from_bytes(head[7:10], "little") + 1


def _of_lossy(head: bytes) -> tuple[int, int]:
    if head[3:6] != b"\x9d\x01\x2a":
        raise NoPicture
    wide, high = int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    return wide & 0x3FFF, high & 0x3FFF


def _of_lossless(head: bytes) -> tuple[int, int]:
    bits = int.from_bytes(head[1:5], "little")
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


def _of_nothing(head: bytes) -> tuple[int, int]:
    return 0, 0


SIZES: dict[bytes, Callable[[bytes], tuple[int, int]]] = {
    b"VP8X": _of_canvas,
    b"VP8 ": _of_lossy,
    b"VP8L": _of_lossless,
}


HEIC = frozenset((b"heic", b"heix"))
"""Brands of a still picture as telephones write it; a film, or a picture of another codec, has others."""

INNER = {b"meta": 12, b"iprp": 8, b"ipco": 8}
"""Boxes that hold boxes, and where those begin in them; only these lead to a picture's size."""


def _heif(sent: bytes) -> Picture:
    if sent[4:8] != b"ftyp" or _number(sent, 0, 4) > len(sent):
        raise NoPicture
    brands = sent[8:12] + sent[16 : _number(sent, 0, 4)]
    if HEIC.isdisjoint(brands[at : at + 4] for at in range(0, len(brands), 4)):
        raise NoPicture
    width = height = 0
    at, ends = 0, len(sent)
    for _ in range(PIECES):
        if at >= ends:
            # the pieces refer to each other by their place in the file: they are left together
            return Picture("HEIF", width, height, sent)
        kind, long = sent[at + 4 : at + 8], _number(sent, at, 4)
        if kind == b"ispe" and long >= 20:  # of the whole, and of each tile
            width = max(width, _number(sent, at + 12, 4))
            height = max(height, _number(sent, at + 16, 4))
        if kind in INNER:
            at += INNER[kind]
            continue
        if long == 0:  # the last one goes to the end
            at = ends
        elif long < 8 or at + long > ends:
            raise NoPicture
        else:
            at += long
    raise NoPicture


KINDS: dict[bytes, Callable[[bytes], Picture]] = {
    b"\xff\xd8\xff": _jpeg,
    b"\x89PNG\r\n\x1a\n": _png,
    b"RIFF": _webp,
    b"\x00\x00\x00": _heif,
}


def _number(sent: bytes, at: int, long: int) -> int:
    if at + long > len(sent):
        raise NoPicture
    return int.from_bytes(sent[at : at + long])
