"""Train the head that reads from a sentence embedding whether somebody is in danger.

    python -m voice_agent.training.safety_head tests/interview/labelled BOOKS models/minilm-int8 models/safety-head

Softmax regression on the development halves of our own labelled utterances, each as text and as a recogniser
might write it, against sentences of old autobiographies (the .txt files in BOOKS, public domain) that hold
no cry. The thresholds come from five folds of the same half: of each level the one at which the books
raise it in at most one sentence of fifteen thousand. The held-back halves are not read. A minute on two cores.
"""

import hashlib
import json
import re
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent import labelled
from voice_agent.language.embedding import MiniLM

CLASSES = ("", "0", "1", "2", "3", "3m", "A")
WEIGHT = {"ordinary": 3.0, "idiom": 3.0, "story": 3.0}
"""A hard negative of ours counts for several sentences of a book."""

RARE = 15_000
"""Of so many sentences of a book one may raise a level: about four times what five hours hold."""

LEAST = 0.5
"""No threshold is lower, whatever the books say. A guess."""

BOOK = 3000
"""Sentences of the books to train on, and as many others for the thresholds."""

CARD = """# safety-head

Reads from a sentence embedding (MiniLM-L6-v2, eight-bit) how likely a sentence is to be sadness (0), strong distress
(1), a wish to die (2), intent (3), a medical emergency or fire (3m), abuse (A), or none of these. 385 numbers for each.

- **For** hearing what the rules of config/safety_hearing.toml do not spell out. The rules do most of the work.
- **Not for** judging a person. It is not a diagnosis, a risk score or a screening tool; no clinician has reviewed it.
- **Trained on** {own} renderings of {lines} utterances written for this project (the development halves of
  tests/interview/labelled) and {books} sentences of public-domain autobiographies that hold no cry for help.
- **Licence** GPL-3.0-or-later, like the program.
- **Five folds** of the development half, at the thresholds in head.json: {figures}.
- **Weak** on hints that need the story around them, on irony, and on every language but English.
- **Not measured**: real people in danger, voices, recognised speech of the old. Nobody in danger has ever been
  recorded for this.
"""


def main(labels: Path, books: Path, weights: Path, to: Path) -> None:
    """Train, choose thresholds, write head.json and README.md."""
    embedder = MiniLM(weights)
    own = [
        each
        for name in ("safety.tsv", "commands.tsv")
        for each in labelled.read(labels / name)
        if not each.held_back
    ]
    texts = [text for each in own for text in (each.words, labelled.as_heard(each.words))]
    classes = np.array([_class(each.label) for each in own for _ in range(2)])
    counts = np.array([WEIGHT.get(each.label, 1.0) for each in own for _ in range(2)])
    folds = np.array(
        [hashlib.md5(each.words.encode()).digest()[1] % 5 for each in own for _ in "ab"]
    )
    vectors = embedder.embed(texts)
    lines = sentences(books)
    negative = embedder.embed(lines[: 2 * BOOK])
    train, judge = negative[:BOOK], negative[BOOK:]

    def fitted(chosen: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return fit(
            np.concatenate([vectors[chosen], train]),
            np.concatenate([classes[chosen], np.zeros(len(train), np.int64)]),
            np.concatenate([counts[chosen] * 3, np.full(len(train), 0.5)]),
        )

    out = np.zeros((len(texts), len(CLASSES)))
    far = np.zeros((len(judge), len(CLASSES)))
    for fold in range(5):
        head, bias = fitted(folds != fold)
        out[folds == fold] = softmax(vectors[folds == fold] @ head + bias)
        far = np.maximum(far, softmax(judge @ head + bias))
    agrees: dict[str, float] = {}
    figures: list[str] = []
    hard = np.isin([each.label for each in own for _ in "ab"], ("ordinary", "idiom", "story"))
    for number, level in enumerate(CLASSES):
        if not level:
            continue
        most = np.sort(np.concatenate([far[:, number], out[hard, number]]))
        agrees[level] = round(max(float(most[-1 - len(most) // RARE]) + 0.01, LEAST), 3)
        heard = out[classes == number, number] >= agrees[level]
        figures.append(f"{level} {heard.mean():.2f} from {agrees[level]:.2f} on")
    head, bias = fitted(np.ones(len(texts), np.bool_))
    to.mkdir(parents=True, exist_ok=True)
    whole = {
        "classes": CLASSES,
        "agrees": agrees,
        "weights": np.round(head, 4).tolist(),
        "bias": np.round(bias, 4).tolist(),
    }
    (to / "head.json").write_text(json.dumps(whole) + "\n", encoding="utf-8")
    card = CARD.format(own=len(texts), lines=len(own), books=len(train), figures=", ".join(figures))
    (to / "README.md").write_text(card, encoding="utf-8")
    print(", ".join(figures))


def _class(label: str) -> int:
    return CLASSES.index(label) if label in CLASSES else 0


def sentences(books: Path) -> list[str]:
    """Sentences of 5 to 30 words that speak of "I", "me" or "my", every second one as heard; shuffled."""
    found: list[str] = []
    for book in sorted(books.glob("*.txt")):
        text = " ".join(book.read_text(encoding="utf-8", errors="replace").split())
        for sentence in re.split(r"(?<=[.!?])\s+", text):
            if 5 <= len(sentence.split()) <= 30 and re.search(r"\b(?:I|me|my)\b", sentence):
                found.append(sentence)
    found.sort(key=lambda each: hashlib.sha256(each.encode()).digest())
    return [each if n % 2 else labelled.as_heard(each) for n, each in enumerate(found)]


def fit(
    vectors: NDArray[np.float32],
    classes: NDArray[np.int64],
    counts: NDArray[np.float64],
    *,
    penalty: float = 2e-5,
    rounds: int = 1500,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return weights (size, classes) and bias of a softmax regression, by gradient descent with momentum."""
    rows = vectors.astype(np.float64)
    wanted = np.eye(len(CLASSES))[classes]
    share = (counts / counts.sum())[:, None]
    head = np.zeros((rows.shape[1], len(CLASSES)))
    bias = np.zeros(len(CLASSES))
    pace = np.zeros_like(head), np.zeros_like(bias)
    for _ in range(rounds):
        error = (softmax(rows @ head + bias) - wanted) * share
        pace = (
            0.95 * pace[0] + rows.T @ error + penalty * head,
            0.95 * pace[1] + error.sum(axis=0),
        )
        head -= 2.0 * pace[0]
        bias -= 2.0 * pace[1]
    return head, bias


def softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rows that sum to 1."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    main(*(Path(each) for each in sys.argv[1:5]))
