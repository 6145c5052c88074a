"""Taking our own voice out of the microphone, so that only the narrator can interrupt us.

The canceller shreds double talk: use its output to notice *that* somebody speaks, fall silent, and
recognise from the microphone itself (with its pre-roll) what they say.
"""

import numpy as np
from pywebrtc_audio import EchoCanceller as Aec3

from voice_agent.backends import EchoCanceller
from voice_agent.sound import RATE, Loudspeaker, Samples, Sound

LEAD = round(0.04 * RATE)
"""The canceller is shown what the loudspeaker plays this much ahead of the microphone: 40 ms.

It finds any echo that comes 0-400 ms *after* its far end (35 dB) and almost none that comes before
it (5 dB at 20 ms; both from `python -m lab echo`); sound cards misreport their delay by some ms.
"""

TAIL = RATE
"""Echo may still ring this long after the loudspeaker fell silent: 1 s."""

AUDIBLE = 1e-4
"""Below this the loudspeaker counts as silent (-80 dB full scale)."""

RESIDUE = 0.1
"""What is left of a frame below this share of it (-20 dB) is the rest of an echo, and is turned down

once more: the speech detector listens at up to ten times the loudness and took it for somebody in 6 of 50
simulated rooms, in none with this; a real interruption is noticed as soon (`python -m lab echo`).
"""

LEARNING = round(2.5 * RATE)
"""Of our own speech, until the canceller knows the room and the delay: 2.5 s, once a session. Nobody can

interrupt by voice in that time, or our first words would interrupt themselves (in 5 of 75 simulated rooms;
after 1.5 s still in 4 of 125, after 2.5 s in none).
"""


class WebRtcEcho:
    """An EchoCanceller on WebRTC's AEC3. 12 CPU ms a second while we speak, nothing while we do not."""

    def __init__(self) -> None:
        self._aec = Aec3(sample_rate=RATE, num_channels=1)
        self._tail = 0
        self._learned = 0

    def cancel(self, near: Samples, far: Samples) -> Samples:
        """Return `near` without `far`. Lengths equal, a multiple of 160."""
        if np.abs(far).max(initial=0.0) > AUDIBLE:
            self._tail = TAIL
            self._learned += len(near)
        elif self._tail <= 0:
            return near  # nothing to take away, and the narrator's own sound stays untouched
        else:
            self._tail -= len(near)
        clean = self._aec.process(
            np.ascontiguousarray(near, np.float32), np.ascontiguousarray(far, np.float32)
        )
        if self._learned < LEARNING:
            return np.zeros_like(near)
        share = float(np.linalg.norm(clean)) / (float(np.linalg.norm(near)) + 1e-9)
        return clean * np.float32(min(1.0, max(0.1, share / RESIDUE)))


class HalfDuplex:
    """An EchoCanceller for rooms where cancelling fails: deaf while we speak and a little longer.

    Nobody can interrupt by voice then; what they say is still in the recording.
    """

    def __init__(self, rest: float = 0.4) -> None:
        """`rest`: seconds of deafness after our last sound, for the room's echo and the card's delay."""
        self._rest = round(rest * RATE)
        self._deaf = 0

    def cancel(self, near: Samples, far: Samples) -> Samples:
        """Return silence while `far` sounds and `rest` seconds after it, else `near`."""
        if np.abs(far).max(initial=0.0) > AUDIBLE:
            self._deaf = self._rest
        elif self._deaf <= 0:
            return near
        else:
            self._deaf -= len(near)
        return np.zeros_like(near)


class NoEcho:
    """An EchoCanceller for headphones: there is no echo to take away."""

    def cancel(self, near: Samples, far: Samples) -> Samples:
        """Return `near` as it is."""
        return near


def without_echo(frame: Sound, loudspeaker: Loudspeaker, canceller: EchoCanceller) -> Sound:
    """Return `frame` with the loudspeaker's voice taken out; the same place on the clock."""
    far = loudspeaker.reference(frame.start + LEAD, len(frame.samples))
    return Sound(canceller.cancel(frame.samples, far), frame.start)
