"""Engines that stand elsewhere in the cluster, as the rest of the program knows engines.

What one replica is asked is whole in itself: thirty seconds of sound, a sentence, some texts. Whatever must be known from
one question to the next (where an utterance is cut, what of it is settled) stays at the door, so that any replica may answer.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.sound import Clip, Sound
from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.hearing import WhisperHearing

PIECE = 24.0
"""Seconds of an utterance that one replica hears at a time, about; `hearing.piece` of a house is the same."""

Ask = Callable[..., Any]
"""Ask some replica: what to do, then with what. Blocks. Raises EngineError."""


class FarTranscriber:
    """A Transcriber."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def begin(self, *, names: Sequence[str] = ()) -> WhisperHearing:
        """Start a new utterance. `names` may well be among what is said; they are forgotten with it."""
        return WhisperHearing(lambda sound, until: self._decode(sound, until, names), PIECE)

    def _decode(self, sound: Sound, until: float, names: Sequence[str]) -> list[Stretch]:
        # sixteen bits, as it was recorded: half of what numpy would send
        pcm = np.round(sound.samples * 32767).clip(-32768, 32767).astype("<i2").tobytes()
        return list(self._ask("decode", pcm, sound.start, until, [*names]))


class FarVoice:
    """A Voice."""

    def __init__(self, ask: Ask, name: str) -> None:
        self._ask, self._name = ask, name

    @property
    def name(self) -> str:
        """As the plan calls it."""
        return self._name

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        """Synthesise one clause or sentence. Raises EngineError."""
        yield from (
            Clip(samples, rate, text) for samples, rate, text in self._ask("say", sentence, pace)
        )


class FarEmbedder:
    """An Embedder."""

    def __init__(self, ask: Ask, size: int) -> None:
        """`size`: of its vectors; known, so that nobody need be asked for it from within a loop."""
        self._ask, self._size = ask, size

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self._size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows. Raises EngineError."""
        if not texts:
            return np.zeros((0, self.size), np.float32)
        return np.asarray(self._ask("embed", [*texts]), np.float32)
