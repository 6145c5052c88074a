"""An old story is called by words of its own, which a language model may choose: kept as places, and gone with the story."""

from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import sleep_forever
from evening import BEGAN, at_once, finish, memory_engines, session, tell
from seated_house import ready

from voice_agent.archive.memory_store import MemoryStore
from voice_agent.archive.record import Record
from voice_agent.conversation.bringing_back import BringingBack
from voice_agent.conversation.story_lines import READER
from voice_agent.language.gate import Gate, Look, nobody
from voice_agent.language.scripted import Line, Scripted
from voice_agent.language.story_line import story_line
from voice_agent.memory.forgetting import What, Wish
from voice_agent.memory.kept_words import kept_words
from voice_agent.reading.reading import Span
from voice_agent.story import Feeling, SessionId

pytestmark = pytest.mark.anyio

TODAY = SessionId("2026-11-21T12-00-00Z-0009")
BAKERY = (
    "We lived over my father's bakery in Leith, and the floor was always warm from the ovens.",
    "My sister Rosalind and I carried the bread from the bakery to the big houses before school.",
)
SAID = (
    "My mother baked the bread for the bakery, and the smell of the ovens went through the house."
)
CHOSEN = "I carried the bread from the bakery"


async def gate(*lines: Line, look: Look = nobody, engine: Scripted | None = None) -> Gate:
    return Gate(await ready(engine or Scripted(lines)), look)


@pytest.mark.parametrize(
    ("line", "stands"),
    [
        ({"line": CHOSEN + "."}, CHOSEN),
        ({"line": "She carried the bread from the bakery"}, ""),
        ({"line": "the big houses before school"}, ""),
        ({"line": "Rosalind"}, ""),
        ({"line": ""}, ""),
    ],
    ids=str,
)
async def test_only_a_clause_of_the_story_will_do(line: Line, stands: str) -> None:
    text = " ".join(BAKERY)
    place = await story_line(await gate(line), text)
    assert place is not None and text[place.begin : place.end] == stands


class Never(Scripted):
    """It never answers."""

    def looking(self, look: Any) -> "Never":
        return self

    async def json(self, *given: Any, **more: Any) -> Any:
        await sleep_forever()


class Kept:
    """All of it is kept back."""

    def __call__(self) -> "Kept":
        return self

    def holds(self, text: str) -> bool:
        return kept_words(BAKERY, ()).hold(text)

    def closes(self, said: str) -> bool:
        return False


async def test_where_nobody_may_or_can_be_asked_there_is_no_answer() -> None:
    text = " ".join(BAKERY)
    assert await story_line(await gate({"line": CHOSEN}, look=Kept()), text) is None
    assert await story_line(await gate("Certainly!"), text) is None
    assert await story_line(await gate(engine=Never()), text, patience=0.01) is None


class Naming:
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, text: str) -> Span | None:
        self.asked.append(text)
        begins = text.find(CHOSEN)
        return Span(begins, begins + len(CHOSEN))


async def called(memory: MemoryStore, names: Naming) -> str:
    back = BringingBack(at_once, session=TODAY, now=lambda: BEGAN, names=names)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(back.read_on)
        await anyio.lowlevel.checkpoint()
        await back.changed(memory)
    found = await back.call_up(SAID, Feeling())
    return found.topics[0].line


async def test_it_is_asked_once_kept_as_a_place_and_goes_with_what_is_erased(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        tell(record, BAKERY)
        finish(record)
        memory = await MemoryStore.open(record, str(tmp_path / "memory"), memory_engines(), at_once)
        names = Naming()
        assert await called(memory, names) == CHOSEN and len(names.asked) == 1
        assert await called(memory, names) == CHOSEN and len(names.asked) == 1
        rows = "SELECT length(value) FROM readings WHERE reader = ?"
        assert record.read(rows, (READER,)) == [(8,)]  # two numbers
        await memory.erase(Wish(What.TURN, f"{session().id} 1"), BEGAN)
        assert record.read(rows, (READER,)) == []
        await memory.close()
