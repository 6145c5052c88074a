"""A record that nobody can read any more comes back, and nothing comes back that must not."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import anyio
import numpy as np
import pytest
from evening import BEGAN, remembered, session
from household import Household
from often import some

from voice_agent.archive import (
    accounts,
    after_death,
    decided,
    keeping_back,
    letting_in,
    memory_tables,
    own_copies,
    own_words,
    retelling,
)
from voice_agent.archive.backups import back_up
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.own_words import Changes
from voice_agent.archive.record import Record
from voice_agent.archive.rescue import Rescued, rescue
from voice_agent.cli.rescuing import said
from voice_agent.errors import MemoryRefused, RecordDamaged
from voice_agent.memory.forgetting import What, Wish, bare
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.rewording import Stretch
from voice_agent.memory.summary import summarise
from voice_agent.sound import Sound
from voice_agent.story import Speaker, Turn, TurnId, Word

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)

FIRST = (
    "Q: Tell me about the people at home.",
    "My sister Rosalind married a butcher named Humphrey in nineteen fifty-two. I wore her old shoes.",
    "Rosalind stole the money from the church box in the spring of nineteen fifty-six.",
    "My father worked at the glass factory in Toledo for thirty years.",
)

SECOND = (
    "Q: What came after school?",
    "My brother Lambert went to prison in Albany in nineteen sixty-one. Keep that between us.",
    "My uncle Bartholomew kept bees in Vermont in nineteen sixty.",
)


def tell(record: Record, lines: Sequence[str], number: int = 1) -> None:
    """Hold a talk as it is held, but for the sound; "Q: ..." is the interviewer's."""
    notebook, at = Notebook(record, session(number), agreed=True), 1.0
    for id, line in enumerate(lines, 1):
        ours, said = line.startswith("Q: "), line.removeprefix("Q: ").split()
        words = tuple(Word(w, at + n * 0.4, at + n * 0.4 + 0.35) for n, w in enumerate(said))
        speaker = Speaker.INTERVIEWER if ours else Speaker.NARRATOR
        ended = at + len(said) * 0.4
        notebook.turn(
            Turn(
                TurnId(id),
                session(number).id,
                speaker,
                " ".join(said),
                at,
                ended,
                session(number).began,
                () if ours else words,
            )
        )
        at = ended + 1.0


def finish(record: Record, number: int = 1) -> None:
    """End it."""
    told = session(number)
    record.finish(told.id, told.began, summarise(record.session(told.id).turns))


def pages(path: Path) -> None:
    """Every other page overwritten."""
    data = bytearray(path.read_bytes())
    for page in range(1, len(data) // 4096, 2):
        data[page * 4096 : page * 4096 + 4096] = os.urandom(4096)
    path.write_bytes(data)


def cut(path: Path) -> None:
    os.truncate(path, 9000)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


DAMAGE = (pages, cut, emptied, Path.unlink)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One evening, of which something was erased, and a copy of it; then another evening of which there is none."""
    state = tmp_path_factory.mktemp("evenings") / "house"
    with Record.open(state) as record:
        tell(record, FIRST)
        finish(record)

        async def forget() -> None:
            memory = await remembered(record, state)
            (event,) = (e for e in memory.life.events if "stole" in e.description)
            assert (await memory.erase(Wish(What.EVENT, event.id), BEGAN)).left == ()
            await memory.close()

        anyio.run(forget)
        own_copies.make(record, BEGAN, Keep())
        tell(record, SECOND, 2)
        finish(record, 2)
    return state


@pytest.fixture
def state(house: Path, tmp_path: Path) -> Path:
    """The same house, to be damaged."""
    return shutil.copytree(house, tmp_path / "house")


def every_byte(folder: Path) -> str:
    return " | ".join(
        bare(path.read_bytes().decode("utf-8", "replace"))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    )


def told(state: Path) -> dict[str, list[str]]:
    """What the narrator said, by talk, in the newest wording."""
    with Record.look(state) as record:
        return {
            each.id: [
                t.text
                for t in record.session(each.id).turns
                if t.speaker is Speaker.NARRATOR and t.text
            ]
            for each in record.sessions()
        }


def private(state: Path) -> tuple[set[str], set[str]]:
    """What memory holds: what is private, and what is not."""

    async def look() -> tuple[set[str], set[str]]:
        with Record.open(state) as record:
            record.check()
            memory = await remembered(record, state)
            assert await memory.check() == ()
            await memory.close()
            every = memory_tables.claims(record.read)
            said = {c.id: " ".join(m.words for m in c.mentions) for c in every}
            return (
                {said[c.id] for c in every if c.privacy.private},
                {said[c.id] for c in every if not c.privacy.private},
            )

    return anyio.run(look)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record_comes_back_from_its_copy_and_its_journals(
    state: Path, damage: Callable[[Path], None]
) -> None:
    before = told(state)
    damage(state / "record.db")
    with pytest.raises(RecordDamaged) as lost, Record.open(state) as record:
        record.check()
    assert "Run `voice-agent memory rescue`" in lost.value.mend
    done = rescue(state, NOW, "Ida")
    assert told(state) == before
    assert done.source is not None
    assert done.source.name == "record-2026-11-01.db"
    assert done.retold is not None
    assert (done.sessions, done.retold.sessions) == (2, [session(2).id])
    assert not done.complete
    assert done.traces == ()
    # what is damaged is set aside and not deleted
    assert (done.aside is None) == (damage is Path.unlink)
    assert done.aside is None or (done.aside / "record.db").is_file()
    assert "church box" not in every_byte(state)
    assert not (state / "restoring").exists()
    # and all of it is in a copy again
    with Record.look(state) as record:
        assert not own_copies.behind(record)


def test_what_was_told_after_the_copy_is_nobodys_and_what_is_in_it_is_as_it_was(
    state: Path,
) -> None:
    cut(state / "record.db")
    rescue(state, NOW, "Ida")
    closed, open_ = private(state)
    assert any("prison" in each for each in closed)
    assert any("bees" in each for each in closed)
    assert any("glass factory" in each for each in open_)
    assert not any("prison" in each or "bees" in each for each in open_)


def test_without_any_copy_the_journals_tell_it_all_and_nothing_of_it_is_anybodys(
    state: Path,
) -> None:
    shutil.rmtree(state / "backups")
    (state / "record.db").unlink()
    done = rescue(state, NOW, "Ida")
    assert done.source is None
    closed, open_ = private(state)
    assert open_ == set()
    assert any("glass factory" in each for each in closed)
    assert "church box" not in every_byte(state)
    sentences = " ".join(said(done))
    assert "asks for leave again" in sentences
    with Record.look(state) as record:
        assert [each.narrator for each in record.sessions()] == ["Ida", "Ida"]
        # no summary either: it would be greeted with
        assert all(each.ended and not each.summary for each in record.sessions())
        assert record.consents() == ()


def test_the_narrator_can_let_go_of_what_came_back_but_not_of_what_they_asked_to_keep(
    state: Path,
) -> None:
    cut(state / "record.db")
    rescue(state, NOW, "Ida")
    private(state)
    with Record.open(state) as record:
        assert retelling.sealed(record) == ((session(2).id, 2),)
        assert retelling.let_go(record, session(2).id) == 2
        assert retelling.sealed(record) == ()
        summary = record.session(session(2).id).summary
        assert "bees" in summary and "prison" not in summary
    closed, open_ = private(state)
    assert any("bees" in each for each in open_)
    assert any("prison" in each for each in closed)
    # nothing is left of what bore the label
    assert not any(each == SECOND[2] for each in open_)
    assert not any("prison" in each for each in open_)


def test_where_the_newest_copy_holds_everything_nothing_is_missing(state: Path) -> None:
    with Record.open(state) as record:
        own_copies.make(record, NOW, Keep())
    before = told(state)
    cut(state / "record.db")
    done = rescue(state, NOW, "Ida")
    assert done.complete
    assert told(state) == before
    assert done.sealed == 0


def test_a_copy_that_is_damaged_too_is_passed_over(state: Path) -> None:
    with Record.open(state) as record:
        newest = own_copies.make(record, NOW, Keep())
        assert newest is not None
    pages(newest)
    pages(state / "record.db")
    done = rescue(state, NOW, "Ida")
    assert done.broken == 1
    assert done.source is not None
    assert done.source.name == "record-2026-11-01.db"


def test_a_backup_in_the_house_serves_where_there_is_no_copy(state: Path) -> None:
    shutil.rmtree(state / "backups")
    with Record.open(state) as record:
        back_up(record, state / "backups" / "sunday.tar")
    (state / "record.db").unlink()
    done = rescue(state, NOW, "Ida")
    assert done.complete
    assert done.source is not None
    assert done.source.name == "sunday.tar"


def test_a_house_begun_anew_gets_its_old_evenings_back_beside_the_new_one(state: Path) -> None:
    with Record.open(state) as record:
        own_copies.make(record, BEGAN, Keep())
    (state / "record.db").unlink()
    journals = state / "sessions"
    journals.rename(state / "elsewhere")
    with Record.open(state) as record:
        tell(record, ["Q: And now?", "I keep geese in a yard behind the mill, nine of them."], 3)
        finish(record, 3)
    for each in (state / "elsewhere").iterdir():
        each.rename(journals / each.name)
    rescue(state, NOW, "Ida")
    assert [*told(state)] == [session(number).id for number in (1, 2, 3)]
    closed, open_ = private(state)
    assert any("geese" in each for each in closed)
    assert any("glass factory" in each for each in open_)


def test_a_record_that_is_whole_is_left_alone(state: Path) -> None:
    before = every_byte(state)
    with pytest.raises(MemoryRefused, match="nothing to bring back"):
        rescue(state, NOW, "Ida")
    assert every_byte(state) == before
    with pytest.raises(MemoryRefused, match="nothing can be brought back"):
        rescue(state / "nowhere", NOW, "Ida")


def shared(record: Record) -> None:
    """Ann may read a story, and a passage is approved."""

    def work(db: sqlite3.Connection) -> None:
        db.execute(
            "INSERT INTO accounts (id, name, role, password, made) VALUES ('a1', 'Ann', 'family', 'x', '2026-11-01')"
        )
        db.execute(
            "INSERT INTO let_in (account, role, given, way, at) VALUES ('a1', 'family', 1, 'page', 'x')"
        )
        db.execute(
            "INSERT INTO sign_ins (token, account, began, seen) VALUES ('t', 'a1', '2026-11-01', '2026-11-01')"
        )
        db.execute(
            "INSERT INTO shares (session, turn, version, account, voice, at) VALUES (?, 4, 1, 'a1', 0, 'x')",
            (session().id,),
        )
        db.execute("INSERT INTO approvals (passage, given, way, at) VALUES ('p', 1, 'page', 'x')")

    record.commit(work)


@pytest.mark.parametrize("later", [True, False])
def test_what_may_have_been_taken_back_since_is_shared_with_nobody(
    tmp_path: Path, later: bool
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, FIRST)
        finish(record)
        shared(record)
        own_copies.make(record, BEGAN, Keep())
        if later:  # a talk in which anything may have been said
            tell(record, SECOND, 2)
            finish(record, 2)
    cut(tmp_path / "record.db")
    (tmp_path / decided.FILE).unlink()  # as in a house of an older version
    done = rescue(tmp_path, NOW, "Ida")
    assert done.unsure is later
    with Record.look(tmp_path) as record:
        assert len(record.read("SELECT * FROM shares")) == (not later)
        ((given,),) = record.read("SELECT given FROM approvals ORDER BY number DESC LIMIT 1")
        assert given == (not later)
        assert record.read("SELECT * FROM sign_ins") == []
        assert bool(accounts.family(record)) is not later, "the narrator is asked once more"
        assert bool(letting_in.waiting(record)) is later


def test_what_was_shared_stays_so_and_what_was_taken_back_too_where_it_is_written_beside_the_record(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, FIRST)
        finish(record)
        shared(record)
        record.commit(
            lambda db: db.execute(
                "INSERT INTO shares (session, turn, version, account, voice, at) VALUES (?, 2, 1, 'a1', 0, 'x')",
                (session().id,),
            )
        )
        own_copies.make(record, BEGAN, Keep())
        tell(record, SECOND, 2)
        record.commit(lambda db: db.execute("DELETE FROM shares WHERE turn = 2"))
    cut(tmp_path / "record.db")
    assert not rescue(tmp_path, NOW, "Ida").unsure
    with Record.look(tmp_path) as record:
        assert record.read("SELECT turn FROM shares") == [(4,)]
        assert accounts.family(record)


def test_what_can_still_be_read_of_hiding_and_taking_back_holds(tmp_path: Path) -> None:
    async def hide(record: Record) -> None:
        memory = await remembered(record, tmp_path)
        (event,) = (e for e in memory.life.events if "glass" in e.description)
        await memory.hide(Wish(What.EVENT, event.id), BEGAN)
        await memory.close()

    with Record.open(tmp_path) as record:
        tell(record, FIRST)
        finish(record)
        shared(record)
        anyio.run(_remember, record, tmp_path)
        own_copies.make(record, BEGAN, Keep())
        anyio.run(hide, record)
        record.commit(lambda db: db.execute("DELETE FROM shares"))
        ((page,),) = record.read("SELECT rootpage FROM sqlite_master WHERE name = 'latencies'")
    data = bytearray((tmp_path / "record.db").read_bytes())
    data[(page - 1) * 4096 : page * 4096] = os.urandom(4096)
    (tmp_path / "record.db").write_bytes(data)
    done = rescue(tmp_path, NOW, "Ida")
    assert not done.unsure
    with Record.open(tmp_path) as record:
        assert record.read("SELECT * FROM shares") == []
        memory = anyio.run(_remember, record, tmp_path)
        assert not any("glass" in each for each in memory)


def test_what_she_has_put_otherwise_since_is_read_by_nobody_as_she_said_it(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, FIRST)
        finish(record)
        shared(record)
        own_copies.make(record, BEGAN, Keep())
        changes = Changes(1, 0, otherwise=(Stretch(0, len(FIRST[3]), "He worked hard."),))
        own_words.save(record, {(session().id, 4): changes}, BEGAN)
        ((page,),) = record.read("SELECT rootpage FROM sqlite_master WHERE name = 'latencies'")
    data = bytearray((tmp_path / "record.db").read_bytes())
    data[(page - 1) * 4096 : page * 4096] = os.urandom(4096)
    (tmp_path / "record.db").write_bytes(data)
    assert not rescue(tmp_path, NOW, "Ida").unsure
    with Record.open(tmp_path) as record:
        assert record.read("SELECT * FROM shares") == []


def test_what_was_kept_back_stays_so_also_in_a_talk_that_the_journal_tells_again(
    tmp_path: Path,
) -> None:
    father, bees = (session().id, TurnId(4)), (session(2).id, TurnId(3))
    with Record.open(tmp_path) as record:
        tell(record, FIRST)
        finish(record)
        after_death.say(record, "Ann", BEGAN, advocate="Ann", named=())
        own_copies.make(record, BEGAN, Keep())
        tell(record, SECOND, 2)
        finish(record, 2)
        rows = [KeptBack(each, Privacy(but=frozenset({"ann"})), bees) for each in (father, bees)]
        keeping_back.put(record, rows, NOW)
        after_death.stop(record, "Tom", NOW)
        ((page,),) = record.read("SELECT rootpage FROM sqlite_master WHERE name = 'latencies'")
    data = bytearray((tmp_path / "record.db").read_bytes())
    data[(page - 1) * 4096 : page * 4096] = os.urandom(4096)
    (tmp_path / "record.db").write_bytes(data)
    assert rescue(tmp_path, NOW, "Ida").retold
    with Record.open(tmp_path) as record:
        assert keeping_back.bound(record.read).keys() == {father, bees}
        assert after_death.status(record.read).stopped


async def _remember(record: Record, state: Path) -> tuple[str, ...]:
    memory = await remembered(record, state)
    await memory.close()
    return tuple(each.text for each in memory.memories)


DIES = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from voice_agent.archive.erasing import erase
from voice_agent.archive.record import Record
from voice_agent.memory.events import Life
from voice_agent.memory.forgetting import What, Wish


class Unlucky(Record):
    def purge(self):
        super().purge()
        os.kill(os.getpid(), signal.SIGKILL)


erase(Unlucky.open(Path(sys.argv[1])), Wish(What.SESSION, sys.argv[2]), Life(), (), datetime.now(UTC))
"""


def test_power_that_goes_between_erasing_and_the_fresh_copy_leaves_no_copy_of_it(
    state: Path,
) -> None:
    with Record.open(state) as record:
        own_copies.make(record, NOW, Keep())
    assert "church" not in every_byte(state)
    assert "bartholomew" in every_byte(state / "backups")
    died = subprocess.run([sys.executable, "-c", DIES, str(state), session(2).id], check=False)
    assert died.returncode == -signal.SIGKILL
    assert own_copies.copies(state) == ()
    shutil.rmtree(state / "memory")
    assert "bartholomew" not in every_byte(state)
    # should the record be lost as well, it does not come back from anywhere
    (state / "record.db").unlink()
    rescue(state, NOW, "Ida")
    assert "bartholomew" not in every_byte(state)
    assert "glass factory" in every_byte(state)


@pytest.mark.anyio
async def test_an_erasing_makes_one_copy_anew_and_deletes_what_was_set_aside(state: Path) -> None:
    with Record.open(state) as record:
        own_copies.make(record, NOW, Keep())
        aside = state / "backups" / "damaged-2026-11-02T10-00-00Z"
        aside.mkdir()
        # as a page torn in two would hold it: no three words are together
        (aside / "record.db").write_bytes(b"glass\x00\x01\x02factory thirty\x07")
        memory = await remembered(record, state)
        (event,) = (e for e in memory.life.events if "glass" in e.description)
        done = await memory.erase(Wish(What.EVENT, event.id), NOW)
        await memory.close()
        assert done.left == ()
        assert not aside.exists()
        assert [each.day for each in own_copies.copies(state)] == [NOW.date()]
        assert "glass factory" not in every_byte(state)
        assert "old shoes" in every_byte(state / "backups")


def heard(record: Record) -> list[tuple[str, list[tuple[str, float]]]]:
    """What each turn of the first talk says, and when each word of it was said."""
    return [
        (turn.text, [(word.text, round(word.start, 1)) for word in turn.words])
        for turn in record.session(session().id).turns
    ]


def test_answers_beside_what_was_erased_come_back_from_the_journal(tmp_path: Path) -> None:
    """The journal loses what was erased, and not the seconds beside it."""
    with Record.open(tmp_path) as record:
        tell(record, FIRST)
        finish(record)
        before = heard(record)
        wish = Wish(What.TURN, f"{session().id} 3")

        async def forget() -> None:
            memory = await remembered(record, tmp_path)
            assert (await memory.erase(wish, BEGAN)).left == ()
            await memory.close()

        anyio.run(forget)
    shutil.rmtree(tmp_path / "backups")
    (tmp_path / "record.db").unlink()
    rescue(tmp_path, NOW, "Ida")
    with Record.look(tmp_path) as record:
        assert heard(record) == [*before[:2], ("", []), before[3]]
    assert "church box" not in every_byte(tmp_path)


def test_half_a_turn_that_was_erased_leaves_the_other_half_in_the_journal(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(record, ("Q: And then?", f"{FIRST[3]} {SECOND[2]}"))
        finish(record)

        async def forget() -> None:
            memory = await remembered(record, tmp_path)
            (event,) = (e for e in memory.life.events if "bees" in e.description)
            assert (await memory.erase(Wish(What.EVENT, event.id), BEGAN)).left == ()
            await memory.close()

        anyio.run(forget)
        left = heard(record)[1]
    shutil.rmtree(tmp_path / "backups")
    (tmp_path / "record.db").unlink()
    rescue(tmp_path, NOW, "Ida")
    with Record.look(tmp_path) as record:
        assert heard(record)[1] == left
    assert left[0].strip() == FIRST[3]
    assert len(left[1]) == len(FIRST[3].split())


def test_a_journal_tells_a_turn_again_as_it_was(tmp_path: Path) -> None:
    turns = [
        Turn(TurnId(1), session().id, Speaker.INTERVIEWER, "Where was that?", 0.5, 1.5, BEGAN),
        Turn(
            TurnId(2),
            session().id,
            Speaker.NARRATOR,
            "In Whitby, by the harbour wall.",
            2.0,
            4.5,
            BEGAN,
            tuple(
                Word(w, 2.0 + n / 4, 2.2 + n / 4, 0.5)
                for n, w in enumerate(["In", "Whitby,", "by", "the", "harbour", "wall."])
            ),
            0.5,
        ),
        Turn(TurnId(3), session().id, Speaker.NARRATOR, "", 5.0, 9.0, BEGAN, kind="withheld"),
        Turn(TurnId(4), session().id, Speaker.SOMEONE_ELSE, "Tea, mother?", 10.0, 11.0, BEGAN),
    ]
    with Record.open(tmp_path) as record:
        notebook = Notebook(record, session(), agreed=True)
        for turn in turns:
            notebook.turn(turn)
        record.finish(session().id, BEGAN, "")
    journal = tmp_path / "sessions" / session().id / "journal.jsonl"
    journal.write_bytes(b"\xfftorn\n" + journal.read_bytes() + b'{"at": 9, "kind": "tu')
    (tmp_path / "record.db").unlink()
    done = rescue(tmp_path, NOW, "Ida")
    assert done.retold is not None
    assert (done.retold.torn, done.retold.empty, done.retold.turns) == (1, 1, 2)
    with Record.look(tmp_path) as record:
        assert list(record.session(session().id).turns) == turns


def test_a_talk_that_broke_off_stays_open_and_one_without_words_is_still_there(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        record.begin(session(1))
        for number in (1, 2):
            if number == 2:
                tell(record, SECOND, 2)
            track = record.audio(session(number).id, Speaker.NARRATOR)
            track.append(Sound(np.zeros(16_000, np.float32), 0))
    (tmp_path / "record.db").unlink()
    done = rescue(tmp_path, NOW, "Ida")
    assert done.retold is not None
    assert done.retold.silent == [session(1).id]
    with Record.look(tmp_path) as record:
        assert [each.id for each in record.sessions()] == [session(1).id, session(2).id]
        # the next talk hears the end of it, as after any power cut
        cut_off = record.unfinished()
        assert cut_off is not None
        assert cut_off.id == session(2).id


def test_an_older_journal_that_knows_less_still_gives_its_words(tmp_path: Path) -> None:
    folder = tmp_path / "sessions" / "2025-01-02T10-00-00Z-abcd"
    folder.mkdir(parents=True)
    lines = (
        {"at": 16_000, "kind": "turn", "id": 1, "speaker": "interviewer", "text": "Hello."},
        {
            "at": 80_000,
            "kind": "turn",
            "id": 2,
            "speaker": "narrator",
            "text": "I kept nine geese.",
        },
        {"at": 90_000, "kind": "turn", "id": "x", "speaker": "nobody", "text": 7},
    )
    (folder / "journal.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    rescue(tmp_path, NOW, "Ida")
    with Record.look(tmp_path) as record:
        (found,) = record.sessions()
        assert (found.narrator, found.began) == ("Ida", datetime(2025, 1, 2, 10, tzinfo=UTC))
        last = record.session(found.id).turns[-1]
        assert (last.text, last.began, last.ended) == ("I kept nine geese.", 3.4, 5.0)


def test_every_outcome_is_said_in_whole_sentences() -> None:
    again = retelling.Retold(["s"], 2, 1, 1, ["t"])
    for done in (
        Rescued(),
        Rescued(Path("c.db"), NOW, 1, 2, again, 1, 1, True, Path("a"), (Path("b"),)),
    ):
        for sentence in said(done):
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write into somebody else's house")
def test_what_root_rescues_is_the_services(state: Path) -> None:
    for path in (state, *state.rglob("*")):
        os.chown(path, 4321, 4321)
    cut(state / "record.db")
    rescue(state, NOW, "Ida")
    assert {(p.stat().st_uid, p.stat().st_gid) for p in state.rglob("*")} == {(4321, 4321)}


@pytest.mark.parametrize("left", some(["journal", "chain"]))
def test_what_is_lost_is_not_called_never_recorded(tmp_path: Path, left: str) -> None:
    home = Household(tmp_path)
    with Record.open(home.state) as record:
        tell(record, ("My father kept bees.",))
    for path in home.state.glob("record.db*"):
        path.unlink()
    if left == "chain":
        shutil.rmtree(home.state / "sessions")
    else:
        (home.state / "chain.jsonl").unlink()
    asked = (("check",), ("forget", "telling", "t-1", "--yes"), ("forget-offers",))
    for words in some(asked):
        done = home.run("memory", *words)
        assert done.code and "Nothing has been recorded" not in done.complaint
        assert "memory rescue" in done.complaint, done.complaint
