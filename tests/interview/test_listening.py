"""Where no question of ours fits, one listens on; and the word before a question is the one that fits."""

from dataclasses import replace

import pytest
from fits import ByWord
from interviews import AGREED, rules, talk

from voice_agent.interview import listening, planner
from voice_agent.interview.choosing import Choice
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.story import Emotion, Feeling

TALE = (
    "The foreman had a wooden leg and he kept his sandwiches in it, and one day the dog got at it under the "
    "bench, and he had to hop the whole of Mill Street to get it back."
)
PLEASE = ("am listening", "rest of it", "more of that")
HARD = ("hard", "blow", "carry", "gap")


def weighed(*, good: tuple[str, ...] = (), wrong: tuple[str, ...] = ()) -> Rules:
    return replace(rules(), fits=ByWord(good, wrong))


def told(**more: object) -> Progress:
    asked = "What work did your father do?"
    asking = Candidate(asked, Wants.SCENE, Source.PROTOCOL, "childhood")
    where = Progress(
        stage=Stage.TALK, asked=(asked,), last=asked, asking=asking, story="childhood", turns=3
    )
    return replace(where, **more)  # pyright: ignore[reportArgumentType]


def asks_on(by: Rules, text: str) -> bool:
    """Is that one of ours that only asks for more, perhaps behind a remark?"""
    return text.endswith(by.phrases.kinds[listening.ONWARD].say)


def test_a_question_that_does_not_fit_gives_way_to_listening_on() -> None:
    by = weighed(good=PLEASE, wrong=("?",))
    progress, move = planner.reply(by, told(), Heard(TALE), AGREED)
    assert asks_on(by, move.text)
    assert progress.listened == 1


def test_without_anybody_who_weighs_it_the_talk_goes_as_before() -> None:
    _, plain = planner.reply(rules(), told(), Heard(TALE), AGREED)
    by = replace(weighed(good=PLEASE, wrong=("?",)))
    _, off = planner.reply(
        replace(by, parts=replace(by.parts, fitting=False)), told(), Heard(TALE), AGREED
    )
    assert off == plain


def test_the_question_that_fits_is_asked_before_one_that_does_not() -> None:
    _, plain = planner.reply(rules(), told(), Heard(TALE), AGREED)
    word = plain.ask.lower().split()[0]
    _, other = planner.reply(weighed(wrong=(word,)), told(), Heard(TALE), AGREED)
    assert not other.ask.lower().startswith(word)


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
    most = listening.RUNNING + listening.LONGER
    assert not any(all(on[n : n + most + 1]) for n in range(len(on) - most))
    spoken = [m.text for m, so in zip(said, on, strict=True) if so]
    assert len(set(spoken)) == len(spoken)


def test_for_another_subject_one_listens_on_longer_than_for_a_question_inside_the_story() -> None:
    by = weighed(good=PLEASE, wrong=("?",))
    inside = Candidate("Where was that?", Wants.WHERE, Source.PROTOCOL)
    another = Candidate("What did a Sunday look like?", Wants.SCENE, Source.PROTOCOL, "childhood")

    def gives_way(question: Candidate, listened: int) -> bool:
        choice = Choice(question, 1.0, (), -0.9)
        return listening.instead(by, told(listened=listened), Heard(TALE), choice) is not None

    assert not gives_way(inside, listening.RUNNING)
    assert gives_way(another, listening.RUNNING)
    assert not gives_way(another, listening.RUNNING + listening.LONGER)


def test_what_is_said_never_begins_as_what_was_said_just_before() -> None:
    by = weighed(good=("tell me",), wrong=("?",))
    before = told(used={"Tell me more of that.": 1})
    choice = Choice(Candidate("Where was that?", Wants.WHERE, Source.PROTOCOL), 1.0, (), -0.9)
    found, fresh = (listening.instead(by, each, Heard(TALE), choice) for each in (before, told()))
    assert found is not None and "Tell me" not in found[1].text
    assert fresh is not None and "Tell me" in fresh[1].text


def test_a_question_of_the_family_and_a_story_that_is_told_out_are_not_held_up() -> None:
    by = weighed(good=PLEASE, wrong=("?",))
    family = Candidate("Ann wonders: what was the dog called?", Wants.MORE, Source.FAMILY)
    assert listening.instead(by, told(), Heard(TALE), Choice(family, 1.0, (), -0.9)) is None
    ours = Candidate("Where was that?", Wants.WHERE, Source.PROTOCOL)
    assert listening.instead(by, told(), Heard(TALE), Choice(ours, 1.0, (), -0.9)) is not None
    over = Heard(TALE + " Well, that's about it.")
    assert listening.instead(by, told(), over, Choice(ours, 1.0, (), -0.9)) is None


def test_deeper_in_a_story_a_question_may_fit_less() -> None:
    by = weighed(good=PLEASE, wrong=("?",))
    ours = Choice(Candidate("Where was that?", Wants.WHERE, Source.PROTOCOL), 1.0, (), -0.5)
    assert listening.instead(by, told(depth=0), Heard(TALE), ours) is not None
    assert listening.instead(by, told(depth=3), Heard(TALE), ours) is None


def test_the_word_before_a_question_is_dropped_where_it_does_not_fit() -> None:
    question = Candidate("What did people say to that?", Wants.MORE, Source.PROTOCOL)
    before, by = told(), weighed(wrong=("no hurry",))
    word = "There is no hurry with this."
    after = replace(before, used={word: 1})
    said, kept = listening.opening(by, before, after, Heard(TALE), question, word)
    assert "hurry" not in said
    assert word not in kept.used
    assert listening.opening(rules(), before, after, Heard(TALE), question, word) == (word, after)


def test_comfort_is_not_given_to_a_joke_because_a_reader_of_feelings_heard_tears() -> None:
    sad = Feeling(Emotion.SADNESS, 0.8, -0.6)
    by = rules()
    _, heard_as_sad = planner.reply(by, told(), Heard(TALE, feeling=sad), AGREED)
    assert heard_as_sad.text in by.phrases.kinds["still_here"].say


def test_whoever_jokes_again_after_a_quiet_word_gets_no_second_one() -> None:
    near = told(stayed=2, beside="acknowledge_sad")
    joke = Heard("Blodwen. Don't laugh. Shout it and you got a crowd.")
    by = rules()
    _, plain = planner.reply(by, near, joke, AGREED)
    assert plain.ask == ""
    quiet = [*by.phrases.kinds["acknowledge_sad"].say, *by.phrases.kinds["sorrow"].say]
    assert plain.text in quiet
    by = weighed(good=PLEASE, wrong=tuple(each.lower() for each in quiet))
    _, move = planner.reply(by, near, joke, AGREED)
    assert move.text not in quiet


def test_a_death_in_plain_words_is_met_quietly_whatever_the_marks_say() -> None:
    by = weighed(good=("?",), wrong=HARD)
    lost = "My brother died that winter. He was nineteen and he had only just got his papers."
    _, move = planner.reply(by, told(), Heard(lost), AGREED)
    assert move.act is Act.ANSWER
    assert "?" not in move.text


def test_nobody_who_lost_somebody_hears_a_merry_word() -> None:
    merry = rules().phrases.kinds["merry"].say
    good = tuple(each.lower() for each in merry)
    by = weighed(good=good)
    lost = Heard("I lost Ronald himself in 2018, and that was my whole first family gone.")
    question = Candidate("What do you make of it now?", Wants.WHY, Source.PROTOCOL)
    word, _ = listening.opening(by, told(), told(), lost, question, "")
    assert not word
    word, _ = listening.opening(by, told(), told(), Heard(TALE), question, "")
    assert word in merry
    by = weighed(good=good, wrong=("?",))
    choice = Choice(question, 1.0, (), -0.9)
    _, move = listening.instead(by, told(), lost, choice) or pytest.fail("it went on asking")
    assert not any(each in move.text for each in merry)
    _, move = listening.instead(by, told(), Heard(TALE), choice) or pytest.fail("it went on asking")
    assert any(each in move.text for each in merry)


def test_nobody_who_told_of_a_death_is_led_to_another_subject_however_long_one_has_listened() -> (
    None
):
    by = weighed(good=PLEASE, wrong=("?",))
    away = Choice(
        Candidate("What did a Sunday look like?", Wants.SCENE, Source.PROTOCOL), 1.0, (), -0.9
    )
    before = told(listened=9)
    assert listening.instead(by, before, Heard(TALE), away) is None
    mourning = replace(before, mourned=2)
    _, move = listening.instead(by, mourning, Heard(TALE), away) or pytest.fail("it led away")
    assert asks_on(by, move.text)
    over = Heard(TALE + " Well, that's about it.")
    assert listening.instead(by, mourning, over, away) is None


def test_an_unwilling_word_is_met_before_something_else_is_asked() -> None:
    by = weighed(wrong=("am listening",))
    said = Heard("I don't want to say any more about that. It makes me cross.")
    _, move = planner.reply(by, told(mourned=2), said, AGREED)
    assert move.say in by.phrases.kinds["changed"].say
