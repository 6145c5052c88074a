"""Labelled utterances: a file of label, tab, words; the two halves of it; and how a recogniser might write them.

One half is for developing, the other is held back and looked at only for a figure. Which is which hangs
on a hash of the words alone, so that nobody chooses. The recogniser's text is made by rule from a table of
what is commonly misheard: lower case, no punctuation, hesitations and a small word lost.
"""

import hashlib
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_agent.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing said, and what it is."""

    label: str
    words: str

    @property
    def held_back(self) -> bool:
        """Does it belong to the half that tunes nothing?"""
        return hashlib.sha256(self.words.encode()).digest()[0] % 2 == 1

    @property
    def apart(self) -> bool:
        """Does it belong to the third of a hand's teaching file that teaches nothing?"""
        return hashlib.sha256(self.words.encode()).digest()[1] % 3 == 0


def drawn(
    said: Sequence[Utterance], n: int, *, held: bool | None, seed: int
) -> tuple[Utterance, ...]:
    """`n` utterances of each label, drawn by `seed` and in the order of the file. `held`: of that half; None: of both."""
    there = [each for each in said if held is None or each.held_back is held]
    chance = random.Random(seed)
    chosen = set[Utterance]()
    for label in dict.fromkeys(each.label for each in there):
        alike = [each for each in there if each.label == label]
        chosen |= set(chance.sample(alike, min(n, len(alike))))
    return tuple(each for each in there if each in chosen)


def read(path: Path) -> tuple[Utterance, ...]:
    """Read `label<tab>words` lines; those that begin with # are comments. Raises SettingsError."""
    found: list[Utterance] = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.", mend="Check the path.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        label, tab, words = line.partition("\t")
        if not tab or not words.strip():
            raise SettingsError(
                f"{path}, line {number}, is not a label, a tab and some words.",
                mend="Mend that line.",
            )
        found.append(Utterance(label, words.strip()))
    return tuple(found)


def as_heard(words: str) -> str:
    """Write `words` the way a recogniser might. The same words always come out the same.

    At most two mishearings and one lost word: more, and a person could not read it either.
    """
    chance = random.Random(hashlib.sha256(words.encode()).digest())
    text = words.lower().replace("’", "'")
    text = re.sub(r"\b(?:um|er|oh|eh|well|ah),? ", "", text)
    text = " ".join(re.sub(r"[^a-z0-9' ]+", " ", text).split())
    there = [pair for pair in MISHEARD if re.search(rf"\b{pair[0]}\b", text)]
    for right, wrong in chance.sample(there, min(len(there), chance.choice((0, 1, 1, 2)))):
        text = re.sub(rf"\b{right}\b", wrong, text, count=1)
    split = text.split()
    small = [n for n, word in enumerate(split) if word in SMALL]
    if small and len(split) > 5 and chance.random() < 0.5:
        del split[chance.choice(small)]
    return " ".join(split)


SMALL = frozenset(("a", "the", "of", "to", "that", "just", "and", "so", "it's"))
"""Words that are often lost."""

MISHEARD = (
    ("i've", "i"),
    ("i'm", "i am"),
    ("i'll", "i will"),
    ("can't", "can not"),
    ("don't", "do not"),
    ("won't", "want"),
    ("i'd", "i would"),
    ("they'd", "they"),
    ("he's", "his"),
    ("there's", "theirs"),
    ("their", "there"),
    ("it's", "its"),
    ("want to", "wanna"),
    ("going to", "gonna"),
    ("pills", "peels"),
    ("tablets", "tablet"),
    ("hurts", "hurt"),
    ("chest", "chess"),
    ("breathe", "breath"),
    ("myself", "my self"),
    ("everybody", "every body"),
    ("anybody", "any body"),
    ("somebody", "some body"),
    ("goodbye", "good bye"),
    ("all right", "alright"),
    ("fallen", "falling"),
    ("dying", "dyeing"),
    ("pension", "tension"),
    ("hits", "hit"),
    ("bruises", "bruise"),
    ("swallowed", "swallow"),
    ("ambulance", "ambulances"),
    ("question", "questions"),
    ("ann", "anne"),
    ("forget", "for get"),
    ("erase", "a race"),
    ("of it", "off it"),
    ("here", "hear"),
    ("through", "threw"),
    ("too", "to"),
    ("asked", "ask"),
    ("used", "use"),
    ("wouldn't", "would not"),
    ("isn't", "is not"),
    ("when i'm", "when i am"),
)
"""What is said, and what is written for it: contractions, homophones, endings that fade."""
