"""What the doctor says of the service's fence: whether messages to the contacts get through it."""

from collections.abc import Sequence
from pathlib import Path

from voice_agent.assemble import outward
from voice_agent.measuring.checkup import Finding, State
from voice_agent.notifying.fence import ADDED, Fence, read

ABOUT = "messages out"

DO = (
    "Run `voice-agent contacts unit --write` as root, with the service's settings, then `systemctl daemon-reload` and "
    "`systemctl restart voice-agent`; `voice-agent contacts drill` proves it."
)


def judge(found: tuple[outward.Opening, ...], fence: Fence, added: str) -> Finding:
    """Compare what the hosts' names mean now with what the unit lets out. `added`: what was written for them before."""
    held = outward.held_back(found, fence)
    if held:
        wholly = [e for e in held if e.addresses == _of(found, e.need)]
        what = "can reach none of the addresses" if wholly else "cannot reach every address"
        return Finding(
            ABOUT,
            State.CARE,
            f"The service {what} of {_named(wholly or held)}: the unit does not let them out. It goes by address and "
            "not by name, so whoever moves is shut out.",
            DO,
            {"held_back": sum(len(each.addresses) for each in held)},
        )
    if old := outward.not_needed(found, read(added)):
        return Finding(
            ABOUT,
            State.NOTE,
            f"The unit lets out {len(old)} addresses at which no contact's host is any more.",
            DO,
            {"not_needed": len(old)},
        )
    return Finding(ABOUT, State.WELL, f"The unit lets out what {_named(found)} needs.")


def added(root: Path) -> str:
    """What was written for the contacts, below `root`; "" where nothing was. Raises OSError."""
    place = root / ADDED
    return place.read_text("utf-8") if place.is_file() else ""


def _of(found: tuple[outward.Opening, ...], need: outward.Need) -> tuple[object, ...]:
    return next((each.addresses for each in found if each.need == need), ())


def _named(found: Sequence[outward.Opening]) -> str:
    return "; ".join(e.need.what + (f" ({e.need.host})" if e.need.host else "") for e in found)
