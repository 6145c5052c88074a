"""Train the reader of danger: `python -m voice_agent.training.danger --books DIR`.

Three layers go on where the frozen eight-bit MiniLM is halfway, as for feelings (emotion_layers.py), and end in seven
classes: none of these, sadness (0), strong distress (1), a wish to die (2), intent (3), an emergency (3m), abuse (A).
It learns from cries.tsv and cry_patterns.tsv beside this file, from the development halves of
tests/interview/labelled, and from calm sentences of old autobiographies and of every second life history (public
domain). One family in five, and one sentence in four of the books, teach nothing: they are what the thresholds are
chosen on. The held-back halves, the second and the third set, and the other life histories are not read here.
"""

import argparse
import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import labelled, weights
from voice_agent import settings as house
from voice_agent.labelled import Utterance, as_heard
from voice_agent.language.halfway import Halfway
from voice_agent.resources import resource
from voice_agent.training import cry_patterns
from voice_agent.training.book_sentences import histories, others, sentences
from voice_agent.training.emotion_layers import Upper, padded, restore, save
from voice_agent.training.emotion_lessons import Lesson, batches, lesson, read_halfway
from voice_agent.training.steps import steps

CLASSES = ("", "0", "1", "2", "3", "3m", "A")
CRIES = Path(__file__).with_name("cries.tsv")
GRAVES = [3, 4, 5, 6]
CALM = frozenset(("ordinary", "idiom", "story", "calm"))

EPOCHS = 3
RATE = 1.5e-4
"""Of the layers; the head learns ten times as fast."""

FAMILIES = 5
"""One family in so many teaches nothing."""

HARD = 2.0
"""A calm sentence of ours counts so much more than a cry."""

BOOK = 0.5
"""And a sentence of a book so much."""

KEPT_BACK = 4
"""One pair of sentences of books and histories in so many teaches nothing."""

SMOOTH = 0.05
"""Share of certainty that is given away: the labels are one hand's."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence to learn from, or to choose thresholds on."""

    words: str
    kind: int
    """Its place in CLASSES."""

    counts: float
    teaches: bool
    ours: bool
    """No sentence of a book."""


def lines(labels: Path, books: Path, stories: Path | None) -> list[Line]:
    """Everything there is, families kept together."""
    families = [[each] for each in labelled.read(CRIES)] + cry_patterns.filled()
    for name in ("safety.tsv", "commands.tsv"):
        families += [[each] for each in labelled.read(labels / name) if not each.held_back]
    found: list[Line] = []
    for family in families:
        teaches = cry_patterns.part((each.words for each in family), FAMILIES) != 0
        found += [line for each in family for line in _both(each, teaches, len(family) == 1)]
    told = [*sentences(books), *others(books), *(histories(stories) if stories else ())]
    for number, words in enumerate(told):
        found.append(Line(words, 0, BOOK, number // 2 % KEPT_BACK != 0, False))
    return found


def _both(said: Utterance, teaches: bool, alone: bool) -> list[Line]:
    kind = CLASSES.index(said.label) if said.label in CLASSES else 0
    counts = HARD if said.label in CALM else 1.0
    texts = (said.words, as_heard(said.words)) if alone else (said.words,)
    return [Line(text, kind, counts, teaches, True) for text in texts]


def train(
    model: Upper,
    told: Lesson,
    kinds: NDArray[np.int64],
    counts: NDArray[np.float32],
    *,
    epochs: int,
    seed: int,
    kept: Path,
    patience: float,
) -> bool:
    """Teach `model`. False: `patience` seconds were over, and `kept` holds how far it came."""
    plan: list[NDArray[np.int64]] = []
    for epoch in range(epochs):
        dice = np.random.default_rng(seed + epoch)
        some = batches(told, dice)
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(places: NDArray[np.int64]) -> torch.Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = model(*padded(told, places))
        cost = f.cross_entropy(
            out.float(), torch.from_numpy(kinds[places]), reduction="none", label_smoothing=SMOOTH
        )
        share = torch.from_numpy(counts[places])
        return (cost * share).sum() / share.sum()

    return steps(model, plan, loss, rate=RATE, decay=0.02, warm=0.06, kept=kept, patience=patience)


def shares(model: Upper, told: Lesson) -> NDArray[np.float64]:
    """What `model` says of every sentence: (sentences, classes), rows that sum to 1."""
    model.eval()
    found = np.zeros((len(told.begins) - 1, len(CLASSES)))
    with torch.inference_mode():
        for places in batches(told, np.random.default_rng(0)):
            found[places] = torch.softmax(model(*padded(told, places)), dim=1).numpy()
    return found


def report(said: Sequence[Line], found: NDArray[np.float64]) -> None:
    """How the sentences that teach nothing are read, by the share of any danger at all."""
    kinds = np.array([each.kind for each in said])
    ours = np.array([each.ours for each in said])
    danger = found[:, GRAVES].sum(axis=1)
    calm, books = danger[ours & ~np.isin(kinds, GRAVES)], danger[~ours]
    for bar in (0.3, 0.5, 0.7, 0.8, 0.9, 0.93, 0.95, 0.96, 0.97):
        heard = {CLASSES[k]: round(float((danger[kinds == k] >= bar).mean()), 3) for k in GRAVES}
        print(
            f"{bar:.2f}: heard {heard}; calm {(calm >= bar).sum()} of {len(calm)}; "
            f"books {(books >= bar).sum()} of {len(books)}"
        )


def main() -> None:
    """Train, report, write models/danger."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--stories", type=Path, help="life histories, one a file")
    parser.add_argument("--labels", type=Path, default=resource("tests/interview/labelled"))
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read halfway")
    parser.add_argument("--to", type=Path, default=resource("models/danger"))
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--patience", type=float, default=math.inf, help="seconds; go on another time"
    )
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(2)
    shelf = house.load(None).weights
    reader = Halfway(weights.find(shelf, "minilm-int8"), threads=2, longest=64)
    said = lines(given.labels, given.books, given.stories)
    told = lesson(*read_halfway("danger", [each.words for each in said], reader, given.cache))
    teaches = np.array([each.teaches for each in said])
    kinds = np.array([each.kind for each in said])
    counts = np.array([each.counts for each in said], np.float32)
    print(f"{teaches.sum()} sentences teach, {(~teaches).sum()} do not", flush=True)
    model = Upper(weights.find(shelf, "minilm-fp32"), outputs=len(CLASSES))
    mark = hashlib.sha256("\n".join(each.words for each in said).encode()).hexdigest()[:8]
    done = train(
        model,
        told.only(teaches),
        kinds[teaches],
        counts[teaches],
        epochs=given.epochs,
        seed=given.seed,
        kept=given.cache / f"half-{mark}-{given.seed}.pt",
        patience=given.patience,
    )
    if not done:
        print("not done yet; the same command goes on")
        return
    save(model, given.to / "layers.npz")
    restore(model, given.to / "layers.npz")  # as exact as eight bits are
    rest = [each for each in said if not each.teaches]
    report(rest, shares(model, told.only(~teaches)))
    (given.to / "classes.json").write_text(json.dumps({"classes": CLASSES}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
