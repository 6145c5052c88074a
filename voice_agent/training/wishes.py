"""Make the second opinion on wishes: `python -m voice_agent.training.wishes --books DIR`.

It keeps the embeddings, eight bits a number, of the paraphrases of tests/interview/labelled/commands.tsv, development
half only, as text and as a recogniser might write them, and of calm talk that asks for nothing: our own calm lines,
our tellings, sentences of old autobiographies (BOOKS, public domain), and the lines of that file that quote a wish.
SURE and APART were chosen on five folds of these: of the paraphrases alone .388 are recognised and .035 taken for
another command; of 4,553 sentences 3 calm ones of ours, which are wishes, and 3 of the books.
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
from voice_agent.interview.wish_by_meaning import likeness
from voice_agent.labelled import as_heard
from voice_agent.language.embedding import MiniLM
from voice_agent.resources import resource
from voice_agent.training import cry_patterns
from voice_agent.training.book_sentences import sentences
from voice_agent.training.danger import CALM, CRIES
from voice_agent.training.tellings import tellings

FOLDS = 5
SURE = 0.13
"""How much nearer to a command than to calm talk."""

APART = 0.1
"""How much nearer to a command than to the next one."""


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
    """Read, report, write models/wishes."""
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
    vectors, fold = embedder.embed(texts), folds(words)
    near = np.zeros((len(texts), len(classes)), np.float32)
    for one in range(FOLDS):
        rest = fold != one
        near[~rest] = likeness(vectors[~rest], vectors[rest], kinds[rest], len(classes))
    order = np.sort(near[:, 1:], axis=1)
    taken = (order[:, -1] - near[:, 0] >= SURE) & (order[:, -1] - order[:, -2] >= APART)
    right = near[:, 1:].argmax(axis=1) + 1 == kinds
    wish = kinds > 0
    print(f"{len(said)} paraphrases, {len(ours)} calm sentences of ours, {len(theirs)} of books")
    print(
        f"recognised alone {(right & taken)[wish].mean():.3f}, {(~right & taken)[wish].mean():.3f} wrongly"
    )
    print(f"calm sentences taken for a wish: {(taken & ~wish).sum()}")
    given.to.mkdir(parents=True, exist_ok=True)
    table = {"classes": classes, "sure": SURE, "apart": APART}
    (given.to / "wishes.json").write_text(json.dumps(table) + "\n", encoding="utf-8")
    packed = np.round(vectors * 127).astype(np.int8)
    np.savez_compressed(given.to / "sentences.npz", vectors=packed, kinds=kinds.astype(np.uint8))


if __name__ == "__main__":
    main()
