"""What people answered when they were asked about a life: calm lines that other readers are taught with.

following_a.tsv and on, one hand a file: the question before ("-": none), an answer, and two questions that one would ask next.
They were written to teach which question follows which answer; that reader did not help strangers, and is gone.
"""

from collections.abc import Mapping
from pathlib import Path

from lab.training import LESSONS


def read(path: Path) -> list[str]:
    """The answers of one hand. Raises OSError, and ValueError where a line has another form."""
    found = list[str]()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = line.split("\t")
        if len(row) != 4 or not all(each.endswith("?") for each in row[2:]):
            raise ValueError(f"{path}, line {number}: four columns, the last two questions.")
        found.append(row[1])
    return found


def answers() -> Mapping[str, list[str]]:
    """What each hand wrote."""
    return {path.stem[-1]: read(path) for path in sorted(LESSONS.glob("following_?.tsv"))}
