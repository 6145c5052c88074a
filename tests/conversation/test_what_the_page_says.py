"""Whoever looks at a talk is told what becomes of it: as the record does, from the first frame to the last."""

from pathlib import Path

import anyio
import pytest
from kitchen import SESSION, Rest, Say, Told, hold

from voice_agent.archive import sound_track
from voice_agent.conversation.house import Controls
from voice_agent.conversation.standing import Standing, standing
from voice_agent.sound import RATE

STORY = (Rest(13), Say("we lived by the river in a small house", 4), Rest(8))


def held(state: Path, lines: object, **more: object) -> Told:
    async def run() -> Told:
        return await hold(state, lines, **more)  # type: ignore[arg-type]

    told = anyio.run(run)
    told.record.close()
    return told


def test_before_the_yes_nothing_is_kept_and_from_the_yes_on_it_records(tmp_path: Path) -> None:
    told = held(tmp_path, (Rest(40), Say("please do record it all", 1.5), *STORY), agreed=False)
    assert told.outcome.consented
    assert told.states == ["listening", "recording", "stopped"]


def test_a_later_talk_says_from_its_first_frame_that_it_records(tmp_path: Path) -> None:
    """The yes was given in an earlier talk: strangers saw "nothing is kept yet" through three talks."""
    told = held(tmp_path, STORY)
    assert told.states == ["recording", "stopped"]


def test_a_no_leaves_nothing_and_never_says_that_it_records(tmp_path: Path) -> None:
    told = held(tmp_path, (Rest(40), Say("no do not record that", 1.5), Rest(20)), agreed=False)
    assert "recording" not in told.states
    assert told.states[-1] == "stopped"


def test_muted_is_said_and_going_on_says_again_what_holds(tmp_path: Path) -> None:
    controls = Controls()

    def hand(now: float) -> None:
        controls.muted = 5 <= now < 8

    told = held(tmp_path, STORY, controls=controls, each_frame=hand)
    assert told.states == ["recording", "muted", "recording", "stopped"]


def test_a_mute_before_the_yes_never_makes_it_a_recording(tmp_path: Path) -> None:
    controls = Controls()

    def hand(now: float) -> None:
        controls.muted = 5 <= now < 8

    told = held(tmp_path, (Rest(20),), agreed=False, controls=controls, each_frame=hand)
    assert told.states == ["listening", "muted", "listening", "stopped"]


def test_a_microphone_that_went_away_is_said_too(tmp_path: Path) -> None:
    controls = Controls()

    def plug(now: float) -> None:
        controls.away = 5 <= now < 8

    told = held(tmp_path, STORY, controls=controls, each_frame=plug)
    assert told.states == ["recording", "microphone lost", "recording", "stopped"]


def test_whoever_takes_back_the_recording_by_voice_sees_at_once_that_it_is_over(
    tmp_path: Path,
) -> None:
    told = held(tmp_path, (Rest(13), Say("I don't want to be recorded any more", 2), Rest(30)))
    assert told.states == ["recording", "stopped"]
    assert told.outcome.reason == "closing"


def test_somebody_in_danger_who_wants_no_recording_is_heard_and_not_recorded(
    tmp_path: Path,
) -> None:
    cry = Say("Stop recording. I have taken all my tablets.", 3)
    after = Say("there is nothing left for me here", 3)
    told = held(tmp_path, (Rest(13), cry, Rest(30), after, Rest(8)))
    assert told.progress.safety.unrecorded
    assert told.states == ["recording", "no longer kept", "stopped"]
    kept = sound_track.read(tmp_path / "sessions" / SESSION / "narrator.wav", 0)
    assert kept.samples[: 16 * RATE].any()
    assert not kept.samples[40 * RATE :].any(), "what they said after that is on no disk"


@pytest.mark.parametrize("muted", [True, False])
def test_what_is_over_is_over_whatever_else_holds(muted: bool) -> None:
    said = standing(stopped=True, lost=True, muted=muted, keeps=True, unkept=True)
    assert said is Standing.STOPPED
