"""A sound system that no longer answers: said so in time, and the program can still end."""

import asyncio
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from voice_agent.audio.capture import Capture
from voice_agent.audio.loudspeaker import open_loudspeaker
from voice_agent.audio.streams import Fill, Moment, Stream
from voice_agent.errors import DeviceLost, NoLoudspeaker
from voice_agent.sound import FRAME, RATE, Clip

pytestmark = pytest.mark.anyio

ENDS = """
import threading, anyio
from voice_agent.audio import portaudio, streams
from voice_agent.errors import DeviceLost
streams.ANSWER, portaudio.sounddevice = 0.05, lambda: type("Library", (), {"_exit_handler": print})

async def main():
    try:
        await streams.patiently(threading.Event().wait)
    except DeviceLost as error:
        print(error)

anyio.run(main)
"""


def test_a_program_whose_device_hangs_can_still_end() -> None:
    """The thread that waits for the device for ever is not waited for."""
    done = subprocess.run(
        [sys.executable, "-c", ENDS], capture_output=True, text=True, timeout=60, check=True
    )
    assert "has not answered" in done.stdout


class DeadStream(Stream):
    """Begins, and dies before it has taken any sound; nobody is told."""

    def start(self) -> None: ...

    def abort(self) -> None:
        self.usable = False

    def close(self) -> None: ...


async def test_what_a_dead_device_never_took_was_not_heard() -> None:
    """The clock goes on, the clip does not."""

    def opens(
        wanted: str,
        fill: Fill,
        died: Callable[[], None],
        buffer: float,
        may_close: Callable[[], bool],
    ) -> tuple[str, Stream]:
        return "dead", DeadStream(RATE, 1, may_close)

    async with open_loudspeaker(patience=0.5, opens=opens) as loudspeaker:
        with pytest.raises(DeviceLost, match="did not come back"):
            await loudspeaker.play(Clip(np.ones(RATE // 2, np.float32), RATE, "Good morning."))


class Plays(Stream):
    """Takes half a second of sound as soon as it begins."""

    def __init__(self, fill: Fill) -> None:
        super().__init__(RATE, 1, lambda: True)
        self._fill = fill

    def start(self) -> None:
        for _ in range(25):
            self._fill(np.zeros((FRAME, 1), np.float32), Moment(None, trouble=False))

    def abort(self) -> None: ...

    def close(self) -> None: ...


async def test_a_loudspeaker_that_was_chosen_by_number_is_looked_for_by_name_and_its_absence_told() -> (
    None
):
    asked, away = list[str](), list[bool]()

    def opens(
        wanted: str,
        fill: Fill,
        died: Callable[[], None],
        buffer: float,
        may_close: Callable[[], bool],
    ) -> tuple[str, Stream]:
        asked.append(wanted)
        if len(asked) == 1:
            return "Jabra", DeadStream(RATE, 1, may_close)
        if len(asked) == 2:
            raise NoLoudspeaker("There is no loudspeaker on this machine.")
        return "Jabra", Plays(fill)

    async with open_loudspeaker("2", patience=9, opens=opens) as loudspeaker:
        loudspeaker.away = away.append
        await loudspeaker.play(Clip(np.ones(RATE // 2, np.float32), RATE, "Good morning."))
    assert asked[0] == "2" and {*asked[1:]} == {"Jabra"}
    assert away == [True, False]


@pytest.mark.parametrize("rubbish", [np.nan, np.inf, -np.inf, 1e6, -40.0])
async def test_whatever_a_failing_driver_sends_is_sound(rubbish: float) -> None:
    """Numbers that are none would reach the recogniser, and the record as something else again."""
    capture = Capture(1.0, lambda: None, lambda: None)
    capture.begin(RATE, 2, asyncio.get_running_loop())
    capture.write(np.full((FRAME, 2), rubbish, np.float32), Moment(None, trouble=False))
    (piece,) = capture.take()
    assert not isinstance(piece, int) and np.abs(piece).max() <= 1.0


def test_a_stream_that_has_died_cannot_begin() -> None:
    stream = Stream(RATE, 1, lambda: True)
    stream.forsake()
    with pytest.raises(DeviceLost, match="has stopped"):
        stream.start()
