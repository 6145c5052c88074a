"""Teach whether last words end a story: `python -m lab.training.endings --cache DIR`.

A head on what MPNet makes of an answer's last words (heads.py), with a class for every ending of reading/heads/endings.py. It is
taught by endings_*.tsv beside this file, a hand each (ending, tab, the words), alone and after what somebody told before them,
and by whole lives (lives_*.toml), whose stories go on until their last answer. What each hand wrote is judged by what the
others and the lives taught; from those judgements, and from lives that teach nothing, the bars are chosen (RIGHT, FALSE).

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
from voice_agent.language.classifier import scores, shares
from voice_agent.language.spoken_kinds import SpokenKinds, spoken
from voice_agent.reading.by_rules.closers import closer, left_open
from voice_agent.reading.heads.endings import Ending, EndingsByMeaning
from voice_agent.reading.heads.hard_moments import last_words
from voice_agent.resources import resource

CLASSES = tuple(Ending)

APART = ("endings_e.tsv",)
"""Hands that teach nothing."""

LIVES, LIVES_ASIDE = "bcdefghijk", "al"
"""Hands whose lives teach, and on whose the bars are chosen."""

EVERY = 3
"""Of so many answers of theirs one teaches."""

RIGHT = {Ending.TOLD: 0.9, Ending.MORE: 0.85, Ending.EMPTY: 0.8, Ending.GOES: 0.8}
"""Share of what is taken for it that must be it."""

FALSE = {Ending.TOLD: 0.005, Ending.MORE: 0.01}
"""Share of the answers of lives aside, none of which is the last of its story, that may be taken for it: there are ten of them to one that ends."""

LOWEST, SUREST = 0.3, 0.98
"""Between these a bar is looked for: less is no belief."""

RENDERINGS = 3


class Said(NamedTuple):
    """Last words."""

    ending: Ending
    words: str


def read(path: Path) -> list[Said]:
    """Lines of a file. Raises OSError, ValueError."""
    found: list[Said] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        ending, _, words = line.partition("\t")
        if ending not in CLASSES or not words.strip():
            raise ValueError(f"{path}, line {number}: an ending, a tab, the words.")
        found.append(Said(Ending(ending), words.strip()))
    return found


def going(hands: str) -> list[str]:
    """Answers of the lives of some hands but the last of each story: they go on. Raises SettingsError."""
    return [
        answer
        for hand in hands
        for life in shift_lives.read(LESSONS / f"lives_{hand}.toml")
        for talk in life.talks
        for answer in talk.tell[:-1]
    ]


def rendered(said: Said, before: str) -> tuple[str, ...]:
    """As it stands, as a recogniser may write it, and after `before`, what was told in the same breath: so many as RENDERINGS."""
    after = said.words if said.ending is Ending.EMPTY else f"{before} {said.words}"
    ways = (said.words, as_heard(said.words), after)
    return tuple(spoken(last_words(each)) for each in ways)


def chosen(
    found: NDArray[np.float64], kinds: NDArray[np.int64], goes_on: NDArray[np.float64]
) -> dict[str, float]:
    """The lowest bars that keep RIGHT of `found`, (lines, endings), and FALSE of `goes_on`, the same of answers that end nothing."""
    bars: dict[str, float] = {}
    for place, ending in enumerate(CLASSES):
        bars[ending] = SUREST
        for bar in np.arange(SUREST, LOWEST - 0.01, -0.02):
            taken_ = (found.argmax(axis=1) == place) & (found[:, place] >= bar)
            false = ((goes_on.argmax(axis=1) == place) & (goes_on[:, place] >= bar)).mean()
            right = (kinds[taken_] == place).mean() if taken_.any() else 0.0
            if right >= RIGHT[ending] and false <= FALSE.get(ending, 1.0):
                bars[ending] = round(float(bar), 2)
    return bars


def by_rules(said: str) -> Ending | None:
    """What the rules of words make of it: the baseline."""
    if left_open(said):
        return Ending.MORE
    return Ending.TOLD if closer(said) else None


def report(title: str, said: Sequence[Said], known: Sequence[Ending | None]) -> None:
    """Print how many are known."""
    heads.report(
        title, CLASSES, [(each.ending, one) for each, one in zip(said, known, strict=True)]
    )


def main() -> None:
    """Teach, and write models/endings; or measure."""
    given = heads.arguments(__doc__, "endings")
    mpnet = weights.find(house.load(None).weights, "mpnet-int8")
    if given.measure is not None:
        reads = EndingsByMeaning(SpokenKinds(resource("models/endings"), mpnet))
        said = read(given.measure)
        report(f"{given.measure.name}, by rules", said, [by_rules(each.words) for each in said])
        report(given.measure.name, said, [reads(each.words) for each in said])
        return
    files = [file for file in sorted(LESSONS.glob("endings_*.tsv")) if file.name not in APART]
    hands = [read(file) for file in files]
    told = going(LIVES)
    hands.append([Said(Ending.GOES, each) for each in told[::EVERY]])
    said = [each for hand in hands for each in hand]
    texts = [
        text for n, each in enumerate(said) for text in rendered(each, told[(n * 7919) % len(told)])
    ]
    rows = heads.rows(texts, mpnet, given.cache).reshape(len(said), RENDERINGS, -1)
    kinds = np.array([CLASSES.index(each.ending) for each in said], np.int64)
    of_hand = np.repeat(np.arange(len(hands)), [len(hand) for hand in hands])
    written = of_hand < len(files)
    found = heads.by_the_others(rows, kinds, of_hand, len(files), classes=len(CLASSES))
    head = heads.fitted(rows, kinds, np.arange(len(said)), classes=len(CLASSES))
    aside = [Said(Ending.GOES, each) for each in going(LIVES_ASIDE)]
    read_aside = heads.rows([spoken(last_words(each.words)) for each in aside], mpnet, given.cache)
    goes_on = shares(scores(head, read_aside.astype(np.float32)))
    bars = chosen(found[written], kinds[written], goes_on)
    known = heads.believed(found, CLASSES, bars)
    for hand, file in enumerate(files):
        here = np.flatnonzero(of_hand == hand)
        report(f"{file.name}, by the others", [said[n] for n in here], [known[n] for n in here])
    every = np.flatnonzero(written)
    report("all hands", [said[n] for n in every], [known[n] for n in every])
    report(
        "answers that end nothing, by all of them", aside, heads.believed(goes_on, CLASSES, bars)
    )
    report("the same by rules", aside, [by_rules(each.words) for each in aside])
    print(bars)
    heads.save(head, CLASSES, given.to, bars)


if __name__ == "__main__":
    main()
