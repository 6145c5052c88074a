"""What a process and a house weigh: read from /proc and from the disk, nothing asked of the program itself."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

MB = 1e6


def process(pid: int) -> dict[str, Any]:
    """Memory (MB of 10^6 bytes), descriptors, threads and children of a process; {} where it has ended."""
    here = Path(f"/proc/{pid}")
    try:
        status = dict(
            line.split(":", 1) for line in (here / "status").read_text().splitlines() if ":" in line
        )
        found: dict[str, Any] = {
            "rss_mb": _kb(status["VmRSS"]),
            "threads": int(status["Threads"]),
            "descriptors": sum(1 for _ in (here / "fd").iterdir()),
        }
    except (OSError, KeyError):
        return {}
    with suppress(OSError):  # a kernel that sums up no pages, or a process of somebody else
        rows = (here / "smaps_rollup").read_text().splitlines()
        found["pss_mb"] = next((_kb(row[4:]) for row in rows if row.startswith("Pss:")), None)
    young = [*_children(pid)]
    found["children"] = len(young)
    found["children_mb"] = round(sum(_resident(each) for each in young), 1)
    return found


def _kb(text: str) -> float:
    return round(int(text.split()[0]) * 1024 / MB, 1)


def _resident(pid: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return _kb(line[6:])
    return 0.0


def _children(pid: int) -> Iterator[int]:
    """Its children, theirs and so on."""
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for each in map(int, path.read_text().split()):
                yield each
                yield from _children(each)


KINDS = ("record", "index", "sound", "copies", "logs")
"""What a house keeps: the record, memory's index, voices, copies of itself, and what happened when."""


def disk(state: Path) -> dict[str, Any]:
    """MB of each kind under `state`, and how many files there are."""
    sizes: dict[str, int] = {kind: 0 for kind in KINDS}
    files, index = 0, 0
    for path in _files(state):
        with suppress(OSError):  # a file that is just put away
            if path.is_symlink() or not path.is_file():
                continue
            kind = _kind(path.relative_to(state))
            if kind == "reserve":  # laid by for the day on which the disk is full; never grows
                continue
            sizes[kind] += path.stat().st_size
            files += 1
            index += kind == "index"
    return {
        **{f"{kind}_mb": round(size / MB, 3) for kind, size in sizes.items()},
        "files": files,
        "index_files": index,
    }


def _files(folder: Path) -> Iterator[Path]:
    for here, _, names in os.walk(folder):  # a folder that is just put away is no error to it
        yield from (Path(here) / name for name in names)


def _kind(path: Path) -> str:
    top = path.parts[0]
    if top == "memory":
        return "index"
    if top == "reserve":
        return top
    if path.suffix in (".wav", ".flac"):
        return "sound"
    if top.startswith("record.db") or top.startswith("book"):
        return "record"
    return "copies" if "cop" in top or "backup" in top else "logs"


def load() -> float:
    """How many wanted the processor in the last minute: a figure of a busy machine says so."""
    return round(os.getloadavg()[0], 2)
