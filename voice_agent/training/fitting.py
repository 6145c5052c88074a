"""Teach whether a reply fits what was just said.

    python -m voice_agent.training.fitting --apart --cache DIR     each third of the hands, judged by layers the others taught
    python -m voice_agent.training.fitting --to models/fitting     teach with all hands, and write what language/fitting.py reads

fitting.tsv, one moment a line: the hand that wrote it, what was asked, what the narrator said, and replies, each with the mark that
a reader gave it before it: 0 wrong, 1 passable, 2 good. The layers begin as MiniLM's own upper ones; a reply's word pieces
see the moment, and the moment's do not see the reply, so that it is read once for all replies. No hand is its own judge.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.interview.fitting import MARKS, moment
from voice_agent.language.halfway import Halfway
from voice_agent.language.kindred import LONGEST
from voice_agent.language.kinds import MINILM
from voice_agent.training.emotion_layers import Upper, restore, save
from voice_agent.training.emotion_lessons import read_halfway
from voice_agent.training.steps import halved, steps

LESSONS = Path(__file__).with_name("fitting.tsv")

LAYERS = 3
"""Of MiniLM's six, that are taught."""

EPOCHS, RATE, BATCH, DROP = 3, 2e-4, 48, 0.1


@dataclass(frozen=True, slots=True)
class Marked:
    """A reply to a moment, and how it was marked."""

    hand: str
    asked: str
    said: str
    reply: str
    mark: int
    """0 wrong, 1 passable, 2 good."""


def read(path: Path = LESSONS) -> list[Marked]:
    """Raises OSError, and ValueError where a line has another form."""
    found: list[Marked] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        hand, asked, said, *replies = line.split("\t")
        if not replies or any(each[:2] not in {"0 ", "1 ", "2 "} for each in replies):
            raise ValueError(f"{path}, line {number}: hand, question, answer, marked replies.")
        found += [Marked(hand, asked, said, each[2:], int(each[0])) for each in replies]
    return found


class Pairs(Upper):
    """The layers, as they are taught: a moment and a reply in, the marks out."""

    def __init__(self, minilm: Path, layers: int = LAYERS) -> None:
        """Begin with MiniLM's own upper `layers`."""
        super().__init__(minilm, outputs=MARKS, layers=layers)
        size = self.head.in_features // (layers + 1)
        self.head = torch.nn.Linear(2 * size * (layers + 1), MARKS)
        self.drop = torch.nn.Dropout(DROP)
        self.whose = torch.nn.Parameter(torch.zeros(3, size))
        """Added to every word piece: of what was asked, of what was said, of the reply."""

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`hidden` (n, pieces, size); `mask` (n, pieces): -1 nothing, 0 asked, 1 said, 2 reply; returns (n, MARKS)."""
        there = (mask >= 0).float()
        hidden = hidden + self.whose[mask.clamp(min=0)] * there.unsqueeze(-1)
        reply, said = (mask == 2).float(), (mask == 1).float()
        # what was said does not see the reply
        seen = there[:, None, :] * (1 - reply[:, None, :] * (1 - reply[:, :, None]))
        aside = (1 - seen)[:, None] * -1e9
        shares = [
            (each / each.sum(dim=1, keepdim=True).clamp(min=1)).unsqueeze(-1)
            for each in (reply, said)
        ]
        means = [(hidden * share).sum(dim=1) for share in shares]
        for layer in self.layers:
            found = layer(hidden, attention_mask=aside)
            hidden = found[0] if isinstance(found, tuple) else found
            means += [(hidden * share).sum(dim=1) for share in shares]
        return self.head(self.drop(torch.cat(means, dim=1)))


class Read:
    """What is read of some moments and replies, halfway, each text once."""

    def __init__(self, some: Iterable[Marked], reader: Halfway, cache: Path | None = None) -> None:
        texts = (text for each in some for text in (*moment(each.asked, each.said), each.reply))
        every = sorted(set(texts))
        self._rows, self._begins = read_halfway("fitting", every, reader, cache)
        self._places = {text: n for n, text in enumerate(every)}

    def __getitem__(self, text: str) -> NDArray[np.float16]:
        """Its word pieces, (pieces, 384)."""
        place = self._places[text]
        return self._rows[self._begins[place] : self._begins[place + 1]]


def batch(some: Sequence[Marked], rows: Read) -> tuple[torch.Tensor, torch.Tensor]:
    """`Pairs`' input."""
    parts = [[rows[text] for text in (*moment(each.asked, each.said), each.reply)] for each in some]
    longest = max(sum(map(len, each)) for each in parts)
    hidden = np.zeros((len(some), longest, parts[0][2].shape[1]), np.float32)
    whose = np.full((len(some), longest), -1)
    for n, each in enumerate(parts):
        at = 0
        for who, piece in enumerate(each):
            hidden[n, at : at + len(piece)] = piece
            whose[n, at : at + len(piece)] = who
            at += len(piece)
    return torch.from_numpy(hidden), torch.from_numpy(whose)


def groups(
    some: Sequence[Marked], dice: np.random.Generator, size: int = BATCH
) -> list[list[Marked]]:
    """All of `some` by like length, in any order."""
    lengths = np.array([len(each.said) for each in some]) + dice.normal(0, 20, len(some))
    order = np.array_split(np.argsort(lengths), max(1, len(some) // size))
    return [[some[int(n)] for n in order[int(k)]] for k in dice.permutation(len(order))]


def teach(
    model: Pairs, some: Sequence[Marked], rows: Read, *, epochs: int = EPOCHS, seed: int = 0
) -> None:
    """Teach `model`."""
    dice = np.random.default_rng(seed)
    plan = [group for _ in range(epochs) for group in groups(some, dice)]

    def loss(group: list[Marked]) -> torch.Tensor:
        with halved():
            out = model(*batch(group, rows)).float()
        marks = torch.tensor([each.mark for each in group])
        return f.cross_entropy(out, marks, label_smoothing=0.05)

    steps(model, plan, loss, rate=RATE, decay=0.01, warm=0.1)


def shares(model: Pairs, some: Sequence[Marked], rows: Read) -> NDArray[np.float64]:
    """(n, MARKS), rows that sum to 1."""
    model.eval()
    found = np.zeros((len(some), MARKS))
    order = np.argsort([len(each.said) for each in some])
    with torch.inference_mode(), halved():
        for places in np.array_split(order, max(1, len(some) // 64)):
            out = model(*batch([some[int(n)] for n in places], rows))
            found[places] = torch.softmax(out.float(), dim=1).numpy()
    return found


def replies(some: Sequence[Marked], worth: NDArray[np.float64]) -> tuple[float, float, float]:
    """Of the moments in `some`: how often a reply drawn by lot is wrong, the worthiest by `worth`, and the best there is."""
    found: dict[tuple[str, str, str], list[tuple[float, int]]] = {}
    for each, much in zip(some, worth, strict=True):
        found.setdefault((each.hand, each.asked, each.said), []).append((float(much), each.mark))
    lot = [np.mean([mark == 0 for _, mark in every]) for every in found.values()]
    chosen = [max(every)[1] == 0 for every in found.values()]
    least = [all(mark == 0 for _, mark in every) for every in found.values()]
    return float(np.mean(lot)), float(np.mean(chosen)), float(np.mean(least))


def auc(right: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """How often one that is right scores above one that is not."""
    ranks = np.argsort(np.argsort(scores)) + 1
    many, others = right.sum(), (~right).sum()
    return float((ranks[right].sum() - many * (many + 1) / 2) / (many * others))


def keep(model: Pairs, file: Path) -> None:
    """Write layers.npz as language/fitting.py reads it."""
    save(model, file, whose=model.whose.detach().numpy().astype(np.float32))


def kept(minilm: Path, file: Path) -> Pairs:
    """What `keep` wrote, as exact as eight bits are."""
    model = Pairs(minilm)
    restore(model, file)
    with np.load(file) as found, torch.no_grad():
        model.whose.copy_(torch.from_numpy(found["whose"].astype(np.float32)))
    return model.eval()


def apart(minilm: Path, some: Sequence[Marked], rows: Read, out: Sequence[str]) -> None:
    """Teach with all hands but `out`, and say how their replies are judged."""
    model = Pairs(minilm)
    teach(model, [each for each in some if each.hand not in out], rows)
    told = [each for each in some if each.hand in out]
    found = shares(model, told, rows)
    marks = np.array([each.mark for each in told])
    worth = found[:, 2] - found[:, 0]
    lot, chosen, least = replies(told, worth)
    print(
        f"hands {' '.join(out)}, {len(told)} replies: AUC wrong from not {auc(marks > 0, worth):.3f}, good from not "
        f"{auc(marks > 1, found[:, 2]):.3f}; wrong by lot {lot:.2f}, the one chosen {chosen:.2f}, all there are {least:.2f}",
        flush=True,
    )


def main() -> None:
    """Measure with a third of the hands left out each time, or teach with all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--cache", type=Path, help="keeps what was read halfway")
    parser.add_argument("--to", type=Path, help="the folder that the layers are written to")
    given = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(2)
    shelf = house.load(None).weights
    minilm, small = weights.find(shelf, "minilm-fp32"), weights.find(shelf, "minilm-int8")
    some = read()
    rows = Read(some, reader(small), given.cache)
    hands = sorted({each.hand for each in some})
    if given.apart:
        for first in range(3):
            apart(minilm, some, rows, hands[first::3])
    if given.to is not None:
        model = Pairs(minilm)
        teach(model, some, rows)
        given.to.mkdir(parents=True, exist_ok=True)
        keep(model, given.to / "layers.npz")


def reader(small: Path) -> Halfway:
    """Reads as far as the layers that are taught."""
    return Halfway(small, threads=1, longest=LONGEST, layers=MINILM - LAYERS)


if __name__ == "__main__":
    main()
