"""Questions grown from what is known of a life: the memory-graph extrapolation of the GuideLLM paper. Pure.

What lacks a date, a place or company is asked for; so are years of which nothing was told, people who come
up often, people in scenes that stand out, stories that were broken off, two dates for one event, one date that
may be that of two, and a story that may have been a joke. The wording is in config/extrapolation.toml and
reviewed; the words put into it are the narrator's own.
"""

import random
import re
import string
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.interview.known import Conflict, Event, Known, Recalled
from voice_agent.interview.protocol import LONGEST_QUESTION, Period, Theme, Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.reading.by_rules import expression, particulars
from voice_agent.reading.words import novelty

OPEN = frozenset({"told", "person", "place", "year", "other"})
"""What a template may leave open."""

TIMES = frozenset(["age", "gap", "early", "late", "year", "years_after", "years_before"])
"""Kinds that ask about a time of life, whatever happened in it."""

KINDS = frozenset(
    """
    no_date no_place no_people sensory after person person_often person_in_scene place year
    gap early late age years_after years_before unfinished conflict recalled recalled_person recalled_place
    """.split()  # noqa: SIM905
)

UNSETTLED = frozenset(["conflict", "which_year"])
"""Kinds that ask what only the narrator can settle: one of them a talk, lest it sound like an examination."""

EVENTS = 40
"""Events asked about at a time, those that stand out most."""

OFTEN = 3
"""From so many events on somebody comes up often (the paper says "multiple times")."""

GAP = 5
"""Years between two dated events of which nothing was told. A guess."""

AGES: Mapping[int, str] = {
    6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen",
    15: "fifteen", 16: "sixteen", 17: "seventeen", 18: "eighteen", 19: "nineteen", 20: "twenty", 21: "twenty-one",
    22: "twenty-two", 23: "twenty-three", 24: "twenty-four", 25: "twenty-five", 26: "twenty-six", 27: "twenty-seven",
    28: "twenty-eight", 29: "twenty-nine", 30: "thirty", 31: "thirty-one", 32: "thirty-two", 33: "thirty-three",
    34: "thirty-four", 35: "thirty-five", 36: "thirty-six", 37: "thirty-seven", 38: "thirty-eight", 39: "thirty-nine",
    40: "forty", 41: "forty-one", 42: "forty-two", 43: "forty-three", 44: "forty-four", 45: "forty-five",
    46: "forty-six", 47: "forty-seven", 48: "forty-eight", 49: "forty-nine", 50: "fifty", 51: "fifty-one",
    53: "fifty-three", 55: "fifty-five", 57: "fifty-seven", 58: "fifty-eight", 60: "sixty", 61: "sixty-one",
    63: "sixty-three", 65: "sixty-five", 67: "sixty-seven", 68: "sixty-eight", 70: "seventy", 71: "seventy-one",
    73: "seventy-three", 76: "seventy-six",
}  # fmt: skip
"""Asked about where nothing near was told."""

OLDEST = 80
"""Age up to which is asked where this year is not known."""

NEAR = 1
"""Years around an age in which something told is enough."""

TOLD = 0.6
"""Share of what a memory is about from which on it is what was said just now. A guess."""

FAR = 10
"""Years from anything dated at which an age is asked about first. A guess."""

CRADLE = 6
"""Years from birth that nobody is asked about as their own."""

STANDS_OUT = 0.6
"""Weight from which an event is a key scene. A guess."""

_THEMES: Mapping[str, Theme] = {
    "wedding": Theme.LOVE, "engagement": Theme.LOVE, "meeting": Theme.LOVE, "birth": Theme.FAMILY,
    "death": Theme.FAMILY, "funeral": Theme.FAMILY, "move": Theme.PLACES, "journey": Theme.PLACES,
    "work": Theme.WORK, "job": Theme.WORK, "retirement": Theme.WORK, "school": Theme.SCHOOL,
    "war": Theme.TIMES, "service": Theme.TIMES, "illness": Theme.HEALTH, "accident": Theme.HEALTH,
    "purchase": Theme.HOME, "house": Theme.HOME,
}  # fmt: skip
_HARD = frozenset("death funeral illness accident".split())  # noqa: SIM905
_INDOORS = re.compile(
    r"\b(?:room|bedroom|kitchen|parlour|hall|stairs|landing|bath|bed|attic|cellar|table|window|door|wardrobe|"
    r"cupboard|corner)\b"
)
"""Who tells of the front room has said where it was: in their house."""

_YOUNGER = re.compile(
    r"^your (?:\w+ )?(?:(?:great-)?grand\w*|daughter|son|niece|nephew|child|children|girl|boy)s?\b"
)
_BYGONE = re.compile(r"\b(?:was|were|remember|picture|use to|work did|met them)\b")
"""Of a daughter nobody asks what she was like: she sits in the next room. Whether she has died is not known here."""


@dataclass(frozen=True, slots=True)
class Template:
    """Ways to ask one kind of thing."""

    wants: Wants
    say: tuple[str, ...]
    lead: str = ""


Templates = Mapping[str, Template]


def read(path: Path) -> Templates:
    """Read config/extrapolation.toml. Raises SettingsError with file, table and reason."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    found = {name: _template(path, name, table) for name, table in tables.items()}
    if missing := sorted(KINDS - found.keys()):
        raise SettingsError(f"{path} has no table [{missing[0]}].", mend="Add it.")
    return found


def grow(known: Known, templates: Templates, *, seed: int = 0) -> tuple[Candidate, ...]:
    """Return every question that `known` calls for, none twice. The same life gives the same questions."""
    made = _Growing(templates, seed)
    found: dict[str, Candidate] = {}
    for each in made.all_of(known):
        found.setdefault(each.key, each)
    return tuple(found.values())


def from_recalled(
    memory: Recalled, templates: Templates, seed: int, said: str = ""
) -> Iterator[Candidate]:
    """Yield questions that bring an earlier telling together with what is being told.

    Who and what is named in `said` just now is in the story already, and is not asked into it.
    """
    about, now = novelty.gist(memory.line), novelty.gist(said)
    if about and len(about & now) >= TOLD * len(about):
        return  # it is what is being told
    made = _Growing(templates, seed)
    worth = 0.7
    if told := next(expression.scenes(memory.line), ""):
        yield from made.of(
            "recalled", Source.MEMORY, event=memory.id, worth=worth, told=told, most=2
        )
    for person in (each for each in memory.people[:1] if each not in said and len(each) > 2):
        yield from made.of("recalled_person", Source.MEMORY, event=memory.id, worth=0.6,
                           about=(person,), person=person, most=2)  # fmt: skip
    for place in (each for each in memory.places[:1] if each not in said and _proper(each)):
        yield from made.of("recalled_place", Source.MEMORY, event=memory.id, worth=0.5,
                           about=(place,), place=place, most=1)  # fmt: skip


def from_doubt(conflict: Conflict, templates: Templates, seed: int = 0) -> Iterator[Candidate]:
    """Yield the question which of two years holds, where a language model finds that one was put in the other's place."""
    yield from _Growing(templates, seed).conflict(conflict, Source.MODEL)


class _Growing:
    def __init__(self, templates: Templates, seed: int) -> None:
        self._templates, self._seed = templates, seed

    def all_of(self, known: Known) -> Iterator[Candidate]:
        best = sorted(known.events, key=lambda each: (-each.weight, each.id))[:EVENTS]
        for event in best:
            yield from self._event(event, known)
        yield from self._people(known)
        yield from self._places(known)
        yield from self._years(known)
        for conflict in known.conflicts:
            yield from self.conflict(conflict, Source.GRAPH)

    def conflict(self, conflict: Conflict, source: Source) -> Iterator[Candidate]:
        told = next(expression.scenes(conflict.line), "")
        if told and not particulars.hurts(told):
            one, other = conflict.years
            yield from self.of("conflict", source, event=conflict.id, worth=0.8, told=told,
                               year=one, other=other, most=1)  # fmt: skip

    def _event(self, event: Event, known: Known) -> Iterator[Candidate]:
        told = next(expression.scenes(_plainly(event, known)), "")
        if not told:
            return
        theme = _THEMES.get(event.sort, Theme.SELF)
        heavy = event.sort in _HARD or event.valence < -0.5
        where: dict[str, Any] = {
            "event": event.id, "theme": theme, "period": period(event.years, known.birth),
            "told": told, "about": (*event.people, *event.places),
        }  # fmt: skip
        weight = event.weight
        if event.unfinished:
            yield from self.of("unfinished", Source.GRAPH, worth=0.9, most=1, **where)
            return
        if particulars.hurts(told):
            return  # nobody is led back to it
        if event.years is None:
            yield from self.of("no_date", Source.GRAPH, worth=0.4 + 0.3 * weight, most=2, **where)
        if heavy:
            return
        if not event.places and not _INDOORS.search(told):
            yield from self.of("no_place", Source.GRAPH, worth=0.3 + 0.3 * weight, most=1, **where)
        own = told.startswith("you ")
        if not event.people and own:
            yield from self.of("no_people", Source.GRAPH, worth=0.3 + 0.3 * weight, most=1, **where)
        others = [who for who in event.people if who.split()[-1].lower() not in told.lower()]
        for person in others[:2] if weight >= STANDS_OUT else ():
            yield from self.of(
                "person_in_scene", Source.GRAPH, worth=0.6, most=1, person=person, **where
            )
        if own:  # else they need not have been there
            yield from self.of("sensory", Source.GRAPH, worth=0.2 + 0.4 * weight, most=1, **where)
        yield from self.of("after", Source.GRAPH, worth=0.3 + 0.3 * weight, most=1, **where)

    def _people(self, known: Known) -> Iterator[Candidate]:
        for person in known.people:
            if person.times < 2 and not person.key and not person.name.startswith("your "):
                continue  # named once in passing, or not a name at all
            often = person.times >= OFTEN
            worth = min(1.0, 0.3 + 0.1 * person.times + 0.2 * person.key)
            if often:
                yield from self.of("person_often", Source.GRAPH, worth=worth, person=person.name,
                                   about=(person.name,), theme=Theme.FAMILY, most=1)  # fmt: skip
            yield from self.of("person", Source.GRAPH, worth=worth - 0.1, person=person.name,
                               about=(person.name,), theme=Theme.FAMILY, most=4)  # fmt: skip

    def _places(self, known: Known) -> Iterator[Candidate]:
        places = dict.fromkeys(
            place for event in known.events for place in event.places if _proper(place)
        )
        for place in places:
            yield from self.of("place", Source.GRAPH, worth=0.4, place=place, about=(place,),
                               theme=Theme.PLACES, most=3)  # fmt: skip

    def _years(self, known: Known) -> Iterator[Candidate]:
        years = sorted({int(e.dated) for e in known.events if e.dated.isdigit()})
        first = known.birth + CRADLE if known.birth else 0
        for year in (each for each in years if each >= first):
            at = period((year, year), known.birth)
            if not {year + 1, year + 2, year + 3} & set(years):
                yield from self.of(
                    "years_after", Source.GRAPH, worth=0.5, year=str(year), period=at, most=4
                )
            if not {year - 1, year - 2, year - 3} & set(years):
                yield from self.of(
                    "years_before", Source.GRAPH, worth=0.3, year=str(year), period=at, most=3
                )
            yield from self.of("year", Source.GRAPH, worth=0.3, year=str(year), period=at, most=2)
        for one, other in pairwise(years):
            if other - one > GAP:
                at = period((one, other), known.birth)
                yield from self.of("gap", Source.GRAPH, worth=0.7, year=str(one), other=str(other),
                                   period=at, most=2)  # fmt: skip
        yield from self._ages(known)
        if years and known.birth and years[0] - known.birth > GAP:
            yield from self.of("early", Source.GRAPH, worth=0.6, year=str(years[0]),
                               period=Period.CHILDHOOD, most=1)  # fmt: skip
        if years and (known.this_year is None or known.this_year - years[-1] > GAP):
            yield from self.of("late", Source.GRAPH, worth=0.6, year=str(years[-1]),
                               period=Period.LATER, most=1)  # fmt: skip

    def _ages(self, known: Known) -> Iterator[Candidate]:
        """Ages near which nothing dated was told; a walk through the years that everybody can follow."""
        if known.birth is None:
            return
        now = (known.this_year or known.birth + OLDEST) - known.birth
        dated = [each.years for each in known.events if each.years]
        for age, words in AGES.items():
            year = known.birth + age
            gaps = (max(a - year, year - b, 0) for a, b in dated if b - a <= GAP)
            apart = min(gaps, default=FAR)
            if age < now and apart > NEAR:
                at = period((year, year), known.birth)
                worth = 0.5 + 0.5 * min(1.0, apart / FAR)
                yield from self.of(
                    "age", Source.GRAPH, worth=worth, period=at, most=2, less=0.3, only=f" {words}?"
                )

    def of(
        self,
        kind: str,
        source: Source,
        *,
        worth: float,
        most: int,
        event: str = "",
        about: Sequence[str] = (),
        theme: Theme = Theme.SELF,
        period: Period = Period.WHOLE,
        less: float = 0.1,
        only: str = "",
        **fills: str,
    ) -> Iterator[Candidate]:
        """Yield at most `most` questions of one kind, in an order of their own for each subject; `only` those

        that hold these words. Each is worth `less` than the one before.
        """
        template = self._templates[kind]
        # by what it is about, so that two events are not always asked for in the same words
        ways = [way for way in template.say if only in way]
        if _YOUNGER.search(fills.get("person", "")):
            ways = [way for way in ways if not _BYGONE.search(way)]
        if not only:
            random.Random(f"{kind} {sorted(fills.items())} {self._seed}").shuffle(ways)
        lead = template.lead.format(**fills) if template.lead else ""
        made = 0
        for way in ways:
            ask = way.format(**fills)
            if len(ask.split()) > LONGEST_QUESTION:
                continue
            lead_here = lead[:1].upper() + lead[1:]
            yield Candidate(
                ask, template.wants, source, "", period, theme, kind, tuple(about), event,
                max(0.0, worth - less * made), lead=lead_here,
            )  # fmt: skip
            made += 1
            if made >= most:
                return


def period(years: tuple[int, int] | None, birth: int | None) -> Period:
    """Which part of a life some years are; the whole where the birth or the years are not known."""
    if years is None or birth is None:
        return Period.WHOLE
    age = (years[0] + years[1]) // 2 - birth
    for limit, part in (
        (13, Period.CHILDHOOD), (20, Period.YOUTH), (40, Period.EARLY), (65, Period.MIDDLE),
    ):  # fmt: skip
        if age < limit:
            return part
    return Period.LATER


def _plainly(event: Event, known: Known) -> str:
    """The event's words, with "he" or "she" named where one person alone takes part in it."""
    if len(event.people) != 1:
        return event.line
    called = event.people[0]
    relation = next((each.relation for each in known.people if each.name == called), "")
    who = called.replace("your ", "my ", 1) if called.startswith("your ") else called
    if relation and who == called:
        who = f"my {relation} {called}"
    return expression.named(event.line, [f"{who} was there"])


_NO_PLACE = re.compile(
    r"\b(?:Company|Society|Club|Press|Bank|Party|Act|War|Association|Union|Committee|Board|Fund)\b"
)


def _proper(place: str) -> bool:
    return bool(re.match(r"(?:the )?[A-Z]", place)) and not _NO_PLACE.search(place)


def _template(path: Path, name: str, table: Any) -> Template:
    where = f"{path}: [{name}]"
    if name not in KINDS:
        raise SettingsError(f"{where} is not a kind of question.")
    if not isinstance(table, dict) or set(table) - {"wants", "say", "lead"} or not table.get("say"):
        raise SettingsError(f"{where} needs “wants”, “say” and perhaps “lead”.")
    lead = str(table.get("lead", ""))
    for text in (*table["say"], lead):
        open_ones = {f for _, f, _, _ in string.Formatter().parse(text) if f is not None}
        if wrong := open_ones - OPEN:
            raise SettingsError(f"{where} leaves “{min(wrong)}” open, and nothing fills it.")
    if any(not ask.endswith("?") or ask.count("?") != 1 for ask in table["say"]) or "?" in lead:
        raise SettingsError(f"{where} must ask one question, at its end.")
    try:
        return Template(Wants(table["wants"]), tuple(table["say"]), lead)
    except (KeyError, ValueError):
        raise SettingsError(f"{where}: “wants” must be one of {', '.join(Wants)}.") from None
