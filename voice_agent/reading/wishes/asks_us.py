"""What the narrator asks of us: who hears this, are you a person, have you ever kept pigeons? Pure.

Known by the form of the sentence and not by its words: it is turned to "you", or to this device and whoever may stand
behind it; it asks (the verb before its subject, or a question mark); and it stands by itself or among the last two
sentences of the turn. What somebody asks in a story, and what only asks us to go on listening ("you know what?", "what
do you think he said?"), is none.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from voice_agent.reading.wishes import asks_names, telling_time
from voice_agent.reading.wishes.question_kinds import (
    WORLD,
    Kind,
    kind,
    only_a_manner,
    wants_one,
)
from voice_agent.reading.wishes.question_order import as_everybody_says, joined, orders
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import at_stops, plain


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to us."""

    kind: Kind
    words: str = ""
    """The question in plain words, put as everybody puts it: "have you ever kept pigeons"."""

    about: str = ""
    """Whom or what they ask about: "the washing machine"; "" where that says nothing."""

    alone: bool = True
    """Nothing was told in the same breath."""


SHORT = 24
"""Words of a turn in which a question may stand anywhere; in a longer one it is among the last two sentences. A guess."""

NEAR, FAR = 2, 5
"""Sentences from the end among which it is; the larger for what can only be asked of a device. Guesses."""

ASIDE = 6
"""Words that may follow a question about our own life, at the end of a story: "No? I thought not." A guess."""

BEFORE, BEHIND = 3, 12
"""Words before a question with which a turn begins ("Well now. Can you see me?"), and after one about this moment. Guesses."""

TOLD = 8
"""Words beside a question that tell something. A guess."""

MOST_QUESTIONS = 2
"""Questions answered in one breath."""

LONGEST_QUESTION_WORDS = 18
"""Words of a question to us. A guess."""


_SPEECH = r"(?:said|says|say|asked|asks|ask|told|tells|goes|went|shouted|shouts|cried|whispered|wrote|thought|thinks|answered|replied|wanted to know)"
_WEAK = r"(?:goes|went|cried|wrote)"
"""Said of speech only in few words ("and she went."): "we all went home" and "my mother cried" end a story."""

_STRONG = _SPEECH.replace("goes|went|", "").replace("cried|", "").replace("wrote|", "")
_SAID_SO = (
    r"(?:nothing|nowt|so|no|yes|it|that|this|everything|everybody|anybody|nobody|all|goodbye)"
)
_IN_A_STORY_BEFORE = re.compile(
    rf"\b{_STRONG}(?: (?:to |at )?(?:me|him|her|us|them|(?:my|the|our|mr|mrs|miss) \w+|(?!{_SAID_SO}\b)[a-z]+))?(?: like)?$|\bwas like$|"
    rf"^(?:(?:and|so|then|but) )*[a-z]+ {_WEAK}(?: like)?$"
)
_IN_A_STORY_AFTER = re.compile(
    rf"^(?:and |so |but |then )*(?:(?:he|she|they|i|we|[a-z]+|(?:my|our|the) \w+) {_SPEECH}\b|{_SPEECH} (?:he|she|i|they|the|my)\b)"
)
_SAID_TO_US = re.compile(
    r"\b(?:asked?|asking|told|said|telling|tell|ask) (?:to )?you\b|\bi (?:want|would like) to ask\b|\bi (?:said|ask)$|\b(?:may|can|could) i ask\b"
)
_THIRD = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b")


_CLOCK = re.compile(r"what time (?:have|do|did) you (?:got|have|make it|say)\b")

_ECHO = re.compile(
    r"^(?:what|where|who|how|when|why) (?:did|does|do|was|were|is|are|had|has|would) (?:what|who|which|whom|where)\b|"
    r"^(?:what|where|who|how|when|why) (?:did|does|do|was|were|is|are|had|has|would) \w+ (?:\w+ ){0,3}(?:what|who|whom|which)$|"
    r"^(?:tell you )?(?:more |something )?(?:of|about|with|for|to|from|after) (?:what|who|whom|which)$"
)
"""Our own question said back, with the word that pointed at nothing turned into a question."""


def asked(said: str, our_question: str = "") -> Asked | None:
    """The first that `said` asks of us; None where it asks nothing. `our_question`: the one that it may answer."""
    return next(iter(every(said, our_question)), None)


def every(said: str, our_question: str = "") -> tuple[Asked, ...]:
    """All that `said` asks of us, at most two, in the order asked.

    In a longer turn it must stand near the end, or before anything is told.
    """
    sentences = _sentences(said)
    found: dict[Kind, Asked] = {}
    for place in range(len(sentences)):
        for one in _asked_at(sentences, place, our_question):
            if one.kind is Kind.TOLD and one.kind in found and _PRONOUN.fullmatch(one.about):
                one = replace(one, about=found.pop(one.kind).about)
            found.setdefault(one.kind, one)
    if Kind.TOLD in found:
        found.pop(Kind.LIKES, None)
    if Kind.AFTER_DEATH in found:
        found.pop(Kind.HEARS, None)
    told = _tells(sentences, found.values())
    return tuple(Asked(o.kind, o.words, o.about, not told) for o in found.values())[:MOST_QUESTIONS]


class _Place(NamedTuple):
    """Where in a turn a question stands."""

    whole: int
    """Words of the turn."""

    sentences: int
    """From its own to the last."""

    before: int
    behind: int
    """Words."""

    @property
    def ends_a_story(self) -> bool:
        return self.whole > SHORT

    @property
    def first(self) -> bool:
        """Is nothing told yet?"""
        return self.before <= BEFORE

    def allows(self, one: Asked) -> bool:
        """Is what is asked here asked of us, and not of the story?"""
        answered = self.behind > ASIDE
        if answered and (one.kind is Kind.TOLD or (self.ends_a_story and one.kind in _NEAR)):
            return False
        if not self.ends_a_story:
            return True
        if one.kind in (Kind.LIFE, Kind.UNKNOWABLE) and _THIRD.search(one.words):
            return False  # "and do you know, would you have let him?" is the story's
        if self.sentences <= NEAR or one.kind in _OF_THE_DEVICE:
            return True
        return one.kind in _OF_WHO_SPEAKS and (self.first or self.behind <= BEHIND)


def _asked_at(sentences: list[str], number: int, our_question: str) -> Iterator[Asked]:
    """What one sentence of a turn asks of us."""
    before, behind = (
        sum(len(each.split()) for each in some)
        for some in (sentences[:number], sentences[number + 1 :])
    )
    words = before + len(sentences[number].split()) + behind
    place = _Place(words, len(sentences) - number, before, behind)
    far = place.ends_a_story and place.sentences > FAR and not place.first
    if far or _of_a_story(sentences, number):
        return
    found = [_one(clause, marked, our_question) for clause, marked in _clauses(sentences[number])]
    # "which of my stories are private" asks for no name
    kept = any(one is not None and one.kind is Kind.KEPT for one in found)
    if not kept and (named := asks_names.asked(sentences, number)):
        yield Asked(Kind.TOLD, named.question, named.about)
        return
    yield from (one for one in found if one is not None and place.allows(one))


def _sentences(said: str) -> list[str]:
    return at_stops(unquoted(said))


_CAN_YOU = re.compile(
    r" (?:can|do|could|would) you (?:still )?(?:mind|remember|recall|know)(?: (?:that|it|him|her))?$"
)
"""Behind a subject it asks the same once more: "about Norman and the snow, can you mind that?" """

_PRONOUN = re.compile(
    r"(?:him|her|it|them|that|he|she|they)(?: all| then| in the end| after(?:wards)?)?"
)

_OF_THE_DEVICE = frozenset({Kind.HEARS, Kind.WRITES, Kind.AFTER_DEATH, Kind.WHENCE})

_OF_WHO_SPEAKS = frozenset({Kind.PERSON, Kind.SEES, Kind.THERE, Kind.HOW_LONG, Kind.TIME})
"""What is asked about this moment: a few words may be said behind it, or all of the story."""


_NEAR = frozenset({Kind.LIFE, Kind.LIKES, Kind.ADVISES, Kind.UNDERSTOOD, Kind.TOLD, Kind.ABLE})
"""What could as well be a question in the story, and counts only at its very end."""


def wants_a_question(said: str) -> bool:
    """Is our next question wished for ("have you got a question for me?"), alone or at the end of what is told?"""
    sentences = _sentences(said)
    near = [
        place
        for place in range(max(0, len(sentences) - NEAR), len(sentences))
        if not _of_a_story(sentences, place)
    ]
    return any(_ASKS_FOR_ONE.search(as_everybody_says(sentences[place])) for place in near) or any(
        wants_one(form)
        for place in near
        for clause, marked in _clauses(sentences[place])
        for form in orders(clause, marked)
    )


_ASKS_FOR_ONE = re.compile(
    r"^(?:you )?(?:(?:ask|give) (?:me|us)|ask) (?:something|anything|a question|one|another question)(?: (?:else|better|decent|proper|real|new|different))?(?: with \w+)?$|"
    r"\bi (?:want|need|asked|ask|am waiting|was waiting|have been waiting)(?: (?:you|now|still))* (?:for )?(?:a|the next|your|another) question\b"
)
"""An order, and no question: "I asked you for a question"."""


def unknowable(said: str) -> Asked | None:
    """A question about the house or the world of this moment, and nothing else; None where it is none."""
    sentences = _sentences(said)
    if not 1 <= len(sentences) <= MOST_QUESTIONS or len(said.split()) > LONGEST_QUESTION_WORDS:
        return None
    last = as_everybody_says(sentences[-1])
    if not sentences[-1].rstrip().endswith("?") or _of_a_story(sentences, len(sentences) - 1):
        return None
    return Asked(Kind.UNKNOWABLE, last) if WORLD.match(last) else None


def _tells(sentences: list[str], asked: Iterable[Asked]) -> bool:
    """Was more said than what is asked, which may have no mark?"""
    unmarked = [each for each in sentences if not each.rstrip().endswith("?")]
    said = sum(len(each.split()) for each in unmarked)
    if len(unmarked) == len(sentences):
        said -= sum(len(one.words.split()) for one in asked)
    return said >= TOLD


def _of_a_story(sentences: list[str], place: int) -> bool:
    """Does somebody in a story ask it, by what stands before and after it?"""
    before = plain(sentences[place - 1]).strip(" .") if place else ""
    after = plain(sentences[place + 1]).strip(" .") if place + 1 < len(sentences) else ""
    said_before = _IN_A_STORY_BEFORE.search(before) and not _SAID_TO_US.search(before)
    of_us = _OF_US.match(after) or _SAID_TO_US.search(after)
    said_after = _IN_A_STORY_AFTER.match(after) and not of_us
    return bool(said_before) or bool(said_after)


_OF_US = re.compile(r"(?:my|our) \w+ says (?:it|you|this|that)\b")
"""What somebody in the family says of us, behind a question to us: no tag of it."""


def _clauses(sentence: str) -> Iterator[tuple[str, bool]]:
    """The stretches of a sentence that may ask by themselves, as everybody says them, and whether a mark says so.

    What follows somebody's "he asked me," is left out, and so is the whole where "he said" comes after it.
    """
    marked = sentence.rstrip().endswith("?")
    parts = [each for each in re.split(r"[,;:—–]+|\s-+\s", sentence) if each.strip()]
    if any(_IN_A_STORY_AFTER.match(plain(each).strip(" .")) for each in parts[1:]):
        return
    whole = as_everybody_says(sentence)
    seen: set[str] = set()
    before = ""
    stretches = [whole] if not _spoken(sentence) else []
    for place, part in enumerate(parts):
        text = as_everybody_says(part)
        relative = place and not marked and re.match(r"who|which|that|where|what\b", text)
        if not before and not _spoken(part) and not relative:
            stretches.append(text)
            stretches += joined(text)
        if _spoken(part) or _IN_A_STORY_BEFORE.search(plain(part).strip(" .")):
            before = "" if _SAID_TO_US.search(plain(part)) else part
    for each in stretches:
        if each and each not in seen:
            seen.add(each)
            yield each, marked


def _spoken(sentence: str) -> bool:
    """Does somebody in it say or ask something, and not of us?"""
    text = plain(sentence)
    found = re.search(rf"\b{_SPEECH}\b", text)
    return (
        bool(found)
        and not _SAID_TO_US.search(text)
        and not re.search(
            r"\bi (?:have )?(?:just )?(?:said|told|say|tell|did say|did tell)\b|\bi (?:ever |already )?(?:tell|say|told|said)\b|\bto ask\b|\byou (?:say|said|ask|tell|told|think|thinks)\b",
            text,
        )
    )


def _one(text: str, marked: bool, our_question: str) -> Asked | None:
    if not text or len(text.split()) > LONGEST_QUESTION_WORDS:
        return None
    if our_question and _ECHO.match(text):
        return Asked(Kind.ECHO, text)
    if _CLOCK.match(text):
        return Asked(Kind.TIME, text, telling_time.Asked.TIME)
    if (clock := telling_time.asked(text)) is not None:
        return Asked(Kind.TIME, text, str(clock))
    for form in orders(text, marked):
        if only_a_manner(form) or wants_one(form):
            return None
        if found := kind(form):
            return Asked(found[0], form, _CAN_YOU.sub("", found[1]).strip())
    return None


_MEANS = r"(?:tablets?|pills?|capsules?|sleepers|doses?|insulin|paracetamol|aspirins?|morphine|bleach|poison|weed ?killer|antifreeze|warfarin|digoxin|medicine|medication|ropes?|razors?)"
_TOO_MANY = re.compile(
    rf"^(?:what|how many|how much|would|could|can|is|are|will|if)\b.*(?:\b(?:would|could|might|enough|too (?:many|much)|all (?:of )?(?:these|them|my|the)|at once)\b.*\b{_MEANS}\b|\b{_MEANS}\b.*\b(?:would|could|might|enough|too (?:many|much)|all (?:of them|at once)|at once)\b)"
)


def hides_danger(said: str) -> bool:
    """Is it a question what so many tablets would do? Nobody answers it: whether all is well is asked first."""
    own = unquoted(said)
    if len(own.split()) > LONGEST_QUESTION_WORDS:
        return False
    return any(
        bool(_TOO_MANY.match(as_everybody_says(each))) and not _spoken(each)
        for each in at_stops(own)
    )


_LATER = re.compile(r"\b(?:when|once|after|if|tomorrow|next|later|again)\b")


def of_later(question: Asked) -> bool:
    """Is it asked what will be, and nothing wished for now ("will you forget all this when I switch you off?")?"""
    return question.kind is Kind.KEEPS and bool(_LATER.search(question.words))


def pronoun(about: str) -> bool:
    """Do they ask about whomever they asked about before ("and what happened to him?")?"""
    return bool(_PRONOUN.fullmatch(about))
