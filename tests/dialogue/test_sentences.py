"""Text for the voice: early, whole, and nothing torn that belongs in one breath."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.dialogue.sentences import LONGEST_PIECE_WORDS, Cutter, clauses, stream

KEPT_WHOLE = [
    "Mr. Smith came to dinner.",
    "She lived in St. Louis, Missouri until the end.",
    "It cost 3.5 dollars.",
    "They had 1,200 acres of land.",
    "On June 6, 1944 he was in Normandy.",
    "Dr. and Mrs. J. F. Adams were our neighbours.",
    "He came at 5 p.m. on Sundays.",
    "We lived at No. 5 for years.",
    "Sgt. Miller wrote to us, etc. and so on.",
    '"Come in," she said.',
    '"Really?" he asked.',
    "He said “Wait. I will come. Do not go.” to me.",
    "The house (built in 1910. Or 1911.) is gone.",
    "About U.S. soldiers.",
    "It was 1939 - 1945 for us.",
]


@pytest.mark.parametrize("text", KEPT_WHOLE)
def test_what_belongs_in_one_breath_is_not_torn(text: str) -> None:
    # enough words before it that even the first clause has gone out already
    _, *rest = clauses(f"Thank you. {text}")
    assert rest == [text]


CUT = [
    ("Thank you. What happened then?", ["Thank you. ", "What happened then?"]),
    (
        "Oh my, what a day, that was. Who was with you?",
        ["Oh my, what a day, ", "that was. ", "Who was with you?"],
    ),
    ("We met at 5 p.m. We ate.", ["We met at 5 p.m. ", "We ate."]),
    ("So do I. Tell me more.", ["So do I. ", "Tell me more."]),
    ("He said no. Then he left.", ["He said no. ", "Then he left."]),
    ("She came in. It was late.", ["She came in. ", "It was late."]),
    ("Well... I see.", ["Well... ", "I see."]),
    ("He asked “Why?” Nobody knew.", ["He asked “Why?” ", "Nobody knew."]),
    ("One.\n\nTwo", ["One.\n\n", "Two"]),
    ("", []),
    ("   ", ["   "]),
]


@pytest.mark.parametrize(("text", "pieces"), CUT)
def test_a_reply_is_cut_where_a_speaker_would_rest(text: str, pieces: list[str]) -> None:
    assert clauses(text) == pieces


def test_the_first_clause_goes_out_before_the_sentence_is_written() -> None:
    cutter = Cutter()
    assert cutter.feed("That must have been a long walk, es") == [
        "That must have been a long walk, "
    ]


def test_one_little_word_is_not_sent_ahead() -> None:
    assert clauses("Oh, that must have been cold.") == ["Oh, that must have been cold."]


def test_a_sentence_without_end_is_cut_where_one_breathes() -> None:
    endless = "we walked and walked through the snow " * 3 + "because " + "the road was long " * 9
    pieces = clauses(endless)
    assert len(pieces) > 1
    assert all(len(piece.split()) <= LONGEST_PIECE_WORDS for piece in pieces)
    assert pieces[1].startswith(("because", "and"))


def test_a_quotation_that_never_closes_does_not_silence_us() -> None:
    assert len(clauses('He said "' + "and then we went home. " * 30)) > 5


texts = st.lists(
    st.sampled_from(
        [*"aAbI .,!?\"“”()1-—…:;'\n", "Mr. ", "and ", "St. ", "3.5 ", "word ", "Then ", "1944 "]
    ),
    max_size=200,
).map("".join) | st.text(max_size=200)


@given(texts)
def test_joining_the_pieces_gives_the_text_back(text: str) -> None:
    pieces = clauses(text)
    assert "".join(pieces) == text
    assert all(pieces)


@given(texts, st.lists(st.integers(1, 9), min_size=1, max_size=20))
def test_it_does_not_matter_how_the_text_arrives(text: str, steps: list[int]) -> None:
    parts, rest = list[str](), text
    while rest:
        step = steps[len(parts) % len(steps)]
        parts.append(rest[:step])
        rest = rest[step:]
    assert list(stream(parts)) == clauses(text)


@given(texts)
def test_numbers_stay_whole(text: str) -> None:
    pieces = clauses(text.replace("\n", " "))
    for left, right in pairwise(pieces):
        assert not (left.rstrip()[-1:].isdigit() and right[:1].isdigit())
