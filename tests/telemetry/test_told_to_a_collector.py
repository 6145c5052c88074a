"""Whoever keeps ten of them learns how each is, and not a word of what is said in front of it."""

import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from collector import Collector, Mood, collector
from heard import weights
from household import Evening, Household

from voice_agent.archive.record import Record
from voice_agent.serve import doorbell

YES = "yes you may record me\n"
TOLD = (
    "My name is Ottoline Fairweather and I was born in Thistledown.\n",
    "My brother Quillfeather hid the marzipan tin under the floor.\n",
    "Keep that between us.\n",
    "Our neighbour had a goat that ate the washing off the line.\n",
)
CANARIES = (
    *("ottoline", "fairweather", "thistledown", "quillfeather", "marzipan", "between us", "goat"),
    *("zebulon", "hephzibah", "914207", "crumpetshire"),
)
"""What is typed, and what only the settings hold."""

SETTINGS = """
[narrator]
name = "Zebulon"
[safety]
contacts = ["Hephzibah | daughter | crumpetshire | "]
[memory]
pin = "914207"
[telemetry]
endpoint = "{url}"
name = "device-07"
"""


def house(folder: Path, endpoint: str) -> Household:
    home = Household(folder)
    file = folder / "config" / "voice-agent" / "agent.toml"
    file.parent.mkdir(parents=True)
    file.write_text(SETTINGS.format(url=endpoint))
    return home


def heard(told: Collector) -> list[str]:
    """Words of the house that were delivered."""
    everything = told.bytes.lower()
    return [each for each in CANARIES if each.encode() in everything]


@dataclass(frozen=True)
class Told:
    """One evening in writing, and what its collector had of it."""

    home: Household
    evening: Evening
    collector: Collector
    outside: Collector
    """Where a proxy named in the environment would have led."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    with collector() as outside, collector() as inside:
        home = house(tmp_path_factory.mktemp("told"), inside.url)
        home.more |= {"http_proxy": outside.url, "OTEL_RESOURCE_ATTRIBUTES": "who=zebulon"}
        home.more["OTEL_EXPERIMENTAL_RESOURCE_DETECTORS"] = "process,host,os"
        evening = home.run("talk", "--text", typed=YES + "".join(TOLD) + "Goodbye.\n")
    return Told(home, evening, inside, outside)


def test_no_word_of_what_was_typed_or_set_is_told(told: Told) -> None:
    assert told.evening.code == 0, told.evening.complaint
    assert "Quillfeather" in (told.home.state / "record.db").read_bytes().decode("latin-1")
    assert told.collector.bytes and not heard(told.collector)


def test_a_talk_is_told_of_by_its_turns_and_their_steps(told: Told) -> None:
    (talk,) = told.collector.named("voice_agent.talk")
    turns = told.collector.named("voice_agent.turn")
    assert [each.beside["number"] for each in turns] == [1, 2, 3, 4, 5, 6]
    assert {each.within for each in turns} == {talk.id}
    assert talk.beside == {"manner": "written", "ended": "closed", "turns": 6, "interruptions": 0}
    stages = told.collector.named("voice_agent.turn.stage")
    assert {each.within for each in stages} == {each.id for each in turns}


def test_how_the_device_is_and_what_it_did_is_told_in_figures(told: Told) -> None:
    figure = told.collector.figure
    assert figure("voice_agent.turns", manner="written").value == 6
    assert figure("voice_agent.turn.waited", stage="reply_ready").count == 6
    assert figure("voice_agent.copies", copy="record", made=True).value == 1
    assert figure("voice_agent.disk.free").value > 0
    assert figure("voice_agent.memory").value > 0


def test_the_device_is_named_as_the_house_named_it_and_in_no_other_way(told: Told) -> None:
    assert ("service.instance.id", "device-07") in told.collector.who
    named = {key for key, _ in told.collector.who}
    assert named == {"service.name", "service.version", "service.instance.id"}


def test_the_number_of_the_talk_is_told_to_nobody(told: Told) -> None:
    with Record.look(told.home.state) as record:
        (session,) = record.sessions()
    assert session.id.encode() not in told.collector.bytes


def test_a_proxy_in_the_environment_is_told_nothing(told: Told) -> None:
    assert not told.outside.bytes


def test_whoever_is_told_of_is_told_so_before_the_first_word(told: Told) -> None:
    shown = told.evening.out
    assert shown.index(f"told to {told.collector.url}") < shown.index("›")


@pytest.mark.long
def test_a_collector_that_never_answers_holds_up_neither_the_talk_nor_its_end(
    tmp_path: Path,
) -> None:
    with collector(Mood.SILENT) as silent:
        home = house(tmp_path, silent.url)
        evening = home.run("talk", "--text", typed=YES + TOLD[3] + "Goodbye.\n")
        assert not silent.let_go.is_set(), "it was still waiting when the program had ended"
    assert evening.code == 0 and "transcript" in evening.out
    assert not evening.complaint


@pytest.mark.long
def test_without_an_address_nothing_is_measured_and_nobody_is_asked(tmp_path: Path) -> None:
    with collector() as told:
        home = Household(tmp_path)
        # where others would find one
        home.more["OTEL_EXPORTER_OTLP_ENDPOINT"] = told.url
        home.more["PYTHONPROFILEIMPORTTIME"] = "1"  # every import is written to standard error
        evening = home.run("talk", "--text", typed=YES + TOLD[3] + "Goodbye.\n")
    assert evening.code == 0
    assert "voice_agent.telemetry.telling" in evening.complaint
    assert "opentelemetry" not in evening.complaint
    assert not told.bytes


@pytest.mark.long
def test_a_waiting_service_tells_how_it_is_and_leaves_when_it_is_asked_to(tmp_path: Path) -> None:
    with collector() as told:
        home = house(tmp_path, told.url)
        home.more["VOICE_AGENT_WEB__ON"] = "false"
        with home.start("serve") as program:
            assert program.stdout
            assert "told to" in program.stdout.readline()
            while not (home.state / doorbell.NAME).exists():
                assert program.poll() is None, "it ended by itself"
                time.sleep(0.05)
            program.send_signal(signal.SIGTERM)
            program.communicate()
        assert program.returncode == 0
    assert told.figure("voice_agent.talking").value == 0
    assert not heard(told)


@pytest.mark.models
@pytest.mark.long
def test_of_a_talk_by_voice_every_step_to_our_first_word_is_told(tmp_path: Path) -> None:
    weights("whisper-tiny-en")
    with collector() as told:
        home = house(tmp_path, told.url)
        with home.start("talk", "--sample", "--fast", "--profile", "ci") as program:
            assert program.stdout
            while "Walter" not in (line := program.stdout.readline()):
                assert line, "it ended by itself"
            program.send_signal(signal.SIGTERM)
            _, complaint = program.communicate()
        assert program.returncode == 0, complaint
    stages = {each.beside["stage"] for each in told.named("voice_agent.turn.stage")}
    assert stages == {"decided", "text_ready", "reply_ready", "first_sound", "first_content"}
    assert told.figure("voice_agent.turn.waited", stage="first_sound", manner="spoken").count >= 2
    assert told.figure("voice_agent.talks.ended", ended="stopped").value == 1
    assert not [
        each for each in (b"walter", b"grandmother", b"margaret") if each in told.bytes.lower()
    ]
