"""Train the second opinion on wishes: `python -m voice_agent.training.wishes --books DIR --cache DIR`.

Layers go on where the frozen eight-bit MiniLM is halfway, as for danger (danger.py), and end in a class for every
command and one for talk that asks for nothing. It learns from the development half of
tests/interview/labelled/commands.tsv, from other hands beside this file (wishes_*.tsv; of APART a third teaches
nothing and is measured on: `Utterance.apart`), and from talk that asks for nothing: cries for help, griefs, our tellings,
sentences of old autobiographies (BOOKS, public domain). In each epoch a line is shown in another rendering: as it
stands, and as recognisers might write it.

`--fold N` leaves out one part in FOLDS of every hand, `--without HAND` all of one; both report and write nothing.
"""

import argparse
import hashlib
import json
import math
import random
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import labelled, weights
from voice_agent import settings as house
from voice_agent.interview.commands import ANSWERS, Command
from voice_agent.interview.wish_by_meaning import LONGEST
from voice_agent.labelled import Utterance
from voice_agent.language.halfway import Halfway
from voice_agent.resources import resource
from voice_agent.training import book_sentences, cry_patterns
from voice_agent.training.danger import CRIES, GRIEFS
from voice_agent.training.emotion_layers import Upper, padded, restore, save, shares
from voice_agent.training.emotion_lessons import batches, lesson, read_halfway
from voice_agent.training.steps import steps
from voice_agent.training.tellings import tellings

NOTHING = "story"
"""Asks for nothing."""

OURS = "ours"
"""The hand that wrote the rules, and the development half."""

APART = "h"
"""The hand of which a third teaches nothing."""

BOOKS = ("carnegie", "franklin")
"""Autobiographies whose sentences teach; on the others bars are chosen."""

FOLDS = 5
LAYERS = 6
EPOCHS = 10
RATE = 1.5e-4
TOKENS = 1024
"""Word pieces in a batch."""

SMOOTH = 0.05
"""Share of certainty that is given away: the labels are few hands'."""

SHOWN = 8
"""Of so many sentences of books one is shown in an epoch; of our own that ask for nothing, one of two."""

BOOK = 0.7
"""Counts so much beside a wish."""

RENDERINGS = 5


class Line(NamedTuple):
    """A turn to learn from."""

    renderings: tuple[str, ...]
    label: str
    counts: float
    hand: str = ""
    """Who wrote it; "" for talk that asks for nothing."""


def hands() -> dict[str, tuple[Utterance, ...]]:
    """What teaches, hand by hand."""
    said = labelled.read(resource("tests/interview/labelled/commands.tsv"))
    found = {OURS: tuple(each for each in said if not each.held_back)}
    for file in sorted(Path(__file__).parent.glob("wishes_*.tsv")):
        hand = file.stem.removeprefix("wishes_")
        lines = labelled.read(file)
        found[hand] = tuple(each for each in lines if hand != APART or not each.apart)
    return found


def renderings(words: str, many: int = RENDERINGS) -> tuple[str, ...]:
    """As it stands, and as recognisers might write it; the same words always come out the same."""
    found = [words, labelled.as_heard(words)]
    chance = random.Random(hashlib.sha256(words.encode()).digest())
    while len(found) < many:
        found.append(_worse(words, chance))
    return tuple(found)


def _worse(words: str, chance: random.Random) -> str:
    """Without capitals, most marks or apostrophes, with a mishearing, and now and then without a small word."""
    text = words.lower().replace("’", "'")
    if chance.random() < 0.5:
        text = text.replace("'", chance.choice(("", " ")))
    text = " ".join(re.sub(r"[^a-z0-9' ]+", " ", text).split())
    there = [pair for pair in labelled.MISHEARD if re.search(rf"\b{pair[0]}\b", text)]
    for right, wrong in chance.sample(there, min(len(there), chance.choice((0, 1, 2)))):
        text = re.sub(rf"\b{right}\b", wrong, text, count=1)
    split = text.split()
    if len(split) > 3 and chance.random() < 0.5:
        small = [n for n, word in enumerate(split) if len(word) < 4]
        if small:
            del split[chance.choice(small)]
    if chance.random() < 0.15:
        split.insert(chance.choice((0, len(split))), chance.choice(("so", "and", "um", "oh", "right")))
    return " ".join(split)


def nothing_asked(books: Path) -> list[Line]:
    """Talk that asks for nothing: ours, each in its renderings, and the books', four at a time."""
    ours = [each.words for each in (*labelled.read(CRIES), *labelled.read(GRIEFS))]
    ours += [each.words for family in cry_patterns.filled() for each in family[:1]]
    ours += [each.text for each in tellings()]
    ours = [each for each in dict.fromkeys(ours) if _short(each)]
    found = [
        Line(tuple(x for each in ours[n : n + 2] for x in renderings(each, 2)), NOTHING, BOOK)
        for n in range(0, len(ours), 2)
    ]
    told = [each for each in book_sentences.told(books, BOOKS) if _short(each)]
    for n in range(0, len(told), SHOWN):
        found.append(Line(tuple(told[n : n + SHOWN]), NOTHING, BOOK))
    return found


def _short(words: str) -> bool:
    return len(words.split()) <= LONGEST


def fold(words: str) -> int:
    """Which part of its hand's lines a line falls into."""
    return hashlib.sha256(words.encode()).digest()[3] % FOLDS


def train(
    model: Upper,
    texts: list[tuple[str, int, float]],
    shown: list[NDArray[np.int64]],
    reader: Halfway,
    given: argparse.Namespace,
) -> bool:
    """Teach `model`; `texts`: words, place of their class, and how much they count. False: not done yet."""
    read = lesson(*read_halfway("wishes", [each[0] for each in texts], reader, given.cache))
    kinds = np.array([each[1] for each in texts])
    counts = np.array([each[2] for each in texts], np.float32)
    plan: list[NDArray[np.int64]] = []
    for epoch, places in enumerate(shown):
        dice = np.random.default_rng(given.seed + epoch)
        ends = np.cumsum(np.diff(read.begins)[places])
        these = lesson(read.hidden[:0], np.concatenate([[0], ends]))  # how long they are is enough
        some = [places[each] for each in batches(these, dice, TOKENS)]
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(places: NDArray[np.int64]) -> torch.Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = model(*padded(read, places)).float()
        wanted, share = torch.from_numpy(kinds[places]), torch.from_numpy(counts[places])
        cost = f.cross_entropy(out, wanted, reduction="none", label_smoothing=SMOOTH)
        return (cost * share).sum() / share.sum()

    kept: Path = given.cache / f"half-wishes-{given.name}.pt"
    patience: float = given.patience
    return steps(
        model, plan, loss, rate=given.rate, decay=0.02, warm=0.06, kept=kept, patience=patience
    )


def read_out(model: Upper, reader: Halfway, texts: list[str]) -> NDArray[np.float64]:
    """Shares of the classes, (texts, classes)."""
    rows = [row.astype(np.float16) for row in reader.read(texts)]
    begins = np.cumsum([0, *(len(row) for row in rows)])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return shares(model, lesson(np.concatenate(rows), begins))


def report(
    classes: tuple[str, ...], said: Iterable[Utterance], model: Upper, reader: Halfway
) -> None:
    """How lines that taught nothing are read, as text and as heard, by the share from which it is believed."""
    lines = list(said)
    for name, texts in (
        ("text", [each.words for each in lines]),
        ("heard", [labelled.as_heard(each.words) for each in lines]),
    ):
        found = read_out(model, reader, texts)
        best, kinds = found.argmax(axis=1), np.array([classes.index(e.label) for e in lines])
        wish = kinds > 0
        for bar in (0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
            taken = (best > 0) & (found.max(axis=1) >= bar)
            right = taken & (best == kinds)
            print(
                f"{name} from {bar}: {right[wish].mean():.3f} understood, "
                f"{(taken & ~right)[wish].mean():.3f} wrongly; stories {taken[~wish].sum()} of {(~wish).sum()}"
            )


def main() -> None:
    """Train, and write models/wishes or report on what was left out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read halfway")
    parser.add_argument("--to", type=Path, default=resource("models/wishes"))
    parser.add_argument("--without", default="", help="a hand whose lines teach nothing")
    parser.add_argument("--fold", type=int, default=-1, help="a part of all hands that teaches nothing")
    parser.add_argument("--layers", type=int, default=LAYERS)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=math.inf, help="seconds; go on later")
    given = parser.parse_args()
    given.name = f"{given.without}-{given.fold}-{given.layers}-{given.epochs}-{given.rate}-{given.seed}"
    torch.manual_seed(given.seed)
    torch.set_num_threads(2)
    shelf = house.load(None).weights
    written = hands()
    out = [
        each
        for hand, lines in written.items()
        for each in lines
        if hand == given.without or fold(each.words) == given.fold
    ]
    left = {each.words for each in out}
    classes = (NOTHING, *(str(each) for each in Command if each not in ANSWERS))
    every = [
        Line(renderings(each.words), each.label, 1.0, hand)
        for hand, lines in written.items()
        for each in lines
    ]
    every += nothing_asked(given.books)
    lines = [each for each in every if each.renderings[0] not in left and each.label in classes]
    texts = [(words, classes.index(each.label), each.counts) for each in lines for words in each.renderings]
    begins = np.cumsum([0, *(len(each.renderings) for each in lines)])[:-1]
    shown = [
        np.array([b + (n + epoch) % len(e.renderings) for n, (b, e) in enumerate(zip(begins, lines, strict=True))])
        for epoch in range(given.epochs)
    ]
    print(f"{len(lines)} lines teach, {len(out)} are left out", flush=True)
    reader = Halfway(weights.find(shelf, "minilm-int8"), threads=2, layers=6 - given.layers)
    model = Upper(weights.find(shelf, "minilm-fp32"), outputs=len(classes), layers=given.layers)
    if not train(model, texts, shown, reader, given):
        print("not done yet; the same command goes on")
        return
    to = given.cache / f"without-{given.name}" if out else given.to
    save(model, to / "layers.npz")
    restore(model, to / "layers.npz")  # as exact as eight bits are
    (to / "classes.json").write_text(json.dumps({"classes": classes}) + "\n", "utf-8")
    if out:
        report(classes, out, model, reader)


if __name__ == "__main__":
    main()
