"""A scenario file read: what is wrong in it is said with its line, and what may stand there."""

import difflib
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args

from pydantic import BaseModel, ValidationError

from voice_agent.errors import ScenarioError
from voice_agent.scenarios.scenario import MAY_DIFFER, Scenario
from voice_agent.settings import Settings, dotted_keys, keys

EXAMPLE = Path(__file__).with_name("example.toml")
"""What `voice-agent scenario new` writes."""

SAFE = "Nothing was held, and nothing of this house was touched."

Place = Sequence[str | int]
"""As in ("evening", 0, "line", 3, "expect", "holds")."""


def read(file: Path) -> Scenario:
    """Read one file. Raises ScenarioError."""
    try:
        text = file.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        raise ScenarioError(
            f"{file} cannot be read: {error.strerror}.", safe=SAFE, mend="Check the path."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(
            f"{file} is not valid TOML: {error}.", safe=SAFE, mend="Mend that line."
        ) from None
    try:
        scenario = Scenario.model_validate(table)
    except ValidationError as error:
        _refuse(file, text, error, Scenario)
    _only_manners(file, text, scenario.settings)
    return scenario


def in_force(scenario: Scenario, base: Settings, file: Path) -> Settings:
    """`base` with the settings that differ; nobody has an address. Raises ScenarioError where one is none of ours."""
    merged = _merged(base.model_dump(), scenario.settings)
    try:
        settings = Settings.model_validate(merged)
    except ValidationError as error:
        _refuse(file, file.read_text(encoding="utf-8"), error, Settings, "settings")
    people = settings.safety
    unreachable = people.model_copy(
        update={
            "contacts": [_without_address(each) for each in people.contacts],
            "advocate": _without_address(people.advocate),
        }
    )
    return settings.model_copy(update={"safety": unreachable})


def in_form(file: Path) -> Scenario:
    """Read one file and try its settings on the program's own defaults. Raises ScenarioError."""
    scenario = read(file)
    in_force(scenario, Settings(), file)
    return scenario


def _without_address(person: str) -> str:
    """`name | relation | household | address` with nothing as the last of them."""
    return f"{person.rpartition('|')[0]}|" if person.strip() else ""


def _only_manners(file: Path, text: str, differs: dict[str, Any]) -> None:
    """Raises ScenarioError where a setting of ours is set that is none of MAY_DIFFER."""
    known = {dotted for dotted, *_ in keys()}
    known |= {dotted.partition(".")[0] for dotted in known}
    for dotted in dotted_keys(differs):
        table = dotted.partition(".")[0]
        if dotted not in known or {dotted, table} & {*MAY_DIFFER}:
            continue
        raise ScenarioError(
            f"{file}, line {line_of(text, ('settings', *dotted.split('.')))}: “{dotted}” is not for a scenario to set, since "
            "a stranger may have written it: engines, files and whom words reach stay those of the throw-away house.",
            safe=SAFE,
            mend=f"Take that line away; what may be set: {', '.join(MAY_DIFFER)}.",
        )


def _merged(into: dict[str, Any], differs: dict[str, Any]) -> dict[str, Any]:
    both = {
        name: _merged(into[name], value)
        if isinstance(value, dict) and isinstance(into.get(name), dict)
        else value
        for name, value in differs.items()
    }
    return into | both


def _refuse(
    file: Path, text: str, error: ValidationError, whole: type[BaseModel], *under: str
) -> NoReturn:
    """Say the first thing that is wrong."""
    first = error.errors(include_url=False)[0]
    place = (*under, *first["loc"])
    keys = tuple(each for each in place if not str(each).startswith("function-"))
    name = str(next((each for each in reversed(keys) if isinstance(each, str)), ""))
    where = f"{file}, line {line_of(text, keys)}"
    if first["type"] == "extra_forbidden":
        may = _keys(whole, keys[len(under) : -1])
        near = difflib.get_close_matches(name, may, 1, 0.6)
        raise ScenarioError(
            f"{where}: “{name}” is not known here.",
            safe=SAFE,
            mend=f"Did you mean “{near[0]}”?" if near else f"Here may stand: {', '.join(may)}.",
        )
    if first["type"] == "missing":
        raise ScenarioError(f"{where}: “{name}” is missing.", safe=SAFE, mend="Add that line.")
    what = first["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    raise ScenarioError(
        f"{where}: {f'“{name}”: ' if name else ''}{what}.",
        safe=SAFE,
        mend="docs/scenarios.md says what each key takes; `voice-agent scenario new FILE` writes an example.",
    )


def _keys(model: type[BaseModel], place: Place) -> list[str]:
    """What may stand in the table at `place`."""
    at: Any = model
    for step in place:
        if isinstance(step, int):
            continue
        at = at.model_fields[step].annotation
        while args := [each for each in get_args(at) if isinstance(each, type)]:
            at = args[0]
    return list(at.model_fields) if isinstance(at, type) and issubclass(at, BaseModel) else []


_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?")


def line_of(text: str, place: Place) -> int:
    """The line, from 1, in which `place` of a TOML text most likely stands: its key, else its table."""
    names = [str(each) for each in place if isinstance(each, str)]
    wanted = [each for each in place if isinstance(each, int)]
    best, depth = 1, 0
    table: list[str] = []
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[1].split(".")
            if line.lstrip().startswith("[["):
                dotted = header[1]
                counts = {k: v for k, v in counts.items() if not k.startswith(f"{dotted}.")}
                counts[dotted] = counts.get(dotted, -1) + 1
            found = table
        else:
            key = re.match(r"\s*([\w.\"-]+)\s*=", line)
            if key is None:
                continue
            found = [*table, *key[1].replace('"', "").split(".")]
        indices = [
            counts[dotted]
            for n in range(1, len(found) + 1)
            if (dotted := ".".join(found[:n])) in counts
        ]
        if (
            found == names[: len(found)]
            and indices == wanted[: len(indices)]
            and len(found) > depth
        ):
            best, depth = number, len(found)
    return best
