"""The one JSON object in what a model writes, piece by piece: fences and politeness round it are left out."""

from dataclasses import dataclass


@dataclass(slots=True)
class OneObject:
    """Feed it pieces of text; it returns what belongs to the first object in them. Nothing is parsed."""

    _depth: int = 0
    _begun: bool = False
    _quoted: bool = False
    _escaped: bool = False

    @property
    def whole(self) -> bool:
        """Has it ended? What comes after it is not wanted."""
        return self._begun and not self._depth

    def feed(self, piece: str) -> str:
        """Return the part of `piece` that lies in the object."""
        return "".join(letter for letter in piece if self._within(letter))

    def _within(self, letter: str) -> bool:
        if self._quoted:
            self._quoted = self._escaped or letter != '"'
            self._escaped = letter == "\\" and not self._escaped
        elif letter == "{" and not self.whole:
            self._begun = True
            self._depth += 1
        elif self._depth and letter == "}":
            self._depth -= 1
            return True
        elif self._depth:
            self._quoted = letter == '"'
        return self._depth > 0


def one_object(text: str) -> str:
    """Return the first object in `text`; all of `text` where there is none."""
    return OneObject().feed(text) or text
