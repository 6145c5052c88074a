"""Waiting for a moment of the session's own time."""

import anyio
import pytest

from voice_agent.audio.clock import SoundClock
from voice_agent.sound import RATE

pytestmark = pytest.mark.anyio


async def test_everybody_wakes_in_time_and_in_order() -> None:
    clock, woke = SoundClock(), list[str]()

    async def wait(name: str, until: int) -> None:
        await clock.until(until)
        woke.append(name)

    async with anyio.create_task_group() as tasks:
        for name, until in (("late", 300), ("first", 100), ("second", 100), ("now", 0)):
            tasks.start_soon(wait, name, until)
        await anyio.wait_all_tasks_blocked()
        assert woke == ["now"]
        clock.advance(100)
        await anyio.wait_all_tasks_blocked()
        assert woke == ["now", "first", "second"]
        clock.advance(1000)
    assert woke[-1] == "late"
    assert clock.seconds == 1000 / RATE


async def test_one_who_stops_waiting_disturbs_nobody() -> None:
    clock = SoundClock()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(clock.until, 200)
        with anyio.move_on_after(0):
            await clock.until(100)
        await anyio.wait_all_tasks_blocked()
        clock.advance(150)
        clock.advance(200)


async def test_the_clock_never_goes_back() -> None:
    clock = SoundClock()
    clock.advance(100)
    clock.advance(50)
    assert clock.now == 100
