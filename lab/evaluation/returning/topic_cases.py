"""Moments with ten topics of which one belongs, from LoCoMo (Maharana et al., 2024; CC BY-NC): evaluation only.

Two forms. *About to be said*: the four turns before a fact is told (one at least), the fact, and nine facts
of other sessions. *Of an earlier session*: the four turns that end where a later session touches something
that a question joins with an earlier one, the earlier fact, and nine facts of other sessions. Facts are the
observations that LoCoMo supplies. Candidates are shuffled by seed, so that no place gives the right one away.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from voice_agent.errors import MemoryRefused
from voice_agent.memory.saliency import rate
from voice_agent.memory.topics.topic_measures import CONTEXT, Moment
from voice_agent.memory.topics.topic_words import keywords, subject
from voice_agent.memory.topics.topics import Topic, TopicId
from voice_agent.story import SessionId

CANDIDATES = 10


@dataclass(frozen=True, slots=True)
class Case:
    """One moment."""

    moment: Moment
    topics: tuple[Topic, ...]
    right: int
    group: str
    """What is never in training and test at once: a conversation, a narrator."""

    speakers: tuple[bool, ...] = ()
    """Is the topic of whoever spoke last? In LoCoMo both speakers tell; with us only one does."""

    told: tuple[str, ...] = ()
    """The narrator's own answers, that of the moment last; () where both speakers tell."""


@dataclass(frozen=True, slots=True)
class Forms:
    """Both forms of LoCoMo."""

    about_to_be_said: tuple[Case, ...]
    of_an_earlier_session: tuple[Case, ...]


class _Place(NamedTuple):
    session: int
    turn: int


class _Fact(NamedTuple):
    who: str
    topic: Topic
    places: tuple[_Place, ...]


class _Talk(NamedTuple):
    name: str
    turns: Mapping[int, Sequence[str]]
    facts: Sequence[_Fact]
    joined: Sequence[tuple[_Place, _Place]]
    """Earlier and later evidence of one question."""


def load(file: Path, seed: int = 0) -> Forms:
    """Read LoCoMo's JSON. Raises MemoryRefused."""
    try:
        data: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
        talks = [_talk(n, each) for n, each in enumerate(data)]
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise MemoryRefused(f"{file} is not in LoCoMo's form: {error}.") from None
    return Forms(
        tuple(case for talk in talks for case in _next(talk, random.Random(f"{seed} {talk.name}"))),
        tuple(
            case for talk in talks for case in _again(talk, random.Random(f"{seed} {talk.name} 2"))
        ),
    )


def _talk(number: int, each: Mapping[str, Any]) -> _Talk:
    said = each["conversation"]
    held = {
        int(k.split("_")[1]): v for k, v in said.items() if re.fullmatch(r"session_\d+", k) and v
    }
    both = {str(turn["speaker"]) for turns in held.values() for turn in turns}
    facts: list[_Fact] = []
    for session, by in (
        (n, each["observation"].get(f"session_{n}_observation", {})) for n in sorted(held)
    ):
        for who, told in by.items():
            for text, evidence in told:
                facts.append(_fact(number, len(facts), session, who, both, str(text), evidence))
    joined = [
        (one, other)
        for asked in each["qa"]
        for one, other in product(sorted(set(_places(asked.get("evidence", [])))), repeat=2)
        if one.session < other.session
    ]
    return _Talk(
        f"conversation {number}",
        {n: [_line(turn) for turn in turns] for n, turns in held.items()},
        facts,
        list(dict.fromkeys(joined)),
    )


def _line(turn: Mapping[str, Any]) -> str:
    """Who says what, and what is to be seen in the picture that they send."""
    return f"{turn['speaker']}: {turn['text']} {turn.get('blip_caption', '')}".strip()


def _places(evidence: object) -> list[_Place]:
    return [_Place(int(a), int(b)) for a, b in re.findall(r"D(\d+):(\d+)", str(evidence))]


_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}")
"""Names inside a sentence. Both speakers tell, so neither is one of the people a narrator tells of."""

_BEGAN = datetime(2023, 1, 1, tzinfo=UTC)


def _fact(
    talk: int, n: int, session: int, who: str, both: set[str], text: str, evidence: object
) -> _Fact:
    topic = Topic(
        TopicId(f"k-{talk}-{n:04}"),
        text,
        text,
        keywords(text),
        subject(text),
        people=tuple(dict.fromkeys(n for n in _NAME.findall(text) if n not in both)),
        session=SessionId(f"{talk}-{session:02}"),
        saliency=rate(text),
    )
    return _Fact(who, topic, tuple(_places(evidence)))


def _window(talk: _Talk, end: _Place) -> Moment | None:
    """The turns up to `end`, included; turns count from 1."""
    turns = list(talk.turns.get(end.session, ()))[max(0, end.turn - CONTEXT) : end.turn]
    now = _BEGAN + timedelta(days=14 * end.session)
    return Moment(turns[-1], now, tuple(turns[:-1])) if turns else None


def _next(talk: _Talk, chance: random.Random) -> Iterator[Case]:
    for fact in talk.facts:
        first = min(fact.places, default=None)
        if first is None or first.turn < 2:
            continue
        moment = _window(talk, _Place(first.session, first.turn - 1))
        if moment:
            yield from _case(talk, moment, fact, {first.session}, chance)


def _again(talk: _Talk, chance: random.Random) -> Iterator[Case]:
    for earlier, later in talk.joined:
        moment = _window(talk, later)
        fact = next((each for each in talk.facts if earlier in each.places), None)
        if moment and fact:
            yield from _case(talk, moment, fact, {earlier.session, later.session}, chance)


def _case(
    talk: _Talk, moment: Moment, fact: _Fact, barred: set[int], chance: random.Random
) -> Iterator[Case]:
    others = [
        each
        for each in talk.facts
        if not barred & {place.session for place in each.places}
        and each.topic.text != fact.topic.text
    ]
    if len(others) < CANDIDATES - 1:
        return
    every = [fact, *chance.sample(others, CANDIDATES - 1)]
    chance.shuffle(every)
    right = next(n for n, each in enumerate(every) if each is fact)
    spoke = moment.last.partition(":")[0]
    yield Case(
        moment,
        tuple(each.topic for each in every),
        right,
        talk.name,
        tuple(each.who == spoke for each in every),
    )
