"""How each turn of a talk was read, and why it was answered as it was: from its journal, which holds no word of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from voice_agent.archive import journal, session_tables
from voice_agent.archive.journal import Event
from voice_agent.archive.record import Record
from voice_agent.reading.full_by_model import Answers, FullByModel
from voice_agent.reading.reading import Reading, Span
from voice_agent.story import SessionId, Turn


@dataclass(frozen=True, slots=True)
class Read:
    """One turn's reading."""

    turn: Turn
    """With its words as they stand now."""

    read: Reading
    begins: int | None
    """Where the turn begins in what was read, characters: what had not been answered yet was read with it. None where its
    words are no longer those that were read, or nobody knows."""

    guard: str
    """Which guard answered; "" where none did."""

    reason: str
    considered: tuple[tuple[str, str], ...]
    """What else could have been said: what it does, and the guard that struck it."""

    by_model: FullByModel | None = None
    """The same turn as a language model read it afterwards, in shadow."""

    whole: bool = False
    """Do its words stand as the model read them?"""

    @property
    def differs(self) -> frozenset[str]:
        """The fields in which the model reads otherwise than the rules."""
        model, rules = self.by_model, self.read
        if model is None:
            return frozenset()
        plainly = {Answers.YES: True, Answers.NO: False}.get(model.answers)
        named = [each.words for each in rules.hooks]
        begins = self.begins or 0
        same = {
            "hard": model.hard == rules.hard,
            "answers": plainly is rules.answers,
            "asks_us": bool(model.asks_us) is bool(rules.asks_us),
            "hooks": bool(model.hooks) is bool(named)
            and (not named or any(_meets(a, b, begins) for a in model.hooks for b in named)),
        }
        return frozenset(name for name, alike in same.items() if not alike)

    def by_model_words(self, span: Span) -> str:
        """What stands there in the turn, as the model read it; "" where it was worded anew since."""
        return self.turn.text[span.begin : span.end] if self.whole else ""

    def words(self, span: Span) -> str:
        """What stands there in the turn; "" where nobody knows, or an earlier turn holds it."""
        if self.begins is None or span.begin < self.begins:
            return ""
        return self.turn.text[span.begin - self.begins : span.end - self.begins]

    def as_note(self) -> dict[str, Any]:
        """As JSON: kinds, numbers and places, no words."""
        return {
            "read": self.read.as_note(),
            "begins": self.begins,
            "guard": self.guard,
            "reason": self.reason,
            "considered": self.considered,
            "by_model": self.by_model.as_note() if self.by_model else None,
            "differs": sorted(self.differs),
        }


def had(record: Record, session: SessionId, turns: Sequence[Turn]) -> tuple[Read, ...]:
    """The readings of those `turns` of which there is one, in order.

    What cannot be read is left out, and so is what may have been read together with a turn that is put away.
    """
    events, _ = journal.salvage(record.folder(session) / "journal.jsonl")
    away = {turn for id, turn in session_tables.hidden_turns(record.read) if id == session}
    noted = {
        said[-1]: event
        for event, said in journal.told_of(events)
        if event.get("kind") == "reading" and said and away.isdisjoint(said)
    }
    model = dict(_by_model(events))
    found = (
        _read(record, noted[each.id], each, model.get(int(each.id)))
        for each in turns
        if each.id in noted
    )
    return tuple(each for each in found if each is not None)


def _by_model(events: Iterable[Event]) -> Iterator[tuple[int, FullByModel]]:
    """What a model read, by turn; what is no such note is left out."""
    for event in events:
        match event:
            case {"kind": "read by model", "turn": int(turn), "read": Mapping() as read}:
                with suppress(AttributeError, KeyError, TypeError, ValueError):
                    yield turn, FullByModel.noted(read)
            case _:
                pass


def _meets(model: Span, rules: Span, begins: int) -> bool:
    """`begins`: where the turn begins in what the rules read."""
    return model.begin < rules.end - begins and rules.begin - begins < model.end


def _read(
    record: Record, event: Event, turn: Turn, by_model: FullByModel | None = None
) -> Read | None:
    """The reading of `turn`; None where the event is none as they are noted now."""
    begins, newest = event.get("begins"), record.wordings(turn.session, turn.id)[-1]
    try:
        return Read(
            turn,
            Reading.noted(event["read"]),
            begins if newest.version == 1 and isinstance(begins, int) and begins >= 0 else None,
            event["guard"],
            event["reason"],
            tuple((str(kind), str(struck)) for kind, struck in event["considered"]),
            by_model,
            newest.version == 1,
        )
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
