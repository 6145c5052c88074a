"""How far a talk has come. It moves only when nothing can be taken back any more."""

from collections import deque
from dataclasses import dataclass, field

from voice_agent.interview.planner import Move, Progress
from voice_agent.reading.wishes.commands import Wish


@dataclass(frozen=True, slots=True)
class Owed:
    """What came of a message, or of a wish, and is still to be heard."""

    move: Move
    """To say it."""

    waits: Wish | None = None
    """What waits for the answer, where it asks something."""

    def asked(self, progress: Progress) -> Progress:
        """The interview once it is being said; until then nothing is asked, and a yes answers nothing."""
        return progress.awaits(self.waits) if self.waits else progress


@dataclass(slots=True)
class Course:
    """Of one talk, spoken or written."""

    progress: Progress = field(default_factory=Progress)
    """Where the interview stands."""

    owed: deque[Owed] = field(default_factory=deque[Owed])
    """What they have still to hear of, the first first."""
