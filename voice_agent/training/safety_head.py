"""Train the head that reads from a sentence embedding whether somebody is in danger.

    python -m voice_agent.training.safety_head tests/interview/labelled BOOKS models/minilm-int8 models/safety-head

Softmax regression on cries.tsv beside this file and on the development halves of our own labelled utterances,
each as text and as a recogniser might write it, against sentences of old autobiographies (BOOKS, public domain)
that hold no cry. The thresholds come from calm sentences alone: from what was left out of the training, five
times over, of the autobiographies and of the calm lines. The held-back halves are not read. Two minutes on two
cores. [now] and [alone] of config/safety_hearing.toml are printed, and written there by hand: choose them, and
`agrees`, with `voice-agent evaluate safety --stories` in sight, so that no more than one calm utterance in a
hundred is taken for a cry.
"""

import hashlib
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent import labelled
from voice_agent.interview import safety
from voice_agent.interview.cries import Cries
from voice_agent.interview.plain_words import plain
from voice_agent.language.embedding import MiniLM
from voice_agent.resources import resource

CLASSES = ("", "0", "1", "2", "3", "3m", "A")
CRIES = Path(__file__).with_name("cries.tsv")

GRAVE = ("2", "3", "3m", "A")

CALM = frozenset(("ordinary", "idiom", "story", "calm"))
WEIGHT = {label: 2.0 for label in CALM}
"""A hard negative of ours counts for more than a cry, and for four sentences of a book."""

FALSE_ALONE = 6
"""So many sentences of the books (380,000 words) may raise a level where no rule hints at it."""

FALSE_HINTED = 1
"""And so many, of each level, where a rule hints at it."""

LEAST = 0.3
"""No threshold is lower, whatever the books say. A guess."""

CARD = """# safety-head

Reads from a sentence embedding (MiniLM-L6-v2, eight-bit) how likely a sentence is to be sadness (0), strong distress
(1), a wish to die (2), intent (3), a medical emergency or fire (3m), abuse (A), or none of these. 385 numbers for each.

- **For** hearing what the rules of config/safety_hearing.toml do not spell out.
- **Not for** judging a person. It is not a diagnosis, a risk score or a screening tool; no clinician has reviewed it.
- **Trained on** {own} renderings of {lines} utterances written for this project (voice_agent/training/cries.tsv and the
  development halves of tests/interview/labelled) and {books} sentences of public-domain autobiographies that hold no
  cry for help. Three in ten of the calm lines of cries.tsv train nothing.
- **Licence** GPL-3.0-or-later, like the program.
- **Five folds**, of the cries in cries.tsv without any rule: {figures}.
- **Weak** on hints that need the story around them, on irony, and on every language but English.
- **Not measured**: real people in danger, voices, recognised speech of the old. Nobody in danger has ever been
  recorded for this. The cries were all written by few hands, in good grammar.
"""


def main(labels: Path, books: Path, weights: Path, to: Path) -> None:
    """Train, choose thresholds, write head.json and README.md."""
    embedder = MiniLM(weights)
    written = labelled.read(CRIES)
    own = [
        *written,
        *(
            each
            for name in ("safety.tsv", "commands.tsv")
            for each in labelled.read(labels / name)
            if not each.held_back
        ),
    ]
    texts = [text for each in own for text in (each.words, labelled.as_heard(each.words))]
    classes = np.array([_class(each.label) for each in own for _ in "ab"])
    counts = np.array([WEIGHT.get(each.label, 1.0) for each in own for _ in "ab"])
    folds = np.array(
        [hashlib.md5(each.words.encode()).digest()[1] % 5 for each in own for _ in "ab"]
    )
    judge = np.array(
        [
            each.label == "calm" and hashlib.md5(each.words.encode()).digest()[2] % 10 < 3
            for each in own
            for _ in "ab"
        ]
    )
    vectors = embedder.embed(texts)
    lines = sentences(books)
    told = embedder.embed(lines)
    halves = np.arange(len(lines)) // 2 % 2

    def fitted(
        chosen: NDArray[np.bool_], from_books: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        chosen = chosen & ~judge
        return fit(
            np.concatenate([vectors[chosen], told[from_books]]),
            np.concatenate([classes[chosen], np.zeros(from_books.sum(), np.int64)]),
            np.concatenate([counts[chosen], np.full(from_books.sum(), 0.5)]),
        )

    out = np.zeros((len(texts), len(CLASSES)))
    far = np.zeros((len(lines), len(CLASSES)))
    for fold in range(5):
        used = halves == fold % 2
        head, bias = fitted(folds != fold, used)
        out[folds == fold] = softmax(vectors[folds == fold] @ head + bias)
        far[~used] = np.maximum(far[~used], softmax(told[~used] @ head + bias))
    cries = safety.read(resource("config/safety.toml"), "GB").cries
    alone, agrees, now = thresholds(
        cries, [texts[n] for n in np.flatnonzero(judge)], out[judge], lines, far
    )
    figures: list[str] = []
    theirs = np.arange(len(texts)) < 2 * len(written)
    for level in GRAVE:
        there = out[theirs & (classes == CLASSES.index(level))]
        heard = there[:, GRAVES].sum(axis=1) >= alone
        figures.append(f"{level} {heard.mean():.2f} of {len(there)}")
    head, bias = fitted(np.ones(len(texts), np.bool_), np.ones(len(lines), np.bool_))
    to.mkdir(parents=True, exist_ok=True)
    whole = {
        "classes": CLASSES,
        "agrees": agrees,
        "weights": np.round(head.astype(np.float64), 4).tolist(),
        "bias": np.round(bias.astype(np.float64), 4).tolist(),
    }
    (to / "head.json").write_text(json.dumps(whole) + "\n", encoding="utf-8")
    card = CARD.format(own=len(texts), lines=len(own), books=len(lines), figures=", ".join(figures))
    (to / "README.md").write_text(card, encoding="utf-8")
    print(", ".join(figures))
    print(f"agrees {agrees}; for the page of rules: [now] {now}, [alone] {alone}")


GRAVES = [CLASSES.index(level) for level in GRAVE]


def thresholds(
    cries: Cries,
    calm: Sequence[str],
    calm_shares: NDArray[np.float64],
    told: Sequence[str],
    told_shares: NDArray[np.float64],
) -> tuple[float, dict[str, float], dict[str, float]]:
    """Return the thresholds without a hint, with one, and with one where it is told of now.

    Of the calm lines none may be above any of them but one in two hundred without a hint; of the books as many
    as FALSE_ALONE and FALSE_HINTED say. What a rule voids does not count.
    """

    def above(rows: list[float], false: int) -> float:
        rows = sorted(rows)
        return rows[-1 - false] + 0.005 if len(rows) > false else 0.0

    sides: list[list[tuple[str, NDArray[np.float64]]]] = []
    for texts, shares in ((calm, calm_shares), (told, told_shares)):
        plains = [plain(text) for text in texts]
        sides.append([(t, s) for t, s in zip(plains, shares, strict=True) if not cries.void(t)])
    alone = max(
        above([float(s[GRAVES].sum()) for _, s in side], false)
        for side, false in zip(sides, (len(calm) // 200, FALSE_ALONE), strict=True)
    )
    hinted: list[dict[str, float]] = []
    for of_now in (False, True):
        found: dict[str, float] = {}
        for level in CLASSES[1:]:
            number = CLASSES.index(level)
            tops = [
                above(
                    [
                        float(s[number])
                        for t, s in side
                        if (not of_now or cries.is_now(t)) and cries.hints_at(level, t)
                    ],
                    false,
                )
                for side, false in zip(sides, (0, FALSE_HINTED), strict=True)
            ]
            found[level] = round(max(*tops, LEAST), 3)
        hinted.append(found)
    return round(alone, 3), hinted[0], hinted[1]


def _class(label: str) -> int:
    return CLASSES.index(label) if label in CLASSES else 0


def sentences(books: Path) -> list[str]:
    """Sentences of 5 to 30 words that speak of "I", "me" or "my", every second one as heard; shuffled.

    Of autobiographies alone: in a novel people do cry for help.
    """
    found: list[str] = []
    for book in sorted(books.glob("*autobiography*.txt")):
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
    penalty: float = 6e-5,
    rounds: int = 800,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return weights (size, classes) and bias of a softmax regression, by gradient descent with momentum."""
    rows = vectors.astype(np.float32)
    wanted = np.eye(len(CLASSES), dtype=np.float32)[classes]
    share = (counts / counts.sum()).astype(np.float32)[:, None]
    head = np.zeros((rows.shape[1], len(CLASSES)), np.float32)
    bias = np.zeros(len(CLASSES), np.float32)
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


def softmax(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    """Rows that sum to 1."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    main(*(Path(each) for each in sys.argv[1:5]))
