"""The index of memories (LanceDB) damaged at drawn places: the next talk is held, what was told comes to mind again, and it is said."""

import atexit
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lab.evaluation.chaos.rememberer import CUES, LAST_WEEK, TODAY
from lab.evaluation.chaos.seen import Seen

NOBODY = 65534
"""A root reads what nobody else may: the house is somebody else's then."""


class _Server:
    """The process that remembers; begun when it is first needed, and again where it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115  # as long as the process

    def ask(self, which: str, state: Path, user: int = 0) -> dict[str, Any]:
        """What it answered. Its complaints are in `log`."""
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, "-m", "lab.evaluation.chaos.rememberer"]
            self.close()
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True
            )
        assert self._process.stdin and self._process.stdout
        self.log.seek(0)
        self.log.truncate()
        print(which, user, state, file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline() or '{"ended": "it is gone"}')

    def close(self) -> None:
        """It ends when nobody asks any more."""
        if self._process is not None:
            self._process.communicate()
            self._process = None

    def last_line(self) -> str:
        """Of what it complained of."""
        self.log.seek(0)
        return (self.log.read().strip().splitlines() or [""])[-1][:200]


SERVER = _Server()
atexit.register(SERVER.close)
atexit.register(SERVER.log.close)


def files(index: Path) -> list[Path]:
    """Every file of an index."""
    return sorted(path for path in index.rglob("*") if path.is_file())


def _flipped(index: Path, dice: random.Random) -> None:
    for path in dice.sample(files(index), dice.randrange(1, 4)):
        whole = bytearray(path.read_bytes())
        for _ in range(dice.randrange(1, 6)):
            at, length = dice.randrange(len(whole)), dice.choice((1, 1, 4, 16, 512))
            whole[at : at + length] = dice.randbytes(len(whole[at : at + length]))
        path.write_bytes(whole)


def _short(index: Path, dice: random.Random) -> None:
    for path in dice.sample(files(index), dice.randrange(1, 4)):
        os.truncate(path, dice.randrange(path.stat().st_size))


def _empty(index: Path, dice: random.Random) -> None:
    for path in dice.sample(files(index), dice.randrange(1, 4)):
        os.truncate(path, 0)


def _missing(index: Path, dice: random.Random) -> None:
    for path in dice.sample(files(index), dice.randrange(1, 4)):
        path.unlink()


def _folder_missing(index: Path, dice: random.Random) -> None:
    folders = sorted(path for path in (index, *index.rglob("*")) if path.is_dir())
    shutil.rmtree(dice.choice(folders))


def _older_manifest(index: Path, dice: random.Random) -> None:
    """The newest manifest is that of another version, or of the other table."""
    manifests = sorted(index.rglob("*.manifest"))
    if dice.random() < 0.5:
        one, other = (dice.choice(sorted(t.rglob("*.manifest"))) for t in index.glob("*.lance"))
        one.write_bytes(other.read_bytes())
        return
    path = dice.choice(manifests)
    whole = bytearray(path.read_bytes())
    at = (
        len(whole) - 8 - dice.randrange(16)
    )  # the versions of the format stand before the last four bytes
    whole[at : at + 4] = dice.randbytes(4)
    whole[-4:] = b"LANC"
    path.write_bytes(whole)


def _zeroed(index: Path, dice: random.Random) -> None:
    """Whole blocks of a card that read as nothing."""
    for path in dice.sample(files(index), dice.randrange(1, 4)):
        whole = bytearray(path.read_bytes())
        at = 512 * dice.randrange(1 + len(whole) // 512)
        whole[at : at + 512] = bytes(len(whole[at : at + 512]))
        path.write_bytes(whole)


def _no_folder(index: Path, dice: random.Random) -> None:
    """Where a folder was, or a file, the other lies."""
    path = dice.choice([index, *files(index), *(p for p in sorted(index.rglob("*")) if p.is_dir())])
    if path.is_dir():
        shutil.rmtree(path)
        path.write_bytes(b"no folder")
    else:
        path.unlink()
        path.mkdir()


def _unreadable(index: Path, dice: random.Random) -> None:
    every = [index, *sorted(index.rglob("*"))]
    for path in dice.sample(every, dice.randrange(1, 3)):
        path.chmod(dice.choice((0o000, 0o200, 0o400)))


HOW: Mapping[str, Callable[[Path, random.Random], None]] = {
    "bytes flipped": _flipped,
    "files cut short": _short,
    "files emptied": _empty,
    "files missing": _missing,
    "a folder missing": _folder_missing,
    "another version": _older_manifest,
    "blocks zeroed": _zeroed,
    "file for folder": _no_folder,
    "unreadable": _unreadable,
}


def damaged_index(seen: Seen, place: Path, dice: random.Random) -> None:
    """Files of the index are rubbish, short, gone or closed: the house opens, remembers, and says so."""
    state = place / "state"
    SERVER.ask("first", state)
    seen.how = dice.choice([*HOW])
    user = 0
    if seen.how == "unreadable" and os.geteuid() == 0:
        user = NOBODY
        _give(place, user)
    HOW[seen.how](state / "memory", dice)
    came = SERVER.ask("next", state, user)
    if "ended" in came:
        seen.wrong.append(f"the talk ended ({came['ended']}): {SERVER.last_line()}")
        return
    told = [*LAST_WEEK, TODAY]
    seen.turns += len(told)
    seen.wrong += [f"turn {n} is not there" for n, each in enumerate(told, 1) if each not in came["turns"]]  # fmt: skip
    if came["wrong"]:
        seen.wrong.append(f"not whole: {came['wrong'][0]}")
    for recalled, (_, who) in zip(came["recalled"], CUES, strict=True):
        if not any(who in each for each in recalled):
            seen.wrong.append("what was told does not come to mind")
    if any(each not in " ".join(told) for each in came["remembered"]):
        seen.wrong.append("something comes to mind that was not told")
    seen.said = "mended" if came["mended"] else "; ".join(came["said"])[:80]


def _give(place: Path, user: int) -> None:
    for path in (place, *place.rglob("*")):
        os.chown(path, user, user)
    for parent in place.parents:
        if parent.stat().st_mode & 0o001 == 0 and parent != parent.parent:
            parent.chmod(parent.stat().st_mode | 0o011)
