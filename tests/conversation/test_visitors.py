"""Somebody else in the room: their words are kept apart, and the narrator is answered all the same."""

from pathlib import Path

import numpy as np
import pytest
from kitchen import Rest, Say, Told, hold
from numpy.typing import NDArray

from voice_agent.backends import VoiceLook
from voice_agent.conversation.house import Sounding
from voice_agent.dialogue.voiceprint import ENOUGH_SPEECH_SECONDS, Voiceprint
from voice_agent.interview.moves import Wary
from voice_agent.sound import RATE, Sound
from voice_agent.story import Speaker

pytestmark = pytest.mark.anyio

NARRATOR, TELEVISION = np.eye(256, dtype=np.float32)[:2]

FIRST = 16.0
"""Seconds in which the greeting of a later session is said."""


class Clockwork:
    """A SpeakerEncoder: the television is on from .. to seconds, all else is the narrator."""

    def __init__(self, *on: tuple[float, float]) -> None:
        self._on = on

    def embed(self, sound: Sound) -> NDArray[np.float32]:
        return self._at((sound.start + sound.end) / 2 / RATE)

    def looks(self, sound: Sound) -> list[VoiceLook]:
        """Where the sound is loud, one every 0.8 s."""
        loud = sound.start + np.flatnonzero(np.abs(sound.samples) > 0.4)
        begins = loud[: len(loud) - round(1.6 * RATE) + 1 : round(0.8 * RATE)] / RATE
        return [VoiceLook(t, t + 1.6, self._at(t + 0.8)) for t in map(float, begins)]

    def _at(self, seconds: float) -> NDArray[np.float32]:
        return TELEVISION if any(a <= seconds < b for a, b in self._on) else NARRATOR


async def beside(
    state: Path, *on: tuple[float, float], lines: list[Say | Rest], alarm: Sounding | None = None
) -> Told:
    known = Voiceprint().enrol(NARRATOR, ENOUGH_SPEECH_SECONDS)
    return await hold(
        state, [Rest(FIRST), *lines], whose=Clockwork(*on), voiceprint=known, alarm=alarm
    )


def said(told: Told, speaker: Speaker) -> list[str]:
    return [turn.text for turn in told.outcome.turns if turn.speaker is speaker]


async def test_a_television_alone_is_neither_answered_nor_the_narrators(tmp_path: Path) -> None:
    lines = [Say("and now the news from the capital today", 6.0), Rest(8.0)]
    told = await beside(tmp_path, (FIRST, 99.0), lines=lines)
    assert said(told, Speaker.NARRATOR) == []
    assert said(told, Speaker.SOMEONE_ELSE) == ["and now the news from the capital today"]
    assert told.floors[-1] == "open"


async def test_a_television_that_runs_on_into_a_turn_is_written_apart(tmp_path: Path) -> None:
    lines = [
        Say("my mother baked bread on saturday mornings", 7.0),
        Say("buy two and get one free", 6.0),
        Rest(8.0),
    ]
    told = await beside(tmp_path, (FIRST + 7.0, 99.0), lines=lines)
    assert said(told, Speaker.NARRATOR) == ["my mother baked bread on saturday mornings"]
    assert said(told, Speaker.SOMEONE_ELSE) == ["buy two and get one free"]
    assert "interviewer" in told.floors, "the narrator was answered"


async def test_the_narrator_who_answers_over_a_television_is_heard(tmp_path: Path) -> None:
    lines = [
        Say("buy two and get one free", 6.0),
        Say("my mother baked bread on saturday mornings", 7.0),
        Rest(8.0),
    ]
    told = await beside(tmp_path, (FIRST, FIRST + 6.0), lines=lines)
    assert said(told, Speaker.NARRATOR) == ["my mother baked bread on saturday mornings"]
    assert said(told, Speaker.SOMEONE_ELSE) == ["buy two and get one free"]


async def test_the_voice_of_a_visitor_is_not_kept(tmp_path: Path) -> None:
    lines = [Say("good afternoon how are we all today", 6.0), Rest(8.0)]
    told = await beside(tmp_path, (FIRST, 99.0), lines=lines)
    kept = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert told.outcome.turns and not any(TELEVISION.tobytes() in content for content in kept)


CRY = "help she has fallen please call an ambulance"
CHECK = "Before we go on: are you all right at this moment?"


async def test_another_voice_that_calls_for_help_is_asked_about_and_not_written_down(
    tmp_path: Path,
) -> None:
    told = await beside(tmp_path, (FIRST, 99.0), lines=[Say(CRY, 6.0), Rest(12.0)])
    assert CHECK in said(told, Speaker.INTERVIEWER)
    told.record.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"ambulance" not in kept


async def test_a_television_that_calls_for_help_again_and_again_is_asked_about_once(
    tmp_path: Path,
) -> None:
    lines = [Say(CRY, 6.0), Rest(12.0), Say(CRY, 6.0), Rest(12.0), Say(CRY, 6.0), Rest(12.0)]
    told = await beside(tmp_path, (FIRST, 99.0), lines=lines)
    assert said(told, Speaker.INTERVIEWER).count(CHECK) == 1


@pytest.mark.parametrize("changed", [True, False], ids=["in the same voice", "in their own"])
async def test_a_no_to_it_is_heard_in_whatever_voice_and_somebody_is_told(
    changed: bool, tmp_path: Path
) -> None:
    levels = list[str]()

    async def alarm(level: str, lately: str) -> str:
        levels.append(level)
        return ""

    lines = [Say(CRY, 6.0), Rest(12.0), Say("no I am not", 3.0), Rest(20.0)]
    until = 99.0 if changed else FIRST + 10.0
    told = await beside(tmp_path, (FIRST, until), lines=lines, alarm=alarm)
    assert levels == ["3m"] and any(
        "Please call 911" in each for each in said(told, Speaker.INTERVIEWER)
    )


@pytest.mark.parametrize("cry", ["I wish I was dead", "my daughter in law hits me every day"])
async def test_a_wish_to_die_or_a_blow_in_another_voice_is_asked_about_and_not_written_down(
    cry: str, tmp_path: Path
) -> None:
    told = await beside(tmp_path, (FIRST, 99.0), lines=[Say(cry, 6.0), Rest(12.0)])
    assert said(told, Speaker.INTERVIEWER).count(CHECK) == 1
    told.record.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert cry[-10:].encode() not in kept


async def test_who_weeps_is_asked_on_and_answered_in_the_changed_voice(tmp_path: Path) -> None:
    lines = [
        Say("I wish I was dead", 6.0),
        Rest(12.0),
        Say("no I am not", 3.0),
        Rest(20.0),
        Say("yes", 2.0),
        Rest(20.0),
    ]
    told = await beside(tmp_path, (FIRST, 199.0), lines=lines)
    ours = said(told, Speaker.INTERVIEWER)
    asked = next(n for n, each in enumerate(ours) if "ending your life" in each)
    assert CHECK in ours[:asked]
    assert ours[asked + 1 :] and "988" in ours[asked + 1]


@pytest.mark.parametrize("own", [False, True], ids=["in that voice", "in their own"])
async def test_a_no_after_a_blow_is_met_in_their_own_voice_alone(own: bool, tmp_path: Path) -> None:
    levels = list[str]()

    async def alarm(level: str, lately: str) -> str:
        levels.extend([level] if level not in tuple(Wary) else [])
        return ""

    lines = [
        Say("my daughter in law hits me every day", 6.0),
        Rest(12.0),
        Say("no I am not", 3.0),
        Rest(20.0),
    ]
    until = FIRST + 10.0 if own else 199.0
    await beside(tmp_path, (FIRST, until), lines=lines, alarm=alarm)
    assert levels == (["A"] if own else [])


async def test_a_visitor_who_is_sad_is_not_asked_whether_all_is_right(tmp_path: Path) -> None:
    lines = [Say("I miss my husband so much since he died", 6.0), Rest(12.0)]
    told = await beside(tmp_path, (FIRST, 99.0), lines=lines)
    assert CHECK not in said(told, Speaker.INTERVIEWER)
