"""The house's broker is told for as long as it is there; when it is not, one sentence says so and nobody waits for it."""

import gc
import socket
import socketserver
import threading
import tracemalloc
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import anyio
import pytest
from anyio.from_thread import start_blocking_portal
from mosquitto import PATIENCE, Mosquitto, mosquitto, stand_in, with_password

from voice_agent.errors import BrokerAway, RecordDamaged
from voice_agent.home_assistant.broker import password, reach
from voice_agent.home_assistant.discovery import Standing, Thing, Topics, discovery
from voice_agent.home_assistant.noted import Place
from voice_agent.home_assistant.telling import Telling, forget
from voice_agent.web.certificate import papers

pytestmark = pytest.mark.filterwarnings(
    "ignore:Exception ignored in. <(ssl.SSLSocket|socket.socket):pytest.PytestUnraisableExceptionWarning"
)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """paho leaves a line that came to nothing to Python to close."""
    yield
    gc.collect()


DEVICE = "1f25c09b"
TEN = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)


@dataclass
class House:
    """A house that is told of, on a clock that the test holds."""

    standing: Standing = field(default_factory=lambda: Standing(False, True, TEN))
    broken: bool = False
    clock: float = 0.0
    looks_at_the_clock: int = 0
    presses: int = 0
    said: list[str] = field(default_factory=list[str])
    changed: threading.Condition = field(default_factory=threading.Condition)

    def running(self) -> float:
        """One look for each line to the broker, and one for each press that comes over it."""
        with self.changed:
            self.looks_at_the_clock += 1
            self.changed.notify_all()
            return self.clock

    def heard(self, presses: int) -> None:
        """Wait until so many have come over the first line, whether or not they count."""
        with self.changed:
            assert self.changed.wait_for(
                lambda: self.looks_at_the_clock == 1 + presses, PATIENCE
            ), self.looks_at_the_clock

    def look(self) -> Standing:
        if self.broken:
            raise RecordDamaged("The record cannot be read.")
        return self.standing

    def pressed(self) -> None:
        with self.changed:
            self.presses += 1
            self.changed.notify_all()

    def tell(self, sentence: str) -> None:
        with self.changed:
            self.said.append(sentence)
            self.changed.notify_all()

    def says(self, part: str) -> str:
        """Wait until something like it was said; return it."""
        with self.changed:
            assert self.changed.wait_for(lambda: any(part in e for e in self.said), PATIENCE), (
                self.said
            )
            return next(each for each in self.said if part in each)


@contextmanager
def told(place: Place, house: House) -> Generator[House]:
    topics = Topics(DEVICE, place.prefix)
    telling = Telling(
        place,
        topics,
        discovery(topics, "", "2026.11.0"),
        house.look,
        house.pressed,
        house.tell,
        house.running,
        every=0.05,
        pauses=(0.05, 0.2),
    )
    with start_blocking_portal() as portal:
        running = portal.start_task_soon(telling.run)
        try:
            yield house
        finally:
            running.cancel()


def at(broker: Mosquitto, **more: str) -> Place:
    return Place(broker.host, broker.port, **more)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path / "broker") as there:
        yield there


def test_home_assistant_finds_the_device_and_sees_how_it_stands(broker: Mosquitto) -> None:
    with told(at(broker), House()) as house, stand_in(broker) as there:
        assert len(there.device["components"]) == 4
        there.stands("availability", "online")
        there.stands("talk_today", "OFF")
        there.stands("next_talk", "2026-12-01T10:00:00+00:00")
        house.standing = Standing(True, True, None)
        there.stands("talk_today", "ON")
        there.stands("next_talk", "None")
    assert house.said == []


def test_home_assistant_started_later_reads_all_that_it_missed(broker: Mosquitto) -> None:
    with told(at(broker), House()):
        with stand_in(broker) as first:
            first.stands("availability", "online")
        with stand_in(broker) as later:
            later.stands("availability", "online")
            later.stands("device_well", "well")
            assert later.device["origin"]["name"] == "voice-agent"


def test_a_record_that_cannot_be_read_is_a_device_that_is_not_well(broker: Mosquitto) -> None:
    with told(at(broker), House()) as house, stand_in(broker) as there:
        there.stands("device_well", "well")
        house.broken = True
        there.stands("device_well", "problem")


def test_a_hand_on_the_button_is_heard_once_and_its_echo_is_not(broker: Mosquitto) -> None:
    with told(at(broker), House()) as house, stand_in(broker) as there:
        there.stands("availability", "online")
        for _ in range(5):
            there.press()
        house.heard(presses=5)  # else the first is heard only when the clock has gone on
        house.clock = 59.0
        there.press()
        house.heard(presses=6)
        assert house.presses == 1
        house.clock = 61.0
        there.press()
        with house.changed:
            assert house.changed.wait_for(lambda: house.presses == 2, PATIENCE)


def test_a_press_that_the_broker_kept_from_another_day_is_none(broker: Mosquitto) -> None:
    with stand_in(broker) as there:
        topic = Topics(DEVICE).of(Thing.TALK_NOW)
        there.send(topic, b"PRESS", retain=True)
        with told(at(broker), House()) as house:
            there.stands("availability", "online")
            there.send(topic, b"PRESS", retain=True)
            there.send(topic, b"press")
            there.send(topic, b"PRESS; talk at night \xff")
            there.send(topic, bytes(100_000))
            there.send(f"{topic}/set", b"PRESS")
            there.send(topic, b"PRESS")
            with house.changed:
                assert house.changed.wait_for(lambda: house.presses == 1, PATIENCE)
            house.heard(presses=1)  # and none of what came before it


def test_when_the_service_ends_the_device_is_shown_as_gone(broker: Mosquitto) -> None:
    with stand_in(broker) as there:
        with told(at(broker), House()):
            there.stands("availability", "online")
        there.stands("availability", "offline")


def test_a_broker_that_is_killed_and_comes_again_is_told_again(broker: Mosquitto) -> None:
    with told(at(broker), House()) as house:
        with stand_in(broker) as there:
            there.stands("availability", "online")
        broker.kill()
        house.says("Nobody answers")
        house.standing = Standing(True, True, None)
        broker.start()
        house.says("is told again")
        with stand_in(broker) as there:
            there.stands("talk_today", "ON")
            there.stands("availability", "online")
            there.press()
            with house.changed:
                assert house.changed.wait_for(lambda: house.presses == 1, PATIENCE)
    assert len(house.said) == len({*house.said}) <= 3
    assert all("Talks are held all the same." in each or "again" in each for each in house.said)


def test_a_wrong_password_is_said_once_and_a_right_one_is_enough(tmp_path: Path) -> None:
    lines = with_password(tmp_path / "broker", "interviewer", "right-word")
    secret = tmp_path / "password"
    secret.write_text("wrong-word\n")
    secret.chmod(0o600)
    with mosquitto(tmp_path / "broker", *lines) as broker:
        place = at(broker, user="interviewer", password_file=str(secret))
        assert "refuses name or password" in reach(place).says
        with told(place, House()) as house:
            sentence = house.says("refuses name or password")
            assert "home_assistant.user" in sentence
            secret.write_text("right-word\n")
            with stand_in(broker, "interviewer", "right-word") as there:
                there.stands("availability", "online")
        assert sum("refuses" in each for each in house.said) == 1
        assert not [each for each in house.said if "word-" in each or "-word" in each]
        assert reach(place).well


def test_a_password_that_others_may_read_is_not_used(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("right-word\n")
    secret.chmod(0o640)
    with pytest.raises(BrokerAway) as caught:
        password(str(secret), {})
    assert f"chmod 600 {secret}" in caught.value.mend
    assert password(str(secret), {"CREDENTIALS_DIRECTORY": str(tmp_path)}) == "right-word"
    secret.chmod(0o600)
    assert password(str(secret), {}) == "right-word"


@pytest.mark.parametrize("content", [None, b"\xff\xfe\xfa"])
def test_a_password_that_cannot_be_read_is_said_so(tmp_path: Path, content: bytes | None) -> None:
    secret = tmp_path / "password"
    if content is not None:
        secret.write_bytes(content)
        secret.chmod(0o600)
    assert "cannot be read" in reach(Place("127.0.0.1", 1, "a", str(secret))).says


def test_a_sealed_line_is_used_only_where_its_seal_is_known(tmp_path: Path) -> None:
    made = papers(tmp_path / "state", ["127.0.0.1"], datetime.now(UTC))
    authority = tmp_path / "authority.pem"
    authority.write_bytes(made.authority)
    lines = ("allow_anonymous true", f"certfile {made.certificate}", f"keyfile {made.key}")
    with mosquitto(tmp_path / "broker", *lines) as broker:
        assert "not one that is trusted here" in reach(at(broker, tls="system")).says
        assert reach(at(broker, tls=str(authority))).well
        assert not reach(at(broker)).well, "it spoke unsealed to a sealed door"
        assert "no certificate to be read" in reach(at(broker, tls=str(tmp_path / "none"))).says


def test_a_broker_without_a_seal_is_not_told_where_one_is_wanted(broker: Mosquitto) -> None:
    assert "does not speak over a sealed line" in reach(at(broker, tls="system")).says


@contextmanager
def somebody(answer: bytes) -> Generator[Place]:
    """Who takes calls, says `answer` and no more."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        lines = list[socket.socket]()

        def attend() -> None:
            while True:
                try:
                    line, _ = door.accept()
                    lines.append(line)
                    line.sendall(answer)
                except OSError:
                    return

        thread = threading.Thread(target=attend, daemon=True)
        thread.start()
        try:
            yield Place("127.0.0.1", door.getsockname()[1])
        finally:
            door.shutdown(socket.SHUT_RDWR)
            for each in lines:
                each.close()
            thread.join()


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", bytes(range(256)) * 64, b"\x20\xff\xff\xff\x7f"],
    ids=["nothing", "a web page", "rubbish", "an answer without an end"],
)
def test_what_is_no_broker_is_called_so_and_holds_up_nobody(answer: bytes) -> None:
    with somebody(answer) as place, told(place, House()) as house:
        said = house.says(f"at {place}")
    assert "broker" in said and "Talks are held all the same." in said


def test_rubbish_after_the_line_stood_is_a_broker_that_went() -> None:
    welcome = b"\x20\x03\x00\x00\x00"  # CONNACK: come in
    rubbish = b"\xf7\x80\x80\x80\x80\x80" * 20
    with somebody(welcome + rubbish) as place, told(place, House()) as house:
        assert f"The broker at {place} went" in house.says("went")


def test_a_message_that_is_announced_as_enormous_gets_no_room_here() -> None:
    welcome = b"\x20\x03\x00\x00\x00"
    announced = b"\x30\xff\xff\xff\x7f"  # PUBLISH: 256 MB follow
    tracemalloc.start()
    try:
        with somebody(welcome + announced) as place, told(place, House()) as house:
            house.says("went")
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


@contextmanager
def deaf_to_us() -> Generator[Place]:
    """A broker that takes whatever it is told, and lets nobody listen."""

    class Lets(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            while kind := self.rfile.read(1):
                size = shift = 0
                while (byte := self.rfile.read(1)[0]) & 128:
                    size, shift = size | (byte & 127) << shift, shift + 7
                body = self.rfile.read(size | byte << shift)
                match kind[0] >> 4:
                    case 1:  # CONNECT
                        self.wfile.write(b"\x20\x03\x00\x00\x00")
                    case 3:  # PUBLISH
                        at = 2 + int.from_bytes(body[:2], "big")
                        self.wfile.write(b"\x40\x02" + body[at : at + 2])
                    case 8:  # SUBSCRIBE: not authorised
                        self.wfile.write(b"\x90\x04" + body[:2] + b"\x00\x87")
                    case _:
                        pass

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Lets) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield Place("127.0.0.1", server.server_address[1])
        finally:
            server.shutdown()


def test_a_button_that_the_broker_does_not_let_us_hear_is_said_to_be_dead() -> None:
    with deaf_to_us() as place, told(place, House()) as house:
        sentence = house.says("Talk now")
        assert "voice-agent/+/talk_now" in sentence and "Talks are held all the same." in sentence
    assert house.said == [sentence], "all else is told as ever"


def test_where_nobody_is_nobody_is_told_and_the_doctor_says_so() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = Place("127.0.0.1", free.getsockname()[1])
    health = reach(place)
    assert not health.well and f"Nobody answers at {place}" in health.says


def test_what_was_told_is_forgotten_without_a_trace(broker: Mosquitto) -> None:
    place = at(broker)
    with stand_in(broker) as there:
        with told(place, House()):
            there.stands("availability", "online")
        there.stands("availability", "offline")
        anyio.run(forget, place, DEVICE)
        there.until(lambda kept: not kept)
    with stand_in(broker) as later:
        later.send("marker", b"here", retain=True)
        later.stands("marker", "here")
        assert [*later.kept] == ["marker"]
