"""A language server of a stated pace: it reads a prompt and writes an answer as slowly as a card would, and its answer fits any turn.

    with paced_server(reads=900, writes=40) as url: ...

It speaks OpenAI's chat protocol, streamed or whole. As servers do, it keeps the prompt it has read last: of the next one only
what is new is read, also where whoever asked has gone meanwhile. What it writes is no measure of a model; how long it takes is.
"""

import json
import re
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import takewhile
from threading import Lock, Thread
from typing import Any

CHARACTERS = 4.0
"""Of a token of English text, about."""

BREATH = 0.02
"""Seconds between two looks at whether whoever asked is still there."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, reads: float, writes: float) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.reads, self.writes = reads, writes
        self.known = ""
        """The prompt as far as it was read."""

        self.busy = Lock()

    def read(self, prompt: str, there: Callable[[], None]) -> None:
        """Take the time that what is new of `prompt` takes. `there` raises OSError once nobody waits."""
        pairs = zip(self.known, prompt, strict=False)
        at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        while at < len(prompt):
            there()
            time.sleep(BREATH)
            at += max(1, round(self.reads * CHARACTERS * BREATH))
            self.known = prompt[:at]
        self.known = prompt


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing that is asked stands in a log."""

    def do_GET(self) -> None:
        self._whole({"object": "list", "data": [{"id": "paced"}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        prompt = "\n".join(each["content"] for each in body["messages"])
        text = answer(prompt, body)
        try:
            with self.server.busy:
                if body.get("stream"):
                    self._begin()
                self.server.read(prompt, self._alive if body.get("stream") else lambda: None)
                self._stream(text) if body.get("stream") else self._late(text)
        except OSError:
            self.close_connection = True  # whoever asked has gone

    def _begin(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def _alive(self) -> None:
        self._put(": reading")

    def _put(self, line: str) -> None:
        self.wfile.write(f"{line}\n\n".encode())
        self.wfile.flush()

    def _stream(self, text: str) -> None:
        for piece in re.findall(r"\s*\S+", text):
            time.sleep(len(piece) / CHARACTERS / self.server.writes)
            self._put(f"data: {json.dumps(_delta({'content': piece}))}")
        self._put(f"data: {json.dumps(_delta({}, 'stop'))}")
        self._put("data: [DONE]")

    def _late(self, text: str) -> None:
        time.sleep(len(text) / CHARACTERS / self.server.writes)
        choice = {"index": 0, "message": {"role": "assistant", "content": text}}
        self._whole({"choices": [choice | {"finish_reason": "stop"}]})

    def _whole(self, content: object) -> None:
        data = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _delta(delta: dict[str, str], ended: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": ended}]}


def answer(prompt: str, body: dict[str, Any]) -> str:
    """What fits any turn: its last words, and a question that leaves everything open."""
    form = (body.get("response_format") or {}).get("json_schema", {}).get("schema", {})
    if "colour" in form.get("properties", {}):
        return json.dumps({"colour": "green", "sure": True})
    if "replies" not in form.get("properties", {}):
        return "Yes."
    turn = prompt.rsplit("THE NARRATOR SAYS NOW\n", 1)[-1].split("\n\nNOTES", 1)[0]
    hook = re.findall(r"[\w']+", turn)[-1]
    reading = {
        "danger": "none",
        "wish": "none",
        "asks": "none",
        "about": "",
        "story": "middle",
        "hook": hook,
    }
    say = "And how did that go on?"
    reply = {"kind": "follow", "hook": hook, "to": "", "say": say}
    return json.dumps({"reading": reading, "replies": [reply]})


@contextmanager
def paced_server(*, reads: float, writes: float) -> Generator[str]:
    """Run one on a free port of this machine; yields its address. `reads`, `writes`: tokens a second."""
    server = _Server(reads, writes)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
