"""Speech into text: one loaded recogniser for everybody, one Hearing for each utterance."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal, Protocol

import numpy as np

from voice_agent.backends import Transcript
from voice_agent.errors import EngineError, EngineUnavailable
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.speech.decoder import NO_GPU, Engine, FasterWhisper, Load, Place, find_gpu_fault
from voice_agent.speech.ghosts import Stretch
from voice_agent.speech.hearing import WhisperHearing
from voice_agent.speech.likely_names import holds, likely
from voice_agent.story import Word

Device = Literal["auto", "cpu", "cuda"]


class Whisper:
    """A loaded recogniser, shared between sessions and worker threads."""

    def __init__(
        self,
        model: Path | str,
        *,
        device: Device = "auto",
        threads: int = 2,
        beam: int = 1,
        language: str = "en",
        piece: float = 24.0,
        said_as: Mapping[str, str] = MappingProxyType({}),
        load: Load | None = None,
        gpu_fault: Callable[[str], str] | None = None,
    ) -> None:
        """Load `model`, a folder of CTranslate2 weights or, in the GPU profile, a hub name.

        `threads`: 0 is all cores. `beam` 1-10. `piece`: seconds, 8-29. `said_as`: names that are not said as they are
        written, and how they are. `gpu_fault` says why the graphics card cannot be used, "" when it can. Raises
        EngineUnavailable.
        """
        self._model, self._threads, self._load = str(model), threads, load or FasterWhisper
        self._beam, self._language, self.piece, self._said_as = beam, language, piece, said_as
        # one decode at a time: two at once on two cores finish later than one after the other, and
        # the archive pass must let the living conversation in between any two of its pieces
        self._turn = threading.Lock()
        self._device: Place = "cpu"
        fault = "" if device == "cpu" else (gpu_fault or find_gpu_fault)(self._model)
        if device != "cpu" and not fault:
            try:
                self._engine, self._device = self._load(self._model, "cuda", threads), "cuda"
            except (RuntimeError, ValueError, OSError) as error:
                fault = str(error)
        if self._device == "cpu":
            self._engine = self._load_on_cpu()
        self._fault = fault if device == "cuda" or fault != NO_GPU else ""

    @property
    def running_on(self) -> str:
        """Where speech is recognised: one sentence to show or say."""
        if self._device == "cuda":
            return "Speech is recognised on the graphics card."
        if self._fault:
            return (
                "The graphics card could not be used, so speech is recognised on the processor. "
                f"The reason: {self._fault.strip().rstrip('.')}."
            )
        return "Speech is recognised on the processor."

    @property
    def degraded(self) -> bool:
        """Was a graphics card wanted that could not be used?"""
        return self._device == "cpu" and bool(self._fault)

    def begin(
        self, *, beam: int | None = None, names: Sequence[str] = (), nearly: bool = False
    ) -> WhisperHearing:
        """Start a new utterance. `beam` 1-10; None: as constructed. `names`: see Engine; `nearly`: see `decode`."""
        width = beam or self._beam
        return WhisperHearing(
            lambda sound, until: self.decode(sound, until, width, names, nearly=nearly), self.piece
        )

    def decode(
        self,
        sound: Sound,
        until: float,
        beam: int,
        names: Sequence[str] = (),
        *,
        nearly: bool = False,
    ) -> list[Stretch]:
        """Decode at most 30 s, word times on the session's clock; see Engine. Raises EngineError.

        `nearly`: once more where what was heard sounds like some of `names`, for those alone; half of all utterances may be.
        """
        stretches = self._whole(sound, beam, until, names)
        # not under the lock: it takes up to a second of the processor
        if nearly and (meant := likely(stretches, names, self._said_as)):
            again = self._whole(sound, beam, until, meant)
            stretches = again if holds(again, meant) else stretches
        return [moved(stretch, sound.start / RATE) for stretch in stretches]

    def _whole(self, sound: Sound, beam: int, until: float, names: Sequence[str]) -> list[Stretch]:
        with self._turn:
            try:
                return self._decode(sound.samples, beam, until, names)
            except RuntimeError as error:
                raise EngineError("whisper", str(error), retryable=True) from error

    def _decode(
        self, samples: Samples, beam: int, until: float, names: Sequence[str]
    ) -> list[Stretch]:
        def decode() -> list[Stretch]:
            return self._engine.decode(
                samples, beam=beam, language=self._language, until=until, names=names
            )

        try:
            return decode()
        except RuntimeError as error:
            if self._device == "cpu":
                raise
            # a graphics card can be lost in mid-story (out of memory, driver); the story goes on
            self._fault, self._device = str(error), "cpu"
            self._engine = self._load_on_cpu()
            return decode()

    def _load_on_cpu(self) -> Engine:
        try:
            return self._load(self._model, "cpu", self._threads)
        except (RuntimeError, ValueError, OSError) as error:
            raise EngineUnavailable(
                "whisper",
                f"the speech recogniser in {self._model} cannot be loaded: {error}",
                retryable=False,
                safe="Nothing was recorded or lost.",
                mend="Run: voice-agent models verify",
            ) from error


class Attentive(Protocol):
    """A recogniser that can be told which names to listen for."""

    def begin(self, *, names: Sequence[str] = ()) -> WhisperHearing:
        """Start a new utterance. `names` may well be among what is said, the likeliest first."""
        ...


@dataclass(frozen=True, slots=True)
class ListeningFor:
    """A recogniser that knows the names of this life."""

    ears: Attentive
    names: Callable[[], Sequence[str]]
    """The likeliest first; asked for each utterance."""

    def begin(self) -> WhisperHearing:
        """Start a new utterance."""
        return self.ears.begin(names=self.names())


def archive_pass(
    whisper: Whisper,
    recording: Path,
    spans: Sequence[tuple[float, float]],
    *,
    beam: int = 5,
    names: Sequence[str] = (),
) -> Iterator[Transcript]:
    """Hear the narrator's recording again, more carefully; one Transcript for each of `spans`.

    `recording`: mono, RATE, its first sample is the session's first. `spans`: begin and end of each
    turn in seconds on the session's clock. Reads 20 s at a time, so a long turn costs no memory.
    Raises EngineError, and soundfile.LibsndfileError for a file that is no sound.
    """
    import soundfile

    with soundfile.SoundFile(recording) as file:
        for begin, end in spans:
            hearing = whisper.begin(beam=beam, names=names, nearly=True)
            place, last = int(begin * RATE), min(int(end * RATE), file.frames)
            while place < last:
                file.seek(place)
                samples = file.read(min(20 * RATE, last - place), dtype="float32")
                hearing.feed(Sound(np.asarray(samples, np.float32), place))
                hearing.settle()
                place += len(samples)
            yield hearing.finish()


def moved(stretch: Stretch, seconds: float) -> Stretch:
    """The same, so many seconds later."""
    words = tuple(
        Word(w.text, w.start + seconds, w.end + seconds, w.probability) for w in stretch.words
    )
    return Stretch(words, stretch.no_speech, stretch.log_probability, stretch.compression)
