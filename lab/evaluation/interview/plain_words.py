"""Words as the yardstick sees them: a stemmer and two lists of its own.

The evaluation shares no word list with the planner or with memory: what both got wrong in the same way
would not be seen.
"""

import re
from functools import lru_cache

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")

FUNCTION = frozenset(
    """
    a about after again all along also always am among an and another any anything are around as ask at away back
    be became because become been before being best between bit both but by came can come comes coming could course
    day days did do does doing done down each else end even ever every everything few find first for from gave get
    give given go goes going gone good got great had has have having he her here hers herself him himself his how
    however i if in into is it its itself just keep kept kind knew know known last least left less let like little
    long look lot made make makes making many may me might mine more most much must my myself never new next no nor
    not nothing now of off often oh old on once one only or other others our ours out over own part people perhaps
    place put quite rather really right said same saw say see seem seemed seen she should since so some somebody
    someone something sometimes soon still such take taken than that the their theirs them then there these they
    thing things think this those though thought three through till time times to together told too took toward two
    under until up upon us used very want wanted was way ways we well went were what when where whether which while
    who whom whose why will with within without would yes yet you your yours yourself us
    i'm i'd i've i'll you're you'd you've it's that's there's don't didn't wasn't weren't couldn't wouldn't hadn't
    isn't aren't can't won't he'd she'd they'd we'd he's she's let's what's
    """.split()  # noqa: SIM905 (a list of words reads better as words)
)
"""Words that carry no subject."""

ASKED_BY_ALL = frozenset(
    """
    remember recall tell talk talking speak share describe story stories life lives memory memories moment moments
    happen happened happens mind mean meant matter mattered especially particular wonder wonders wondered comes
    today earlier bring brings brought hear heard ask asked question show turn turned stay stayed stand stands
    picture learn learned change changed still feel felt year years week weeks hour hours today mention mentioned
    """.split()  # noqa: SIM905
)
"""Words that every interviewer says, whatever the subject; not part of a query."""


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Cut the commonest English endings; "carries", "carried" and "carrying" come out alike."""
    word = word.removesuffix("'s")
    if len(word) > 4 and word.endswith(("ies", "ied")):
        return word[:-3] + "i"
    for ending in ("ingly", "edly", "ing", "ed", "ly", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 2 and word.endswith("y") else word


def words(text: str) -> list[str]:
    """All words in lower case, years included."""
    return _WORD.findall(text.lower().replace("’", "'"))


def content(text: str) -> list[str]:
    """The stems of the words that have a subject, in order."""
    return [stem(w) for w in words(text) if w not in FUNCTION and len(w) > 1]


def subject(question: str) -> list[str]:
    """The stems of a question that say what it is about; empty for "What happened then?"."""
    return [
        stem(w)
        for w in words(question)
        if w not in FUNCTION and w not in ASKED_BY_ALL and len(w) > 1
    ]


def count(text: str) -> int:
    """How many words are spoken."""
    return len(text.split())
