"""Forms of an answer that make sure what one could ask of it. Pure.

"... and he said, you will never get that home.", "I have kept the pan.": each is a form of the sentence and not a word that
stands out in it.
"""

import re

from voice_agent.reading.words.plain_words import at_stops

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


def said_to_them(said: str) -> bool:
    """Does it end in what somebody said to them, and not in what they said?"""
    last = at_stops(said)[-2:]
    match = _TO_ME.search(last[-1])
    if match is None or _NOT_SPEECH.match(match["what"].strip()) or _I_SAID.search(last[-1]):
        return False
    return bool(_ME.search(" ".join(last)))


def kept(said: str) -> str:
    """What they say at last that they have kept: "it" or "them"; "" for nothing, and where they say where it is."""
    match = _KEPT.search(at_stops(said)[-1])
    if match is None or _PLACED.search(match["after"]) or _NO_THING.fullmatch(match["what"]):
        return ""
    what = match["what"].lower()
    return "them" if what == "them" or (what.endswith("s") and not what.endswith("ss")) else "it"
