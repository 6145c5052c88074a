"""Teach which old story belongs to today's: a matrix that lays the two near each other.

    python -m voice_agent.training.links --apart --cache DIR     each hand's links, judged by what the others taught
    python -m voice_agent.training.links --to models/links       teach with all hands, and write turn.npz
    python -m voice_agent.training.links --judge --cache DIR     what ships, judged by hands that taught nothing

links_*.tsv, one hand a file: "link" or "near", today's story (its turns joined by " | "), an old topic as it was told. A
link shares a meaning and hardly a word; what is near shares words and nothing else, and only the first five hands wrote
any. A matrix on what MPNet makes of them (language/kindred.py) learns to know each story's own topic among those of the same
hand (van den Oord and others, 2018); no hand is its own judge.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.conversation.bringing_back import CERTAINTY, PLAIN, Certainty, sureness
from voice_agent.language import kindred
from voice_agent.language.embedding import MiniLM
from voice_agent.language.kindred import Turn
from voice_agent.language.mpnet import SIZE
from voice_agent.resources import resource
from voice_agent.story import Speaker
from voice_agent.training import heads, matrix, topic_dialogues
from voice_agent.training.likeness import firsts, halves

HANDS = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j")

ASIDE = ("k", "l", "m", "n", "o")
"""Hands that teach nothing: the whole is judged on them."""

OTHERS = 5
"""Topics beside the one that belongs."""

NONE, HALF = 0.25, 0.4
"""How often none of six belongs, and from what certainty on `unsure` counts."""

EPOCHS, BATCH = 20, 64


@dataclass(frozen=True, slots=True)
class Link:
    """Today's story and an old topic."""

    today: str
    topic: str
    belongs: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """What one hand wrote: all stories first, and then the topic of each."""

    rows: NDArray[np.float16]
    """MPNet's, (twice the links, WIDTH)."""

    meanings: NDArray[np.float32]
    """MiniLM's."""

    lures: NDArray[np.float16] | None = None
    """MPNet's, of what only shares words, where the hand wrote any."""

    @property
    def count(self) -> int:
        """How many links."""
        return len(self.rows) // 2


def read(path: Path) -> list[Link]:
    """Raises OSError, and ValueError where a line has another form."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    for number, row in enumerate(rows, 1):
        if len(row) != 3 or row[0] not in {"link", "near"}:
            raise ValueError(f"{path}, line {number}: three columns, the first “link” or “near”.")
    return [Link(row[1].replace(" | ", " "), row[2], row[0] == "link") for row in rows]


def interval(each: NDArray[np.float64], seed: int = 0) -> tuple[float, float]:
    """95 % of the mean, by drawing anew."""
    dice = np.random.default_rng(seed)
    means = each[dice.integers(0, len(each), (1000, len(each)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def teach(hands: Sequence[Hand], seed: int = 0) -> Turn:
    """Learn from `hands`; the topics beside each are those of the same hand, so that no way of writing gives one away."""
    dice = np.random.default_rng(seed)
    plan: list[matrix.Step] = []
    for _ in range(EPOCHS):
        some = [
            (place, np.concatenate([group, group + hand.count]))
            for place, hand in enumerate(hands)
            for group in np.array_split(
                dice.permutation(hand.count), max(1, round(hand.count / BATCH))
            )
        ]
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def cost(made: torch.Tensor, step: matrix.Step) -> torch.Tensor:
        stories, topics = f.normalize(made, dim=1).chunk(2)
        near = stories @ topics.T / matrix.HEAT
        right = torch.arange(len(stories))
        return f.cross_entropy(near, right) + f.cross_entropy(near.T, right)

    return matrix.teach([hand.rows for hand in hands], plan, cost, seed=seed)


def unsure(
    near: NDArray[np.floating], by: Certainty, *, others: int = OTHERS, seed: int = 0
) -> tuple[float, float, float]:
    """Log loss of `by` among six topics, none of which belongs once in four times, and from `HALF` on how often
    it speaks and how often it is right then.

    `near`: the likeness of each story to each topic.
    """
    dice = np.random.default_rng(seed)
    n = len(near)
    loss, spoke, right = 0.0, 0, 0
    for row in range(n):
        belongs = dice.random() >= NONE
        among = dice.choice(np.delete(np.arange(n), row), others + (not belongs), replace=False)
        places = [row, *among] if belongs else list(among)
        sure = sureness(
            {str(p): float(near[row, p]) for p in places}, dict.fromkeys(map(str, places), 0.0), by
        )
        best = max(sure, key=lambda each: sure[each])
        loss -= float(np.log(sure[str(row)] if belongs else 1 - sum(sure.values())))
        if sure[best] >= HALF:
            spoke += 1
            right += best == str(row)
    return loss / n, spoke / n, right / max(spoke, 1)


def fitted(nears: Sequence[NDArray[np.floating]]) -> Certainty:
    """The certainty with the least log loss over all hands."""
    ways = [
        Certainty(near=near, none=none)
        for near in np.arange(4.0, 16.1, 1.0)
        for none in np.arange(0.0, 6.1, 0.5)
    ]
    return min(ways, key=lambda by: sum(unsure(each, by)[0] for each in nears))


def report(
    name: str, rows: NDArray[np.float32], lures: NDArray[np.float32] | None, by: Certainty
) -> NDArray[np.float32]:
    """The right topic of six, how often a link is nearer than what only shares words, and how sure one may be."""
    near = halves(rows)
    each = firsts(near, OTHERS)
    low, high = interval(each)
    nearer = ""
    if lures is not None:
        share = (np.diag(near)[:, None] > np.diag(halves(lures))).mean()
        nearer = f"nearer than a lure {share:.3f}; "
    loss, spoke, right = unsure(near, by)
    print(
        f"{name}: first of {OTHERS + 1} {each.mean():.3f} (95 % {low:.2f} to {high:.2f}, n {len(each)}); {nearer}"
        f"log loss {loss:.3f}, surer than {HALF} in {spoke:.2f}, right in {right:.2f} of them",
        flush=True,
    )
    return near


def apart(every: Mapping[str, Hand], out: str) -> NDArray[np.float32]:
    """Judge the links of the hand `out` by what the others taught; returns how near they are."""
    hand, others = every[out], [each for name, each in every.items() if name != out]
    report(f"hand {out}, MiniLM as it is", hand.meanings, None, PLAIN)
    turn = teach(others)
    own = hand.rows[:, -SIZE:].astype(np.float32) - turn.middle
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    report(f"hand {out}, MPNet without its middle", own, None, PLAIN)
    lures = turn.of_rows(hand.lures) if hand.lures is not None else None
    return report(f"hand {out}, taught by the others", turn.of_rows(hand.rows), lures, CERTAINTY)


def in_dialogues(turn: Turn, mpnet: Path, cache: Path | None) -> float:
    """How often the right one of ten topics comes first in the made-up dialogues of the dev split, which teach nothing."""
    cases = topic_dialogues.build(0).of(topic_dialogues.Split.DEV)
    told = [
        " ".join(one.text for one in case.said if one.speaker is Speaker.NARRATOR) for case in cases
    ]
    topics = [topic.text for case in cases for topic in case.topics]
    texts = list(dict.fromkeys([*told, *topics]))
    at = {text: place for place, text in enumerate(texts)}
    made = turn.of_rows(heads.rows(texts, mpnet, cache))
    hits = 0
    for case, today in zip(cases, told, strict=True):
        near = made[[at[topic.text] for topic in case.topics]] @ made[at[today]]
        hits += bool((np.delete(near, case.right) < near[case.right]).all())
    return hits / len(cases)


def hands(
    mpnet: Path, minilm: Path, cache: Path | None, names: Sequence[str] = HANDS
) -> Mapping[str, Hand]:
    """Every hand, read."""
    own = MiniLM(minilm)
    found: dict[str, Hand] = {}
    for name in names:
        every = read(Path(__file__).with_name(f"links_{name}.tsv"))
        links, lures = ([x for x in every if x.belongs is kind] for kind in (True, False))
        told, beside = (
            [each.today for each in some] + [each.topic for each in some] for some in (links, lures)
        )
        near = heads.rows(beside, mpnet, cache) if beside else None
        found[name] = Hand(heads.rows(told, mpnet, cache), own.embed(told), near)
    return found


def main() -> None:
    """Measure with each hand left out, or teach with all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument(
        "--judge", action="store_true", help="what ships, by hands that taught nothing"
    )
    parser.add_argument("--cache", type=Path, help="keeps what was read")
    parser.add_argument("--to", type=Path, help="the folder that turn.npz is written to")
    given = parser.parse_args()
    shelf = house.load(None).weights
    mpnet = weights.find(shelf, "mpnet-int8")
    minilm = weights.find(shelf, "minilm-int8")
    if given.judge:
        turn = kindred.read(resource("models/links/turn.npz"))
        for name, hand in hands(mpnet, minilm, given.cache, ASIDE).items():
            report(f"hand {name}, which taught nothing", turn.of_rows(hand.rows), None, CERTAINTY)
        return
    every = hands(mpnet, minilm, given.cache)
    if given.apart:
        nears = [apart(every, name) for name in HANDS]
        found = np.concatenate([firsts(each, OTHERS) for each in nears])
        print(f"All: first of {OTHERS + 1} {found.mean():.3f}")
        print(f"The certainty that fits them: {fitted(nears)}")
    if given.to is not None:
        turn = teach(list(every.values()))
        turn.save(given.to / "turn.npz")
        share = in_dialogues(turn, mpnet, given.cache)
        print(f"Made-up dialogues, dev, first of ten: {share:.3f}")


if __name__ == "__main__":
    main()
