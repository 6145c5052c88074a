"""Teach which old story belongs to today's: layers in whose vectors the two lie near.

    python -m voice_agent.training.links --apart --cache DIR     each hand's links, judged by layers the others taught
    python -m voice_agent.training.links --to models/links       teach with all hands, and write layers.npz

links_*.tsv, one hand a file: "link" or "near", today's story (its turns joined by " | "), an old topic as it was told. A
link shares a meaning and hardly a word; what is near shares words and nothing else, and the last two hands wrote none of
it. MiniLM's upper three layers learn to
know each story's own topic among those of the same hand (van den Oord and others, 2018); no hand is its own judge.
"""

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.conversation.bringing_back import CERTAINTY, PLAIN, Certainty, sureness
from voice_agent.language.embedding import MiniLM
from voice_agent.language.halfway import Halfway
from voice_agent.language.kindred import LONGEST, joined
from voice_agent.story import Speaker
from voice_agent.training import topic_dialogues
from voice_agent.training.emotion_layers import Upper, padded, restore, save
from voice_agent.training.emotion_lessons import Lesson, lesson, read_halfway
from voice_agent.training.steps import halved, steps

HANDS = ("a", "b", "c", "d", "e", "f", "g")
SIZE = 384

OTHERS = 5
"""Topics beside the one that belongs."""

NONE, HALF = 0.25, 0.4
"""How often none of six belongs, and from what certainty on `unsure` counts."""

EPOCHS, RATE, BATCH, HEAT, DROP = 3, 1e-4, 64, 0.05, 0.1


@dataclass(frozen=True, slots=True)
class Link:
    """Today's story and an old topic."""

    today: str
    topic: str
    belongs: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """What one hand wrote, read halfway: all stories first, and then the topic of each."""

    links: Lesson
    meanings: NDArray[np.float32]
    """MiniLM's own, of `links`."""

    near: Lesson | None = None
    lures: NDArray[np.float32] | None = None
    """The same of what only shares words, where the hand wrote any."""

    @property
    def count(self) -> int:
        """How many links."""
        return (len(self.links.begins) - 1) // 2


def read(path: Path) -> list[Link]:
    """Raises OSError, and ValueError where a line has another form."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    for number, row in enumerate(rows, 1):
        if len(row) != 3 or row[0] not in {"link", "near"}:
            raise ValueError(f"{path}, line {number}: three columns, the first “link” or “near”.")
    return [Link(row[1].replace(" | ", " "), row[2], row[0] == "link") for row in rows]


def firsts(scores: NDArray[np.floating], others: int = OTHERS) -> NDArray[np.float64]:
    """For each story how often its topic (the diagonal) is alone at the head among `others` drawn beside it."""
    n = len(scores)
    better = (scores >= np.diag(scores)[:, None]).sum(axis=1) - 1
    return np.array([comb(n - 1 - int(b), others) / comb(n - 1, others) for b in better])


def first_of(scores: NDArray[np.floating], others: int = OTHERS) -> float:
    """The mean of `firsts`."""
    return float(firsts(scores, others).mean())


def interval(each: NDArray[np.float64], seed: int = 0) -> tuple[float, float]:
    """95 % of the mean, by drawing anew."""
    dice = np.random.default_rng(seed)
    means = each[dice.integers(0, len(each), (1000, len(each)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def beginning(minilm: Path) -> Upper:
    """MiniLM as it is: the head hands on what the last layer says."""
    model = Upper(minilm, outputs=SIZE)
    with torch.no_grad():
        model.head.weight.zero_()
        model.head.weight[:, -SIZE:] = torch.eye(SIZE)
        model.head.bias.zero_()
    model.head.requires_grad_(False)
    for part in model.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = DROP
    model.drop.p = 0.0
    return model.eval()


def centre(model: Upper, hands: Sequence[Hand]) -> None:
    """Let the head leave out what the stories of all `hands` have in common: then being near says more."""
    every = np.concatenate([said(model, hand.links) for hand in hands])
    with torch.no_grad():
        model.head.bias.sub_(torch.from_numpy(every.mean(axis=0)))


def said(model: Upper, told: Lesson) -> NDArray[np.float32]:
    """What `model` makes of each text; rows of any length."""
    n = len(told.begins) - 1
    found = np.zeros((n, SIZE), np.float32)
    with torch.inference_mode(), halved():
        for places in np.array_split(np.argsort(np.diff(told.begins)), max(1, n // 32)):
            found[places] = model(*padded(told, places)).float().numpy()
    return found


def halves(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """How near each story, of the first half, is to each topic, of the second."""
    stories, topics = np.split(rows, 2)
    return stories @ topics.T


def middle_of(hands: Iterable[Hand]) -> NDArray[np.float32]:
    """What the meanings of all stories have in common."""
    return np.concatenate([hand.meanings for hand in hands]).mean(axis=0)


def teach(model: Upper, hands: Sequence[Hand], seed: int = 0) -> None:
    """Teach `model`; the topics beside each are those of the same hand, so that no way of writing gives one away."""
    dice = np.random.default_rng(seed)
    plan: list[tuple[Hand, NDArray[np.int64]]] = []
    for _ in range(EPOCHS):
        some = [
            (hand, group)
            for hand in hands
            for group in np.array_split(
                dice.permutation(hand.count), max(1, round(hand.count / BATCH))
            )
        ]
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(step: tuple[Hand, NDArray[np.int64]]) -> torch.Tensor:
        hand, group = step
        with halved():
            out = model(*padded(hand.links, np.concatenate([group, group + hand.count])))
        made = f.normalize(out.float(), dim=1)
        near = made[: len(group)] @ made[len(group) :].T / HEAT
        right = torch.arange(len(group))
        return (f.cross_entropy(near, right) + f.cross_entropy(near.T, right)) / 2

    steps(model, plan, loss, rate=RATE, decay=0.01, warm=0.1)


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
    each = firsts(near)
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


def apart(
    minilm: Path, every: Mapping[str, Hand], out: str, cache: Path | None
) -> NDArray[np.float32]:
    """Judge the links of the hand `out` by layers that the others taught; returns how near they are."""
    hand, others = every[out], [each for name, each in every.items() if name != out]
    plain = middle_of(others)
    report(f"hand {out}, MiniLM as it is", hand.meanings, hand.lures, PLAIN)
    model = beginning(minilm)
    kept = cache / f"without-{out}.npz" if cache else None
    if kept is not None and kept.is_file():
        restore(model, kept)
    else:
        centre(model, others)
        teach(model, others)
        if kept is not None:
            save(model, kept)
    rows = said(model, hand.links)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    alone = first_of(halves(unit))
    print(f"hand {out}, taught by the others, without MiniLM's own meaning: {alone:.3f}")
    lures = None
    if hand.near is not None and hand.lures is not None:
        lures = joined(said(model, hand.near), hand.lures, plain)
    both = joined(rows, hand.meanings, plain)
    return report(f"hand {out}, taught by the others", both, lures, CERTAINTY)


def in_dialogues(
    model: Upper, reader: Halfway, own: MiniLM, plain: NDArray[np.float32], cache: Path | None
) -> float:
    """How often the right one of ten topics comes first in the made-up dialogues of the dev split, which teach nothing."""
    cases = topic_dialogues.build(0).of(topic_dialogues.Split.DEV)
    told = [
        " ".join(one.text for one in case.said if one.speaker is Speaker.NARRATOR) for case in cases
    ]
    topics = [topic.text for case in cases for topic in case.topics]
    texts = list(dict.fromkeys([*told, *topics]))
    at = {text: place for place, text in enumerate(texts)}
    taught = said(model, lesson(*read_halfway("dialogues", texts, reader, cache)))
    made = joined(taught, own.embed(texts), plain)
    hits = 0
    for case, today in zip(cases, told, strict=True):
        near = made[[at[topic.text] for topic in case.topics]] @ made[at[today]]
        hits += bool((np.delete(near, case.right) < near[case.right]).all())
    return hits / len(cases)


def hands(reader: Halfway, own: MiniLM, cache: Path | None) -> Mapping[str, Hand]:
    """Every hand, read halfway and to the end."""

    def taught(name: str, pairs: Sequence[Link]) -> tuple[Lesson, NDArray[np.float32]]:
        texts = [each.today for each in pairs] + [each.topic for each in pairs]
        return lesson(*read_halfway(name, texts, reader, cache)), own.embed(texts)

    found: dict[str, Hand] = {}
    for name in HANDS:
        every = read(Path(__file__).with_name(f"links_{name}.tsv"))
        links, meanings = taught("links", [each for each in every if each.belongs])
        only = [each for each in every if not each.belongs]
        near, lures = taught("lures", only) if only else (None, None)
        found[name] = Hand(links, meanings, near, lures)
    return found


def main() -> None:
    """Measure with each hand left out, or teach with all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--cache", type=Path, help="keeps what was read halfway, and layers")
    parser.add_argument("--to", type=Path, help="the folder that the layers are written to")
    given = parser.parse_args()
    torch.manual_seed(0)
    shelf = house.load(None).weights
    minilm, small = weights.find(shelf, "minilm-fp32"), weights.find(shelf, "minilm-int8")
    reader, own = Halfway(small, threads=1, longest=LONGEST), MiniLM(small)
    every = hands(reader, own, given.cache)
    if given.apart:
        nears = [apart(minilm, every, name, given.cache) for name in HANDS]
        print(
            f"All: first of {OTHERS + 1} {np.concatenate([firsts(each) for each in nears]).mean():.3f}"
        )
        print(f"The certainty that fits them: {fitted(nears)}")
    if given.to is not None:
        model, plain = beginning(minilm), middle_of(every.values())
        centre(model, list(every.values()))
        before = in_dialogues(model, reader, own, plain, given.cache)
        teach(model, list(every.values()))
        after = in_dialogues(model, reader, own, plain, given.cache)
        print(f"Made-up dialogues, dev, first of ten: {before:.3f} untaught, {after:.3f} taught")
        save(model, given.to / "layers.npz")
        table = {"middle": [round(float(each), 5) for each in plain]}
        (given.to / "middle.json").write_text(json.dumps(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
