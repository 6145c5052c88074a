"""Dates that lean on others: "three years later", "last week", "when Kennedy was shot", "the year we married".

What they lean on is the date told last, the day of the telling, a public event (`anchors`), or an event
of this narrator's own life that memory already knows (`Background.resolve`).
"""

from collections.abc import Callable
from datetime import date, timedelta

from voice_agent.memory.dates.calendar_days import HOLIDAYS, MONTHS, SEASONS, WEEKDAYS
from voice_agent.memory.dates.date_points import holiday_name
from voice_agent.memory.dates.date_scene import Point, Reading, Scene
from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.dates.public_dates import public
from voice_agent.memory.dates.quantities import UNITS, Quantity, quantity, shifted, stepped
from voice_agent.memory.dates.when import ALWAYS, FOREVER, marked, spell, strict_bounds

_DEMONSTRATIVES = {("that",), ("that", "same"), ("the", "same"), ("that", "very")}
_CLAUSE_END = frozenset(".,;!?") | {"and", "but", "so", "then", "because", "or", "that", ""}
_SUBJECTS = wordset("i we he she they it there")
_JOINED = wordset("and with to for of than as that when before after")
_CLAUSE_WORDS = 9
"""Longest clause handed to `resolve`."""


def relation(scene: Scene, at: int) -> Reading:
    """Read a date that leans on another at `at`."""
    for reader in (_ago, _from_telling, _later, _next, _same, public, _own):
        if found := reader(scene, at):
            return found
    return None


def _ago(scene: Scene, at: int) -> Reading:
    """Read "ten years ago", "a few weeks ago", "the other day", "yesterday"."""
    told = scene.back.told
    if end := scene.one_of(at, (("the", "other", "day"), ("the", "other", "night"))):
        return Point(spell(told - timedelta(days=10), told), end, _today(told))
    if end := scene.one_of(at, (("the", "day", "before", "yesterday"),)):
        return Point((told - timedelta(days=2)).isoformat(), end, _today(told))
    if scene.says(at, "yesterday"):
        return Point((told - timedelta(days=1)).isoformat(), at + 1, _today(told))
    much = quantity(scene, at)
    if not much or scene.word(much.end) not in {"ago", "back"}:
        return None
    if scene.word(much.end) == "back" and scene.word(much.end + 1) in {"to", "in", "then"}:
        return None
    if much.unit in {"year", "decade"}:
        edtf = shifted(f"{told.year}", much, -1)
        if edtf and much.least >= 10 and much.least % 5 == 0:  # a round number is "about"
            edtf = marked(edtf, "~")
    elif much.unit == "month":
        edtf = shifted(f"{told:%Y-%m}", much, -1)
    else:
        slack = UNITS[much.unit] // 2 if much.unit != "day" else 0
        first = told - timedelta(days=much.most * UNITS[much.unit] + slack)
        edtf = spell(first, told - timedelta(days=much.least * UNITS[much.unit] - slack))
    return Point(edtf, much.end + 1, _today(told)) if edtf else None


def _from_telling(scene: Scene, at: int) -> Reading:
    """Read "last week", "last Christmas", "this morning", "this year", "tonight"."""
    told = scene.back.told
    if end := scene.one_of(
        at, (("today",), ("tonight",), ("this", "morning"), ("this", "afternoon"))
    ):
        return Point(told.isoformat(), end, _today(told))
    which = scene.word(at)
    if which not in {"last", "this"} or scene.word(at - 1) in {
        "the",
        "his",
        "her",
        "my",
        "at",
        "our",
    }:
        return None
    back = which == "last"
    what, end = scene.word(at + 1), at + 2
    if what == "night" and back:
        edtf = (told - timedelta(days=1)).isoformat()
    elif what == "year":
        edtf = f"{told.year - back}"
    elif what == "month":
        edtf = f"{stepped(told.replace(day=1), -int(back), 'month'):%Y-%m}"
    elif what in {"week", "weekend"}:
        monday = told - timedelta(days=told.weekday() + 7 * back)
        edtf = spell(monday, monday + timedelta(days=6))
    elif what in WEEKDAYS and back:
        edtf = (told - timedelta(days=(told.weekday() - WEEKDAYS[what] - 1) % 7 + 1)).isoformat()
    elif what in SEASONS:
        edtf = _latest(told, lambda year: f"{year}-{SEASONS[what]}", back=back)
    elif (what in MONTHS and len(what) > 3) or what == "may":
        edtf = _latest(told, lambda year: f"{year}-{MONTHS[what]:02}", back=back)
    else:
        name = holiday_name(scene, at + 1)
        if not name or not back:
            return None
        end = at + 1 + len(name)
        edtf = _latest(
            told, lambda year: HOLIDAYS[name](year, scene.back.country).isoformat(), back=True
        )
    return Point(edtf, end, _today(told))


def _latest(told: date, edtf: Callable[[int], str], *, back: bool) -> str:
    """The latest of the yearly dates that is over (`back`), or this year's."""
    this = edtf(told.year)
    if not back:
        return this
    over = strict_bounds(this).latest < told
    return this if over else edtf(told.year - 1)


def _later(scene: Scene, at: int) -> Reading:
    """Read "three years later", "two weeks after that", "a year earlier", "the year after"."""
    if not scene.last:
        return None
    start = at + (scene.says(at, "then") or scene.says(at, "and"))
    much = quantity(scene, start)
    later = (
        ("later",),
        ("afterwards",),
        ("afterward",),
        ("after", "that"),
        ("on",),
        ("after", "it"),
    )
    sooner = (("earlier",), ("before", "that"), ("previously",), ("before", "it"))
    if not much:
        found = scene.one_of(
            at, (("the", "year"), ("the", "month"), ("the", "week"), ("the", "day"))
        )
        if not found:
            return None
        much = Quantity(1, 1, scene.word(found - 1), found)
        later = (("after", "that"), ("after", "it"))
        if scene.word(found) in {"after", "before"} and scene.word(found + 1) in _CLAUSE_END:
            edtf = shifted(scene.last, much, 1 if scene.word(found) == "after" else -1)
            return Point(edtf, found + 1, scene.last) if edtf else None
    sign, end = 1, scene.one_of(much.end, later)
    if not end:
        sign, end = -1, scene.one_of(much.end, sooner)
    if not end or (scene.word(end - 1) == "on" and scene.word(end) not in _CLAUSE_END):
        if not (much.end and scene.word(much.end) in {"after", "before"}):
            return None
        if scene.word(much.end + 1) not in _CLAUSE_END:
            return None
        sign, end = (1 if scene.word(much.end) == "after" else -1), much.end + 1
    edtf = shifted(scene.last, much, sign)
    if edtf and strict_bounds(edtf).earliest > scene.back.told + timedelta(days=366):
        return None  # "last week, three years later": what is told is over
    return Point(edtf, end, scene.last) if edtf else None


def _next(scene: Scene, at: int) -> Reading:
    """Read "the next year", "the following spring", "the next Christmas"."""
    start = at + scene.says(at, "the")
    if scene.word(start) not in {"next", "following"} or start == at or not scene.last:
        return None
    what = scene.word(start + 1)
    if what in UNITS:
        edtf = shifted(scene.last, Quantity(1, 1, what, 0), 1)
        return Point(edtf, start + 2, scene.last) if edtf else None
    told = strict_bounds(scene.last)
    if told.latest == FOREVER or told.days > 366:
        return None
    choices: list[str] = []
    end = start + 2
    name = holiday_name(scene, start + 1)
    for year in (told.latest.year, told.latest.year + 1):
        if what in SEASONS:
            choices.append(f"{year}-{SEASONS[what]}")
        elif what in MONTHS:
            choices.append(f"{year}-{MONTHS[what]:02}")
        elif name:
            end = start + 1 + len(name)
            choices.append(HOLIDAYS[name](year, scene.back.country).isoformat())
    # "the following spring" after "1952" is next year's; after "March 1952" it may be the same year's
    after = [each for each in choices if strict_bounds(each).latest > told.latest]
    if told.days > 300:
        after = after[-1:]
    return Point(after[0], end, scene.last) if after else None


def _same(scene: Scene, at: int) -> Reading:
    """Read "that year", "the same year", "that very day"."""
    end = scene.one_of(at, _DEMONSTRATIVES)
    if not end or not scene.last:
        return None
    what = scene.word(end)
    told = strict_bounds(scene.last)
    if told.earliest == ALWAYS or told.latest == FOREVER:
        return None
    if what == "year" and scene.last_year:
        return Point(f"{scene.last_year}", end + 1, scene.last)
    if what == "month" and told.days <= 31:
        return Point(f"{told.earliest:%Y-%m}", end + 1, scene.last)
    if what in {"day", "morning", "night", "afternoon", "evening"} and told.days == 1:
        return Point(told.earliest.isoformat(), end + 1, scene.last)
    return None


def _own(scene: Scene, at: int) -> Reading:
    """Read "the year we married", "when we moved to Ohio", "the summer Tom was born"."""
    opening = scene.one_of(
        at,
        (
            ("when",),
            ("the", "year"),
            ("the", "year", "that"),
            ("the", "year", "when"),
            ("the", "day"),
            ("the", "day", "that"),
            ("the", "time"),
            *(("the", season) for season in SEASONS),
            *(("the", season, "that") for season in SEASONS),
            *(("the", season, "when") for season in SEASONS),
        ),
    )
    # after a relation ("before we married") the clause stands alone
    start = opening or (
        at if scene.word(at - 1) in {"before", "after", "since", "until", "till"} else -1
    )
    if start < 0:
        return None
    end = start
    while end - start < _CLAUSE_WORDS and scene.word(end) not in _CLAUSE_END:
        if end > start and scene.word(end) in _SUBJECTS and scene.word(end - 1) not in _JOINED:
            break  # "two years after we married | we moved"
        end += 1
    if end == start:
        return None
    said = " ".join(scene.raw(step) for step in range(start, end))
    clause = said.lower()
    if scene.born and clause in {"i was born", "i came along", "i came into the world"}:
        known_edtf, name = scene.back.birth, "birth"
    elif clause.endswith(" was born") and clause.split()[-3] in scene.back.births:
        name = clause.split()[-3]
        known_edtf, name = scene.back.births[name], f"birth of {name}"
    elif known := scene.back.resolve(said):
        known_edtf, name = known
    else:
        return None
    words = {scene.word(step) for step in range(at, opening)} if opening else set[str]()
    days = strict_bounds(known_edtf)
    season = next((SEASONS[each] for each in words if each in SEASONS), "")
    if ("year" in words or season) and days.earliest.year == days.latest.year:
        known_edtf = f"{days.earliest.year}{'-' + season if season else ''}"
    return Point(known_edtf, end, name, own=True)


def _today(told: date) -> str:
    return f"told {told.isoformat()}"
