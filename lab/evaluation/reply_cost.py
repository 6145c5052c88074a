"""What one reply costs: the files of the program that a turn goes through, and how often a pattern is tried on words.

Every answer of a kept talk is read and met anew (kept_talks.py), with every reader, and the interpreter counts.
"""

import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from lab.evaluation.interview import kept_talks
from lab.evaluation.tables import Figures
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.interview.rules import Rules

PROGRAM = "voice_agent"


@dataclass
class Counting:
    """Counts while it is entered."""

    files: set[str] = field(default_factory=set[str])
    tried: int = 0
    """Times that a pattern was tried on a text."""

    def __enter__(self) -> "Counting":
        sys.setprofile(self._count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, what: Any) -> None:
        if event == "call":
            path = Path(frame.f_code.co_filename)
            if PROGRAM in path.parts:
                self.files.add(path.name if path.name != "__init__.py" else str(path.parent))
        elif event == "c_call" and isinstance(getattr(what, "__self__", None), re.Pattern):
            self.tried += 1


def counted(path: Path, rules: Rules, sympathy: Sympathy | None) -> Iterator[Counting]:
    """What each reply of the talk at `path` costs."""
    replies = kept_talks.replay(path, rules, sympathy)
    while True:
        with Counting() as counting:
            if next(replies, None) is None:
                return
        yield counting


def measure(paths: Sequence[Path], rules: Rules, sympathy: Sympathy | None) -> Figures:
    """The figures of all replies of the talks at `paths`."""
    every = [each for path in paths for each in counted(path, rules, sympathy)]
    rows = [
        _row("files a reply", [len(each.files) for each in every]),
        _row("patterns tried", [each.tried for each in every]),
    ]
    about = f"What {len(every)} replies of {len(paths)} talks cost."
    return Figures("cost", about, rows, notes=["Files that are only imported do not count."])


def _row(name: str, counts: Sequence[int]) -> dict[str, Any]:
    low, median, high = min(counts), statistics.median(counts), max(counts)
    return {"": name, "least": low, "median": median, "most": high}
