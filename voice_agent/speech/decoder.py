"""The recogniser itself: faster-whisper, on the graphics card where that really works, else on the processor."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Protocol

from voice_agent.sound import Samples
from voice_agent.speech.ghosts import Stretch
from voice_agent.story import Word

Place = Literal["cpu", "cuda"]


class Engine(Protocol):
    """A loaded recogniser that hears at most 30 s at once."""

    def decode(
        self,
        samples: Samples,
        *,
        beam: int,
        language: str,
        until: float,
        names: Sequence[str] = (),
    ) -> list[Stretch]:
        """Return what was said, times in seconds from the first sample. Raises RuntimeError.

        Nothing audible comes after `until` seconds: what remains then need not be decoded. `names` may well be among
        what was said, the likeliest first; as many are listened for as there is room.
        """
        ...


Load = Callable[[str, Place, int], Engine]
"""Model (folder or hub name), device, CPU threads. Raises RuntimeError, ValueError or OSError."""


class FasterWhisper:
    """faster-whisper behind `Engine`: float16 on a graphics card, int8 on the processor."""

    def __init__(self, model: str, device: Place, threads: int) -> None:
        """Load it. Raises RuntimeError, ValueError or OSError."""
        import ctranslate2  # 0.4 s, with what follows
        from faster_whisper import WhisperModel

        # what is hard to hear is heard again with dice (temperature fallback): the same throws each
        # time, so that a talk can be held again
        ctranslate2.set_random_seed(7)
        self._model = WhisperModel(
            model,
            device=device,
            compute_type="float16" if device == "cuda" else "int8",
            cpu_threads=threads,
        )
        self._fits = dict[tuple[str, ...], str]()

    def decode(
        self,
        samples: Samples,
        *,
        beam: int,
        language: str,
        until: float,
        names: Sequence[str] = (),
    ) -> list[Stretch]:
        """Decode at most 30 s. Word times cost about 5 % (measured), so they are always there."""
        segments, _ = self._model.transcribe(
            samples,
            language=language,
            beam_size=beam,
            word_timestamps=True,
            condition_on_previous_text=False,  # one ghost would call forth the next
            hotwords=self._fitting(tuple(names)) or None,
        )
        stretches: list[Stretch] = []
        for segment in segments:
            words = _words((w.word, w.start, w.end, w.probability) for w in segment.words or ())
            stretches.append(
                Stretch(
                    words, segment.no_speech_prob, segment.avg_logprob, segment.compression_ratio
                )
            )
            # whatever is left is silence; asking on would encode another 30 s of it
            if words and words[-1].end >= until - 0.5:
                break
        return stretches

    def _fitting(self, names: tuple[str, ...]) -> str:
        """As many of `names` as there is room for, as one text."""
        if names not in self._fits:
            fits, room = list[str](), NAMES
            for name in names:
                room -= len(self._model.hf_tokenizer.encode(f" {name},").ids)
                if room < 0:
                    break
                fits.append(name)
            self._fits = {names: ", ".join(fits)}  # they change from talk to talk
        return self._fits[names]


NAMES = 200
"""Tokens that names may take: the recogniser has 224 for what came before."""

NO_GPU = "there is no graphics card that can do it"


def find_gpu_fault(model: str) -> str:
    """Decode one second on the graphics card, in a process of its own; return why it fails, or "".

    In its own process because a missing cuDNN does not raise: it ends the process.
    """
    import ctranslate2

    if ctranslate2.get_cuda_device_count() == 0:
        return NO_GPU
    trial = (
        "import sys, numpy\n"
        "from voice_agent.speech.decoder import FasterWhisper\n"
        "engine = FasterWhisper(sys.argv[1], 'cuda', 1)\n"
        "engine.decode(numpy.zeros(16000, 'float32'), beam=1, language='en', until=1.0)\n"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", trial, model],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "it did not answer within five minutes"
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"the trial ended with code {done.returncode}"


def _words(raw: Iterator[tuple[str, float, float, float]]) -> tuple[Word, ...]:
    """Join what belongs together: Whisper gives "well" and "-known" as two."""
    words: list[Word] = []
    for text, start, end, probability in raw:
        bare = text.strip()
        if words and bare and not text.startswith(" "):
            last = words[-1]
            words[-1] = Word(
                last.text + bare, last.start, float(end), min(last.probability, float(probability))
            )
        elif bare:
            words.append(Word(bare, float(start), float(end), float(probability)))
    return tuple(words)
