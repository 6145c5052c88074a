"""Train the second opinion on wishes: `python -m voice_agent.training.wishes --books DIR`.

Softmax regression on the embeddings of the paraphrases of tests/interview/labelled/commands.tsv, development half
only, as text and as a recogniser might write them, against calm talk that asks for nothing: our own calm lines, our
tellings, sentences of old autobiographies (BOOKS, public domain), and the lines of that file that quote a wish. How
sure it must be comes from five folds: no calm sentence of ours and one in a thousand of the books is taken for a wish.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent import labelled, weights
from voice_agent import settings as house
from voice_agent.interview.commands import LONGEST
from voice_agent.labelled import as_heard
from voice_agent.language.embedding import MiniLM
from voice_agent.resources import resource
from voice_agent.training import cry_patterns
from voice_agent.training.book_sentences import sentences
from voice_agent.training.danger import CALM, CRIES
from voice_agent.training.softmax import fit, softmax
from voice_agent.training.tellings import tellings

FOLDS = 5
WISH = 3.0
"""A paraphrase counts so much more than a calm sentence: there are few."""


def calm(books: Path) -> tuple[list[str], list[str]]:
    """Short sentences of ours, and of the books, that ask for nothing."""
    ours = [each.words for each in labelled.read(CRIES) if each.label in CALM]
    ours += [each.words for family in cry_patterns.filled() for each in family[:2]]
    ours += [each.text for each in tellings()]
    short = [each for each in dict.fromkeys(ours) if len(each.split()) <= LONGEST]
    return short, [each for each in sentences(books) if len(each.split()) <= LONGEST]


def folds(texts: list[str]) -> NDArray[np.int64]:
    """Which fold each sentence falls into."""
    return np.array([hashlib.sha256(each.encode()).digest()[3] % FOLDS for each in texts])


def main() -> None:
    """Train, choose the threshold, write models/wishes/head.json."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--labels", type=Path, default=resource("tests/interview/labelled"))
    parser.add_argument("--to", type=Path, default=resource("models") / "wishes")
    given = parser.parse_args()
    embedder = MiniLM(weights.find(house.load(None).weights, "minilm-int8"), threads=2)
    said = [e for e in labelled.read(given.labels / "commands.tsv") if not e.held_back]
    classes = ("", *dict.fromkeys(e.label for e in said if e.label != "story"))
    ours, theirs = calm(given.books)
    words = [e.words for e in said] * 2 + ours + theirs
    texts = [e.words for e in said] + [as_heard(e.words) for e in said] + ours + theirs
    kinds = np.zeros(len(texts), np.int64)
    kinds[: 2 * len(said)] = [classes.index(e.label) if e.label in classes else 0 for e in said] * 2
    counts = np.where(kinds > 0, WISH, 1.0)
    vectors, fold = embedder.embed(texts), folds(words)
    out = np.zeros((len(texts), len(classes)))
    for one in range(FOLDS):
        head, bias = fit(
            vectors[fold != one], kinds[fold != one], counts[fold != one], of=len(classes)
        )
        out[fold == one] = softmax(vectors[fold == one] @ head + bias)
    wished = out[:, 1:].max(axis=1)
    own = np.arange(len(texts)) < len(texts) - len(theirs)
    near = np.sort(wished[own & (kinds == 0)])
    far = np.sort(wished[~own])
    sure = round(float(max(near[-1], far[-1 - len(far) // 1000])) + 0.005, 3)
    right = (out.argmax(axis=1) == kinds) & (wished >= sure) & (kinds > 0)
    print(f"{len(said)} paraphrases, {len(ours)} calm sentences of ours, {len(theirs)} of books")
    print(
        f"sure from {sure}; of the paraphrases {right[kinds > 0].mean():.3f} are recognised alone"
    )
    head, bias = fit(vectors, kinds, counts, of=len(classes))
    table = {
        "classes": classes,
        "sure": sure,
        "weights": np.round(head.astype(np.float64), 3).tolist(),
        "bias": np.round(bias.astype(np.float64), 3).tolist(),
    }
    given.to.mkdir(parents=True, exist_ok=True)
    (given.to / "head.json").write_text(json.dumps(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
