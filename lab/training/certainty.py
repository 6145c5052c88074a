"""How sure one may be that an old story belongs to today's: among all that somebody told, or none of it.

    python -m lab.training.certainty FILE ...

says of the lives in each FILE, and of all, how often what belongs comes first and how sure one is, and what would be named at the end of today's stories
by what ships. conversation/bringing_back.py's choice and interview/returning/deciding.py's bar are chosen by it, on lives that taught nothing.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.remembered import Remembered
from lab.evaluation.returning import shift_lives
from lab.evaluation.returning.shift_lives import Life
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.backends import Embedder
from voice_agent.conversation.bringing_back import CERTAINTY, Certainty, sureness
from voice_agent.interview.returning.deciding import STOOD
from voice_agent.language.embedding import MiniLM
from voice_agent.language.joined import Joined
from voice_agent.language.stories import Stories
from voice_agent.memory.weight import BELIEVED, WeightReader
from voice_agent.resources import resource

HALF = 0.5
"""From where on `report` calls one sure."""


@dataclass(frozen=True, slots=True)
class Case:
    """A story of today, and all old ones."""

    near: NDArray[np.float32]
    """Cosine with each of them."""

    right: int | None
    """Which belongs; None: none does."""


def cases(
    life: Life, reader: Embedder, said: Callable[[str], str] = lambda told: told
) -> list[Case]:
    """Every story of today of one life, as `said` would say it. Raises EngineError."""
    ids = [str(each.topic.id) for each in life.stories]
    topics = reader.embed([each.topic.text for each in life.stories])
    today = reader.embed([said(" ".join(each.tell)) for each in life.talks])
    found: list[Case] = []
    for row, talk in zip(today @ topics.T, life.talks, strict=True):
        right = ids.index(talk.about) if talk.about else None
        found.append(Case(row, right))
    return found


def sure(case: Case, by: Certainty) -> NDArray[np.float64]:
    """How sure each of them is, 0..1."""
    near = {str(place): float(each) for place, each in enumerate(case.near)}
    found = sureness(near, dict.fromkeys(near, 0.0), by)
    return np.array([found[str(place)] for place in range(len(case.near))])


def loss(every: Sequence[Case], by: Certainty) -> float:
    """Mean log loss."""
    total = 0.0
    for case in every:
        found = sure(case, by)
        share = 1 - found.sum() if case.right is None else found[case.right]
        total -= float(np.log(max(share, 1e-9)))
    return total / len(every)


def fitted(every: Sequence[Case]) -> Certainty:
    """The certainty with the least log loss: its `near` in twos, its `none` in halves."""
    ways = [
        Certainty(near=float(near), none=float(none))
        for near in np.arange(2.0, 44.1, 2.0)
        for none in np.arange(-2.0, 14.1, 0.5)
    ]
    return min(ways, key=lambda by: loss(every, by))


def report(name: str, every: Sequence[Case], by: Certainty = CERTAINTY) -> None:
    """Print how often what belongs comes first, and how sure one may be."""
    calling = [case for case in every if case.right is not None]
    rank = [int((case.near >= case.near[case.right]).sum()) for case in calling]
    first, third = (np.mean([each <= most for each in rank]) for most in (1, 3))
    found = [sure(case, by) for case in every]
    spoke = [n for n, each in enumerate(found) if each.max() >= HALF]
    right = [every[n].right == int(found[n].argmax()) for n in spoke]
    print(
        f"{name}: of {len(calling)} what belongs comes first in {first:.3f}, among three in {third:.3f}; log loss "
        f"{loss(every, by):.3f}; surer than {HALF} in {len(spoke) / len(every):.2f}, right in "
        f"{np.mean(right) if right else 0:.2f} of them",
        flush=True,
    )


def named(case: Case, left: NDArray[np.bool_], by: Certainty = CERTAINTY) -> int | None:
    """Which old story would be named at the end of today's, `left` being left alone; None: none.

    As deciding.decide does with what has stood first for a while, but by the whole story at once: in a talk each answer has its say.
    """
    found = sure(case, by)
    fit = np.where(left, 0.0, found)
    first, best = int(found.argmax()), int(fit.argmax())
    if (left[first] and found[first] >= STOOD) or fit[best] < STOOD:
        return None
    return best


def outcomes(life: Life, every: Sequence[Case], weight: WeightReader) -> Iterator[str]:
    """For each of today's stories of `life` what would come of it, and for each old one how it is read. Raises EngineError."""
    heavy = np.array([each.heavy for each in life.stories])
    closed = np.array([each.closed for each in life.stories])
    read = np.array([weight.read(each.topic.text) >= BELIEVED for each in life.stories])
    for is_, taken in zip(heavy[~closed], read[~closed], strict=True):
        yield ("heavy" if is_ else "light") + (", known" if is_ == taken else ", not known")
    for case in every:
        told = named(case, read | closed)
        fits = case.right is not None and not (heavy | closed)[case.right]
        what = "another"
        if told is None:
            what = "nothing, it is taken for heavy" if fits and read[case.right] else "nothing"
        elif heavy[told]:
            what = "a heavy one"
        elif fits and told == case.right:
            what = "it"
        yield f"{'one' if fits else 'none'} is to be named: {what}"


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="lives")
    given = parser.parse_args()
    shelf = house.load(None).weights
    stories = Stories(resource("models/stories"), weights.find(shelf, "mpnet-int8"))
    near = Joined(Remembered(stories), Remembered(MiniLM(weights.find(shelf, "minilm-int8"))))
    all_cases: list[Case] = []
    counted = Counter[str]()
    for file in given.files:
        lives = shift_lives.read(file)
        made = [(life, cases(life, near)) for life in lives]
        here = [case for _, some in made for case in some]
        report(file.name, here)
        all_cases += here
        counted.update(what for life, some in made for what in outcomes(life, some, stories))
    report("all", all_cases)
    by = fitted(all_cases)
    print(f"fits best {by}, log loss {loss(all_cases, by):.3f} of {len(all_cases)}")
    for what, count in sorted(counted.items()):
        print(f"  {what}: {count}")


if __name__ == "__main__":
    main()
