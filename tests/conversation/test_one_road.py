"""What a turn asks for is done in the same order, whether it was spoken or written."""

from dataclasses import replace
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from interviews import rules
from kitchen import BEGAN, SESSION, in_place

from voice_agent.conversation.committing import Committing
from voice_agent.conversation.considering import Considered
from voice_agent.conversation.course import Course
from voice_agent.conversation.house import Given
from voice_agent.interview.moves import Act, Move, Wary
from voice_agent.interview.planner import Heard, Opening, Progress
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.reading.wishes.commands import Command, Wish

pytestmark = pytest.mark.anyio


class NoBook:
    """A Notebook that keeps nothing."""

    agreed = True

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **fields: None


GIVEN = Given(
    session=SESSION,
    rules=rules(),
    opening=Opening(consented=True),
    notebook=NoBook(),
    labour=in_place,
    now=lambda: BEGAN,
)


def committing(given: Given, course: Course) -> Committing:
    return Committing(given, course, lambda kind, **fields: None)


async def test_whoever_is_passed_over_is_kept_before_anybody_is_told() -> None:
    happened = list[str]()

    async def alarm(level: str, said: str) -> str:
        happened.append(f"{level} begun")
        await anyio.lowlevel.checkpoint()  # the disk takes its time
        happened.append(f"{level} done")
        return ""

    move = Move(Act.SAFETY, "I am calling for help.", alert="3", wary=Wary.TOLD)
    async with anyio.create_task_group() as tasks:
        told = committing(replace(GIVEN, alarm=alarm), Course()).run_errands(
            tasks, move, "He hits me."
        )
        await told.wait()
    wary = str(Wary.TOLD)
    assert happened == [f"{wary} begun", f"{wary} done", "3 begun", "3 done"]


async def test_a_promise_nobody_waits_for_any_more_is_kept_and_said_later() -> None:
    course, stored = Course(), list[str]()
    go_on = anyio.Event()

    async def grant(wish: Wish, words: str) -> Outcome:
        await go_on.wait()
        stored.append(words)
        return Outcome()

    move = Move(Act.ANSWER, "I keep that back.", wish=Wish(Command.BETWEEN_US))
    hand = committing(replace(GIVEN, grant=grant), course)
    async with anyio.create_task_group() as tasks:
        with anyio.move_on_after(0.01) as answer:
            heard = Heard("Keep that between us.")
            await hand.keep_word(tasks, Considered(heard, Progress(), move))
        assert answer.cancelled_caught and not stored
        go_on.set()
    assert stored == ["Keep that between us."]
    assert [each.move.text for each in course.owed] == ["I keep that back."]
