"""`make talk` where there is no microphone: the sample narrator sits in, and all of it is real but her.

A whole talk to its goodbye, with --long; the program itself, stopped on the way, is tried always (tests/cli/test_quiet_house.py).
"""

from dataclasses import replace
from pathlib import Path

import anyio
import pytest

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.audio import files
from voice_agent.cli.sitting import taped
from voice_agent.measuring.wer import errors
from voice_agent.settings import load
from voice_agent.speech.narrator import sample_narrator
from voice_agent.story import Speaker

pytestmark = [pytest.mark.models, pytest.mark.long]


def test_the_sample_narrator_is_heard_out_and_answered_until_she_says_goodbye(
    tmp_path: Path,
) -> None:
    settings = load(profile="ci", environ={})
    narrator = sample_narrator()

    async def sit() -> assemble.Held:
        async with taped(narrator, fast=True) as room:
            engines = assemble.engines(settings)
            # who listens on says little: "Please go on." is over before anybody breaks in
            engines = replace(engines, readers=replace(engines.readers, fits=None))
            return await assemble.hold(settings, engines, room, record)

    with Record.open(tmp_path) as record:
        held = anyio.run(sit)
        turns = record.session(held.session).turns
        assert record.unfinished() is None
    told = [t for t in turns if t.speaker is Speaker.NARRATOR]
    ours = [t for t in turns if t.speaker is Speaker.INTERVIEWER]
    assert held.outcome.reason == "closing"
    assert len([t for t in ours if t.text.endswith("?")]) >= 4
    assert any(not t.finished for t in ours), "she breaks in once"
    (story,) = (t for t in told if "goat walked in" in t.text.lower())
    assert "smelled of bread" in story.text.lower(), "a long pause does not end her story"
    said = " ".join(t.text for t in told)
    assert errors(" ".join(line.text for line in narrator.lines), said).rate < 0.15
    assert all(t.text.count("?") <= 1 for t in ours)
    assert held.conversation is not None and held.transcript is not None
    assert files.seconds(held.conversation) > 120
    assert "goat" in held.transcript.read_text(encoding="utf-8").lower()
