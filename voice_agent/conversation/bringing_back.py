"""Which past topic belongs to this moment: joins the topics of memory with the planner's thought.

Topics are made when memory is open, from earlier talks only, and ranked while the narrator speaks. Nothing here is
written and nothing decided: `interview/returning/deciding.py` says whether now is the time.
"""

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import partial
from pathlib import Path

import anyio
import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import permitted
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.backends import Embedder
from voice_agent.conversation.house import Labour
from voice_agent.conversation.story_lines import Names, story_lines
from voice_agent.conversation.talks_read import TalksRead
from voice_agent.errors import EngineError, ModelError
from voice_agent.interview.returning import deciding, return_state
from voice_agent.interview.returning.offers import Offer, OfferOutcome, PastTopic, Thought
from voice_agent.interview.returning.return_state import ReturnState
from voice_agent.memory.affect import Affect, Reader
from voice_agent.memory.privacy import OPEN
from voice_agent.memory.themes import Themes
from voice_agent.memory.topics.topic_liking import Offered, refit
from voice_agent.memory.topics.topic_measures import CONTEXT, MEASURES, Moment
from voice_agent.memory.topics.topic_ranking import Ranked, TopicRanker, weights
from voice_agent.memory.topics.topics import Topic, joined, may_be_offered
from voice_agent.memory.weight import BELIEVED, DOUBTED
from voice_agent.reading.by_rules.hard_words import hard
from voice_agent.reading.by_rules.weighty import weighs
from voice_agent.reading.heads.shifted import ShiftHead
from voice_agent.story import Feeling, SessionId, Speaker, Turn

BROUGHT = 3
"""Topics handed to the planner, best first."""

HEAVY = -0.45
"""Valence of a telling at or below which a topic is heavy. A guess."""

FEWEST = 4
"""Words of an answer that can call anything up."""

BEGUN = 0.35
"""The shift head's probability from which a narrator has begun something else; its own threshold is for chit-chat.

Chosen on the part "dev" of `python -m lab shift`: nine answers in ten within a story stay below .28.
"""

FRESH = 5
"""Talks that are read for the first time beside another: some seconds of work. After an import, or with a new engine, many wait."""

MakeHead = Callable[[Embedder], ShiftHead]
MakeNear = Callable[[Embedder], Embedder | None]
MakeRanker = Callable[[Embedder, Themes, Reader | None], TopicRanker]


def untaught(embedder: Embedder, themes: Themes, affect: Reader | None) -> TopicRanker:
    """A ranker that nobody has trained."""
    return TopicRanker(embedder, themes, affect=affect)


def taught(path: Path, offers: Sequence[Offer]) -> MakeRanker:
    """The trained ranker, fitted to what this narrator took up and passed over. Raises ModelError when made."""

    def make(embedder: Embedder, themes: Themes, affect: Reader | None) -> TopicRanker:
        fitted = refit(weights(path), taken(offers))
        return TopicRanker(embedder, themes, fitted, affect=affect)

    return make


def taken(offers: Sequence[Offer]) -> list[Offered]:
    """What earlier talks offered, as the ranker learns from it; what an older ranker measured is left out."""
    return [
        Offered(each.measures, 0, each.outcome is OfferOutcome.WELCOME)
        for each in offers
        if len(each.measures) > 1 and all(len(row) == len(MEASURES) for row in each.measures)
    ]


class Lately:
    """An Embedder that keeps the vectors of the last texts: ranking and nearness read the same ones."""

    KEPT = 256

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors = OrderedDict[str, NDArray[np.float32]]()

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self._embedder.size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the one inside. Raises EngineError."""
        fresh = [each for each in dict.fromkeys(texts) if each not in self._vectors]
        if len(fresh) > self.KEPT:
            return self._embedder.embed(texts)
        found = dict(zip(fresh, self._embedder.embed(fresh) if fresh else (), strict=True))
        rows = [found[each] if each in found else self._vectors[each] for each in texts]
        self._vectors.update(found)
        while len(self._vectors) > self.KEPT:
            self._vectors.popitem(last=False)
        return np.stack(rows) if rows else np.zeros((0, self.size), np.float32)


@dataclass(frozen=True, slots=True)
class Called:
    """What a moment calls up."""

    topics: tuple[PastTopic, ...] = ()
    itself: float = 0.0
    """0..1: how likely the narrator has just gone over to something else."""


class BringingBack:
    """One for each talk."""

    def __init__(
        self,
        labour: Labour,
        *,
        session: SessionId,
        now: Callable[[], datetime],
        ranker: MakeRanker = untaught,
        head: MakeHead | None = None,
        near: MakeNear | None = None,
        born: str = "",
        names: Names | None = None,
    ) -> None:
        """`head` hears them go over to something else; `born`: EDTF of the narrator's birth.

        `near` makes the Embedder that knows what belongs together, given memory's own; without it, or where it makes none, that is used.
        `names` says by which of its own words a story is called.
        """
        self._near, self._names = near, names
        self._called: dict[str, str] = {}
        self._make_head = head
        self._head: ShiftHead | None = None
        self._labour, self._session, self._now = labour, session, now
        self._make, self._born = ranker, born
        self._ranker: TopicRanker | None = None
        self._known = KnownTopics()
        self.before: tuple[str, ...] = ()
        """What both said last, the latest last."""

        self.stories: tuple[PastTopic, ...] = ()
        """What was called up last, best first."""

        self._told: tuple[str, ...] = ()
        self._opened: anyio.Event | None = None
        self._memory: MemoryStore | None = None

    @property
    def lines(self) -> Mapping[str, str]:
        """Each topic's line by its id."""
        return {str(each.id): each.line for each in self._known.topics}

    def turn(self, turn: Turn) -> None:
        """Something was said, by whomever: what comes next follows from it."""
        if turn.text and turn.speaker is not Speaker.SOMEONE_ELSE:
            self.before = (*self.before, turn.text)[-2 * CONTEXT :]
        if turn.text and turn.speaker is Speaker.NARRATOR:
            self._told = (*self._told, turn.text)[-STORY:]

    async def learn(self, memory: MemoryStore) -> None:
        """Read all other talks. Raises nothing of ours: without topics a talk goes on."""
        await self._learning(memory, fresh=None)

    async def changed(self, memory: MemoryStore) -> None:
        """Memory is open, or has changed; where `read_on` runs, it is what reads. Raises nothing of ours."""
        if self._opened is None:
            await self.learn(memory)
        elif not self._opened.is_set():
            self._memory = memory
            self._opened.set()
        else:
            await self._heed(memory)

    async def read_on(self) -> None:
        """Beside a talk: read the other talks once memory is open, those that nobody has read but for FRESH of them.

        The rest is read when nobody is waiting for the machine. Ends by itself; may be cancelled. Raises nothing of ours.
        """
        self._opened = anyio.Event()
        await self._opened.wait()
        if self._memory is not None:
            await self._learning(self._memory, fresh=FRESH)
            await self._name_stories(self._memory)

    async def _name_stories(self, memory: MemoryStore) -> None:
        """The ranking goes by the lines that rules find; what a model calls a story is only said."""
        found = story_lines(memory.record, self._known.topics, self._names, self._labour)
        async with aclosing(found):
            async for id, line in found:
                self._called[id] = line

    async def _heed(self, memory: MemoryStore) -> None:
        shut = await self._labour(lambda: permitted.shut(memory.record.read))
        self._known = self._known.without(shut)

    async def _learning(self, memory: MemoryStore, fresh: int | None) -> None:
        try:
            if self._ranker is None:
                await self._read(memory, fresh)
            await self._heed(memory)
        except (EngineError, ModelError):
            self._known = KnownTopics()

    async def _read(self, memory: MemoryStore, fresh: int | None) -> None:
        engines, found = memory.engines, dict[SessionId, list[Topic]]()
        lately = Lately(engines.embedder)

        def begun() -> tuple[TopicRanker, Embedder | None, TalksRead]:
            ranker = self._make(lately, engines.themes, engines.affect)
            self._head = self._make_head(lately) if self._make_head is not None else None
            near = self._near(lately) if self._near is not None else None
            return ranker, near, TalksRead(memory, self._head, near)

        ranker, near, read = await self._labour(begun)
        others = [each for each in read.talks if each != self._session]
        new = [each for each in others if not read.known(each)]
        later = set[SessionId]() if fresh is None else {*new[: max(0, len(new) - fresh)]}

        def one(talk: SessionId) -> None:
            found[talk] = read.topics(talk)
            offered = [each for each in found[talk] if may_be_offered(each)]
            ranker.learn(offered, read.embedder(talk))
            read.vectors(offered)
            if talk in new:
                read.keep()

        for talk in (each for each in others if each not in later):
            await self._labour(partial(one, talk))

        def known() -> KnownTopics:
            every = joined([each for topics in found.values() for each in topics])
            topics = tuple(each for each in every if may_be_offered(each))
            for each in topics:  # of two tellings the fuller was taken, under the other's name
                ranker.learn([each], read.embedder(each.session))
            ranker.prepare(topics)
            certainty = CERTAINTY if near is not None else PLAIN
            return KnownTopics(topics, read.vectors(topics), near or lately, certainty)

        made = await self._labour(known)
        await self._labour(read.keep)
        # what was put away while it was read is called up by nobody
        self._known = made.without(await self._labour(lambda: permitted.shut(memory.record.read)))
        self._ranker = ranker

    async def call_up(self, text: str, feeling: Feeling) -> Called:
        """What a turn calls up, best first: `stories` from now on. Raises nothing of ours."""
        called = await self.called_up_by(text, feeling)
        if called.topics:
            self.stories = called.topics
        return called

    async def called_up_by(self, text: str, feeling: Feeling) -> Called:
        """What `text` calls up, best first. No side effects; raises nothing of ours."""
        ranker, found = self._ranker, self._known
        if ranker is None or not found.topics or len(text.split()) < FEWEST:
            return Called()
        affect = Affect(feeling.valence, feeling.arousal, feeling.dominance)
        moment = Moment(text, self._now(), self.before, affect, self._born)
        try:
            before = self._told
            topics = await self._labour(lambda: called_up(ranker, found, moment, (*before, text)))
            topics = tuple(replace(t, line=self._called.get(t.id, t.line)) for t in topics)
            if (head := self._head) is None:
                return Called(topics)
            return Called(topics, await self._labour(lambda: itself(head, before, text)))
        except EngineError:
            return Called()


@dataclass(frozen=True, slots=True)
class Certainty:
    """What makes one sure that a topic belongs: a choice among all topics and "none of these" (McFadden, 1974)."""

    near: float = 32.0
    """For a cosine of 1."""

    ranked: float = 0.2
    """For a point of the ranking above its mean."""

    none: float = 9.0
    """For none of them."""


CERTAINTY = Certainty()
"""For vectors that were taught what belongs together, joined with MiniLM's (language/joined.py); chosen on whole lives of fourteen files that
taught nothing (lab/training/certainty.py fits any): near 36 and none 11, chosen on two of them, were too seldom sure (log loss .632 of 1,040; now .563,
.553 at best)."""

PLAIN = Certainty(near=15.5, none=4.1)
"""For MiniLM's own vectors; fitted on links that nine writers wrote, six topics each, none of which belongs once in four times."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownTopics:
    """The topics of earlier talks that may come up, and what they mean."""

    topics: tuple[Topic, ...] = ()
    vectors: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    """Shape (len(topics), size); unit rows."""

    embedder: Embedder | None = None
    certainty: Certainty = CERTAINTY
    """For the vectors of that embedder."""

    def meant(self, embedder: Embedder, certainty: Certainty = CERTAINTY) -> "KnownTopics":
        """The same with vectors. Raises EngineError."""
        texts = [each.text for each in self.topics]
        return (
            KnownTopics(self.topics, embedder.embed(texts), embedder, certainty) if texts else self
        )

    def without(self, hidden: frozenset[tuple[str, int]]) -> "KnownTopics":
        """The same without what holds a turn that was put away or kept back meanwhile."""
        keeps = [not _touched(each, hidden) for each in self.topics]
        if all(keeps):
            return self
        kept = tuple(each for each, keep in zip(self.topics, keeps, strict=True) if keep)
        return KnownTopics(kept, self.vectors[np.array(keeps, bool)], self.embedder, self.certainty)


def called_up(
    ranker: TopicRanker, found: KnownTopics, moment: Moment, told: Sequence[str]
) -> tuple[PastTopic, ...]:
    """Rank, and say how sure it is that the best belong here, the surest first. Raises EngineError.

    `told`: the narrator's own last answers, the one of the moment last.
    """
    ranked = ranker.rank(moment, found.topics)
    scores = {str(each.topic.id): each.score for each in ranked}
    sure = sureness(nearness(found, told_of(told)), scores, found.certainty)
    made = [past_topic(each, sure[str(each.topic.id)]) for each in ranked]
    made.sort(key=lambda each: -each.sure)
    measured = {str(each.topic.id): each.measures for each in ranked}
    return tuple(_beside(each, made[:BESIDE], measured) for each in made[:BROUGHT])


BESIDE = 6
"""Topics whose measures are kept with an offer."""


def _beside(
    topic: PastTopic, others: Sequence[PastTopic], measured: Mapping[str, tuple[float, ...]]
) -> PastTopic:
    """With what was measured of it and of those beside it."""
    rows = (measured[each.id] for each in others if each.id != topic.id)
    return replace(topic, measures=(measured[topic.id], *rows))


def itself(head: ShiftHead, before: Sequence[str], text: str) -> float:
    """0..1, .5 where it is just believed: has the narrator gone over to something else? Raises EngineError.

    `before`: the narrator's own answers: our questions are no part of their story.
    """
    return min(1.0, head.probability(before, text) / (2 * BEGUN))


STORY = 6
"""Answers that are one story. A guess."""


def told_of(told: Sequence[str]) -> tuple[str, ...]:
    """The answers that tell something: "I've forgotten. That was it." calls up nothing by itself."""
    return tuple(each for each in told if len(each.split()) >= TELLING) or tuple(told[-1:])


TELLING = 7
"""Words. A guess."""


def nearness(found: KnownTopics, told: Sequence[str]) -> Mapping[str, float]:
    """Cosine of each topic with the story as a whole, its opening included. Raises EngineError.

    What a story is about is said at its beginning; its last sentence is near to anything.
    """
    if found.embedder is None or not told:
        return {str(each.id): 0.0 for each in found.topics}
    near = found.vectors @ found.embedder.embed([" ".join(told[-STORY:])])[0]
    return {str(each.id): float(cosine) for each, cosine in zip(found.topics, near, strict=True)}


def sureness(
    near: Mapping[str, float], ranked: Mapping[str, float], by: Certainty = CERTAINTY
) -> Mapping[str, float]:
    """0..1 for each topic, together below 1: how likely it is the one that belongs here, also where none does."""
    if not near:
        return {}
    middle = sum(ranked.values()) / len(ranked)
    shares = {
        id: math.exp(
            by.near * each + by.ranked * max(-2.0, min(2.0, ranked[id] - middle)) - by.none
        )
        for id, each in near.items()
    }
    whole = 1 + sum(shares.values())
    return {id: each / whole for id, each in shares.items()}


def past_topic(ranked: Ranked, sure: float) -> PastTopic:
    """As the planner is told of it."""
    topic = ranked.topic
    return PastTopic(
        str(topic.id),
        topic.line,
        topic.keywords,
        topic.text,
        _people(topic),
        tuple(place for place in topic.places if re.match(r"(?:the )?[A-Z]", place)),
        sure,
        heavy=heavy(topic),
        tender=topic.weight is not None and topic.weight >= DOUBTED,
        closed=topic.privacy != OPEN,
        features={each.name: each.share for each in ranked.reasons},
        reasons=tuple(each.says for each in ranked.reasons[:3] if each.share > 0),
    )


def heavy(topic: Topic) -> bool:
    """May one not come back to it unasked? By how it was told and by what was read of its meaning; in doubt, and where nobody reads, by its words.

    A war and a funeral stand in half of all old stories: words alone would keep those back that are told with relish.
    """
    if topic.feeling.valence <= HEAVY:
        return True
    if topic.weight is None or DOUBTED <= topic.weight < BELIEVED:
        return weighs(topic.text)
    return topic.weight >= BELIEVED


def thought_of(
    text: str, topics: Sequence[PastTopic], offers: Sequence[Offer], today: date
) -> Thought:
    """What would be thought if `text` were the second answer of a story, in the middle of a talk. Pure."""
    words = len(text.split())
    returns = replace(
        ReturnState(), turns=1, lengths=(words,), arousal=(0.0,), heard=return_state.BETWEEN
    )
    returns = return_state.hear(returns, text, arousal=0.0, hurt=hard(text))
    signals = return_state.read(returns, text, (words, words))
    return deciding.decide(signals, topics, replace(returns, lately=()), offers, today)


def _people(topic: Topic) -> tuple[str, ...]:
    """As somebody speaking to the narrator would say them."""
    found: list[str] = []
    relations = (*topic.relations, *[""] * len(topic.people))
    for name, relation in zip(topic.people, relations, strict=False):
        if name[:1].isupper() and name.lower() not in _KIN:
            found.append(name)
        elif relation or name.lower() in _KIN:
            found.append(f"your {relation or name.lower()}")
    return tuple(dict.fromkeys(found))


_KIN = frozenset(
    """
    mother father mum dad mam mama papa brother sister grandmother grandfather gran aunt uncle cousin husband wife
    son daughter
    """.split()  # noqa: SIM905
)


def _touched(topic: Topic, hidden: frozenset[tuple[str, int]]) -> bool:
    first, last = map(int, topic.turns)
    return any(str(topic.session) == session and first <= turn <= last for session, turn in hidden)


def longest_pause(
    pauses: Sequence[tuple[float, float]], words: Sequence[float], few: int = 5
) -> float:
    """Seconds of the longest pause after which at most `few` words came.

    `pauses`: begin and end, seconds; `words`: when each word began.
    """
    return max(
        (end - begin for begin, end in pauses if sum(at >= end - 0.2 for at in words) <= few),
        default=0.0,
    )
