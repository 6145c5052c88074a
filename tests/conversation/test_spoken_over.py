"""What the narrator spoke over was not asked, and a yes to what nobody heard is no yes."""

from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from interviews import AGREED, STORY, rules, talk
from kitchen import Line, Rest, Say, Told, hold

from voice_agent.interview import interrupted_question, planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permissions
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.leave.permitting import ask
from voice_agent.interview.rules import Piece
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.resources import resource
from voice_agent.story import ConsentKind

pytestmark = pytest.mark.anyio

TOLD = "we lived by the river in a small house with my grandmother"
WALTER = "My brother Walter drank the rent money at the Black Swan in the winter of 1953."


async def test_a_question_cut_off_at_its_first_words_was_not_asked(tmp_path: Path) -> None:
    lines = [Rest(16), Say(TOLD, 4), Rest(2), Say("oh wait I forgot the goat", 2), Rest(14)]
    told = await hold(tmp_path, lines)
    told.record.close()
    ours = [turn for turn in told.outcome.turns if str(turn.speaker) == "interviewer"]
    assert [turn.finished for turn in ours] == [True, False, True]
    assert len(told.progress.coverage.asked) == 2
    assert ours[2].text.endswith(told.progress.coverage.asked[-1])


async def test_a_question_of_which_a_word_is_missing_was_asked(tmp_path: Path) -> None:
    first = await hold(tmp_path / "whole", [Rest(16), Say(TOLD, 4), Rest(14)])
    first.record.close()
    reply = first.outcome.turns[-1]
    lasts = len(reply.text.split()) / 3
    lines = [Rest(16), Say(TOLD, 4), Rest(reply.began - 20 + lasts - 0.5), Say("the goat", 1)]
    told = await hold(tmp_path / "cut", [*lines, Rest(1)])
    told.record.close()
    assert not told.outcome.turns[2].finished
    assert told.progress.coverage.asked == first.progress.coverage.asked


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
    back = interrupted_question.taken_back(after, before, move)
    assert move.question is not None and move.ask in after.coverage.asked
    assert (
        back.coverage.asked == before.coverage.asked and back.question.text == before.question.text
    )
    assert back.story.depth == before.story.depth
    assert back.coverage.cache.asked_like(move.question) < 1.0
    assert back.coverage.cache.covered == after.coverage.cache.covered  # what was told stays told
    assert after.coverage.cache.unmark(move.question).topics == before.coverage.cache.topics


def test_a_yes_to_an_unheard_question_erases_nothing() -> None:
    by = rules()
    *_, (before, _) = talk(by, STORY[:2])
    after, move = planner.reply(by, before, Heard("forget that, please"), AGREED)
    assert after.wishes.waiting is not None
    back = interrupted_question.taken_back(after, before, move)
    _, answer = planner.reply(by, back, Heard("yes"), AGREED)
    assert answer.wish is None


class Deeds:
    """Whoever carries wishes out in the kitchen, and notes which, in which words, and when."""

    def __init__(self, *outcomes: Outcome, until: float = 0.0) -> None:
        """`outcomes`: of the first wishes; `until`: second of the talk before which the first is not done."""
        self.wishes = list[tuple[Command, str]]()
        self.times = list[float]()
        self._outcomes, self._until = list(outcomes), until
        self._now, self._done = 0.0, anyio.Event()

    def clock(self, end: float) -> None:
        self._now = end
        if end >= self._until:
            self._done.set()

    async def __call__(self, wish: Wish, words: str) -> Outcome:
        self.wishes.append((wish.command, words))
        self.times.append(self._now)
        await self._done.wait()
        return self._outcomes.pop(0) if self._outcomes else Outcome()


async def heard(state: Path, deeds: Deeds, *lines: Line, delay: float = 0.4) -> Told:
    """What becomes of `lines` after the story of Walter, where each piece of work takes `delay` seconds."""
    story = (Rest(12), Say(WALTER, 4), Rest(14))
    told = await hold(state, [*story, *lines], grant=deeds, delays=[delay], each_frame=deeds.clock)
    told.record.close()
    return told


def question(told: Told) -> float:
    """The second in which it was asked whether to erase."""
    return next(turn.ended for turn in told.outcome.turns if turn.text.endswith("for good?"))


@pytest.mark.parametrize("rest", [2.8, 3.0])
@pytest.mark.parametrize("how", ["the deed takes long", "it is said in other words"])
async def test_a_yes_before_we_have_asked_erases_nothing_and_one_after_it_does(
    tmp_path: Path, how: str, rest: float
) -> None:
    slow = how == "the deed takes long"
    otherwise = Outcome(kind="put_away", told="the rent money")
    deeds = Deeds(until=38.0) if slow else Deeds(otherwise)
    told = await heard(
        tmp_path, deeds,
        Say("Forget that.", 1.5), Rest(rest), Say("Yes.", 0.6), Rest(18), Say("Yes.", 0.6), Rest(12),
    )  # fmt: skip
    assert [command for command, _ in deeds.wishes] == [Command.FORGET, Command.ERASE]
    assert deeds.times[1] > question(told)


async def test_a_yes_over_the_first_words_of_what_was_done_erases_nothing(tmp_path: Path) -> None:
    """It was done while they went on telling, and is said when they rest."""

    def slow() -> Deeds:
        return Deeds(Outcome(kind="put_away", told="the rent money"), until=46.0)

    lines = (
        Say("Forget that.", 1.5), Rest(2.8), Say("He could whistle, our Walter, he could.", 3),
    )  # fmt: skip
    whole = await heard(tmp_path / "whole", slow(), *lines, Rest(30))
    said = next(t for t in whole.outcome.turns if t.text.endswith("for good?"))
    rest = Rest(said.began - 30 - sum(line.seconds for line in lines) + 0.7)
    deeds = slow()
    await heard(tmp_path / "cut", deeds, *lines, rest, Say("Yes please do.", 1), Rest(9))
    assert said.began > 46 and [command for command, _ in deeds.wishes] == [Command.FORGET]


async def test_nor_does_one_where_something_else_was_wished_for_in_the_same_breath(
    tmp_path: Path,
) -> None:
    wish = "Speak a little slower please. And forget that about Walter."
    whole = await heard(tmp_path / "whole", Deeds(), Say(wish, 3), Rest(20))
    said = next(t for t in whole.outcome.turns if t.text.endswith("for good?"))
    deeds = Deeds()
    lines = (Say(wish, 3), Rest(said.began - 33 + 0.7), Say("Yes please do.", 1), Rest(14))
    told = await heard(tmp_path / "cut", deeds, *lines)
    assert any(not turn.finished for turn in told.outcome.turns)
    assert Command.ERASE not in [command for command, _ in deeds.wishes]


async def test_while_it_is_being_put_away_what_was_asked_of_it_is_not_asked_again(
    tmp_path: Path,
) -> None:
    deeds = Deeds(until=50.0)
    told = await heard(
        tmp_path, deeds,
        Say("Forget that.", 1.5), Rest(3.4), Say("What was the question?", 1.2), Rest(16),
    )  # fmt: skip
    assert [command for command, _ in deeds.wishes] == [Command.FORGET]
    (ours,) = [
        t.text for t in told.outcome.turns if t.speaker == "interviewer" and 34 < t.began < 50
    ]
    assert "Walter" not in ours and ours.endswith("?")


async def test_what_was_done_is_said_later_where_they_spoke_before_its_first_sound(
    tmp_path: Path,
) -> None:
    """It is done, and its other words are still being made into sound."""
    deeds = Deeds(Outcome(kind="kept_from_all", told="the rent money"))
    told = await heard(
        tmp_path, deeds,
        Say("Keep that between us.", 1.5), Rest(2.8), Say("He could whistle, our Walter.", 3), Rest(25),
    )  # fmt: skip
    said = [t.text for t in told.outcome.turns if "do not know your people well enough" in t.text]
    assert len(said) == 1 and "the rent money" in said[0]


async def test_a_wish_heard_in_two_parts_is_carried_out_with_all_its_words(tmp_path: Path) -> None:
    deeds = Deeds()
    await heard(
        tmp_path, deeds,
        Say("Forget that about Walter.", 1.5), Rest(2.6), Say("All of it.", 0.8), Rest(20),
    )  # fmt: skip
    assert deeds.wishes == [(Command.FORGET, "Forget that about Walter. All of it.")]


def test_a_yes_to_a_piece_of_the_book_that_was_not_heard_lets_nothing_stand() -> None:
    by = replace(rules(), pieces=(Piece("p1", STORY[0]), Piece("p2", STORY[1])))
    *_, (before, _) = talk(by, STORY[:2])
    for said in ("read me my book", "yes"):  # a yes has the next piece read
        after, move = planner.reply(by, before, Heard(said), AGREED)
        assert after.book.reading is not None
        back = interrupted_question.taken_back(after, before, move)
        _, answer = planner.reply(by, back, Heard("yes"), AGREED)
        assert not answer.wishes
        before = after


def test_whoever_was_not_read_back_does_not_come_in() -> None:
    by = replace(
        shipped := rules(),
        words=replace(shipped.words, asking=permissions.read(resource("config/consent.toml"))),
    )
    *_, (before, _) = talk(by, STORY[:2])
    lucy = Permission(ConsentKind.COMES_IN, "Lucy, your granddaughter", role="family")
    before, _ = ask(by, replace(before, consent=replace(before.consent, leave=(lucy,))))
    after, move = planner.reply(by, before, Heard("yes"), AGREED)
    assert after.consent.permission is not None and after.consent.permission.back
    back = interrupted_question.taken_back(after, before, move)
    assert back.consent.permission == lucy
    _, answer = planner.reply(by, back, Heard("yes"), AGREED)
    assert answer.permits is None and "Lucy" in answer.ask


def test_a_yes_to_unheard_leave_allows_nothing_and_it_is_asked_another_time() -> None:
    by = replace(
        shipped := rules(),
        words=replace(shipped.words, asking=permissions.read(resource("config/consent.toml"))),
    )
    *_, (before, _) = talk(by, STORY[:2])
    waiting = replace(
        before, consent=replace(before.consent, leave=(Permission(ConsentKind.KEEP_AUDIO),))
    )
    after, move = ask(by, waiting)
    back = interrupted_question.taken_back(after, waiting, move)
    assert back.consent.leave == waiting.consent.leave
    _, answer = planner.reply(by, back, Heard("yes"), AGREED)
    assert answer.permits is None


def test_what_was_refused_is_not_asked_again_because_the_next_question_was_not_heard() -> None:
    by = rules()
    *_, (before, _) = talk(by, STORY[:2])
    after, move = planner.reply(by, before, Heard("skip that one please"), AGREED)
    back = interrupted_question.taken_back(after, before, move)
    assert back.question.chosen is None and back.question.text == ""
