"""A story named in few of the narrator's own words: "the washing machine and the purse". Pure.

Whoever is promised something about a story must hear which one is meant, and must not hear it told again: two things in
it that few other stories hold, as one says them to the narrator. Nothing is added, nothing said of them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from voice_agent.reading.by_rules import expression, particulars
from voice_agent.reading.wishes import wish_words
from voice_agent.resources import resource

UNNAMED = "what you just told me"

TO_COME = "what you tell me now"
"""Where nothing in it can be named."""

LONGEST_THING_WORDS = 3
"""Words of one thing, its article left out."""

THINGS = 2
"""Things that name a story."""

_ARTICLE = r"the|a|an|this|that|these|those|my|our|his|her|their|some"
_TURNED = {
    "my": "your",
    "our": "your",
    "this": "the",
    "that": "the",
    "these": "the",
    "those": "the",
    "a": "the",
    "an": "the",
}
_WHOSE = frozenset(["my", "our", "his", "her", "their"])
_WORD = re.compile(r"[A-Za-z][\w'’-]*|[.,;:!?…()\"“”–—-]+|\d+")

_BETWEEN = frozenset(
    """
    in on at by for from to into onto of off with without about around over under up down out through across after before
    during until till since between against as than like near behind beside below above along past round inside outside
    upon and or but nor so because though although if when while where that which who whom whose what how why
    i he she it we they you him her us them me there here then now once again back away too also just only even never ever
    always often every each still already not is are am was were be been being do does did has have had can could will would shall
    should may might must wus wis wor got done aloud upstairs downstairs home together alone
    """.split()  # noqa: SIM905
)
"""Words before which a thing that was named is over."""

_NO_THING = frozenset(
    """
    way ways time times day days night week weeks month months year years morning afternoon evening hour hours minute moment
    lot lots bit thing things kind sort one ones other others first second last next same end side top bottom rest half
    few whole more most all anything something people everybody nobody soul truth word words fact idea reason life world
    man woman men women boy girl chap lad lass fellow one two three four five six seven eight nine ten eleven twelve
    twenty thirty forty fifty hundred thousand own accord start beginning spring summer autumn fall winter
    """.split()  # noqa: SIM905
)
"""What stands where a thing may stand, and names no story."""


@dataclass(frozen=True, slots=True)
class _Thing:
    text: str
    at: int
    rare: float


def story(text: str, *, story: str = "", but: str = "", said: str = "") -> str:
    """Name what `text` tells; `story`: how the narrator has named it already, in `said`; `but`: whom not to name.

    UNNAMED where nothing in it can be named without doubt.
    """
    if story and (named := called(story, f"{said} {text}")):
        return named
    told = wish_words.beside(text)
    out = frozenset(re.findall(r"[a-z]+", but.lower()))
    found: dict[str, _Thing] = {}
    for each in (*_things(told), *_names(told)):
        words = frozenset(re.findall(r"[a-z]+", each.text.lower()))
        if not words & out and not any(words <= _bare(other) for other in found):
            found[each.text] = each
    best = sorted(found.values(), key=lambda each: (-each.rare, each.at))[:THINGS]
    return " and ".join(each.text for each in sorted(best, key=lambda each: each.at)) or UNNAMED


def called(words: str, text: str = "") -> str:
    """How to say a story's name to the narrator: "my mother's ring" -> "your mother's ring"; with capitals as in `text`."""
    plain_ = re.escape(words.strip(" .")).replace(r"\ ", r"\W+")
    heard = re.search(rf"\b{plain_}\b", text, re.IGNORECASE) if words.strip(" .") else None
    said = expression.turned(heard[0] if heard else _written(words.strip(" ."), text))
    first, _, rest = said.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in ("the", "your", "that", "this") else said


def _written(words: str, text: str) -> str:
    """Plain `words` with the capitals that names have in `text`: "Nansi and the letter"."""
    names = {each.lower(): each for each in re.findall(r"(?<![.!?] )(?<!^)\b[A-Z][a-z]+", text)}
    return " ".join(names.get(each, each) for each in words.split())


def _things(text: str) -> Iterator[_Thing]:
    """What `text` names by a noun with its article, in order."""
    words = [(match[0], match.start()) for match in _WORD.finditer(text)]
    for number, (word, at) in enumerate(words):
        if re.fullmatch(_ARTICLE, word.lower()):
            run = _run([each for each, _ in words[number + 1 :]], whose=word.lower() in _WHOSE)
            if run:
                yield _thing(word.lower(), run, at)


def _thing(article: str, run: list[str], at: int) -> _Thing:
    whose = 0.5 if article in ("his", "her", "their", "some") else 1.0
    text = " ".join([_TURNED.get(article, article), *run])
    return _Thing(text, at, whose * sum(map(_rare, run)) / len(run) + 0.6 * (len(run) > 1))


def _run(words: list[str], *, whose: bool) -> list[str]:
    """The nouns that follow an article, with what is said of them; [] where it is not clear where they end."""
    run: list[str] = []
    for word in words[: LONGEST_THING_WORDS + 1]:
        if _over(word, run, whose=whose):
            break
        run.append(word)
    if (
        not run
        or len(run) > LONGEST_THING_WORDS
        or run[-1].lower() in _NO_THING
        or run[0].lower() in _NO_THING
    ):
        return []
    return (
        []
        if re.search(r"(?:ly|est|n['’]t|['’]s|\b[a-z]['’])$", run[-1].lower())
        or expression.past(run[-1])
        else run
    )


def _over(word: str, run: list[str], *, whose: bool) -> bool:
    lower = word.lower()
    denied = re.search(r"n['’]t$", lower) is not None
    closed = (
        denied
        or not word[0].isalpha()
        or lower in _BETWEEN
        or re.fullmatch(_ARTICLE, lower) is not None
    )
    verb = bool(run) and (expression.past(lower) or re.fullmatch(r"\w{3,}ing", lower) is not None)
    named = bool(run) and run[-1][0].isupper() != word[0].isupper()
    # "my aunt Zofia" is called so, "the week Colleen turned nine" is not
    name = named and not (whose and word[0].isupper())
    return closed or verb or name


def _names(text: str) -> Iterator[_Thing]:
    """Whom and where it names."""
    found = particulars.names(text)
    for name in (*found.people, *found.places):
        if (at := text.find(name)) >= 0:
            yield _Thing(name, at, 0.8)


def _bare(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", text.lower()))


def _rare(word: str) -> float:
    """0 for what every other story names, 1 for what few do."""
    ranks = [rank for stem, rank in _everyday().items() if _same(word.lower(), stem)]
    return ((min(ranks) + 1) / len(_everyday())) ** 0.5 if ranks else 1.0


def _same(word: str, stem: str) -> bool:
    ending = word[len(stem) :]
    return word.startswith(stem) and (
        ending in _ENDINGS or (ending[1:] in _ENDINGS - {""} and ending[0] == stem[-1])
    )


_ENDINGS = frozenset(["", "s", "es", "e", "ed", "d", "ing", "er", "ers", "y", "ies", "ly"])


@cache
def _everyday() -> Mapping[str, int]:
    """The stems that stand in most stories, the commonest first."""
    lines = resource("config/everyday.txt").read_text(encoding="utf-8").splitlines()
    stems = [word for line in lines if not line.startswith("#") for word in line.split()]
    return {stem: rank for rank, stem in enumerate(stems)}
