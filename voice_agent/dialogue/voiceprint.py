"""Is it the narrator who is speaking? Visitors and the television must never become their memories.

Pure: an engine turns voices into directions (backends.SpeakerEncoder), this file compares them. It
says "unsure" readily. Taking a neighbour for the narrator spoils a life story; taking the narrator
for a neighbour ignores an old woman in her own house: so neither is done on a guess.

Thresholds: `voice-agent bench speech` prints them with the errors they make. On the 17 real clips (9
voices, none verified to be elderly) and two synthetic ones, each print made of a voice's other
looks, 79 looks of 1.6 s by the right voice lie above .66, 14 % of them below .75; of 526 by wrong voices 5 %
lie above .62 and none above .75. A voice on another day, with a cold, is at .56 to .70.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from voice_agent.story import Speaker

SHORTEST_LOOK_SECONDS = 1.6
"""Seconds of speech below which a voice says nothing about whose it is."""

ENOUGH_SPEECH_SECONDS = 10.0
"""Seconds of speech that make a print; until then every voice is unsure."""

SURELY = 0.75
"""From this likeness on it is the narrator."""

HARDLY = 0.62
"""Below this likeness six seconds of a voice are someone else's."""

STRANGE = 0.56
"""Below this likeness three looks together (3.2 s) are someone else's, once today's voice is known."""

STRANGEST = 0.54
"""The same before it is. A narrator known by another day's voice who has a cold stays above it (the two
mfa clips: of 23 looks by threes the least is .559)."""

FEWEST = 0.5
"""The same for a turn of less than three looks."""

MEMORY = 300.0
"""Seconds of speech that the print remembers; voices change with the years and with a cold."""

COMPANY = 20.0
"""Seconds for which a word too short to judge is taken for the someone else's who spoke last. A guess."""

SIZE = 256
"""Length of an embedding."""

Embedding = NDArray[np.float32]
"""Shape (SIZE,), unit length."""


class Verdict(StrEnum):
    """Whose voice it is."""

    NARRATOR = "narrator"
    SOMEONE_ELSE = "someone else"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Voiceprint:
    """What the narrator sounds like, as far as we know."""

    mean: tuple[float, ...] = ()
    """SIZE numbers of unit length; empty: never heard."""

    seconds: float = 0.0
    """Speech it is made of, at most MEMORY."""

    @property
    def shortest(self) -> float:
        """Seconds of speech that are worth comparing."""
        return SHORTEST_LOOK_SECONDS

    @property
    def known(self) -> bool:
        """Is there enough to tell voices apart?"""
        return self.seconds >= ENOUGH_SPEECH_SECONDS

    def likeness(self, embedding: Embedding) -> float:
        """Cosine between the print and a voice, 0..1; 0 where nobody was enrolled."""
        return float(np.dot(np.asarray(self.mean, np.float32), embedding)) if self.mean else 0.0

    def same(self, embedding: Embedding, seconds: float = SHORTEST_LOOK_SECONDS) -> Verdict:
        """Is this voice, heard for `seconds` of speech, the narrator's?"""
        if not self.known or seconds < SHORTEST_LOOK_SECONDS:
            return Verdict.UNSURE
        return judge(self.likeness(embedding))

    def enrol(self, embedding: Embedding, seconds: float) -> Self:
        """Return the print with `seconds` more of the narrator's speech in it.

        Too short a look teaches nothing; nor, once the print is known, does a voice that is surely
        someone else's. The caller only offers turns that count as the narrator's.
        """
        if seconds < SHORTEST_LOOK_SECONDS or self.same(embedding, seconds) is Verdict.SOMEONE_ELSE:
            return self
        old = np.asarray(self.mean or (0.0,) * SIZE)
        mixed = self.seconds * old + seconds * embedding.astype(np.float64)
        mean = mixed / max(float(np.linalg.norm(mixed)), 1e-9)
        return type(self)(
            tuple(round(float(number), 6) for number in mean), min(self.seconds + seconds, MEMORY)
        )

    def as_json(self) -> dict[str, Any]:
        """Return a small value of lists and numbers; `from_json` reads it."""
        return {"mean": list(self.mean), "seconds": round(self.seconds, 3)}

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Read what `as_json` wrote. Anything else is a narrator we have never heard."""
        try:
            mean = tuple(float(number) for number in value["mean"])
            seconds = float(value["seconds"])
        except (TypeError, KeyError, ValueError):
            return cls()
        length = math.hypot(*mean)  # nan and infinities fail the comparison below
        if len(mean) != SIZE or not 0.99 < length < 1.01 or not 0 <= seconds <= MEMORY:
            return cls()
        return cls(mean, seconds)


def judge(likeness: float) -> Verdict:
    """What a likeness to a known print means."""
    if likeness >= SURELY:
        return Verdict.NARRATOR
    return Verdict.SOMEONE_ELSE if likeness < HARDLY else Verdict.UNSURE


def whose(verdict: Verdict, last: Verdict | None, since: float) -> Speaker:
    """Settle an unsure voice by who was surely heard last, `since` seconds ago (None: nobody yet).

    A "yes" is too short to know by its sound. It is the narrator's, unless a visitor or the
    television was surely speaking within COMPANY.
    """
    if verdict is Verdict.UNSURE and last is Verdict.SOMEONE_ELSE and since <= COMPANY:
        return Speaker.SOMEONE_ELSE
    return Speaker.SOMEONE_ELSE if verdict is Verdict.SOMEONE_ELSE else Speaker.NARRATOR
