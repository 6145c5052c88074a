"""Train the reader of how a turn is meant: `python -m voice_agent.training.meant --books DIR --cache DIR`.

Three layers go on where the frozen eight-bit MiniLM is halfway, as for danger (danger.py), and end in six classes:
plain, corrects, takes back, joke, hearsay, guess. It learns from the turns of meant_*.tsv beside this file, one hand
a file (meant_open.tsv was drawn from the open sentences of `evaluate retold`), and from sentences of old
autobiographies (public domain) as plain telling. Dates are made plain first (memory/repairs/meant.py). `--without a` leaves one hand's turns out,
reports on them and writes nothing.
"""

import argparse
import json
import math
import random
import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.halfway import Halfway
from voice_agent.memory.dates.dates import Background, find
from voice_agent.memory.repairs.meant import Meant, plainly
from voice_agent.resources import resource
from voice_agent.training import LESSONS
from voice_agent.training.emotion_layers import Upper, padded, restore, save, shares
from voice_agent.training.emotion_lessons import Lesson, batches, lesson, read_halfway
from voice_agent.training.steps import halved, steps

CLASSES = tuple(Meant)
KINDS = {
    "plain": Meant.PLAIN,
    "two_dates": Meant.PLAIN,
    "corrects": Meant.CORRECTS,
    "answers": Meant.CORRECTS,
    "takes_back": Meant.TAKES_BACK,
    "after_back": Meant.TAKES_BACK,
    "joke": Meant.JOKE,
    "after_joke": Meant.JOKE,
    "hearsay": Meant.HEARSAY,
    "guess": Meant.GUESS,
    "story": Meant.PLAIN,
    "talk": Meant.PLAIN,
}
"""What a hand calls a turn, and what is learnt from it: an answer puts right, two dates of two things do not."""

TALL = "tall"
"""A story hard to believe. Alone it teaches nothing: that it was a joke, only what follows it can say."""

TOLD = 3
"""So often each story, tall or not, is told with what says that it was none, and as often with small talk."""

EPOCHS = 6
OPEN = "open"
DRAWN = 0.4
"""A turn drawn from the open sentences counts so much beside one that was written."""

JOINED = 0.6
"""The same of what is joined here of two written turns."""

SMOOTH = 0.05
"""Share of certainty that is given away: the labels are few hands'."""

BOOK = 0.5
DATED, OTHERS = 500, 500
"""Sentences of books with a year, and any others."""

_MARK = re.compile(r"\[[WR]([^\]]*)\]")


class Line(NamedTuple):
    """A turn to learn from."""

    words: str
    kind: str
    """As the hand called it."""

    meant: Meant
    counts: float
    hand: str = ""
    """Who wrote it; "" for what was drawn or printed long ago."""


def written() -> list[Line]:
    """The turns of every hand, without the marks of which date is right."""
    found: list[Line] = []
    for file in sorted(LESSONS.glob("meant_*.tsv")):
        for row in file.read_text(encoding="utf-8").splitlines():
            kind, _, words = row.partition("\t")
            hand = file.stem.removeprefix("meant_")
            counts = DRAWN if hand == OPEN else 1.0
            if kind == TALL:
                counts = 0.0
            meant = KINDS.get(kind, Meant.PLAIN)
            found.append(Line(_MARK.sub(r"\1", words), kind, meant, counts, hand))
    return found


def joined(lines: Iterable[Line], dice: random.Random) -> list[Line]:
    """Turns with small talk around them, and stories with what follows them: the same is meant.

    Without these the reader takes small talk that it was not taught for doubt, or a smile.
    """
    lines = [each for each in lines if each.hand != OPEN]
    talk = [each for each in lines if each.kind == "talk"]
    after = [each for each in lines if each.kind in ("after_joke", "after_back")]
    tall = [each for each in lines if each.kind == TALL]
    plain = [each for each in lines if each.kind == "story"]
    follows = ("joke", "takes_back")
    found: list[Line] = []

    def add(first: Line, second: Line, means: Line) -> None:
        words = f"{first.words} {second.words}"
        found.append(Line(words, f"{means.kind}+", means.meant, JOINED, talk[0].hand))

    for each in lines:
        if each in talk or each in tall or each.kind in follows:
            continue
        small = dice.choice(talk)
        if each in after:
            story = dice.choice(tall if dice.random() < 0.6 else plain)
            add(story, each, each)
        elif dice.random() < 0.5:
            add(small, each, each)
        else:
            add(each, small, each)
    for each in talk:
        add(dice.choice(plain), each, each)
    for each in (*tall, *plain):
        for _ in range(TOLD):
            follow = dice.choice(after)
            add(each, follow, follow)
            add(each, dice.choice(talk), talk[0])
    return found


def printed(books: Path, dice: random.Random) -> list[Line]:
    """Sentences of autobiographies, those with a year first."""
    every: list[str] = []
    for book in sorted(books.glob("*autobiography*.txt")):
        text = " ".join(book.read_text(encoding="utf-8", errors="replace").split())
        every += [x for x in re.split(r"(?<=[.!?])\s+", text) if 5 <= len(x.split()) <= 40]
    dated = [each for each in every if re.search(r"\b1[78]\d\d\b", each)]
    chosen = [*dice.sample(dated, min(DATED, len(dated))), *dice.sample(every, OTHERS)]
    return [Line(each, "book", Meant.PLAIN, BOOK) for each in chosen]


def read(lines: Iterable[Line]) -> list[str]:
    """What the reader sees of them."""
    back = Background(told=date(2026, 3, 2))
    return [plainly(each.words, find(each.words, back).dates) for each in lines]


def train(
    model: Upper,
    told: Lesson,
    kinds: NDArray[np.int64],
    counts: NDArray[np.float32],
    given: argparse.Namespace,
) -> bool:
    """Teach `model`. False: `given.patience` seconds were over, and the cache holds how far it came."""
    plan: list[NDArray[np.int64]] = []
    for epoch in range(given.epochs):
        dice = np.random.default_rng(given.seed + epoch)
        some = batches(told, dice)
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(places: NDArray[np.int64]) -> torch.Tensor:
        with halved():
            out = model(*padded(told, places))
        wanted = torch.from_numpy(kinds[places])
        cost = f.cross_entropy(out.float(), wanted, reduction="none", label_smoothing=SMOOTH)
        share = torch.from_numpy(counts[places])
        return (cost * share).sum() / share.sum()

    kept: Path = given.cache / f"half-meant-{given.without}-{given.seed}.pt"
    patience: float = given.patience
    return steps(
        model, plan, loss, rate=1.5e-4, decay=0.02, warm=0.06, kept=kept, patience=patience
    )


def report(lines: list[Line], found: NDArray[np.float64]) -> None:
    """How often turns of each kind are taken for each class, by the share it takes."""
    kinds = list(dict.fromkeys(each.kind for each in lines))
    for place, meant in enumerate(CLASSES[1:], start=1):
        for bar in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
            taken = {
                kind: f"{sum(heard):d}/{len(heard)}"
                for kind in kinds
                if (
                    heard := [
                        s >= bar
                        for x, s in zip(lines, found[:, place], strict=True)
                        if x.kind == kind
                    ]
                )
            }
            print(f"{meant.value} from {bar}: {taken}")


def main() -> None:
    """Train, and write models/meant or report on one hand."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read halfway")
    parser.add_argument("--to", type=Path, default=resource("models/meant"))
    parser.add_argument("--without", default="", help="a hand whose turns teach nothing")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=math.inf, help="seconds; go on later")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(2)
    dice = random.Random(given.seed)
    shelf = house.load(None).weights
    by_hand = written()
    lines = [*by_hand, *joined(by_hand, dice), *printed(given.books, dice)]
    lines = [each for each in lines if each.counts]
    reader = Halfway(weights.find(shelf, "minilm-int8"), threads=2)
    told = lesson(*read_halfway("meant", read(lines), reader, given.cache))
    teaches = np.array([each.hand != given.without or not each.hand for each in lines])
    kinds = np.array([CLASSES.index(each.meant) for each in lines])
    counts = np.array([each.counts for each in lines], np.float32)
    print(f"{teaches.sum()} turns teach, {(~teaches).sum()} do not", flush=True)
    model = Upper(weights.find(shelf, "minilm-fp32"), outputs=len(CLASSES))
    done = train(model, told.only(teaches), kinds[teaches], counts[teaches], given)
    if not done:
        print("not done yet; the same command goes on")
        return
    to = given.cache / "without" if given.without else given.to
    save(model, to / "layers.npz")
    restore(model, to / "layers.npz")  # as exact as eight bits are
    (to / "classes.json").write_text(json.dumps({"classes": CLASSES}) + "\n", "utf-8")
    if given.without:
        rest = [each for each in lines if each.hand == given.without]
        report(rest, shares(model, told.only(~teaches)))


if __name__ == "__main__":
    main()
