"""What of a turn is said to us in passing, as far as the form of its words makes it certain: read once. Pure.

    if heard.to_us.small_talk: ...

What is asked of us at length is found with the wishes (wishes/asks_us.py).
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from voice_agent.reading.by_rules import pieces, small_talk
from voice_agent.reading.wishes import asks_us, let_out, openly, put_to_us, telling_time
from voice_agent.reading.wishes.asks_us import Asked
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import at_stops, plain

REMEMBERED = 80
"""Answers of which it is known: those of one talk, and a few."""


_QUIET = re.compile(
    r"(?:(?:yes|yeah|aye|please|thank you|all right|let us|let me|we can|that would be|be|stay|sit|yes please|i would like that|it is|a|little|bit|for|moment|minute|while|so|then|now|and|okay|good) ?)*"
    r"\bquiet(?:ly)?(?: (?:a|little|bit|for|moment|minute|while|please|then|now|with me|together|and|is|good|better|thank you))*"
)


@dataclass(frozen=True, slots=True)
class ToUs:
    """What one turn says to us."""

    asks_time: telling_time.Asked | None
    """Which time or day is asked for among other things."""

    only_time: telling_time.Asked | None
    """Which is asked for, and nothing else."""

    unknowable: Asked | None
    """A question about the house or the world."""

    not_understood: str
    """A question that nobody here understands: a kind of phrase; "" for none."""

    small_talk: str
    """What small talk it is as a whole: a kind of phrase; "" for none."""

    ends_in: tuple[str, ...]
    """The same of its last sentences."""

    stands: bool | None
    """Whether a piece of the book that was read may stand: a plain yes, a plain no, or neither."""

    enough: bool
    """No more is to be read."""

    wants_back: bool
    """What was put away is wanted again."""

    lets_out: bool
    """Everybody may know it after all."""

    quiet: bool
    """It wishes for a little quiet, and nothing else."""

    leaves_things: bool
    """It says who gets what."""


@lru_cache(REMEMBERED)
def to_us(said: str) -> ToUs:
    """Read `said`."""
    own = unquoted(said)
    return ToUs(
        asks_time=telling_time.within(said),
        only_time=telling_time.asked(own),
        unknowable=asks_us.unknowable(said),
        not_understood=put_to_us.meant(said),
        small_talk=small_talk.kind(own),
        ends_in=tuple(map(small_talk.kind, at_stops(own)[-2:])),
        stands=pieces.stands(said),
        enough=pieces.enough(said),
        wants_back=let_out.wants_back(said),
        lets_out=let_out.lets_out(said),
        quiet=bool(_QUIET.fullmatch(plain(said).replace(" . ", " ").strip(" ."))),
        leaves_things=openly.leaves_things(plain(said)),
    )
