"""Train the second opinion on wishes: `python -m voice_agent.training.wishes --books DIR --cache DIR`.

Three layers go on where the frozen eight-bit MiniLM is halfway, as for danger (danger.py), and end in a class for every
command and one for talk that asks for nothing. They learn from the development half of
tests/interview/labelled/commands.tsv, from other hands beside this file (wishes_*.tsv; of APART a third teaches
nothing and is measured on: `Utterance.apart`), and from talk that asks for nothing: cries for help, griefs, our
tellings, calm talk of today, sentences of old autobiographies (BOOKS, public domain). In each epoch a line is shown in
one of its renderings: as it stands, as recognisers might write it, and beside an aside.

`--without HAND` teaches nothing of one hand, reports on it and writes into the cache alone.
"""

import argparse
import hashlib
import json
import math
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import labelled, weights
from voice_agent import settings as house
from voice_agent.interview.steering.commands import ANSWERS, Command
from voice_agent.interview.steering.wish_by_meaning import LONGEST
from voice_agent.labelled import Utterance, as_heard
from voice_agent.language.halfway import Halfway
from voice_agent.language.wishes import spoken
from voice_agent.resources import resource
from voice_agent.training import book_sentences, calm_today, cry_patterns
from voice_agent.training.danger import CRIES, GRIEFS, Line, epochs
from voice_agent.training.emotion_layers import Upper, padded, restore, save, shares
from voice_agent.training.emotion_lessons import Lesson, batches, lesson, read_halfway
from voice_agent.training.steps import halved, steps
from voice_agent.training.tellings import tellings

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
    Command.GOODBYE: 0.8,
    Command.REPEAT: 0.6,
    Command.QUESTION: 0.3,
    Command.SLOWER: 0.6,
    Command.FASTER: 0.65,
    Command.LOUDER: 0.65,
    Command.QUIETER: 0.55,
    Command.SKIP: 0.9,
    Command.NOT_TODAY: 0.7,
    Command.LATER: 0.75,
    Command.CHANGE: 0.45,
    Command.TALK_ABOUT: 0.8,
    Command.TIRED: 0.9,
    Command.BETWEEN_US: 0.7,
    Command.ONLY_FOR: 0.75,
    Command.NOT_WHILE_I_LIVE: 0.6,
    Command.FORGET: 0.7,
    Command.UNDO: 0.55,
    Command.CORRECTION: 0.45,
    Command.WHAT_DID_I_TELL: 0.4,
    Command.WHO_HAS_LISTENED: 0.6,
    Command.HOW_LONG: 0.55,
    Command.PERSON: 0.85,
    Command.CANCEL: 0.65,
    Command.NO_RECORDING: 0.6,
    Command.NO_AUDIO: 0.75,
    Command.NO_MEMORY: 0.75,
    Command.NO_RECIPIENT: 0.6,
    Command.NO_PRINT: 0.7,
    Command.NO_AFTER_DEATH: 0.75,
    Command.NO_MESSAGE: 0.6,
    Command.READ_BOOK: 0.65,
}
"""Shares from which each is believed, chosen by choose_wishes.py on the lines of hands that taught nothing (`--without`), on
every second life history, the other books, and calm talk of today that does not teach."""

WHERE = {"told": 0.8, "short": 0.5}
"""The same for any where somebody else speaks, and in a few words."""

EPOCHS = 6
RATE = 2e-4
TOKENS = 1024
"""Word pieces in a batch."""

SMOOTH = 0.05
"""Share of certainty that is given away: the labels are few hands'."""

SHOWN = 8
"""Of so many sentences of books one is shown in an epoch; of calm talk one of three, of the rest one of two."""

BOOK = 0.5
"""Counts so much beside a wish."""

FORGOTTEN = 0.1
"""Share of the word pieces that are left out each time, so that none is relied on."""

RENDERINGS = 5

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
    said = labelled.read(resource("tests/interview/labelled/commands.tsv"))
    found = {OURS: tuple(each for each in said if not each.held_back)}
    for file in sorted(Path(__file__).parent.glob("wishes_*.tsv")):
        hand = file.stem.removeprefix("wishes_")
        lines = labelled.read(file)
        found[hand] = tuple(each for each in lines if hand != APART or not each.apart)
    return found


def lines(books: Path, without: str) -> list[Line]:
    """Everything there is to learn from, each beside an aside too."""
    written = hands()
    out = {each.words for each in written.get(without, ())}
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
    there = [pair for pair in labelled.MISHEARD if re.search(rf"\b{pair[0]}\b", text)]
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
    """`words` after or before an aside, said or heard; none if that would be too long."""
    chance = random.Random(hashlib.sha256(f"{words}0".encode()).digest())
    aside = chance.choice(ASIDES)
    both = f"{aside} {words}" if chance.random() < 0.6 else f"{words} {aside}"
    if len(both.split()) > LONGEST + 2:
        return ()
    return (both if chance.random() < 0.5 else as_heard(both),)


def nothing_asked(books: Path) -> list[Line]:
    """Talk that asks for nothing: ours two at a time, of today three, and the books' SHOWN at a time."""
    ours = [each.words for each in (*labelled.read(CRIES), *labelled.read(GRIEFS))]
    ours += [each.words for family in cry_patterns.filled() for each in family[:1]]
    ours += [each.text for each in tellings()]
    ours = [each for each in dict.fromkeys(ours) if _short(each)]
    turns = calm_today.turns(teaches=True)
    today = [each for turn in turns for each in (turn, *re.split(r"(?<=[.!?])\s+", turn))]
    today = [each for each in dict.fromkeys(today) if _short(each) and " " in each]
    told = [each for each in book_sentences.told(books, BOOKS) if _short(each)]
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
    return len(words.split()) <= LONGEST


def train(
    model: Upper, read: Lesson, every: Sequence[Line], given: argparse.Namespace, mark: str
) -> bool:
    """Teach `model`. False: `given.patience` seconds were over, and the cache holds how far it came."""
    many = [len(each.renderings) for each in every]
    begins = np.cumsum([0, *many])
    kinds = np.repeat([each.kind for each in every], many)
    counts = np.repeat(np.array([each.counts for each in every], np.float32), many)
    plan: list[NDArray[np.int64]] = []
    for number, places in enumerate(epochs(every, begins, given.seed, given.epochs)):
        dice = np.random.default_rng(number)
        ends = np.cumsum(np.diff(read.begins)[places])
        these = lesson(read.hidden[:0], np.concatenate([[0], ends]))  # how long they are is enough
        some = [places[each] for each in batches(these, dice, TOKENS)]
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(places: NDArray[np.int64]) -> torch.Tensor:
        hidden, mask = padded(read, places)
        mask = mask * (torch.rand(mask.shape) > FORGOTTEN)
        mask[:, 0] = 1
        with halved():
            out = model(hidden, mask).float()
        wanted, share = torch.from_numpy(kinds[places]), torch.from_numpy(counts[places])
        cost = f.cross_entropy(out, wanted, reduction="none", label_smoothing=SMOOTH)
        return (cost * share).sum() / share.sum()

    kept: Path = given.cache / f"half-wishes-{mark}-{given.seed}.pt"
    patience: float = given.patience
    return steps(model, plan, loss, rate=RATE, decay=0.02, warm=0.06, kept=kept, patience=patience)


def bars() -> dict[str, float]:
    """From which share each is believed."""
    return {str(each): bar for each, bar in BARS.items()} | WHERE


def report(said: Sequence[Utterance], model: Upper, reader: Halfway) -> None:
    """How lines that taught nothing are read, as text and as heard, by the share from which it is believed."""
    kinds = np.array([CLASSES.index(each.label) for each in said])
    wish = kinds > 0
    for name, texts in (
        ("text", [each.words for each in said]),
        ("heard", [as_heard(each.words) for each in said]),
    ):
        found = shares(model, lesson(*read_halfway("", [spoken(x) for x in texts], reader, None)))
        best = found.argmax(axis=1)
        for bar in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
            taken = (best > 0) & (found.max(axis=1) >= bar)
            right = taken & (best == kinds)
            print(
                f"{name} from {bar}: {right[wish].mean():.3f} understood, "
                f"{(taken & ~right)[wish].mean():.3f} wrongly; stories {taken[~wish].sum()} of {(~wish).sum()}"
            )


def main() -> None:
    """Train, and write models/wishes or report on what was left out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read halfway")
    parser.add_argument("--to", type=Path, default=resource("models/wishes"))
    parser.add_argument("--without", default="", help="a hand whose lines teach nothing")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=math.inf, help="seconds; go on later")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    shelf = house.load(None).weights
    reader = Halfway(weights.find(shelf, "minilm-int8"))
    every = lines(given.books, given.without)
    texts = [spoken(words) for each in every for words in each.renderings]
    mark = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]
    print(f"{len(every)} lines teach, in {len(texts)} renderings", flush=True)
    read = lesson(*read_halfway("wishes", texts, reader, given.cache))
    model = Upper(weights.find(shelf, "minilm-fp32"), outputs=len(CLASSES))
    if not train(model, read, every, given, mark):
        print("not done yet; the same command goes on")
        return
    to = given.cache / f"without-{given.without}" if given.without else given.to
    to.mkdir(parents=True, exist_ok=True)
    save(model, to / "layers.npz")
    restore(model, to / "layers.npz")  # as exact as eight bits are
    table = json.dumps({"classes": CLASSES, "agrees": bars()}, indent=1)
    (to / "classes.json").write_text(table + "\n", "utf-8")
    if given.without:
        report(hands()[given.without], model, reader)


if __name__ == "__main__":
    main()
