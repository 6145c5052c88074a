"""Who else gets into the narrator's record? Whole sessions, the product's own, in a room on a tape.

The narrator has agreed before and is known by their voice (as after a first session). Then something
other than them is heard: the television, babble, a household, nothing. Every word that ends in the
record as the narrator's is one too many. And the other way round: of what the narrator does say, what
is taken for someone else's?
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import anyio
import numpy as np

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue
from voice_agent.backends import SpeakerEncoder
from voice_agent.dialogue.voiceprint import ENOUGH_SPEECH_SECONDS, Voiceprint
from voice_agent.measuring.recordings import Recording
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Samples, Sound
from voice_agent.story import Consent, ConsentKind, SessionId, Speaker, Turn

GAP = round(0.3 * RATE)
"""Samples between two voices on the television."""


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """A voice that can be a narrator: clips it is known by, and others."""

    voice: str
    known_by: tuple[Samples, ...]
    says: tuple[Recording, ...]


def voice_of(recording: Recording) -> str:
    """Clips whose names begin with the same letters are one person's."""
    return "".join(c for c in recording.name.replace("_", " ").split()[0] if c.isalpha())


def people(recordings: Sequence[Recording]) -> tuple[Person, ...]:
    """Who has enough clips to be known by some and judged by others.

    A single clip of more than 25 s is cut in two; its second half has no transcript.
    """
    found: list[Person] = []
    for voice in sorted({voice_of(r) for r in recordings}):
        clips = sorted(
            (r for r in recordings if voice_of(r) == voice), key=lambda r: -len(r.samples)
        )
        if len(clips) == 1 and len(clips[0].samples) > 25 * RATE:
            half = len(clips[0].samples) // 2
            whole = clips[0].samples
            rest = Recording(clips[0].name, whole[half:], "", clips[0].synthetic)
            found.append(Person(voice, (whole[:half],), (rest,)))
            continue
        known: list[Samples] = []
        while clips and sum(map(len, known)) < (ENOUGH_SPEECH_SECONDS + 1) * RATE:
            known.append(clips.pop(0).samples)
        if sum(map(len, known)) >= ENOUGH_SPEECH_SECONDS * RATE:
            found.append(Person(voice, tuple(known), tuple(clips)))
    return tuple(found)


def enrolled(person: Person, encoder: SpeakerEncoder) -> Voiceprint:
    """What the program knows of the person's voice after a first session."""
    voiceprint = Voiceprint()
    for samples in person.known_by:
        voiceprint = voiceprint.enrol(encoder.embed(Sound(samples)), len(samples) / RATE)
    return voiceprint


def television(others: Sequence[Samples], seconds: float) -> Samples:
    """Other people's voices, one after the other without a rest, over and over."""
    pause = np.zeros(GAP, np.float32)
    line = np.concatenate([part for samples in others for part in (samples, pause)])
    return np.resize(line, round(seconds * RATE))


def recorded(
    settings: Settings, engines: assemble.Engines, voiceprint: Voiceprint, heard: Samples
) -> tuple[Turn, ...]:
    """Hold a session in which `heard` comes out of the microphone; return its turns of other people
    and of the narrator, in order. As fast as the engines work. Raises what ended the session."""
    lasting = settings.interview.model_copy(
        update={"length": 120.0, "break_offer": 120.0, "hard_stop": 240.0, "seed": 7}
    )
    settings = settings.model_copy(update={"interview": lasting})

    async def hold(state: Path) -> tuple[Turn, ...]:
        room = TapedRoom([Cue(Sound(heard), AfterReply())], fast=True, quiet=5.0)
        with Record.open(state) as record:
            before = SessionId("before")
            record.consent(Consent(ConsentKind.RECORDING, True, datetime.now(UTC), before, "yes"))
            record.keep("voiceprint", voiceprint.as_json())
            held = await assemble.hold(settings, engines, room, record)
            turns = record.session(held.session).turns
        return tuple(turn for turn in turns if turn.speaker is not Speaker.INTERVIEWER)

    with tempfile.TemporaryDirectory(prefix="voice-agent-bench-") as folder:
        return anyio.run(hold, Path(folder) / "state")


def words_of(turns: Sequence[Turn], speaker: Speaker) -> int:
    """How many words of `turns` are one speaker's."""
    return sum(len(turn.text.split()) for turn in turns if turn.speaker is speaker)
