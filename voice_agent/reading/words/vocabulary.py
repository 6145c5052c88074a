"""The words a reply may use about somebody's life: those the narrator said, or the house set up.

Names and places show by their capitals (recognisers write them so), numbers by their value, however
they were written. Pure.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import reduce

from voice_agent.verbs import PAST

WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")

_UNITS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
_ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]

_VALUES: dict[str, int] = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: value for value, word in enumerate(_ORDINALS)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    **{word[:-1] + "ies": 10 * value for value, word in enumerate(_TENS, 2)},
    **{word[:-1] + "ieth": 10 * value for value, word in enumerate(_TENS, 2)},
    "dozen": 12,
    "dozens": 12,
    "twice": 2,
    "thrice": 3,
    "pair": 2,
    "couple": 2,
    "twins": 2,
}
_SCALES = {"hundred": 100, "hundreds": 100, "thousand": 1000, "thousands": 1000, "million": 10**6}

_FREE = re.compile(
    r"(?<!ty[ -])\bone('s)?\b(?! (hundred|thousand|year|month|week|day|hour|child|son|daughter|brother|sister))"
    r"|\bfirst\b|\bthe two of (you|them)\b|\b(a|that|this|for a|split) second\b|\bat once\b|\ba couple of (things|words|minutes)\b",
    re.IGNORECASE,
)
"""Number words that are none: "that one", "what came first", "for a second"."""

KIN: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "mother mum mom mama mam ma mummy mommy mammy momma mothers mums moms",
        "father dad daddy papa pa pop fathers dads",
        "parents parent",
        "grandmother grandma gran granny nan nana nanna grandmothers",
        "grandfather grandpa granddad grandad gramps grandfathers",
        "grandparents grandparent",
        "sister sisters",
        "brother brothers",
        "siblings sibling",
        "husband hubby husbands",
        "wife missus wives",
        "spouse partner",
        "son sons",
        "daughter daughters",
        "grandson grandsons granddaughter granddaughters grandchild grandchildren grandkids",
        "aunt auntie aunty aunts",
        "uncle uncles",
        "cousin cousins",
        "niece nieces",
        "nephew nephews",
        "boyfriend girlfriend sweetheart",
        "fiancé fiancée fiance fiancee",
        "widow widower widowed",
        "stepmother stepfather stepson stepdaughter stepbrother stepsister",
        "in-laws mother-in-law father-in-law sister-in-law brother-in-law",
        "godmother godfather",
        "twin twins",
    )
)
"""Words for one relation; whoever said one of them may hear another."""

_OWN_CHILD = re.compile(
    r"\b(your|her|his|their) (children|kids|child|kid|baby|babies)\b", re.IGNORECASE
)
_CHILDREN = frozenset(
    "children child kids kid baby babies son sons daughter daughters boy girl boys girls".split()  # noqa: SIM905
)

OPENERS = frozenset(
    """
    a about after again ah all almost also always am an and another any anybody anyone anything are as
    ask at away back be because been before began begin behind being besides between both but by came
    can certainly close come coming could day days did do does don't down during each early either
    else even ever every everybody everyone everything evening far few finally first for from getting
    give go going good goodness gracious had half hard has have he hearing heavens her here hers him
    his hm hmm hold home how however i i'd i'll i'm i've if imagine in indeed into is it it'd it'll
    it's its itself just keep knowing known last late later laughter leaving let let's life like listen little
    living long look looking lots made make making many maybe me mhm mhmm mm mmm more morning most much
    must my never next night no nobody none nor not nothing now of off often oh ok okay old on once
    one only or other others our out over parting pardon people perhaps picture please plenty
    probably quite rather goodbye hello welcome really right said saying see seeing seems several shall she should since
    silence slowly small so some somebody someone something sometimes somewhere soon sorry speaking start
    staying still such sure surely take taking talk tell than thank thanks that that'd that'll that's
    the their them then there there's these they they'd they'll they're they've think this those
    though through till time to today together tomorrow too true two under until up us very wait
    waiting walking was wasn't watching we we'd we'll we're we've well were what what'd what's
    whatever when whenever where where's wherever whether which while who who'd who's whoever whole
    whose why will winter with within without won't word work working would yes yesterday yet you
    you'd you'll you're you've young your yours yourself spring summer autumn growing living standing
    sitting losing finding meeting moving carrying places things small quiet say fancy ha neither nor both half part
    straight across along among around below beneath beside beyond near past since through toward towards under upon
    whom nowhere goodnight poor
    within ahead apart aside leave sing buy put bring send push pull turn open close right wrong halfway
    """.split()  # noqa: SIM905
)
"""Ordinary words a sentence of ours may begin with; any other capital there may be a name."""


@dataclass(frozen=True, slots=True)
class SayableWords:
    """What may be repeated."""

    words: frozenset[str]
    """Folded, without 's."""

    numbers: frozenset[int]

    def __or__(self, other: "SayableWords") -> "SayableWords":
        return SayableWords(self.words | other.words, self.numbers | other.numbers)

    def has(self, word: str) -> bool:
        """Was `word` said, in the singular or the plural?"""
        return bool(self.words & {word, f"{word}s", word.removesuffix("s")})


def said(*texts: str) -> SayableWords:
    """Read everything the narrator said, the names in the settings, and the move's own words."""
    whole = "\n".join(plain(text) for text in texts)
    return SayableWords(
        frozenset(_folded(word) for word in WORD.findall(whole)), frozenset(numbers(whole))
    )


def plain(text: str) -> str:
    """Return `text` with straight apostrophes and quotes."""
    return text.translate(str.maketrans("’‘ʼ“”–—", "'''\"\"--"))


def strange_names(sentence: str, known: SayableWords) -> Iterator[str]:
    """Yield words of `sentence` that may be names or places and were not said."""
    for place, match in enumerate(WORD.finditer(sentence)):
        word, folded = match[0], _folded(match[0])
        if not word[0].isupper() or known.has(folded):
            continue
        if word.casefold().startswith(("i'", "ok")) or word in ("I", "OK", "TV", "Mm", "Mhm"):
            continue
        if place == 0 and {folded, word.casefold()} & (OPENERS | PAST):
            continue
        if all(part in _VALUES or part in _SCALES or known.has(part) for part in folded.split("-")):
            continue
        yield word


def strange_numbers(sentence: str, known: SayableWords) -> Iterator[str]:
    """Yield numbers of `sentence` that were not said."""
    for value in numbers(_FREE.sub(" ", sentence)):
        if value not in known.numbers:
            yield str(value)


def strange_kin(sentence: str, known: SayableWords) -> Iterator[str]:
    """Yield relatives of `sentence` that were not spoken of."""
    words = {_folded(word) for word in WORD.findall(sentence)}
    for group in KIN:
        if words & group and not (known.words & group or _in_dialect(group, known)):
            yield min(words & group)
    if (own := _OWN_CHILD.search(sentence)) and not known.words & _CHILDREN:
        yield own[2]


def _in_dialect(group: Collection[str], known: SayableWords) -> bool:
    """Was one of a group of relatives spoken of as a dialect says it: "faither", "mither", "brither"? Its consonants are the same."""
    bones = {bare for each in group if len(bare := _VOWELS.sub("", each)) >= BONES}
    return any(_VOWELS.sub("", each) in bones for each in known.words)


BONES = 4
"""Consonants from which on they tell one relative from any other word. A guess."""

_VOWELS = re.compile(r"[aeiou]")


def numbers(text: str) -> set[int]:
    """Return the values of all numbers in `text`: 1952, "nineteen fifty-two", "the fifties", "12th".

    A year also counts as its last two figures: who said 1952 may hear "fifty-two".
    """
    found: set[int] = set()
    for match in re.finditer(r"\d+(?:,\d{3})*", text):
        found.add(int(match[0].replace(",", "")))
    run: list[str] = []
    for token in [*re.findall(r"[a-z]+|[^\sa-z-]", text.casefold()), "."]:
        if token in _VALUES or token in _SCALES or (run and token == "and"):
            run.append(token)
            continue
        if run and token == "oh":  # nineteen oh five
            run.append("zero")
            continue
        found |= _of_words(run)
        run = []
    return found | {value % 100 for value in found if 1000 <= value <= 2100 and value % 100}


def _of_words(run: list[str]) -> set[int]:
    words = [word for word in run if word != "and"]
    if not words:
        return set()
    if len(words) > 1 and not any(word in _SCALES for word in words):
        century, rest = _VALUES[words[0]], [_VALUES[word] for word in words[1:]]
        if 11 <= century <= 20 and (sum(rest) >= 10 or rest[0] == 0):  # nineteen fifty-two
            return {century * 100 + sum(rest)}
        if _tens_and_units(words):
            return {sum(_VALUES[word] for word in words)}
        return {_VALUES[word] for word in words}  # "two or three", "five, six"
    return {reduce(_grown, words, 0)}


def _tens_and_units(words: list[str]) -> bool:
    first, *rest = (_VALUES[word] for word in words)
    return len(rest) == 1 and first >= 20 and first % 10 == 0 and 0 < rest[0] < 10


def _grown(so_far: int, word: str) -> int:
    if word in _SCALES:
        return max(so_far, 1) * _SCALES[word]
    return so_far + _VALUES[word]


def _folded(word: str) -> str:
    folded = word.casefold()
    return folded.removesuffix("'s").removesuffix("'")
