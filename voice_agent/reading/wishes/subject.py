"""What somebody wants to talk about, as they said it. Pure."""

import re

from voice_agent.reading.wishes import commands
from voice_agent.reading.words.plain_words import plain

_TELLS = re.compile(r"\b(?:tell|telling|told) you (?!what\b)|\bi was (?:talking|speaking)\b")
"""They begin by themselves, and need no question."""

_MANNERS = re.compile(
    r"(?:\W+(?:please|then|now|today|instead|again|shall we|for a (?:bit|while|change)|if (?:you|i) .+))+$",
    re.IGNORECASE,
)

_ASK_ME = re.compile(
    r"\bask me(?: something| a question)?,? about (?!something|anything)([^.!?…;,]+)|"
    r"\bask me (?:about )?(?:something|anything)(?: else| different| other)+[,:]? (?:(?:like|about|such as|say|maybe|perhaps),? )?((?:the|my|our) [^.!?…;,]+)",
    re.IGNORECASE,
)
"""What they would be asked about comes before what else they said: "Let's talk about dancing. Ask me about Eddie." """


SENTENCE_ENDS = re.compile(r"(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)[.!?…;]\s")


def subject(about: str, said: str) -> str:
    """What is to be asked about in `said`; "" where they begin by themselves. `about`: what a wish in it names."""
    asked_for = ["".join(each) for each in _ASK_ME.findall(said)]
    if not asked_for and (not commands.alone(said) or _TELLS.search(plain(said))):
        return ""
    return _MANNERS.sub("", asked_for[-1] if asked_for else _named(about, said))


def _named(about: str, said: str) -> str:
    """It as they said it, no further than its sentence goes."""
    words = re.escape(_MANNERS.sub("", about)).replace(r"\ ", r"\W+")
    named = re.search(rf"\b{words}\b", said, re.IGNORECASE)
    return SENTENCE_ENDS.split(named[0])[0] if named else ""
