"""What a talk tells grows into questions of the next one; what may not be brought up never crosses over."""

from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest
from interviews import BOOK, TEMPLATES
from kitchen import in_place

from voice_agent.archive import keeping_back
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.conversation import past
from voice_agent.conversation.memory_for_planner import known_of
from voice_agent.conversation.turn_context import TurnContext
from voice_agent.interview.known import Known
from voice_agent.interview.progress import Coverage, Progress, Stage
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Cache, Candidate, Source, State
from voice_agent.interview.rules import Past
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import weave
from voice_agent.memory.privacy import PRIVATE
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.thread import Setting
from voice_agent.sound import Sound
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

pytestmark = pytest.mark.anyio

TODAY = date(2026, 11, 21)
BEGAN = datetime(2026, 11, 1, 10, tzinfo=UTC)
ONE = SessionId("2026-11-01T10-00-00Z-0001")


def turn(text: str, id: int = 1, speaker: Speaker = Speaker.NARRATOR) -> Turn:
    return Turn(TurnId(id), ONE, speaker, text, 0.0, 1.0, BEGAN)


def told(*lines: str) -> Known:
    distiller = Distiller(PlainReader(), Setting(birth="1938"), [], 1)
    claims = [c for n, line in enumerate(lines, 1) for c in distiller.hear(turn(line, n)).claims]
    return known_of(weave(claims), claims, birth=1938, this_year=2026)


def test_a_year_crosses_over_only_where_it_was_said() -> None:
    known = told("We moved to Cleveland in 1961.", "When I was six I fell off the roof.")
    dated = {each.dated for each in known.events}
    assert "1961" in dated and "1944" not in dated


def test_what_was_asked_is_kept_and_the_rest_dropped_when_memory_changed(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(Session(ONE, "Ida", BEGAN))
        asked = Candidate("How old were you when you left Leeds?", Wants.WHEN, Source.GRAPH)
        ripe = Candidate("Where was it that you left Leeds?", Wants.WHERE, Source.GRAPH)
        cache = Cache().mark(asked, State.ASKED, TODAY)
        past.keep(
            record,
            Progress(stage=Stage.OVER, coverage=Coverage(cache=cache, grown=(asked, ripe))),
            ONE,
        )
        back = past.before(record, TODAY)
        assert back.cache.state(asked) is State.ASKED
        assert [each.ask for each in back.grown] == [ripe.ask]
        record.commit(
            lambda db: db.execute(
                "INSERT INTO tombstones (session, at) VALUES (?, ?)", (ONE, "2026-11-02")
            )
        )
        assert past.before(record, TODAY).grown == ()
        assert past.before(record, TODAY).cache.state(asked) is State.ASKED


def test_a_thought_stays_where_another_story_is_kept_back_meanwhile(tmp_path: Path) -> None:
    lines = ("We had a goat called Bonnet in the yard.", "Dilys lent me her ration book.")
    asks = ("Who milked Bonnet the goat?", "What did Dilys want for the ration book?")
    with Record.open(tmp_path) as record:
        record.begin(Session(ONE, "Ida", BEGAN))
        for number, line in enumerate(lines, 1):
            record.turn(turn(line, number))
        thoughts = [Candidate(a, Wants.WHO, Source.MODEL, kind="extrapolated") for a in asks]
        grown = (*thoughts, Candidate("Where was it that you left?", Wants.WHERE, Source.GRAPH))
        past.keep(record, Progress(stage=Stage.OVER, coverage=Coverage(grown=grown)), ONE)
        assert len(past.before(record, TODAY).grown) == len(grown)
        keeping_back.put(record, [KeptBack((ONE, 2), PRIVATE, (ONE, 2))], BEGAN)
        assert [each.ask for each in past.before(record, TODAY).grown] == [asks[0]]


def test_a_talk_that_broke_off_still_counts_what_it_asked() -> None:
    ask = next(t for t in BOOK if t.name == "childhood").questions[0]
    cut = Session(ONE, "Ida", BEGAN, turns=(turn(f"Hello. {ask.ask}", 1, Speaker.INTERVIEWER),))
    caught = past.caught_up(Past(today=TODAY), cut, BOOK)
    assert caught.cache.sessions == 1
    same = Candidate(ask.ask, ask.wants, Source.PROTOCOL)
    assert caught.cache.state(same) is State.ASKED


def test_a_talk_ended_by_a_key_counts_as_one(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(Session(ONE, "Ida", BEGAN))
        past.keep(record, Progress(stage=Stage.TALK), ONE)
        assert past.before(record, TODAY).cache.sessions == 1


async def test_without_memory_a_talk_goes_on(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        bring = TurnContext(record, TEMPLATES, in_place, now=lambda: BEGAN)
        brought = await bring("We lived by the river.", Sound(np.zeros(160, np.float32)))
        assert brought.recalled == () and brought.grown is None
        assert await bring.think() is None
