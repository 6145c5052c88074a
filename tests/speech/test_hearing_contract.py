"""What every Transcriber, TurnEndModel and SpeakerEncoder keeps to: the engines and their stand-ins alike."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache

import numpy as np
import pytest
from fakes import Metronome, Overheated
from far_engines import at_once, recogniser
from heard import STORY, frames, ge2e, joined, moved, room, said, smart_turn, whisper
from kitchen import Ear, EndsWithStop, Nobody, Rest, Say
from lender import hears, lender, line, told

from voice_agent.backends import SpeakerEncoder, Transcriber, TurnEndModel
from voice_agent.borrowing.hearing import LentEars
from voice_agent.fleet.far import FarTranscriber
from voice_agent.sound import RATE, Sound
from voice_agent.speech.whisper import Whisper

REAL = pytest.mark.models


@cache
def story() -> Sound:
    """A second of room, a sentence, two seconds of room; on the clock from 10 s on."""
    return moved(joined(room(1.0), said(STORY), room(2.0)), 10 * RATE)


def scripted() -> Transcriber:
    return Ear([Rest(11.0), Say(STORY, said(STORY).seconds), Rest(5.0)])


def metronome() -> Transcriber:
    return Whisper("fake", device="cpu", load=lambda *_: Metronome())


def far() -> Transcriber:
    """In a cluster for many houses."""
    return FarTranscriber(at_once(recogniser()))


@contextmanager
def lent() -> Iterator[Transcriber]:
    """Lent by another program; ours behind it hears nothing that could be taken for it."""
    with lender(hears(whisper())) as study:
        who = line(study.server())
        yield LentEars(who.asking, Whisper("fake", device="cpu", load=lambda *_: Overheated()))


@contextmanager
def fallen_back() -> Iterator[Transcriber]:
    """The same where the server is out of its mind."""
    with lender(told({})) as study:
        yield LentEars(line(study.server()).asking, whisper())


@pytest.fixture(
    params=[
        scripted,
        metronome,
        far,
        pytest.param(whisper, marks=REAL),
        pytest.param(lent, marks=(REAL, pytest.mark.long)),  # tests/borrowing has the road to it
        pytest.param(fallen_back, marks=(REAL, pytest.mark.long)),
    ]
)
def transcriber(request: pytest.FixtureRequest) -> Iterator[Transcriber]:
    made = request.param()
    with made if isinstance(made, AbstractContextManager) else nullcontext(made) as one:
        yield one


def test_a_hearing_knows_nothing_before_it_is_fed(transcriber: Transcriber) -> None:
    assert transcriber.begin().peek().text == ""


def test_words_are_in_order_on_the_sessions_clock_and_make_up_the_text(
    transcriber: Transcriber,
) -> None:
    hearing = transcriber.begin()
    for frame in frames(story()):
        hearing.feed(frame)
    heard = hearing.finish()
    assert heard.text == " ".join(word.text for word in heard.words) != ""
    times = [(word.start, word.end) for word in heard.words]
    assert times == sorted(times) and all(start <= end for start, end in times)
    assert times[0][0] >= 10.0 and times[-1][1] <= story().end / RATE
    assert 0 <= heard.confidence <= 1
    assert all(0 <= word.probability <= 1 for word in heard.words)


def test_a_glance_ahead_does_not_change_what_is_heard_in_the_end(transcriber: Transcriber) -> None:
    glancing, patient = transcriber.begin(), transcriber.begin()
    speech_ends = 10 * RATE + RATE + len(said(STORY).samples)
    for frame in frames(story()):
        glancing.feed(frame)
        patient.feed(frame)
        if frame.start <= speech_ends + RATE // 2 < frame.end:
            ahead = glancing.peek()
    # with less silence behind it, a comma may come or go on some processors: no word may
    heard = [
        re.findall(r"[\w']+", each) for each in (glancing.finish().text, patient.finish().text)
    ]
    assert heard[0] == heard[1] == re.findall(r"[\w']+", ahead.text) != []


def test_hearings_of_one_recogniser_do_not_mix(transcriber: Transcriber) -> None:
    one, other = transcriber.begin(), transcriber.begin()
    for frame in frames(story()):
        one.feed(frame)
    other.feed(room(2.0, start=0))
    assert one.finish().text and other.finish().text == ""


@pytest.fixture(params=[EndsWithStop, pytest.param(smart_turn, marks=REAL)])
def turn_end(request: pytest.FixtureRequest) -> TurnEndModel:
    make: Callable[[], TurnEndModel] = request.param
    return make()


@pytest.mark.parametrize("seconds", [0.0, 0.02, 1.0, 8.0, 20.0])
def test_a_turn_of_any_length_may_have_ended(turn_end: TurnEndModel, seconds: float) -> None:
    assert 0 <= turn_end.finished(room(seconds)) <= 1


def test_the_same_sound_ends_the_same_way(turn_end: TurnEndModel) -> None:
    assert turn_end.finished(story()) == turn_end.finished(story())


@pytest.fixture(params=[Nobody, pytest.param(ge2e, marks=REAL)])
def encoder(request: pytest.FixtureRequest) -> SpeakerEncoder:
    make: Callable[[], SpeakerEncoder] = request.param
    return make()


@pytest.mark.parametrize("seconds", [0.0, 0.02, 1.0, 1.6, 9.0])
def test_every_sound_has_a_direction_of_length_one(encoder: SpeakerEncoder, seconds: float) -> None:
    sound = Sound(np.resize(story().samples[RATE:], round(seconds * RATE)))
    embedding = encoder.embed(sound)
    assert embedding.shape == (256,) and embedding.dtype == np.float32
    assert float(np.linalg.norm(embedding)) == pytest.approx(1.0, abs=1e-4)


def test_the_same_voice_is_itself(encoder: SpeakerEncoder) -> None:
    assert encoder.embed(story()) @ encoder.embed(story()) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("seconds", [0.0, 0.02, 1.0, 9.0])
def test_looks_at_a_voice_are_in_order_and_inside_the_sound(
    encoder: SpeakerEncoder, seconds: float
) -> None:
    sound = Sound(np.resize(said(STORY).samples, round(seconds * RATE)), 50 * RATE)
    looks = encoder.looks(sound)
    assert bool(looks) == (seconds > 1.6)
    begins = [look.begin for look in looks]
    assert begins == sorted(begins)
    for look in looks:
        assert 50 <= look.begin < look.end <= sound.end / RATE
        assert float(np.linalg.norm(look.embedding)) == pytest.approx(1.0, abs=1e-4)
