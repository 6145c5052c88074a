"""In a talk the narrator asks for the book, hears a piece, and says what shall become of it."""

from pathlib import Path

import pytest
from kitchen import Rest, Say, hold

from voice_agent.interview.rules import Piece
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.reading.wishes.commands import Command, Wish

pytestmark = pytest.mark.anyio

PIECES = (
    Piece("p-1", "The goat was called Clementine."),
    Piece("p-2", "We built a raft out of old fence boards."),
    Piece("p-3", "Then we moved to town."),
)


async def test_a_piece_is_read_answered_and_the_next_one_follows(tmp_path: Path) -> None:
    granted = list[tuple[Wish, str]]()

    async def grant(wish: Wish, words: str) -> Outcome:
        granted.append((wish, words))
        return Outcome()

    told = await hold(
        tmp_path,
        [
            Rest(12), Say("Read me my book.", 1.5), Rest(14), Say("Yes, that may stand.", 1.5), Rest(14),
            Say("No, leave it out.", 1.5), Rest(14), Say("That is enough reading for today.", 2), Rest(10),
            Say("Stop.", 0.6), Rest(4),
        ],
        grant=grant,
        pieces=PIECES,
    )  # fmt: skip
    assert [(wish.command, wish.about) for wish, _ in granted] == [
        (Command.STANDS, "p-1"),
        (Command.LEFT_OUT, "p-2"),
    ]
    assert granted[0][1] == "Yes, that may stand."
    read = [t.text for t in told.outcome.turns if t.kind == "reading"]
    assert "Clementine" in read[0] and "raft" in read[1] and "town" in read[2]
    assert all(text.count("?") <= 1 for text in read)
    told.record.close()
