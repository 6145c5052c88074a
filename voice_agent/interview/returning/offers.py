"""What another talk may give back: a past topic, what was thought of it, that it was offered, and what became of that. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from voice_agent.interview.coverage import Reason
from voice_agent.reading.words import novelty


class Verdict(StrEnum):
    """What is to be done about a past topic now."""

    YES = "yes"
    LEAVE = "ask leave"
    TOWARDS = "lead towards it"
    NO = "no"


@dataclass(frozen=True, slots=True)
class PastTopic:
    """Something told in another talk, as the planner is told of it; filled by conversation/bringing_back.py."""

    id: str
    line: str
    """The narrator's own words for it, one clause or sentence."""

    keywords: tuple[str, ...] = ()
    """What it is about, in the narrator's words, the weightiest first."""

    text: str = ""
    """All that was said of it: where a name for it is looked for."""

    people: tuple[str, ...] = ()
    """As somebody speaking to the narrator would say them: "Alfred", "your sister"."""

    places: tuple[str, ...] = ()
    sure: float = 0.0
    """0..1: how likely it belongs to this moment."""

    heavy: bool = False
    """A loss, an illness, something told with pain."""

    tender: bool = False
    """It may weigh, though probably it does not: one does not simply go over."""

    closed: bool = False
    """Private, for somebody else only, or put away."""

    features: Mapping[str, float] = field(default_factory=dict[str, float])
    """Each reason's share in its rank."""

    measures: tuple[tuple[float, ...], ...] = ()
    """What the ranker measured of it, then of those that came to mind beside it: kept with the outcome, so that

    the ranker can be fitted to this narrator.
    """

    reasons: tuple[str, ...] = ()
    """Why it came to mind, for people."""

    @property
    def about(self) -> frozenset[str]:
        """What it is about, as hashes (novelty.gist)."""
        return novelty.gist(" ".join((*self.keywords, *self.people, *self.places)))


@dataclass(frozen=True, slots=True)
class Thought:
    """What was thought before the reply."""

    verdict: Verdict
    why: str
    """A sentence for people; may hold the narrator's words, so never for a log."""

    topic: PastTopic | None = None
    reasons: tuple[Reason, ...] = ()
    """Signs and their shares."""

    ready: float = 0.0
    """Their sum."""

    veto: str = ""
    """The rule that forbade it; "" where none did. Holds no word of the narrator's."""

    def as_note(self) -> dict[str, Any]:
        """For the journal: without a word of the narrator's."""
        return {
            "verdict": str(self.verdict),
            "topic": self.topic.id if self.topic else "",
            "sure": round(self.topic.sure, 3) if self.topic else None,
            "ready": round(self.ready, 3),
            "veto": self.veto,
            "signs": {each.name: round(each.share, 3) for each in self.reasons},
            "because": _weightiest(self.topic.features) if self.topic else {},
        }


def _weightiest(features: Mapping[str, float]) -> dict[str, float]:
    """The three reasons that count most for a topic."""
    most = sorted(features.items(), key=lambda each: -each[1])[:3]
    return {name: round(share, 3) for name, share in most if share > 0}


class OfferOutcome(StrEnum):
    """What became of an offer."""

    WELCOME = "welcome"
    IGNORED = "ignored"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Offer:
    """A topic that was offered, and what the narrator made of it. Holds no word of theirs."""

    topic: str
    day: date
    outcome: OfferOutcome
    features: Mapping[str, float] = field(default_factory=dict[str, float])
    measures: tuple[tuple[float, ...], ...] = ()
    """As `PastTopic.measures`."""

    def as_json(self) -> list[Any]:
        """For `record.keep`."""
        features = {name: round(value, 4) for name, value in sorted(self.features.items())}
        measures = [[round(value, 4) for value in row] for row in self.measures]
        return [self.topic, self.day.isoformat(), str(self.outcome), features, measures]

    @classmethod
    def from_json(cls, value: Any) -> "Offer":
        """Read what `as_json` wrote. Raises ValueError, TypeError, KeyError."""
        topic, day, outcome, features, measures = value
        shares = {str(name): float(each) for name, each in dict(features).items()}
        rows = tuple(tuple(map(float, row)) for row in measures)
        return cls(str(topic), date.fromisoformat(day), OfferOutcome(outcome), shares, rows)


@dataclass(frozen=True, slots=True)
class Pending:
    """Offered, and not answered yet."""

    topic: PastTopic
    verdict: Verdict
    """YES: the question has led there; LEAVE: leave was asked; TOWARDS: one step was made."""

    steps: int = 0
    """Steps made towards it."""
