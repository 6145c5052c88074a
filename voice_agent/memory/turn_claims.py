"""The claims of one turn: clause by clause, who, what, when, where and how sure.

See `distil` for the door.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC
from typing import NamedTuple

from voice_agent.memory.claims import (
    Claim,
    ClaimId,
    Correction,
    Mention,
    Modality,
    Part,
    cite,
    claim,
)
from voice_agent.memory.clauses import PREDICATE, Clause, clauses, sentences
from voice_agent.memory.dates import alone, around_dates, turn_dates
from voice_agent.memory.dates.asking import sought
from voice_agent.memory.dates.dates import Background, Refused, When, find
from voice_agent.memory.dates.known import known_event
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.dates.stretches import whole
from voice_agent.memory.dates.turn_dates import LATELY
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.happenings import sort_of
from voice_agent.memory.labels import Label, unclaimed
from voice_agent.memory.mentioning import mentioned
from voice_agent.memory.placing import Surroundings, dated, placed
from voice_agent.memory.privacy import spoken
from voice_agent.memory.reading import Reader
from voice_agent.memory.repairs import commentary, cues, names_right, putting_right, reported
from voice_agent.memory.repairs.taking_back import taken_back
from voice_agent.memory.repairs.target import (
    dated_of,
    roots,
    telling_of,
    told_before,
    within_reach,
)
from voice_agent.memory.strands import eventful, said
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Setting, Thread
from voice_agent.story import Turn

__all__ = ["Setting", "Thread", "TurnClaims"]

DETAILS = 3
"""Sentences for which "she" and "they" go on about the event told before them. A guess."""

FEW = 6
"""Words; behind a date alone so few tell no story of it. A guess."""

_IT_WAS = re.compile(
    r"[\s,]*(?:I \w+ )?(?:it|that) (?:was|were|is|must be|must have been)\W*$", re.IGNORECASE
)
_CLEFT = re.compile(r"\W*(?:no,? )?(?:it|that)(?:['’]s| was| were| wus) ", re.IGNORECASE)
""" "It were forty-seven we were wed"."""

_DENIES = re.compile(
    r"\W*(?:no,? )?(?:it|that|I|we|he|she|they) (?:did|was|were|had)(?:n['’]t| not| never)\W*",
    re.IGNORECASE,
)
"""A sentence that only denies: "It did not"."""

_NO = re.compile(r"\W*(?:oh |ah |well,? )?(?:no|nope|nah|nay)\b", re.IGNORECASE)
_YES_OR_NO = re.compile(
    r"(?:^|[.!?,;] *|\b(?:and|but|so) )(?:did|do|does|was|were|is|are|had|has|have|could|can|would|will)(?:n['’]t)? "
    r"(?![^?]*\bor\b)[^.!?]*\?\W*$",
    re.IGNORECASE,
)
_THERE = re.compile(r"(?<=\w )there\b(?! (?:was|were|is|are|had)\b)", re.IGNORECASE)
_THAT_WAS = re.compile(r"^(?:that|this)(?: was|'s| is)\b(?!.*\b(?:that|when)\s*$)", re.IGNORECASE)
_SOMEBODY = re.compile(r"\b(?:I|we|he|she|they)\b", re.IGNORECASE)
_QUOTING = cues.Frame(Modality.SAID, 0, 0, retold=True)


class TurnClaims:
    """The work of distilling one turn of the narrator's; claims go to the thread."""

    def __init__(
        self,
        thread: Thread,
        reader: Reader,
        turn: Turn,
        version: int = 1,
    ) -> None:
        """`version` is that of the turn's wording."""
        self.thread = thread
        self.reader = reader
        self.turn = turn
        self.text = turn.text
        self.version = version
        self.reading = reader.read(turn.text)
        thread.join(turn)
        self.labels: list[Label] = []
        self.bearers: list[Claim] = []
        """Claims that only bear a label."""

        self.refused: tuple[Refused, ...] = ()
        self.dates: Sequence[When] = ()
        """Dates of the turn, once it was run."""

        self.offered: Sequence[str] = ()
        """EDTF of the dates to choose between."""

        self.sentence_claims: dict[int, list[ClaimId]] = {}
        self.rooted = 0
        self.cut: list[Clause] = []
        self.said: list[_Said] = []
        self.place = 0
        self.wrong: dict[int, When] = {}
        """By the place of a date that is right, the one it takes the place of."""

        self.perhaps: dict[int, When] = {}
        """The same, where what is told of both must first be one thing."""

        self.refused_at: set[int] = set()
        """Places of dates that are called wrong beside the right one."""

        self.lent: dict[int, tuple[str, list[When]]] = {}
        """By the place of a clause without a date, the one that stands by itself before it."""

        self.unsure = -1, Modality.SAID
        """A sentence that began with whose word it is, and whose."""

    def run(self) -> tuple[Label, ...]:
        """Go through the clauses; claims go to the distiller, labels are returned."""
        found = find(
            self.text,
            turn_dates.informed(self.text, self._background(leaning=False)),
        )
        self.refused = found.refused
        announced = self.thread.announced
        back = turn_dates.informed(self.text, self._background(leaning=True))
        dates = turn_dates.every(self.text, found.dates, back, doubted=announced)
        self.dates = dates = turn_dates.told_anew(self.text, dates)
        self.offered = turn_dates.offered(self.thread.asked, self._background(leaning=False))
        spans = [(each.first, each.last) for each in dates]
        self.cut = whole(self.text, clauses(self.text, spans), dates)
        for clause in self.cut:
            self.said.append(self._said(clause, dates))
        self._pair()
        for place, clause in enumerate(self.cut):
            self.place = place
            self._clause(clause, self.said[place].dates)
        names_right.put_right(self.text, self.turn, self.thread)
        self.thread.last = found.last
        if announced and self.thread.turn:
            self.thread.announced = False  # nobody came back to it
        return tuple(self.labels)

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

    def _background(self, *, leaning: bool) -> Background:
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

    def _said(self, clause: Clause, dates: Sequence[When]) -> "_Said":
        """Is a clause talk about the telling? "No, fifty-two" has a date only because it is."""
        first, last = clause.first, clause.last
        text = self.text[first:last]
        found = [each for each in dates if turn_dates.inside(each, clause)]
        note = commentary.read(text, turn_dates.spans_from(found, first))
        settled = found and note and not (note.wrong or note.denied)
        if settled or not NUMBER.search(text):
            return _Said(found, note)
        leaning = self._background(leaning=True)
        anew = turn_dates.told_anew(text, find(text, leaning).dates)
        short = [turn_dates.moved(each, first) for each in anew]
        if len(short) <= len(found):
            return _Said(found, note)
        plain, note = note, commentary.read(text, turn_dates.spans_from(short, first))
        mending = note and (
            note.marked or note.denied or clause.link == "no" or putting_right.repairs(text)
        )
        mending = mending or (note and self._announced())
        mending = mending or (_CLEFT.match(text) and (self._announced() or clause.link == "no"))
        return _Said(short, note) if mending else _Said(found, plain)

    def _announced(self) -> bool:
        """Was a date just called wrong, so that a bare "fifty-two" is the right one?"""
        last = [each.note for each in self.said[-3:] if each.note]
        return self.thread.announced or any(x.wrong or x.mends or x.denied for x in last)

    def _clause(self, clause: Clause, dates: list[When]) -> None:
        first, last = clause.first, clause.last
        text = self.text[first:last]
        sentence = self._sentence(clause)
        if label := spoken(text):
            scope = [*self.thread.turn]
            if not scope:
                bare, scope = unclaimed(self.thread, self.turn, first, self.version)
                self.bearers += bare
            at = self._cite(first + label.first, first + label.last, Part.WHAT)
            self.labels += [Label(each.id, label.privacy, at) for each in scope]
        note = self.said[self.place].note
        if not (note or dates or label) and turn_dates.NO.fullmatch(text):
            self.thread.announced = True  # "Law, no."
            return
        if label or self._takes_back(clause, sentence):
            return
        whose = None if dates else reported.bare(text)
        if whose is None and note and not (note.marked or note.tells or dates):
            guess = cues.modality(text, []) is Modality.GUESS
            whose = Modality.GUESS if guess else None
        if whose:
            self._whose(clause, whose)
            return
        if note and (note.marked or note.tells or dates):
            self._comment(clause, note, dates)
            return
        if note and not dates and not note.loose:
            # "it came back to me": nothing but small words; "Hm, no.": something is about to be put right
            denies = turn_dates.NO.fullmatch(text) or _DENIES.fullmatch(text)
            self.thread.announced |= denies is not None
            return
        quoting = cues.frame(text)
        quotes = quoting and quoting.retold and (dates or sort_of(text))
        if cues.question(sentence) and not quotes:
            return  # "did I say 1951?" quotes, and is put right in the next breath
        if cues.wrong(text) and not dates:
            # "I gave you the wrong year for our wedding": what it is about, and that it is put right
            self._tell(clause, first + cues.leading(text), last, [], _QUOTING)
            self.thread.announced = True
            return
        start = first + cues.puts_right(text)
        frame = cues.frame(self.text[start:last])
        if frame:
            start += frame.last
        lead = start + cues.leading(self.text[start:last])
        ends = [each.last for each in dates]  # "1948, probably" is one phrase with its doubt
        last = max([start + cues.trailing(self.text[start:last]), *ends])
        start = min([lead, *(each.first for each in dates if each.first >= start)])
        self._tell(clause, start, last, dates, frame)

    def _mending(self, clause: Clause) -> bool:
        """Does a clause put something right without saying what was wrong?"""
        text = self.text[clause.first : clause.last]
        if self.thread.announced or clause.link == "no" or putting_right.repairs(text):
            return True
        after = self.place + 1  # "nursing was 1947, sorry"
        if after == len(self.cut) or self.cut[after].sentence != clause.sentence:
            return False
        said = self.said[after]
        return said.note is not None and said.note.marked and not said.dates

    def _answers_no(self, clause: Clause) -> bool:
        """ "No, he sold it in 1952" puts nothing right where "did he keep it?" was asked."""
        asked = _YES_OR_NO.search(self.thread.question)
        return clause.sentence == 0 and asked is not None and _NO.match(self.text) is not None

    def _comment(self, clause: Clause, note: commentary.Comment, dates: list[When]) -> None:
        """Heed talk about the telling: it gives a date, or calls one wrong."""
        right = [
            each
            for place, each in enumerate(dates)
            if each.first not in self.refused_at
            and (place not in note.denied or each.first in self.wrong)
            and not LATELY.match(each.words)
        ]
        if cues.question(self._sentence(clause)):
            right = []  # "1951? I'm not happy with it"
        text = self.text[clause.first : clause.last]
        plain = note.marked or note.plain or self._wrong(right) or self._mending(clause)
        if right and not note.denied and (start := self._named(clause, note)) is not None:
            self._tell(clause, start, clause.last, dates, None)
        elif right and not plain and (_SOMEBODY.search(text) or PREDICATE.match(text)):
            self._tell(clause, clause.first, clause.last, dates, None)  # "I gave it up in 1989"
        elif right:
            self._bare(clause, note, right)
        elif note.wrong or note.mends or note.denied:
            self.thread.announced = True

    def _named(self, clause: Clause, note: commentary.Comment) -> int | None:
        """ "Boats on Water Street, that was in 1965": where a sentence begins that names what it dates."""
        first, _ = sentences(self.text)[clause.sentence]
        named = terms(self.text[first : clause.first])
        told = (*self.thread.turn, *self.thread.before)
        if note.marked or clause.link or clause.sentence in self.sentence_claims:
            return None
        return first if named and not any(named & terms(each.what) for each in told) else None

    def _whose(self, clause: Clause, modality: Modality) -> None:
        """ "I can't be certain, but we moved in 1952" and "we moved in 1952, so my mother said"."""
        ids = self.sentence_claims.get(clause.sentence, ())
        self.thread.turn[:] = [
            replace(each, modality=modality)
            if each.id in ids and each.modality is Modality.SAID
            else each
            for each in self.thread.turn
        ]
        if not ids:
            self.unsure = clause.sentence, modality

    def _bare(self, clause: Clause, note: commentary.Comment, right: list[When]) -> None:
        """A date and no story: "it was 1952", "make that fifty-two, not fifty-one"."""
        if clause.link == "because" and right[0].anchor:
            return  # "it was 1945, because the war was over" gives a reason
        edtf, used = turn_dates.of_clause(right, set())
        if not used:
            return
        made = claim(
            tuple(self._cite(each.first, each.last, Part.WHEN) for each in used),
            self.turn.said_at,
            modality=self._modality(clause, right, None),
            edtf=edtf,
            anchor=used[0].anchor,
            sitting=self.thread.sitting,
        )
        mending = note.marked or self._mending(clause)
        around = terms(self._sentence(clause))
        wrong = self._wrong(used)
        lone = len(right) == 1 and alone.one_time(edtf, used[0].anchor)
        if lone and not (mending or wrong):
            self._is_past(clause)
            if self._of_fragments(clause, note, made):
                return
        mending = mending or self._comes_back(clause, note, right)
        if lone and not wrong and (doubted := self._doubted(edtf)):
            self._add(clause, replace(made, continues=doubted.id))
            return
        if tied := dated(made, self.thread, wrong, around, mending=mending, plain=note.plain):
            self._add(clause, tied)
        elif mending:
            self.thread.announced = (
                True  # "No, 1959. She died in 1959": the next breath says of what
            )
        elif lone and not (wrong or self.thread.turn):
            self._lend(clause, edtf, used)

    def _doubted(self, edtf: str) -> Claim | None:
        """The claim whose date we said in our question, where the answer is another near it: "1950 for the trams?" "1951 then"."""
        asked = self.thread.question
        last = [asked[a:b] for a, b in sentences(asked)][-1:]
        said = last[0] if last and last[0].endswith("?") and not self.thread.asked else ""
        told = find(said, self._background(leaning=False)).dates
        here = any(x.edtf for x in self.thread.turn)
        if here or len(told) != 1 or len(said.split()) > FEW:
            return None  # "You began in 1950. Did you leave soon?" asks for another date
        near = within_reach(told[0].edtf, edtf) and not turn_dates.meet(told[0].edtf, edtf)
        return telling_of(told[0].edtf, self.thread) if near else None

    def _is_past(self, clause: Clause) -> None:
        """ "Germans take me for work, 1942": what a date stands behind is told, and not so today."""
        here = self.sentence_claims.get(clause.sentence, ())
        last = self.thread.turn[-1] if self.thread.turn else None
        so = last and last.id in here and last.modality is Modality.BELIEF
        if last and so and not alone.STATE.search(last.what):
            self.thread.turn[-1] = replace(last, modality=Modality.SAID)

    def _of_fragments(self, clause: Clause, note: commentary.Comment, made: Claim) -> bool:
        """ "Lumping. On the wharf. 1952.": a date by itself and the things named beside it are a telling. False: none is."""
        after = [
            each
            for each in self.cut[self.place + 1 : self.place + 2]
            if alone.joined(self.text, clause, each, self.dates)
        ]
        named = after or alone.named_before(self.text, clause, self.dates, self.thread.asked)
        named = [each for each in named if each.sentence not in self.sentence_claims]
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
                    self.turn, self.reading, each.first, each.last, (), self.version
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
            self._add(clause, tied)
        return tied is not None

    def _lend(self, clause: Clause, edtf: str, used: list[When]) -> None:
        """ "1946. My mother drove me there": an answer that is a date alone dates what is told next."""
        after = self.place + 1
        if after < len(self.cut) and alone.goes_with_next(
            self.text, clause, self.cut[after], self.dates, self.thread.question
        ):
            self.lent[after] = edtf, used

    def _comes_back(self, clause: Clause, note: commentary.Comment, right: Sequence[When]) -> bool:
        """Does a date alone come back to what was told: "1942 it was", or "It was 1942" with no story behind it?"""
        told = [each for each in self.thread.turn if said(each)]
        told = told or [each for each in self.thread.before if eventful(each)]
        if note.loose or self.thread.asked or not all(each.edtf for each in told):
            return False  # it answers, or dates what has no date yet
        if _IT_WAS.match(self.text[right[-1].last : clause.last]):
            return True
        rest = zip(self.cut[self.place + 1 :], self.said[self.place + 1 :], strict=True)
        words = [w for x, y in rest if not y.note for w in self.text[x.first : x.last].split()]
        return len(words) <= FEW and not clause.link

    def _wrong(self, used: Sequence[When]) -> str:
        """EDTF of the date that one of these takes the place of; "" where none was named."""
        return next((self.wrong[x.first].edtf for x in used if x.first in self.wrong), "")

    def _add(self, clause: Clause, tied: Claim) -> None:
        self._part(tied)
        self.thread.turn.append(tied)
        self.sentence_claims.setdefault(clause.sentence, []).append(tied.id)
        if tied.edtf and not tied.retold:
            self.thread.announced = False

    def _part(self, tied: Claim) -> None:
        """ "After that I worked for myself, that was in 1958" goes on about nothing that has another date."""
        turn = self.thread.turn
        place = next((n for n, each in enumerate(turn) if each.id == tied.continues), None)
        if not tied.edtf or place is None or turn[place].edtf:
            return  # the date of what is dated is a second one
        root = roots([turn[place]], self.thread)
        dates = [x.edtf for x in self.thread.known if x.edtf and roots([x], self.thread) == root]
        if any(not turn_dates.meet(each, tied.edtf) for each in dates):
            turn[place] = replace(turn[place], continues=None)

    def _tell(
        self,
        clause: Clause,
        start: int,
        last: int,
        dates: list[When],
        frame: cues.Frame | None,
    ) -> None:
        """Make the claim of one clause, where it holds one."""
        text = self.text[start:last]
        if cues.wish(text):
            return
        called = commentary.denied(
            self.text[clause.first : clause.last], turn_dates.spans_from(dates, clause.first)
        )
        quotes = bool(frame and frame.retold)
        here = {self.wrong[each.first].first for each in dates if each.first in self.wrong}
        denied = [
            each
            for place, each in enumerate(dates)
            if (each.first in self.refused_at | here or place in called)
            and each.first not in self.wrong
            and not LATELY.match(each.words)
        ]
        if quotes and len(denied) == len(dates):
            denied = []  # "I told you we married in 1951" quotes it
        edtf, used = turn_dates.of_clause(
            [each for each in dates if each not in denied], {d.edtf for d in denied}
        )
        edtf, used = self.lent.get(self.place, (edtf, used))
        taken = [(each.first, each.last) for each in dates]
        mentions = mentioned(self.turn, self.reading, start, last, taken, self.version)
        mentions += [self._cite(each.first, each.last, Part.WHEN) for each in used]
        placed_here = any(each.part is Part.WHERE for each in mentions)
        if self.thread.turn and not placed_here and _THERE.search(text):
            near = self.thread.turn[-1]  # "Dad found work in Cleveland, so we moved there"
            mentions += [each for each in near.mentions if each.part is Part.WHERE]
        if not mentions:
            return
        made = claim(
            tuple(mentions),
            self.turn.said_at,
            polarity=not cues.negative(around_dates.sentence_of(self.text, start, last, used))
            or bool(denied),
            modality=self._modality(clause, dates, frame),
            edtf=edtf,
            anchor=used[0].anchor if used else "",
            retold=quotes,
            sitting=self.thread.sitting,
        )
        if edtf and self._sentence(clause).endswith("?") and not quotes:
            # "Now was it 1956 I opened?" asks about what was told
            asked = replace(made, retold=True)
            made = asked if told_before(asked, self.thread.known) else made
        what = [each for each in made.mentions if each.part is Part.WHAT]
        opens = start if what and _THAT_WAS.match(self.text[start : what[0].first]) else None
        opens = what[0].first if what and opens is None else start
        if order := alone.BEFORE_THAT.match(self.text, clause.first, last):
            opens = min(opens, order.start())  # it goes on about nothing told
        around = Surroundings(
            self.thread,
            self.text[opens : clause.last] if what else "",
            clause.link,
            [each for each in self.reading.words if start <= each.first and each.last <= last],
            self._wrong(used),
            next((self.perhaps[x.first].edtf for x in used if x.first in self.perhaps), ""),
            self._mending(clause) and not self._answers_no(clause),
            around_dates.thing_of(self.text, start, used),
            clause.sentence in self.sentence_claims,
            clause.sentence <= self.rooted + DETAILS,
        )
        if tied := placed(made, around):
            self._add(clause, tied)
            if tied.continues is None:
                self.rooted = clause.sentence

    def _modality(self, clause: Clause, dates: list[When], frame: cues.Frame | None) -> Modality:
        if frame and frame.modality is not Modality.SAID:
            return frame.modality
        hedged = [(each.first - clause.first, each.last - clause.first) for each in dates]
        found = cues.modality(self.text[clause.first : clause.last], hedged)
        sentence, whose = self.unsure
        return whose if found is Modality.SAID and sentence == clause.sentence else found

    def _cite(self, first: int, last: int, part: Part) -> Mention:
        return cite(self.turn, first, last, part, version=self.version)

    def _takes_back(self, clause: Clause, sentence: str) -> bool:
        """Take back the story told right before a plain sentence that says so; False: it says something else."""
        if taken_back(sentence) is None:
            return False
        first, last = sentences(self.text)[clause.sentence]
        told = self.thread.turn or self._last_telling()
        if clause.first > first and told and told[-1].corrects:
            return True  # a later clause of the same sentence
        story = next((each for each in reversed(told) if eventful(each)), None)
        if told:
            made = claim(
                (self._cite(first, last, Part.WHAT),),
                self.turn.said_at,
                polarity=False,
                corrects=Correction(None),
                continues=(story or told[0]).id,
                sitting=self.thread.sitting,
            )
            self._add(clause, made)
        return bool(told)

    def _last_telling(self) -> list[Claim]:
        """What the turn right before this one told."""
        last = self.thread.last_turn
        before = self.thread.before
        return [each for each in before if last is None or each.turn == last[0].id]

    def _sentence(self, clause: Clause) -> str:
        first, last = sentences(self.text)[clause.sentence]
        return self.text[first:last]


class _Said(NamedTuple):
    """A clause with its dates, and what it says of the telling where it says nothing else."""

    dates: list[When]
    note: commentary.Comment | None
