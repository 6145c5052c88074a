"""A story, or one sentence of the book, as sound: the seconds of the recording in which it was told."""

import io
import re
from pathlib import Path
from typing import NamedTuple

import soundfile
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from voice_agent.archive import session_tables, sound_track
from voice_agent.archive.session_tables import Read
from voice_agent.archive.sharing import Story
from voice_agent.errors import SoundFileError
from voice_agent.memory.claims import Mention, Part, cite
from voice_agent.memory.clauses import sentences
from voice_agent.sound import RATE
from voice_agent.story import Turn
from voice_agent.storybook import clips
from voice_agent.web.guard import Refused

AROUND = 0.2
"""Seconds before and after, so that the first and last sound are whole."""

BESIDE = 0.6
"""Seconds before and after a word: alone it is hard to understand."""


class Line(NamedTuple):
    """One sentence of a story, as it was heard."""

    text: str
    at: float
    """Seconds from the beginning of the story's sound."""


class Wav(Response):
    """A sound, whole, or the bytes of it that a browser asks for: without those none can go back in it, and some play nothing."""

    media_type = "audio/wav"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        self.headers["Accept-Ranges"] = "bytes"
        whole = len(self.body)
        asked = re.fullmatch(r"bytes=(\d{1,12})-(\d{0,12})", Headers(scope=scope).get("range", ""))
        first = int(asked[1]) if asked else 0
        if asked and first < whole:
            last = min(int(asked[2]) if asked[2] else whole - 1, whole - 1)
            if first <= last:
                self.status_code, self.body = 206, bytes(self.body[first : last + 1])
                self.headers["Content-Range"] = f"bytes {first}-{last}/{whole}"
                self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def lines(read: Read, state: Path, story: Story) -> list[list[Line]]:
    """The sentences of what was said, by paragraph, with the moment of each; empty where it cannot be heard."""
    if not there(state, story):
        return []
    told = session_tables.turn(read, story.session, story.turn)
    if told is None or told.text != story.heard:
        return []
    began, found, at = max(0.0, story.began - AROUND), list[list[Line]](), 0
    for line in story.heard.splitlines(keepends=True):
        spans = [(at + a, at + b) for a, b in sentences(line)]
        places = [cite(told, a, b, Part.WHAT).began or told.began for a, b in spans]
        found.append(
            [
                Line(told.text[a:b], max(0.0, round(place - began - AROUND, 2)))
                for (a, b), place in zip(spans, places, strict=True)
            ]
        )
        at += len(line)
    return [each for each in found if each]


def there(state: Path, story: Story) -> bool:
    """Was it said aloud, and its sound kept?"""
    track = state / "sessions" / story.session / "narrator.wav"
    return not story.written and track.is_file()


def wav(state: Path, story: Story) -> Response:
    """WAV of one story. Raises Refused where it was never spoken, or its sound was not kept."""
    return _cut(state, story.session, max(0.0, story.began - AROUND), story.ended + AROUND)


def part(state: Path, story: Story, began: float, ended: float) -> Response:
    """WAV of some words of it, seconds of the session. Raises Refused as `wav` does, and where they are not its own."""
    if not story.began - 1 <= began < ended <= story.ended + 1:
        raise Refused(404, "Those words are not in this story.")
    return _cut(state, story.session, max(0.0, began - BESIDE), ended + BESIDE)


def sentence(state: Path, span: Mention, turn: Turn) -> Response:
    """WAV of one sentence, with no word before or after it. Raises Refused where its sound was not kept."""
    return _cut(state, span.session, *clips.edges(turn, span))


def _cut(state: Path, session: str, began: float, ended: float) -> Response:
    track = state / "sessions" / session / "narrator.wav"
    try:
        sound = sound_track.read(track, round(began * RATE), round(ended * RATE))
    except SoundFileError:
        raise Refused(404, "The sound of this story was not kept.") from None
    out = io.BytesIO()
    soundfile.write(out, sound.samples, RATE, format="WAV", subtype="PCM_16")
    return Wav(out.getvalue())
