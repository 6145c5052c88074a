"""Leave is asked for one thing at a time, between two stories, and a no is left in peace."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from interviews import AGREED, STORY, rules

from voice_agent.errors import SettingsError
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.leave import permissions, permitting
from voice_agent.interview.leave.permissions import Permission, due, lapsed
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import ConsentAsked, Coverage, Progress, Stage
from voice_agent.interview.rules import Opening, Rules
from voice_agent.resources import resource
from voice_agent.story import Consent, ConsentKind, SessionId

NOW = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)
VOICE, PRINT = Permission(ConsentKind.KEEP_AUDIO), Permission(ConsentKind.PRINT)
LEAVE = (VOICE, Permission(ConsentKind.MEMORY), Permission(ConsentKind.RECIPIENT, "Ann"))


def led() -> Rules:
    return replace(
        shipped := rules(),
        words=replace(shipped.words, asking=permissions.read(resource("config/consent.toml"))),
    )


def said(kind: ConsentKind, *, given: bool = True, days: int = 0, about: str = "") -> Consent:
    return Consent(kind, given, NOW - timedelta(days=days), SessionId("1"), "Yes.", about)


def asked_in(lines: tuple[str, ...], leave: tuple[Permission, ...]) -> list[Move]:
    """Every move of a talk in which these lines are told."""
    by, opening = led(), Opening(consented=True, leave=leave)
    progress, move = planner.open_session(by, opening)
    moves = [move]
    for minute, line in enumerate(lines, 1):
        progress, move = planner.reply(by, progress, Heard(line, 5.0, minute * 0.4), opening)
        moves.append(move)
    return moves


def pending(leave: Permission = VOICE) -> tuple[Rules, Progress]:
    """Leave has just been asked for."""
    by = led()
    progress = Progress(
        stage=Stage.TALK,
        coverage=Coverage(asked=("Where did you sleep?",) * 6),
        consent=ConsentAsked(leave=(leave, PRINT)),
    )
    return by, permitting.ask(by, progress)[0]


def reply(words: str, leave: Permission = VOICE) -> tuple[Progress, Move]:
    by, progress = pending(leave)
    return planner.reply(by, progress, Heard(words, 2.0, 5.0), AGREED)


def test_in_the_first_talk_only_the_voice_and_memory_are_asked_about() -> None:
    kinds = [each.kind for each in due((), readers=[("Ann", "")], contact="Tom", talks=0, now=NOW)]
    assert kinds == [ConsentKind.KEEP_AUDIO, ConsentKind.MEMORY]


def test_after_a_few_talks_everything_is_asked_about_each_reader_by_name() -> None:
    found = due((), readers=[("Ann", ""), ("Ben", "")], contact="Tom", talks=5, now=NOW)
    assert {each.kind for each in found} == set(ConsentKind) - {
        ConsentKind.RECORDING,
        ConsentKind.VOICE,
        *permissions.AT_THE_DOOR,
    }
    assert [each.about for each in found if each.kind is ConsentKind.RECIPIENT] == ["Ann", "Ben"]


def test_with_nobody_to_call_nobody_is_offered() -> None:
    found = due((), readers=(), contact="", talks=5, now=NOW)
    assert ConsentKind.MESSAGE not in {each.kind for each in found}


@pytest.mark.parametrize(("days", "again"), [(0, False), (89, False), (90, True), (400, True)])
def test_a_yes_is_asked_for_again_after_ninety_days(days: int, again: bool) -> None:
    held = [said(kind, days=days) for kind in permissions.TALKS]
    found = due(held, readers=(), contact="", talks=9, now=NOW)
    assert bool(found) is again and all(each.again for each in found)
    assert lapsed([said(ConsentKind.RECORDING, days=days)], ConsentKind.RECORDING, NOW) is again


def test_a_no_is_never_asked_about_again() -> None:
    held = [said(kind, given=False, days=900) for kind in permissions.TALKS]
    held.append(said(ConsentKind.RECIPIENT, given=False, days=900, about="ann"))
    assert due(held, readers=[("Ann", "")], contact="", talks=9, now=NOW) == ()


def test_leave_is_asked_for_between_two_stories_and_at_most_twice_a_talk() -> None:
    moves = asked_in(STORY * 6, LEAVE)
    asks = [n for n, each in enumerate(moves) if each.reason.startswith("asks leave: ")]
    assert 1 <= len(asks) <= permissions.A_TALK
    assert asks[0] > permissions.UNHURRIED
    assert all(b - a > permissions.UNHURRIED for a, b in pairwise(asks))


def test_after_something_heavy_no_leave_is_asked_for() -> None:
    progress = Progress(
        stage=Stage.TALK,
        coverage=Coverage(asked=("Where?",) * 9),
        consent=ConsentAsked(leave=LEAVE),
    )
    assert permitting.unhurried(progress)
    for hard in (
        replace(progress, safety=replace(progress.safety, heavy=True)),
        replace(progress, comfort=replace(progress.comfort, sad=True)),
        replace(progress, manners=replace(progress.manners, tired=True)),
        replace(progress, coverage=replace(progress.coverage, closing=True)),
    ):
        assert not permitting.unhurried(hard)


@pytest.mark.parametrize(("words", "given"), [("Yes, of course.", True), ("No, I'd rather not.", False)])  # fmt: skip
def test_the_answer_is_kept_with_the_question_and_the_talk_goes_on(words: str, given: bool) -> None:
    progress, move = reply(words)
    assert move.permits is not None
    assert (move.permits.permission, move.permits.given) == (VOICE, given)
    assert move.permits.asked == "May I keep the sound?" and move.ask.endswith("?")
    assert progress.consent.permission is None


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("The sound? Yes, keep it. For Bianca. They can laugh at how I talk.", True),
        ("No. I never liked how I sound, it is like a goose in a bucket.", False),
    ],
)
def test_an_answer_counts_with_a_story_behind_it(words: str, given: bool) -> None:
    _, move = reply(words)
    assert move.permits is not None and move.permits.given is given


@pytest.mark.parametrize("words", ["Ask me later.", "I don't know, dear.", "Not today."])
def test_what_is_neither_yes_nor_no_is_left_open(words: str) -> None:
    progress, move = reply(words)
    assert (
        move.permits is None
        and "leave that open" in move.say
        and progress.consent.permission is None
    )


def test_a_story_told_instead_is_listened_to() -> None:
    progress, move = reply(STORY[0])
    assert move.permits is None and "open" not in move.say and progress.tellings.last == STORY[0]


def test_the_question_can_be_heard_again_and_still_stands() -> None:
    progress, move = reply("What was the question?")
    assert move.ask == "May I keep the sound?" and progress.consent.permission == VOICE
    assert planner.reply(led(), progress, Heard("Yes."), AGREED)[1].permits is not None


def test_a_wish_of_another_kind_is_granted_first() -> None:
    _, move = reply("I don't want my words in any book.")
    assert move.wish is not None and move.permits is None


def test_every_question_of_leave_can_be_said_in_one_breath() -> None:
    asking = led().words.asking
    for kind in permissions.TALKS:
        for again in (False, True):
            one = Permission(kind, "Ann", again=again)
            say, ask = asking.say(one)
            assert (
                len(f"{say} {ask}".split()) <= 45 and ask.count("?") == 1 and "{" not in say + ask
            )


def test_ninety_days_after_the_yes_recording_is_asked_for_before_anything_is_kept() -> None:
    progress, move = planner.open_session(led(), Opening(renewing=True))
    assert progress.stage is Stage.CONSENT and "computer program" in move.say
    assert move.ask == led().words.notice.ask
    _, then = planner.reply(led(), progress, Heard("Yes."), Opening(renewing=True))
    assert then.consent is True


def test_without_the_reviewed_wording_nothing_is_asked(tmp_path) -> None:
    broken = tmp_path / "consent.toml"
    broken.write_text("[permission]\nagain = 'hm'\n")
    with pytest.raises(SettingsError, match="cannot be used"):
        permissions.read(broken)


def test_for_a_forgotten_password_the_word_is_asked_for_and_a_wrong_one_opens_nothing() -> None:
    lucy = Permission(
        ConsentKind.NEW_PASSWORD, "Lucy, your granddaughter", account="a-1", word="heron"
    )
    for others, given in (("robin", None), ("heron", True)):
        by, progress = pending(lucy)
        say, ask = by.words.asking.say(lucy)
        assert "Lucy was given a word to tell you" in say and "heron" not in say
        assert len(f"{say} {ask}".split()) <= 45
        progress, move = planner.reply(by, progress, Heard("Yes.", 1.0, 5.0), AGREED)
        assert move.permits is None and "say the word" in move.said
        told = Heard(f"Lucy may choose a new one, the word is {others}.", 4.0, 5.2)
        _, move = planner.reply(by, progress, told, AGREED)
        assert (move.permits and move.permits.given) is given


LUCY = Permission(
    ConsentKind.COMES_IN, "Lucy, your granddaughter", account="a-1", role="family", word="heron"
)


def test_whoever_waits_at_the_door_is_asked_about_first() -> None:
    found = due((), readers=[], contact="", at_the_door=[LUCY], talks=3, now=NOW)
    assert found[0] == LUCY
    by, progress = pending(LUCY)
    assert progress.question.text == "Shall Lucy come in?"
    first, _ = by.words.asking.say(LUCY)
    assert first.startswith("Lucy, your granddaughter, would like to come in")
    assert "read only what you choose to share" in first and "heron" not in first


@pytest.mark.parametrize(
    "said",
    [
        "Lucy my granddaughter may come in, the word is heron.",
        "Yes, let Lucy in. It was heron, she said.",
        "Aye, my granddaughter can come in; heron.",
    ],
)
def test_whoever_says_it_in_her_own_way_is_understood(said: str) -> None:
    by, progress = pending(LUCY)
    progress, _ = planner.reply(by, progress, Heard("Yes.", 1.0, 5.0), AGREED)
    _, move = planner.reply(by, progress, Heard(said, 4.0, 5.2), AGREED)
    assert move.permits is not None and move.permits.given


def test_a_yes_at_the_door_is_read_back_before_it_holds() -> None:
    by, progress = pending(LUCY)
    progress, move = planner.reply(by, progress, Heard("Yes, she may.", 2.0, 5.0), AGREED)
    assert move.permits is None and move.ask == "May Lucy come in?"
    assert "whole sentence, and say the word" in move.said
    told = Heard("Lucy my granddaughter may come in, she told me heron.", 4.0, 5.2)
    progress, move = planner.reply(by, progress, told, AGREED)
    assert move.permits is not None and move.permits.given
    assert move.permits.permission.account == "a-1"
    assert "Lucy can come in from now on" in move.said


@pytest.mark.parametrize(
    "said",
    [
        "Yes.",
        "Who is that then?",
        "Lucy is not to come in just yet, I think.",
        "Tom may come in.",
        "Lucy may come in.",
        "Lucy may come in, she told me lantern.",
        "Wait, who is Lucy?",
        "Did you say Lucy?",
        "Keep Lucy out.",
        "Anybody but Lucy may come in.",
        "Leave Lucy out of it.",
        "I have to ask my granddaughter first.",
        "Leave Lucy for another day.",
        "What is the time?",
        "We had a grand time at the fair that year, you know, with the horses and all of it.",
    ],
)
def test_what_names_nobody_or_says_otherwise_opens_nothing(said: str) -> None:
    by, progress = pending(LUCY)
    progress, _ = planner.reply(by, progress, Heard("Yes.", 1.0, 5.0), AGREED)
    _, move = planner.reply(by, progress, Heard(said, 4.0, 5.2), AGREED)
    assert move.permits is None or not move.permits.given


def test_what_they_are_opens_nothing_by_its_small_words() -> None:
    bob = replace(LUCY, about="Bob, your friend of the family", word="")
    by, progress = pending(bob)
    progress, _ = planner.reply(by, progress, Heard("Yes.", 1.0, 5.0), AGREED)
    _, move = planner.reply(
        by, progress, Heard("You may see the time on the wall.", 4.0, 5.2), AGREED
    )
    assert move.permits is None or not move.permits.given
    told = Heard("Yes, my friend of the family may come in.", 4.0, 5.2)
    _, move = planner.reply(by, progress, told, AGREED)
    assert move.permits is not None and move.permits.given


@pytest.mark.parametrize("said", ["No.", "No, not her.", "No, she may not."])
def test_a_no_at_the_door_holds_at_once(said: str) -> None:
    by, progress = pending(LUCY)
    _, move = planner.reply(by, progress, Heard(said, 2.0, 5.0), AGREED)
    assert move.permits is not None and not move.permits.given
