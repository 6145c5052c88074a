"""Does our own voice interrupt us at a satellite, which begins each clip a little differently?

Conventions: a talk is clips of our voice with GAP between them, sent at their time and heard LATE and up to `jitter`
seconds later, another for each clip; rooms as in `echo`, and one without any tail, whose echo is the plainest. The delay is
known from an earlier talk. A false barge-in is any onset while only our voice is in the air; a person breaks in SINCE
seconds after a clip began. `once`: the canceller that is told one delay for all clips. Not measured: real satellites.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from lab.evaluation.spoken.echo import HISS, PATIENCE, laid_over, onsets, room
from voice_agent.audio.echo import LEAD
from voice_agent.backends import EchoCanceller, SpeechDetector
from voice_agent.dialogue.listening import Ear
from voice_agent.satellite.echo import LateEcho
from voice_agent.satellite.loudspeaker import EARLY
from voice_agent.sound import FRAME, RATE, Samples

LATE = 0.3
"""Seconds from our sending until our voice is in the air."""

GAP = round(0.35 * RATE)
"""Samples between two clips."""

JITTERS = (0.0, 0.02, 0.06)
GAINS = (0.0, -12.0, -20.0)
PLAIN = -20.0
"""Decibels of the echo in the room without a tail."""

SINCE = (0.1, 0.6, 1.5)
"""Seconds of a clip after which the person speaks."""

LEVELS = (0.0, -12.0)
SETTLED = 7
"""Clips before the one that is broken into."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A talk as we sent it and as it came into the air."""

    ours: Samples
    air: Samples
    begins: tuple[int, ...]
    """Of each clip, as sent."""

    def clip(self, at: int) -> int:
        """How many have begun."""
        return sum(begun <= at for begun in self.begins)


@dataclass(frozen=True, slots=True)
class Jittered:
    """All rooms at one `jitter`."""

    jitter: float
    seconds: float
    """Of our talk, all rooms together."""

    false_barge_ins: int
    noticed: tuple[float | None, ...]
    """Seconds from the person's first sound; None: not in PATIENCE."""

    def as_json(self) -> dict[str, object]:
        """Figures alone; `null` where there is none."""
        heard = [one for one in self.noticed if one is not None]
        return {
            "jitter_ms": round(self.jitter * 1000),
            "seconds": round(self.seconds),
            "false_barge_ins": self.false_barge_ins,
            "barge_ins": len(self.noticed),
            "barge_ins_missed": len(self.noticed) - len(heard),
            "noticed_ms": {
                f"p{n}": round(float(np.percentile(heard, n)) * 1000, 1) if heard else None
                for n in (50, 95)
            },
        }


def run(
    clips: Sequence[Samples],
    person: Samples,
    canceller: Callable[[], EchoCanceller],
    detector: Callable[[], SpeechDetector],
    *,
    once: bool = False,
    jitters: Sequence[float] = JITTERS,
    seeds: Sequence[int] = (1, 2),
) -> tuple[Jittered, ...]:
    """`clips`: our sentences at RATE, more than SETTLED + 2. `person`: speech at RATE, from its first sound on."""
    known = round(LATE * RATE)

    def heard(sent: Sent, near: Samples) -> list[int]:
        """Onsets, by the chain as it is."""
        at = [0]
        inner = (
            canceller() if once else LateEcho(canceller, lambda: known, lambda: sent.clip(at[0]))
        )
        ahead = np.zeros(known - EARLY - LEAD, np.float32)
        far = np.concatenate((ahead, sent.ours))
        clean = list[Samples]()
        for at[0] in range(0, len(near) - FRAME + 1, FRAME):
            clean.append(inner.cancel(near[at[0] : at[0] + FRAME], far[at[0] : at[0] + FRAME]))
        return list(onsets(np.concatenate(clean), detector(), Ear()))

    results = list[Jittered]()
    for jitter in jitters:
        false, seconds, noticed = 0, 0.0, list[float | None]()
        for seed in seeds:
            sent = talk(clips, jitter, seed)
            rooms = [room(sent.air, LATE, gain, seed) for gain in GAINS]
            for near in (*rooms, without_tail(sent.air, seed)):
                false += len(heard(sent, near))
                seconds += len(near) / RATE
        sent = talk(clips, jitter, seeds[0])
        for gain in (GAINS[0], GAINS[-1]):
            for n, since in enumerate(SINCE):
                begin = sent.begins[SETTLED + n] + round((LATE + since) * RATE)
                near = room(sent.air, LATE, gain, seeds[0])[: begin + round(PATIENCE * RATE)]
                for level in LEVELS:
                    both = laid_over(near, person, begin, level, sent.ours)
                    first = next((one for one in heard(sent, both) if one > begin), None)
                    noticed.append(None if first is None else (first - begin) / RATE)
        results.append(Jittered(jitter, seconds, false, tuple(noticed)))
    return tuple(results)


def talk(clips: Sequence[Samples], jitter: float, seed: int) -> Sent:
    """Clips in another order for each `seed`, each up to `jitter` seconds late."""
    dice = np.random.default_rng(seed)
    many = sum(len(clip) + GAP for clip in clips) + 2 * RATE
    ours, air = np.zeros(many, np.float32), np.zeros(many, np.float32)
    begins, at = list[int](), RATE // 2
    for n in dice.permutation(len(clips)):
        late = at + round(dice.uniform(0, jitter) * RATE)
        ours[at : at + len(clips[n])] += clips[n]
        air[late : late + len(clips[n])] += clips[n]
        begins.append(at)
        at += len(clips[n]) + GAP
    return Sent(ours, air, tuple(begins))


def without_tail(air: Samples, seed: int) -> Samples:
    """The plainest room: our voice comes back once."""
    late = np.concatenate((np.zeros(round(LATE * RATE), np.float32), air))[: len(air)]
    hiss = np.random.default_rng(seed).normal(0, HISS, len(air))
    return (late * 10 ** (PLAIN / 20) + hiss).astype(np.float32)
