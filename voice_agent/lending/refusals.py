"""Why something is not done for another program: a sentence for whoever reads it there, and a number for the program."""

from voice_agent.errors import NotLent

KEPT = "Nothing of what was sent has been kept."

AGAIN = 60
"""Seconds after which a program may ask again while a narrator talks. A guess: a talk lasts some twenty minutes."""


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


def unclear(what: str, *, param: str = "", mend: str = "", status: int = 400) -> NotLent:
    """What was asked cannot be understood or is not done. `what`: a whole sentence."""
    return NotLent(what, status=status, code="invalid_request", param=param, safe=KEPT, mend=mend)


def unknown(asked: str, lent: str, param: str) -> NotLent:
    """There is no engine of that name."""
    return NotLent(
        f"There is no model “{asked[:60]}” here.",
        status=404,
        code="model_not_found",
        param=param,
        safe=KEPT,
        mend=f"Ask for “{lent}”, or name none.",
    )
