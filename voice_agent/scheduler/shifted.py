"""Talks that stand otherwise than before, because a calendar came, went or was brought back: which they are, and in words."""

from collections.abc import Sequence
from datetime import tzinfo

from voice_agent.scheduler.invitation import Coming
from voice_agent.scheduler.plan import Why
from voice_agent.scheduler.saying import moved, nobody_asked, on

NAMED = 3
"""So many of them are named; of more it is said how many. A guess: what one still reads in an answer."""


def shifted(before: Sequence[Coming], after: Sequence[Coming]) -> tuple[Coming, ...]:
    """Those whose hour is another one than it was, or that fall out or are held after all; as they are now. Pure.

    Both of one moment and one span: nothing but busy times lies between them.
    """
    was, now = ({each.slot: each for each in some} for some in (before, after))
    # one whose hour is over, and that had been put off until later, comes no more where no free hour is left
    gone = [Coming(slot, None, Why.BUSY) for slot in was.keys() - now.keys()]
    every = sorted([*after, *gone], key=lambda each: each.slot)
    return tuple(each for each in every if each.slot not in was or was[each.slot].at != each.at)


def says(some: Sequence[Coming], zone: tzinfo, who: str) -> str:
    """A sentence for each of a few, one for many; "": there are none. `who`: the narrator."""
    if len(some) > NAMED:
        return says_many(len(some))
    return " ".join(_says(each, zone, who) for each in some)


def says_many(many: int) -> str:
    """The sentence for so many that none is named."""
    return f"{many} talks stand otherwise now than before: the list below shows the hour of each, and which are not held."


def _says(each: Coming, zone: tzinfo, who: str) -> str:
    planned = each.slot.astimezone(zone)
    talk = f"The talk on {on(planned.date())},"
    if each.at is None:
        return f"{talk} at {planned:%H:%M} is not held: {nobody_asked(each.why, who)}"
    if each.at == each.slot:
        return f"{talk} is at its own hour again: {planned:%H:%M}."
    return f"{talk} is at {each.at.astimezone(zone):%H:%M} now {moved(each, zone, who)}."
