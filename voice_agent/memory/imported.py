"""What somebody wrote, taken apart: a past conversation, a journal, letters, a book.

Pure: bytes in, sessions of turns out, or MemoryRefused. What is written is the narrator's where nothing
says otherwise; of a conversation only the narrator's lines can become memories. A letter's or an entry's
own date is the day of its telling, so that "last week" in it means the week before. A day that cannot be
(30 February) is refused with its line where it stands as the date of an entry; in running text it is only words.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath
from typing import Any

from voice_agent.errors import MemoryRefused
from voice_agent.memory.dates.dates import Background, find
from voice_agent.memory.dates.when import strict_bounds
from voice_agent.memory.voices import (
    Line,
    WhoTells,
    heard,
    narrators,
    of,
    spoken,
    turns_marked,
    unstamped,
)
from voice_agent.story import Speaker

LARGEST = 20_000_000
"""Bytes; a long novel has one million."""

PIECE = 1_200
"""Characters of prose put into one turn, ended at a paragraph."""

SUFFIXES = (".txt", ".md", ".markdown", ".json", ".vtt")

_LATER = date(2100, 1, 1)
"""A day after everything written: what is to come then was never a day of writing."""

_BEFORE_A_DAY = frozenset({"On", "In", "By", "At", "It", "Until", "Since", "From", "That", "This"})

_CHAPTER = re.compile(
    r"^(?:chapter|part|book|letter|entry)\b[\s.:]*(?:[ivxlc]+|\d+|[a-z]+)?\b.{0,60}$|^[IVXLC]+\.?$",
    re.IGNORECASE,
)
_HEADING = "\ue000"
"""Stands before what Markdown marks as a heading: a character that belongs to nobody."""

_STAMP = re.compile(r"^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{3}\s+-->")
_CUE_VOICE = re.compile(r"<v(?:\.[\w.]+)?\s+(?P<who>[^>]+)>")
_DATES = ("date", "when")
"""What JSON calls the day of a session, a turn or an entry."""

_DATED = re.compile(r"^(?:date|when)\s*:\s*(?P<day>\S.*)$", re.IGNORECASE | re.MULTILINE)
_FRONT = re.compile(r"\A---\n(?P<front>.*?\n)---\n", re.DOTALL)
_TAG = re.compile(r"<[^>]{0,80}>")


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """One turn of a conversation, or some paragraphs of prose."""

    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class WrittenSession:
    """A chapter, a letter, an entry, a conversation."""

    title: str
    turns: tuple[WrittenTurn, ...]
    written: date | None = None
    """The day it was written, where it says so."""

    prose: bool = False
    """Where its turns begin and end was chosen by length alone, and may be chosen better."""


def parse(content: bytes, name: str, *, narrator: str = "") -> tuple[WrittenSession, ...]:
    """Take the file `name` apart. `narrator` is the narrator's name in a conversation.

    Raises WhoTells where nobody in a conversation has that name, MemoryRefused for what is empty, too large, no text,
    not in this alphabet, of no known form, or dated with a day that cannot be.
    """
    text = _text(content, name)
    suffix = PurePath(name).suffix.lower()
    title = PurePath(name).stem.replace("_", " ").strip() or "import"
    try:
        sessions = _sessions(text, name, suffix, title, narrator)
    except _NoSuchDay as error:
        raise MemoryRefused(
            f"{name}, line {_line(text, error.words)}: “{error.words}” cannot be a date. {error.why}",
            safe="Nothing was stored.",
            mend="Put that date right, or take it out, and import the file again.",
        ) from None
    kept = tuple(session for session in sessions if session.turns)
    if not any(turn.speaker is Speaker.NARRATOR for session in kept for turn in session.turns):
        raise WhoTells(name, ())
    return kept


def _sessions(text: str, name: str, suffix: str, title: str, narrator: str) -> list[WrittenSession]:
    if suffix == ".json":
        return _from_json(text, name, title, narrator)
    if suffix == ".vtt" or text.startswith("WEBVTT"):
        return _from_vtt(text, name, title, narrator)
    text = text.replace(_HEADING, "")
    if suffix in {".md", ".markdown"}:
        front = _FRONT.match(text)
        written = _dated(front["front"]) if front else None
        return _from_text(_plain(text), name, title, narrator, written)
    if suffix in SUFFIXES or not suffix:
        return _from_text(text, name, title, narrator)
    raise MemoryRefused(
        f"{name} is of a kind that cannot be read ({suffix}).",
        safe="Nothing was stored.",
        mend=f"Save it as one of {', '.join(SUFFIXES)}.",
    )


def _text(content: bytes, name: str) -> str:
    if len(content) > LARGEST:
        raise MemoryRefused(
            f"{name} is larger than {LARGEST // 1_000_000} MB.",
            safe="Nothing was stored.",
            mend="Import it in parts.",
        )
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        raise _not_text(name) from None
    if any(unicodedata.category(each) == "Cc" and each not in "\t\n\r\f\v" for each in text):
        raise _not_text(name)
    if not text.strip():
        raise MemoryRefused(f"{name} is empty.", safe="Nothing was stored.")
    letters = [each for each in text[:200_000] if each.isalpha()]
    latin = sum(1 for each in letters if each < "\u0250")
    if not letters or latin < 0.7 * len(letters):
        raise MemoryRefused(
            f"{name} is not written in the alphabet that the interviewer reads.",
            safe="Nothing was stored.",
            mend="Only English is understood so far; import a translation.",
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_text(name: str) -> MemoryRefused:
    return MemoryRefused(
        f"{name} is not a text file.",
        safe="Nothing was stored.",
        mend="Save it as plain text in UTF-8, Markdown, JSON or WebVTT.",
    )


def _from_json(text: str, name: str, title: str, narrator: str) -> list[WrittenSession]:
    try:
        content: Any = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise MemoryRefused(
            f"That is not valid JSON: {error}.", safe="Nothing was stored."
        ) from None
    if isinstance(content, Mapping) and isinstance(content.get("sessions"), list):
        sessions = [each for each in content["sessions"] if isinstance(each, Mapping)]
    else:
        sessions = [content]
    rows = [_rows(each) for each in sessions]
    mine = _told_by(name, [row for some in rows for row in some], narrator)
    if sessions != [content]:
        return [
            _of_rows(
                some, str(each.get("title") or each.get("topic") or title), mine, _field_day(each)
            )
            for each, some in zip(sessions, rows, strict=True)
        ]
    written = _field_day(content) if isinstance(content, Mapping) else None
    if rows[0] and all("date" in row for row in rows[0]):  # a journal: every entry has its day
        return [_of_rows([row], str(row.get("title") or title), mine) for row in rows[0]]
    return [_of_rows(rows[0], title, mine, written)]


_WHO = ("speaker", "role", "author", "from", "sender", "sender_name", "speaker_name", "user")
"""What JSON calls whoever speaks in a row."""


def _who(row: Mapping[str, Any]) -> str:
    return next((str(row[key]) for key in _WHO if isinstance(row.get(key), str | int)), "")


def _told_by(name: str, rows: Iterable[Mapping[str, Any]], narrator: str) -> frozenset[str] | None:
    """The voices that are the narrator's; None where nobody is named and all of it is. Raises WhoTells."""
    voices = list(dict.fromkeys(who for row in rows if (who := _who(row))))
    if not voices:
        return None
    mine = narrators(voices, narrator)
    if not mine:
        raise WhoTells(name, voices)
    return mine


def _rows(content: Any) -> list[Mapping[str, Any]]:
    if isinstance(content, Mapping):
        for key in ("turns", "segments", "entries", "messages", "conversation"):
            if isinstance(content.get(key), list):
                content = content[key]
                break
    if not isinstance(content, list) or not all(
        isinstance(row, Mapping) and isinstance(row.get("text", row.get("content")), str)
        for row in content
    ):
        raise MemoryRefused(
            "The JSON has no known form.",
            safe="Nothing was stored.",
            mend='It should be a list like [{"speaker": "narrator", "text": "…", "date": "1952-06-03"}].',
        )
    return content


def _of_rows(
    rows: Iterable[Mapping[str, Any]],
    title: str,
    mine: frozenset[str] | None,
    written: date | None = None,
) -> WrittenSession:
    turns: list[WrittenTurn] = []
    for row in rows:
        said = " ".join(str(row.get("text", row.get("content"))).split())
        if said:
            turns.append(
                WrittenTurn(Speaker.NARRATOR if mine is None else of(_who(row), mine), said)
            )
        day = _field_day(row)
        written = written or day
    return WrittenSession(title, tuple(turns), written)


def _field_day(row: Mapping[str, Any]) -> date | None:
    fields = [row[key] for key in _DATES if isinstance(row.get(key), str)]
    days = [_possible(field) for field in fields]
    return next((day for day in days if day), None)


def _from_vtt(text: str, name: str, title: str, narrator: str) -> list[WrittenSession]:
    """Join the cues of one voice; a file without voices or marks of them is the narrator's."""
    written = _dated(re.split(r"\n\s*\n", text.lstrip(), maxsplit=1)[0])
    cues: list[Line] = []
    for block in re.split(r"\n\s*\n", text):
        lines = block.strip().split("\n")
        start = next((place for place, line in enumerate(lines) if _STAMP.match(line)), None)
        if start is None:
            continue
        for line in lines[start + 1 :]:
            voice = _CUE_VOICE.search(line)
            words = " ".join(_unescaped(_TAG.sub("", line)).split())
            if words:
                cues.append(Line(voice["who"].strip() if voice else "", words))
    if not any(each.who for each in cues):
        told = [each.text for each in cues]
        if turns_marked(told):
            raise WhoTells(name, ())
        cues = spoken(told, narrator) or [Line("", each) for each in told]
    if not any(each.who for each in cues):
        return [
            WrittenSession(title, tuple(_cues((Speaker.NARRATOR, e.text) for e in cues)), written)
        ]
    return [WrittenSession(title, tuple(_cues(heard(name, cues, narrator))), written)]


def _cues(told: Iterable[tuple[Speaker, str]]) -> list[WrittenTurn]:
    turns: list[WrittenTurn] = []
    for speaker, words in told:
        if turns and turns[-1].speaker is speaker and len(turns[-1].text) < PIECE:
            turns[-1] = WrittenTurn(speaker, f"{turns[-1].text} {words}")
        else:
            turns.append(WrittenTurn(speaker, words))
    return turns


def _unescaped(text: str) -> str:
    return (
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
    )


def _plain(markdown: str) -> str:
    """Markdown as prose: no front matter, code, pictures or marks; headings keep a line of their own."""
    text = _FRONT.sub("", markdown)
    text = re.sub(r"^(```|~~~).*?^\1[^\n]*$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^#{1,6}\s*(.+?)\s*#*$", rf"\n{_HEADING}\1\n", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*(?:[-*+]|\d+\.)\s+", "", text, flags=re.MULTILINE)
    text = re.sub(r"^>\s?", "", text, flags=re.MULTILINE)
    return re.sub(r"(\*\*|__|\*|(?<!\w)_|_(?!\w)|`)", "", text)


def _from_text(
    text: str, name: str, title: str, narrator: str, written: date | None = None
) -> list[WrittenSession]:
    lines = [line.strip() for line in text.replace(_HEADING, "").split("\n") if line.strip()]
    if talk := spoken(lines, narrator):
        turns = tuple(WrittenTurn(*each) for each in heard(name, talk, narrator))
        return [WrittenSession(title, turns, written)]
    if sum(unstamped(line) != line for line in lines) > 1:
        text = "\n".join(unstamped(line.strip()) for line in text.split("\n"))
    return list(_prose(text, title, written))


def _prose(text: str, title: str, written: date | None) -> Iterator[WrittenSession]:
    """Cut at chapter headings and at lines that are nothing but a day."""
    heading, whole_day = title, written
    paragraphs: list[str] = []
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.strip().split("\n")
        first = lines[0].strip()
        marked = first.startswith(_HEADING)
        first = first.removeprefix(_HEADING)
        day = _day(first, marked=marked) if len(first) <= 60 else None
        if day or marked or (len(lines) == 1 and len(first) <= 70 and _CHAPTER.match(first)):
            yield WrittenSession(heading, tuple(_turns(paragraphs)), written, prose=True)
            heading, written, paragraphs = first, day or whole_day, []
            lines = lines[1:]
        whole = " ".join(" ".join(lines).split())
        if whole:
            paragraphs.append(whole)
    yield WrittenSession(heading, tuple(_turns(paragraphs)), written, prose=True)


def _turns(paragraphs: Iterable[str]) -> Iterator[WrittenTurn]:
    piece = ""
    for paragraph in paragraphs:
        if piece and len(piece) + len(paragraph) > PIECE:
            yield WrittenTurn(Speaker.NARRATOR, piece)
            piece = ""
        piece = f"{piece}\n\n{paragraph}".strip()
    if piece:
        yield WrittenTurn(Speaker.NARRATOR, piece)


class _NoSuchDay(Exception):
    """A day stands as a date and cannot be one."""

    def __init__(self, words: str, why: str) -> None:
        self.words, self.why = words, why


def _dated(header: str) -> date | None:
    """The day in a line "date: 1952-06-03" of a header."""
    found = _DATED.search(header)
    return _possible(found["day"].strip("\"' ")) if found else None


def _possible(field: str) -> date | None:
    """The day that a field names, where it names one. Raises _NoSuchDay."""
    found = find(field, Background(told=_LATER))
    if found.refused:
        raise _NoSuchDay(field, found.refused[0].why)
    return _day(field)


def _day(line: str, *, marked: bool = False) -> date | None:
    """The day that a heading is, where it is one: "Tuesday, June 3rd, 1952", "Dayton, 3 June 1952".

    Raises _NoSuchDay where the line is nothing but a day and perhaps a place, or is `marked` as a heading.
    """
    found = find(line, Background(told=_LATER))
    if found.refused:
        rest = _beside(line, found.refused[0].words)
        places = [each[0].isupper() and each not in _BEFORE_A_DAY for each in rest]
        if len(rest) <= 3 and (marked or all(places)):
            raise _NoSuchDay(line, found.refused[0].why)
        return None
    if len(found.dates) != 1:
        return None
    told = found.dates[0]
    days = strict_bounds(told.edtf)
    return days.earliest if days.days == 1 and len(_beside(line, told.words)) <= 3 else None


def _beside(line: str, words: str) -> list[str]:
    """What stands in `line` beside the words of its date and the day of the week."""
    rest = re.sub(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", "", line, flags=re.IGNORECASE)
    rest = re.sub(re.escape(words), "", rest, flags=re.IGNORECASE)
    return [each for each in re.split(r"[\s,.:–—-]+", rest) if each]


def _line(text: str, words: str) -> int:
    """The line of the file, from 1, on which `words` stand as a date: by themselves before within a text."""
    lines = text.split("\n")
    alone = [place for place, line in enumerate(lines, 1) if line.strip(" #*_>\t") == words]
    within = [place for place, line in enumerate(lines, 1) if words in line]
    return [*alone, *within, 1][0]
