"""What is dear when it is done for nothing is never done on one reader's word, except a lock, which can be undone."""

import pytest

from tests.interviews import rules
from voice_agent.interview.evidence import PRECEDENCE, TABLE, Deed, Evidence, Turn, Verdict, may
from voice_agent.interview.steering.commands import Command
from voice_agent.interview.steering.replying import WHETHER

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


def test_danger_comes_before_everything_but_the_end_of_the_recording() -> None:
    assert PRECEDENCE[:2] == (Turn.STOP, Turn.DANGER)
    assert (
        PRECEDENCE.index(Turn.WISH) < PRECEDENCE.index(Turn.GOODBYE) < PRECEDENCE.index(Turn.STORY)
    )


def test_what_is_asked_instead_has_words() -> None:
    kinds = rules().phrases.kinds
    asked = {row.question for row in TABLE.values() if row.question} - {TABLE[Deed.ALARM].question}
    assert asked <= kinds.keys()
    assert rules().net.say(TABLE[Deed.ALARM].question)
    assert set(WHETHER.values()) <= kinds.keys()
    withdraws = {each for each in Command if each.startswith("no ")}
    assert withdraws == WHETHER.keys()
