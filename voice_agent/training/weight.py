"""Teach what weighs on the heart: `python -m voice_agent.training.weight --cache DIR`.

A head on what MPNet makes of a story (language/weight.py), taught by weight*.tsv beside this file, a hand each. What each
hand wrote is judged by what the others taught: that says how much of what is light stays where nearly all that is heavy is
known, and so from where on something is believed to weigh.

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
from voice_agent.conversation.bringing_back import heavy as weighty
from voice_agent.evaluation.returning import shift_lives
from voice_agent.interview.returning.weighty import weighs
from voice_agent.language.classifier import scores, shares
from voice_agent.language.embedding import MiniLM
from voice_agent.language.weight import HEAVY as HEAVY_CLASS
from voice_agent.language.weight import WeightByMeaning
from voice_agent.memory.affect import Reader as Affect
from voice_agent.memory.topics.topics import Topic, TopicId
from voice_agent.memory.weight import BELIEVED, DOUBTED
from voice_agent.resources import resource
from voice_agent.training import heads

CLASSES = ("light", "heavy")
WRITTEN = (
    "weight.tsv",
    "weight_b.tsv",
    "weight_c.tsv",
    "weight_d.tsv",
    "weight_e.tsv",
    "weight_f.tsv",
    "weight_g.tsv",
)
"""Of one hand each."""

RECALL = 0.92
"""Of what weighs must be known for what it is; of the rest leave is asked (memory.weight.DOUBTED)."""


class Story(NamedTuple):
    """A short story."""

    heavy: bool
    words: str


def read(path: Path) -> list[Story]:
    """Stories of a .tsv, or those that the lives of a .toml may bring back. Raises OSError, ValueError, SettingsError."""
    if path.suffix == ".toml":
        told = (story for life in shift_lives.read(path) for story in life.stories)
        return [Story(each.heavy, each.topic.text) for each in told if not each.closed]
    found: list[Story] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        kind, tab, words = line.partition("\t")
        if kind not in CLASSES or not tab or not words.strip():
            raise ValueError(f"{path}, line {number}: “light” or “heavy”, a tab, and a story.")
        found.append(Story(kind == "heavy", words.strip()))
    return found


def bar_at(scores: NDArray[np.float64], heavy: NDArray[np.bool_], recall: float) -> float:
    """The highest score from which at least `recall` of what is heavy is taken for it."""
    found = np.sort(scores[heavy])
    return float(found[math.floor((1 - recall) * len(found) + 1e-9)])


def fitted(rows: NDArray[np.float16], heavy: NDArray[np.bool_]) -> heads.Head:
    """The head that these stories teach."""
    every = np.arange(len(rows))
    once = np.ones(len(rows), np.float32)
    kinds, shown = heavy.astype(np.int64), [every] * heads.EPOCHS
    return heads.teach(rows, kinds, once, shown, classes=len(CLASSES))


def scores_of(head: heads.Head, rows: NDArray[np.float16]) -> NDArray[np.float64]:
    """0..1 for each of `rows`: how surely it weighs."""
    return shares(scores(head, rows.astype(np.float32)))[:, CLASSES.index(HEAVY_CLASS)]


def held_out(
    rows: NDArray[np.float16], heavy: NDArray[np.bool_], folds: NDArray[np.int64]
) -> NDArray[np.float64]:
    """What heads that were taught by the other folds say of each story."""
    found = np.zeros(len(rows))
    for fold in np.unique(folds):
        out = folds == fold
        found[out] = scores_of(fitted(rows[~out], heavy[~out]), rows[out])
    return found


def report(found: NDArray[np.float64], heavy: NDArray[np.bool_]) -> None:
    """What a bar leaves of what is light, for some shares of what is heavy."""
    alike = float((found[heavy][:, None] > found[~heavy]).mean())
    print(f"{heavy.sum()} heavy, {(~heavy).sum()} light: AUC {alike:.3f}")
    for recall in (0.99, 0.98, 0.95, RECALL, 0.9, 0.8):
        bar = bar_at(found, heavy, recall)
        kept = float((found[~heavy] < bar).mean())
        print(f"  from {bar:.3f} on {recall:.2f} of the heavy; {kept:.3f} of the light stays")


def measure(file: Path, shelf: Path) -> None:
    """Print the share of what is heavy that is known, and of what is light that stays."""
    reader = WeightByMeaning(resource("models/weight"), weights.find(shelf, "mpnet-int8"))
    embedder = MiniLM(weights.find(shelf, "minilm-int8"))
    told = read(file)
    affect = Affect.load(resource("models/vad-head/head.json"))
    felt = affect.read(embedder.embed([each.words for each in told]))
    found = [reader.read(each.words) for each in told]
    topics = [
        Topic(TopicId(str(place)), each.words, each.words, feeling=feeling, weight=weight)
        for place, (each, feeling, weight) in enumerate(zip(told, felt, found, strict=True))
    ]
    ways = {
        "words": [weighs(each.words) for each in told],
        "valence": [each.valence <= HEAVY for each in felt],
        "reader": [each >= BELIEVED for each in found],
        "reader, in doubt": [each >= DOUBTED for each in found],
        "as in a talk": [weighty(each) for each in topics],
    }
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
    parser.add_argument("--measure", type=Path, help="stories, or lives, to be measured on")
    parser.add_argument("--to", type=Path, default=resource("models/weight"))
    given = parser.parse_args()
    shelf = house.load(None).weights
    if given.measure is not None:
        measure(given.measure, shelf)
        return
    hands = [read(Path(__file__).with_name(name)) for name in WRITTEN]
    stories = [story for hand in hands for story in hand]
    heavy = np.array([each.heavy for each in stories])
    texts = [each.words for each in stories]
    rows = heads.rows(texts, weights.find(shelf, "mpnet-int8"), given.cache)
    of_hand = np.repeat(np.arange(len(hands)), [len(hand) for hand in hands])
    found = held_out(rows, heavy, of_hand)
    bar = bar_at(found, heavy, RECALL)
    for place, name in enumerate(WRITTEN):
        here = of_hand == place
        known, kept = found[here & heavy] >= bar, found[here & ~heavy] < bar
        print(f"{name}, by the others: {known.mean():.3f} known, {kept.mean():.3f} kept")
    report(found, heavy)
    heads.save(fitted(rows, heavy), CLASSES, given.to, {HEAVY_CLASS: bar})


if __name__ == "__main__":
    main()
