"""What we ask of a reader of English: which words are names, and what each word is.

The real one is spaCy (`language/names.py`); `PlainReader` below is the floor that needs no weights: it
goes by capitals and endings, and passes the same tests as far as it claims to.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from voice_agent.memory.dates.number_words import wordset


class NameKind(StrEnum):
    """What a name names."""

    PERSON = "person"
    PLACE = "place"
    GROUP = "group"
    """A company, a school, a regiment."""


class Tag(StrEnum):
    """What a word is, as far as memory cares."""

    PAST = "past verb"
    PARTICIPLE = "past participle"
    PRESENT = "present verb"
    BASE = "verb"
    """Infinitive, modal, gerund."""

    NOUN = "noun"
    NAME = "name"
    ADJECTIVE = "adjective"
    ADVERB = "adverb"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Named:
    """A name and where it stands."""

    text: str
    first: int
    last: int
    """Character span in the text."""

    kind: NameKind


@dataclass(frozen=True, slots=True)
class Tagged:
    """A word and what it is."""

    text: str
    first: int
    last: int
    """Character span in the text."""

    lemma: str
    """In lower case: "went" is "go"."""

    tag: Tag


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its names and its words."""

    names: tuple[Named, ...] = ()
    """In the order of the text, not overlapping."""

    words: tuple[Tagged, ...] = ()


class Reader(Protocol):
    """Finds names and the shape of words. Loaded once, shared; a call takes milliseconds a sentence."""

    def read(self, text: str) -> Reading:
        """Never raises on any text."""
        ...


_LETTERS = (
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0900-\u0903\u093a-\u094d\u0e31-\u0e4e\u064b-\u065f])*"
)
_WORD = re.compile(rf"{_LETTERS}(?:['’]{_LETTERS})*")
_NOT_NAMES = wordset(
    "i i'm i'd i've i'll monday tuesday wednesday thursday friday saturday sunday january february march"
    " april may june july august september october november december christmas easter thanksgiving lord god"
    " english irish german american french italian british catholic protestant jewish mr mrs ms dr mum mom"
    " dad mother father ma pa mama papa grandma grandpa granny nana auntie aunt uncle tv ok okay"
)
_OPENERS = wordset(
    "the a an and but so then when where after before while we they he she it you my our his her their there"
    " this that these those in on at by for from with without about because if as well yes no oh not never"
    " now once one two three all every some many most both each how what who why let of to or nor although"
    " though until till since during later back only just even still perhaps maybe anyway"
)
IRREGULAR_PAST = wordset(
    "was were had did went came got left met bought sold built lost found fell broke drove took gave told"
    " said saw heard knew thought felt kept made ran sat stood began grew wrote read rode spent sent brought"
    " taught caught fought won sang swam flew wore tore shot hit cut put let set paid laid led became woke"
    " chose spoke froze stole ate drank held slept swept wept burnt dreamt struck stuck hung dug died sank"
    " threw drew blew rose lay shook bit bent bound burst cost crept dealt fed fled forgot hid hurt knelt"
    " leapt lent lit meant rang sought shut slid spun split spread sprang stank stung strode strove swore"
    " swung thrust trod understood upset withdrew used could would"
)
"""Verbs whose past has an ending of its own; each form as it is spoken."""
_PLACE_BEFORE = wordset("in at to from near outside around through across of into toward towards")


class PlainReader:
    """Names by their capitals, verbs by their endings; no weights. Misses names in lower case."""

    def read(self, text: str) -> Reading:
        """Never raises."""
        found = list(_WORD.finditer(text))
        names: list[Named] = []
        at = 0
        while at < len(found):
            end = at
            while end < len(found) and _capital(text, found, end, opens=end == at):
                between = text[found[end - 1].end() : found[end].start()] if end > at else " "
                if between != " " and not (between == ". " and len(found[end - 1][0]) <= 3):
                    break  # "Dr. Harper" is one name, "Power. Maria" two
                end += 1
            if end == at:
                at += 1
                continue
            first, last = found[at].start(), found[end - 1].end()
            if text[first:last].endswith(("'s", "’s")):
                last -= 2
            before = found[at - 1][0].lower() if at else ""
            kind = NameKind.PLACE if before in _PLACE_BEFORE else NameKind.PERSON
            names.append(Named(text[first:last], first, last, kind))
            at = end
        return Reading(tuple(names), tuple(_tagged(each) for each in found))


def _capital(text: str, found: list[re.Match[str]], at: int, *, opens: bool) -> bool:
    word = found[at][0]
    letter = (
        word[0].isupper() or unicodedata.category(word[0]) == "Lo"
    )  # some scripts know no capitals
    if not letter or word.lower() in _NOT_NAMES:
        return False
    start = found[at].start()
    if opens and (start == 0 or text[:start].rstrip()[-1:] in ".!?…"):
        return word.lower() not in _OPENERS
    return word.lower() not in _OPENERS or not opens


def _tagged(found: re.Match[str]) -> Tagged:
    word = found[0].lower()
    past = word in IRREGULAR_PAST or (word.endswith("ed") and len(word) > 3)
    tag = Tag.PAST if past else Tag.NAME if found[0][0].isupper() else Tag.OTHER
    return Tagged(found[0], found.start(), found.end(), word, tag)
