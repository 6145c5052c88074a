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
    claim_id,
)
from voice_agent.memory.clauses import Clause, clauses, sentences
from voice_agent.memory.dates import turn_dates
from voice_agent.memory.dates.asking import sought
from voice_agent.memory.dates.dates import Background, Refused, When, find
from voice_agent.memory.dates.known import known_event
from voice_agent.memory.dates.stretches import whole
from voice_agent.memory.dates.turn_dates import LATELY
from voice_agent.memory.dates.when import narrowed
from voice_agent.memory.happenings import sort_of
from voice_agent.memory.labels import Label, unclaimed
from voice_agent.memory.mentioning import mentioned
from voice_agent.memory.people.persons import sort
from voice_agent.memory.placing import Surroundings, dated, placed
from voice_agent.memory.privacy import spoken
from voice_agent.memory.reading import Reader
from voice_agent.memory.repairs import commentary, cues, reported, retracting
from voice_agent.memory.repairs.taking_back import Back, others_say, taken_back
from voice_agent.memory.repairs.target import target
from voice_agent.memory.strands import said
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Setting, Thread
from voice_agent.story import Turn

__all__ = ["Setting", "Thread", "TurnClaims"]

DETAILS = 3
"""Sentences for which "she" and "they" go on about the event told before them. A guess."""

_BEFORE = re.compile(
    r"\b(?:before|last time|last week|earlier|the other (?:day|week)|previously|yesterday|(?:told|gave) you|I said|wrote|written)\b",
    re.IGNORECASE,
)
_THERE = re.compile(r"(?<=\w )there\b(?! (?:was|were|is|are|had)\b)", re.IGNORECASE)
_THAT_WAS = re.compile(r"^(?:that|this)(?: was|'s| is)\b(?!.*\b(?:that|when)\s*$)", re.IGNORECASE)
_QUOTING = cues.Frame(Modality.SAID, 0, 0, retold=True)


class TurnClaims:
    """The work of distilling one turn of the narrator's; claims go to the thread."""

    def __init__(
        self,
        thread: Thread,
        reader: Reader,
        turn: Turn,
        version: int = 1,
        about: ClaimId | None = None,
    ) -> None:
        """`version` is that of the turn's wording; `about` the claim that was just asked about."""
        self.thread = thread
        self.reader = reader
        self.turn = turn
        self.text = turn.text
        self.version = version
        self.about = about
        self.reading = reader.read(turn.text)
        thread.join(turn)
        self.labels: list[Label] = []
        self.bearers: list[Claim] = []
        """Claims that only bear a label."""

        self.refused: tuple[Refused, ...] = ()
        self.dates: Sequence[When] = ()
        self.short: Sequence[When] = ()
        """Dates of the turn, once it was run, and those that "forty-two" may be besides."""

        self.offered: Sequence[str] = ()
        """EDTF of the dates to choose between."""

        self.sentence_claims: dict[int, list[ClaimId]] = {}
        self.rooted = 0
        self.cut: list[Clause] = []
        self.said: list[_Said] = []
        self.place = 0
        self.taken = -1
        """A sentence that took a story back."""

        self.unsure = -1, Modality.SAID
        """A sentence that began with whose word it is, and whose."""

    def run(self) -> tuple[Label, ...]:
        """Go through the clauses; claims go to the distiller, labels are returned."""
        found = find(
            self.text,
            turn_dates.informed(self.text, self._background(leaning=False)),
        )
        self.refused = found.refused
        doubted = bool(self.thread.doubted)
        back = turn_dates.informed(self.text, self._background(leaning=True))
        self.short = turn_dates.short(self.text, found.dates, back)
        dates = turn_dates.every(self.text, found.dates, back, doubted=doubted)
        self.dates = dates = turn_dates.told_anew(self.text, dates)
        if refused := self._unchosen(dates):
            self.thread.doubted = refused
        spans = [(each.first, each.last) for each in dates]
        self.cut = whole(self.text, clauses(self.text, spans), spans)
        for clause in self.cut:
            self.said.append(self._said(clause, dates))
        for place, clause in enumerate(self.cut):
            self.place = place
            self._clause(clause, self.said[place].dates)
        self.thread.last = found.last
        return tuple(self.labels)

    def _unchosen(self, dates: Sequence[When]) -> str:
        """Asked whether it was 1951 or 1952, who says one of them says that it was not the other."""
        if not self.thread.asked:
            return ""
        back = self._background(leaning=False)
        self.offered = turn_dates.offered(self.thread.asked, back)
        return turn_dates.unchosen(self.text, dates, self.offered)

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
        if settled or not turn_dates.NUMBER.search(text):
            return _Said(found, note)
        leaning = self._background(leaning=True)
        anew = turn_dates.told_anew(text, find(text, leaning).dates)
        short = [turn_dates.moved(each, first) for each in anew]
        if len(short) <= len(found):
            return _Said(found, note)
        plain, note = note, commentary.read(text, turn_dates.spans_from(short, first))
        mending = note and (
            note.marked or note.denied or clause.link == "no" or cues.puts_right(text)
        )
        mending = mending or (note and self._doubting())
        return _Said(short, note) if mending else _Said(found, plain)

    def _doubting(self) -> bool:
        """Was a date just called wrong, so that a bare "fifty-two" is the right one?"""
        last = [each.note for each in self.said[-3:] if each.note]
        return bool(self.thread.doubted) or any(x.wrong or x.mends or x.denied for x in last)

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
        if clause.sentence == self.taken:
            return
        if not label and not self._dated(clause.sentence) and (how := taken_back(sentence)):
            self.taken = clause.sentence
            self._take_back(clause, how)
            return
        if label and not (note and note.untrue):
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
        if cues.retraction(text) and not others_say(text):
            self._retract(clause)
            return
        if note and not dates and not note.loose:
            # "it came back to me": nothing but small words; "Hm, no.": something is about to be put right
            if turn_dates.NO.fullmatch(text) and any(each.edtf for each in self.thread.turn):
                self.thread.doubted = self.thread.doubted or "?"
            return
        if cues.joke(text) and not self._joke(clause):
            return
        quoting = cues.frame(text)
        quotes = quoting and quoting.retold and (dates or sort_of(text))
        if cues.question(sentence) and not quotes:
            return  # "did I say 1951?" quotes, and is put right in the next breath
        right = cues.puts_right(text)
        doubted = self.thread.doubted and not turn_dates.far(dates, self.thread.doubted)
        correcting = bool(right) or clause.link == "no" or bool(doubted)
        correcting = correcting and not (dates and all(LATELY.match(x.words) for x in dates))
        if cues.wrong(text) and not dates:
            # "I gave you the wrong year for our wedding": what it is about, and that it is put right
            self._tell(clause, first + cues.leading(text), last, [], _QUOTING, correcting=False)
            self.thread.doubted = "?"
            return
        start = first + right
        frame = cues.frame(self.text[start:last])
        if frame:
            start += frame.last
        lead = start + cues.leading(self.text[start:last])
        ends = [each.last for each in dates]  # "1948, probably" is one phrase with its doubt
        last = max([start + cues.trailing(self.text[start:last]), *ends])
        start = min([lead, *(each.first for each in dates if each.first >= start)])
        if correcting and not dates:
            leaning = self._background(leaning=True)
            dates = [
                turn_dates.moved(each, start) for each in find(self.text[start:last], leaning).dates
            ]
        self._tell(clause, start, last, dates, frame, correcting=correcting)

    def _comment(self, clause: Clause, note: commentary.Comment, dates: list[When]) -> None:
        """Heed talk about the telling: it names the right date, doubts one, takes a story back or jokes."""
        text = self.text[clause.first : clause.last]
        right = [
            each
            for place, each in enumerate(dates)
            if place not in note.denied and not LATELY.match(each.words)
        ]
        wrong = [
            each
            for place, each in enumerate(dates)
            if place in note.denied and not LATELY.match(each.words)
        ]
        sentence = self._sentence(clause)
        if cues.question(sentence) or (sentence.endswith("?") and len(right) == len(dates)):
            right, wrong = [], wrong or right  # "1951? I'm not happy with it"
        if len({each.edtf for each in right}) > 1 and narrowed(each.edtf for each in right) is None:
            # "it was 1951 I said, no, 1952": the one told before is the one put right
            told = {each.edtf for each in (*self.thread.before, *self.thread.turn)}
            stale = [each for each in right if each.edtf in told | {self.thread.doubted}]
            if len(stale) < len(right):
                right, wrong = [each for each in right if each not in stale], [*wrong, *stale]
        if right and not wrong and (start := self._named(clause, note)) is not None:
            self._tell(clause, start, clause.last, dates, None, correcting=False)
        elif right:
            self._bare(clause, note, right, wrong)
        elif note.joke:
            self._joke(clause)
        elif wrong:
            told = None if self._mended_next() else self._last_dated(clause)
            if told and not turn_dates.meet(told.edtf, wrong[0].edtf):
                self._puts_right(told, wrong[0].edtf)  # "... in 1952, not in 1951 like I told you"
            else:
                self.thread.doubted = wrong[0].edtf
        elif note.untrue and not others_say(text) and not self._mended_next():
            self._retract(clause)
        elif note.wrong or note.mends:
            told = self._last_dated(clause)
            if told and not told.corrects and _BEFORE.search(text) and not self._mended_next():
                self._puts_right(told)  # "we moved in 1952; I told you wrong before"
            else:
                self.thread.doubted = self.thread.doubted or "?"

    def _named(self, clause: Clause, note: commentary.Comment) -> int | None:
        """ "Boats on Water Street, that was in 1965": where a sentence begins that names what it dates."""
        first, _ = sentences(self.text)[clause.sentence]
        named = terms(self.text[first : clause.first])
        told = (*self.thread.turn, *self.thread.before)
        if note.marked or clause.link or clause.sentence in self.sentence_claims:
            return None
        return first if named and not any(named & terms(each.what) for each in told) else None

    def _dated(self, sentence: int) -> bool:
        """Is there a date in the sentence?"""
        return any(
            any(not LATELY.match(date.words) for date in each.dates) and clause.sentence == sentence
            for clause, each in zip(self.cut, self.said, strict=True)
        )

    def _take_back(self, clause: Clause, how: Back) -> None:
        """A sentence that says of the story before it that it does not count."""
        first, last = sentences(self.text)[clause.sentence]
        clause = clause._replace(first=first, last=last)
        told = retracting.told_now(self.thread)
        if how is Back.JOKE and told:
            self._joke(clause)
        elif told or self.thread.before:
            self._retract(clause)

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

    def _puts_right(self, told: Claim, denied: str = "") -> None:
        """What was told in this breath puts right what was told before."""
        made = replace(told, corrects=Correction(Part.WHEN, denied))
        earlier = [each for each in self.thread.known if each.id != told.id]
        made = replace(made, continues=made.continues or target(made, earlier))
        self.thread.turn[self.thread.turn.index(told)] = made

    def _last_dated(self, clause: Clause) -> Claim | None:
        ids = [
            *self.sentence_claims.get(clause.sentence - 1, ()),
            *self.sentence_claims.get(clause.sentence, ()),
        ]
        told = [each for each in self.thread.turn if each.id in ids and each.edtf]
        if not told or told[-1].retold:
            return None
        settled = told[-1].corrects and told[-1].corrects.denied
        return None if settled else told[-1]

    def _mended_next(self) -> bool:
        """Does the next clause say what is right?"""
        if self.place + 1 >= len(self.said):
            return False
        following = self.said[self.place + 1]
        return following.note is not None and len(following.dates) > len(following.note.denied)

    def _bare(
        self, clause: Clause, note: commentary.Comment, right: list[When], wrong: list[When]
    ) -> None:
        """A date and no story: "it was 1952", "make that fifty-two, not fifty-one"."""
        text = self.text[clause.first : clause.last]
        if clause.link == "because" and right[0].anchor:
            return  # "it was 1945, because the war was over" gives a reason
        plain = [each for each in self.dates if not each.anchor and each.first > clause.last]
        if right[0].anchor and plain and (note.marked or self._doubting()):
            return  # and so does "that's not it, the war was over. It was 1947"
        edtf, used = turn_dates.of_clause(right, {each.edtf for each in wrong})
        if not used:  # "it wasn't 1951 when we married"
            self.thread.doubted = wrong[0].edtf if wrong else self.thread.doubted
            return
        made = claim(
            tuple(self._cite(each.first, each.last, Part.WHEN) for each in used),
            self.turn.said_at,
            modality=self._modality(clause, right, None),
            edtf=edtf,
            anchor=used[0].anchor,
            sitting=self.thread.sitting,
        )
        mending = bool(note.marked or wrong or clause.link == "no" or cues.puts_right(text))
        plain = not note.loose and not used[0].anchor
        tied = dated(made, self.thread, self.about, wrong[0].edtf if wrong else "", mending, plain)
        if tied:
            self.thread.turn.append(tied)
            self.thread.doubted = ""
            self.sentence_claims.setdefault(clause.sentence, []).append(tied.id)

    def _tell(
        self,
        clause: Clause,
        start: int,
        last: int,
        dates: list[When],
        frame: cues.Frame | None,
        *,
        correcting: bool,
    ) -> None:
        """Make the claim of one clause, where it holds one."""
        text = self.text[start:last]
        if not correcting and cues.wish(text):
            return
        called = commentary.denied(
            self.text[clause.first : clause.last], turn_dates.spans_from(dates, clause.first)
        )
        denied = [
            each
            for place, each in enumerate(dates)
            if place in called and not LATELY.match(each.words)
        ]
        if frame and frame.retold and len(denied) == len(dates):
            denied = []  # "I told you we married in 1951" quotes it
        edtf, used = turn_dates.of_clause(
            [each for each in dates if each not in denied], {d.edtf for d in denied}
        )
        taken = [(each.first, each.last) for each in dates]
        mentions = mentioned(self.turn, self.reading, start, last, taken, self.version)
        wrong = [
            each
            for each in mentions
            if correcting
            and each.part in (Part.WHERE, Part.WHO)
            and cues.denied(self.text[clause.first : each.first])
        ]
        mentions = [each for each in mentions if each not in wrong]
        mentions += [self._cite(each.first, each.last, Part.WHEN) for each in used]
        placed_here = any(each.part is Part.WHERE for each in mentions)
        if self.thread.turn and not placed_here and _THERE.search(text):
            near = self.thread.turn[-1]  # "Dad found work in Cleveland, so we moved there"
            mentions += [each for each in near.mentions if each.part is Part.WHERE]
        if not mentions:
            # "it wasn't 1951 when we married": what it was comes next
            self.thread.doubted = denied[0].edtf if denied else self.thread.doubted
            return
        made = claim(
            tuple(mentions),
            self.turn.said_at,
            polarity=not cues.negative(text) or bool(denied or wrong),
            modality=self._modality(clause, dates, frame),
            edtf=edtf,
            anchor=used[0].anchor if used else "",
            retold=bool(frame and frame.retold),
            sitting=self.thread.sitting,
        )
        denied_words = wrong[0].words if wrong else ""
        rest = tuple(each for each in made.mentions if each.part is not Part.WHAT)
        if correcting and rest and not sort(made) and not (said(made) - terms(denied_words)):
            # "not in Dayton, it was in Toledo" says nothing but the place
            made = replace(made, id=claim_id(rest), mentions=rest)
        what = [each for each in made.mentions if each.part is Part.WHAT]
        opens = start if what and _THAT_WAS.match(self.text[start : what[0].first]) else None
        opens = what[0].first if what and opens is None else start
        around = Surroundings(
            self.thread,
            self.about,
            self.text[opens : clause.last] if what else "",
            clause.link,
            [each for each in self.reading.words if start <= each.first and each.last <= last],
            correcting,
            denied[0].edtf if denied else "",
            denied_words,
            clause.sentence in self.sentence_claims,
            clause.sentence <= self.rooted + DETAILS,
        )
        if tied := placed(made, around):
            self.thread.turn.append(tied)
            if denied or (tied.edtf and not tied.retold) or tied.corrects:
                # "I gave you the wrong year. The dog was a puppy. It was 1952": a reason settles nothing
                self.thread.doubted = denied[0].edtf if denied and not edtf else ""
            self.sentence_claims.setdefault(clause.sentence, []).append(tied.id)
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

    def _retract(self, clause: Clause) -> None:
        """Take back what was told: the last thing, or what is named after "about"; of two such stories neither."""
        self.thread.doubted = ""
        text = self.text[clause.first : clause.last]
        identity = retracting.taken_back(self.thread, self.about, text)
        if identity:
            other = retracting.rival(self.thread, identity, text)
            made = claim(
                (self._cite(clause.first, clause.last, Part.WHAT),),
                self.turn.said_at,
                polarity=False,
                corrects=Correction(None, perhaps=other is not None, rival=other),
                continues=identity,
                sitting=self.thread.sitting,
            )
            self.thread.turn.append(made)

    def _joke(self, clause: Clause) -> bool:
        """Mark what was a joke; return whether this clause tells something beside saying so."""
        self.thread.doubted = ""
        ids = retracting.joked(self.thread, self.sentence_claims, clause.sentence)
        if ids:
            self.thread.turn[:] = [
                replace(each, modality=Modality.JOKE) if each.id in ids else each
                for each in self.thread.turn
            ]
            return False
        alone = len(terms(self.text[clause.first : clause.last])) < 3
        if alone and self.thread.before:
            self._retract(clause)
        return not alone

    def _sentence(self, clause: Clause) -> str:
        first, last = sentences(self.text)[clause.sentence]
        return self.text[first:last]


class _Said(NamedTuple):
    """A clause with its dates, and what it says of the telling where it says nothing else."""

    dates: list[When]
    note: commentary.Comment | None
