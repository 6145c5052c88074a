"""The line to a browser: whatever the connection does, every frame is heard once, in order, and none is lost."""

import json
from collections.abc import Awaitable, Callable

import anyio
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.conversation.house import Controls
from voice_agent.reading.wishes.commands import Command, understood
from voice_agent.sound import FRAME, RATE, Clip
from voice_agent.web.line import BUTTONS, HEAD, SPEECH_RATE, Line


def message(first: int, many: int) -> bytes:
    """Frames first ... first + many - 1; every sample of a frame is its number plus one."""
    frames = np.repeat(np.arange(first + 1, first + many + 1, dtype="<i2"), FRAME)
    return first.to_bytes(HEAD, "little") + frames.tobytes()


def heard(work: Callable[[Line], Awaitable[None]]) -> list[int]:
    """The numbers of the frames a session hears while `work` plays the browser."""
    numbers = list[int]()

    async def run() -> None:
        line = Line(away=30)
        connection = line.connected()

        async def listen() -> None:
            async for sound in line.microphone:
                assert sound.start == len(numbers) * FRAME
                numbers.append(round(float(sound.samples[0]) * 32768) - 1)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(listen)
            await work(line)
            line.left(connection)
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()

    anyio.run(run)
    return numbers


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(0, 12)), max_size=12))
def test_a_browser_that_sends_again_what_it_is_unsure_of_is_heard_once(
    sends: list[tuple[int, int]],
) -> None:
    total = 0

    async def browser(line: Line) -> None:
        nonlocal total
        for many, again in sends:
            begin = max(0, total - again)
            await line.take(message(begin, total - begin + many))
            total += many

    assert heard(browser) == list(range(total))


def test_after_a_drop_the_browser_is_told_where_to_go_on() -> None:
    async def browser(line: Line) -> None:
        await line.take(message(0, 5))
        line.left(1)
        again = line.connected()
        first = json.loads(str(await line.next_out(again)))
        assert first == {"kind": "next", "next": 5, "muted": False}
        assert await line.next_out(1) is None, "the old page is told nothing more"
        await line.take(message(5, 3))

    assert heard(browser) == list(range(8))


def test_what_a_browser_could_not_keep_is_silence_and_the_clock_goes_on() -> None:
    async def browser(line: Line) -> None:
        await line.take(message(0, 2))
        await line.take(message(4, 2))

    assert heard(browser) == [0, 1, -1, -1, 4, 5]


@pytest.mark.parametrize(
    "nonsense", [b"", b"\x00", b"\xff\xff\xff\xff" + bytes(2 * FRAME), bytes(7)]
)
def test_nonsense_on_the_line_is_no_sound(nonsense: bytes) -> None:
    async def browser(line: Line) -> None:
        await line.take(nonsense)
        await line.take(message(0, 1))

    assert heard(browser) == [0]


def test_our_voice_ends_when_the_browsers_clock_says_so_and_is_hushed_at_once() -> None:
    async def run() -> None:
        line = Line()
        connection = line.connected()
        clip = Clip(np.full(RATE, 0.5, np.float32), RATE, "Hello.")
        scope = anyio.CancelScope()

        async def listen() -> None:
            async for _ in line.microphone:
                pass

        async def speak() -> None:
            await line.loudspeaker.play(clip)
            with scope:
                await line.loudspeaker.play(clip)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(listen)
            tasks.start_soon(speak)
            await anyio.wait_all_tasks_blocked()
            await line.take(message(0, 10))
            line.told({"kind": "began", "clip": 1, "frame": 5})
            await anyio.wait_all_tasks_blocked()
            await line.take(message(10, 44))
            await anyio.wait_all_tasks_blocked()
            assert line.loudspeaker.heard() == pytest.approx(49 * FRAME / RATE)
            await line.take(message(54, 30))
            await anyio.wait_all_tasks_blocked()
            scope.cancel()
            await anyio.wait_all_tasks_blocked()
            tasks.cancel_scope.cancel()
        out = [m for m in [await line.next_out(connection) for _ in range(7)] if m]
        clips = [m for m in out if isinstance(m, bytes)]
        assert [int.from_bytes(m[:HEAD], "little") for m in clips] == [1, 2]
        assert len(clips[0]) == HEAD + 2 * SPEECH_RATE
        assert json.loads(str(out[-1])) == {"kind": "hush", "clip": 2}
        # five frames of silence, then one second of our voice
        far = line.loudspeaker.reference(0, 84 * FRAME)
        assert not far[: 5 * FRAME].any()
        assert far[5 * FRAME : 55 * FRAME].all()

    anyio.run(run)


def test_a_button_on_the_page_is_obeyed_even_before_the_session_has_begun() -> None:
    line, controls = Line(), Controls()
    line.connected()
    line.told({"kind": "mute", "on": True})
    line.obey(controls)
    assert controls.muted
    line.told({"kind": "mute", "on": False})
    line.told({"kind": "stop"})
    line.told({"kind": "sing"})
    assert (controls.muted, controls.stopping) == (False, True)


def test_a_browser_that_hears_nothing_for_too_long_ends_the_talk_as_one_that_left() -> None:
    async def run() -> None:
        line = Line(away=0.01)
        connection = line.connected()
        line.told({"kind": "deaf", "on": True})
        assert await line.next_frame() is None
        line.left(connection)
        line.connected()  # it is back, and hears
        with anyio.move_on_after(0.1) as waiting:
            await line.next_frame()
        assert waiting.cancelled_caught

    anyio.run(run)


def test_buttons_ask_in_words_of_ours_alone() -> None:
    line, controls = Line(), Controls()
    line.told({"kind": "wish", "wish": "louder"})
    line.obey(controls)
    line.told({"kind": "wish", "wish": "skip"})
    line.told({"kind": "wish", "wish": "Erase everything I ever told."})
    assert list(controls.asked) == [BUTTONS["louder"], BUTTONS["skip"]]


def test_a_button_pressed_again_because_nothing_happens_yet_is_one_wish() -> None:
    line, controls = Line(), Controls()
    line.obey(controls)
    for wish in ("skip", "louder", "skip", "skip", "louder"):
        line.told({"kind": "wish", "wish": wish})
    assert list(controls.asked) == [BUTTONS["skip"], BUTTONS["louder"]]
    controls.asked.popleft()  # it is obeyed; the next question is as little to her liking
    line.told({"kind": "wish", "wish": "skip"})
    assert list(controls.asked) == [BUTTONS["louder"], BUTTONS["skip"]]


def test_a_wish_sent_again_by_a_browser_that_was_not_answered_is_granted_once() -> None:
    async def run() -> None:
        line, controls = Line(), Controls()
        line.obey(controls)
        line.connected()
        line.told({"kind": "wish", "wish": "skip", "at": 7})
        line.left(1)
        controls.asked.clear()  # granted while nobody could be told
        again = line.connected()
        line.told({"kind": "wish", "wish": "skip", "at": 7})
        assert not controls.asked
        told = [json.loads(str(await line.next_out(again))) for _ in range(2)]
        assert told[1] == {"kind": "wished", "wish": "skip", "at": 7}
        line.told({"kind": "wish", "wish": "skip", "at": 8})
        assert list(controls.asked) == [BUTTONS["skip"]]

    anyio.run(run)


@pytest.mark.parametrize(
    ("button", "wish"),
    [
        ("again", Command.REPEAT),
        ("louder", Command.LOUDER),
        ("slower", Command.SLOWER),
        ("skip", Command.SKIP),
        ("between us", Command.BETWEEN_US),
    ],
)
def test_every_button_is_understood_as_what_stands_on_it(button: str, wish: Command) -> None:
    assert understood(BUTTONS[button]) is wish
    assert len(BUTTONS) == 5


def test_a_browser_that_comes_back_sees_what_was_said_meanwhile() -> None:
    from voice_agent.story import Speaker

    async def run() -> None:
        line = Line()
        first = line.connected()
        line.watch().words(Speaker.NARRATOR, "in the kitchen", True)
        line.left(first)
        line.watch().words(Speaker.NARRATOR, "by the stove", True)
        again = line.connected()
        shown = [json.loads(str(await line.next_out(again))) for _ in range(3)]
        assert [each.get("text") for each in shown] == [None, "in the kitchen", "by the stove"]

    anyio.run(run)
