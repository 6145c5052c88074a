"""What every voice owes the narrator, held to by the real ones and by the fake."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from far_engines import at_once
from lender import Lender, lender, line, speaks
from often import some
from toy_voice import Hummer

from voice_agent import settings, weights
from voice_agent.backends import Voice
from voice_agent.borrowing.voice import BorrowedVoice, LentVoice
from voice_agent.errors import EngineUnavailable, ModelMissing
from voice_agent.fleet.far import FarVoice
from voice_agent.fleet.replicas import Speaker
from voice_agent.measuring.voices import REPLIES, pacing
from voice_agent.sound import Clip
from voice_agent.speech.phrasing import words

REPLY = "That was a big day. When you left the farm, who was with you on the wagon?"


def _piper() -> Voice:
    from voice_agent.speech.piper import Piper

    try:
        return Piper(weights.find(settings.load().weights, "piper-joe"))
    except ModelMissing as missing:
        pytest.skip(missing.what)


def _hibari() -> Voice:
    from voice_agent.speech.hibari import Heart

    return Heart()


def _far() -> Voice:
    return FarVoice(at_once(Speaker(Hummer)), "hummer")


@pytest.fixture(scope="module")
def study() -> Iterator[Lender]:
    """Another program that lends a voice."""
    with lender(speaks(Hummer())) as runs:
        yield runs


MAKERS: dict[str, Callable[[Lender], Voice]] = {
    "fake": lambda study: Hummer(),
    "lent": lambda study: BorrowedVoice(LentVoice(line(study.server()).asking), Hummer("own")),
    "in a cluster": lambda study: _far(),
    "piper": lambda study: _piper(),
    "hibari": lambda study: _hibari(),
}


@pytest.fixture(
    scope="module",
    params=[
        "fake",
        "in a cluster",
        "lent",
        pytest.param("piper", marks=pytest.mark.models),
        pytest.param("hibari", marks=pytest.mark.models),
    ],
)
def maker(request: pytest.FixtureRequest, study: Lender) -> Callable[[], Voice]:
    return partial(MAKERS[request.param], study)


@pytest.fixture(scope="module")
def voice(maker: Callable[[], Voice]) -> Iterator[Voice]:
    yield maker()


def _seconds(clips: list[Clip]) -> float:
    return sum(clip.seconds for clip in clips)


def test_a_reply_is_sound_that_a_loudspeaker_can_play(voice: Voice) -> None:
    clips = list(voice.say(REPLY, pace=140))
    assert {clip.rate for clip in clips} <= {22_050, 24_000}
    for clip in clips:
        assert clip.samples.dtype == np.float32
        assert clip.samples.ndim == 1
        assert len(clip.samples)
        assert np.abs(clip.samples).max() <= 1
        assert np.isfinite(clip.samples).all()


def test_the_first_words_can_be_heard_before_the_last_are_made(voice: Voice) -> None:
    first, *others = voice.say(REPLY, pace=140)
    assert others
    assert words(first.text) <= 12


def test_no_word_of_a_reply_is_lost(voice: Voice) -> None:
    said = " ".join(clip.text for clip in voice.say(REPLY, pace=120))
    assert [w.strip(",") for w in said.split()] == [w.strip(",") for w in REPLY.split()]


def test_a_reply_starts_and_ends_with_its_words_not_with_silence(voice: Voice) -> None:
    clips = list(voice.say(REPLY, pace=140))
    for edge, end in ((clips[0], 0), (clips[-1], -1)):
        loud = np.flatnonzero(np.abs(edge.samples) > 0.02)
        quiet = loud[0] if end == 0 else len(edge.samples) - loud[-1]
        assert quiet / edge.rate < 0.12


def test_sentences_are_kept_apart_by_a_rest(voice: Voice) -> None:
    first = next(iter(voice.say(REPLY, pace=120)))
    rest = first.samples[-round(0.3 * first.rate) :]
    assert np.abs(rest).max() < 0.01


def test_somebody_who_asks_for_slower_words_gets_them(voice: Voice) -> None:
    slow, middle, fast = (_seconds(list(voice.say(REPLY, pace=p))) for p in (120, 145, 175))
    assert slow > middle > fast


def test_all_replies_are_about_equally_loud(voice: Voice) -> None:
    levels = [
        np.sqrt(np.mean(np.square(clip.samples[np.abs(clip.samples) > 0.01])))
        for reply in REPLIES[:6]
        for clip in voice.say(reply, pace=150)
    ]
    assert 20 * np.log10(max(levels) / min(levels)) < 4


@pytest.mark.parametrize("nothing", ["", "   ", "...", "—"])
def test_nothing_is_said_where_there_are_no_words(voice: Voice, nothing: str) -> None:
    assert list(voice.say(nothing, pace=140)) == []


def test_a_voice_keeps_its_name(maker: Callable[[], Voice], voice: Voice) -> None:
    assert maker().name == voice.name


def test_two_rooms_can_speak_with_one_engine(voice: Voice) -> None:
    with ThreadPoolExecutor(2) as rooms:
        both = list(rooms.map(lambda text: list(voice.say(text, pace=150)), (REPLY, REPLIES[0])))
    assert all(_seconds(clips) > 1 for clips in both)


@pytest.mark.parametrize("pace", some([120.0, 150.0, 175.0]))
def test_the_asked_pace_is_met_within_eight_percent(voice: Voice, pace: float) -> None:
    assert abs(pacing(voice, pace, replies=REPLIES[:14]).off) <= 0.08


def test_a_missing_voice_says_which_command_mends_it(tmp_path: Path) -> None:
    from voice_agent.speech.piper import Piper

    with pytest.raises(EngineUnavailable) as caught:
        Piper(tmp_path)
    assert "models" in caught.value.mend


def test_a_damaged_voice_says_which_command_mends_it(tmp_path: Path) -> None:
    from voice_agent.speech.piper import Piper

    (tmp_path / "voice.onnx").write_bytes(b"not a network")
    (tmp_path / "voice.onnx.json").write_text("{}")
    with pytest.raises(EngineUnavailable) as caught:
        Piper(tmp_path)
    assert "models verify" in caught.value.mend
