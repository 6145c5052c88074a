"""Whoever speaks of the pit is asked about the pit."""

from pathlib import Path

import pytest
from interviews import AGREED, INVITATIONS, rules, talk

from voice_agent.errors import SettingsError
from voice_agent.interview import inviting, planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.inviting import invited
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said


def first(words: str, *before: str, sad: bool = False) -> str:
    found = list(invited(INVITATIONS, words, before, sad=sad))
    return found[0].ask if found else ""


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("I was born in Grimsby. My dad was on the trawlers.", "your father"),
        ("My sister Maureen was a proper madam.", "your sister Maureen"),
        ("Our eldest brother was already a man.", "your eldest brother"),
        ("Uncle Joe had a parrot.", "parrot"),
        ("We had a pony when I was seven.", "pony"),
        ("I was in the mill by then.", "mill"),
        ("Christmas was quiet with us.", "Christmas"),
        ("Sheep.", "the sheep"),
    ],
)
def test_who_or_what_was_named_is_in_the_question(words: str, about: str) -> None:
    assert any(about in each.ask for each in invited(INVITATIONS, words))


@pytest.mark.parametrize(
    "words",
    [
        "She walked to the gate with us. She thought she was a dog.",
        "What am I to speak to the boy about? She says, try the weather, Grandad.",
    ],
)
def test_who_is_only_spoken_to_or_taken_for_something_is_not_asked_about(words: str) -> None:
    asked = " ".join(each.ask for each in invited(INVITATIONS, words))
    assert "dog" not in asked
    assert "grandfather" not in asked


def test_what_was_said_last_goes_before_what_was_said_first() -> None:
    assert "pony" in first("There was the school, and the house, and then we had a pony.")


def test_somebody_goes_before_a_thing_named_in_passing() -> None:
    found = [
        each.ask
        for each in invited(INVITATIONS, "My mother made him take his boots off in the yard.")
    ]
    assert "your mother" in found[0]


def test_after_a_few_words_the_question_says_what_they_are_about() -> None:
    farm = next(each for each in INVITATIONS if each.name == "farm")
    assert first("Not till forty-eight.", "Did you have electricity on the farm?") in farm.asks
    assert not first("Not till forty-eight.")


def test_a_long_answer_is_about_what_it_says() -> None:
    long = "We went over the hill and along the river and then, " * 4 + "well, we stood."
    assert not first(long, "Did you have a dog?")


def test_close_to_grief_only_what_is_gentle_is_asked() -> None:
    assert not first("My sister Maureen was a proper madam.", sad=True)
    assert first("We had fifty-eight years.", sad=True)


@pytest.mark.parametrize(
    "words",
    [
        "My father died down the pit.",
        "Our dog was put down.",
        "My mother drank, and she hit us.",
        "He was killed on the railway.",
        "Brown roses it was, the wallpaper.",
        "Nine year old I was, and sick as a cat.",
        "He put his hand flat on the side of it, like you would a horse.",
    ],
)
def test_nobody_is_asked_lightly_about_what_hurts(words: str) -> None:
    assert not first(words)


def test_he_and_she_are_told_apart_or_left_out() -> None:
    husband = [each.ask for each in invited(INVITATIONS, "I met my husband at a dance.")]
    assert any("him" in ask.strip("?").split() for ask in husband)
    assert not any({"her", "she"} & {*ask.strip("?").split()} for ask in husband)
    both = invited(INVITATIONS, "He was a quiet man and she was always singing, she never stopped.")
    assert not any(" him" in each.ask or " her" in each.ask for each in both)


@pytest.mark.parametrize("invitation", INVITATIONS, ids=lambda each: each.name)
def test_every_invitation_keeps_the_rules_of_what_may_be_asked(
    invitation: inviting.Invitation,
) -> None:
    fills = {"person": "your father", "thing": "pony", "him": "him", "he": "he"}
    for ask in invitation.asks:
        asked = ask.format(**fills)
        assert not list(faults(asked, said(asked))), asked


def test_no_question_is_invited_in_two_ways() -> None:
    every = [ask for each in INVITATIONS for ask in each.asks]
    assert len(every) == len(set(every))


def test_a_talk_goes_on_from_what_was_said() -> None:
    *_, (_, move) = talk(rules(), ["Oh, it was me and my sister Maureen, we slept top to tail."])
    assert move.question is not None and move.question.kind == inviting.INVITED


def test_a_few_words_are_met_with_a_wish_for_more_and_not_with_another_subject() -> None:
    by = rules()
    *_, (progress, move) = talk(by, ["Mush."])
    assert move.ask in by.phrases.kinds["more"].say
    _, again = planner.reply(by, progress, Heard("With syrup."), AGREED)
    assert again.ask not in by.phrases.kinds["more"].say


def test_a_broken_file_is_refused_with_its_table(tmp_path: Path) -> None:
    file = tmp_path / "invitations.toml"
    for text, reason in (
        ('[a]\nhears = ["("]\nasks = ["What?"]', "[a]"),
        ('[a]\nhears = ["x"]\nasks = ["What? And who?"]', "one question"),
        ('[a]\nhears = []\nasks = ["What?"]', "hears"),
        ('[a]\nhears = ["x"]\nasks = ["What?"]\nwish = 1', "wish"),
        ("[a", "cannot be read"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(SettingsError) as refused:
            inviting.read(file)
        assert reason in str(refused.value)
