"""A pattern that is compiled when it is first tried: the large tables of them take a second of every start. Pure."""

import re
from collections.abc import Iterator
from functools import cached_property


class LatePattern:
    """Tried on a text as a compiled pattern is. Raises re.error at its first try."""

    def __init__(self, text: str) -> None:
        self._text = text
        _EVERY.append(self)

    @cached_property
    def made(self) -> re.Pattern[str]:
        """It, compiled."""
        return re.compile(self._text)

    def search(self, text: str) -> re.Match[str] | None:
        """The first place where it fits."""
        return self.made.search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Every place where it fits, from left to right."""
        return self.made.finditer(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Where it fits the whole text."""
        return self.made.fullmatch(text)


_EVERY = list[LatePattern]()


def make() -> None:
    """Compile those that nobody has tried yet: while we greet, so that the first answer need not wait for it. Blocking."""
    for each in _EVERY:
        _ = each.made
