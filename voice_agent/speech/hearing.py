"""One utterance being recognised, however long it grows.

It is cut in its pauses into pieces of about 24 s; a piece that is settled is never decoded again and
its sound is let go, so the last word of half an hour comes as quickly as the last word of half a
minute, and memory stays flat. What follows the last audible sound is not decoded at all: silence
costs time and invites ghosts.
"""

import threading
from collections.abc import Callable, Sequence

import numpy as np

from voice_agent.backends import Transcript
from voice_agent.sound import RATE, Sound
from voice_agent.speech.evidence import FRAME, Evidence, weigh
from voice_agent.speech.ghosts import AUDIBLE, Ghost, Stretch, guard
from voice_agent.speech.pieces import cut, pause_at
from voice_agent.story import Word

MARGIN = RATE // 2
"""Samples decoded after the last audible frame: a whispered ending is quieter than AUDIBLE."""

AFTERGLOW = 0.5
"""Seconds for which Silero still believes in a voice that has stopped."""

FAINT = 25.0
"""Decibels below the last words at which a sound within AFTERGLOW is only the room."""

Decode = Callable[[Sound, float], list[Stretch]]
"""Sound of at most 30 s and the second in it after which nothing is audible; word times on the

session's clock. Raises EngineError."""


class WhisperHearing:
    """One utterance being recognised. `feed` may run while another thread is in `peek`."""

    def __init__(self, decode: Decode, piece: float, *, paused: float | None = None) -> None:
        """`piece`: seconds, 8-29. `paused`: seconds of sound from which a pause settles what was made out before it, for a

        recogniser that is dear to ask; None: only pieces are settled.
        """
        self._decode, self._piece, self._paused = decode, piece, paused
        # guards _waiting alone: the microphone's thread feeds while a worker decodes
        self._feeding = threading.Lock()
        self._waiting: list[Sound] = []
        # guards all the rest: peek and finish may come from different worker threads
        self._deciding = threading.Lock()
        self._pending: Sound | None = None  # not settled yet
        self._settled: list[Word] = []
        self._ghosts: list[str] = []
        self._heard = 0  # sample index up to which the last transcript holds every audible word
        self._transcript = Transcript("")

    def feed(self, sound: Sound) -> None:
        """Take in more sound, in order. A gap in the clock is filled with silence."""
        with self._feeding:
            self._waiting.append(sound)

    def settle(self) -> None:
        """Decode and let go of every piece that is complete; the rest waits. Raises EngineError."""
        with self._deciding:
            self._settle(self._take())

    def peek(self) -> Transcript:
        """Decode what there is so far. Raises EngineError.

        Returns the former transcript at once where nothing but silence was fed since. Called at
        least once per `piece` seconds of a long story, it keeps `finish` quick.
        """
        with self._deciding:
            pending = self._take()
            if not self._spoken_since(pending):
                if pending.seconds >= self._piece:
                    self._settle_silence(pending)
                return self._transcript
            pending = self._settle(self._settle_at_pause(pending))
            words, ghosts = self._recognise(pending, weigh(pending))
            self._transcript = _transcript([*self._settled, *words], [*self._ghosts, *ghosts])
            self._heard = pending.end
            return self._transcript

    def finish(self) -> Transcript:
        """Decode all of it. The hearing stays open: a narrator who goes on is fed to the same one."""
        return self.peek()

    def _take(self) -> Sound:
        with self._feeding:
            waiting, self._waiting = self._waiting, []
        if waiting:
            if self._pending is None:
                self._heard = waiting[0].start
            self._pending = _joined(waiting if self._pending is None else [self._pending, *waiting])
        return self._pending or Sound(np.zeros(0, np.float32))

    def _settle(self, pending: Sound) -> Sound:
        piece = self._piece
        while pending.seconds >= piece:
            head = Sound(pending.samples[: int(piece * RATE)], pending.start)
            evidence = weigh(head)
            head = Sound(head.samples[: cut(evidence, piece) - head.start], head.start)
            words, ghosts = self._recognise(head, evidence)
            self._settled += words
            self._ghosts += ghosts
            # copied, or the tail would keep the whole story's samples alive
            pending = Sound(pending.samples[len(head.samples) :].copy(), head.end)
            self._pending, self._heard = pending, head.end
            self._transcript = _transcript(self._settled, self._ghosts)
        return pending

    def _settle_at_pause(self, pending: Sound) -> Sound:
        """They went on after the pause in which we last looked: what was made out before it stands."""
        if self._paused is None or self._heard - pending.start < self._paused * RATE:
            return pending
        place = pause_at(weigh(pending), self._heard)
        words = self._transcript.words
        if place is None or (words and words[-1].end * RATE > place):
            return pending
        self._settled, self._ghosts = list(self._transcript.words), list(self._transcript.dropped)
        rest = Sound(pending.samples[place - pending.start :].copy(), place)
        self._pending, self._heard = rest, max(self._heard, place)
        return rest

    def _settle_silence(self, pending: Sound) -> None:
        """A long silence after decoded words is the best place of all to cut, and costs nothing."""
        self._settled, self._ghosts = list(self._transcript.words), list(self._transcript.dropped)
        self._pending = Sound(pending.samples[-RATE:].copy(), pending.end - RATE)
        self._heard = pending.end

    def _spoken_since(self, pending: Sound) -> bool:
        """Is there anything audible that the last transcript does not hold?"""
        # Silero needs a moment of context to know a word by its beginning; whole frames of it, so
        # that none of them straddles the old sound and the new
        since = self._heard - FRAME * min(RATE // FRAME, (self._heard - pending.start) // FRAME)
        fresh = Sound(pending.samples[since - pending.start :], since)
        if fresh.end <= self._heard:
            return False
        evidence = weigh(fresh)
        if evidence.peak(self._heard / RATE + AFTERGLOW, fresh.end / RATE) >= AUDIBLE:
            return True
        until = self._heard / RATE
        loud = evidence.loudest(since / RATE, until) - FAINT
        return evidence.peak(until, until + AFTERGLOW, at_least=loud) >= AUDIBLE

    def _recognise(self, sound: Sound, evidence: Evidence) -> tuple[tuple[Word, ...], list[str]]:
        audible = evidence.last(AUDIBLE)
        if audible == evidence.start:
            return (), []
        end = min(len(sound.samples), audible + MARGIN - sound.start)
        part = Sound(sound.samples[:end], sound.start)
        guarded = guard(self._decode(part, (audible - sound.start) / RATE), evidence)
        words = tuple(_pinned(word, evidence) for word in guarded.words)
        return words, [_said(ghost) for ghost in guarded.ghosts]


def _joined(sounds: Sequence[Sound]) -> Sound:
    start = sounds[0].start
    samples = np.zeros(max(s.end for s in sounds) - start, np.float32)
    for sound in sounds:
        samples[sound.start - start : sound.end - start] = sound.samples
    return Sound(samples, start)


def _transcript(words: Sequence[Word], ghosts: Sequence[str]) -> Transcript:
    return Transcript(
        " ".join(word.text for word in words),
        tuple(words),
        float(np.mean([w.probability for w in words])) if words else 1.0,
        tuple(ghosts),
    )


def _pinned(word: Word, evidence: Evidence) -> Word:
    """Whisper stretches the first word after a pause over half of the pause."""
    start, end = evidence.pinned(word.start, word.end, AUDIBLE)
    return Word(word.text, start, end, word.probability)


def _said(ghost: Ghost) -> str:
    return f"{ghost.text}: {ghost.reason}"
