"""The topics of the interview and their questions, in our own spoken wording.

After Dan McAdams' Life Story Interview. A topic is one TOML file in config/interview, or in a
caregiver's or a family's own folder in the same format (config/interview/format.md), which is merged;
a broken one is left out, with file, line and reason. Pure but for reading the files.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.life import Period, Theme
from voice_agent.reading.wants import Wants
from voice_agent.reading.words.vocabulary import said

LONGEST_QUESTION = 20
"""Words (product.md, "our turn"); who wonders is counted with them."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question."""

    ask: str
    wants: Wants
    period: Period = Period.WHOLE
    theme: Theme = Theme.SELF
    asker: str = ""
    """Who in the family wonders; "" where the question is the interviewer's own."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic of the life story."""

    name: str
    title: str
    """Spoken: "Let us talk about {title}"."""

    order: int
    heavy: bool
    """Only where the narrator wishes it, and never in the first three sessions."""

    future: bool
    """Comes late: what lies ahead is easier to speak of once the rest is told."""

    questions: tuple[Question, ...]
    area: str = ""
    shared: bool = False
    """Holds no scenes of its own: its questions go on inside a story of any topic."""

    def wanting(self, wants: Wants) -> tuple[Question, ...]:
        """The questions of one kind, in their order."""
        return tuple(q for q in self.questions if q.wants is wants)


_KEYS = frozenset("name title order heavy future question area shared".split())  # noqa: SIM905
_QUESTION_KEYS = frozenset("ask wants period theme from".split())  # noqa: SIM905
_ENTRY = re.compile(r"^\s*\[\[question\]\]|\{\s*(?=(?:ask|wants|period|theme|from)\s*=)", re.M)
_TWICE = re.compile(
    r",? (?:and|or) (?:who|what|where|when|why|how|which|whom|whose|did|was|were|do|does|is|are)\b"
)


def read_all(folder: Path) -> tuple[Topic, ...]:
    """Read every topic of `folder`, in their order. A folder that is not there is empty.

    Raises SettingsError with file, line and reason; also where a question stands in the book twice.
    """
    book: tuple[Topic, ...] = ()
    for file in sorted(folder.glob("*.toml")):
        book = _added(book, file)
    return book


def read_household(
    book: tuple[Topic, ...], folder: Path
) -> tuple[tuple[Topic, ...], tuple[SettingsError, ...]]:
    """Add what a caregiver or the family wrote in `folder` to `book`: topics, and questions to topics.

    A file that breaks a rule is left out, and why it was refused comes back with the book: a slip of
    a daughter's pen keeps nobody from talking.
    """
    refused: list[SettingsError] = []
    for file in sorted(folder.glob("*.toml")):
        try:
            book = _added(book, file)
        except SettingsError as error:
            refused.append(error)
    return book, tuple(refused)


def _added(book: tuple[Topic, ...], file: Path) -> tuple[Topic, ...]:
    """`book` with the topic of `file`; heavy or ahead is what either calls so."""
    topic = read(file)
    asked = {_plain(q.ask): f"the topic “{each.name}”" for each in book for q in each.questions}
    for question in topic.questions:
        if there := asked.get(_plain(question.ask)):
            reason = f"“{question.ask}” stands in {there} already"
            raise _refused(file, reason, _line_of(file, question.ask))
        asked[_plain(question.ask)] = "this file"
    before = next((each for each in book if each.name == topic.name), None)
    if before is not None:
        topic = replace(
            before,
            questions=before.questions + topic.questions,
            heavy=before.heavy or topic.heavy,
            future=before.future or topic.future,
        )
    others = (each for each in book if each is not before)
    return tuple(sorted((*others, topic), key=lambda each: (each.order, each.name)))


def _plain(ask: str) -> str:
    return " ".join(re.findall(r"\w+", ask.lower()))


def read(path: Path) -> Topic:
    """Read one topic. Raises SettingsError with the file, the line and the reason."""
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _refused(path, str(error)) from None
    for key in ("name", "title", "order", "question"):
        if key not in table:
            raise _refused(path, f"“{key}” is missing", 1)
    if unknown := set(table) - _KEYS:
        raise _refused(path, f"“{min(unknown)}” is not a key of a topic", _line(text, min(unknown)))
    shared = _flag(path, text, table, "shared")
    if not isinstance(table["order"], int):
        raise _refused(path, "“order” is a whole number", _line(text, "order"))
    entries = table["question"]
    if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
        raise _refused(path, "“question” is a list of questions", _line(text, "question"))
    lines = [text.count("\n", 0, found.end()) + 1 for found in _ENTRY.finditer(_bare(text))]
    questions = tuple(_questions(path, entries, lines))
    if not shared and not any(q.wants is Wants.SCENE for q in questions):
        raise _refused(path, 'no question opens a scene (wants = "scene")', _line(text, "question"))
    return Topic(
        name=str(table["name"]),
        title=str(table["title"]),
        order=table["order"],
        heavy=_flag(path, text, table, "heavy"),
        future=_flag(path, text, table, "future"),
        questions=questions,
        area=str(table.get("area", "")),
        shared=shared,
    )


def _questions(
    path: Path, entries: Iterable[dict[str, Any]], lines: list[int]
) -> Iterator[Question]:
    for number, entry in enumerate(entries, 1):
        line = lines[number - 1] if number <= len(lines) else None
        yield _question(path, number, entry, line)


def _question(path: Path, number: int, entry: dict[str, Any], line: int | None) -> Question:
    ask = str(entry.get("ask", ""))
    where = f"question {number} (“{ask}”)"
    if unknown := set(entry) - _QUESTION_KEYS:
        raise _refused(path, f"{where} has “{min(unknown)}”, which no question has", line)
    if not ask.endswith("?") or ask.count("?") != 1:
        raise _refused(path, f"{where} must be one question and end in one question mark", line)
    asker = str(entry.get("from", ""))
    if len(ask.split()) + (len(asker.split()) + 1 if asker else 0) > LONGEST_QUESTION:
        raise _refused(path, f"{where} is longer than {LONGEST_QUESTION} words", line)
    if _TWICE.search(ask.lower()):
        raise _refused(path, f"{where} asks two things at once", line)
    if wrong := faults(ask, said(ask)):
        raise _refused(path, f"{where} is nothing the interviewer says ({wrong[0].rule})", line)
    found: dict[str, Any] = {}
    for key, kind, otherwise in (
        ("wants", Wants, ""),
        ("period", Period, Period.WHOLE),
        ("theme", Theme, Theme.SELF),
    ):
        try:
            found[key] = kind(entry.get(key, otherwise))
        except ValueError:
            known = ", ".join(kind)
            raise _refused(path, f"{where}: “{key}” must be one of {known}", line) from None
    return Question(ask, found["wants"], found["period"], found["theme"], asker)


def _flag(path: Path, text: str, table: dict[str, Any], key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise _refused(path, f"“{key}” is true or false", _line(text, key))
    return value


def _line(text: str, key: str) -> int | None:
    found = re.search(rf"^\s*(?:\[\[)?{re.escape(key)}\b", text, re.M)
    return text.count("\n", 0, found.end()) + 1 if found else None


def _line_of(path: Path, ask: str) -> int | None:
    text = path.read_text(encoding="utf-8")
    place = text.find(ask)
    return text.count("\n", 0, place) + 1 if place >= 0 else None


def _bare(text: str) -> str:
    """Blank out comments, in which a question may stand as an example."""
    return re.sub(r"^\s*#.*$", lambda found: " " * len(found[0].lstrip("\n")), text, flags=re.M)


def _refused(path: Path, reason: str, line: int | None = None) -> SettingsError:
    place = f"{path}, line {line}," if line else f"{path}"
    return SettingsError(
        f"The topic file {place} was refused: {reason}.",
        safe="All other topics work as before.",
        mend="Mend that entry, or take the file out of the folder.",
    )
