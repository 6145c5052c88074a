"""We asked what had been told, or what nobody should be asked, and are told off: the fault is owned. Pure.

What they had told is said back in a few of their words where that can be done rightly, and nothing is asked after it:
not the same again, and nothing else.
"""

import re
from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules import expression
from voice_agent.reading.by_rules.losses import loss
from voice_agent.reading.by_rules.particulars import mourns
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import plain
from voice_agent.reading.words.vocabulary import said as words_of

LONGEST = 30
"""Words; what is longer is a story. A guess."""

SAID_BACK = 12
"""Words of theirs that are said back."""

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
    if not text or len(text.split()) > LONGEST or _SOMEBODY_ELSE.search(text):
        return False
    return bool(_REBUKE.search(text) or _TOLD_YOU.search(own))


def told_already(said: str) -> str:
    """What they say that they have just told, turned to them: "your lad died"; "" where that cannot be said rightly."""
    match = _TOLD.search(unquoted(said))
    clause = _TIMES.sub("", match["told"].strip(" ,;:")) if match else ""
    return _turned(clause)


def own_it(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """Own it, say back what was told, and ask nothing; None where nobody tells us off."""
    if not rebuked(heard.text):
        return None
    theirs = told_already(heard.text)
    told = theirs or _told_last(progress)
    lost = any(_lost(each) for each in (heard.text, "" if theirs else progress.told_last))
    if lost and not theirs:
        told = ""  # of a loss only its own words are said back
    kind = _KINDS[bool(told), lost]
    quiet = replace(
        progress,
        asking=None,
        depth=0,
        last="",
        stayed=progress.turns,
        beside="still_here",  # and a few words more of it are waited for
        mourned=progress.turns if lost else progress.mourned,
    )
    said, quiet = phrase(rules, quiet, kind)
    return quiet, Move(Act.ANSWER, phrases.fill(said, told=f"{told}."), reason="told off: owned")


_KINDS = {
    (False, False): "rebuked",
    (False, True): "rebuked_hard",
    (True, False): "rebuked_told",
    (True, True): "rebuked_loss",
}
"""How it is owned: by whether what was told can be said back, and whether it is a loss."""


def _lost(said: str) -> bool:
    return bool(loss(said) or mourns(said))


def _told_last(progress: Progress) -> str:
    """What they told last, where one clause of it says so by itself, turned."""
    return next(expression.scenes(progress.told_last, SAID_BACK), "")


_IS = frozenset("is are has have can will am do does".split())  # noqa: SIM905


def _turned(clause: str) -> str:
    plainly = _MINE.sub("my", clause)
    name = expression.turned(plainly)
    whole = any(expression.past(each) or each in _IS for each in name.lower().split())
    sayable = (
        whole
        and 2 < len(name.split()) <= SAID_BACK
        and not faults(f"You told me {name}.", words_of(clause, name))
    )
    return name if sayable else ""
