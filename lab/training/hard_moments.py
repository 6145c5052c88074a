"""Teach what a turn asks of whoever listens: `python -m lab.training.hard_moments --cache DIR`.

A head on what MPNet makes of a turn's last words (heads.py), with a class for every kind of hard moment and one for what is
none. It is taught by hard_moments_*.tsv beside this file, a hand each (kind, tab, what had been asked, tab, what was said),
by calm talk of today and answers to such questions, which may be sad or worried and nothing that turns on us, and by stories
that are told with relish (lives_*.toml), which are ordinary. What each hand wrote is judged by
what the others taught; from those judgements, and from calm talk and stories that teach nothing, the bars are chosen (FALSE).

`--measure FILE` teaches nothing: it says how many lines of FILE are known (such a file, or moments as `evaluate comfort`
has them; .txt: turns a line each, in which nothing is hard; or .toml: lives, the answers that tell nothing hard).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.returning import shift_lives
from lab.evaluation.returning.shift_lives import Life
from lab.training import LESSONS, calm_answers, calm_today, heads
from lab.utterances import as_heard
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.classifier import scores, shares
from voice_agent.language.spoken_kinds import SpokenKinds, spoken
from voice_agent.reading.heads.hard_moments import (
    FEW,
    ORDINARY,
    Hard,
    HardMoments,
    believed,
    last_words,
)
from voice_agent.resources import resource

CLASSES = (
    ORDINARY,
    *(Hard.OLD_GRIEF, Hard.NEW_GRIEF, Hard.LONELY, Hard.WORRY, Hard.SHAME),
    *(Hard.LIVING, Hard.REFUSAL, Hard.CONFUSION, Hard.CROSS, Hard.TEARS),
)
CALM = -6
"""Stands for any of the first six classes: what calm talk may be (heads.teach)."""

HANDS = tuple("abcdefghijklmnopq")

ANSWERS = 5
"""Of so many answers that people gave to questions about their lives (following_*.tsv) one teaches."""

TELLING, TELLING_ASIDE = "bcdfghijk", "ael"
"""Hands whose lives teach what is ordinary, and on whose the bars are chosen."""

RENDERINGS = 3

FOLDS = 4
"""Parts into which the hands are laid: each part is judged by what the others taught."""

FALSE = {
    Hard.NEW_GRIEF: (0.01, 0.015, 0.003),
    Hard.OLD_GRIEF: (0.015, 0.03, 0.003),
    Hard.REFUSAL: (0.005, 0.004, 0.001),
    Hard.SHAME: (0.008, 0.008, 0.002),
    Hard.CONFUSION: (0.005, 0.0015, 0.001),
    Hard.LIVING: (0.008, 0.003, 0.002),
    Hard.CROSS: (0.006, 0.003, 0.001),
    Hard.LONELY: (0.012, 0.012, 0.002),
    Hard.TEARS: (0.005, 0.0015, 0.001),
    Hard.WORRY: (0.012, 0.02, 0.003),
}
"""Share of the hands' ordinary turns, of calm talk of today, and of the answers of stories told with relish, that may be taken for it. More
than half of the first were written to be mistaken; some of the second is sad or worried indeed. A quiet word too many does little harm beside
a trouble, and much in the middle of a good story; a story that is dropped does more."""

LOWEST = 0.3
"""No bar is lower: less is no belief."""

NAMES = {
    "fresh grief": Hard.NEW_GRIEF,
    "old grief": Hard.OLD_GRIEF,
    "the dead as living": Hard.LIVING,
    "anger at us": Hard.CROSS,
    "loneliness": Hard.LONELY,
}
"""Kinds as hard_moments.tsv of the evaluation calls them, where it calls them otherwise."""


class Said(NamedTuple):
    """Something that was said."""

    kind: str
    words: str


def read(path: Path) -> list[Said]:
    """Lines of a file. Raises OSError, ValueError, SettingsError."""
    if path.suffix == ".toml":
        return answers(shift_lives.read(path))
    found: list[Said] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if path.suffix == ".txt":
            found.append(Said(ORDINARY, line.strip()))
            continue
        kind, _, words, *_ = [*line.split("\t"), "", ""]
        kind = NAMES.get(kind, kind)
        if kind not in CLASSES or not words.strip():
            raise ValueError(
                f"{path}, line {number}: a kind, a tab, what was asked, a tab, what was said."
            )
        found.append(Said(kind, words.strip()))
    return found


def answers(lives: Iterable[Life]) -> list[Said]:
    """What is answered in all stories of today that call up nothing which hurts."""
    found: list[Said] = []
    for life in lives:
        for talk in life.talks:
            story = life.story(talk.about)
            if story is None or not (story.heavy or story.closed):
                found += [Said(ORDINARY, each) for each in talk.tell]
    return found


def stories(hands: str) -> list[Said]:
    """The same of the lives that some hands wrote. Raises SettingsError."""
    return answers(
        life for hand in hands for life in shift_lives.read(LESSONS / f"lives_{hand}.toml")
    )


def rendered(said: Said, before: str) -> tuple[str, ...]:
    """As it stands, as a recogniser may write it, and at the end of a longer turn: so many as RENDERINGS."""
    ways = (said.words, as_heard(said.words), f"{before} {said.words}")
    return tuple(spoken(last_words(each)) for each in ways)


def judged(head: heads.Head, rows: NDArray[np.float16]) -> NDArray[np.float64]:
    """(lines, classes): what `head` makes of each."""
    return shares(scores(head, rows.astype(np.float32)))


def chosen(*calm: NDArray[np.float64]) -> dict[str, float]:
    """The bars at which no more is taken for each kind than FALSE allows of each of `calm`: (turns, classes)."""
    bars: dict[str, float] = {}
    for kind, shares_ in FALSE.items():
        place, bar = CLASSES.index(kind), LOWEST
        for found, share in zip(calm, shares_, strict=True):
            likeliest = found[:, 1:].argmax(axis=1) + 1 == place
            taken = np.sort(found[likeliest, place])[::-1]
            allowed = round(share * len(found))
            bar = max(bar, float(taken[allowed]) + 1e-3 if allowed < len(taken) else LOWEST)
        bars[str(kind)] = round(bar, 3)
    return bars


def taken(
    found: NDArray[np.float64], said: Sequence[Said], bars: Mapping[str, float]
) -> list[Hard | None]:
    """What each line is believed to be, as in a talk."""
    names = [str(each) for each in CLASSES]
    return [
        believed(
            dict(zip(names, row.tolist(), strict=True)), bars, len(last_words(each.words).split())
        )
        for row, each in zip(found, said, strict=True)
    ]


def report(title: str, said: Sequence[Said], known: Sequence[Hard | None]) -> None:
    """Print how many of each kind are known, and what else is taken for it."""
    print(title)
    pairs = [(each.kind, str(one or ORDINARY)) for each, one in zip(said, known, strict=True)]
    for kind in map(str, Hard):
        there = Counter(one for is_, one in pairs if is_ == kind)
        wrong = sum(one == kind for is_, one in pairs if is_ == ORDINARY)
        others = ", ".join(f"{one} {n}" for one, n in there.most_common() if one != kind)
        if there:
            print(
                f"  {kind}: {there[kind]} of {there.total()} known; else {others or 'none'}; {wrong} ordinary taken for it"
            )
    for kind, name in ((True, "ordinary"), (False, "hard")):
        there_ = [one for is_, one in pairs if (is_ == ORDINARY) is kind]
        print(
            f"  {name}: {sum(one != ORDINARY for one in there_)} of {len(there_)} taken for something hard"
        )


def measure(file: Path, shelf: Path) -> None:
    """Print what the shipped reader knows of a file."""
    reader = SpokenKinds(resource("models/hard-moments"), weights.find(shelf, "mpnet-int8"))
    said, reads = read(file), HardMoments(reader)
    report(file.name, said, [reads(each.words) for each in said])


def main() -> None:
    """Teach, and write models/hard-moments; or measure."""
    given = heads.arguments(__doc__, "hard-moments")
    shelf = house.load(None).weights
    if given.measure is not None:
        measure(given.measure, shelf)
        return
    hands = [read(LESSONS / f"hard_moments_{each}.tsv") for each in HANDS]
    replies = sorted({said for told in calm_answers.answers().values() for said in told})
    told = [*calm_today.turns(teaches=True), *replies[::ANSWERS]]
    calm = [Said(ORDINARY, each) for each in told]
    tellings = stories(TELLING)
    said = [*(each for hand in hands for each in hand), *tellings, *calm]
    before = [each.words for each in said if each.kind == ORDINARY]
    texts = [
        text
        for n, each in enumerate(said)
        for text in rendered(each, before[(n * 7919) % len(before)])
    ]
    rows = heads.rows(texts, weights.find(shelf, "mpnet-int8"), given.cache)
    rows = rows.reshape(len(said), RENDERINGS, -1)
    parts = [*map(len, hands), len(tellings), len(calm)]
    of_hand = np.repeat(np.arange(len(parts)), parts)
    kinds = np.array([CLASSES.index(each.kind) for each in said], np.int64)
    kinds[of_hand == len(hands) + 1] = CALM
    found = np.zeros((len(said), len(CLASSES)))
    written = of_hand < len(hands)
    for fold in range(FOLDS):
        out = written & (of_hand % FOLDS == fold)
        found[out] = judged(
            heads.fitted(rows, kinds, np.flatnonzero(~out), classes=len(CLASSES)), rows[out, 0]
        )
    head = heads.fitted(rows, kinds, np.arange(len(said)), classes=len(CLASSES))
    others = [Said(ORDINARY, each) for each in calm_today.turns(teaches=False)]
    aside = stories(TELLING_ASIDE)
    calmly, told_calmly = (
        judged(
            head,
            heads.rows(
                [spoken(last_words(each.words)) for each in some],
                weights.find(shelf, "mpnet-int8"),
                given.cache,
            ),
        )
        for some in (others, aside)
    )
    ordinary = np.array([each.kind == ORDINARY for each in said])
    bars = chosen(found[written & ordinary], calmly, told_calmly)
    known = taken(found, said, bars)
    for fold, hand in enumerate(HANDS):
        here = np.flatnonzero(of_hand == fold)
        report(f"hand {hand}, by the others", [said[n] for n in here], [known[n] for n in here])
    every = np.flatnonzero(written)
    few = [n for n in every if len(last_words(said[n].words).split()) < FEW]
    for title, some in ((f"all hands, fewer than {FEW} words", few), ("all hands", every)):
        report(title, [said[n] for n in some], [known[n] for n in some])
    report("calm talk of today, by all of them", others, taken(calmly, others, bars))
    report("stories told with relish, by all of them", aside, taken(told_calmly, aside, bars))
    heads.save(head, CLASSES, given.to, bars)


if __name__ == "__main__":
    main()
