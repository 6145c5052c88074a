"""Backups on another disk make themselves, and none keeps what was erased."""

import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tellings import heard, sitting, told

from voice_agent.archive import away, backups, checking, sealing, unfinished
from voice_agent.archive.away import Away
from voice_agent.archive.erasing import erase
from voice_agent.archive.record import Record
from voice_agent.assemble import keep_copy, keep_up
from voice_agent.errors import RecordError
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish
from voice_agent.settings import BY_PAGES, Settings
from voice_agent.settings_sections import Copies
from voice_agent.sound import RATE
from voice_agent.story import Speaker

EVENING = datetime(2026, 11, 2, 19, tzinfo=UTC)
KEY = sealing.new_key()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def house(tmp_path: Path, stick: Path) -> Record:
    """One evening, with sound, in a house whose backups go onto a stick."""
    record = Record.open(tmp_path / "state")
    record.begin(sitting())
    track = record.audio(sitting().id, Speaker.NARRATOR)
    track.append(heard(0, 2 * RATE))
    record.turn(told(1, "We kept pigeons."))
    record.turn(told(2, "Nobody knows of the letter."))
    record.let_go(sitting().id)
    record.finish(sitting().id, EVENING, "")
    away.choose(record.state, Away(stick, KEY.public))
    return record


def days(stick: Path) -> list[str]:
    return sorted(each.stem[-10:] for each in stick.iterdir())


def test_the_newest_three_stay_and_of_one_day_the_newest(tmp_path: Path, stick: Path) -> None:
    with house(tmp_path, stick) as record:
        for day in range(5):
            away.make(record, EVENING + timedelta(days=day))
            away.make(record, EVENING + timedelta(days=day, hours=1))
        assert days(stick) == ["2026-11-04", "2026-11-05", "2026-11-06"]
        assert away.standing(record).well and not [*(record.state / "backups").iterdir()]


def test_another_house_on_the_same_disk_keeps_its_own(tmp_path: Path, stick: Path) -> None:
    other = Away(stick, sealing.new_key().public)
    foreign = stick / f"{other.name}2026-11-01.age"
    foreign.touch()
    with house(tmp_path, stick) as record:
        for day in range(5):
            away.make(record, EVENING + timedelta(days=day))
    assert foreign.exists() and len(days(stick)) == 1 + away.STAY


def test_what_is_erased_goes_from_all_of_them(tmp_path: Path, stick: Path) -> None:
    with house(tmp_path, stick) as record:
        away.make(record, EVENING)
        assert not away.behind(record)
    with Record.open(tmp_path / "state", to_erase=True) as record:
        erase(record, Wish(What.TURN, f"{sitting().id} 2"), Life(), (), EVENING)
        unfinished.end(record)
    with Record.open(tmp_path / "state") as record:
        assert away.behind(record) and not away.standing(record).well
        newest = away.make(record, EVENING + timedelta(days=1))
        assert newest is not None and [*stick.iterdir()] == [newest]
        assert not away.behind(record)
    found = checking.check(newest, tmp_path / "state", EVENING, secret=KEY.secret)
    assert not found.wrong and not found.erased and found.sessions == 1


def test_an_older_one_says_what_it_still_holds(tmp_path: Path, stick: Path) -> None:
    with house(tmp_path, stick) as record:
        before = away.make(record, EVENING)
        assert before is not None
        kept = before.replace(tmp_path / "in-a-drawer.age")
    with Record.open(tmp_path / "state", to_erase=True) as record:
        erase(record, Wish(What.TURN, f"{sitting().id} 2"), Life(), (), EVENING)
        unfinished.end(record)
    found = checking.check(kept, tmp_path / "state", EVENING, secret=KEY.secret)
    assert found.erased and not found.wrong


def test_two_that_are_made_at_once_are_both_whole(tmp_path: Path, stick: Path) -> None:
    with house(tmp_path, stick) as record:
        for day in range(8):
            record.turn(told(3 + day, "And another thing." * 1000))
        state = record.state

    def one(number: int) -> Path | None:
        with Record.look(state) as record:
            return away.make(record, EVENING + timedelta(days=number % 2))

    with ThreadPoolExecutor(4) as pool:
        made = {*pool.map(one, range(12))}
    assert len(made) == 2
    for path in made:
        assert path and not checking.check(path, state, EVENING, secret=KEY.secret).wrong
    assert not [*(state / "backups").iterdir()]


def test_two_checks_at_once_do_not_disturb_each_other(tmp_path: Path, stick: Path) -> None:
    with house(tmp_path, stick) as record:
        made = away.make(record, EVENING)
        assert made is not None
        state = record.state
    with ThreadPoolExecutor(3) as pool:
        found = [
            *pool.map(lambda _: checking.check(made, state, EVENING, secret=KEY.secret), "abc")
        ]
    assert [each.wrong for each in found] == [()] * 3


def test_where_no_copies_are_kept_what_is_erased_goes_from_the_backups(
    tmp_path: Path, stick: Path
) -> None:
    with house(tmp_path, stick) as record:
        away.make(record, EVENING)
    with Record.open(tmp_path / "state", to_erase=True) as record:
        erase(record, Wish(What.TURN, f"{sitting().id} 2"), Life(), (), EVENING)
        unfinished.end(record)
    settings = Settings(state_directory=str(tmp_path / "state"), copies=Copies(days=0))
    assert keep_up(settings, EVENING + timedelta(days=1)) == ""
    with Record.look(tmp_path / "state") as record:
        assert not away.behind(record)


def test_sound_that_came_back_otherwise_is_named(tmp_path: Path, stick: Path) -> None:
    with house(tmp_path, stick) as record:
        made = away.make(record, EVENING)
        assert made is not None
        (sound,) = (tmp_path / "state" / "sessions").rglob("*.wav")
        whole = bytearray(sound.read_bytes())
        whole[1000] ^= 1
        sound.write_bytes(whole)
    found = checking.check(made, tmp_path / "state", EVENING, secret=KEY.secret)
    assert len(found.wrong) == 1 and sound.name in found.wrong[0]


def test_a_disk_in_a_drawer_ends_no_talk(tmp_path: Path, stick: Path) -> None:
    settings = at_home(tmp_path)
    with house(tmp_path, stick) as record:
        assert keep_copy(settings, record, EVENING) == ""
        moved = stick.rename(tmp_path / "drawer")
        said = keep_copy(settings, record, EVENING + timedelta(days=1))
        assert said.startswith("No backup could be made:") and str(stick) in said
        assert len([*(record.state / "backups").iterdir()]) == 2  # the copies here are made
        assert not away.standing(record).well
        with pytest.raises(RecordError):
            away.make(record, EVENING)
        moved.rename(stick)
        assert keep_copy(settings, record, EVENING + timedelta(days=1)) == ""
    assert len(days(stick)) == 2


def at_home(tmp_path: Path) -> Settings:
    return Settings(state_directory=str(tmp_path / "state"))


def test_a_house_that_was_moved_touches_no_backup_of_the_old_one(
    tmp_path: Path, stick: Path
) -> None:
    with house(tmp_path, stick) as record:
        made = away.make(record, EVENING)
        assert made is not None
    new = tmp_path / "new"
    backups.restore(made, new, EVENING, secret=KEY.secret)
    with Record.open(new) as record:
        assert away.chosen(record.read) is None
        away.choose(new, Away(stick, KEY.public))
        for day in range(4):
            away.make(record, EVENING + timedelta(days=day))
    assert made.exists() and len([*stick.iterdir()]) == 1 + away.STAY


def test_a_clock_that_was_wrong_keeps_no_old_backup_for_ever(tmp_path: Path, stick: Path) -> None:
    with house(tmp_path, stick) as record:
        for number, day in enumerate((30_000, 20_000, 0, 1, 2)):
            path = away.make(record, EVENING + timedelta(days=day))
            assert path is not None
            os.utime(path, (number, number))
    assert days(stick) == ["2026-11-02", "2026-11-03", "2026-11-04"]


def test_what_was_chosen_on_a_page_comes_back_with_the_house(tmp_path: Path, stick: Path) -> None:
    chosen = '[schedule]\nquiet_from = "21:00"\n'
    with house(tmp_path, stick) as record:
        (record.state / BY_PAGES).write_text(chosen, encoding="utf-8")
        seen = list[int]()
        made = away.make(record, EVENING, lambda done, whole: seen.append(100 * done // whole))
    assert made is not None
    assert seen == sorted(seen) and 0 < seen[0] < seen[-1] == 100, "it is told how far it is"
    backups.restore(made, tmp_path / "new", EVENING, secret=KEY.secret)
    assert (tmp_path / "new" / BY_PAGES).read_text(encoding="utf-8") == chosen


def test_a_backup_that_is_broken_off_leaves_nothing_half(tmp_path: Path, stick: Path) -> None:
    def stops(done: int, whole: int) -> None:
        raise RecordError("The pages end.")

    with house(tmp_path, stick) as record, pytest.raises(RecordError, match="The pages end"):
        away.make(record, EVENING, stops)
    assert not [*stick.iterdir()]
    assert not [*(tmp_path / "state" / "backups").iterdir()]
