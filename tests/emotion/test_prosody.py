"""How a turn sounds beside the narrator's own usual."""

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st
from shared import shared

from voice_agent.emotion.prosody import FEW, Manner, Unusual, Usual, fuse, sounded
from voice_agent.sound import RATE, Samples
from voice_agent.story import Emotion, Feeling

PLAIN = Manner(-26.0, 14.0, 5.0, 4.0)


def vowel(hertz: float, seconds: float = 3.0, level: float = 0.1, sway: float = 0.0) -> Samples:
    """A buzz with formants' falling overtones; `sway`: how far its pitch wanders, semitones."""
    time = np.arange(round(seconds * RATE)) / RATE
    wander = hertz * 2 ** (sway / 2 * np.sin(2 * np.pi * 0.7 * time) / 12)
    phase = 2 * np.pi * np.cumsum(wander) / RATE
    tone = sum(np.sin(n * phase) / n for n in range(1, 12))
    return (level * tone / 2).astype(np.float32)


@pytest.mark.parametrize("hertz", [80, 110, 160, 220, 330])
def test_low_and_high_voices_are_heard_at_their_pitch(hertz: float) -> None:
    manner = sounded(vowel(hertz))
    assert manner is not None
    assert manner.pitch == pytest.approx(12 * np.log2(hertz / 55), abs=0.7)
    assert manner.liveliness < 1


@pytest.mark.parametrize(
    ("clip", "low", "high"),
    [("LJ001-0004", 160, 280), ("ls_61_70968_0000", 75, 150), ("ss_0870", 75, 150)],
)
def test_people_who_were_recorded_are_heard_at_their_pitch(clip: str, low: int, high: int) -> None:
    """A woman and two men; none of them is verified to be elderly."""
    samples, rate = soundfile.read(shared("speech") / f"{clip}.wav", dtype="float32")
    manner = sounded(samples)
    assert rate == RATE and manner is not None
    assert low < 55 * 2 ** (manner.pitch / 12) < high
    assert 2 < manner.pace < 8


def test_a_wandering_voice_is_livelier_than_a_flat_one() -> None:
    flat, lively = sounded(vowel(180)), sounded(vowel(180, sway=8))
    assert flat and lively
    assert lively.liveliness > flat.liveliness + 4


def test_twice_as_loud_is_six_decibels() -> None:
    soft, loud = sounded(vowel(140, level=0.05)), sounded(vowel(140, level=0.1))
    assert soft and loud
    assert loud.loudness - soft.loudness == pytest.approx(6, abs=0.3)


def test_noise_and_silence_have_no_manner() -> None:
    noise = np.random.default_rng(0).normal(0, 0.05, 3 * RATE).astype(np.float32)
    assert sounded(noise) is None
    assert sounded(np.zeros(3 * RATE, np.float32)) is None
    assert sounded(np.zeros(0, np.float32)) is None
    assert sounded(vowel(140, seconds=0.4)) is None


def test_pauses_do_not_make_a_voice_quiet() -> None:
    gap = np.zeros(RATE, np.float32)
    whole = sounded(vowel(140))
    paused = sounded(np.concatenate([vowel(140, 1.5), gap, gap, vowel(140, 1.5)]))
    assert whole and paused
    assert paused.loudness == pytest.approx(whole.loudness, abs=1)


def usual(manner: Manner = PLAIN, turns: int = 12) -> Usual:
    known = Usual()
    for _ in range(turns):
        known = known.hear(manner)
    return known


def test_nothing_is_said_of_a_voice_before_it_is_known() -> None:
    shout = Manner(-10.0, 22.0, 12.0, 6.0)
    assert usual(turns=FEW - 1).beside(shout) == Unusual()
    assert usual(turns=FEW).beside(shout) != Unusual()


def test_a_quiet_slow_narrator_is_not_sad_for_that() -> None:
    quiet = Manner(-40.0, 8.0, 2.0, 2.2)
    assert usual(quiet).beside(quiet).stir == pytest.approx(0)


def test_a_sunken_voice_and_a_raised_one_differ_in_sign() -> None:
    known = usual()
    assert known.beside(Manner(-34.0, 11.0, 2.0, 2.5)).stir < -0.5
    assert known.beside(Manner(-18.0, 18.0, 9.0, 5.5)).stir > 0.5


def test_slow_and_fast_speech_differ_in_syllables() -> None:
    def speech(rate: float) -> Samples:
        tone = vowel(140, 6)
        time = np.arange(len(tone)) / RATE
        swell = 0.1 + 0.9 * np.abs(np.sin(np.pi * rate * time))
        return (tone * swell).astype(np.float32)

    slow, fast = sounded(speech(2)), sounded(speech(5))
    assert slow and fast
    assert slow.pace == pytest.approx(2, abs=0.4)
    assert fast.pace == pytest.approx(5, abs=0.6)


def test_the_usual_survives_being_kept_and_rubbish_is_nobodys() -> None:
    known = usual().hear(Manner(-20.0, 15.0, 6.0, 4.2))
    assert Usual.from_json(known.as_json()) == known
    for rubbish in (None, [], [[1], [2], [3]], {"a": 1}, [["x"], [0.0] * 4, [0.0] * 4]):
        assert Usual.from_json(rubbish) == Usual()


def test_the_voice_never_makes_a_feeling_of_its_own() -> None:
    raised = Unusual(3, 3, 3, 3)
    told = fuse(Feeling(), raised)
    assert told.category is Emotion.NEUTRAL and told.intensity == 0
    assert told.arousal > 0


def test_neutral_words_in_a_sunken_voice_grow_darker() -> None:
    told = fuse(Feeling(valence=-0.1), Unusual(-3, -2, -2, -2))
    assert told.valence < -0.2 and told.arousal < 0


def test_a_sunken_voice_deepens_sadness_and_a_raised_one_anger() -> None:
    sunken, raised = Unusual(-2, -2, -2, -2), Unusual(2, 2, 2, 2)
    sad, cross = Feeling(Emotion.SADNESS, 0.5), Feeling(Emotion.ANGER, 0.5)
    assert fuse(sad, sunken).intensity > 0.5 > fuse(sad, raised).intensity
    assert fuse(cross, raised).intensity > 0.5 > fuse(cross, sunken).intensity


FAR = st.floats(-3, 3)


@given(
    st.sampled_from(Emotion),
    st.floats(0.05, 1),
    st.floats(-1, 1),
    st.builds(Unusual, FAR, FAR, FAR, FAR),
)
def test_what_is_fused_stays_within_its_scales(
    category: Emotion, intensity: float, valence: float, voice: Unusual
) -> None:
    strength = 0.0 if category is Emotion.NEUTRAL else intensity
    told = fuse(Feeling(category, strength, valence, valence, valence), voice)
    assert told.category is category
    assert 0 <= told.intensity <= 1 and -1 <= told.valence <= 1 and -1 <= told.arousal <= 1
