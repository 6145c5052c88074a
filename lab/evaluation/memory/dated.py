"""Does every dated fact keep its own year, does a correction touch only what it names, does an age make no year?

A file of short talks, in TOML, one table a talk:

    [[talk]]
    kind = "pair"                # or "correction", "age"
    birth = 1931                 # of the narrator, where it matters; else left out
    said = ["I: When was that?", "N: We went to Blackpool in 1950. We went to Wales in 1952."]
    holds = [["Blackpool", 1950], ["Wales", 1952]]   # what was told of this word happened in this year, when the talk is over
    wrong = 1951                 # corrections: the year that was put right

"I:" is the interviewer, "N:" the narrator. A word of `holds` stands in one telling of the talk alone. A correction that is
asked about ("1952, then?") counts by itself: both years stand, in one event, in conflict. So does one that memory heard and
tied to nothing ("both stand"): the wrong year is then still at the fact. "Another year" is
then a year that belongs elsewhere, or the wrong one where memory never heard the right.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from lab.evaluation.memory.retold import Remembered
from lab.evaluation.memory.retold_lives import BEGAN, RetoldLife
from lab.evaluation.tables import Figures
from voice_agent.memory.claims import Claim, Part
from voice_agent.memory.dates.when import ALWAYS, FOREVER, bounds
from voice_agent.memory.events import Event
from voice_agent.story import SessionId, Speaker, Turn, TurnId

SEALED = Path(__file__).parent / "dated_sealed.toml"
"""Written by hands that had not seen the program; for a final figure."""


class Kind(StrEnum):
    """What a talk tries."""

    PAIR = "pair"
    CORRECTION = "correction"
    AGE = "age"


class Held(NamedTuple):
    """What must hold when the talk is over."""

    word: str
    year: int


@dataclass(frozen=True, slots=True)
class Talk:
    """One short talk with what is true of it."""

    kind: Kind
    said: tuple[str, ...]
    holds: tuple[Held, ...] = ()
    wrong: int = 0
    birth: int = 0


def read(file: Path) -> list[Talk]:
    """Raises OSError, and ValueError where a talk has another form."""
    talks: list[Talk] = []
    for number, each in enumerate(tomllib.loads(file.read_text(encoding="utf-8"))["talk"], 1):
        talk = _talk(each)
        lost = [h.word for h in talk.holds if not any(h.word in line for line in talk.said)]
        if lost or not all(line[:2] in ("I:", "N:") for line in talk.said):
            raise ValueError(f"{file}, talk {number}: what is held must be said, by “I:” or “N:”.")
        talks.append(talk)
    return talks


def _talk(each: dict[str, Any]) -> Talk:
    holds = tuple(Held(str(word), int(year)) for word, year in each.get("holds", ()))
    wrong, birth = int(each.get("wrong", 0)), int(each.get("birth", 0))
    return Talk(Kind(each["kind"]), tuple(each["said"]), holds, wrong, birth)


class Kept(StrEnum):
    """What became of one fact."""

    RIGHT = "its own year"
    ASKED = "asked about"
    BOTH = "both years stand"
    NONE = "no year"
    OTHER = "another year"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What memory made of one talk."""

    talk: Talk
    kept: tuple[Kept, ...]
    """Of each of `Talk.holds`."""

    merged: bool
    """Are two of them one event?"""

    years: tuple[int, ...]
    """Years that memory holds, whoever told them."""


def outcome(talk: Talk, heard: Remembered) -> Outcome:
    """Hold what memory made of a talk against what is true of it."""
    life = heard.with_meaning or heard.life
    homes = [_home(each.word, talk, heard.claims, life.events) for each in talk.holds]
    years = {year for each in life.events for year in _said(each) if year}
    years |= {year for each in heard.claims if (year := _year(each.edtf))}
    kept = tuple(
        _kept(each.year, home, talk.wrong if each.year in years else 0)
        for each, home in zip(talk.holds, homes, strict=True)
    )
    known = [home.id for home in homes if home]
    return Outcome(talk, kept, len(set(known)) < len(known), tuple(sorted(years)))


def _home(word: str, talk: Talk, claims: Iterable[Claim], events: Sequence[Event]) -> Event | None:
    """The event that `word` was told of: that of the claim which cites it, or the first that cites a part of it.

    "Plaza in 1957" is cited without its date.
    """
    places = {
        number: first
        for number, line in enumerate(talk.said, 1)
        if line.startswith("N:") and (first := line[2:].strip().find(word)) >= 0
    }

    def cited(claim: Claim) -> int:
        shared = [
            min(m.last, places[m.turn] + len(word)) - max(m.first, places[m.turn])
            for m in claim.mentions
            if m.turn in places and m.part is not Part.WHEN
        ]
        return max(shared, default=0)

    told = sorted((each for each in claims if cited(each) > 0), key=cited, reverse=True)
    homes = (each for claim in told for each in events if claim.id in each.tellings)
    return next(homes, None)


def _kept(year: int, home: Event | None, wrong: int) -> Kept:
    """`wrong`: the year that was put right, where memory heard the right one; else 0."""
    found = _said(home) if home else ()
    if found == (year,):
        return Kept.RIGHT
    if year in found:
        return Kept.ASKED
    if wrong and wrong in found:
        return Kept.BOTH
    return Kept.OTHER if any(found) else Kept.NONE


def _said(event: Event) -> tuple[int, ...]:
    """The year of an event, or the years between which the narrator is asked to choose."""
    asked = event.conflict
    if asked and not event.when:
        return tuple(_year(side.edtf) for side in asked.sides)
    return (_year(event.when),)


def _year(edtf: str) -> int:
    """The one year of a date; 0 where it is none, or says more than one."""
    if not edtf:
        return 0
    days = bounds(edtf)
    if days.earliest == ALWAYS or days.latest == FOREVER:
        return 0
    return days.earliest.year if days.earliest.year == days.latest.year else 0


@dataclass(frozen=True, slots=True)
class Found:
    """What came out of one kind of talk."""

    kind: Kind
    talks: int
    facts: int
    right: int
    asked: int
    both: int
    none: int
    other: int
    merged: int
    """Talks in which two facts became one event."""

    strange: int
    """Talks in which memory holds a year that nobody said."""

    def row(self) -> dict[str, Any]:
        """For the table."""
        return {
            "talks": f"{self.kind} ({self.talks})",
            "facts": self.facts,
            "own year": self.right,
            "asked": self.asked,
            "both stand": self.both,
            "no year": self.none,
            "another": self.other,
            "merged": self.merged,
            "years nobody said": self.strange,
        }


def _found(kind: Kind, outcomes: Sequence[Outcome]) -> Found:
    count = Counter(kept for each in outcomes for kept in each.kept)
    return Found(
        kind,
        len(outcomes),
        sum(count.values()),
        count[Kept.RIGHT],
        count[Kept.ASKED],
        count[Kept.BOTH],
        count[Kept.NONE],
        count[Kept.OTHER],
        sum(each.merged for each in outcomes),
        sum(bool(strange(each)) for each in outcomes),
    )


def well(found: Outcome) -> bool:
    """Did all come out as it should, be it by asking?"""
    kept = set(found.kept) <= {Kept.RIGHT, Kept.ASKED}
    return kept and not found.merged and not strange(found)


def strange(found: Outcome) -> tuple[int, ...]:
    """Years that memory holds and that no fact of the talk has, a year that was put right aside."""
    told = {each.year for each in found.talk.holds} | {found.talk.wrong, found.talk.birth}
    return tuple(year for year in found.years if year not in told)


def evaluate(
    talks: Sequence[Talk],
    hear: Callable[[RetoldLife], Remembered],
    *,
    tick: Callable[[], None] = lambda: None,
) -> tuple[Figures, list[Outcome]]:
    """Let memory hear every talk by itself; `hear` is `retold.remember` with the house's engines."""
    outcomes: list[Outcome] = []
    for talk in talks:
        outcomes.append(outcome(talk, hear(life_of(talk))))
        tick()
    rows = [_found(kind, [x for x in outcomes if x.talk.kind is kind]) for kind in Kind]
    about = f"{len(talks)} short talks with dated facts, corrections and ages"
    notes = [
        "A fact that is asked about has both years, in one event.",
        "Both stand: memory holds the right year, but not with the fact, at which the wrong one still stands.",
        "Not measured: mishearing.",
    ]
    figures = Figures(
        "dated",
        about,
        [each.row() for each in rows],
        notes=notes,
        more={str(each.kind): asdict(each) for each in rows},
    )
    return figures, outcomes


def life_of(talk: Talk) -> RetoldLife:
    turns = tuple(_turn(number, line) for number, line in enumerate(talk.said, 1))
    birth = str(talk.birth) if talk.birth else ""
    return RetoldLife(birth, (turns,), (), frozenset(), (), ())


def _turn(number: int, line: str) -> Turn:
    speaker = Speaker.INTERVIEWER if line.startswith("I:") else Speaker.NARRATOR
    began = 20.0 * number
    said_at = BEGAN + timedelta(seconds=began)
    return Turn(
        TurnId(number), SessionId("dated"), speaker, line[2:].strip(), began, began + 15.0, said_at
    )
