"""Train the plain head that reads valence, arousal and dominance from sentence embeddings.

    python -m lab.training.vad_head emobank.csv models/minilm-int8 models/vad-head

Ridge regression on EmoBank's train split (Buechel and Hahn, 2017; CC BY-SA 4.0); the penalty is chosen on
its dev split, the figures are those of its test split. Two minutes on two cores. What it writes carries
EmoBank's licence.
"""

import csv
import json
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent.language.embedding import MiniLM

PENALTIES = (1.0, 3.0, 10.0, 30.0)
NAMES = ("valence", "arousal", "dominance")

CARD = """# vad-head

Reads valence, arousal and dominance, each -1 to 1, from a sentence embedding (MiniLM-L6-v2, eight-bit).
385 numbers for each: one linear layer.

- **For** breaking ties between memories that fit anyway, so that recall suits the mood of the telling.
- **Not for** deciding anything about a person. It knows words, not voices and not people; it was trained on
  news, letters, blogs and fiction, not on elderly narrators, and it has never heard anybody.
- **Trained on** the train split of EmoBank (Sven Buechel and Udo Hahn, 2017), {train} sentences, by
  `lab/training/vad_head.py`; ridge penalty {penalty:g}, chosen on the dev split.
- **Licence** CC BY-SA 4.0, as EmoBank's: whoever passes these weights on passes that licence on.
- **Pearson's r** on the test split ({test} sentences): {figures}.
  Baseline (the mean of the train split for every sentence): 0 for each.
- **Weak** on dominance and on short sentences; blind to irony.
"""


def main(table: Path, weights: Path, to: Path) -> None:
    """Train, measure, write head.json and README.md."""
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    vectors = MiniLM(weights).embed([row["text"] for row in rows])
    # EmoBank rates 1..5
    wanted = np.array([[(float(row[key]) - 3) / 2 for key in "VAD"] for row in rows])
    split = np.array([row["split"] for row in rows])
    fitted = [(fit(vectors[split == "train"], wanted[split == "train"], p), p) for p in PENALTIES]
    (head, bias), penalty = max(
        fitted,
        key=lambda each: float(
            pearson(
                vectors[split == "dev"] @ each[0][0] + each[0][1], wanted[split == "dev"]
            ).mean()
        ),
    )
    found = pearson(vectors[split == "test"] @ head + bias, wanted[split == "test"])
    figures = ", ".join(f"{name} {value:.3f}" for name, value in zip(NAMES, found, strict=True))
    to.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"weights": np.round(head, 5).tolist(), "bias": np.round(bias, 5).tolist()})
    (to / "head.json").write_text(text + "\n", encoding="utf-8")
    card = CARD.format(
        train=int((split == "train").sum()),
        test=int((split == "test").sum()),
        penalty=penalty,
        figures=figures,
    )
    (to / "README.md").write_text(card, encoding="utf-8")
    print(f"penalty {penalty:g}; Pearson on test: {figures}")


def fit(
    vectors: NDArray[np.float32], wanted: NDArray[np.float64], penalty: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return weights (size, 3) and bias (3,); the bias is not penalised."""
    middle, mean = vectors.mean(axis=0), wanted.mean(axis=0)
    centred = (vectors - middle).astype(np.float64)
    square = centred.T @ centred + penalty * np.eye(centred.shape[1])
    head = np.linalg.solve(square, centred.T @ (wanted - mean))
    return head, mean - middle @ head


def pearson(found: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Correlation of each column, shape (3,)."""
    a, b = found - found.mean(axis=0), wanted - wanted.mean(axis=0)
    return (a * b).sum(axis=0) / np.sqrt((a**2).sum(axis=0) * (b**2).sum(axis=0))


if __name__ == "__main__":
    main(*(Path(each) for each in sys.argv[1:4]))
