"""What a reading may do: the dearer the mistake, the plainer the evidence. One table of plain data.

    match may(Deed.ALARM, cry.evidence):
        case Verdict.DO: ...
        case Verdict.ASK: ...      # in the words of TABLE[Deed.ALARM].question
        case Verdict.LET_BE: ...

Safety, wishes and replies ask here before they do what would cost the narrator dear if it were wrong. What one reader
alone, or a loose pattern, makes of a turn leads to a question at most. Locks are the exception: they can be undone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Evidence(StrEnum):
    """What speaks for a reading, the plainest first."""

    PLAIN = "plain words"
    """The form of the words leaves no doubt of what is meant."""

    AGREED = "two readers agree"
    """Of those that were taught with other lines by other writers; a pattern and a head taught with the same are one."""

    ANSWERED = "the answer to our question"
    AGAIN = "a second sign within a few turns"
    ALONE = "one reader alone"
    LOOSE = "a loose pattern alone"


class Verdict(StrEnum):
    """What follows from it."""

    DO = "do"
    ASK = "ask"
    LET_BE = "let be"


class Deed(StrEnum):
    """What is dear when it is done for nothing."""

    ALARM = "say the number, send word, ask whether they think of dying"
    END_ALARM = "end an alarm"
    KEEP_BACK = "keep from somebody"
    FORGET = "forget"
    WITHDRAW = "take back a consent"
    TAKE_BACK = "take a claim or a story back"
    PUT_RIGHT = "put a date or a name right"
    ONE_EVENT = "take two tellings for one event"
    CONDOLE = "condole"
    LEAVE_STORY = "leave the story"
    END_TALK = "end the talk"
    ANSWER = "answer a question to us"


@dataclass(frozen=True, slots=True)
class Row:
    """When a deed may be done."""

    does: frozenset[Evidence]
    asks: frozenset[Evidence]
    """What leads to the question instead; anything else is let be."""

    question: str
    """What is asked: an entry of config/safety.toml or a kind of phrase, for each consent its own (WHETHER in
    steering/asked_back.py); "" where nothing is."""

    unanswered: str
    """What holds until there is an answer."""


_E = Evidence
_SURE = frozenset({_E.PLAIN, _E.ANSWERED})
_SIGNS = frozenset({_E.ALONE, _E.LOOSE, _E.AGAIN})

TABLE: Mapping[Deed, Row] = {
    Deed.ALARM: Row(
        _SURE | {_E.AGREED}, _SIGNS, "check", "asked once more after 30 s, then the words of 3m"
    ),
    Deed.END_ALARM: Row(_SURE, frozenset(), "", "we stay, and the number stands"),
    Deed.KEEP_BACK: Row(frozenset(_E), frozenset(), "", "it stays locked"),
    Deed.FORGET: Row(_SURE, _SIGNS | {_E.AGREED}, "which_one", "hidden, and erased only on a yes"),
    Deed.WITHDRAW: Row(_SURE, _SIGNS | {_E.AGREED}, "no_recording_ask", "everything stays as it is"),
    Deed.TAKE_BACK: Row(_SURE, frozenset(), "", "it stays, with a mark at approval"),
    Deed.PUT_RIGHT: Row(_SURE, _SIGNS | {_E.AGREED}, "which_year", "both stay"),
    Deed.ONE_EVENT: Row(_SURE | {_E.AGREED}, frozenset(), "", "two events"),
    Deed.CONDOLE: Row(_SURE | {_E.AGREED}, frozenset(), "", "the story is followed"),
    Deed.LEAVE_STORY: Row(_SURE | {_E.AGREED}, frozenset(), "", "ask on, or be silent"),
    Deed.END_TALK: Row(_SURE | {_E.AGAIN, _E.AGREED}, _SIGNS, "end_ask", "we wait as after any question"),
    Deed.ANSWER: Row(frozenset(_E), frozenset(), "", "we say that we cannot know"),
}  # fmt: skip


def may(deed: Deed, evidence: Evidence) -> Verdict:
    """Whether `evidence` is enough for `deed`, or for asking."""
    row = TABLE[deed]
    if evidence in row.does:
        return Verdict.DO
    return Verdict.ASK if evidence in row.asks else Verdict.LET_BE


class Turn(StrEnum):
    """What one turn may hold at once."""

    STOP = "stop capture"
    DANGER = "danger"
    WISH = "a wish"
    ASKS_US = "a question to us"
    GOODBYE = "goodbye"
    STORY = "the story"


PRECEDENCE = tuple(Turn)
"""Which of them comes first. Danger survives a stop, hides behind questions, and is looked for in the whole turn."""
