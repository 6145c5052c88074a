"""What a rule only supposes of a sentence: it is marked with the reason, and the narrator alone lets it in or leaves it out.

Nothing that was said leaves a text because of a reading. What may be a joke, or was told before, stays and is
marked. What was said to us and what was taken back in plain words stands word for word alone until she says
otherwise; her answer holds from then on. Pure.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from voice_agent.memory.claims import Mention, Part
from voice_agent.memory.decisions import Act, Decision, DecisionId, standing
from voice_agent.story import SessionId, TurnId


class Reason(StrEnum):
    """Why a sentence is marked."""

    TO_US = "said to us"
    TAKEN_BACK = "taken back"
    PUTS_RIGHT = "puts right"
    BEFORE = "told before"
    JOKE = "joke"
    HEARSAY = "hearsay"


@dataclass(frozen=True, slots=True)
class Doubt:
    """The mark of one sentence."""

    reason: Reason
    words: str = ""
    """The narrator's, where she took it back."""

    said_in: tuple[str, int] = ("", 0)
    """Session and turn of those words: when they are forgotten, the mark is too."""

    out: bool = False
    """It stands word for word alone."""

    answered: bool = False
    """She has said so herself."""

    @property
    def says(self) -> str:
        """The reason, in a sentence for the narrator."""
        return _SAYS[self.reason].format(words=" ".join(self.words.split()))


_SAYS: Mapping[Reason, str] = {
    Reason.TO_US: "You may have said this to me.",
    Reason.TAKEN_BACK: "You took this back: “{words}”",
    Reason.PUTS_RIGHT: "You put something right here.",
    Reason.BEFORE: "You told this before.",
    Reason.JOKE: "You may have been joking.",
    Reason.HEARSAY: "You may know this only from others.",
}

_HERS = "left out by her"
_COUNTED: Mapping[str, tuple[str, str, str]] = {
    Reason.TO_US: ("you said it to me", "one you said to me", "{} you said to me"),
    Reason.TAKEN_BACK: ("you took it back", "one you took back", "{} you took back"),
    Reason.PUTS_RIGHT: (
        "it puts something right",
        "one puts something right",
        "{} put something right",
    ),
    _HERS: ("you left it out", "one you left out", "{} you left out"),
}
"""Of a single one; of one among others; of several."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")  # fmt: skip

Place = tuple[SessionId, TurnId, str]
"""Session, turn and words of a sentence: they find it again when something else in the turn was put right."""


def place(span: Mention) -> Place:
    """Where her answer to the sentence at `span` is kept."""
    return span.session, span.turn, " ".join(span.words.split())


class MarkAnswer(NamedTuple):
    """What she said of a sentence."""

    stands: bool
    reason: Reason
    """It was marked for."""


def answers(decisions: Iterable[Decision]) -> Mapping[Place, MarkAnswer]:
    """What the narrator said of marked sentences; the last word holds."""
    return {
        place(each.mention): MarkAnswer(each.act is Act.LET_IN, Reason(each.other))
        for each in standing(decisions)
        if each.act in (Act.LET_IN, Act.LEAVE_OUT) and each.mention is not None
    }


def answer(
    span: Mention, reason: Reason, now: datetime, before: Iterable[Decision], *, stands: bool
) -> Decision:
    """Her answer to a marked sentence, to be kept after those given `before`."""
    last = max((each.at for each in before), default=now)
    # her last word holds, also where the clock was set back
    now = now if now > last else last + timedelta(microseconds=1)
    act = Act.LET_IN if stands else Act.LEAVE_OUT
    one = f"{span.session} {span.turn}"
    id = DecisionId(f"{act} {one} {span.first} {now.isoformat()}")
    return Decision(id, act, now, "the narrator", one, reason, replace(span, part=Part.WHAT))


def held(doubt: Doubt | None, answer: MarkAnswer | None) -> Doubt | None:
    """The mark as her answer has it, where there is one: it holds from then on, also where no rule doubts any more."""
    if answer is None:
        return doubt
    return replace(doubt or Doubt(answer.reason), out=not answer.stands, answered=True)


def left_out(doubts: Iterable[Doubt]) -> str:
    """ "Three sentences are left out: two you said to me, one you took back."; "" where none is."""
    counts = Counter(
        _HERS if each.answered or each.reason not in _COUNTED else each.reason
        for each in doubts
        if each.out
    )
    whole = counts.total()
    if whole == 1:
        return f"One sentence is left out: {_COUNTED[next(iter(counts))][0]}."
    parts = [
        _COUNTED[key][1 if count == 1 else 2].format(_number(count))
        for key in _COUNTED
        if (count := counts[key])
    ]
    many = _number(whole).capitalize()
    return f"{many} sentences are left out: {', '.join(parts)}." if whole else ""


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
