"""A settings file changed line by line, so that what people wrote beside the settings stays where it stands. Pure."""

import copy
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.settings import toml

_HEADING = re.compile(r"\s*\[(?P<table>[^\[\]]+)\]")
_SET = re.compile(r"\s*(?P<key>[\w.\s\"'-]+?)\s*=")


def put(text: str, changes: Mapping[str, Any]) -> str:
    """The settings `text` with each dotted key of `changes` at its new value, and every comment kept.

    Raises SettingsError where the file is written in a way that no single line says it: then nothing is changed.
    """
    lines, left = text.splitlines(keepends=True), dict(changes)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    done, table, ends, at = list[str](), "", dict[str, int](), 0
    while at < len(lines):
        line, after = lines[at], at + 1
        if heading := _HEADING.match(line):
            table = _bare(heading["table"])
        elif found := _SET.match(line):
            after = _end(lines, at)
            dotted = ".".join(part for part in (table, _bare(found["key"])) if part)
            if dotted in left:
                done += _changed(lines[at:after], line[: found.end()], left.pop(dotted))
                ends[table], at = len(done), after
                continue
        done += lines[at:after]
        at = after
        if line.strip() and not line.lstrip().startswith("#"):
            ends[table] = len(done)
    for dotted, value in left.items():
        _add(done, ends, dotted, value)
    changed = "".join(done)
    if _held(changed) != _wanted(_held(text), changes):
        raise SettingsError(
            "The settings file of this device is written in a way in which nothing can be changed from here.",
            safe="Nothing has been changed.",
            mend="Whoever set up the device can change it in that file by hand.",
        )
    return changed


def _changed(old: list[str], begins: str, value: Any) -> list[str]:
    """The new line, with the comments of the old ones: those of its own above it, what stood behind it behind it."""
    own = [line for line in old[1:] if line.lstrip().startswith("#")]
    behind = _comment(old[0]) if len(old) == 1 else ""
    return [*own, f"{begins} {_written(value)}{behind}\n"]


def _comment(line: str) -> str:
    """What stands behind the value of a line, from its blanks on; "" for nothing."""
    for place in re.finditer(r"\s*#", line):
        try:
            tomllib.loads(line[: place.start()])
        except tomllib.TOMLDecodeError:
            continue  # that was within a text
        return line[place.start() :].rstrip("\n")
    return ""


def _end(lines: list[str], at: int) -> int:
    """Where the value that begins in line `at` is over: lists and long texts go on."""
    for after in range(at + 1, len(lines) + 1):
        try:
            tomllib.loads("".join(lines[at:after]))
        except tomllib.TOMLDecodeError:
            continue
        return after
    return at + 1


def _add(done: list[str], ends: dict[str, int], dotted: str, value: Any) -> None:
    """Write a setting that the file does not have yet, at the end of its table."""
    table, _, key = dotted.rpartition(".")
    line = f"{key} = {_written(value)}\n"
    if table in ends:
        place = ends[table]
        done.insert(place, line)
        ends.update({name: end + 1 for name, end in ends.items() if end >= place})
    else:
        done += [*(["\n"] if done else []), f"[{table}]\n", line]
        ends[table] = len(done)


def _written(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return toml(value)
    inner = "".join(f"\n    {toml(each)}," for each in value)
    return f"[{inner}\n]" if inner else "[]"


def _held(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _wanted(held: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    wanted = copy.deepcopy(dict(held))
    for dotted, value in changes.items():
        table, _, key = dotted.rpartition(".")
        at = wanted
        for part in table.split("."):
            at = at.setdefault(part, {})
        at[key] = list(value) if isinstance(value, tuple) else value
    return wanted


def _bare(name: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in name.split("."))
