"""Teach which question follows which answer, and lay the questions down with the answers they were written for.

    python -m lab.training.following --apart --cache DIR      each hand's answers, judged by layers the others taught
    python -m lab.training.following --to models/following    teach with all hands, and write what language/following.py reads

following_a.tsv and on, one hand a file: the question before ("-": none), an answer, and two questions that one would ask next;
following_supposes.tsv: what each question supposes beyond its words, 0 to 2, and the question. The layers are those of likeness.py, and learn to know each answer's own questions among those of the same hand.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from lab.training import LESSONS, likeness
from lab.training.emotion_layers import save
from lab.training.emotion_lessons import lesson, read_halfway
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.interview import losses
from voice_agent.interview.following import context
from voice_agent.interview.particulars import hurts
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said
from voice_agent.language.embedding import MiniLM
from voice_agent.language.halfway import Halfway
from voice_agent.language.likeness import LONGEST, Likeness, joined

PAIRED = "f"
"""The hand whose lines stand two and two: two people's answers of which one would ask the same."""


@dataclass(frozen=True, slots=True)
class Example:
    """An answer, and what one would ask next."""

    asked: str
    said: str
    asks: tuple[str, str]

    @property
    def hard(self) -> bool:
        """Does it tell of a loss, or of anything as hard?"""
        return losses.loss(self.said) or losses.wronged(self.said) or hurts(self.said)


def read(path: Path) -> list[Example]:
    """Raises OSError, and ValueError where a line has another form."""
    found: list[Example] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = line.split("\t")
        if len(row) != 4 or not all(each.endswith("?") for each in row[2:]):
            raise ValueError(f"{path}, line {number}: four columns, the last two questions.")
        found.append(Example("" if row[0] == "-" else row[0], row[1], (row[2], row[3])))
    return found


def examples() -> Mapping[str, list[Example]]:
    """What each hand wrote."""
    return {path.stem[-1]: read(path) for path in sorted(LESSONS.glob("following_?.tsv"))}


def supposing() -> Mapping[str, int]:
    """What each question supposes, as one reader marked it: see interview.following.FollowUp."""
    lines = (LESSONS / "following_supposes.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in lines.splitlines() if not line.startswith("#"))
    return {ask: int(mark) for mark, ask in rows}


def hand(
    name: str, wrote: Sequence[Example], reader: Halfway, own: MiniLM, cache: Path | None
) -> likeness.Hand:
    """What one hand wrote, read halfway: each answer twice, then its questions."""
    answers = [context(each.asked, each.said) for each in wrote for _ in each.asks]
    asks = [ask for each in wrote for ask in each.asks]
    return _hand(f"following-{name}", answers, asks, reader, own, cache)


def alike(
    wrote: Sequence[Example], reader: Halfway, own: MiniLM, cache: Path | None
) -> likeness.Hand:
    """Of a hand that wrote two answers of a kind, one after the other: the first of each two, then the second."""
    told = [context(each.asked, each.said) for each in wrote]
    return _hand("following-alike", told[::2], told[1::2], reader, own, cache)


def _hand(
    name: str,
    texts: Sequence[str],
    others: Sequence[str],
    reader: Halfway,
    own: MiniLM,
    cache: Path | None,
) -> likeness.Hand:
    every = [*texts, *others]
    told = lesson(*read_halfway(name, every, reader, cache))
    meanings = own.embed(every)
    return likeness.Hand(told, meanings)


def apart(minilm: Path, every: Mapping[str, likeness.Hand], out: str) -> None:
    """How often an answer of the hand `out` knows its own question among twenty of the same hand."""
    others = [each for name, each in every.items() if name != out]
    plain = likeness.middle_of(others)
    model = likeness.beginning(minilm)
    likeness.centre(model, others)

    def first(rows: np.ndarray) -> float:
        return likeness.first_of(likeness.halves(joined(rows, every[out].meanings, plain)), 19)

    before = first(likeness.said(model, every[out].told))
    likeness.teach(model, others)
    after = first(likeness.said(model, every[out].told))
    print(f"hand {out}: own question first of twenty {before:.3f} untaught, {after:.3f} taught")


def lay_down(every: Mapping[str, Sequence[Example]], reader: Likeness, to: Path) -> None:
    """Write the questions, each once, and the vectors of the answers they were written for."""
    seen, kept = set[str](), list[tuple[Example, list[str]]]()
    for each in (one for wrote in every.values() for one in wrote):
        # "What did you try first?" sounds like advice to the lint
        asks = [ask for ask in each.asks if ask not in seen and not faults(ask, said(ask))]
        seen |= {*asks}
        if asks:
            kept.append((each, asks))
    marks = supposing()
    table = [
        {"asks": [(ask, marks.get(ask, 2)) for ask in asks], "gentle": each.hard}
        for each, asks in kept
    ]
    rows = reader.embed([context(each.asked, each.said) for each, _ in kept])
    text = ",\n".join(json.dumps(row, ensure_ascii=False) for row in table)
    (to / "questions.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")
    scale = np.abs(rows).max(axis=1, keepdims=True) / 127
    small = np.round(rows / scale).astype(np.int8)
    np.savez_compressed(to / "answers.npz", answers=small, scale=scale)


def main() -> None:
    """Measure with each hand left out, or teach with all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--cache", type=Path, help="keeps what was read halfway")
    parser.add_argument(
        "--to", type=Path, help="the folder that the layers and questions are written to"
    )
    given = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    shelf = house.load(None).weights
    minilm, small = weights.find(shelf, "minilm-fp32"), weights.find(shelf, "minilm-int8")
    reader, own = Halfway(small, threads=1, longest=LONGEST), MiniLM(small)
    wrote = examples()
    every = {name: hand(name, each, reader, own, given.cache) for name, each in wrote.items()}
    if given.apart:
        for name in every:
            apart(minilm, every, name)
    if given.to is not None:
        model, plain = likeness.beginning(minilm), likeness.middle_of(every.values())
        likeness.centre(model, list(every.values()))
        likeness.teach(model, [*every.values(), alike(wrote[PAIRED], reader, own, given.cache)])
        given.to.mkdir(parents=True, exist_ok=True)
        save(model, given.to / "layers.npz")
        table = {"middle": [round(float(each), 5) for each in plain]}
        (given.to / "middle.json").write_text(json.dumps(table) + "\n", encoding="utf-8")
        lay_down(wrote, Likeness(given.to, small), given.to)


if __name__ == "__main__":
    main()
