"""The accidents: each happens to a house at a drawn moment, and says what must still be there. Needs no model and no network."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

import numpy as np

from lab.evaluation.chaos.disk import Disk, noticing, rows
from lab.evaluation.chaos.forks import ready
from lab.evaluation.chaos.index import damaged_index
from lab.evaluation.chaos.microphone import dying_microphone, power_cut_recording
from lab.evaluation.chaos.seen import MOST, Seen, Told
from lab.evaluation.chaos.teller import BEGAN, run, said, sound
from voice_agent.archive import journal, own_copies, sound_track
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.record import Record
from voice_agent.archive.rescue import rescue
from voice_agent.errors import MemoryRefused, RecordDamaged, VoiceAgentError
from voice_agent.sound import RATE
from voice_agent.story import Session, SessionId, Speaker

NOW = datetime(2026, 11, 22, tzinfo=UTC)
SECTOR = 512
ALONE = ("unshare", "--mount")
"""A disk of one's own takes a root, or a namespace."""

LINES = 160
"""Acknowledgements before something happens, at most."""


def tell(
    state: Path,
    id: str,
    dice: random.Random,
    *,
    megabytes: int = 0,
    closes: int = 0,
    given: Mapping[str, str] | None = None,
) -> Told:
    """Let a teller tell until a drawn moment, and kill it. `closes`: turns after which it begins the program anew. `given`: more

    of its environment.
    """
    lines = dice.randrange(1, LINES)
    reading, writing = os.pipe()
    teller = ready().Process(
        target=run, args=(DupFd(writing), state, id, lines, megabytes, closes, given or {})
    )
    teller.start()
    os.close(writing)
    last, sizes, stopped = dict[str, int](), dict[str, int](), ""
    with os.fdopen(reading) as told:
        for number, line in enumerate(told, 1):
            one: dict[str, Any] = json.loads(line)
            stopped = one.get("by", "")
            last[one["kind"]] = max(one["number"], last.get(one["kind"], 0))
            sizes = one.get("sizes", sizes)
            if number >= lines:
                time.sleep(dice.uniform(0, 0.004))
                teller.kill()
                break
    teller.join()
    return Told(last, sizes, stopped)


def looked(seen: Seen, state: Path, id: str, told: Told) -> None:
    """Open the house as the next start does, and compare it with what was safe."""
    if "session" not in told.last and not Record.exists(state):
        return
    with Record.open(state) as record:
        record.check()
        found = next((each for each in record.sessions() if each.id == id), None)
        if found is None:
            if "session" in told.last:
                seen.wrong.append("the talk is not there")
            return
        texts = {int(turn.id): turn.text for turn in record.session(id).turns}
        _turns(seen, texts, told.last)
        record.begin(_next(found.id, len(record.sessions())))  # and the next talk begins
    end = told.last.get("sound", 0)
    track = state / "sessions" / id / f"{Speaker.NARRATOR}.wav"
    if end:
        right = _right(track, end)
        seen.missed((end - right) / RATE)
        if right < end - MOST * RATE:
            seen.wrong.append(f"{(end - right) / RATE:.2f} s of sound are gone")
    events = state / "sessions" / id / "journal.jsonl"
    written = len(journal.salvage(events)[0])
    if written < told.last.get("event", 0):
        seen.wrong.append("events of the journal are gone")


def _right(track: Path, end: int) -> int:
    """Up to which sample it holds what was said."""
    if not track.is_file():
        return 0
    kept = sound_track.read(track, 0, end).samples
    wrong = np.flatnonzero(kept != sound(0, len(kept)).samples)
    return int(wrong[0]) if len(wrong) else len(kept)


def _next(id: SessionId, number: int) -> Session:
    return Session(SessionId(f"{id}-next-{number}"), "Ann", BEGAN + timedelta(hours=1))


def _turns(seen: Seen, texts: Mapping[int, str], last: Mapping[str, int]) -> None:
    corrected = last.get("correction", 0)
    for number in range(1, last.get("turn", 0) + 1):
        seen.turns += 1
        wanted = (said(number), f"Dove {number}.")
        if texts.get(number) not in wanted:
            seen.wrong.append(f"turn {number} is not there")
        elif number <= corrected and number % 3 == 0 and texts[number] != wanted[1]:
            seen.wrong.append(f"turn {number} lost its correction")


# ---- what happens


def killed(seen: Seen, place: Path, dice: random.Random) -> None:
    """kill -9, twice in one house."""
    for id in ("evening-1", "evening-2"):
        looked(seen, place / "state", id, tell(place / "state", id, dice))


def power_cut(seen: Seen, place: Path, dice: random.Random) -> None:
    """The power goes at a drawn moment between two things asked of the disk; what was not flushed comes in any order, or not at all."""
    state, log = place / "state", place / "asked"
    noticing()
    noted = {"DISK": str(state), "DISK_LOG": str(log)}
    tell(state, "evening-1", dice, given=noted, closes=dice.randrange(1, 9))
    asked = [*rows(log)]
    said = [number for number, each in enumerate(asked) if each.kind == "p"]
    # one in ten before anything was promised
    first = 0 if dice.random() < 0.1 or not said else said[0]
    disk = Disk()
    for each in asked[: dice.randint(first, len(asked))]:
        disk.do(each)
    last = dict[str, int]()
    for one in disk.acknowledged():
        last[one["kind"]] = max(one["number"], last.get(one["kind"], 0))
    disk.after_the_cut(place / "after", state, dice)
    if (place / "after").exists():
        looked(seen, place / "after", "evening-1", Told(last, {}))
    elif last:
        seen.wrong.append("the house is gone")


def full_disk(seen: Seen, place: Path, dice: random.Random) -> None:
    """The disk fills up in mid-talk: the turn in hand is kept, and it is said."""
    size = dice.randrange(6, 20)
    image, disk = place / "image", place / "disk"
    disk.mkdir()
    script = (
        f'mount -t tmpfs -o size={size}m tmpfs "{disk}" && '
        f'"{sys.executable}" -m lab.evaluation.chaos.teller "{disk}/state" evening-1 100000; '
        f'cp -a "{disk}/state" "{image}"'
    )
    done = subprocess.run([*ALONE, "sh", "-c", script], capture_output=True, text=True)
    rows: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    last = dict[str, int]()
    for one in rows:
        last[one["kind"]] = max(one["number"], last.get(one["kind"], 0))
        seen.said = one.get("by", seen.said)
    if seen.said != "DiskFull":
        seen.wrong.append(f"it was not said that the disk is full, but {seen.said or 'nothing'}")
    looked(seen, image, "evening-1", Told(last, {}))


def read_only(seen: Seen, place: Path, dice: random.Random) -> None:
    """The disk may suddenly only be read, as a failing card does: it is said, and what was told can be read."""
    told = tell(place / "state", "evening-1", dice)
    looks = (
        "import sys; from pathlib import Path; from voice_agent.archive.record import Record\n"
        "from voice_agent.errors import StateUnwritable\nstate = Path(sys.argv[1])\n"
        "try:\n    Record.open(state); print('opened')\nexcept StateUnwritable: print('said')\n"
        "with Record.look(state) as record: print(*(t.id for s in record.sessions() for t in record.session(s.id).turns))"
    )
    script = f'mount --bind "{place}/state" "{place}/state" && mount -o remount,ro,bind "{place}/state" && "{sys.executable}" -c "$0" "{place}/state"'
    if not Record.exists(place / "state"):
        return
    done = subprocess.run([*ALONE, "sh", "-c", script, looks], capture_output=True, text=True)
    lines = done.stdout.splitlines()
    seen.said = lines[0] if lines else done.stderr[-200:]
    if seen.said != "said":
        seen.wrong.append(f"it was not said that nothing can be written: {seen.said}")
    turns = lines[1].split() if len(lines) > 1 else []
    seen.turns += told.last.get("turn", 0)
    if len(turns) < told.last.get("turn", 0):
        seen.wrong.append("what was told cannot be read")
    looked(seen, place / "state", "evening-1", told)


def clock_jump(seen: Seen, place: Path, dice: random.Random) -> None:
    """The clock jumps by years, forwards and back, between talks and copies: nothing is lost for that."""
    state, now, ids = place / "state", NOW, list[tuple[str, Told]]()
    for number in range(4):
        ids.append((f"evening-{number}", tell(state, f"evening-{number}", dice)))
        now += timedelta(
            days=dice.choice((-9000, -400, -1, 0, 1, 30, 400, 9000)), hours=dice.uniform(-12, 12)
        )
        with Record.open(state) as record:
            record.finish(SessionId(f"evening-{number}"), now, "") if "session" in ids[-1][
                1
            ].last else None
            own_copies.make(record, now, Keep(2, 1))
            if not own_copies.copies(state):
                seen.wrong.append("no copy is left")
    for id, told in ids:
        looked(seen, state, id, told)


def little_memory(seen: Seen, place: Path, dice: random.Random) -> None:
    """There is no memory left: what was committed stays."""
    told = tell(place / "state", "evening-1", dice, megabytes=dice.randrange(600, 1100))
    seen.said = told.stopped
    looked(seen, place / "state", "evening-1", told)


def damaged_record(seen: Seen, place: Path, dice: random.Random) -> None:
    """Bytes of the record are rubbish: it is said, and comes back from the copy and the journals."""
    state = place / "state"
    told = tell(state, "evening-1", dice)
    if "turn" not in told.last:
        return
    with Record.open(state) as record:
        record.finish(SessionId("evening-1"), NOW, "")
        own_copies.make(record, NOW, Keep())
    path = state / "record.db"
    whole = bytearray(path.read_bytes())
    for _ in range(dice.randrange(1, 5)):
        at, length = dice.randrange(len(whole)), dice.choice((1, 16, SECTOR, 4096))
        whole[at : at + length] = dice.randbytes(len(whole[at : at + length]))
    path.write_bytes(whole)
    for left in state.glob("record.db-*"):
        left.unlink()
    try:
        with Record.open(state) as record:
            record.check()
    except RecordDamaged as error:
        seen.said = type(error).__name__
        try:
            done = rescue(state, NOW + timedelta(days=1), "Ann")
            seen.said += ", rescued" if done.complete else ", rescued in part and said"
        except MemoryRefused as refused:
            seen.wrong.append(f"could not be rescued: {refused.what}")
            return
    except VoiceAgentError as error:
        seen.wrong.append(f"not said that it is damaged, but {type(error).__name__}")
        return
    looked(seen, state, "evening-1", told)


ACCIDENTS: Mapping[str, Callable[[Seen, Path, random.Random], None]] = {
    "kill -9": killed,
    "power cut": power_cut,
    "full disk": full_disk,
    "read-only disk": read_only,
    "clock jump": clock_jump,
    "little memory": little_memory,
    "damaged record": damaged_record,
    "damaged index": damaged_index,
    "dying microphone": dying_microphone,
    "power cut, recording": power_cut_recording,
}


def meet(kind: str, seed: int, place: Path) -> Seen:
    """Let one accident happen in the empty folder `place`."""
    seen, began = Seen(kind, seed), time.monotonic()
    place.mkdir(parents=True)
    try:
        ACCIDENTS[kind](seen, place, random.Random(f"{kind} {seed}"))
    except Exception as error:  # whatever it is, the house did not come through
        seen.wrong.append(f"{type(error).__name__}: {str(error)[:200]}")
    seen.seconds = time.monotonic() - began
    with suppress(OSError):
        shutil.rmtree(place)
    return seen
