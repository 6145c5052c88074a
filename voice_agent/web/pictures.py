"""Photographs that people send: looked through and made anew, so that only the picture itself is kept.

Place, camera and whatever else a telephone hides in a file are gone; so is anything that was no picture. What is no
picture is found out from the outside; what may be one is opened in a process of its own (darkroom.py), one at a time.
"""

import signal
import subprocess
import sys
from pathlib import Path
from threading import BoundedSemaphore, Lock

from voice_agent.web import picture_files
from voice_agent.web.guard import Refused

DARKROOM = Path(__file__).with_name("darkroom.py")

SECONDS = 15.0
"""Until a picture must be there; a telephone's takes less than two on a small computer. A guess."""

QUEUE = 4
"""Pictures at a time, the one that is being opened among them."""

TOO_LONG = "That picture took too long to open. Please take a screenshot of it and send that."

_QUEUE = BoundedSemaphore(QUEUE)

# guards the memory and the processor: an open picture is 240 MB, and somebody may be telling
_ONE = Lock()


def anew(sent: bytes) -> bytes:
    """The picture as a JPEG of at most darkroom.SIDE pixels and nothing beside them. Raises Refused for anything else."""
    try:
        found = picture_files.look(sent)
    except picture_files.TooManyPixels:
        raise Refused(
            413,
            "That picture is too large for this small computer to open. Please take a screenshot of it and send "
            "that, or choose “medium” where your telephone asks for a size.",
        ) from None
    except picture_files.NoPicture:
        raise _unreadable() from None
    if not _QUEUE.acquire(blocking=False):
        raise Refused(
            503, "Other pictures are being looked at just now. Please send yours again in a minute."
        )
    try:
        with _ONE:
            made = _developed(found.plain)
    finally:
        _QUEUE.release()
    if not picture_files.bare(made):
        raise _unreadable()
    return made


def _developed(plain: bytes) -> bytes:
    """What the darkroom makes of it; empty where it is no picture. Raises Refused where it takes too long."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", str(DARKROOM)],
            input=plain,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Refused(415, TOO_LONG) from None
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise Refused(415, TOO_LONG)  # it used up what it may have of the processor
    return b"" if done.returncode else done.stdout


def _unreadable() -> Refused:
    return Refused(
        415,
        "That is not a picture we can open. Photographs as telephones take them can be sent (JPEG or HEIC), and PNG "
        "and WebP. A screenshot of it works, too.",
    )
