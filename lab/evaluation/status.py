"""docs/status.md: what was promised, what proves it, its last figure and its shortfall.

`make status` writes it from docs/status.toml, which is kept by hand; a test holds every proof to exist.
"""

import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Promise:
    """One thing that the program should do."""

    says: str
    proof: tuple[str, ...] = ()
    """Tests, commands or files; each can be looked at or run."""

    figure: str = ""
    """What the command printed last, with machine and date."""

    shortfall: str = ""
    """What is missing, in plain words."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Promises that belong together."""

    name: str
    about: str
    promises: tuple[Promise, ...]


def read(file: Path) -> tuple[Chapter, ...]:
    """Read docs/status.toml. A key that is not known is a TypeError."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        Chapter(
            name=chapter["name"],
            about=chapter["about"],
            promises=tuple(_promise(**promise) for promise in chapter["promises"]),
        )
        for chapter in table["chapters"]
    )


def _promise(
    says: str, proof: Sequence[str] = (), figure: str = "", shortfall: str = ""
) -> Promise:
    return Promise(says, tuple(proof), figure, shortfall)


def page(chapters: tuple[Chapter, ...]) -> str:
    """Return docs/status.md."""
    promises = [promise for chapter in chapters for promise in chapter.promises]
    kept = sum(bool(promise.proof) and not promise.shortfall for promise in promises)
    partly = sum(bool(promise.proof) and bool(promise.shortfall) for promise in promises)
    lines = [
        "# Status",
        "",
        "Made by `make status` from docs/status.toml; do not edit.",
        "",
        f"Of {len(promises)} promises {kept} are proved, {partly} are proved with a shortfall, "
        f"and {len(promises) - kept - partly} are not proved yet.",
    ]
    for chapter in chapters:
        lines += ["", f"## {chapter.name}", "", chapter.about, ""]
        lines += ["| promised | proved by | last figure | shortfall |", "|---|---|---|---|"]
        for promise in chapter.promises:
            proof = "<br>".join(f"`{each}`" for each in promise.proof)
            cells = (promise.says, proof, promise.figure, promise.shortfall)
            lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(read(Path(sys.argv[1]))))
