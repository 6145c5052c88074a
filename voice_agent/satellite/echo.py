"""Our voice taken out of a satellite's microphone, though at first nobody knows how late it comes back.

Until that is measured nothing is believed while we speak: a canceller that is told the wrong time takes nothing away, and
our first words would interrupt themselves. A satellite begins each clip a little sooner or later than the last: some
hundredths of a second are enough for a canceller that has learnt a room to leave our voice in it. So each clip is looked for.
"""

from collections.abc import Callable

import numpy as np

from voice_agent.audio.echo import AUDIBLE, LEAD
from voice_agent.backends import EchoCanceller
from voice_agent.satellite.delay import LONGEST, between
from voice_agent.sound import FRAME, RATE, Samples

NO_ECHO = 6 * RATE
"""Samples of our voice after which an echo that was not found is too faint to matter."""

LEARNS = RATE
"""Samples of our voice that a canceller hears before it is believed: until then it leaves some of it. A guess."""


SOON = round(0.4 * RATE)
"""Samples of a clip's voice after which it is looked for in the room; a shorter piece does not stand out. Up to

60 ms between two clips made our voice interrupt us 26 times in 700 s, with this never (`python -m lab echo --satellite`).
"""

LOOKS = 4 * FRAME
"""Samples of voice between two looks for a clip."""

GIVES_UP = RATE * 3 // 2
"""Samples of a clip's voice after which it is not looked for any more: she speaks at the same time, or hears us from elsewhere."""

STRETCH = 2 * RATE
"""Samples in which a clip is looked for."""

FURTHEST = round(0.25 * RATE)
"""Samples between our voice as it is shown to us and its echo; whatever stands out later, or before LEAD, is none."""

MISSED = 3
"""Clips in a row that were not found: then no other is waited for, until one is found."""


class Beginning:
    """How long after we are shown a clip of ours its echo comes, clip by clip. Pure."""

    def __init__(self) -> None:
        self.samples: int | None = None
        """Of the last clip that was found; None: none was."""

        self._near = np.zeros(STRETCH, np.float32)
        self._far = np.zeros(STRETCH, np.float32)
        self._voiced = self._missed = 0
        self._found = False

    @property
    def sought(self) -> bool:
        """Is the clip that sounds still waited for?"""
        return not self._found and self._voiced < GIVES_UP and self._missed < MISSED

    def begins(self) -> None:
        """Another clip: what sounded before says nothing of it."""
        if not self._found and self._voiced >= 2 * SOON:
            self._missed += 1
        self._far[:] = 0.0
        self._voiced, self._found = 0, False

    def hear(self, near: Samples, far: Samples) -> None:
        """One frame of the microphone, and of our voice."""
        self._near = np.concatenate((self._near[len(near) :], near))
        self._far = np.concatenate((self._far[len(far) :], far))
        if np.abs(far).max(initial=0.0) <= AUDIBLE:
            return
        self._voiced += len(far)
        if self._found or not SOON <= self._voiced < GIVES_UP or self._voiced % LOOKS:
            return
        found = between(self._near, self._far)
        if found is not None and LEAD <= found <= FURTHEST:
            self.samples, self._found, self._missed = found, True, 0


class LateEcho:
    """An EchoCanceller for a satellite."""

    def __init__(
        self,
        made: Callable[[], EchoCanceller],
        delay: Callable[[], int | None],
        clip: Callable[[], int],
    ) -> None:
        """`made`: makes the canceller that does the work. `delay`: samples, as measured; None: not yet. `clip`: which is in

        the air, counted.
        """
        self._made, self._delay, self._clip = made, delay, clip
        self._inner = made()
        self._told = delay()
        self._beginning, self._begun = Beginning(), clip()
        self._line = np.zeros(FURTHEST, np.float32)  # our voice, the last of it last
        self._spoken = self._tail = self._learnt = 0

    def cancel(self, near: Samples, far: Samples) -> Samples:
        """`near` without `far`, which is shown before its echo comes; silence while anybody is unsure."""
        if (now := self._delay()) is not None and now != self._told:
            # it begins to learn, now that it is told the right time, or another
            self._told, self._inner, self._learnt = now, self._made(), 0
            self._beginning = Beginning()
        if (clip := self._clip()) != self._begun:
            self._begun = clip
            self._beginning.begins()
        audible = bool(np.abs(far).max(initial=0.0) > AUDIBLE)
        self._spoken += len(near) if audible else 0
        if self._told is None:
            return self._anywhere(near, far, audible)
        clean = self._inner.cancel(near, self._shown(near, far))
        self._learnt += len(near) if audible else 0
        learns = self._learnt < LEARNS
        ringing = self._rings(len(near), audible, LONGEST if learns else FURTHEST)
        if ringing and (learns or self._beginning.sought):
            return np.zeros_like(near)
        return near if learns else clean

    def _anywhere(self, near: Samples, far: Samples, audible: bool) -> Samples:
        """Nobody knows yet when our voice comes back."""
        ringing = self._rings(len(near), audible, LONGEST)
        if self._spoken >= NO_ECHO:
            return self._inner.cancel(near, far)
        return np.zeros_like(near) if ringing else near

    def _rings(self, count: int, audible: bool, longest: int) -> bool:
        """May our voice still come back? `longest`: samples after we fell silent."""
        self._tail = longest if audible else max(0, self._tail - count)
        return self._tail > 0

    def _shown(self, near: Samples, far: Samples) -> Samples:
        """`far`, so that it comes LEAD before the echo of this clip, as far as that is known."""
        self._beginning.hear(near, far)
        self._line = np.concatenate((self._line, far))[-(FURTHEST + len(far)) :]
        late = max(0, (self._beginning.samples or 0) - LEAD)
        return self._line[len(self._line) - late - len(far) : len(self._line) - late]
