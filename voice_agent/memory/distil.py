"""From what was said to claims: clauses, and in each who, what, when, where and how sure.

Rules alone; nothing is in a claim that is not in the narrator's words. It works a turn at a time, so that it can run
between turns: a `Distiller` carries what "it", "three years later" and "no, fifty-two" lean on. The same turns give the same claims, whether they come one by one or all at once.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from voice_agent.memory.between_us import wished
from voice_agent.memory.claims import Claim
from voice_agent.memory.dates.dates import Refused
from voice_agent.memory.labels import Label, whole_turn
from voice_agent.memory.privacy import OPEN
from voice_agent.memory.reading import Reader
from voice_agent.memory.repairs.answering import picked
from voice_agent.memory.thread import Setting, Thread
from voice_agent.memory.turn_claims import TurnClaims
from voice_agent.story import Speaker, Turn

READER = 3
"""Number of this reader: claims that an older one made are read again. 1 acted on what it was not sure of; 2 gave some of two
dates in one breath to neither thing."""

ASKS_WHEN = re.compile(
    r"\b(?:when|what year|which year|what date|how old|how long ago|what time of year)\b.*\?|\b(?:was it|was \d{4}|which)\b.*\bor\b.*\?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Distilled:
    """What one or more turns gave."""

    claims: tuple[Claim, ...] = ()
    labels: tuple[Label, ...] = ()
    refused: tuple[Refused, ...] = ()
    """Words in the shape of a date that cannot be one; nothing of them was stored as a date."""


@dataclass(slots=True)
class Distiller:
    """Distils the turns of one session in their order."""

    reader: Reader
    setting: Setting = field(default_factory=Setting)
    earlier: Sequence[Claim] = ()
    """Claims of earlier sessions, as told: what corrections and "the year we married" may refer to."""

    sitting: int = 0
    """Number of the session in the record."""

    thread: Thread = field(init=False)

    def __post_init__(self) -> None:
        self.thread = Thread(self.setting, self.earlier, self.sitting)

    def hear(self, turn: Turn, *, version: int = 1) -> Distilled:
        """Distil one turn. Only the narrator's own give claims; the interviewer's questions are heeded.

        Raises nothing for any text.
        """
        if turn.speaker is not Speaker.NARRATOR:
            if turn.speaker is Speaker.INTERVIEWER:
                self.thread.question = turn.text
                self.thread.asked = turn.text if ASKS_WHEN.search(turn.text) else ""
            return Distilled()
        work = TurnClaims(self.thread, self.reader, turn, version)
        labels = work.run()
        picked(self.thread, turn, version, work.dates.every, work.dates.offered)
        made = (*self.thread.close_turn(), *work.bearers)
        limit = self.thread.limits.hear(turn.text, wished(turn.text))
        if limit != OPEN:
            bearing, more = whole_turn(self.thread, turn, version, made, limit)
            made, labels = (*made, *bearing), (*labels, *more)
        self.thread.last_turn, self.thread.last_gave = (turn, -1, version), bool(made)
        return Distilled(made, labels, work.dates.refused)


def distil(
    turns: Iterable[Turn],
    reader: Reader,
    setting: Setting | None = None,
    *,
    earlier: Sequence[Claim] = (),
    sitting: int = 0,
) -> Distilled:
    """Distil the turns of one session. Raises nothing."""
    distiller = Distiller(reader, setting or Setting(), earlier, sitting)
    parts = [distiller.hear(turn) for turn in turns]
    return Distilled(
        tuple(each for part in parts for each in part.claims),
        tuple(each for part in parts for each in part.labels),
        tuple(each for part in parts for each in part.refused),
    )
