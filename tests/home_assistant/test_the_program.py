"""The program beside the real broker: what a house with Home Assistant learns of it, and how that is taken back."""

import signal
import socket
import subprocess
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from datetime import time as clock
from pathlib import Path
from typing import cast

import anyio
import pytest
from household import Household
from mosquitto import Mosquitto, mosquitto, stand_in

from voice_agent.archive.book import Book
from voice_agent.archive.record import Record
from voice_agent.cli import home_assistant
from voice_agent.cli.home_assistant import _forgetting  # pyright: ignore[reportPrivateUsage]
from voice_agent.errors import BrokerAway
from voice_agent.home_assistant import telling
from voice_agent.home_assistant.discovery import Topics
from voice_agent.home_assistant.noted import Place, noted, taken_back, told
from voice_agent.measuring import doctor, glances
from voice_agent.measuring.checkup import State
from voice_agent.scheduler.diary import Diary, arranged
from voice_agent.serve import doorbell
from voice_agent.serve.service import Service
from voice_agent.settings import load
from voice_agent.settings_sections import HomeAssistant
from voice_agent.story import Session, SessionId, Speaker, Turn, TurnId

NOON = clock(12)
NOBODY = {"XDG_CONFIG_HOME": "/nonexistent"}
SECRET = "My brother Quillfeather hid the marzipan tin in Thistledown."
CANARIES = ("quillfeather", "marzipan", "thistledown", "zebulon", "hephzibah", "914207", "ottoline")

SETTINGS = """
[narrator]
name = "Zebulon"
names = ["Ottoline"]
time_zone = "UTC"
[safety]
contacts = ["Hephzibah | daughter | crumpetshire | "]
[memory]
pin = "914207"
[schedule]
quiet_from = "00:00"
quiet_until = "00:00"
[web]
on = false
[models]
directory = "{folder}/none"
[home_assistant]
broker = "{broker}"
port = {port}
"""


def house(folder: Path, broker: Mosquitto, *, on: bool = True) -> Household:
    file = folder / "config" / "voice-agent" / "agent.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    at = broker.host if on else ""
    file.write_text(SETTINGS.format(folder=folder, broker=at, port=broker.port))
    return Household(folder)


def lived_in(home: Household) -> None:
    """A house with one talk, that began just now, and one planned every day."""
    now = datetime.now(UTC)
    session = Session(SessionId("one"), "Zebulon", now)
    with Record.open(home.state) as record:
        record.begin(session)
        record.turn(Turn(TurnId(1), session.id, Speaker.NARRATOR, SECRET, 0.0, 1.0, now))
        record.finish(session.id, now, SECRET)
        settings = load(home.folder / "config" / "voice-agent" / "agent.toml", environ=NOBODY)
        tomorrow = now.date() + timedelta(days=1)
        Diary(record, arranged(settings)).add(tomorrow, NOON, now, rule="FREQ=DAILY")


def unframed(complaint: str) -> str:
    """What stands in the frames, in one line."""
    return " ".join(complaint.replace("│", "").split())


def waits(home: Household, program: "subprocess.Popen[str]") -> None:
    while not (home.state / doorbell.NAME).exists():
        assert program.poll() is None, "it ended by itself"
        time.sleep(0.05)


def test_a_house_learns_of_today_and_tomorrow_and_not_a_word_of_what_was_said(
    tmp_path: Path,
) -> None:
    with mosquitto(tmp_path / "broker") as broker, stand_in(broker) as there:
        home = house(tmp_path, broker)
        lived_in(home)
        with home.start("serve") as program:
            there.stands("availability", "online")
            there.stands("talk_today", "ON")
            there.stands("device_well", "problem")  # its weights are not there
            there.press()
            assert program.stdout
            shown = ""
            while "Waiting; nobody" not in shown.partition("“Talk now” was pressed")[2]:
                shown += program.stdout.readline()
            program.send_signal(signal.SIGTERM)
            rest, complaint = program.communicate()
        assert program.returncode == 0, complaint
        assert not complaint
        there.stands("availability", "offline")
        assert "is told to Home Assistant at" in shown
        assert "In a conversation" not in shown + rest
    everything = there.bytes.lower()
    assert b"/config" in everything
    assert not [each for each in CANARIES if each.encode() in everything]


def test_a_program_that_is_killed_is_shown_as_gone(tmp_path: Path) -> None:
    with (
        mosquitto(tmp_path / "broker") as broker,
        stand_in(broker) as there,
        house(tmp_path, broker).start("serve") as program,
    ):
        there.stands("availability", "online")
        program.kill()
        there.stands("availability", "offline")


def test_what_is_switched_off_is_taken_back_at_the_next_start(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker, stand_in(broker) as there:
        with house(tmp_path, broker).start("serve") as program:
            there.stands("availability", "online")
            program.send_signal(signal.SIGTERM)
            program.communicate()
        with house(tmp_path, broker, on=False).start("serve") as program:
            there.until(lambda kept: not kept)
            assert program.stdout
            while "keeps nothing of this device any more" not in program.stdout.readline():
                assert program.poll() is None
            program.send_signal(signal.SIGTERM)
            _, complaint = program.communicate()
    assert program.returncode == 0 and not complaint


@pytest.mark.long
def test_it_can_be_taken_back_by_hand_also_later(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker, stand_in(broker) as there:
        home = house(tmp_path, broker)
        with home.start("serve") as program:
            there.stands("availability", "online")
            waits(home, program)
            early = home.run("home-assistant", "forget")
            assert early.code == 0 and "may tell it more until it ends" in early.out
            program.send_signal(signal.SIGTERM)
            program.communicate()
        there.stands("availability", "offline")  # which the service said as it went
        broker.kill()
        away = home.run("home-assistant", "forget")
        says = unframed(away.complaint)
        assert away.code == 1 and not away.out, "nothing is claimed to have been done"
        assert f"Nobody answers at {broker.host}:{broker.port}. So it could not be told" in says
        assert "The broker may still keep" in says and "Talks are held all the same." in says
        assert "takes nothing back. Empty that" in says, "the service would tell it anew"
        broker.start()
        there.stands("availability", "offline")
        done = home.run("home-assistant", "forget")
        assert done.code == 0 and "keeps nothing of this device" in done.out, done.complaint
        assert "told again when the service next starts" in done.out
        there.until(lambda kept: not kept)
        assert "No broker keeps anything" in home.run("home-assistant", "forget").out


def test_a_broker_that_is_named_no_more_and_is_away_is_left_to_the_next_start(
    tmp_path: Path,
) -> None:
    home, gone = house(tmp_path, Mosquitto(tmp_path), on=False), Mosquitto(tmp_path)
    with Record.open(home.state) as record:
        told(record, Place(gone.host, gone.port))
    away = home.run("home-assistant", "forget")
    assert away.code == 1 and not away.out
    assert "tries it again by itself when it next starts" in unframed(away.complaint)
    settings = load(tmp_path / "config" / "voice-agent" / "agent.toml", environ=NOBODY)
    with Book(home.state) as book:
        assert len([*_forgetting(settings, book, pytest.fail)]) == 1, "and so it does"


@pytest.mark.anyio
async def test_a_broker_that_stays_away_is_asked_again_after_every_wait_before_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, said = list[Place](), list[str]()

    async def away(place: Place, device: str) -> None:
        assert not said
        asked.append(place)
        raise BrokerAway("Nobody answers.")

    monkeypatch.setattr(telling, "forget", away)
    monkeypatch.setattr(home_assistant, "AGAIN", (0.0, 0.0))
    with Record.open(tmp_path) as record:
        told(record, Place("127.0.0.1", 1883))
    with Book(tmp_path) as book:
        (forgets,) = _forgetting(load(environ=NOBODY), book, said.append)
        await forgets(cast(Service, None))
    assert len(asked) == 3
    assert len(said) == 1 and "could not be told" in said[0]


def test_the_key_that_the_settings_have_now_is_the_one_that_is_shown_to_their_broker() -> None:
    before = Place("127.0.0.1", 1883, "ann", "/etc/word")
    now = HomeAssistant(broker="127.0.0.1", user="bert", password_file="/etc/other")
    assert before.let_in_by(now) == Place("127.0.0.1", 1883, "bert", "/etc/other")
    assert before.let_in_by(HomeAssistant(broker="192.168.1.20", user="bert")) == before
    assert before.let_in_by(HomeAssistant()) == before


def test_a_password_that_is_now_another_brokers_is_not_shown_to_the_old_one(
    tmp_path: Path,
) -> None:
    secret = tmp_path / "password"
    secret.write_text("of-the-new-broker\n")
    secret.chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as old:
        home, at = house(tmp_path, Mosquitto(tmp_path), on=False), old.getsockname()[1]
        with Record.open(home.state) as record:
            told(record, Place("127.0.0.1", at, "interviewer", str(secret)))
        settings = tmp_path / "config" / "voice-agent" / "agent.toml"
        now = f'broker = "192.168.1.99"\nuser = "interviewer"\npassword_file = "{secret}"\n'
        settings.write_text(settings.read_text().replace('broker = ""\n', now))
        forgets = home.run("home-assistant", "forget")
        assert forgets.code == 1 and "nothing was sent to it" in unframed(forgets.complaint)
        old.setblocking(False)
        with pytest.raises(BlockingIOError):
            old.accept()
        told_at_start = list[str]()
        with Book(home.state) as book:
            assert not [*_forgetting(load(settings, environ=NOBODY), book, told_at_start.append)]
        assert "nothing was sent to it" in told_at_start[0]


def test_where_it_is_off_nothing_of_it_is_loaded_and_nobody_is_told(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker, stand_in(broker) as there:
        home = house(tmp_path, broker, on=False)
        home.more["PYTHONPROFILEIMPORTTIME"] = "1"  # every import is written to standard error
        with home.start("serve") as program:
            assert program.stderr
            complaint = list[str]()
            # else its pipe is full before it waits
            reading = threading.Thread(target=complaint.extend, args=[program.stderr])
            reading.start()
            waits(home, program)
            program.send_signal(signal.SIGTERM)
            program.wait()
            reading.join()
        assert program.returncode == 0
        assert not there.bytes
    loaded = "".join(complaint)
    assert "voice_agent.serve.service" in loaded
    assert "aiomqtt" not in loaded and "paho" not in loaded


@pytest.mark.long
def test_a_broker_that_is_away_holds_up_neither_the_start_nor_the_end(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker:
        home = house(tmp_path, broker)
    with home.start("serve") as program:
        assert program.stdout
        while "Nobody answers at" not in program.stdout.readline():
            assert program.poll() is None
        waits(home, program)
        assert doorbell.ring(home.state, "status").startswith("Waiting")
        program.send_signal(signal.SIGTERM)
        out, complaint = program.communicate()
    assert program.returncode == 0 and not complaint
    assert "Nobody answers" not in out, "it was said again at every try"


def test_the_doctor_has_a_line_for_it_where_it_is_on(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker:
        on = load(
            environ=NOBODY | {"VOICE_AGENT_HOME_ASSISTANT__BROKER": "127.0.0.1"} | _port(broker)
        )
        (well,) = glances.home_assistant(on)
        assert well.state is State.WELL
    (ill,) = glances.home_assistant(on)
    assert ill.state is State.CARE and "Nobody answers" in ill.says
    assert [*glances.home_assistant(load(environ=NOBODY))] == []


def _port(broker: Mosquitto) -> dict[str, str]:
    return {"VOICE_AGENT_HOME_ASSISTANT__PORT": str(broker.port)}


def test_the_device_keeps_its_name_at_every_broker_and_none_is_a_persons(tmp_path: Path) -> None:
    here, there = (
        Place("127.0.0.1", 1883),
        Place("192.168.1.20", 8883, "ann", "/etc/word", "system"),
    )
    with Record.open(tmp_path) as record:
        first = told(record, here)
        assert told(record, here) == first
        assert told(record, there).device == first.device
        taken_back(record, here)
        anew = replace(there, user="bert")
        assert told(record, anew).places == (anew,), "another password is no other broker"
        kept = noted(record)
    assert Topics(kept.device).discovery == f"homeassistant/device/voice-agent-{kept.device}/config"


def test_the_doctor_asks_it_without_a_device_and_without_engines(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker:
        own = {
            "XDG_CONFIG_HOME": "/nonexistent",
            "VOICE_AGENT_STATE_DIRECTORY": str(tmp_path / "s"),
        }
        settings = load(
            environ={
                **own,
                **_port(broker),
                "VOICE_AGENT_HOME_ASSISTANT__BROKER": "localhost",
                "VOICE_AGENT_LANGUAGE__MODEL": "none",
                "VOICE_AGENT_MODELS__DIRECTORY": str(tmp_path / "none"),
            }
        )

        async def look() -> dict[str, State]:
            said = doctor.examine(
                settings, settings_file=None, sound=False, speed=False, tell=lambda says: None
            )
            return {each.about: each.state async for each in said}

        assert anyio.run(look)["home assistant"] is State.WELL
