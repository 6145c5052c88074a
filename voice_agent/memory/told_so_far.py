"""What a turn has told so far: its claims, sentence by sentence, and on whose word. See `distil` for the door."""

from dataclasses import replace

from voice_agent.memory.claims import Claim, ClaimId, Mention, Modality, Part, cite
from voice_agent.memory.clauses import Clause, sentences
from voice_agent.memory.dates import alone, turn_dates
from voice_agent.memory.dates.dates import When
from voice_agent.memory.repairs import cues
from voice_agent.memory.repairs.target import roots
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn


class ToldSoFar:
    """The claims of one turn while it is gone through; they are kept in the thread."""

    def __init__(self, thread: Thread, turn: Turn, version: int) -> None:
        """`version` is that of the turn's wording."""
        self.thread = thread
        self.turn = turn
        self.text = turn.text
        self.version = version
        self.by_sentence: dict[int, list[ClaimId]] = {}
        self.unsure = -1, Modality.SAID
        """A sentence that began with whose word it is, and whose."""

    def add(self, clause: Clause, tied: Claim) -> None:
        """Take in a claim of `clause`."""
        self._part(tied)
        self.thread.turn.append(tied)
        self.by_sentence.setdefault(clause.sentence, []).append(tied.id)
        if tied.edtf and not tied.retold:
            self.thread.announced = False

    def is_past(self, clause: Clause) -> None:
        """ "Germans take me for work, 1942": what a date stands behind is told, and not so today."""
        here = self.by_sentence.get(clause.sentence, ())
        last = self.thread.turn[-1] if self.thread.turn else None
        so = last and last.id in here and last.modality is Modality.BELIEF
        if last and so and not alone.STATE.search(last.what):
            self.thread.turn[-1] = replace(last, modality=Modality.SAID)

    def on_word_of(self, clause: Clause, modality: Modality) -> None:
        """ "I can't be certain, but we moved in 1952" and "we moved in 1952, so my mother said"."""
        ids = self.by_sentence.get(clause.sentence, ())
        self.thread.turn[:] = [
            replace(each, modality=modality)
            if each.id in ids and each.modality is Modality.SAID
            else each
            for each in self.thread.turn
        ]
        if not ids:
            self.unsure = clause.sentence, modality

    def before(self) -> list[Claim]:
        """What the turn right before this one told."""
        last = self.thread.last_turn
        before = self.thread.before
        return [each for each in before if last is None or each.turn == last[0].id]

    def modality(self, clause: Clause, dates: list[When], frame: cues.Frame | None) -> Modality:
        """Whose word a clause is, and how sure."""
        if frame and frame.modality is not Modality.SAID:
            return frame.modality
        hedged = [(each.first - clause.first, each.last - clause.first) for each in dates]
        found = cues.modality(self.text[clause.first : clause.last], hedged)
        sentence, whose = self.unsure
        return whose if found is Modality.SAID and sentence == clause.sentence else found

    def cite(self, first: int, last: int, part: Part) -> Mention:
        """The words [first, last) of the turn."""
        return cite(self.turn, first, last, part, version=self.version)

    def sentence(self, clause: Clause) -> str:
        """The whole sentence that a clause stands in."""
        first, last = sentences(self.text)[clause.sentence]
        return self.text[first:last]

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
