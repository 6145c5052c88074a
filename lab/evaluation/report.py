"""Figures into a page: the tables in lab/notes are written from JSON files, never by hand.

A page says where a table goes by two comments:

    <!-- figures: interview spence -->
    <!-- end of figures -->
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lab.evaluation.tables import shown
from voice_agent.errors import SettingsError

_PLACE = re.compile(
    r"(<!-- figures: (?P<name>[^>]+?) -->\n).*?(<!-- end of figures -->)", re.DOTALL
)


def write(page: Path, files: Sequence[Path]) -> list[str]:
    """Put each file's table in its place; returns the names of places that got none.

    A file goes to the place that is called like its name without ending, blanks for hyphens. Raises
    SettingsError for a file that holds no figures.
    """
    tables = {file.stem.replace("-", " "): markdown(_read(file), file.name) for file in files}
    empty: list[str] = []

    def put(match: re.Match[str]) -> str:
        if match["name"] not in tables:
            empty.append(match["name"])
            return match[0]
        return f"{match[1]}\n{tables[match['name']]}\n{match[3]}"

    page.write_text(_PLACE.sub(put, page.read_text(encoding="utf-8")), encoding="utf-8")
    return empty


def markdown(figures: Mapping[str, Any], name: str) -> str:
    """One evaluation's JSON as a table with its notes, its seed and its machine."""
    rows: list[Mapping[str, Any]] = figures["rows"]
    columns = list(rows[0])
    lines = [
        f"**{figures['about']}**",
        "",
        "| " + " | ".join(columns) + " |",
        "|---" + "|---:" * (len(columns) - 1) + "|",
    ]
    for row in rows:
        cells = [row[column] for column in columns]
        cells = [tuple(cell) if isinstance(cell, list) else cell for cell in cells]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        lines.append("| " + " | ".join(shown(cell) for cell in cells) + " |")
    lines += ["", *(f"- {note.strip()}" for note in figures["notes"]), ""]
    here = figures["machine"]
    lines.append(
        f"`{name}`: seed {figures['seed']}; {here['processor']}, {here['cores']} cores; "
        f"commit {here['commit']}"
    )
    return "\n".join(lines) + "\n"


def _read(file: Path) -> Mapping[str, Any]:
    try:
        found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if not found["rows"]:
            raise KeyError("rows")
    except (OSError, json.JSONDecodeError, KeyError, TypeError) as error:
        raise SettingsError(
            f"{file} holds no figures: {error}.", mend="Make it with an evaluation's --json FILE."
        ) from None
    return found
