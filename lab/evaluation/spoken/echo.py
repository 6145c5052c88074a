"""Does our own voice interrupt us, and can a person? In simulated rooms, on the audio clock.

Conventions: a room is a first path and a tail that dies away in a quarter of a second; `delay` is what the
loudspeaker's own account is off by plus the way through the air, seconds; `gain` how loud our voice
comes back, dB (-6: a loudspeaker beside the microphone, -20: an ordinary table, -30: across the room).
The person's speech is laid over ours at a level relative to it, as both reach the microphone at 0 dB gain.
What is judged is the real chain: reference LEAD early, canceller, detector, listener. A false barge-in is
any onset while only our voice is in the air. Not measured: real rooms, and loudspeakers that distort.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from voice_agent.audio.echo import LEAD
from voice_agent.backends import EchoCanceller, SpeechDetector
from voice_agent.dialogue.listening import Ear, Listener, SpeechChange
from voice_agent.sound import FRAME, RATE, Samples, Sound

DELAYS = (0.0, 0.04, 0.1, 0.2, 0.3)
GAINS = (0.0, -6.0, -12.0, -20.0, -30.0)
LEVELS = (0.0, -12.0)
"""Of the person against our voice at the loudspeaker, dB: as loud, and a soft voice further away."""

SETTLED = 2.0
"""Seconds after which the canceller should know the room."""

SPEAKS = 6.0
"""Seconds into our speech from which on the person breaks in, as soon as we do not pause just then."""

PATIENCE = 4.0
"""Seconds they go on for; not noticed by then is missed."""

HISS = 3e-4
"""Root mean square of the room's noise: -70 dB."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """One room in which only we speak."""

    delay: float
    gain: float
    cancelled: float
    """Echo return loss enhancement after SETTLED, dB."""

    false_barge_ins: int


@dataclass(frozen=True, slots=True)
class Break:
    """One room in which a person breaks in."""

    delay: float
    gain: float
    level: float
    noticed: float | None
    """Seconds from their first sound until they are believed; None: not in PATIENCE."""


@dataclass(frozen=True, slots=True)
class Result:
    """All rooms with one canceller."""

    name: str
    quiet: tuple[Quiet, ...]
    breaks: tuple[Break, ...]
    seconds: float
    """Of our speech, in each room."""

    def as_json(self) -> dict[str, object]:
        """Figures alone; `null` where there is none."""
        noticed = [one.noticed for one in self.breaks if one.noticed is not None]
        cancelled = [room.cancelled for room in self.quiet]
        return {
            "rooms": len(self.quiet),
            "seconds_a_room": round(self.seconds, 1),
            "cancelled_db": {"p50": _at(cancelled, 50), "p5": _at(cancelled, 5)},
            "false_barge_ins": sum(room.false_barge_ins for room in self.quiet),
            "rooms_with_false_barge_ins": sum(room.false_barge_ins > 0 for room in self.quiet),
            "barge_ins": len(self.breaks),
            "barge_ins_missed": len(self.breaks) - len(noticed),
            "noticed_ms": {
                f"{level:.0f} dB": {
                    "p50": _at(times := _noticed(self.breaks, level), 50, 1000),
                    "p95": _at(times, 95, 1000),
                    "n": len(times),
                }
                for level in LEVELS
            },
        }


def run(
    name: str,
    ours: Samples,
    person: Samples,
    canceller: Callable[[], EchoCanceller],
    detector: Callable[[], SpeechDetector],
    *,
    delays: Sequence[float] = DELAYS,
    gains: Sequence[float] = GAINS,
    seeds: Sequence[int] = (7, 8),
    ear: Ear | None = None,
) -> Result:
    """Try one canceller in every room. `ours` and `person`: speech at RATE, at least 10 s and 2 s."""
    ear = ear or Ear()
    begin = mid_speech(ours)
    end = begin + round(PATIENCE * RATE)
    person = person[int((np.abs(person) > 0.05 * np.abs(person).max()).argmax()) :]
    quiet: list[Quiet] = []
    breaks: list[Break] = []
    for delay, gain, seed in product(delays, gains, seeds):
        near = room(ours, delay, gain, seed)
        clean = without(near, ours, canceller())
        quiet.append(
            Quiet(
                delay,
                gain,
                _enhancement(ours, near, clean),
                len(list(onsets(clean, detector(), ear))),
            )
        )
        for level in LEVELS if seed == seeds[0] else ():
            both = laid_over(near[:end], person, begin, level, ours)
            heard = onsets(without(both, ours[:end], canceller()), detector(), ear)
            noticed = next((known for known in heard if known > begin), None)
            breaks.append(
                Break(delay, gain, level, None if noticed is None else (noticed - begin) / RATE)
            )
    return Result(name, tuple(quiet), tuple(breaks), len(ours) / RATE)


def room(ours: Samples, delay: float, gain: float, seed: int) -> Samples:
    """Return what the microphone hears of `ours`, with the room's hiss."""
    dice = np.random.default_rng(seed)
    tail = dice.normal(0, 0.15, RATE // 4) * np.exp(-6.9 * np.arange(RATE // 4) / (RATE // 4))
    tail[0] = 1.0
    path = tail / np.linalg.norm(tail) * 10 ** (gain / 20)
    size = 1 << (len(ours) + len(path)).bit_length()
    heard = np.fft.irfft(np.fft.rfft(ours, size) * np.fft.rfft(path, size), size)[: len(ours)]
    late = np.concatenate((np.zeros(round(delay * RATE)), heard))[: len(ours)]
    return np.clip(late + dice.normal(0, HISS, len(ours)), -1, 1).astype(np.float32)


def without(near: Samples, ours: Samples, canceller: EchoCanceller) -> Samples:
    """Return `near` as the detector gets it: whole frames, `ours` shown LEAD early."""
    far = np.concatenate((ours[LEAD:], np.zeros(LEAD, np.float32)))
    starts = range(0, len(near) - FRAME + 1, FRAME)
    return np.concatenate(
        [canceller.cancel(near[at : at + FRAME], far[at : at + FRAME]) for at in starts]
    )


def onsets(samples: Samples, detector: SpeechDetector, ear: Ear) -> Iterator[int]:
    """Yield the sample at which each onset of speech is believed."""
    listener = Listener(ear)
    for at in range(0, len(samples) - FRAME + 1, FRAME):
        probability = detector.probability(Sound(samples[at : at + FRAME], at))
        sign = listener.hear(probability, at, FRAME)
        if sign is not None and sign.heard is SpeechChange.BEGAN:
            yield sign.known


def mid_speech(ours: Samples) -> int:
    """Return a moment after SPEAKS with a second of our speech, without a pause, behind it."""
    frames = np.abs(ours[: len(ours) // FRAME * FRAME].reshape(-1, FRAME)).max(axis=1)
    sounding = np.convolve(frames > 0.02, np.ones(RATE // FRAME), "full")[RATE // FRAME - 1 :]
    first = round(SPEAKS * RATE) // FRAME
    return (first + int(sounding[first:].argmax())) * FRAME


def laid_over(near: Samples, person: Samples, begin: int, level: float, ours: Samples) -> Samples:
    piece = person[: len(near) - begin]
    factor = 10 ** (level / 20) * np.std(ours) / np.std(piece)
    both = near.copy()
    both[begin : begin + len(piece)] += np.float32(factor) * piece
    return np.clip(both, -1, 1)


def _enhancement(ours: Samples, near: Samples, clean: Samples) -> float:
    start, stop = round(SETTLED * RATE), len(clean)
    sounding = np.abs(ours[start:stop]) > 0.01
    before, after = near[start:stop][sounding], clean[start:stop][sounding]
    power = float(np.mean(np.square(after, dtype=np.float64))) + 1e-12
    return float(10 * np.log10(np.mean(np.square(before, dtype=np.float64)) / power))


def _noticed(breaks: Sequence[Break], level: float) -> list[float]:
    return [one.noticed for one in breaks if one.level == level and one.noticed is not None]


def _at(values: Sequence[float], percent: float, factor: float = 1.0) -> float | None:
    return round(float(np.percentile(values, percent)) * factor, 1) if values else None
