"""What is dear when it is done for nothing is never done on one reader's word, except a lock, which can be undone."""

from collections.abc import Callable
from itertools import combinations

import pytest
from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.steering.asked_back import WHETHER
from voice_agent.reading.evidence import PRECEDENCE, TABLE, Deed, Evidence, Turn, Verdict, may
from voice_agent.reading.wishes.commands import Command

UNSURE = (Evidence.ALONE, Evidence.LOOSE)
CHEAP = {Deed.KEEP_BACK, Deed.ANSWER}
"""A lock can be undone, and whoever cannot know an answer says so."""


def test_every_deed_has_a_row_and_says_what_holds_without_an_answer() -> None:
    assert TABLE.keys() == set(Deed)
    assert all(row.unanswered for row in TABLE.values())


@pytest.mark.parametrize("deed", sorted(set(Deed) - CHEAP))
@pytest.mark.parametrize("evidence", UNSURE)
def test_one_reader_alone_does_nothing_dear(deed: Deed, evidence: Evidence) -> None:
    assert may(deed, evidence) is not Verdict.DO
    assert (may(deed, evidence) is Verdict.ASK) == bool(TABLE[deed].question)


@pytest.mark.parametrize("deed", sorted(Deed))
def test_plain_words_are_enough(deed: Deed) -> None:
    assert may(deed, Evidence.PLAIN) is Verdict.DO


@pytest.mark.parametrize("evidence", sorted(Evidence))
def test_a_lock_is_set_on_any_sign(evidence: Evidence) -> None:
    assert may(Deed.KEEP_BACK, evidence) is Verdict.DO


def test_a_second_sign_ends_the_talk_and_raises_no_alarm() -> None:
    assert may(Deed.END_TALK, Evidence.AGAIN) is Verdict.DO
    assert may(Deed.ALARM, Evidence.AGAIN) is Verdict.ASK


SAID = {
    Turn.STOP: "Stop recording.",
    Turn.DANGER: "I have taken all my tablets.",
    Turn.WISH: "Keep that between us.",
    Turn.ASKS_US: "Can you see me?",
    Turn.GOODBYE: "Goodbye now.",
    Turn.STORY: "We kept pigeons behind the house, and they came home at four.",
}
MET: dict[Turn, Callable[[Move], bool]] = {
    Turn.STOP: lambda move: move.deaf,
    Turn.DANGER: lambda move: move.act is Act.SAFETY,
    Turn.WISH: lambda move: Command.BETWEEN_US in {each.command for each in move.wishes},
    Turn.ASKS_US: lambda move: "cannot see you" in move.text or "without eyes" in move.text,
    Turn.GOODBYE: lambda move: move.ends,
}


def _answered(said: str) -> Move:
    by = rules()
    progress, move = planner.open_session(by, AGREED)
    for line in ("I kept pigeons for thirty years behind the house.", said):
        progress, move = planner.reply(by, progress, Heard(line), AGREED)
    return move


@pytest.mark.parametrize(("first", "then"), [*combinations(PRECEDENCE, 2)])
def test_of_two_things_in_one_turn_the_first_of_the_table_is_never_lost(
    first: Turn, then: Turn
) -> None:
    """In whatever order they are said; and danger survives the wish to stop."""
    wanted = then if (first, then) == (Turn.STOP, Turn.DANGER) else first
    for said in (f"{SAID[first]} {SAID[then]}", f"{SAID[then]} {SAID[first]}"):
        assert MET[wanted](_answered(said)), said


def test_what_is_asked_instead_has_words() -> None:
    kinds = rules().words.phrases.kinds
    asked = {row.question for row in TABLE.values() if row.question} - {TABLE[Deed.ALARM].question}
    assert asked <= kinds.keys()
    assert rules().readers.net.say(TABLE[Deed.ALARM].question)
    assert set(WHETHER.values()) <= kinds.keys()
    withdraws = {each for each in Command if each.startswith("no ")}
    assert withdraws == WHETHER.keys()
