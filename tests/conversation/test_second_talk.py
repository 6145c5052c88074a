"""Somebody may talk twice on one day: it is said truly, and it is never our side that asks for it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from interviews import AGREED, rules

from voice_agent.archive.record import Record
from voice_agent.assemble import Readers, opened
from voice_agent.interview import planner
from voice_agent.settings import Settings
from voice_agent.story import Session, SessionId

TEN = datetime(2026, 11, 1, 10, 0, tzinfo=UTC)
BY = rules()
AGAIN = BY.phrases.kinds["again_today"].say


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
