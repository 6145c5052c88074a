"""Which turns a spoken label is set on: all of what was told with it, before its words and after them.

"Keep this between us" may come first, last or in the middle, and whoever says it thinks of a story, not of the
clauses that we cut it into. One sentence of it in a book, or said aloud with somebody in the room, is the
story told; one sentence too few in the book can be told again.
"""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from voice_agent.memory.clauses import sentences
from voice_agent.memory.privacy import OPEN, Privacy, spoken, strictest
from voice_agent.story import Speaker, Turn, TurnId

SHORTEST_TOLD_WORDS = 4
"""Words; "Oh dear, well." before a label tells nothing that the label could be set on. A guess."""

LONGEST_GOING_ON_WORDS = 40
"""Words of a turn that only goes on; a longer one begins a story of its own. A guess."""

_COMING = re.compile(
    r"\b(?:I(?:'|’)?ll|I will|let me|going to|may I|can I|shall I) tell you\b", re.IGNORECASE
)
"""The story is still to come."""

_THIS = re.compile(
    r"\b(?:keep|tell|repeat|write|put) this\b|\bthis(?:'s| is| stays)\b", re.IGNORECASE
)
""""This", said first, is the story that follows; "that" is the one before."""

_GOES_ON = re.compile(
    r"(?:(?:and|but|so|then|well|no|yes|oh|aye)\b[,.]? ?)*"
    r"(?:he|she|they|it|his|her|their|that|just|only|once|because|after that|afterwards)\b",
    re.IGNORECASE,
)
"""Begins as what only makes sense after the turn before does."""


class Wished(NamedTuple):
    """What one turn says of who may know."""

    privacy: Privacy
    here: bool
    """The turn tells something itself."""

    back: bool
    """It is about what was told before this turn."""

    ahead: bool
    """It is about what will be told next."""


def announces(text: str) -> bool:
    """Is a story still to come?"""
    return _COMING.search(text) is not None


def wished(text: str) -> Wished | None:
    """Read the labels that a turn sets; None where it sets none."""
    found: list[Privacy] = []
    before = beside = 0
    for first, last in sentences(text):
        sentence = text[first:last]
        label = spoken(sentence)
        if label is None:
            beside += _words(sentence)
            continue
        # "we never paid for it, and don't you tell anybody" tells it in the same breath
        beside += _words(sentence[: label.first])
        before = before if found else beside
        found.append(label.privacy)
        beside += _words(sentence[label.last :])
    if not found:
        return None
    coming = announces(text)
    here = beside >= (2 * SHORTEST_TOLD_WORDS if coming else SHORTEST_TOLD_WORDS)
    first = before < SHORTEST_TOLD_WORDS
    follows = here and _THIS.search(text) is not None
    return Wished(strictest(found), here, first and not follows and not coming, coming)


@dataclass(slots=True)
class Limits:
    """Goes through the narrator's turns of one session in their order."""

    _ahead: Privacy = OPEN
    """What the last turn said of the next one."""

    _spoke: Privacy = OPEN
    """What the last turn said of itself: what only goes on is the same story."""

    def hear(self, text: str, wish: Wished | None) -> Privacy:
        """Return who may know of a turn; a turn that only sets a label on another one has no limit itself.

        `wish`: what it says of that (`wished`), unless that was taken back.
        """
        limit = strictest((self._ahead, self._spoke if goes_on(text) else OPEN))
        self._ahead = self._spoke = OPEN
        if wish is None:
            return limit
        if not wish.here:
            self._ahead = wish.privacy if wish.ahead else OPEN
            return limit
        self._spoke = wish.privacy
        return strictest((limit, wish.privacy))


def closed(turns: Sequence[Turn], out: Container[TurnId] = ()) -> Mapping[TurnId, Privacy]:
    """Return what the narrator's words alone say of the turns of one session; a turn without limit is not there.

    `out`: turns whose word on who may know was taken back.
    """
    found: dict[TurnId, Privacy] = {}
    limits = Limits()
    last: Turn | None = None
    for turn in turns:
        if turn.speaker is not Speaker.NARRATOR or not turn.text.strip():
            continue
        wish = None if turn.id in out else wished(turn.text)
        if (limit := limits.hear(turn.text, wish)) != OPEN:
            found[turn.id] = limit
        if last is not None and wish and wish.back:
            found[last.id] = strictest((found.get(last.id, OPEN), wish.privacy))
        last = turn
    return found


def _words(text: str) -> int:
    return len(re.findall(r"[^\W\d_][\w'’]*|\d+", text))


def goes_on(text: str) -> bool:
    """Can a turn not be understood without the one before it?"""
    return len(text.split()) <= LONGEST_GOING_ON_WORDS and _GOES_ON.match(text) is not None
