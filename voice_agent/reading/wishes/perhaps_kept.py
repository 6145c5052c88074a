"""What no form of a sentence fits, and is yet said to us, of now, about who may know: perhaps it is to be kept back. Pure.

    loosely("It's only Alison.", named="")  ->  True

A few signs together are enough, for a lock can be undone (evidence.py); whatever tells or asks something is none.
"""

import re

from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.keeping_words import (
    EVERYBODY,
    OF_DEATH,
    REPORTED,
    of_time,
    plainly,
    reported,
    somebody,
)
from voice_agent.reading.wishes.whom import whom
from voice_agent.reading.words.plain_words import plain
from voice_agent.verbs import past

PERHAPS = Wish(Command.BETWEEN_US, sure=False)
"""Where only signs speak for it: kept from everybody, and asked about. In talks with a stranger such signs were right about whom
in one of five: "It's only Alison" said who should not hear it."""

_SHORT = 16
"""Words of a sentence in which a few signs together are enough. A guess."""

_NO = re.compile(r"\b(?:not|never|no|nothing|nowt|none|nobody|neither|nor|without|nuttin)\b")

_KNOWING = re.compile(
    r"\b(?:to (?:know|hear|read|see|be told|get|have|find|learn)|(?:must|should|may|can|shall|will|need|does|do|is|are|not|never) (?:\w+ ){0,2}?(?:know|hear|read|see it|see that|get it|get that|have it|have that|get wind|find out|be told|learn)|"
    r"(?:never|not) heard (?:it|that|this)|know it|hear it|have that|have it|read it|ears?|earshot|wind of|get wind|find out|tell|told of|say (?:it|that|this|nowt|nothing|owt)|repeat|let on|mention|breathe)\b"
)

_ONLY_YOU = re.compile(
    r"\b(?:only|just) (?:to )?(?:you|thee)\b|\b(?:you|thee) (?:only|alone)\b|\bfor (?:your|thy) ears\b"
)

_ALONE = re.compile(
    r"\b(?:only|alone|none but|nobody but|no one but|not for the others|not the others|nobody else|no one else|and that is all|own ears)\b"
)

_OTHERS_NOT = re.compile(
    r"\b(?:no|not|never|nor|none|without)\b(?: \w+){0,4}? (?:others?|rest|else|any ?one|any ?body|them)\b|"
    r"\b(?:others|rest)\b(?: \w+){0,3}? (?:not|never|without|nothing|no|nowt)\b|\b(?:nobody|no ?one|none of)\b"
)
"""It is the others who go without."""

_MAY_KNOW = re.compile(
    r"\b(?:you|i|he|she|we|they) (?:can|may|could|must|should|might|will) (?:well |just |all |gladly )*(?:tell|know|hear|read|have|see|learn|be told)\b"
)

_THAT = re.compile(r"\b(?:it|that|this|them|what i (?:said|told you|say))\b")

_TELLS_OF_US = re.compile(
    r"\bi (?:do not|did not|never|can not|could not|hardly|would not|was|were|had|used|went|knew|always|often|did|told (?!you))\b(?! want| like| wish| care| have it| have that)|"
    r"\b(?:he|she|they|we|it|i) never \w+|\bi have (?:not|never)\b|(?<!if )\b(?!to\b)[a-z]+ never (?:read|heard|knew|told|said|saw|got|found|let|asked|went|came)\b|\b(?:he|she|they|we|it|there|who|that) (?:did|was|were|had|went|came|said|told|knew|used|could|would|got|took|made|kept|thought|never (?:knew|told|said|had|came|went))\b|"
    r"\b(?:do you|did you|have you|can you hear|does it|is it|are you|what|why|how|where|who|lord|god|jesus|devil|war)\b|\b(?!obliged|blessed|need|indeed|buried)\w{3,}ed\b"
)
"""It tells, or asks us, and asks for nothing to be kept."""

_OF_OURS = re.compile(
    r"\b(?:you (?:promised|said|told|asked|have told|know that)|i (?:have )?(?:never |just |already )*(?:told|asked|said|promised)|i tell you (?:that|this)|i (?:have )?never told)\b"
)
"""Of what was promised or said between us before."""

_OF_WISHES = frozenset(
    "told heard read said had could would should let put shut kept meant got written supposed allowed obliged buried dead died".split()  # noqa: SIM905
)
"""Past tenses that a wish of now may hold: "not to be told", "I would"."""


def loosely(sentence: str, named: str) -> bool:
    text = plainly(sentence)
    if re.search(r"\bonly me\b|\bit is me\b", text):
        return False  # somebody says who they are
    if not 3 <= len(text.split()) <= _SHORT or REPORTED.search(text) or _TELLS_OF_US.search(text):
        return False
    if any(past(word) and word not in _OF_WISHES for word in text.split()):
        return False  # it tells what was: "the only time I ever felt sorry for Lenny"
    who = whom(sentence)
    if who and not somebody({"who": who}, sentence, sentence):
        return False
    who = who or (named if re.search(r"\b(?:him|her|he|she)\b", text) else "")
    no, knowing, that = _NO.search(text), _KNOWING.search(text), _THAT.search(text)
    if OF_DEATH.search(text) and (no or knowing or that) and of_time(text):
        return True
    if _ONLY_YOU.search(text) and (that or knowing):
        return True
    if who and (no or knowing or that):
        return _of_somebody(text, who, no=bool(no), knowing=bool(knowing), that=bool(that))
    return bool(no and knowing and that and EVERYBODY.search(text))


def _of_somebody(text: str, who: str, *, no: bool, knowing: bool, that: bool) -> bool:
    """Is it of what who is named may know, or may not?"""
    others = bool(_OTHERS_NOT.search(text))
    if (_ALONE.search(text) and (that or knowing)) or (others and f"for {who}" in text):
        return True
    reached = re.search(
        rf"\b(?:for|to|reach\w*|near|past|about|of it) (?:my |our )?{re.escape(who)}\b", text
    )
    return no and bool(knowing or reached) and not _MAY_KNOW.search(text)


def told_of_us(sentence: str) -> bool:
    """Does it tell or ask something, and ask for nothing to be kept: "I never told a soul"?"""
    text = plain(sentence).replace(" . ", " ").strip(" .")
    return bool(_TELLS_OF_US.search(text) or _OF_OURS.search(text) or reported(sentence))
