"""Where one subject of talk ends and the next begins: stretches of turns, not sessions.

A gap between two of the narrator's turns is a cut where what is meant changes more than is usual in this
talk (the measure is that of `splitting`), or where somebody says so: "and now something else", "by the
way". A long turn may be a stretch of its own; it is never cut inside, so that a topic is a span of turns.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.memory.quotes import stories
from voice_agent.memory.splitting import DEEP, gaps
from voice_agent.memory.terms import terms
from voice_agent.story import SessionId, Speaker, Turn

Shifted = Callable[[Sequence[str], str], bool]
"""Does the last text begin something else than the texts before it? A detector of shifts."""

SHORTEST_STRETCH_WORDS, LONGEST_STRETCH_WORDS = 30, 320
"""Words of a stretch: below, it tells nothing yet; above, it is cut at its deepest gap. Guesses."""

PLAIN = 0.55
"""Unlikeness (1 - cosine) from which a gap can be a cut. A guess; below it, the talk goes on about one thing."""

_OPENS = re.compile(
    r"^(?:(?:well|oh|so|and|but|now|anyway|anyhow|yes|no|right)[,.]? )*"
    r"(?:by the way|that reminds me|speaking of|talking of|before i forget|(?:that's )?another (?:thing|story)"
    r"|something else|on another (?:note|subject)|to change the subject|changing the subject"
    r"|did i (?:ever )?tell you|i meant to (?:say|tell you)|i must tell you|what i wanted to (?:say|tell you))\b",
    re.IGNORECASE,
)
_LED = re.compile(
    r"\b(?:let us (?:talk|turn|go)|let's (?:talk|turn|go)|may i ask (?:you )?(?:about )?something (?:else|different)"
    r"|something (?:else|different|quite different)|another (?:time|part) of your life|i would like to hear about)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Segment:
    """Turns of the narrator about one thing."""

    turns: tuple[Turn, ...]
    """One session's, in order; never empty."""

    @property
    def session(self) -> SessionId:
        """Where it was told."""
        return self.turns[0].session

    @property
    def words(self) -> int:
        """How much was said."""
        return sum(len(turn.text.split()) for turn in self.turns)


def segments(
    turns: Sequence[Turn], embedder: Embedder, shifted: Shifted | None = None
) -> tuple[Segment, ...]:
    """Cut the talk of any number of sessions, in order, both speakers' turns. Raises EngineError.

    What was said to us, and not told, is in none of them. Some 5 ms a turn.
    """
    return tuple(
        each
        for _, session in groupby(turns, key=lambda turn: turn.session)
        for each in _of_session(list(session), embedder, shifted)
    )


def recut(turns: Sequence[Turn], begins: Collection[int]) -> tuple[Segment, ...]:
    """The stretches of one talk that `segments` found, by the numbers of the turns that each began with."""
    found: list[list[Turn]] = []
    for turn in _told(turns):
        if turn.id in begins or not found:
            found.append([])
        found[-1].append(turn)
    return tuple(Segment(tuple(each)) for each in found)


def _told(turns: Sequence[Turn]) -> list[Turn]:
    return [turn for turn in stories(turns) if terms(turn.text)]


def _of_session(
    turns: Sequence[Turn], embedder: Embedder, shifted: Shifted | None
) -> list[Segment]:
    told = _told(turns)
    if not told:
        return []
    vectors = embedder.embed([turn.text for turn in told])
    depth = gaps(vectors)
    deep = max(PLAIN, float(depth.mean() + DEEP * depth.std())) if len(depth) > 1 else PLAIN
    led = {each.id for each in _led(turns)}
    found: list[list[Turn]] = [[told[0]]]
    for place, turn in enumerate(told[1:]):
        before = found[-1]
        said = [each.text for each in before]
        opens = turn.id in led or _OPENS.match(turn.text) or (shifted and shifted(said, turn.text))
        long = sum(len(each.split()) for each in said) >= SHORTEST_STRETCH_WORDS
        if opens or (long and depth[place] >= deep):
            found.append([turn])
        else:
            before.append(turn)
    return [Segment(tuple(each)) for piece in found for each in _halved(piece, told, depth)]


def _led(turns: Sequence[Turn]) -> list[Turn]:
    """The narrator's turns that answer a question of ours about something else."""
    out: list[Turn] = []
    lead = False
    for turn in turns:
        if turn.speaker is Speaker.INTERVIEWER:
            lead = (turn.kind != "murmur" and bool(_LED.search(turn.text))) or lead
        elif turn.speaker is Speaker.NARRATOR:
            out += [turn] if lead else []
            lead = False
    return out


def _halved(
    piece: Sequence[Turn], told: Sequence[Turn], depth: NDArray[np.float32]
) -> list[Sequence[Turn]]:
    """Cut what is too long where it is least of one piece."""
    if len(piece) < 2 or sum(len(turn.text.split()) for turn in piece) <= LONGEST_STRETCH_WORDS:
        return [piece]
    at = next(place for place, turn in enumerate(told) if turn is piece[0])
    cut = 1 + int(np.argmax(depth[at : at + len(piece) - 1]))
    return [*_halved(piece[:cut], told, depth), *_halved(piece[cut:], told, depth)]
