"""Through the one door goes what is on the list, and nothing else, whatever it is handed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from collector import Mood, collector
from hypothesis import given
from hypothesis import strategies as st

from voice_agent import errors
from voice_agent.audio.microphone import Gap
from voice_agent.errors import NoMicrophone, VoiceAgentError
from voice_agent.scheduler.plan import Why
from voice_agent.settings import Settings, load
from voice_agent.story import STEPS, Latency
from voice_agent.telemetry.by_opentelemetry import ByOpenTelemetry
from voice_agent.telemetry.telling import SILENT, Telling, opened
from voice_agent.telemetry.vocabulary import (
    BESIDE,
    Copied,
    Count,
    Gauge,
    Manner,
    Measure,
    Missed,
    Span,
    Stage,
    plain,
)

REPLY = Latency(10.0, 10.8, 11.0, 11.1, 11.2, 11.4, 14.0, barge_in=True)
NAMES = [*Span, *Count, *Measure, *Gauge]
HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "keeping_ten.md"


def test_all_that_can_be_told_arrives(tmp_path: Path) -> None:
    with collector() as told:
        sink = ByOpenTelemetry(told.url, "")
        telling = Telling(sink)
        sink.of_the_device(tmp_path)
        sink.look(Gauge.TALKING, lambda: telling.talking)
        with telling.talk(Manner.SPOKEN) as talk:
            talk.turn(REPLY)
            talk.interrupted()
            talk.gap("lost", 2.5)
            talk.over("microphone closed")
        telling.failed(NoMicrophone("Ida's microphone is gone."))
        telling.failed(KeyError("Ida"))
        telling.copied(Copied.BACKUP, made=False)
        telling.missed("nobody answered")
        sink.leave()
    arrived = {each.name for each in (*told.stretches, *told.figures)}
    assert arrived == {*map(str, NAMES)}
    assert told.figure("voice_agent.sound.gap", why="lost").value == 2.5
    assert told.figure("voice_agent.errors", error="NoMicrophone").value == 1
    assert told.figure("voice_agent.errors", error="other").value == 1
    assert told.figure("voice_agent.copies", copy="backup", made=False).value == 1
    assert told.figure("voice_agent.talks.missed", why="nobody answered").value == 1
    (turn,) = told.named("voice_agent.turn")
    assert turn.seconds == pytest.approx(4.0, abs=1e-6) and turn.beside["interrupted"] is True
    waited = {f.beside["stage"]: f.value for f in told.figures if f.name == Measure.WAITED}
    assert waited["first_sound"] == pytest.approx(1.2)
    assert b"Ida" not in told.bytes


@given(
    st.sampled_from(NAMES),
    st.text(min_size=1),
    st.one_of(st.text(), st.binary(), st.lists(st.text()), st.dictionaries(st.text(), st.text())),
)
def test_no_text_has_a_way_through(name: Span, key: str, text: object) -> None:
    handed = {each: text for each in (*BESIDE[name], key)}
    told = plain(name, handed)  # type: ignore[arg-type]
    assert set(told.values()) <= {"other"}, "what is no class of an error is another one"


def test_a_class_of_errors_that_is_not_ours_has_no_name_there() -> None:
    named = type("Quillfeather", (VoiceAgentError,), {})
    assert plain(Count.ERRORS, {"error": named}) == {"error": "other"}
    assert plain(Count.ERRORS, {"error": errors.DiskFull}) == {"error": "DiskFull"}


def test_a_talk_that_fails_is_told_of_as_one_and_what_failed_goes_on_its_way() -> None:
    with collector() as told:
        settings = in_house(told.url)
        with (
            pytest.raises(NoMicrophone),
            opened(settings, print) as telling,
            telling.talk(Manner.SPOKEN),
        ):
            raise NoMicrophone("There is no microphone at Thistledown.")
    assert told.figure("voice_agent.talks.ended", ended="failed").value == 1
    assert told.figure("voice_agent.errors", error="NoMicrophone").value == 1
    assert b"Thistledown" not in told.bytes


def in_house(endpoint: str) -> Settings:
    nobody = {"XDG_CONFIG_HOME": "/nonexistent", "XDG_STATE_HOME": "/nonexistent"}
    return load(environ=nobody | {"VOICE_AGENT_TELEMETRY__ENDPOINT": endpoint})


def test_whoever_answers_cannot_send_it_on_to_another_address() -> None:
    with collector() as outside, collector(Mood.SENDS_ON, outside.url) as told:
        tell_something(told.url)
        assert told.bytes and not outside.bytes


def test_an_answer_without_an_end_is_not_read_to_it() -> None:
    with collector(Mood.ENDLESS) as told:
        sink = ByOpenTelemetry(told.url, "")
        with Telling(sink).talk(Manner.WRITTEN) as talk:
            talk.turn(REPLY)
        sink.leave()
        assert told.hung_up.wait(60), "it is still reading"


AWAY = """
import logging
logging.basicConfig(level=logging.INFO)
from test_the_one_door import tell_something
tell_something("http://127.0.0.1:9")
"""


def test_a_collector_that_is_away_is_nothing_for_the_log() -> None:
    """In a process of its own: pytest listens to loggers that nobody else hears."""
    path = os.pathsep.join(map(str, (HERE, HERE.parent, HERE.parents[1])))
    done = subprocess.run(
        [sys.executable, "-c", AWAY],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout + done.stderr == ""


def tell_something(endpoint: str) -> None:
    sink = ByOpenTelemetry(endpoint, "")
    with Telling(sink).talk(Manner.WRITTEN) as talk:
        talk.turn(REPLY)
    sink.leave()


def test_more_than_can_wait_is_dropped_and_holds_up_nobody() -> None:
    with collector(Mood.SILENT) as told:
        sink = ByOpenTelemetry(told.url, "")
        with Telling(sink).talk(Manner.SPOKEN) as talk:
            for _ in range(3000):
                talk.turn(REPLY)
        sink.leave()
        assert not told.let_go.is_set()


def test_a_house_that_names_nobody_is_told_of_to_nobody() -> None:
    said = list[str]()
    with opened(in_house(""), said.append) as telling:
        assert telling is SILENT and not said


def test_the_words_are_those_of_the_program() -> None:
    assert {*Stage} == {*STEPS}
    assert {*Missed} - {"other"} <= {*Why}
    assert not {"busy", "later", "not today"} & {*Missed}, "the narrator's wishes are theirs"
    assert Gap(0, 16_000, "lost").reason == "lost"


def test_the_page_names_all_that_is_told_and_no_more() -> None:
    """Whoever decides whether to switch it on reads that page."""
    named = set(re.findall(r"`(voice_agent\.[a-z._]+)`", PAGE.read_text(encoding="utf-8")))
    assert named == {*map(str, NAMES)}
