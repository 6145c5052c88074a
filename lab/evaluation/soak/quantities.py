"""What is looked at in a soak, by which rule, and what was found: rows into series, series into verdicts."""

import os
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lab.evaluation.soak.log import Row
from lab.evaluation.soak.trend import Points, Rule, Slope, Verdict, judged, slope, warm

Where = Callable[[Row], bool]


@dataclass(frozen=True, slots=True)
class Quantity:
    """One panel of the picture."""

    part: str
    kind: str
    """Of the rows that hold it."""

    key: str
    name: str
    unit: str
    rule: Rule
    along: str = "at"
    where: Where = lambda row: True
    """Which rows are judged; the others are only drawn, pale."""

    @property
    def waits(self) -> bool:
        """Does somebody wait for it? Then it is longer while others work on the machine."""
        return self.unit in ("s", "ms")


LEVEL = Rule(share=0.03, least=15.0)
"""Of memory, MB: what the heap's own pages move by."""

COUNT = Rule(share=0.0, least=1.0)
TIME = Rule(share=0.5, least=0.0)
"""Of waits: up to half as long again in the last third."""

MUST = Rule(must=True, least=5.0)
"""Of the disk: less than 5 MB in the last third is no hurry."""

FILES = Rule(must=True, least=50.0)


def time_up_to(most: float, least: float = 0.0) -> Rule:
    """A wait that may grow with a life while it stays below what is wanted of it (`python -m lab years`)."""
    return Rule(TIME.share, least, most=most)


def _rests(row: Row) -> bool:
    return not row.get("talking") and not row.get("children")


def _tablet(row: Row) -> bool:
    return row["way"] == "on a tablet"


# A process's share of what several use alike (PSS) is kept beside and not judged: it grows when the others end.
QUANTITIES = (
    Quantity("hours", "sample", "rss_mb", "memory of the service", "MB", LEVEL, where=_rests),
    Quantity("hours", "sample", "descriptors", "open descriptors", "", COUNT, where=_rests),
    Quantity("hours", "sample", "threads", "threads", "", COUNT, where=_rests),
    Quantity("hours", "sample", "children_mb", "memory of its children", "MB", LEVEL, where=lambda row: not row.get("talking")),
    Quantity("hours", "sample", "record_mb", "record", "MB", MUST),
    Quantity("hours", "sample", "index_mb", "memory's index", "MB", MUST),
    Quantity("hours", "sample", "index_files", "files of the index", "", FILES),
    Quantity("hours", "sample", "sound_mb", "voices", "MB", MUST),
    Quantity("hours", "sample", "copies_mb", "copies of the record", "MB", MUST),
    Quantity("hours", "sample", "logs_mb", "journals and the rest", "MB", MUST),
    Quantity("hours", "sample", "page_ms_p50", "a page, half of them", "ms", time_up_to(300.0, 20.0)),
    Quantity("hours", "sample", "page_ms_p95", "a page, the slowest of a look", "ms", time_up_to(600.0, 60.0)),
    Quantity("hours", "sample", "time_line_ms_p50", "the time line", "ms", time_up_to(300.0, 20.0)),
    Quantity("hours", "sample", "sign_in_ms_p50", "signing in", "ms", time_up_to(1000.0, 100.0)),
    Quantity("hours", "evening", "first_words_s", "on a tablet: first words", "s", time_up_to(6.0, 0.5), where=_tablet),
    Quantity("hours", "evening", "reply_s", "on a tablet: an answer", "s", time_up_to(6.0, 0.5), where=_tablet),
    Quantity("hours", "evening", "start_s", "in writing: a new process", "s", time_up_to(6.0, 1.0)),
    Quantity("hours", "sample", "load", "load of the machine", "", Rule(share=9.9)),
    Quantity("talks", "talk", "rss_mb", "memory of the process", "MB", LEVEL, "number"),
    Quantity("talks", "talk", "descriptors", "open descriptors", "", COUNT, "number"),
    Quantity("talks", "talk", "threads", "threads", "", COUNT, "number"),
    Quantity("talks", "talk", "record_mb", "record", "MB", MUST, "number"),
    Quantity("talks", "talk", "index_mb", "memory's index", "MB", MUST, "number"),
    Quantity("talks", "talk", "index_files", "files of the index", "", FILES, "number"),
    Quantity("talks", "talk", "sound_mb", "voices", "MB", MUST, "number"),
    Quantity("talks", "talk", "copies_mb", "copies of the record", "MB", MUST, "number"),
    Quantity("talks", "talk", "logs_mb", "journals and the rest", "MB", MUST, "number"),
    Quantity("talks", "talk", "start_s", "a new process: first words", "s", time_up_to(6.0, 1.0), "number"),
    Quantity("talks", "talk", "opening_s", "a talk is begun", "s", time_up_to(6.0, 0.5), "number"),
    Quantity("talks", "talk", "answer_s_p50", "an answer in writing, half", "s", time_up_to(2.0, 0.2), "number"),
    Quantity("talks", "talk", "answer_s_p95", "an answer in writing, slowest", "s", time_up_to(4.0, 0.5), "number"),
    Quantity("talks", "talk", "over_s", "the end of a talk", "s", time_up_to(3.0, 0.5), "number"),
    Quantity("talks", "talk", "tidied_s", "left to do afterwards", "s", time_up_to(60.0, 0.5), "number"),
    Quantity("talks", "talk", "recall_ms_p50", "recall, half of them", "ms", time_up_to(150.0, 10.0), "number"),
    Quantity("talks", "talk", "recall_ms_p95", "recall, the slowest", "ms", time_up_to(150.0, 20.0), "number"),
    Quantity("talks", "talk", "page_ms_p50", "a page, half of them", "ms", time_up_to(300.0, 20.0), "number"),
    Quantity("talks", "talk", "page_ms_p95", "a page, the slowest", "ms", time_up_to(600.0, 60.0), "number"),
    Quantity("talks", "talk", "load", "load of the machine", "", Rule(share=9.9), "number"),
    Quantity("model", "bare", "rss_mb", "the model alone, closed", "MB", LEVEL, "number"),
    Quantity("model", "bare", "held_mb", "the model alone, open", "MB", LEVEL, "number"),
    Quantity("model", "bare", "descriptors", "the same: descriptors", "", COUNT, "number"),
    Quantity("model", "bare", "threads", "the same: threads", "", COUNT, "number"),
    Quantity("model", "talk", "rss_mb", "a house, its talk over", "MB", LEVEL, "number"),
    Quantity("model", "talk", "held_mb", "a house, while it talks", "MB", LEVEL, "number"),
    Quantity("model", "talk", "descriptors", "open descriptors", "", COUNT, "number"),
    Quantity("model", "talk", "threads", "threads", "", COUNT, "number"),
    Quantity("model", "talk", "folders", "folders for its socket", "", COUNT, "number"),
    Quantity("model", "talk", "load_s", "loading it", "s", time_up_to(10.0, 0.5), "number"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a quantity."""

    quantity: Quantity
    points: Points
    """What is judged, warm-up and all; hours or talks along."""

    pale: Points
    """What is drawn beside it."""

    verdict: Verdict
    line: Slope | None
    """Through what is judged without the warm-up; None: too little."""

    @property
    def begins(self) -> float:
        """Median of the first third that is judged."""
        return self._third(first=True)

    @property
    def ends(self) -> float:
        """... and of the last."""
        return self._third(first=False)

    def _third(self, *, first: bool) -> float:
        values = [y for _, y in warm(self.points)]
        many = max(1, len(values) // 3)
        return statistics.median(values[:many] if first else values[-many:])


def found(rows: Sequence[Row]) -> list[Found]:
    """A verdict for each quantity of which there is anything."""
    every = list[Found]()
    for quantity in QUANTITIES:
        mine = [
            row
            for row in rows
            if (row["part"], row["kind"]) == (quantity.part, quantity.kind)
            and row.get(quantity.key) is not None
        ]
        points = [_point(row, quantity) for row in mine if quantity.where(row)]
        pale = [_point(row, quantity) for row in mine if not quantity.where(row)]
        if points:
            fair = [_point(row, quantity, busy(row)) for row in mine if quantity.where(row)]
            every.append(_judged(quantity, points, pale, fair))
    return every


def busy(row: Row) -> float:
    """How many wanted each core at that time, at least one: by so much others make a wait longer."""
    return max(1.0, float(row.get("load", 0.0)) / (os.cpu_count() or 1))


def _point(row: Row, quantity: Quantity, shared: float = 1.0) -> tuple[float, float]:
    along = float(row[quantity.along])
    return along / 3600 if quantity.along == "at" else along, float(row[quantity.key]) / shared


def _judged(quantity: Quantity, points: Points, pale: Points, fair: Points) -> Found:
    verdict = judged(points, quantity.rule)
    if verdict is Verdict.UNEXPLAINED and quantity.waits:
        verdict = judged(fair, quantity.rule)
    line = slope(warm(points)) if verdict is not Verdict.LITTLE else None
    return Found(quantity, points, pale, verdict, line)
