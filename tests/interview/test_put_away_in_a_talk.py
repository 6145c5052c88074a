"""What is put away or kept back is not told back in the same talk, nor asked about: nobody knows who has come in since."""

from dataclasses import replace

import pytest
from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.safety import answering
from voice_agent.interview.steering.outcome import without
from voice_agent.reading.wishes.commands import Command
from voice_agent.story import ConsentKind

STORY = "My brother Walter drank the rent money at the Black Swan in the winter of 1953."
BAKERY = "My father had the bakery on Mill Street in Leeds, and we lived above it."
HIS = ("walter", "rent", "swan", "1953")
"""Words of the story."""

TALK = Progress(
    stage=Stage.TALK,
    question=OpenQuestion(text="Where did you sleep?"),
    coverage=Coverage(asked=("Where did you sleep?",)),
)

WISHES = ("Forget that.", "Keep that between us.", "That's private.")
ASKS = (
    "Where was I?",
    "What was I telling you?",
    "What was the question?",
    "Can you say that again?",
    "What did I tell you about Walter?",
    "You never listen to me!",
)


def said(*lines: str, progress: Progress = TALK) -> tuple[Progress, list[Move]]:
    """Where it stands after these lines, and what was said to each."""
    moves: list[Move] = []
    for minute, line in enumerate(lines):
        heard = Heard(line, 4.0, 3.0 + minute)
        progress, move = planner.reply(rules(), progress, heard, AGREED)
        moves.append(move)
    return progress, moves


def tells(move: Move) -> bool:
    return any(word in move.text.lower() for word in HIS)


@pytest.mark.parametrize("asks", ASKS)
@pytest.mark.parametrize("wish", WISHES)
def test_what_is_put_away_or_kept_back_is_not_told_back(wish: str, asks: str) -> None:
    _, moves = said(STORY, wish, "No.", asks, asks)
    assert moves[1].wish is not None
    assert not any(map(tells, moves[2:])), [each.text for each in moves]


@pytest.mark.parametrize("asks", ASKS)
def test_nor_is_what_was_told_and_kept_back_in_one_breath(asks: str) -> None:
    _, moves = said(f"{STORY} Keep that between us.", asks)
    assert not tells(moves[-1]), moves[-1].text


def test_what_was_told_before_it_is_still_told_back() -> None:
    _, moves = said(BAKERY, STORY, "Forget that.", "No.", "Where was I?")
    assert "bakery" in moves[-1].text and not tells(moves[-1])


def test_our_question_that_nothing_was_told_for_stands() -> None:
    """Only what was asked of the story goes with it."""
    _, moves = said(BAKERY, f"{STORY} Keep that between us.", "What was the question?")
    assert moves[-1].ask == "Where did you sleep?"


@pytest.mark.parametrize("asks", ["Where was I?", "What was the question?"])
def test_where_nothing_stands_to_be_said_again_something_else_is_asked(asks: str) -> None:
    progress, _ = said(STORY, "Forget that.", "No.")
    assert progress.question.text == ""
    after, (move,) = said(asks, progress=progress)
    assert move.ask and move.ask == after.question.text and "again" not in move.say


def test_nothing_new_is_asked_after_a_hard_moment() -> None:
    hard = replace(
        TALK,
        question=replace(TALK.question, text=""),
        turns=4,
        comfort=replace(TALK.comfort, stayed=4),
    )
    _, (move,) = said("What was the question?", progress=hard)
    assert move.say and not move.ask


def test_no_question_grown_from_it_is_asked() -> None:
    grown = Candidate("Who was with Walter at the Black Swan?", Wants.WHO, Source.GRAPH)
    other = Candidate("Who had the oven before him?", Wants.WHO, Source.GRAPH)
    after, _ = said(
        STORY,
        "Forget that.",
        progress=replace(TALK, coverage=replace(TALK.coverage, grown=(grown, other))),
    )
    assert after.coverage.grown == (other,)


@pytest.mark.parametrize("first", WISHES[1:])
def test_what_is_kept_back_can_still_be_forgotten(first: str) -> None:
    _, moves = said(STORY, first, "Forget that.")
    assert moves[-1].wish is not None and moves[-1].wish.command is Command.FORGET


def test_what_is_to_be_erased_is_not_put_away_a_second_time() -> None:
    _, moves = said(STORY, "Forget that.", "Yes.", "Forget that.")
    assert moves[-1].wish is None and not tells(moves[-1])


def test_what_comes_back_is_told_again() -> None:
    _, moves = said(STORY, "Forget that.", "Undo.", "Where was I?")
    assert "Walter" in moves[-1].text


def test_what_comes_back_and_was_kept_back_before_is_not() -> None:
    _, moves = said(STORY, "Keep that between us.", "Forget that.", "Undo.", "Where was I?")
    assert not tells(moves[-1]), moves[-1].text


def test_what_was_heard_in_two_parts_goes_with_the_two_turns_that_hold_it() -> None:
    parts = ("My brother Walter drank the rent money", "at the Black Swan.")
    before = replace(
        TALK, tellings=replace(TALK.tellings, last=" ".join(parts), before=BAKERY, heard=(BAKERY,))
    )
    after = without(before, parts)
    assert (after.tellings.last, after.tellings.before, after.tellings.heard) == (
        "",
        BAKERY,
        (BAKERY,),
    )


def test_a_word_or_two_that_both_hold_do_not_make_two_tellings_one() -> None:
    before = replace(TALK, tellings=replace(TALK.tellings, last=f"Yes. {BAKERY}"))
    assert without(before, (f"Yes. {STORY}",)).tellings.last == before.tellings.last


def test_what_a_check_is_about_is_withheld_also_where_it_was_kept_back_since() -> None:
    told = "My nephew takes my pension every week and I am afraid of him."
    progress, move = answering.check(rules(), TALK, "A", told)
    assert progress.safety.checking and not move.withheld
    progress, (kept, lost) = said("Keep that between us.", "Where was I?", progress=progress)
    assert kept.wish is not None and "pension" not in lost.text
    _, (move,) = said("No.", progress=progress)
    assert any(told in each.story for each in move.wishes), move


def test_a_question_for_leave_stands_whatever_is_put_away() -> None:
    """What was asked is kept with the answer, to the word."""
    asked = "May your brother Walter read what you tell me?"
    leave = Permission(ConsentKind.RECIPIENT, "Walter, your brother")
    before = replace(
        TALK,
        question=replace(TALK.question, text=asked),
        consent=replace(TALK.consent, permission=leave),
        tellings=replace(TALK.tellings, last=STORY),
    )
    assert without(before, (STORY,)).question.text == asked
