"""The real path, PortAudio and all: a person speaks into the virtual card and listens to it."""

from pathlib import Path

import anyio
import anyio.to_thread
import numpy as np
import pytest
import soundfile
from heard import whisper
from room import clip
from shared import shared

from voice_agent.audio import devices
from voice_agent.audio.loudspeaker import open_loudspeaker
from voice_agent.audio.microphone import DeviceMicrophone, Gap, open_microphone
from voice_agent.errors import DeviceLost, UnknownDevice
from voice_agent.measuring.sound_card import LISTEN_RATE, SoundCard
from voice_agent.sound import FRAME, RATE, Clip, Samples, Sound

pytestmark = [pytest.mark.anyio, pytest.mark.sound_card]


def babble(seconds: float, rate: int = RATE) -> Samples:
    """Something as lively as speech and like nothing else: noise that swells and fades."""
    noise = np.random.default_rng(1).normal(0, 1, round(seconds * rate))
    smooth = np.convolve(noise, np.hanning(rate // 800), "same")
    swell = 0.5 + 0.5 * np.sin(np.arange(len(smooth)) / rate * 2 * np.pi * 3)
    return (0.5 * smooth * swell / np.abs(smooth).max()).astype(np.float32)


def wav(path: Path, samples: Samples, rate: int = RATE, channels: int = 1) -> Path:
    soundfile.write(path, np.repeat(samples[:, None], channels, axis=1), rate, "PCM_16")
    return path


def likeness(said: Samples, heard: Samples) -> tuple[float, float]:
    """Return the best normalised correlation of `said` inside `heard`, and the ratio of levels."""
    size = 1 << (len(said) + len(heard)).bit_length()
    spectrum = np.fft.rfft(heard, size) * np.conj(np.fft.rfft(said, size))
    at = int(np.fft.irfft(spectrum, size)[: max(1, len(heard) - len(said))].argmax())
    piece = heard[at : at + len(said)]
    overlap = float(piece @ said / (np.linalg.norm(piece) * np.linalg.norm(said)))
    return overlap, float(np.linalg.norm(piece) / np.linalg.norm(said))


async def listen(microphone: DeviceMicrophone, seconds: float) -> Samples:
    heard: list[Sound] = []
    async for frame in microphone:
        heard.append(frame)
        if frame.end >= seconds * RATE:
            break
    return np.concatenate([frame.samples for frame in heard])


@pytest.mark.parametrize(("rate", "channels"), [(None, None), (8000, 2), (44100, 1), (48000, 2)])
async def test_what_a_person_says_arrives_as_it_was_said(
    sound_card: SoundCard, tmp_path: Path, rate: int | None, channels: int | None
) -> None:
    """Whatever the microphone's own rate and channels are."""
    said = babble(2.0)
    async with (
        open_microphone(rate=rate, channels=channels) as microphone,
        anyio.create_task_group() as tasks,
    ):

        async def speak() -> None:
            await microphone.clock.sleep(0.3)
            sound_card.play(wav(tmp_path / "said.wav", said))

        tasks.start_soon(speak)
        heard = await listen(microphone, 4.0)
    assert microphone.gaps == []
    overlap, level = likeness(said, heard)
    assert overlap > 0.97
    assert level == pytest.approx(1.0, abs=0.15)


@pytest.mark.models
async def test_the_words_of_a_recorded_person_come_through(sound_card: SoundCard) -> None:
    """A real voice, through the ear and the microphone, into the real recogniser."""
    clip_of = shared("speech") / "jfk.wav"
    hearing = whisper().begin()
    async with open_microphone() as microphone:
        async for frame in microphone:
            if frame.start == RATE // 2 // FRAME * FRAME:
                sound_card.play(clip_of)
            hearing.feed(frame)
            if frame.end >= 13 * RATE:
                break
    words = await anyio.to_thread.run_sync(hearing.finish)
    assert "ask not what your country can do for you" in words.text.lower()


async def test_a_person_in_the_room_hears_the_clip_and_nothing_else(sound_card: SoundCard) -> None:
    said = babble(1.5, LISTEN_RATE)
    async with open_loudspeaker() as loudspeaker:
        with sound_card.listen() as recording:
            await loudspeaker.play(Clip(said, LISTEN_RATE))
            await anyio.sleep(0.3)
    overlap, level = likeness(said, recording.samples)
    assert overlap > 0.98
    assert level == pytest.approx(1.0, abs=0.1)
    assert loudspeaker.underruns == 0


async def test_louder_means_louder_but_never_distorted(sound_card: SoundCard) -> None:
    said = babble(0.5, LISTEN_RATE)
    async with open_loudspeaker() as loudspeaker:
        with sound_card.listen() as recording:
            loudspeaker.volume = 2.0
            await loudspeaker.play(Clip(said, LISTEN_RATE))
            await anyio.sleep(0.3)
    peak = float(np.abs(said).max())
    assert np.abs(recording.samples).max() == pytest.approx(min(2 * peak, 0.98), abs=0.05)


async def test_an_interrupted_sentence_is_not_heard_to_its_end(sound_card: SoundCard) -> None:
    async with open_loudspeaker() as loudspeaker:
        with sound_card.listen() as recording:
            with anyio.move_on_after(0.5):
                await loudspeaker.play(clip(5.0, rate=LISTEN_RATE))
            heard = loudspeaker.heard()
            await anyio.sleep(1.0)
        audible = recording.audible()
    lasted = (audible[-1] - audible[0]) / LISTEN_RATE
    assert lasted == pytest.approx(heard, abs=0.1)
    assert lasted < 1.0


async def test_the_record_knows_when_our_voice_reached_the_microphone(
    sound_card: SoundCard,
) -> None:
    """The room's echo lies where `reference` says, to within the way through the air."""
    module = sound_card.control(
        *("load-module", "module-loopback", "source=mouth.monitor", "sink=ear", "latency_msec=10")
    )
    frames: list[Sound] = []
    far: list[Samples] = []
    try:
        async with (
            open_microphone() as microphone,
            open_loudspeaker(alignment=microphone.alignment) as loudspeaker,
            anyio.create_task_group() as tasks,
        ):

            async def speak() -> None:
                await microphone.clock.sleep(2.5)
                await loudspeaker.play(Clip(babble(2.0), RATE))
                await microphone.clock.sleep(0.5)
                tasks.cancel_scope.cancel()

            tasks.start_soon(speak)
            async for frame in microphone:
                frames.append(frame)
                far.append(loudspeaker.reference(frame.start, FRAME))
    finally:
        sound_card.control("unload-module", module)
    near = np.concatenate([frame.samples for frame in frames])
    reference = np.concatenate(far)
    size = 1 << (2 * len(near)).bit_length()
    spectrum = np.fft.rfft(near, size) * np.conj(np.fft.rfft(reference, size))
    lag = int(np.fft.irfft(spectrum, size).argmax())
    lag = lag - size if lag > size // 2 else lag
    assert 0 <= lag / RATE <= 0.1


async def test_a_microphone_that_vanishes_mid_story_and_comes_back(
    sound_card: SoundCard, tmp_path: Path
) -> None:
    gaps: list[Gap] = []
    said = babble(2.0)
    heard: list[Sound] = []
    async with open_microphone(tell=gaps.append) as microphone:

        async def live() -> None:
            await microphone.clock.until(RATE)
            await anyio.to_thread.run_sync(sound_card.unplug)
            await microphone.clock.until(3 * RATE)
            assert microphone.lost
            await anyio.to_thread.run_sync(sound_card.plug_in)
            while microphone.lost:
                await microphone.clock.sleep(0.1)
            await microphone.clock.sleep(0.5)
            sound_card.play(wav(tmp_path / "said.wav", said))
            await microphone.clock.sleep(3.5)
            microphone.close()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(live)
            async for frame in microphone:
                heard.append(frame)
    assert [frame.start for frame in heard] == [n * FRAME for n in range(len(heard))]
    assert [gap.reason for gap in gaps] == ["lost"]
    assert microphone.gaps == gaps
    assert gaps[0].start < 2 * RATE < 3 * RATE < gaps[0].end
    assert likeness(said, np.concatenate([frame.samples for frame in heard]))[0] > 0.98


async def test_what_was_said_before_the_plug_was_pulled_is_not_lost(
    sound_card: SoundCard, tmp_path: Path
) -> None:
    """The session is three seconds behind at that moment; those seconds wait in the ring."""
    said = babble(1.5)
    heard: list[Sound] = []
    try:
        async with open_microphone() as microphone:
            async for frame in microphone:
                heard.append(frame)
                if frame.end == RATE:
                    sound_card.play(wav(tmp_path / "said.wav", said)).wait()
                    await anyio.sleep(0.5)
                    await anyio.to_thread.run_sync(sound_card.unplug)
                if frame.end >= 6 * RATE:
                    break
    finally:
        sound_card.plug_in()
    assert likeness(said, np.concatenate([frame.samples for frame in heard]))[0] > 0.97
    assert [frame.start for frame in heard] == [n * FRAME for n in range(len(heard))]


async def test_a_microphone_that_only_falls_silent_is_brought_back_too(
    sound_card: SoundCard,
) -> None:
    async with open_microphone() as microphone:

        async def live() -> None:
            await microphone.clock.until(RATE)
            await anyio.to_thread.run_sync(sound_card.fall_silent)
            while not microphone.lost:
                await microphone.clock.sleep(0.1)
            await anyio.to_thread.run_sync(sound_card.wake)
            while microphone.lost:
                await microphone.clock.sleep(0.1)
            microphone.close()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(live)
            async for _ in microphone:
                pass
    assert [gap.reason for gap in microphone.gaps] == ["lost"]


async def test_a_microphone_that_stays_away_ends_the_session_with_a_sentence(
    sound_card: SoundCard,
) -> None:
    try:
        with pytest.raises(DeviceLost, match="did not come back within 2 seconds") as caught:
            async with open_microphone(patience=2.0) as microphone:
                async for frame in microphone:
                    if frame.start == RATE:
                        await anyio.to_thread.run_sync(sound_card.unplug)
    finally:
        sound_card.plug_in()
    assert "safe" in caught.value.safe
    assert caught.value.mend


async def test_a_loudspeaker_that_vanishes_finishes_its_sentence_when_it_is_back(
    sound_card: SoundCard,
) -> None:
    async with open_loudspeaker() as loudspeaker, anyio.create_task_group() as tasks:

        async def live() -> None:
            await anyio.sleep(1.0)
            await anyio.to_thread.run_sync(sound_card.unplug)
            await anyio.to_thread.run_sync(sound_card.plug_in)
            with sound_card.listen() as recording:
                await done.wait()
                await anyio.sleep(0.2)
            audible = recording.audible()
            assert (audible[-1] - audible[0]) / LISTEN_RATE > 1.0

        done = anyio.Event()
        tasks.start_soon(live)
        await loudspeaker.play(clip(3.0, rate=LISTEN_RATE))
        done.set()


async def test_a_better_device_is_gone_over_to_and_what_was_missed_on_the_way_is_noted(
    sound_card: SoundCard, tmp_path: Path
) -> None:
    """It becomes the usual one, and the first is pulled out: the talk goes on in both directions."""
    said, away = babble(1.5), list[bool]()
    heard: list[Sound] = []
    try:
        async with (
            open_microphone() as microphone,
            open_loudspeaker(alignment=microphone.alignment) as loudspeaker,
            anyio.create_task_group() as tasks,
        ):
            loudspeaker.away = away.append

            async def live() -> None:
                await microphone.clock.until(RATE)
                await anyio.to_thread.run_sync(sound_card.plug_in_better)
                await microphone.clock.sleep(3.0)
                await anyio.to_thread.run_sync(sound_card.unplug_old)
                with sound_card.listen("better_mouth.monitor") as recording:
                    await loudspeaker.play(clip(2.0, rate=LISTEN_RATE))
                    await anyio.sleep(0.3)
                assert len(recording.audible()) > LISTEN_RATE
                while microphone.lost:
                    await microphone.clock.sleep(0.1)
                await microphone.clock.sleep(1.0)
                sound_card.play(wav(tmp_path / "said.wav", said), "better_ear")
                await microphone.clock.sleep(3.5)
                microphone.close()

            tasks.start_soon(live)
            async for frame in microphone:
                heard.append(frame)
        assert [frame.start for frame in heard] == [n * FRAME for n in range(len(heard))]
        assert {gap.reason for gap in microphone.gaps} == {"lost"}
        assert not away or away[-1] is False
    finally:
        sound_card.plug_in()
    assert likeness(said, np.concatenate([frame.samples for frame in heard]))[0] > 0.97


async def test_a_loudspeaker_that_stays_away_is_said_so(sound_card: SoundCard) -> None:
    try:
        async with open_loudspeaker(patience=1.0) as loudspeaker:
            await anyio.to_thread.run_sync(sound_card.unplug)
            with pytest.raises(DeviceLost, match="did not come back"):
                await loudspeaker.play(clip(3.0, rate=LISTEN_RATE))
    finally:
        sound_card.plug_in()


async def test_a_busy_session_loses_nothing_up_to_the_length_of_the_ring(
    sound_card: SoundCard,
) -> None:
    """Three seconds behind with a ring of one: the rest is dropped, counted, and time stays true."""
    async with open_microphone(ring=1.0) as microphone:
        frames = 0
        async for _ in microphone:
            frames += 1
            if frames == 50:
                await anyio.sleep(3.0)
            if frames == 250:
                break
    assert [gap.reason for gap in microphone.gaps] == ["dropped"]
    assert microphone.gaps[0].seconds == pytest.approx(2.0, abs=0.3)


async def test_an_unknown_name_is_answered_with_the_names_there_are(sound_card: SoundCard) -> None:
    with pytest.raises(UnknownDevice, match=r"no microphone called “kitchen”.*default"):
        async with open_microphone("kitchen"):
            pass
    with pytest.raises(UnknownDevice, match=r"no loudspeaker called “kitchen”.*default"):
        async with open_loudspeaker("kitchen"):
            pass


async def test_a_part_of_the_name_is_enough(sound_card: SoundCard) -> None:
    found = devices.find("PUL", "microphone")
    async with open_microphone("PUL") as microphone:
        assert microphone.name == found.name == "pulse"
