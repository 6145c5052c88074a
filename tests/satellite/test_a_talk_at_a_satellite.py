"""A whole talk in the bedroom while the program runs elsewhere: she breaks in, the network goes away, nothing is lost unsaid."""

import json
from pathlib import Path

import anyio
import numpy as np
import pytest
from anyio.from_thread import start_blocking_portal
from honest_satellite import Honest, living

from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.audio.tape import AfterReply, Cue, DuringReply, Tape
from voice_agent.cli.waiting import Corner
from voice_agent.conversation.house import Controls
from voice_agent.interview import phrases
from voice_agent.resources import resource
from voice_agent.settings import Settings, load
from voice_agent.sound import Sound
from voice_agent.speech.narrator import sample_narrator
from voice_agent.story import Speaker

pytestmark = [pytest.mark.models, pytest.mark.long]

CUT = 8.0
"""Seconds without network."""


def test_margaret_talks_in_the_bedroom_breaks_in_and_loses_her_network(tmp_path: Path) -> None:
    yes, _, walter, raft, wait, *_ = sample_narrator().lines
    cues = [
        Cue(files.read(line.file), when)
        for line, when in (
            (
                yes,
                AfterReply(5.0),
            ),  # a busy computer rests between its sentences, and is not asked yet
            (walter, AfterReply(2.0)),
            (wait, DuringReply(1.2)),
            (raft, AfterReply(2.0)),
            (walter, AfterReply(3.0)),
        )
    ]
    satellite = Honest(44_100, 2, 2, buffer=0.3, echo=0.1, tape=Tape(cues, quiet=6.0))
    settings = load(profile="ci", environ={"XDG_CONFIG_HOME": "/nonexistent"})
    says = list[str]()
    # in a thread of its own: a satellite is another computer, and goes on while the engines work
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(living(satellite)):
        anyio.run(_talk, settings, satellite, tmp_path, says)

    with Record.look(tmp_path / "state") as record:
        (session,) = [record.session(each.id) for each in record.sessions()]
        assert [each.given for each in record.consents()] == [True]
    said = [each for each in session.turns if each.speaker is Speaker.NARRATOR]
    ours = [each for each in session.turns if each.speaker is Speaker.INTERVIEWER]
    hers = " ".join(each.text for each in said).lower()
    assert "walter" in hers and "clementine" in hers and "raft" in hers
    assert any(not each.finished for each in ours), "she broke in, and we fell silent"
    notes = journal.read(next(tmp_path.rglob("journal.jsonl")))
    lost = [note for note in notes if note["kind"] == "gap"]
    assert len(lost) == 1 and lost[0]["seconds"] > 3.0, json.dumps(lost)
    back = phrases.read(resource("config/phrases")).kinds["microphone_back"].say
    assert any(each.text in back for each in ours), "she is told that she was not heard"
    # every word of ours reached the bedroom
    engines = Corner(settings).engines()
    hearing = engines.transcriber.begin()
    hearing.feed(Sound(np.concatenate(satellite.played)))
    assert "computer program" in hearing.finish().text.lower()


async def _talk(settings: Settings, satellite: Honest, folder: Path, says: list[str]) -> None:
    """Until her tape is over; in the middle of a reply of ours the network goes away."""
    controls = Controls()

    async def goes_away() -> None:
        while not (satellite.tape and satellite.tape.left <= 1 and satellite.sounding):  # noqa: ASYNC110
            await anyio.sleep(0.05)
        satellite.cut = True
        await anyio.sleep(CUT)
        satellite.cut = False

    async def ends() -> None:
        while not satellite.told:  # noqa: ASYNC110 - another program tells nobody
            await anyio.sleep(0.1)
        controls.stopping = True

    async with anyio.create_task_group() as tasks:
        own = settings.model_copy(
            update={
                "state_directory": str(folder / "state"),
                "hearing": settings.hearing.model_copy(update={"speaker_check": False}),
                "satellite": settings.satellite.model_copy(
                    update={"addresses": [satellite.address]}
                ),
            }
        )
        corner = Corner(own, tell=says.append)
        tasks.start_soon(goes_away)
        tasks.start_soon(ends)
        await corner.hold(controls)
        corner.close()
        tasks.cancel_scope.cancel()
