"""A story as sound: the seconds of the recording in which it was told."""

import io
from pathlib import Path

import soundfile
from starlette.responses import Response

from voice_agent.archive import sound_track
from voice_agent.archive.sharing import Story
from voice_agent.errors import SoundFileError
from voice_agent.sound import RATE
from voice_agent.web.guard import Refused

AROUND = 0.2
"""Seconds before and after, so that the first and last sound are whole."""


def wav(state: Path, story: Story) -> Response:
    """WAV of one story. Raises Refused where it was never spoken, or its sound was not kept."""
    track = state / "sessions" / story.session / "narrator.wav"
    try:
        sound = sound_track.read(
            track,
            max(0, round((story.began - AROUND) * RATE)),
            round((story.ended + AROUND) * RATE),
        )
    except SoundFileError:
        raise Refused(404, "The sound of this story was not kept.") from None
    out = io.BytesIO()
    soundfile.write(out, sound.samples, RATE, format="WAV", subtype="PCM_16")
    return Response(out.getvalue(), media_type="audio/wav")
