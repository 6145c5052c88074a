"""`voice-agent settings`: every setting, its value, and where that value comes from."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.resources import resource
from voice_agent.settings import PROFILES, SECRET, gather, keys, load, origins, toml, value

Markdown = Annotated[
    bool, typer.Option("--markdown", help="Print the reference page docs/settings.md instead.")
]


def settings(
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
    markdown: Markdown = False,
) -> None:
    """Print every setting that is in force and where it comes from."""
    if markdown:
        print(reference(), end="")
        return
    chosen = load(settings_file, profile=profile)
    came_from = origins(gather(settings_file, profile=profile))
    rows = [
        (key, _shown(key, value(chosen, key)), unit, came_from.get(key, "default"))
        for key, _, _, unit in keys()
    ]
    if as_json:
        print(
            json.dumps(
                {
                    key: {
                        "value": None if key in SECRET else value(chosen, key),
                        "unit": unit,
                        "from": origin,
                    }
                    for key, _, unit, origin in rows
                },
                indent=2,
            )
        )
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("setting", "value", "unit", "from"):
        table.add_column(heading, no_wrap=heading == "setting")
    for key, shown, unit, origin in rows:
        table.add_row(
            key, escape(shown), unit, escape(origin), style="" if origin == "default" else "bold"
        )
    console = Console()
    console.print(table)
    console.print(
        f"State: {chosen.state}\nWeights: {chosen.weights}\nCache: {chosen.cache}", markup=False
    )


def _shown(key: str, its: object) -> str:
    if key in SECRET:
        return "set, not shown" if its else "not set"
    return toml(its)


@dataclass(frozen=True, slots=True)
class Entry:
    """One setting as config/agent.toml has it."""

    key: str
    """Dotted, e.g. endpoint.patience."""

    text: str
    """The comment above it, as one paragraph."""

    value: str
    """As TOML."""

    unit: str
    """The comment behind it; empty where there is none."""


LINE = re.compile(r"(?P<name>\w+) = (?P<value>\"[^\"]*\"|[^#\s]+)(?: # (?P<unit>.+))?")


def entries(file: Path) -> Iterator[tuple[str, str, tuple[Entry, ...]]]:
    """Yield (table, what it is about, its settings) from a file written as config/agent.toml is."""
    table, about, comment, found = "", "", list[str](), list[Entry]()
    for line in [*file.read_text(encoding="utf-8").splitlines(), "[]"]:
        if line.startswith("#"):
            comment.append(line.removeprefix("#").strip())
        elif line.startswith("["):
            yield table, about, tuple(found)
            table, about, found = line.strip("[]"), " ".join(comment), []
            comment = []
        elif match := LINE.fullmatch(line):
            key = f"{table}.{match['name']}" if table else match["name"]
            found.append(Entry(key, " ".join(comment), match["value"], match["unit"] or ""))
            comment = []
        elif not found and not table:
            comment = []  # the letter at the head of the file belongs to no setting


def reference() -> str:
    """Return docs/settings.md, made from config/agent.toml and the code."""
    lines = [HEAD]
    for table, about, found in entries(resource("config/agent.toml")):
        if table:
            lines += ["", f"## {table}", "", about]
        lines += ["", "| setting | default | unit | what it does |", "|---|---|---|---|"]
        for entry in found:
            name = entry.key.rpartition(".")[2]
            text = entry.text.replace("|", "\\|")
            lines.append(f"| `{name}` | `{entry.value}` | {entry.unit} | {text} |")
    lines += ["", "## Profiles", "", "What each changes; all else stays as above.", ""]
    for name in PROFILES:
        text = resource(f"config/profiles/{name}.toml").read_text(encoding="utf-8").strip()
        lines += [f'`profile = "{name}"`', "", "```toml", text, "```", ""]
    return "\n".join(lines)


HEAD = """# Settings

Made by `voice-agent settings --markdown` from config/agent.toml; do not edit.

What is in force comes, later ones winning, from the defaults below, the profile's file in config/profiles, the
house's own file (`~/.config/voice-agent/agent.toml`, or the one named with `--settings`), what a caregiver chose on a page
where the program may not write that file (`settings.toml` in the state folder), and environment variables:
`VOICE_AGENT_PROFILE`, or `VOICE_AGENT_TABLE__SETTING`, for example `VOICE_AGENT_SPEAKING__VOLUME=1.3`.
`voice-agent settings` prints every value in force and where it came from. A setting that does not exist or a value
that does not fit is an error which names the file, the setting and the nearest right one.

## At the top of the file"""
