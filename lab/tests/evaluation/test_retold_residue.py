"""What the search for residue counts: it finds what stands in the folder, and nothing once it was erased."""

from datetime import datetime

import pytest
from fakes import BagOfWords

from lab.evaluation.memory import retold_residue
from lab.evaluation.memory.retold_lives import life
from voice_agent.archive.erasing import Erased
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.archive.memory_store import MemoryStore
from voice_agent.memory import themes
from voice_agent.memory.forgetting import Wish
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource

pytestmark = pytest.mark.anyio


def memory_engines() -> MemoryEngines:
    embedder = BagOfWords()
    return MemoryEngines(
        embedder, themes.read(resource("config/themes.toml"), embedder), PlainReader()
    )


async def test_all_of_an_erased_event_is_found_before_and_nothing_after() -> None:
    found = await retold_residue.measure([life(7000)], memory_engines(), events=2)
    assert found.events == 2
    assert found.before == found.runs > 20
    assert (found.after, found.claimed) == (0, 0)


class Careless(MemoryStore):
    """Leaves a copy of everything lying when it erases something."""

    async def erase(self, wish: Wish, now: datetime) -> Erased:
        done = await super().erase(wish, now)
        told = " ".join(turn.text for turns in life(7000).sessions for turn in turns)
        (self.record.state / "copy.txt").write_text(told)
        return done


async def test_a_copy_that_is_left_lying_is_found() -> None:
    found = await retold_residue.measure([life(7000)], memory_engines(), events=1, keeper=Careless)
    assert found.after == found.runs > 0
