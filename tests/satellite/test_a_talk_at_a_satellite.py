"""A whole talk in the bedroom while the program runs elsewhere: she breaks in, the network goes away, nothing is lost unsaid."""

import json
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

import anyio
import numpy as np
import pytest
from anyio.from_thread import start_blocking_portal
from honest_satellite import Honest, living

from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.assemble import Engines
from voice_agent.audio import files
from voice_agent.audio.tape import MURMUR, AfterReply, Cue, DuringReply, Tape
from voice_agent.cli.waiting import Corner
from voice_agent.conversation.house import Controls
from voice_agent.interview import phrases
from voice_agent.measuring.wer import errors, normal
from voice_agent.resources import resource
from voice_agent.settings import Settings, load
from voice_agent.sound import RATE, Sound
from voice_agent.speech.narrator import sample_narrator
from voice_agent.story import Speaker

LINES = 5
"""Hers; the last she says while there is no network."""

CUT = 8.0
"""Seconds without network."""


@pytest.mark.models
@pytest.mark.long
@pytest.mark.timeout(
    900
)  # a whole talk in time, of which a busy computer hears and says every piece late
def test_margaret_talks_in_the_bedroom_breaks_in_and_loses_her_network(tmp_path: Path) -> None:
    yes, _, walter, raft, wait, *_ = sample_narrator().lines
    lines = [
        (yes, AfterReply(5.0)),  # a busy computer rests between its sentences, and is not asked yet
        (walter, AfterReply(2.0)),
        (wait, DuringReply(1.2)),
        (raft, AfterReply(2.0)),
        (walter, AfterReply(3.0)),
    ]
    assert len(lines) == LINES
    texts = {Cue(files.read(line.file), when): line.text for line, when in lines}
    tape = Tape(list(texts), quiet=6.0)
    satellite = Honest(44_100, 2, 2, buffer=0.3, echo=0.1, tape=tape)
    said = list[Cue]()
    tape.begins = lambda cue, at: said.append(cue)
    settings = load(profile="ci", environ={"XDG_CONFIG_HOME": "/nonexistent"})
    says = list[str]()
    # in a thread of its own: a satellite is another computer, and goes on while the engines work
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(living(satellite)):
        anyio.run(_talk, settings, satellite, said, tmp_path, says)

    with Record.look(tmp_path / "state") as record:
        (session,) = [record.session(each.id) for each in record.sessions()]
        assert [each.given for each in record.consents()] == [True]
    ours = [each for each in session.turns if each.speaker is Speaker.INTERVIEWER]
    back = phrases.read(resource("config/phrases")).kinds["microphone_back"].say
    told = [each for each in ours if each.text in back]
    assert told, "she is told that she was not heard"
    before = session.turns[: session.turns.index(told[0])]
    turns = [each for each in before if each.speaker is Speaker.NARRATOR]
    hers = " ".join(each.text for each in turns)
    assert len(said) == LINES
    heard, engines = said[:-1], Corner(settings).engines()
    spoken = [texts[cue] for cue in heard]
    assert all(share >= 0.5 for share in arrived(spoken, hers)), f"each, in order: {hers}"
    # whatever is misheard in the hurry of a talk, her sound came whole: heard once more, it has no more wrong words than the tape
    # (none in some words may be three in as many others, by the rule of three; she is spoken over as well: twice that)
    track = files.read(next(tmp_path.rglob("narrator.wav"))).samples
    came = [track[round((t.began - 0.5) * RATE) : round((t.ended + 0.5) * RATE)] for t in turns]
    alone = " ".join(hear(engines, cue.sound) for cue in heard)
    again = " ".join(hear(engines, Sound(each)) for each in came)
    own, here = errors(" ".join(spoken), alone), errors(" ".join(spoken), again)
    assert here.wrong <= 2 * (own.wrong + 3), f"{here} instead of {own}: {again}"
    assert any(not each.finished for each in ours), "she broke in, and we fell silent"
    notes = journal.read(next(tmp_path.rglob("journal.jsonl")))
    lost = [note for note in notes if note["kind"] == "gap"]
    assert len(lost) == 1 and lost[0]["seconds"] > 3.0, json.dumps(lost)
    # every word of ours reached the bedroom
    assert "computer program" in hear(engines, Sound(np.concatenate(satellite.played))).lower()


def test_a_line_that_is_missing_or_came_before_its_time_has_not_arrived() -> None:
    lines = ["It was my brother Walter.", "We built a raft.", "Her name was Clementine."]
    heard = "It was my brother Walker. We built a raft. Her name was Clementeen."
    assert arrived(lines, heard) == [0.8, 1.0, 0.75]
    assert arrived(lines, heard.replace("We built a raft.", ""))[1] == 0.0
    assert min(arrived([*lines[1:], lines[0]], heard)) < 0.5


def arrived(lines: Sequence[str], heard: str) -> list[float]:
    """Of each line the share of its words that were heard, all lines in their order."""
    words = [(n, word) for n, line in enumerate(lines) for word in normal(line)]
    found = SequenceMatcher(None, [word for _, word in words], normal(heard), autojunk=False)
    came = Counter(
        n for at, _, size in found.get_matching_blocks() for n, _ in words[at : at + size]
    )
    return [came[n] / len(normal(line)) for n, line in enumerate(lines)]


def hear(engines: Engines, sound: Sound) -> str:
    """What the recogniser makes of it, without a talk."""
    hearing = engines.transcriber.begin()
    hearing.feed(sound)
    return hearing.finish().text


async def _talk(
    settings: Settings, satellite: Honest, said: list[Cue], folder: Path, says: list[str]
) -> None:
    """Until her tape is over; in the middle of our reply to the last line but one the network goes away."""
    controls = Controls()

    async def goes_away() -> None:
        while len(said) < LINES - 1:  # noqa: ASYNC110
            await anyio.sleep(0.05)
        await anyio.sleep(said[-1].sound.seconds)
        while not (satellite.sounding and len(satellite.played[-1]) > MURMUR):  # noqa: ASYNC110
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
