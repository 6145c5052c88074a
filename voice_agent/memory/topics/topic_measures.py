"""How near a topic of the past is to what is being talked about now, measured in ways one can read.

Likenesses and counts are put on one scale by their z-score among the candidates, as `ranking` does for
memories; what is 0..1 by nature stays so. A measure that is the same for all candidates is 0.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.memory.affect import NEUTRAL, Affect, Reader, Steer, fit
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.date_scene import Background
from voice_agent.memory.dates.dates import find
from voice_agent.memory.dates.number_words import tokens
from voice_agent.memory.dates.when import ALWAYS, FOREVER, Bounds, bounds
from voice_agent.memory.people.kin import kin_at
from voice_agent.memory.recall.bm25 import Bm25
from voice_agent.memory.recall.ranking import names_in, recency, scaled
from voice_agent.memory.recall.samples import THEMES, unit
from voice_agent.memory.terms import STOP
from voice_agent.memory.themes import Themes
from voice_agent.memory.topics.topics import Topic

MEASURES = (
    "last",
    "before",
    "context",
    "turns",
    "line",
    "words",
    "said",
    "agree",
    "people",
    "named",
    "places",
    "periods",
    "samples",
    "affect",
    "recency",
    "tellings",
    "saliency",
    "own",
)
"""Columns of `measured`, in this order."""

CONTEXT = 4
"""Turns that are the context, the last among them, as in the paper's two exchanges."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What is being talked about."""

    last: str
    """The narrator's last turn, perhaps unfinished."""

    now: datetime
    """UTC."""

    before: tuple[str, ...] = ()
    """The turns before it, of both speakers, the latest last."""

    feeling: Affect = NEUTRAL
    """How the last turns were told."""

    born: str = ""
    """EDTF of the narrator's birth: what "when I was nine" means."""

    @property
    def context(self) -> str:
        """The last turns as one text."""
        return " ".join((*self.before[1 - CONTEXT :], self.last))

    @property
    def turns(self) -> tuple[str, ...]:
        """The last turns, the latest last."""
        return (*self.before[1 - CONTEXT :], self.last)


@dataclass(frozen=True, slots=True, eq=False)
class Meant:
    """A topic's vectors and words; made once."""

    line: NDArray[np.float32]
    """Shape (size,)."""

    text: NDArray[np.float32]
    """Shape (size,): the middle of its sentences, at length 1."""

    sentences: NDArray[np.float32]
    """Shape (n, size), n at least 1."""

    words: str
    """Those that carry meaning."""

    themes: tuple[tuple[int, float], ...] = ()
    """The themes it has, by place, and how much of each."""


def meant(topics: Sequence[Topic], embedder: Embedder, themes: Themes | None = None) -> list[Meant]:
    """Embed topics: some 5 ms a sentence. Raises EngineError."""
    cut = [[t.text[a:b] for a, b in sentences(t.text)][:SENTENCES] or [t.line] for t in topics]
    every = [text for t, own in zip(topics, cut, strict=True) for text in (t.line, *own)]
    vectors = embedder.embed(every) if every else np.zeros((0, embedder.size), np.float32)
    out: list[Meant] = []
    at = 0
    for topic, own in zip(topics, cut, strict=True):
        told = vectors[at + 1 : at + 1 + len(own)]
        middle = unit(told.mean(axis=0))
        has = _themes(middle, themes) if themes else ()
        out.append(Meant(vectors[at], middle, told, content(f"{topic.line} {topic.text}"), has))
        at += 1 + len(own)
    return out


SENTENCES = 12
"""Sentences of a topic that are compared one by one."""


def content(text: str) -> str:
    """The words of `text` that carry meaning: among ten topics a rare "while" would weigh like a name."""
    return " ".join(w for w in re.findall(r"[a-z0-9']+", text.lower()) if w not in STOP)


def _themes(vector: NDArray[np.float32], themes: Themes) -> tuple[tuple[int, float], ...]:
    has = [float((theme.memory_vectors @ vector).max()) for theme in themes.every]
    best = sorted(range(len(has)), key=lambda place: -has[place])[:THEMES]
    return tuple((place, max(0.0, has[place])) for place in best)


def measured(
    moment: Moment,
    topics: Sequence[Topic],
    means: Sequence[Meant],
    heard: NDArray[np.float32],
    themes: Themes | None = None,
    affect: Reader | None = None,
) -> NDArray[np.float64]:
    """Return shape (len(topics), len(MEASURES)). Raises nothing.

    `heard` (turns, size) are the vectors of `moment.turns`.
    """
    last, context = heard[-1], unit(heard.mean(axis=0))
    texts = np.stack([each.text for each in means])
    # every turn against every sentence; then the best sentence of each topic
    near = np.stack([(each.sentences @ heard.T).max(axis=0) for each in means])
    counted = Bm25([each.words for each in means])
    meaning = scaled(list(texts @ context))
    words = scaled(list(counted.scores(content(moment.context))))
    by: Mapping[str, Sequence[float] | NDArray[np.float64]] = {
        "last": scaled(list(near[:, -1])),
        "before": scaled(list(near[:, -2])) if near.shape[1] > 1 else np.zeros(len(topics)),
        "context": meaning,
        "turns": scaled(list(near.max(axis=1))),
        "line": scaled([float(each.line @ context) for each in means]),
        "words": words,
        "said": scaled(list(counted.scores(content(moment.last)))),
        "agree": np.clip(np.minimum(meaning, words), 0, None),
        "people": _people(moment.context, topics),
        "named": _named(moment.last, topics),
        "places": _places(moment.context, topics),
        "periods": _periods(moment, topics),
        "samples": scaled(_samples(last, means, themes)),
        "affect": scaled(_felt(moment, context, topics, texts, affect)),
        "recency": scaled([recency(t.told_at or _LONG_AGO, moment.now) for t in topics]),
        "tellings": scaled([float(np.log1p(t.times_told)) for t in topics]),
        "saliency": scaled([t.saliency.share for t in topics]),
        "own": np.array([float(t.subject.memorable) for t in topics]),
    }
    return np.stack([np.asarray(by[name], np.float64) for name in MEASURES], axis=1)


def _felt(
    moment: Moment,
    context: NDArray[np.float32],
    topics: Sequence[Topic],
    texts: NDArray[np.float32],
    affect: Reader | None,
) -> list[float]:
    """How well each sits with the mood; where nobody has read a feeling, it is read from the words."""
    mood, feelings = moment.feeling, [t.feeling for t in topics]
    if affect is not None:
        if mood == NEUTRAL:
            (mood,) = affect.read(context[None])
        read = affect.read(texts)
        feelings = [r if f == NEUTRAL else f for f, r in zip(feelings, read, strict=True)]
    return [fit(mood, each, Steer.FIT) for each in feelings]


_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def relations_in(text: str) -> frozenset[str]:
    """Who of the family `text` speaks of: "our Mum" is "mother"."""
    line = tokens(text)
    found = (kin_at(line, at) for at in range(len(line)))
    return frozenset(each.kin.relation for each in found if each)


def _people(text: str, topics: Sequence[Topic]) -> NDArray[np.float64]:
    """For each topic the rarity of the people it shares with `text`, by name or by who they are."""
    names = names_in(text, {name for t in topics for name in t.people if name})
    kin = relations_in(text)
    shared = [
        {
            n.lower()
            for n, who in zip(t.people, _padded(t), strict=True)
            if n.lower() in names or who in kin
        }
        for t in topics
    ]
    return _rare(shared)


def _named(text: str, topics: Sequence[Topic]) -> NDArray[np.float64]:
    """1 where `text` speaks of one of the topic's people."""
    names = names_in(text, {name for t in topics for name in t.people if name})
    kin = relations_in(text)
    return np.array(
        [
            float(any(n.lower() in names for n in t.people) or any(r in kin for r in t.relations))
            for t in topics
        ]
    )


def _padded(topic: Topic) -> tuple[str, ...]:
    return (*topic.relations, *[""] * (len(topic.people) - len(topic.relations)))[
        : len(topic.people)
    ]


def _places(text: str, topics: Sequence[Topic]) -> NDArray[np.float64]:
    said = names_in(text, {place for t in topics for place in t.places})
    return _rare([{place.lower() for place in t.places if place.lower() in said} for t in topics])


def _rare(shared: Sequence[set[str]]) -> NDArray[np.float64]:
    """Somebody who is in every topic tells none of them from the others."""
    often: dict[str, int] = {}
    for each in shared:
        for name in each:
            often[name] = often.get(name, 0) + 1
    most = max(1, int(COMMON * len(shared)))
    return np.array(
        [min(1.0, sum(1 / often[n] for n in each if often[n] <= most)) for each in shared]
    )


COMMON = 0.3
"""Share of the topics; who is in more of them than that is simply there, as a husband may be. A guess."""


_DATED = re.compile(
    r"\b(?:\d{4}|(?:eigh|nine)teen|wars?|wartime|(?:twen|thir|for|fif|six|seven|eigh|nine)ties"
    r"|years? (?:old|ago)|when (?:i|we) (?:was|were)|as a (?:child|boy|girl|lad|lass)|aged?|childhood)\b",
    re.IGNORECASE,
)
"""Reading dates takes some 10 ms a sentence; most sentences have none."""


def spoken_period(text: str, told: date, born: str = "") -> Bounds | None:
    """The years that `text` speaks of; None where none is named."""
    hinted = " ".join(each for a, b in sentences(text) if _DATED.search(each := text[a:b]))
    if not hinted:
        return None
    spans = [each.bounds for each in find(hinted, Background(told, born)).dates]
    closed = [each for each in spans if each.earliest != ALWAYS and each.latest != FOREVER]
    return closed[-1] if closed else None


def _periods(moment: Moment, topics: Sequence[Topic]) -> NDArray[np.float64]:
    """1 where the topic lies in the years spoken of, falling by half for each NEAR years beside them."""
    spoken = spoken_period(moment.context, moment.now.date(), moment.born)
    if spoken is None:
        return np.zeros(len(topics))
    return np.array([_near(spoken, bounds(t.period)) if t.period else 0.0 for t in topics])


NEAR = 4.0
"""Years. A guess."""


def _near(one: Bounds, other: Bounds) -> float:
    apart = max((one.earliest - other.latest).days, (other.earliest - one.latest).days, 0) / 365.25
    # years that say little, because they are many, count less
    wide = max(1.0, (one.days + other.days) / (2 * 365.25) / NEAR)
    return 0.5 ** (apart / NEAR) / wide**0.5


def _samples(
    cue: NDArray[np.float32], means: Sequence[Meant], themes: Themes | None
) -> list[float]:
    """How far what was said calls for a theme that the topic has; see `samples`."""
    if themes is None:
        return [0.0] * len(means)
    calls = [float((each.cue_vectors @ cue).max()) for each in themes.every]
    return [max((has * calls[at] for at, has in each.themes), default=0.0) for each in means]
