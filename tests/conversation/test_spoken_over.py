"""What the narrator spoke over was not asked, and a yes to what nobody heard is no yes."""

from dataclasses import replace
from pathlib import Path

import pytest
from interviews import AGREED, STORY, rules, talk
from kitchen import Rest, Say, hold

from voice_agent.interview import planner, unheard
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permissions
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.leave.permitting import ask
from voice_agent.resources import resource
from voice_agent.story import ConsentKind

pytestmark = pytest.mark.anyio

TOLD = "we lived by the river in a small house with my grandmother"


async def test_a_question_cut_off_at_its_first_words_was_not_asked(tmp_path: Path) -> None:
    lines = [Rest(16), Say(TOLD, 4), Rest(2), Say("oh wait I forgot the goat", 2), Rest(14)]
    told = await hold(tmp_path, lines)
    told.record.close()
    ours = [turn for turn in told.outcome.turns if str(turn.speaker) == "interviewer"]
    assert [turn.finished for turn in ours] == [True, False, True]
    assert len(told.progress.asked) == 2
    assert ours[2].text.endswith(told.progress.asked[-1])


async def test_a_question_of_which_a_word_is_missing_was_asked(tmp_path: Path) -> None:
    first = await hold(tmp_path / "whole", [Rest(16), Say(TOLD, 4), Rest(14)])
    first.record.close()
    reply = first.outcome.turns[-1]
    lasts = len(reply.text.split()) / 3
    lines = [Rest(16), Say(TOLD, 4), Rest(reply.began - 20 + lasts - 0.5), Say("the goat", 1)]
    told = await hold(tmp_path / "cut", [*lines, Rest(1)])
    told.record.close()
    assert not told.outcome.turns[2].finished
    assert told.progress.asked == first.progress.asked


async def test_a_yes_over_the_notice_is_not_taken_before_the_notice_was_heard(
    tmp_path: Path,
) -> None:
    lines = [Rest(6), Say("yes yes go on dear", 2), Rest(50), Say("yes please do", 1), Rest(14)]
    told = await hold(tmp_path, lines, agreed=False)
    with told.record as record:
        (consent,) = record.consents()
    assert consent.words == "yes please do"


@pytest.mark.parametrize("words", ["no thank you", "stop"])
async def test_a_no_over_the_notice_is_taken_at_once(tmp_path: Path, words: str) -> None:
    told = await hold(tmp_path, [Rest(6), Say(words, 1), Rest(20)], agreed=False)
    told.record.close()
    assert told.outcome.reason in ("refused", "closing")
    assert list(tmp_path.rglob("*")) == []


def test_a_story_goes_on_where_the_next_question_was_not_heard() -> None:
    by = rules()
    *_, (before, _), (after, move) = talk(by, STORY[:2])
    back = unheard.taken_back(after, before, move)
    assert move.question is not None and move.ask in after.asked
    assert back.asked == before.asked and back.last == before.last
    assert back.depth == before.depth
    assert back.cache.asked_like(move.question) < 1.0
    assert back.cache.covered == after.cache.covered  # what was told stays told
    assert after.cache.unmark(move.question).topics == before.cache.topics


def test_a_yes_to_an_unheard_question_erases_nothing() -> None:
    by = rules()
    *_, (before, _) = talk(by, STORY[:2])
    after, move = planner.reply(by, before, Heard("forget that, please"), AGREED)
    assert after.wishing is not None
    back = unheard.taken_back(after, before, move)
    _, answer = planner.reply(by, back, Heard("yes"), AGREED)
    assert answer.wish is None


def test_a_yes_to_unheard_leave_allows_nothing_and_it_is_asked_another_time() -> None:
    by = replace(rules(), asking=permissions.read(resource("config/consent.toml")))
    *_, (before, _) = talk(by, STORY[:2])
    waiting = replace(before, leave=(Permission(ConsentKind.KEEP_AUDIO),))
    after, move = ask(by, waiting)
    back = unheard.taken_back(after, waiting, move)
    assert back.leave == waiting.leave
    _, answer = planner.reply(by, back, Heard("yes"), AGREED)
    assert answer.permits is None


def test_what_was_refused_is_not_asked_again_because_the_next_question_was_not_heard() -> None:
    by = rules()
    *_, (before, _) = talk(by, STORY[:2])
    after, move = planner.reply(by, before, Heard("skip that one please"), AGREED)
    back = unheard.taken_back(after, before, move)
    assert back.asking is None and back.last == ""
