"""What hearing is measured with: noises that repeat, voices that are kept apart, errors that add up."""

import numpy as np
import pytest

from voice_agent.measuring import noises
from voice_agent.measuring.overheard import people, television, voice_of, words_of
from voice_agent.measuring.recordings import Recording
from voice_agent.measuring.strangers import equal_error
from voice_agent.sound import RATE, Samples
from voice_agent.story import Speaker


def clip(name: str, seconds: float, level: float = 0.1) -> Recording:
    samples = np.full(round(seconds * RATE), level, np.float32)
    return Recording(name, samples, "some words")


def decibels(samples: Samples) -> float:
    return float(10 * np.log10(np.mean(np.square(samples, dtype=np.float64))))


@pytest.mark.parametrize("make", [noises.tone, noises.fan, noises.household])
def test_the_same_seed_makes_the_same_room(make) -> None:  # type: ignore[no-untyped-def]
    one, again, other = make(3.0), make(3.0), make(3.0, 8)
    assert np.array_equal(one, again) and not np.array_equal(one, other)
    assert one.dtype == np.float32 and len(one) == 3 * RATE and np.abs(one).max() <= 1


def test_noise_is_as_far_below_the_speech_as_asked() -> None:
    speech = np.concatenate([clip("a", 2.0).samples, np.zeros(RATE, np.float32)])
    added = noises.noisy(speech, 10.0) - speech
    assert decibels(added) == pytest.approx(decibels(speech[: 2 * RATE]) - 10.0, abs=0.3)


def test_babble_is_as_loud_as_asked_and_as_long() -> None:
    voices = [clip("a", 1.0).samples, np.sin(np.arange(RATE) / 9).astype(np.float32)]
    crowd = noises.babble(voices, 2.5, level=-32.0)
    assert decibels(crowd) == pytest.approx(-32.0, abs=0.1) and len(crowd) == round(2.5 * RATE)


def test_clips_of_one_voice_are_found_by_their_names() -> None:
    names = ["LJ001-0002", "ss_0870", "mfa_cold", "jfk", "piper en_US-joe 01"]
    assert [voice_of(clip(name, 1.0)) for name in names] == ["LJ", "ss", "mfa", "jfk", "piper"]


def test_nobody_is_judged_by_the_clips_they_are_known_by() -> None:
    found = people([clip("ann1", 8), clip("ann2", 6), clip("ann3", 3), clip("bob1", 4)])
    assert [person.voice for person in found] == ["ann"]
    assert [len(k) / RATE for k in found[0].known_by] == [8, 6]
    assert [r.name for r in found[0].says] == ["ann3"]


def test_one_long_clip_is_cut_in_two() -> None:
    (person,) = people([clip("poem", 50)])
    assert len(person.known_by[0]) == len(person.says[0].samples) == 25 * RATE


def test_the_television_never_rests_for_long() -> None:
    line = television([clip("a", 2.0).samples, clip("b", 3.0).samples], 12.0)
    assert len(line) == 12 * RATE
    assert np.flatnonzero(np.diff(np.flatnonzero(line)) > 0.31 * RATE).size == 0


def test_voices_that_never_cross_have_no_error() -> None:
    assert equal_error([0.8, 0.9], [0.2, 0.5])[0] == 0.0
    assert equal_error([0.1, 0.9], [0.2, 0.8])[0] == pytest.approx(0.5)
    assert equal_error([], [0.5]) == (None, None)


def test_a_record_without_turns_has_no_words() -> None:
    assert words_of((), Speaker.NARRATOR) == 0
