"""Teach what is told again in other words: a matrix that lays two tellings of one event near each other, and the weights.

    python -m lab.training.retold --apart --cache DIR           each hand's lives, judged by what the others taught
    python -m lab.training.retold --to models/retold --cache DIR   teach with all; prints same_event.WEIGHTS

retold_*.tsv, one hand a file (evaluation/memory/told_again.py), and the tellings of three sets of templates of `voice-agent
evaluate retold` (open, second, third: those that rules may be made with). The matrix on MPNet (language/retold.py) learns
to know the tellings of one event among those of the same lives (supervised contrastive loss, Khosla and others, 2020). The
weights are a logistic regression on pairs of strands of one life; how near a pair lies is measured there with a matrix that
its hand, or its templates, did not teach. No hand is its own judge.
"""

import argparse
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from lab.evaluation.memory import retold, told_again
from lab.evaluation.memory.retold_lives import RetoldLife, filled, life
from lab.evaluation.memory.retold_templates import Which
from lab.training import LESSONS, heads, matrix
from lab.training.fitting import auc
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.backends import Embedder
from voice_agent.language.names import SpacyReader
from voice_agent.language.retold import Retold, Turn
from voice_agent.memory.claims import ClaimId
from voice_agent.memory.events import chains
from voice_agent.memory.people.persons import mentions_of
from voice_agent.memory.people.resolving import resolve
from voice_agent.memory.reading import Reader
from voice_agent.memory.same_event import WEIGHTS, meant, traits
from voice_agent.memory.strands import strand
from voice_agent.memory.surroundings import understood

HANDS = ("a", "b", "c", "d", "e", "f")

SETS: tuple[Which, ...] = ("open", "second", "third")
"""Templates that may teach."""

LIVES = 20
"""Lives drawn from each set of templates, for the weights."""

FILLED = 2
"""How often each template is filled in, for the matrix."""

EPOCHS = 30

TOGETHER = 4
"""Lives in one batch: each telling is to know the others of its event among all that these narrators told."""

RIDGE = 0.02

SEED = 3


@dataclass(frozen=True, slots=True)
class Lessons:
    """Tellings that teach the matrix."""

    lives: tuple[str, ...]
    events: tuple[str, ...]
    rows: NDArray[np.float16]
    """MPNet's, (tellings, WIDTH)."""


def teach(some: Sequence[Lessons], seed: int = 0) -> Turn:
    """Learn from `some`; the other tellings beside each are of the same hand."""
    dice = np.random.default_rng(seed)
    lives = [np.array(each.lives) for each in some]
    events = [np.array(each.events) for each in some]
    plan: list[matrix.Step] = []
    for _ in range(EPOCHS):
        for place, there in enumerate(lives):
            names = np.unique(there)
            dice.shuffle(names)
            for group in np.array_split(names, max(1, round(len(names) / TOGETHER))):
                plan.append((place, np.flatnonzero(np.isin(there, group))))

    def cost(made: torch.Tensor, step: matrix.Step) -> torch.Tensor:
        place, rows = step
        told = events[place][rows]
        unit = f.normalize(made, dim=1)
        itself = torch.eye(len(rows), dtype=torch.bool)
        near = (unit @ unit.T / matrix.HEAT).masked_fill(itself, -1e9)
        same = torch.from_numpy(told[:, None] == told[None]) & ~itself
        likely = near - torch.logsumexp(near, dim=1, keepdim=True)
        each = -(likely * same).sum(dim=1) / same.sum(dim=1).clamp(min=1)
        return each[same.any(dim=1)].mean()

    return matrix.teach([each.rows for each in some], plan, cost, seed=seed)


def of_hand(name: str, mpnet: Path, cache: Path | None) -> Lessons:
    """What a hand wrote."""
    told = told_again.read(LESSONS / f"retold_{name}.tsv")
    rows = heads.rows([each.text for each in told], mpnet, cache)
    return Lessons(
        tuple(each.life for each in told),
        tuple(f"{each.life} {each.event}" for each in told),
        rows,
    )


def of_templates(which: Which, mpnet: Path, cache: Path | None) -> Lessons:
    """The tellings of every sort of event, filled in."""
    told = [
        (f"{time}", f"{time} {sort}", text)
        for time in range(FILLED)
        for sort, text in filled(random.Random(f"{SEED} {time}"), which)
    ]
    rows = heads.rows([text for _, _, text in told], mpnet, cache)
    return Lessons(tuple(x for x, _, _ in told), tuple(x for _, x, _ in told), rows)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of strands of lives: what is read off each, and whether they tell of one event."""

    values: NDArray[np.float64]
    """(pairs, len(WEIGHTS))."""

    same: NDArray[np.bool_]


def pairs(remembered: Sequence[retold.Remembered], reading: Embedder) -> Pairs:
    """Every two strands of one life that tell something that happened, of one labelled event each."""
    values: list[list[float]] = []
    same: list[bool] = []
    for each in remembered:
        event_of: dict[ClaimId, str] = {
            claim.id: telling.event
            for telling in each.told.tellings
            for claim in retold.claims_of(telling, each)
        }
        said = {(t.session, t.id): t.text for turns in each.told.sessions for t in turns}
        vectors = understood(each.claims, said, reading)
        told = sorted(each.claims, key=lambda claim: claim.order)
        people = resolve(mentions_of(told))
        known = [
            (own, made, next(iter(events)))
            for chain in chains(told)
            if len(events := {event_of[x.id] for x in chain if x.id in event_of}) == 1
            and (made := meant(own := strand(chain, people, vectors), vectors))
        ]
        for place, (one, mine, event) in enumerate(known):
            for other, theirs, another in known[:place]:
                found = traits(one, other, mine, theirs)
                values.append([found[name] for name in WEIGHTS])
                same.append(event == another)
    return Pairs(np.array(values), np.array(same))


def fitted(every: Sequence[Pairs], shares: Sequence[float]) -> dict[str, float]:
    """The weights under which the pairs are likeliest, each of `every` counting its share."""
    values = torch.from_numpy(np.concatenate([each.values for each in every]))
    same = torch.from_numpy(np.concatenate([each.same for each in every])).double()
    counts = [
        np.full(len(each.same), share / len(each.same))
        for each, share in zip(every, shares, strict=True)
    ]
    counted = torch.from_numpy(np.concatenate(counts) / sum(shares))
    mean, spread = values.mean(dim=0), values.std(dim=0)
    mean[0], spread[0] = 0.0, 1.0  # "any"
    spread[spread < 1e-6] = 1.0
    scaled = (values - mean) / spread
    line = torch.zeros(values.shape[1], dtype=torch.float64, requires_grad=True)
    way = torch.optim.LBFGS([line], max_iter=200, line_search_fn="strong_wolfe")

    def cost() -> torch.Tensor:
        way.zero_grad()
        each = f.binary_cross_entropy_with_logits(scaled @ line, same, reduction="none")
        total = (each * counted).sum() + RIDGE * (line[1:] ** 2).mean()
        total.backward()
        return total

    way.step(cost)  # pyright: ignore[reportUnknownMemberType, reportArgumentType]
    found = line.detach() / spread
    found[0] -= (found * mean)[1:].sum()
    return {name: round(float(x), 2) for name, x in zip(WEIGHTS, found, strict=True)}


def report(name: str, found: Pairs, by: Mapping[str, float]) -> None:
    """How well one event is told from two, pair by pair."""
    odds = found.values @ np.array([by[each] for each in WEIGHTS])
    right, wrong = int(found.same.sum()), int((~found.same).sum())
    bar = np.sort(odds[~found.same])[::-1][wrong // 200]
    print(
        f"{name}: AUC {auc(found.same, odds):.3f}, of the pairs of one event known at 1 in 200 of the others "
        f"{(odds[found.same] > bar).mean():.3f} (n {right} of {len(found.same)})",
        flush=True,
    )


def heard(some: Sequence[RetoldLife], reader: Reader) -> list[retold.Remembered]:
    """What memory makes of lives, by rules."""
    return [retold.remember(each, reader, None) for each in some]


def main() -> None:
    """Measure with each hand left out, or teach with all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--cache", type=Path, help="keeps what was read")
    parser.add_argument("--to", type=Path, help="the folder that turn.npz is written to")
    given = parser.parse_args()
    shelf = house.load(None).weights
    mpnet, reader = weights.find(shelf, "mpnet-int8"), SpacyReader(weights.find(shelf, "spacy-en"))
    lessons = {name: of_hand(name, mpnet, given.cache) for name in HANDS}
    lessons |= {name: of_templates(name, mpnet, given.cache) for name in SETS}
    told: dict[str, list[RetoldLife]] = {
        name: told_again.lives(LESSONS / f"retold_{name}.tsv") for name in HANDS
    }
    told |= {name: [life(SEED * 1000 + n, name) for n in range(LIVES)] for name in SETS}
    by_name: dict[str, Pairs] = {}
    for name, some in told.items():
        taught = teach([each for other, each in lessons.items() if other != name])
        by_name[name] = pairs(heard(some, reader), Retold(taught, mpnet))
        print(f"{name}: {len(by_name[name].same)} pairs", flush=True)
    shares = {name: 1 / len(HANDS) if name in HANDS else 0.5 for name in told}
    if given.apart:
        for name in told:
            others = [other for other in told if other != name]
            by = fitted([by_name[other] for other in others], [shares[other] for other in others])
            report(name, by_name[name], by)
    if given.to is not None:
        teach(list(lessons.values())).save(given.to)
        print(fitted(list(by_name.values()), list(shares.values())))


if __name__ == "__main__":
    main()
