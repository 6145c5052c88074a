"""Train the head that hears somebody begin to speak of something else.

    python -m lab.training.shift_head TIAGE models/minilm-int8 models/shift-head

Logistic regression on TIAGE's training part (MIT); how strongly it is held back, and from which probability a shift
is believed, is chosen on its development part. Its test part is not read here. Two minutes on two cores.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from lab.evaluation.returning.shift_labels import Dialogue, auc, best, embedded, read, scored
from lab.training import logistic
from voice_agent.backends import Embedder
from voice_agent.language.embedding import MiniLM
from voice_agent.reading.heads.shifted import MEASURES, meanings, measures, texts

HELD_BACK = (3e-3, 1e-2, 3e-2, 1e-1, 3e-1)
"""Penalties on what is read from the vectors; on the readable measures it is 1e-3."""

CARD = """# shift-head

Says how likely a turn of a talk begins something else than the turns before it: {measures} readable measures
(likeness of meaning, shared words, who asks, how it begins) and five products of sentence embeddings
(MiniLM-L6-v2, eight-bit).

- **For** cutting talks into stretches of one subject, and for not speaking of one's own when a narrator has just
  begun something new.
- **Not for** saying that one should change the subject: that cannot be read from one turn.
- **Trained on** TIAGE (MIT; Xie et al. 2021), {turns} turns of {dialogues} chats between strangers in writing. People
  who tell their lives aloud talk otherwise; `python -m lab shift` shows both.
- **Chosen on** its development part: penalty {penalty:g}, believed from {believed:.3f} (F1 {f1:.3f}, AUC {area:.3f}).
- **Licence** GPL-3.0-or-later, like the program.
"""


@dataclass(frozen=True, slots=True)
class Fit:
    """A trained head."""

    weights: NDArray[np.float64]
    bias: float
    penalty: float


def rows(
    dialogues: Sequence[Dialogue], embedder: Embedder
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Measures, meanings and labels of every turn that has one before it."""
    embedder = embedded(dialogues, embedder)
    told: list[NDArray[np.float64]] = []
    meant: list[NDArray[np.float64]] = []
    labels: list[int] = []
    for dialogue in dialogues:
        for before, turn, label in dialogue.turns:
            vectors = embedder.embed(texts(before, turn))
            told.append(measures(before, turn, vectors))
            meant.append(meanings(vectors))
            labels.append(label)
    return np.stack(told), np.stack(meant), np.array(labels)


def fits(
    told: NDArray[np.float64], meant: NDArray[np.float64], labels: NDArray[np.int64]
) -> Iterator[Fit]:
    """Yield a head for each penalty. `told` is scaled already."""
    for penalty in HELD_BACK:
        yield _fit(np.hstack([told, meant]), told.shape[1], labels, penalty)


def _fit(
    every: NDArray[np.float64], readable: int, labels: NDArray[np.int64], penalty: float
) -> Fit:
    features, wanted = torch.tensor(every), torch.tensor(labels, dtype=torch.float64)
    drawn = torch.full((every.shape[1],), penalty)
    drawn[:readable] = 1e-3
    weights, bias = logistic.fit(features, wanted, drawn)
    return Fit(weights.numpy(), float(bias[0]), penalty)


def train(data: Path, embedder: Embedder, to: Path) -> None:
    """Train, choose, and write head.json and its card."""
    learned, chosen = read(data, "train"), read(data, "dev")
    told, meant, labels = rows(learned, embedder)
    mean, spread = told.mean(axis=0), told.std(axis=0) + 1e-9
    told_dev, meant_dev, labels_dev = rows(chosen, embedder)
    unseen = np.hstack([(told_dev - mean) / spread, meant_dev])
    found: list[tuple[float, float, float, Fit]] = []
    for fit in fits((told - mean) / spread, meant, labels):
        likely = 1 / (1 + np.exp(-(unseen @ fit.weights + fit.bias)))
        at = best(labels_dev, likely)
        figures = scored(labels_dev, likely >= at)
        found.append((figures.f1, at, auc(labels_dev, likely), fit))
        print(f"penalty {fit.penalty:g}: F1 {figures.f1:.3f} from {at:.3f}, AUC {found[-1][2]:.3f}")
    f1, believed, area, fit = max(found, key=lambda each: each[2])
    to.mkdir(parents=True, exist_ok=True)
    head = {
        "measures": MEASURES,
        "mean": np.round(mean, 6).tolist(),
        "spread": np.round(spread, 6).tolist(),
        "weights": np.round(fit.weights, 5).tolist(),
        "bias": round(fit.bias, 6),
        "believed": round(believed, 4),
    }
    (to / "head.json").write_text(json.dumps(head) + "\n", encoding="utf-8")
    card = CARD.format(
        measures=len(MEASURES), turns=len(labels), dialogues=len(learned), penalty=fit.penalty,
        believed=believed, f1=f1, area=area,
    )  # fmt: skip
    (to / "README.md").write_text(card, encoding="utf-8")


if __name__ == "__main__":
    train(Path(sys.argv[1]), MiniLM(Path(sys.argv[2])), Path(sys.argv[3]))
