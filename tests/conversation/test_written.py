"""A talk in writing is the same talk: what was told comes back, and what was asked for is done."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from fakes import BagOfWords
from interviews import TEMPLATES, rules
from kitchen import BEGAN, SESSION, in_place

from voice_agent.archive import memory_tables
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_worker import MemoryWorker
from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.conversation.granting import Granting
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.conversation.written import Written, WrittenGiven
from voice_agent.interview.planner import Opening
from voice_agent.memory import themes
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource
from voice_agent.story import Session, Speaker

pytestmark = pytest.mark.anyio

BAKERY = "My father had the bakery on Mill Street in Leeds."
HENRIQUE = "My cousin Henrique had the bakery on Mill Street, and we all slept above the ovens."


def memory_engines() -> MemoryEngines:
    embedder = BagOfWords()
    return MemoryEngines(
        embedder, themes.read(resource("config/themes.toml"), embedder), PlainReader()
    )


class Alarms:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.sounded: list[str] = []

    async def __call__(self, level: str, said: str) -> str:
        self.sounded.append(level)
        return "I have told Ann."


@asynccontextmanager
async def desk(state: Path, alarm: Alarms) -> AsyncGenerator[tuple[Record, WrittenGiven]]:
    with Record.open(state) as record:
        notebook = Notebook(record, Session(SESSION, "Ida", BEGAN), agreed=True)
        turn_context = TurnContext(record, TEMPLATES, in_place, now=lambda: BEGAN)
        memory_worker = MemoryWorker(
            record,
            str(state / "memory"),
            memory_engines,
            in_place,
            lambda says: None,
            session=SESSION,
            now=lambda: BEGAN,
            after=turn_context.remembered,
        )
        turn_context.memory_worker = memory_worker
        granting = Granting(record, memory_worker, in_place, SESSION, now=lambda: BEGAN)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(memory_worker.work)
            yield (
                record,
                WrittenGiven(
                    session=SESSION,
                    rules=rules(),
                    opening=Opening(consented=True),
                    notebook=notebook,
                    labour=in_place,
                    now=lambda: BEGAN,
                    bring=turn_context,
                    remembered=memory_worker.caught_up,
                    grant=granting,
                    permit=granting.allowing.permit,
                    alarm=alarm,
                    written_down=granting.turn,
                ),
            )
            memory_worker.close()


async def told(talk: Written, lines: Sequence[str]) -> list[str]:
    async with anyio.create_task_group() as tasks:
        return [" ".join(await talk.answer(line, tasks)) for line in lines]


async def test_what_was_told_is_told_back_to_whoever_asks(tmp_path: Path) -> None:
    async with desk(tmp_path, Alarms()) as (_, ours):
        said = await told(Written(ours), [BAKERY, "What did I tell you about the bakery?"])
    assert "My father had the bakery" in said[-1]


async def test_what_is_to_be_forgotten_is_hidden_at_once_and_found_no_more(tmp_path: Path) -> None:
    async with desk(tmp_path, Alarms()) as (record, ours):
        said = await told(
            Written(ours), [BAKERY, "Forget that.", "What did I tell you about the bakery?"]
        )
        assert memory_tables.hidden(record.read)
    assert "bakery" in said[1]  # what would go is said
    assert "bakery" not in said[2]


async def test_who_says_what_is_to_be_forgotten_has_that_put_away_and_nothing_else(
    tmp_path: Path,
) -> None:
    garden = "Jim dug the garden over, the whole of it, in the frost."
    async with desk(tmp_path, Alarms()) as (record, ours):
        said = await told(
            Written(ours),
            [BAKERY, garden, "Forget that about the bakery.", "Forget that about the goat."],
        )
        away = memory_tables.hidden_turns(record.read)
        turns = {(t.session, t.id): t.text for t in record.session(SESSION).turns}
    assert "bakery" in said[2] and "garden" not in said[2]
    hidden = {turns[each] for each in away}
    assert BAKERY in hidden and garden not in hidden
    assert "put this away" not in said[3]


async def test_what_stays_between_us_is_labelled_before_the_next_line(tmp_path: Path) -> None:
    async with desk(tmp_path, Alarms()) as (record, ours):
        await told(Written(ours), [BAKERY, "Keep that between us."])
        claims = memory_tables.claims(record.read)
    assert claims and {each.privacy.label for each in claims} == {"private"}


async def test_a_cry_for_help_is_passed_on_answered_and_not_written_down(tmp_path: Path) -> None:
    alarms = Alarms()
    async with desk(tmp_path, alarms) as (record, ours):
        said = await told(Written(ours), ["I can't breathe, my chest hurts, help me."])
        turns = record.session(SESSION).turns
    assert alarms.sounded and "I have told Ann." in said[0]
    assert not [t.text for t in turns if t.speaker is Speaker.NARRATOR and t.text]
