"""An evening that vanished from the record is noticed, named, and brought back from its journal."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import anyio
import pytest
from evening import BEGAN, remembered, session
from test_rescuing import FIRST, NOW, SECOND, finish, private, shared, tell, told

from voice_agent.archive import chain, decided, memory_tables, own_copies, wholeness
from voice_agent.archive.backups import back_up, restore
from voice_agent.archive.database import Database
from voice_agent.archive.migrations import MIGRATIONS
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.record import Record
from voice_agent.archive.rescue import rescue
from voice_agent.cli.rescuing import said
from voice_agent.errors import MemoryRefused, RecordDamaged
from voice_agent.memory.forgetting import What, Wish
from voice_agent.story import Consent, ConsentKind, TurnId

DIES = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from test_lost_evening import agree
from test_rescuing import FIRST, SECOND, tell
from voice_agent.archive.record import Record

state = Path(sys.argv[1])
with Record.open(state) as record:
    agree(record)
    tell(record, FIRST)
record = Record.open(state)
tell(record, SECOND, 2)
os.kill(os.getpid(), signal.SIGKILL)
"""


def agree(record: Record) -> None:
    record.consent(
        Consent(ConsentKind.RECORDING, True, BEGAN, session().id, "Yes, do.", "", "May I record?")
    )


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One evening that came to its end, and one in which the program was killed: it is in the write-ahead log."""
    state = tmp_path_factory.mktemp("killed") / "house"
    here = str(Path(__file__).parent)
    died = subprocess.run(
        [sys.executable, "-c", DIES, str(state), here, str(Path(here).parent)], check=False
    )
    assert died.returncode == -signal.SIGKILL
    assert (state / "record.db-wal").stat().st_size > 0
    return state


@pytest.fixture
def state(killed: Path, tmp_path: Path) -> Path:
    return shutil.copytree(killed, tmp_path / "house")


def missing(state: Path) -> str:
    """What `memory check` says is missing."""
    with Record.open(state) as record:
        record.check()
        return " ".join(wholeness.missing(record))


def test_what_is_whole_is_called_whole(state: Path) -> None:
    assert missing(state) == ""
    assert len(told(state)[session(2).id]) == 2


def test_without_its_log_the_record_says_which_evening_is_gone_and_rescuing_brings_it_back(
    state: Path,
) -> None:
    before = told(shutil.copytree(state, state.with_name("as-it-was")))
    (state / "record.db-wal").unlink()
    assert "The talk of 3 November 2026" in missing(state)
    assert session(2).id in missing(state)
    done = rescue(state, NOW, "Ida")
    assert told(state) == before
    assert done.lost == ()
    assert missing(state) == ""
    with Record.look(state) as record:
        assert [each.kind for each in record.consents()] == [ConsentKind.RECORDING]


@pytest.mark.parametrize("share", [0.1, 0.35, 0.5, 0.7, 0.9, 0.99])
def test_a_log_cut_anywhere_costs_nothing_that_the_journal_holds(state: Path, share: float) -> None:
    before = told(shutil.copytree(state, state.with_name("as-it-was")))
    log = state / "record.db-wal"
    os.truncate(log, round(log.stat().st_size * share))
    try:
        says = missing(state)
    except RecordDamaged:
        says = "damaged"
    assert says or told(state) == before
    if says:
        rescue(state, NOW, "Ida")
    assert told(state) == before
    assert missing(state) == ""


def test_an_older_copy_put_in_place_is_noticed_even_after_somebody_told_more(state: Path) -> None:
    with Record.open(state) as record:
        own_copies.make(record, NOW, Keep())
        finish(record, 2)
    old = state.with_name("older.db")
    shutil.copyfile(state / "backups" / f"record-{NOW:%Y-%m-%d}.db", old)
    with Record.open(state) as record:
        tell(record, ("Q: And now?", "I keep geese in a yard behind the mill, nine of them."), 3)
        finish(record, 3)
    before = told(state)
    for each in state.glob("record.db*"):
        each.unlink()
    shutil.copyfile(old, state / "record.db")
    assert session(3).id in missing(state)
    with Record.open(state) as record:
        tell(record, ("Q: And then?", "We sold the mill in the spring to a man from Hull."), 4)
        finish(record, 4)
    assert session(3).id in missing(state) and session(4).id not in missing(state)
    rescue(state, NOW, "Ida")
    assert {id: told(state)[id] for id in before} == before
    assert session(4).id in told(state)
    assert missing(state) == ""


def test_what_no_journal_holds_either_is_named(state: Path) -> None:
    (state / "record.db-wal").unlink()
    shutil.rmtree(state / "sessions" / session(2).id)
    assert session(2).id in missing(state)
    done = rescue(state, NOW, "Ida")
    assert done.lost == (session(2).id,)
    assert any(session(2).id in sentence for sentence in said(done))
    assert missing(state) == "", "it was said; it is not said for ever"


def test_words_changed_behind_the_records_back_are_noticed(state: Path) -> None:
    with Record.open(state):
        pass
    db = sqlite3.connect(state / "record.db")
    db.execute("DROP TRIGGER wordings_are_never_edited")
    db.execute(
        "UPDATE wordings SET text = 'I never had a sister.' WHERE turn = 2 AND session = ?",
        (session().id,),
    )
    db.commit()
    db.close()
    assert "is not what was written down" in missing(state)


@pytest.mark.anyio
async def test_what_was_erased_keeps_its_place_in_the_chain_and_says_nothing(state: Path) -> None:
    with Record.open(state) as record:
        before = chain.links(record.read)
        memory = await remembered(record, state)
        for wish in (Wish(What.TURN, f"{session().id} 3"), Wish(What.SESSION, session(2).id)):
            assert (await memory.erase(wish, NOW)).left == ()
        await memory.close()
        after = chain.links(record.read)
        assert after[: len(before)] == before
        salts = record.read("SELECT session, turn, salt <> '' FROM chain ORDER BY number")
        assert (session().id, 3, 0) in salts and (session().id, 2, 1) in salts
        assert not any(full for id, _, full in salts if id == session(2).id)
        assert wholeness.missing(record) == ()
    assert missing(state) == ""


def test_a_house_from_before_the_chain_gets_it_and_is_watched_from_then_on(tmp_path: Path) -> None:
    older = tuple(step for step in MIGRATIONS if step.__name__ < "m017")
    database = Database(tmp_path / "record.db", migrations=older)

    def work(db: sqlite3.Connection) -> None:
        for number in (1, 2):
            id = session(number).id
            db.execute(
                "INSERT INTO sessions VALUES (?, ?, 'Ida', '2026-11-02', NULL, '', '')",
                (number, id),
            )
            db.execute("INSERT INTO turns VALUES (?, 1, 'narrator', 0, 1, 'x', 1, '')", (id,))
            db.execute(
                "INSERT INTO wordings VALUES (?, 1, 1, 'We had geese.', '[]', 1, 'as heard')", (id,)
            )

    database.commit(work)
    database.close()
    assert not (tmp_path / chain.FILE).exists()
    with Record.open(tmp_path) as record:
        assert len(chain.beside(tmp_path)) == 2
        assert wholeness.missing(record) == ()
    shutil.copyfile(tmp_path / "record.db", tmp_path / "older.db")
    with Record.open(tmp_path) as record:
        tell(record, SECOND, 3)
    (tmp_path / "older.db").replace(tmp_path / "record.db")
    assert session(3).id in missing(tmp_path)


def test_consents_and_what_was_kept_back_come_back_where_the_record_and_every_copy_are_gone(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        agree(record)
        tell(record, FIRST)
        finish(record)
        tell(record, SECOND, 2)
        finish(record, 2)
        anyio.run(_remember, record, tmp_path)
        hidden = memory_tables.claims_of(record.read, session().id, TurnId(4))
        assert hidden
        memory_tables.put_away(record, session().id, TurnId(4), NOW)
    assert "prison" not in (tmp_path / decided.FILE).read_text()
    for each in tmp_path.glob("record.db*"):
        each.unlink()
    shutil.rmtree(tmp_path / "backups", ignore_errors=True)
    done = rescue(tmp_path, NOW, "Ida")
    assert done.source is None
    says = " ".join(said(done))
    assert "What the narrator said yes and no to is back." in says
    assert "stays so" in says
    from voice_agent.archive import retelling

    with Record.open(tmp_path) as record:
        (consent,) = record.consents()
        assert (consent.kind, consent.given) == (ConsentKind.RECORDING, True)
        for id, _ in retelling.sealed(record):
            retelling.let_go(record, id)
    closed, open_ = private(tmp_path)
    assert any("prison" in each for each in closed) and any("glass" in each for each in closed)
    assert any("Rosalind" in each for each in open_)
    assert not any("prison" in each or "glass" in each for each in open_)


def test_an_older_copy_put_back_lets_nobody_read_what_was_taken_back_since(state: Path) -> None:
    with Record.open(state) as record:
        finish(record, 2)
        shared(record)
        own_copies.make(record, NOW, Keep())
        tell(record, ("Q: And then?", "We sold the mill in the spring to a man from Hull."), 4)
        record.commit(lambda db: db.execute("DELETE FROM shares"))
        record.consent(
            Consent(
                ConsentKind.PRINT, False, NOW, session(2).id, "No, not that.", "", "May I print?"
            )
        )
    for each in state.glob("record.db*"):
        each.unlink()
    shutil.copyfile(state / "backups" / f"record-{NOW:%Y-%m-%d}.db", state / "record.db")
    assert "More was said about who may know what" in missing(state)
    with Record.open(state) as record:  # somebody goes on, and decides as often again
        for _ in range(5):
            agree(record)
        tell(record, ("Q: And now?", "I keep geese in a yard behind the mill."), 3)
    with Record.open(state) as record:
        agree(record)
    assert "More was said about who may know what" in missing(state)
    assert not rescue(state, NOW, "Ida").unsure
    assert missing(state) == ""
    with Record.look(state) as record:
        assert record.read("SELECT * FROM shares") == []
        assert (ConsentKind.PRINT, False) in [(each.kind, each.given) for each in record.consents()]


def test_where_nothing_beside_the_record_says_what_was_decided_nothing_is_shared(
    state: Path,
) -> None:
    with Record.open(state) as record:
        finish(record, 2)
        shared(record)
        own_copies.make(record, NOW, Keep())
        tell(record, ("Q: And now?", "I keep geese in a yard behind the mill, nine of them."), 3)
    for each in (*state.glob("record.db*"), state / chain.FILE, state / decided.FILE):
        each.unlink()
    shutil.copyfile(state / "backups" / f"record-{NOW:%Y-%m-%d}.db", state / "record.db")
    done = rescue(state, NOW, "Ida")
    assert done.unsure and session(3).id in told(state)
    with Record.look(state) as record:
        assert record.read("SELECT * FROM shares") == []


def test_restoring_an_older_backup_is_no_loss(state: Path, tmp_path: Path) -> None:
    with Record.open(state) as record:
        finish(record, 2)
        file = back_up(record, tmp_path / "sunday.tar")
        tell(record, ("Q: And now?", "I keep geese in a yard behind the mill."), 3)
    with pytest.raises(MemoryRefused):
        restore(file, state, NOW)
    assert missing(state) == ""
    restore(file, state, NOW, replace=True)
    assert missing(state) == ""


async def _remember(record: Record, state: Path) -> None:
    memory = await remembered(record, state)
    await memory.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write into somebody else's house")
def test_what_root_writes_beside_the_record_is_the_services(state: Path) -> None:
    for path in (state, *state.rglob("*")):
        os.chown(path, 4321, 4321)
    for name in (chain.FILE, decided.FILE):
        (state / name).unlink()
    with Record.open(state) as record:
        agree(record)
    for name in (chain.FILE, decided.FILE):
        assert (state / name).stat().st_uid == 4321
