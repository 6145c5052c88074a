"""The narrator hears the book a piece at a time, and only a plain yes lets a piece stand."""

from dataclasses import replace

import pytest
from interviews import rules, talk

from voice_agent.interview.moves import Act, Move
from voice_agent.interview.rules import Piece
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command

PIECES = (
    Piece("p-1", "The goat was called Clementine."),
    Piece("p-2", "We set two cups. I wrote: “two cups” You said: “three cups”"),
    Piece("p-3", "Then we moved to town."),
)


def heard(*lines: str, pieces: tuple[Piece, ...] = PIECES) -> list[Move]:
    """What is said to each of `lines`, in a talk with that book."""
    by = replace(rules(), pieces=pieces)
    return [move for _, move in talk(by, lines)][1:]


@pytest.mark.parametrize(
    "said",
    [
        "Read me my book.",
        "Could you read my book to me, please?",
        "What have you written so far?",
        "Read me what you have written.",
        "I'd like to hear my book.",
        "What's in my book?",
    ],
)
def test_a_wish_to_hear_the_book_is_understood(said: str) -> None:
    assert commands.understood(said) is Command.READ_BOOK


@pytest.mark.parametrize(
    "said",
    [
        "She used to read me a book before I went to sleep.",
        "I do not want a book.",
        "What they wrote in the paper was all wrong.",
        "My father could not read.",
    ],
)
def test_a_story_with_a_book_in_it_is_no_such_wish(said: str) -> None:
    assert commands.understood(said) is not Command.READ_BOOK


def test_one_small_piece_is_read_with_its_differences_and_then_a_question() -> None:
    first, second = heard("Read me my book.", "Yes, that may stand.")
    assert "The goat was called Clementine." in first.say
    assert first.act is Act.READING and first.ask.endswith("?")
    assert "three cups" not in first.text
    assert "I wrote: “two cups” You said: “three cups”" in second.say


def test_a_plain_yes_stands_a_no_is_left_out_and_everything_else_waits() -> None:
    moves = heard("Read me my book.", "Yes.", "No, leave it out.", "Hm, not yet.")
    assert [(m.wish.command, m.wish.about) if m.wish else None for m in moves] == [
        None,
        (Command.STANDS, "p-1"),
        (Command.LEFT_OUT, "p-2"),
        None,
    ]
    assert not moves[-1].wish and "Clementine" not in moves[-1].text


@pytest.mark.parametrize(
    "said", ["Maybe.", "I don't know.", "Well, yes and no.", "Not yet.", "Skip that.", "Hm."]
)
def test_in_doubt_a_piece_waits(said: str) -> None:
    answer = heard("Read me my book.", said)[-1]
    assert answer.wish is None
    assert "two cups" in answer.say


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Let it stand.", Command.STANDS),
        ("Yes, keep it.", Command.STANDS),
        ("Keep that in.", Command.STANDS),
        ("Forget that.", Command.LEFT_OUT),
        ("Keep that between us.", Command.LEFT_OUT),
    ],
)
def test_what_is_said_to_a_piece_is_about_the_piece(said: str, wanted: Command | None) -> None:
    answer = heard("Read me my book.", said)[-1]
    assert (answer.wish.command if answer.wish else None) is wanted


def test_who_wants_to_hear_it_again_hears_the_same_piece() -> None:
    again = heard("Read me my book.", "Say that again, please.")[-1]
    assert "Clementine" in again.say and again.wish is None


def test_enough_puts_the_book_away_and_the_question_before_stands_again() -> None:
    by = replace(rules(), pieces=PIECES)
    steps = list(talk(by, ["Read me my book.", "That's enough reading for today."]))
    asked, over = steps[0][1].ask, steps[-1][1]
    assert over.wish is None and steps[-1][0].book.reading is None
    assert over.ask == asked


def test_who_begins_to_tell_is_listened_to() -> None:
    told = (
        "Oh, but Clementine was not a goat at all, she was the cow that my uncle had brought "
        "from the fair."
    )
    by = replace(rules(), pieces=PIECES)
    progress, move = list(talk(by, ["Read me my book.", told]))[-1]
    assert progress.book.reading is None and move.wish is None
    assert move.act is not Act.READING


def test_a_book_with_nothing_new_says_so() -> None:
    (move,) = heard("Read me my book.", pieces=())
    assert move.act is Act.ANSWER and "book" in move.say


def test_stop_stops_the_reading_and_the_talk() -> None:
    move = heard("Read me my book.", "Stop.")[-1]
    assert move.ends and move.deaf
