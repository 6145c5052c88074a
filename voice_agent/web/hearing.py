"""A story, or one sentence of the book, as sound: the seconds of the recording in which it was told."""

import io
from pathlib import Path

import soundfile
from starlette.responses import Response

from voice_agent.archive import sound_track
from voice_agent.archive.sharing import Story
from voice_agent.errors import SoundFileError
from voice_agent.memory.claims import Mention
from voice_agent.sound import RATE
from voice_agent.story import Turn
from voice_agent.storybook import clips
from voice_agent.web.guard import Refused

AROUND = 0.2
"""Seconds before and after, so that the first and last sound are whole."""

BESIDE = 0.6
"""Seconds before and after a word: alone it is hard to understand."""


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
    return Response(out.getvalue(), media_type="audio/wav")
