"""Teach what weighs on the heart: `python -m voice_agent.training.weight --cache DIR`.

A line between light and heavy in what MPNet makes of a story (language/weight.py), taught by weight*.tsv beside this file,
three hands'. Fifths of it that taught nothing say how much of what is light stays where nearly all that is heavy is known,
and so from where on something is believed to weigh.

`--measure FILE` teaches nothing: it says how much of what weighs in FILE is known by the list of words, by the valence
of the telling, by what ships, and by any of them.
"""

import argparse
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.conversation.bringing_back import HEAVY
from voice_agent.interview.returning.weighty import weighs
from voice_agent.language.embedding import MiniLM
from voice_agent.language.weight import Line, WeightByMeaning
from voice_agent.memory.affect import Reader as Affect
from voice_agent.memory.weight import BELIEVED
from voice_agent.resources import resource
from voice_agent.training import heads

CLASSES = ("light", "heavy")
WRITTEN = ("weight.tsv", "weight_b.tsv", "weight_c.tsv")
"""Of one hand each."""

FOLDS = 5

RIDGE = 1.0
"""How much the line is held to little weights; of 1, 3, 10 and 30 the one with which most of what is light stays."""

RECALL = 0.97
"""Of what weighs must be known for what it is; an old story left alone costs little."""


class Story(NamedTuple):
    """A short story."""

    heavy: bool
    words: str


def read(path: Path) -> list[Story]:
    """Raises OSError, and ValueError where a line has another form."""
    found: list[Story] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        kind, tab, words = line.partition("\t")
        if kind not in CLASSES or not tab or not words.strip():
            raise ValueError(f"{path}, line {number}: “light” or “heavy”, a tab, and a story.")
        found.append(Story(kind == "heavy", words.strip()))
    return found


def fold_of(n: int) -> NDArray[np.int64]:
    """Which fold each of `n` stories is in; a story keeps its fold when others are added."""
    return np.array([np.random.default_rng(place).integers(FOLDS) for place in range(n)])


def bar_at(scores: NDArray[np.float64], heavy: NDArray[np.bool_], recall: float) -> float:
    """The highest score from which at least `recall` of what is heavy is taken for it."""
    found = np.sort(scores[heavy])
    return float(found[math.floor((1 - recall) * len(found) + 1e-9)])


def fitted(rows: NDArray[np.float64], heavy: NDArray[np.bool_], ridge: float = RIDGE) -> Line:
    """Logistic regression by Newton's steps, solved among the stories: there are fewer than numbers in a row."""
    mean, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), 1e-3)
    seen, n = (rows - mean) / spread, len(rows)
    alike, shares = seen @ seen.T + 1, np.zeros(n)
    for _ in range(30):
        found = alike @ shares
        p = 1 / (1 + np.exp(-found))
        sharp = np.maximum(p * (1 - p), 1e-6)
        target = found + (heavy - p) / sharp
        shares = np.linalg.solve(alike + np.diag(n * ridge / sharp), target)
    turned = seen.T @ shares / spread
    return Line(turned, float(shares.sum() - turned @ mean), BELIEVED)


def held_out(
    rows: NDArray[np.float64],
    heavy: NDArray[np.bool_],
    folds: NDArray[np.int64],
    ridge: float = RIDGE,
) -> NDArray[np.float64]:
    """What lines that were taught by the other folds say of each story."""
    found = np.zeros(len(rows))
    for fold in range(FOLDS):
        out = folds == fold
        found[out] = fitted(rows[~out], heavy[~out], ridge).scores(rows[out])
    return found


def report(scores: NDArray[np.float64], heavy: NDArray[np.bool_]) -> None:
    """What a bar leaves of what is light, for some shares of what is heavy."""
    alike = float((scores[heavy][:, None] > scores[~heavy]).mean())
    print(f"{heavy.sum()} heavy, {(~heavy).sum()} light: AUC {alike:.3f}")
    for recall in (0.99, 0.98, RECALL, 0.95, 0.9, 0.8):
        bar = bar_at(scores, heavy, recall)
        kept = float((scores[~heavy] < bar).mean())
        print(f"  from {bar:.3f} on {recall:.2f} of the heavy; {kept:.3f} of the light stays")


def measure(file: Path, shelf: Path) -> None:
    """Print the share of what is heavy that is known, and of what is light that stays."""
    reader = WeightByMeaning(resource("models/weight"), weights.find(shelf, "mpnet-int8"))
    embedder = MiniLM(weights.find(shelf, "minilm-int8"))
    told = read(file)
    affect = Affect.load(resource("models/vad-head/head.json"))
    felt = affect.read(embedder.embed([each.words for each in told]))
    ways = {
        "words": [weighs(each.words) for each in told],
        "valence": [each.valence <= HEAVY for each in felt],
        "reader": [reader.read(each.words) >= BELIEVED for each in told],
    }
    ways["any"] = [any(each) for each in zip(*ways.values(), strict=True)]
    heavy = np.array([each.heavy for each in told])
    for name, said in ways.items():
        known, kept = int(np.sum(said & heavy)), int(np.sum(~(np.array(said) | heavy)))
        print(
            f"{name}: {known} of {heavy.sum()} heavy known ({known / heavy.sum():.3f}), "
            f"{kept} of {(~heavy).sum()} light kept ({kept / (~heavy).sum():.3f})"
        )


def main() -> None:
    """Teach, and write models/weight; or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, help="keeps what was read")
    parser.add_argument("--measure", type=Path, help="stories to be measured on")
    parser.add_argument("--to", type=Path, default=resource("models/weight"))
    given = parser.parse_args()
    shelf = house.load(None).weights
    if given.measure is not None:
        measure(given.measure, shelf)
        return
    stories = [story for name in WRITTEN for story in read(Path(__file__).with_name(name))]
    heavy, folds = np.array([each.heavy for each in stories]), fold_of(len(stories))
    texts = [each.words for each in stories]
    rows = heads.rows(texts, weights.find(shelf, "mpnet-int8"), given.cache).astype(np.float64)
    scores = held_out(rows, heavy, folds)
    report(scores, heavy)
    fitted(rows, heavy)._replace(bar=bar_at(scores, heavy, RECALL)).save(given.to / "line.npz")


if __name__ == "__main__":
    main()
