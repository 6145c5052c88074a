"""Turn frame-by-frame speech probabilities into signs: the narrator began to speak, fell silent, coughed.

This file hears; it does not judge. How long a silence may grow before the turn is over is decided in
`endpoint.py` from `Listener.silence`. Audio is the clock: every position is a sample index since the
session's microphone opened.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from voice_agent.sound import FRAME, RATE


class SpeechChange(StrEnum):
    """What changed."""

    BEGAN = "began"
    """Speech, for at least the onset time."""

    STOPPED = "stopped"
    """Silence, for long enough that it is not the gap inside a word."""

    COUGH = "cough"
    """Something shorter than the onset time: a cough, a click, a cup put down."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One change in what is heard, and when."""

    heard: SpeechChange
    at: int
    """Where it happened: first sample of the speech, or the first sample after it."""

    known: int
    """Where we could tell: end of the frame that settled it. Never before `at`."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A silence inside a turn: the narrator went on afterwards."""

    began: int
    """First silent sample."""

    ended: int
    """First sample of the speech that followed."""

    complete: float | None = None
    """What the semantic model thought of it, 0..1; None: it was not asked, or there is none."""

    unfinished: bool = False
    """The words before it left a clause open."""

    reopened: bool = False
    """We had judged the turn over."""

    cut: bool = False
    """... and had begun to speak, so the pause would have been longer."""

    @property
    def seconds(self) -> float:
        """Length, seconds."""
        return (self.ended - self.began) / RATE


@dataclass(frozen=True, slots=True)
class Stretch:
    """One turn as the ear has it: from the first sound of speech to the last."""

    began: int
    ended: int
    spoken: float
    """Seconds of it that were speech."""

    pauses: tuple[Pause, ...] = ()
    coughs: int = 0


@dataclass(frozen=True, slots=True)
class Ear:
    """How probabilities become belief. Times in seconds, thresholds 0..1."""

    onset: float = 0.2
    """Speech shorter than this is a cough, not a turn (settings: endpoint.onset)."""

    again: float = 0.1
    """Enough inside a turn: a narrator who breathes "I..." after a pause has not finished. A guess."""

    hush: float = 0.16
    """Silence shorter than this lies inside a word: stop consonants close the mouth for 0.05-0.15 s."""

    begins: float = 0.5
    """A silent room becomes speech at this probability (Silero's own default)."""

    ends: float = 0.35
    """Speech becomes silence below this one; 0.15 lower, as Silero's authors do it."""

    flicker: float = 0.06
    """A burst may drop out for this long and still be one burst. A guess."""


class Listener:
    """Debounces speech probabilities. Feed it every frame in order; it keeps the running totals."""

    def __init__(self, ear: Ear | None = None) -> None:
        self._ear = ear or Ear()
        self._now = 0
        self._speaking = False
        self._voiced = 0  # end of the last frame of speech
        self._burst = 0  # samples of speech in a burst that is not yet believed
        self._burst_from = 0
        self._burst_to = 0
        self._complete: float | None = None  # judgements on the silence that is running
        self._unfinished = False
        self._turn: Stretch | None = None
        self._last: Stretch | None = None  # the turn before, while this one may be its second half

    @property
    def speaking(self) -> bool:
        """True from BEGAN until STOPPED."""
        return self._speaking

    @property
    def stirring(self) -> bool:
        """A burst is running that may become speech. Nobody should decide to speak just now."""
        return self._burst > 0

    @property
    def silence(self) -> float:
        """Seconds since the last speech; 0 while speaking, frozen while `stirring`."""
        if self._speaking:
            return 0.0
        return ((self._burst_from if self.stirring else self._now) - self._voiced) / RATE

    @property
    def turn(self) -> Stretch | None:
        """The turn so far; None before its first speech. `ended` is the last speech heard."""
        return self._turn

    def hear(self, probability: float, start: int, samples: int = FRAME) -> Sign | None:
        """Judge the frame [start, start + samples), which holds speech with `probability`."""
        self._now = start + samples
        if self._speaking:
            return self._while_speaking(probability, samples)
        return self._while_silent(probability, start, samples)

    def end_turn(self) -> Stretch | None:
        """The turn is over, says whoever judges. Returns it; pauses are counted afresh from here."""
        ended, self._turn = self._turn, None
        self._last = ended or self._last
        return ended

    def press(self) -> None:
        """A turn without a sound: what it asks for was asked by hand. Not while somebody speaks."""
        self._turn, self._voiced = Stretch(self._now, self._now, 0.0), self._now
        self.judge(None)

    def judge(self, complete: float | None, *, unfinished: bool = False) -> None:
        """Note what the model and the words say of the silence now running; its Pause will hold it."""
        self._complete, self._unfinished = complete, unfinished

    def reopen(self, *, spoke: bool = False) -> Stretch | None:
        """The turn was not over after all: the silence before the last BEGAN was a pause.

        Joins the turn that `end_turn` had closed to what is heard now, and marks the pause between as
        reopened; `spoke`: our voice was already to be heard in it. Returns the turn as it stands.
        """
        now, before = self._turn, self._last
        if now is None or (before is None and not now.pauses):
            return now
        if before is None:  # it was never closed: the pause is in it already
            *earlier, gap = now.pauses
            pauses = (*earlier, replace(gap, reopened=True, cut=spoke))
            self._turn = replace(now, pauses=pauses)
            return self._turn
        gap = Pause(before.ended, now.began, self._complete, self._unfinished, True, spoke)
        self._turn = Stretch(
            began=before.began,
            ended=now.ended,
            spoken=before.spoken + now.spoken,
            pauses=(*before.pauses, gap, *now.pauses),
            coughs=before.coughs + now.coughs,
        )
        self._last = None
        return self._turn

    def forget(self) -> None:
        """Start as if nothing had been heard: after mute, or where we listened to ourselves."""
        self._speaking, self._burst, self._voiced = False, 0, self._now
        self._turn = self._last = None
        self.judge(None)

    def _while_speaking(self, probability: float, samples: int) -> Sign | None:
        if probability >= self._ear.ends:
            self._voiced = self._now
            self._grow(samples)
        elif self._now - self._voiced >= self._ear.hush * RATE:
            self._speaking, self._last = False, None
            self.judge(None)
            return Sign(SpeechChange.STOPPED, self._voiced, self._now)
        return None

    def _while_silent(self, probability: float, start: int, samples: int) -> Sign | None:
        # once begun, a burst is kept alive by the lower threshold, like speech itself
        if probability >= (self._ear.ends if self.stirring else self._ear.begins):
            if not self.stirring:
                self._burst_from = start
            self._burst += samples
            self._burst_to = self._now
            wanted = self._ear.onset if self._turn is None else self._ear.again
            return self._begin() if self._burst >= wanted * RATE else None
        if self.stirring and self._now - self._burst_to > self._ear.flicker * RATE:
            return self._dismiss()
        return None

    def _begin(self) -> Sign:
        burst, self._burst = self._burst, 0
        if (turn := self._turn) is None:
            self._turn = Stretch(self._burst_from, self._now, burst / RATE)
        else:
            pause = Pause(self._voiced, self._burst_from, self._complete, self._unfinished)
            self._turn = replace(
                turn,
                ended=self._now,
                spoken=turn.spoken + burst / RATE,
                pauses=(*turn.pauses, pause),
            )
        self._speaking, self._voiced = True, self._now
        return Sign(SpeechChange.BEGAN, self._burst_from, self._now)

    def _dismiss(self) -> Sign:
        self._burst = 0
        if turn := self._turn:
            self._turn = replace(turn, coughs=turn.coughs + 1)
        return Sign(SpeechChange.COUGH, self._burst_from, self._now)

    def _grow(self, samples: int) -> None:
        # the turn always exists while somebody speaks, unless it was ended in mid-speech
        turn = self._turn or Stretch(self._now - samples, self._now, 0.0)
        self._turn = replace(turn, ended=self._now, spoken=turn.spoken + samples / RATE)
