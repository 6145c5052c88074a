"""One self-contained JSONL of an evaluation: what it ran with and on, every turn with its scores, and the figures."""

import hashlib
import json
from pathlib import Path
from typing import Any

from lab.evaluation.tables import Figures
from voice_agent import weights
from voice_agent.measuring import machine
from voice_agent.resources import resource
from voice_agent.settings import Settings

TELLING = {"profile", "hearing", "speaking", "language", "interview", "memory", "emotion"}
"""Sections of the settings that are written down; the narrator's and the contacts' are not."""


def head(name: str, settings: Settings, *, seed: int) -> dict[str, Any]:
    """The first line of a log: the evaluation's `name`, seed, machine with commit, models and settings."""
    return {
        "voice-agent": name,
        "seed": seed,
        "machine": machine.describe(),
        "models": _models(settings.weights),
        "settings": settings.model_dump(mode="json", include=TELLING),
    }


def write(path: Path, settings: Settings, *measured: Figures) -> None:
    """Write the head, every turn of `measured`, and the figures of each. Raises OSError."""
    first = measured[0]
    lines = [head(first.name, settings, seed=first.seed)]
    for each in measured:
        lines += [{"turn": dict(turn)} for turn in each.turns]
        lines.append({"summary": each.about, "rows": list(each.rows), "notes": list(each.notes)})
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)
    path.write_text(text + "\n", encoding="utf-8")


def _models(shelf: Path) -> dict[str, str]:
    """File -> SHA-256: of what ships, read now; of what lies on `shelf`, as it was fetched."""
    shipped = resource("models/models.toml").parent
    found = {
        str(file.relative_to(shipped)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(shipped.glob("*/*.npz"))
    }
    for model in weights.read().models.values():
        if weights.place(shelf, model).is_dir():
            found |= {f"{model.name}/{file.path}": file.sha256 for file in model.files}
    return found
