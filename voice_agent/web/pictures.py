"""Photographs that people send: looked through and made anew, so that only the picture itself is kept.

Place, camera and whatever else a telephone hides in a file are gone; so is anything that was no picture.
"""

import io
import warnings
from threading import Lock

from PIL import Image, ImageOps

from voice_agent.web.guard import Refused

LARGEST = 60_000_000
"""Pixels; a telephone's best is about 50 million."""

SIDE = 1600
"""Pixels of the longer side as kept: enough for a tablet and a page of a book."""


# guards the memory, and Python's list of warnings: an open picture is 200 MB, and somebody may be telling
_ONE = Lock()


def anew(sent: bytes) -> bytes:
    """The picture as a JPEG of at most SIDE pixels. Raises Refused for anything else."""
    try:
        with _ONE, warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(sent), formats=("JPEG", "PNG", "WEBP", "TIFF")) as found:
                if found.width * found.height > LARGEST:
                    raise Refused(413, "That picture is too large. Please send a smaller one.")
                found.thumbnail((2 * SIDE, 2 * SIDE))
                upright = ImageOps.exif_transpose(found).convert("RGB")
    except Refused:
        raise
    except (
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ):
        raise Refused(
            415, "That is not a picture we can open. Please send a JPEG or PNG file."
        ) from None
    upright.thumbnail((SIDE, SIDE))
    out = io.BytesIO()
    upright.save(out, "JPEG", quality=88)
    return out.getvalue()
