"""What a book may be made of: the narrator's sentences, each with what memory knows of it and who may know.

Left out before anything is written: what was answered to the consent question, what our safety words
answered and what the safety net knows again, what is private or hidden or was taken back, and what was said
to us and not told. What is left out is remembered, so that the finished pages can be searched for it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from voice_agent.interview.steering import wish_words
from voice_agent.memory.between_us import closed
from voice_agent.memory.claims import Claim, ClaimId, Mention, Part, cite
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.date_scene import Background
from voice_agent.memory.dates.dates import find
from voice_agent.memory.decisions import Decision, let_out
from voice_agent.memory.events import Life, weave
from voice_agent.memory.loom import Loom
from voice_agent.memory.privacy import OPEN, Privacy, spoken, strictest
from voice_agent.memory.quotes import stories
from voice_agent.memory.repairs.taking_back import taken_back
from voice_agent.memory.rewording import Stretch, place
from voice_agent.memory.same_event import Vectors
from voice_agent.memory.same_story import touches
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
from voice_agent.storybook import said_to_us
from voice_agent.storybook.mending import mend, repaired

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

_RETRACTS = re.compile(
    r"\b(?:(?:never|not|n't) happen(?:ed)?|(?:not|n't) true|untrue|wrong|made (?:that|it|this) up|take (?:that|it) back|forget (?:that|it)|scratch that|mistaken|"
    r"(?:wasn't|was not|weren't) (?:so|it|like that|how|me|him|her|us|them)|mixed (?:it|that|them) up|mixing|no such)\b",
    re.IGNORECASE,
)
"""Words that take a telling back, where a claim says that it does."""


_PUTS_RIGHT = re.compile(
    r"\b(?:no|nay|not|never|actually|mean|meant|sorry|wrong|rather|instead|correction|corrected|(?:it|that|this|she|he|they|we) (?:was|were|is)|"
    r"must have|should|mistake\w*|really|wait|in fact|let me|tell a lie|come to think|remember(?:ed)? now|that is|or (?:was|were))\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words without which a date is another date, and puts none right."""


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


class Told(NamedTuple):
    """One sentence that may be used."""

    span: Mention
    text: str
    """As heard, with what was put right put right."""

    beside: str
    """What stands beside it in the word-for-word text, which is what was heard."""

    also: tuple[Mention, ...]
    """The words that put it right, where there are any."""

    claims: tuple[Claim, ...]
    """Those made from it, in order."""

    asked: str
    """The question that was answered, at the first sentence of the answer; else ""."""

    topic: str
    """Of the session."""

    privacy: Privacy
    aside: bool
    """Belongs into the verbatim text alone."""

    opens: bool = False
    """The first sentence after the interviewer said more than a sound of listening."""

    written: bool = False
    """Put down, and not said: a diary, a letter."""

    headed: str = ""
    """EDTF of the day that the written page is headed with; else ""."""

    reads: Stretch | None = None
    """What the narrator wants to read in place of it, and perhaps of sentences beside it."""


@dataclass(frozen=True, slots=True)
class Material:
    """What may be used, and what may not."""

    told: tuple[Told, ...]
    """In the order told."""

    life: Life
    """Woven of the claims of what may be used."""

    left_out: tuple[str, ...] = field(repr=False)
    """The words of all that was left out."""


def believed(source: Source) -> list[Claim]:
    """The claims, without corrections that correct nothing told before: "he did not say a word" takes nothing

    back, and a slip put right in one breath ("the Lorella, no, the Kingston Jade") concerns nothing else.
    """
    slips = set[ClaimId]()  # what corrects nothing told before
    told = {(s.id, t.id): t for s in source.sessions for t in s.turns}
    for each in source.claims:
        turn = told.get((each.session, each.turn))
        if turn is None or not each.corrects or each.corrects.perhaps:
            continue
        place = each.mentions[0]
        for first, last in sentences(turn.text):
            words = turn.text[first:last]
            if _inside(place, first, last) and (
                repaired(words, [each]) or (each.corrects.part and not _PUTS_RIGHT.search(words))
            ):
                slips.add(each.id)
    return [
        replace(each, corrects=None)
        if each.corrects
        and not each.corrects.perhaps
        and (each.id in slips or (each.corrects.part is None and not _takes_back(each.what)))
        else each
        for each in source.claims
    ]


def _takes_back(words: str) -> bool:
    return _RETRACTS.search(words) is not None or taken_back(words) is not None


def gather(source: Source) -> Material:
    """Sort what was told into what a book may hold and what it may not. Raises nothing.

    A question of ours that speaks of what is kept back stands before no other answer.
    """
    claims = believed(source)
    whole = weave(claims, source.decisions, vectors=source.meanings, loom=source.loom)
    out = let_out(source.decisions)
    by_turn: dict[Place, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_turn[claim.session, claim.turn].append(claim)
    open_claims = [c for c in claims if c.privacy == OPEN and c.id not in source.hidden]
    told: list[Told] = []
    left_out: list[str] = []
    for session in source.sessions:
        quotable = {turn.id for turn in stories(session.turns)}
        limits = closed(
            session.turns, {t.id for t in session.turns if f"{session.id} {t.id}" in out}
        )
        kept_texts = [t.text for t in session.turns if (session.id, t.id) in source.kept_back]
        asked, worried, opens = "", False, False
        for turn in session.turns:
            if turn.speaker is Speaker.INTERVIEWER and turn.kind not in (
                "murmur",
                "acknowledgement",
            ):
                # what is said in answer to our safety words belongs to the bad moment
                worried = turn.kind == "safety"
                # a question answers nothing but what follows it: it goes when anything else is said
                asked, opens = _question(turn, asked), True
                asked = "" if touches(asked, kept_texts) else asked
            if turn.speaker is not Speaker.NARRATOR or not turn.text.strip():
                continue
            away = (session.id, turn.id) in source.away
            if away or worried or turn.id not in quotable or source.alarm(turn.text):
                left_out.append(turn.text)
                continue
            if turn.kind == TO_US or said_to_us.answer(turn.text):
                continue
            every = by_turn[session.id, turn.id]
            version = source.versions.get((session.id, turn.id), 1)
            here = [each for each in every if each.mentions[0].version == version]
            # of an older wording only what it forbids is known, and not of which words now
            older = [each for each in every if each not in here]
            if (every and all(each.id in source.hidden for each in every)) or any(
                each.id in source.hidden for each in older
            ):
                left_out.append(turn.text)
                continue
            kept = source.kept_back.get((session.id, turn.id), OPEN)
            narrowed = strictest((limits.get(turn.id, OPEN), kept, *(x.privacy for x in older)))
            found, gone = _of_turn(source, session, turn, here, open_claims, whole, asked, narrowed)
            for stretch in source.otherwise.get((session.id, turn.id), ()):
                found, more = _put_otherwise(source, turn, found, stretch)
                gone += more
            if found:
                found[0] = found[0]._replace(opens=opens)
            if turn.kind == "written":
                day = _heading(session)
                found = [each._replace(written=True, headed=day) for each in found]
            told += found
            left_out += gone
            asked, opens = "", opens and not found
    usable = {claim.id for each in told for claim in each.claims}
    usable_claims = (c for c in claims if c.id in usable)
    life = weave(usable_claims, source.decisions, vectors=source.meanings, loom=source.loom)
    return Material(tuple(told), life, tuple(left_out))


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
    source: Source,
    session: Session,
    turn: Turn,
    claims: Sequence[Claim],
    open_claims: Sequence[Claim],
    life: Life,
    asked: str,
    narrowed: Privacy,
) -> tuple[list[Told], list[str]]:
    """What of one turn may be used, and what not; `narrowed` holds for all of it."""
    version = source.versions.get((session.id, turn.id), 1)
    found: list[Told] = []
    gone: list[str] = []
    privacy, after_label, hidden = OPEN, False, False
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
        hidden = (hidden and bool(goes_on)) or any(each.id in source.hidden for each in mine)
        nobody = privacy.private or privacy.only == frozenset()
        named = source.wishes.get((session.id, turn.id))
        holds_one = named is not None or turn.kind in (WITH_A_WISH, CONFIDED)
        asked_for = holds_one and wish_words.to_us(words, named or ())
        if hidden or nobody or label or asked_for:
            privacy = strictest([privacy, label.privacy]) if label else privacy
            gone.append(words)
            continue
        span = cite(turn, first, last, Part.WHAT, version=version)
        mended = mend(span, mine, open_claims, life)
        if mended is None:
            gone.append(words)
            continue
        ours = said_to_us.sentence(words, before=earlier, first=not earlier)
        aside = ours or mended.correction
        misheard = _recognised(source, turn, span)
        first_as = "first put down as" if turn.kind == "written" else "heard as"
        notes = [f"{first_as} “{misheard}”"] if misheard else []
        notes += [f"put right later: “{each.words}”" for each in mended.also]
        # what stood before it is what answered
        question = asked if not found and not gone else ""
        found.append(
            Told(
                span,
                mended.text,
                "; ".join(notes),
                mended.also,
                tuple(mine),
                question,
                session.topic,
                privacy,
                aside,
            )
        )
    return found, gone


def _put_otherwise(
    source: Source, turn: Turn, found: Sequence[Told], stretch: Stretch
) -> tuple[list[Told], list[str]]:
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
        return rest, [stretch.text, *(each.span.words for each in mine)]
    privacy = strictest(each.privacy for each in mine)
    return [
        each._replace(reads=stretch, privacy=privacy) if each in mine else each for each in found
    ], []


def _recognised(source: Source, turn: Turn, span: Mention) -> str:
    """What the recogniser had made of `span`, where the narrator was misheard; else ""."""
    was = source.recognised.get((turn.session, turn.id))
    if was is None:
        return ""
    first, last = place(span.first, span.last, turn.text, was)
    return "" if was[first:last].split() == span.words.split() else was[first:last]


def _inside(mention: Mention, first: int, last: int) -> bool:
    return mention.first < last and first < mention.last
