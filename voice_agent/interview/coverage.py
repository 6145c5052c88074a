"""What of a life has been told: a map of life periods and themes, and which topic is due next. Pure.

A cell counts the words told there. An answer counts for the cell of its question, and for what it speaks of
itself: a year tells its period where the birth is known, a word like "school" its theme.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from voice_agent.interview.protocol import Period, Theme, Topic, Wants
from voice_agent.interview.questions import Cache, Candidate, State, of_topic
from voice_agent.reading.by_rules import periods

HALF_COVERED_WORDS = 120
"""Words after which a cell is half covered. A guess."""

EARLY = 3
"""Sessions in which no heavy topic is opened (product.md)."""

LATE = 6
"""Sessions before one that looks ahead. A guess."""


class Reason(NamedTuple):
    """A part of a score; the parts sum to it."""

    name: str
    share: float
    says: str = ""
    """For people; never the narrator's words."""


def cell(period: Period, theme: Theme) -> str:
    """Name one cell of the map."""
    return f"{period}/{theme}"


def hear(cache: Cache, asked: Candidate | None, said: str, birth: int | None = None) -> Cache:
    """Count an answer."""
    words = len(said.split())
    if words == 0:
        return cache
    period = periods.period_of(said, birth) or (asked.period if asked else Period.WHOLE)
    themes = periods.themes(said) or [asked.theme if asked else Theme.SELF]
    covered = dict(cache.covered)
    for theme in themes:
        name = cell(period, theme)
        covered[name] = covered.get(name, 0) + round(words / len(themes))
    return replace(cache, covered=covered)


def gained(cache: Cache, question: Candidate) -> float:
    """How much of the map an answer would add, 0..1; a question that leaves its period open counts all."""
    if question.period is Period.WHOLE:
        told = sum(cache.covered.get(cell(p, question.theme), 0) for p in Period) / 4
    else:
        told = cache.covered.get(cell(question.period, question.theme), 0)
    return HALF_COVERED_WORDS / (HALF_COVERED_WORDS + told)


def barred(topic: Topic, cache: Cache, today: date, *, heavy: bool) -> str:
    """Why `topic` may not be opened now; "" where it may. `heavy`: the narrator has opted in."""
    if topic.shared:
        return "only goes on inside a story"
    if cache.rests(topic.name, today):
        return "was declined within thirty days"
    if topic.heavy and cache.sessions < EARLY:
        return "is heavy, and we hardly know each other"
    if topic.heavy and not (heavy or topic.name in cache.welcome):
        return "is heavy, and nobody asked for it"
    if topic.future and cache.sessions < LATE:
        return "looks ahead, and much is untold"
    return ""


def due(
    book: Sequence[Topic],
    cache: Cache,
    today: date,
    *,
    first: str,
    heavy: bool = False,
    seed: int = 0,
) -> tuple[Topic, tuple[Reason, ...]]:
    """Choose the topic of the next session. Same past, same topic.

    `first`: the topic of the very first session, ordinary and warm. `book` holds at least one topic that
    is not barred; otherwise the first of it is returned.
    """
    ranked = sorted(
        (
            (sum(reason.share for reason in reasons), topic, reasons)
            for topic in book
            if not barred(topic, cache, today, heavy=heavy)
            for reasons in [tuple(_reasons(topic, book, cache, first, seed))]
        ),
        key=lambda each: (-each[0], each[1].order, each[1].name),
    )
    if not ranked:
        return book[0], (Reason("nothing else", 0.0, "every topic is barred"),)
    _, topic, reasons = ranked[0]
    return topic, reasons


def _reasons(
    topic: Topic, book: Sequence[Topic], cache: Cache, first: str, seed: int
) -> Iterator[Reason]:
    scenes = [of_topic(topic, question) for question in topic.wanting(Wants.SCENE)]
    ripe = [each for each in scenes if cache.state(each) is State.RIPE]
    if cache.sessions == 0 and topic.name == first:
        yield Reason("first", 3.0, "a first talk begins here")
    yield Reason("untold", sum(gained(cache, each) for each in ripe) / max(1, len(scenes)))
    yield Reason("new", -0.5 * min(3, cache.topics.get(topic.name, 0)), "asked about before")
    yield Reason("left", -1.0 if len(ripe) < 3 else 0.0, "questions still unasked")
    if any(each.asker for each in ripe):
        yield Reason("family", 0.6, "the family wonders")
    rank = sorted(each.order for each in book).index(topic.order) / max(1, len(book))
    yield Reason("order", -0.3 * rank, "where it stands in the protocol")
    yield Reason("chance", random.Random(f"{seed} {topic.name} {cache.sessions}").random() * 0.02)
