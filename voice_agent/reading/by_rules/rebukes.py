"""We are told off: for a question that was answered before, or for not having listened. Pure."""

import re

from voice_agent.reading.by_rules import expression
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import plain

LONGEST_REBUKE_WORDS = 30
"""Words; what is longer is a story. A guess."""

_YOU = r"(?:you|yew|tha|thee|thou|yuh|ye|ya)"
_REBUKE = re.compile(
    r"\bwhat (?:sort|kind|manner|type)?(?: of)? ?(?:a |an )?(?:\w+ )?question (?:is|was|s) (?:that|this|it)\b(?! again)|\bwhat a (?:thing|question) to ask\b(?! (?:a|him|her|them|my|me when)\b)|"
    rf"\b(?:are|art|is) {_YOU} (?:deaf|hard of hearing|asleep|stupid|not listening|even listening|hearing me at all)\b|"
    rf"\b(?:were|was|are|do|did|have|has|does) (?:not )?{_YOU} (?:not|never|no) (?:been )?(?:listen\w*|hear\w*)\b|\b(?:do|did|were|are|have|does) not {_YOU} (?:listen\w*|hear\w*)\b|"
    rf"\b{_YOU} (?:(?:are|were|was|is) )?(?:not|never|no) (?:been )?(?:listen\w*|hear\w*)(?: to (?:me|a word|anything|what i)\b.*)?(?=$| \.)|"
    rf"(?<!would )(?<!could )(?<!will )(?<!can )\b{_YOU} (?:have |has )?(?:just |already |only just )*(?:asked|said) (?:me )?(?:that|this|it|the same)(?: thing| question)?(?: (?:already|before|again|once|twice|just now|a minute ago|a moment ago))*(?=$| \.)|"
    rf"\bhow (?:many times|often) (?:do|must|have|did|will|should) i (?:have to |got to |need to )?(?:tell|told|say|said|repeat)\b|\bi (?:have )?said (?:that|it|so) (?:already|before|once|twice|just now|a minute ago)\b"
)
_TOLD_YOU = re.compile(
    rf"(?<!what )(?<!all )(?<!thing )(?<!things )(?<!that )(?<!story )(?<!as )(?<!like )(?<!everything )\b(?:i|mi|me|a)(?:(?:'|’)?ve| have| did|(?:'|’)m| am)? (?:(?:just|already|only|now|this minute) )+(?:told|tell|telling|said (?:it )?to) {_YOU}\b(?! (?:about|of|a story|something)\b)|"
    rf"(?<!what )(?<!all )(?<!thing )(?<!things )(?<!that )(?<!story )(?<!as )(?<!like )(?<!everything )\bi(?:(?:'|’)?ve| have)? told {_YOU}(?: (?:that|so|it|already|before|once|twice|just now|a minute ago))*\s*(?:[.!?,]|$)",
    re.IGNORECASE,
)
"""Said of this talk; "I told you she could sing" goes on with a story."""
_TOLD = re.compile(
    rf"\b(?:i|mi|a)(?:(?:'|’)?ve| have| did|(?:'|’)?m| am|\b)? ?(?:just |already |only |now |this minute )*(?:told|tell|telling|said to) {_YOU}(?: (?:already|just now|twice|once|before|a minute ago))?,? (?:that |seh )?(?P<told>\w.*?)(?:[.!?…]|$)",
    re.IGNORECASE,
)
_SOMEBODY_ELSE = re.compile(r"\b(?:he|she|they|my \w+|the \w+) (?:said|says|asked|told|shouted)\b")
_MINE = re.compile(
    r"\b(me|mi|us|our)(?= (?!and|or|to|in|on|at|when|that|he|she|it|they|about)[a-z]+)",
    re.IGNORECASE,
)
_TIMES = re.compile(
    r"^(?:that|already|before|twice|once|just now|a minute ago|no|yes|(?:this|it|so)(?=,|$| (?:already|before|twice|once|just)\b))\b[ ,.]*",
    re.IGNORECASE,
)


def rebuked(said: str) -> bool:
    """Are we told off for a question, or for not having listened?"""
    own = unquoted(said)
    text = plain(own.replace("sort of", "sort").replace("kind of", "kind"))
    if not text or len(text.split()) > LONGEST_REBUKE_WORDS or _SOMEBODY_ELSE.search(text):
        return False
    return bool(_REBUKE.search(text) or _TOLD_YOU.search(own))


def told_already(said: str) -> str:
    """What they say that they have just told, turned to them: "your lad died"; "" where it says no such thing."""
    match = _TOLD.search(unquoted(said))
    clause = _TIMES.sub("", match["told"].strip(" ,;:")) if match else ""
    name = expression.turned(_MINE.sub("my", clause))
    whole = any(expression.past(each) or each in _IS for each in name.lower().split())
    return name if whole else ""


_IS = frozenset("is are has have can will am do does".split())  # noqa: SIM905
