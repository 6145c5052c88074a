"""The sentences of one turn: which of them a book may hold, which it may not, and what is supposed of each. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voice_agent.memory.claims import Claim, Mention, Modality, Part, cite
from voice_agent.memory.clauses import sentences
from voice_agent.memory.privacy import OPEN, Privacy, spoken, strictest
from voice_agent.memory.quotes import TO_A_PIECE
from voice_agent.memory.rewording import Stretch, place
from voice_agent.reading.wishes import wish_words
from voice_agent.story import CONFIDED, TO_US, WITH_A_WISH, Session, Turn
from voice_agent.storybook import marks, said_to_us
from voice_agent.storybook.marks import Doubt, Reason
from voice_agent.storybook.material import LeftOut, Place, Source, ToldSentence, Why
from voice_agent.storybook.put_right import Later, says_no_more

DANGLING = re.compile(
    r"(?:and |but |so |then |well,? )*(?:he|she|they|it|that|this|those|these|his|her|their|him|them|which|who)\b",
    re.IGNORECASE,
)
"""Begins with a word that points back."""

POINTS = re.compile(r"\b(?:it|that|this|them)\b", re.IGNORECASE)
"""After "keep that between us": goes on about what was just said."""

SHORT = 12
"""Words; a correction of fewer tells nothing besides. A guess."""
_LEAVE = ("consent", "reading")
"""Kinds of our turns that are answered with a yes or a no to who may know."""

_ANSWERED = "answer"
"""The kind of our turns in which we answered the narrator: what takes that is said to us."""


@dataclass(frozen=True, slots=True)
class KnownForTurns:
    """What is looked up for every turn."""

    source: Source
    later: Later
    answers: Mapping[marks.Place, marks.MarkAnswer]
    by_turn: Mapping[Place, Sequence[Claim]]


def of_turn(
    known: KnownForTurns, session: Session, turn: Turn, limit: Privacy, ours: str
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
    places = sentences(turn.text)
    leaves = said_to_us.leaving([turn.text[first:last] for first, last in places])
    answered = ours == _ANSWERED
    for n, (first, last) in enumerate(places):
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
        answered = answered and said_to_us.nods(words)
        said = (
            to_us
            or n >= leaves
            or answered
            or said_to_us.in_passing(words)
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


def put_otherwise(
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
