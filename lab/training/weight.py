"""What weighs on the heart: stories that hands wrote, and how much of it is known.

    python -m lab.training.weight FILE

says how much of what weighs in FILE (a .tsv, or lives) is known by the list of words, by the valence of the telling, by what
ships, and by any of them as in a talk. weight*.tsv beside this file, a hand each, teach training/stories.py.
"""

import argparse
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.returning import shift_lives
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.conversation.bringing_back import HEAVY
from voice_agent.conversation.bringing_back import heavy as weighty
from voice_agent.language.embedding import MiniLM
from voice_agent.language.stories import Stories
from voice_agent.memory.affect import Reader as Affect
from voice_agent.memory.topics.topics import Topic, TopicId
from voice_agent.memory.weight import BELIEVED, DOUBTED
from voice_agent.reading.by_rules.weighty import weighs
from voice_agent.resources import resource

CLASSES = ("light", "heavy")


class Story(NamedTuple):
    """A short story."""

    heavy: bool
    words: str


def read(path: Path) -> list[Story]:
    """Stories of a .tsv, or those that the lives of a .toml may bring back. Raises OSError, ValueError, SettingsError."""
    if path.suffix == ".toml":
        told = (story for life in shift_lives.read(path) for story in life.stories)
        return [Story(each.heavy, each.topic.text) for each in told if not each.closed]
    found: list[Story] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#"):
            continue
        kind, tab, words = line.partition("\t")
        if kind not in CLASSES or not tab or not words.strip():
            raise ValueError(f"{path}, line {number}: “light” or “heavy”, a tab, and a story.")
        found.append(Story(kind == "heavy", words.strip()))
    return found


def bar_at(scores: NDArray[np.float64], heavy: NDArray[np.bool_], recall: float) -> float:
    """The highest score from which at least `recall` of what is heavy is taken for it."""
    found = np.sort(scores[heavy])
    return float(found[math.floor((1 - recall) * len(found) + 1e-9)])


def report(found: NDArray[np.float64], heavy: NDArray[np.bool_]) -> None:
    """What a bar leaves of what is light, for some shares of what is heavy."""
    alike = float((found[heavy][:, None] > found[~heavy]).mean())
    print(f"{heavy.sum()} heavy, {(~heavy).sum()} light: AUC {alike:.3f}")
    for recall in (0.99, 0.98, 0.95, 0.92, 0.9, 0.8):
        bar = bar_at(found, heavy, recall)
        kept = float((found[~heavy] < bar).mean())
        print(f"  from {bar:.3f} on {recall:.2f} of the heavy; {kept:.3f} of the light stays")
    known, kept = (found[heavy] >= BELIEVED).mean(), (found[~heavy] < BELIEVED).mean()
    print(f"  believed: {known:.3f} of the heavy; {kept:.3f} of the light stays")


def measure(file: Path, shelf: Path) -> None:
    """Print the share of what is heavy that is known, and of what is light that stays."""
    reader = Stories(resource("models/stories"), weights.find(shelf, "mpnet-int8"))
    embedder = MiniLM(weights.find(shelf, "minilm-int8"))
    told = read(file)
    affect = Affect.load(resource("models/vad-head/head.json"))
    felt = affect.read(embedder.embed([each.words for each in told]))
    found = [reader.read(each.words) for each in told]
    topics = [
        Topic(TopicId(str(place)), each.words, each.words, feeling=feeling, weight=weight)
        for place, (each, feeling, weight) in enumerate(zip(told, felt, found, strict=True))
    ]
    ways = {
        "words": [weighs(each.words) for each in told],
        "valence": [each.valence <= HEAVY for each in felt],
        "reader": [each >= BELIEVED for each in found],
        "reader, in doubt": [each >= DOUBTED for each in found],
        "as in a talk": [weighty(each) for each in topics],
    }
    heavy = np.array([each.heavy for each in told])
    for name, said in ways.items():
        known, kept = int(np.sum(said & heavy)), int(np.sum(~(np.array(said) | heavy)))
        print(
            f"{name}: {known} of {heavy.sum()} heavy known ({known / heavy.sum():.3f}), "
            f"{kept} of {(~heavy).sum()} light kept ({kept / (~heavy).sum():.3f})"
        )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path, help="stories, or lives, to be measured on")
    measure(parser.parse_args().file, house.load(None).weights)


if __name__ == "__main__":
    main()
