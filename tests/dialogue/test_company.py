"""The television tells nobody's life, and a narrator with a cold is still the narrator."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.backends import VoiceLook
from voice_agent.dialogue.company import GUESTS, Company, Mark
from voice_agent.dialogue.voiceprint import ENOUGH_SPEECH_SECONDS, Embedding, Verdict, Voiceprint
from voice_agent.story import Word


def voice(likeness: float, person: int = 1) -> Embedding:
    """A voice that is so like the narrator's; what is left of it is `person`'s own."""
    direction = np.zeros(256, np.float32)
    direction[0], direction[person] = likeness, np.sqrt(1 - likeness**2)
    return direction


def looks(*voices: Embedding, start: float = 0.0) -> list[VoiceLook]:
    """1.6 s long, 0.8 s apart."""
    return [
        VoiceLook(start + n * 0.8, start + n * 0.8 + 1.6, embedding)
        for n, embedding in enumerate(voices)
    ]


def words(count: int) -> list[Word]:
    """One each half second."""
    return [Word(f"w{n}", n / 2, n / 2 + 0.4) for n in range(count)]


def names(some: tuple[Word, ...]) -> list[str]:
    return [word.text for word in some]


KNOWN = Company(Voiceprint().enrol(voice(1.0), ENOUGH_SPEECH_SECONDS))
OURS, MIXED, TELEVISION, COLD = voice(0.9), voice(0.66), voice(0.4), voice(0.6, 7)


def test_before_the_narrator_is_known_every_word_is_theirs() -> None:
    shares = Company().share(words(8), looks(TELEVISION, TELEVISION, TELEVISION, TELEVISION))
    assert shares.narrator == tuple(words(8)) and shares.verdict is Verdict.UNSURE


def test_a_turn_of_the_narrators_stays_whole() -> None:
    shares = KNOWN.share(words(8), looks(OURS, OURS, MIXED, OURS))
    assert shares.narrator == tuple(words(8)) and shares.verdict is Verdict.NARRATOR


def test_a_turn_of_the_televisions_is_nobodys_memory() -> None:
    shares = KNOWN.share(words(8), looks(*[TELEVISION] * 4))
    assert shares.narrator == () and shares.others == tuple(words(8))
    assert shares.verdict is Verdict.SOMEONE_ELSE


def test_a_television_that_runs_on_into_the_turn_is_taken_out_of_it() -> None:
    turn = looks(OURS, OURS, OURS, MIXED, TELEVISION, TELEVISION, TELEVISION, TELEVISION)
    shares = KNOWN.share(words(14), turn)
    assert names(shares.narrator) == [f"w{n}" for n in range(7)]
    assert names(shares.others) == [f"w{n}" for n in range(7, 14)]


def test_a_narrator_who_answers_over_the_television_is_heard() -> None:
    turn = looks(TELEVISION, TELEVISION, TELEVISION, MIXED, OURS, OURS, OURS, OURS)
    shares = KNOWN.share(words(14), turn)
    assert names(shares.narrator) == [f"w{n}" for n in range(6, 14)]


def test_one_odd_look_takes_no_word_away() -> None:
    cough = voice(0.45)
    shares = KNOWN.share(words(10), looks(OURS, OURS, cough, OURS, OURS))
    assert shares.others == ()


def test_a_cold_does_not_make_the_narrator_a_stranger() -> None:
    turn = looks(COLD, COLD, COLD, COLD)
    assert KNOWN.share(words(8), turn).narrator == tuple(words(8))


def test_after_one_turn_with_a_cold_todays_voice_is_known() -> None:
    today = KNOWN.hear(looks(COLD, COLD, COLD, COLD))
    assert today.marks(looks(COLD)) == [Mark.OURS]
    shares = today.share(words(12), looks(COLD, COLD, COLD, *[TELEVISION] * 4))
    assert names(shares.narrator)[:4] == ["w0", "w1", "w2", "w3"] and shares.others


def test_todays_voice_goes_into_the_print_and_a_visitors_does_not() -> None:
    today = KNOWN.hear(looks(*[voice(0.8, 5)] * 8))
    visited = today.hear(looks(*[TELEVISION] * 8))
    assert visited.learned == today.learned != KNOWN.learned
    assert visited.guests and not today.guests


def test_a_voice_that_could_be_the_narrators_is_a_guests_if_it_is_more_like_the_guest() -> None:
    stranger = KNOWN.hear(looks(*[voice(0.45, 3)] * 4))
    doubtful = looks(*[voice(0.66, 3)] * 2)
    assert stranger.share(words(4), doubtful).verdict is Verdict.SOMEONE_ELSE
    assert KNOWN.share(words(4), doubtful).verdict is Verdict.UNSURE


def test_only_so_many_guests_are_remembered() -> None:
    company = KNOWN
    for person in range(1, 3 * GUESTS):
        company = company.hear(looks(*[voice(0.1, person)] * 3))
    assert len(company.guests) == GUESTS
    assert company.narrator == KNOWN.narrator


def test_a_turn_too_short_to_judge_is_open() -> None:
    shares = KNOWN.share(words(2), [])
    assert shares.narrator == tuple(words(2)) and shares.verdict is Verdict.UNSURE


any_voice = st.builds(voice, st.floats(0, 1), st.integers(1, 200))
any_turn = st.lists(any_voice, max_size=15)


@given(any_turn, st.integers(0, 30))
def test_every_word_is_somebodys_and_only_theirs(turn: list[Embedding], count: int) -> None:
    shares = KNOWN.share(words(count), looks(*turn))
    together = sorted([*shares.narrator, *shares.others], key=lambda word: word.start)
    assert together == words(count)


@given(any_turn)
def test_what_is_surely_the_narrators_is_never_anothers(turn: list[Embedding]) -> None:
    company = KNOWN.hear(looks(*turn))
    assert company.marks(looks(OURS, OURS)) == [Mark.OURS, Mark.OURS]


@given(st.lists(any_turn, max_size=5))
def test_nothing_heard_makes_the_narrator_unknown(turns: list[list[Embedding]]) -> None:
    company = KNOWN
    for turn in turns:
        company = company.hear(looks(*turn))
    assert company.learned.known
    assert company.learned.likeness(voice(1.0)) == pytest.approx(1.0, abs=0.4)
