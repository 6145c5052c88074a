"""Each accident once; `python -m lab chaos` lets them happen by the hundred."""

import random
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from lab.commands.chaos import page, row
from lab.evaluation.chaos.accidents import ACCIDENTS, looked, meet, tell
from lab.evaluation.chaos.device import DyingDevice, Ill, Spell, level
from lab.evaluation.chaos.disk import Disk, Row, noticing, rows
from lab.evaluation.chaos.microphone import compared
from lab.evaluation.chaos.picture import picture
from lab.evaluation.chaos.seen import Seen, Told
from voice_agent.audio.microphone import open_microphone
from voice_agent.errors import RecordDamaged
from voice_agent.sound import FRAME, RATE, Sound

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("kind", ACCIDENTS)
def test_a_house_comes_through(kind: str, tmp_path: Path) -> None:
    seen = meet(kind, 7, tmp_path / "house")
    assert not seen.wrong and not (tmp_path / "house").exists()


def test_rubbish_that_sqlite_quotes_is_damage_and_comes_back(tmp_path: Path) -> None:
    """Its complaint held the rubbish of the schema, and was no text: nobody could open the house, nor rescue it."""
    seen = meet("damaged record", 1000125, tmp_path / "house")
    assert not seen.wrong and seen.said.startswith("RecordDamaged")


def test_what_is_missing_is_seen(tmp_path: Path) -> None:
    """A check that nothing could fail would say nothing."""
    told = tell(tmp_path / "state", "evening-1", random.Random(3))
    for last, wrong in (
        ({"session": 1, "turn": 9999}, "turn 9999 is not there"),
        ({"session": 1, "sound": 10**9}, "s of sound are gone"),
        ({"session": 1, "event": 9999}, "events of the journal are gone"),
    ):
        seen = Seen("none", 0)
        looked(seen, tmp_path / "state", "evening-1", Told(last, told.sizes))
        assert any(wrong in each for each in seen.wrong)
    seen = Seen("none", 0)
    looked(seen, tmp_path / "elsewhere", "evening-1", Told({"session": 1}, {}))
    assert seen.wrong == ["the talk is not there"]


def test_a_disk_that_only_says_that_it_flushed_is_seen(tmp_path: Path) -> None:
    """Played back without its flushes, one power cut in a few takes away what was promised: the disk has teeth."""
    noticing()
    state, log = tmp_path / "state", tmp_path / "asked"
    told = tell(state, "evening-1", random.Random(3), given={"DISK": str(state), "DISK_LOG": str(log)})  # fmt: skip
    assert told.last["turn"] > 1
    for honest in (True, False):
        wrong = 0
        for seed in range(8):
            disk, after = Disk(), tmp_path / f"after-{honest}-{seed}"
            for asked in rows(log):
                if honest or asked.kind != "f":
                    disk.do(asked)
            assert disk.acknowledged()[-1]["number"] > 1
            disk.after_the_cut(after, state, random.Random(seed))
            seen = Seen("power cut", seed)
            try:
                looked(seen, after, "evening-1", told)
            except RecordDamaged:
                seen.wrong.append("damaged")
            wrong += bool(seen.wrong)
        assert wrong == 0 if honest else wrong > 2


def test_sectors_that_were_not_flushed_come_alone_and_flushed_ones_stay(tmp_path: Path) -> None:
    name = str(tmp_path / "a")
    rows = [Row("o", 5, 0, name.encode()), Row("w", 5, 0, b"a" * 1024), Row("f", 5, 0, b"")]
    rows.append(Row("w", 5, 512, b"b" * 2048))
    seen = set[bytes]()
    for seed in range(200):
        disk, to = Disk(), tmp_path / f"to-{seed}"
        for each in rows:
            disk.do(each)
        disk.after_the_cut(to, tmp_path, random.Random(seed))
        found = (to / "a").read_bytes()
        assert found[:512] == b"a" * 512 and 1024 <= len(found) <= 2560
        seen.add(bytes(found[at : at + 1][0] for at in range(512, len(found), 512)))
    assert b"abbb" in seen and b"a" in seen and len(seen) > 20


async def test_a_dying_device_is_a_microphone_like_any_other_while_it_is_well() -> None:
    """At whatever rate it comes: frames in order, and each twentieth of what it heard at its level."""
    for rate, channels in ((RATE, 1), (44_100, 2)):
        sent, frames = list[int](), list[Sound]()
        spells = [Spell(Ill.SILENT, -2, -1, rate, channels)]
        device = DyingDevice(spells, lambda number, at, sent=sent: sent.append(number))
        async with open_microphone(opens=device.opens) as microphone:
            async for frame in microphone:
                frames.append(frame)
                if frame.end >= RATE:
                    break
        assert [frame.start for frame in frames] == [n * FRAME for n in range(len(frames))]
        seen = Seen("none", 0)
        compared(seen, np.concatenate([f.samples for f in frames]), sent[:45], (), ())
        assert not seen.wrong and seen.lost is not None and seen.lost < 0.1


def test_what_a_track_lacks_is_seen_and_silence_must_be_named() -> None:
    heard = np.concatenate([np.full(FRAME, level(n), np.float32) for n in range(200)])
    gone = heard.copy()
    gone[40 * FRAME : 80 * FRAME] = 0
    away = {"at": 40 * FRAME, "kind": "gap", "seconds": 0.8}
    spell = Spell(Ill.VANISHED, 40, 80, RATE, 1)
    for kept, sent, events, wrong in (
        (heard, range(200), (), ""),
        (heard[: 170 * FRAME], range(200), (), "0.60 s of sound are gone"),
        (gone, [*range(40), *range(80, 200)], (away,), ""),
        (gone, [*range(40), *range(80, 200)], (), "nothing says why 0.8 s are silent at 0.8"),
        (gone, range(200), (away,), "0.80 s of sound are gone"),
    ):
        seen = Seen("none", 0)
        compared(seen, kept, list(sent), events, [spell])
        assert seen.wrong == ([wrong] if wrong else [])


def test_the_page_adds_up() -> None:
    rows = [
        {"kind": "kill -9", "turns": 3, "wrong": [], "said": "", "lost": 0.1},
        {"kind": "kill -9", "turns": 3, "wrong": [], "said": "", "lost": 0.3, "how": "twice"},
        {"kind": "full disk", "turns": 4, "wrong": ["turn 2 is not there"], "said": "DiskFull"},
    ]
    text = page(rows)
    assert "3 accidents, 10 committed turns looked for, 1 houses not as they should be." in text
    assert "| full disk | 1 |" in text and "DiskFull (1)" in text
    assert "| kill -9 | 2 | 6 | 0.30 s | 0.30 s |" in text and "Of “kill -9”: twice (1)." in text
    drawn = ElementTree.fromstring(picture(rows))
    assert "3 accidents, of which the house held 2" in "".join(drawn.itertext())


def test_what_there_is_nothing_to_say_of_is_not_kept() -> None:
    kept = row(Seen("kill -9", 3, seconds=1.23456), datetime(2026, 11, 29, tzinfo=UTC))
    assert kept == {"on": "2026-11-29", "kind": "kill -9", "seed": 3, "wrong": [], "said": "", "seconds": 1.23, "turns": 0}  # fmt: skip
