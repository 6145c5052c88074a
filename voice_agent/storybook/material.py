"""What a book is made of: everything that was told in one house, and what of it may be used and may not."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.claims import Claim, ClaimId, Mention, Part
from voice_agent.memory.decisions import Decision
from voice_agent.memory.events import Life
from voice_agent.memory.loom import Loom
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.rewording import Stretch
from voice_agent.memory.same_event import Vectors
from voice_agent.story import Session, SessionId, TurnId
from voice_agent.storybook.marks import Doubt
from voice_agent.storybook.put_right import believed

Place = tuple[SessionId, TurnId]
Alarm = Callable[[str], object]
"""Tells of a turn whether it came from a bad moment: anything but None and "" means that it did."""


def no_alarm(_said: str) -> None:
    """Stands in where there is no safety net."""


@dataclass(frozen=True, slots=True)
class Source:
    """Everything that was told in one house."""

    narrator: str
    sessions: Sequence[Session]
    """With their turns in the newest wording, in the order told."""

    claims: Sequence[Claim] = ()
    decisions: Sequence[Decision] = ()
    hidden: Collection[ClaimId] = frozenset()
    away: Collection[tuple[str, int]] = frozenset()
    """Turns that are to be as if nobody had told them, whether claims were made of them or not."""

    kept_back: Mapping[Place, Privacy] = field(default_factory=dict[Place, Privacy])
    """Who may know of a turn, by the wishes that bind its story; a turn that none binds is not there."""

    wishes: Mapping[Place, frozenset[str]] = field(default_factory=dict[Place, frozenset[str]])
    """Turns in which somebody said who may know, or what is to be forgotten, and whom they named: that is no story."""

    versions: Mapping[Place, int] = field(default_factory=dict[Place, int])
    """Which wording of a turn the newest one is; 1 where it is not named."""

    alarm: Alarm = no_alarm
    meanings: Vectors = field(default_factory=dict[ClaimId, NDArray[np.float32]])
    """What claims mean, where an embedder has read them: two tellings are then one event more often."""

    otherwise: Mapping[Place, Sequence[Stretch]] = field(
        default_factory=dict[Place, Sequence[Stretch]]
    )
    """What the narrator wants to read otherwise than it was said, in the newest wording of each turn."""

    recognised: Mapping[Place, str] = field(default_factory=dict[Place, str])
    """What the recogniser had made of the turns that the narrator put right."""

    loom: Loom = field(default_factory=Loom)
    """How tellings compare, as far as that is known."""

    hidden_before: Mapping[Place, Sequence[tuple[int, int]]] = field(
        default_factory=dict[Place, Sequence[tuple[int, int]]]
    )
    """Characters of the newest wording of a turn that say what was hidden in an older one."""

    let_go: Collection[Place] = frozenset()
    """Turns that the narrator freed: they do not go with the turn before them that is kept back."""

    @property
    def believed(self) -> list[Claim]:
        """The claims, without corrections that concern nothing told before."""
        return believed(self.claims, {(s.id, t.id): t.text for s in self.sessions for t in s.turns})


class ToldSentence(NamedTuple):
    """One sentence that may be used."""

    span: Mention
    misheard: str
    """What the recogniser had made of it, in a note; "" where it was heard rightly."""

    put_right: Mention | None
    """The later words that put a date, a name or a place of it right, where there are any."""

    claims: tuple[Claim, ...]
    """Those made from it, in order."""

    asked: str
    """The question that was answered, at the first sentence of the answer; else ""."""

    topic: str
    """Of the session."""

    privacy: Privacy
    doubt: Doubt | None = None
    """What a rule supposes of it."""

    also: tuple[Mention, ...] = ()
    """Other tellings that say nothing more."""

    opens: bool = False
    """The first sentence after the interviewer said more than a sound of listening."""

    written: bool = False
    """Put down, and not said: a diary, a letter."""

    headed: str = ""
    """EDTF of the day that the written page is headed with; else ""."""

    reads: Stretch | None = None
    """What the narrator wants to read in place of it, and perhaps of sentences beside it."""

    @property
    def text(self) -> str:
        """As it was said."""
        return self.span.words

    @property
    def out(self) -> bool:
        """Does it stand word for word alone?"""
        return self.doubt is not None and self.doubt.out

    @property
    def note(self) -> str:
        """What stands beside it in every text."""
        return f"put right later: “{self.put_right.words}”" if self.put_right else ""

    @property
    def beside(self) -> str:
        """What stands beside it word for word."""
        return "; ".join(each for each in (self.misheard, self.note) if each)

    @property
    def spans(self) -> tuple[Mention, ...]:
        """Where it was said, and the words beside it."""
        right = (replace(self.put_right, part=Part.WHAT),) if self.put_right else ()
        return (self.span, *right)


class Why(StrEnum):
    """Why something is in no text. None of it is on any page but those of the narrator's own life."""

    CRISIS = "crisis"
    PRIVATE = "private"
    PUT_AWAY = "put away"
    ANSWER = "answer"
    """To who may know, or to a piece of the book that was read aloud."""


class LeftOut(NamedTuple):
    """Words that are in no text."""

    words: str
    why: Why


@dataclass(frozen=True, slots=True)
class Material:
    """What may be used, and what may not."""

    told: tuple[ToldSentence, ...]
    """In the order told."""

    life: Life
    """Woven of the claims of what may be used."""

    left_out: tuple[LeftOut, ...] = field(repr=False)
