"""A state that was written before there were exceptions opens, is bound as it was, replays and exports with the new labels.

`before.sql` was written by version 2fe7e2a: a talk in writing with "keep that between us", "that is only for Ann" and
"forget that".
"""

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from voice_agent.archive import after_death, keeping_back, memory_tables, sharing, who_sees
from voice_agent.archive.accounts import Role
from voice_agent.archive.giving import export_everything
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.private import folder
from voice_agent.archive.record import Record
from voice_agent.memory.privacy import OPEN, Privacy
from voice_agent.story import SessionId, TurnId
from voice_agent.storybook import source
from voice_agent.storybook.gathering import gather

BEFORE = Path(__file__).parents[1] / "data" / "kept_back" / "before.sql"
SESSION = SessionId("2026-11-21T10-00-00Z-0001")
NOW = datetime(2026, 11, 28, tzinfo=UTC)


def state(tmp_path: Path) -> Path:
    """The folder as it was left."""
    made = folder(tmp_path / "state")
    db = sqlite3.connect(made / "record.db")
    db.executescript(BEFORE.read_text(encoding="utf-8"))
    db.close()
    return made


def test_an_older_state_is_bound_as_it_was(tmp_path: Path) -> None:
    with Record.open(state(tmp_path)) as record:
        claims = memory_tables.claims(record.read)
        said = {claim.what: claim.privacy.label for claim in claims}
        walter = {label for what, label in said.items() if "Walter" in what}
        emrys = {label for what, label in said.items() if "Emrys" in what}
        assert walter == {"private"} and emrys == {"only for ann"}
        book = " ".join(each.text for each in gather(source.read(record, "Ida")).told)
        assert "bakery" in book and "goat" not in book and "Walter" not in book
        assert keeping_back.rows(record.read) == ()
        assert after_death.status(record.read).said_by == ()


def test_it_can_be_looked_at_before_anybody_writes_to_it(tmp_path: Path) -> None:
    with Record.look(state(tmp_path)) as record:
        assert any(each.privacy != OPEN for each in memory_tables.claims(record.read))


def test_new_labels_bind_it_replay_and_are_exported(tmp_path: Path) -> None:
    made = state(tmp_path)
    bakery = (SESSION, TurnId(2))
    limit = Privacy(after_death=True, sooner=frozenset({"tom"}))
    with Record.open(made) as record:
        row = KeptBack(bakery, limit, (SESSION, TurnId(18)), doubt=True)
        keeping_back.put(record, [row, row], NOW)
    with Record.open(made) as record:
        assert keeping_back.rows(record.read) == (row,)
        told = [c for c in memory_tables.claims(record.read) if (c.session, c.turn) == bakery]
        assert told and {each.privacy for each in told} == {limit}
        tom, ann = (welcomed(record, name, Role.FAMILY, "x", NOW) for name in ("Tom", "Ann"))
        story = sharing.story(record, SESSION, 2)
        sharing.share(record, story, [who_sees.EVERYBODY], voice=False, now=NOW)
        assert [s.turn for s in sharing.shared_with(record, tom)] == [2]
        assert sharing.shared_with(record, ann) == []
        given = export_everything(record, tmp_path / "all", NOW)
        house = json.loads((given / "house.json").read_text(encoding="utf-8"))
        assert house["kept_back"][0]["privacy"] == "not while I live, except tom"
        life = json.loads((given / "life.json").read_text(encoding="utf-8"))
        assert "not while I live, except tom" in {each["privacy"] for each in life["claims"]}
