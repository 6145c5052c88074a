"""Teach the reader of danger in a whole turn: `python -m lab.training.danger_turns --cache DIR`.

A head on what MPNet makes of the last words of a turn (heads.py), of the same seven classes as the reader of sentences
(danger.py), which reads each sentence by itself: "Took Bess over to the Hendersons, her basket and all. She'll be better
settled there before it happens" is danger only together. It learns from talks of several hands (danger_talks_*.tsv beside
this file; evaluation/feeling/danger_talks.py has their form), in which danger comes out turn by turn among ordinary turns,
and from the half of the calm talk of today that teaches. A turn is shown as it stands and as a recogniser might write it.

What each hand wrote is judged by what the others taught: how much of it is known from where on so many turns in five hours
of the other half of that calm talk would be taken for danger. The lines of danger.py teach nothing here: with them, less
was known of every hand.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.feeling import danger_talks
from lab.training import LESSONS, calm_today, heads
from lab.training.danger import CLASSES, GRAVES, SOMEHOW
from lab.training.danger_thresholds import FIVE_HOURS, WANTED
from lab.utterances import Utterance, as_heard
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.classifier import scores, shares
from voice_agent.language.spoken_kinds import spoken
from voice_agent.reading.danger.cries import GRAVE
from voice_agent.reading.heads.hard_moments import last_words
from voice_agent.resources import resource

EPOCHS = 10
SMOOTH = 0.02
CRY = 2.0
"""So much counts a turn of danger, of which there is one to two calm ones."""

AT = (1, 3, 10, 20)
"""Turns taken for danger in five hours of calm talk, at which a hand is judged."""


def hands() -> Mapping[str, tuple[Utterance, ...]]:
    """What each hand wrote, turn by turn."""
    return {
        file.stem.removeprefix("danger_talks_"): tuple(
            turn for talk in danger_talks.read(file) for turn in talk.turns
        )
        for file in sorted(LESSONS.glob("danger_talks_*.tsv"))
    }


def renderings(words: str) -> tuple[str, str]:
    """A turn as the house reads it: as it stands, and as a recogniser might write it."""
    as_it_stands, misheard = (spoken(last_words(each)) for each in (words, as_heard(words)))
    return as_it_stands, misheard


def kinds(turns: Sequence[Utterance]) -> NDArray[np.int64]:
    """Places in CLASSES; what is calm may be sad."""
    return np.array(
        [CLASSES.index(each.label) if each.label in GRAVE else SOMEHOW for each in turns], np.int64
    )


def fitted(rows: NDArray[np.float16], of: NDArray[np.int64]) -> heads.Head:
    """The head that these turns teach. `rows`: two renderings of each, one after the other."""
    counts = np.repeat(np.where(of < 0, 1.0, CRY), 2).astype(np.float32)
    shown = [2 * np.arange(len(of)) + (np.arange(len(of)) + epoch) % 2 for epoch in range(EPOCHS)]
    return heads.teach(rows, np.repeat(of, 2), counts, shown, classes=len(CLASSES), smooth=SMOOTH)


def surely(head: heads.Head, rows: NDArray[np.float16]) -> NDArray[np.float64]:
    """How surely each of `rows` is danger of any level."""
    return shares(scores(head, rows.astype(np.float32)))[:, GRAVES].sum(axis=1)


def judge(
    said: Sequence[Utterance], found: NDArray[np.float64], calm: NDArray[np.float64], words: int
) -> list[list[float]]:
    """For each of AT, the share known of each of WANTED, and of calm turns taken. `words`: of `calm`, as it was told."""
    highest = np.sort(calm)[::-1]
    labels = np.array([each.label for each in said])
    rows: list[list[float]] = []
    for many in AT:
        taken = found > highest[int(many * words / FIVE_HOURS)]
        rows.append([float(taken[labels == each].mean()) for each in (*WANTED, "calm")])
    return rows


def main() -> None:
    """Teach, judge, and write models/danger/turns."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read already")
    parser.add_argument("--to", type=Path, default=resource("models/danger") / "turns")
    given = parser.parse_args()
    mpnet = weights.find(house.load(None).weights, "mpnet-int8")

    def read(turns: Sequence[str]) -> NDArray[np.float16]:
        return heads.rows([each for turn in turns for each in renderings(turn)], mpnet, given.cache)

    wrote = hands()
    rows = {hand: read([each.words for each in turns]) for hand, turns in wrote.items()}
    of = {hand: kinds(turns) for hand, turns in wrote.items()}
    lessons, calm = calm_today.turns(teaches=True), calm_today.turns(teaches=False)
    rows_of_today, other_half = read(lessons), read(calm)[::2]
    today = np.full(len(lessons), SOMEHOW, np.int64)
    words = sum(len(each.split()) for each in calm)

    def taught(without: str = "") -> heads.Head:
        some = [hand for hand in wrote if hand != without]
        return fitted(
            np.concatenate([*(rows[hand] for hand in some), rows_of_today]),
            np.concatenate([*(of[hand] for hand in some), today]),
        )

    print(f"known of {WANTED} and calm turns taken, at {AT} calm turns in five hours")
    every: list[list[list[float]]] = []
    for hand, turns in wrote.items():
        if not any(each.label in GRAVE for each in turns):
            continue
        head = taught(without=hand)
        every.append(judge(turns, surely(head, rows[hand][::2]), surely(head, other_half), words))
        print(hand, *([round(share, 2) for share in row] for row in every[-1]), flush=True)
    print("all", *np.mean(every, axis=0).round(3).tolist())
    heads.save(taught(), CLASSES, given.to)


if __name__ == "__main__":
    main()
