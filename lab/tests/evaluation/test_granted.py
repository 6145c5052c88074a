"""The figures of how fast a wish is in the record: what is counted, and that every wish was really granted."""

import pytest
from fakes import BagOfWords

from lab.evaluation.memory import granted
from voice_agent.archive.memory_engines import MemoryEngines
from voice_agent.memory import themes
from voice_agent.memory.reading import PlainReader
from voice_agent.resources import resource

pytestmark = pytest.mark.anyio


async def test_every_wish_is_granted_and_is_on_the_disk_before_all_is_woven() -> None:
    embedder = BagOfWords()
    memory_engines = MemoryEngines(
        embedder, themes.read(resource("config/themes.toml"), embedder), PlainReader()
    )
    figures = await granted.measure(memory_engines, (6,), wishes=2)
    assert [row["wish"] for row in figures.rows] == [name for name, _ in granted.SAID]
    for row in figures.rows:
        assert row["turns"] == 6
        assert 0 < row["on disk p50 ms"] <= row["woven longest ms"]  # type: ignore[operator]
