"""The sentences of a text, and which of them want an answer. Pure."""

import re

_SENTENCE = re.compile(r"[^.!?…]*[.!?…]+[\"')\]]*|[^.!?…]+$")
_ABBREVIATED = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Rev|Prof|Jr|Sr)\.")
_WORD = re.compile(r"[\w'-]*\w")
_INVITES = re.compile(
    r"^(and |so |then |now,? |well, |please,? )*(tell me|describe|walk me|take me|talk me|talk about|share|say more|"
    r"say a little|paint|explain|show me|let me hear|help me (see|understand))\b",
    re.IGNORECASE,
)
_BARE_QUESTION = re.compile(
    r"^(and |so |then |but )?((what|where|who|which|why|how|when)( (?!(?:you|he|she|they|it|we|i|there)\b)\w+)? (is|was|were|are|did|do|does|had|have|would|"
    r"could|can|will|made|happened|came)|(do|did|does|were|was|are|is|have|had|has|can|could|would|will) "
    r"(you|he|she|they|it|there|your|his|her|the))\b",
    re.IGNORECASE,
)
_WONDERS = re.compile(
    r"\b\w+ (wonders|would like to know|wants to know|asks|is asking)\b", re.IGNORECASE
)


def parts(text: str) -> list[str]:
    """Split into sentences; "Mrs. Lamb" stays whole."""
    whole = _ABBREVIATED.sub(r"\1", text)
    return [one.strip() for one in _SENTENCE.findall(whole) if _WORD.search(one)]


def asks(sentence: str) -> bool:
    """Does `sentence` want an answer, with or without a question mark?"""
    return bool(
        "?" in sentence
        or _INVITES.search(sentence)
        or _WONDERS.search(sentence)
        or _BARE_QUESTION.search(sentence)
    )


_POINTS = re.compile(
    r"\b(?:that|it|this|them|and what else|those days|comes? (?:back )?to (?:mind|you)|stands out|go on|say a bit more|what else)\b",
    re.IGNORECASE,
)
"""A question that says nothing of what it is about."""


def points(question: str) -> bool:
    """Does it say nothing by itself of what it asks about: "What was that like?" """
    return bool(_POINTS.search(question))
