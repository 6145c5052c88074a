"""Whoever tells is listened to: for how long, and beside what nothing else is brought up."""

from dataclasses import replace

import pytest
from fits import ByWord
from interviews import AGREED, rules, talk
from often import times

from voice_agent.interview import listening, planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act
from voice_agent.interview.picking import pick_fresh
from voice_agent.interview.progress import Coverage, OpenQuestion, Progress, Stage
from voice_agent.interview.proposals import RUNNING
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.interview.topic_change import opens
from voice_agent.story import Emotion, Feeling

TALE = (
    "The foreman had a wooden leg and he kept his sandwiches in it, and one day the dog got at it under the "
    "bench, and he had to hop the whole of Mill Street to get it back."
)
PLEASE = ("am listening", "rest of it", "more of that")
HARD = ("hard", "blow", "carry", "gap")


def weighed(*, good: tuple[str, ...] = (), wrong: tuple[str, ...] = ()) -> Rules:
    return replace(shipped := rules(), choosing=replace(shipped.choosing, fits=ByWord(good, wrong)))


def told() -> Progress:
    asked = "What work did your father do?"
    asking = Candidate(asked, Wants.SCENE, Source.PROTOCOL, "childhood")
    return Progress(
        stage=Stage.TALK,
        coverage=Coverage(asked=(asked,)),
        question=OpenQuestion(text=asked, chosen=asking),
        turns=3,
    )


def asks_on(by: Rules, text: str) -> bool:
    """Is that one of ours that only asks for more, perhaps behind a remark?"""
    return text.endswith(by.words.phrases.kinds[listening.ONWARD].say)


def test_a_question_that_does_not_fit_gives_way_to_listening_on() -> None:
    by = weighed(good=PLEASE, wrong=("?",))
    progress, move = planner.reply(by, told(), Heard(TALE), AGREED)
    assert asks_on(by, move.text)
    assert progress.story.listened == 1


def test_without_anybody_who_weighs_it_the_talk_goes_as_before() -> None:
    _, plain = planner.reply(rules(), told(), Heard(TALE), AGREED)
    by = replace(weighed(good=PLEASE, wrong=("?",)))
    _, off = planner.reply(
        replace(by, parts=replace(by.parts, fitting=False)), told(), Heard(TALE), AGREED
    )
    assert off == plain


def test_the_question_that_fits_is_asked_before_one_that_does_not() -> None:
    both = "My cousin Henrique played for us all that summer, and my aunt Dolores sang at every farm from here to the coast."
    _, plain = planner.reply(rules(), told(), Heard(both), AGREED)
    assert "Dolores" in plain.ask
    _, other = planner.reply(weighed(wrong=("dolores",)), told(), Heard(both), AGREED)
    assert "Henrique" in other.ask


def test_it_listens_on_for_a_while_only_and_never_twice_in_the_same_words() -> None:
    by = weighed(good=PLEASE, wrong=("?",))
    lines = [
        TALE,
        TALE.replace("leg", "arm"),
        TALE.replace("dog", "cat"),
        TALE.replace("foreman", "clerk"),
    ] * 3
    said = [move for _, move in talk(by, lines)]
    on = [asks_on(by, m.text) for m in said]
    assert any(on)
    assert not any(all(on[n : n + RUNNING + 1]) for n in range(len(on) - RUNNING))
    spoken = [m.text for m, so in zip(said, on, strict=True) if so]
    assert len(set(spoken)) == len(spoken)


def test_what_is_said_never_begins_as_what_was_said_just_before() -> None:
    by, before = (
        rules(),
        replace(
            until_now := told(),
            manners=replace(until_now.manners, used={"Tell me more of that.": 1}),
        ),
    )
    assert any(each.startswith("Tell me") for each in pick_fresh(by, told(), listening.ONWARD))
    assert not any(each.startswith("Tell me") for each in pick_fresh(by, before, listening.ONWARD))


def test_the_family_waits_for_the_end_of_a_story_and_no_longer() -> None:
    ask = "Ann wonders: what was the name of your first dog?"
    family = Candidate(ask, Wants.SCENE, Source.FAMILY, event="family:1", worth=1.0, asker="Ann")
    waits = replace(until_now := told(), coverage=replace(until_now.coverage, grown=(family,)))
    _, still = planner.reply(rules(), waits, Heard(TALE), AGREED)
    assert "Ann" not in still.text
    _, over = planner.reply(rules(), waits, Heard(TALE + " Well, that's about it."), AGREED)
    assert "Ann" in over.text


def test_comfort_is_not_given_to_a_joke_because_a_reader_of_feelings_heard_tears() -> None:
    sad = Feeling(Emotion.SADNESS, 0.8, -0.6)
    by = rules()
    _, heard_as_sad = planner.reply(by, told(), Heard(TALE, feeling=sad), AGREED)
    assert heard_as_sad.text in by.words.phrases.kinds["still_here"].say


def test_whoever_jokes_again_after_a_quiet_word_gets_no_second_one() -> None:
    near = replace(
        until_now := told(), comfort=replace(until_now.comfort, stayed=2, beside="acknowledge_sad")
    )
    joke = Heard("Blodwen. Don't laugh. Shout it and you got a crowd.")
    by = rules()
    _, plain = planner.reply(by, near, joke, AGREED)
    quiet = [*by.words.phrases.kinds["acknowledge_sad"].say, *by.words.phrases.kinds["sorrow"].say]
    assert plain.text not in quiet


def test_a_death_in_plain_words_is_met_quietly_whatever_the_marks_say() -> None:
    by = weighed(good=("?",), wrong=HARD)
    lost = "My brother died that winter. He was nineteen and he had only just got his papers."
    _, move = planner.reply(by, told(), Heard(lost), AGREED)
    assert move.act is Act.ANSWER
    assert "?" not in move.text


def test_nobody_who_told_of_a_death_is_led_to_another_subject_however_long_one_has_listened() -> (
    None
):
    before = replace(until_now := told(), story=replace(until_now.story, listened=9))
    for tale in (TALE, TALE + " Well, that's about it."):
        _, move = planner.reply(
            rules(),
            replace(before, comfort=replace(before.comfort, mourned=2)),
            Heard(tale),
            AGREED,
        )
        assert move.text
        assert move.question is None or not opens(move.question)


@pytest.mark.parametrize("said", ["I don't want to say any more about that.", "No, not that."])
def test_whoever_turns_away_beside_a_death_is_never_told_to_go_on(said: str) -> None:
    for seed in range(times(6)):
        by = rules(seed=seed)
        _, move = planner.reply(
            by,
            replace(until_now := told(), comfort=replace(until_now.comfort, mourned=2)),
            Heard(said),
            AGREED,
        )
        assert move.text and not asks_on(by, move.text)


def test_an_unwilling_word_is_met_before_something_else_is_asked() -> None:
    by = weighed(wrong=("am listening",))
    said = Heard("I don't want to say any more about that. It makes me cross.")
    _, move = planner.reply(
        by,
        replace(until_now := told(), comfort=replace(until_now.comfort, mourned=2)),
        said,
        AGREED,
    )
    assert move.say in by.words.phrases.kinds["changed"].say
