"""A satellite in the bedroom is the room of a talk: spoken over, cut off, lying, held by others, it is met with a sentence."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from typing import Any

import anyio
import numpy as np
import pytest
from honest_satellite import Honest, living, rude
from room import clip
from wyoming.audio import AudioStart
from wyoming.event import Event

from voice_agent.addresses import host_and_port
from voice_agent.audio.microphone import Gap
from voice_agent.errors import DeviceLost, NoMicrophone
from voice_agent.measuring import satellite_check
from voice_agent.measuring.checkup import State
from voice_agent.satellite import link as links
from voice_agent.satellite.loudspeaker import AHEAD, PIECE
from voice_agent.satellite.remembered import Remembered
from voice_agent.satellite.room import SatelliteRoom, open_satellites
from voice_agent.satellite.trouble import SatelliteError, Trouble
from voice_agent.satellite.wire import STALL, Wire, called
from voice_agent.sound import FRAME, RATE, Samples

pytestmark = [pytest.mark.anyio, pytest.mark.in_time]

SOON = 20.0
"""Seconds after which what should have happened will not."""


def tone(seconds: float, pitch: float = 440.0, level: float = 0.3) -> Samples:
    return (level * np.sin(np.arange(round(seconds * RATE)) * 2 * np.pi * pitch / RATE)).astype(
        np.float32
    )


def pitch_of(samples: Samples) -> float:
    return float(np.argmax(np.abs(np.fft.rfft(samples)))) * RATE / len(samples)


class Listened:
    """A room, and everything its microphone brings."""

    def __init__(self, room: SatelliteRoom, says: list[str]) -> None:
        self.room, self.says = room, says
        self.frames: list[Samples] = []
        self.gaps: list[Gap] = []
        self.away: list[tuple[bool, float]] = []
        self.lost: DeviceLost | None = None
        room.tell = self.gaps.append
        room.away = lambda away, missed: self.away.append((away, missed))

    async def listen(self) -> None:
        try:
            async for frame in self.room.microphone:
                assert frame.start == len(self.frames) * FRAME
                self.frames.append(frame.samples)
        except DeviceLost as error:
            self.lost = error

    async def grows(self, many: int) -> Samples:
        """Wait for so many more frames; return them."""
        first = len(self.frames)
        await until(lambda: len(self.frames) >= first + many)
        return np.concatenate(self.frames[first : first + many])


async def until(true: Callable[[], bool]) -> None:
    with anyio.fail_after(SOON):
        while not true():  # noqa: ASYNC110 - another program tells nobody
            await anyio.sleep(0.02)


@asynccontextmanager
async def listened(*satellites: Honest, patience: float = 60.0) -> AsyncGenerator[Listened]:
    """All of them switched on, and the room of them listened to."""
    says = list[str]()
    async with AsyncExitStack() as stack:
        for each in satellites:
            await stack.enter_async_context(living(each))
        room = await stack.enter_async_context(
            open_satellites(
                [each.address for each in satellites],
                listens=0.2,
                patience=patience,
                tell=says.append,
            )
        )
        made = Listened(room, says)
        tasks = await stack.enter_async_context(anyio.create_task_group())
        tasks.start_soon(made.listen)
        await made.grows(5)
        yield made
        tasks.cancel_scope.cancel()


async def test_it_is_asked_what_it_is_then_may_send_and_rests_when_the_talk_is_over() -> None:
    satellite = Honest()
    async with listened(satellite):
        assert satellite.running
    await until(lambda: not satellite.running)
    assert [kind for kind, _ in satellite.heard] == ["run-satellite", "pause-satellite"]


@pytest.mark.parametrize(
    "satellite", [Honest(48_000, 4, 2), Honest(22_050, 2, 2), Honest(8_000, 1, 1)]
)
async def test_whatever_it_sends_she_is_heard_at_her_own_pitch(satellite: Honest) -> None:
    async with listened(satellite) as room:
        satellite.say(tone(3.0))
        await room.grows(50)
        assert pitch_of(await room.grows(50)) == pytest.approx(440, abs=3)
        assert not room.says


async def test_one_that_sends_three_times_as_fast_as_it_says_is_noticed_once_and_heard_right() -> (
    None
):
    satellite = Honest(lies=3.0)
    async with listened(satellite) as room:
        await until(lambda: bool(room.says))
        satellite.say(tone(4.0))
        await room.grows(60)
        assert pitch_of(await room.grows(50)) == pytest.approx(440, abs=3)
        await room.grows(150)
        assert len(room.says) == 1
        assert "says that it sends 16,000 samples a second and sends 48,000" in room.says[0]


async def test_our_voice_arrives_whole_and_in_its_order() -> None:
    satellite = Honest()
    async with listened(satellite) as room:
        await room.room.loudspeaker.play(clip(1.0))
        await room.room.loudspeaker.play(clip(0.5))
    sound = [kind for kind, _ in satellite.heard if kind.startswith("audio")]
    assert sound == ["audio-start", "audio-stop"] * 2
    assert [len(each) / RATE for each in satellite.played] == pytest.approx([1.0, 0.5], abs=0.02)


async def test_spoken_over_nothing_more_is_sent_and_what_is_on_its_way_counts_as_heard() -> None:
    satellite = Honest()
    async with listened(satellite) as room:
        loudspeaker = room.room.loudspeaker
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(loudspeaker.play, clip(10.0))
            await room.grows(50)
            tasks.cancel_scope.cancel()
        heard = loudspeaker.heard()
        await until(lambda: satellite.heard[-1][0] == "audio-stop")
        await room.grows(50)
        assert len(satellite.played[0]) / RATE == pytest.approx(heard, abs=PIECE)
        assert loudspeaker.heard() == heard < 1.0 + AHEAD + 1.0


async def test_the_network_is_cut_the_clock_stands_still_and_the_sentence_is_said_again() -> None:
    satellite = Honest()
    async with listened(satellite) as room, anyio.create_task_group() as tasks:
        played = anyio.Event()

        async def play() -> None:
            await room.room.loudspeaker.play(clip(3.0))
            played.set()

        tasks.start_soon(play)
        await room.grows(50)
        satellite.cut = True
        await until(lambda: room.away == [(True, 0.0)])
        stood = room.room.microphone.clock.now
        await anyio.sleep(1.0)
        assert room.room.microphone.clock.now == stood, "nobody is hurried"
        assert not played.is_set()
        satellite.cut = False
        await room.grows(50)
        (gap,) = room.gaps
        assert (gap.start, gap.end, gap.reason) == (stood, stood, "lost")
        assert gap.seconds > STALL
        assert room.away[1:] == [(False, gap.seconds)]
        with anyio.fail_after(SOON):
            await played.wait()
        assert len(satellite.played[-1]) / RATE == pytest.approx(3.0, abs=0.02), "whole, again"


async def test_one_that_hangs_up_is_called_again_and_the_talk_goes_on() -> None:
    satellite = Honest()
    async with listened(satellite) as room:
        await satellite.hang_up()
        await until(lambda: len(room.away) == 2)
        await room.grows(20)
        assert room.gaps[0].seconds < SOON
        assert "No satellite answers" in room.says[0] and len(room.says) == 1


async def test_one_that_stays_away_ends_the_talk_with_a_sentence() -> None:
    satellite = Honest()
    async with listened(satellite, patience=3.0) as room:
        satellite.cut = True
        await until(lambda: room.lost is not None)
        assert room.lost is not None and "did not come back within 3 seconds" in room.lost.what
        assert room.lost.safe and room.lost.mend


async def test_one_that_goes_in_the_middle_of_each_sentence_does_not_hold_a_reply_for_ever() -> (
    None
):
    satellite = Goes()
    async with listened(satellite, patience=5.0) as room:
        with anyio.fail_after(SOON), pytest.raises(DeviceLost, match="to its end within 5") as lost:
            await room.room.loudspeaker.play(clip(1.0))
    assert lost.value.safe and lost.value.mend


class Goes(Honest):
    """It hangs up whenever we begin to speak."""

    async def take(self, call: Any, event: Event) -> bool:
        return not AudioStart.is_type(event.type) and await super().take(call, event)


async def test_one_that_reads_nothing_is_away_as_soon_as_it_takes_no_more() -> None:
    over = asyncio.Event()

    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await over.wait()
        writer.close()

    async with rude(deaf) as address, called(address, *host_and_port(address, 0)) as wire:
        with anyio.fail_after(SOON), pytest.raises(SatelliteError) as away:
            while True:
                await wire.say(RATE, bytes(1 << 20))
        over.set()
    assert away.value.trouble is Trouble.AWAY


async def test_whoever_presses_stop_while_it_is_away_is_obeyed() -> None:
    satellite = Honest()
    async with listened(satellite) as room:
        satellite.cut = True
        await until(lambda: bool(room.away))
        room.room.stopping = lambda: True
        with anyio.fail_after(SOON):
            assert await room.room.next_frame() is None


async def test_she_walks_to_the_kitchen_and_not_a_word_of_hers_is_lost_on_the_way() -> None:
    bedroom, kitchen = Honest(), Honest()
    remembered = Remembered()
    says = list[str]()
    async with (
        living(bedroom),
        living(kitchen),
        open_satellites(
            [bedroom.address, kitchen.address], listens=0.2, remembered=remembered, tell=says.append
        ) as opened,
    ):
        room = Listened(opened, says)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(room.listen)
            await room.grows(100)
            await opened.loudspeaker.play(clip(0.5))
            assert len(bedroom.played) == len(kitchen.played) == 1, "nobody has answered yet"
            await room.grows(50)
            before = len(room.frames)
            kitchen.say(_voice())
            await until(lambda: opened.link.at == kitchen.address)
            await until(lambda: not kitchen.speaking)
            await room.grows(10)
            said = np.concatenate(room.frames[before:])
            assert _loud(said) == pytest.approx(_loud(_voice()), rel=0.1)
            await opened.loudspeaker.play(clip(0.5))
            assert (len(bedroom.played), len(kitchen.played)) == (1, 2)
            tasks.cancel_scope.cancel()
    assert remembered.at == kitchen.address


def _voice() -> Samples:
    from voice_agent.audio import files
    from voice_agent.speech.narrator import sample_narrator

    return files.read(sample_narrator().lines[2].file).samples


def _loud(samples: Samples) -> float:
    """Seconds of sound that is no hiss."""
    return (
        float(
            (np.abs(samples[: len(samples) // 320 * 320].reshape(-1, 320)).max(axis=1) > 0.02).sum()
        )
        * 0.02
    )


# -- what is no honest satellite

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

INFO = (
    json.dumps(
        {
            "type": "info",
            "data": {
                "satellite": {
                    "name": "x",
                    "attribution": {"name": "", "url": ""},
                    "installed": True,
                    "description": "",
                    "version": "",
                }
            },
        }
    ).encode()
    + b"\n"
)


def saying(*pieces: bytes, stays: bool = True) -> Answer:
    """Whatever it is asked, it says this, and stays or hangs up."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await reader.readline()
            for piece in pieces:
                writer.write(piece)
            while stays and await reader.read(4096):
                pass
        writer.close()

    return answer


async def hears_and_hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """As wyoming-satellite does while another program holds it: it describes itself, and hangs up at the next word."""
    await reader.readline()
    writer.write(INFO)
    await reader.readline()
    writer.close()


RUDE = {
    "says nothing": saying(),
    "could not be understood": saying(b"what?\n"),
    "could not be understood.": saying(b"[1, 2]\n"),
    "could not be understood. ": saying(b"\xff\xfe\x00\n"),
    " could not be understood": saying(b"{" + b"a" * 200_000),
    "  could not be understood": saying(
        INFO, b'{"type": "audio-chunk", "payload_length": 2147483648}\n', b"x" * 100
    ),
    "   could not be understood": saying(INFO, b'{"type": "audio-chunk", "data": 7}\n'),
    "    could not be understood": saying(
        INFO, b'{"type": "audio-chunk", "data": {"rate": "fast", "width": 2, "channels": 1}}\n'
    ),
    "is no satellite": saying(b'{"type": "info", "data": {}}\n'),
    "another program holds it": hears_and_hangs_up,
    "in a form that nobody here can play": saying(
        INFO,
        b'{"type": "audio-chunk", "data": {"rate": 16000, "width": 7, "channels": 1}, "payload_length": 7}\n',
        b"1234567",
    ),
}


@pytest.mark.parametrize("sentence", RUDE)
async def test_what_is_no_honest_satellite_is_named_in_one_sentence(sentence: str) -> None:
    opening = 7.0 if sentence == "says nothing" else 1.5
    says = list[str]()
    async with rude(RUDE[sentence]) as address:
        with pytest.raises(NoMicrophone) as caught:
            async with open_satellites([address], opening=opening, tell=says.append):
                pass
    assert sentence.strip().rstrip(".") in caught.value.what
    assert caught.value.mend
    assert len(says) <= 1, "once"


def plays(rate: int) -> bytes:
    """It describes itself, and wants our voice at that rate."""
    it = {**json.loads(INFO)["data"]["satellite"], "snd_format": {**FORM, "rate": rate}}
    return json.dumps({"type": "info", "data": {"satellite": it, "snd": [it]}}).encode() + b"\n"


def piece(sound: bytes) -> bytes:
    """Some sound of it."""
    head = {"type": "audio-chunk", "data": FORM, "payload_length": len(sound)}
    return json.dumps(head).encode() + b"\n" + sound


FORM = {"rate": RATE, "width": 2, "channels": 1}

HALF_AN_EMOJI = b'{"type": "ping", "data": {"text": "\\ud800"}}\n'


@pytest.mark.parametrize(
    "nonsense",
    [plays(0), plays(12), plays(4_000_000_000), plays(10**400), INFO + HALF_AN_EMOJI],
    ids=["plays 0", "plays 12", "plays 4e9", "plays 10**400", "half an emoji"],
)
async def test_one_that_sends_nonsense_is_named_and_the_talk_at_the_other_goes_on(
    nonsense: bytes,
) -> None:
    bedroom, says = Honest(), list[str]()
    async with (
        rude(saying(nonsense, piece(b"12" * 9000))) as address,
        living(bedroom),
        open_satellites([address, bedroom.address], listens=0.2, tell=says.append) as opened,
        anyio.create_task_group() as tasks,
    ):
        tasks.start_soon(Listened(opened, says).listen)
        await until(lambda: bool(says))
        await opened.loudspeaker.play(clip(0.1))
        tasks.cancel_scope.cancel()
    assert says[0].startswith(f"What came from the satellite at {address} could not be understood")
    assert len(bedroom.played) == 1


async def test_what_nobody_foresaw_is_told_by_its_kind_alone_and_it_is_called_again() -> None:
    unforeseen = iter([ValueError("what she said")])

    def once() -> None:
        for error in unforeseen:
            raise error

    says = list[str]()
    async with living(Honest()) as satellite, kept(satellite.address, says) as link:
        link.bell = once
        await until(lambda: bool(says) and link.here)
    assert [each.endswith("(ValueError)") for each in says] == [True]


async def test_one_that_sends_ten_samples_a_second_sends_nothing_that_can_be_played() -> None:
    says = list[str]()
    async with rude(saying(INFO, piece(b"12") * 400)) as address, kept(address, says):
        await until(lambda: bool(says))
    assert "in a form that nobody here can play" in says[0]


async def test_one_that_sends_no_whole_sample_is_silent() -> None:
    says, came = list[str](), list[str]()
    nothing = saying(INFO, piece(b"1") * 400, b"the end\n")
    async with rude(nothing) as address, kept(address, says) as link:
        link.bell = lambda: came.append("sound")
        await until(lambda: bool(says))
    assert not came


@asynccontextmanager
async def kept(address: str, says: list[str]) -> AsyncGenerator[links.Link]:
    """One that is called; on its clock a tenth of a second passes whenever somebody looks."""
    looks = count()
    link = links.Link(address, tell=says.append, now=lambda: next(looks) / 10)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(link.keep)
        yield link
        tasks.cancel_scope.cancel()


async def test_one_that_waits_for_a_wake_word_is_told_apart_from_one_that_is_away() -> None:
    async with living(Honest(streams=False)) as bedroom:
        with pytest.raises(NoMicrophone, match="answers and sends no sound") as caught:
            async with open_satellites([bedroom.address], opening=6.5):
                pass
        assert "without a wake word" in caught.value.mend


async def test_where_nobody_answers_that_is_said_and_the_other_satellite_is_used() -> None:
    async with living(Honest()) as bedroom:
        says = list[str]()
        async with open_satellites(
            ["127.0.0.1:1", bedroom.address], listens=0.2, tell=says.append
        ) as room:
            assert room.link.at == bedroom.address
        assert says == [
            "No satellite answers at 127.0.0.1:1. Is it switched on and on the network? "
            "The address stands in satellite.addresses."
        ]


async def test_one_that_is_held_by_another_program_says_so_to_the_second() -> None:
    async with living(Honest()) as satellite, called("x", "127.0.0.1", satellite.port) as other:
        await other.run()
        await until(lambda: satellite.running)
        with pytest.raises(NoMicrophone, match="another program holds it"):
            async with open_satellites([satellite.address], opening=3.0):
                pass
        await _still_there(other)


async def _still_there(wire: Wire) -> None:
    await wire.ask()
    with anyio.fail_after(SOON):
        assert await wire.read()


async def test_the_doctor_says_of_each_satellite_whether_it_answers() -> None:
    async with living(Honest(48_000, 2, 2)) as bedroom:
        well, ill = await satellite_check.look([bedroom.address, "127.0.0.1:1"], seconds=5.0)
        assert (well.state, ill.state) == (State.WELL, State.CARE)
        assert "48,000 Hz, 16 bit, channels: 2" in well.says
        assert "No satellite answers at 127.0.0.1:1" in ill.says and ill.do
        assert not bedroom.played, "the doctor plays nothing there"
        (alone,) = await satellite_check.look(["127.0.0.1:1"], seconds=1.0)
        assert alone.state is State.ILL
