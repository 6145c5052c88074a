"""What the narrator wants forgotten is gone, from every byte; what else was told stays."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from evening import (
    AT_HOME,
    BEGAN,
    at_once,
    everything,
    finish,
    memory_engines,
    remembered,
    session,
    tell,
)

from voice_agent.archive import (
    accounts,
    family,
    journal,
    letting_in,
    memory_tables,
    own_words,
    passages,
)
from voice_agent.archive.accounts import Account, Role
from voice_agent.archive.book import Book
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.own_words import Changes
from voice_agent.archive.passages import Draft
from voice_agent.archive.record import Record
from voice_agent.archive.tombstones import erased
from voice_agent.errors import DiskFull
from voice_agent.memory.forgetting import What, Wish, bare
from voice_agent.memory.recall.ranking import Cue
from voice_agent.memory.rewording import Stretch

pytestmark = pytest.mark.anyio

T = TypeVar("T")

ANN = Account("a", "Ann", Role.FAMILY)


async def test_an_erased_person_leaves_no_byte_and_the_others_stay(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        memory = await remembered(record, tmp_path)
        assert "rosalind" in everything(tmp_path)
        person = next(p for p in memory.life.people.persons if p.relation == "sister")

        done = await memory.erase(Wish(What.PERSON, person.id), BEGAN)

        assert done.left == ()
        assert done.claims
        assert done.seconds > 1
        left = everything(tmp_path)
        assert "rosalind" not in left
        assert "church box" not in left
        assert "butcher" not in left
        assert "old shoes" not in left
        assert "glass factory" in left
        assert not any("Rosalind" in p.name for p in memory.life.people.persons)
        assert await memory.check() == ()
        await memory.close()


async def test_where_rose_is_forgotten_the_sun_that_rose_stays(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(
            record,
            (
                "Q: Tell me about the people at home.",
                "My sister Rose married a butcher in nineteen fifty-two.",
                "The sun rose over the canal when my father walked to the glass factory.",
                "Q: The sun rose over the canal. And Rose?",
            ),
        )
        finish(record)
        memory = await remembered(record, tmp_path)
        person = next(p for p in memory.life.people.persons if p.relation == "sister")

        done = await memory.erase(Wish(What.PERSON, person.id), BEGAN)

        assert done.left == ()
        left = [turn.text.strip() for turn in record.session(session().id).turns]
        assert left[1:] == [
            "",
            "The sun rose over the canal when my father walked to the glass factory.",
            "The sun rose over the canal.",
        ]
        await memory.close()


async def test_an_erased_telling_is_silence_in_every_recording(tmp_path: Path) -> None:
    from voice_agent.archive import sound_track

    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        memory = await remembered(record, tmp_path)
        (event,) = (e for e in memory.life.events if "stole" in e.description)
        turn = record.session(session().id).turns[4]

        done = await memory.erase(Wish(What.EVENT, event.id), BEGAN)

        assert done.left == ()
        folder = record.folder(session().id)
        for name in ("narrator.wav", "conversation.wav"):
            cut = sound_track.read(
                folder / name, round(turn.began * 16000), round(turn.ended * 16000)
            )
            assert not cut.samples.any()
        father = record.session(session().id).turns[3]
        heard = sound_track.read(
            folder / "narrator.wav", round(father.began * 16000), round(father.ended * 16000)
        )
        assert heard.samples.any()
        await memory.close()


async def test_what_the_narrator_wrote_on_a_page_is_forgotten_as_what_she_said(
    tmp_path: Path,
) -> None:
    """It may name somebody in a turn that never did; the rest of what she wrote stays."""
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        memory = await remembered(record, tmp_path)
        person = next(p for p in memory.life.people.persons if p.relation == "sister")
        for turn, text in (
            (2, "She wore Rosalind's shoes."),
            (4, "Rosalind walked along the canal."),
        ):
            heard = record.session(session().id).turns[turn - 1].text
            changes = Changes(1, 0, otherwise=(Stretch(len(heard) - 9, len(heard), text),))
            own_words.save(record, {(session().id, turn): changes}, BEGAN)

        done = await memory.erase(Wish(What.PERSON, person.id), BEGAN)

        assert done.left == ()
        assert "rosalind" not in everything(tmp_path)
        assert "glass factory" in everything(tmp_path)
        assert own_words.approved(record.read) == {}
        await memory.close()


async def test_the_journal_is_still_a_journal_after_erasing(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        memory = await remembered(record, tmp_path)
        path = record.folder(session().id) / "journal.jsonl"
        before = len(journal.read(path))
        (event,) = (e for e in memory.life.events if "stole" in e.description)

        await memory.erase(Wish(What.EVENT, event.id), BEGAN)

        after = journal.read(path)
        assert len(after) == before
        assert "church" not in json.dumps(after)
        assert "glass factory" in json.dumps(after)
        record.journal(session().id).write("note", 10**9, says="goes on")
        assert journal.read(path)[-1]["says"] == "goes on"
        await memory.close()


async def test_an_erased_session_leaves_a_tombstone_and_nothing_else(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        tell(record, ["My uncle Bartholomew kept bees in Vermont in nineteen sixty."], 2)
        finish(record, 2)
        memory = await remembered(record, tmp_path)

        done = await memory.erase(Wish(What.SESSION, session(2).id), BEGAN)

        assert done.left == ()
        assert "bartholomew" not in everything(tmp_path)
        assert [s.id for s in record.sessions()] == [session(1).id]
        rows = record.read("SELECT session, turn, first FROM tombstones")
        assert rows == [(session(2).id, None, None)]
        await memory.close()


async def test_hiding_works_at_once_and_can_be_undone(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        memory = await remembered(record, tmp_path)
        cue = Cue("The money from the church box was stolen.", BEGAN)
        assert any("stole" in each.memory.text for each in await memory.recall(cue))
        before = memory.memories
        (event,) = (e for e in memory.life.events if "stole" in e.description)

        await memory.hide(Wish(What.EVENT, event.id), BEGAN)
        assert not any("stole" in each.memory.text for each in await memory.recall(cue))

        await memory.show()
        assert memory.memories == before
        assert any("stole" in each.memory.text for each in await memory.recall(cue))
        await memory.close()


async def test_nothing_forgotten_ever_returns_by_rebuilding_or_restarting(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        memory = await remembered(record, tmp_path)
        (event,) = (e for e in memory.life.events if "stole" in e.description)
        await memory.erase(Wish(What.EVENT, event.id), BEGAN)
        await memory.rebuild()
        cue = Cue("The money from the church box was stolen.", BEGAN)
        assert not any("stole" in each.memory.text for each in await memory.recall(cue, 10))
        await memory.close()
        shutil.rmtree(tmp_path / "memory")
        again = await remembered(record, tmp_path)
        assert not any("stole" in each.text for each in again.memories)
        assert "church box" not in everything(tmp_path)
        await again.close()


async def test_exports_and_backups_of_ours_lose_it_too(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        copy = tmp_path / "exports" / "for-ann"
        copy.mkdir(parents=True)
        (copy / "story.txt").write_text("rosalind STOLE -- the money; from the church box")
        other = tmp_path / "exports" / "father"
        other.mkdir()
        (other / "story.txt").write_text("My father worked at the glass factory.")
        memory = await remembered(record, tmp_path)
        (event,) = (e for e in memory.life.events if "stole" in e.description)

        done = await memory.erase(Wish(What.EVENT, event.id), BEGAN)

        assert done.copies == (copy,)
        assert done.left == ()
        assert other.is_dir()
        await memory.close()


class DiskFillsUp:
    """Labour on a disk that is full for a moment, as soon as something was put away or erased."""

    def __init__(self, record: Record) -> None:
        self.record, self.full = record, True

    async def __call__(self, work: Callable[[], T], /) -> T:
        done = work()
        if self.full and (memory_tables.hidden(self.record.read) or erased(self.record.read)):
            self.full = False
            raise DiskFull("No room is left.")
        return done


@pytest.mark.parametrize("how", ["hide", "erase"])
async def test_what_was_gone_before_the_disk_filled_up_is_in_no_summary_of_the_talk(
    tmp_path: Path, how: str
) -> None:
    """The weaving that should have followed did not come about; at the end of the talk the summary is kept all the same."""
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        folder = str(tmp_path / "memory")
        memory = await MemoryStore.open(record, folder, memory_engines(), DiskFillsUp(record))
        await memory.settle()
        assert "glass factory" in memory.summary
        wish = Wish(What.TURN, f"{session().id} 4")
        with pytest.raises(DiskFull):
            await (memory.hide if how == "hide" else memory.erase)(wish, BEGAN)
        await memory.settle()
        assert memory.summary and "glass factory" not in memory.summary
        await memory.close()


async def test_what_is_private_never_comes_up(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        tell(
            record,
            [
                "My brother Lambert went to prison in Albany in nineteen sixty-one. Keep that between us.",
                "We had a garden with pears in Albany.",
            ],
        )
        memory = await remembered(record, tmp_path)
        assert any(e.privacy.private for e in memory.life.events)
        found = await memory.recall(Cue("Lambert went to prison in Albany.", BEGAN), 10)
        assert not any("prison" in each.memory.text for each in found)
        assert "prison" not in "".join(
            bare(p.read_bytes().decode("utf-8", "replace"))
            for p in (tmp_path / "memory").rglob("*")
            if p.is_file()
        )
        await memory.settle()
        assert "prison" not in memory.summary
        await memory.close()


async def _told(record: Record, state: Path) -> None:
    tell(record, AT_HOME)
    finish(record)
    assert await at_once(lambda: True)


async def test_a_cache_and_an_index_elsewhere_lose_it_too(tmp_path: Path) -> None:
    state, cache, away = tmp_path / "state", tmp_path / "cache", tmp_path / "away" / "index"
    cache.mkdir()
    (cache / "clause.txt").write_text("Rosalind stole the money from the church box, you said?")
    (cache / "murmur.txt").write_text("Mm.")
    with Record.open(state) as record:
        await _told(record, state)
        memory = await MemoryStore.open(
            record, str(away), memory_engines(), at_once, caches=(cache,)
        )
        (event,) = (e for e in memory.life.events if "stole" in e.description)
        assert "church box" in everything(away)
        done = await memory.erase(Wish(What.EVENT, event.id), BEGAN)
        assert done.left == ()
        assert "church box" not in everything(tmp_path)
        assert [path.name for path in cache.iterdir()] == ["murmur.txt"]
        await memory.close()


async def test_what_the_family_sent_about_it_goes_too(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record, Book(tmp_path) as book:
        await _told(record, tmp_path)
        for question in ("Did Rosalind like her butcher?", "Was the factory loud?"):
            family.wonder(book, ANN, question, BEGAN)
        for caption in ("Rosalind at the feast", "The canal"):
            id = family.send_photograph(book, ANN, b"\xff\xd8 a picture", caption, BEGAN)
        family.tell_about(book, id, session().id, 5)
        memory = await remembered(record, tmp_path)
        person = next(p for p in memory.life.people.persons if p.relation == "sister")

        done = await memory.erase(Wish(What.PERSON, person.id), BEGAN)

        assert done.left == ()
        assert done.beyond == ("A photograph that Ann sent is gone here; Ann still has it.",)
        assert [each.question for each in family.waiting(record)] == ["Was the factory loud?"]
        (canal,) = family.photographs(record)
        assert (canal.caption, canal.turn) == ("The canal", None), "nothing is left of turn 5"
        assert [path.stem for path in (tmp_path / "photographs").iterdir()] == [canal.id]
        await memory.close()


async def test_a_draft_of_the_book_that_tells_it_in_its_words_goes_too(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        said = (
            "Those were the years of the glass factory.",
            "It came from the church box in the spring.",
        )
        drafts = [
            Draft(str(n), "years", json.dumps({"text": [text]}), "", frozenset({(session().id, 4)}))
            for n, text in enumerate(said)
        ]
        passages.keep(record, drafts, BEGAN, erased=0)
        memory = await remembered(record, tmp_path)
        done = await memory.erase(Wish(What.TURN, f"{session().id} 5"), BEGAN)
        assert done.left == ()
        assert [each.id for each in passages.drafts(record.read)] == ["0"]
        await memory.close()


async def test_somebody_who_is_forgotten_can_still_sign_in(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        made = letting_in.welcomed(record, "Rosalind", Role.FAMILY, "digest", BEGAN)
        memory = await remembered(record, tmp_path)
        person = next(p for p in memory.life.people.persons if p.relation == "sister")

        done = await memory.erase(Wish(What.PERSON, person.id), BEGAN)

        assert done.left == (), "her account is not what was told of her"
        assert accounts.everybody(record) == (made,)
        assert "butcher" not in everything(tmp_path)
        await memory.close()


async def test_an_index_that_was_set_aside_as_damaged_loses_it_too(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        await _told(record, tmp_path)
        memory = await remembered(record, tmp_path)
        aside = tmp_path / "memory.damaged-1"
        shutil.copytree(tmp_path / "memory", aside)
        (event,) = (e for e in memory.life.events if "stole" in e.description)
        done = await memory.erase(Wish(What.EVENT, event.id), BEGAN)
        assert done.left == ()
        assert not aside.exists()
        await memory.close()


async def test_a_name_is_one_however_its_apostrophe_is_written(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        lines = (
            "My friend Mary O’Brien kept geese in Toledo.",
            "Mary O'Brien sold the geese to my father.",
            "My aunt Siobhan O'Brien baked bread.",
        )
        tell(record, lines)
        finish(record)
        memory = await remembered(record, tmp_path)
        people = memory.life.people.persons
        (mary,) = (each for each in people if any("Mary" in alias for alias in each.aliases))
        assert mary.name in ("Mary O’Brien", "Mary O'Brien")
        done = await memory.erase(Wish(What.PERSON, mary.id), BEGAN)
        assert done.left == ()
        assert not any("Mary" in each.name for each in memory.life.people.persons)
        assert "geese" not in everything(tmp_path)
        assert "baked bread" in everything(tmp_path), "a namesake stays"
        await memory.close()
