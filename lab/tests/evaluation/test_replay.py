"""A recorded evening, held again from its journal, is the same evening."""

from pathlib import Path

import anyio
from kitchen import SESSION, Rest, Say, hold

from lab.evaluation.replay import replay
from voice_agent.archive import journal

LINES = [
    Rest(16),
    Say("we lived by the river in a small house with my grandmother", 4),
    Rest(14),
    Say("it smelled of bread and then", 3),
    Rest(3),
    Say("the goat walked in", 2),
    Rest(2.5),
    Say("oh wait I forgot the goat was white", 2),
    Rest(14),
]


def test_a_session_replays_to_the_same_conversation_every_time(tmp_path: Path) -> None:
    async def first() -> list[tuple[str, str]]:
        told = await hold(tmp_path / "house", LINES)
        told.record.close()
        return told.lines

    lived = anyio.run(first)
    events = journal.read(tmp_path / "house" / "sessions" / SESSION / "journal.jsonl")
    again = [(str(t.speaker), t.text) for t in replay(events, tmp_path / "one")]
    twice = [(str(t.speaker), t.text) for t in replay(events, tmp_path / "two")]
    assert again == twice
    assert again == lived
