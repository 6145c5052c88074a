"""The sentences in which invented narrators tell their lives, read from `lives/open.toml` or `lives/held.toml`.

Rules of memory may be made with the open ones. The held-back ones were written without looking at the rules
and serve the final figure alone; nobody changes a rule after reading what they showed.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


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
        doubts = (self.hearsay, self.guesses, self.tall_stories, self.dates)
        return told + sum(map(len, repairs)) + sum(map(len, doubts)) + 4 * len(self.namesakes)


@cache
def templates(*, held: bool) -> Templates:
    """Return the open templates, or those held back."""
    file = Path(__file__).parent / "lives" / ("held.toml" if held else "open.toml")
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    return Templates(
        {name: _sort(each) for name, each in read["sorts"].items()},
        tuple(DateWords(**each) for each in read["dates"]),
        tuple(read["jokes"]),
        tuple(read["retractions"]),
        tuple(read["corrected_at_once"]),
        tuple(read["corrected_later"]),
        tuple(read["hearsay"]),
        tuple(read["guesses"]),
        tuple(read["questions"]),
        tuple(read["fillers"]),
        tuple(TallStory(**each) for each in read["tall_stories"]),
        tuple(Namesakes(tuple(each["one"]), tuple(each["other"])) for each in read["namesakes"]),
    )


def _sort(read: Mapping[str, Any]) -> Sort:
    youngest, oldest = read["ages"]
    return Sort((youngest, oldest), read["clause"], read.get("like", ""), tuple(read["tellings"]))
