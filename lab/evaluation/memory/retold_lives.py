"""Invented lives, told several times over, with exact labels of what is one event and what is wrong.

A life is drawn from a seed: who, where, what happened and when. Each event is told in two to four
sessions, in other words each time, with a date that is exact, vague, drifting, corrected at once, corrected
in a later session, guessed or heard from others. Between them stand small talk, jokes and stories that are
taken back.
"""

import random
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from num2words import num2words

from lab.evaluation.memory.retold_repairs import capital, repair
from lab.evaluation.memory.retold_templates import Namesakes, Which, templates
from voice_agent.memory.dates.when import narrowed
from voice_agent.story import SessionId, Speaker, Turn, TurnId

BEGAN = datetime(2026, 3, 2, 10, tzinfo=UTC)
"""The first session; one a week follows."""

_BROTHERS = ("Tom", "Eddie", "Walter", "Ray", "Leonard", "Howard")
_SPOUSES = ("Frank", "Harold", "Stanley", "Carl", "Vincent", "Roy")
_CHILDREN = ("Susan", "Linda", "Michael", "Karen", "Steven", "Nancy")
_NAMESAKES = ("John", "Bill", "Jim", "George", "Charlie", "Joe", "Henry", "Robert", "Jack", "Fred")
_FATHERS = (("My father", "my father"), ("Dad", "Dad"), ("Pa", "Pa"), ("Daddy", "Daddy"))
_TOWNS = ("Galena", "Marietta", "Elmira", "Paducah", "Sandusky", "Oneida")
_CITIES = ("Toledo", "Dayton", "Cleveland", "Omaha", "Duluth", "Wichita")
_CITIES2 = ("Chicago", "Buffalo", "Memphis", "Pittsburgh")
_CHURCHES = ("St. Mary's", "Trinity Church", "the Methodist church", "St. Joseph's")
_HOSPITALS = ("Mercy Hospital", "the county hospital", "St. Luke's")
_COMPANIES = ("Goodyear", "Sears", "the Hoover plant", "National Cash Register", "the cannery")
_SCHOOLS = ("Lincoln High", "Central High School", "Roosevelt High")
_SERVICES = ("army", "navy", "marines")
_STREETS = ("Maple Street", "Elm Street", "Vine Street", "Grove Avenue")
_DETAILS = (
    "it rained the whole week",
    "the canoe tipped over with all the food",
    "a bear got into the pantry",
    "I learned to swim",
)
_SEASONS = ("24", "24", "21", "21", "21", "22", "22", "22", "23", "23", "23", "24")
"""EDTF seasons by month."""

_MONTHS = tuple(date(2000, month, 1).strftime("%B") for month in range(1, 13))


@dataclass(frozen=True, slots=True)
class Telling:
    """One telling of one event, and where it stands."""

    event: str
    session: int
    turn: int
    """Number of the turn in its session, from 1."""

    first: int
    last: int
    """Character span in the turn."""

    said: str
    """EDTF of the date as it was meant; "" where none was told."""

    how: str
    """plain, drift, corrected, correction, hearsay, guess."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A date that was put right, and must not be used again."""

    event: str
    edtf: str
    words: str


@dataclass(frozen=True, slots=True)
class RetoldLife:
    """A life as told, with its labels."""

    birth: str
    """EDTF of the narrator's year of birth."""

    sessions: tuple[tuple[Turn, ...], ...]
    tellings: tuple[Telling, ...]
    conflicts: frozenset[str]
    """Events whose dates, as said for certain, cannot all hold."""

    wrong: tuple[Wrong, ...]
    banned: tuple[str, ...]
    """Words of jokes and of stories taken back, which no output may hold."""


@dataclass(slots=True)
class _Event:
    name: str
    sort: str
    day: date
    slots: dict[str, str]
    course: str
    told: list[Telling] = field(default_factory=list[Telling])


def life(seed: int, which: Which = "open", *, tellings: int = 4) -> RetoldLife:
    """Draw one life, told in `tellings` sessions, with `which` sentences alone."""
    return _Draft(random.Random(seed), which, tellings).drawn()


def filled(rng: random.Random, which: Which) -> list[tuple[str, str]]:
    """Every telling of every sort of event, with one narrator's names and, for most, a time; with its sort."""
    told: dict[str, list[str]] = {}
    while len(told) < len(templates(which).sorts):
        told |= _Draft(rng, which, 4).tellings_of(told)
    return [(sort, text) for sort, texts in told.items() for text in texts]


class _Draft:
    """A life while it is being drawn."""

    def __init__(self, rng: random.Random, which: Which, tellings: int) -> None:
        self.rng = rng
        self.words = templates(which)
        self.joined = which == "open"
        """Are ways of putting right joined from pieces too?"""

        self.count = tellings
        self.born = date(rng.randint(1930, 1944), rng.randint(1, 12), rng.randint(1, 28))
        self.turns: list[list[Turn]] = [[] for _ in range(tellings)]
        self.tellings: list[Telling] = []
        self.wrong: list[Wrong] = []
        self.banned: list[str] = []

    def drawn(self) -> RetoldLife:
        events = self._events()
        plan: list[list[tuple[_Event | None, str]]] = [[] for _ in range(self.count)]
        for event in events:
            for session, how in self._course(event):
                plan[session].append((event, how))
        for tall in self.rng.sample(range(len(self.words.tall_stories)), 2):
            plan[self.rng.randrange(self.count)].append((None, str(tall)))
        for session, entries in enumerate(plan):
            self.rng.shuffle(entries)
            for event, how in entries:
                if event is None:
                    self._tall_story(session, int(how))
                else:
                    self._tell(event, session, how)
        return RetoldLife(
            f"{self.born.year}",
            tuple(tuple(turns) for turns in self.turns),
            tuple(self.tellings),
            frozenset(self._conflicts()),
            tuple(self.wrong),
            tuple(self.banned),
        )

    def tellings_of(self, known: Container[str]) -> dict[str, list[str]]:
        """What each sort of event of this life could be told in, but for the sorts `known`."""
        found: dict[str, list[str]] = {}
        for event in self._events():
            if event.sort in known or event.sort in found:
                continue
            found[event.sort] = [
                self._filled(
                    each, event, self._phrase(event.day)[0] if self.rng.random() < 0.7 else "then"
                )
                for each in self.words.sorts[event.sort].tellings
            ]
        return found

    def _events(self) -> list[_Event]:
        rng = self.rng
        father = rng.choice(_FATHERS)
        brothers = rng.sample(_BROTHERS, 2)
        cities = rng.sample(_CITIES, 2)
        children = rng.sample(_CHILDREN, 2)
        companies, streets = rng.sample(_COMPANIES, 2), rng.sample(_STREETS, 2)
        details = rng.sample(_DETAILS, 2)
        things = rng.sample(("house", "bungalow", "farmhouse"), 2)
        common = {
            "spouse": rng.choice(_SPOUSES),
            "brother": brothers[0],
            "town": rng.choice(_TOWNS),
            "city2": rng.choice(_CITIES2),
            "church": rng.choice(_CHURCHES),
            "hospital": rng.choice(_HOSPITALS),
            "school": rng.choice(_SCHOOLS),
            "service": rng.choice(_SERVICES),
            "Father": father[0],
            "father": father[1],
        }
        known = self.words.sorts
        others = set(known) - {"own birth", "wedding", *(each.like for each in known.values())}
        sorts = ["own birth", "wedding", *rng.sample(sorted(others), 10)]
        sorts += [known[sort].like for sort in sorts if known[sort].like and rng.random() < 0.7]
        events: list[_Event] = []
        for sort in sorts:
            copies = 2 if sort in {"move", "child birth", "job", "purchase", "trip"} else 1
            for copy in range(copies):
                slots = common | {
                    "city": cities[copy],
                    "child": children[copy],
                    "company": companies[copy],
                    "detail": details[copy],
                    "thing": things[copy],
                    "street": streets[copy],
                    "nth": ("first", "second")[copy],
                    "brother": brothers[1] if sort == "sibling's death" else brothers[0],
                }
                youngest, oldest = known[sort].ages
                if copies == 2:
                    half = (youngest + oldest) // 2
                    youngest, oldest = (youngest, half - 1) if copy == 0 else (half + 1, oldest)
                day = self.born
                if sort != "own birth":
                    day += timedelta(days=round(365.25 * rng.uniform(youngest + 0.1, oldest + 0.9)))
                events.append(_Event(f"{sort} {copy + 1}", sort, day, slots, self._how(sort)))
        return events

    def _how(self, sort: str) -> str:
        if sort == "own birth":
            return self.rng.choice(("plain", "plain", "hearsay"))
        ways = {
            "plain": 40,
            "drift": 18,
            "corrected at once": 14,
            "corrected later": 12,
            "guess": 8,
            "hearsay": 8,
        }
        if self.joined or self.words.corrected_next:
            ways["corrected next"] = 10
        if self.joined or self.words.answered:
            ways["answered"] = 6
        return self.rng.choices(list(ways), list(ways.values()))[0]

    def _course(self, event: _Event) -> list[tuple[int, str]]:
        """In which sessions the event is told, and how."""
        count = self.rng.randint(2, self.count)
        sessions = sorted(self.rng.sample(range(self.count), count))
        hows = ["plain"] * count
        if event.course == "drift":
            hows[-1], hows[0] = "drift", "exact"
        elif event.course in {"corrected at once", "corrected next"}:
            hows[self.rng.randrange(count)] = event.course
        elif event.course == "corrected later":
            hows[0], hows[1] = "wrong", "corrected later"
        elif event.course == "answered":
            hows[0], hows[1] = "wrong", "answered"
        elif event.course in {"guess", "hearsay"}:
            hows[-1] = event.course
        return list(zip(sessions, hows, strict=True))

    def _tell(self, event: _Event, session: int, how: str) -> None:
        rng = self.rng
        sort = self.words.sorts[event.sort]
        wrong = event.day.year + rng.choice((-4, -3, -2, 2, 3, 4))
        clause = sort.clause.format(**event.slots)
        template = rng.choice(sort.tellings)
        if how == "plain":
            phrase, said = self._phrase(event.day)
            self._say(event, session, self._filled(template, event, phrase), said, "plain")
        elif how == "exact":
            phrase, said = self._exact(event.day)
            self._say(event, session, self._filled(template, event, phrase), said, "plain")
        elif how in {"drift", "wrong"}:
            said = f"{wrong}"
            text = self._filled(template, event, f"in {self._year(wrong)}")
            self._say(event, session, text, said, "drift" if how == "drift" else "corrected")
            if how == "wrong":
                self.wrong.append(Wrong(event.name, said, self._year(wrong)))
                event.slots["wrong"] = said
        elif how == "corrected at once":
            wrong_telling = self._filled(template, event, f"in {self._year(wrong)}")
            joined = f"{{wrong_telling}} {repair(rng, 'at_once')}"
            pattern = self._drawn(self.words.corrected_at_once, joined)
            years = self._years(wrong, event.day.year)
            text = pattern.format(wrong_telling=wrong_telling, **years)
            self.wrong.append(Wrong(event.name, f"{wrong}", self._year(wrong)))
            self._say(event, session, capital(text), f"{event.day.year}", "correction")
        elif how == "corrected next":
            text = self._filled(template, event, f"in {self._year(wrong)}")
            self.wrong.append(Wrong(event.name, f"{wrong}", self._year(wrong)))
            self._say(event, session, text, f"{wrong}", "corrected")
            pattern = self._drawn(self.words.corrected_next, repair(rng, "next"))
            self._mend(event, session, clause, pattern, wrong)
        elif how == "corrected later":
            pattern = self._drawn(self.words.corrected_later, repair(rng, "later"))
            self._mend(event, session, clause, pattern, int(event.slots["wrong"]))
        elif how == "answered":
            first = int(event.slots["wrong"])
            years = rng.sample((self._year(first), self._year(event.day.year)), 2)
            asks = f"Was it {years[0]} or {years[1]} when {clause}?"
            pattern = self._drawn(self.words.answered, repair(rng, "answered"))
            self._mend(event, session, clause, pattern, first, asks)
        else:
            patterns = self.words.hearsay if how == "hearsay" else self.words.guesses
            # whichever slot the sentence has for it: others, or a guess, say the wrong year
            years = dict.fromkeys(("wrong", "right"), self._year(wrong))
            years |= dict.fromkeys(("wrong_short", "short"), _short(wrong))
            text = self._of(rng.choice(patterns), clause, **years)
            self._say(event, session, text, f"{wrong}", how)

    def _drawn(self, patterns: Sequence[str], joined: str) -> str:
        """One of the sentences as they stand, or one joined from pieces where that is allowed."""
        if self.joined and (not patterns or self.rng.random() < 0.6):
            return joined
        return self.rng.choice(patterns)

    def _mend(
        self, event: _Event, session: int, clause: str, pattern: str, wrong: int, asks: str = ""
    ) -> None:
        """Put right the year `wrong` that was told before, in answer to `asks` where that is not empty."""
        years = self._years(wrong, event.day.year)
        text = capital(self._of(pattern, clause, **years))
        self._say(event, session, text, f"{event.day.year}", "correction", asks)

    def _years(self, wrong: int, right: int) -> dict[str, str]:
        by = abs(right - wrong)
        return {
            "wrong": self._year(wrong),
            "right": self._year(right),
            "wrong_short": _short(wrong),
            "short": _short(right),
            "off": f"{num2words(by)} years {'later' if right > wrong else 'earlier'}",
        }

    def _of(self, pattern: str, clause: str, **years: str) -> str:
        capital = clause[:1].upper() + clause[1:]
        return pattern.format(
            clause=clause, clause_cap=capital, clause_that=f"when {clause}", **years
        )

    def _filled(self, template: str, event: _Event, phrase: str) -> str:
        return template.format(when=phrase, When=phrase[:1].upper() + phrase[1:], **event.slots)

    def _year(self, year: int) -> str:
        return num2words(year, to="year") if self.rng.random() < 0.7 else f"{year}"

    def _exact(self, day: date) -> tuple[str, str]:
        if self.rng.random() < 0.5:
            return f"in {self._year(day.year)}", f"{day.year}"
        return f"in {_MONTHS[day.month - 1]} of {day.year}", f"{day:%Y-%m}"

    def _phrase(self, day: date) -> tuple[str, str]:
        """Say when it was, more or less exactly; return the words and what they mean."""
        age = day.year - self.born.year - ((day.month, day.day) < (self.born.month, self.born.day))
        decade = day.year // 10 * 10
        third = 0 if day.year % 10 <= 3 else 1 if day.year % 10 <= 6 else 2
        edges = ((0, 3), (4, 6), (7, 9))[third]
        spoken = num2words(decade, to="year").split()[-1]
        season = _SEASONS[day.month - 1]
        means = {
            "year": f"{day.year}",
            "month": f"{day:%Y-%m}",
            "season": f"{day.year}-{season}",
            "day": day.isoformat(),
            "age": f"{self.born.year + age}/{self.born.year + age + 1}",
            "third": f"{decade + edges[0]}/{decade + edges[1]}",
            "about": "",
        }
        if not 4 <= age <= 70:
            del means["age"]
        if decade >= 2000:
            del means["third"]
        ways = [way for way in self.words.dates if way.means in means]
        if not 4 <= age <= 70:
            ways = [way for way in ways if "{turned}" not in way.words]
        way = self.rng.choice(ways)
        words = way.words.format(
            year=self._year(day.year),
            yy=f"{day.year % 100:02}",
            near=self._year(day.year + self.rng.choice((-1, 0, 1))),
            month=_MONTHS[day.month - 1],
            season={"21": "spring", "22": "summer", "23": "fall", "24": "winter"}[season],
            day=num2words(day.day, to="ordinal"),
            third=("the early", "the mid", "the late")[third],
            decade=f"{spoken[:-1]}ies" if spoken.endswith("y") else f"{spoken}s",
            age=num2words(max(age, 0)),
            turned=num2words(day.year - self.born.year),
        )
        return words, means[way.means]

    def _say(
        self, event: _Event, session: int, text: str, said: str, how: str, asks: str = ""
    ) -> None:
        rng = self.rng
        before = f"{rng.choice(self.words.fillers)} " if rng.random() < 0.35 else ""
        after = f" {rng.choice(self.words.fillers)}" if rng.random() < 0.35 else ""
        if asks:
            before = ""
        number = self._turn(session, f"{before}{text}{after}", asks)
        told = Telling(event.name, session, number, len(before), len(before) + len(text), said, how)
        event.told.append(told)
        self.tellings.append(told)

    def _tall_story(self, session: int, number: int) -> None:
        rng = self.rng
        template, words = self.words.tall_stories[number]
        phrase = f"in {rng.randint(1950, 1965)}"
        text = template.format(when=phrase, When=phrase.capitalize())
        taken_back = rng.choice((*self.words.jokes, *self.words.retractions))
        if "{telling}" in taken_back:
            self._turn(session, taken_back.format(telling=text))
        elif rng.random() < 0.6:
            self._turn(session, f"{text} {taken_back.format(clause=_clause(template))}")
        else:
            self._turn(session, text)
            self._turn(session, taken_back.format(clause=_clause(template)))
        self.banned.append(words)

    def _turn(self, session: int, text: str, asks: str = "") -> int:
        """Append what the narrator says, after a question of the interviewer's."""
        turns = self.turns[session]
        for speaker, words in (
            (Speaker.INTERVIEWER, asks or self.rng.choice(self.words.questions)),
            (Speaker.NARRATOR, text),
        ):
            number = len(turns) + 1
            turns.append(
                Turn(
                    TurnId(number),
                    SessionId(f"retold-{session + 1}"),
                    speaker,
                    words,
                    20.0 * number,
                    20.0 * number + 15.0,
                    BEGAN + timedelta(weeks=session, seconds=20 * number),
                )
            )
        return len(turns)

    def _conflicts(self) -> set[str]:
        certain: dict[str, list[str]] = {}
        for told in self.tellings:
            if told.said and told.how in {"plain", "drift", "correction"}:
                certain.setdefault(told.event, []).append(told.said)
        return {event for event, said in certain.items() if narrowed(said) is None}


def _clause(template: str) -> str:
    """A tall story in one clause, without its date: "I ran away with the circus"."""
    told = re.sub(r",?\s*\{when\},?", "", template, flags=re.IGNORECASE).strip()
    cut = re.split(r"(?<=\w{3}),? and |[,;.!?]", told)[0].strip()
    return cut if cut.startswith(("I ", "I'")) else cut[:1].lower() + cut[1:]


def _short(year: int) -> str:
    """A year as it is said in talk: "fifty-two"."""
    return num2words(year % 100) if year % 100 > 9 and year < 2000 else num2words(year, to="year")


@dataclass(frozen=True, slots=True)
class NamesakeCase:
    """Two people of one name, and where each is spoken of."""

    sessions: tuple[tuple[Turn, ...], ...]
    first: tuple[tuple[int, int], ...]
    """(session, turn) of what is told of the one."""

    second: tuple[tuple[int, int], ...]


def namesakes(seed: int, count: int = 50, which: Which = "open") -> tuple[NamesakeCase, ...]:
    """Draw cases of two people with one name, told over several sessions in every order."""
    rng = random.Random(seed)
    pairs = templates(which).namesakes
    return tuple(_case(rng, pairs[place % len(pairs)]) for place in range(count))


def _case(rng: random.Random, pair: Namesakes) -> NamesakeCase:
    one, other = pair
    name = rng.choice(_NAMESAKES)
    lines = [(0, text) for text in one] + [(1, text) for text in other]
    rng.shuffle(lines)
    sessions: list[list[Turn]] = [[], [], []]
    where: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for who, text in lines:
        session = rng.randrange(3)
        number = len(sessions[session]) + 1
        said = text.format(name=name, when=f"in {rng.randint(1945, 1955)}")
        sessions[session].append(
            Turn(
                TurnId(number),
                SessionId(f"namesakes-{session + 1}"),
                Speaker.NARRATOR,
                said,
                20.0 * number,
                20.0 * number + 15.0,
                BEGAN + timedelta(weeks=session, seconds=20 * number),
            )
        )
        where[who].append((session, number))
    return NamesakeCase(tuple(tuple(turns) for turns in sessions), tuple(where[0]), tuple(where[1]))
