"""What of a life has been told: a map of life periods and themes, and which topic is due next. Pure.

A cell counts the words told there. An answer counts for the cell of its question, and for what it speaks of
itself: a year tells its period where the birth is known, a word like "school" its theme.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from voice_agent.interview.protocol import Period, Theme, Topic, Wants
from voice_agent.interview.questions import Cache, Candidate, State, of_topic

ENOUGH = 120
"""Words after which a cell is half covered. A guess."""

EARLY = 3
"""Sessions in which no heavy topic is opened (product.md)."""

LATE = 6
"""Sessions before one that looks ahead. A guess."""

_THEMES: Mapping[Theme, str] = {
    Theme.HOME: "house home kitchen garden farm room stove roof cottage yard barn animals cow goat dog cat",
    Theme.FAMILY: "mother father sister brother grandmother grandfather aunt uncle cousin son daughter child children baby parents mama papa mum dad",
    Theme.SCHOOL: "school teacher class lesson lessons slate examination college university schoolmaster pupil master",
    Theme.WORK: "work worked job shop factory mill office wages boss trade business firm mine railway nurse apprentice hired",
    Theme.LOVE: "married wedding husband wife courting engaged sweetheart love loved kiss proposed bride",
    Theme.FRIENDS: "friend friends neighbour neighbours neighbor neighbors club chum mate companion",
    Theme.PLAY: "played game games dance danced danced music sang song football cards holiday fair picnic cinema pictures",
    Theme.PLACES: "moved journey travelled traveled ship train sailed abroad town village city country road river sea mountain",
    Theme.FAITH: "church god prayer prayed priest minister chapel bible faith sunday hymn sermon christmas religion",
    Theme.TIMES: "war soldier army government election strike king queen president politics vote newspaper bomb rationing parliament",
    Theme.HARDSHIP: "poor hungry hunger cold debt lost hard trouble afraid broke fire flood storm",
    Theme.HEALTH: "ill illness doctor hospital sick fever nurse operation pain accident disease",
    Theme.VALUES: "right wrong honest believe believed fair truth duty principle promise",
}  # fmt: skip
_THEME_OF = {word: theme for theme, words in _THEMES.items() for word in words.split()}
_PERIODS: tuple[tuple[Period, re.Pattern[str]], ...] = tuple(
    (period, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for period, pattern in (
        (Period.CHILDHOOD, "when i was (?:a )?(?:small|little|child|boy|girl|baby|born)|as a child|my childhood|grew up|primary school"),
        (Period.YOUTH, "teenager|as a (?:young )?(?:lad|lass|girl)|apprentice(?:d|ship)?|high school|left school|sixteen|seventeen|eighteen"),
        (Period.EARLY, "married|our wedding|first job|in my twenties|young man|young woman|first child"),
        (Period.MIDDLE, "in my (?:forties|fifties)|the children were|promoted"),
        (Period.LATER, "retired|retirement|grandchild(?:ren)?|grandson|granddaughter|widow(?:ed|er)?|old age"),
    )
)  # fmt: skip
_YEAR = re.compile(r"\b(1[6-9]\d\d|20\d\d)\b")


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
    period = period_of(said, birth) or (asked.period if asked else Period.WHOLE)
    themes = _themes(said) or [asked.theme if asked else Theme.SELF]
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
    return ENOUGH / (ENOUGH + told)


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


def period_of(said: str, birth: int | None) -> Period | None:
    """Which part of a life `said` speaks of, by a year or by words like "when I was a boy"; None where it does not say."""
    if birth is not None and (year := _YEAR.search(said)):
        age = int(year[1]) - birth
        for limit, period in (
            (13, Period.CHILDHOOD), (20, Period.YOUTH), (40, Period.EARLY), (65, Period.MIDDLE), (120, Period.LATER),
        ):  # fmt: skip
            if 0 <= age < limit:
                return period
    return next((period for period, pattern in _PERIODS if pattern.search(said)), None)


def _themes(said: str) -> list[Theme]:
    counts: dict[Theme, int] = {}
    for word in re.findall(r"[a-z]+", said.lower()):
        if theme := _THEME_OF.get(word):
            counts[theme] = counts.get(theme, 0) + 1
    best = sorted(counts, key=lambda theme: (-counts[theme], theme))
    return best[:2]
