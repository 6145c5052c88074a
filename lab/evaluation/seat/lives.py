"""Lives written for trying whether an old story is come back to at the right moment.

A life is {"name", "birth", "about", "earlier": [{"date", "turns"}], "talks": [{"id", "fits", "story", "where", "turns", "when"}]}:
talks held before, each on its day, and later ones, in which one old story fits (`where` it was told, `when` a return to it
would come at the right moment) or none does. Turns are the narrator's own, told in their order whatever is said to them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError

LATER = timedelta(weeks=2)
"""After the last of the earlier talks, all later ones are held."""

HALF = 0.5
"""Share of its sentences from which a turn belongs to an old story as it is remembered."""

HOUR = 9.5
"""Of the day, at which talks begin."""


@dataclass(frozen=True, slots=True)
class LaterTalk:
    """A talk that is held on a copy of the house."""

    id: str
    turns: tuple[str, ...]
    fits: bool
    where: tuple[int, tuple[int, ...]] | None
    """The earlier talk and its turns, from 0, in which the story was told that fits; None where none does."""

    when: tuple[int, int] | None
    """First and last turn, from 0, after which a return to it comes at the right moment."""


@dataclass(frozen=True, slots=True)
class Life:
    """One narrator."""

    file: str
    """Name of its file, without an ending."""

    name: str
    birth: int
    earlier: tuple[tuple[datetime, tuple[str, ...]], ...]
    talks: tuple[LaterTalk, ...]

    @property
    def later(self) -> datetime:
        """When the later talks are held."""
        return self.earlier[-1][0] + LATER

    def right(self, talk: LaterTalk, story: str) -> bool:
        """Is `story`, an old story as it is remembered, the one that fits in `talk`?

        It is where most of what it holds was told in the turns that are meant, or where it holds most of them.
        """
        if talk.where is None:
            return False
        held = {(n, i) for n, (_, turns) in enumerate(self.earlier) for i in _held(turns, story)}
        meant = {(talk.where[0], each) for each in talk.where[1]}
        common = len(held & meant)
        return common > 0 and 2 * common >= min(len(held), len(meant))


def _held(turns: Sequence[str], story: str) -> list[int]:
    """The turns that `story` was made of."""
    whole = _bare(story)
    return [i for i, turn in enumerate(turns) if _share(turn, whole) >= HALF]


def _share(turn: str, whole: str) -> float:
    parts = [bare for each in re.split(r"(?<=[.!?])\s+", turn) if (bare := _bare(each))]
    long = [each for each in parts if len(each.split()) > 2] or parts
    return sum(each in whole for each in long) / len(long) if long else 0.0


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def read(path: Path) -> Life:
    """Read the file of a life. Raises SettingsError."""
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
        return Life(
            path.stem,
            str(row["name"]).split()[0],
            int(row["birth"]),
            tuple((_day(each["date"]), tuple(each["turns"])) for each in row["earlier"]),
            tuple(map(_talk, row["talks"])),
        )
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise SettingsError(f"{path} is not the file of a life.") from error


def _day(date: str) -> datetime:
    return datetime.fromisoformat(date).replace(tzinfo=UTC) + timedelta(hours=HOUR)


def _talk(row: Mapping[str, Any]) -> LaterTalk:
    where, when = row.get("where"), row.get("when")
    return LaterTalk(
        str(row["id"]),
        tuple(row["turns"]),
        bool(row["fits"]),
        (int(where[0]), tuple(map(int, where[1]))) if where else None,
        (int(when[0]), int(when[1])) if when else None,
    )
