"""The sentences in which invented narrators tell their lives, read from the files in `lives`.

Rules of memory may be made with the open ones, and with those of `practice.toml`, in which others than theirs put
right, joke and so on in open lives. The held-back and the fresh ones serve a final figure each;
nobody changes a rule after reading what they showed. `fresh.toml` has only ways of putting right, joking,
taking back, passing on and guessing, of eight speakers, and `unseen.toml`, `last.toml` and `sealed.toml` those of
others, written by other hands; the rest of those lives is told as in `held.toml`, whose single run was in
November 2026.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from lab.evaluation.memory.retold_repairs import more

Which = Literal[
    "open",
    "held",
    "fresh",
    "unseen",
    "last",
    "sealed",
    "practice",
    "second",
    "third",
    "fourth",
    "again",
]
"""Which sentences; those told `again` are no templates but lives, see told_again.py."""

BASE: Mapping[Which, Which] = {
    "practice": "open",
    "fresh": "held",
    "unseen": "held",
    "last": "held",
    "sealed": "held",
    "second": "open",
    "third": "open",
    "fourth": "open",
    "again": "open",
}
"""Whose sentences a set takes where it has none of its own: of some only the ways of putting right are another hand's, of
others only the tellings."""


class DateWords(NamedTuple):
    """A way to say when something was."""

    words: str
    """With slots for the year, the month and so on; see `retold_lives`."""

    means: str
    """How much it says: day, month, season, year, age, third (of a decade) or about."""


class TallStory(NamedTuple):
    """A story that is a joke or is taken back."""

    text: str
    words: str
    """Words of it that must then stand in no output."""


class Namesakes(NamedTuple):
    """Sentences on two people of one name; nothing says that they are one."""

    one: tuple[str, ...]
    other: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of event."""

    ages: tuple[int, int]
    """How old the narrator is when it happens: youngest and oldest."""

    clause: str
    """The event in one clause, for "I told you ..." and "Mother always said ..."."""

    like: str
    """A sort that sounds alike and is another event; "" for none."""

    tellings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Templates:
    """All that a life is told with."""

    sorts: Mapping[str, Sort]
    dates: tuple[DateWords, ...]
    jokes: tuple[str, ...]
    retractions: tuple[str, ...]
    corrected_at_once: tuple[str, ...]
    corrected_later: tuple[str, ...]
    corrected_next: tuple[str, ...]
    """In a turn of its own, once the interviewer has spoken; empty in files that have none."""

    answered: tuple[str, ...]
    """To the question which of two dates it was; empty in files that have none."""

    hearsay: tuple[str, ...]
    guesses: tuple[str, ...]
    questions: tuple[str, ...]
    fillers: tuple[str, ...]
    tall_stories: tuple[TallStory, ...]
    namesakes: tuple[Namesakes, ...]

    def __len__(self) -> int:
        """How many sentences tell something of a life: small talk and questions are not counted."""
        told = sum(len(sort.tellings) for sort in self.sorts.values())
        repairs = (self.jokes, self.retractions, self.corrected_at_once, self.corrected_later)
        repairs += (self.corrected_next, self.answered)
        doubts = (self.hearsay, self.guesses, self.tall_stories, self.dates)
        return told + sum(map(len, repairs)) + sum(map(len, doubts)) + 4 * len(self.namesakes)


@cache
def templates(which: Which = "open") -> Templates:
    """Return the sentences of one set."""
    read = _file(which)
    if which in BASE:
        read = _file(BASE[which]) | read

    def extra(table: str) -> tuple[str, ...]:
        return more(table) if which == "open" else ()

    return Templates(
        {name: _sort(each) for name, each in read["sorts"].items()},
        tuple(DateWords(**each) for each in read["dates"]),
        (*read["jokes"], *extra("jokes")),
        (*read["retractions"], *extra("retractions")),
        tuple(read["corrected_at_once"]),
        tuple(read["corrected_later"]),
        tuple(read.get("corrected_next", ())),
        tuple(read.get("answered", ())),
        (*read["hearsay"], *extra("hearsay")),
        (*read["guesses"], *extra("guesses")),
        tuple(read["questions"]),
        tuple(read["fillers"]),
        tuple(TallStory(**each) for each in read["tall_stories"]),
        tuple(Namesakes(tuple(each["one"]), tuple(each["other"])) for each in read["namesakes"]),
    )


def _file(which: Which) -> dict[str, Any]:
    file = Path(__file__).parent / "lives" / f"{which}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _sort(read: Mapping[str, Any]) -> Sort:
    youngest, oldest = read["ages"]
    return Sort((youngest, oldest), read["clause"], read.get("like", ""), tuple(read["tellings"]))
