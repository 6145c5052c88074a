"""Sounds of ours kept on disk between sessions: a cache that may be deleted or damaged at any time.

Files are written whole or not at all and readable by their owner only. What cannot be read is simply
not there; what cannot be written is made again next time.
"""

import hashlib
import io
import os
import tempfile
from pathlib import Path

import numpy as np
import soundfile

from voice_agent.sound import Clip

DIGITS = 24
"""Hexadecimal digits of a file's name; no two of a few hundred sounds meet in them."""


class Kept:
    """A folder of clips by key."""

    def __init__(self, folder: Path) -> None:
        """`folder` is made, for its owner only, when something is first kept."""
        self._folder = folder

    def get(self, key: str, text: str) -> Clip | None:
        """Return the clip kept under `key`, its words being `text`; None where there is none."""
        try:
            read, rate = soundfile.read(io.BytesIO(self._file(key).read_bytes()), dtype="float32")
        except (OSError, soundfile.LibsndfileError):
            return None
        samples = np.asarray(read, np.float32)
        return Clip(samples, int(rate), text) if samples.ndim == 1 and len(samples) else None

    def put(self, key: str, clip: Clip) -> None:
        """Keep `clip` under `key`. A full or read-only disk is no reason to stop talking."""
        sound = io.BytesIO()
        soundfile.write(sound, clip.samples, clip.rate, format="FLAC", subtype="PCM_16")
        try:
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(dir=self._folder)  # made readable by its owner only
            with os.fdopen(handle, "wb") as out:
                out.write(sound.getvalue())
            Path(name).replace(self._file(key))
        except OSError:
            return

    def _file(self, key: str) -> Path:
        return self._folder / f"{hashlib.sha256(key.encode()).hexdigest()[:DIGITS]}.flac"
