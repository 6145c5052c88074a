"""What one version can do with a house: asked of another version than ours by running it, on a copy of the record.

It answers with one line of JSON, which later versions may add to and never take from.
"""

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from voice_agent import weights
from voice_agent.archive import older_form
from voice_agent.archive.migrations import MIGRATIONS
from voice_agent.archive.record import Record
from voice_agent.errors import UpdateRefused
from voice_agent.settings import Settings
from voice_agent.updating.releases import Release


@dataclass(frozen=True, slots=True)
class Tried:
    """How a version finds a house."""

    version: str
    steps: tuple[str, ...]
    """What it knows of how records came to be."""

    talks: int = 0
    """In the record, each read from its first word to its last."""

    turns: int = 0
    """In these talks."""

    said: str = ""
    """A digest of all that was said (`older_form.said`); "" where there is no record."""

    lacks: tuple[str, ...] = ()
    """Weights that it needs and that are not here."""


def look(settings: Settings, folder: Path) -> Tried:
    """Open the record in `folder`, which is a copy, bring it up to date and read all of it. Raises RecordDamaged."""
    known = tuple(step.__name__ for step in MIGRATIONS)
    needed = weights.read().of_profile(settings.profile)
    lacks = tuple(each.name for each in needed if weights.check(settings.weights, each))
    ours = version("voice-agent")
    if not Record.exists(folder):
        return Tried(ours, known, lacks=lacks)
    with Record.look(folder) as record:
        record.check()
        talks = [record.session(each.id) for each in record.sessions()]
    turns = sum(len(each.turns) for each in talks)
    return Tried(ours, known, len(talks), turns, older_form.said(folder / "record.db"), lacks)


def as_json(tried: Tried) -> str:
    """One line."""
    return json.dumps(asdict(tried))


def ask(release: Release, folder: Path, *options: str) -> Tried:
    """Let `release` do `look` in `folder`. Raises UpdateRefused with what it said where it could not."""
    held = run(release, "update", "try", str(folder), *options)
    return Tried(
        str(held["version"]),
        tuple(map(str, held["steps"])),
        int(held["talks"]),
        int(held["turns"]),
        str(held["said"]),
        tuple(map(str, held["lacks"])),
    )


def run(release: Release, *arguments: str) -> dict[str, Any]:
    """Run a command of `release` that prints JSON. Raises UpdateRefused."""
    command = [str(release.python), "-I", "-m", "voice_agent", *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=plain(), check=False)
        if done.returncode == 0:
            return json.loads(done.stdout.splitlines()[-1])
        said = done.stderr
    except (OSError, ValueError, IndexError) as error:
        said = str(error)
    raise UpdateRefused(
        f"Version {release.version} was tried here, and failed:\n{last_words(said)}",
        safe="Nothing has been changed: the version that was in use goes on, with everything that was told.",
    )


def plain(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment without what makes one Python read another one's packages; wide, so that no sentence is broken."""
    kept = {key: value for key, value in environ.items() if not key.startswith("PYTHON")}
    return kept | {"COLUMNS": "200"}


def last_words(said: str) -> str:
    """The end of what a program complained of, without the frame around it."""
    lines = (line.strip(" │╭╮╰╯─") for line in said.splitlines())
    return "\n".join([line for line in lines if line][-6:]) or "It said nothing."
