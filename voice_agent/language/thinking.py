"""Thoughts are not spoken: leave out what a model writes between <think> and </think>.

Some models think aloud although they were asked not to. The rest of the text passes through as it
comes; only a beginning that might become `<think>` is held back for the few letters it takes.
"""

from dataclasses import dataclass

OPEN, CLOSE = "<think>", "</think>"


@dataclass(slots=True)
class Unthinking:
    """Feed it pieces of text; it returns what may be passed on."""

    _held: str = ""
    _thinking: bool = False
    thought: bool = False
    """Has a thought begun or ended so far? Some servers swallow where it begins."""

    def feed(self, piece: str) -> str:
        """Return the part of all text so far that is certainly not thought and not yet returned."""
        self._held += piece
        out = ""
        while True:
            mark = CLOSE if self._thinking else OPEN
            place = self._held.find(mark)
            if place < 0:
                break
            self.thought = True
            if not self._thinking:
                out += self._held[:place]
            self._held = self._held[place + len(mark) :]
            self._thinking = not self._thinking
        self.thought = self.thought or CLOSE in self._held
        kept = _overlap(self._held, mark)
        if not self._thinking:
            out += self._held[: len(self._held) - kept]
        self._held = self._held[len(self._held) - kept :]
        return out

    def rest(self) -> str:
        """Return what was held back; call it at the end. An unfinished thought is dropped."""
        out, self._held = ("" if self._thinking else self._held), ""
        return out


def _overlap(text: str, mark: str) -> int:
    return next((n for n in range(len(mark) - 1, 0, -1) if text.endswith(mark[:n])), 0)
