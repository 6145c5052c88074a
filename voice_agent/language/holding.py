"""How firmly a server holds a model to a form, and how one asks for less where it does not."""

from dataclasses import dataclass
from enum import IntEnum

from voice_agent.errors import AnswerUnfit
from voice_agent.language import wire


class Hold(IntEnum):
    """Firmest first."""

    SCHEMA = 0
    """The server lets the model write nothing but what its schema allows."""

    OBJECT = 1
    """It sees to it that JSON is written; which, is asked for in words."""

    WORDS = 2
    """It is asked for in words alone."""

    @property
    def looser(self) -> "Hold":
        """The next that asks for less; the last is its own."""
        return Hold(min(self + 1, Hold.WORDS))


@dataclass(slots=True)
class Tries:
    """The tries to get one answer of a form, each asking for less than the one before."""

    hold: Hold
    """How it is asked for now."""

    _unfit: bool = False

    def less(self, error: AnswerUnfit) -> Hold | None:
        """Ask for less after `error`: raises it when a second answer was unfit, or nothing less is left.

        Returns how firmly the server holds at most, where it refused to hold more firmly.
        """
        refused = isinstance(error, wire.Unasked)
        if (refused and self.hold is Hold.WORDS) or (self._unfit and not refused):
            raise error
        self._unfit = self._unfit or not refused
        self.hold = self.hold.looser
        return self.hold if refused else None
