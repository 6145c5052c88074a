"""Ways of deciding that a turn is over, tried on turns that were listened to, and how they did.

Arithmetic only. A false cut-in is a decision that falls before the narrator goes on; the wait runs from
the last audible sample of a turn to the decision. A rate is never given without its n and its interval,
nor without the wait it was bought with.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

import numpy as np

from voice_agent.dialogue.endpoint import ASK_AT, Manners, agreed, required_silence
from voice_agent.measuring.pauses import Turn
from voice_agent.measuring.shares import wilson
from voice_agent.sound import RATE

ANSWER = 0.15
"""Seconds of the audio clock until the semantic model has answered: 55-140 ms were measured."""

NEVER = 30.0
"""Seconds counted for a turn whose end was not noticed at all."""

SEMANTIC = (0.5, 3.0)
"""The semantic model alone, as it is commonly set up: believed from 0.5 on, else 3 s of silence."""


class Silence(NamedTuple):
    """One silence as the listener heard it."""

    began: int
    """Sample of the turn."""

    seconds: float
    """Until the next speech; inf where none came."""

    answers: tuple[float, ...] = ()
    """The semantic model's, one for each of ASK_AT that was reached."""


class Observed(NamedTuple):
    """One turn after everything was listened to."""

    turn: Turn
    in_pause: tuple[Silence, ...]
    at_end: tuple[Silence, ...]


Needed = Callable[[str, float | None], float]
"""Seconds of silence that end the turn, from the words and the model's answer."""


class Wait(NamedTuple):
    """Seconds from the true end of a turn to the decision."""

    p50: float
    p95: float
    n: int


class Rate(NamedTuple):
    """A share, how many it is of, and the 95 % interval after Wilson."""

    rate: float
    n: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Row:
    """How one way of deciding did."""

    name: str
    cut_ins: Rate
    inside: Rate
    """Of pauses inside a sentence."""

    between: Rate
    """Of pauses between sentences, where the story goes on: the hard case."""

    wait: Wait
    by_narrator: Mapping[str, tuple[Rate, Wait]]

    def as_json(self) -> dict[str, Any]:
        """Return figures for the benchmark's JSON file."""
        return {
            "false_cut_in_rate": self.cut_ins.rate,
            "false_cut_in_n": self.cut_ins.n,
            "inside_a_sentence": self.inside._asdict(),
            "between_sentences": self.between._asdict(),
            "added_wait_s": self.wait._asdict(),
            "by_narrator": {
                name: {"cut_ins": rate._asdict(), "added_wait_s": wait._asdict()}
                for name, (rate, wait) in self.by_narrator.items()
            },
        }


def ours(manners: Manners) -> Needed:
    """Decide as the product does."""
    return lambda words, complete: required_silence(words, complete, manners)


def fixed(seconds: float) -> Needed:
    """Decide by silence alone."""
    return lambda words, complete: seconds


def semantic_alone(words: str, complete: float | None) -> float:
    """Decide at once where the model believes it, else after its fallback."""
    believed, fallback = SEMANTIC
    return ASK_AT[0] if complete is not None and complete >= believed else fallback


def decision(silence: Silence, words: str, needed: Needed) -> float | None:
    """Return after how many seconds of `silence` the turn is judged over, None if it never is."""
    from_then = [0.0, *(at + ANSWER for at in ASK_AT[: len(silence.answers)])]
    until = [*from_then[1:], inf]
    known: list[float | None] = [None]
    for answer in silence.answers:
        known.append(agreed(known[-1], answer))
    for start, end, answer in zip(from_then, until, known, strict=True):
        decided = max(needed(words, answer), start)
        if decided < end:
            return decided if decided <= silence.seconds else None
    return None


def row(
    name: str, tested: Mapping[str, Sequence[Observed]], policy: Callable[[str], Needed]
) -> Row:
    """Try one policy, which may depend on the narrator's name, on every turn."""
    cuts = {
        narrator: [(o.turn.inside, cut_in(o, policy(narrator))) for o in turns]
        for narrator, turns in tested.items()
    }
    waits = {
        narrator: [_wait(o, policy(narrator)) for o in turns] for narrator, turns in tested.items()
    }
    every = [item for some in cuts.values() for item in some]
    return Row(
        name,
        cut_ins=rate(cut for _, cut in every),
        inside=rate(cut for inside, cut in every if inside),
        between=rate(cut for inside, cut in every if not inside),
        wait=_spread([w for some in waits.values() for w in some]),
        by_narrator={n: (rate(cut for _, cut in cuts[n]), _spread(waits[n])) for n in tested},
    )


def cut_in(observed: Observed, needed: Needed) -> bool:
    """Is the turn judged over before the narrator goes on?"""
    return any(
        decision(silence, observed.turn.before, needed) is not None for silence in observed.in_pause
    )


def rate(outcomes: Iterable[bool]) -> Rate:
    """Share of True, with Wilson's interval."""
    some = list(outcomes)
    hits, n = sum(some), len(some)
    return Rate(hits / max(n, 1), n, *wilson(hits, n))


def _wait(observed: Observed, needed: Needed) -> float:
    """Seconds from the true end to the decision. A listener who hears ghosts waits again."""
    for silence in observed.at_end:
        decided = decision(silence, observed.turn.last, needed)
        if decided is not None:
            return (silence.began - observed.turn.ended) / RATE + decided
    return NEVER


def _spread(waits: Sequence[float]) -> Wait:
    if not waits:
        return Wait(0.0, 0.0, 0)
    p50, p95 = np.quantile(waits, (0.5, 0.95), method="higher")
    return Wait(float(p50), float(p95), len(waits))
