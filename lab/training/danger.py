"""Train the reader of danger: `python -m lab.training.danger --books DIR --stories DIR --chat DIR --cache DIR`.

A head on what MPNet makes of a sentence (heads.py), with seven classes: none of these, sadness (0), strong distress (1), a
wish to die (2), intent (3), an emergency (3m), abuse (A). It learns from the cries of several hands beside this file, from
the development halves of lab/labelled, from griefs, tellings and calm talk of today, and from calm sentences
of old autobiographies, of every second life history (public domain) and of chit-chat (TIAGE, MIT). In each epoch a line
is shown in one of its renderings: as it stands, as a recogniser might write it, or among calm sentences.

`--without HAND` teaches nothing of one hand and writes into the cache alone. The held-back halves, the later sets, the
other life histories and the other autobiographies are not read here.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab import LABELLED, utterances
from lab.training import LESSONS, calm_today, cry_patterns, heads
from lab.training.book_sentences import chat, histories, told
from lab.training.tellings import tellings
from lab.utterances import Utterance, as_heard
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.resources import resource
from voice_agent.story import Emotion

CLASSES = ("", "0", "1", "2", "3", "3m", "A")
GRAVES = [3, 4, 5, 6]
CALM = frozenset(("ordinary", "idiom", "story", "calm"))

HANDS = {
    "one": "cries.tsv",
    "two": "cries_two.tsv",
    "three": "cries_three.tsv",
    "four": "cries_four.tsv",
    "five": "cries_five.tsv",
    "six": "cries_six.tsv",
    "seven": "cries_seven.tsv",
    "eight": "cries_eight.tsv",
    "nine": "cries_nine.tsv",
    "ten": "cries_ten.tsv",
}
"""Who wrote which cries, beside this file. The first wrote the patterns and the development halves too."""

BOOKS = ("carnegie", "franklin")
"""Autobiographies whose sentences teach; the others are what thresholds are chosen on."""

CRIES = LESSONS / HANDS["one"]

FAMILIES = 10
"""One family in so many teaches nothing."""

HARD = 2.0
"""A calm sentence of ours counts so much more than a cry."""

BOOK = 0.7
"""And a sentence of a book, a history or of chat so much."""

SHOWN = 4
"""Of so many of those sentences one is shown in an epoch."""

SHORT = 22
"""Words of a line that is also shown among calm sentences."""

GRIEFS = LESSONS / "griefs.tsv"

SOMEHOW = -3
"""Stands for any of the first three classes: what is no danger, whether sad or not (heads.teach)."""

CALM_ENOUGH = 6000
"""Sentences of books, histories and chat, of which there are more than need be read."""

EPOCHS = 10
SMOOTH = 0.02
"""Share of certainty that is given away. Of a hand left out both bring as much as more epochs with .05, and three
heads together no more than one; with none given away a fifth fewer cries are heard for the same false levels."""

TODAY = 1.5
"""So much counts a piece of calm talk of today; it may be sad."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something to learn from, or to be judged on, and how it may be rendered."""

    renderings: tuple[str, ...]
    kind: int
    """Its place in CLASSES."""

    counts: float
    hand: str
    """"": a sentence of a book, a history or of chat."""

    teaches: bool


def lines(labels: Path, calm: Sequence[str], without: str) -> list[Line]:
    """Everything there is, families kept together. `calm`: sentences in which nobody cries for help."""
    found: list[Line] = []
    for hand, name in HANDS.items():
        families = [[each] for each in utterances.read(LESSONS / name)]
        if hand == "one":
            families += cry_patterns.filled()
            for name in ("safety.tsv", "commands.tsv"):
                families += [
                    [each] for each in utterances.read(labels / name) if not each.held_back
                ]
        for family in families:
            out = cry_patterns.part((each.words for each in family), FAMILIES) == 0
            teaches = hand != without and not (out and not without)
            found += _of(family, hand, teaches, calm)
    for n in range(0, len(calm), SHOWN):
        found.append(Line(tuple(calm[n : n + SHOWN]), 0, BOOK, "", True))
    return found


def of_feelings(calm: Sequence[str]) -> list[Line]:
    """Griefs, bewilderment and temper that are no danger."""
    found = [
        line
        for each in utterances.read(GRIEFS)
        for line in _of(
            [each], "grief", cry_patterns.part([each.words], FAMILIES) != 0, calm, kind=SOMEHOW
        )
    ]
    found += [
        Line((each.text, as_heard(each.text)), SOMEHOW, 1.0, "told", each.trains)
        for each in tellings()
        if each.category is not Emotion.PESSIMISM  # a veiled wish to die may be among it
    ]
    return found


def of_today() -> list[Line]:
    """Calm talk of today, in the pieces that the detector reads."""
    read = (each for turn in calm_today.turns(teaches=True) for each in calm_today.as_read(turn))
    return [Line(each, SOMEHOW, TODAY, "today", True) for each in read]


def _of(
    family: Sequence[Utterance],
    hand: str,
    teaches: bool,
    calm: Sequence[str],
    *,
    kind: int | None = None,
) -> list[Line]:
    if kind is None:
        kind = CLASSES.index(family[0].label) if family[0].label in CLASSES else 0
    counts = HARD if family[0].label in CALM else 1.0
    if len(family) > 1:  # fillings of a pattern, every second one as heard
        return [
            Line(tuple(each.words for each in family[n : n + 2]), kind, counts, hand, teaches)
            for n in range(0, len(family), 2)
        ]
    words = family[0].words
    renderings = [words, as_heard(words)]
    if len(words.split()) <= SHORT and calm:
        dice = np.random.default_rng(int.from_bytes(hashlib.sha256(words.encode()).digest()[:4]))
        before, after = (calm[int(n)] for n in dice.integers(len(calm), size=2))
        renderings.append((f"{words} {after}", f"{before} {words}")[int(dice.integers(2))])
    return [Line(tuple(renderings), kind, counts, hand, teaches)]


def epochs(
    said: Sequence[Line], begins: NDArray[np.int64], seed: int, many: int
) -> list[NDArray[np.int64]]:
    """For each epoch, the places of the renderings that are shown: one of every line that teaches."""
    shown: list[NDArray[np.int64]] = []
    order = np.random.default_rng(seed)
    starts = [order.integers(len(each.renderings)) for each in said]
    for epoch in range(many):
        places = [
            begins[n] + (starts[n] + epoch) % len(each.renderings)
            for n, each in enumerate(said)
            if each.teaches
        ]
        shown.append(np.array(places, np.int64))
    return shown


def taught(said: Sequence[Line], mpnet: Path, cache: Path, seed: int) -> heads.Head:
    """Teach a head with `said`."""
    texts = [each for line in said for each in line.renderings]
    many = [len(line.renderings) for line in said]
    begins = np.cumsum([0, *many])
    return heads.teach(
        heads.rows(texts, mpnet, cache),
        np.repeat([line.kind for line in said], many),
        np.repeat(np.array([line.counts for line in said], np.float32), many),
        epochs(said, begins, seed, EPOCHS),
        classes=len(CLASSES),
        seed=seed,
        smooth=SMOOTH,
    )


def main() -> None:
    """Train, and write models/danger; or, with a hand left out, into the cache."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--stories", type=Path, required=True, help="life histories, one a file")
    parser.add_argument("--chat", type=Path, required=True, help="TIAGE's folder")
    parser.add_argument("--labels", type=Path, default=LABELLED)
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read already")
    parser.add_argument("--to", type=Path, default=resource("models/danger"))
    parser.add_argument("--without", choices=list(HANDS), default="", help="teach nothing of it")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    mpnet = weights.find(house.load(None).weights, "mpnet-int8")
    calm = [*told(given.books, BOOKS), *histories(given.stories), *chat(given.chat)]
    calm = sorted(dict.fromkeys(calm), key=lambda each: hashlib.sha256(each.encode()).digest())
    calm = calm[:CALM_ENOUGH]
    said = [*lines(given.labels, calm, given.without), *of_today(), *of_feelings(calm)]
    print(f"{sum(line.teaches for line in said)} of {len(said)} lines teach", flush=True)
    head = taught(said, mpnet, given.cache, given.seed)
    agrees = json.loads((resource("models/danger") / "classes.json").read_text("utf-8"))["agrees"]
    to = given.cache / f"danger-without-{given.without}" if given.without else given.to
    heads.save(head, CLASSES, to, agrees)


if __name__ == "__main__":
    main()
