"""The topics of the interview and their questions, in our own spoken wording.

After Dan McAdams' Life Story Interview. A topic is one TOML file in config/interview, or in a
caregiver's own folder in the same format; a broken one is refused with file and reason. Pure but
for reading the files.
"""

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError

LONGEST_QUESTION = 20
"""Words (product.md, "our turn")."""


class Wants(StrEnum):
    """What a question asks for. Scene before meaning."""

    SCENE = "scene"
    MORE = "more"
    WHEN = "when"
    WHERE = "where"
    WHO = "who"
    LIKE = "like"
    WHY = "why"


@dataclass(frozen=True, slots=True)
class Question:
    """One question."""

    ask: str
    wants: Wants


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic of the life story."""

    name: str
    title: str
    """Spoken: "Let us talk about {title}"."""

    order: int
    heavy: bool
    future: bool
    questions: tuple[Question, ...]

    def wanting(self, wants: Wants) -> tuple[Question, ...]:
        """The questions of one kind, in their order."""
        return tuple(q for q in self.questions if q.wants is wants)


def read(path: Path) -> Topic:
    """Read one topic. Raises SettingsError with the file and the reason."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _refused(path, str(error)) from None
    for key in ("name", "title", "order", "question"):
        if key not in table:
            raise _refused(path, f"“{key}” is missing")
    if unknown := set(table) - {"name", "title", "order", "heavy", "future", "question"}:
        raise _refused(path, f"“{min(unknown)}” is not a key of a topic")
    questions = tuple(_question(path, n, entry) for n, entry in enumerate(table["question"], 1))
    if not any(q.wants is Wants.SCENE for q in questions):
        raise _refused(path, 'no question opens a scene (wants = "scene")')
    return Topic(
        name=str(table["name"]),
        title=str(table["title"]),
        order=int(table["order"]),
        heavy=bool(table.get("heavy", False)),
        future=bool(table.get("future", False)),
        questions=questions,
    )


def _question(path: Path, number: int, entry: dict[str, Any]) -> Question:
    ask = str(entry.get("ask", ""))
    where = f"question {number} (“{ask}”)"
    if not ask.endswith("?") or ask.count("?") != 1:
        raise _refused(path, f"{where} must be one question and end in one question mark")
    if len(ask.split()) > LONGEST_QUESTION:
        raise _refused(path, f"{where} is longer than {LONGEST_QUESTION} words")
    try:
        return Question(ask, Wants(entry.get("wants", "")))
    except ValueError:
        known = ", ".join(Wants)
        raise _refused(path, f"{where}: “wants” must be one of {known}") from None


def _refused(path: Path, reason: str) -> SettingsError:
    return SettingsError(
        f"The topic file {path} was refused: {reason}.",
        safe="All other topics work as before.",
        mend="Mend that entry, or take the file out of the folder.",
    )
