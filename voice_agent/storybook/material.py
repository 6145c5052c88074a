"""What a book may be made of: the narrator's sentences, each with what memory knows of it and who may know.

Left out before anything is written: what was answered as a bad moment and what the safety net knows again, what is
private, hidden or put away, and yes or no to who may know. What is left out is remembered, so that the finished
pages can be searched for it. Everything else that was said is here, and what a rule only supposes of it is a mark.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.memory.between_us import closed
from voice_agent.memory.claims import Claim, ClaimId, Mention, Modality, Part, cite
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.date_scene import Background
from voice_agent.memory.dates.dates import find
from voice_agent.memory.decisions import Decision, let_out
from voice_agent.memory.events import Life, weave
from voice_agent.memory.loom import Loom
from voice_agent.memory.privacy import OPEN, Privacy, spoken, strictest
from voice_agent.memory.quotes import TO_A_PIECE
from voice_agent.memory.rewording import Stretch, place
from voice_agent.memory.same_event import Vectors
from voice_agent.memory.same_story import touches
from voice_agent.reading.wishes import wish_words
from voice_agent.story import (
    CONFIDED,
    TO_US,
    WITH_A_WISH,
    Session,
    SessionId,
    Speaker,
    Turn,
    TurnId,
)
from voice_agent.storybook import marks, said_to_us
from voice_agent.storybook.marks import Doubt, Reason
from voice_agent.storybook.put_right import Later, believed, later, says_no_more

Place = tuple[SessionId, TurnId]
Alarm = Callable[[str], object]
"""Tells of a turn whether it came from a bad moment: anything but None and "" means that it did."""

DANGLING = re.compile(
    r"(?:and |but |so |then |well,? )*(?:he|she|they|it|that|this|those|these|his|her|their|him|them|which|who)\b",
    re.IGNORECASE,
)
"""Begins with a word that points back."""

POINTS = re.compile(r"\b(?:it|that|this|them)\b", re.IGNORECASE)
"""After "keep that between us": goes on about what was just said."""

SHORT = 12
"""Words; a correction of fewer tells nothing besides. A guess."""


BREATH = 10.0
"""Seconds between two pieces of what was said in one breath: somebody goes on while we are about to answer. A guess."""


def no_alarm(_said: str) -> None:
    """Stands in where there is no safety net."""


@dataclass(frozen=True, slots=True)
class Source:
    """Everything that was told in one house."""

    narrator: str
    sessions: Sequence[Session]
    """With their turns in the newest wording, in the order told."""

    claims: Sequence[Claim] = ()
    decisions: Sequence[Decision] = ()
    hidden: Collection[ClaimId] = frozenset()
    away: Collection[tuple[str, int]] = frozenset()
    """Turns that are to be as if nobody had told them, whether claims were made of them or not."""

    kept_back: Mapping[Place, Privacy] = field(default_factory=dict[Place, Privacy])
    """Who may know of a turn, by the wishes that bind its story; a turn that none binds is not there."""

    wishes: Mapping[Place, frozenset[str]] = field(default_factory=dict[Place, frozenset[str]])
    """Turns in which somebody said who may know, or what is to be forgotten, and whom they named: that is no story."""

    versions: Mapping[Place, int] = field(default_factory=dict[Place, int])
    """Which wording of a turn the newest one is; 1 where it is not named."""

    alarm: Alarm = no_alarm
    meanings: Vectors = field(default_factory=dict[ClaimId, NDArray[np.float32]])
    """What claims mean, where an embedder has read them: two tellings are then one event more often."""

    otherwise: Mapping[Place, Sequence[Stretch]] = field(
        default_factory=dict[Place, Sequence[Stretch]]
    )
    """What the narrator wants to read otherwise than it was said, in the newest wording of each turn."""

    recognised: Mapping[Place, str] = field(default_factory=dict[Place, str])
    """What the recogniser had made of the turns that the narrator put right."""

    loom: Loom = field(default_factory=Loom)
    """How tellings compare, as far as that is known."""

    hidden_before: Mapping[Place, Sequence[tuple[int, int]]] = field(
        default_factory=dict[Place, Sequence[tuple[int, int]]]
    )
    """Characters of the newest wording of a turn that say what was hidden in an older one."""

    let_go: Collection[Place] = frozenset()
    """Turns that the narrator freed: they do not go with the turn before them that is kept back."""

    @property
    def believed(self) -> list[Claim]:
        """The claims, without corrections that concern nothing told before."""
        return believed(self.claims, {(s.id, t.id): t.text for s in self.sessions for t in s.turns})


class ToldSentence(NamedTuple):
    """One sentence that may be used."""

    span: Mention
    misheard: str
    """What the recogniser had made of it, in a note; "" where it was heard rightly."""

    put_right: Mention | None
    """The later words that put a date, a name or a place of it right, where there are any."""

    claims: tuple[Claim, ...]
    """Those made from it, in order."""

    asked: str
    """The question that was answered, at the first sentence of the answer; else ""."""

    topic: str
    """Of the session."""

    privacy: Privacy
    doubt: Doubt | None = None
    """What a rule supposes of it."""

    also: tuple[Mention, ...] = ()
    """Other tellings that say nothing more."""

    opens: bool = False
    """The first sentence after the interviewer said more than a sound of listening."""

    written: bool = False
    """Put down, and not said: a diary, a letter."""

    headed: str = ""
    """EDTF of the day that the written page is headed with; else ""."""

    reads: Stretch | None = None
    """What the narrator wants to read in place of it, and perhaps of sentences beside it."""

    @property
    def text(self) -> str:
        """As it was said."""
        return self.span.words

    @property
    def out(self) -> bool:
        """Does it stand word for word alone?"""
        return self.doubt is not None and self.doubt.out

    @property
    def note(self) -> str:
        """What stands beside it in every text."""
        return f"put right later: “{self.put_right.words}”" if self.put_right else ""

    @property
    def beside(self) -> str:
        """What stands beside it word for word."""
        return "; ".join(each for each in (self.misheard, self.note) if each)

    @property
    def spans(self) -> tuple[Mention, ...]:
        """Where it was said, and the words beside it."""
        right = (replace(self.put_right, part=Part.WHAT),) if self.put_right else ()
        return (self.span, *right)


class Why(StrEnum):
    """Why something is in no text. None of it is on any page but those of the narrator's own life."""

    CRISIS = "crisis"
    PRIVATE = "private"
    PUT_AWAY = "put away"
    ANSWER = "answer"
    """To who may know, or to a piece of the book that was read aloud."""


class LeftOut(NamedTuple):
    """Words that are in no text."""

    words: str
    why: Why


@dataclass(frozen=True, slots=True)
class Material:
    """What may be used, and what may not."""

    told: tuple[ToldSentence, ...]
    """In the order told."""

    life: Life
    """Woven of the claims of what may be used."""

    left_out: tuple[LeftOut, ...] = field(repr=False)


def gather(source: Source) -> Material:
    """Sort what was told into what a book may hold and what it may not. Raises nothing.

    A question of ours that speaks of what is kept back stands before no other answer.
    """
    claims = source.believed
    whole = weave(claims, source.decisions, vectors=source.meanings, loom=source.loom)
    by_turn = _by_turn(claims)
    shut = _shut(source, by_turn)
    # what is kept from anybody stands beside no other sentence
    out = let_out(source.decisions)
    limited = {
        session.id: {
            turn: limit
            for turn, limit in closed(
                session.turns, {t.id for t in session.turns if f"{session.id} {t.id}" in out}
            ).items()
            if (session.id, turn) not in source.let_go
        }
        for session in source.sessions
    }
    kept = shut.keys() | source.kept_back.keys()
    kept |= {(id, turn) for id, each in limited.items() for turn in each}
    free = [
        each
        for each in claims
        if each.privacy == OPEN
        and each.id not in source.hidden
        and (each.session, each.turn) not in kept
    ]
    known = _Known(source, later(free, whole), marks.answers(source.decisions), by_turn)
    told: list[ToldSentence] = []
    left_out: list[LeftOut] = []
    for session in source.sessions:
        limits = limited[session.id]
        kept_texts = [t.text for t in session.turns if (session.id, t.id) in source.kept_back]
        asked, opens, ours = "", False, ""
        for turn in session.turns:
            if turn.speaker is Speaker.INTERVIEWER and turn.kind not in _LISTENING:
                # a question answers nothing but what follows it: it goes when anything else is said
                asked, opens, ours = _question(turn, asked), True, turn.kind
                asked = "" if touches(asked, kept_texts) else asked
            if turn.speaker is not Speaker.NARRATOR or not turn.text.strip():
                continue
            if why := shut.get((session.id, turn.id)):
                left_out.append(LeftOut(turn.text, why))
                continue
            found, gone = _of_turn(known, session, turn, limits.get(turn.id, OPEN), ours)
            for stretch in source.otherwise.get((session.id, turn.id), ()):
                found, more = _put_otherwise(source, turn, found, stretch)
                gone += more
            left_out += gone
            first = next((n for n, each in enumerate(found) if not each.out), None)
            if first is not None:
                # what stood before it is what answered
                answers = not any(_before(turn, each, found[first]) for each in gone)
                found[first] = found[first]._replace(asked=asked if answers else "", opens=opens)
                opens = False
            if gone or first is not None:
                asked = ""
            if turn.kind == "written":
                day = _heading(session)
                found = [each._replace(written=True, headed=day) for each in found]
            told += found
    usable = {claim.id for each in told for claim in each.claims}
    usable_claims = (c for c in claims if c.id in usable)
    life = weave(usable_claims, source.decisions, vectors=source.meanings, loom=source.loom)
    return Material(tuple(told), life, tuple(left_out))


_LISTENING = ("murmur", "acknowledgement")
_LEAVE = ("consent", "reading")
"""Kinds of our turns that are answered with a yes or a no to who may know."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is looked up for every turn."""

    source: Source
    later: Later
    answers: Mapping[marks.Place, marks.MarkAnswer]
    by_turn: Mapping[Place, Sequence[Claim]]


def _by_turn(claims: Sequence[Claim]) -> Mapping[Place, Sequence[Claim]]:
    found: dict[Place, list[Claim]] = defaultdict(list)
    for claim in claims:
        found[claim.session, claim.turn].append(claim)
    return found


def _answered_as_a_crisis(turns: Sequence[Turn], alarm: Alarm) -> frozenset[TurnId]:
    """The narrator's turns in which danger was read and answered, and what was said in answer to our safety words.

    What was only asked about ("are you all right?") and denied is a story like any other; so is what was told before.
    """
    ours = [
        n
        for n, t in enumerate(turns)
        if t.speaker is Speaker.INTERVIEWER and t.kind not in _LISTENING
    ]
    found = set[TurnId]()
    before = -1
    for safety, group in groupby(ours, key=lambda n: turns[n].kind == "safety"):
        some = list(group)
        after = next((n for n in ours if n > some[-1]), len(turns))
        # asked twice, because nobody answered, is asked once
        asked = all(turns[n].text.endswith("?") for n in some)
        denied = asked and after < len(turns) and turns[after].kind == "answer"
        if safety and not denied:
            told = [t for t in turns[before + 1 : some[0]] if t.speaker is Speaker.NARRATOR]
            answers = (t for t in turns[some[0] : after] if t.speaker is Speaker.NARRATOR)
            found |= {t.id for t in (*_in_danger(told, alarm), *answers)}
        before = some[-1]
    return frozenset(found)


def _in_danger(told: Sequence[Turn], alarm: Alarm) -> Sequence[Turn]:
    """Of what was told since our last words, the pieces in which danger was read: it is read in what was said in a breath.

    The fewest last ones that tell of it; where nobody can tell any more (what was withheld is not written down), all.
    """
    first = max(len(told) - 1, 0)
    while first > 0 and told[first].began - told[first - 1].ended <= BREATH:
        first -= 1
    breath = told[first:]
    tails = (breath[n:] for n in reversed(range(len(breath))))
    return next((some for some in tails if alarm(" ".join(t.text for t in some))), breath)


def _shut(source: Source, by_turn: Mapping[Place, Sequence[Claim]]) -> Mapping[Place, Why]:
    """The turns of which nothing may be used."""
    found: dict[Place, Why] = {}
    for session in source.sessions:
        bad = _answered_as_a_crisis(session.turns, source.alarm)
        for turn in session.turns:
            here = (session.id, turn.id)
            if turn.speaker is not Speaker.NARRATOR or not turn.text.strip():
                continue
            if here in source.away or _hidden(source, here, by_turn.get(here, ())):
                found[here] = Why.PUT_AWAY
            elif turn.id in bad or source.alarm(turn.text):
                found[here] = Why.CRISIS
    return found


def _hidden(source: Source, here: Place, every: Sequence[Claim]) -> bool:
    """Is all of a turn hidden?"""
    return bool(every) and all(each.id in source.hidden for each in every)


def _before(turn: Turn, gone: LeftOut, first: ToldSentence) -> bool:
    return 0 <= turn.text.find(gone.words) < first.span.first


def _heading(session: Session) -> str:
    """The day at the head of a page of a diary, which its session has for a topic."""
    found = find(session.topic, Background(session.began.date())).dates
    return found[0].edtf if len(found) == 1 else ""


def _question(turn: Turn, before: str) -> str:
    """What the narrator's next turn answers; said again after a wish it is still the same question."""
    if turn.kind in ("question", "cue", ""):
        return turn.text
    last = said_to_us.asked(before)
    return before if last and turn.text.endswith(last) else ""


def _of_turn(
    known: _Known, session: Session, turn: Turn, limit: Privacy, ours: str
) -> tuple[list[ToldSentence], list[LeftOut]]:
    """What of one turn may be used, and what not. `ours`: the kind of what we said before it."""
    source, here = known.source, (session.id, turn.id)
    version = source.versions.get(here, 1)
    every = known.by_turn.get(here, ())
    claims = [each for each in every if each.mentions[0].version == version]
    older = [each.privacy for each in every if each.mentions[0].version != version]
    narrowed = strictest((limit, source.kept_back.get(here, OPEN), *older))
    named = source.wishes.get(here)
    to_us = turn.kind == TO_US or said_to_us.answer(turn.text)
    # of a turn that says goodbye it is known which wish was read in it
    wish_read = turn.kind == TO_US and not said_to_us.takes_leave(turn.text)
    wishes = to_us or named is not None or turn.kind in (WITH_A_WISH, CONFIDED)
    away = source.hidden_before.get(here, ())
    found: list[ToldSentence] = []
    gone: list[LeftOut] = []
    privacy, after_label, hidden = OPEN, False, False
    answering = ours in _LEAVE
    brief = len(turn.text.split()) <= TO_A_PIECE
    words = ""
    for first, last in sentences(turn.text):
        earlier, words = words, turn.text[first:last]
        mine = [each for each in claims if any(_inside(m, first, last) for m in each.mentions)]
        own = strictest(each.privacy for each in mine)
        # what only goes on about the sentence before belongs to the same story
        goes_on = not mine or DANGLING.match(words) or (after_label and POINTS.search(words))
        privacy = strictest([privacy if goes_on else OPEN, own, narrowed])
        label = spoken(words)
        after_label = label is not None
        hidden = (
            (hidden and bool(goes_on))
            or any(each.id in source.hidden for each in mine)
            or any(a < last and first < b for a, b in away)
        )
        nobody = privacy.private or privacy.only == frozenset()
        answering = answering and (brief or not earlier or bool(goes_on))
        if answering:
            gone.append(LeftOut(words, Why.ANSWER))
            continue
        if hidden or nobody or label or (wishes and wish_words.asks(words, named or ())):
            privacy = strictest([privacy, label.privacy]) if label else privacy
            gone.append(LeftOut(words, Why.PUT_AWAY if hidden else Why.PRIVATE))
            continue
        span = cite(turn, first, last, Part.WHAT, version=version)
        said = (
            to_us
            or (wishes and wish_words.to_us(words, named or ()))
            or said_to_us.sentence(words, before=earlier, first=not earlier)
        )
        put_right = next((r for c in mine if (r := known.later.right.get(c.id))), None)
        if put_right and (put_right.session, put_right.turn) == here:
            # in the same breath it is heard as it is
            put_right = None if _inside(put_right, first, last) else put_right
        if said and said_to_us.who_may_know(words, read=wish_read):
            gone.append(LeftOut(words, Why.PRIVATE))
            continue
        doubt = Doubt(Reason.TO_US, out=True) if said else _doubt(words, mine, known.later)
        found.append(
            ToldSentence(
                span,
                _misheard(source, turn, span),
                put_right,
                tuple(mine),
                "",
                session.topic,
                privacy,
                marks.held(doubt, known.answers.get(marks.place(span))),
            )
        )
    return found, gone


def _doubt(words: str, claims: Sequence[Claim], later: Later) -> Doubt | None:
    """What is supposed of a sentence, the plainest first."""
    back = next((later.back[c.id] for c in claims if c.id in later.back), None)
    if back:
        taking = back.by.what or back.by.mentions[0].words
        said_in = (str(back.by.session), int(back.by.turn))
        return Doubt(Reason.TAKEN_BACK, taking, said_in, out=back.near)
    if any(c.id in later.back_by for c in claims):
        return Doubt(Reason.PUTS_RIGHT, out=len(words.split()) < SHORT)
    if any(c.corrects for c in claims):
        # what it says stands beside the sentence that it puts right
        beside = any(says_no_more(words, c, later.right_by.get(c.id, ())) for c in claims)
        return Doubt(Reason.PUTS_RIGHT, out=beside and any(c.id in later.right_by for c in claims))
    if claims and all(c.retold for c in claims) and not _IN_THE_STORY.match(words):
        return Doubt(Reason.BEFORE)
    modalities = {c.modality for c in claims}
    if modalities == {Modality.HEARSAY} and not _FROM_OTHERS.search(words):
        return None  # what somebody says in a story is told, and not known from them alone
    return _TOLD_AS.get(modalities.pop()) if len(modalities) == 1 else None


_IN_THE_STORY = re.compile(
    r"^(?:and |but |so |then |well,? )*I (?:said|says?)(?: (?:to|back to) (?!you\b)[\w'’]+(?: \w+)?)?,",
    re.IGNORECASE,
)
""" "And I said, since Saturday": the narrator in the story, not one who says a thing again."""

_FROM_OTHERS = re.compile(
    r"\b(?:they|people|folks?|everybody) (?:\w+ )?(?:say|said|tell|told|thought|reckoned)\b|"
    r"\bI(?:['’]m| am| was| were|['’]ve been) told\b|\b(?:apparently|supposedly|so I heard|as I heard|story goes)\b",
    re.IGNORECASE,
)

_TOLD_AS = {
    Modality.JOKE: Doubt(Reason.JOKE),
    Modality.HEARSAY: Doubt(Reason.HEARSAY),
}


def _put_otherwise(
    source: Source, turn: Turn, found: Sequence[ToldSentence], stretch: Stretch
) -> tuple[list[ToldSentence], list[LeftOut]]:
    """The sentences with what is to be read in their place, and what of it may not be used.

    Where any of what was said there is kept back, or what was written asks for it, all of it is kept back.
    """

    def within(first: int, last: int) -> bool:
        return first < stretch.last and stretch.first < last

    mine = [each for each in found if within(each.span.first, each.span.last)]
    said = sum(within(first, last) for first, last in sentences(turn.text))
    named = source.wishes.get((turn.session, turn.id))
    wrote = [stretch.text[a:b] for a, b in sentences(stretch.text)]
    kept = any(spoken(each) or (named and wish_words.asks(each, named)) for each in wrote)
    if len(mine) < said or kept or (wrote and source.alarm(stretch.text)):
        rest = [each for each in found if each not in mine]
        words = (stretch.text, *(each.span.words for each in mine))
        return rest, [LeftOut(each, Why.PRIVATE) for each in words]
    privacy = strictest(each.privacy for each in mine)
    return [
        each._replace(reads=stretch, privacy=privacy) if each in mine else each for each in found
    ], []


def _misheard(source: Source, turn: Turn, span: Mention) -> str:
    """What the recogniser had made of `span`, in a note; "" where the narrator was not misheard."""
    was = source.recognised.get((turn.session, turn.id))
    if was is None:
        return ""
    first, last = place(span.first, span.last, turn.text, was)
    if not was[first:last] or was[first:last].split() == span.words.split():
        return ""
    return f"{'first put down as' if turn.kind == 'written' else 'heard as'} “{was[first:last]}”"


def _inside(mention: Mention, first: int, last: int) -> bool:
    return mention.first < last and first < mention.last
