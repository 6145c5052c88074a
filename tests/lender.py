"""A small server that lends engines over OpenAI's endpoints on this machine; what it does with a question is set by each test.

What it was asked is kept, so that tests can look at it.
"""

import io
import json
import ssl
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from voice_agent.backends import Embedder, Transcriber
from voice_agent.borrowing.asking import Asking
from voice_agent.borrowing.servers import Server
from voice_agent.endpoints import Endpoints
from voice_agent.sound import RATE, Sound
from voice_agent.speech.pace import Articulator


@dataclass(frozen=True)
class Asked:
    """One question as it came."""

    path: str
    headers: dict[str, str]
    said: dict[str, Any]
    """The JSON, or the fields of the form; a field sent twice is a list."""

    sound: bytes = b""
    size: int = 0
    """Bytes of its body."""


@dataclass(frozen=True)
class Reply:
    """What the server sends; `body` may come in as many parts as it likes."""

    body: bytes | Iterator[bytes]
    status: int = 200
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    hangs_up: bool = False
    """The connection ends before the body has."""


Answers = Callable[[Asked], Reply]


@dataclass
class Lender:
    """A running server."""

    url: str
    answers: Answers
    """May be changed while it runs."""

    asked: list[Asked] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def server(self, **how: Any) -> Server:
        return Server(self.url, **how)

    def paths(self) -> list[str]:
        return [each.path for each in self.asked]

    def silent(self, asked: Asked) -> Reply:
        """Says nothing until the test is over."""
        self.closing.wait(20)
        return Reply(b"", 500)

    def after(self, gate: threading.Event, answers: Answers) -> Answers:
        """Answers once the gate is open."""

        def wait(asked: Asked) -> Reply:
            while not gate.wait(0.02) and not self.closing.is_set():
                pass
            return answers(asked)

        return wait


@contextmanager
def lender(answers: Answers, *, certificate: tuple[Path, Path] | None = None) -> Iterator[Lender]:
    """Run one on a free port of the loopback. `certificate`: file and key, for TLS."""
    failures: list[BaseException | None] = []
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def keep(*_: object) -> None:
        failure = sys.exc_info()[1]
        if not isinstance(failure, OSError):  # a client may hang up whenever it likes
            failures.append(failure)

    server.handle_error = keep
    server.daemon_threads = False
    server.block_on_close = True
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    scheme = "https" if certificate else "http"
    lends = Lender(f"{scheme}://127.0.0.1:{server.server_address[1]}/v1", answers)
    handler.lends = lends
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield lends
    finally:
        lends.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
    assert not failures, failures


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 30
    lends: Lender

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._answer(Asked(self.path, dict(self.headers), {}))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind = self.headers["Content-Type"]
        if kind.startswith("application/json"):
            self._answer(Asked(self.path, dict(self.headers), json.loads(body), size=len(body)))
            return
        form = BytesParser().parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
        said: dict[str, Any] = {}
        sound = b""
        for part in form.get_payload():  # type: ignore[union-attr]
            name = part.get_param("name", header="content-disposition")  # type: ignore[union-attr]
            if part.get_filename():  # type: ignore[union-attr]
                sound = part.get_payload(decode=True)  # type: ignore[union-attr]
                continue
            value = part.get_payload(decode=True).decode()  # type: ignore[union-attr]
            said[name] = [*said[name], value] if name in said else value
            if name.endswith("[]") and not isinstance(said[name], list):
                said[name] = [said[name]]
        self._answer(Asked(self.path, dict(self.headers), said, sound, len(body)))

    def _answer(self, asked: Asked) -> None:
        self.lends.asked.append(asked)
        reply = self.lends.answers(asked)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        body = iter([reply.body]) if isinstance(reply.body, bytes) else reply.body
        if reply.hangs_up or not isinstance(reply.body, bytes):
            self.send_header("Connection", "close")
            self.close_connection = True
            if reply.hangs_up:
                self.send_header("Content-Length", "100000")
        else:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        for part in body:
            self.wfile.write(part)


def told(value: object, status: int = 200) -> Answers:
    """Always the same JSON."""
    return lambda asked: Reply(json.dumps(value).encode(), status)


def raw(body: bytes, status: int = 200, kind: str = "application/json", **headers: str) -> Answers:
    """Always the same bytes."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda asked: Reply(body, status, kind, named)


def hears(ears: Transcriber) -> Answers:
    """Puts what it is sent into words, as OpenAI's endpoint tells them: no punctuation in the words."""

    def answer(asked: Asked) -> Reply:
        samples, rate = soundfile.read(io.BytesIO(asked.sound), dtype="float32")
        assert rate == RATE
        hearing = ears.begin()
        hearing.feed(Sound(np.asarray(samples, np.float32)))
        heard = hearing.finish()
        words = [
            {"word": w.text.strip(".,!?"), "start": round(w.start, 2), "end": round(w.end, 2)}
            for w in heard.words
        ]
        value = {"text": heard.text, "words": words, "duration": len(samples) / RATE}
        return Reply(json.dumps(value).encode())

    return answer


def speaks(voice: Articulator) -> Answers:
    """Says what it is sent at the speed it is asked for."""

    def answer(asked: Asked) -> Reply:
        said = voice.utter(asked.said["input"], 1 / asked.said["speed"])
        return Reply(wav(said, voice.rate), kind="audio/wav")

    return answer


def wav(samples: Sequence[float] | np.ndarray, rate: int, kind: str = "WAV") -> bytes:
    file = io.BytesIO()
    soundfile.write(file, np.asarray(samples, np.float32), rate, format=kind, subtype="PCM_16")
    return file.getvalue()


def embeds(embedder: Embedder) -> Answers:
    """Vectors for what it is sent, the last first: the numbers say which is whose."""

    def answer(asked: Asked) -> Reply:
        rows = embedder.embed(asked.said["input"])
        data = [{"index": n, "embedding": [float(x) for x in row]} for n, row in enumerate(rows)]
        return Reply(json.dumps({"data": data[::-1]}).encode())

    return answer


class Clock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Line:
    """Somebody who asks, and what the house was told meanwhile."""

    asking: Asking
    said: list[str]
    clock: Clock


def line(*servers: Server, patience: float = 20.0, rest: float = 2.0) -> Line:
    """Ask these. `patience`: long, so that a busy machine fails nothing; a test of waiting names its own."""
    said, clock = list[str](), Clock()
    endpoints = Endpoints(
        servers, instead="This computer does it.", rest=rest, tell=said.append, clock=clock
    )
    return Line(Asking(endpoints, patience), said, clock)
