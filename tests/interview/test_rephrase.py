"""A model is told what to say, and may not say something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.errors import SettingsError
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.faithful import departures
from voice_agent.interview.wording.rephrase import (
    RECENT,
    again,
    messages,
    opening,
    parse,
    recent,
    tidied,
)
from voice_agent.interview.wording.unsaid import Rule
from voice_agent.reading.words.vocabulary import said
from voice_agent.resources import resource

TEXT = resource("config/prompts/wording.md").read_text("utf-8")
PROMPT = parse(TEXT, "wording.md")


def departs(reply: str, plan: str, heard: str) -> set[Rule]:
    found = departures(reply, PROMPT, plan=plan, heard=heard, known=said())
    return {fault.rule for fault in found}


@pytest.mark.parametrize("example", PROMPT.examples, ids=lambda one: one.interviewer)
def test_every_example_would_be_spoken_itself(example):
    known = said(example.narrator, example.plan)
    assert faults(example.interviewer, known) == ()
    assert departs(example.interviewer, example.plan, example.narrator) == set()


def test_examples_hold_no_names_that_could_leak():
    for example in PROMPT.examples:
        assert not [
            fault
            for fault in faults(example.interviewer, said(example.plan))
            if fault.rule.name == "NAME"
        ]


def test_what_never_changes_comes_first():
    one = messages(PROMPT, heard="We had bees.", plan="Who else was there?")
    two = messages(PROMPT, heard="The tide was out.", plan="Where was that?")
    assert one[:-1] == two[:-1] == opening(PROMPT)
    assert one[0].role == "system" and one[-1].role == "user"


def test_a_second_try_is_appended_and_says_what_was_wrong():
    first = messages(PROMPT, heard="We had bees.", plan="Who else was there?")
    reply = "I love bees. Who was there?"
    second = again(first, reply, faults(reply, said("We had bees.")))
    assert second[: len(first)] == first
    assert "claims to feel" in second[-1].text


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "one “## system”"),
        ("## system\n\nListen.\n\n## narrator\n\nBees.", "in that order"),
        (
            "## system\n\n## narrator\n\na\n\n## plan\n\nb\n\n## interviewer\n\nc",
            "nothing below it",
        ),
    ],
)
def test_a_broken_prompt_file_is_named(text: str, what: str):
    with pytest.raises(SettingsError, match=what):
        parse(text, "wording.md")


@pytest.mark.parametrize(
    ("reply", "plan", "fits"),
    [
        ("Who was with you in the boat?", "Who else was there?", True),
        ("Which year was that?", "Do you know roughly what year that was?", True),
        ("The boat. Where was that?", "Where was that?", True),
        ("That is hard.", "That is hard.", True),
        ("The boat was old.", "Who else was there?", False),
        ("Why did she cry?", "Who else was there?", False),
        ("That is hard. Who cried?", "That is hard.", False),
    ],
)
def test_a_reply_does_what_was_planned(reply: str, plan: str, fits: bool):
    assert (not departs(reply, plan, "We took the boat. She cried.")) is fits


HARD = "The teacher hit my left hand with the ruler. We moved to the farm when I was nine."


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("The teacher hit my left hand. What happened then?", Rule.PERSON),
        ("We moved to the farm. What happened then?", Rule.PERSON),
        ("The teacher hit your left hand. What happened then?", None),
        ("You moved to the farm, and then came the ruler. What happened then?", None),
        ("It was an old farm with a red roof. What happened then?", Rule.INVENTED),
        ("The teacher was cruel. What happened then?", Rule.INVENTED),
        ("You started there sweeping the floor. What happened then?", Rule.INVENTED),
        ("What happened then in the shop on the corner?", Rule.INVENTED),
        ("What happened then with the ruler?", None),
        ("When you think of it then?", Rule.PLAN),
        ("I see. What happened then?", None),
        ("Oh my. And what happened then?", None),
    ],
)
def test_a_reply_adds_nothing_and_stays_in_its_own_place(reply: str, rule: Rule | None):
    assert departs(reply, "What happened then?", HARD) == ({rule} if rule else set())


def test_of_a_long_story_the_end_is_shown():
    story = " ".join(f"This is sentence number {n}." for n in range(100)) + " And then it rained."
    assert recent(story).endswith("And then it rained.")
    assert len(recent(story).split()) <= RECENT
    assert recent(story).startswith("This is")


@given(st.text(max_size=2000))
def test_whatever_was_said_what_is_shown_is_short(heard: str):
    assert len(recent(heard).split()) <= RECENT


def test_quotation_marks_around_a_reply_are_not_spoken():
    assert tidied('"Who was\n there?"') == "Who was there?"
    assert tidied('"Home," she said. Who was there?') == '"Home," she said. Who was there?'
