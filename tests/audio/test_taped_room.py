"""The narrator on a tape behaves like a person: waits, interrupts, and goes home when all is said."""

import anyio
import numpy as np
import pytest
from room import clip

from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, At, Cue, DuringReply, Tape, Waits
from voice_agent.sound import FRAME, RATE, Sound

pytestmark = pytest.mark.anyio


def said(seconds: float, level: float = 0.5) -> Sound:
    return Sound(np.full(round(seconds * RATE), level, np.float32))


def onsets(frames: list[Sound]) -> list[float]:
    """Seconds at which the narrator begins to speak."""
    loud = [bool(np.abs(frame.samples).mean() > 0.05) for frame in frames]
    return [frames[i].start / RATE for i in range(len(loud)) if loud[i] and not (i and loud[i - 1])]


async def hold(room: TapedRoom, replies: list[tuple[float, float]]) -> list[Sound]:
    """Let the interviewer speak at (time, seconds) while the tape plays; return what was heard."""
    frames: list[Sound] = []

    async def speak() -> None:
        for at, seconds in replies:
            await room.clock.until(round(at * RATE))
            await room.loudspeaker.play(clip(seconds))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(speak)
        async for frame in room.microphone:
            frames.append(frame)
        tasks.cancel_scope.cancel()
    return frames


async def test_the_narrator_waits_until_the_interviewer_has_finished() -> None:
    room = TapedRoom([Cue(said(1.0), AfterReply(2.0))], fast=True)
    frames = await hold(room, [(1.0, 3.0), (5.0, 1.0)])
    assert onsets(frames) == [pytest.approx(8.0, abs=0.05)]


async def test_the_narrator_breaks_in_while_the_interviewer_speaks() -> None:
    room = TapedRoom([Cue(said(0.5), AfterReply(1.0)), Cue(said(1.0), DuringReply(0.7))], fast=True)
    frames = await hold(room, [(0.0, 1.0), (5.0, 4.0)])
    assert onsets(frames) == [pytest.approx(2.0, abs=0.05), pytest.approx(5.7, abs=0.05)]


async def test_a_barge_in_waits_for_a_reply_that_is_long_enough() -> None:
    cues = [Cue(said(0.5), DuringReply(1.5)), *[Cue(said(1.0, 0.2), AfterReply(1.0))] * 2]
    room = TapedRoom(cues, fast=True)
    frames = await hold(room, [(0.0, 1.0), (4.0, 4.0)])
    assert onsets(frames) == [pytest.approx(at, abs=0.05) for at in (2.0, 5.5, 9.0)]


async def test_a_clip_may_come_at_a_time_but_never_over_the_one_before() -> None:
    room = TapedRoom([Cue(said(2.0), At(1.0)), Cue(said(1.0, 0.2), At(1.5))], fast=True, patience=3)
    frames = await hold(room, [])
    levels = np.array([np.abs(frame.samples).mean() for frame in frames])
    assert np.flatnonzero(levels > 0.3)[[0, -1]] * FRAME / RATE == pytest.approx([1.0, 2.98])
    assert np.flatnonzero((levels > 0.1) & (levels < 0.3))[0] * FRAME / RATE == pytest.approx(3.0)


async def test_whoever_keeps_silent_for_a_while_lets_the_interviewer_speak_and_goes_on_after_it() -> (
    None
):
    cues = [Cue(said(1.0), AfterReply(1.0)), Cue(said(1.0), Waits(12.0))]
    room = TapedRoom(cues, fast=True)
    began = list[tuple[int, float]]()
    room.tape.begins = lambda cue, at: began.append((cues.index(cue), at / RATE))
    frames = await hold(room, [(0.0, 1.0), (5.0, 2.0), (14.0, 3.0)])
    assert onsets(frames) == [pytest.approx(2.0, abs=0.05), pytest.approx(17.0, abs=0.05)]
    assert [place for place, _ in began] == [0, 1]
    assert [at for _, at in began] == pytest.approx(onsets(frames), abs=0.05)


async def test_the_room_ends_by_itself_after_the_last_answer() -> None:
    room = TapedRoom([Cue(said(1.0), At(0.0))], fast=True, quiet=4.0)
    frames = await hold(room, [(3.0, 2.0)])
    assert frames[-1].end / RATE == pytest.approx(9.0, abs=0.1)


async def test_a_silent_interviewer_does_not_keep_the_narrator_waiting_for_ever() -> None:
    room = TapedRoom([Cue(said(1.0)), Cue(said(1.0))], fast=True, patience=10.0)
    frames = await hold(room, [])
    assert onsets(frames) == [pytest.approx(10.0, abs=0.1), pytest.approx(21.0, abs=0.1)]


async def test_a_long_reply_is_not_broken_into_between_two_of_its_sentences() -> None:
    room = TapedRoom([Cue(said(1.0), AfterReply(2.0))], fast=True, patience=10.0)
    frames = await hold(room, [(1.0, 8.5), (10.0, 5.0)])
    assert onsets(frames) == [pytest.approx(17.0, abs=0.1)]


async def test_the_clock_stands_still_while_an_engine_works() -> None:
    room = TapedRoom([Cue(said(1.0), At(0.0))], fast=True, patience=3.0)
    times: list[tuple[int, int]] = []

    async def think() -> None:
        release = anyio.Event()

        def work() -> None:
            anyio.from_thread.run(anyio.sleep, 0.05)
            anyio.from_thread.run_sync(release.set)

        await room.clock.sleep(1.0)
        before = room.clock.now
        await anyio.to_thread.run_sync(work)
        times.append((before, room.clock.now))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(think)
        async for _ in room.microphone:
            pass
    assert times and times[0][0] == times[0][1]


async def test_the_microphone_hears_the_loudspeaker_where_the_room_echoes() -> None:
    room = TapedRoom([], fast=True, tone=0.0, echo=0.1, echo_delay=0.1, patience=1.0, quiet=1.0)
    frames = await hold(room, [(0.0, 1.0)])
    heard = np.concatenate([frame.samples for frame in frames])
    assert np.flatnonzero(heard)[0] / RATE == pytest.approx(0.1, abs=FRAME / RATE)
    assert heard.max() == pytest.approx(0.05)


def test_a_tape_without_cues_is_over_after_its_patience() -> None:
    tape = Tape([], quiet=1.0, patience=2.0)
    frames = 0
    while tape.frame(interviewer=False) is not None:
        frames += 1
    assert frames * FRAME / RATE == pytest.approx(2.0, abs=0.05)
