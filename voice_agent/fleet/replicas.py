"""What one replica does: it hears, speaks or understands, and forgets.

Plain objects that know nothing of Ray. Nothing that was said is kept between two calls, and no error quotes it: of what goes
wrong only its kind is told, for a traceback ends in a log.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_agent import weights
from voice_agent.backends import Embedder, Voice
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.fleet.plan import Embeddings, Recognition, Speech
from voice_agent.sound import Samples, Sound
from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.whisper import Whisper

IN_A_ROW = 3
"""Failures one after the other by which a replica is taken for ill, and replaced. A guess."""


class Failed(RuntimeError):
    """What a replica could not do, in words that may stand in a log; one text, so that it travels between computers."""


class Replica:
    """One engine, and how often in a row it has failed."""

    def __init__(self, engine: str) -> None:
        self._engine, self._failed = engine, 0

    @contextmanager
    def working(self) -> Generator[None]:
        """Turn whatever goes wrong into Failed: without a word of what was said, and without its cause."""
        try:
            yield
        except (
            EngineError,
            RuntimeError,
            ValueError,
            TypeError,
            LookupError,
            MemoryError,
        ) as error:
            self._failed += 1
            raise Failed(f"{self._engine} failed ({type(error).__name__})") from None
        else:
            self._failed = 0

    def check_health(self) -> None:
        """Asked by the cluster every few seconds. Raises Failed."""
        if self._failed >= IN_A_ROW:
            raise Failed(f"{self._engine} has failed {self._failed} times in a row")


class Recogniser(Replica):
    """Hears up to thirty seconds."""

    def __init__(self, load: Callable[[], Whisper], beam: int) -> None:
        """`load` raises ModelError, EngineUnavailable."""
        super().__init__("recognition")
        self._whisper, self._beam = load(), beam

    def decode(
        self, pcm: bytes, start: int, until: float, names: Sequence[str] = ()
    ) -> list[Stretch]:
        """What was said in `pcm`, 16-bit mono at 16 kHz, times on a clock that is at `start` samples. Raises Failed.

        Nothing audible comes after `until` seconds.
        """
        with self.working():
            samples = np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32767)
            return self._whisper.decode(Sound(samples, start), until, self._beam, names)


class Speaker(Replica):
    """Says a sentence."""

    def __init__(self, load: Callable[[], Voice]) -> None:
        """`load` raises ModelError, EngineUnavailable."""
        super().__init__("speech")
        self._voice = load()

    def say(self, sentence: str, pace: float) -> list[tuple[Samples, int, str]]:
        """Samples, their rate and their words, phrase by phrase, at `pace` words a minute. Raises Failed."""
        with self.working():
            clips = self._voice.say(sentence, pace=pace)
            return [(clip.samples, clip.rate, clip.text) for clip in clips]


class Understander(Replica):
    """Turns texts into vectors."""

    def __init__(self, load: Callable[[], Embedder]) -> None:
        """`load` raises ModelError, EngineUnavailable."""
        super().__init__("embeddings")
        self._embedder = load()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows. Raises Failed."""
        with self.working():
            return self._embedder.embed(texts)


def whisper(wants: Recognition, folder: Path) -> Whisper:
    """Load the recogniser from the `folder` of weights. Raises ModelError, EngineUnavailable."""
    loaded = Whisper(
        weights.find(folder, wants.weights),
        device="cuda" if wants.cards else "cpu",
        threads=max(1, round(wants.cores)),
        beam=wants.beam,
        language=wants.language,
    )
    if loaded.degraded:
        # on a processor it would answer ten times later: better that the cluster says so and tries another computer
        raise EngineUnavailable("recognition", loaded.running_on, retryable=False)
    return loaded


def voice(wants: Speech, folder: Path) -> Voice:
    """Load the voice. Raises ModelError, EngineUnavailable."""
    if wants.voice.startswith("hibari"):
        from voice_agent.speech.hibari import Heart

        return Heart(threads=max(1, round(wants.cores)))
    from voice_agent.speech.piper import Piper

    return Piper(weights.find(folder, wants.voice))


def embedder(wants: Embeddings, folder: Path) -> Embedder:
    """Load it. Raises ModelError, EngineUnavailable, ValueError without a card where one is wanted."""
    from voice_agent.language.embedding import MiniLM

    at = weights.find(folder, wants.weights)
    return MiniLM(at, threads=max(1, round(wants.cores)), card=wants.cards > 0)
