"""The move: one thing that we say, and what follows from it."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from voice_agent.interview.coverage import Reason
from voice_agent.interview.leave.permissions import Answered
from voice_agent.interview.questions import Candidate
from voice_agent.reading.reading import Reading
from voice_agent.reading.wishes.commands import Wish


class Act(StrEnum):
    """What a move does."""

    NOTICE = "notice"
    CONSENT = "consent"
    GREET = "greeting"
    QUESTION = "question"
    CUE = "cue"
    BREAK = "break"
    ANSWER = "answer"
    READING = "reading"
    SAFETY = "safety"
    CLOSING = "closing"
    NOTHING = "nothing"


class Wary(StrEnum):
    """What was told of abuse, where no message goes because of it."""

    TOLD = "told"
    """It was told beside another danger: whoever it names is passed over from now on."""

    ASKED = "asked"
    """It may have been told, and is asked about: whoever it names is passed over in this talk, until it is denied."""

    DENIED = "denied"
    """What was asked about was denied."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing to say, and what follows from it."""

    act: Act
    say: str = ""
    """Statements first; spoken before `ask`."""

    ask: str = ""
    """At most one question, last."""

    reason: str = ""
    """Which rule chose it; for the journal."""

    consent: bool | None = None
    """The narrator has just said yes (True) or no (False)."""

    ends: bool = False
    """The session is over when this has been said."""

    deaf: bool = False
    """Capture ends before this is said: somebody said stop."""

    pace: float = 1.0
    """Factor asked for by voice, applied from now on."""

    loudness: float = 1.0
    """Factor asked for by voice, applied from now on."""

    withheld: bool = False
    """What the narrator said must not be written down (safety level 2 and above)."""

    alert: str = ""
    """Safety level for which a message goes to a contact: 2, 3, 3m or A; none: no message."""

    unsure: bool = False
    """It answers danger that no plain words tell: where a language model reads danger well, it is heard first."""

    about: str = ""
    """What was said before it and just now, turn by turn: who is named there gets no word of abuse. Written down nowhere."""

    wary: Wary | None = None
    """What was told of abuse in `about`, or denied; None: nothing."""

    wish: Wish | None = None
    """What the narrator asked for beyond words: carried out by the session (conversation/granting.py)."""

    also: tuple["Move", ...] = ()
    """What is answered to each further wish of the same turn, in its order."""

    permits: Answered | None = None
    """What the narrator has just allowed or refused; kept by the session."""

    heeds: bool = False
    """It answers something that was said to us, whether or not anything has to be carried out."""

    question: Candidate | None = None
    """The question as it was chosen, where the move asks one of ours."""

    reasons: tuple[Reason, ...] = ()
    """Why that one; they sum to its score."""

    guard: str = ""
    """Which guard of a table answered; for whoever asks why."""

    considered: tuple[tuple[str, str, str], ...] = ()
    """What else could have been said: its kind, its words, and the guard that struck it. Never written down as it stands."""

    reading: Reading | None = None
    """How the turn was read that it answers; None: it answers none, or nothing of it may be noted."""

    @property
    def text(self) -> str:
        """All of it: what is said to each wish, and the last question."""
        return " ".join(part for part in (self.said, self.asks) if part)

    @property
    def asks(self) -> str:
        """The last question of all of it; "" where none is asked."""
        return next((each.ask for each in (*reversed(self.also), self) if each.ask), "")

    @property
    def said(self) -> str:
        """All of it but the question."""
        every = dict.fromkeys(each.say for each in (self, *self.also))
        return " ".join(each for each in every if each)

    @property
    def to_us(self) -> bool:
        """Was what it answers, or a part of that, said to us and not told?"""
        answers = self.permits is not None or self.consent is not None
        return answers or any(each.heeds or each.wish for each in (self, *self.also))

    @property
    def wishes(self) -> tuple[Wish, ...]:
        """All that they asked for."""
        return tuple(each.wish for each in (self, *self.also) if each.wish)

    def worded(self, text: str) -> "Move":
        """The same move in other words; `text` ends in its question, if it asks one."""
        sentences = re.split(r"(?<=[.!?])\s+", text.strip())
        asks = sentences.pop() if sentences[-1].endswith("?") else ""
        return replace(self, say=" ".join(sentences), ask=asks)
