"""The nouns of the planner: where a session stands, what was heard, and the move that answers it.

Also the two things every part of it does: pick a phrase, and close. Pure.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from voice_agent.interview import consent
from voice_agent.interview.known import Recalled
from voice_agent.interview.novelty import Alike
from voice_agent.interview.phrases import PhraseBook
from voice_agent.interview.protocol import Topic, Wants
from voice_agent.interview.questions import Cache, Candidate
from voice_agent.interview.safety import Net
from voice_agent.story import Feeling


class Stage(StrEnum):
    """Where a session stands."""

    CONSENT = "consent"
    TALK = "talk"
    OVER = "over"


class Act(StrEnum):
    """What a move does."""

    NOTICE = "notice"
    CONSENT = "consent"
    GREET = "greeting"
    QUESTION = "question"
    CUE = "cue"
    BREAK = "break"
    ANSWER = "answer"
    SAFETY = "safety"
    CLOSING = "closing"
    NOTHING = "nothing"


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

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(part for part in (self.say, self.ask) if part)

    def worded(self, text: str) -> "Move":
        """The same move in other words; `text` ends in its question, if it asks one."""
        sentences = re.split(r"(?<=[.!?])\s+", text.strip())
        asks = sentences.pop() if sentences[-1].endswith("?") else ""
        return replace(self, say=" ".join(sentences), ask=asks)


@dataclass(frozen=True, slots=True)
class Heard:
    """A finished turn of the narrator."""

    text: str
    seconds: float = 0.0
    """Length of the turn."""

    minutes: float = 0.0
    """Since the session began, on the microphone's clock."""

    feeling: Feeling = field(default_factory=Feeling)
    """How it was told."""

    recalled: tuple[Recalled, ...] = ()
    """What it brings to mind from other talks, best first."""

    grown: tuple[Candidate, ...] | None = None
    """Questions grown from all that memory holds (growing.py); None: as they were."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known before the first word."""

    consented: bool = False
    last_time: str = ""
    """A sentence that recalls the last session in the narrator's words, or nothing."""

    half_told: str = ""
    """What the narrator was saying when the power went, in their own words, or nothing."""

    announcements: tuple[str, ...] = ()
    """Said aloud at the start, e.g. that a slower engine is in use."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a session stands. A value: speculation may throw it away."""

    stage: Stage = Stage.CONSENT
    asked: tuple[str, ...] = ()
    """Every question ever asked in this session, in order."""

    depth: int = 0
    """Questions asked inside the story now being told."""

    told: frozenset[Wants] = frozenset()
    """What the story has already given."""

    last: str = ""
    """The question the narrator is answering."""

    unclear: int = 0
    """Answers to the consent question that were neither yes nor no."""

    quiet: int = 0
    """How many of our cues the narrator has let pass since they last spoke."""

    break_offered: bool = False
    safety_asked: bool = False
    """We asked the one question of level 2 and wait for its answer."""

    used: Mapping[str, int] = field(default_factory=dict[str, int])
    """Phrase -> times said this session."""

    turns: int = 0
    cache: Cache = field(default_factory=Cache)
    """Everything ever asked, answered in passing or declined; kept for the next session."""

    grown: tuple[Candidate, ...] = ()
    """Ripe questions grown from memory."""

    asking: Candidate | None = None
    """The question the narrator is answering, as it was chosen."""


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier sessions leave to the planner."""

    cache: Cache = field(default_factory=Cache)
    """What earlier sessions asked, covered and left alone."""

    grown: tuple[Candidate, ...] = ()
    """Questions grown from all that memory holds."""

    today: date = date(2000, 1, 1)
    """For topics that rest; at the narrator's home."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the planner knows but does not change."""

    topic: Topic
    phrases: PhraseBook
    notice: consent.Wording
    net: Net
    name: str = ""
    seed: int = 0
    soft_close: float = 25.0
    """Minutes."""

    break_offer: float = 20.0
    """Minutes."""

    hard_stop: float = 45.0
    """Minutes."""

    book: tuple[Topic, ...] = ()
    """Every topic there is, for when the session's own is told; empty: only that one."""

    past: Past = field(default_factory=Past)
    alike: Alike | None = None
    """Likeness in meaning, where an embedder is at hand."""


def phrase(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    """Pick a phrase the narrator has not just heard, and remember it."""
    said = rules.phrases.pick(kind, seed=rules.seed + progress.turns, used=progress.used)
    used = Counter(progress.used)
    used[said] += 1
    return said, replace(progress, used=dict(used))


def close(
    rules: Rules, progress: Progress, reason: str, *, short: bool = False
) -> tuple[Progress, Move]:
    """End the session for `reason`; `short` where somebody said stop and nothing more is heard."""
    said, progress = phrase(rules, progress, "stopped" if short else "thanks")
    over = replace(progress, stage=Stage.OVER)
    return over, Move(Act.CLOSING, said, reason=reason, ends=True, deaf=short)
