"""Small sounds of listening and short phrases, rendered once for each voice and kept on disk.

What the narrator hears first of us must not wait for an engine. The murmurs ("mm", "I see") are made
when a voice is used for the first time; a phrase of the phrase book is kept when it is first said.
"""

import random
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice_agent.backends import Voice
from voice_agent.errors import EngineError, SettingsError
from voice_agent.interview import phrases
from voice_agent.resources import resource
from voice_agent.sound import Clip
from voice_agent.speech.humming import HUMS, Timbre, hum, timbre
from voice_agent.speech.kept import Kept
from voice_agent.speech.pace import Articulator
from voice_agent.speech.wording import speakable

VERSION = 1
"""Part of every key; raise it when the way they are rendered changes."""

STEP = 5.0
"""Words a minute: phrases are kept at the nearest multiple, which nobody can tell."""


@dataclass(frozen=True, slots=True)
class Small:
    """One small sound: hummed or said."""

    kind: str
    """What dialogue/backchannel.py asks for."""

    hum: str = ""
    """A key of HUMS, or nothing."""

    say: str = ""
    pace: float = 170.0
    """Words a minute."""


class Acknowledgements:
    """The small sounds and kept phrases of one voice."""

    def __init__(
        self, voice: Voice, kept: Kept, sounds: tuple[Small, ...], texts: frozenset[str]
    ) -> None:
        """Load `sounds`, or render them (a second or two, once). Raises EngineError.

        `texts` are the phrases worth keeping. A voice that cannot be measured does not hum.
        """
        self._voice, self._kept, self._texts = voice, kept, texts
        self._ready: dict[str, Clip] = {}
        self._timbre: Timbre | None = None
        self._murmurs: dict[str, list[Clip]] = {}
        for sound in sounds:
            clip = self._hummed(sound) if sound.hum else self._said(sound.say, sound.pace)
            if clip is not None:
                self._murmurs.setdefault(sound.kind, []).append(clip)

    @classmethod
    def of(cls, voice: Voice, cache: Path) -> "Acknowledgements":
        """Return those that ship with the product. Raises SettingsError, EngineError."""
        folder = resource("config/phrases")
        sounds = small_sounds(folder / "murmurs.toml")
        return cls(voice, Kept(cache / "said"), sounds, phrases.read(folder).texts)

    @property
    def kinds(self) -> frozenset[str]:
        """The murmurs this voice can make."""
        return frozenset(self._murmurs)

    def clip(self, kind: str, seed: int) -> Clip | None:
        """Return a murmur of `kind`, at once; None where this voice has none."""
        among = self._murmurs.get(kind)
        return random.Random(f"{seed} {kind}").choice(among) if among else None

    def phrase(self, text: str, pace: float) -> Clip | None:
        """Return `text` said at about `pace` if it is one of the phrase book's, else None.

        The first time it is rendered, some 0.1 s; from then on it comes from the cache.
        """
        bare = text.strip()
        return self._said(bare, STEP * round(pace / STEP)) if bare in self._texts else None

    def _said(self, text: str, pace: float) -> Clip | None:
        def make() -> Clip | None:
            clips = list(self._voice.say(speakable(text), pace=pace))
            if not clips:
                return None
            return Clip(np.concatenate([clip.samples for clip in clips]), clips[0].rate, text)

        return self._once(f"{pace:.0f} {text}", text, make)

    def _hummed(self, sound: Small) -> Clip | None:
        voice = self._voice
        if not isinstance(voice, Articulator):
            return None

        def make() -> Clip | None:
            try:
                self._timbre = self._timbre or timbre(voice)
            except EngineError as error:
                if error.retryable:
                    raise
                return None  # a voice in which no hum is found hums none
            return Clip(hum(self._timbre, HUMS[sound.hum], voice.rate), voice.rate, sound.kind)

        return self._once(f"hum {sound.hum}", sound.kind, make)

    def _once(self, what: str, text: str, make: Callable[[], Clip | None]) -> Clip | None:
        name = self._voice.name
        key = f"{VERSION} {name} {what}"
        clip = self._ready.get(key) or self._kept.get(key, text)
        if clip is None:
            clip = make()
            # a voice may have been replaced by another one while it spoke
            if clip is None or self._voice.name != name:
                return clip
            self._kept.put(key, clip)
        self._ready[key] = clip
        return clip


def small_sounds(file: Path) -> tuple[Small, ...]:
    """Read config/phrases/murmurs.toml. Raises SettingsError with file and reason."""
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8"))["sound"]
        sounds = tuple(Small(**entry) for entry in entries)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SettingsError(
            f"{file} is not what we expect: {error}.", mend="Mend that line."
        ) from None
    for sound in sounds:
        if sound.hum and sound.hum not in HUMS:
            raise SettingsError(
                f"{file}: there is no hum “{sound.hum}”.", mend=f"Hums: {', '.join(HUMS)}."
            )
        if bool(sound.hum) == bool(sound.say):
            raise SettingsError(f"{file}: “{sound.kind}” is either hummed or said, not both.")
    return sounds
