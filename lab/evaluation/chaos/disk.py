"""A disk whose power goes: what a program asked of it is played back up to a drawn moment, and what nobody had flushed comes in any order.

`disk.c` notes what was asked. Of each file everything before its last flush is there. Of what was written after it any sector may be
there or not, or, where a sector was just being written, be rubbish; the length may be the old one or the new one or between.
New names, deletions and new folders come in their order, as file systems with a journal keep them (ext4, XFS, btrfs; FAT does
not), up to a drawn one; flushing a file or a folder brings its own name with it.
"""

import atexit
import json
import random
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from voice_agent.errors import EngineUnavailable

SECTOR = 512
ROW = struct.Struct("<cIQI")


class Row(NamedTuple):
    """One thing that was asked, as `disk.c` notes it."""

    kind: str
    number: int
    at: int
    data: bytes


@cache
def noticing() -> Path:
    """Build the library that notes it, once in a run. Raises EngineUnavailable where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise EngineUnavailable("cc", "there is no C compiler to build it with", retryable=False)
    folder = Path(tempfile.mkdtemp(prefix="chaos-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    source = Path(__file__).with_name("disk.c")
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", "disk.so", source, "-ldl", "-lpthread"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "disk.so"


def rows(log: Path) -> Iterator[Row]:
    """What was asked, in order. A last row that the program did not finish is left out."""
    noted, at = log.read_bytes(), 0
    while at + ROW.size <= len(noted):
        kind, number, offset, length = ROW.unpack_from(noted, at)
        at += ROW.size
        if at + length > len(noted):
            return
        yield Row(kind.decode(), number, offset, noted[at : at + length])
        at += length


@dataclass(eq=False)
class _File:
    folder: bool = False
    safe: bytes = b""
    """What it holds for certain."""

    asked: list[tuple[int, bytes | None]] = field(default_factory=list[tuple[int, bytes | None]])
    """What was written since, each at its place; None: it was to end there."""

    named: int = 0
    """How many changes of names must be there for it to be found."""

    def flush(self) -> None:
        self.safe, self.asked = bytes(_now(self.safe, self.asked)), []


class Disk:
    """What a program believes to have written, and what of it is certain."""

    def __init__(self) -> None:
        self._open = dict[int, _File]()
        self._names = dict[str, _File]()
        self._changes = list[tuple[str, str, _File | None]]()
        """Each name, what it was before where it moved, and what it names from then on; None: nothing any more."""

        self._certain = 0
        self.printed = bytearray()
        """What the program said."""

    def do(self, row: Row) -> None:
        """It was asked for."""
        file = self._open.get(row.number)
        match row.kind:
            case "o" | "d":
                self._opened(row)
            case "w" if file:
                file.asked.append((row.at, row.data))
            case "t" if file:
                file.asked.append((row.at, None))
            case "l" if file:
                if len(_now(file.safe, file.asked)) < row.at:
                    file.asked.append((row.at, None))
            case "f" if file:
                file.flush()
                self._certain = max(
                    self._certain, len(self._changes) if file.folder else file.named
                )
            case "c":
                self._open.pop(row.number, None)
            case "u":
                self._name(row.data.decode(), None)
            case "m":
                self._name(row.data.decode(), _File(folder=True))
            case "r":
                path, to = _two(row)
                moved = self._names[path]
                self._changes.append((to, path, moved))
                self._names[to] = self._names.pop(path)
                moved.named = len(self._changes)
            case "p":
                self.printed += row.data
            case _:
                pass

    def after_the_cut(self, to: Path, frm: Path, dice: random.Random) -> None:
        """Write to `to` what is left of `frm` when the power comes back."""
        there = dict[str, _File]()
        kept = dice.randint(self._certain, len(self._changes))
        for path, before, file in self._changes[:kept]:
            there.pop(before, None)
            if file is None:
                there.pop(path, None)
            else:
                there[path] = file
        likely = dice.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        for path in sorted(there):
            lies = to / Path(path).relative_to(frm)
            if there[path].folder:
                lies.mkdir(mode=0o700, parents=True, exist_ok=True)
            elif not path.endswith("-shm"):  # SQLite makes it anew, whatever it held
                lies.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                lies.write_bytes(_torn(there[path], likely, dice))

    def acknowledged(self) -> list[Mapping[str, Any]]:
        """Every whole line of what it said."""
        return [json.loads(line) for line in bytes(self.printed).split(b"\n")[:-1]]

    def _opened(self, row: Row) -> None:
        path = row.data.decode()
        if path not in self._names:
            self._name(path, _File(folder=row.kind == "d"))
        self._open[row.number] = self._names[path]
        if row.at:
            self._names[path].asked.append((0, None))

    def _name(self, path: str, file: _File | None) -> None:
        self._changes.append((path, path, file))
        if file is None:
            self._names.pop(path, None)
        else:
            self._names[path] = file
            file.named = len(self._changes)


def _two(row: Row) -> tuple[str, str]:
    return row.data[: -row.number].decode(), row.data[-row.number :].decode()


def _now(safe: bytes, asked: list[tuple[int, bytes | None]]) -> bytearray:
    """As the program sees it."""
    whole = bytearray(safe)
    for at, data in asked:
        if data is None:
            whole = whole[:at].ljust(at, b"\0")
        else:
            whole = whole.ljust(at, b"\0")
            whole[at : at + len(data)] = data
    return whole


def _torn(file: _File, likely: float, dice: random.Random) -> bytes:
    whole, longest = bytearray(file.safe), len(_now(file.safe, file.asked))
    for at, data in file.asked:
        if data is None:
            continue
        for start in range(at - at % SECTOR, at + len(data), SECTOR):
            first, last = max(start, at), min(start + SECTOR, at + len(data))
            piece = data[first - at : last - at]
            if dice.random() >= likely:
                if dice.random() < 0.9:
                    continue
                piece = dice.randbytes(len(piece))  # it was just being written
            whole = whole.ljust(last, b"\0")
            whole[first:last] = piece
    size = dice.choice((len(file.safe), longest, dice.randint(*sorted((len(file.safe), longest)))))
    return bytes(whole[:size].ljust(size, b"\0"))
