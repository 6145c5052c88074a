"""Train the second opinion on wishes: `python -m voice_agent.training.wishes --books DIR --cache DIR`.

What the frozen eight-bit MiniLM makes of a turn, halfway and in the end, and the turn's words go into a small head
with a class for every command and one for talk that asks for nothing. It learns from the development half of
tests/interview/labelled/commands.tsv, from other hands beside this file (wishes_*.tsv; of APART a third teaches
nothing and is measured on: `Utterance.apart`), and from talk that asks for nothing: cries for help, griefs, our
tellings, sentences of old autobiographies (BOOKS, public domain). In each epoch a line is shown in one of its
renderings: as it stands, and as recognisers might write it.

`--fold N` leaves out one part in FOLDS of every hand, `--without HAND` all of one; both report and write nothing.
"""

import argparse
import hashlib
import json
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import labelled, weights
from voice_agent import settings as house
from voice_agent.interview.commands import ANSWERS, Command
from voice_agent.interview.wish_by_meaning import ASKED_BACK, LONGEST, NAMED
from voice_agent.labelled import Utterance
from voice_agent.language.halfway import Halfway
from voice_agent.language.wishes import PLACES, features, runs, spoken
from voice_agent.resources import resource
from voice_agent.training import book_sentences, cry_patterns
from voice_agent.training.danger import CRIES, GRIEFS
from voice_agent.training.emotion_layers import quantised
from voice_agent.training.tellings import tellings

NOTHING = "story"
"""Asks for nothing."""

OURS = "ours"
"""The hand that wrote the rules, and the development half."""

APART = "h"
"""The hand of which a third teaches nothing."""

BOOKS = ("carnegie", "franklin")
"""Autobiographies whose sentences teach; on the others bars are chosen."""

BAR, WEIGHTY, TOLD, SHORT = 0.4, 0.55, 0.8, 0.6
"""Shares from which a command is believed: any, what is weighty, any where somebody else speaks, any in a few words."""

LIKE_A_STORY = {
    Command.CORRECTION: 0.6,
    Command.PERSON: 0.9,
    Command.TALK_ABOUT: 0.7,
    Command.REPEAT: 0.6,
    Command.TIRED: 0.5,
}
"""And what is most like what people tell or are asked: chosen on every second life history, and the other books."""

FOLDS = 5
SEEDS = 3
"""Heads, which then stand side by side as one."""

EPOCHS = 10
WIDE = 512
RATE = 4e-3
BATCH = 128
SMOOTH = 0.05
"""Share of certainty that is given away: the labels are few hands'."""

SHOWN = 8
"""Of so many sentences of books one is shown in an epoch; of our own that ask for nothing, one of two."""

BOOK = 0.5
"""Counts so much beside a wish."""

FORGOTTEN = 0.3
"""Share of the runs of words that are left out each time, so that none is relied on."""

RENDERINGS = 5


class Line(NamedTuple):
    """A turn to learn from."""

    renderings: tuple[str, ...]
    label: str
    counts: float


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
        at = chance.choice((0, len(split)))
        split.insert(at, chance.choice(("so", "and", "um", "oh", "right")))
    return " ".join(split)


def nothing_asked(books: Path) -> list[Line]:
    """Talk that asks for nothing: ours two at a time, and the books' SHOWN at a time."""
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


class Read:
    """Turns as the head sees them; what was read once is kept in a file."""

    def __init__(self, reader: Halfway, cache: Path) -> None:
        """`cache`: a folder."""
        self._reader, self._file = reader, cache / "wishes.npz"
        self._places: dict[str, int] = {}
        self._rows = np.zeros((0, 768), np.float16)
        if self._file.is_file():
            with np.load(self._file) as kept:
                self._places = {str(each): n for n, each in enumerate(kept["texts"])}
                self._rows = kept["rows"]

    def __call__(self, said: Sequence[str]) -> tuple[NDArray[np.float32], list[list[int]]]:
        """What MiniLM makes of each, (texts, 768), and the places of its runs of words."""
        words = [spoken(each) for each in said]
        fresh = [each for each in dict.fromkeys(words) if each not in self._places]
        if fresh:
            rows = features(self._reader, fresh).astype(np.float16)
            self._places |= {each: len(self._places) + n for n, each in enumerate(fresh)}
            self._rows = np.concatenate([self._rows, rows])
            self._file.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self._file, texts=np.array(list(self._places)), rows=self._rows)
        places = [self._places[each] for each in words]
        return self._rows[places].astype(np.float32), [runs(each) for each in words]


class Head(torch.nn.Module):
    """What learns."""

    def __init__(self, outputs: int, wide: int = WIDE) -> None:
        """`outputs`: classes."""
        super().__init__()
        self.inner = torch.nn.Linear(768, wide)
        self.outer = torch.nn.Linear(wide, outputs)
        self.straight = torch.nn.Linear(384, outputs)
        self.runs = torch.nn.EmbeddingBag(PLACES, outputs, mode="sum")
        torch.nn.init.zeros_(self.runs.weight)
        self.drop = torch.nn.Dropout(0.5)

    def forward(
        self, seen: torch.Tensor, places: torch.Tensor, shares: torch.Tensor
    ) -> torch.Tensor:
        """`seen` (n, 768); `places` (n, most) of runs, and how much each counts; returns (n, outputs)."""
        inner = f.gelu(self.inner(self.drop(seen)), approximate="tanh")
        out = self.outer(self.drop(inner)) + self.straight(self.drop(seen[:, :384]))
        return out + 3 * self.runs(places, per_sample_weights=shares)


def filled(rows: Sequence[list[int]]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Runs filled up to the most, and how much each counts."""
    most = max(len(row) for row in rows)
    places = np.zeros((len(rows), most), np.int64)
    counts = np.zeros((len(rows), most), np.float32)
    for n, row in enumerate(rows):
        places[n, : len(row)] = row
        counts[n, : len(row)] = len(row) ** -0.5 if row else 0
    return places, counts


def train(every: list[Line], classes: tuple[str, ...], read: Read, seed: int, epochs: int) -> Head:
    """Teach one head."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    seen, rows = read([words for each in every for words in each.renderings])
    places, shares = filled(rows)
    many = np.array([len(each.renderings) for each in every])
    begins = np.cumsum([0, *many])[:-1]
    kinds = torch.tensor([classes.index(each.label) for each in every])
    counts = torch.tensor([each.counts for each in every])
    model = Head(len(classes)).train()
    way = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.02)
    falls = torch.optim.lr_scheduler.LinearLR(
        way, 1.0, 0.01, total_iters=epochs * (len(every) // BATCH + 1)
    )
    for _ in range(epochs):
        shown = begins + dice.integers(0, 1 << 30, len(every)) % many
        order = dice.permutation(len(every))
        for n in range(0, len(every), BATCH):
            some = order[n : n + BATCH]
            here = shown[some]
            kept = (dice.random(shares[here].shape) > FORGOTTEN).astype(np.float32)
            out = model(
                torch.from_numpy(seen[here]),
                torch.from_numpy(places[here]),
                torch.from_numpy(shares[here] * kept),
            )
            cost = f.cross_entropy(out, kinds[some], reduction="none", label_smoothing=SMOOTH)
            way.zero_grad()
            (cost * counts[some]).mean().backward()
            way.step()
            falls.step()
    return model.eval()


def write(heads: Sequence[Head], classes: tuple[str, ...], to: Path) -> None:
    """The heads side by side as one, eight bits a number, as language/wishes.py reads it."""
    to.mkdir(parents=True, exist_ok=True)

    def mean(parts: Iterable[torch.Tensor]) -> torch.Tensor:
        return torch.stack(list(parts)).mean(dim=0)

    matrices = {
        "inner": torch.cat([each.inner.weight for each in heads]),
        "outer": torch.cat([each.outer.weight for each in heads], dim=1) / len(heads),
        "straight": mean(each.straight.weight for each in heads),
        "runs": 3 * mean(each.runs.weight for each in heads).T,
    }
    bias = mean(each.outer.bias + each.straight.bias for each in heads)
    kept: dict[str, Any] = {
        "inner_bias": torch.cat([each.inner.bias for each in heads]).detach().numpy(),
        "bias": bias.detach().numpy(),
    }
    for name, matrix in matrices.items():
        kept[name], kept[f"{name}.scale"] = quantised(matrix)
    np.savez_compressed(to / "head.npz", **kept)
    weighty = ASKED_BACK | NAMED | {Command.FORGET}
    bars = {
        each: WEIGHTY if each in weighty or each.startswith("no ") else BAR for each in classes[1:]
    }
    bars |= {str(each): bar for each, bar in LIKE_A_STORY.items()}
    bars |= {"told": TOLD, "short": SHORT}
    table = json.dumps({"classes": classes, "bars": bars}, indent=1)
    (to / "classes.json").write_text(table + "\n", "utf-8")


def answers(heads: Sequence[Head], read: Read, said: Sequence[str]) -> NDArray[np.float32]:
    """Shares of the classes, (texts, classes)."""
    seen, rows = read(said)
    places, shares = filled(rows)
    given = (torch.from_numpy(seen), torch.from_numpy(places), torch.from_numpy(shares))
    with torch.inference_mode():
        return torch.softmax(torch.stack([each(*given) for each in heads]).mean(dim=0), 1).numpy()


def report(
    classes: tuple[str, ...], said: Iterable[Utterance], heads: Sequence[Head], read: Read
) -> None:
    """How lines that taught nothing are read, as text and as heard, by the share from which it is believed."""
    lines = list(said)
    kinds = np.array([classes.index(each.label) for each in lines])
    wish = kinds > 0
    for name, texts in (
        ("text", [each.words for each in lines]),
        ("heard", [labelled.as_heard(each.words) for each in lines]),
    ):
        found = answers(heads, read, texts)
        best = found.argmax(axis=1)
        for bar in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
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
    parser.add_argument("--cache", type=Path, required=True, help="keeps what MiniLM made of turns")
    parser.add_argument("--to", type=Path, default=resource("models/wishes"))
    parser.add_argument("--without", default="", help="a hand whose lines teach nothing")
    parser.add_argument("--fold", type=int, default=-1, help="a part of all hands to leave out")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    given = parser.parse_args()
    torch.set_num_threads(1)
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
        Line(renderings(each.words), each.label, 1.0)
        for lines in written.values()
        for each in lines
        if each.words not in left
    ]
    every += nothing_asked(given.books)
    print(f"{len(every)} lines teach, {len(out)} are left out", flush=True)
    read = Read(Halfway(weights.find(house.load(None).weights, "minilm-int8")), given.cache)
    heads = [train(every, classes, read, seed, given.epochs) for seed in range(SEEDS)]
    if out:
        report(classes, out, heads, read)
    else:
        write(heads, classes, given.to)


if __name__ == "__main__":
    main()
