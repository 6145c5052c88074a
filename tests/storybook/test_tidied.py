import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.storybook.tidied import part_of, tidy, words

SAYINGS = [
    "Well",
    "um",
    "uh",
    "I",
    "we",
    "we",
    "built",
    "built",
    "a",
    "the",
    "raft",
    "goat,",
    "never",
    "not",
    "No",
    "1952",
    "nineteen",
    "fifty-two",
    "you",
    "know",
    ",",
    "and",
    "then",
    "—",
    "...",
    "-",
    ".",
    "Walter",
    "didn't",
    "didn't",
    "let",
    "me",
    "see",
]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (
            "Well, um, when I think of those days, I think of my grandmother's farm.",
            "When I think of those days, I think of my grandmother's farm.",
        ),
        ("Walter and I, we, uh, we built a raft.", "Walter and I, we built a raft."),
        ("We went- we moved to Ohio in in 1952.", "We moved to Ohio in 1952."),
        (
            "There were nineteen stairs, you know, and he fell.",
            "There were nineteen stairs, and he fell.",
        ),
        ("I don't kn- know.", "I don't know."),
        ("It floated, and then, well, then it didn't.", "It floated, and then it didn't."),
    ],
)
def test_what_was_only_breath_is_not_written_down(said: str, written: str) -> None:
    assert tidy(said) == written


@pytest.mark.parametrize(
    "said",
    [
        "We laughed and laughed.",
        "She was very very tired.",
        "No, no, we never went.",
        "I was not— I was there.",
    ],
)
def test_what_was_said_twice_on_purpose_and_what_was_denied_stays(said: str) -> None:
    kept = tidy(said)
    assert words(kept) == words(said)


def test_a_hum_alone_is_no_sentence() -> None:
    assert tidy("Um, mm-hmm.") == ""


@given(st.lists(st.sampled_from(SAYINGS), max_size=25).map(" ".join) | st.text(max_size=80))
def test_tidying_adds_no_word_and_moves_none(said: str) -> None:
    assert part_of(tidy(said), said)


@given(st.lists(st.sampled_from(SAYINGS), max_size=25).map(" ".join))
def test_tidying_keeps_every_name_number_and_no(said: str) -> None:
    kept = set(words(tidy(said)))
    for word in ("1952", "walter", "never", "not", "didn't", "goat"):
        assert (word in words(said)) == (word in kept)
