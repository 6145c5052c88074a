"""A person speaks into a sound card, the interviewer answers out of it, and nothing said is lost."""

from pathlib import Path

import anyio
import pytest
import soxr

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.audio.device_room import open_room
from voice_agent.conversation.house import Controls, Watch
from voice_agent.dialogue.floor import Cue, Floor
from voice_agent.measuring.sound_card import LISTEN_RATE, SoundCard, missing, virtual_sound_card
from voice_agent.measuring.wer import errors
from voice_agent.settings import Settings, load
from voice_agent.sound import Sound
from voice_agent.speech.narrator import sample_narrator
from voice_agent.story import Speaker

pytestmark = [pytest.mark.models, pytest.mark.sound_card]


def test_a_person_talks_and_the_interviewer_answers_aloud(tmp_path: Path) -> None:
    if program := missing():
        pytest.skip(f"{program} is not installed here, so there is no virtual sound card")
    settings = load(profile="ci", environ={})
    engines = assemble.engines(settings)
    with virtual_sound_card() as card, card.listen() as mouth:
        held = anyio.run(_hold, settings, engines, card, tmp_path)
        heard = soxr.resample(mouth.samples, LISTEN_RATE, 16_000)

    with Record.look(tmp_path / "state") as record:
        session = record.session(held.session)
        assert [c.given for c in record.consents()] == [True]
    said = [t.text for t in session.turns if t.speaker is Speaker.NARRATOR]
    assert "you may record me" in said[0].lower()
    assert "walter" in " ".join(said).lower()
    # every word of ours reached the air: the loudspeaker's sound, transcribed back, is the record
    ours = " ".join(t.text for t in session.turns if t.speaker is Speaker.INTERVIEWER)
    hearing = engines.transcriber.begin()
    hearing.feed(Sound(heard))
    back = hearing.finish().text
    assert "computer program" in back.lower()
    assert errors(ours, back).rate < 0.25
    assert held.conversation is not None
    assert files.seconds(held.conversation) > 30
    assert held.outcome.reason == "stopped"


async def _hold(
    settings: Settings, engines: assemble.Engines, card: SoundCard, folder: Path
) -> assemble.Held:
    """Let Margaret say yes, and then that it was her brother and she; then press the key."""
    yes, _, brother, *_ = sample_narrator().lines
    controls, replies = Controls(), 0
    quiet = anyio.Event()

    def floor(now: Floor, cue: Cue, at: float) -> None:
        nonlocal quiet, replies
        if cue is Cue.REPLY_ENDS:
            replies += 1
            quiet.set()
            quiet = anyio.Event()

    async def speak() -> None:
        for line in (yes, brother):
            await quiet.wait()
            wav = folder / f"{line.file.stem}.wav"
            files.write(wav, [files.read(line.file)])
            await anyio.to_thread.run_sync(card.play(wav).wait)
        await quiet.wait()
        controls.stopping = True

    with Record.open(folder / "state") as record:
        async with open_room(settings.audio) as room, anyio.create_task_group() as tasks:
            tasks.start_soon(speak)
            held = await assemble.hold(
                settings, engines, room, record, watch=Watch(floor=floor), controls=controls
            )
            tasks.cancel_scope.cancel()
    return held
