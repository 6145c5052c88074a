"""What was heard: a finished turn of the narrator, with what is known of it when it is answered."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from voice_agent.interview.known import Recalled
from voice_agent.interview.questions import Candidate
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.seat.proposal import Led
from voice_agent.reading.condition import Condition, condition
from voice_agent.reading.telling import Telling, telling
from voice_agent.reading.to_us import ToUs, to_us
from voice_agent.story import Bearing, Feeling


@dataclass(frozen=True, slots=True)
class Years:
    """A year that a turn says in place of one told a moment ago."""

    year: str
    """The year said now: "1955"."""

    told: tuple[str, ...]
    """The words of the one told before."""

    settled: bool
    """Both were named: it is put right. Else both stand."""


PutsRight = Callable[[Sequence[str], str, str], Years | None]
"""Given what the narrator told in this talk, the question asked last, and the turn. Never raises."""


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

    bearing: Bearing = field(default_factory=Bearing)
    """How to carry oneself after it."""

    tiring: bool = False
    """They tell more slowly and answer later than is usual for them."""

    topics: tuple[PastTopic, ...] = ()
    """What was talked about another day and belongs to this, best first (return_state.py)."""

    pause: float = 0.0
    """Seconds of the longest silence in the turn after which only few words came."""

    finished: float | None = None
    """0..1: a language model's answer to "is this story finished?"; None: it was not asked."""

    itself: float = 0.0
    """0..1: how likely the narrator has just gone over to something else by themselves."""

    at: datetime | None = None
    """The clock where the narrator is; None: nobody can say what time it is."""

    told: tuple[str, ...] | None = None
    """Tellings of what they ask about ("what did I tell you about ..."), of this talk and of others, whole turns; None:
    nobody looked."""

    kept: int | None = None
    """How many stories are kept back as they asked, where they ask that; None: nobody looked."""

    kept_unsure: int = 0
    """And how many tellings are kept back of which that is not sure."""

    led: Led | None = None
    """What a language model in the interviewer's seat made of it; None: none was asked, or it was late."""

    @property
    def telling(self) -> Telling:
        """What it tells: read once, and asked by whoever decides."""
        return telling(self.text)

    @property
    def condition(self) -> Condition:
        """How they are with us: read once as well."""
        return condition(self.text)

    @property
    def to_us(self) -> ToUs:
        """What of it is said to us in passing."""
        return to_us(self.text)
