"""Numbers as people say them: "nineteen oh five", "fifty-two", "the twenty-first", "'52".

Every reader takes a line of tokens and a place in it, and returns what it read there with the place
after it, or None.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple


def wordlist(text: str) -> list[str]:
    """Cut a constant into its words."""
    return text.split()


def wordset(text: str) -> frozenset[str]:
    """Cut a constant into a set of its words."""
    return frozenset(text.split())


UNITS = {
    word: value
    for value, word in enumerate(
        wordlist(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
            " sixteen seventeen eighteen nineteen"
        )
    )
}
TENS = {
    word: 10 * value
    for value, word in enumerate(
        wordlist("twenty thirty forty fifty sixty seventy eighty ninety"), start=2
    )
}
ORDINALS = {
    word: value
    for value, word in enumerate(
        wordlist(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
            " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        start=1,
    )
} | {
    "thirtieth": 30,
    "fortieth": 40,
    "fiftieth": 50,
    "sixtieth": 60,
    "seventieth": 70,
    "eightieth": 80,
    "ninetieth": 90,
}
DECADES = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}
NUMBER = re.compile(
    r"\d|\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\w+teen|ten|eleven|twelve|oh)\b",
    re.IGNORECASE,
)
"""Words that may be a short year."""

NUMERALS = frozenset(UNITS) | frozenset(TENS)
"""Words of which numbers are made."""

CENTURIES = {"seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20}

_LETTERS = (
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0900-\u0903\u093a-\u094d\u0e31-\u0e4e\u064b-\u065f])*"
)
"""A word with the marks that some scripts and spellings write apart from their letters."""

_TOKEN = re.compile(rf"\d+(?:st|nd|rd|th|'?s)?(?![^\W_])|\d+|{_LETTERS}(?:'{_LETTERS})*|\S")
_CURLY = str.maketrans("’‘ʼ‑–—", "'''---")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or sign."""

    text: str
    """In lower case, with straight apostrophes and hyphens."""

    first: int
    last: int
    """Character span in the line."""

    raw: str
    """As written."""


Line = tuple[Token, ...]


class Number(NamedTuple):
    """A number and the place just after it."""

    value: int
    end: int


def tokens(text: str) -> Line:
    """Cut `text` into words, numbers and signs. Never raises."""
    plain = text.translate(_CURLY)
    return tuple(
        Token(found[0].lower(), found.start(), found.end(), text[found.start() : found.end()])
        for found in _TOKEN.finditer(plain)
    )


def word(line: Line, at: int) -> str:
    """Return the token at `at`, or "" beyond either end."""
    return line[at].text if 0 <= at < len(line) else ""


def hyphen(line: Line, at: int) -> int:
    """Return the place after a hyphen at `at`, or `at`."""
    return at + 1 if word(line, at) == "-" else at


def touching(line: Line, at: int) -> bool:
    """Does the token at `at` follow the one before it without a space?"""
    return 0 < at < len(line) and line[at].first == line[at - 1].last


def cardinal(line: Line, at: int) -> Number | None:
    """Read 0 to 999, in words or in digits."""
    text = word(line, at)
    if text.isdecimal() and len(text) <= 3:
        return Number(int(text), at + 1)
    hundreds = 1 if text == "a" else UNITS.get(text, 0)
    if 1 <= hundreds <= 9 and word(line, at + 1) == "hundred":
        after = at + 2 + (word(line, at + 2) == "and")
        rest = cardinal(line, after)
        if rest and 0 < rest.value < 100 and not word(line, after).isdecimal():
            return Number(100 * hundreds + rest.value, rest.end)
        return Number(100 * hundreds, at + 2)
    if text in UNITS:
        return Number(UNITS[text], at + 1)
    if text in TENS:
        unit = hyphen(line, at + 1)
        if 1 <= UNITS.get(word(line, unit), 0) <= 9:
            return Number(TENS[text] + UNITS[word(line, unit)], unit + 1)
        return Number(TENS[text], at + 1)
    return None


def ordinal(line: Line, at: int) -> Number | None:
    """Read "third", "21st", "twenty-first", "seventieth"."""
    text = word(line, at)
    if found := re.fullmatch(r"(\d{1,3})(?:st|nd|rd|th)", text):
        return Number(int(found[1]), at + 1)
    if text in ORDINALS:
        return Number(ORDINALS[text], at + 1)
    if text in TENS:
        unit = hyphen(line, at + 1)
        if 1 <= ORDINALS.get(word(line, unit), 0) <= 9:
            return Number(TENS[text] + ORDINALS[word(line, unit)], unit + 1)
    return None


def full_year(line: Line, at: int) -> Number | None:
    """Read a year said whole: 1952, "nineteen fifty-two", "nineteen oh five", "two thousand and one".

    Years from 1700 to 2100.
    """
    text = word(line, at)
    if re.fullmatch(r"1[789]\d\d|20\d\d|2100", text):
        return Number(int(text), at + 1)
    if text == "two" and word(line, at + 1) == "thousand":
        after = at + 2 + (word(line, at + 2) == "and")
        rest = cardinal(line, after)
        if rest and 0 < rest.value < 100 and not word(line, after).isdecimal():
            return Number(2000 + rest.value, rest.end)
        return Number(2000, at + 2)
    if text not in CENTURIES:
        return None
    century, after = 100 * CENTURIES[text], hyphen(line, at + 1)
    if word(line, after) == "hundred":
        rest = cardinal(line, after + 1 + (word(line, after + 1) == "and"))
        if rest and 0 < rest.value < 100:
            return Number(century + rest.value, rest.end)
        return Number(century, after + 1)
    small = short_year(line, after)
    if not small and word(line, after) == "and":
        small = short_year(line, after + 1)
        small = small if small and small.value > 20 else None  # nineteen and eleven pence
    return Number(century + small.value, small.end) if small else None


def short_year(line: Line, at: int) -> Number | None:
    """Read the last two digits of a year: "fifty-two", "oh five", "52", "ten"; not "five"."""
    text = word(line, at)
    if text in {"oh", "o", "ought", "aught", "nought", "naught"}:
        unit = hyphen(line, at + 1)
        if 1 <= UNITS.get(word(line, unit), 0) <= 9:
            return Number(UNITS[word(line, unit)], unit + 1)
        return None
    if re.fullmatch(r"\d\d", text):
        return Number(int(text), at + 1)
    if text in UNITS or text in TENS:
        found = cardinal(line, at)
        if found and 10 <= found.value <= 99:
            return found
    return None
