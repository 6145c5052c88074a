"""The question cache: what could be asked, what was, and what shall not be. A pure value.

A question is ripe until it is asked, answered in passing, declined or retired; none comes back. A
topic that was declined rests for thirty days. Kept between sessions as JSON without any text, so that
nothing of it has to be found when something is to be forgotten.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any

from voice_agent.interview.protocol import Period, Question, Theme, Topic, Wants
from voice_agent.reading.words import novelty

REST = timedelta(days=30)
"""A declined topic is left alone for so long (product.md)."""

UNWELCOME = 0.5
"""Share of what a question is about that a refused one was about as well. A guess."""

LONG = 25
"""Words of an answer from which it may have answered another question in passing. A guess."""

WHILE = 100
"""Turns within which no phrase may come more than three times."""

DEAD = 2
"""Questions about one subject to which nothing came to mind, after which no more are asked."""

COVERED = 0.6
"""Share of what a question is about that an answer must have spoken of. A guess."""


class State(StrEnum):
    """What has become of a question."""

    RIPE = "ripe"
    ASKED = "asked"
    ANSWERED = "answered in passing"
    DECLINED = "declined"
    RETIRED = "retired"


class Source(StrEnum):
    """Where a question comes from."""

    PROTOCOL = "protocol"
    GRAPH = "graph"
    FAMILY = "family"
    MEMORY = "recalled memory"
    STORY = "the story being told"
    MODEL = "language model"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that could be asked now."""

    ask: str
    wants: Wants
    source: Source
    topic: str = ""
    period: Period = Period.WHOLE
    theme: Theme = Theme.SELF
    kind: str = ""
    """How it was grown, e.g. "no date"."""

    about: tuple[str, ...] = ()
    """Names it holds."""

    event: str = ""
    """The event it asks about."""

    worth: float = 0.0
    """How much its source wants it asked, 0..1."""

    heavy: bool = False
    future: bool = False
    asker: str = ""
    lead: str = ""
    """Said before it."""

    @property
    def key(self) -> str:
        """The same for the same words."""
        return novelty.key(self.ask)

    @property
    def subjects(self) -> frozenset[str]:
        """Hashes of what it hangs on, and would lead nowhere without: names, an event, years; often none."""
        years = _YEAR.findall(self.ask)
        return frozenset(map(_subject, (*self.about, *years, *filter(None, (self.event,)))))


@lru_cache(maxsize=8192)
def _subject(of: str) -> str:
    return hashlib.blake2s(of.lower().encode(), digest_size=4).hexdigest()


_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


def of_topic(topic: Topic, question: Question) -> Candidate:
    """A question of the protocol, or the family's."""
    asker = question.asker
    return Candidate(
        f"{asker} wonders: {question.ask[0].lower()}{question.ask[1:]}" if asker else question.ask,
        question.wants,
        Source.FAMILY if asker else Source.PROTOCOL,
        topic.name,
        question.period,
        question.theme,
        heavy=topic.heavy,
        future=topic.future,
        asker=asker,
        worth=1.0 if asker else 0.0,
    )


def of_each_kind(questions: Iterable[Candidate], most: int) -> list[Candidate]:
    """Return at most `most` questions, the best of each kind before the second best of any."""
    before = Counter[tuple[Source, str]]()
    ranked = list[tuple[int, Candidate]]()
    for each in sorted(questions, key=lambda each: -each.worth):
        ranked.append((before[each.source, each.kind], each))
        before[each.source, each.kind] += 1
    return [each for _, each in sorted(ranked, key=lambda one: one[0])[:most]]


def ripe_json(questions: Iterable[Candidate], cache: "Cache") -> list[Any]:
    """Return what is still to be asked, for `record.keep`; holds the narrator's words, unlike the cache."""
    return [
        [
            each.ask, str(each.wants), str(each.source), str(each.period), str(each.theme),
            each.kind, list(each.about), each.event, round(each.worth, 3), each.lead,
        ]
        for each in questions
        if cache.state(each) is State.RIPE
    ]  # fmt: skip


def ripe_from_json(value: Any) -> tuple[Candidate, ...]:
    """Read what `ripe_json` wrote; nothing where it cannot be read."""
    try:
        return tuple(
            Candidate(
                str(ask), Wants(wants), Source(source), "", Period(period), Theme(theme), str(kind),
                tuple(map(str, about)), str(event), float(worth), lead=str(lead),
            )
            for ask, wants, source, period, theme, kind, about, event, worth, lead in value or ()
        )  # fmt: skip
    except (TypeError, ValueError):
        return ()


@dataclass(frozen=True, slots=True)
class Entry:
    """What is kept of a question."""

    state: State
    day: date
    wants: Wants
    gist: frozenset[str]
    form: str = ""
    """What it asked for by its words (novelty.form); "" where that was not kept yet."""

    subjects: frozenset[str] = frozenset()
    """What it hung on: `Candidate.subjects`."""

    core: frozenset[str] = frozenset()
    """Its words but for those that anybody asks with (novelty.core); empty where that was not kept yet."""


def _entry(question: Candidate, state: State, day: date) -> Entry:
    gist = novelty.gist(question.ask)
    core, form = novelty.core(question.ask), novelty.form(question.ask)
    return Entry(state, day, question.wants, gist, form, question.subjects, core)


def _newer(kept: list[Any]) -> tuple[str, frozenset[str], frozenset[str]]:
    """What entries of earlier versions did not hold."""
    form, subjects, core = (*kept, *("", [], [])[len(kept) :])
    return str(form), frozenset(map(str, subjects)), frozenset(map(str, core))


@dataclass(frozen=True, slots=True)
class Cache:
    """All of them, and the topics that rest."""

    entries: Mapping[str, Entry] = field(default_factory=dict[str, Entry])
    declined: Mapping[str, date] = field(default_factory=dict[str, date])
    """Topic -> the day it was declined."""

    covered: Mapping[str, int] = field(default_factory=dict[str, int])
    """Cell of the coverage map -> words told there (coverage.py)."""

    sessions: int = 0
    """Held before this one."""

    topics: Mapping[str, int] = field(default_factory=dict[str, int])
    """Topic -> questions asked in it, over all sessions."""

    welcome: frozenset[str] = frozenset()
    """Heavy topics the narrator has said yes to."""

    turns: int = 0
    """Answers heard, over all sessions."""

    lately: tuple[tuple[int, str], ...] = ()
    """Phrases of ours said in the last hundred turns, with the turn."""

    blanks: Mapping[str, int] = field(default_factory=dict[str, int])
    """Subject (hashed) -> questions about it to which nothing came to mind."""

    def state(self, question: Candidate) -> State:
        """What has become of it; ripe where nothing has.

        What hangs on a subject of which twice nothing came to mind is retired: a third time would be an examination.
        """
        if entry := self.entries.get(question.key):
            return entry.state
        dead = any(self.blanks.get(each, 0) >= DEAD for each in question.subjects)
        return State.RETIRED if dead else State.RIPE

    def blank(self, question: Candidate) -> "Cache":
        """Nothing came to mind to `question`."""
        blanks = Counter(self.blanks)
        blanks.update(question.subjects)
        return replace(self, blanks=dict(blanks))

    def mark(self, question: Candidate, state: State, day: date) -> "Cache":
        """Return the cache with the question's fate written down. The first fate stays."""
        if question.key in self.entries:
            return self
        entry = _entry(question, state, day)
        topics = dict(self.topics)
        if state is State.ASKED and question.topic:
            topics[question.topic] = topics.get(question.topic, 0) + 1
        return replace(self, entries={**self.entries, question.key: entry}, topics=topics)

    def unmark(self, question: Candidate) -> "Cache":
        """Return the cache as if `question` had never been asked."""
        entries, topics = dict(self.entries), dict(self.topics)
        entry = entries.pop(question.key, None)
        if entry is not None and entry.state is State.ASKED and topics.get(question.topic):
            topics[question.topic] -= 1
            if not topics[question.topic]:
                del topics[question.topic]  # a topic of which nothing was asked is none
        return replace(self, entries=entries, topics=topics)

    def refuse(self, question: Candidate, day: date) -> "Cache":
        """The narrator did not want `question`, though it was asked."""
        entry = _entry(question, State.DECLINED, day)
        return replace(self, entries={**self.entries, question.key: entry})

    def unwelcome(self, question: Candidate, day: date) -> bool:
        """Is it about what was refused before, or within thirty days of whom, where or when it was?"""
        about, subjects = novelty.gist(question.ask), question.subjects
        return any(
            (about and len(about & entry.gist) >= UNWELCOME * len(about))
            or (subjects & entry.subjects and day - entry.day < REST)
            for entry in self.entries.values()
            if entry.state is State.DECLINED
        )

    def fresh(self, ask: str, day: date) -> bool:
        """May `ask` be spoken? The last look at it, whatever road it came by.

        Not if it was asked before, in these words or in others that are heard as the same, or if all it asks of was
        refused within thirty days. One that holds nothing of its own ("Where was that?") asks of the story in hand.
        """
        core, form = novelty.core(ask), novelty.form(ask)
        return not any(
            (
                each.state is not State.ANSWERED
                and each.form == form
                and novelty.again(core, each.core)
            )
            or (
                each.state is State.DECLINED
                and day - each.day < REST
                and novelty.touches(core, each.core)
            )
            for each in self.entries.values()
        )

    def say(self, phrase: str) -> "Cache":
        """Remember that a phrase was said."""
        lately = [each for each in self.lately if each[0] > self.turns - WHILE]
        return replace(self, lately=(*lately, (self.turns, phrase))) if phrase else self

    def asked_like(self, question: Candidate) -> float:
        """Likeness to the nearest question that was ever asked, declined or answered, 0..1; 1: the same."""
        if question.key in self.entries:
            return 1.0
        about, form = novelty.gist(question.ask), novelty.form(question.ask)
        if not about:
            return 0.0
        return max(
            (
                # whatever is wanted of it: hearing the same thing said back a third time is tiresome
                novelty.likeness(about, entry.gist, same_form=form == entry.form)
                for entry in self.entries.values()
            ),
            default=0.0,
        )

    def hear(self, said: str, ripe: Iterable[Candidate], day: date) -> "Cache":
        """Mark what an answer has told without being asked."""
        if len(said.split()) < LONG:
            return self
        told = novelty.gist(said)
        found = self
        for question in ripe:
            about = novelty.gist(question.ask)
            if len(about) >= 2 and len(about & told) >= max(2, COVERED * len(about)):
                found = found.mark(question, State.ANSWERED, day)
        return found

    def decline(self, topic: str, day: date) -> "Cache":
        """The narrator does not want to speak of `topic`: it rests."""
        return replace(self, declined={**self.declined, topic: day}) if topic else self

    def rests(self, topic: str, day: date) -> bool:
        """Was `topic` declined within the last thirty days?"""
        since = self.declined.get(topic)
        return since is not None and day - since < REST

    def as_json(self) -> dict[str, Any]:
        """For `record.keep`; holds no word of a question."""
        return {
            "questions": {
                key: [
                    str(e.state),
                    e.day.isoformat(),
                    str(e.wants),
                    sorted(e.gist),
                    e.form,
                    sorted(e.subjects),
                    sorted(e.core),
                ]
                for key, e in sorted(self.entries.items())
            },
            "declined": {name: day.isoformat() for name, day in sorted(self.declined.items())},
            "covered": dict(sorted(self.covered.items())),
            "sessions": self.sessions,
            "topics": dict(sorted(self.topics.items())),
            "welcome": sorted(self.welcome),
            "turns": self.turns,
            "lately": [list(each) for each in self.lately],
            "blanks": dict(sorted(self.blanks.items())),
        }

    @classmethod
    def from_json(cls, value: Any) -> "Cache":
        """Read what `as_json` wrote; an empty cache where there is nothing that can be read."""
        if not isinstance(value, dict):
            return cls()
        try:
            return cls(
                {
                    key: Entry(
                        State(s), date.fromisoformat(day), Wants(w), frozenset(g), *_newer(newer)
                    )
                    for key, (s, day, w, g, *newer) in value["questions"].items()
                },
                {name: date.fromisoformat(day) for name, day in value["declined"].items()},
                {str(cell): int(n) for cell, n in value["covered"].items()},
                int(value["sessions"]),
                {str(name): int(n) for name, n in value["topics"].items()},
                frozenset(map(str, value["welcome"])),
                int(value["turns"]),
                tuple((int(turn), str(said)) for turn, said in value["lately"]),
                {str(of): int(n) for of, n in value.get("blanks", {}).items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            return cls()
