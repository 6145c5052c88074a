"""A tablet on which somebody talks: the line of /talk, its microphone, its loudspeaker, and a connection that drops once."""

import json
import statistics
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from voice_agent.sound import FRAME, RATE, Samples
from voice_agent.web.line import HEAD, SPEECH_RATE

BLOCK = 5
"""Frames of one message: a tenth of a second."""

PAUSE = 2.5
"""Seconds of silence after our words before the next is said."""

PATIENCE = 90.0
"""Seconds for which an answer is waited for."""


@dataclass
class Tablet:
    """One talk on the line to `address`. Blocking, in real time."""

    address: str
    cookies: str
    sounds: Sequence[Samples]
    """What is said, one after another; 16 kHz."""

    drops: bool = True
    """The connection is lost after the first answer, and taken up again."""

    waits: list[float] = field(default_factory=list[float])
    """Seconds from the end of what was said to the first sound of the answer."""

    first_words: float | None = None
    over: str = ""
    _frame: int = 0
    _until: float = 0.0  # when our clip will have sounded
    _heard: int = 0  # clips since somebody spoke last
    _ended: float | None = None  # when somebody's last words ended, while no answer has come

    def hold(self, *, seconds: float = 300.0) -> dict[str, Any]:
        """Talk until it is over, or for so long at most. Raises OSError where nothing answers."""
        began, said, speaking = time.monotonic(), 0, np.zeros(0, np.float32)
        socket, dropped, stopping = self._connected(again=False), False, False
        tick = began
        while not self.over and time.monotonic() - began < seconds + PATIENCE:
            now = time.monotonic()
            block = np.zeros(BLOCK * FRAME, np.float32)
            if len(speaking):
                part = speaking[: len(block)]
                block[: len(part)] = part
                speaking = speaking[len(block) :]
                if not len(speaking):
                    self._ended, self._heard = now, 0
            elif self._turn(now, begun=said > 0) and said < len(self.sounds):
                speaking, said = self.sounds[said], said + 1
            elif not stopping and (
                now - began > seconds or (said == len(self.sounds) and self._silent(now))
            ):
                socket.send(json.dumps({"kind": "stop"}))
                stopping = True
            try:
                socket.send(self._frame.to_bytes(HEAD, "little") + _pcm(block))
                self._frame += BLOCK
                self._taken(socket, began)
                if self.drops and not dropped and said == 2:
                    dropped = True
                    socket.close()
                    time.sleep(1.0)
                    socket = self._connected(again=True)
            except ConnectionClosed:
                break
            tick += BLOCK * FRAME / RATE
            time.sleep(max(0.0, tick - time.monotonic()))
        with suppress(ConnectionClosed):
            socket.close()
        return {
            "first_words_s": self.first_words and round(self.first_words, 2),
            "reply_s": round(statistics.median(self.waits), 2) if self.waits else None,
            "replies_s": [round(each, 2) for each in self.waits],
            "said": said,
            "dropped": dropped,
            "seconds": round(time.monotonic() - began, 1),
            "ended": bool(self.over),
        }

    def _turn(self, now: float, *, begun: bool) -> bool:
        """May something be said: the answer has sounded, or never came?"""
        if not self._heard:
            return begun and self._ended is not None and now - self._ended > PATIENCE
        return now - self._until > PAUSE

    def _silent(self, now: float) -> bool:
        """All was said, and nothing more comes."""
        return self._ended is not None and now - max(self._ended, self._until) > 30.0

    def _taken(self, socket: ClientConnection, began: float) -> None:
        while True:
            try:
                message = socket.recv(timeout=0)
            except TimeoutError:
                return
            now = time.monotonic()
            if isinstance(message, bytes):
                clip = int.from_bytes(message[:HEAD], "little")
                seconds = (len(message) - HEAD) / 2 / SPEECH_RATE
                self._until, self._heard = max(now, self._until) + seconds, self._heard + 1
                if self.first_words is None:
                    self.first_words = now - began
                if self._ended is not None and self._heard == 1:
                    self.waits.append(now - self._ended)
                socket.send(json.dumps({"kind": "began", "clip": clip, "frame": self._frame}))
                continue
            told = json.loads(message)
            if told["kind"] == "over":
                self.over = told["says"]
                return
            if told["kind"] == "hush":
                self._until = now
            elif told["kind"] == "next":
                self._frame = int(told["next"])

    def _connected(self, *, again: bool) -> ClientConnection:
        address = self.address.replace("http", "ws", 1) + f"/talk/line{'?again=1' if again else ''}"
        own = {"Cookie": self.cookies, "Origin": self.address}
        return connect(address, additional_headers=own, max_size=None, open_timeout=60)


def _pcm(samples: Samples) -> bytes:
    return (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
