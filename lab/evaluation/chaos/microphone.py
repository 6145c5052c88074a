"""A microphone that dies while somebody tells, and a program that may be killed meanwhile: what was heard is on the disk, the rest is named."""

import json
import os
import random
import time
from collections.abc import Mapping, Sequence
from multiprocessing.reduction import DupFd
from pathlib import Path

import numpy as np

from lab.evaluation.chaos.device import BLOCK, LEVELS, Ill, Spell, which
from lab.evaluation.chaos.disk import Disk, noticing, rows
from lab.evaluation.chaos.forks import ready
from lab.evaluation.chaos.recorder import BEGAN, ID, run
from lab.evaluation.chaos.seen import MOST, Seen
from voice_agent.archive import journal, sound_track
from voice_agent.archive.record import Record
from voice_agent.sound import FRAME, RATE, Samples
from voice_agent.story import Session, SessionId, Speaker

RATES = (8000, 16_000, 22_050, 44_100, 48_000)


def drawn(dice: random.Random) -> list[Spell]:
    """One or two spells, as somebody pulls at a cable."""
    spells, first = list[Spell](), dice.randrange(30, 120)
    for _ in range(dice.choice((1, 1, 1, 2))):
        last = first + dice.randrange(10, 120)
        ill = dice.choice([*Ill])
        changes = ill in (Ill.VANISHED, Ill.HUNG, Ill.MUTE)
        rate, channels = (dice.choice(RATES), dice.choice((1, 2))) if changes else (RATE, 1)
        spells.append(Spell(ill, first, last, rate, channels))
        first = last + dice.randrange(80, 160)
    return spells


def dying_microphone(seen: Seen, place: Path, dice: random.Random) -> None:
    """It vanishes, hangs, sends silence or rubbish, comes back with another rate; at a drawn moment the program is killed, or not."""
    spells, state = drawn(dice), place / "state"
    seen.how = ", then ".join(dict.fromkeys(str(each.ill) for each in spells))
    seconds = spells[-1].last * BLOCK + dice.uniform(1.0, 2.0)
    kills = dice.uniform(0.5, seconds) if dice.random() < 0.75 else None
    sent = _told(state, spells, seconds, kills)
    if kills is not None:
        seen.how += ", killed"
    track = state / "sessions" / ID / f"{Speaker.NARRATOR}.wav"
    with Record.open(state) as record:
        record.check()
        if not any(each.id == ID for each in record.sessions()):
            seen.wrong.append("the talk is not there")
            return
    kept = sound_track.read(track).samples if track.is_file() else np.zeros(0, np.float32)
    events, unread = journal.salvage(state / "sessions" / ID / "journal.jsonl")
    if unread:
        seen.wrong.append("the journal is torn")
    compared(seen, kept, sent, events, spells)


def power_cut_recording(seen: Seen, place: Path, dice: random.Random) -> None:
    """The power goes while a microphone that is well is recorded: from the device's hand to the disk at most half a second is gone."""
    noticing()
    state, log, after = place / "state", place / "asked", place / "after"
    noted = {"DISK": str(state), "DISK_LOG": str(log)}
    _told(state, (), 60.0, dice.uniform(1.0, 5.0), noted)
    asked = [*rows(log)]
    said = [number for number, each in enumerate(asked) if each.kind == "p"]
    disk = Disk()
    for each in asked[: dice.randint(said[0], len(asked))]:
        disk.do(each)
    disk.after_the_cut(after, state, dice)
    sent = [one["number"] for one in disk.acknowledged()]
    with Record.open(after) as record:
        record.check()
        there = any(each.id == ID for each in record.sessions())
        if not there:
            seen.wrong.append("the talk is not there")
            return
        record.begin(Session(SessionId("evening-2"), "Ann", BEGAN))  # and the next talk begins
    track = after / "sessions" / ID / f"{Speaker.NARRATOR}.wav"
    kept = sound_track.read(track).samples if track.is_file() else np.zeros(0, np.float32)
    seen.missed(_missing(kept, sent))
    if (seen.lost or 0) > MOST:
        seen.wrong.append(f"{seen.lost:.2f} s of sound are gone")


def compared(
    seen: Seen,
    kept: Samples,
    sent: Sequence[int],
    events: Sequence[journal.Event],
    spells: Sequence[Spell],
) -> None:
    """What was kept with what the device handed over (numbers of blocks), and what is silent in it with what the journal says."""
    seen.missed(_missing(kept, sent))
    if (seen.lost or 0) > MOST:
        seen.wrong.append(f"{seen.lost:.2f} s of sound are gone")
    named = [
        (e["at"], e["at"] + e["seconds"] * RATE if e["kind"] == "gap" else len(kept))
        for e in events
        if e["kind"] in ("gap", "away")
    ]
    for began, ended in _unheard(kept, spells):
        if not any(
            at <= began + MOST * RATE and until >= ended - MOST * RATE for at, until in named
        ):
            seen.wrong.append(
                f"nothing says why {(ended - began) / RATE:.1f} s are silent at {began / RATE:.1f}"
            )
    seen.said = "named" if named else ""


def _told(
    state: Path,
    spells: Sequence[Spell],
    seconds: float,
    kills: float | None,
    given: Mapping[str, str] | None = None,
) -> list[int]:
    """Which blocks the device handed over until the program was killed."""
    reading, writing = os.pipe()
    teller = ready().Process(target=run, args=(DupFd(writing), state, spells, seconds, given or {}))
    teller.start()
    os.close(writing)
    sent, first = list[int](), 0.0
    with os.fdopen(reading) as told:
        for line in told:
            one = json.loads(line)
            if one["kind"] == "over":
                break
            first = first or time.monotonic()
            sent.append(one["number"])
            if kills is not None and time.monotonic() - first >= kills:
                teller.kill()
                break
    teller.join()
    return sent


def _missing(kept: Samples, sent: Sequence[int]) -> float:
    """Seconds that were handed over and are not on the disk."""
    there = np.bincount(which(kept) + 1, minlength=LEVELS + 1)[1:]
    return sum(max(0, FRAME - int(there[each % LEVELS])) for each in sent) / RATE


def _unheard(kept: Samples, spells: Sequence[Spell]) -> list[tuple[int, int]]:
    """Where the track is silent for more than MOST seconds though the device was to be heard, samples."""
    quiet = [each for each in spells if each.ill is Ill.SILENT]
    silent = np.concatenate(([False], kept == 0, [False]))
    edges = np.flatnonzero(silent[1:] != silent[:-1]).reshape(-1, 2)
    return [
        (int(began), int(ended))
        for began, ended in edges
        if ended - began > MOST * RATE
        and not any(
            s.first * FRAME - RATE / 2 <= began and ended <= s.last * FRAME + RATE / 2
            for s in quiet
        )
    ]
