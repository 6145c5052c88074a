"""Choose from which share each wish is believed: `python -m lab.training.choose_wishes --books DIR ...`.

A hand's lines are read by a head that it did not teach (`training.wishes --without HAND` leaves it in the cache),
and so is talk that asks for nothing and teaches nothing: the other half of calm_today.py, every second life history,
sentences of the other autobiographies; the head that all hands taught reads that talk, too, because it is surer.
For each command the bar is taken at which most of its wishes are understood, less what mistakes cost. Prints BARS of
wishes.py, how many are understood, and how many turns are taken wrongly.
"""

import argparse
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lab.training import book_sentences, calm_today, heads
from lab.training.wishes import CLASSES, NOTHING, bars, hands
from lab.utterances import Utterance, as_heard
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.classifier import Classifier
from voice_agent.language.spoken_kinds import spoken
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command
from voice_agent.reading.wishes.wish_by_meaning import (
    ASKED_BACK,
    LONGEST_WISH_WORDS,
    NAMED,
    SHORTEST_WISH_WORDS,
    bar,
    named,
)
from voice_agent.resources import resource

OTHER_BOOKS = ("spence", "twain_chapters")
SENTENCES = 6000
"""Of the other books."""

COSTS = {"turn": 3.0, "paragraph": 3.0, "sentence": 1.0, "book": 0.5}
"""What one such piece costs that is taken for a wish: a whole turn of today's talk, or a paragraph that is one, most."""

FALSE = 8.0
"""Wishes that are worth one piece of talk taken for a wish, at cost 1."""

NEARLY = 0.03
"""Talk that stays this far below a bar counts as taken: shares differ a little with what is read together."""

WRONG = 0.7
"""What a wish costs that is taken for another."""

EASY = frozenset(
    {Command.REPEAT, Command.QUESTION, Command.SLOWER, Command.FASTER, Command.LOUDER}
    | {Command.QUIETER, Command.HOW_LONG, Command.WHO_HAS_LISTENED, Command.WHAT_DID_I_TELL}
)
"""What changes nothing that cannot be asked back at once."""

LABELS = frozenset(
    {Command.FORGET, Command.ONLY_FOR, Command.NOT_WHILE_I_LIVE, Command.CANCEL}
    | {each for each in Command if each.startswith("no ")}
)
"""What puts something away, or withdraws."""

GRID = [round(0.3 + 0.05 * step, 2) for step in range(13)]
LEAST = 0.45
"""Of LABELS."""

WHOLE = frozenset({Command.NO_AUDIO, Command.NO_MEMORY, Command.NO_AFTER_DEATH})
SURELY = 0.6
"""What is withdrawn for the whole of a life needs so much, or more where talk is taken for it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A piece of talk that a reader takes for `command`, with the share it gives it, where no rule finds a wish."""

    label: str
    """What it is; of talk that asks for nothing, where it comes from."""

    words: str
    command: Command
    share: float

    def believed(self, by: Mapping[str, float], nearly: float = 0.0) -> bool:
        """Is it taken for that with these bars, or `nearly`?"""
        return self.share + nearly >= bar(self.command, self.words, by)


def taken(
    said: Sequence[tuple[str, str]], reader: Classifier, mpnet: Path, cache: Path | None
) -> list[Taken]:
    """What of these (label, words), as text and as heard, a reader takes for a wish that no rule knows."""
    every = [(label, heard) for label, words in said for heard in (words, as_heard(words))]
    every = [
        each for each in every if SHORTEST_WISH_WORDS <= len(each[1].split()) <= LONGEST_WISH_WORDS
    ]
    texts = list(dict.fromkeys(spoken(words) for _, words in every))
    read = reader.of_rows(heads.rows(texts, mpnet, cache).astype(np.float32))
    best = {
        text: (int(row.argmax()), float(row.max())) for text, row in zip(texts, read, strict=True)
    }
    found: list[Taken] = []
    for label, words in every:
        kind, share = best[spoken(words)]
        if not kind or commands.wish(words):
            continue
        command = Command(CLASSES[kind])
        if command not in NAMED or named(command, words):
            found.append(Taken(label, words, command, share))
    return found


def nothing_asked(books: Path, stories: Path) -> Iterator[tuple[str, str]]:
    """Talk that teaches nothing and asks for nothing, each piece with where it comes from."""
    for turn in calm_today.turns(teaches=False):
        yield "turn", turn
        yield from (("sentence", each) for each in _cut(turn) if each != turn)
    for file in sorted(stories.rglob("*.txt"))[0::2]:
        for paragraph in re.split(r"\n\s*\n", file.read_text("utf-8", "replace")):
            whole = " ".join(paragraph.split())
            yield "paragraph", whole
            yield from (("sentence", each) for each in _cut(whole) if each != whole)
    told = book_sentences.told(books, OTHER_BOOKS)
    told = sorted(told, key=lambda each: hashlib.sha256(each.encode()).digest())
    yield from (("book", each) for each in told[:SENTENCES])


def _cut(turn: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", turn)


def gain(
    calm: Sequence[Sequence[Taken]],
    said: Sequence[Taken],
    by: Mapping[str, float],
    weight: float,
) -> float:
    """Wishes understood with the bars `by`, less what mistakes cost; `weight`: of talk taken for this command.

    `calm`: by each reader; the last counts as much as the others together.
    """
    total = 0.0
    for each in said:
        if each.believed(by):
            wrong = FALSE / 2 if each.label == NOTHING else WRONG
            total += 1.0 if each.label == each.command else -wrong
    costs = [sum(COSTS[each.label] for each in one if each.believed(by, NEARLY)) for one in calm]
    cost = (float(np.mean(costs[:-1] or costs)) + costs[-1]) / 2
    return total - FALSE * weight * cost / 2  # as text and as heard


def choose(
    calm: Sequence[Sequence[Taken]], said: Sequence[Sequence[Taken]]
) -> dict[Command, float]:
    """The bar of each command. `calm`: talk that asks for nothing, one sequence for each reader, the one of all hands last.

    `said`: the lines of each hand that was left out.
    """
    given = bars()
    found: dict[Command, float] = {}
    for command in map(Command, CLASSES[1:]):
        lures = [[each for each in one if each.command is command] for one in calm]
        some = [each for one in said for each in one if each.command is command]
        weight = 0.5 if command in ASKED_BACK else 0.35 if command in EASY else 1.0
        gains = {
            at: gain(lures, some, given | {str(command): at}, weight)
            for at in GRID
            if at >= (SURELY if command in WHOLE else LEAST if command in LABELS else 0)
        }
        found[command] = max(gains, key=lambda at: gains[at])
    return found


def of(left_out: str) -> list[Utterance]:
    """The lines of a hand, or of several: "o+q"."""
    written = hands()
    return [each for hand in left_out.split("+") for each in written[hand]]


def report(
    name: str, by: Mapping[str, float], calm: Sequence[Taken], said: Sequence[Taken], hand: str
) -> None:
    """How many of a hand's lines are understood by rules or reader, and what talk is taken for a wish."""
    read = {each.words: str(each.command) for each in said if each.believed(by)}
    lines = [each for each in of(hand) if each.label != NOTHING]
    shown: list[str] = []
    for render in (str, as_heard):
        got = [
            str(rule.command) if (rule := commands.wish(words)) else read.get(words, "")
            for words in (render(each.words) for each in lines)
        ]
        right = sum(a == each.label for a, each in zip(got, lines, strict=True))
        shown.append(
            f"{right / len(lines):.3f} ({sum(map(bool, got)) / len(lines):.3f} heard as any)"
        )
    wrong = Counter(each.label for each in calm if each.believed(by))
    stories = sum(each.label == NOTHING and each.believed(by) for each in said)
    print(f"{name}, hand {hand}: {' and '.join(shown)}; stories {stories}; talk {dict(wrong)}")


def main() -> None:
    """Read, choose, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--stories", type=Path, required=True, help="life histories, one a file")
    parser.add_argument("--cache", type=Path, required=True, help="holds without-HANDS/head.npz")
    parser.add_argument("--model", type=Path, default=resource("models/wishes"))
    parser.add_argument("--hands", nargs="+", default=["o+q+s+u", "p+r+t"])
    given = parser.parse_args()
    mpnet = weights.find(house.load(None).weights, "mpnet-int8")
    talk = list(dict.fromkeys(nothing_asked(given.books, given.stories)))
    calm: list[list[Taken]] = []
    said: list[list[Taken]] = []
    for folder in (*(given.cache / f"without-{hand}" for hand in given.hands), given.model):
        reader = Classifier(folder, mpnet)
        calm.append(taken(talk, reader, mpnet, given.cache))
        if len(said) < len(given.hands):
            left_out = of(given.hands[len(said)])
            lines = [(each.label, each.words) for each in left_out]
            said.append(taken(lines, reader, mpnet, given.cache))
    found = choose(calm, said)
    print({each.name: at for each, at in found.items()})
    for name, by in (("before", bars()), ("so", bars() | {str(a): b for a, b in found.items()})):
        for n, hand in enumerate(given.hands):
            report(name, by, calm[n], said[n], hand)
        wrong = Counter(each.label for each in calm[-1] if each.believed(by))
        print(f"{name}, all hands: talk {dict(wrong)}")


if __name__ == "__main__":
    main()
