"""Has the narrator told already what somebody of the family wants asked? Then it is not asked at once.

A question comes by the page at any time, and what it asks may have been told in another talk, or in the very answer after
which it would be asked. Words alone do not show that ("What was your wedding like?", "We were married in the snow"), nor
does nearness of meaning alone (a sister's wedding is as near); together they are a sign and no proof. So the turn is only
noted beside the question, which then waits for a word of whoever sent it (archive/answered.py).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from voice_agent.archive import asked_after, family
from voice_agent.archive.record import Record
from voice_agent.archive.sharing import SHORTEST_STORY_WORDS
from voice_agent.backends import Embedder
from voice_agent.conversation import past
from voice_agent.interview.questions import Candidate
from voice_agent.reading.words import novelty, stems

NEAR = 0.45
"""Cosine of a question with three sentences of a telling. With SHARED: of 131 questions in lab/talks that a story followed
at once it knows 34 by that story, and of 550 other stories of the same talks it takes 15 for the answer."""

SHARED = 0.34
"""Share of what a question is about that a telling must speak of."""

SENTENCES = 3
"""Read together."""

MOST = 8
"""Turns of which the meaning is read for one question, those that share most. A guess: each takes some 30 ms."""

_END = re.compile(r"(?<=[.!?])\s+")


def answers(question: str, telling: str, embedder: Embedder | None) -> bool:
    """May `telling` answer `question`? Without an `embedder` nobody knows, and it does not. Raises EngineError."""
    return (
        embedder is not None
        and shares(question, telling) >= SHARED
        and nearness(question, telling, embedder) >= NEAR
    )


def shares(question: str, telling: str) -> float:
    """The share of what `question` is about that `telling` speaks of, 0..1; 0 where that is too short for a story."""
    about = novelty.gist(question)
    if not about or len(telling.split()) < SHORTEST_STORY_WORDS:
        return 0.0
    return len(about & novelty.gist(telling)) / len(about)


def nearness(question: str, telling: str, embedder: Embedder) -> float:
    """The largest cosine of the question with some sentences of the telling. Raises EngineError."""
    said = [each for each in _END.split(telling) if each and not each.endswith("?")]
    pieces = [" ".join(said[n : n + SENTENCES]) for n in range(max(1, len(said) - SENTENCES + 1))]
    rows: NDArray[np.float32] = embedder.embed([question, *pieces])
    return float((rows[1:] @ rows[0]).max())


@dataclass(slots=True)
class ToldBefore:
    """The family's questions of one talk. Blocking; for one thread at a time."""

    record: Record
    asked: tuple[Candidate, ...] = ()
    """What of the family is to be asked."""

    _told: set[str] = field(default_factory=set[str])
    """Of it, what was told already."""

    _looked: set[tuple[str, tuple[str, int], str]] = field(
        default_factory=set[tuple[str, tuple[str, int], str]]
    )
    """Question, turn and its words: what was looked at is not looked at again."""

    @property
    def open(self) -> tuple[Candidate, ...]:
        """What still may be asked."""
        return tuple(each for each in self.asked if each.ask not in self._told)

    def now(
        self, grown: Sequence[Candidate], telling: str, embedder: Embedder | None
    ) -> tuple[Candidate, ...]:
        """Those of `grown` that this very answer does not tell. Changes nothing. Raises EngineError."""
        waiting = {
            each.ask
            for each in self.open
            if each.kind == past.QUESTION and answers(_bare(each), telling, embedder)
        }
        return tuple(each for each in grown if each.ask not in waiting)

    def look(self, embedder: Embedder, now: datetime) -> None:
        """Look through everything told so far, and note what was. Raises EngineError, DiskFull."""
        if not Record.exists(self.record.state):
            return
        anyway = {each.number for each in family.waiting(self.record) if each.anyway}
        for each in self.open:
            if each.kind != past.QUESTION or past.number_of(each) in anyway:
                continue
            if place := self._where(each, embedder):
                self._told.add(each.ask)
                family.perhaps_answered(self.record, past.number_of(each), place, now)

    def _where(self, question: Candidate, embedder: Embedder) -> tuple[str, int] | None:
        bare = _bare(question)
        rows = [
            (shares(bare, text), place, text)
            for place, text in asked_after.open_tellings(self.record, stems.content(bare))
        ]
        fresh = [
            each for each in rows if each[0] >= SHARED and (bare, *each[1:]) not in self._looked
        ]
        for _, place, text in sorted(fresh, reverse=True)[:MOST]:
            self._looked.add((bare, place, text))
            if nearness(bare, text, embedder) >= NEAR:
                return place
        return None


def _bare(question: Candidate) -> str:
    """ "Ann wonders: how did you meet?" without Ann."""
    return question.ask.partition(": ")[2] or question.ask
