"""The gate: does a sentence say anything that the words it cites do not? Pure, and asked before anybody reads it.

What it knows is atoms.py: a quote must stand in one cited stretch as it is; a name, a place, a number, a date,
a relative, a feeling and a lesson must each be in the cited words, or follow from them by the rules for dates
and kin; what was denied stays denied, and nothing else is. It does not know which number belongs to which
thing, so that two numbers of one stretch that change places are not seen.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.number_words import tokens, wordset
from voice_agent.memory.people.kin import COUPLES, KIN, kin_at
from voice_agent.memory.terms import terms
from voice_agent.reading.words.vocabulary import OPENERS, WORD, plain, said, strange_kin
from voice_agent.storybook import atoms
from voice_agent.storybook.pages import Kind, Sentence
from voice_agent.storybook.tidied import part_of, words

NEW = 0.34
"""Share of a sentence's own words that the cited words may lack. A guess."""


class Atom(StrEnum):
    """What in a sentence is not supported. The values are read by people."""

    CITES = "rests on nothing"
    QUOTE = "a quotation that was not said like that"
    NAME = "a name or place"
    NUMBER = "a number"
    DATE = "a date"
    KIN = "a relative"
    NEGATION = "a yes that was a no, or the other way round"
    FEELING = "a feeling"
    LESSON = "a lesson"
    WORDS = "words of its own"


class Fault(NamedTuple):
    """One thing in a sentence that nobody said."""

    atom: Atom
    words: str


_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"|«([^»]+)»")
_HEDGE = re.compile(
    r"\b(?:about|around|perhaps|maybe|probably|or so|nearly|almost|roughly|i think|i believe|must have been|some(?:time|where)|"
    r"in the early|in the late|or)\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(
    r"[,;:.!?—–]+|\b(?:and|but|so|because|though|although|while|when|until|or)\b", re.IGNORECASE
)
_MONTH_NAMES = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_SEASON_NAMES = {"21": "spring", "22": "summer", "23": "autumn", "24": "winter"}
_STARTERS = OPENERS | wordset(
    "despite against along among around across beyond beside below above except unlike under underneath upon"
    " although unless whereas meanwhile afterwards otherwise instead later earlier eventually soon"
)


def faults(sentence: Sentence, *, dates: Sequence[str] = ()) -> tuple[Fault, ...]:
    """Return what of `sentence` its spans do not support; empty: it may be read.

    `dates` are the EDTF dates of the claims made from the spans. Raises nothing.
    """
    if sentence.kind in (Kind.LINK, Kind.ASKED):
        return ()
    cited = [each.words for each in sentence.spans]
    if not any(each.strip() for each in cited):
        return (Fault(Atom.CITES, sentence.text),)
    if any(part_of(sentence.text, each) and not _dropped(sentence.text, each) for each in cited):
        return ()  # nothing but the narrator's own words, in their order
    return tuple(dict.fromkeys(_faults(sentence.text, cited, dates)))


def _faults(text: str, cited: Sequence[str], dates: Sequence[str]) -> Iterator[Fault]:
    whole = plain(" . ".join(cited))
    known = said(whole)
    for match in _QUOTED.finditer(text):
        quoted = next(each for each in match.groups() if each)
        if not any(_bare(quoted) in _bare(each) for each in cited):
            yield Fault(Atom.QUOTE, quoted)
    for word in atoms.names(text):
        folded = word.casefold()
        if known.has(folded) or _hyphened(folded, known.words):
            continue
        if atoms.opens(text, word) and (folded in _STARTERS or terms(word) & terms(whole)):
            continue
        if atoms.opens(text, word) and not terms(word):
            continue
        yield Fault(Atom.NAME, word)
    yield from _numbers(text, whole, dates)
    relations = _relations(cited)
    for relation in sorted(atoms.kin(text) - relations):
        yield Fault(Atom.KIN, relation)
    if not atoms.kin(text):
        for relation in strange_kin(plain(text), known):
            yield Fault(Atom.KIN, relation)
    lost = next(
        (word for each in cited if part_of(text, each) and (word := _dropped(text, each))), ""
    )
    if lost or (lost := _denial_lost(text, cited)) or (lost := _denial_new(text, cited)):
        yield Fault(Atom.NEGATION, lost)
    strange = atoms.feelings(text) - atoms.feelings(whole)
    if strange:
        yield Fault(Atom.FEELING, min(min(atoms.FEELINGS[n] & _words(text)) for n in strange))
    for match in atoms.MOVED.finditer(plain(text)):
        if not strange and match[0].casefold() not in whole.casefold():
            yield Fault(Atom.FEELING, match[0])
    for match in atoms.LESSON.finditer(plain(text)):
        if not re.search(rf"\b{re.escape(match[0][:5])}", whole, re.IGNORECASE):
            yield Fault(Atom.LESSON, match[0])
    if new := _new(text, terms(whole)):
        yield Fault(Atom.WORDS, new)


def _new(text: str, heard: Collection[str]) -> str:
    """A word of a sentence that is mostly new, or of a clause that is new altogether; "" where there is none."""
    for first, last in sentences(text):
        own = terms(text[first:last])
        if own and len(own - set(heard)) / len(own) > NEW:
            return min(own - set(heard))
    for clause in _CLAUSES.split(plain(text)):
        own = terms(clause)
        if len(own) >= 2 and not own & set(heard):
            return min(own)
    return ""


def _numbers(text: str, whole: str, dates: Sequence[str]) -> Iterator[Fault]:
    years, months = _from(dates)
    heard = atoms.counted(whole)
    # "in sixty-three" may follow from 1963, but 63 people may not
    tails = {year % 100 for year in heard | years if year > 1000} & atoms.short_years(text)
    strange = atoms.exact(text) - atoms.exact(whole) - years - tails
    for value in sorted(strange):
        if not any(value == year % 100 for year in strange if year > 1000):
            yield Fault(Atom.NUMBER if value < 1000 else Atom.DATE, str(value))
    doubtful = {
        int(year)
        for each in dates
        for side in each.split("/")
        if re.search(r"[?~%]", side)
        for year in re.findall(r"\d{4}", side)
    }
    if (atoms.counted(text) & doubtful) - heard and not _HEDGE.search(text):
        yield Fault(Atom.DATE, "told with less certainty")
    for word in sorted(atoms.calendar(text) - atoms.calendar(whole) - months):
        yield Fault(Atom.DATE, word)


def _from(dates: Iterable[str]) -> tuple[set[int], set[str]]:
    """The years and days of the month, and the names of months and seasons, that EDTF dates say."""
    years: set[int] = set()
    names: set[str] = set()
    for edtf in dates:
        for side in edtf.split("/"):
            match = re.match(r"(\d{3}[\dX])(?:-(\d\d))?(?:-(\d\d))?", side)
            if not match:
                continue
            year = int(match[1].replace("X", "0"))
            years.add(year)
            month = match[2] or ""
            if month in _SEASON_NAMES:
                names.add(_SEASON_NAMES[month])
            elif month and 1 <= int(month) <= 12:
                names.add(_MONTH_NAMES[int(month) - 1])
            if match[3]:
                years.add(int(match[3]))
    return years, names


def _relations(cited: Sequence[str]) -> set[str]:
    """The relatives that were spoken of, and those that follow: my mother's sister is an aunt."""
    found: set[str] = set()
    for text in cited:
        found |= atoms.kin(text)
        line = tokens(text)
        for at in range(len(line)):
            if phrase := kin_at(line, at):
                found.add(phrase.kin.relation)
    for pair in COUPLES.values():
        if found & set(pair):
            found |= {relation for relation in pair if relation in found}
    if {"son", "daughter"} & found:
        found.add("child")
    if {"grandson", "granddaughter"} & found:
        found.add("grandchild")
    return found


def _dropped(text: str, cited: str) -> str:
    """A "not" that was left out where what it denied was kept; "" where there is none.

    `text` is a part of `cited`.
    """
    kept = words(text)
    at = 0
    dropped = ""
    for word in words(cited):
        if at < len(kept) and word == kept[at]:
            if dropped:
                return dropped
            at += 1
        else:
            dropped = word if atoms.NEGATION.search(word) else ""
    return ""


def _denial_lost(text: str, cited: Sequence[str]) -> str:
    """Words that were denied and are not any more; "" where there are none."""
    said_no = [_own(each) for each in _clauses(text, denied=True)]
    plainly = [_own(each) for each in _clauses(text, denied=False)]
    for each in cited:
        yes = [_own(clause) for clause in _clauses(each, denied=False)]
        for clause in _clauses(each, denied=True):
            mine = _own(clause)
            if not mine or any(mine & other for other in said_no):
                continue
            for other in plainly:
                shared = mine & other
                if 2 * len(shared) >= len(mine) and shared and not any(shared <= y for y in yes):
                    return min(shared)
    return ""


def _denial_new(text: str, cited: Sequence[str]) -> str:
    """Words that are denied and were not; "" where there are none."""
    denied = [_own(each) for one in cited for each in _clauses(one, denied=True)]
    for clause in _clauses(text, denied=True):
        mine = _own(clause)
        if not denied or (mine and not any(mine & other for other in denied)):
            return min(mine) if mine else clause.strip()
    return ""


def _clauses(text: str, *, denied: bool) -> list[str]:
    parts = [each for each in _CLAUSES.split(plain(text)) if each.strip()]
    return [each for each in parts if bool(atoms.denies(each)) is denied]


def _own(clause: str) -> frozenset[str]:
    return frozenset(terms(clause))


def _words(text: str) -> set[str]:
    return {match[0].casefold() for match in WORD.finditer(plain(text))}


def _hyphened(folded: str, known: frozenset[str]) -> bool:
    parts = folded.split("-")
    return len(parts) > 1 and all(part in known or part in KIN for part in parts)


def _bare(text: str) -> str:
    return " " + " ".join(re.findall(r"[\w']+", plain(text).casefold())) + " "
