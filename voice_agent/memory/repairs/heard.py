"""A turn as a second reading finds it: after the rules went through it, with what was told before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from voice_agent.memory.claims import Claim, ClaimId, Modality
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import moved
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.repairs import whose_date
from voice_agent.memory.repairs.meant import plainly
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

NARROW = 370
"""Days: a date that can be put right, and one that puts right, says at least the year."""

SAID = re.compile(
    r"\b(?:I|we|you)(?:['’]ve|['’]d| have| had)? (?:said|told|gave|given|wrote|written|(?:put|have|had|got) (?:it|that|\d{4}|\w+ down))\b",
    re.IGNORECASE,
)
"""Somebody quotes what they said before."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A turn after the rules went through it."""

    thread: Thread
    turn: Turn
    version: int
    """Of its wording."""

    dates: Sequence[When]
    """Those said in it."""

    short: Sequence[When] = ()
    """What may be a year besides, as in "forty-two"."""

    about: ClaimId | None = None
    """The claim that was just asked about, where that is known."""

    @property
    def talk(self) -> whose_date.Talk:
        """The turn and what was told before it, as whose date it is is weighed."""
        thread = self.thread
        told = [x.edtf for x in (*self.dates, *self.short) if not x.anchor and narrow(x.edtf)]
        return whose_date.Talk(
            terms(self.turn.text),
            tuple(dict.fromkeys(told)),
            [*thread.earlier, *thread.told],
            frozenset(each.id for each in thread.before),
            self.turn.session,
            bool(self.about or thread.asked),
        )

    @property
    def before(self) -> list[Claim]:
        """What was told before this turn."""
        return [x for x in (*self.thread.earlier, *self.thread.told) if tells(x)]

    @property
    def dated_before(self) -> list[Claim]:
        """What was told with a date before this turn, put right or not asserted left out."""
        return [each for each in self.before if each.edtf and not each.corrects]

    def plainly(self, first: int, last: int) -> str:
        """Return a stretch of the turn as a reader of meaning is given it."""
        inside = [moved(each, -first) for each in self.dates if first <= each.first < last]
        return plainly(self.turn.text[first:last], inside)


def narrow(edtf: str) -> bool:
    """Does a date say at least the year?"""
    return strict_bounds(edtf).days <= NARROW


def tells(claim: Claim) -> bool:
    """Is it something that happened, told as it was?"""
    return claim.polarity and claim.modality not in (Modality.JOKE, Modality.BELIEF)
