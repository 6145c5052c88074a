"""What a narrator can ask for by voice, understood only when it is the whole of what they said.

"...and I told him, stop!" is a story. "Stop." is a wish, and it is granted at once. The patterns lie in
command_rules.py. Pure.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from voice_agent.interview.command_rules import RULES, P, T
from voice_agent.interview.plain_words import plain


class Command(StrEnum):
    """What is asked for."""

    STOP = "stop"
    GOODBYE = "goodbye"
    REPEAT = "repeat"
    QUESTION = "question"
    SLOWER = "slower"
    FASTER = "faster"
    LOUDER = "louder"
    QUIETER = "quieter"
    SKIP = "skip"
    NOT_TODAY = "not today"
    LATER = "later"
    CHANGE = "change"
    TALK_ABOUT = "talk about"
    TIRED = "tired"
    BETWEEN_US = "between us"
    ONLY_FOR = "only for"
    NOT_WHILE_I_LIVE = "not while I live"
    FORGET = "forget that"
    UNDO = "undo"
    CORRECTION = "correction"
    WHAT_DID_I_TELL = "what did I tell"
    WHO_HAS_LISTENED = "who has listened"
    HOW_LONG = "how long"
    PERSON = "are you a person"
    CANCEL = "cancel the message"
    NO_RECORDING = "no recording"
    NO_AUDIO = "no audio"
    NO_MEMORY = "no memory"
    NO_RECIPIENT = "no recipient"
    NO_PRINT = "no print"
    NO_AFTER_DEATH = "no after death"
    ERASE = "erase"
    """The yes to "shall I erase it for good?"; never understood by itself."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A command and what it is about."""

    command: Command
    about: str = ""
    """A name or a subject, in plain words; "" where the command has none."""


LONGEST = 14
"""Words of a wish. A guess: the longest of two hundred that people wrote down had 13."""

ASIDE = 7
"""Words that may stand before or after a wish in a sentence of its own ("my ears are old, ...")."""

FAREWELL = 25
"""Words; a goodbye may come at the end of a few sentences ("I'm getting tired. Goodbye."), not of a story."""


def _lenient(form: str) -> str:
    """A recogniser loses small words, and hears "to" for "too"."""
    form = re.sub(r" (the|to|a|of) (?=[a-z(])", r"(?: \1)? ", form)
    return form.replace("(?:too|", "(?:too|to|").replace("question", "questions?")


_RULES = tuple(
    (Command(name), tuple(re.compile(rf"{P}(?:{_lenient(form)}){T}") for form in forms))
    for name, forms in RULES
)
_TOLD = re.compile(
    r"\b(?:said|says|told (?:him|her|them|us|the|my)|asked|shouted|cried|used to|would say|they|he|she|we were|who was)\b"
)
_CLAUSES = re.compile(r"[.!?;:,…]+")


def understood(said: str) -> Command | None:
    """Return what is asked for if `said`, as a whole, asks for something."""
    found = wish(said)
    return found.command if found else None


def wish(said: str) -> Wish | None:
    """Return the wish if `said`, as a whole, is one, or if a short word of farewell ends in one."""
    text = plain(said).replace(" . ", " ").strip(" .")
    words = len(text.split())
    if words == 0 or words > FAREWELL:
        return None
    if words <= LONGEST:
        if found := _whole(text):
            return found
        if found := _one_clause(said):
            return found
    last = [clause for clause in re.split(r"[.!?]+", said) if clause.strip()]
    found = _whole(plain(last[-1])) if last else None
    return found if found and found.command is Command.GOODBYE else None


def _one_clause(said: str) -> Wish | None:
    """A wish among a few other words: "I'm hard of hearing, talk louder". Nobody else may be speaking in it."""
    if _TOLD.search(plain(said)):
        return None
    clauses = [plain(clause).strip(" .") for clause in _CLAUSES.split(said)]
    clauses = [clause for clause in clauses if clause]
    for number, clause in enumerate(clauses):
        others = sum(len(c.split()) for n, c in enumerate(clauses) if n != number)
        if len(clauses) > 1 and others <= ASIDE and (found := _whole(clause)):
            return found
    return None


def _whole(text: str) -> Wish | None:
    for command, rules in _RULES:
        for rule in rules:
            if match := rule.fullmatch(text):
                groups = match.groupdict()
                return Wish(command, (groups.get("about") or "").strip())
    return None
