"""Does the right old topic come up? Ten topics a moment, one of which belongs; ties count against us.

On made-up lives (training/topic_dialogues, the test narrators) and on both forms of LoCoMo (topic_cases).
Untrained ways first, then the ranker as it ships, which has never been trained on LoCoMo, then with parts
of it taken away; last a reference that is trained on LoCoMo in five folds by conversation and ships nothing.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.evaluation import scores
from lab.evaluation.memory.retrieval import RECIPROCAL
from lab.evaluation.returning.topic_cases import Case
from lab.evaluation.tables import Figures
from voice_agent.backends import Embedder
from voice_agent.conversation.bringing_back import (
    KnownTopics,
    called_up,
    nearness,
    sureness,
    told_of,
)
from voice_agent.language.mpnet import DEPTHS, SIZE
from voice_agent.memory.recall.bm25 import Bm25
from voice_agent.memory.recall.ranking import scaled
from voice_agent.memory.topics.topic_fitting import Choice, fit
from voice_agent.memory.topics.topic_measures import MEASURES
from voice_agent.memory.topics.topic_ranking import TopicRanker
from voice_agent.memory.topics.topics import Topic

Scored = NDArray[np.float64]
"""Shape (candidates,)."""

FOLDS = 5

PARTS: Mapping[str, tuple[str, ...]] = {
    "last turn": ("last", "said"),
    "the turns before": ("before", "context", "turns", "line"),
    "words": ("words", "said", "agree"),
    "people": ("people", "named"),
    "places": ("places",),
    "periods": ("periods",),
    "sample memories": ("samples",),
    "feelings": ("affect",),
    "recency, tellings, saliency": ("recency", "tellings", "saliency"),
    "own life": ("own",),
}
"""What is taken away in turn."""

FUSED = ("last", "context", "words")


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """A moment with everything that the ways below need."""

    case: Case
    measures: NDArray[np.float64]
    summary: NDArray[np.float64]
    """Measures where a topic is its line alone."""

    keywords: NDArray[np.float64]
    """Measures where it is its keywords."""

    opening: NDArray[np.float64]
    """Measures at the first of the turns, as one looks once a session."""

    bm25: Scored
    """Of every word, as it is usually done."""

    used: Scored | None = None
    """How sure a talk would be of each; None where nobody is the narrator."""

    larger: NDArray[np.float64] | None = None
    """Shape (candidates, 6): z-scores of how near each is to the last turn, after each depth of MPNet, and to the context; None: not read."""


Read = Callable[[Sequence[str]], NDArray[np.float32]]
"""What MPNet makes of texts, (n, WIDTH)."""


def measure(
    cases: Sequence[Case],
    ranker: TopicRanker,
    near: Embedder | None = None,
    larger: Read | None = None,
) -> list[Measured]:
    """Some 3 ms a case, and what embedding takes. `near`: knows what belongs together. Raises EngineError."""
    out: list[Measured] = []
    deep = _larger(cases, larger) if larger is not None else [None] * len(cases)
    for case, depths in zip(cases, deep, strict=True):
        short = [replace(each, text=each.line) for each in case.topics]
        keys = [
            replace(each, line=k, text=k)
            for each in case.topics
            if (k := _keys(each.keywords, each.line))
        ]
        first = (
            case.moment
            if not case.moment.before
            else replace(case.moment, last=case.moment.before[0], before=())
        )
        counted = Bm25([f"{each.line} {each.text}" for each in case.topics])
        out.append(
            Measured(
                case,
                ranker.measure(case.moment, case.topics),
                ranker.measure(case.moment, short),
                ranker.measure(case.moment, keys),
                ranker.measure(first, case.topics),
                counted.scores(case.moment.context),
                _used(case, ranker, near) if near is not None and case.told else None,
                depths,
            )
        )
    return out


def _larger(cases: Sequence[Case], read: Read) -> list[NDArray[np.float64]]:
    """See Measured.larger. What all topics have in common is taken away first: it says nothing of any."""
    topics = {each.text for case in cases for each in case.topics}
    heard = {text for case in cases for text in (case.moment.last, case.moment.context)}
    texts = sorted(topics | heard, key=len)
    rows = read(texts).reshape(len(texts), len(DEPTHS), SIZE)
    rows = rows - rows[[text in topics for text in texts]].mean(axis=0)
    rows /= np.maximum(np.linalg.norm(rows, axis=2, keepdims=True), 1e-9)
    of = dict(zip(texts, rows, strict=True))
    out: list[NDArray[np.float64]] = []
    for case in cases:
        told = np.stack([of[each.text] for each in case.topics])
        both = (case.moment.last, case.moment.context)
        near = np.hstack([np.einsum("nds,ds->nd", told, of[text]) for text in both])
        out.append(np.stack([scaled(list(column)) for column in near.T], axis=1))
    return out


def _used(case: Case, ranker: TopicRanker, near: Embedder) -> Scored:
    """As a talk chooses: kindred meaning first, and the ranking a little."""
    ids = [str(each.id) for each in case.topics]
    scores = {str(each.topic.id): each.score for each in ranker.rank(case.moment, case.topics)}
    known = KnownTopics(case.topics).meant(near)
    sure = sureness(nearness(known, told_of(case.told)), scores, known.certainty)
    return np.array([sure[id] for id in ids])


def _keys(keywords: Sequence[str], line: str) -> str:
    return " ".join(keywords) or line


def evaluate(
    name: str,
    found: Sequence[Measured],
    weights: Mapping[str, float],
    *,
    folds: bool = False,
    seed: int = 0,
    notes: Sequence[str] = (),
) -> Figures:
    """Every way on one set of moments. `folds`: also the reference that learns from this very set."""
    ways = _ways(_vector(weights))
    ranks = {
        way: [rank(scored(each), each.case.right) for each in found] for way, scored in ways.items()
    }
    used = [rank(each.used, each.case.right) for each in found if each.used is not None]
    if len(used) == len(found):
        ranks[USED] = used
    if folds:
        ranks["five folds of this set, ships nothing"] = _folded(found)
        ranks["five folds, told also who speaks"] = _folded(found, whose=True)
    deep = [each.larger for each in found if each.larger is not None]
    if len(deep) == len(found):
        ranks["MPNet, embedding of the last turn"] = [
            rank(own[:, len(DEPTHS) - 1], each.case.right)
            for own, each in zip(deep, found, strict=True)
        ]
        if folds:
            ranks["five folds, MPNet beside it"] = _folded(found, deep=True)
            ranks["five folds, MPNet and who speaks"] = _folded(found, deep=True, whose=True)
    hits = {way: [float(each == 1) for each in own] for way, own in ranks.items()}
    fused = max(("RRF", "fusion by z-score"), key=lambda way: sum(hits[way]))
    rows = [_row(way, own, seed) for way, own in ranks.items()]
    p = scores.differs(hits[SHIPPED], hits[fused], seed)
    return Figures(
        "topics",
        f"{name}: {len(found)} moments, ten topics each",
        rows,
        seed,
        (
            f"Best untrained fusion: {fused}, {np.mean(hits[fused]):.3f}; {SHIPPED} "
            f"{np.mean(hits[SHIPPED]) - np.mean(hits[fused]):+.3f} (one-sided p {p:.3f}).",
            *notes,
        ),
    )


SHIPPED = "ranker"

USED = "as used in a talk"
"""The choice that is made live: `bringing_back.called_up`."""


def _vector(weights: Mapping[str, float]) -> NDArray[np.float64]:
    return np.array([weights.get(name, 0.0) for name in MEASURES])


def _column(name: str) -> Callable[[Measured], Scored]:
    at = MEASURES.index(name)
    return lambda each: each.measures[:, at]


def _ways(weights: NDArray[np.float64]) -> dict[str, Callable[[Measured], Scored]]:
    at = [MEASURES.index(name) for name in FUSED]
    context, line = MEASURES.index("context"), MEASURES.index("line")
    ways: dict[str, Callable[[Measured], Scored]] = {
        "embedding of the last turn": _column("last"),
        "embedding of the context": _column("context"),
        "BM25": lambda each: each.bm25,
        "RRF": lambda each: _reciprocal(each.measures[:, at]),
        "fusion by z-score": lambda each: each.measures[:, at].sum(axis=1),
        "all measures alike": lambda each: each.measures.sum(axis=1),
        "raw dialogue, embedding": lambda each: each.measures[:, context],
        "keywords, embedding": lambda each: each.keywords[:, line],
        "keywords, ranker": lambda each: each.keywords @ weights,
        "summary, embedding": lambda each: each.summary[:, line],
        "summary, ranker": lambda each: each.summary @ weights,
        "ranker, once a session": lambda each: each.opening @ weights,
        SHIPPED: lambda each: each.measures @ weights,
    }
    for part, names in PARTS.items():
        kept = np.where([name in names for name in MEASURES], 0.0, weights)
        if not np.array_equal(kept, weights):
            ways[f"ranker without {part}"] = _with(kept)
    return ways


def _with(weights: NDArray[np.float64]) -> Callable[[Measured], Scored]:
    return lambda each: each.measures @ weights


def _reciprocal(columns: NDArray[np.float64]) -> Scored:
    """Reciprocal rank fusion; what ties shares the later rank."""
    ranks = np.stack([(column[:, None] <= column[None, :]).sum(axis=1) for column in columns.T])
    return (1 / (RECIPROCAL + ranks)).sum(axis=0)


def rank(scored: Scored, right: int) -> int:
    """Rank from 1; whatever scores the same comes before it."""
    return 1 + int((np.delete(scored, right) >= scored[right]).sum())


def _folded(found: Sequence[Measured], *, whose: bool = False, deep: bool = False) -> list[int]:
    """Ranks where the weights, of any sign, were fitted on the other conversations."""

    def row(each: Measured) -> NDArray[np.float64]:
        columns = [each.measures]
        if whose:
            columns.append(np.array(each.case.speakers, np.float64)[:, None])
        if deep and each.larger is not None:
            columns.append(each.larger)
        return np.hstack(columns)

    rows = [row(each) for each in found]
    groups = sorted({each.case.group for each in found})
    out = [0] * len(found)
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        choices = [
            Choice(own, each.case.right)
            for own, each in zip(rows, found, strict=True)
            if each.case.group not in held
        ]
        prior = np.zeros(rows[0].shape[1])
        weights = fit(choices, prior, penalty=0.003, least=-np.inf)
        for place, (own, each) in enumerate(zip(rows, found, strict=True)):
            if each.case.group in held:
                out[place] = rank(own @ weights, each.case.right)
    return out


def _row(way: str, ranks: Sequence[int], seed: int) -> dict[str, Any]:
    hits = [float(each == 1) for each in ranks]
    return {
        "way": way,
        "R10@1": float(np.mean(hits)),
        "95 %": scores.interval(hits, seed),
        "R10@2": float(np.mean([each <= 2 for each in ranks])),
        "R10@3": float(np.mean([each <= 3 for each in ranks])),
        "MRR": float(np.mean([1 / each for each in ranks])),
        "NDCG": float(np.mean([1 / np.log2(each + 1) for each in ranks])),
    }


def timed(
    ranker: TopicRanker, near: Embedder, cases: Sequence[Case], topics: Sequence[Topic]
) -> str:
    """How long ranking takes, and how long the whole look that a talk takes, in a sentence. Raises EngineError."""
    ranker.prepare(topics)
    known = KnownTopics(tuple(topics)).meant(near)
    ranked: list[float] = []
    looked: list[float] = []
    for case in cases:
        moment = case.moment
        if moment.before:  # heard when it was said
            ranker.rank(replace(moment, last=moment.before[-1], before=moment.before[:-1]), topics)
        began = time.perf_counter()
        called_up(ranker, known, moment, case.told)
        looked.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        ranker.rank(moment, topics)
        ranked.append(1000 * (time.perf_counter() - began))
    half, most = np.percentile(ranked, [50, 95])
    whole, longest = np.percentile(looked, [50, 95])
    return (
        f"{len(topics)} topics are ranked in {half:.1f} ms (p95 {most:.1f}) once the newest turn is embedded; the whole look "
        f"of a talk takes {whole:.0f} ms (p95 {longest:.0f}): it embeds that turn, and the story so far with the larger network."
    )


WIDE, LINE, LEFT = 760, 22, 260


def chart(every: Sequence[Mapping[str, Any]]) -> str:
    """The ranker and what it is without each part, as bars of R10@1, one block for each set.

    `every` are the JSON of sets: `about` and `rows`.
    """
    rows = [(each, [row for row in each["rows"] if _drawn(str(row["way"]))]) for each in every]
    high = 60 + sum(40 + LINE * len(own) for _, own in rows)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" font-family="Georgia, serif" '
        'font-size="13" fill="#333">',
        f'<rect width="{WIDE}" height="{high}" fill="#fdfbf7"/>',
        '<text x="20" y="28" font-size="17">The right topic of ten at the head (R10@1), and without each part</text>',
    ]
    y = 60
    for figures, own in rows:
        out.append(f'<text x="20" y="{y}" font-style="italic">{figures["about"]}</text>')
        y += 10
        for row in own:
            value, name = float(row["R10@1"]), str(row["way"])
            width = (WIDE - LEFT - 70) * value
            colour = "#8c2f39" if name == SHIPPED else "#8a8a8a" if "without" in name else "#b8860b"
            out.append(
                f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{name}</text>'
                f'<rect x="{LEFT}" y="{y + 4}" width="{width:.1f}" height="14" fill="{colour}"/>'
                f'<text x="{LEFT + width + 6:.1f}" y="{y + 15}">{value:.3f}</text>'
            )
            y += LINE
        y += 30
    return "\n".join([*out, "</svg>"]) + "\n"


def _drawn(way: str) -> bool:
    return way in {"embedding of the context", "BM25", "RRF", "fusion by z-score", USED} or (
        way.startswith("ranker") and way != "ranker, once a session"
    )
