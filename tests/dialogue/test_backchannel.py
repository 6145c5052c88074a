"""When "mm" helps a story along, and when it would be in the way."""

from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.backchannel import SOUNDS, Kind, Memory, Policy, Tone, murmur

FRAME = 0.02


class Talk:
    """A narrator: sentences of speech and the pauses after them, on one clock."""

    def __init__(self, seed: int = 7) -> None:
        self.seed, self.now, self.spoken, self.memory = seed, 0.0, 0.0, Memory()
        self.sounds = list[tuple[float, float, Kind]]()  # when, after how much silence, what

    def say(self, seconds: float) -> "Talk":
        self.now, self.spoken = self.now + seconds, self.spoken + seconds
        self._frame(0.0, "", None, Tone.PLAIN)
        return self

    def rest(
        self,
        seconds: float,
        words: str = "We had a farm.",
        complete: float | None = 0.1,
        tone: Tone = Tone.PLAIN,
    ) -> Kind | None:
        before = len(self.sounds)
        for n in range(1, round(seconds / FRAME) + 1):
            self.now += FRAME
            known = n * FRAME > 0.25  # recogniser and model need a moment
            self._frame(n * FRAME, words if known else "", complete if known else None, tone)
        return self.sounds[-1][2] if len(self.sounds) > before else None

    def _frame(self, silence: float, words: str, complete: float | None, tone: Tone) -> None:
        kind, self.memory = murmur(
            self.memory,
            silence=silence,
            spoken=self.spoken,
            words=words,
            complete=complete,
            now=self.now,
            seed=self.seed,
            tone=tone,
        )
        if kind:
            self.sounds.append((self.now, silence, kind))


def hour(seed: int, pauses: int = 2000) -> tuple[list[bool], list[bool], Talk]:
    """Sentences and log-normal pauses, one in eight after a turn that sounds finished."""
    dice, talk = Random(seed), Talk(seed)
    met, finished = list[bool](), list[bool]()
    for _ in range(pauses):
        ends = dice.random() < 0.125
        talk.say(dice.uniform(1.0, 6.0))
        length = min(0.6 * 2.718281828 ** dice.gauss(0, 0.6), 8.0)
        met.append(talk.rest(length, complete=0.95 if ends else 0.2) is not None)
        finished.append(ends)
    return met, finished, talk


def test_how_often_we_murmur_is_what_we_say() -> None:
    met, finished, talk = hour(3)
    all_share = sum(met) / len(met)
    finished_share = sum(m for m, f in zip(met, finished, strict=True) if f) / sum(finished)
    assert 0.05 < all_share < 0.15
    assert 0.25 < finished_share < 0.6
    assert len(talk.sounds) / (talk.now / 60) < 6


def test_never_over_speech() -> None:
    _, _, talk = hour(4, 300)
    assert all(silence > 0 for _, silence, _ in talk.sounds)


def test_never_in_two_pauses_running() -> None:
    for seed in range(5):
        met, _, _ = hour(seed, 300)
        assert not any(a and b for a, b in pairwise(met))


def test_never_the_same_sound_twice_running() -> None:
    _, _, talk = hour(5, 600)
    kinds = [kind for _, _, kind in talk.sounds]
    assert len(kinds) > 20
    assert not any(a is b for a, b in pairwise(kinds))


def test_never_into_an_open_clause() -> None:
    for seed in range(20):
        assert Talk(seed).say(30).rest(2.4, words="We went home and then", complete=0.1) is None
        assert Talk(seed).say(30).rest(2.4, words="And his name was", complete=0.95) is None


def test_never_when_hardly_anything_was_said() -> None:
    assert not any(Talk(seed).say(1.0).rest(2.4, complete=0.95) for seed in range(20))
    assert not any(Talk(seed).say(4.0).rest(2.4) for seed in range(20))


def test_a_short_pause_inside_a_story_is_left_alone() -> None:
    assert not any(Talk(seed).say(30).rest(0.8) for seed in range(20))


def test_a_turn_that_sounds_finished_is_met_before_a_third_of_a_second() -> None:
    heard = list[float]()
    for seed in range(40):
        talk = Talk(seed).say(12)
        if talk.rest(2.0, complete=0.95):
            heard.append(talk.sounds[0][1])
    assert len(heard) >= 20
    assert max(heard) < 0.33


def test_something_heavy_is_met_with_the_least_possible_sound() -> None:
    kinds = {Talk(seed).say(12).rest(2.0, complete=0.95, tone=Tone.HEAVY) for seed in range(40)}
    assert kinds == {None, Kind.MM}


def test_inside_a_story_only_the_smallest_sounds() -> None:
    kinds = {Talk(seed).say(30).rest(2.4, tone=Tone.STRIKING) for seed in range(60)}
    assert kinds == {None, Kind.MM, Kind.MM_HM}


def test_every_tone_has_a_sound() -> None:
    assert set(SOUNDS) == set(Tone)


def test_the_same_seed_murmurs_at_the_same_places() -> None:
    assert hour(9, 100)[2].sounds == hour(9, 100)[2].sounds


@given(st.lists(st.tuples(st.floats(0.1, 20), st.floats(0.1, 9)), max_size=12), st.integers())
def test_murmurs_keep_their_distance(stretches: list[tuple[float, float]], seed: int) -> None:
    talk = Talk(seed)
    for spoken, rested in stretches:
        talk.say(spoken).rest(rested, complete=0.9)
    times = [at for at, _, _ in talk.sounds]
    assert all(b - a >= Policy().apart for a, b in pairwise(times))
