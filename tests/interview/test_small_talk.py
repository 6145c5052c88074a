"""What is said to us is answered, and then what was asked stands again."""

from dataclasses import replace

import pytest
from interviews import AGREED, rules, talk

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.rules import Opening
from voice_agent.reading.by_rules.small_talk import KINDS, kind
from voice_agent.reading.wishes.commands import Command, Wish


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Is it on? Is the light supposed to be green?", "talk_works"),
        ("Oh, I'm a bit nervous, I've never talked to a machine before.", "talk_at_ease"),
        ("I'm no good at this sort of thing.", "talk_at_ease"),
        ("Who would want to hear about that?", "talk_worth"),
        ("How long will this take?", "talk_limit"),
        ("You ask a lot of questions, don't you.", "talk_teased"),
        ("Do you want some coffee?", "talk_offered"),
        ("And how are you today?", "talk_how_are_you"),
        ("Good morning.", "talk_greeted"),
        ("Where shall I begin?", "talk_anything"),
        ("Was that all right?", "talk_right"),
        ("Anyway. What were we saying?", "talk_thread"),
        ("I'm only teasing. Go ahead.", "talk_ready"),
        ("Are you a real person or is this the recording?", "not_a_person"),
    ],
)
def test_a_word_to_us_is_known_from_a_story(words: str, meant: str) -> None:
    assert kind(words) == meant


@pytest.mark.parametrize(
    "words",
    [
        "I was nervous on my first day at the mill, and the foreman saw it.",
        "She said good morning to the whole street.",
        "He asked me how long it would take to walk to Leeds.",
        "There was a light on in the kitchen.",
        "We had tea and cake.",
        "Nobody wanted the job.",
        "My father was no good at school.",
    ],
)
def test_a_story_with_such_words_is_a_story(words: str) -> None:
    assert not kind(words)


def test_what_was_asked_stands_again() -> None:
    by = rules()
    *_, (before, opened) = talk(by, [])
    progress, move = planner.reply(by, before, Heard("I'm a bit nervous."), AGREED)
    assert move.ask == opened.ask
    assert move.say in by.words.phrases.kinds["talk_at_ease"].say
    assert progress.coverage.asked == before.coverage.asked


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_kind_has_its_words(name: str) -> None:
    assert rules().words.phrases.kinds[name].say


@pytest.mark.parametrize("words", ["Aye, go on then.", "Go on, yes.", "Aye."])
def test_a_homely_yes_is_a_yes(words: str) -> None:
    by = rules()
    before, _ = planner.open_session(by, Opening())
    _, move = planner.reply(by, before, Heard(words), Opening())
    assert move.consent is True


def test_after_a_death_nobody_is_led_to_another_subject_while_they_are_still_with_it() -> None:
    by = rules()
    lines = ["My husband Winston, he died in ninety-nine.", "It was his heart."]
    *_, (_, move) = talk(by, lines)
    assert "?" not in move.text and move.text


OIL = (
    "We had olive oil from the chemist by then, for the ears. Now they have forty oils in the "
    "supermarket and not one of them tastes of anything. "
)


def test_a_long_telling_may_end_in_a_lost_thread() -> None:
    reasons = [
        [*talk(rules(), ["My father kept bees behind the chapel.", OIL + end])][-1][1].reason
        for end in ("Where was I?", "Where was the dog?")
    ]
    assert [each == "said what they were telling" for each in reasons] == [True, False]


def test_what_they_asked_is_not_said_back_as_a_question_of_ours() -> None:
    lines = [
        '"You will not come? You will not stay? The carriage stood at the gate.',
        "Where was I?",
    ]
    *_, (_, found) = talk(rules(), lines)
    assert found.reason == "said what they were telling"
    assert "carriage" in found.text and found.text.count("?") <= 1


def test_a_lost_thread_is_not_taken_for_a_wish_to_hear_the_question_again() -> None:
    by = replace(
        shipped := rules(),
        readers=replace(
            shipped.readers, second=lambda said: Wish(Command.REPEAT) if "saying" in said else None
        ),
    )
    lines = ["We built a raft out of old fence boards.", "Any road. What was I saying?"]
    *_, (_, found) = talk(by, lines)
    assert found.reason == "said what they were telling"


def test_a_lost_thread_is_picked_up_where_they_were_telling_and_not_at_a_word_said_since() -> None:
    lines = ["We built a raft out of old fence boards.", "Oh aye. The machine.", "Where was I?"]
    *_, (_, found) = talk(rules(), lines)
    assert "raft" in found.text and "machine" not in found.text


def test_a_long_telling_may_end_in_what_comes_first_now() -> None:
    *_, (_, found) = talk(rules(), [OIL + "My tea is getting cold."])
    assert found.reason == "something else comes first"
    assert "?" not in found.text


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("What did you say your name was?", "talk_who"),
        ("What should I call you?", "talk_who"),
        ("His name was Tom.", ""),
        ("What was your name day in Poland?", ""),
    ],
)
def test_who_asks_for_our_name_hears_what_we_are(said: str, found: str) -> None:
    assert kind(said) == found
