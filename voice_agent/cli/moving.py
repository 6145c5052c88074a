"""A house's settings on another device: what names a folder of the old one stays behind."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from voice_agent.settings import PLACES

HEADING = re.compile(r"\s*\[(?P<table>[^\[\]]+)\]")
SET = re.compile(r"\s*(?P<key>[\w.\s\"'-]+?)\s*=")


def bring(brought: Path, own: Path) -> str:
    """Put the settings of a backup where they belong, unless there are some, and say what was done; "" where it had none."""
    if not brought.is_file():
        return ""
    if own.exists():
        return f"The settings of that house lie in {brought}; this house keeps its own."
    try:
        text, left_out = without_places(brought.read_text(encoding="utf-8"))
    except ValueError:
        return (
            f"The settings of that house lie in {brought}, and were not put in place: they cannot be read, or name folders of "
            f"the old device in a way that no line can be taken out of. Take these out by hand, and copy the file to {own}."
        )
    own.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    brought.write_text(text, encoding="utf-8")
    shutil.move(brought, own)
    if not left_out:
        return f"Its settings are in {own}."
    return f"Its settings are in {own}; left out, as a folder of the old device, is {' and '.join(left_out)}."


def without_places(text: str) -> tuple[str, tuple[str, ...]]:
    """The settings `text` with each line that names a folder of one device made a comment, and which settings these are.

    Raises ValueError where they cannot be told from the rest, or `text` is no TOML.
    """
    places, table, lines = tuple(_places(text)), "", list[str]()
    for line in text.splitlines(keepends=True):
        if heading := HEADING.match(line):
            table = f"{_bare(heading['table'])}."
        if (found := SET.match(line)) and f"{table}{_bare(found['key'])}" in places:
            line = f"# of the device before: {line}"
        lines.append(line)
    done = "".join(lines)
    if [*_places(done)]:
        raise ValueError("a folder is named in a way that no line can be taken out of")
    return done, places


def _places(text: str) -> Iterator[str]:
    """Which settings name a folder of this device. Raises TOMLDecodeError."""
    held = tomllib.loads(text)
    for dotted in sorted(PLACES):
        at = str(_at(held, dotted))
        if at and not _elsewhere(at):
            yield dotted


def _at(held: Any, dotted: str) -> Any:
    """What stands at a dotted key; "" where nothing does."""
    try:
        for part in dotted.split("."):
            held = held[part]
    except (KeyError, TypeError):
        return ""
    return held


def _elsewhere(place: str) -> bool:
    """Is that reached from every device, such as s3://...?"""
    return "://" in place and not place.startswith("file:")


def _bare(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))
