"""Which memories a cue brings to mind, and why: the reasons sum to the score.

Similarities of different kinds are put on one scale by their z-score among the candidates (rank fusion
loses 13 points of recall@1 to it: `python -m lab retrieval`), then weighed together with what stands
out, what was told lately, what suits the mood and what hangs together.
"""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.affect import NEUTRAL, Affect, Steer, fit
from voice_agent.memory.recall.memories import Memory, MemoryId


@dataclass(frozen=True, slots=True)
class Cue:
    """What was just said, perhaps still being said."""

    text: str
    now: datetime
    """UTC."""

    mood: Affect = NEUTRAL
    steer: Steer = Steer.NONE
    just_told: frozenset[MemoryId] = frozenset()
    """What this session has brought up or told already: it does not come to mind again."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory with the raw measures of how near it is."""

    memory: Memory
    meaning: float
    """Cosine with the cue."""

    words: float
    """BM25, 0 where no word is shared."""

    samples: float
    """Largest likeness of the cue to one of its sample memories."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of a score."""

    name: str
    share: float
    """What it adds; all of them together are the score."""

    says: str
    """For people."""


@dataclass(frozen=True, slots=True)
class Recollection:
    """A memory that came to mind."""

    memory: Memory
    score: float
    """Comparable within one recall only."""

    reasons: tuple[Reason, ...]
    """Weightiest first; their shares sum to `score`."""

    sure: float = 0.0
    """0..1; see `sureness`."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each kind of nearness counts.

    Meaning, words, samples and saliency were fitted on the forty remarks of the four open journals (leaving
    one life out: nDCG@5 .640; meaning alone .584, samples alone .609), the others are guesses; see
    `python -m lab recall`.
    """

    meaning: float = 1.0
    words: float = 0.2
    samples: float = 2.0
    """Where nothing told is plainly near; see `bridging`."""

    names: float = 1.0
    saliency: float = 0.2
    recency: float = 0.1
    lately: float = 0.8
    """Recency where the cue itself says "lately"."""

    affect: float = 0.6
    links: float = 0.4


@dataclass(frozen=True, slots=True)
class Nearness:
    """How sure the best must be for anything to come to mind, and how sure each one with it.

    Chosen on the open journals between two wrongs. At .25 one remark in eight is met with silence, and one
    sentence in eight about nothing told ("I had soup") is not. From .45 on, 95 % of what comes first is
    right; half of the remarks are then met with silence, which is what the live loop wants.
    """

    best: float = 0.25
    company: float = 0.1
    """Below this, one memory in sixty was wanted."""

    named: float = 0.22
    """Enough meaning where a name or place is shared."""

    words: int = 3
    """Words in the cue; with fewer ("Mm, yes"), only a name brings anything to mind."""


WEIGHTS = Weights()
NEARNESS = Nearness()

SAY = 0.45
"""`Recollection.sure` from which on a memory may be spoken of unasked; see Nearness."""

HALF = 60.0
"""Days after which a telling counts half as recent. A guess."""

_LATELY = re.compile(
    r"\b(?:lately|recently|these days|nowadays|at the moment|this (?:week|month)|today|any ?more|now)\b",
    re.IGNORECASE,
)


def rank(
    candidates: Sequence[Candidate],
    cue: Cue,
    *,
    limit: int = 5,
    weights: Weights = WEIGHTS,
    nearness: Nearness | None = NEARNESS,
) -> tuple[Recollection, ...]:
    """Return at most `limit` memories, best first; none where nothing is near enough. Raises nothing.

    Ties are broken by id, so that the same question has the same answer.
    """
    # in one order, so that sums of floats come out the same for the same question
    pool = sorted(
        (each for each in candidates if each.memory.id not in cue.just_told),
        key=lambda each: each.memory.id,
    )
    if not pool:
        return ()
    said = names_in(cue.text, {name for each in pool for name in each.memory.names})
    near = _near(pool, cue, said, nearness) if nearness else [True] * len(pool)
    if not any(near):
        return ()
    measures = _measures(pool, cue, said)
    weighed = _weighed(pool, measures, cue, weights)
    weighed[MEASURES.index("samples")] *= bridging(max(each.meaning for each in pool))
    order = sorted(
        (place for place, fine in enumerate(near) if fine),
        key=lambda place: (-float(weighed[:, place].sum()), pool[place].memory.id),
    )
    return tuple(_recollection(pool[place], weighed[:, place], said) for place in order[:limit])


def _near(
    pool: Sequence[Candidate], cue: Cue, said: Collection[str], nearness: Nearness
) -> list[bool]:
    """Which may be mentioned at all. A wrong memory hurts more than none."""
    named = [
        each.meaning >= nearness.named and any(n.lower() in said for n in each.memory.names)
        for each in pool
    ]
    if len(cue.text.split()) < nearness.words:
        return named
    sure = [_sureness(each, named=own) for each, own in zip(pool, named, strict=True)]
    if max(sure) < nearness.best:
        return named
    return [own or each >= nearness.company for own, each in zip(named, sure, strict=True)]


def names_in(text: str, names: Collection[str]) -> frozenset[str]:
    """Those of `names`, in lower case, that `text` mentions as whole words."""
    lower = f" {_bare(text)} "
    return frozenset(
        name.lower() for name in names if (bare := _bare(name)) and f" {bare} " in lower
    )


def _bare(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text.lower()))


def recency(told_at: datetime, now: datetime) -> float:
    """1 for what was told just now, half of it for each HALF days."""
    days = max(0.0, (now - told_at).total_seconds() / 86400)
    return 0.5 ** (days / HALF)


MEASURES = ("meaning", "words", "samples", "names", "saliency", "recency", "affect", "links")


def _measures(
    pool: Sequence[Candidate], cue: Cue, said: Collection[str]
) -> Mapping[str, NDArray[np.float64]]:
    direct = {
        "meaning": scaled([each.meaning for each in pool]),
        "words": scaled([each.words for each in pool]),
        "samples": scaled([each.samples for each in pool]),
    }
    own = direct["meaning"] + direct["samples"] + direct["words"]
    return {
        **direct,
        "names": np.array(
            [float(any(name.lower() in said for name in each.memory.names)) for each in pool]
        ),
        "saliency": np.array([each.memory.saliency.share for each in pool]),
        "recency": np.array([recency(each.memory.told_at, cue.now) for each in pool]),
        "affect": np.array([fit(cue.mood, each.memory.affect, cue.steer) for each in pool]),
        "links": _linked(pool, own),
    }


def _linked(pool: Sequence[Candidate], own: NDArray[np.float64]) -> NDArray[np.float64]:
    """How near a memory's best neighbour is, squeezed into 0..1: one step along the graph."""
    place = {each.memory.id: index for index, each in enumerate(pool)}
    out = np.zeros(len(pool))
    for index, each in enumerate(pool):
        near = [own[place[link]] for link in each.memory.links if link in place]
        if near:
            out[index] = 1 / (1 + math.exp(2.0 - max(near)))
    return out


def _weighed(
    pool: Sequence[Candidate],
    measures: Mapping[str, NDArray[np.float64]],
    cue: Cue,
    weights: Weights,
) -> NDArray[np.float64]:
    """Shape (len(MEASURES), len(pool)): what each measure adds to each score."""
    late = weights.lately if _LATELY.search(cue.text) else weights.recency
    by = {name: float(getattr(weights, name)) for name in MEASURES} | {"recency": late}
    return np.stack([by[name] * measures[name] for name in MEASURES])


def scaled(values: Sequence[float]) -> NDArray[np.float64]:
    """Z-scores; all 0 where they do not differ."""
    found = np.asarray(values, np.float64)
    spread = float(found.std())
    return (found - found.mean()) / spread if spread > 1e-9 else np.zeros_like(found)


def _recollection(
    each: Candidate, shares: NDArray[np.float64], said: Collection[str]
) -> Recollection:
    memory = each.memory
    names = ", ".join(name for name in memory.names if name.lower() in said)
    says = {
        "meaning": f"means something alike (cosine {each.meaning:.2f})",
        "words": "shares words with it" if each.words else "shares no word with it",
        "samples": f"is what such a thing brings to mind ({each.samples:.2f})",
        "names": f"names {names}" if names else "names nobody of them",
        "saliency": f"stands out, {memory.saliency.score} of 10: {memory.saliency.reason}",
        "recency": f"was told on {memory.told_at:%d %B %Y}",
        "affect": "sits with the mood",
        "links": "hangs together with another that came up",
    }
    reasons = [
        Reason(name, float(share), says[name]) for name, share in zip(MEASURES, shares, strict=True)
    ]
    reasons.sort(key=lambda reason: -abs(reason.share))
    named = any(name.lower() in said for name in memory.names)
    return Recollection(
        memory,
        sum(reason.share for reason in reasons),
        tuple(reasons),
        _sureness(each, named=named),
    )


def bridging(nearest: float) -> float:
    """How much sample memories count, 0..1, where the nearest meaning has this cosine.

    "We were soldiers together" needs no bridge to the tellings of the company; "There are things I never
    talked about" does, since no word of it is in what was told.
    """
    return 1 / (1 + math.exp(STEEP * (nearest - PLAIN)))


PLAIN, STEEP = 0.40, 20.0
"""Cosine from which on something told is plainly near, and how sharp that edge is. Fitted with Weights."""


def sureness(meaning: float, samples: float, *, named: bool) -> float:
    """How likely it is that a careful listener would bring this memory up now, 0..1.

    A logistic curve fitted on the first five of each of the 40 remarks and 80 sentences about nothing told
    of the open journals (600 pairs): what it calls .2 to .5 was wanted in a third of the cases, what it
    calls more than .8 in 83 %. That a name in common adds two is a guess: the journals name nobody apart.
    """
    at = SURE[0] + SURE[1] * meaning + SURE[2] * samples + SURE[3] * named
    return 1 / (1 + math.exp(-at))


SURE = (-7.27, 3.81, 13.13, 2.0)
"""Intercept, meaning (cosine), samples (likeness), a name shared."""


def _sureness(each: Candidate, *, named: bool) -> float:
    return sureness(each.meaning, each.samples, named=named)
