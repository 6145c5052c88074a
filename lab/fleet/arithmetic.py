"""From what one talk costs to what ten thousand houses need. Pure: measured figures and named assumptions in, a table out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from math import ceil, sqrt
from typing import Any


@dataclass(frozen=True, slots=True)
class Assumed:
    """What nobody has measured. Change one, and see what hangs on it."""

    talks_a_week: float = 2.0
    """Of one house: the calendar's example is Tuesday and Friday."""

    minutes: float = 25.0
    """Of a talk: `interview.length`, where it is brought to an end."""

    busiest: float = 0.20
    """Share of a day's talks that fall into the busiest hour; spread evenly over the eight hours of 9:30 to 17:30 it were .125."""

    at_once: float = 0.5
    """Share of that hour's talks that begin on the hour itself, because people plan so."""

    tells: float = 0.6
    """Share of a talk in which the narrator speaks. In lab/talks they say four words of five, more slowly."""

    turns: float = 25.0
    """Of the narrator in a talk; held talks have fifteen to twenty-two in writing."""

    sentences: float = 2.5
    """Of ours for each turn, murmurs and cues among them."""

    embeddings: float = 6.0
    """Texts for each turn: the turn, what is remembered of it, what it calls up, and three that prove the model."""

    asked: float = 5.0
    """Requests to the language model for each turn: the seat (often twice, as they pause), the reading, the story line."""

    read: float = 4500.0
    """Tokens of one such request; nine of ten are the same beginning, which vLLM reads once for all."""

    written: float = 130.0
    """Tokens of its answer."""

    load: float = 0.6
    """Share of a machine that may be busy at the busiest minute, so that nobody waits in a row."""

    chapters: float = 60.0
    """Passages that one house smooths in a month, by night."""

    passage: float = 900.0
    """Tokens of one such request, its answer among them."""

    night: float = 6.0
    """Hours in which that is done."""


HOUSES = (1, 100, 1_000, 10_000)


def needs(houses: int, costs: Mapping[str, Any], a: Assumed) -> dict[str, float]:
    """What so many houses need in the busiest minute of a day."""
    talks = houses * a.talks_a_week / 7
    hour = talks * a.busiest
    spread = hour * (1 - a.at_once) * a.minutes / 60
    together = hour * a.at_once + spread
    # three standard deviations of chance above what is expected: one minute in seven hundred
    peak = max(1.0, min(float(houses), together + 3 * sqrt(together)))
    heard = costs["recognition"]["whisper-base"]["cpu_s_per_minute_in_a_talk"]
    per_minute = 1 / a.minutes
    turns = a.turns * per_minute / 60  # a second, of one talk
    return {
        "talks a day": talks,
        "talks at once, expected": together,
        "talks at once, planned for": peak,
        "cores to hear": peak * a.tells * heard / 60 / a.load,
        "cores to speak": peak
        * turns
        * a.sentences
        * costs["speech"]["cpu_s_per_sentence"]
        / a.load,
        "cores to understand": peak
        * turns
        * a.embeddings
        * costs["embeddings"]["cpu_s_per_turn"]
        / a.load,
        "language requests a second": peak * turns * a.asked,
        "tokens read a second": peak * turns * a.asked * a.read,
        "tokens written a second": peak * turns * a.asked * a.written,
        "megabits a second in": peak * a.tells * 1.5 * 32_000 * 8 / 1e6
        + peak * turns * a.asked * a.read * 4 * 8 / 1e6,
        "megabits a second out": peak * turns * a.sentences * 3.0 * 48_000 * 8 / 1e6,
        "chapter tokens a second by night": houses * a.chapters / 30 * a.passage / (a.night * 3600),
    }


def table(costs: Mapping[str, Any], a: Assumed | None = None) -> str:
    """The page's table and its assumptions, as Markdown."""
    assumed = a or Assumed()
    columns = [needs(houses, costs, assumed) for houses in HOUSES]
    lines = [
        "| houses | " + " | ".join(f"{each:,}" for each in HOUSES) + " |",
        "|---" + "|---:" * len(HOUSES) + "|",
        *(
            f"| {name} | " + " | ".join(_shown(each[name]) for each in columns) + " |"
            for name in columns[0]
        ),
        "",
        "Assumed: "
        + ", ".join(f"{each.name} {getattr(assumed, each.name):g}" for each in fields(assumed))
        + ".",
    ]
    return "\n".join(lines)


def doubled(costs: Mapping[str, Any]) -> Sequence[tuple[str, float]]:
    """How the talks planned for at ten thousand houses change where one assumption is doubled."""
    before = needs(HOUSES[-1], costs, Assumed())["talks at once, planned for"]
    found = list[tuple[str, float]]()
    for each in ("talks_a_week", "minutes", "busiest", "at_once"):
        a = Assumed(**{each: getattr(Assumed(), each) * 2})
        found.append((each, needs(HOUSES[-1], costs, a)["talks at once, planned for"] / before))
    return found


def _shown(value: float) -> str:
    if value >= 100:
        return f"{round(value, -1 if value >= 1000 else 0):,.0f}"
    return f"{ceil(value * 10) / 10:g}" if value >= 1 else f"{value:.2g}"
