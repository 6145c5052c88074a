"""Dates that are said by themselves: "it was 1952", "make that fifty-two, not fifty-one". See `distil` for the door."""

import re
from collections.abc import Sequence
from dataclasses import replace

from voice_agent.memory.claims import Claim, Part, claim
from voice_agent.memory.clause_dates import FEW, ClauseDates
from voice_agent.memory.dates import alone, turn_dates
from voice_agent.memory.dates.dates import When
from voice_agent.memory.mentioning import mentioned
from voice_agent.memory.placing import dated
from voice_agent.memory.reading import Reading
from voice_agent.memory.repairs import commentary
from voice_agent.memory.repairs.target import dated_of
from voice_agent.memory.strands import eventful, said
from voice_agent.memory.terms import terms
from voice_agent.memory.told_so_far import ToldSoFar

_IT_WAS = re.compile(
    r"[\s,]*(?:I \w+ )?(?:it|that) (?:was|were|is|must be|must have been)\W*$", re.IGNORECASE
)


class BareDates:
    """What the dates of one turn that stand by themselves are dates of."""

    def __init__(self, so_far: ToldSoFar, dates: ClauseDates, reading: Reading) -> None:
        """`so_far` takes in the claims."""
        self.so_far = so_far
        self.thread = so_far.thread
        self.text = so_far.text
        self.dates = dates
        self.reading = reading
        self.lent: dict[int, tuple[str, list[When]]] = {}
        """By the place of a clause without a date, the one that stands by itself before it."""

    def heed(self, place: int, note: commentary.Comment, right: list[When]) -> None:
        """A date and no story: "it was 1952", "make that fifty-two, not fifty-one"."""
        clause = self.dates.cut[place]
        if clause.link == "because" and right[0].anchor:
            return  # "it was 1945, because the war was over" gives a reason
        edtf, used = turn_dates.of_clause(right, set())
        if not used:
            return
        made = claim(
            tuple(self.so_far.cite(each.first, each.last, Part.WHEN) for each in used),
            self.so_far.turn.said_at,
            modality=self.so_far.modality(clause, right, None),
            edtf=edtf,
            anchor=used[0].anchor,
            sitting=self.thread.sitting,
        )
        mending = note.marked or self.dates.mending(place)
        around = terms(self.so_far.sentence(clause))
        wrong = self.dates.instead_of(used)
        lone = len(right) == 1 and alone.one_time(edtf, used[0].anchor)
        if lone and not (mending or wrong):
            self.so_far.is_past(clause)
            if self._of_fragments(place, note, made):
                return
        mending = mending or self._comes_back(place, note, right)
        if lone and not wrong and (doubted := self.dates.doubted(edtf)):
            self.so_far.add(clause, replace(made, continues=doubted.id))
            return
        if tied := dated(made, self.thread, wrong, around, mending=mending, plain=note.plain):
            self.so_far.add(clause, tied)
        elif mending:
            self.thread.announced = (
                True  # "No, 1959. She died in 1959": the next breath says of what
            )
        elif lone and not (wrong or self.thread.turn):
            self._lend(place, edtf, used)

    def _of_fragments(self, place: int, note: commentary.Comment, made: Claim) -> bool:
        """ "Lumping. On the wharf. 1952.": a date by itself and the things named beside it are a telling. False: none is."""
        clause = self.dates.cut[place]
        after = [
            each
            for each in self.dates.cut[place + 1 : place + 2]
            if alone.joined(self.text, clause, each, self.dates.every)
        ]
        named = after or alone.named_before(self.text, clause, self.dates.every, self.thread.asked)
        named = [each for each in named if each.sentence not in self.so_far.by_sentence]
        if not named:
            return False
        about = terms(" ".join(self.text[each.first : each.last] for each in named))
        if dated_of(about, self.thread, made.edtf):
            tied = dated(made, self.thread, "", about, mending=True, plain=False)
        else:
            of_it = dated(made, self.thread, "", mending=False, plain=note.plain) if after else None
            things = [
                mention
                for each in named
                for mention in mentioned(
                    self.so_far.turn, self.reading, each.first, each.last, (), self.so_far.version
                )
            ]
            tied = claim(
                (*things, *made.mentions),
                made.told_at,
                modality=made.modality,
                edtf=made.edtf,
                continues=of_it.continues if of_it else None,
                sitting=made.sitting,
            )
        if tied:
            self.so_far.add(clause, tied)
        return tied is not None

    def _lend(self, place: int, edtf: str, used: list[When]) -> None:
        """ "1946. My mother drove me there": an answer that is a date alone dates what is told next."""
        clause = self.dates.cut[place]
        after = place + 1
        if after < len(self.dates.cut) and alone.goes_with_next(
            self.text, clause, self.dates.cut[after], self.dates.every, self.thread.question
        ):
            self.lent[after] = edtf, used

    def _comes_back(self, place: int, note: commentary.Comment, right: Sequence[When]) -> bool:
        """Does a date alone come back to what was told: "1942 it was", or "It was 1942" with no story behind it?"""
        clause = self.dates.cut[place]
        told = [each for each in self.thread.turn if said(each)]
        told = told or [each for each in self.thread.before if eventful(each)]
        if note.loose or self.thread.asked or not all(each.edtf for each in told):
            return False  # it answers, or dates what has no date yet
        if _IT_WAS.match(self.text[right[-1].last : clause.last]):
            return True
        rest = zip(self.dates.cut[place + 1 :], self.dates.said[place + 1 :], strict=True)
        words = [w for x, y in rest if not y.note for w in self.text[x.first : x.last].split()]
        return len(words) <= FEW and not clause.link
