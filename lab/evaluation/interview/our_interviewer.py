"""Our planner as it stands in the house, driven in writing; with parts withheld, for ablations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import numpy as np

from lab.evaluation.interview.interviewers import Memory, Said
from lab.evaluation.interview.reminding import Reminding
from voice_agent.backends import EmotionReader
from voice_agent.conversation.memory_for_planner import known_of
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.interview import coverage, growing, planner
from voice_agent.interview.known import Known
from voice_agent.interview.planner import Heard, Move, Opening, Progress, Rules
from voice_agent.interview.protocol import Question, Topic, Wants
from voice_agent.interview.questions import Cache, Candidate, Source
from voice_agent.interview.rules import Past
from voice_agent.memory.events import Life
from voice_agent.memory.recall.gathering import felt, gather
from voice_agent.memory.summary import last_time, summarise
from voice_agent.story import Bearing, Feeling, Speaker, Turn

PARTS = ("protocol", "graph", "fitting", "emotion", "shift")
"""What can be withheld; shift is what an earlier talk brings to mind."""

_MONTHS = (
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class FamilyQuestion:
    """A question somebody of the family hands in."""

    asker: str
    text: str
    before: int
    """Handed in before this session."""


@dataclass(frozen=True, slots=True)
class Without:
    """Parts of the planner that are withheld."""

    protocol: bool = False
    graph: bool = False
    fitting: bool = False
    emotion: bool = False
    shift: bool = False

    @classmethod
    def of(cls, name: str) -> "Without":
        """Read "without-graph"; "ours" withholds nothing."""
        return cls(**{part: name == f"without-{part}" for part in PARTS})


class Ours:
    """The planner, with what it keeps from one session to the next."""

    def __init__(
        self,
        rules: Rules,
        *,
        first_day: datetime,
        name: str = "ours",
        without: Without | None = None,
        reader: EmotionReader | None = None,
        reminding: Reminding | None = None,
        family: Sequence[FamilyQuestion] = (),
    ) -> None:
        """`rules` as `assemble.rules` reads them.

        Sessions are a week apart from `first_day` on; heavy topics are welcome.
        """
        self.name = name
        self._without = without or Without()
        parts = replace(
            rules.parts,
            graph=not self._without.graph,
            fitting=not self._without.fitting,
            emotion=not self._without.emotion,
            recall=not self._without.shift,
        )
        self._first = rules.topic.name
        self._rules = replace(
            rules, narrator=replace(rules.narrator, heavy_welcome=True), parts=parts
        )
        self._book = rules.topics
        self._family = family
        self._sympathy = Sympathy(reader) if reader and not self._without.emotion else None
        self._reminding = None if self._without.shift else reminding
        self._day = first_day
        self._progress = Progress()
        self._opening = Opening(consented=True)
        self._cache = Cache()
        self._grown: set[str] = set()
        self._seen: Life | None = None
        self._ripe: tuple[Candidate, ...] = ()
        self._summary = ""
        self._last: tuple[Turn, ...] = ()
        """What was said in the session before."""

        self._session = 0
        self._seed = rules.seed

    async def open(self, session: int, memory: Memory) -> Said:
        """Open a session: who we are, last time, a first question."""
        self._session = session
        if self._reminding is not None and session > 1:
            self._reminding.learn(memory.life, memory.claims)
        today = (self._day + timedelta(weeks=session - 1)).date()
        book = self._book_of(session)
        topic, _ = coverage.due(
            book, self._cache, today, first=self._first, heavy=True, seed=self._seed
        )
        self._rules = replace(
            self._rules,
            topic=topic,
            topics=book,
            seed=self._seed + session,
            past=Past(self._cache, self._grow(memory), today),
        )
        before = last_time(self._summary, self._last) if self._summary else ""
        self._opening = Opening(consented=True, last_time=before)
        self._progress, move = planner.open_session(self._rules, self._opening)
        return self._said(move)

    async def reply(self, answer: str, minutes: float, memory: Memory) -> Said:
        """Choose a move."""
        feeling, carried = self._felt(answer)
        now = self._day + timedelta(weeks=self._session - 1, minutes=minutes)
        before = [t.text for t in memory.turns if t.speaker is Speaker.NARRATOR][:-1]
        recalled = self._reminding.recall(answer, before, now) if self._reminding else ()
        heard = Heard(
            answer,
            minutes=minutes,
            feeling=feeling,
            recalled=recalled,
            grown=self._grow(memory),
            bearing=carried,
        )
        self._progress, move = planner.reply(self._rules, self._progress, heard, self._opening)
        self._cache = self._progress.coverage.cache
        return self._said(move)

    async def close(self, memory: Memory) -> Said:
        """End the session where the narrator says goodbye."""
        self._last = tuple(memory.turns)
        self._summary = summarise(self._last)
        self._hear_out(memory)
        heard = Heard("Goodbye.", minutes=self._rules.times.hard_stop)
        self._progress, move = planner.reply(self._rules, self._progress, heard, self._opening)
        self._cache = self._progress.coverage.cache
        return replace(self._said(move), ends=True)

    def _hear_out(self, memory: Memory) -> None:
        """Take in the last answer, to which nobody replies: what it refuses or tells counts as in the house."""
        told = [t.text for t in memory.turns if t.speaker is Speaker.NARRATOR]
        if not told:
            return
        heard = Heard(told[-1], feeling=self._felt(told[-1])[0])
        after, _ = planner.reply(self._rules, self._progress, heard, self._opening)
        before, entries = self._progress.coverage.cache, dict(after.coverage.cache.entries)
        if after.question.chosen is not None and after.question.chosen.key not in before.entries:
            entries.pop(after.question.chosen.key, None)  # chosen, and never said
        cache = replace(
            after.coverage.cache, entries=entries, sessions=before.sessions, lately=before.lately
        )
        self._progress = self._progress.covering(cache)

    def _felt(self, answer: str) -> tuple[Feeling, Bearing]:
        """How an answer was told, by its words alone: a book has no voice."""
        if self._sympathy is None or not answer.strip():
            return Feeling(), Bearing()
        (feeling,) = self._sympathy.reader.read([answer])
        carried = self._sympathy.bearing(feeling)
        self._sympathy.told(feeling)
        return feeling, carried

    def _grow(self, memory: Memory) -> tuple[Candidate, ...]:
        """Questions grown from all that memory holds."""
        if self._without.graph or self._rules.choosing.templates is None:
            return ()
        if memory.life is self._seen:
            return self._ripe
        rated = gather(memory.life, memory.claims)
        known: Known = known_of(
            memory.life,
            memory.claims,
            memories=felt(rated, np.zeros((len(rated), 1), np.float32), None),
            birth=self._rules.narrator.birth,
            this_year=self._day.year,
        )
        found = growing.grow(known, self._rules.choosing.templates, seed=self._rules.seed)
        self._grown |= {each.key for each in found}
        self._seen, self._ripe = memory.life, found
        return found

    def _book_of(self, session: int) -> tuple[Topic, ...]:
        """The topics there are, with what the family has asked so far."""
        book = self._book
        if self._without.protocol:
            month = _MONTHS[(session - 1) % 12]
            ask = f"What comes to mind when you think of {'a' if session > 12 else 'the month of'} {month}{' long ago' if session > 12 else ''}?"
            book = (
                Topic("anything", "whatever comes", 1, False, False, (Question(ask, Wants.SCENE),)),
            )
        asked = tuple(
            Question(each.text, Wants.SCENE, asker=each.asker)
            for each in self._family
            if each.before <= session
        )
        if not asked:
            return book
        return (*book, Topic("family", "what the family asks", 90, False, False, asked))

    def _said(self, move: Move) -> Said:
        question = move.question
        topic = question.topic if question and question.topic else ""
        if question and question.source is not Source.PROTOCOL:
            topic = ""  # what grew from the story is on topic only by its own words
        return Said(
            move.text,
            move.ask,
            str(move.act),
            move.reason,
            move.ends,
            topic or self._rules.topic.name,
            self._rules.topic.name,
            len(self._grown),
        )
