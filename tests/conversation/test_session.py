"""Whole conversations on one clock: nobody is cut off, nothing said is lost, nothing is kept without a yes."""

from pathlib import Path

import pytest
from kitchen import SESSION, Rest, Say, hold

from voice_agent.archive.notebook import Notebook
from voice_agent.archive.record import Record
from voice_agent.conversation.house import Controls
from voice_agent.errors import DiskFull
from voice_agent.sound import RATE, Sound
from voice_agent.story import Speaker

pytestmark = pytest.mark.anyio

STORY = "we lived by the river in a small house with my grandmother"


async def test_a_told_story_is_answered_with_one_thing(tmp_path: Path) -> None:
    told = await hold(tmp_path, [Rest(16), Say(STORY, 4), Rest(10)])
    told.record.close()
    assert [who for who, _ in told.lines] == ["interviewer", "narrator", "interviewer"]
    assert told.narrator() == STORY
    assert told.lines[-1][1][-1] in ".?" and told.lines[-1][1].count("?") <= 1
    assert told.floors == ["interviewer", "open", "narrator", "pending", "interviewer", "open"]


async def test_a_pause_for_breath_does_not_end_the_turn(tmp_path: Path) -> None:
    told = await hold(
        tmp_path, [Rest(16), Say(STORY, 4), Rest(0.9), Say("and it was cold", 1), Rest(10)]
    )
    told.record.close()
    assert told.narrator() == f"{STORY} and it was cold"
    assert told.floors.count("pending") == 1


async def test_an_open_clause_is_waited_for(tmp_path: Path) -> None:
    told = await hold(
        tmp_path,
        [
            Rest(16),
            Say("it smelled of bread and then", 3),
            Rest(3),
            Say("the goat walked in", 2),
            Rest(10),
        ],
    )
    told.record.close()
    assert told.narrator() == "it smelled of bread and then the goat walked in"
    assert told.floors.count("pending") == 1


async def test_a_wish_to_speak_silences_us_and_the_record_holds_what_was_heard(
    tmp_path: Path,
) -> None:
    told = await hold(
        tmp_path, [Rest(16), Say(STORY, 4), Rest(2), Say("oh wait I forgot the goat", 2), Rest(12)]
    )
    told.record.close()
    assert "paused" in told.floors
    cut = told.outcome.turns[2]
    assert not cut.finished
    assert len(cut.text.split()) < 6
    assert "oh wait I forgot the goat" in told.narrator()


async def test_an_mm_hm_lets_us_go_on(tmp_path: Path) -> None:
    told = await hold(tmp_path, [Rest(16), Say(STORY, 4), Rest(2), Say("mm-hm", 0.4), Rest(14)])
    told.record.close()
    after = told.floors[told.floors.index("paused") :]
    assert after[:2] == ["paused", "interviewer"]
    reply = next(t for t in told.outcome.turns[2:] if str(t.speaker) == "interviewer")
    assert reply.finished and reply.text[-1] in ".?"
    assert "mm-hm" in told.narrator()


async def test_a_no_leaves_nothing(tmp_path: Path) -> None:
    told = await hold(tmp_path, [Rest(40), Say("no thank you", 1), Rest(14)], agreed=False)
    told.record.close()
    assert told.outcome.reason == "refused"
    assert not told.outcome.consented
    assert list(tmp_path.rglob("*")) == []


async def test_two_unclear_answers_are_not_a_yes(tmp_path: Path) -> None:
    told = await hold(
        tmp_path,
        [Rest(40), Say("well I do not know", 2), Rest(20), Say("perhaps", 1), Rest(20)],
        agreed=False,
    )
    told.record.close()
    assert told.outcome.reason == "refused"
    assert list(tmp_path.rglob("*")) == []


async def test_the_yes_is_stored_first_and_what_came_before_it_is_not(tmp_path: Path) -> None:
    told = await hold(
        tmp_path,
        [
            Rest(40),
            Say("what is this about perhaps", 2),
            Rest(24),
            Say("yes please do", 1),
            Rest(20),
        ],
        agreed=False,
    )
    with told.record as record:
        (consent,) = record.consents()
        assert consent.given and consent.words == "yes please do"
        kept = record.session(SESSION)
        assert "yes please do" in [t.text for t in kept.turns]
        assert not any("perhaps" in t.text for t in kept.turns)


async def test_stop_ends_capture_within_a_second_of_the_word(tmp_path: Path) -> None:
    lines = [Rest(16), Say(STORY, 4), Rest(14), Say("stop", 0.5), Rest(30)]
    told = await hold(tmp_path, lines)
    with told.record as record:
        assert told.outcome.reason == "closing"
        narrator = next(t for t in record.session(SESSION).turns if t.text == "stop")
        heard = record.audio(SESSION, narrator.speaker).end / 16_000
        assert heard <= narrator.ended + 1.0


async def test_a_key_ends_capture_at_once_and_keeps_the_half_told_turn(tmp_path: Path) -> None:
    controls = Controls()
    lines = [Rest(16), Say(STORY, 4)]
    told = await hold(tmp_path, lines, controls=controls)
    told.record.close()
    assert told.outcome.reason == "microphone closed"
    assert told.narrator() == STORY
    assert not told.outcome.turns[-1].finished


async def test_silence_is_met_gently_and_only_a_few_times(tmp_path: Path) -> None:
    told = await hold(tmp_path, [Rest(200)])
    told.record.close()
    kinds = [t.kind for t in told.outcome.turns]
    assert kinds == ["greeting", "cue", "cue", "cue"]


async def test_a_cry_for_help_is_answered_and_not_written_down(tmp_path: Path) -> None:
    told = await hold(tmp_path, [Rest(16), Say("I want to die", 2), Rest(30)])
    with told.record as record:
        kept = record.session(SESSION)
    assert "988" in told.lines[2][1]
    assert [t.kind for t in kept.turns][1] == "withheld"
    assert not any("want to die" in t.text for t in kept.turns)


async def test_the_record_of_a_session_is_what_was_said(tmp_path: Path) -> None:
    told = await hold(tmp_path, [Rest(16), Say(STORY, 4), Rest(10)])
    told.record.close()
    with Record.open(tmp_path) as record:
        assert [(str(t.speaker), t.text) for t in record.session(SESSION).turns] == told.lines


class FullDisk:
    """A notebook whose disk is full after a few seconds of sound."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook

    def __getattr__(self, name: str) -> object:
        return getattr(self._notebook, name)

    def hear(self, speaker: Speaker, sound: Sound) -> None:
        if sound.end > 17.5 * RATE:
            raise DiskFull("The disk is full.", safe="Everything said so far is safe.")
        self._notebook.hear(speaker, sound)


async def test_a_full_disk_ends_the_session_with_a_sentence_and_never_hangs(tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match="disk is full"):
        await hold(tmp_path, [Rest(16), Say(STORY, 4), Rest(10)], notebook=FullDisk)


async def test_a_murmur_interrupted_twice_does_not_hold_back_the_reply(tmp_path: Path) -> None:
    lines = [
        Rest(16),
        Say(STORY, 4),
        Rest(2),
        Say("mm-hm", 0.4),
        Rest(0.25),
        Say("mm-hm", 0.4),
        Rest(16),
    ]
    told = await hold(tmp_path, lines)
    told.record.close()
    assert told.floors[-1] == "open"
