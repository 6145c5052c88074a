"""Somebody may talk twice on one day: it is said truly, and it is never our side that asks for it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from interviews import AGREED, rules

from voice_agent.archive.record import Record
from voice_agent.assemble import Readers, opened
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.rules import Opening
from voice_agent.settings import Settings
from voice_agent.story import Session, SessionId

TEN = datetime(2026, 11, 1, 10, 0, tzinfo=UTC)
BY = rules()
PHRASES = BY.words.phrases.kinds
AGAIN = PHRASES["again_today"].say


@pytest.mark.parametrize(
    ("later", "ended", "again"),
    [
        (timedelta(hours=5), True, True),
        (timedelta(hours=5), False, False),
        (timedelta(days=1), True, False),
    ],
)
def test_a_second_talk_on_one_day_is_greeted_as_that(
    later: timedelta, ended: bool, again: bool, tmp_path: Path
) -> None:
    settings = Settings.model_validate({"narrator": {"time_zone": "Europe/London"}})
    with Record.open(tmp_path) as record:
        record.begin(Session(SessionId("one"), "Ida", TEN))
        if ended:
            record.finish(SessionId("one"), TEN + timedelta(minutes=20), "")
        before = opened(settings, record, BY, Readers(), TEN + later)
        assert any(each in AGAIN for each in before.announcements) is again


@pytest.mark.parametrize("seed", range(12))
def test_that_greeting_is_said_in_one_breath(seed: int) -> None:
    for said in AGAIN:
        opening = replace(
            AGREED, announcements=(said,), last_time="Last time you told me: We swam."
        )
        _, move = planner.open_session(rules(seed=seed), opening)
        assert said in move.say and len(move.text.split()) <= 45


def test_a_first_talk_says_who_speaks_before_anything_else_and_how_it_is_set_up_after_the_yes(
    tmp_path: Path,
) -> None:
    """Nothing is "kept as always" before a yes, and nobody is met with what is wrong today."""
    plain, slow, deaf = (
        PHRASES[kind].say for kind in ("no_language_model", "slow_hearing", "half_duplex")
    )
    readers = Readers(announcements=("half_duplex", "slow_hearing", "no_language_model"))
    with Record.look(tmp_path) as record:
        before = opened(Settings(), record, BY, readers, TEN)
    progress, notice = planner.open_session(BY, before)
    assert notice.say.startswith(BY.words.notice.first[0])
    assert any(each in notice.say for each in deaf), "whoever answers must know it"
    assert not any(each in notice.say for each in (*plain, *slow))
    _, move = planner.reply(BY, progress, Heard("Yes, you may.", 2.0), before)
    assert move.consent is True
    assert any(each in move.say for each in plain) and any(each in move.say for each in slow)
    assert not any(each in move.say for each in deaf), "it is said once"


def test_what_happened_at_the_doors_is_said_though_leave_is_asked_for_anew() -> None:
    opening = Opening(renewing=True, at_once=("Ann has a new password for your pages.",))
    _, notice = planner.open_session(BY, opening)
    assert notice.say.startswith(BY.words.notice.renewal[0]) and opening.at_once[0] in notice.say
