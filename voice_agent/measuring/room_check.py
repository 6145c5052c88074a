"""What the room does to sound: how loud people are, and how the loudspeaker comes back to the microphone.

`judge_level` and `judge_loop` are pure; `listen` and `hear_ourselves` use the real devices.

Conventions: levels in dB relative to full scale (0 is as loud as it gets); `far` is what the loudspeaker
played, on the microphone's clock, `near` what the microphone heard meanwhile.
"""

from dataclasses import dataclass

import anyio
import numpy as np

from voice_agent.audio.device_room import DeviceRoom
from voice_agent.audio.echo import LEAD, WebRtcEcho
from voice_agent.measuring.checkup import Finding, State
from voice_agent.sound import FRAME, RATE, Clip, Samples

SILENT = -100.0
"""dB that stand for digital silence."""

QUIET = -45.0
"""dB below which speech is too far away to be recognised well. A guess."""

CLIPPED = 0.001
"""Share of samples at full scale from which speech is torn. A guess."""

LATEST, EARLIEST = 0.36, -0.04
"""Seconds of delay that the canceller can follow: it is shown the far end LEAD early and searches 400 ms."""

HEARD = 0.1
"""Correlation of near with far from which the microphone hears the loudspeaker at all. A guess."""

ENOUGH_CANCELLED_DB = 10.0
"""dB of cancelling below which the interviewer would interrupt itself. A guess."""


@dataclass(frozen=True, slots=True)
class Level:
    """How loud it was."""

    speech: float
    """The loudest twentieth of all 20 ms frames, dB."""

    room: float
    """The quietest tenth, dB."""

    clipped: float
    """Share of samples at full scale, 0..1."""


@dataclass(frozen=True, slots=True)
class Loop:
    """The way from the loudspeaker to the microphone."""

    likeness: float
    """Highest correlation of near with far, 0..1."""

    delay: float
    """Of near behind far, seconds; may be a little below zero, as devices misreport."""

    return_loss: float
    """How much weaker the echo is than what was played, dB."""

    cancelled: float
    """How much of the echo the canceller took away, in the second half, dB."""


def level(heard: Samples) -> Level:
    """Measure at least one second of sound."""
    frames = heard[: len(heard) // FRAME * FRAME].reshape(-1, FRAME)
    loudness = np.sqrt((frames.astype(np.float64) ** 2).mean(axis=1))
    return Level(
        speech=_decibels(float(np.quantile(loudness, 0.95))),
        room=_decibels(float(np.quantile(loudness, 0.1))),
        clipped=float((np.abs(heard) > 0.99).mean()),
    )


def judge_level(measured: Level) -> Finding:
    """Say whether the microphone hears people well."""
    figures = {
        "speech_dbfs": round(measured.speech, 1),
        "room_dbfs": round(measured.room, 1),
        "clipped_share": round(measured.clipped, 5),
    }
    about = "microphone"
    if measured.speech <= SILENT:
        return Finding(
            about,
            State.ILL,
            "The microphone sends nothing but perfect silence.",
            "It is muted, or it is the wrong one: look at its switch and at `voice-agent devices`.",
            figures,
        )
    if measured.clipped > CLIPPED:
        return Finding(
            about,
            State.CARE,
            "Speech is so loud that it is torn.",
            "Turn the microphone's level down, or move it away.",
            figures,
        )
    if measured.speech < QUIET:
        return Finding(
            about,
            State.CARE,
            f"The loudest sound was {measured.speech:.0f} dB, which is very quiet.",
            "If somebody spoke, turn the microphone's level up or move it closer, then look again.",
            figures,
        )
    return Finding(
        about,
        State.WELL,
        f"Speech arrives at {measured.speech:.0f} dB, over a room at {measured.room:.0f} dB.",
        figures=figures,
    )


def loop(far: Samples, near: Samples, quiet: Samples) -> Loop:
    """Measure the loop from at least two seconds of `far` and `near`, both (n,).

    `quiet` is the microphone while nothing was played. Silence in `near` gives a likeness of 0.
    """
    size = 1 << (2 * len(far) - 1).bit_length()
    spectrum = np.fft.rfft(near, size) * np.conj(np.fft.rfft(far, size))
    product = np.fft.irfft(spectrum, size)
    whole = float(np.linalg.norm(near) * np.linalg.norm(far))
    if whole < 1e-9:
        return Loop(0.0, 0.0, -SILENT, 0.0)
    lags = np.arange(-RATE // 4, RATE)  # nothing is later than a second in a living room
    found = np.abs(product[lags])
    best = int(found.argmax())
    noise = _power(quiet)
    sounding = max(_power(near) - noise, 1e-12)
    half = len(near) // 2
    left = max(_power(_cancelled(far, near)[half:]) - noise, 1e-12)
    return Loop(
        likeness=float(found[best]) / whole,
        delay=float(lags[best]) / RATE,
        return_loss=10 * float(np.log10(max(_power(far), 1e-12) / sounding)),
        cancelled=10 * float(np.log10(max(_power(near[half:]) - noise, 1e-12) / left)),
    )


def judge_loop(measured: Loop) -> Finding:
    """Say whether the interviewer can be interrupted in this room."""
    figures = {
        "likeness": round(measured.likeness, 2),
        "delay_ms": round(1000 * measured.delay),
        "echo_return_loss_db": round(measured.return_loss, 1),
        "cancelled_db": round(measured.cancelled, 1),
    }
    about = "loudspeaker to microphone"
    if measured.likeness < HEARD:
        return Finding(
            about,
            State.CARE,
            "The microphone does not hear the loudspeaker.",
            "With headphones that is as it should be. Otherwise turn the loudspeaker up: the narrator may "
            "not hear it either.",
            {"likeness": figures["likeness"]},
        )
    deaf = "Set audio.half_duplex = true, or use a loudspeaker with a cable."
    if not EARLIEST <= measured.delay <= LATEST:
        return Finding(
            about,
            State.CARE,
            f"Our own voice comes back {1000 * measured.delay:.0f} ms after it is played, which is more "
            "than echo cancelling can follow.",
            deaf,
            figures,
        )
    if measured.cancelled < ENOUGH_CANCELLED_DB:
        return Finding(
            about,
            State.CARE,
            f"Only {measured.cancelled:.0f} dB of our own voice can be taken out of the microphone, so the "
            "interviewer might interrupt itself.",
            f"Turn the loudspeaker down or move it away from the microphone. {deaf}",
            figures,
        )
    return Finding(
        about,
        State.WELL,
        f"Our own voice comes back after {1000 * measured.delay:.0f} ms, {measured.return_loss:.0f} dB "
        f"weaker, and {measured.cancelled:.0f} dB of it are taken out.",
        figures=figures,
    )


async def listen(room: DeviceRoom, seconds: float) -> Samples:
    """Return what the microphone hears in the next `seconds`."""
    heard: list[Samples] = []
    async for frame in room.microphone:
        heard.append(frame.samples)
        if len(heard) * FRAME >= seconds * RATE:
            break
    return np.concatenate(heard)


async def hear_ourselves(room: DeviceRoom, clip: Clip, quiet: Samples) -> Loop:
    """Play `clip` and measure how it comes back."""
    heard: list[Samples] = []
    began = -1
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(room.loudspeaker.play, clip)
        async for frame in room.microphone:
            began = frame.start if began < 0 else began
            heard.append(frame.samples)
            if len(heard) * FRAME >= (clip.seconds + 1.0) * RATE:
                break
    near = np.concatenate(heard)
    return loop(room.loudspeaker.reference(began, len(near)), near, quiet)


def _cancelled(far: Samples, near: Samples) -> Samples:
    canceller = WebRtcEcho()
    ahead = np.concatenate((far[LEAD:], np.zeros(LEAD, np.float32)))
    pieces = [
        canceller.cancel(near[at : at + FRAME], ahead[at : at + FRAME])
        for at in range(0, len(near) - FRAME + 1, FRAME)
    ]
    return np.concatenate(pieces) if pieces else near


def _power(samples: Samples) -> float:
    return float((samples.astype(np.float64) ** 2).mean()) if len(samples) else 0.0


def _decibels(amplitude: float) -> float:
    return max(SILENT, 20 * float(np.log10(max(amplitude, 1e-12))))
