"""The planner of a simulated season opens a talk as it does in the house."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
from interviews import rules

from lab.evaluation.interview.our_interviewer import Ours
from voice_agent.memory.claims import Claim
from voice_agent.memory.events import Life
from voice_agent.story import SessionId, Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)

BAND = "We played the cornet in the brass band every Whit Monday in Barnsley in 1952, and my father Albert carried the drum."


@dataclass
class Told:
    """What a talk left, of which memory has made nothing yet."""

    turns: Sequence[Turn]
    claims: Sequence[Claim] = ()
    life: Life = field(default_factory=Life)


def told(*lines: str) -> Told:
    id = SessionId("2026-01-05T10-00-00Z-0001")
    return Told(
        [
            Turn(TurnId(n), id, Speaker.NARRATOR, line, n, n + 0.5, NOW)
            for n, line in enumerate(lines, 1)
        ]
    )


async def opened_after(*lines: str) -> str:
    ours = Ours(rules(), first_day=NOW)
    await ours.open(1, told())
    await ours.close(told(*lines))
    return (await ours.open(2, told())).text


async def test_it_begins_with_what_was_told_last() -> None:
    assert "carried the drum" in await opened_after(BAND)


async def test_nobody_is_greeted_with_the_band_from_a_talk_in_which_a_son_died() -> None:
    said = await opened_after(BAND, "Our Keith died. He was nineteen.")
    assert "drum" not in said and "band" not in said
