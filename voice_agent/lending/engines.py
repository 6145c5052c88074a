"""What is lent: plain engines and what they are called. No server knows of it here, so that any may be put before it.

The one who tells their life to this device comes first: work for others is done in small pieces, one at a time, and none is
begun while somebody talks. So a talk that begins never waits for more than one piece.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol, TypeVar

from voice_agent.backends import Embedder, Hearing, Transcriber, Voice
from voice_agent.errors import NotLent
from voice_agent.lending import refusals

T = TypeVar("T")


def nobody_talks() -> bool:
    """Where no talk is ever held: a machine that only lends."""
    return False


class Attentive(Protocol):
    """A recogniser that can be told which names may well be said, the likeliest first."""

    def begin(self, *, names: Sequence[str] = ()) -> Hearing:
        """Start a new utterance."""
        ...


@dataclass(frozen=True, slots=True)
class Lent:
    """Engines for others. What is None is not lent here, and whoever asks for it is told so."""

    transcriber: Transcriber | None = None
    """As loaded, without the names of a life: what one narrator is listened for is nobody else's."""

    voice: Voice | None = None
    embedder: Embedder | None = None

    hears_as: str = "recogniser"
    """What the recogniser is called by whoever asks for it by name."""

    speaks_as: str = "voice"
    means_as: str = "embedder"

    attentive: bool = False
    """Is the recogniser Attentive? Then it listens for the names that whoever asks sends along, for that once."""

    language: str = "en"
    """What the recogniser hears and the voice speaks."""

    talking: Callable[[], bool] = nobody_talks
    """Does a narrator talk with this device now? Asked before every piece of work."""

    _one: Lock = field(default_factory=Lock, compare=False, repr=False)
    # held during a piece of work: of several that waited for the engines, a talk would come after all

    def ears(self) -> Transcriber:
        """The recogniser. Raises NotLent."""
        return _there(self.transcriber, "a recogniser")

    def mouth(self) -> Voice:
        """The voice. Raises NotLent."""
        return _there(self.voice, "a voice")

    def mind(self) -> Embedder:
        """The embedder. Raises NotLent."""
        return _there(self.embedder, "an embedder")

    def understands(self, language: str) -> None:
        """Return where `language` ("en", "en-GB") is that of the engines, or "". Raises NotLent."""
        if language and language.lower().replace("_", "-").partition("-")[0] != self.language:
            raise refusals.unclear(
                f"This device hears and speaks “{self.language}” only.",
                param="language",
                mend="Name that language, or none.",
            )

    def free(self) -> None:
        """Return where nobody talks. Raises NotLent."""
        if self.talking():
            raise refusals.talk_first()

    @contextmanager
    def piece(self) -> Generator[None]:
        """Do one piece of work, when the one before it is done. Blocking; raises NotLent while somebody talks."""
        with self._one:
            self.free()
            yield

    @property
    def names(self) -> tuple[str, ...]:
        """What is lent, by name."""
        engines = (
            (self.transcriber, self.hears_as),
            (self.voice, self.speaks_as),
            (self.embedder, self.means_as),
        )
        return tuple(name for engine, name in engines if engine is not None)


def _there(engine: T | None, what: str) -> T:
    if engine is None:
        raise NotLent(
            f"This device does not lend {what}.",
            status=404,
            code="model_not_found",
            safe=refusals.KEPT,
        )
    return engine
