"""The chapters a book may have, and the fixed phrases between passages: config/book/chapters.toml, read."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError

LINKS = ("same_time", "later", "much_later", "another_evening", "again", "otherwise")


@dataclass(frozen=True, slots=True)
class Design:
    """One chapter that a book may have."""

    key: str
    title: str
    short: str
    """In the title of chapters that stand together."""

    guidance: str
    topics: frozenset[str]
    """Interview topics that lean towards it."""

    ages: tuple[int, int] | None
    """The narrator's age in its stories, both ends included; None: any."""

    pattern: re.Pattern[str] | None

    def shares(self, text: str) -> int:
        """How many words of `text` are this chapter's."""
        return len(self.pattern.findall(text)) if self.pattern else 0


@dataclass(frozen=True, slots=True)
class Plan:
    """All of them, in the order of the book, and the phrases that join passages."""

    designs: tuple[Design, ...]
    links: Mapping[str, Sequence[str]]

    @property
    def phrases(self) -> tuple[str, ...]:
        """Every sentence of ours that a book may hold."""
        return tuple(
            text
            for texts in (
                *self.links.values(),
                *((each.title, each.short) for each in self.designs),
            )
            for text in texts
        )

    def design(self, key: str) -> Design:
        """Raises SettingsError for a chapter that is not planned."""
        for each in self.designs:
            if each.key == key:
                return each
        raise SettingsError(
            f"There is no chapter “{key}” in config/book/chapters.toml.",
            mend=f"There are: {', '.join(each.key for each in self.designs)}.",
        )


def read(path: Path) -> Plan:
    """Read the plan. Raises SettingsError with the file and the reason."""
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        designs = tuple(_design(each) for each in table["chapter"])
        links = {name: tuple(map(str, table["links"][name])) for name in LINKS}
        if not designs or not all(links.values()):
            raise ValueError("a list is empty")
        return Plan(designs, links)
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise SettingsError(
            f"{path} is not a plan of chapters: {error}.",
            mend="Mend that line, or restore the file from the package.",
        ) from None


def _design(table: Mapping[str, Any]) -> Design:
    ages = table.get("ages")
    words = [_word(each) for each in str(table["words"]).split()]
    pattern = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE) if words else None
    return Design(
        str(table["key"]),
        str(table["title"]),
        str(table["short"]),
        str(table["guidance"]),
        frozenset(map(str, table["topics"])),
        (int(ages[0]), int(ages[1])) if ages else None,
        pattern,
    )


def _word(word: str) -> str:
    stem = re.escape(word.removesuffix("*")).replace(r"\-", r"[ -]")
    return stem + (r"[\w'’]*" if word.endswith("*") else "")
