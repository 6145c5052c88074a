"""What comes back from a backup, and what never does."""

import shutil
import sqlite3
from datetime import timedelta
from pathlib import Path

import anyio
import pytest
from evening import BEGAN, everything, finish, remembered, session, tell

from voice_agent.archive import after_death, family, keeping_back, own_words, sharing
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.backups import back_up, restore
from voice_agent.archive.book import Book
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.letting_in import welcomed
from voice_agent.archive.own_words import Changes
from voice_agent.archive.record import Record
from voice_agent.errors import AlreadyRunning, MemoryRefused
from voice_agent.memory.forgetting import What, Wish
from voice_agent.memory.privacy import Privacy
from voice_agent.memory.rewording import Stretch
from voice_agent.story import TurnId

pytestmark = pytest.mark.anyio

ANN = Account("a", "Ann", Role.FAMILY)

LINES = (
    "Q: Tell me about the people at home.",
    "My sister Rosalind married a butcher named Humphrey in nineteen fifty-two. I wore her old shoes.",
    "My father worked at the glass factory in Toledo for thirty years. He walked home along the canal.",
    "Rosalind stole the money from the church box in the spring of nineteen fifty-six.",
)


def told(state: Path) -> Record:
    """One evening."""
    record = Record.open(state)
    tell(record, LINES)
    finish(record)
    return record


async def test_a_backup_brings_everything_back_to_an_empty_house(tmp_path: Path) -> None:
    with told(tmp_path / "old") as record:
        memory = await remembered(record, tmp_path / "old")
        before = {each.id: each.text for each in memory.memories}
        await memory.close()
        file = back_up(record, tmp_path / "away" / "home.tar")
    assert file.stat().st_mode & 0o777 == 0o600
    done = restore(file, tmp_path / "new", BEGAN)
    assert (done.sessions, done.turns_forgotten, done.before) == (1, 0, None)
    with Record.open(tmp_path / "new") as record:
        record.check()
        assert len(record.session(session().id).turns) == len(LINES)
        assert (record.folder(session().id) / "narrator.wav").is_file()
        memory = await remembered(record, tmp_path / "new")
        assert {each.id: each.text for each in memory.memories} == before
        await memory.close()


@pytest.mark.parametrize(("what", "lost"), [("sister", True), ("stole", False), ("session", True)])
def test_nothing_forgotten_returns_from_an_older_backup(
    tmp_path: Path, what: str, lost: bool
) -> None:
    state = tmp_path / "house"

    async def forget() -> frozenset[str]:
        memory = await remembered(record, state)
        if what == "sister":
            (person,) = (p for p in memory.life.people.persons if p.relation == "sister")
            wish = Wish(What.PERSON, person.id)
        elif what == "session":
            wish = Wish(What.SESSION, session().id)
        else:
            (event,) = (e for e in memory.life.events if what in e.description)
            wish = Wish(What.EVENT, event.id)
        done = await memory.erase(wish, BEGAN)
        assert done.left == ()
        left = frozenset(each.id for each in memory.memories)
        await memory.close()
        return left

    with told(state) as record:
        file = back_up(record, tmp_path / "away.tar")
        left = anyio.run(forget)
    after = everything(state)
    if lost:  # the disk ate the record; the tombstones beside it are still there
        (state / "record.db").write_bytes(b"\xff" * 4096)
        shutil.rmtree(state / "sessions", ignore_errors=True)
    done = restore(file, state, BEGAN)
    assert done.turns_forgotten or what == "session"
    shutil.rmtree(state / "backups", ignore_errors=True)
    for words in ("rosalind", "church box", "butcher", "glass factory", "along the canal"):
        if words not in after:
            assert words not in everything(state)

    async def look() -> frozenset[str]:
        with Record.open(state) as record:
            memory = await remembered(record, state)
            found = frozenset(each.id for each in memory.memories)
            assert await memory.check() == ()
            await memory.close()
            return found

    assert anyio.run(look) <= left


async def test_what_was_hidden_since_stays_hidden(tmp_path: Path) -> None:
    state = tmp_path / "house"
    with told(state) as record:
        file = back_up(record, tmp_path / "away.tar")
        memory = await remembered(record, state)
        file = back_up(record, tmp_path / "away.tar")
        (event,) = (e for e in memory.life.events if "stole" in e.description)
        await memory.hide(Wish(What.EVENT, event.id), BEGAN)
        await memory.close()
    restore(file, state, BEGAN)
    with Record.open(state) as record:
        memory = await remembered(record, state)
        assert not any("stole" in each.text for each in memory.memories)
        await memory.close()


async def test_an_erasing_makes_our_own_backup_anew_without_it(tmp_path: Path) -> None:
    with told(tmp_path) as record:
        back_up(record, tmp_path / "backups" / "sunday.tar")
        memory = await remembered(record, tmp_path)
        (event,) = (e for e in memory.life.events if "stole" in e.description)
        done = await memory.erase(Wish(What.EVENT, event.id), BEGAN)
        assert done.left == ()
        assert (tmp_path / "backups" / "sunday.tar").is_file()
        assert "church box" not in everything(tmp_path)
        await memory.close()


async def test_a_restore_refuses_to_lose_an_evening(tmp_path: Path) -> None:
    state = tmp_path / "house"
    with told(state) as record:
        file = back_up(record, tmp_path / "away.tar")
        tell(record, ["My uncle Bartholomew kept bees in Vermont in nineteen sixty."], 2)
        finish(record, 2)
        with pytest.raises(AlreadyRunning):
            restore(file, state, BEGAN)
    before = everything(state)
    with pytest.raises(MemoryRefused, match="1 session was held since"):
        restore(file, state, BEGAN)
    assert everything(state) == before
    done = restore(file, state, BEGAN, replace=True)
    assert done.before is not None
    assert "bartholomew" in everything(done.before)
    with Record.look(state) as record:
        assert [each.id for each in record.sessions()] == [session(1).id]


def test_a_file_that_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(MemoryRefused, match="cannot be read as a backup"):
        restore(tmp_path / "letter.txt", tmp_path / "house", BEGAN)
    assert not (tmp_path / "house" / "record.db").exists()
    assert not (tmp_path / "house" / "restoring").exists()


def test_what_was_taken_back_and_who_was_shut_out_since_stay_so(tmp_path: Path) -> None:
    state = tmp_path / "house"
    turn = 2
    with told(state) as record:

        def give(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO accounts (id, name, role, password, made) VALUES ('a1', 'Ann', 'family', 'x', '2026-11-01')"
            )
            db.execute(
                """INSERT INTO shares (session, turn, version, account, voice, at)
                    VALUES (?, ?, 1, 'a1', 0, '2026-11-01')""",
                (session().id, turn),
            )
            db.execute(
                "INSERT INTO approvals (passage, given, way, at) VALUES ('p', 1, 'page', 'x')"
            )

        def take_back(db: sqlite3.Connection) -> None:
            db.execute("UPDATE accounts SET closed = '2026-11-02'")
            db.execute("DELETE FROM shares")
            db.execute(
                "INSERT INTO approvals (passage, given, way, at) VALUES ('p', 0, 'page', 'y')"
            )

        record.commit(give)
        file = back_up(record, tmp_path / "away.tar")
        record.commit(take_back)
    restore(file, state, BEGAN)
    with Record.look(state) as record:
        assert record.read("SELECT closed FROM accounts") == [("2026-11-02",)]
        assert record.read("SELECT * FROM shares") == []
        assert record.read("SELECT given FROM approvals ORDER BY number") == [(1,), (0,)]


def test_what_was_wished_since_the_backup_holds(tmp_path: Path) -> None:
    state, clock = tmp_path / "house", BEGAN + timedelta(days=1)
    money, father, wish = ((session().id, TurnId(turn)) for turn in (4, 3, 2))
    closed = Privacy(but=frozenset({"ann"}))
    with told(state) as record:
        after_death.say(record, "Ann", clock, advocate="Ann", named=())
        file = back_up(record, tmp_path / "away.tar")
        rows = [KeptBack(money, closed, wish), KeptBack(father, closed, wish, doubt=True)]
        keeping_back.put(record, rows, clock)
        keeping_back.decide(record, father, free=True)
        after_death.stop(record, "Tom", clock)
    restore(file, state, BEGAN)
    with Record.look(state) as record:
        assert keeping_back.bound(record.read) == {money: closed}
        assert keeping_back.freed(record.read) == {(father, wish)}
        assert after_death.status(record.read).stopped


def send(record: Record, state: Path) -> None:
    """Ann sends two pictures and a question."""
    with Book(state) as book:
        for caption in ("Rosalind at the feast", "The canal"):
            family.send_photograph(book, ANN, b"\xff\xd8 " + caption.encode(), caption, BEGAN)
    family.wonder(record, ANN, "Did Rosalind like her butcher?", BEGAN)


def pictures(state: Path) -> dict[str, bytes]:
    """Every picture that can be shown, by its caption."""
    with Record.look(state) as record:
        sent = family.photographs(record)
    assert {f"{each.id}.jpg" for each in sent} == {
        p.name for p in (state / "photographs").iterdir()
    }
    return {each.caption: family.picture(state, each).read_bytes() for each in sent}


def test_the_familys_pictures_come_back_to_an_empty_house(tmp_path: Path) -> None:
    with told(tmp_path / "old") as record:
        send(record, tmp_path / "old")
        file = back_up(record, tmp_path / "home.tar")
    restore(file, tmp_path / "new", BEGAN)
    assert pictures(tmp_path / "new") == pictures(tmp_path / "old")
    with Record.look(tmp_path / "new") as record:
        assert len(family.waiting(record)) == 1


async def test_a_picture_that_went_with_what_was_forgotten_does_not_return(tmp_path: Path) -> None:
    with told(tmp_path) as record:
        send(record, tmp_path)
        file = back_up(record, tmp_path.with_suffix(".tar"))
        memory = await remembered(record, tmp_path)
        (person,) = (p for p in memory.life.people.persons if p.relation == "sister")
        assert (await memory.erase(Wish(What.PERSON, person.id), BEGAN)).left == ()
        await memory.close()
    restore(file, tmp_path, BEGAN)
    assert list(pictures(tmp_path)) == ["The canal"]
    assert "rosalind" not in everything(tmp_path)


def test_what_she_put_otherwise_since_a_backup_is_not_read_as_it_was_said_again(
    tmp_path: Path,
) -> None:
    state, place = tmp_path / "house", (str(session().id), 2)
    with told(state) as record:
        ann = welcomed(record, "Ann", Role.FAMILY, "x", BEGAN)
        story = sharing.story(record, *place)
        sharing.share(record, story, [ann.id], voice=True, now=BEGAN)
        file = back_up(record, tmp_path / "away.tar")
        shoes = Stretch(story.text.index("I wore"), len(story.text), "I danced.")
        own_words.save(record, {place: Changes(1, 0, otherwise=(shoes,))}, BEGAN)
        (before,) = sharing.shared_with(record, ann)
    restore(file, state, BEGAN)
    with Record.open(state) as record:
        (after,) = sharing.shared_with(record, ann)
        assert after == before and "shoes" not in after.text and not after.voice
        assert "shoes" in record.session(session().id).turns[1].text
