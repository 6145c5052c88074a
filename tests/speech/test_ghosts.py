"""Ghosts are refused; whatever somebody audibly said is kept, thanks and repetitions included."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.sound import RATE
from voice_agent.speech.evidence import FRAME, Evidence
from voice_agent.speech.ghosts import Stretch, guard, unlooped
from voice_agent.story import Word

MINUTE = 60 * RATE // FRAME


def evidence(*spoken: tuple[float, float]) -> Evidence:
    """A minute that is silent except from .. to seconds."""
    voiced = np.full(MINUTE, 0.02, np.float32)
    for begin, end in spoken:
        voiced[int(begin * RATE) // FRAME : int(end * RATE) // FRAME + 1] = 0.95
    return Evidence(0, voiced, np.full(MINUTE, -30, np.float32))


def words(text: str, begin: float, each: float = 0.3) -> tuple[Word, ...]:
    return tuple(
        Word(word, begin + n * each, begin + (n + 1) * each) for n, word in enumerate(text.split())
    )


def heard(text: str, begin: float, *spoken: tuple[float, float], each: float = 0.3) -> list[str]:
    guarded = guard([Stretch(words(text, begin, each))], evidence(*spoken))
    return [word.text for word in guarded.words]


@pytest.mark.parametrize(
    "text", ["Thank you.", "Thank you very much.", "Bye.", "Yes.", "Oh.", "I", "Music.", "YouTube."]
)
def test_what_the_narrator_really_says_is_heard(text: str) -> None:
    said = 0.3 * len(text.split())
    assert heard(text, 5.0, (5.0, 5.0 + said)) == text.split()


@pytest.mark.parametrize(
    "text", ["Thank you.", "you", "Thank you for watching!", "Bye.", "Anything."]
)
def test_what_nobody_said_is_not_heard(text: str) -> None:
    assert heard(text, 5.0, (20.0, 25.0)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for watching!",
        "Please like and subscribe.",
        "Subtitles by the Amara.org community",
        "I'll see you in the next video.",
        "www.youtube.com",
        "[Music]",
        "♪ la la la ♪",
    ],
)
def test_the_credits_of_a_film_are_nobodys_memory_however_loud_the_room(text: str) -> None:
    assert heard(text, 5.0, (0.0, 59.0)) == []


@pytest.mark.parametrize(
    "text",
    [
        "My grandson says like and subscribe at the end of every sentence.",
        "We had no subtitles by then so I read the book.",
        "She always said thanks for watching the children.",
        "Thank you for watching over my mother.",
    ],
)
def test_a_sentence_that_only_resembles_the_credits_is_kept(text: str) -> None:
    assert heard(text, 5.0, (5.0, 15.0)) == text.split()


def test_a_cough_cannot_hold_a_sentence() -> None:
    assert heard("I was so glad to see all of you again", 5.0, (5.0, 5.1), each=0.02) == []


@pytest.mark.parametrize(
    "text",
    [
        "No no no no no I never did.",
        "It was very very very cold.",
        "I don't know I don't know I don't know.",
        "We walked and walked and walked and walked.",
    ],
)
def test_an_old_woman_may_say_it_again(text: str) -> None:
    assert heard(text, 5.0, (5.0, 15.0)) == text.split()


def test_a_recogniser_in_a_loop_is_cut_short() -> None:
    kept = heard("and then we went home " * 9, 5.0, (5.0, 25.0))
    assert " ".join(kept) == " ".join(["and then we went home"] * 3)


def test_words_piled_on_one_instant_are_a_loop() -> None:
    kept = heard("well yes yes yes", 5.0, (5.0, 6.0), each=0.01)
    assert kept == ["well", "yes"]


def test_the_reason_for_every_refusal_is_told() -> None:
    said = [
        Stretch(words("We went home.", 1.0)),
        Stretch(words("Nothing here at all.", 30.0)),
        Stretch(words("Please subscribe.", 2.0)),
        Stretch(words("Dream.", 3.6), no_speech=0.9, log_probability=-1.1),
        Stretch(words("Your prince of the purchase", 1.0), log_probability=-2.2),
    ]
    guarded = guard(said, evidence((1.0, 3.0)))
    assert [word.text for word in guarded.words] == ["We", "went", "home."]
    reasons = [ghost.reason for ghost in guarded.ghosts]
    assert set(reasons) == {"no sound", "known ghost", "no speech", "unclear"}


some_words = st.lists(
    st.tuples(
        st.sampled_from(["you", "Thank", "you.", "and", "home.", "Bye.", "subscribe", "well,"]),
        st.floats(0, 58),
        st.floats(0, 1),
    ),
    max_size=30,
).map(lambda rows: tuple(Word(t, s, s + d) for t, s, d in sorted(rows, key=lambda r: r[1])))

spans = st.lists(
    st.tuples(st.floats(0, 50), st.floats(0.1, 8)).map(lambda s: (s[0], s[0] + s[1])), max_size=4
)


@given(some_words, spans)
def test_the_guard_never_adds_changes_or_reorders_a_word(
    said: tuple[Word, ...], spoken: list[tuple[float, float]]
) -> None:
    kept = guard([Stretch(said)], evidence(*spoken)).words
    places = [next(n for n, word in enumerate(said) if word is k) for k in kept]
    assert places == sorted(set(places))


@given(some_words, spans)
def test_every_word_is_either_kept_or_accounted_for(
    said: tuple[Word, ...], spoken: list[tuple[float, float]]
) -> None:
    guarded = guard([Stretch(said)], evidence(*spoken))
    refused = " ".join(ghost.text for ghost in guarded.ghosts).split()
    assert sorted([w.text for w in guarded.words] + refused) == sorted(w.text for w in said)


@given(some_words)
def test_where_nobody_spoke_no_word_survives(said: tuple[Word, ...]) -> None:
    assert guard([Stretch(said)], evidence()).words == ()


@given(some_words, spans)
def test_guarding_twice_changes_nothing_more(
    said: tuple[Word, ...], spoken: list[tuple[float, float]]
) -> None:
    kept = unlooped(said)
    assert unlooped(kept) == kept
