"""Which engines are lent: those that a waiting device has loaded for its talks, or some that are loaded only for this."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from voice_agent import assemble
from voice_agent.archive import lock
from voice_agent.assemble.lean import few_heaps, give_back
from voice_agent.backends import Embedder, Hearing, Transcriber, Voice
from voice_agent.lending.engines import Attentive, Lent
from voice_agent.settings import Settings
from voice_agent.sound import Clip, Samples
from voice_agent.speech.pace import Calibration, Measured

T = TypeVar("T")


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
    """The engines that the talks of `corner` use, loaded when they or somebody else first need them. `talking`: is a talk held
    there; another program may hold one as well."""
    settings = corner.settings

    def either() -> bool:
        return talking() or lock.held(settings.state)

    return _called(settings, _Ears(corner), _Mouth(corner), _Mind(settings), either)


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
        attentive=True,
        language=settings.hearing.language,
        talking=talking,
    )


def _own(engine: T) -> T:
    """Ours behind one that another computer lends: lent on, two houses would ask each other in a circle."""
    return cast(T, getattr(engine, "own", engine))


@dataclass(frozen=True, slots=True)
class _Ears:
    corner: Corner

    def begin(self, *, names: Sequence[str] = ()) -> Hearing:
        return cast(Attentive, _own(self.corner.engines().transcriber)).begin(names=names)


@dataclass(frozen=True, slots=True)
class _Mouth:
    corner: Corner

    @property
    def name(self) -> str:
        return self._voice.name

    @property
    def rate(self) -> int:
        return cast(Measured, self._voice).rate

    @property
    def calibration(self) -> Calibration:
        return cast(Measured, self._voice).calibration

    def utter(self, phrase: str, stretch: float) -> Samples:
        return cast(Measured, self._voice).utter(phrase, stretch)

    def say(self, sentence: str, *, pace: float) -> Iterator[Clip]:
        return self._voice.say(sentence, pace=pace)

    @property
    def _voice(self) -> Voice:
        return _own(self.corner.engines().voice)


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
