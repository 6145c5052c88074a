"""The real broker on this machine's loopback, and whoever stands in for Home Assistant there. Home Assistant itself is not run."""

import json
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

PATIENCE = 120.0
"""Real seconds after which something counts as never told."""


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        pytest.skip(f"there is no {name} here; `.ci/system-packages test` brings it")
    return found


class Mosquitto:
    """One broker, which can be killed and started again; what it was told to keep it keeps."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.folder, self.host = folder, "127.0.0.1"
        with socket.socket() as free:
            free.bind((self.host, 0))
            self.port = int(free.getsockname()[1])
        self.lines = lines
        self.log = folder / "mosquitto.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Return when it takes calls."""
        page = self.folder / "mosquitto.conf"
        own = (f"listener {self.port} {self.host}", "user root", "persistence true")
        kept = (f"persistence_location {self.folder}/", "autosave_interval 1")
        page.write_text("\n".join((*own, *kept, "autosave_on_changes true", *self.lines)) + "\n")
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [_program("mosquitto"), "-c", str(page)], stdout=log, stderr=log
            )
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            assert self._process.poll() is None, self.log.read_text()
            with socket.socket() as line:
                if not line.connect_ex((self.host, self.port)):
                    return
            time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """As a power cut does it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def mosquitto(folder: Path, *lines: str) -> Iterator[Mosquitto]:
    """A broker; `lines`: more of its settings, by default everybody is let in."""
    folder.mkdir(parents=True, exist_ok=True)
    broker = Mosquitto(folder, *(lines or ("allow_anonymous true",)))
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


def with_password(folder: Path, user: str, password: str) -> tuple[str, ...]:
    """Lines for a broker that lets in only `user`."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "passwords"
    command = [_program("mosquitto_passwd"), "-b", "-c", str(file), user, password]
    subprocess.run(command, check=True, capture_output=True)
    return ("allow_anonymous false", f"password_file {file}")


class StandIn:
    """What Home Assistant is to the broker: a client of MQTT 3.1.1 that reads what devices are announced, and presses buttons."""

    def __init__(self, broker: Mosquitto, user: str = "", password: str = "") -> None:
        self.kept: dict[str, str] = {}
        """Topic -> what stands there; a topic that was emptied is gone."""

        self.bytes = b""
        """Everything that came, topics and payloads."""

        self._changed = threading.Condition()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="home-assistant")
        self._client.on_message = self._came
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        if user:
            self._client.username_pw_set(user, password)
        self._client.reconnect_delay_set(1, 1)
        self._client.connect(broker.host, broker.port)
        self._client.loop_start()

    def _came(self, client: Any, data: Any, message: mqtt.MQTTMessage) -> None:
        with self._changed:
            self.bytes += message.topic.encode() + b" " + message.payload + b"\n"
            if message.payload:
                self.kept[message.topic] = message.payload.decode(errors="replace")
            else:
                self.kept.pop(message.topic, None)
            self._changed.notify_all()

    def until(self, holds: Callable[[dict[str, str]], object]) -> None:
        """Wait until something holds of what stands there."""
        with self._changed:
            assert self._changed.wait_for(lambda: holds(self.kept), PATIENCE), self.kept

    def stands(self, thing: str, payload: str) -> None:
        """Wait until `payload` stands where the topic ends with `thing`."""
        self.until(lambda kept: payload in [v for k, v in kept.items() if k.endswith(thing)])

    @property
    def device(self) -> dict[str, Any]:
        """The one device that is announced."""
        self.until(lambda kept: [k for k in kept if k.endswith("/config")])
        (announced,) = [v for k, v in self.kept.items() if k.endswith("/config")]
        return json.loads(announced)

    def send(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Say something, and return when the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE)

    def press(self, payload: bytes | None = None, *, retain: bool = False) -> None:
        """Press the button that was announced."""
        button = self.device["components"]["talk_now"]
        self.send(
            button["command_topic"], payload or button["payload_press"].encode(), retain=retain
        )

    def close(self) -> None:
        """Go."""
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def stand_in(broker: Mosquitto, user: str = "", password: str = "") -> Iterator[StandIn]:
    """Somebody who reads and presses."""
    there = StandIn(broker, user, password)
    try:
        yield there
    finally:
        there.close()
