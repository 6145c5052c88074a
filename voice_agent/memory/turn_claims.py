"""The claims of one turn: clause by clause, who, what, when, where and how sure.

See `distil` for the door.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import tzinfo

from voice_agent.memory import cues
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
from voice_agent.memory.clauses import Clause, clauses, sentences
from voice_agent.memory.dates import Background, Refused, When, find
from voice_agent.memory.happenings import NARRATOR, sort_of
from voice_agent.memory.known import Births, known_event
from voice_agent.memory.labels import Label
from voice_agent.memory.persons import sort
from voice_agent.memory.places import places
from voice_agent.memory.privacy import spoken
from voice_agent.memory.reading import Reader, Tagged
from voice_agent.memory.strands import said
from voice_agent.memory.target import asked, target, told_before
from voice_agent.memory.terms import terms
from voice_agent.memory.when import bounds, narrowed
from voice_agent.memory.who import people
from voice_agent.story import Turn

_BEFORE_DATE = re.compile(
    r"(?:\s|[,;:—–-]|\b(?:in|on|at|during|about|around|back|sometime|some time|the|of|for|by|from|way|when|after"
    r"|before|since|until|till|as|not|rather than|instead of)\b)+$",
    re.IGNORECASE,
)
_AFTER_DATE = re.compile(r"^(?:\s|[,;:—–-]|\b(?:that|when|or so)\b)+", re.IGNORECASE)
_LINKS = re.compile(
    r"^(?:when|before|after|until|till|since|while|as soon as|just as|by the time|the (?:year|day|summer|winter"
    r"|spring|autumn|fall|night|week|time)(?: that| when)?)\b\s*",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:it|that|this|there|i|we|he|she|they)?(?:'s|'d| was| were| is| would be| must be| had been| have been)?"
    r"(?: the year| a year| the time| the day| back)?(?: that| when)?[\s,.;:]*$",
    re.IGNORECASE,
)
DETAILS = 3
"""Sentences for which "she" and "they" go on about the event told before them. A guess."""

_BORN = re.compile(r"\b(?:I was|I'm|I am|me) born\b", re.IGNORECASE)
_ABOUT = re.compile(r"\babout (?P<topic>.+)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of the narrator before anything is told."""

    birth: str = ""
    """EDTF; "" where unknown. What the narrator says about it is believed from then on."""

    country: str = "US"
    zone: tzinfo | None = None
    """Where the narrator lives; None: UTC."""


@dataclass(slots=True)
class Thread:
    """Where the telling stands: what "it" and "three years later" lean on. One a session."""

    setting: Setting = field(default_factory=Setting)
    earlier: Sequence[Claim] = ()
    """Claims of earlier sessions, in the order told."""

    sitting: int = 0
    """Number of the session in the record."""

    told: list[Claim] = field(default_factory=list[Claim])
    """Those of this session, up to the turn before."""

    turn: list[Claim] = field(default_factory=list[Claim])
    """Those of the turn at hand."""

    before: list[Claim] = field(default_factory=list[Claim])
    """Those of the narrator's last turn that gave any."""

    last: str = ""
    """EDTF of the date told last."""

    asked: str = ""
    """The interviewer's question, where it has just asked for a date."""

    doubted: str = ""
    """EDTF that the narrator has just called wrong; "?" where it was not said which."""

    births: Births = field(default_factory=Births)

    def __post_init__(self) -> None:
        self.births.take(self.earlier)

    def join(self, turn: Turn) -> None:
        """Pick up a session that was interrupted: what was told in it before stands in `earlier`."""
        if self.told or self.turn:
            return
        here = [
            each for each in self.earlier if each.session == turn.session and each.turn < turn.id
        ]
        if here:
            self.before = [each for each in here if each.turn == here[-1].turn]
            dated = [each.edtf for each in here if each.edtf and ".." not in each.edtf]
            self.last = dated[-1].rstrip("?~%") if dated else ""

    @property
    def known(self) -> list[Claim]:
        """Every claim so far, in the order told."""
        return [*self.earlier, *self.told, *self.turn]

    def close_turn(self) -> tuple[Claim, ...]:
        """Return the claims of the turn at hand and make ready for the next."""
        made = tuple(self.turn)
        self.before = self.turn or self.before
        self.told += self.turn
        self.births.take(self.turn)
        self.turn = []
        self.asked = ""
        return made


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
        self.refused: tuple[Refused, ...] = ()
        self.sentence_claims: dict[int, list[ClaimId]] = {}
        self.rooted = 0

    def run(self) -> tuple[Label, ...]:
        """Go through the clauses; claims go to the distiller, labels are returned."""
        found = find(self.text, self._informed(self._background(expecting=bool(self.thread.asked))))
        self.refused = found.refused
        dates = list(found.dates)
        spans = [(each.first, each.last) for each in dates]
        for clause in self._whole(clauses(self.text, spans), spans):
            self._clause(clause, [each for each in dates if _inside(each, clause)])
        self.thread.last = found.last
        return tuple(self.labels)

    def _informed(self, back: Background) -> Background:
        """Where the birth is told in this very turn, its ages are dated by it."""
        if back.birth or not _BORN.search(self.text):
            return back
        dates = find(self.text, back).dates
        for clause in clauses(self.text, [(each.first, each.last) for each in dates]):
            found = sort_of(self.text[clause.first : clause.last])
            told = [each.edtf for each in dates if _inside(each, clause)]
            if told and found and found.happening.name == "birth" and NARRATOR in found.principals:
                return replace(back, birth=told[0])
        return back

    def _background(self, *, expecting: bool) -> Background:
        known = self.thread.known
        told = self.turn.said_at.astimezone(self.thread.setting.zone)
        born = self.thread.births.known()
        return Background(
            told=told.date(),
            birth=_birth(born.pop("", ""), self.thread.setting.birth),
            last=self.thread.last,
            country=self.thread.setting.country,
            births=born,
            resolve=lambda words: known_event(words, known, self.reader),
            expecting=expecting,
        )

    def _whole(self, cut: list[Clause], dates: list[tuple[int, int]]) -> list[Clause]:
        """Put back together what is a clause only by grammar: "I was twelve | when my father died"."""
        whole: list[Clause] = []
        for clause in cut:
            before = whole[-1] if whole and whole[-1].sentence == clause.sentence else None
            if (
                before
                and clause.link in {"when", "main"}
                and (self._only_a_date(clause, dates) or self._only_a_date(before, dates))
            ):
                whole[-1] = Clause(before.first, clause.last, before.sentence, before.link)
                continue
            whole.append(clause)
        return whole

    def _only_a_date(self, clause: Clause, dates: list[tuple[int, int]]) -> bool:
        return any(clause.first <= first and last <= clause.last for first, last in dates) and not (
            self._contents(clause.first, clause.last, dates)
        )

    def _clause(self, clause: Clause, dates: list[When]) -> None:
        first, last = clause.first, clause.last
        text = self.text[first:last]
        sentence = self._sentence(clause)
        if label := spoken(text):
            scope = [*self.thread.turn] or [*self.thread.before]
            at = cite(
                self.turn, first + label.first, first + label.last, Part.WHAT, version=self.version
            )
            self.labels += [Label(each.id, label.privacy, at) for each in scope]
            return
        if cues.retraction(text):
            self._retract(clause)
            return
        if cues.joke(text) and not self._joke(clause):
            return
        if cues.question(sentence):
            self.thread.doubted = dates[-1].edtf if dates and cues.frame(text) else ""
            return
        right = cues.puts_right(text)
        correcting = bool(right) or clause.link == "no" or bool(self.thread.doubted)
        if cues.wrong(text) and not dates:
            self.thread.doubted = "?"
            return
        start = first + right
        frame = cues.frame(self.text[start:last])
        if frame:
            start += frame.last
        lead = start + cues.leading(self.text[start:last])
        last = start + cues.trailing(self.text[start:last])
        start = min([lead, *(each.first for each in dates if each.first >= start)])
        if correcting and not dates:
            leaning = replace(self._background(expecting=True))
            dates = [_moved(each, start) for each in find(self.text[start:last], leaning).dates]
        self._tell(clause, start, last, dates, frame, correcting=correcting)

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
        spans = [(each.first, each.last) for each in dates]
        denied = [each for each in dates if cues.denied(self.text[clause.first : each.first])]
        said = [each for each in dates if each not in denied]
        # "went missing in February and turned up three weeks later": the first is the event's
        told = {each.edtf for each in said}
        held = [each for each in said if each.anchor not in told] or said
        words = [each for each in self.reading.words if start <= each.first and each.last <= last]
        mentions = self._mentions(start, last, spans)
        contents = [each for each in mentions if each.part is Part.WHAT]
        if not correcting and cues.wish(text):
            return
        whole = self.text[clause.first : clause.last]
        hedges = [(each.first - clause.first, each.last - clause.first) for each in dates]
        modality = cues.modality(whole, hedges)
        if frame and frame.modality is not Modality.SAID:
            modality = frame.modality
        edtf = narrowed(each.edtf for each in held) or (held[0].edtf if held else "")
        used = [each for each in held if narrowed([each.edtf, edtf])] if edtf else []
        mentions += [
            cite(self.turn, each.first, each.last, Part.WHEN, version=self.version) for each in used
        ]
        if not mentions:
            return
        made = claim(
            tuple(mentions),
            self.turn.said_at,
            polarity=not cues.negative(text) or bool(denied),
            modality=modality,
            edtf=edtf,
            anchor=used[0].anchor if used else "",
            retold=bool(frame and frame.retold),
            sitting=self.thread.sitting,
        )
        made = self._placed(made, clause, denied, words, contents, correcting=correcting)
        if made:
            self.thread.turn.append(made)
            self.thread.doubted = ""
            self.sentence_claims.setdefault(clause.sentence, []).append(made.id)

    def _placed(
        self,
        made: Claim,
        clause: Clause,
        denied: list[When],
        words: Sequence[Tagged],
        contents: Sequence[Mention],
        *,
        correcting: bool,
    ) -> Claim | None:
        """Decide what the claim corrects, and which one it goes on about."""
        found = sort(made)
        named = made.words(Part.WHERE) or made.words(Part.WHO) or made.words(Part.KIN)
        empty = not contents or not (found or said(made) or named)
        text = self.text[contents[0].first : clause.last] if contents else ""
        before = self.thread.turn[-1:] or (self.thread.before[-1:] if correcting or empty else [])
        last = self.thread.turn[-1] if self.thread.turn else None
        quoted = last is not None and last.retold and last.edtf and made.edtf and empty
        if last and quoted and not bounds(last.edtf).meets(bounds(made.edtf)):
            # "I said we married in 1951, but it was 1952"
            return replace(made, corrects=Correction(Part.WHEN, last.edtf), continues=last.id)
        if made.retold and not correcting:
            return replace(made, continues=told_before(made, self.thread.known))
        if correcting or denied:
            part, value = self._corrected(made, denied)
            if part:
                made = replace(made, corrects=Correction(part, value))
                goal = self.about or target(made, self.thread.known, near=before, empty=empty)
                return replace(made, continues=goal)
            if correcting and empty and not found:
                return None
        if empty and made.edtf:
            # "It was nineteen fifty-two.": a date for what was told just before
            goal = self.about or asked(self.thread.asked, self.thread.known)
            goal = goal or (before[0].id if before else None)
            return replace(made, continues=goal) if goal else None
        if not found and not made.edtf and not cues.told_as_past(list(words)):
            if not cues.told_as_present(list(words)) or not said(made):
                return None
            return replace(made, modality=Modality.BELIEF)
        back = cues.points_back(text) or clause.link == "when"
        if made.edtf and self._dated_otherwise(made):
            return made
        plain = not found and not made.edtf
        same = plain and clause.sentence in self.sentence_claims
        near = clause.sentence <= self.rooted + DETAILS
        detail = plain and near and cues.pronoun_subject(text) and not made.words(Part.WHERE)
        if self.thread.turn and not found and (back or detail or same):
            return replace(made, continues=self.thread.turn[-1].id)
        self.rooted = clause.sentence
        return made

    def _dated_otherwise(self, made: Claim) -> bool:
        """Does the story so far tell another date? Without a word of correction that is another event."""
        told = [each.edtf for each in self.thread.turn if each.edtf]
        return bool(told) and not bounds(told[-1]).meets(bounds(made.edtf))

    def _corrected(self, made: Claim, denied: list[When]) -> tuple[Part | None, str]:
        """Which part a correction puts right, and the value it denies, where that was said again."""
        doubted = self.thread.doubted
        if made.edtf or denied:
            value = denied[0].edtf if denied else ("" if doubted == "?" else doubted)
            return Part.WHEN, value
        for part in (Part.WHERE, Part.WHO):
            named = [each for each in made.mentions if each.part is part]
            wrong = [each for each in named if cues.denied(self.text[: each.first])]
            if wrong:
                return part, wrong[0].words
            if named and cues.points_back(made.what or "it"):
                return part, ""
        return None, ""

    def _mentions(self, start: int, last: int, dates: list[tuple[int, int]]) -> list[Mention]:
        """Cite what, who and where of a clause; dates are cited by the caller."""
        names = [
            replace(each, first=each.first - start, last=each.last - start)
            for each in self.reading.names
            if start <= each.first and each.last <= last
        ]
        text = self.text[start:last]
        inside = [(first - start, end - start) for first, end in dates]
        made = [
            cite(self.turn, first, end, Part.WHAT, version=self.version)
            for first, end in self._contents(start, last, dates)
        ]
        for each in people(text, names):
            if not any(each.first < end and first < each.last for first, end in inside):
                part = Part.KIN if each.kin else Part.WHO
                made.append(self._cite(start, each.first, each.last, part))
        taken = [
            (each.first - start, each.last - start) for each in made if each.part is not Part.WHAT
        ]
        for place in places(text, names, [*inside, *taken]):
            made.append(self._cite(start, place.first, place.last, Part.WHERE))
        return made

    def _cite(self, start: int, first: int, last: int, part: Part) -> Mention:
        return cite(self.turn, start + first, start + last, part, version=self.version)

    def _contents(
        self, start: int, last: int, dates: list[tuple[int, int]]
    ) -> list[tuple[int, int]]:
        """Return the stretches of a clause that say something besides the date."""
        link = _LINKS.match(self.text[start:last])
        if link and not any(start <= first < start + link.end() for first, _ in dates):
            start += link.end() if link.end() < last - start else 0
        edges = [start]
        for first, end in sorted(dates):
            if start <= first and end <= last:
                edges += [first, end]
        edges.append(last)
        found: list[tuple[int, int]] = []
        for first, end in zip(edges[::2], edges[1::2], strict=True):
            piece = _trimmed(self.text[first:end], after=first != start, before=end != last)
            offset = self.text[first:end].find(piece) if piece else 0
            if piece and not _EMPTY.match(piece) and any(c.isalnum() for c in piece):
                found.append((first + offset, first + offset + len(piece)))
        return found

    def _retract(self, clause: Clause) -> None:
        """Take back what was told: the last thing, or what is named after "about"."""
        text = self.text[clause.first : clause.last]
        goal = self.about or (self.thread.turn or self.thread.before or [None])[-1]
        if topic := _ABOUT.search(text):
            named = terms(topic["topic"])
            matching = [each for each in self.thread.known if named & terms(each.what)]
            goal = matching[-1] if matching else goal
        identity = goal.id if isinstance(goal, Claim) else goal
        if identity:
            made = claim(
                (cite(self.turn, clause.first, clause.last, Part.WHAT, version=self.version),),
                self.turn.said_at,
                polarity=False,
                corrects=Correction(None),
                continues=identity,
                sitting=self.thread.sitting,
            )
            self.thread.turn.append(made)

    def _joke(self, clause: Clause) -> bool:
        """Mark what was a joke; return whether this clause tells something beside saying so."""
        ids = self.sentence_claims.get(clause.sentence) or self.sentence_claims.get(
            clause.sentence - 1
        )
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


def _birth(told: str, known: str) -> str:
    """The narrator's birth: as told, as the house's settings have it, or what both allow."""
    if told and known:
        return narrowed((told, known)) or told
    return told or known


def _inside(date: When, clause: Clause) -> bool:
    return clause.first <= date.first and date.last <= clause.last


def _moved(date: When, by: int) -> When:
    return replace(date, first=date.first + by, last=date.last + by)


def _trimmed(piece: str, *, after: bool, before: bool) -> str:
    """Cut off the links to a date that the piece stands `after` or `before`: "we moved in |1952|"."""
    if after and (found := _AFTER_DATE.match(piece)):
        piece = piece[found.end() :]
    if before and (found := _BEFORE_DATE.search(piece)):
        piece = piece[: found.start()]
    return piece.strip(" ,;:.!?—–-")
