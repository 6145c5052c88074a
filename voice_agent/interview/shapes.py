"""Questions that the form of an answer makes sure of. Pure.

    if ask := sure(rules, progress, heard): ...

"... and he said, you will never get that home." -> "And what did you say to that?"
"I have kept the pan." -> "Where do you keep it?"

A wrong hook is worse than none (design: the floor does less, and does it surely): each shape is a form of the sentence and
not a word that stands out in it, each is asked at most once in a talk in each wording, and nothing sad is met so.
"""

import re
from collections.abc import Callable

from voice_agent.interview.choosing import fresh
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.reading.by_rules.losses import loss, mourned, wronged
from voice_agent.reading.by_rules.particulars import mourns
from voice_agent.reading.words.plain_words import at_stops
from voice_agent.reading.words.vocabulary import plain

NEAR = 4
"""Answers in which somebody's death keeps what they said last from being asked about. A guess."""

_TO_ME = re.compile(
    r"\b(?:he|she|they|(?-i:[A-Z])[a-z]+|(?:my|me|our|the) \w+)(?: \w+)? (?:said|says|say|told me|tells me|tell me|asked me|ask me|asks me|shouted|called out)\b[,:]? ?(?P<what>.{4,})$",
    re.IGNORECASE,
)
_I_SAID = re.compile(
    r"\bI(?:'d| had)? (?:said|say|says|told|answered|shouted|asked)\b", re.IGNORECASE
)
_ME = re.compile(r"\b(?:I|me|my|mine|we|us|our|you)\b", re.IGNORECASE)
_NOT_SPEECH = re.compile(
    r"^(?:so|it|that (?:he|she|they|it) (?:was|were|would|had)|no|yes|nothing|nowt|a word|goodbye|hello)\b[.!]?$",
    re.IGNORECASE,
)

_KEPT = re.compile(
    r"\bI(?:'ve| have)?(?: still)? (?:still (?:have|got|keep|kept)|(?:have|got) (?:it|them) (?:still|yet|to this day)|kept|keep) (?P<what>it|them|(?:that|the|his|her|their|my) \w+(?: \w+)?)\b(?P<after>[^.!?]*)[.!?]*$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"\b(?:in|on|under|at|by|behind|over|beside|round|from|up|down|for|to|with|out|going|away|me|quiet|company)\b",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"\b(?:\w+ (?:promise|word|secret|distance|house|time|mind|mouth|temper|faith|head|eye|cool|name|place|job))\b",
    re.IGNORECASE,
)


def _said_to_them(said: str) -> tuple[str, ...]:
    last = at_stops(said)[-2:]
    match = _TO_ME.search(last[-1])
    if match is None or _NOT_SPEECH.match(match["what"].strip()) or _I_SAID.search(last[-1]):
        return ()
    near = " ".join(last)
    return ("And what did you say to that?", "What did you say?") if _ME.search(near) else ()


def _kept(said: str) -> tuple[str, ...]:
    match = _KEPT.search(at_stops(said)[-1])
    if match is None or _PLACED.search(match["after"]) or _NO_THING.fullmatch(match["what"]):
        return ()
    many = match["what"].lower() == "them" or (
        match["what"].endswith("s") and not match["what"].endswith("ss")
    )
    return (f"Where do you keep {'them' if many else 'it'}?",)


SHAPES: tuple[Callable[[str], tuple[str, ...]], ...] = (_kept, _said_to_them)
"""Each gives the questions that fit an answer, the best first; none where its form is not there."""


def sure(rules: Rules, progress: Progress, heard: Heard) -> str:
    """A question of which the form of the answer leaves no doubt; "" where there is none, or it was asked."""
    text = plain(heard.text)
    if dark(heard) or any(loss(each) or mourns(each) for each in progress.heard[-NEAR:]):
        return ""
    if mourned(progress.mourned, progress.turns) or loss(text) or mourns(text) or wronged(text):
        return ""
    asks = (ask for shape in SHAPES for ask in shape(heard.text))
    return next((ask for ask in asks if fresh(rules, progress, ask)), "")
