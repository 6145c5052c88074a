"""Teach MPNet's upper layers what stories are about: which old one belongs to today's, and which weighs on the heart.

    python -m lab.training.stories --mpnet DIR --to models/stories      an hour on two cores
    python -m lab.training.stories --beside                             only what reads weight from MPNet as it is, five minutes
    python -m lab.training.stories --judge                              what ships, by hands that taught nothing

DIR holds the authors' model.safetensors, config.json and tokenizer.json. Three kinds of lessons, a hand each: links_*.tsv, where
each story is to know its own topic among those of the same hand (van den Oord and others, 2018); lives_*.toml, whole invented
people, where it is to know it among all they told, what is heavy and what is closed included; and weight*.tsv, what weighs and what
does not. One narrow branch beside each product learns all three (training/upper.py): what the other lessons teach helps each.
Beside them a line on MPNet as it is learns what weighs alone.
"""

import argparse
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from lab.evaluation.remembered import Remembered
from lab.evaluation.returning import shift_lives
from lab.evaluation.returning.shift_lives import Life
from lab.training import LESSONS, certainty, links, logistic, upper, weight
from lab.training.upper import Rows, Upper
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language import stories as shipped
from voice_agent.language.embedding import MiniLM
from voice_agent.language.joined import SAY, Joined
from voice_agent.language.mpnet import SIZE, WIDTH, Mpnet
from voice_agent.language.stories import Stories
from voice_agent.memory.clauses import sentences
from voice_agent.resources import resource

LINKS, LINKS_ASIDE = "abcdefghijlmn", "ko"
LIVES, LIVES_ASIDE = "bcdefghijkmnopqrstuv", "al"
WEIGHTS = ("weight.tsv", *(f"weight_{hand}.tsv" for hand in "bcdehijkmnopqrtuvwxz"))
WEIGHTS_ASIDE = tuple(f"weight_{hand}.tsv" for hand in "fglsy")
"""Hands that teach, and hands that teach nothing: bars and certainty are chosen on those."""

EPOCHS, RATE, HEAD_RATE, DECAY, WARM = 2, 5e-4, 2e-3, 0.01, 0.1
BATCH, TOGETHER, HEAT = 64, 3, 0.05
"""Links or weights of a step; lives of a step; what a cosine is divided by."""

BEGUN = (4, 2)
"""Lives are shown in an epoch with so many answers of today's story, once each: it is looked for while it is being told."""

ASIDES = "asides.txt"
"""What is dropped into a story and has nothing to do with it, by a hand of its own; the last fifth of it teaches nothing.

With two such sentences in it a story found its own among eight in .74 of 204 instead of .81, as long as none had been among what
teaches: "The neighbour's dog was barking" is near to anything.
"""

DROPPED, BARE = 2, 0.25
"""Asides of a story, at most; share of the stories that have none."""

DRAWN = 0.01
"""How strongly the line on MPNet as it is is drawn towards nothing; .003 and .03 were as good."""

SAYS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5)
"""What MiniLM's cosine may count beside that of the taught layers (language/joined.py)."""

SMOOTH = 0.05
"""Share of certainty about weight that is given away: the labels are few hands'."""


@dataclass(frozen=True, slots=True)
class Link:
    """Links of a step: today's stories, and the topic of each."""

    today: Rows
    topics: Rows


@dataclass(frozen=True, slots=True)
class Lived:
    """Some lives of a step."""

    today: Rows
    belongs: NDArray[np.int64]
    """For each story of today the place of its topic."""

    topics: Rows
    heavy: NDArray[np.bool_]
    open: NDArray[np.bool_]
    """What is not private: whether that weighs, nobody said."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Stories of a step, and which of them weigh."""

    told: Rows
    heavy: NDArray[np.bool_]


Lesson = Link | Lived | Weighed


@dataclass(slots=True)
class Texts:
    """What the lower layers say of every text that teaches."""

    reader: Path
    kept: dict[str, NDArray[np.float16]] = field(default_factory=dict[str, NDArray[np.float16]])

    def read(self, texts: Sequence[str]) -> None:
        """Read these once."""
        whole = upper.published(self.reader)
        fresh = sorted(set(texts), key=len)
        self.kept |= zip(fresh, upper.below(whole, self.reader, fresh), strict=True)

    def of(self, texts: Sequence[str]) -> Rows:
        """Return what was read."""
        return [self.kept[each] for each in texts]


def life_links(
    life: Life, answers: int
) -> tuple[list[str], list[int], list[str], list[bool], list[bool]]:
    """The first `answers` of today's stories that belong to one, the places of those, and all topics: text, heavy, open."""
    ids = [str(each.topic.id) for each in life.stories]
    calling = [each for each in life.talks if each.about]
    return (
        [" ".join(each.tell[:answers]) for each in calling],
        [ids.index(each.about) for each in calling],
        [each.topic.text for each in life.stories],
        [each.heavy for each in life.stories],
        [not each.closed for each in life.stories],
    )


def asides(teach: bool = True) -> list[str]:
    """Those that teach, or those that teach nothing."""
    every = (LESSONS / ASIDES).read_text(encoding="utf-8").splitlines()
    kept = len(every) * 4 // 5
    return every[:kept] if teach else every[kept:]


def strewn(text: str, among: Sequence[str], most: int = DROPPED) -> str:
    """`text` with up to `most` sentences of `among` after some of its own, always the same ones; in BARE of all texts none."""
    dice = np.random.default_rng(zlib.crc32(text.encode()))
    parts = [text[first:last].strip() for first, last in sentences(text)]
    if not parts or dice.random() < BARE:
        return text
    for aside in dice.choice(len(among), size=int(dice.integers(1, most + 1)), replace=False):
        parts.insert(int(dice.integers(1, len(parts) + 1)), among[int(aside)])
    return " ".join(parts)


def lessons_of(
    life: Life, answers: int
) -> tuple[list[str], list[int], list[str], list[bool], list[bool]]:
    """As `life_links`, as people talk: with asides in today's stories, and in old ones where today's is whole."""
    today, places, topics, heavy, free = life_links(life, answers)
    among = asides()
    if answers == max(BEGUN):
        topics = [strewn(each, among, 1) for each in topics]
    return [strewn(each, among) for each in today], places, topics, heavy, free


def plan(dice: np.random.Generator, texts: Texts) -> list[Lesson]:
    """One epoch, in an order of its own."""
    made: list[Lesson] = []
    for name in LINKS:
        pairs = _links(name)
        for group in np.array_split(dice.permutation(len(pairs)), max(1, len(pairs) // BATCH)):
            some = [pairs[place] for place in group]
            made.append(Link(texts.of([x.today for x in some]), texts.of([x.topic for x in some])))
    for name, answers in ((name, answers) for name in LIVES for answers in BEGUN):
        lives = _lives(name)
        for group in np.array_split(dice.permutation(len(lives)), max(1, len(lives) // TOGETHER)):
            made.append(_lived([lives[place] for place in group], answers, texts))
    for name in WEIGHTS:
        told = _weights(name)
        for group in np.array_split(dice.permutation(len(told)), max(1, len(told) // BATCH)):
            some = [told[place] for place in group]
            heavy = np.array([each.heavy for each in some])
            made.append(Weighed(texts.of([each.words for each in some]), heavy))
    return [made[int(place)] for place in dice.permutation(len(made))]


def _lived(lives: Sequence[Life], answers: int, texts: Texts) -> Lived:
    today, belongs, topics, heavy, free = [], [], [], [], []
    for life in lives:
        told, places, some, weighs, may = lessons_of(life, answers)
        belongs += [len(topics) + place for place in places]
        today, topics, heavy, free = today + told, topics + some, heavy + weighs, free + may
    return Lived(
        texts.of(today), np.array(belongs), texts.of(topics), np.array(heavy), np.array(free)
    )


class Teacher:
    """The layers, what reads weight from them, and what all stories share."""

    def __init__(self, model: Upper, middle: NDArray[np.float32]) -> None:
        self.model, self.middle = model, torch.from_numpy(middle)
        self.head = torch.nn.Linear(SIZE, 1)
        self.drop = torch.nn.Dropout(upper.FORGOTTEN)

    def more(self) -> dict[str, NDArray[np.float32]]:
        """What is kept beside the branches."""
        head, bias = self.head.weight.detach()[0], self.head.bias.detach()[0]
        return {"middle": self.middle.numpy(), "head": head.numpy(), "bias": bias.numpy()}

    def cost(self, lesson: Lesson) -> torch.Tensor:
        """How wrong they are."""
        match lesson:
            case Link(today, topics):
                near = self._near(today) @ self._near(topics).T / HEAT
                own = torch.arange(len(near))
                return (f.cross_entropy(near, own) + f.cross_entropy(near.T, own)) / 2
            case Lived(today, belongs, topics, heavy, free):
                made = self.model.of(topics)
                near = self._near(today) @ self._unit(made).T / HEAT
                right = f.cross_entropy(near, torch.from_numpy(belongs))
                return right + self._weigh(made[torch.from_numpy(free)], heavy[free])
            case Weighed(told, heavy):
                return self._weigh(self.model.of(told), heavy)

    def _near(self, rows: Rows) -> torch.Tensor:
        return self._unit(self.model.of(rows))

    def _unit(self, made: torch.Tensor) -> torch.Tensor:
        return f.normalize(made - self.middle, dim=1)

    def _weigh(self, made: torch.Tensor, heavy: NDArray[np.bool_]) -> torch.Tensor:
        wanted = torch.from_numpy(heavy.astype(np.float32)) * (1 - SMOOTH) + SMOOTH / 2
        out = self.head(self.drop(made))[:, 0]
        return f.binary_cross_entropy_with_logits(out, wanted)


def teach(texts: Texts, seed: int = 0) -> Teacher:
    """Teach, and say how it goes."""
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    model = Upper(upper.published(texts.reader))
    model.train()
    some = list(texts.kept)[:: max(1, len(texts.kept) // 500)]
    teacher = Teacher(model, model.said(texts.of(some)).mean(axis=0))
    lessons = [each for _ in range(EPOCHS) for each in plan(dice, texts)]
    learns = [*model.branches(), *teacher.head.parameters()]
    groups = [
        {"params": model.branches(), "most": RATE},
        {"params": list(teacher.head.parameters()), "most": HEAD_RATE},
    ]
    way = torch.optim.AdamW(groups, lr=RATE, weight_decay=DECAY)
    began, costs = time.monotonic(), list[float]()
    for step, lesson in enumerate(lessons):
        done = step / len(lessons)
        for group in way.param_groups:
            group["lr"] = group["most"] * min((done + 0.001) / WARM, (1 - done) / (1 - WARM))
        cost = teacher.cost(lesson)
        way.zero_grad()
        cost.backward()
        torch.nn.utils.clip_grad_norm_(learns, 1.0)
        way.step()
        costs.append(cost.item())
        if step % 20 == 19:
            spent = time.monotonic() - began
            mean = np.mean(costs[-20:])
            print(f"{step + 1}/{len(lessons)}: {mean:.3f}, {spent:.0f} s", flush=True)
    model.eval()
    return teacher


def beside(reader: Mpnet) -> dict[str, NDArray[np.float32]]:
    """What reads weight from MPNet as it ships: a line on its depths."""
    told = [(each.words, each.heavy) for name in WEIGHTS for each in _weights(name)]
    for life in (life for name in LIVES for life in _lives(name)):
        _, _, topics, heavy, free = life_links(life, 0)
        told += [(t, weighs) for t, weighs, may in zip(topics, heavy, free, strict=True) if may]
    rows = torch.from_numpy(reader.read([text for text, _ in told]))
    wanted = torch.tensor([float(heavy) for _, heavy in told]) * (1 - SMOOTH) + SMOOTH / 2
    middle, wide = rows.mean(dim=0), rows.std(dim=0) + 1e-6
    rows = (rows - middle) / wide
    line, bias = logistic.fit(rows, wanted, torch.full((WIDTH,), DRAWN))
    line = line / wide
    return {"plain": line.numpy(), "plain_bias": (bias[0] - line @ middle).numpy()}


def judge(stories: Stories) -> None:
    """Print how the hands aside are read: memory.weight's bars and bringing_back.CERTAINTY are chosen by it."""
    for name in LINKS_ASIDE:
        pairs = _links(name)
        rows = stories.embed([x.today for x in pairs] + [x.topic for x in pairs])
        links.report(f"links_{name}.tsv", rows)
    own = Remembered(stories)
    mini = Remembered(MiniLM(weights.find(house.load(None).weights, "minilm-int8")))
    lives = [life for name in LIVES_ASIDE for life in _lives(name)]
    files = ", ".join(f"lives_{name}.toml" for name in LIVES_ASIDE)
    ways: dict[str, Callable[[str], str]] = {
        "as written": lambda told: told,
        "with asides": partial(strewn, among=asides(False)),
    }
    for said, way in ways.items():
        for say in SAYS:
            near = Joined(own, mini, say)
            cases = [case for life in lives for case in certainty.cases(life, near, way)]
            by = certainty.fitted(cases)
            loss = certainty.loss(cases, by)
            print(f"{said}, MiniLM's say {say}: fits best {by}, log loss {loss:.3f}")
            if say == SAY:
                certainty.report(f"{files}, {said}, with that say, as shipped", cases)
    lived = [story for name in LIVES_ASIDE for story in weight.read(LESSONS / f"lives_{name}.toml")]
    written = [each for name in WEIGHTS_ASIDE for each in _weights(name)]
    for title, told in (("their stories", lived), (", ".join(WEIGHTS_ASIDE), written)):
        heavy = np.array([each.heavy for each in told])
        found = np.array([stories.read(each.words) for each in told])
        print(title)
        weight.report(found, heavy)


def _links(name: str) -> list[links.Link]:
    return [x for x in links.read(LESSONS / f"links_{name}.tsv") if x.belongs]


def _lives(name: str) -> tuple[Life, ...]:
    return shift_lives.read(LESSONS / f"lives_{name}.toml")


def _weights(name: str) -> list[weight.Story]:
    return weight.read(LESSONS / name)


def taught() -> list[str]:
    """Every text that teaches."""
    pairs = [x for name in LINKS for x in _links(name)]
    lives = [lessons_of(life, n) for name in LIVES for life in _lives(name) for n in BEGUN]
    told = [x.words for name in WEIGHTS for x in _weights(name)]
    return [
        *(text for x in pairs for text in (x.today, x.topic)),
        *(text for today, _, topics, _, _ in lives for text in (*today, *topics)),
        *told,
    ]


def main() -> None:
    """Teach and write, or judge what ships."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--mpnet", type=Path, help="the authors' files")
    parser.add_argument("--to", type=Path, default=resource("models/stories"))
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--judge", action="store_true")
    given = parser.parse_args()
    mpnet = weights.find(house.load(None).weights, "mpnet-int8")
    if given.judge:
        judge(Stories(resource("models/stories"), mpnet))
        return
    if given.beside:
        added, more = shipped.read(given.to / shipped.FILE)
    elif given.mpnet is None:
        parser.error("--mpnet, --beside or --judge")
    else:
        texts = Texts(given.mpnet)
        texts.read(taught())
        teacher = teach(texts)
        added, more = teacher.model.added(), teacher.more()
    shipped.save(given.to, added, {**more, **beside(Mpnet(mpnet))})
    judge(Stories(given.to, mpnet))


if __name__ == "__main__":
    main()
