"""The sentences of a turn in which somebody said who may know, or what is to be forgotten: no reader is shown them.

Only asked of turns that are known to hold such a wish, so that plain signs are enough: it speaks of hearing, knowing or
keeping, as one speaks to somebody who is there. Pure.
"""

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from voice_agent.reading.by_rules.particulars import tells
from voice_agent.reading.wishes import commands, forgetting, releasing
from voice_agent.reading.wishes.commands import Command
from voice_agent.reading.words import asking

_ABOUT_WHO = frozenset(
    {
        Command.BETWEEN_US,
        Command.ONLY_FOR,
        Command.NOT_FOR,
        Command.NOT_WHILE_I_LIVE,
        Command.FORGET,
    }
)
_OF_IT = re.compile(
    r"\b(?:keep|tell|telling|know|knows|hear|hears|say|repeat|private|secret|between (?:us|you and me|ourselves)|only|nothing for|not for|"
    r"share|show|let|book|alive|living|dead|gone|buried|forget|delete|erase|remember|yourself|nobody|anybody|no one|anyone|ears)\b",
    re.IGNORECASE,
)
_TO_US = re.compile(
    r"^\W*(?:(?:and|but|so|now|please|just|then|only|oh|well|mind) )*(?:keep|let|forget|delete|erase|never|not|don['’]?t|nobody|no one|between)\b|"
    r"\b(?:do(?: not|n['’]t) (?:you )?(?:tell|say|let|repeat|share|show|want|wish|like)|must(?: not|n['’]t)?|(?:is|are|['’]s|has|have)(?: not|n['’]t)? to|"
    r"not to|should(?: not|n['’]t)?|shall|want|would|['’]d|wish|please|can|may|rather|(?:is|are|['’]s|stays?) (?:only|just|not|nothing|private|secret|between|for))\b",
    re.IGNORECASE,
)
"""Said to somebody who is there."""

_TELLS = re.compile(
    r"\b(?:was|were|had|did|went|came|took|gave|got|kept|knew|heard|told|said|asked|showed|(?:he|she|they|we|i) \w{2,}ed|(?:i|we|he|she|they|nobody) (?:never|always|once|only) \w+)\b",
    re.IGNORECASE,
)
"""It tells what was, and asks for nothing."""

_SENTENCE = re.compile(r"\S[^.!?…]*(?:(?:[.!?…]+[\"”'’)]*)|$)(?=\s|$)")

_THEIRS = re.compile(
    r"\b(?:he|she|they)(?:['’]d| would)(?:n['’]t)?(?: (?:never|always|only|not))? say\b|\bI (?:should|would) say$",
    re.IGNORECASE,
)
"""What somebody in a story used to say is no word of who may know, nor is "seventy-five, I should say"."""

_SAYS = re.compile(
    r"(?<!\bI )(?<!\byou )\b(?:said|says|shouted|cried|whispered|would say|used to say)$",
    re.IGNORECASE,
)
"""The clause before what somebody in a story says: "a man in bed four said, don't let her"."""

TELLS = 4
"""Words beside a wish that may tell something. A guess."""

SHORT = 16
"""Words of a clause that can be nothing but a wish. A guess."""


def spans(text: str, named: Collection[str] = ()) -> tuple[tuple[int, int], ...]:
    """Characters [first, last) of those sentences; () where none is plain. `named`: whom the wish is about."""
    found = (match.span() for match in _SENTENCE.finditer(text))
    return tuple((first, last) for first, last in found if asks(text[first:last], named))


def asks(sentence: str, named: Collection[str] = ()) -> bool:
    """Is it such a wish, in a turn that is known to hold one? `named`: whom the wish is about."""
    wish = commands.wish(sentence)
    if (wish and wish.command in _ABOUT_WHO) or releasing.asked(sentence):
        return True
    words = frozenset(re.findall(r"[^\W\d_]+", sentence.lower()))
    about = any(words & frozenset(name.split()) for name in named)
    if about and len(words) <= SHORT and not _TELLS.search(sentence):
        return True
    clauses = [_THEIRS.sub(" ", each.strip()) for each in re.split(r"[,;:–—]+", sentence)]
    return any(
        _asks(clause) and (about or not _SAYS.search(before))
        for before, clause in zip(("", *clauses), clauses, strict=False)
    )


def _asks(clause: str) -> bool:
    few = len(clause.split()) <= SHORT
    return (
        few and all(sign.search(clause) for sign in (_OF_IT, _TO_US)) and not _TELLS.search(clause)
    )


def alone(said: str, second: Callable[[str], object] | None = None) -> bool:
    """Is a wish all that was said, or nearly? `second`: reads a wish that no rule spells out (Rules.second)."""
    if commands.alone(said):
        return True
    if spans(said) and len(beside(said).split()) < TELLS:
        return True
    if second is None or len(said.split()) > SHORT or commands.wish(said) is not None:
        return False
    return second(said) is not None


def puts_right(said: str) -> bool:
    """Does it put a telling right? That is told."""
    wish = commands.wish(said)
    return wish is not None and wish.command is Command.CORRECTION


def told(text: str) -> str:
    """What a turn tells that is known to hold a wish of whatever kind, "stop now" and "louder" included."""
    found = (match.span() for match in _SENTENCE.finditer(text))
    kept = (text[first:last] for first, last in found if not to_us(text[first:last]))
    return " ".join(" ".join(kept).split())


def to_us(sentence: str, named: Collection[str] = ()) -> bool:
    """Is it a wish, in a turn that is known to hold one? What puts a telling right is told."""
    if commands.wish(sentence) is not None:
        return not puts_right(sentence)
    return asks(sentence, named)


def beside(text: str, named: Collection[str] = ()) -> str:
    """What else a turn says."""
    for first, last in reversed(spans(text, named)):
        text = f"{text[:first]} {text[last:]}"
    return " ".join(text.split())


STORY = 8
"""Words that tell something; a rebuke or a question around a wish names no story. A guess."""


def telling(said: str) -> str:
    """What a turn tells besides its wish, without what is asked of us; "" where that is no telling."""
    told = " ".join(each for each in asking.parts(beside(said)) if not asking.asks(each))
    return told if len(told.split()) >= STORY and tells(told) else ""


class AroundForgetting(NamedTuple):
    """What a turn tells before it asks that something be forgotten, and behind it; "" where that is no telling."""

    before: str
    behind: str

    @property
    def may_mean_it(self) -> bool:
        """May "strike it out" mean this turn? Nobody means what they have not told yet."""
        return bool(self.before) or not self.behind


def around_forgetting(said: str) -> AroundForgetting:
    """What `said` tells before and behind its first wish to forget; all of it stands before where no sentence is one."""
    sentences = [match[0] for match in _SENTENCE.finditer(said)]
    places = (n for n, each in enumerate(sentences) if forgetting.asked(each))
    at = next(places, len(sentences))
    return AroundForgetting(*(telling(" ".join(s)) for s in (sentences[:at], sentences[at + 1 :])))
