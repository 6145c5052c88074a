"""Train the second opinion on wishes: `python -m lab.training.wishes --books DIR --cache DIR`.

A head on what MPNet makes of a turn (heads.py) with a class for every command and one for talk that asks for nothing. It
learns from the development half of lab/labelled/commands.tsv, from other hands beside this file
(wishes_*.tsv; of APART a third teaches nothing and is measured on: `Utterance.apart`), and from talk that asks for
nothing: cries for help, griefs, our tellings, calm talk of today, sentences of old autobiographies (BOOKS, public
domain). In each epoch a line is shown in one of its renderings: as it stands, as recognisers might write it, and
beside an aside.

`--without HAND`, or several (o+q+s), teaches nothing of them and writes into the cache alone.
"""

import argparse
import hashlib
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from lab import LABELLED, utterances
from lab.training import LESSONS, book_sentences, calm_today, cry_patterns, heads
from lab.training.danger import CRIES, GRIEFS, Line, epochs
from lab.training.tellings import tellings
from lab.utterances import Utterance, as_heard
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.spoken_kinds import spoken
from voice_agent.reading.wishes.commands import ANSWERS, Command
from voice_agent.reading.wishes.wish_by_meaning import LONGEST_WISH_WORDS
from voice_agent.resources import resource

NOTHING = "story"
"""Asks for nothing."""

CLASSES = (NOTHING, *(str(each) for each in Command if each not in ANSWERS))

OURS = "ours"
"""The hand that wrote the rules, and the development half."""

APART = "h"
"""The hand of which a third teaches nothing."""

BOOKS = ("carnegie", "franklin")
"""Autobiographies whose sentences teach; on the others bars are chosen."""

BARS = {
    Command.STOP: 0.65,
    Command.GOODBYE: 0.75,
    Command.REPEAT: 0.65,
    Command.QUESTION: 0.55,
    Command.SLOWER: 0.6,
    Command.FASTER: 0.45,
    Command.LOUDER: 0.7,
    Command.QUIETER: 0.65,
    Command.SKIP: 0.55,
    Command.NOT_TODAY: 0.6,
    Command.LATER: 0.55,
    Command.CHANGE: 0.75,
    Command.TALK_ABOUT: 0.65,
    Command.TIRED: 0.75,
    Command.BETWEEN_US: 0.7,
    Command.ONLY_FOR: 0.9,
    Command.NOT_WHILE_I_LIVE: 0.55,
    Command.FORGET: 0.6,
    Command.UNDO: 0.6,
    Command.CORRECTION: 0.8,
    Command.WHAT_DID_I_TELL: 0.45,
    Command.WHO_HAS_LISTENED: 0.6,
    Command.HOW_LONG: 0.55,
    Command.PERSON: 0.65,
    Command.CANCEL: 0.6,
    Command.NO_RECORDING: 0.55,
    Command.NO_AUDIO: 0.6,
    Command.NO_MEMORY: 0.6,
    Command.NO_RECIPIENT: 0.65,
    Command.NO_PRINT: 0.55,
    Command.NO_AFTER_DEATH: 0.6,
    Command.NO_MESSAGE: 0.5,
    Command.READ_BOOK: 0.75,
}
"""Shares from which each is believed, chosen by choose_wishes.py on the lines of hands that taught nothing (`--without`), on
every second life history, the other books, and calm talk of today that does not teach."""

WHERE = {"told": 0.8, "short": 0.5}
"""The same for any where somebody else speaks, and in a few words."""

SHOWN = 8
"""Of so many sentences of books one is shown in an epoch; of calm talk one of three, of the rest one of two."""

BOOK = 0.5
"""Counts so much beside a wish."""

RENDERINGS = 3

ASIDES = (
    "My daughter's at the door.",
    "Sorry to be a nuisance.",
    "I'm an old man, you know.",
    "Oh dear me.",
    "If it's all the same to you.",
    "There's somebody on the landing.",
    "I don't mean to be rude.",
    "The dinner's on.",
    "My hip's playing up.",
    "Thank you, thank you.",
    "Hang on a minute.",
    "I've had a think.",
    "Listen, love.",
    "You know what I'm like.",
    "That's all very well.",
    "It's been on my mind.",
    "Now then.",
    "Mind, I was only young.",
    "The nurse was in earlier.",
    "God forgive me.",
    "I tell you what.",
    "Please, pet.",
    "Ah, would you look at that.",
    "It's a lovely day out there.",
    "Before you go any further.",
    "I was just thinking.",
    "Excuse me.",
    "No offence to you.",
    "The cat's been at the curtains.",
    "You'll think me daft.",
    "Bless you.",
    "I'm not as young as I was.",
)
"""What people say beside a wish, and beside a story just as well."""


def hands() -> dict[str, tuple[Utterance, ...]]:
    """What teaches, hand by hand."""
    said = utterances.read(LABELLED / "commands.tsv")
    found = {OURS: tuple(each for each in said if not each.held_back)}
    for file in sorted(LESSONS.glob("wishes_*.tsv")):
        hand = file.stem.removeprefix("wishes_")
        lines = utterances.read(file)
        found[hand] = tuple(each for each in lines if hand != APART or not each.apart)
    return found


def lines(books: Path, without: str) -> list[Line]:
    """Everything there is to learn from, each beside an aside too."""
    written = hands()
    out = {each.words for hand in without.split("+") for each in written.get(hand, ())}
    found = [
        Line(renderings(each.words), CLASSES.index(each.label), 1.0, hand, True)
        for hand, said in written.items()
        for each in said
        if each.words not in out
    ]
    found += nothing_asked(books)
    return [
        replace(each, renderings=(*each.renderings, *beside(each.renderings[0]))) for each in found
    ]


def renderings(words: str, many: int = RENDERINGS) -> tuple[str, ...]:
    """As it stands, and as recognisers might write it; the same words always come out the same."""
    found = [words, as_heard(words)]
    chance = random.Random(hashlib.sha256(words.encode()).digest())
    while len(found) < many:
        found.append(_worse(words, chance))
    return tuple(found)


def _worse(words: str, chance: random.Random) -> str:
    """Without capitals, most marks or apostrophes, with a mishearing, and now and then without a small word."""
    text = words.lower().replace("’", "'")
    if chance.random() < 0.5:
        text = text.replace("'", chance.choice(("", " ")))
    text = " ".join(re.sub(r"[^a-z0-9' ]+", " ", text).split())
    there = [pair for pair in utterances.MISHEARD if re.search(rf"\b{pair[0]}\b", text)]
    for right, wrong in chance.sample(there, min(len(there), chance.choice((0, 1, 2)))):
        text = re.sub(rf"\b{right}\b", wrong, text, count=1)
    split = text.split()
    if len(split) > 3 and chance.random() < 0.5:
        small = [n for n, word in enumerate(split) if len(word) < 4]
        if small:
            del split[chance.choice(small)]
    if chance.random() < 0.15:
        at = chance.choice((0, len(split)))
        split.insert(at, chance.choice(("so", "and", "um", "oh", "right")))
    return " ".join(split)


def beside(words: str) -> tuple[str, ...]:
    """Every second of `words` after or before an aside, said or heard; none if that would be too long."""
    chance = random.Random(hashlib.sha256(f"{words}0".encode()).digest())
    if chance.random() < 0.5:
        return ()
    aside = chance.choice(ASIDES)
    both = f"{aside} {words}" if chance.random() < 0.6 else f"{words} {aside}"
    if len(both.split()) > LONGEST_WISH_WORDS + 2:
        return ()
    return (both if chance.random() < 0.5 else as_heard(both),)


def nothing_asked(books: Path) -> list[Line]:
    """Talk that asks for nothing: ours two at a time, of today three, and the books' SHOWN at a time."""
    ours = [each.words for each in (*utterances.read(CRIES), *utterances.read(GRIEFS))]
    ours += [each.words for family in cry_patterns.filled() for each in family[:1]]
    ours += [each.text for each in tellings()]
    ours = [each for each in dict.fromkeys(ours) if _short(each)]
    turns = calm_today.turns(teaches=True)
    today = [each for turn in turns for each in (turn, *re.split(r"(?<=[.!?])\s+", turn))]
    today = [each for each in dict.fromkeys(today) if _short(each) and " " in each]
    told = [each for each in book_sentences.told(books, BOOKS)[::2] if _short(each)]
    groups = (
        *_groups(ours, 2, heard=True),
        *_groups(today, 3, heard=True),
        *_groups(told, SHOWN, heard=False),
    )
    return [Line(each, 0, BOOK, "", True) for each in groups]


def _groups(said: Sequence[str], size: int, *, heard: bool) -> Iterable[tuple[str, ...]]:
    for n in range(0, len(said), size):
        some = said[n : n + size]
        yield tuple(x for each in some for x in ((each, as_heard(each)) if heard else (each,)))


def _short(words: str) -> bool:
    return len(words.split()) <= LONGEST_WISH_WORDS


def bars() -> dict[str, float]:
    """From which share each is believed."""
    return {str(each): bar for each, bar in BARS.items()} | WHERE


def main() -> None:
    """Train, and write models/wishes; or, with a hand left out, into the cache."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read")
    parser.add_argument("--to", type=Path, default=resource("models/wishes"))
    parser.add_argument("--without", default="", help="hands whose lines teach nothing: o, or o+q")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    mpnet = weights.find(house.load(None).weights, "mpnet-int8")
    every = lines(given.books, given.without)
    texts = [spoken(words) for each in every for words in each.renderings]
    print(f"{len(every)} lines teach, in {len(texts)} renderings", flush=True)
    many = [len(each.renderings) for each in every]
    begins = np.cumsum([0, *many])
    head = heads.teach(
        heads.rows(texts, mpnet, given.cache),
        np.repeat([each.kind for each in every], many),
        np.repeat(np.array([each.counts for each in every], np.float32), many),
        epochs(every, begins, given.seed, heads.EPOCHS),
        classes=len(CLASSES),
        seed=given.seed,
    )
    to = given.cache / f"without-{given.without}" if given.without else given.to
    heads.save(head, CLASSES, to, bars())


if __name__ == "__main__":
    main()
