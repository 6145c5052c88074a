"""The house copies its record by itself, and a copy keeps nothing that was erased."""

import os
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from often import times
from tellings import sitting, told

from voice_agent.archive import own_copies
from voice_agent.archive.deleting import delete_everything
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.record import Record
from voice_agent.errors import DiskFull, RecordDamaged

EVENING = datetime(2026, 11, 2, 19, tzinfo=UTC)


def house(state: Path, *lines: str) -> Record:
    """One evening."""
    record = Record.open(state)
    record.begin(sitting())
    for number, line in enumerate(lines or ("We kept pigeons.",), 1):
        record.turn(told(number, line))
    record.finish(sitting().id, EVENING, "")
    return record


def test_a_copy_holds_every_word_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        path = own_copies.make(record, EVENING, Keep())
    assert path is not None
    assert path == tmp_path / "backups" / "record-2026-11-02.db"
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT text FROM wordings").fetchall() == [("We kept pigeons.",)]
    db.close()


def test_a_second_talk_of_the_day_takes_the_place_of_the_first(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        own_copies.make(record, EVENING, Keep())
        record.turn(told(2, "And a goat."))
        path = own_copies.make(record, EVENING + timedelta(hours=1), Keep())
        assert [each.path for each in own_copies.copies(tmp_path)] == [path]
    assert path is not None
    assert b"And a goat." in path.read_bytes()


def test_a_house_that_wants_no_copies_and_one_without_a_story_make_none(tmp_path: Path) -> None:
    with Record.open(tmp_path / "empty") as record:
        assert own_copies.make(record, EVENING, Keep()) is None
    with house(tmp_path / "house") as record:
        assert own_copies.make(record, EVENING, Keep(days=0)) is None
        assert own_copies.standing(record, Keep(days=0)).well
    assert not [*tmp_path.rglob("backups")]


@given(
    st.sets(st.dates(date(2025, 1, 1), date(2026, 12, 31)), max_size=40),
    st.builds(Keep, st.integers(1, 9), st.integers(0, 6)),
)
@settings(max_examples=times(25))
def test_the_newest_copy_always_stays_and_there_are_never_more_than_wanted(
    days: set[date], keep: Keep
) -> None:
    stay = own_copies.staying(days, keep)
    assert stay <= days
    assert len(stay) <= keep.days + keep.weeks
    assert len(stay) >= min(len(days), keep.days)
    assert not days or max(days) in stay


def test_a_week_of_talks_and_the_weeks_before_it_are_kept() -> None:
    first = date(2026, 9, 1)
    every = [first + timedelta(days=n) for n in range(70)]
    stay = sorted(own_copies.staying(every, Keep(7, 4)))
    assert stay[-7:] == every[-7:]
    # three Sundays: the fourth week is the one under way, or the Sunday is among the seven already
    assert [day.weekday() for day in stay[:-7]] == [6] * (len(stay) - 7)


def test_a_copy_of_a_damaged_record_replaces_nothing(tmp_path: Path) -> None:
    with house(tmp_path, *["We kept pigeons. " * 20] * 60) as record:
        path = own_copies.make(record, EVENING, Keep())
    assert path is not None
    before = path.read_bytes()
    whole = bytearray((tmp_path / "record.db").read_bytes())
    for page in range(4, len(whole) // 4096, 2):
        whole[page * 4096 : page * 4096 + 4096] = os.urandom(4096)
    (tmp_path / "record.db").write_bytes(whole)
    with pytest.raises(RecordDamaged), Record.look(tmp_path) as record:
        own_copies.make(record, EVENING, Keep())
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_a_full_disk_leaves_the_older_copy_and_is_told_to_people(
    tmp_path: Path,
) -> None:
    with house(tmp_path) as record:
        path = own_copies.make(record, EVENING, Keep())
        assert path is not None
        os.utime(path, (EVENING.timestamp() + 60, EVENING.timestamp() + 60))
        assert own_copies.standing(record, Keep()).well
        before = path.read_bytes()
        later = EVENING + timedelta(days=1)
        record.finish(sitting().id, later, "")
        # a record larger than any disk: a hole, of which nothing is written
        os.truncate(tmp_path / "record.db-wal", 2**43)
        with pytest.raises(DiskFull) as full:
            own_copies.make(record, later, Keep())
        assert "safe" in full.value.safe
        standing = own_copies.standing(record, Keep())
        assert not standing.well
        assert "the last talk is in none" in standing.says
        assert "more room" in standing.says
        assert path.read_bytes() == before


def test_what_was_left_half_written_goes_with_the_next_copy(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        left = tmp_path / "backups" / ".record-2026-11-01.db"
        left.parent.mkdir()
        left.write_bytes(b"half of it")
        own_copies.make(record, EVENING, Keep())
    assert not left.exists()


def test_a_decision_between_two_talks_is_noticed(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        assert not own_copies.behind(record)  # the next talk makes the first
        own_copies.make(record, EVENING, Keep())
        assert not own_copies.behind(record)
        record.keep("pace", 1)
        assert not own_copies.behind(record)
        record.correct(sitting().id, told(1).id, "We kept doves.", (), "the narrator")
        assert own_copies.behind(record)


def test_deleting_everything_deletes_the_copies(tmp_path: Path) -> None:
    record = house(tmp_path)
    own_copies.make(record, EVENING, Keep())
    delete_everything(record)
    assert [*tmp_path.iterdir()] == []


DIES = """
import os, signal, sys
from pathlib import Path
from voice_agent.archive import own_copies
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.record import Record
from datetime import UTC, datetime


class Unlucky(Record):
    def copy_database(self, to):
        super().copy_database(to)
        os.kill(os.getpid(), signal.SIGKILL)


record = Unlucky.open(Path(sys.argv[1]))
own_copies.make(record, datetime(2026, 11, 3, tzinfo=UTC), Keep())
"""


def test_power_that_goes_while_a_copy_is_made_costs_no_copy(tmp_path: Path) -> None:
    with house(tmp_path) as record:
        path = own_copies.make(record, EVENING, Keep())
    died = subprocess.run([sys.executable, "-c", DIES, str(tmp_path)], check=False)
    assert died.returncode == -signal.SIGKILL
    assert [each.path for each in own_copies.copies(tmp_path)] == [path]
    with Record.open(tmp_path) as record:
        record.check()
        own_copies.make(record, EVENING, Keep())
    assert [*(tmp_path / "backups").iterdir()] == [path]
