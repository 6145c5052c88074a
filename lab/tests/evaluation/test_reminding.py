"""In a simulated season an earlier talk comes to mind when it is near, and nothing does when it is not."""

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from lab.evaluation.interview.reminding import Reminding
from voice_agent.memory.distil import distil
from voice_agent.memory.events import weave
from voice_agent.memory.reading import PlainReader
from voice_agent.story import SessionId, Speaker, Turn, TurnId

NOW = datetime(2026, 1, 12, 10, tzinfo=UTC)


class Letters:
    """Meaning by the letters of a text: alike texts have alike vectors."""

    size = 27

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.size), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for letter in text.lower():
                row[ord(letter) - 96 if "a" <= letter <= "z" else 0] += 1
            row /= np.linalg.norm(row) or 1.0
        return rows


class OneTheme:
    """Every memory is of one theme."""

    def of_memory(self, vector: NDArray[np.float32], limit: int) -> list[tuple[object, float]]:
        return []


def told(*texts: str) -> Reminding:
    turns = [
        Turn(TurnId(n), SessionId("2026-01-05T10-00-00Z-0001"), Speaker.NARRATOR, text, 0, 1, NOW)
        for n, text in enumerate(texts, 1)
    ]
    claims = distil(turns, PlainReader()).claims
    made = Reminding(Letters(), OneTheme())  # pyright: ignore[reportArgumentType] (only asked for themes)
    made.learn(weave(claims), claims)
    return made


def test_nothing_comes_to_mind_before_anything_was_told() -> None:
    assert Reminding(Letters()).recall("My sister wrote to me.", [], NOW) == ()


def test_what_is_said_again_brings_the_earlier_telling_to_mind() -> None:
    text = "My sister Rosalind worked at the mill in Keighley and lost a finger there."
    found = told(text, "We moved to Hull in 1961.", "My father drove a tram in Leeds.").recall(
        text, [], NOW
    )
    assert found and "Rosalind" in found[0].line


def test_an_empty_answer_brings_nothing_to_mind() -> None:
    assert told("My sister Rosalind worked at the mill.").recall("  ", [], NOW) == ()
