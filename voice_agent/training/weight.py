"""Train the reader of weight: `python -m voice_agent.training.weight --cache DIR`.

Three layers go on where the frozen eight-bit MiniLM is halfway, as for how a turn is meant (meant.py): those that read
feelings (models/emotion), with a head of two classes, light and heavy, taught by weight.tsv beside this file, one
hand's. Fifths of it that taught nothing say how much of what is light stays where nearly all that is heavy is known,
and so from where on something is believed to weigh. With `--epochs` the layers learn, too; `--fold N` then leaves one
fifth out, reads it, and writes nothing but its scores into the cache.

`--measure FILE` teaches nothing: it says how much of what weighs in FILE is known by the list of words, by the valence
of the telling, by what ships, and by any of them.
"""

import argparse
import json
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.conversation.bringing_back import HEAVY
from voice_agent.interview.returning.weighty import weighs
from voice_agent.language.embedding import MiniLM
from voice_agent.language.halfway import Halfway
from voice_agent.language.weight import WeightByMeaning
from voice_agent.memory.affect import Reader as Affect
from voice_agent.memory.weight import BELIEVED
from voice_agent.resources import resource
from voice_agent.training.emotion_layers import Upper, padded, pooled, restore, save, shares
from voice_agent.training.emotion_lessons import Lesson, batches, lesson, read_halfway
from voice_agent.training.steps import halved, steps

CLASSES = ("light", "heavy")
FOLDS = 5
RATE, SMOOTH, TOKENS = 5e-5, 0.05, 1024
"""A batch holds some twenty stories; SMOOTH: share of certainty that is given away, the labels are one hand's."""

RIDGE = 3.0
"""How much the head is held to little weights; of .3, 1, 3, 10 and 30 the one with which most of what is light stays."""

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


def train(
    model: Upper, told: Lesson, heavy: NDArray[np.int64], given: argparse.Namespace, kept: Path
) -> bool:
    """Teach `model`. False: `given.patience` seconds were over, and `kept` holds how far it came."""
    plan: list[NDArray[np.int64]] = []
    for epoch in range(given.epochs):
        dice = np.random.default_rng(given.seed + epoch)
        some = batches(told, dice, TOKENS)
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(places: NDArray[np.int64]) -> torch.Tensor:
        with halved():
            out = model(*padded(told, places))
        wanted = torch.from_numpy(heavy[places])
        return f.cross_entropy(out.float(), wanted, label_smoothing=SMOOTH)

    return steps(
        model,
        plan,
        loss,
        rate=given.rate,
        decay=0.02,
        warm=0.06,
        kept=kept,
        patience=given.patience,
    )


def begun(minilm: Path, start: Path) -> Upper:
    """The layers of `start`; the head knows nothing."""
    model, before = Upper(minilm, outputs=len(CLASSES)), Upper(minilm)
    restore(before, start / "layers.npz")
    model.layers.load_state_dict(before.layers.state_dict())
    return model.eval()


class Head(NamedTuple):
    """A line between light and heavy."""

    weights: NDArray[np.float64]
    bias: float

    def scores(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """0..1 for each of `rows`."""
        return 1 / (1 + np.exp(-(rows @ self.weights + self.bias)))


def fitted(rows: NDArray[np.float64], heavy: NDArray[np.bool_], ridge: float = RIDGE) -> Head:
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
    weights = seen.T @ shares / spread
    return Head(weights, float(shares.sum() - weights @ mean))


def held_out(
    rows: NDArray[np.float64],
    heavy: NDArray[np.bool_],
    folds: NDArray[np.int64],
    ridge: float = RIDGE,
) -> NDArray[np.float64]:
    """What heads that were taught by the other folds say of each story."""
    found = np.zeros(len(rows))
    for fold in range(FOLDS):
        out = folds == fold
        found[out] = fitted(rows[~out], heavy[~out], ridge).scores(rows[out])
    return found


def give(model: Upper, head: Head) -> None:
    """Put `head` upon `model`: the light class says nothing, the heavy one what `head` does."""
    with torch.no_grad():
        model.head.weight.zero_()
        model.head.bias.zero_()
        model.head.weight[1] = torch.from_numpy(head.weights)
        model.head.bias[1] = head.bias


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
    minilm = weights.find(shelf, "minilm-int8")
    reader, embedder = WeightByMeaning(resource("models/weight"), minilm), MiniLM(minilm)
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
    """Train and write models/weight, or one fold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cache", type=Path, help="keeps what was read halfway")
    parser.add_argument("--measure", type=Path, help="stories to be measured on")
    parser.add_argument("--to", type=Path, default=resource("models/weight"))
    parser.add_argument("--start", type=Path, default=resource("models/emotion"))
    parser.add_argument("--fold", type=int, default=-1)
    parser.add_argument("--epochs", type=int, default=0)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--patience", type=float, default=math.inf, help="seconds; go on later")
    given = parser.parse_args()
    if given.measure is not None:
        measure(given.measure, house.load(None).weights)
        return
    if given.cache is None:
        parser.error("--cache is needed to train")
    stories = read(Path(__file__).with_name("weight.tsv"))
    heavy, folds = np.array([each.heavy for each in stories]), fold_of(len(stories))
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    shelf = house.load(None).weights
    reader = Halfway(weights.find(shelf, "minilm-int8"), threads=given.threads)
    texts = [each.words for each in stories]
    told = lesson(*read_halfway("weight", texts, reader, given.cache))
    learn = folds != given.fold
    model = begun(weights.find(shelf, "minilm-fp32"), given.start)
    rows = pooled(model, told)
    give(model, fitted(rows[learn], heavy[learn]))
    if given.epochs:
        kept = given.cache / f"half-weight-{given.fold}-{given.seed}.pt"
        if not train(model, told.only(learn), heavy[learn].astype(np.int64), given, kept):
            print("not done yet; the same command goes on")
            return
    to = given.cache / "fold" if given.fold >= 0 else given.to
    save(model, to / "layers.npz")
    restore(model, to / "layers.npz")  # as exact as eight bits are
    if given.fold >= 0:
        scores = shares(model, told.only(~learn))[:, 1]
        np.save(given.cache / f"weight-{given.fold}.npy", scores)
        report(scores, heavy[~learn])
        return
    scores = np.zeros(len(stories))
    if given.epochs:
        for fold in range(FOLDS):
            scores[folds == fold] = np.load(given.cache / f"weight-{fold}.npy")
    else:
        scores = held_out(rows, heavy, folds)
    report(scores, heavy)
    chosen = {"classes": CLASSES, "agrees": {"heavy": round(bar_at(scores, heavy, RECALL), 4)}}
    (to / "classes.json").write_text(json.dumps(chosen) + "\n", "utf-8")


if __name__ == "__main__":
    main()
