"""The claims of one turn: clause by clause, who, what, when, where and how sure.

See `distil` for the door.
"""

import re
from dataclasses import replace

from voice_agent.memory.bare_dates import BareDates
from voice_agent.memory.claims import Claim, Correction, Modality, Part, claim
from voice_agent.memory.clause_dates import ClauseDates
from voice_agent.memory.clauses import PREDICATE, Clause, sentences
from voice_agent.memory.dates import alone, around_dates, turn_dates
from voice_agent.memory.dates.dates import When
from voice_agent.memory.dates.turn_dates import LATELY
from voice_agent.memory.happenings import sort_of
from voice_agent.memory.labels import Label, unclaimed
from voice_agent.memory.mentioning import mentioned
from voice_agent.memory.placing import Surroundings, placed
from voice_agent.memory.privacy import spoken
from voice_agent.memory.reading import Reader
from voice_agent.memory.repairs import commentary, cues, names_right, reported
from voice_agent.memory.repairs.taking_back import taken_back
from voice_agent.memory.repairs.target import told_before
from voice_agent.memory.strands import eventful
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Thread
from voice_agent.memory.told_so_far import ToldSoFar
from voice_agent.story import Turn

DETAILS = 3
"""Sentences for which "she" and "they" go on about the event told before them. A guess."""

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
        self.turn = turn
        self.text = turn.text
        self.version = version
        self.reading = reader.read(turn.text)
        thread.join(turn)
        self.labels: list[Label] = []
        self.bearers: list[Claim] = []
        """Claims that only bear a label."""

        self.dates = ClauseDates(thread, reader, turn)
        self.so_far = ToldSoFar(thread, turn, version)
        self.bare = BareDates(self.so_far, self.dates, self.reading)
        self.rooted = 0
        self.place = 0

    def run(self) -> tuple[Label, ...]:
        """Go through the clauses; claims go to the distiller, labels are returned."""
        announced = self.thread.announced
        self.dates.read()
        for place, clause in enumerate(self.dates.cut):
            self.place = place
            self._clause(clause, self.dates.said[place].dates)
        names_right.put_right(self.text, self.turn, self.thread)
        self.thread.last = self.dates.last
        if announced and self.thread.turn:
            self.thread.announced = False  # nobody came back to it
        return tuple(self.labels)

    def _clause(self, clause: Clause, dates: list[When]) -> None:
        first, last = clause.first, clause.last
        text = self.text[first:last]
        sentence = self.so_far.sentence(clause)
        if label := spoken(text):
            scope = [*self.thread.turn]
            if not scope:
                bare, scope = unclaimed(self.thread, self.turn, first, self.version)
                self.bearers += bare
            at = self.so_far.cite(first + label.first, first + label.last, Part.WHAT)
            self.labels += [Label(each.id, label.privacy, at) for each in scope]
        note = self.dates.said[self.place].note
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
            self.so_far.on_word_of(clause, whose)
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

    def _answers_no(self, clause: Clause) -> bool:
        """ "No, he sold it in 1952" puts nothing right where "did he keep it?" was asked."""
        asked = _YES_OR_NO.search(self.thread.question)
        return clause.sentence == 0 and asked is not None and _NO.match(self.text) is not None

    def _comment(self, clause: Clause, note: commentary.Comment, dates: list[When]) -> None:
        """Heed talk about the telling: it gives a date, or calls one wrong."""
        right = [
            each
            for place, each in enumerate(dates)
            if each.first not in self.dates.refused_at
            and (place not in note.denied or each.first in self.dates.wrong)
            and not LATELY.match(each.words)
        ]
        if cues.question(self.so_far.sentence(clause)):
            right = []  # "1951? I'm not happy with it"
        text = self.text[clause.first : clause.last]
        plain = (
            note.marked
            or note.plain
            or self.dates.instead_of(right)
            or self.dates.mending(self.place)
        )
        if right and not note.denied and (start := self._named(clause, note)) is not None:
            self._tell(clause, start, clause.last, dates, None)
        elif right and not plain and (_SOMEBODY.search(text) or PREDICATE.match(text)):
            self._tell(clause, clause.first, clause.last, dates, None)  # "I gave it up in 1989"
        elif right:
            self.bare.heed(self.place, note, right)
        elif note.wrong or note.mends or note.denied:
            self.thread.announced = True

    def _named(self, clause: Clause, note: commentary.Comment) -> int | None:
        """ "Boats on Water Street, that was in 1965": where a sentence begins that names what it dates."""
        first, _ = sentences(self.text)[clause.sentence]
        named = terms(self.text[first : clause.first])
        told = (*self.thread.turn, *self.thread.before)
        if note.marked or clause.link or clause.sentence in self.so_far.by_sentence:
            return None
        return first if named and not any(named & terms(each.what) for each in told) else None

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
        here = {
            self.dates.wrong[each.first].first for each in dates if each.first in self.dates.wrong
        }
        denied = [
            each
            for place, each in enumerate(dates)
            if (each.first in self.dates.refused_at | here or place in called)
            and each.first not in self.dates.wrong
            and not LATELY.match(each.words)
        ]
        if quotes and len(denied) == len(dates):
            denied = []  # "I told you we married in 1951" quotes it
        edtf, used = turn_dates.of_clause(
            [each for each in dates if each not in denied], {d.edtf for d in denied}
        )
        edtf, used = self.bare.lent.get(self.place, (edtf, used))
        taken = [(each.first, each.last) for each in dates]
        mentions = mentioned(self.turn, self.reading, start, last, taken, self.version)
        mentions += [self.so_far.cite(each.first, each.last, Part.WHEN) for each in used]
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
            modality=self.so_far.modality(clause, dates, frame),
            edtf=edtf,
            anchor=used[0].anchor if used else "",
            retold=quotes,
            sitting=self.thread.sitting,
        )
        if edtf and self.so_far.sentence(clause).endswith("?") and not quotes:
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
            self.dates.instead_of(used),
            next(
                (self.dates.perhaps[x.first].edtf for x in used if x.first in self.dates.perhaps),
                "",
            ),
            self.dates.mending(self.place) and not self._answers_no(clause),
            around_dates.thing_of(self.text, start, used),
            clause.sentence in self.so_far.by_sentence,
            clause.sentence <= self.rooted + DETAILS,
        )
        if tied := placed(made, around):
            self.so_far.add(clause, tied)
            if tied.continues is None:
                self.rooted = clause.sentence

    def _takes_back(self, clause: Clause, sentence: str) -> bool:
        """Take back the story told right before a plain sentence that says so; False: it says something else."""
        if taken_back(sentence) is None:
            return False
        first, last = sentences(self.text)[clause.sentence]
        told = self.thread.turn or self.so_far.before()
        if clause.first > first and told and told[-1].corrects:
            return True  # a later clause of the same sentence
        story = next((each for each in reversed(told) if eventful(each)), None)
        if told:
            made = claim(
                (self.so_far.cite(first, last, Part.WHAT),),
                self.turn.said_at,
                polarity=False,
                corrects=Correction(None),
                continues=(story or told[0]).id,
                sitting=self.thread.sitting,
            )
            self.so_far.add(clause, made)
        return bool(told)
