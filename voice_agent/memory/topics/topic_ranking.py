"""Which topic of the past belongs to the moment, and why: the reasons sum to the score.

    ranker = TopicRanker(embedder, themes)
    ranker.prepare(topics)                              # between turns; else the first `rank` is slow
    for each in ranker.rank(Moment(said, now, before), topics): ...

A weighted sum of readable measures (`topic_measures`). Whether one should go there now is not decided here.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.memory.affect import Reader
from voice_agent.memory.recall.ranking import Reason
from voice_agent.memory.themes import Themes
from voice_agent.memory.topics.topic_measures import MEASURES, Meant, Moment, meant, measured
from voice_agent.memory.topics.topics import Topic

UNTRAINED: dict[str, float] = {"last": 1.0, "context": 1.0, "words": 1.0}
"""Plain fusion by z-score: what a trained ranker has to beat."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A topic with how well it belongs."""

    topic: Topic
    score: float
    """Comparable within one ranking only."""

    reasons: tuple[Reason, ...]
    """Weightiest first; their shares sum to `score`."""

    measures: tuple[float, ...] = ()
    """What was measured of it; columns MEASURES."""


class TopicRanker:
    """Ranks topics. Keeps the vectors of topics it has seen; safe to call from one thread at a time."""

    def __init__(
        self,
        embedder: Embedder,
        themes: Themes | None = None,
        weights: Mapping[str, float] | None = None,
        *,
        affect: Reader | None = None,
    ) -> None:
        """`weights` by the names of MEASURES, 0 where one is not named; None: UNTRAINED.

        `affect` reads the mood from the words where nobody has heard it.
        """
        self._embedder = embedder
        self._themes = themes
        self._affect = affect
        chosen = UNTRAINED if weights is None else weights
        self._weights = np.array([chosen.get(name, 0.0) for name in MEASURES])
        self._meant: dict[tuple[str, str], Meant] = {}
        self._heard: dict[str, NDArray[np.float32]] = {}

    @classmethod
    def load(
        cls,
        path: Path,
        embedder: Embedder,
        themes: Themes | None = None,
        *,
        affect: Reader | None = None,
    ) -> Self:
        """Read models/topic-ranker/weights.json. Raises ModelMissing, ModelDamaged."""
        return cls(embedder, themes, weights(path), affect=affect)

    def prepare(self, topics: Sequence[Topic]) -> None:
        """Embed what is new, and forget every topic that is not among `topics`. Raises EngineError."""
        self.learn(topics, self._embedder)
        kept = {(each.id, each.text) for each in topics}
        self._meant = {key: vectors for key, vectors in self._meant.items() if key in kept}

    def learn(self, topics: Sequence[Topic], embedder: Embedder) -> None:
        """Embed what is new among them by `embedder`, which reads as the ranker's own. Raises EngineError."""
        new = [each for each in topics if (each.id, each.text) not in self._meant]
        for each, vectors in zip(new, meant(new, embedder, self._themes), strict=True):
            self._meant[each.id, each.text] = vectors

    def _listened(self, moment: Moment) -> NDArray[np.float32]:
        """The vectors of the last turns; those that were heard before are not embedded again."""
        turns = moment.turns
        new = list(dict.fromkeys(each for each in turns if each not in self._heard))
        for text, vector in zip(new, self._embedder.embed(new) if new else (), strict=True):
            self._heard[text] = vector
        found = np.stack([self._heard[each] for each in turns])
        self._heard = {each: self._heard[each] for each in turns}
        return found

    def rank(self, moment: Moment, topics: Sequence[Topic]) -> list[Ranked]:
        """All of `topics`, best first; ties by id. Raises EngineError."""
        if not topics:
            return []
        measures = self.measure(moment, topics)
        shares = measures * self._weights
        found = [
            _ranked(topic, row, of) for topic, row, of in zip(topics, shares, measures, strict=True)
        ]
        return sorted(found, key=lambda each: (-each.score, each.topic.id))

    def measure(self, moment: Moment, topics: Sequence[Topic]) -> NDArray[np.float64]:
        """The measures behind a ranking, shape (len(topics), len(MEASURES)). Raises EngineError."""
        self.learn(topics, self._embedder)
        known = [self._meant[each.id, each.text] for each in topics]
        return measured(moment, topics, known, self._listened(moment), self._themes, self._affect)


def weights(path: Path) -> dict[str, float]:
    """Read models/topic-ranker/weights.json. Raises ModelMissing, ModelDamaged."""
    mend = "It ships with the program: install that again."
    try:
        held = json.loads(path.read_text(encoding="utf-8"))["weights"]
        return {name: float(held[name]) for name in MEASURES}
    except FileNotFoundError:
        raise ModelMissing(f"{path} is not there.", mend=mend) from None
    except (ValueError, KeyError, TypeError):
        raise ModelDamaged(f"{path} is damaged.", mend=mend) from None


SAYS = {
    "last": "means what was just said",
    "before": "means what came just before",
    "context": "means what is being talked about",
    "turns": "means what one of the last turns was about",
    "line": "its line means what is being talked about",
    "words": "shares words with it",
    "said": "shares words with what was just said",
    "agree": "meaning and words agree",
    "people": "the same people are in it",
    "named": "somebody in it was just spoken of",
    "places": "the same places are in it",
    "periods": "was at that time of life",
    "samples": "is what such a thing brings to mind",
    "affect": "was told in a like mood",
    "recency": "was told lately",
    "tellings": "has been told often",
    "saliency": "stands out",
    "own": "is of their own life",
}
"""What each measure says for a topic, for people."""


def _ranked(topic: Topic, shares: NDArray[np.float64], measures: NDArray[np.float64]) -> Ranked:
    reasons = [
        Reason(name, float(share), SAYS[name] if value >= 0 else f"less than others: {SAYS[name]}")
        for name, share, value in zip(MEASURES, shares, measures, strict=True)
        if share
    ]
    reasons.sort(key=lambda reason: -abs(reason.share))
    score = sum(reason.share for reason in reasons)
    return Ranked(topic, score, tuple(reasons), tuple(map(float, measures)))
