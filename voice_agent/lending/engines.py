"""What is lent: plain engines and what they are called. No server knows of it here, so that any may be put before it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from voice_agent.backends import Embedder, Transcriber, Voice
from voice_agent.errors import NotLent
from voice_agent.lending import refusals

T = TypeVar("T")


def nobody_talks() -> bool:
    """Where no talk is ever held: a machine that only lends."""
    return False


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

    language: str = "en"
    """What the recogniser hears and the voice speaks."""

    talking: Callable[[], bool] = nobody_talks
    """Does a narrator talk with this device now? They come first. Asked between any two pieces of work."""

    def ears(self) -> Transcriber:
        """The recogniser. Raises NotLent."""
        return _there(self.transcriber, "a recogniser")

    def mouth(self) -> Voice:
        """The voice. Raises NotLent."""
        return _there(self.voice, "a voice")

    def mind(self) -> Embedder:
        """The embedder. Raises NotLent."""
        return _there(self.embedder, "an embedder")

    def free(self) -> None:
        """Return where nobody talks. Raises NotLent."""
        if self.talking():
            raise refusals.talk_first()


def _there(engine: T | None, what: str) -> T:
    if engine is None:
        raise NotLent(
            f"This device does not lend {what}.",
            status=404,
            code="model_not_found",
            safe="Nothing was kept.",
            mend="GET /v1/models says what it lends.",
        )
    return engine
