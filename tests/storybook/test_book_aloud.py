"""What the narrator says to a piece of the book that is read aloud is kept, and only what was answered yes may leave."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from bookmaking import NOW, house, teller, told
from kitchen import in_place

from voice_agent.archive import memory_tables, passages
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.record import Record
from voice_agent.conversation.granting import Granting
from voice_agent.errors import BookRefused
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.story import Consent, ConsentKind, SessionId, Speaker, Turn, TurnId
from voice_agent.storybook import at_home
from voice_agent.storybook.house import Wanted


@asynccontextmanager
async def granting(record: Record) -> AsyncIterator[Granting]:
    """Whoever carries out wishes in a talk of today."""
    session = SessionId(record.sessions()[-1].id)
    memory_worker = MemoryWorker(
        record, str(record.state / "memory"), lambda: pytest.fail("nothing is remembered here"),
        in_place, lambda says: None, session=session, now=lambda: NOW,
    )  # fmt: skip
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(memory_worker.work)
        yield Granting(record, memory_worker, in_place, session, now=lambda: NOW)
        memory_worker.close()


@pytest.mark.anyio
async def test_a_spoken_yes_lets_one_piece_leave_and_a_spoken_no_keeps_it(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path / "state", who)
    with Record.open(tmp_path / "state") as record:
        house(who).write(record, NOW)
        first, second, *others = at_home.to_read_back(house(who), record)
        with pytest.raises(BookRefused, match="nothing yet"):
            house(who).copy(record, Wanted("folder", tmp_path / "none"), NOW)
        async with granting(record) as by:
            assert (await by(Wish(Command.STANDS, first.id), "Yes.")).stored
            assert (await by(Wish(Command.LEFT_OUT, second.id), "No.")).stored
        said = passages.approvals(record.read)
        assert {id: (each.given, each.way) for id, each in said.items()} == {
            first.id: (True, "voice"),
            second.id: (False, "voice"),
        }
        assert [each.id for each in at_home.to_read_back(house(who), record)] == [
            each.id for each in others
        ]
        made = house(who).copy(record, Wanted("folder", tmp_path / "book"), NOW)
    pages = " ".join(path.read_text(encoding="utf-8") for path in made.glob("*.html"))
    assert first.says.split(". ")[0].split("\n")[0][:30] in pages
    assert second.says.split(". ")[0].split("\n")[0][:30] not in pages


def test_what_was_put_away_is_not_read_aloud(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path, who)
    with Record.open(tmp_path) as record:
        house(who).write(record, NOW)
        raft = next(c for c in memory_tables.claims(record.read) if "raft" in c.what)
        assert any("raft" in piece.says for piece in at_home.to_read_back(house(who), record))
        memory_tables.put_away(record, raft.session, raft.turn, NOW)
        assert not any("raft" in piece.says for piece in at_home.to_read_back(house(who), record))


def test_what_is_meant_for_some_alone_is_not_read_aloud(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path, who)
    with Record.open(tmp_path) as record:
        house(who).write(record, NOW)
        first, *others = at_home.to_read_back(house(who), record)
        passages.mean(record, first.id, ["ann"])
        assert list(at_home.to_read_back(house(who), record)) == others


@pytest.mark.anyio
async def test_a_spoken_yes_leaves_a_piece_to_those_it_was_meant_for_since(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path / "state", who)
    with Record.open(tmp_path / "state") as record:
        house(who).write(record, NOW)
        first, *_ = at_home.to_read_back(house(who), record)
        passages.mean(record, first.id, ["ann"])  # on the page, while the talk goes on
        async with granting(record) as by:
            assert (await by(Wish(Command.STANDS, first.id), "Yes.")).stored
        assert passages.approvals(record.read)[first.id].readers == ("ann",)


def test_the_book_grows_after_a_talk_unless_memory_was_forbidden(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path, who)
    with Record.open(tmp_path) as record:
        session = SessionId(record.sessions()[-1].id)
        record.consent(Consent(ConsentKind.MEMORY, False, NOW, session, "No."))
        at_home.write_anew(house(who), record, NOW)
        assert at_home.to_read_back(house(who), record) == ()
        record.consent(Consent(ConsentKind.MEMORY, True, NOW, session, "Yes, do."))
        at_home.write_anew(house(who), record, NOW)
        assert len(at_home.to_read_back(house(who), record)) > 10


def test_the_yes_to_a_piece_is_no_story_of_its_own(tmp_path: Path) -> None:
    who = teller()
    told(tmp_path, who)
    with Record.open(tmp_path) as record:
        session = SessionId(record.sessions()[-1].id)
        last = record.session(session).turns[-1]
        for n, (speaker, text, kind) in enumerate(
            [
                (Speaker.INTERVIEWER, "We had a goat. Shall it stand like that?", "reading"),
                (Speaker.NARRATOR, "Yes, that about the goat may stand.", ""),
            ],
            1,
        ):
            at = last.ended + n
            record.turn(
                Turn(TurnId(last.id + n), session, speaker, text, at, at + 0.5, NOW, kind=kind)
            )
        book = house(who).compose(record)
    assert not any("may stand" in s.text for p in book.passages for s in p.sentences)
