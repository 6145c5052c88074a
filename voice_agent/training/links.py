"""Which old story belongs to today's: what all stories have in common, how sure one may be, and tuned layers.

    python -m voice_agent.training.links [--tune] [--cache DIR] [--middle FILE]

links_a.tsv and links_b.tsv, by two hands: "link" or "near", today's story (its turns joined by " | "), an old topic as
it was told. A link shares a meaning and hardly a word; what is near shares words and nothing else. Each hand is measured
by itself; with --tune the layers learn from the other hand's (in-batch negatives), so that no hand is its own judge.
They know hardly better than MiniLM as it is; nothing ships of them. What ships is the middle of all stories (--middle
writes it): a story's vector without it finds more, and the same certainty is right more often.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.backends import Embedder
from voice_agent.conversation.bringing_back import Centred, Certainty, sureness
from voice_agent.language.embedding import MiniLM
from voice_agent.language.halfway import Halfway
from voice_agent.training.emotion_layers import Upper, padded
from voice_agent.training.emotion_lessons import Lesson, lesson, read_halfway
from voice_agent.training.steps import steps

HANDS = ("a", "b")
SIZE = 384

OTHERS = 5
"""Topics beside the one that belongs."""

NONE, HALF = 0.25, 0.4
"""How often none of six belongs, and from what certainty on `unsure` counts."""

EPOCHS, RATE, BATCH, HEAT = 3, 3e-5, 32, 0.07
"""With five epochs at 1e-4 it forgets more than it learns."""


@dataclass(frozen=True, slots=True)
class Link:
    """Today's story and an old topic."""

    today: str
    topic: str
    belongs: bool


def read(path: Path) -> list[Link]:
    """Raises OSError, and ValueError where a line has another form."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    for number, row in enumerate(rows, 1):
        if len(row) != 3 or row[0] not in {"link", "near"}:
            raise ValueError(f"{path}, line {number}: three columns, the first “link” or “near”.")
    return [Link(row[1].replace(" | ", " "), row[2], row[0] == "link") for row in rows]


def first_of(scores: NDArray[np.floating], others: int = OTHERS) -> float:
    """How often the topic that belongs (the diagonal) is alone at the head among `others` drawn beside it."""
    n = len(scores)
    better = (scores >= np.diag(scores)[:, None]).sum(axis=1) - 1
    return float(np.mean([comb(n - 1 - int(b), others) / comb(n - 1, others) for b in better]))


def beginning(minilm: Path) -> Upper:
    """MiniLM as it is: the head hands on what the last layer says."""
    model = Upper(minilm, outputs=SIZE)
    with torch.no_grad():
        model.head.weight.zero_()
        model.head.weight[:, -SIZE:] = torch.eye(SIZE)
        model.head.bias.zero_()
    model.head.requires_grad_(False)
    model.drop.p = 0.0
    return model.eval()


def vectors(model: Upper, told: Lesson) -> NDArray[np.float32]:
    """Unit rows, one for each text."""
    n = len(told.begins) - 1
    found = np.zeros((n, SIZE), np.float32)
    with torch.inference_mode():
        for places in np.array_split(np.argsort(np.diff(told.begins)), max(1, n // BATCH)):
            found[places] = f.normalize(model(*padded(told, places)), dim=1).numpy()
    return found


def tune(model: Upper, told: Lesson, seed: int = 0) -> None:
    """Teach `model`; `told` holds all stories first, and then the topic of each."""
    n = (len(told.begins) - 1) // 2
    dice = np.random.default_rng(seed)
    plan = [
        group
        for _ in range(EPOCHS)
        for group in np.array_split(dice.permutation(n), max(1, round(n / BATCH)))
    ]

    def loss(group: NDArray[np.int64]) -> torch.Tensor:
        made = f.normalize(model(*padded(told, np.concatenate([group, group + n]))), dim=1)
        alike = made[: len(group)] @ made[len(group) :].T / HEAT
        right = torch.arange(len(group))
        return f.cross_entropy(alike, right) + f.cross_entropy(alike.T, right)

    steps(model, plan, loss, rate=RATE, decay=0.01, warm=0.1)


def middle(embedder: Embedder, pairs: Sequence[Link]) -> NDArray[np.float32]:
    """What all stories have in common: the mean of their vectors."""
    texts = [each.today for each in pairs] + [each.topic for each in pairs]
    return embedder.embed(texts).mean(axis=0)


def unsure(
    alike: NDArray[np.floating], by: Certainty, *, others: int = OTHERS, seed: int = 0
) -> tuple[float, float, float]:
    """Log loss of `by` among six topics, none of which belongs once in four times, and from `HALF` on how often
    it speaks and how often it is right then.

    `alike`: the likeness of each story to each topic.
    """
    dice = np.random.default_rng(seed)
    n = len(alike)
    loss, spoke, right = 0.0, 0, 0
    for row in range(n):
        belongs = dice.random() >= NONE
        among = dice.choice(np.delete(np.arange(n), row), others + (not belongs), replace=False)
        places = [row, *among] if belongs else list(among)
        sure = sureness(
            {str(p): float(alike[row, p]) for p in places}, dict.fromkeys(map(str, places), 0.0), by
        )
        best = max(sure, key=lambda each: sure[each])
        loss -= float(np.log(sure[str(row)] if belongs else 1 - sum(sure.values())))
        if sure[best] >= HALF:
            spoke += 1
            right += best == str(row)
    return loss / n, spoke / n, right / max(spoke, 1)


def report(name: str, model: Upper, links: Lesson, near: Lesson) -> None:
    """The right topic of six, and how often a link is nearer than what only shares words."""
    both = np.split(vectors(model, links), 2)
    beside = np.split(vectors(model, near), 2)
    alike = both[0] @ both[1].T
    lure = (beside[0] * beside[1]).sum(axis=1)
    nearer = float((np.diag(alike)[:, None] > lure).mean())
    print(f"{name}: first of {OTHERS + 1} {first_of(alike):.3f}, nearer than a lure {nearer:.3f}")


def centre(shelf: Path, file: Path | None) -> None:
    """Measure what leaving out the middle is worth, the other hand's; write that of both to `file`."""
    embedder = MiniLM(weights.find(shelf, "minilm-int8"))
    every = {
        hand: [each for each in read(Path(__file__).with_name(f"links_{hand}.tsv")) if each.belongs]
        for hand in HANDS
    }
    for hand, other in (HANDS, HANDS[::-1]):
        for name, of, by in (
            ("as it is", embedder, PLAIN),
            ("centred", Centred(embedder, middle(embedder, every[other])), Certainty()),
        ):
            todays = of.embed([each.today for each in every[hand]])
            alike = todays @ of.embed([each.topic for each in every[hand]]).T
            loss, spoke, right = unsure(alike, by)
            print(
                f"hand {hand}, {name}: first of {OTHERS + 1} {first_of(alike):.3f}, log loss {loss:.3f}, "
                f"surer than {HALF} in {spoke:.2f}, right in {right:.2f} of them"
            )
    if file is not None:
        found = middle(embedder, [*every["a"], *every["b"]])
        file.write_text(json.dumps({"middle": [round(float(x), 5) for x in found]}) + "\n", "utf-8")


PLAIN = Certainty(near=15.5, none=4.1)
"""What was fitted for vectors as they are."""


def main() -> None:
    """Measure, and with --tune train on the other hand and measure again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--cache", type=Path, help="keeps what was read halfway")
    parser.add_argument("--middle", type=Path, help="where to write what all have in common")
    given = parser.parse_args()
    torch.manual_seed(0)
    shelf = house.load(None).weights
    centre(shelf, given.middle)
    if given.middle is not None:
        return
    minilm = weights.find(shelf, "minilm-fp32")
    reader = Halfway(weights.find(shelf, "minilm-int8"), threads=2, longest=128)

    def taught(pairs: list[Link]) -> Lesson:
        texts = [each.today for each in pairs] + [each.topic for each in pairs]
        return lesson(*read_halfway("links", texts, reader, given.cache))

    links: dict[str, Lesson] = {}
    near: dict[str, Lesson] = {}
    for hand in HANDS:
        every = read(Path(__file__).with_name(f"links_{hand}.tsv"))
        links[hand] = taught([each for each in every if each.belongs])
        near[hand] = taught([each for each in every if not each.belongs])
        report(f"hand {hand}, MiniLM as it is", beginning(minilm), links[hand], near[hand])
    for hand, other in (HANDS, HANDS[::-1]) if given.tune else ():
        model = beginning(minilm)
        tune(model, links[other])
        report(f"hand {hand}, tuned on hand {other}", model, links[hand], near[hand])


if __name__ == "__main__":
    main()
