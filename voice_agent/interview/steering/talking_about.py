"""What is said to "let's talk about the mill": an open question in the narrator's own words, or that we listen. Pure."""

import re

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules import expression
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Wish
from voice_agent.reading.words.plain_words import plain
from voice_agent.reading.words.vocabulary import said as words_of

ABOUT = 8
"""Words of a subject that can be asked about as it was named. A guess."""

_TELLS = re.compile(r"\b(?:tell|telling|told) you (?!what\b)|\bi was (?:talking|speaking)\b")
"""They begin by themselves, and need no question."""

_MANNERS = re.compile(
    r"(?:\W+(?:please|then|now|today|instead|again|shall we|for a (?:bit|while|change)|if (?:you|i) .+))+$",
    re.IGNORECASE,
)


def said_to_it(rules: Rules, progress: Progress, wish: Wish, heard: Heard) -> tuple[str, Progress]:
    """What is said, or asked, of what they want to talk about: an open question, in their own words."""
    said, listening = phrase(rules, progress, "talk_about")
    asked_for = ["".join(each) for each in _ASK_ME.findall(heard.text)]
    if not asked_for and (not commands.alone(heard.text) or _TELLS.search(plain(heard.text))):
        return said, listening
    subject = expression.turned(
        _MANNERS.sub("", asked_for[-1] if asked_for else _named(wish, heard))
    )
    way, progress = phrase(rules, progress, "talk_about_ask")
    ask = phrases.fill(way, name=subject)
    if not 0 < len(subject.split()) <= ABOUT or faults(ask, words_of(heard.text, subject)):
        return said, listening
    return ask, progress


_ASK_ME = re.compile(
    r"\bask me(?: something| a question)?,? about (?!something|anything)([^.!?…;,]+)|"
    r"\bask me (?:about )?(?:something|anything)(?: else| different| other)+[,:]? (?:(?:like|about|such as|say|maybe|perhaps),? )?((?:the|my|our) [^.!?…;,]+)",
    re.IGNORECASE,
)
"""What they would be asked about comes before what else they said: "Let's talk about dancing. Ask me about Eddie." """


def _named(wish: Wish, heard: Heard) -> str:
    """What they want to talk about as they said it, no further than its sentence goes."""
    words = re.escape(_MANNERS.sub("", wish.about)).replace(r"\ ", r"\W+")
    named = re.search(rf"\b{words}\b", heard.text, re.IGNORECASE)
    return SENTENCE_ENDS.split(named[0])[0] if named else ""


SENTENCE_ENDS = re.compile(r"(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bSt)[.!?…;]\s")
