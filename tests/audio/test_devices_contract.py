"""What every microphone and loudspeaker promises: the real ones, the taped ones and the tests' own."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio
import numpy as np
import pytest
from honest_satellite import Honest, living
from room import Room, clip

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.loudspeaker import open_loudspeaker
from voice_agent.audio.microphone import open_microphone
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import At, Cue
from voice_agent.measuring.sound_card import SoundCard
from voice_agent.satellite.loudspeaker import AHEAD, PIECE
from voice_agent.satellite.room import open_satellites
from voice_agent.sound import FRAME, RATE, Loudspeaker, Microphone, Sound

pytestmark = pytest.mark.anyio

TOLERANCE = round(0.1 * RATE)
"""A real device says to within some tens of milliseconds where a clip began and ended."""


@dataclass
class Place:
    """Somewhere to talk."""

    microphone: Microphone
    loudspeaker: Loudspeaker
    clock: SoundClock
    keeps: float = 0.0
    """Seconds of our voice that are on their way when it is cut off, and are heard all the same."""


@asynccontextmanager
async def taped(fast: bool) -> AsyncIterator[Place]:
    room = TapedRoom([Cue(Sound(np.zeros(FRAME, np.float32)), At(600.0))], fast=fast)
    yield Place(room.microphone, room.loudspeaker, room.clock)


@asynccontextmanager
async def scripted() -> AsyncIterator[Place]:
    room = Room("." * 6000)
    yield Place(room.microphone, room.loudspeaker, room.clock)


@asynccontextmanager
async def on_a_card() -> AsyncIterator[Place]:
    async with (
        open_microphone() as microphone,
        open_loudspeaker(alignment=microphone.alignment) as loudspeaker,
    ):
        yield Place(microphone, loudspeaker, microphone.clock)


@asynccontextmanager
async def at_a_satellite() -> AsyncIterator[Place]:
    async with (
        living(Honest()) as satellite,
        open_satellites([satellite.address], listens=0.2) as room,
    ):
        yield Place(room.microphone, room.loudspeaker, room.microphone.clock, keeps=AHEAD + PIECE)


@pytest.fixture(
    params=[
        pytest.param("card", marks=pytest.mark.sound_card),
        "a satellite",
        "taped, in real time",
        "taped, as fast as it goes",
        "the tests' own",
    ]
)
async def place(request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    if request.param == "card":
        card: SoundCard = request.getfixturevalue("sound_card")
        assert card
        opened = on_a_card()
    elif request.param == "a satellite":
        opened = at_a_satellite()
    elif request.param == "the tests' own":
        opened = scripted()
    else:
        opened = taped(fast=request.param == "taped, as fast as it goes")
    async with opened as found:
        yield found


async def during(place: Place, happens: Callable[[], Awaitable[None]]) -> list[Sound]:
    """Listen until `happens` has happened; return all frames."""
    frames: list[Sound] = []

    async def happen() -> None:
        await place.clock.until(FRAME)  # the first frame sets the clock going
        await happens()
        tasks.cancel_scope.cancel()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(happen)
        async for frame in place.microphone:
            frames.append(frame)
    return frames


async def test_frames_come_in_order_and_without_a_gap(place: Place) -> None:
    async def wait() -> None:
        await place.clock.sleep(1.0)

    frames = await during(place, wait)
    assert [frame.start for frame in frames] == [n * FRAME for n in range(len(frames))]
    assert {(len(frame.samples), frame.samples.dtype.str) for frame in frames} == {(FRAME, "<f4")}
    assert all(np.abs(frame.samples).max() <= 1.0 for frame in frames)


async def test_play_returns_once_everything_was_heard(place: Place) -> None:
    async def speak() -> None:
        before = place.clock.now
        await place.loudspeaker.play(clip(0.6))
        assert place.loudspeaker.heard() == pytest.approx(0.6, abs=0.01)
        assert place.clock.now - before > round(0.6 * RATE) - TOLERANCE

    await during(place, speak)


async def test_cancelling_ends_the_sound_and_tells_how_much_was_heard(place: Place) -> None:
    async def speak() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(place.loudspeaker.play, clip(5.0))
            await place.clock.sleep(0.5)
            tasks.cancel_scope.cancel()
        heard = place.loudspeaker.heard()
        assert heard == pytest.approx(0.5 + place.keeps, abs=0.2)
        now = place.clock.now + round(place.keeps * RATE)
        await place.clock.sleep(0.5)
        assert place.loudspeaker.heard() == heard
        assert not place.loudspeaker.reference(now + TOLERANCE, RATE // 4).any()

    await during(place, speak)


async def test_the_reference_holds_what_was_in_the_air_and_when(place: Place) -> None:
    async def speak() -> None:
        await place.clock.sleep(0.3)
        began = place.clock.now
        await place.loudspeaker.play(clip(0.5))
        await place.clock.sleep(0.3)
        whole = place.loudspeaker.reference(began - RATE // 4, RATE)
        sounding = np.flatnonzero(whole)
        assert len(sounding) == pytest.approx(0.5 * RATE, abs=TOLERANCE)
        assert sounding[0] == pytest.approx(RATE // 4, abs=TOLERANCE)
        assert whole[sounding].mean() == pytest.approx(0.5, abs=0.01)

    await during(place, speak)


async def test_two_clips_are_never_in_the_air_together(place: Place) -> None:
    async def speak() -> None:
        began = place.clock.now
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(place.loudspeaker.play, clip(0.3))
            tasks.start_soon(place.loudspeaker.play, clip(0.3))
        whole = place.loudspeaker.reference(began, place.clock.now - began)
        assert np.abs(whole).max() < 0.6
        assert np.count_nonzero(whole) == pytest.approx(0.6 * RATE, abs=TOLERANCE)

    await during(place, speak)


async def test_after_an_interruption_the_next_sentence_is_heard_whole(place: Place) -> None:
    async def speak() -> None:
        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(place.loudspeaker.play, clip(5.0))
                await place.clock.sleep(0.2)
                scope.cancel()
        await place.loudspeaker.play(clip(0.4))
        assert place.loudspeaker.heard() == pytest.approx(0.4, abs=0.01)

    await during(place, speak)


async def test_an_empty_clip_is_over_at_once(place: Place) -> None:
    async def speak() -> None:
        await place.loudspeaker.play(clip(0.0))

    await during(place, speak)
