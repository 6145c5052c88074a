"""Who said which words, where somebody else is in the room. Pure.

A television never pauses: it runs on into the narrator's turn, or the narrator answers over it. So a
turn is looked at every 0.8 s (backends.VoiceLook), and its words are shared out. Voices of others
are remembered until the session ends and never stored: a visitor agreed to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from voice_agent.backends import VoiceLook
from voice_agent.dialogue.voiceprint import (
    FEWEST,
    MEMORY,
    SHORTEST_LOOK_SECONDS,
    STRANGE,
    STRANGEST,
    SURELY,
    Embedding,
    Verdict,
    Voiceprint,
)
from voice_agent.story import Word

NEARER = 0.05
"""By so much an unsure voice must be more like a guest's than like the narrator's. A guess."""

GUESTS = 6
"""Other voices remembered at a time; the one heard longest ago is forgotten first."""


class Mark(Enum):
    """What a single look says."""

    OURS = "ours"
    """Surely the narrator's."""

    OPEN = "open"
    """Too little like them to be sure, too much to call it strange."""

    STRANGE = "strange"
    """Surely someone else's."""


@dataclass(frozen=True, slots=True)
class Shares:
    """A turn's words, shared out. Every word is in exactly one of the two, in order."""

    narrator: tuple[Word, ...]
    others: tuple[Word, ...] = ()

    verdict: Verdict = Verdict.UNSURE
    """Whose turn it is as a whole: SOMEONE_ELSE where the narrator surely said none of it."""


@dataclass(frozen=True, slots=True)
class Company:
    """The narrator's voice and those of others heard in this session."""

    narrator: Voiceprint = field(default_factory=Voiceprint)
    """As known from earlier sessions; in the very first one, as known so far."""

    today: Voiceprint = field(default_factory=Voiceprint)
    """Theirs as they sound today: with a cold, on another microphone."""

    guests: tuple[Voiceprint, ...] = ()
    """Oldest first."""

    def share(self, words: Sequence[Word], looks: Sequence[VoiceLook]) -> Shares:
        """Share out the words of a turn by what its `looks`, in order, heard.

        A word on the border between two voices is the narrator's only if a look at it surely is.
        """
        marks = self.marks(looks)
        if Mark.STRANGE not in marks:
            verdict = Verdict.NARRATOR if Mark.OURS in marks else Verdict.UNSURE
            return Shares(tuple(words), (), verdict)
        if all(mark is Mark.STRANGE for mark in marks):
            return Shares((), tuple(words), Verdict.SOMEONE_ELSE)
        others = tuple(word for word in words if _strange(word, looks, marks))
        ours = tuple(word for word in words if not _strange(word, looks, marks))
        return Shares(ours, others, Verdict.NARRATOR if ours else Verdict.SOMEONE_ELSE)

    def hear(self, looks: Sequence[VoiceLook]) -> "Company":
        """Return the company with the voices of a turn better known: the narrator's and those of others.

        Open looks teach something only in a turn where nobody strange was heard; so a narrator who is
        hoarse today is soon known by today's voice.
        """
        marks = self.marks(looks)
        wanted = {Mark.OURS} if Mark.STRANGE in marks else {Mark.OURS, Mark.OPEN}
        ours = [look for look, mark in zip(looks, marks, strict=True) if mark in wanted]
        company = self
        if ours:
            voice, seconds = (
                _mean(ours),
                SHORTEST_LOOK_SECONDS * (len(ours) + 1) / 2,
            )  # looks overlap by half
            today = self.today.enrol(voice, seconds)
            narrator = self.narrator if self.narrator.known else self.narrator.enrol(voice, seconds)
            company = replace(company, narrator=narrator, today=today)
        for look, mark in zip(looks, marks, strict=True):
            if mark is Mark.STRANGE:
                company = company._met(look.embedding)
        return company

    @property
    def learned(self) -> Voiceprint:
        """The narrator's print for the next session, with today's voice in it if that can be theirs."""
        if not self.today.mean:
            return self.narrator
        today = np.asarray(self.today.mean, np.float32)
        return self.narrator.enrol(today, min(self.today.seconds, MEMORY / 2))

    def marks(self, looks: Sequence[VoiceLook]) -> list[Mark]:
        """Judge every look of a turn.

        A strange voice shows in three looks together (a single one may be a cough or a laugh), or by
        being a guest's; from there it reaches as far as no look is surely the narrator's.
        """
        if not self.narrator.known:
            return [Mark.OPEN] * len(looks)
        likeness = [self.likeness(look.embedding) for look in looks]
        sure = [alone >= SURELY for alone in likeness]
        limit = (
            STRANGE if any(sure) or self.today.seconds >= 2 * SHORTEST_LOOK_SECONDS else STRANGEST
        )
        limit = limit if len(looks) >= 3 else FEWEST
        strange = [
            alone < SURELY
            and (
                self.likeness(_mean(_three(looks, n))) < limit
                or self._guest(looks[n].embedding) > alone + NEARER
            )
            for n, alone in enumerate(likeness)
        ]
        for places in (range(len(looks)), reversed(range(len(looks)))):
            running = False
            for place in places:
                running = strange[place] = strange[place] or (running and not sure[place])
        return [
            Mark.STRANGE if odd else Mark.OURS if known else Mark.OPEN
            for odd, known in zip(strange, sure, strict=True)
        ]

    def surely(self, looks: Sequence[VoiceLook]) -> bool:
        """Is a turn surely in the narrator's voice as earlier talks left it? What was heard today vouches for nobody."""
        alike = [self.narrator.likeness(look.embedding) for look in looks]
        told_apart = self.narrator.known and Mark.STRANGE not in self.marks(looks)
        return bool(alike) and told_apart and sum(alike) / len(alike) >= SURELY

    def likeness(self, embedding: Embedding) -> float:
        """Cosine between a voice and the narrator's, 0..1, as known or as heard today."""
        return max(self.narrator.likeness(embedding), self.today.likeness(embedding))

    def _guest(self, embedding: Embedding) -> float:
        return max((guest.likeness(embedding) for guest in self.guests), default=0.0)

    def _met(self, embedding: Embedding) -> "Company":
        for guest in self.guests:
            if guest.likeness(embedding) >= SURELY:
                rest = tuple(other for other in self.guests if other is not guest)
                return replace(self, guests=(*rest, guest.enrol(embedding, SHORTEST_LOOK_SECONDS)))
        new = Voiceprint().enrol(embedding, SHORTEST_LOOK_SECONDS)
        return replace(self, guests=(*self.guests, new)[-GUESTS:])


def _strange(word: Word, looks: Sequence[VoiceLook], marks: Sequence[Mark]) -> bool:
    middle = (word.start + word.end) / 2
    away = [max(look.begin - middle, middle - look.end, 0.0) for look in looks]
    near = {mark for far, mark in zip(away, marks, strict=True) if far == min(away)}
    return Mark.STRANGE in near and Mark.OURS not in near


def _three(looks: Sequence[VoiceLook], place: int) -> Sequence[VoiceLook]:
    """A look and its neighbours; three also at either end."""
    first = max(0, min(place - 1, len(looks) - 3))
    return looks[first : first + 3]


def _mean(looks: Sequence[VoiceLook]) -> Embedding:
    total = np.sum([look.embedding for look in looks], axis=0)
    return np.asarray(total / max(float(np.linalg.norm(total)), 1e-9), np.float32)
