"""Teach how an answer meets what was offered: `python -m lab.training.offers --cache DIR`.

A head on what MPNet makes of an answer's first words (heads.py), with a class for every way of reading/heads/offer_response.py. It is
taught by offers_*.tsv beside this file, a hand each (way, tab, what had been offered, tab, the answer), and by whole lives
(lives_*.toml): what is told there today, also after a bare denial ("No, not at all. We had the wagon by then."), and what is told
of an old story. What each hand wrote is judged by what the others and the lives taught; from those judgements the bars
are chosen (RIGHT), and they are printed.

`--measure FILE` teaches nothing: it says how many lines of FILE are known.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.returning import shift_lives
from lab.training import LESSONS, heads
from lab.utterances import as_heard
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.interview.returning import return_state
from voice_agent.language.spoken_kinds import SpokenKinds, spoken
from voice_agent.reading.by_rules import yes_no
from voice_agent.reading.by_rules.closers import unwilling
from voice_agent.reading.heads.offer_response import (
    OfferResponse,
    OfferResponsesByMeaning,
    beginning,
)
from voice_agent.reading.telling import telling
from voice_agent.resources import resource

CLASSES = tuple(OfferResponse)

RIGHT = {
    OfferResponse.GLAD: 0.9,
    OfferResponse.TELLS: 0.8,
    OfferResponse.WARM: 0.9,
    OfferResponse.NO: 0.8,
    OfferResponse.LATER: 0.8,
    OfferResponse.APART: 0.8,
    OfferResponse.UNFINISHED: 0.8,
    OfferResponse.UNSURE: 0.8,
}
"""Share of what is taken for it that must be it: to go where nobody wanted to go costs more than to leave something alone."""

APART = ("offers_h.tsv",)
"""Hands that teach nothing."""

LIVES = "bcdefghijk"
"""Hands whose lives teach."""

EVERY = 5
"""Of so many answers of theirs one does."""

BARE = 5
"""Words of a denial that may stand before what goes on."""

LOWEST, SUREST = 0.3, 0.95
"""Between these a bar is looked for: less is no belief."""

GOES_ON = "goes on"
"""Lines that go on with today's story: without the story nobody can tell them from those that tell of the old one."""

RENDERINGS = 2


class Answer(NamedTuple):
    """An answer to an offer."""

    way: OfferResponse
    words: str


def read(path: Path) -> list[Answer]:
    """Lines of a file. Raises OSError, ValueError."""
    found: list[Answer] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        way, offered, words, *_ = [*line.split("\t"), "", ""]
        way = OfferResponse.TELLS if way == GOES_ON else way
        if way not in CLASSES or not offered.strip() or not words.strip():
            raise ValueError(f"{path}, line {number}: a way, a tab, the offer, a tab, the answer.")
        found.append(Answer(OfferResponse(way), words.strip()))
    return found


def of_lives(denials: Sequence[str]) -> list[Answer]:
    """Answers that tell on, of today or of another day, every second after a denial."""
    told: list[str] = []
    for hand in LIVES:
        for life in shift_lives.read(LESSONS / f"lives_{hand}.toml"):
            told += [each for talk in life.talks for each in talk.tell[1:]]
            told += [each.more for each in life.stories]
    denied = (denials[n % len(denials)] for n in range(len(told)))
    return [
        Answer(OfferResponse.TELLS, f"{next(denied)} {each}" if n % 2 else each)
        for n, each in enumerate(told[::EVERY])
    ]


def rendered(words: str) -> tuple[str, ...]:
    """As it stands, and as a recogniser may write it: so many as RENDERINGS."""
    return tuple(spoken(beginning(each)) for each in (words, as_heard(words)))


def chosen(found: NDArray[np.float64], ways: NDArray[np.int64]) -> dict[str, float]:
    """The lowest bars from which so much of what is taken for each way is that way as RIGHT asks. `found`: (lines, ways)."""
    bars: dict[str, float] = {}
    likeliest = found.argmax(axis=1)
    for place, way in enumerate(CLASSES):
        bars[way] = SUREST
        for bar in np.arange(SUREST, LOWEST - 0.01, -0.05):
            taken = (likeliest == place) & (found[:, place] >= bar)
            if taken.any() and (ways[taken] == place).mean() >= RIGHT[way]:
                bars[way] = round(float(bar), 2)
    return bars


def report(title: str, said: Sequence[Answer], known: Sequence[OfferResponse | None]) -> None:
    """Print how many are known."""
    heads.report(title, CLASSES, [(each.way, one) for each, one in zip(said, known, strict=True)])


def by_rules(said: str) -> OfferResponse | None:
    """What the rules of words make of an answer: the baseline."""
    if telling(said).apart:
        return OfferResponse.APART
    if unwilling(said):
        return OfferResponse.NO
    answer = yes_no.agrees(said)
    if answer is None:
        return OfferResponse.TELLS if len(said.split()) > return_state.FEW else None
    return OfferResponse.GLAD if answer else OfferResponse.NO


def main() -> None:
    """Teach, and write models/offers; or measure."""
    given = heads.arguments(__doc__, "offers")
    mpnet = weights.find(house.load(None).weights, "mpnet-int8")
    if given.measure is not None:
        reads = OfferResponsesByMeaning(SpokenKinds(resource("models/offers"), mpnet))
        said = read(given.measure)
        report(f"{given.measure.name}, by rules", said, [by_rules(each.words) for each in said])
        report(given.measure.name, said, [reads(each.words) for each in said])
        return
    files = [file for file in sorted(LESSONS.glob("offers_*.tsv")) if file.name not in APART]
    hands = [read(file) for file in files]
    denials = [
        each.words
        for hand in hands
        for each in hand
        if each.way is OfferResponse.APART and len(each.words.split()) <= BARE
    ]
    hands.append(of_lives(denials))
    said = [each for hand in hands for each in hand]
    rows = heads.rows([text for each in said for text in rendered(each.words)], mpnet, given.cache)
    rows = rows.reshape(len(said), RENDERINGS, -1)
    ways = np.array([CLASSES.index(each.way) for each in said], np.int64)
    of_hand = np.repeat(np.arange(len(hands)), [len(hand) for hand in hands])
    written = of_hand < len(files)
    found = heads.by_the_others(rows, ways, of_hand, len(files), classes=len(CLASSES))
    bars = chosen(found[written], ways[written])
    known = heads.believed(found, CLASSES, bars)
    for hand, file in enumerate(files):
        here = np.flatnonzero(of_hand == hand)
        report(f"{file.name}, by the others", [said[n] for n in here], [known[n] for n in here])
    every = np.flatnonzero(written)
    report("all hands", [said[n] for n in every], [known[n] for n in every])
    print(bars)
    heads.save(
        heads.fitted(rows, ways, np.arange(len(said)), classes=len(CLASSES)),
        CLASSES,
        given.to,
        bars,
    )


if __name__ == "__main__":
    main()
