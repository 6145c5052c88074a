"""A transcript in the forms that programs ask for: JSON, plain text, subtitles."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from voice_agent.backends import Transcript
from voice_agent.story import Word

PAUSE = 1.0
"""Seconds between two words at which a segment ends. A guess."""

LONGEST = 12
"""Words of a segment, so that subtitles fit. A guess; a sentence that ends sooner ends it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Some words that belong together."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(word.text for word in self.words)

    @property
    def start(self) -> float:
        """Seconds."""
        return self.words[0].start

    @property
    def end(self) -> float:
        """Seconds."""
        return max(self.words[-1].end, self.start)


def segments(transcript: Transcript) -> list[Segment]:
    """Cut at the ends of sentences, in pauses, and where it would be too long."""
    return [Segment(tuple(each)) for each in _cut(transcript.words)]


def _cut(words: tuple[Word, ...]) -> Iterator[list[Word]]:
    held = list[Word]()
    for word in words:
        if held and (
            held[-1].text.endswith((".", "?", "!"))
            or word.start - held[-1].end > PAUSE
            or len(held) >= LONGEST
        ):
            yield held
            held = []
        held.append(word)
    if held:
        yield held


def verbose(
    transcript: Transcript, seconds: float, language: str, *, words: bool
) -> dict[str, Any]:
    """All that is known: segments and, where wanted, every word with its time."""
    found: dict[str, Any] = {
        "task": "transcribe",
        "language": language,
        "duration": round(seconds, 3),
        "text": transcript.text,
        "segments": [_segment(number, each) for number, each in enumerate(segments(transcript))],
    }
    if words:
        found["words"] = [
            {
                "word": word.text,
                "start": round(word.start, 3),
                "end": round(word.end, 3),
                "probability": round(word.probability, 4),
            }
            for word in transcript.words
        ]
    return found


def _segment(number: int, segment: Segment) -> dict[str, Any]:
    sure = [math.log(max(word.probability, 1e-6)) for word in segment.words]
    return {
        "id": number,
        "start": round(segment.start, 3),
        "end": round(segment.end, 3),
        "text": segment.text,
        "avg_logprob": round(sum(sure) / len(sure), 4),
    }


def srt(transcript: Transcript) -> str:
    """As SubRip has it."""
    return "\n".join(
        f"{number}\n{_time(each.start, ',')} --> {_time(each.end, ',')}\n{each.text}\n"
        for number, each in enumerate(segments(transcript), 1)
    )


def vtt(transcript: Transcript) -> str:
    """As WebVTT has it."""
    # an arrow or a tag in the text would be read as one
    lines = (
        f"{_time(each.start, '.')} --> {_time(each.end, '.')}\n{_plain(each.text)}\n"
        for each in segments(transcript)
    )
    return "\n".join(["WEBVTT\n", *lines])


def _plain(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _time(seconds: float, point: str) -> str:
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}{point}{rest % 1000:03}"
