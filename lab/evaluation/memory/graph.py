"""Do the graph and the mood help recall? Three small questions on the invented lives, answered either way.

*Cold start*: the last third of a life's tellings come new; does the nearest five of the earlier ones hold one
that a remark's label puts together with it? By text, by mean of relations (`GraphVectors.add`), and by full
re-embedding after each (`settle`), with the time each takes.

*Mood*: how far the valence of what comes up is from that of the remark, unsteered and steered.

*Bubbles or items*: whole tellings against single sentences of them, as what is indexed.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.evaluation import scores
from lab.evaluation.memory import book_recall, persona
from lab.evaluation.tables import Figures
from voice_agent.backends import Embedder
from voice_agent.memory import saliency
from voice_agent.memory.affect import Affect, Reader, Steer
from voice_agent.memory.clauses import sentences
from voice_agent.memory.graph_vectors import GraphVectors
from voice_agent.memory.recall.memories import Memory, MemoryId
from voice_agent.memory.recall.ranking import Candidate, Cue, rank
from voice_agent.memory.recall.samples import prepare
from voice_agent.memory.terms import terms
from voice_agent.memory.themes import Themes

NEAREST = 5

TOO_COMMON = 6
"""A word that stands in more tellings of a life than this ties none of them."""


def evaluate(
    folder: Path,
    embedder: Embedder,
    themes: Themes,
    reader: Reader,
    *,
    book: Path | None = None,
    seed: int = 0,
) -> Figures:
    """Answer the three questions on every life in `folder`, and the last on `book` too.

    Raises MemoryRefused.
    """
    lives = [persona.read(path) for path in sorted(folder.glob("*.txt"))]
    rows = [
        *_cold_start(lives, embedder, seed),
        *_moods(lives, embedder, themes, reader, seed),
        *_bubbles(lives, embedder, themes, seed),
        *(book_recall.evaluate(book, embedder, seed=seed) if book else ()),
    ]
    return Figures(
        "graph",
        f"{len(lives)} lives of {len(lives[0].entries)} tellings",
        rows,
        seed,
        (
            "cold start: hit@1 and hit@5; mood: distance of valence on a scale of 2, smaller is better, and "
            "nDCG@5; bubbles: nDCG@5.",
            "Relations are words that two tellings share; labels are those of the remarks.",
            "book: one sentence of a stretch is said, the rest of the stretch should come to mind."
            if book
            else "No book was given (--book), so none was measured.",
        ),
    )


def _cold_start(
    lives: Sequence[persona.Persona], embedder: Embedder, seed: int
) -> list[dict[str, Any]]:
    names = ("text", "mean of relations", "full re-embedding")
    hits: dict[tuple[str, int], list[float]] = {(name, k): [] for k in (1, 5) for name in names}
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for life in lives:
        vectors = embedder.embed([each.text for each in life.entries])
        told = {each.number: terms(each.text) for each in life.entries}
        often = {w: sum(w in t for t in told.values()) for t in told.values() for w in t}
        together = [set(remark.wanted) for remark in life.remarks]
        old = len(life.entries) * 2 // 3
        graph, again = GraphVectors(), GraphVectors()
        for each in life.entries:
            n, vector = each.number, vectors[each.number - 1]
            words = [f"w:{w}" for w in sorted(told[n]) if 1 < often[w] <= TOO_COMMON]
            new = n > old
            before = [m for m in range(1, n)]
            wanted = {m for group in together if n in group for m in group if m < n}
            for name in names:
                began = time.perf_counter()
                if name == "text":
                    near = vectors[: n - 1] @ vector
                elif name == "mean of relations":
                    near = _added(graph, n, vector, words)
                else:
                    near = _added(again, n, vector, words, settle=True)
                took = time.perf_counter() - began
                if new and wanted:
                    order = [before[place] for place in np.argsort(-near, kind="stable")]
                    for k in (1, 5):
                        hits[name, k].append(float(bool(set(order[:k]) & wanted)))
                    seconds[name].append(took)
    return [
        _figure(f"hit@{k}: {name}", found, seed, ms=1000 * float(np.median(seconds[name])))
        for (name, k), found in hits.items()
    ]


def _added(
    graph: GraphVectors,
    number: int,
    vector: NDArray[np.float32],
    words: Sequence[str],
    *,
    settle: bool = False,
) -> NDArray[np.float32]:
    graph.add(f"m:{number}", vector, words)
    if settle:
        graph.settle()
    own = graph.vectors[f"m:{number}"]
    return np.array([float(graph.vectors[f"m:{m}"] @ own) for m in range(1, number)], np.float32)


def _moods(
    lives: Sequence[persona.Persona],
    embedder: Embedder,
    themes: Themes,
    reader: Reader,
    seed: int,
) -> list[dict[str, Any]]:
    far: dict[Steer, list[float]] = {steer: [] for steer in Steer}
    gain: dict[Steer, list[float]] = {steer: [] for steer in Steer}
    for life in lives:
        vectors = embedder.embed([each.text for each in life.entries])
        affects = reader.read(vectors)
        for remark in life.remarks:
            cue = embedder.embed([remark.text])[0]
            (mood,) = reader.read(cue[None])
            pool = _pool(life, vectors, cue, embedder, themes, affects)
            for steer in Steer:
                found = rank(
                    pool,
                    Cue(remark.text, persona.TODAY, mood=mood, steer=steer),
                    limit=NEAREST,
                    nearness=None,
                )
                far[steer] += [abs(each.memory.affect.valence - mood.valence) for each in found]
                ids = [int(each.memory.id) for each in found]
                gain[steer].append(scores.ndcg(ids, remark.wanted))
    return [
        _figure(f"mood: {steer}", gain[steer], seed, distance=float(np.mean(far[steer])))
        for steer in Steer
    ]


def _bubbles(
    lives: Sequence[persona.Persona], embedder: Embedder, themes: Themes, seed: int
) -> list[dict[str, Any]]:
    whole: list[float] = []
    single: list[float] = []
    for life in lives:
        vectors = embedder.embed([each.text for each in life.entries])
        items = [
            (each.number, each.text[first:last])
            for each in life.entries
            for first, last in sentences(each.text)
        ]
        item_vectors = embedder.embed([text for _, text in items])
        for remark in life.remarks:
            cue = embedder.embed([remark.text])[0]
            asked = Cue(remark.text, persona.TODAY)
            pool = _pool(life, vectors, cue, embedder, themes)
            found = rank(pool, asked, limit=NEAREST, nearness=None)
            whole.append(scores.ndcg([int(each.memory.id) for each in found], remark.wanted))
            loose = [
                Memory(
                    MemoryId(f"{n}.{at}"),
                    text,
                    life.entries[n - 1].told_at,
                    saliency=saliency.rate(text),
                )
                for at, (n, text) in enumerate(items)
            ]
            pool = _candidates(loose, item_vectors, cue, embedder, themes)
            order = rank(pool, asked, limit=len(pool), nearness=None)
            numbers = list(dict.fromkeys(int(each.memory.id.split(".")[0]) for each in order))
            single.append(scores.ndcg(numbers[:NEAREST], remark.wanted))
    return [
        _figure("recall of single sentences", single, seed),
        _figure("recall of bubbles", whole, seed),
    ]


def _pool(
    life: persona.Persona,
    vectors: NDArray[np.float32],
    cue: NDArray[np.float32],
    embedder: Embedder,
    themes: Themes,
    affects: Sequence[Affect] = (),
) -> list[Candidate]:
    memories = [
        Memory(
            MemoryId(str(each.number)),
            each.text,
            each.told_at,
            affect=affects[each.number - 1] if affects else Affect(),
            saliency=saliency.rate(each.text),
        )
        for each in life.entries
    ]
    return _candidates(memories, vectors, cue, embedder, themes)


def _candidates(
    memories: Sequence[Memory],
    vectors: NDArray[np.float32],
    cue: NDArray[np.float32],
    embedder: Embedder,
    themes: Themes,
) -> list[Candidate]:
    best: dict[str, float] = {}
    for sample in prepare(memories, vectors, themes, embedder):
        best[sample.memory] = max(best.get(sample.memory, -1.0), float(sample.vector @ cue))
    return [
        Candidate(each, float(vector @ cue), 0.0, best[each.id])
        for each, vector in zip(memories, vectors, strict=True)
    ]


def _figure(
    name: str,
    values: Sequence[float],
    seed: int,
    *,
    ms: float | None = None,
    distance: float | None = None,
) -> dict[str, Any]:
    return {
        "what": name,
        "hit or nDCG": float(np.mean(values)),
        "95 %": scores.interval(values, seed),
        "n": len(values),
        "ms an insert": ms,
        "mood distance": distance,
    }
