"""What could be asked about: only what the form of the words makes sure of."""

import pytest

from voice_agent.reading.by_rules.hooks import Form, hooks


@pytest.mark.parametrize(
    ("said", "form", "called"),
    [
        (
            "Then old Jimmy Frary came up the line with a cap in his hand.",
            Form.PERSON,
            "Jimmy Frary",
        ),
        ("My cousin Henrique waited for me with a sign.", Form.PERSON, "your cousin Henrique"),
        ("There was Mr Schaefer, he made us pick up every one.", Form.PERSON, "Mr Schaefer"),
        ("A lass called Dorothy Tweddle tipped the urn over me.", Form.PERSON, "Dorothy Tweddle"),
        ("In 1957 I went to Liverpool to be a nurse.", Form.PLACE, "Liverpool"),
        ("We built a raft out of oil drums.", Form.MADE, "the raft"),
        ("I pawned the silver cornet in 1951.", Form.THING, "the silver cornet"),
        ("I always wore my good coat on a Sunday.", Form.THING, "your good coat"),
    ],
)
def test_what_is_named_and_does_or_is_done_with_can_be_asked_about(
    said: str, form: Form, called: str
) -> None:
    (hook,) = hooks(said)
    assert (hook.form, hook.called) == (form, called)
    assert said[hook.begin : hook.end]  # the words stand in the turn


@pytest.mark.parametrize(
    "said",
    [
        "Ach, never mind.",
        "I've told you that once already, and I'm tired.",
        "In January it snowed, and the Lord knows we had no coal.",
        "She kept her temper and he kept the peace.",
        "I kept my word, and I made a mistake.",
        "My father was killed when I was ten.",
        "Walter Eugene if you are the tax man.",
        "Was your mother or my father Irish, they asked.",
    ],
)
def test_a_sigh_a_month_or_an_idea_is_nothing_to_ask_about(said: str) -> None:
    assert hooks(said) == ()


def test_whom_somebody_spoke_to_may_be_only_a_way_of_address() -> None:
    (hook,) = hooks("And the judge says, so Mr Dutra said it at last.")
    assert hook.quoted


def test_what_stands_beside_a_death_is_known_to_stand_there() -> None:
    (hook,) = hooks("Old Jimmy Frary came with the cap when they buried my father.")
    assert hook.sore
