"""Who speaks in which line of a transcript: "Rose: We came over", Otter, Zoom and WhatsApp with their stamps.

A stamp says when something was recorded or sent, and never when anything happened: it is taken off. Whose words are
the narrator's is never guessed; where no voice has the narrator's name, somebody is asked (WhoTells).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from voice_agent.errors import MemoryRefused
from voice_agent.memory.dates.date_scene import FUNCTION_WORDS
from voice_agent.memory.people.spelling import PARTICLES
from voice_agent.story import Speaker

NARRATORS = frozenset({"narrator", "me", "i", "you", "user", "answer"})
INTERVIEWERS = frozenset({"interviewer", "assistant", "question", "q", "voice agent"})
_IN_PAIRS = {"a": "q", "speaker": "interviewer"}
"""Labels that are the narrator's only beside another one: "Q" and "A"."""

LONGEST_LABEL_WORDS = 4
"""Words of a label; "I said to my mother then: go" is none. A guess."""

_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s*[ap]\.?m\.?)?"
_STAMP = re.compile(
    rf"^[\u200e\u200f\ufeff]*[\[(<]?(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}},?\s+)?{_CLOCK}(?:\s*(?:-->|[-–—])\s*{_CLOCK})?"
    r"[\])>]?(?:\s*[-–—|]\s+|\s+|$)",
    re.IGNORECASE,
)
_NAME = r"[^\W\d_][^:;!?\[\]<>\t]{0,50}?|(?:Speaker|Voice|Person|Guest) ?\d{1,2}"
_LABEL = re.compile(
    rf"^[\u200e\u200f]*(?:\d{{1,4}}[.)]?\s+)?[\[*_~]*(?P<who>{_NAME})[\]*_~]*\s*[:：][*_~]*(?:\s+(?P<text>\S.*))?$",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    rf"^(?:\[(?P<boxed>{_NAME})\]|(?P<who>{_NAME}))\s+[\[(]?{_CLOCK}[\])]?$", re.IGNORECASE
)
"""A line of its own over what was said: "Ann Miller  0:12", "[Ann Miller] 10:01:22"."""

_CHAT = re.compile(r"^From (?P<who>.+?) to .+$", re.IGNORECASE)
_OMITTED = re.compile(
    r"^[\u200e<]*[\w ]*(?:omitted|attached|was deleted|ended)[>.]*$", re.IGNORECASE
)
_NO_VOICES = frozenset(
    {
        "dear", "note", "notes", "ps", "p.s", "nb", "date", "when", "subject", "from", "to", "re", "title", "place", "author",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "at", "on", "ingredients", "method", "illustration", "sidenote", "footnote", "footnotes", "editor", "address", "telephone", "warning", "kind", "language", "style",
    }
)  # fmt: skip
_TURNS_MARKED = re.compile(r"^\s*(?:>>|[-–—] )")


FEW = 0.02
"""Share of lines with a voice from which a text is a talk: an answer may be fifty lines long. A guess; books have less."""


class WhoTells(MemoryRefused):
    """A conversation in which no voice has the narrator's name: somebody has to say which it is."""

    def __init__(self, name: str, voices: Sequence[str]) -> None:
        """`voices`: as the file calls them, in their order."""
        self.voices = tuple(voices)
        heard = ", ".join(self.voices) if self.voices else "people who are not named"
        super().__init__(
            f"It is not clear who the narrator is in {name}; these speak in it: {heard}.",
            safe="Nothing was stored.",
            mend="Say with --narrator what the narrator is called in it."
            if self.voices
            else "Write before each line who says it, as in “Rose: We moved.”",
        )


class Line(NamedTuple):
    """What one voice says; `who` is "" where a line goes on or nobody is named."""

    who: str
    text: str


def unstamped(line: str) -> str:
    """The line without the time or the day on which it was recorded or sent."""
    return line[found.end() :].lstrip() if (found := _STAMP.match(line)) else line


def labelled(line: str) -> Line | None:
    """Read "Rose: We moved." of a line without a stamp; None where no label stands before it."""
    found = _LABEL.match(line)
    who = _plain(found["who"]) if found else ""
    if found is None or not _label(who):
        return None
    return Line(who, (found["text"] or "").strip())


def spoken(lines: Iterable[str], narrator: str) -> list[Line] | None:
    """Read `lines` as a conversation, or return None where they are prose.

    They are one where people are named over what they say, where lines with a stamp have a label, or where labels
    stand before most lines or come again.
    """
    told = [each.strip() for each in lines if each.strip()]
    bare = [unstamped(each) for each in told]
    read = [_above(each) or labelled(each[1]) for each in zip(told, bare, strict=True)]
    named = [each for each in read if each]
    # a diary has a line with an hour and a book a note or two; in a talk they come by turns
    few = max(2, FEW * len(told))
    stamped = sum(x != y and bool(each) for x, y, each in zip(told, bare, read, strict=True))
    over = sum(_above(each) is not None for each in zip(told, bare, strict=True))
    often = Counter(_key(each.who) for each in named)
    spelled = {_key(each.who) for each in named if not each.who.islower()}
    again = [who for who, count in often.items() if count > 1 and who in spelled]
    alternating = len(again) > 1 and sum(often[who] for who in again) >= few
    most = len(named) >= 0.5 * len(told) and (len(named) > 1 or len(told) == 1)
    common = len(often) <= 12 or bool(again)
    if not named or not (max(stamped, over) >= few or alternating or (most and common)):
        return None
    return list(
        _lines(
            told,
            bare,
            read,
            {who for who in often if who == _key(narrator) or _voice(who, often, named)},
        )
    )


def _lines(
    told: Sequence[str], bare: Sequence[str], read: Sequence[Line | None], voices: set[str]
) -> Iterable[Line]:
    dated = any(x != y for x, y in zip(told, bare, strict=True))
    for whole, text, each in zip(told, bare, read, strict=True):
        if each and _key(each.who) in voices:
            if not _OMITTED.match(each.text):
                yield each
        elif dated and whole != text and re.match(r"\W*\d{1,4}[./-]", whole):
            continue  # "12/03/2021, 18:45 - Messages are end-to-end encrypted."
        else:
            yield Line("", text)


def _voice(who: str, often: Counter[str], named: Sequence[Line]) -> bool:
    """Is a label somebody's, and not words of a story with a colon?"""
    written = next(each.who for each in named if _key(each.who) == who)
    known = who in NARRATORS | INTERVIEWERS | set(_IN_PAIRS)
    return known or often[who] > 1 or not written.islower() or len(named) == len(often) == 1


def heard(name: str, lines: Sequence[Line], narrator: str) -> list[tuple[Speaker, str]]:
    """Say whose each line is; what no label stands before goes on. Raises WhoTells."""
    voices = list({_key(each.who): each.who for each in lines if each.who}.values())
    mine = narrators(voices, narrator)
    if not mine:
        raise WhoTells(name, [each for each in voices if _key(each) not in INTERVIEWERS])
    out: list[tuple[Speaker, str]] = []
    # words before the first name are nobody's that we know
    speaker, text = Speaker.SOMEONE_ELSE, ""
    for each in lines:
        if each.who:
            if text:
                out.append((speaker, text))
            speaker, text = of(each.who, mine), each.text
        else:
            text = f"{text} {each.text}".strip()
    if text:
        out.append((speaker, text))
    return out


def narrators(voices: Iterable[str], narrator: str) -> frozenset[str]:
    """Which of `voices` are the narrator's: those of this name, else those with a label that says so."""
    keys = {_key(each) for each in voices}
    if narrator.strip() and (named := keys & {_key(narrator)}):
        return frozenset(named)
    pairs = {one for one, other in _IN_PAIRS.items() if other in keys}
    return frozenset(keys & (NARRATORS | pairs))


def of(who: str, mine: frozenset[str]) -> Speaker:
    """Whose a voice is."""
    key = _key(who)
    if key in mine:
        return Speaker.NARRATOR
    return Speaker.INTERVIEWER if key in INTERVIEWERS else Speaker.SOMEONE_ELSE


def turns_marked(lines: Iterable[str]) -> bool:
    """Do marks without names say that several people speak: ">> Yes.", "- No."?"""
    return sum(_TURNS_MARKED.match(each) is not None for each in lines) > 1


def _above(line: tuple[str, str]) -> Line | None:
    found = _ABOVE.match(line[0]) or _CHAT.match(line[1])
    if found is None:
        return None
    who = _plain(found.groupdict().get("boxed") or found["who"])
    return Line(who, "") if _label(who) else None


def _label(who: str) -> bool:
    """Is it written as names are: all its words with a capital, or a nickname in small letters?"""
    words = who.split()
    if (
        not words
        or len(words) > LONGEST_LABEL_WORDS
        or words[0].casefold().strip(".") in _NO_VOICES
    ):
        return False
    small = [each for each in words if each.islower() and each not in PARTICLES]
    if small and (len(small) < len(words) or len(words) > 2):
        return False
    return not set(small) & FUNCTION_WORDS - NARRATORS


def _plain(who: str) -> str:
    return " ".join(who.strip(" *_~").split())


def _key(who: str) -> str:
    return unicodedata.normalize("NFC", " ".join(who.split())).casefold()
