"""A recollection as the interviewer may use it: plain data, complete in itself."""

from dataclasses import dataclass
from datetime import datetime

from voice_agent.memory.affect import NEUTRAL, Affect
from voice_agent.memory.recall.ranking import Reason


@dataclass(frozen=True, slots=True)
class Reminder:
    """Something told before that fits what is being said."""

    id: str
    """Of the event or bubble: the same memory has the same id tomorrow."""

    line: str
    """The narrator's own words."""

    kind: str
    """ "event", "bubble", "open thread" (told with two dates) or "topic"."""

    score: float
    """Comparable within one recall only."""

    sure: float
    """0..1: how likely a careful listener would bring it up now (see ranking.sureness)."""

    reasons: tuple[Reason, ...]
    """Weightiest first; their shares sum to `score`."""

    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    when: str = ""
    """EDTF; "" where unknown."""

    theme: str = ""
    """Nearest theme of config/themes.toml: what people talk about when they look back."""

    feeling: Affect = NEUTRAL
    """Of the telling."""

    told_at: datetime | None = None
    """When it was last told, UTC."""

    tellings: int = 1
    sessions: tuple[str, ...] = ()
    """In which it was told, sorted."""
