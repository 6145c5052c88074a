"""Which session answers a question? LoCoMo (Maharana et al., 2024; CC BY-NC 4.0): evaluation only.

Ten long conversations of two people. A question is about a session where its evidence lies; where it lies
in several, any of them counts. Ties are counted against us. Observations are the facts that the data set
supplies; "our own claims" are what `distil` makes of the same talk, both speakers taken as narrators in
turn. Nothing is trained or chosen here.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.evaluation import scores
from lab.evaluation.tables import Figures
from voice_agent.backends import Embedder
from voice_agent.errors import MemoryRefused
from voice_agent.memory.claims import Part
from voice_agent.memory.distil import distil
from voice_agent.memory.reading import Reader
from voice_agent.memory.recall.bm25 import Bm25
from voice_agent.memory.recall.ranking import scaled
from voice_agent.story import SessionId, Speaker, Turn, TurnId

UNANSWERABLE = 5

RECIPROCAL = 60
"""The constant of reciprocal rank fusion (Cormack et al., 2009)."""


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation."""

    turns: tuple[tuple[str, ...], ...]
    """What was said, session by session."""

    observations: tuple[tuple[str, ...], ...]
    claims: tuple[tuple[str, ...], ...]
    questions: tuple[tuple[str, frozenset[int]], ...]
    """With the places of the sessions that answer them."""


def evaluate(file: Path, embedder: Embedder, reader: Reader | None, *, seed: int = 0) -> Figures:
    """Ask every question with evidence. Without a `reader` the rows of our own claims are left out.

    Raises MemoryRefused where `file` is not LoCoMo.
    """
    talks = load(file, reader)
    ranks: dict[str, list[int]] = {}
    for talk in talks:
        ways = _ways(talk, embedder)
        for name, scored in ways.items():
            for (_, wanted), row in zip(talk.questions, scored, strict=True):
                ranks.setdefault(name, []).append(_rank(row, wanted))
    rows = [_row(name, found, seed) for name, found in ranks.items()]
    count = len(next(iter(ranks.values())))
    sessions = sum(len(talk.turns) for talk in talks)
    return Figures(
        "retrieval",
        f"LoCoMo: {count} questions, {len(talks)} conversations, {sessions} sessions",
        rows,
        seed,
        (
            "R@1 wanted on the supplied observations: .727 or more, MRR .814 or more.",
            "Observations were written by a language model that had read the sessions; our own claims "
            "come from rules.",
        ),
    )


def load(file: Path, reader: Reader | None) -> tuple[Talk, ...]:
    """Read LoCoMo; distil it where there is a reader (some minutes with spaCy)."""
    try:
        data: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
        return tuple(_talk(each, reader) for each in data)
    except (ValueError, KeyError, TypeError) as error:
        raise MemoryRefused(f"{file} is not in LoCoMo's form: {error}.") from None


def _talk(each: Mapping[str, Any], reader: Reader | None) -> Talk:
    said = each["conversation"]
    numbers = sorted(int(k.split("_")[1]) for k in said if re.fullmatch(r"session_\d+", k))
    numbers = [n for n in numbers if said[f"session_{n}"]]
    place = {n: at for at, n in enumerate(numbers)}
    questions: list[tuple[str, frozenset[int]]] = []
    for asked in each["qa"]:
        cited = re.findall(r"D(\d+):", " ".join(map(str, asked.get("evidence", []))))
        wanted = frozenset(place[int(n)] for n in cited if int(n) in place)
        if wanted and asked.get("category") != UNANSWERABLE:
            questions.append((str(asked["question"]), wanted))
    return Talk(
        tuple(tuple(_line(turn) for turn in said[f"session_{n}"]) for n in numbers),
        tuple(_observed(each["observation"].get(f"session_{n}_observation", {})) for n in numbers),
        tuple(_claimed(said[f"session_{n}"], n, reader) for n in numbers) if reader else (),
        tuple(questions),
    )


def _line(turn: Mapping[str, Any]) -> str:
    return f"{turn['speaker']}: {turn['text']} {turn.get('blip_caption', '')}".strip()


def _observed(found: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(str(fact[0]) for facts in found.values() for fact in facts)


def _claimed(
    lines: Sequence[Mapping[str, Any]], session: int, reader: Reader | None
) -> tuple[str, ...]:
    if reader is None:
        return ()
    facts: list[str] = []
    for who in sorted({str(line["speaker"]) for line in lines}):
        turns = [
            Turn(
                TurnId(n),
                SessionId(f"s{session}"),
                Speaker.NARRATOR if line["speaker"] == who else Speaker.INTERVIEWER,
                str(line["text"]),
                float(n),
                float(n) + 1,
                datetime(2023, 1, 1, tzinfo=UTC),
            )
            for n, line in enumerate(lines, 1)
        ]
        for claim in distil(turns, reader).claims:
            # "I" is somebody, once claims of two people stand side by side
            facts.append(f"{who}: {claim.what} {' '.join(claim.words(Part.WHEN))}".strip())
    return tuple(facts)


def _ways(talk: Talk, embedder: Embedder) -> dict[str, Sequence[NDArray[np.float64]]]:
    asked = [question for question, _ in talk.questions]
    cues = embedder.embed(asked)
    whole = [" ".join(turns) for turns in talk.turns]
    by_session = Bm25(whole)
    words = [by_session.scores(question) for question in asked]
    turn_words = _best_words(talk.turns, asked)
    out: dict[str, Sequence[NDArray[np.float64]]] = {
        "sessions, meaning": list(cues @ embedder.embed(whole).T),
        "sessions, BM25": words,
    }
    for name, facts in (("observations", talk.observations), ("our own claims", talk.claims)):
        if not facts:
            continue
        best, fact_words = _best(facts, cues, embedder), _best_words(facts, asked)
        out[f"{name}, meaning"] = best
        out[f"{name} + sessions, rank fusion"] = [
            _fused(a, b) for a, b in zip(best, words, strict=True)
        ]
        out[f"{name} + sessions, z-scores"] = [
            scaled(list(a)) + scaled(list(b)) for a, b in zip(best, words, strict=True)
        ]
        out[f"{name} + sessions + best fact, best turn"] = [
            sum((scaled(list(each)) for each in four), np.zeros(len(whole)))
            for four in zip(best, words, fact_words, turn_words, strict=True)
        ]
    return out


def _best_words(facts: Sequence[Sequence[str]], asked: Sequence[str]) -> list[NDArray[np.float64]]:
    """BM25 of the best single fact of each session, for each question."""
    owner = [place for place, each in enumerate(facts) for _ in each]
    counted = Bm25([fact for each in facts for fact in each])
    out: list[NDArray[np.float64]] = []
    for question in asked:
        best = np.zeros(len(facts))
        np.maximum.at(best, owner, counted.scores(question))
        out.append(best)
    return out


def _best(
    facts: Sequence[Sequence[str]], cues: NDArray[np.float32], embedder: Embedder
) -> list[NDArray[np.float64]]:
    """The nearest fact of each session, for each question."""
    owner = [place for place, each in enumerate(facts) for _ in each]
    vectors = embedder.embed([fact for each in facts for fact in each])
    out: list[NDArray[np.float64]] = []
    for row in cues @ vectors.T:
        best = np.full(len(facts), -1.0)
        np.maximum.at(best, owner, row)
        out.append(best)
    return out


def _fused(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    ranks = [np.argsort(np.argsort(-each, kind="stable")) for each in (one, other)]
    return sum((1 / (RECIPROCAL + rank + 1) for rank in ranks), np.zeros(len(one)))


def _rank(row: NDArray[np.float64], wanted: frozenset[int]) -> int:
    """Rank from 1 of the best wanted session; whatever scores the same comes before it."""
    best = max(row[place] for place in wanted)
    return 1 + sum(1 for place, value in enumerate(row) if value >= best and place not in wanted)


def _row(name: str, ranks: Sequence[int], seed: int) -> dict[str, Any]:
    hits = [float(rank == 1) for rank in ranks]
    return {
        "way": name,
        "R@1": float(np.mean(hits)),
        "95 %": scores.interval(hits, seed),
        "R@5": float(np.mean([rank <= 5 for rank in ranks])),
        "MRR": float(np.mean([1 / rank for rank in ranks])),
    }
