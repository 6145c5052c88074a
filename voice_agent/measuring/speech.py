"""`voice-agent bench speech`: everything that is measured about hearing, in one table of figures.

What is compared with what stands in ears.py (words), overheard.py (whole sessions with strangers in the
room), strangers.py (voices) and footprint.py (memory, idle processor). Not measured: elderly voices (no
clip is of a verified elderly speaker), accents, far microphones, real rooms, other languages.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from voice_agent import assemble, weights
from voice_agent.backends import SpeakerEncoder
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.measuring import ears, footprint, noises, overheard, strangers
from voice_agent.measuring.overheard import Person, people, voice_of
from voice_agent.measuring.recordings import Recording
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Samples
from voice_agent.speech.speaker import GE2E
from voice_agent.speech.whisper import Whisper
from voice_agent.story import Speaker

NOISE = 10.0
"""Decibels of speech above noise."""

Tell = Callable[[str], None]
"""Shows what is being measured."""


def run(
    settings: Settings,
    recordings: Sequence[Recording],
    *,
    minutes: float = 1.0,
    settings_file: Path | None = None,
    tell: Tell = lambda what: None,
) -> dict[str, Any]:
    """Measure everything; `minutes` of each noise and of television. Raises EngineError, ModelMissing."""
    tell("memory and idle processor")
    weighed = footprint.measure(settings.profile, settings_file)
    engines = assemble.engines(settings)
    hearing = settings.hearing
    model = weights.find(settings.weights, hearing.model)
    whisper = Whisper(model, device="cpu", threads=hearing.threads, beam=hearing.beam)
    ways: dict[str, ears.Hear] = {
        "raw": ears.raw(model, hearing.language, hearing.threads),
        "live": ears.live(whisper),
        "archive": ears.archive(whisper, hearing.archive_beam),
    }
    words = _words(ways, recordings, tell)
    tell("time to the text")
    waits = ears.finishing(whisper, recordings)
    encoder = GE2E(weights.find(settings.weights, "ge2e"))
    return {
        "wer": words,
        "finish_ms": {
            "p50": round(float(np.percentile(waits, 50)), 1),
            "p95": round(float(np.percentile(waits, 95)), 1),
            "n": len(waits),
        },
        "invented_words_per_minute": _invented(
            settings, engines, encoder, ways, recordings, minutes, tell
        ),
        "television": _television(settings, engines, encoder, recordings, minutes, tell),
        "speaker_check": {
            "look": strangers.compare(recordings, encoder, 1).as_json(),
            "three_looks": strangers.compare(recordings, encoder, 3).as_json(),
        },
        "peak_memory_mb": weighed.peak_mb,
        "loading_seconds": weighed.loading_seconds,
        "idle_cpu_percent": weighed.idle_percent,
    }


def words_by(
    settings: Settings, recordings: Sequence[Recording], model: Path, tell: Tell
) -> dict[str, Any]:
    """Words wrong by the recogniser in the folder `model`, live and in the second hearing. Raises EngineError."""
    hearing = settings.hearing
    whisper = Whisper(model, device=hearing.device, threads=hearing.threads, beam=hearing.beam)
    ways = {"live": ears.live(whisper), "archive": ears.archive(whisper, hearing.archive_beam)}
    return _words(ways, recordings, tell)


def _words(
    ways: Mapping[str, ears.Hear], recordings: Sequence[Recording], tell: Tell
) -> dict[str, Any]:
    for hear in ways.values():
        hear(recordings[0].samples)  # the first time is slower: pages are read, threads are made
    words: dict[str, Any] = {}
    for way, hear in ways.items():
        tell(f"words, {way}")
        words[way] = {
            "clean": ears.listen(hear, recordings).as_json(),
            "noise": ears.listen(hear, recordings, NOISE).as_json(),
        }
    return words


def _invented(
    settings: Settings,
    engines: assemble.Engines,
    encoder: SpeakerEncoder,
    ways: Mapping[str, ears.Hear],
    recordings: Sequence[Recording],
    minutes: float,
    tell: Tell,
) -> dict[str, Any]:
    """Words a minute where nobody speaks: raw, guarded, and in the record of a whole session."""
    seconds = minutes * 60
    person = next(iter(people(recordings)), None)
    voiceprint = overheard.enrolled(person, encoder) if person else Voiceprint()
    nothing: dict[str, Samples] = {
        "silence": noises.silence(seconds),
        "quiet_room": noises.tone(seconds),
        "fan": noises.fan(seconds),
        "household": noises.household(seconds),
        "babble": noises.babble([r.samples for r in recordings], seconds),
    }
    found: dict[str, Any] = {}
    for name, samples in nothing.items():
        tell(f"words made up in {name.replace('_', ' ')}")
        turns = overheard.recorded(settings, engines, voiceprint, samples)
        found[name] = {
            "raw": round(ears.made_up(ways["raw"], samples), 2),
            "guarded": round(ears.made_up(ways["live"], samples), 2),
            "record": round(overheard.words_of(turns, Speaker.NARRATOR) / minutes, 2),
            "minutes": minutes,
        }
    return found


def _television(
    settings: Settings,
    engines: assemble.Engines,
    encoder: SpeakerEncoder,
    recordings: Sequence[Recording],
    minutes: float,
    tell: Tell,
) -> dict[str, Any]:
    """Other people's words in the narrator's record, and the narrator's own that are missing from it.

    Three sessions for each person who can be known: television alone; they alone; they, and half a
    minute of television without a pause between.
    """
    rows: list[dict[str, Any]] = []
    for person in people(recordings):
        tell(f"television beside {person.voice}")
        others = [r.samples for r in recordings if voice_of(r) != person.voice]
        rows.append(
            _beside(settings, engines, overheard.enrolled(person, encoder), person, others, minutes)
        )
    totals = (
        {key: sum(row[key] for row in rows) for key in rows[0] if key != "voice"} if rows else {}
    )
    spoken = max(totals.get("own_words", 0), 1)
    return {
        "words_per_minute_in_record": round(
            totals.get("alone_leaked", 0) / minutes / max(len(rows), 1), 2
        ),
        "own_words_taken_for_others": round(totals.get("own_lost", 0) / spoken, 4),
        "people": rows,
        "n": len(rows),
    }


def _beside(
    settings: Settings,
    engines: assemble.Engines,
    voiceprint: Voiceprint,
    person: Person,
    others: Sequence[Samples],
    minutes: float,
) -> dict[str, Any]:
    row: dict[str, Any] = {"voice": person.voice, "own_words": 0, "own_lost": 0}
    alone = overheard.recorded(
        settings, engines, voiceprint, overheard.television(others, minutes * 60)
    )
    row["alone_leaked"] = overheard.words_of(alone, Speaker.NARRATOR)
    row["alone_kept_apart"] = overheard.words_of(alone, Speaker.SOMEONE_ELSE)
    row["mixed_narrator"] = row["mixed_others"] = 0
    if person.says:
        own = overheard.television(
            [r.samples for r in person.says],
            sum(len(r.samples) + overheard.GAP for r in person.says) / RATE,
        )
        turns = overheard.recorded(settings, engines, voiceprint, own)
        row["own_lost"] = overheard.words_of(turns, Speaker.SOMEONE_ELSE)
        row["own_words"] = overheard.words_of(turns, Speaker.NARRATOR) + row["own_lost"]
        both = np.concatenate([own, overheard.television(others, 30.0)])
        turns = overheard.recorded(settings, engines, voiceprint, both)
        row["mixed_narrator"] = overheard.words_of(turns, Speaker.NARRATOR)
        row["mixed_others"] = overheard.words_of(turns, Speaker.SOMEONE_ELSE)
    return row
