"""What somebody said, as claims that point at the words and at the sound.

A claim is one clause: who, what, when, where, kin. Each of these parts is a `Mention`, a stretch of one
of the narrator's turns; a value that no words hold cannot be written down here. Nothing is ever changed:
a correction is a further claim that says what it corrects.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from voice_agent.errors import MemoryRefused
from voice_agent.memory.dates.when import bounds
from voice_agent.memory.privacy import OPEN, Privacy
from voice_agent.story import SessionId, Speaker, Turn, TurnId

ClaimId = NewType("ClaimId", str)
"""c- and sixteen hex digits, from the place of the words: distilling twice gives the same."""

WRITTEN = "written"
"""`Turn.kind` of a text that was imported: it has no sound."""


class Part(StrEnum):
    """What a mention is the words of."""

    WHAT = "what"
    WHO = "who"
    WHEN = "when"
    WHERE = "where"
    KIN = "kin"
    """Who somebody is to the narrator: "Rose was my sister"."""


class Modality(StrEnum):
    """How it was told."""

    SAID = "said"
    HEARSAY = "hearsay"
    """ "They always told me that..." """

    GUESS = "guess"
    JOKE = "joke"
    BELIEF = "present belief"
    """What the narrator thinks today, not what happened."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of one turn of the narrator's."""

    part: Part
    session: SessionId
    turn: TurnId
    version: int
    """Of the turn's wording, from 1."""

    first: int
    last: int
    """Character span in that wording."""

    words: str
    """Exactly those characters."""

    began: float | None = None
    ended: float | None = None
    """Seconds since the session's microphone opened; None where it was written."""

    def __post_init__(self) -> None:
        """Raises MemoryRefused."""
        if not self.words.strip() or self.last - self.first != len(self.words) or self.first < 0:
            raise MemoryRefused("A mention must hold the very words it points at.")
        if (self.began is None) != (self.ended is None):
            raise MemoryRefused("A mention has a beginning and an end in the sound, or neither.")


@dataclass(frozen=True, slots=True)
class Correction:
    """What a claim puts right."""

    part: Part | None
    """None takes back all of it: "that never happened"."""

    denied: str = ""
    """The value that no longer holds, where it was said again: EDTF for a date, else words."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One clause the narrator said."""

    id: ClaimId
    mentions: tuple[Mention, ...]
    """Never empty; sorted by turn and place."""

    told_at: datetime
    """UTC."""

    polarity: bool = True
    """False: it did not happen."""

    modality: Modality = Modality.SAID
    edtf: str = ""
    """When it happened, as EDTF; the words are those of the WHEN mentions."""

    anchor: str = ""
    """What the date was worked out from, e.g. "the war", "born 1938"."""

    privacy: Privacy = OPEN
    corrects: Correction | None = None
    continues: ClaimId | None = None
    """The claim that "it" and "that" go on about; always an earlier one of the same session."""

    retold: bool = False
    """Quotes an earlier telling ("I told you we married in 1951") and asserts nothing new."""

    sitting: int = 0
    """Number of the session in the record: orders tellings where the wall clock was set back."""

    def __post_init__(self) -> None:
        """Raises MemoryRefused for a claim that nothing supports."""
        if not self.mentions:
            raise MemoryRefused("A claim needs the words that made it.")
        if self.edtf:
            bounds(self.edtf)
            if not any(each.part is Part.WHEN for each in self.mentions):
                raise MemoryRefused("A date needs the words that told it.")

    @property
    def session(self) -> SessionId:
        """Where it was told."""
        return self.mentions[0].session

    @property
    def turn(self) -> TurnId:
        """Where it was told."""
        return self.mentions[0].turn

    @property
    def order(self) -> tuple[int, datetime, str, int, int, str]:
        """Sorts claims as they were told."""
        place = self.mentions[0]
        return self.sitting, self.told_at, place.session, place.turn, place.first, self.id

    def words(self, part: Part) -> tuple[str, ...]:
        """Return what was said of `part`."""
        return tuple(each.words for each in self.mentions if each.part is part)

    @property
    def what(self) -> str:
        """The clause without its date, as said."""
        return " ".join(self.words(Part.WHAT))


def claim_id(mentions: tuple[Mention, ...]) -> ClaimId:
    """Name a claim after the place of its words."""
    places = sorted((m.session, m.turn, m.version, m.first, m.last, m.part) for m in mentions)
    return ClaimId("c-" + hashlib.sha256(repr(places).encode()).hexdigest()[:16])


def cite(turn: Turn, first: int, last: int, part: Part, *, version: int = 1) -> Mention:
    """Point at the characters [first, last) of `turn`.

    Raises MemoryRefused for any voice but the narrator's: what the interviewer says, and what visitors
    and the television say, can never become a memory.
    """
    if turn.speaker is not Speaker.NARRATOR:
        raise MemoryRefused(
            f"Words of the {turn.speaker.value} were offered as a memory."
            if turn.speaker is Speaker.INTERVIEWER
            else "Words of a voice that is not the narrator's were offered as a memory.",
            safe="Nothing was stored.",
        )
    if not 0 <= first < last <= len(turn.text):
        raise MemoryRefused("A mention must lie inside the words that were said.")
    while first < last and turn.text[first].isspace():
        first += 1
    while first < last and turn.text[last - 1].isspace():
        last -= 1
    began, ended = (None, None) if turn.kind == WRITTEN else _heard(turn, first, last)
    return Mention(
        part, turn.session, turn.id, version, first, last, turn.text[first:last], began, ended
    )


def _heard(turn: Turn, first: int, last: int) -> tuple[float, float]:
    """When those characters were said: from the times of the words, else of the whole turn."""
    began: float | None = None
    ended = turn.ended
    at = 0
    for word in turn.words:
        text = word.text.strip()
        place = turn.text.find(text, at)
        if not text or place < 0:
            continue
        at = place + len(text)
        if at <= first:
            continue
        if place >= last:
            break
        if began is None:
            began = word.start
        ended = word.end
    return (turn.began if began is None else began), ended


def claim(
    mentions: tuple[Mention, ...],
    told_at: datetime,
    *,
    polarity: bool = True,
    modality: Modality = Modality.SAID,
    edtf: str = "",
    anchor: str = "",
    privacy: Privacy = OPEN,
    corrects: Correction | None = None,
    continues: ClaimId | None = None,
    retold: bool = False,
    sitting: int = 0,
) -> Claim:
    """Make a claim of what was cited. Raises MemoryRefused where nothing was."""
    ordered = tuple(sorted(mentions, key=lambda m: (m.turn, m.first, m.last, m.part)))
    return Claim(
        claim_id(ordered),
        ordered,
        told_at,
        polarity,
        modality,
        edtf,
        anchor,
        privacy,
        corrects,
        continues,
        retold,
        sitting,
    )
