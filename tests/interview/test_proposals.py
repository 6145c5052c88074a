"""Proposals, checks, choice: what follows an answer that no guard met, and whom the guards protect."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.fitting import Fit
from voice_agent.interview.heard import Heard
from voice_agent.interview.leading import follow
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.proposals import ATTENTIVE, FOLLOWS, RUNNING
from voice_agent.interview.story_state import StoryState, story_state

LIVELY = (
    "We had a band that summer, eight of us on the back of a coal lorry, and we played at every farm from here to the"
    " coast for our supper and a place in the hay."
)
NAMED = (
    "We had a band that summer, eight of us on the back of a coal lorry, and my cousin Henrique sang at"
    " every farm from here to the coast for our supper."
)


def heard_before(said: str) -> Progress:
    progress, _ = planner.open_session(rules(), AGREED)
    return replace(progress, turns=3, tellings=replace(progress.tellings, heard=(said,)))


def after(said: str, before: Progress | None = None) -> tuple[Progress, Move]:
    return follow(rules(), before or heard_before(said), Heard(said))


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("I'd rather not.", StoryState.REFUSED),
        ("I don't remember anything.", StoryState.NOTHING),
        ("And then it sank, and that's it, that's all there is.", StoryState.TOLD),
        ("We had a dog then. But wait till you hear the rest.", StoryState.OPEN),
        (LIVELY, StoryState.LIVE),
        ("The driver. Wally Pegg.", StoryState.BRIEF),
    ],
)
def test_where_a_story_stands_is_read_off_its_words(said: str, state: StoryState) -> None:
    assert story_state(Heard(said), None) is state


def test_instead_in_a_long_story_refuses_nothing() -> None:
    said = f"Ray saved it off his paper route, and instead of a bicycle he bought me that horn. {LIVELY}"
    assert story_state(Heard(said), None) is StoryState.LIVE


def test_somebody_just_named_who_does_something_is_asked_about() -> None:
    _, move = after(NAMED)
    assert "your cousin Henrique" in move.ask


def test_whoever_tells_of_a_loss_is_not_told_to_please_go_on() -> None:
    said = f"{LIVELY} And in March my brother died."
    progress, move = after(said)
    kinds = rules().words.phrases.kinds
    assert move.say in kinds["with_you"].say
    assert not {*progress.manners.used} & {*kinds["listen_on"].say}


def test_without_a_sure_hook_they_are_only_asked_to_go_on() -> None:
    progress, move = after(LIVELY)
    assert move.text in rules().words.phrases.kinds["listen_on"].say
    assert progress.story.listened == 1


def test_nobody_hears_go_on_for_ever() -> None:
    _, more = after(
        LIVELY,
        replace(
            until_now := heard_before(LIVELY), story=replace(until_now.story, listened=RUNNING - 1)
        ),
    )
    assert more.text in rules().words.phrases.kinds["listen_on"].say
    _, heard = after(
        LIVELY,
        replace(
            until_now := heard_before(LIVELY), story=replace(until_now.story, listened=RUNNING)
        ),
    )
    assert heard.text in rules().words.phrases.kinds["still_here"].say
    _, led = after(
        LIVELY,
        replace(
            until_now := heard_before(LIVELY), story=replace(until_now.story, listened=ATTENTIVE)
        ),
    )
    assert led.act is Act.QUESTION and led.question is not None and led.question.topic


def test_nobodys_dead_are_left_for_another_subject() -> None:
    _, move = after(
        "It was so.",
        replace(
            until_now := heard_before("It was so."),
            comfort=replace(until_now.comfort, mourned=3),
            story=replace(until_now.story, listened=RUNNING),
        ),
    )
    assert move.question is None or not move.question.topic


HURTS = (
    "We had nothing in the house that winter, and my father walked to the docks every morning and came back, and we"
    " children went to bed hungry."
)


def test_nobody_is_sent_home_for_telling_of_what_hurts() -> None:
    for listened in range(12):
        progress, move = after(
            HURTS,
            replace(
                until_now := heard_before(HURTS), story=replace(until_now.story, listened=listened)
            ),
        )
        assert not move.ends and move.text
        assert move.question is None or not move.question.topic
        assert progress.story.listened or move.question


def test_who_has_nothing_more_to_say_of_their_dead_is_not_pressed_for_more() -> None:
    _, move = after(
        "That's all there is to it.",
        replace(
            until_now := heard_before("That's all there is to it."),
            comfort=replace(until_now.comfort, mourned=3),
        ),
    )
    assert "?" not in move.text and move.text in rules().words.phrases.kinds["shaken"].say


def test_a_talk_in_which_everything_was_asked_comes_to_its_end_and_no_story_does() -> None:
    by = replace(shipped := rules(), topics=(), choosing=replace(shipped.choosing, templates=None))
    by = replace(by, topic=replace(by.topic, questions=()))
    progress, _ = planner.open_session(rules(), AGREED)
    progress = replace(progress, turns=3, story=replace(progress.story, listened=RUNNING))
    assert follow(by, progress, Heard("That's all there is to it."))[1].ends
    _, move = follow(by, progress, Heard(LIVELY))
    assert not move.ends and move.text in by.words.phrases.kinds["still_here"].say


def test_what_there_is_more_than_one_of_is_never_asked_about_as_one() -> None:
    said = "He wore his best boots to chapel after that and never said a word of it to anybody all his life, and nobody asked him."
    for seed in range(8):
        by = rules(seed=seed)
        progress, _ = planner.open_session(by, AGREED)
        _, move = follow(
            by,
            replace(progress, turns=3, tellings=replace(progress.tellings, heard=(said,))),
            Heard(said),
        )
        assert "boots" in move.ask and "was his" not in move.ask


def test_nobody_is_led_away_in_the_middle_of_a_story_told_in_short_sentences() -> None:
    for said in (
        "They threw him out of the choir for it and Dad tanned him.",
        "We had a dog then. But wait till you hear the rest.",
    ):
        for listened in range(RUNNING + 1):
            _, move = after(
                said,
                replace(
                    until_now := heard_before(said),
                    story=replace(until_now.story, listened=listened, urged=2),
                ),
            )
            assert move.text and (move.question is None or not move.question.topic), move.text


def test_what_was_confided_is_not_asked_about() -> None:
    _, move = after(
        NAMED,
        replace(until_now := heard_before(NAMED), wishes=replace(until_now.wishes, confided=3)),
    )
    assert "Henrique" not in move.text
    assert ("hook", "in confidence") in [(kind, why) for kind, _, why in move.considered]


def test_whoever_was_asked_about_before_is_no_news() -> None:
    _, move = after(
        NAMED,
        replace(
            until_now := heard_before(NAMED),
            coverage=replace(
                until_now.coverage, asked=("How would you describe your cousin Henrique?",)
            ),
        ),
    )
    assert "Henrique" not in move.text


def test_a_hook_that_readers_would_call_wrong_gives_way_to_go_on() -> None:
    def coldly(asked: str, said: str, replies: Sequence[str]) -> list[Fit]:
        return [
            Fit(0.9, 0.1, 0.0) if "Henrique" in each else Fit(0.1, 0.5, 0.4) for each in replies
        ]

    by = replace(shipped := rules(), choosing=replace(shipped.choosing, fits=coldly))
    progress, _ = planner.open_session(by, AGREED)
    _, move = follow(
        by,
        replace(progress, turns=3, tellings=replace(progress.tellings, heard=(NAMED,))),
        Heard(NAMED),
    )
    assert "Henrique" not in move.text


def test_every_state_of_a_story_is_followed_by_something() -> None:
    assert {*FOLLOWS} == {*StoryState}


def test_a_few_words_more_of_a_death_are_not_pressed_for_more() -> None:
    _, move = after(
        "It was his heart.",
        replace(
            until_now := heard_before("It was his heart."),
            tellings=replace(
                until_now.tellings, heard=("My husband Winston, he died.", "It was his heart.")
            ),
        ),
    )
    assert "?" not in move.text and move.text


def test_what_was_asked_about_a_story_that_is_now_kept_back_is_not_asked_again() -> None:
    progress, move = after(NAMED)
    assert "Henrique" in move.ask
    kept, _ = planner.reply(rules(), progress, Heard("Keep that between us."), AGREED)
    _, again = planner.reply(rules(), kept, Heard("What did you ask me?"), AGREED)
    assert "Henrique" not in f"{kept.question.text} {again.text}"
