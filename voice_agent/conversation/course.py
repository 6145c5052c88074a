"""How far a talk has come. It moves only when nothing can be taken back any more."""

from collections import deque
from dataclasses import dataclass, field

from voice_agent.interview.planner import Progress


@dataclass(slots=True)
class Course:
    """Of one talk, spoken or written."""

    progress: Progress = field(default_factory=Progress)
    """Where the interview stands."""

    told: list[str] = field(default_factory=list[str])
    """What the narrator told in this talk, but for what is withheld or not to be said any more."""

    outcomes: deque[tuple[str, ...]] = field(default_factory=deque[tuple[str, ...]])
    """What came of a message, or of a wish nobody heard of yet: sentences to be said, the first first."""
