"""The dates of a turn, clause by clause, and which of them takes the place of which. See `distil` for the door."""

import re
from collections.abc import Sequence
from datetime import UTC
from typing import NamedTuple

from voice_agent.memory.claims import Claim
from voice_agent.memory.clauses import Clause, clauses, sentences
from voice_agent.memory.dates import around_dates, turn_dates
from voice_agent.memory.dates.asking import sought
from voice_agent.memory.dates.dates import Background, Refused, When, find
from voice_agent.memory.dates.known import known_event
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.dates.stretches import whole
from voice_agent.memory.dates.turn_dates import LATELY
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.reading import Reader
from voice_agent.memory.repairs import commentary, putting_right
from voice_agent.memory.repairs.target import telling_of, within_reach
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

FEW = 6
"""Words; behind a date alone so few tell no story of it. A guess."""

_CLEFT = re.compile(r"\W*(?:no,? )?(?:it|that)(?:['’]s| was| were| wus) ", re.IGNORECASE)
""" "It were forty-seven we were wed"."""


class ClauseSaid(NamedTuple):
    """A clause with its dates, and what it says of the telling where it says nothing else."""

    dates: list[When]
    note: commentary.Comment | None


class ClauseDates:
    """The dates of one turn of the narrator's; `read` them once."""

    def __init__(self, thread: Thread, reader: Reader, turn: Turn) -> None:
        """`thread`: what was told before."""
        self.thread = thread
        self.reader = reader
        self.turn = turn
        self.text = turn.text
        self.refused: tuple[Refused, ...] = ()
        self.every: Sequence[When] = ()
        """All dates of the turn, once they were read."""

        self.offered: Sequence[str] = ()
        """EDTF of the dates to choose between."""

        self.last = ""
        """EDTF of the date told last."""

        self.cut: list[Clause] = []
        self.said: list[ClauseSaid] = []
        self.wrong: dict[int, When] = {}
        """By the place of a date that is right, the one it takes the place of."""

        self.perhaps: dict[int, When] = {}
        """The same, where what is told of both must first be one thing."""

        self.refused_at: set[int] = set()
        """Places of dates that are called wrong beside the right one."""

    def read(self) -> None:
        """Find the dates, cut the turn into clauses, and find out what is put right."""
        found = find(
            self.text,
            turn_dates.informed(self.text, self.background(leaning=False)),
        )
        self.refused, self.last = found.refused, found.last
        back = turn_dates.informed(self.text, self.background(leaning=True))
        dates = turn_dates.every(self.text, found.dates, back, doubted=self.thread.announced)
        self.every = dates = turn_dates.told_anew(self.text, dates)
        self.offered = turn_dates.offered(self.thread.asked, self.background(leaning=False))
        spans = [(each.first, each.last) for each in dates]
        self.cut = whole(self.text, clauses(self.text, spans), dates)
        for clause in self.cut:
            self.said.append(self._said(clause, dates))
        self._pair()

    def background(self, *, leaning: bool) -> Background:
        """What a date may lean on. `leaning`: something is being put right, so that a number is a year (`asking.sought`)."""
        known = self.thread.known
        told = self.turn.said_at.astimezone(self.thread.setting.zone or UTC)
        settled = self.thread.setting.birth
        born = self.thread.births.known(settled)
        return Background(
            told=told.date(),
            birth=born.pop("", settled),
            last=self.thread.last,
            country=self.thread.setting.country,
            births=born,
            resolve=lambda words: known_event(words, known, self.reader),
            sought=sought(self.thread.question, leaning=leaning),
        )

    def mending(self, place: int) -> bool:
        """Does a clause put something right without saying what was wrong?"""
        clause = self.cut[place]
        text = self.text[clause.first : clause.last]
        if self.thread.announced or clause.link == "no" or putting_right.repairs(text):
            return True
        after = place + 1  # "nursing was 1947, sorry"
        if after == len(self.cut) or self.cut[after].sentence != clause.sentence:
            return False
        said = self.said[after]
        return said.note is not None and said.note.marked and not said.dates

    def instead_of(self, used: Sequence[When]) -> str:
        """EDTF of the date that one of these takes the place of; "" where none was named."""
        return next((self.wrong[x.first].edtf for x in used if x.first in self.wrong), "")

    def doubted(self, edtf: str) -> Claim | None:
        """The claim whose date we said in our question, where the answer is another near it: "1950 for the trams?" "1951 then"."""
        asked = self.thread.question
        last = [asked[a:b] for a, b in sentences(asked)][-1:]
        said = last[0] if last and last[0].endswith("?") and not self.thread.asked else ""
        told = find(said, self.background(leaning=False)).dates
        here = any(x.edtf for x in self.thread.turn)
        if here or len(told) != 1 or len(said.split()) > FEW:
            return None  # "You began in 1950. Did you leave soon?" asks for another date
        near = within_reach(told[0].edtf, edtf) and not turn_dates.meet(told[0].edtf, edtf)
        return telling_of(told[0].edtf, self.thread) if near else None

    def _said(self, clause: Clause, dates: Sequence[When]) -> ClauseSaid:
        """Is a clause talk about the telling? "No, fifty-two" has a date only because it is."""
        first, last = clause.first, clause.last
        text = self.text[first:last]
        found = [each for each in dates if turn_dates.inside(each, clause)]
        note = commentary.read(text, turn_dates.spans_from(found, first))
        settled = found and note and not (note.wrong or note.denied)
        if settled or not NUMBER.search(text):
            return ClauseSaid(found, note)
        leaning = self.background(leaning=True)
        anew = turn_dates.told_anew(text, find(text, leaning).dates)
        short = [turn_dates.moved(each, first) for each in anew]
        if len(short) <= len(found):
            return ClauseSaid(found, note)
        plain, note = note, commentary.read(text, turn_dates.spans_from(short, first))
        mending = note and (
            note.marked or note.denied or clause.link == "no" or putting_right.repairs(text)
        )
        mending = mending or (note and self._announced())
        mending = mending or (_CLEFT.match(text) and (self._announced() or clause.link == "no"))
        return ClauseSaid(short, note) if mending else ClauseSaid(found, plain)

    def _announced(self) -> bool:
        """Was a date just called wrong, so that a bare "fifty-two" is the right one?"""
        last = [each.note for each in self.said[-3:] if each.note]
        return self.thread.announced or any(x.wrong or x.mends or x.denied for x in last)

    def _pair(self) -> None:
        """Find out which of the dates takes the place of which."""
        every = {each.first: each for part in self.said for each in part.dates}
        dates = [every[place] for place in sorted(every) if not LATELY.match(every[place].words)]
        pairs = putting_right.put_right(self.text, [around_dates.value(x) for x in dates])
        done = {pair.wrong for pair in pairs if not pair.told}
        for pair in pairs:
            if pair.told and pair.wrong in done:
                continue
            wrong, right = dates[pair.wrong], dates[pair.right]
            if strict_bounds(wrong.edtf).meets(strict_bounds(right.edtf)):
                continue
            if pair.told:
                self.perhaps[right.first] = wrong
            else:
                self.wrong[right.first] = wrong
                if pair.refused:
                    self.refused_at.add(wrong.first)
