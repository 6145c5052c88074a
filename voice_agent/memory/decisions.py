"""What people have decided about memory: which tellings are one event, who is who, which date holds.

Decisions are kept like tellings: a further one may undo an earlier one, none is changed or lost. A
conflict between dates can be closed by the narrator alone, so closing one needs the narrator's words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Mention

DecisionId = NewType("DecisionId", str)


class Act(StrEnum):
    """What was decided."""

    SAME_EVENT = "same event"
    DIFFERENT_EVENTS = "different events"
    SAME_PERSON = "same person"
    DIFFERENT_PEOPLE = "different people"
    CLOSE = "close a conflict"
    """The date of claim `one` holds; that of claim `other` does not."""

    LET_OUT = "let out"
    """What was said of who may know in the turn `one` holds no longer: the narrator's own later word."""

    LET_IN = "let in"
    """A sentence of the book that was marked (storybook/marks.py) stands; `one`: "session turn"."""

    LEAVE_OUT = "leave out"
    """It stands word for word alone."""

    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision."""

    id: DecisionId
    act: Act
    at: datetime
    """UTC."""

    by: str
    """Who decided: the narrator, or the caregiver's name."""

    one: str = ""
    """Claim id; for persons "claim:position"; for LET_OUT, LET_IN and LEAVE_OUT "session turn"; for UNDO the decision undone."""

    other: str = ""
    mention: Mention | None = None
    """Where the narrator said so; needed to close a conflict and to let out what was kept back."""

    def __post_init__(self) -> None:
        """Raises MemoryRefused."""
        if self.act is Act.CLOSE and self.mention is None:
            raise MemoryRefused(
                "Only the narrator can say which of two dates is right.",
                safe="Both dates are kept.",
                mend="Ask the narrator, and let the answer be heard.",
            )
        if self.act is Act.LET_OUT and self.mention is None:
            raise MemoryRefused(
                "Only the narrator can let out what they kept back.",
                safe="It stays kept back.",
                mend="Let the narrator say so.",
            )
        if self.act in (Act.LET_IN, Act.LEAVE_OUT) and self.mention is None:
            raise MemoryRefused("An answer about a sentence needs the words that it is about.")
        alone = self.act in (Act.UNDO, Act.LET_OUT, Act.LET_IN, Act.LEAVE_OUT)
        if not self.one or (not alone and (not self.other or self.one == self.other)):
            raise MemoryRefused("A decision is about two different things, or undoes one.")


def let_out(decisions: Iterable[Decision]) -> frozenset[str]:
    """Return the turns ("session turn") whose word on who may know holds no longer."""
    return frozenset(each.one for each in standing(decisions) if each.act is Act.LET_OUT)


def standing(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return the decisions that hold: not undone, or undone and restored. In the order made."""
    ordered = sorted(decisions, key=lambda each: (each.at, each.id))
    undone: set[str] = set()
    for each in reversed(ordered):
        if each.act is Act.UNDO and each.id not in undone:
            undone.add(each.one)
    return tuple(each for each in ordered if each.act is not Act.UNDO and each.id not in undone)
