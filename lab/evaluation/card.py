"""What runs on a graphics card, part by part: does it run, how quickly, and does it say what the processor says?

Each part is tried on `device` and on the processor, one after the other; what cannot run says why. With `device` "cpu" both
are the processor: then the page shows that the script runs, and no figure speaks of a card.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

import numpy as np

from voice_agent import weights
from voice_agent.errors import VoiceAgentError
from voice_agent.measuring.wer import errors
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Samples

Device = Literal["cuda", "cpu"]

SENTENCES = (
    "I was born above the bakery in 1938, and the smell of bread has never left me.",
    "My brother was lost at sea, and my mother laid his place at table for a year.",
    "We danced until they put the chairs up, and then we walked home along the river.",
    "I was so angry that I could not speak.",
)


@dataclass(frozen=True, slots=True)
class Tried:
    """One part, on one device."""

    seconds: float
    """Of one pass, after one that is not counted."""

    result: Any
    note: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the program on the card and on the processor."""

    name: str
    card: Tried | None
    processor: Tried | None
    same: str
    """How far the results agree; "" where one of them is missing."""

    why_not: str = ""

    def as_row(self) -> dict[str, str]:
        """For a table."""
        return {
            "part": self.name,
            "card": f"{self.card.seconds:.3f} s" if self.card else "not run",
            "processor": f"{self.processor.seconds:.3f} s" if self.processor else "not run",
            "agree": self.same or "–",
            "note": self.why_not or (self.card.note if self.card else ""),
        }


def parts(settings: Settings, device: Device, clips: Sequence[Samples]) -> Iterator[Part]:
    """Try each part. A minute on a processor."""
    yield _decode(settings, device)
    yield _part("recogniser", lambda on: _recogniser(settings, on, clips), device, _words)
    yield _part("emotion classifier", _classifier, device, _numbers)
    yield _part("network of meanings", lambda on: _meanings(settings, on), device, _numbers)
    yield _part("embedded language model", lambda on: _model(settings, on), device, _text)


def _part(
    name: str,
    run: Callable[[Device], Tried],
    device: Device,
    agree: Callable[[Any, Any], str],
) -> Part:
    tried, why = dict[str, Tried](), ""
    devices: dict[str, Device] = {"processor": "cpu", "card": device}
    for key, on in devices.items():
        try:
            tried[key] = run(on)
        # a library without a card raises whatever it likes, and the next part is tried all the same
        except (VoiceAgentError, RuntimeError, ValueError, OSError, ImportError) as error:
            why = f"{on}: {' '.join(str(error).split())[:160]}"
    both = len(tried) == 2
    same = agree(tried["card"].result, tried["processor"].result) if both else ""
    return Part(name, tried.get("card"), tried.get("processor"), same, why)


def _decode(settings: Settings, device: Device) -> Part:
    """`voice-agent doctor`'s: one second, in a process of its own."""
    from voice_agent.speech.decoder import find_gpu_fault

    model = str(weights.find(settings.weights, settings.hearing.model))
    began = time.perf_counter()
    fault = find_gpu_fault(model) if device == "cuda" else "asked for the processor"
    took = Tried(time.perf_counter() - began, fault)
    return Part("doctor's decode", None if fault else took, None, "", fault)


def _timed(work: Callable[[], Any], note: str = "") -> Tried:
    work()
    began = time.perf_counter()
    result = work()
    return Tried(time.perf_counter() - began, result, note)


def _recogniser(settings: Settings, on: Device, clips: Sequence[Samples]) -> Tried:
    from voice_agent.speech.decoder import FasterWhisper

    folder = str(weights.find(settings.weights, settings.hearing.model))
    engine = FasterWhisper(folder, on, 2)

    def hear() -> str:
        heard = [
            engine.decode(clip, beam=5, language="en", until=len(clip) / RATE) for clip in clips
        ]
        return " ".join(w.text for stretches in heard for s in stretches for w in s.words)

    seconds = sum(len(clip) for clip in clips) / RATE
    return _timed(hear, f"{seconds:.0f} s of speech, {'float16' if on == 'cuda' else 'int8'}")


def _classifier(on: Device) -> Tried:
    """The size and shape of the classifier that home-gpu names, with weights that mean nothing: only the numbers count."""
    import torch
    from transformers import RobertaConfig, RobertaForSequenceClassification

    torch.manual_seed(7)
    config: Any = RobertaConfig()
    config.num_labels = 11
    model: Any = RobertaForSequenceClassification(config).eval()
    model.to(on)
    pieces = torch.randint(
        5, 50_000, (len(SENTENCES), 24), generator=torch.Generator().manual_seed(7)
    )

    def read() -> Any:
        with torch.inference_mode():
            return model(pieces.to(on)).logits.float().cpu().numpy()

    return _timed(read, "weights drawn, not learned")


def _meanings(settings: Settings, on: Device) -> Tried:
    from voice_agent.language.embedding import MiniLM

    folder = weights.find(settings.weights, settings.memory.embedder)
    network = MiniLM(folder, card=on == "cuda")
    return _timed(lambda: network.embed(SENTENCES), f"{len(SENTENCES)} sentences")


def _model(settings: Settings, on: Device) -> Tried:
    import anyio

    from voice_agent.backends import Message
    from voice_agent.language.llamacpp import EmbeddedServer
    from voice_agent.language.writer import Asked

    folder = weights.find(settings.weights, "smollm2")
    server = EmbeddedServer(folder, context=512, card=on == "cuda")
    library: Any = import_module("xllamacpp")
    if on == "cuda" and len(library.get_device_info()) < 2:
        server.close()
        raise ValueError("this xllamacpp knows no graphics card")
    asked = Asked((Message("user", "Say in one sentence what bread is."),), limit=24)

    async def answer() -> str:
        return "".join([part.text async for part in server.chat(asked)])

    try:
        return _timed(lambda: anyio.run(answer), "24 tokens")
    finally:
        server.close()


def _words(one: str, other: str) -> str:
    wrong = errors(other, one)
    return f"{wrong.words - wrong.wrong} of {wrong.words} words"


def _numbers(one: Any, other: Any) -> str:
    return f"differ by {float(np.abs(one - other).max()):.1e} at most"


def _text(one: str, other: str) -> str:
    return "the same text" if one == other else "another text"
