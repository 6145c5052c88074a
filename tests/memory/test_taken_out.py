"""What the narrator took out of the house is named when something in it is erased, and says in itself what was kept back."""

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from evening import AT_HOME, BEGAN, finish, remembered, session, tell

from voice_agent.archive import taken_out
from voice_agent.archive.backups import take_out
from voice_agent.archive.deleting import delete_everything
from voice_agent.archive.giving import export_everything
from voice_agent.archive.record import Record
from voice_agent.memory.forgetting import What, Wish

pytestmark = pytest.mark.anyio

ON = datetime(2026, 11, 3, 9, 0, tzinfo=UTC)


async def sister_erased(record: Record) -> tuple[str, ...]:
    """Erase Rosalind; returns what is said to be out of reach."""
    memory = await remembered(record, record.state)
    person = next(p for p in memory.life.people.persons if p.relation == "sister")
    done = await memory.erase(Wish(What.PERSON, person.id), BEGAN)
    await memory.close()
    assert done.left == ()
    return done.beyond


async def test_erasing_names_the_folder_that_everything_was_taken_out_to(tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, AT_HOME)
        finish(record)
        to = export_everything(record, tmp_path / "for my sons", ON)
        assert await sister_erased(record) == (
            f"You took everything out to {to} on 3 November 2026. That folder still holds this: please delete it yourself.",
        )
    assert "Rosalind" in (to / "sessions" / session().id / "transcript.txt").read_text()


async def test_a_folder_deleted_since_or_made_before_the_talk_is_not_named(tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, ["My father walked to the glass factory in nineteen fifty."])
        finish(record)
        export_everything(record, tmp_path / "before", ON)
        tell(record, AT_HOME, 2)
        finish(record, 2)
        shutil.rmtree(export_everything(record, tmp_path / "since", ON))
        assert await sister_erased(record) == ()


async def test_a_stick_that_was_pulled_out_may_still_hold_it(tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, AT_HOME)
        finish(record)
        (tmp_path / "stick").mkdir()
        export_everything(record, tmp_path / "stick" / "all", ON)
        (tmp_path / "stick").rename(tmp_path / "in a drawer")
        (said,) = await sister_erased(record)
        assert "may still hold this" in said and str(tmp_path / "stick" / "all") in said


async def test_what_lies_in_the_state_folder_goes_and_is_not_named(tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, AT_HOME)
        finish(record)
        to = export_everything(record, tmp_path / "state" / "exports" / "all", ON)
        assert taken_out.places(record.read) == ()
        assert await sister_erased(record) == ()
        assert not to.exists()


async def test_a_folder_whose_own_name_speaks_of_it_is_named_and_then_forgotten(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, AT_HOME)
        finish(record)
        export_everything(record, tmp_path / "about Rosalind", ON)
        (said,) = await sister_erased(record)
        assert "about Rosalind" in said
        assert taken_out.places(record.read) == ()


def test_deleting_everything_names_it_too(tmp_path: Path) -> None:
    record = Record.open(tmp_path / "state")
    tell(record, AT_HOME)
    finish(record)
    to = export_everything(record, tmp_path / "all", ON)
    (said,) = delete_everything(record)
    assert str(to) in said


async def test_erasing_names_a_backup_in_a_folder_of_ones_own(tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, AT_HOME)
        finish(record)
        for day in (ON, ON + timedelta(days=7)):  # the same file, Sunday after Sunday
            to = take_out(record, tmp_path / "stick" / "sunday.tar", day)
        assert await sister_erased(record) == (
            f"A backup was written to {to} on 10 November 2026. That file still holds this: please delete it yourself.",
        )


async def test_a_backup_that_is_gone_from_before_or_in_the_state_folder_is_not_named(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, ["My father walked to the glass factory in nineteen fifty."])
        finish(record)
        before = take_out(record, tmp_path / "before.tar", BEGAN)
        os.utime(before, (BEGAN.timestamp(), BEGAN.timestamp()))
        tell(record, AT_HOME, 2)
        finish(record, 2)
        take_out(record, tmp_path / "gone.tar", ON).unlink()
        ours = take_out(record, tmp_path / "state" / "backups" / "sunday.tar", ON)
        assert ours not in {each.place for each in taken_out.places(record.read)}
        assert await sister_erased(record) == ()


async def test_a_backup_on_a_stick_that_was_pulled_out_may_still_hold_it(tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(record, AT_HOME)
        finish(record)
        to = take_out(record, tmp_path / "stick" / "all.tar", ON)
        (tmp_path / "stick").rename(tmp_path / "in a drawer")
        (said,) = await sister_erased(record)
        assert str(to) in said and "if the file is kept on a stick" in said


def test_nothing_is_begun_by_taking_out_of_an_empty_house(tmp_path: Path) -> None:
    with Record.look(tmp_path / "state") as record:
        export_everything(record, tmp_path / "all", ON)
    assert not Record.exists(tmp_path / "state")


async def test_what_was_kept_back_or_put_away_is_marked_where_it_stands(tmp_path: Path) -> None:
    with Record.open(tmp_path / "state") as record:
        tell(
            record,
            [
                "We moved to Toledo in nineteen fifty-one.",
                "My brother Lambert went to prison in nineteen sixty-one. Keep that between us.",
                "My sister Rosalind married a butcher in nineteen fifty-two. That is only for Ann.",
                "I stole a pear from the priest in nineteen forty-eight.",
            ],
        )
        finish(record)
        memory = await remembered(record, record.state)
        (pear,) = (each for each in memory.life.events if "pear" in each.description)
        await memory.hide(Wish(What.EVENT, pear.id), BEGAN)
        await memory.close()
        to = export_everything(record, tmp_path / "all", ON) / "sessions" / session().id
    read = (to / "transcript.txt").read_text()
    assert "(private: kept back): My brother Lambert" in read
    assert "(only for ann: kept back): My sister Rosalind" in read
    assert "(put away): I stole a pear" in read
    assert "Ida: We moved to Toledo" in read, "what everybody may know has no mark"
    assert "(private: kept back) My brother Lambert" in (to / "transcript.vtt").read_text()
    turns = json.loads((to / "turns.json").read_text())
    assert [each["kept_back"] for each in turns] == [
        "",
        "private: kept back",
        "only for ann: kept back",
        "put away",
    ]
    assert "(private: kept back)" in (to.parent.parent / "README.txt").read_text()
