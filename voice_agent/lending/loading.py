"""Which engines are lent: those that a waiting device has loaded for its talks, or some that are loaded only for this."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from voice_agent import assemble
from voice_agent.archive import lock
from voice_agent.assemble.lean import few_heaps, give_back
from voice_agent.backends import Embedder, Hearing, Transcriber, Voice
from voice_agent.lending.engines import Lent
from voice_agent.settings import Settings
from voice_agent.sound import Clip


def by_itself(settings: Settings, tell: Callable[[str], None]) -> Lent:
    """Engines of its own; a talk is one that another program holds on this device. Raises ModelError, EngineUnavailable."""
    few_heaps()
    ears = assemble.load_recogniser(settings)
    tell(ears.running_on)
    lent = _called(
        settings,
        ears,
        assemble.load_voice(settings, settings.speaking.voice),
        assemble.load_embedder(settings),
        partial(lock.held, settings.state),
    )
    give_back()
    return lent


class Corner(Protocol):
    """Where a device waits: the engines of its talks, and the settings that hold."""

    def engines(self) -> assemble.Engines:
        """Loaded on first use. Raises ModelError, EngineError."""
        ...

    @property
    def settings(self) -> Settings:
        """Those in force."""
        ...


def beside_talks(corner: Corner, talking: Callable[[], bool]) -> Lent:
    """The engines that the talks of `corner` use, loaded when they or somebody else first need them."""
    settings = corner.settings
    return _called(settings, _Ears(corner), _Mouth(corner), _Mind(settings), talking)


def _called(
    settings: Settings,
    ears: Transcriber,
    mouth: Voice,
    mind: Embedder,
    talking: Callable[[], bool],
) -> Lent:
    return Lent(
        ears,
        mouth,
        mind,
        hears_as=settings.hearing.model,
        speaks_as=settings.speaking.voice,
        means_as=settings.memory.embedder,
        language=settings.hearing.language,
        talking=talking,
    )


@dataclass(frozen=True, slots=True)
class _Ears:
    corner: Corner

    def begin(self) -> Hearing:
        return self.corner.engines().transcriber.begin()


@dataclass(frozen=True, slots=True)
class _Mouth:
    corner: Corner

    @property
    def name(self) -> str:
        return self.corner.engines().voice.name

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        return self.corner.engines().voice.say(sentence, pace=pace)


@dataclass(slots=True)
class _Mind:
    """The embedder: talks load one of their own each time."""

    settings: Settings
    _one: Lock = field(default_factory=Lock)  # guards the loading
    _loaded: Embedder | None = None

    @property
    def size(self) -> int:
        return self._there().size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._there().embed(texts)

    def _there(self) -> Embedder:
        with self._one:
            if self._loaded is None:
                self._loaded = assemble.load_embedder(self.settings)
            return self._loaded
