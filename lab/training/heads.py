"""Teach a small head which of a few kinds a text is of, on what MPNet makes of it (language/classifier.py runs it).

MPNet itself is not changed: texts are read once and kept in the cache, and a head is taught in a minute. One hidden layer;
what many hands wrote is worth more than a deeper one.
"""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent.language.classifier import scores, shares
from voice_agent.language.mpnet import WIDTH, Mpnet
from voice_agent.resources import resource

HIDDEN = 512
EPOCHS, RATE, DECAY, BATCH = 30, 1.5e-3, 0.05, 128
FORGOTTEN = (0.3, 0.4)
"""Share of what MPNet says, and of the hidden layer, that is left out at each step."""

SMOOTH = 0.05
"""Share of certainty that is given away, unless said otherwise: the labels are few hands'."""

PIECE = 512
"""Texts read at a time."""

Head = Mapping[str, NDArray[np.float32]]
"""As head.npz holds it."""


def arguments(about: str | None, model: str) -> argparse.Namespace:
    """What a command that teaches models/`model` is told: cache, measure, to."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--cache", type=Path, help="keeps what was read")
    parser.add_argument("--measure", type=Path, help="a file to be measured on")
    parser.add_argument("--to", type=Path, default=resource(f"models/{model}"))
    return parser.parse_args()


def rows(texts: Sequence[str], mpnet: Path, cache: Path | None) -> NDArray[np.float16]:
    """Return shape (len(texts), WIDTH), from `cache` as far as they are there."""
    marks = [hashlib.blake2b(text.encode(), digest_size=12).hexdigest() for text in texts]
    file = cache / "mpnet.npz" if cache else None
    known: dict[str, NDArray[np.float16]] = {}
    if file is not None and file.is_file():
        with np.load(file) as kept:
            known = dict(zip(kept["marks"].tolist(), kept["rows"], strict=True))
    fresh = {mark: text for mark, text in zip(marks, texts, strict=True) if mark not in known}
    if fresh:
        some = sorted(fresh, key=lambda mark: len(fresh[mark]))
        pieces = [some[n : n + PIECE] for n in range(0, len(some), PIECE)]
        reader = Mpnet(mpnet)
        for number, piece in enumerate(pieces, 1):
            found = reader.read([fresh[mark] for mark in piece]).astype(np.float16)
            known |= zip(piece, found, strict=True)
            print(f"read {number} of {len(pieces)}", end="\r", flush=True)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            np.savez(file, marks=np.array(list(known)), rows=np.stack(list(known.values())))
    return np.stack([known[mark] for mark in marks])


def teach(
    read: NDArray[np.float16],
    kinds: NDArray[np.int64],
    counts: NDArray[np.float32],
    shown: Sequence[NDArray[np.int64]],
    *,
    classes: int,
    seed: int = 0,
    smooth: float = SMOOTH,
) -> Head:
    """Return the head that knows `kinds`, one of `classes` for each row of `read`, weighted by `counts`.

    A kind of -n stands for any of the first n classes. `shown`: for each epoch, the rows that are shown in it. `smooth`: share of certainty that is given away.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(
        1
    )  # two that wait for each other on a busy machine take ten times as long
    dice = np.random.default_rng(seed)
    mean = read.astype(np.float32).mean(axis=0)
    spread = read.astype(np.float32).std(axis=0) + 1e-3
    wide, narrow = torch.nn.Linear(WIDTH, HIDDEN), torch.nn.Linear(HIDDEN, classes)
    model = torch.nn.Sequential(
        torch.nn.Dropout(FORGOTTEN[0]),
        wide,
        torch.nn.GELU(approximate="tanh"),
        torch.nn.Dropout(FORGOTTEN[1]),
        narrow,
    )
    plan = [
        group
        for places in shown
        for group in np.array_split(dice.permutation(places), max(1, len(places) // BATCH))
    ]
    way = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(way, RATE, total_steps=len(plan))
    for places in plan:
        rows_ = torch.from_numpy((read[places].astype(np.float32) - mean) / spread)
        wanted, share = torch.from_numpy(kinds[places]), torch.from_numpy(counts[places])
        cost = _cost(model(rows_), wanted, smooth)
        way.zero_grad()
        ((cost * share).sum() / share.sum()).backward()
        way.step()
        pace.step()
    return {
        "mean": mean,
        "spread": spread,
        "wide": wide.weight.detach().numpy().T,
        "wide_bias": wide.bias.detach().numpy(),
        "narrow": narrow.weight.detach().numpy().T,
        "narrow_bias": narrow.bias.detach().numpy(),
    }


def fitted(
    rows: NDArray[np.float16], kinds: NDArray[np.int64], places: NDArray[np.int64], *, classes: int
) -> Head:
    """Taught by the lines at `places`, one rendering of each in an epoch. `rows`: (lines, renderings, WIDTH)."""
    flat, many = rows.reshape(-1, rows.shape[-1]), rows.shape[1]
    shown = [places * many + epoch % many for epoch in range(EPOCHS)]
    every = np.repeat(kinds, many)
    return teach(flat, every, np.ones(len(flat), np.float32), shown, classes=classes)


def by_the_others(
    rows: NDArray[np.float16],
    kinds: NDArray[np.int64],
    of_hand: NDArray[np.int64],
    hands: int,
    *,
    classes: int,
) -> NDArray[np.float64]:
    """What the lines of each of the first `hands` hands are read as, as they stand, by a head that all the others taught: (lines, classes)."""
    found = np.zeros((len(kinds), classes))
    for hand in range(hands):
        out = of_hand == hand
        others = fitted(rows, kinds, np.flatnonzero(~out), classes=classes)
        found[out] = shares(scores(others, rows[out, 0].astype(np.float32)))
    return found


Kind = TypeVar("Kind", bound=str)


def believed(
    found: NDArray[np.float64], classes: Sequence[Kind], bars: Mapping[str, float]
) -> list[Kind | None]:
    """The likeliest of `classes` for each row of `found`, None where it stays below its bar."""
    return [
        classes[place] if row[place] >= bars[classes[place]] else None
        for place, row in zip(found.argmax(axis=1).tolist(), found, strict=True)
    ]


def report(title: str, classes: Sequence[Kind], pairs: Sequence[tuple[Kind, Kind | None]]) -> None:
    """Print how many of each class are known, and what they are taken for otherwise. `pairs`: what it is, and is believed to be."""
    right = sum(is_ == one for is_, one in pairs)
    print(
        f"{title}: {right} of {len(pairs)} known, {sum(one is None for _, one in pairs)} left open"
    )
    for kind in classes:
        there = Counter(one for is_, one in pairs if is_ == kind)
        false = sum(one == kind != is_ for is_, one in pairs)
        rest = ", ".join(f"{one or 'open'} {n}" for one, n in there.most_common() if one != kind)
        known = f"{there[kind]} of {there.total()}"
        print(f"  {kind}: {known}; else {rest or 'none'}; {false} others taken for it")


def _cost(out: torch.Tensor, wanted: torch.Tensor, smooth: float) -> torch.Tensor:
    """Of each row; where `wanted` is below zero, of not being sure that it is any of the first so many."""
    sure = f.cross_entropy(out, wanted.clamp(min=0), reduction="none", label_smoothing=smooth)
    any_of = torch.arange(out.shape[1]) < -wanted[:, None]
    inside = out.masked_fill(~(any_of | (wanted >= 0)[:, None]), -torch.inf).logsumexp(dim=1)
    return torch.where(wanted < 0, out.logsumexp(dim=1) - inside, sure)


def save(
    head: Head, classes: Sequence[str], to: Path, bars: Mapping[str, float] | None = None
) -> None:
    """Write head.npz and classes.json, with the bars from which each class is believed, into the folder `to`."""
    to.mkdir(parents=True, exist_ok=True)
    small = {name: grid.astype(np.float16) for name, grid in head.items()}
    np.savez_compressed(to / "head.npz", **small)  # pyright: ignore[reportArgumentType]
    table = {"classes": list(classes)} | ({"agrees": dict(bars)} if bars else {})
    (to / "classes.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
