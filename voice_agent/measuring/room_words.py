"""What a room is like, in words, and what would help: from a few seconds in which nobody spoke to the microphone.

The kinds are told apart by where the noise lies and how even it is; the bounds are guesses, right for the noises that we can
make (noises.py) and for nothing else that was measured.
"""

from dataclasses import dataclass

import numpy as np

from voice_agent.audio.vad import GatedSilero
from voice_agent.measuring.checkup import Finding, State
from voice_agent.sound import FRAME, RATE, Samples, Sound

GOOD, FAIR = 25.0, 15.0
"""dB of speech above the room: from GOOD on few words are lost, below FAIR one in four (`voice-agent bench speech`: 4.7 % wrong
in quiet, 24.7 % at 10 dB)."""

STILL = -60.0
"""dB of a room in which nothing is worth a word."""

VOICES = 0.3
"""Share of the frames that hold a voice from which somebody speaks there."""

HUM = 0.5
"""Share of the power that lies on the mains' tones from which it hums."""

EVEN = 2.5
"""dB by which the loudness of an even noise varies from frame to frame, at most."""


@dataclass(frozen=True, slots=True)
class Noise:
    """What is heard where nobody speaks to us."""

    level: float
    """dB relative to full scale, of half of the frames."""

    voices: float
    """Share of frames that hold a voice, 0..1."""

    hum: float
    """Share of the power on the tones of the mains, 0..1."""

    unevenness: float
    """How the loudness of frames varies, dB: the middle half of them."""


def noise(quiet: Samples) -> Noise:
    """Measure at least two seconds. Raises EngineUnavailable without the detector of speech."""
    frames = quiet[: len(quiet) // FRAME * FRAME].reshape(-1, FRAME)
    power = (frames.astype(np.float64) ** 2).mean(axis=1)
    loudness = 10 * np.log10(np.maximum(power, 1e-10))
    ear = GatedSilero()
    heard = [
        ear.probability(Sound(frame, place * FRAME)) > 0.5 for place, frame in enumerate(frames)
    ]
    return Noise(
        float(np.median(loudness)),
        float(np.mean(heard)),
        _hum(quiet),
        float(np.quantile(loudness, 0.75) - np.quantile(loudness, 0.25)),
    )


def judge(found: Noise, speech: float) -> Finding:
    """Say what the room is like beside speech of `speech` dB, and what would help."""
    above = speech - found.level
    figures = {
        "speech_above_room_db": round(above, 1),
        "voices_share": round(found.voices, 2),
        "hum_share": round(found.hum, 2),
        "unevenness_db": round(found.unevenness, 1),
    }
    if found.level <= STILL or above >= GOOD:
        return Finding("room", State.WELL, "It is quiet here.", figures=figures)
    like, mend = _like(found)
    nearer = "Each halving of the way to the microphone helps as much as a room half as loud."
    if above >= FAIR:
        says = f"It is not quite quiet here: {like}. Most words are understood."
        return Finding("room", State.NOTE, says, f"{mend} {nearer}", figures)
    says = f"It is loud here: {like}. About one word in four may be heard wrong."
    return Finding("room", State.CARE, says, f"{mend} {nearer}", figures)


def _like(found: Noise) -> tuple[str, str]:
    if found.voices >= VOICES:
        return (
            "somebody speaks, or a television does",
            "Switch it off during talks, or close the door.",
        )
    if found.hum >= HUM:
        return (
            "a hum, as of a refrigerator or a cable",
            "Move the microphone away from it, and from leads that carry current.",
        )
    if found.unevenness <= EVEN:
        return (
            "an even noise, as of a fan, a heater or rain",
            "Switch it off during talks, or turn the microphone's back to it.",
        )
    return (
        "noises that come and go, as of a kitchen or a street",
        "Close the window or the door during talks.",
    )


def _hum(quiet: Samples) -> float:
    spectrum = np.abs(np.fft.rfft(quiet * np.hanning(len(quiet)))) ** 2
    hertz = np.fft.rfftfreq(len(quiet), 1 / RATE)
    share = [
        sum(spectrum[np.abs(hertz - k * mains) < 3].sum() for k in range(1, 7))
        for mains in (50, 60)
    ]
    return float(max(share) / max(spectrum.sum(), 1e-12))
