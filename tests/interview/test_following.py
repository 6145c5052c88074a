"""Questions that people wrote for answers like this one are asked only where they suppose nothing that was not said."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from interviews import rules, talk

from voice_agent.interview import following
from voice_agent.interview.following import FollowUp, bound, followed
from voice_agent.interview.planner import Rules

SURE = following.LEAST[0] + following.SURE
GUTTED = "He gutted herring from four in the morning and he stank of it."


def always(*found: FollowUp) -> following.Follows:
    """A reader that finds the same for every answer."""

    def follows(asked: str, said: str) -> Sequence[FollowUp]:
        del asked, said
        return found

    return follows


def asks(found: FollowUp, said: str, asked: str = "", *, hard: bool = False) -> list[str]:
    return [each.ask for each in followed(always(found), asked, said, hard=hard)]


def test_a_word_that_stood_in_the_other_answer_must_stand_in_this_one() -> None:
    found = FollowUp("What became of the shop?", SURE, bound("What became of the shop?"))
    assert asks(found, "We had the shop till the war.") == ["What became of the shop?"]
    assert asks(found, "We had the farm till the war.") == []
    assert asks(found, "Till the war.", "How long did you have the shop?") != []


def test_whoever_says_mam_speaks_of_a_mother() -> None:
    found = FollowUp(
        "What did your mother say to that?", SURE, bound("What did your mother say to that?")
    )
    assert asks(found, "I came home soaked and Mam saw me.") != []


@pytest.mark.parametrize(
    ("ask", "said", "may"),
    [
        ("What was he like?", "We lived by the gasworks.", False),
        ("What was he like?", "My uncle had one arm.", True),
        ("What was she like?", "My uncle had one arm.", False),
        ("What was she like?", "She ran the house.", True),
        (
            "What did you two do when it was over?",
            "That's all there is to tell of the bread.",
            False,
        ),
        ("What did you two do when it was over?", "We sat on the wall and waited.", True),
    ],
)
def test_nobody_is_asked_what_he_was_like_where_no_man_was_spoken_of(
    ask: str, said: str, may: bool
) -> None:
    assert bool(asks(FollowUp(ask, SURE), said)) is may


def test_what_is_hardly_like_it_is_not_asked() -> None:
    assert asks(FollowUp("What happened then?", following.LEAST[0] - 0.01), GUTTED) == []


def test_the_more_a_question_supposes_the_more_alike_the_answers_must_be() -> None:
    near = (following.LEAST[0] + following.LEAST[2]) / 2
    assert asks(FollowUp("Who was there?", near), GUTTED) != []
    assert asks(FollowUp("How did you get away?", near, supposes=2), GUTTED) == []


def test_close_to_a_loss_only_what_was_written_for_one_is_asked() -> None:
    assert asks(FollowUp("What did you do then?", SURE), "We lost him in May.", hard=True) == []
    gentle = FollowUp("What was he like?", SURE, gentle=True)
    assert asks(gentle, "We lost him in May.", hard=True) == ["What was he like?"]


def led(*found: FollowUp) -> Rules:
    return replace(rules(), follows=always(*found))


def test_an_interviewer_asks_what_follows_best() -> None:
    found = FollowUp(
        "What was it like when he came in at the door?",
        SURE,
        bound("What was it like at the door?"),
    )
    other = replace(found, bound=frozenset[str]())
    said = [GUTTED]
    *_, (_, move) = talk(led(other), said)
    assert move.ask == other.ask
    *_, (_, move) = talk(led(found), said)
    assert move.ask != found.ask


def test_a_question_that_follows_is_asked_once() -> None:
    found = FollowUp("What was the hardest of it?", SURE)
    said = [GUTTED, "The cold was. Your hands split with the salt.", "You put goose fat on."]
    asked = [move.ask for _, move in talk(led(found), said)]
    assert asked.count(found.ask) == 1


def test_without_the_reader_the_talk_goes_on_as_before() -> None:
    plain = [move.text for _, move in talk(rules(), [GUTTED])]
    none = [move.text for _, move in talk(led(), [GUTTED])]
    assert plain == none


def test_a_bare_yes_is_followed_by_nothing() -> None:
    assert asks(FollowUp("Who was there?", SURE), "Oh, yes.") == []
