"""What we ask of an engine. Small shapes; nothing to inherit from.

Engines are loaded once and shared; what belongs to one utterance is a separate object (wyoming's
best idea). Unless it says `async`, a call blocks and is driven from a worker thread.
"""

from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from voice_agent.sound import Clip, Samples, Sound
from voice_agent.story import Feeling, Word

JsonSchema = Mapping[str, Any]
"""A JSON Schema object."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What the recogniser believes was said."""

    text: str
    words: tuple[Word, ...] = ()
    """With times on the session's clock (the sounds fed carry their place on it)."""

    confidence: float = 1.0
    """Mean word probability in [0, 1]."""

    dropped: tuple[str, ...] = ()
    """Text the ghost guard refused, with its reason after a colon; for the journal's counts only."""

    def only(self, words: tuple[Word, ...]) -> "Transcript":
        """The same with only some of its words."""
        sure = sum(word.probability for word in words) / len(words) if words else 1.0
        return Transcript(" ".join(word.text for word in words), words, sure, self.dropped)


class Hearing(Protocol):
    """One utterance being recognised."""

    def feed(self, sound: Sound) -> None:
        """Take in more sound, in order. Cheap; never decodes. No cap on the total length."""
        ...

    def peek(self) -> Transcript:
        """Decode what there is so far. Without side effects on the outcome of `finish`, except that

        work done here is reused. Raises EngineError.
        """
        ...

    def finish(self) -> Transcript:
        """Decode all of it. If nothing was fed since the last `peek`, returns at once."""
        ...


class Transcriber(Protocol):
    """A loaded recogniser, shared between sessions."""

    def begin(self) -> Hearing:
        """Start a new utterance."""
        ...


class SpeechDetector(Protocol):
    """Is somebody speaking in this frame? Keeps state: one per session, frames in order."""

    def probability(self, frame: Sound) -> float:
        """Probability in [0, 1] that `frame` (FRAME samples) holds speech. A millisecond or two."""
        ...

    def reset(self) -> None:
        """Forget all earlier frames."""
        ...


class TurnEndModel(Protocol):
    """Did that sound like the end of what somebody wanted to say?"""

    def finished(self, sound: Sound) -> float:
        """Probability in [0, 1] that the turn ends here, from the last 8 s of `sound`."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class VoiceLook:
    """A voice during 1.6 s of speech."""

    begin: float
    """Seconds on the session's clock."""

    end: float
    """Seconds on the session's clock; pauses in between make the look longer than 1.6 s."""

    embedding: NDArray[np.float32]
    """Shape (256,), unit length."""


class SpeakerEncoder(Protocol):
    """Whose voice is this?"""

    def looks(self, sound: Sound) -> Sequence[VoiceLook]:
        """One for every 0.8 s of speech in `sound`, in order; none below 1.6 s of speech."""
        ...

    def embed(self, sound: Sound) -> NDArray[np.float32]:
        """Return shape (256,), unit length, for at least 1.6 s of speech."""
        ...


class EchoCanceller(Protocol):
    """Takes our own voice out of the microphone. Keeps state: one per session."""

    def cancel(self, near: Samples, far: Samples) -> Samples:
        """`near` is the microphone, `far` what the loudspeaker played, both (n,) with n a multiple of

        160; returns (n,).
        """
        ...


class Voice(Protocol):
    """A loaded voice."""

    @property
    def name(self) -> str:
        """Stable, for cache keys: engine, weights, version."""
        ...

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        """Synthesise one clause or sentence at `pace` words a minute (60-240), a chunk at a time.

        `sentence` is speakable already (see speech/wording.py). Raises EngineError.
        """
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """One line of a prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Health:
    """Is the engine there, and what is it?"""

    well: bool
    says: str
    """One sentence for a person; what to do when not well."""


class LanguageModel(Protocol):
    """Chooses words, never what is true."""

    @property
    def name(self) -> str:
        """Engine and model, e.g. 'ollama qwen3.5:9b'."""
        ...

    def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        """Yield text as it is written, at most `limit` tokens. Raises EngineError. Cancellable.

        With a `schema` (of an object) the text is that of one JSON object and nothing round it; the engine is held to the
        schema where it can be, but nothing is parsed: whoever asks checks what comes.
        Consume it under `aclosing`: closing it stops the engine's work on it.
        """
        ...

    async def read(self, messages: Sequence[Message]) -> None:
        """Read the beginning of a prompt that will be asked soon, so that it need not be read then.

        Never raises an EngineError. Given up as soon as somebody waits for a reply. Cancellable.
        """
        ...

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        """Return an object that satisfies `schema`. Raises EngineError when it will not."""
        ...

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        """Probability of each of `choices` as the next words; sums to 1. Raises EngineError."""
        ...

    async def health(self) -> Health:
        """Never raises; answers within two seconds."""
        ...


class Embedder(Protocol):
    """Meaning as a vector."""

    @property
    def size(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows. 5-12 CPU ms a sentence."""
        ...


class EmotionReader(Protocol):
    """How something was told, as far as its words show it."""

    @property
    def name(self) -> str:
        """Engine and weights, e.g. 'emotion head 2026.11'."""
        ...

    def read(self, texts: Sequence[str]) -> Sequence[Feeling]:
        """Return one feeling for each of `texts`, in order; an empty text is neutral.

        At most 30 CPU ms an utterance. Raises EngineError. Safe to call from several threads.
        """
        ...


class KindReader(Protocol):
    """Which of a few kinds something that was said is."""

    @property
    def bars(self) -> Mapping[str, float]:
        """From which share each kind is believed, and whatever else its user says."""
        ...

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """Return, for each sentence, kind -> probability. Some 25 to 65 CPU ms each. Safe to call from several threads."""
        ...


class Notifier(Protocol):
    """Takes a message out of the house."""

    def send(self, address: str, title: str, text: str) -> bool:
        """Deliver the message; True only where it was taken. Blocking, some seconds; raises nothing."""
        ...
