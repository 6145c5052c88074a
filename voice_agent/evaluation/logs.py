"""One self-contained JSONL of an evaluation of interviews: settings, machine, models, every round, every score."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.evaluation import interview, machine
from voice_agent.evaluation.interview import Held
from voice_agent.settings import Settings


def write(path: Path, settings: Settings, held: Sequence[Held], *, seed: int) -> None:
    """Write a head, every round of every season, and the figures of each."""
    head = {
        "voice-agent": "interview",
        "seed": seed,
        "machine": machine.describe(),
        "settings": settings.model_dump(mode="json", include={"interview", "language", "memory"}),
    }
    lines = [json.dumps(head, ensure_ascii=False)]
    for each in held:
        lines += interview.log(each)
        lines.append(json.dumps({"summary": interview.summary(each, seed=seed)}))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One round as it stands in a log."""

    session: int
    said: str
    answer: str


def read(path: Path, system: str = "") -> tuple[str, tuple[Exchange, ...]]:
    """The name of one season in a log, and its rounds. Raises SettingsError.

    `system`: which season, where the log holds several; else the first.
    """
    found: list[Exchange] = []
    name = system
    for entry in _entries(path):
        if "said" not in entry:
            continue
        name = name or str(entry["system"])
        if entry["system"] == name:
            found.append(Exchange(int(entry["session"]), str(entry["said"]), str(entry["answer"])))
    if not found:
        raise SettingsError(f"{path} holds no season{f' of {system}' if system else ''}.")
    return name, tuple(found)


def _entries(path: Path) -> Iterable[dict[str, Any]]:
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
    except (OSError, json.JSONDecodeError) as error:
        raise SettingsError(
            f"{path} is not a log of interviews: {error}.",
            mend="Make one with `voice-agent evaluate interview --log FILE`.",
        ) from None
