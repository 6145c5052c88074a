"""What a program sees on a disk that is full, or may only be read. Run by test_disk_full.py.

`small_disk.py CASE FOLDER` mounts a disk of 8 MB on FOLDER, which only it can see, and prints what
happened as JSON.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tellings import NOON, heard, sitting, told

from voice_agent.archive import journal, sound_track
from voice_agent.archive.record import Record
from voice_agent.errors import DiskFull, StateUnwritable, VoiceAgentError
from voice_agent.sound import RATE
from voice_agent.story import Speaker


def refusal(do: Callable[[], Any], kind: type[VoiceAgentError]) -> dict[str, Any]:
    try:
        do()
    except kind as error:
        kept = getattr(error, "kept", False)
        return {"what": error.what, "safe": error.safe, "mend": error.mend, "kept": kept}
    return {}


def clutter(disk: Path) -> Path:
    """Somebody's photographs: everything that is still free."""
    path = disk / "photographs"
    with path.open("wb", buffering=0) as file:
        for size in (65536, 512, 1):
            try:
                while True:
                    file.write(os.urandom(size))
            except OSError:
                continue
    return path


def telling(disk: Path) -> Any:
    """The disk fills up in the middle of a story."""
    id, refusals = sitting().id, []
    with Record.open(disk / "state") as record:
        record.begin(sitting())
        track, book = record.audio(id, Speaker.NARRATOR), record.journal(id)
        while not refusals:
            if refused := refusal(lambda: track.append(heard(track.end, RATE // 10)), DiskFull):
                refusals.append(refused)
        end = track.end
        record.turn(told(1, ended=track.end / RATE))  # the turn in hand
        book.write("turn", track.end, turn=1)
        record.finish(id, NOON, "Pigeons.")
        record.transcript(id)
        while len(refusals) == 1:
            if refused := refusal(lambda: track.append(heard(track.end, RATE // 10)), DiskFull):
                refusals.append(refused)
        last = track.end
    whole = sound_track.read(disk / "state/sessions" / id / "narrator.wav")
    with Record.look(disk / "state") as record:
        return {
            "refusals": refusals,
            "turns": [turn.id for turn in record.session(id).turns],
            "summary": record.session(id).summary,
            "events": len(journal.read(disk / "state/sessions" / id / "journal.jsonl")),
            "transcript": (disk / "state/sessions" / id / "transcript.txt").is_file(),
            "sound kept": whole.end >= last > end,
            "begin again": refusal(lambda: Record.open(disk / "state"), DiskFull),
            "erase": refusal(lambda: Record.open(disk / "state", to_erase=True).close(), DiskFull),
        }


def typing(disk: Path) -> Any:
    """The disk is full when a turn without sound is to be kept."""
    with Record.open(disk / "state") as record:
        record.begin(sitting())
        record.turn(told(1))
        clutter(disk)
        first = refusal(lambda: record.turn(told(2, "x" * 20_000)), DiskFull)
        again = refusal(lambda: record.turn(told(2, "x" * 20_000)), DiskFull)
        more = clutter(disk.joinpath("state"))
        last = refusal(lambda: record.turn(told(3, "x" * 200_000)), DiskFull)
        kept = len(record.session(sitting().id).turns)
        more.unlink()
        record.turn(told(3, "x" * 200_000))
        record.check()
        after = len(record.session(sitting().id).turns)
    return {"first": first, "again": again, "last": last, "kept": kept, "after": after}


def beginning(disk: Path) -> Any:
    """The disk is full before the first word."""
    with Record.open(disk / "state") as record:
        photographs = clutter(disk)
        refused = refusal(lambda: record.begin(sitting()), DiskFull)
        left = sorted(path.name for path in (disk / "state").iterdir())
        photographs.unlink()
        record.begin(sitting())
        return {"refused": refused, "left": left, "begun": len(record.sessions())}


def reading(disk: Path) -> Any:
    """The disk may only be read."""
    state = disk / "state"
    with Record.open(state) as record:
        record.begin(sitting())
        record.turn(told(1))
        shutil.copytree(state, disk / "cut", ignore=shutil.ignore_patterns("reserve"))
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    with Record.look(state) as record:
        looked = record.session(sitting().id).turns == (told(1),)
    with Record.look(disk / "cut") as record:
        cut = record.session(sitting().id).turns == (told(1),)
    return {
        "looked": looked,
        "looked after a power cut": cut,
        "open": refusal(lambda: Record.open(state), StateUnwritable),
        "new": refusal(lambda: Record.open(disk / "new"), StateUnwritable),
    }


CASES = {case.__name__: case for case in (telling, typing, beginning, reading)}

if __name__ == "__main__":
    name, folder = sys.argv[1:]
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], check=True)
    print(json.dumps(CASES[name](Path(folder))))
