"""Is a question new? Compared with everything ever asked, by its words and by what it is about. Pure.

What is kept of a question is not its text but the hashes of its words' stems: enough to know it again
and to see that another one asks the same, and nothing that "forget that" would have to look for.
"""

import hashlib
import re
from functools import lru_cache

from voice_agent.reading.words.stems import content, stem, stems

SAME = 0.75
"""From this likeness on two questions are one. Tried on the shipped book, where no two scenes reach it."""

_PLAIN = frozenset(
    stems(
        """
        being best come comes day days ever first go going happen happened kind know life like long look looked
        made make many mind moment most much new now often one other others part people place remember
        say said see still stay stayed story tell thing things think time times way well went year years
        today back else more day's ordinary used want wanted get got after before until since been came could
        around during together use into all between never somebody too also bring brings brought honest picture wonder matter matters mattered
        """.split()  # noqa: SIM905
    )
)
"""Stems that do not make two questions alike."""


_SAID_BY_ALL = frozenset(
    """
    a about after again all along also always am among an and another any anything are aren't around as ask asked at
    away back be became because become been before being best between bit both bring brings brought but by came can
    can't change changed come comes coming could couldn't course day days describe did didn't do does doesn't doing
    don't done down each earlier else end especially even ever every everything feel felt few find first for from
    gave get give given go goes going gone good got great had hadn't happen happened happens has have having he he'd
    he's hear heard her here hers herself him himself his hour hours how however i i'd i'll i'm i've if in into is
    isn't it it's its itself just keep kept kind knew know known last learn learned least left less let let's life
    like little lives long look lot made make makes making many matter mattered may me mean meant memories memory
    mention mentioned might mind mine moment moments more most much must my myself never new next no nor not nothing
    now of off often oh old on once one only or other others our ours out over own part particular people perhaps
    picture place put question quite rather really recall remember right said same saw say see seem seemed seen
    share she she'd she's should show since so some somebody someone something sometimes soon speak stand stands
    stay stayed still stories story such take taken talk talking tell than that that's the their theirs them then
    there there's these they they'd thing things think this those though thought three through till time times to
    today together told too took toward turn turned two under until up upon us used very want wanted was wasn't way
    ways we we'd week weeks well went were weren't what what's when where whether which while who whom whose why
    will with within without won't wonder wondered wonders would wouldn't year years yes yet you you'd you're you've
    your yours yourself
    """.split()  # noqa: SIM905
)
"""Words that anybody asks with, whatever they ask about."""

_SOUND = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")

HEARD_AGAIN = 0.7
"""Share of their words (Jaccard) from which on two questions that ask for the same are heard as one."""

_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_FORMS = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        ("when", r"\bwhen (?:was|were|did|is|do|does|have|had)\b|\bwhat (?:year|time|date)\b|\bhow (?:old|long)\b"),
        ("like", r"\bwhat (?:\w+ ){0,3}(?:was|were|is|are|did|does|do)\b.*\b(?:like|look|sound|smell|taste|feel)\b"),
        ("why", r"\bwhy\b|\bwhat made\b|\bhow come\b"),
        ("who", r"\b(?:who|whom|whose)\b"),
        ("where", r"\bwhere\b"),
        ("how", r"\bhow\b"),
    )
)  # fmt: skip


def normal(text: str) -> str:
    """Return `text` in lower case, without punctuation; years are all one.

    "What did the years after 1948 bring?" asked again of 1961 is heard as the same question.
    """
    plain = re.sub(r"\b1[5-9]\d\d|20\d\d\b", "year", text.lower())
    return " ".join(re.findall(r"\w+", plain.replace("’", "'").replace("'", "")))


@lru_cache(maxsize=8192)
def key(text: str) -> str:
    """Name a question by its normal form; twelve hex digits."""
    return _hash(normal(text), 6)


@lru_cache(maxsize=8192)
def gist(text: str) -> frozenset[str]:
    """Return the hashes of what a question is about, years included; empty for "What happened then?"."""
    return frozenset(_hash(each, 4) for each in (*(content(text) - _PLAIN), *_YEAR.findall(text)))


@lru_cache(maxsize=8192)
def core(text: str) -> frozenset[str]:
    """Return the hashes of every word of a question that not all questions hold; cruder than `gist`, and wider.

    "Which of the family were there?" and "What did your family go without?" have one core, the family.
    """
    words = (word.removesuffix("'s") for word in _SOUND.findall(text.lower().replace("’", "'")))
    return frozenset(_hash(_crude(each), 4) for each in words if _counts(each))


def _counts(word: str) -> bool:
    return word not in _SAID_BY_ALL and len(word) > 1


def _crude(word: str) -> str:
    """Try, tried and tries alike; so are family and familiar, which does no harm here."""
    root = stem(word.removesuffix("ly") if word.endswith(("ingly", "edly")) else word).rstrip("e")
    return (root[:-1] + "i" if root.endswith("y") else root)[:5]


def again(one: frozenset[str], other: frozenset[str]) -> bool:
    """Would two questions with these cores, that ask for the same, be heard as one?"""
    return bool(one) and len(one & other) >= HEARD_AGAIN * len(one | other)


def touches(one: frozenset[str], shut: frozenset[str]) -> bool:
    """Does a question with the core `one` ask of nothing but what `shut` was about?"""
    return bool(one) and len(one & shut) >= HEARD_AGAIN * len(one)


@lru_cache(maxsize=8192)
def form(ask: str) -> str:
    """What a question asks for by its words: when, like, why, who, where, how or what."""
    return next((name for name, words in _FORMS if words.search(ask)), "what")


def likeness(one: frozenset[str], other: frozenset[str], *, same_form: bool = False) -> float:
    """How much two questions are about the same, 0..1 (Dice); 0 where either is about too little.

    `same_form`: both ask for the same (`form`); then one word is enough ("What was Leeds like?"), and so is a clause
    that stands whole in both.
    """
    if one.isdisjoint(other):
        return 0.0
    shared, least = len(one & other), min(len(one), len(other))
    if same_form and least and (shared == least > 2 or (least == 1 and one == other)):
        return 1.0
    if least < 2:
        return 0.0
    return 2 * shared / (len(one) + len(other))


def _hash(text: str, size: int) -> str:
    return hashlib.blake2s(text.encode(), digest_size=size).hexdigest()
