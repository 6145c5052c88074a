"""What the talk of a long life leaves to be done: nobody waits for it, and a talk never finds the door shut."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lives_told import told

from voice_agent.archive.record import Record
from voice_agent.assemble import afterwards
from voice_agent.settings import Settings
from voice_agent.settings_sections import Memory, Narrator
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

ID = SessionId("2026-11-01T10-00-00Z-0001")
BEGAN = datetime(2026, 11, 1, 10, tzinfo=UTC)


def house(folder: Path) -> Settings:
    """One talk has been held, and has left something to do."""
    own = Settings(
        state_directory=str(folder / "state"), narrator=Narrator(name="Rose"), memory=Memory()
    )
    with Record.open(own.state) as record:
        record.begin(Session(ID, "Rose", BEGAN))
        asked = (Speaker.INTERVIEWER, "What more comes back to you?")
        turns = [each for line in told(0, 1)[:6] for each in (asked, (Speaker.NARRATOR, line))]
        for place, (speaker, text) in enumerate(turns, 1):
            record.turn(Turn(TurnId(place), ID, speaker, text, 0, 0, BEGAN))
        record.finish(ID, BEGAN, "")
        afterwards.leave(record)
    return own


def drafts(settings: Settings) -> int:
    with Record.look(settings.state) as record:
        return record.read("SELECT count(*) FROM passages")[0][0]


@pytest.mark.long
@pytest.mark.models
def test_it_is_done_beside_and_stopped_at_once_when_a_talk_begins(tmp_path: Path) -> None:
    settings = house(tmp_path)
    aside = afterwards.Aside(settings)
    aside.begin()
    assert aside.under_way
    aside.stop()
    began = time.monotonic()
    with Record.open(settings.state) as record:  # nobody holds it any more
        assert time.monotonic() - began < 2
        assert [each.speaker for each in record.session(ID).turns].count(Speaker.NARRATOR) == 6
    assert afterwards.is_left(settings)
    aside.begin()  # the next time it goes on
    aside.wait()
    assert not afterwards.is_left(settings)
    assert drafts(settings)
    with Record.look(settings.state) as record:
        for table in ("readings", "compared", "woven"):
            assert record.read(f"SELECT 1 FROM {table}"), table


def test_where_nothing_is_left_nothing_is_started(tmp_path: Path) -> None:
    own = Settings(state_directory=str(tmp_path / "state"))
    aside = afterwards.Aside(own)
    aside.begin()
    assert not aside.under_way
    aside.stop()
    settings = house(tmp_path)
    with Record.open(settings.state) as record:
        record.keep(afterwards.LEFT, False)
    aside = afterwards.Aside(settings)
    aside.begin()
    assert not aside.under_way
