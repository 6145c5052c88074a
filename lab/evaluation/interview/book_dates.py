"""What a book says about when: a reader of dates that shares nothing with memory's.

Days, months and years ("the 7th of November, 1870"), ranges ("1831-5"), decades after a year of their
century, and the narrator's own age, as EDTF. It is plain and strict: what it does not read is not asked for.
Rules: lab/notes/interview.md, "What is true".
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lab.evaluation.interview.books import Book

_MONTHS = tuple(
    "january february march april may june july august september october november december".split()  # noqa: SIM905 (reads better as words)
)
_MONTH = "|".join(each.capitalize() for each in _MONTHS)
_SHORT = "Jan|Feb|Aug|Sept|Oct|Nov|Dec"
_YEAR = r"1[5-9]\d\d|20[0-2]\d"
_DAY = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?: day)?(?: of)? (?P<m1>{_MONTH}|{_SHORT})\.?|"
    rf"(?P<m2>{_MONTH}|{_SHORT})\.? (?:the )?(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?),? (?:in )?(?P<y>{_YEAR})\b"
)
_IN_MONTH = re.compile(rf"\b(?P<m>{_MONTH}|{_SHORT})\.?,? (?:of |in )?(?P<y>{_YEAR})\b")
_RANGE = re.compile(
    rf"\b(?P<a>{_YEAR})(?: ?[-–] ?| to | and )(?P<b>(?:1[5-9]|20)?\d{{1,2}})\b(?!,\d)"
)
_PLAIN = re.compile(
    rf"(?<![\d$£.,])\b(?P<y>{_YEAR})\b(?!,\d|\d| (?:pounds|dollars|men|miles|feet|acres|votes))"
)
_TENTHS = (
    "twenties",
    "thirties",
    "forties",
    "fifties",
    "sixties",
    "seventies",
    "eighties",
    "nineties",
)
_DECADE = re.compile(
    r"\b(?:the|early|late|mid)[ -](?:(?:eighteen|nineteen|seventeen)[- ])?"
    r"(?P<w>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b",
    re.IGNORECASE,
)
_AGE = re.compile(
    r"\b(?:at the age of|at age|when I was(?: only| about| just| nearly)?|I was(?: only| then| now| just)?|"
    r"before I was|until I was|till I was|aged) (?P<n>[a-z]+(?:-[a-z]+)?|\d{1,2})\b"
    r"(?! (?:miles|days|weeks|months|hours|feet|pounds|dollars|of|in number|or|per))"
    r"(?: years (?:old|of age)| and a half)?",
)  # fmt: skip
_UNITS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen
""".split()  # noqa: SIM905
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class Dated:
    """A date that a sentence of a book tells."""

    sentence: int
    edtf: str
    words: str

    @property
    def years(self) -> frozenset[int]:
        """The years it names: one, or both ends of a range; none for a decade."""
        return years(self.edtf)


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything a book says about when."""

    dates: tuple[Dated, ...]
    near: tuple[int, ...]
    """For each passage the year of the nearest date told before or in it; 0 where there is none."""

    events: tuple[tuple[str, str], ...]
    """(hash of the passage, EDTF), sorted: what is committed."""

    @property
    def years(self) -> frozenset[int]:
        """Every year that an event of the book has."""
        return frozenset(year for each in self.dates for year in each.years)

    @property
    def decades(self) -> frozenset[int]:
        """Every decade that an event of the book has, as its first year."""
        return frozenset(year // 10 * 10 for year in self.years) | {
            int(each.edtf[:3]) * 10 for each in self.dates if each.edtf.endswith("X")
        }


def years(edtf: str) -> frozenset[int]:
    """The years an EDTF string of this file names."""
    ends = edtf.split("/")
    return frozenset(int(each[:4]) for each in ends if each[:4].isdigit())


def truth(book: Book) -> Truth:
    """Read all dates of a book that lie in its narrator's life."""
    edition = book.edition
    dates: list[Dated] = []
    century = edition.born // 100 * 100 if edition.born else 0
    for number, sentence in enumerate(book.sentences):
        for edtf, words in read(sentence.text, born=edition.born, century=century):
            named = years(edtf) or {int(edtf[:3]) * 10 + 9}
            if edition.born and edition.born <= min(named) and max(named) <= edition.last:
                dates.append(Dated(number, edtf, words))
                century = min(named) // 100 * 100
    near: list[int] = []
    by_passage: dict[int, list[int]] = {}
    for each in dates:
        by_passage.setdefault(book.sentences[each.sentence].passage, []).extend(sorted(each.years))
    latest = 0
    for passage in book.passages:
        latest = (by_passage.get(passage.number) or [latest])[-1]
        near.append(latest)
    events = {(book.passages[book.sentences[d.sentence].passage].hash, d.edtf) for d in dates}
    return Truth(tuple(dates), tuple(near), tuple(sorted(events)))


def read(text: str, *, born: int = 0, century: int = 0) -> list[tuple[str, str]]:
    """Return (EDTF, words) of every date in `text`, in their order.

    `born`: the narrator's year of birth, for ages; `century` (e.g. 1800) for "the fifties".
    """
    found: list[tuple[int, int, str]] = []

    def free(first: int, last: int) -> bool:
        return not any(first < b and a < last for a, b, _ in found)

    for match in _DAY.finditer(text):
        month = _month(match["m1"] or match["m2"])
        day = int(match["d1"] or match["d2"])
        if 1 <= day <= 31:
            found.append((match.start(), match.end(), f"{match['y']}-{month:02}-{day:02}"))
    for match in _IN_MONTH.finditer(text):
        if free(match.start(), match.end()):
            found.append((match.start(), match.end(), f"{match['y']}-{_month(match['m']):02}"))
    for match in _RANGE.finditer(text):
        first, last = match["a"], match["b"]
        whole = first[: 4 - len(last)] + last
        if free(match.start(), match.end()) and int(first) < int(whole) <= int(first) + 60:
            found.append((match.start(), match.end(), f"{first}/{whole}"))
    for match in _PLAIN.finditer(text):
        if free(match.start(), match.end()):
            found.append((match.start(), match.end(), match["y"]))
    for match in _DECADE.finditer(text) if century else ():
        tens = 2 + _TENTHS.index(match["w"].lower())
        if free(match.start(), match.end()):
            found.append((match.start(), match.end(), f"{century // 100}{tens}X"))
    for match in _AGE.finditer(text) if born else ():
        age = _number(match["n"])
        if 2 <= age <= 100 and free(match.start(), match.end()):
            found.append((match.start(), match.end(), f"{born + age}"))
    return [(edtf, text[first:last]) for first, last, edtf in sorted(found)]


def meets(one: str, other: Iterable[str], slack: int = 0) -> bool:
    """Does a date (any EDTF that begins with a year, X for unknown digits) name a year of `other`?"""
    return any(_near(one, each, slack) for each in other)


def _near(one: str, other: str, slack: int) -> bool:
    (a, b), (c, d) = span(one), span(other)
    return a <= d + slack and c - slack <= b


def span(edtf: str) -> tuple[int, int]:
    """First and last year an EDTF string can mean; open ends are -9999 and 9999."""
    ends = edtf.rstrip("?~%").split("/")
    if len(ends) == 1:
        ends = [ends[0], ends[0]]
    low, high = ends[0][:4], ends[1][:4]
    return (
        int(low.replace("X", "0")) if low[:1].isdigit() else -9999,
        int(high.replace("X", "9")) if high[:1].isdigit() else 9999,
    )


def _month(name: str) -> int:
    return [each[:3] for each in _MONTHS].index(name[:3].lower()) + 1


def _number(words: str) -> int:
    if words.isdigit():
        return int(words)
    parts: Sequence[str] = words.split("-")
    if parts[0] in _TENS:
        rest = _UNITS.index(parts[1]) if len(parts) > 1 and parts[1] in _UNITS[1:10] else 0
        return 20 + 10 * _TENS.index(parts[0]) + rest
    return _UNITS.index(parts[0]) if len(parts) == 1 and parts[0] in _UNITS else 0
