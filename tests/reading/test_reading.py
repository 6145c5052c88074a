"""A reading holds places and kinds, and never a word."""

import json
from dataclasses import fields

from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.reading import merge
from voice_agent.reading.reading import Reading, Span, span

SAID = "My cousin Henrique waited at the quay with a sign, and I walked straight past him."


def test_every_turn_is_read_and_the_reply_says_how() -> None:
    progress, _ = planner.open_session(rules(), AGREED)
    _, move = planner.reply(rules(), progress, Heard(SAID), AGREED)
    assert move.reading is not None
    (hook,) = move.reading.hooks
    assert SAID[slice(*hook.words)] == "My cousin Henrique"
    assert move.guard


def test_the_note_of_it_holds_no_word_of_theirs() -> None:
    progress, _ = planner.open_session(rules(), AGREED)
    _, move = planner.reply(rules(), progress, Heard(SAID), AGREED)
    assert move.reading is not None
    note = json.dumps(move.reading.as_note()).lower()
    assert not any(word in note for word in ("henrique", "cousin", "quay", "sign"))


def test_nothing_is_noted_of_what_is_withheld() -> None:
    progress, _ = planner.open_session(rules(), AGREED)
    _, move = planner.reply(rules(), progress, Heard("I want to kill myself."), AGREED)
    assert move.withheld and move.reading is None


def test_words_that_nobody_said_have_no_place() -> None:
    assert span("the quay", SAID) == Span(29, 37)
    assert span("the harbour", SAID) is None
    assert span("  ", SAID) is None


def test_the_table_says_of_every_verdict_whose_it_is() -> None:
    told = {each.name for each in fields(Reading)} - {"words", "intensity"}
    assert {*merge.WHO} == told
