"""The interviewer's seat with somebody who watches: what a language model was shown, what it made of it, what we would have said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.returning import deciding, returning
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat.brief import Brief
from voice_agent.interview.seat.proposal import Led
from voice_agent.language import seating
from voice_agent.language.fallback import Fallback
from voice_agent.language.gate import Look
from voice_agent.language.seating import Recall, Seat, Turn
from voice_agent.language.wordsmith import Wordsmith


@dataclass(slots=True)
class Seen:
    """One turn, seen from the seat."""

    ours: Move
    """What we would have said."""

    called: tuple[tuple[PastTopic, str], ...]
    """Old stories that came to mind, the surest first, each with the rule that keeps it back; "" where none does."""

    barred: str
    """The rule that kept every one of them back; "" where none did."""

    brief: Brief | None = None
    led: Led | None = None

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        led, shown = self.led, self.brief.stories if self.brief else ()
        return {
            "ours": {"text": self.ours.text, "guard": self.ours.guard},
            "shown": [{"topic": each.id, "words": each.text} for each in shown],
            "called": [
                {"topic": each.id, "words": each.text, "sure": round(each.sure, 3), "veto": veto}
                for each, veto in self.called
            ],
            "barred": self.barred,
            "reading": led.reading.as_note() if led else None,
            "struck": [list(each) for each in led.struck] if led else [],
        }


def seen(rules: Rules, before: Progress, move: Move, heard: Heard) -> Seen:
    """What came to mind, and what of it may come up. `before`: as it stood when the turn began. Pure."""
    by = rules.returning
    now = replace(before, turns=before.turns + 1)
    now = returning.hear(rules, returning.begin(now), heard, before.manners.quiet)
    if by is None:
        return Seen(move, (), "nobody comes back")
    called = tuple(
        (each, _veto(rules, now, each))
        for each in deciding.left(now.returns.called, now.returns.apart)
    )
    barred = ""
    if not returning.open_now(rules, now, heard):
        whole = replace(by, guard=replace(by.guard, mid_story=False))
        thought = returning.consider(rules, whole, now, heard)
        first = now.returns.heard < deciding.FIRST
        waits = now.returns.pending is not None
        barred = "an offer waits" if waits else "the talk has only begun" if first else thought.veto
    return Seen(move, called, barred)


def _veto(rules: Rules, now: Progress, topic: PastTopic) -> str:
    guard = rules.returning.guard if rules.returning else None
    return deciding.vetoed(topic, now.returns, rules.past.offers, rules.past.today, guard)


class WatchedSeat(Seat):
    """A seat that keeps what it saw last."""

    last: Seen | None = None

    async def __call__(
        self, rules: Rules, before: Progress, move: Move, heard: Heard
    ) -> Led | None:
        """As a seat."""
        self.last = seen(rules, before, move, heard)
        self.last.led = await super().__call__(rules, before, move, heard)
        return self.last.led

    async def _brief(self, turn: Turn) -> Brief:
        brief = await super()._brief(turn)
        if self.last is not None:
            self.last.brief = brief
        return brief


@dataclass
class Watching(Wordsmith):
    """Who has the seat, and words nothing: of this model nothing else is asked."""

    model: Fallback
    names: Sequence[str]
    patience: float
    look: Look
    failed: list[str] = field(default_factory=list[str])
    """Why nothing was said of what a model wrote, or it wrote nothing."""

    watched: WatchedSeat | None = None

    def __post_init__(self) -> None:
        super().__init__(
            self.model,
            names=self.names,
            patience=self.patience,
            observe=self.failed.append,
            look=self.look,
        )

    def seat(self, life: Callable[[], Known], recall: Recall | None = None) -> Seat:
        """The seat, watched."""
        self.watched = WatchedSeat(
            self.gate,
            seating.prompt(),
            life=life,
            names=self.names,
            patience=self.patience,
            observe=self.failed.append,
            recall=recall,
        )
        return self.watched
