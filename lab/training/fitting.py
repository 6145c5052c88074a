"""Teach whether a reply fits what was just said.

    python -m lab.training.fitting --apart --cache DIR     each third of the hands, judged by layers the others taught
    python -m lab.training.fitting --without n,o           those hands, judged by layers the others taught
    python -m lab.training.fitting --to models/fitting     teach with all hands, and write what language/fitting.py reads

fitting.tsv, one moment a line: the hand that wrote it, what was asked, what the narrator said, and replies, each with the mark that
a reader gave it before it: 0 wrong, 1 passable, 2 good. The layers begin as MiniLM's own upper ones; a reply's word pieces
see the moment, and the moment's do not see the replies, so that it is read once for all of them.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from lab.training import LESSONS
from lab.training.emotion_layers import Upper, restore, save
from lab.training.emotion_lessons import read_halfway
from lab.training.steps import halved, steps
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.interview.fitting import MARKS, moment
from voice_agent.language.kinds import MINILM
from voice_agent.language.likeness import LONGEST_TEXT_PIECES
from voice_agent.language.minilm_layers import MiniLMLayers

MARKED = LESSONS / "fitting.tsv"

LAYERS = 3
"""Of MiniLM's six, that are taught."""

EPOCHS, RATE, DROP = 3, 2e-4, 0.1
BATCH = 8
"""Moments; each has some six replies."""

NONE = -100
"""Stands for the mark of a reply that is not there."""

FAR = -1e4
"""Added to the attention paid to what is not to be seen."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a narrator said, and replies to it, each with its mark."""

    hand: str
    asked: str
    said: str
    replies: tuple[str, ...]
    marks: tuple[int, ...]
    """0 wrong, 1 passable, 2 good."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What is read of it: what was asked, what was said, and each reply."""
        return (*moment(self.asked, self.said), *self.replies)


def read(path: Path = MARKED) -> list[Moment]:
    """Raises OSError, and ValueError where a line has another form."""
    found: list[Moment] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        hand, asked, said, *replies = line.split("\t")
        if not replies or any(each[:2] not in {"0 ", "1 ", "2 "} for each in replies):
            raise ValueError(f"{path}, line {number}: hand, question, answer, marked replies.")
        marks = tuple(int(each[0]) for each in replies)
        found.append(Moment(hand, asked, said, tuple(each[2:] for each in replies), marks))
    return found


class Judge(Upper):
    """The layers, as they are taught: moments and their replies in, the marks out."""

    def __init__(self, minilm: Path, layers: int = LAYERS) -> None:
        """Begin with MiniLM's own upper `layers`."""
        super().__init__(minilm, outputs=MARKS, layers=layers)
        size = self.head.in_features // (layers + 1)
        self.head = torch.nn.Linear(2 * size * (layers + 1), MARKS)
        self.drop = torch.nn.Dropout(DROP)
        self.whose = torch.nn.Parameter(torch.zeros(3, size))
        """Added to every word piece: of what was asked, of what was said, of a reply."""

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`hidden` (n, pieces, size); `mask` (n, pieces): -1 nothing, 0 asked, 1 said, 2 and more the replies; returns (n, replies, MARKS)."""
        many = int(mask.max()) - 1
        there = (mask >= 0).float()
        hidden = hidden + self.whose[mask.clamp(0, 2)] * there.unsqueeze(-1)
        told = there * (mask < 2).float()
        # a reply sees the moment and itself; the moment does not see the replies, nor they each other
        own = (mask[:, None, :] == mask[:, :, None]).float() * there[:, None, :]
        aside = (1 - torch.maximum(own, told[:, None, :].expand_as(own)))[:, None] * FAR
        replies = torch.stack([(mask == 2 + n).float() for n in range(many)], dim=1)
        said = (mask == 1).float().unsqueeze(1)
        shares = [each / each.sum(dim=-1, keepdim=True).clamp(min=1) for each in (replies, said)]
        means: list[torch.Tensor] = []

        def both(rows: torch.Tensor) -> None:
            means.extend((share @ rows.float()).expand(-1, many, -1) for share in shares)

        both(hidden)
        for layer in self.layers:
            found = layer(hidden, attention_mask=aside)
            hidden = found[0] if isinstance(found, tuple) else found
            both(hidden)
        return self.head(self.drop(torch.cat(means, dim=-1)))


class Read:
    """What is read of some moments, halfway, each text once."""

    def __init__(
        self, some: Iterable[Moment], reader: MiniLMLayers, cache: Path | None = None
    ) -> None:
        every = sorted({text for each in some for text in each.texts})
        self._rows, self._begins = read_halfway("fitting", every, reader, cache)
        self._places = {text: n for n, text in enumerate(every)}

    def __getitem__(self, text: str) -> NDArray[np.float16]:
        """Its word pieces, (pieces, 384)."""
        place = self._places[text]
        return self._rows[self._begins[place] : self._begins[place + 1]]


def batch(some: Sequence[Moment], rows: Read) -> tuple[torch.Tensor, torch.Tensor]:
    """`Judge`'s input."""
    parts = [[rows[text] for text in each.texts] for each in some]
    longest = max(sum(map(len, each)) for each in parts)
    hidden = np.zeros((len(some), longest, parts[0][0].shape[1]), np.float32)
    whose = np.full((len(some), longest), -1)
    for n, each in enumerate(parts):
        at = 0
        for who, piece in enumerate(each):
            hidden[n, at : at + len(piece)] = piece
            whose[n, at : at + len(piece)] = who
            at += len(piece)
    return torch.from_numpy(hidden), torch.from_numpy(whose)


def groups(
    some: Sequence[Moment], dice: np.random.Generator, size: int = BATCH
) -> list[list[Moment]]:
    """All of `some` by like length, in any order."""
    lengths = np.array([len(each.said) for each in some]) + dice.normal(0, 20, len(some))
    order = np.array_split(np.argsort(lengths), max(1, len(some) // size))
    return [[some[int(n)] for n in order[int(k)]] for k in dice.permutation(len(order))]


def teach(
    model: Judge, some: Sequence[Moment], rows: Read, *, epochs: int = EPOCHS, seed: int = 0
) -> None:
    """Teach `model`."""
    dice = np.random.default_rng(seed)
    plan = [group for _ in range(epochs) for group in groups(some, dice)]

    def loss(group: list[Moment]) -> torch.Tensor:
        with halved():
            out = model(*batch(group, rows)).float()
        marks = torch.full(out.shape[:2], NONE)
        for n, each in enumerate(group):
            marks[n, : len(each.marks)] = torch.tensor(each.marks)
        return f.cross_entropy(
            out.flatten(0, 1), marks.flatten(), ignore_index=NONE, label_smoothing=0.05
        )

    steps(model, plan, loss, rate=RATE, decay=0.01, warm=0.1)


def shares(model: Judge, some: Sequence[Moment], rows: Read) -> list[NDArray[np.float64]]:
    """For each moment (replies, MARKS), rows that sum to 1."""
    model.eval()
    found = [np.zeros((0, MARKS))] * len(some)
    order = np.argsort([len(each.said) for each in some])
    with torch.inference_mode(), halved():
        for places in np.array_split(order, max(1, len(some) // BATCH)):
            out = torch.softmax(model(*batch([some[int(n)] for n in places], rows)).float(), dim=-1)
            for row, place in zip(out.numpy(), places, strict=True):
                found[int(place)] = row[: len(some[int(place)].marks)].astype(np.float64)
    return found


def auc(right: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """How often one that is right scores above one that is not."""
    ranks = np.argsort(np.argsort(scores)) + 1
    many, others = right.sum(), (~right).sum()
    return float((ranks[right].sum() - many * (many + 1) / 2) / (many * others))


def keep(model: Judge, file: Path) -> None:
    """Write layers.npz as language/fitting.py reads it."""
    save(model, file, whose=model.whose.detach().numpy().astype(np.float32))


def kept(minilm: Path, file: Path) -> Judge:
    """What `keep` wrote, as exact as eight bits are."""
    model = Judge(minilm)
    restore(model, file)
    with np.load(file) as found, torch.no_grad():
        model.whose.copy_(torch.from_numpy(found["whose"].astype(np.float32)))
    return model.eval()


def measured(model: Judge, some: Sequence[Moment], rows: Read) -> str:
    """How `model` judges moments that taught it nothing."""
    found = shares(model, some, rows)
    worth = [each[:, 2] - each[:, 0] for each in found]
    marks = np.concatenate([each.marks for each in some])
    lot = np.mean([np.mean(np.equal(each.marks, 0)) for each in some])
    chosen = np.mean(
        [each.marks[int(w.argmax())] == 0 for each, w in zip(some, worth, strict=True)]
    )
    least = np.mean([max(each.marks) == 0 for each in some])
    good = auc(marks > 1, np.concatenate([each[:, 2] for each in found]))
    return (
        f"{len(some)} moments, {len(marks)} replies: AUC wrong from not {auc(marks > 0, np.concatenate(worth)):.3f}, "
        f"good from not {good:.3f}; wrong by lot {lot:.2f}, the one chosen {chosen:.2f}, all there are {least:.2f}"
    )


def main() -> None:
    """Measure with a third of the hands left out each time, or teach with all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--without", help="hands that teach nothing and are measured: n,o")
    parser.add_argument("--cache", type=Path, help="keeps what was read halfway")
    parser.add_argument("--to", type=Path, help="the folder that the layers are written to")
    given = parser.parse_args()
    torch.set_num_threads(2)
    shelf = house.load(None).weights
    minilm, small = weights.find(shelf, "minilm-fp32"), weights.find(shelf, "minilm-int8")
    some = read()
    rows = Read(some, reader(small), given.cache)
    hands = sorted({each.hand for each in some})
    left_out = [hands[first::3] for first in range(3)] if given.apart else []
    if given.without:
        left_out.append(given.without.split(","))
    for out in left_out:
        torch.manual_seed(0)
        model = Judge(minilm)
        teach(model, [each for each in some if each.hand not in out], rows)
        told = [each for each in some if each.hand in out]
        print(f"hands {' '.join(out)}, {measured(model, told, rows)}", flush=True)
    if given.to is not None:
        torch.manual_seed(0)
        model = Judge(minilm)
        teach(model, some, rows)
        given.to.mkdir(parents=True, exist_ok=True)
        keep(model, given.to / "layers.npz")


def reader(small: Path) -> MiniLMLayers:
    """Reads as far as the layers that are taught."""
    return MiniLMLayers(small, threads=1, longest=LONGEST_TEXT_PIECES, layers=MINILM - LAYERS)


if __name__ == "__main__":
    main()
