"""Why something is not done for another program: a sentence for whoever reads it there, a number and a word for the program.

None holds a word of what was sent to be heard, said or weighed, and neither does the log.
"""

import json
import logging
import traceback
from pathlib import Path
from typing import Any

from voice_agent.errors import EngineError, NotLent, VoiceAgentError

KEPT = "Nothing of what was sent has been kept."

AGAIN = 60
"""Seconds after which a program may ask again while a narrator talks. A guess: a talk lasts some twenty minutes."""

SOON = 5
"""Seconds after which a program may ask again where others are served just now. A guess."""

FAULT = "engine_failed"

INVALID = "invalid_request"


def talk_first() -> NotLent:
    """A narrator talks with this device."""
    return NotLent(
        "Somebody is telling their life to this device just now, and they come first.",
        status=503,
        code="talk_under_way",
        safe=KEPT,
        mend="Please ask again when the talk is over.",
        again=AGAIN,
    )


def too_many(most: int) -> NotLent:
    """As many are served as may be."""
    return NotLent(
        f"{most} others are being served by this device already.",
        status=429,
        code="too_many_at_once",
        safe=KEPT,
        mend="Please ask again in a few seconds.",
        again=SOON,
    )


def unclear(what: str, *, param: str = "", mend: str = "", status: int = 400) -> NotLent:
    """What was asked cannot be understood, or is not done here. `what`: a whole sentence."""
    return NotLent(what, status=status, code=INVALID, param=param, safe=KEPT, mend=mend)


def whole(sent: Any) -> None:
    """Return where every letter in `sent`, as JSON gives it, is a whole one. Raises NotLent: halves break whoever writes them."""
    try:
        json.dumps(sent, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        raise unclear(
            "What was sent is not written in whole letters.", mend="Send UTF-8."
        ) from None


def too_slow() -> NotLent:
    """What was to come came a drop at a time."""
    return NotLent(
        "What was sent came too slowly.",
        status=408,
        code="too_slow",
        safe=KEPT,
        mend="Please send it again over a better line.",
    )


def unknown(asked: str, here: str, param: str) -> NotLent:
    """There is no engine of the name that was `asked` for."""
    return NotLent(
        f"There is no “{' '.join(asked[:60].split())}” here.",
        status=404,
        code="model_not_found",
        param=param,
        safe=KEPT,
        mend=f"Ask for “{here}”, or name none.",
    )


def told(error: VoiceAgentError) -> NotLent:
    """Any error of ours as it is told to another program; what an engine says of itself stays here."""
    if isinstance(error, NotLent):
        return error
    if isinstance(error, EngineError):
        return _failed()
    return unclear(error.what, mend=error.mend)


def unforeseen(error: Exception) -> NotLent:
    """An error that is none of ours: its kind and its place are logged, not what it says, which may be what was sent."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(at.filename).name}, line {at.lineno}"
    logging.getLogger(__name__).error("Lending failed: %s in %s", type(error).__name__, place)
    return _failed()


def _failed() -> NotLent:
    return NotLent(
        "The engine of this device failed at it.",
        status=500,
        code=FAULT,
        safe=KEPT,
        mend="Please try once more; if it fails again, `voice-agent doctor` on the device says why.",
    )
