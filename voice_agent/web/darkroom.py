"""Makes a photograph anew, in a process of its own: `python darkroom.py < sent > kept`.

Whatever a broken or a wicked file does to the library that opens it happens here, where nothing else is, and ends with
this process. Only pixels come out: upright, in the colours of every screen, on white where they could be seen through.
Ends with an exit code other than 0 where the file is no picture. It is never imported by the pages.
"""

import contextlib
import io
import os
import resource
import sys

from PIL import Image, ImageCms, ImageOps

SIDE = 1600
"""Pixels of the longer side as kept: enough for a tablet and a page of a book."""

SECONDS = 8
"""Of the processor, at most."""

MEMORY = 2_000_000_000
"""Bytes, at most: an open picture is 240 MB, and more while it is turned."""


def develop(sent: bytes) -> bytes:
    """The picture as a JPEG of at most SIDE pixels. Raises what Pillow raises."""
    if sent[4:8] == b"ftyp":
        _read_heif()
    with Image.open(io.BytesIO(sent), formats=("JPEG", "PNG", "WEBP", "HEIF")) as found:
        found.draft("RGB", (2 * SIDE, 2 * SIDE))
        small = _smooth(found)
        small.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
        upright = ImageOps.exif_transpose(small)  # behind it: a large one would be in memory twice
        colours = _on_white(upright) if upright.has_transparency_data else _plain(upright)
    bare = Image.new("RGB", colours.size)  # knows nothing of where its pixels come from
    bare.paste(colours)
    out = io.BytesIO()
    bare.save(out, "JPEG", quality=88)
    return out.getvalue()


def _read_heif() -> None:
    """Telephones' own format; its library is loaded for it alone, and neither reads nor writes anything else."""
    import pillow_heif

    pillow_heif.register_heif_opener(thumbnails=False, decode_threads=1)


def _smooth(found: Image.Image) -> Image.Image:
    """In a kind of pixels that can be made smaller smoothly."""
    if found.mode.startswith("I"):
        return found.point(lambda value: value / 256).convert("L")  # 16 bits of grey
    if found.mode in ("1", "P", "PA"):
        return found.convert("RGBA" if found.has_transparency_data else "RGB")
    return found


def _on_white(found: Image.Image) -> Image.Image:
    seen = found.convert("RGBA")
    white = Image.new("RGB", seen.size, "white")
    white.paste(seen, mask=seen.getchannel("A"))
    return white


def _plain(found: Image.Image) -> Image.Image:
    """In sRGB, by the file's own profile where it has a sound one."""
    if profile := found.info.get("icc_profile"):
        with contextlib.suppress(ImageCms.PyCMSError, OSError, ValueError, TypeError):
            made = ImageCms.profileToProfile(
                found, io.BytesIO(profile), ImageCms.createProfile("sRGB"), outputMode="RGB"
            )
            if made is not None:
                return made
    return found.convert("RGB")


def _modest() -> None:
    """Ask for little, so that a talk under way is not disturbed. Where that is refused, whoever waits has a clock."""
    with contextlib.suppress(OSError):
        os.nice(10)
    for kind, most in ((resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_AS, MEMORY)):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    _modest()
    sys.stdout.buffer.write(develop(sys.stdin.buffer.read()))
