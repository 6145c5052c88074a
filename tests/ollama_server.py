"""A small server that speaks Ollama's protocol on this machine, in good moods and bad ones.

The words come from a pen: `rote` has a few sentences by heart (no weights needed), `tokens.py` puts a
real model behind it. What the server was asked is kept, so that tests can look at it.
"""

import json
import ssl
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR
from typing import Any

from voice_agent.language.schema import least

MODEL = "quill:latest"


class Mood(StrEnum):
    """How the server behaves."""

    WELL = "well"
    SILENT = "accepts, then says nothing"
    DRIPPING = "says a little for ever"
    RUBBISH = "sends what is not the protocol"
    STRANGER = "is some other web server"
    CUTS = "hangs up in the middle"
    FORGETS_DONE = "ends without saying that it is done"
    WRONG_SCHEMA = "ignores the schema"
    WRONG_SCHEMA_ONCE_HELD = "ignores the schema when it is sent as one"
    EMPTY = "answers with nothing"
    TRUNCATED = "never gets to the end of a text"
    BUSY = "is busy"
    FAILING = "fails in mid-stream"
    NO_MODEL = "does not have the model"
    NO_LIKELIHOODS = "keeps probabilities to itself"
    THINKS_ALOUD = "thinks aloud"
    THINKS_APART = "thinks before it answers, whatever it is told"
    FENCES = "puts fences and politeness round an object"
    OUTSIDE = "writes values outside the schema it was sent"
    OBJECTS_ONLY = "refuses a schema, and knows objects"
    NO_FORMS = "refuses any form of an answer"
    NO_HINTS = "refuses to be told anything about thinking"
    LISTS_ONLY = "lists its models, and answers no chat"


@dataclass(frozen=True, slots=True)
class Request:
    """What a pen is asked to write."""

    messages: Sequence[Mapping[str, str]]
    limit: int
    form: Mapping[str, Any] | None
    temperature: float
    seed: int | None
    likeliest: bool


Emit = Callable[[str, Sequence[tuple[str, float]]], bool]
"""Takes a piece and the first token's likeliest (token, log probability); True: nobody listens."""

Pen = Callable[[Request, Emit], str]
"""Writes through Emit; returns why it stopped: 'stop' or 'length'."""


def rote(request: Request, emit: Emit) -> str:
    """A few sentences by heart; a schema gets the least that fits it."""
    form = _form(request)
    if form is not None:
        emit(json.dumps(least(form)), [])
        return "stop"
    words = ["That", " kitchen", " sounds", " busy.", " Who", " baked", " the", " bread?"]
    top = [("yes", -0.2), (" Yes", -2.0), ("no", -2.5), ("That", -3.0)]
    for word in words[: request.limit]:
        if emit(word, top if request.likeliest else []):
            return "stop"
    return "stop" if request.limit >= len(words) else "length"


def _form(request: Request) -> Mapping[str, Any] | None:
    """The schema, however it was asked for."""
    asked = " ".join(one["content"] for one in request.messages)
    if request.form or "JSON Schema:" not in asked:
        return request.form
    return json.loads(asked.split("JSON Schema:")[1])


@dataclass
class Served:
    """A running server."""

    url: str
    mood: Mood
    """May be changed while it runs."""

    model: str = MODEL
    """Which one it lists; may be changed too."""

    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """The header Authorization of each."""

    under_way: int = 0
    idle: threading.Event = field(default_factory=threading.Event)
    """Set whenever no request is under way."""

    closing: threading.Event = field(default_factory=threading.Event)
    guard: threading.Lock = field(default_factory=threading.Lock)  # guards under_way and idle


@contextmanager
def ollama_server(mood: Mood = Mood.WELL, pen: Pen = rote) -> Iterator[Served]:
    """Run one on a free port of the loopback."""
    with serving(_Ollama, mood, pen) as served:
        yield served


@contextmanager
def serving(
    dialect: type["Dialect"], mood: Mood, pen: Pen, certificate: tuple[Path, Path] | None = None
) -> Iterator[Served]:
    """Run a server of any dialect. `certificate`: file and key, for TLS."""
    failures: list[BaseException | None] = []
    handler = type("Handler", (dialect,), {"pen": staticmethod(pen)})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)

    def keep(*_: object) -> None:
        failure = sys.exc_info()[1]
        if not isinstance(failure, ConnectionError):  # a client may hang up whenever it likes
            failures.append(failure)

    server.handle_error = keep
    server.daemon_threads = False
    server.block_on_close = True
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    scheme = "https" if certificate else "http"
    served = Served(f"{scheme}://127.0.0.1:{server.server_address[1]}{dialect.prefix}", mood)
    served.idle.set()
    handler.served = served  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        served.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
    assert not failures, failures


class Dialect(BaseHTTPRequestHandler):
    """What both protocols share: moods, counting, chunks."""

    protocol_version = "HTTP/1.1"
    timeout = 30
    prefix = ""
    pen: Pen
    served: Served

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        with self._counted():
            self._misbehave() or self.get()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self._counted():
            self.served.requests.append({"path": self.path, **body})
            self.served.keys.append(self.headers.get("Authorization", ""))
            self._misbehave() or self.post(body)

    def get(self) -> None:
        raise NotImplementedError

    def post(self, body: dict[str, Any]) -> None:
        raise NotImplementedError

    def asked(self, body: dict[str, Any]) -> Request:
        raise NotImplementedError

    def piece(self, text: str, likeliest: Sequence[tuple[str, float]]) -> bytes:
        raise NotImplementedError

    def thought(self, text: str) -> bytes:
        raise NotImplementedError

    def ending(self, reason: str) -> bytes:
        raise NotImplementedError

    def write(self, body: dict[str, Any]) -> None:
        """Stream the pen's answer, in the server's mood."""
        request = self.asked(body)
        self.begin()
        if self.served.mood is Mood.EMPTY:
            return self.last(self.ending("stop"))
        if self.served.mood is Mood.THINKS_ALOUD:
            for piece in ("<thi", "nk>She sounds", " sad.</think", ">"):
                self.chunk(self.piece(piece, []))
        if self.served.mood is Mood.THINKS_APART:
            for piece in ("She sounds", " sad."):
                self.chunk(self.thought(piece))
        if self.served.mood is Mood.FENCES and _form(request) is not None:
            self.chunk(self.piece("Here you are:\n```json\n", []))
        if self.served.mood is Mood.OUTSIDE and request.form is not None:
            self.chunk(self.piece('{"colour": "grassy", "what": 3}', []))
            return self.last(self.ending("stop"))
        if self.served.mood is Mood.WRONG_SCHEMA or (
            self.served.mood is Mood.WRONG_SCHEMA_ONCE_HELD and request.form is not None
        ):
            self.chunk(self.piece("Grass is green, I believe.", []))
            return self.last(self.ending("stop"))
        count = 0

        def emit(text: str, likeliest: Sequence[tuple[str, float]]) -> bool:
            nonlocal count
            count += 1
            told = [] if self.served.mood is Mood.NO_LIKELIHOODS else likeliest
            return not self.chunk(self.piece(text, told)) or self.served.closing.is_set()

        if self.served.mood is Mood.CUTS:
            self.chunk(self.piece("That kitch", []))
            self.connection.shutdown(SHUT_RDWR)
            self.close_connection = True
            return None
        if self.served.mood is Mood.FAILING:
            self.chunk(self.piece("That", []))
            return self.last(self.failure())
        if self.served.mood is Mood.DRIPPING:
            while not self.served.closing.wait(0.02) and self.chunk(self.piece("mm ", [])):
                pass
            self.close_connection = True
            return None
        reason = type(self).pen(request, emit)
        if self.served.mood is Mood.FENCES and _form(request) is not None:
            self.chunk(self.piece("\n```\nI hope that helps {a little}.", []))
        if self.served.mood is Mood.FORGETS_DONE:
            return self.last(b"")
        return self.last(self.ending("length" if self.served.mood is Mood.TRUNCATED else reason))

    def failure(self) -> bytes:
        raise NotImplementedError

    def begin(self, kind: str = "application/x-ndjson") -> None:
        """Send the headers of a stream."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, data: bytes) -> bool:
        """Send a chunk; False where nobody listens any more."""
        try:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        except OSError:
            self.close_connection = True
            return False
        return True

    def last(self, data: bytes) -> None:
        """Send the last chunk."""
        if (not data or self.chunk(data)) and not self.close_connection:
            self.chunk(b"")

    def reply(self, value: object, status: int = 200) -> None:
        """Send one JSON value."""
        self._send(json.dumps(value).encode(), status, "application/json")

    def _send(self, data: bytes, status: int, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _misbehave(self) -> bool:
        match self.served.mood:
            case Mood.SILENT:
                # wakes when the test is over or the client has hung up
                self.connection.settimeout(0.02)
                while not self.served.closing.is_set():
                    try:
                        if not self.connection.recv(1):
                            break
                    except TimeoutError:
                        continue
                    except OSError:
                        break
                self.close_connection = True
            case Mood.RUBBISH:
                self._send(b"\x00\xffnot the protocol\n{{{\n", 200, "application/x-ndjson")
            case Mood.STRANGER:
                self._send(b"<html>Printer status: ink low</html>", 404, "text/html")
            case Mood.BUSY:
                self.reply({"error": "server busy"}, 503)
            case _:
                return False
        return True

    @contextmanager
    def _counted(self) -> Iterator[None]:
        served = self.served
        with served.guard:
            served.under_way += 1
            served.idle.clear()
        try:
            yield
        finally:
            with served.guard:
                served.under_way -= 1
                if not served.under_way:
                    served.idle.set()


class _Ollama(Dialect):
    def get(self) -> None:
        if self.path == "/api/tags":
            return self.reply(
                {"models": [] if self.served.mood is Mood.NO_MODEL else [{"model": MODEL}]}
            )
        return self.reply({"error": "not found"}, 404)

    def post(self, body: dict[str, Any]) -> None:
        if self.served.mood is Mood.NO_MODEL:
            return self.reply({"error": f"model '{body['model']}' not found"}, 404)
        if self.path == "/api/show":
            able = ["embedding"] if self.served.mood is Mood.LISTS_ONLY else ["completion"]
            return self.reply({"capabilities": able, "model_info": {}})
        if self.served.mood is Mood.NO_HINTS and "think" in body:
            return self.reply({"error": f"{body['model']} does not support thinking"}, 400)
        if self.served.mood is Mood.LISTS_ONLY:
            return self.reply({"error": f"{body['model']} does not support chat"}, 400)
        if not body["messages"]:
            return self.reply(
                {
                    "message": {"role": "assistant", "content": ""},
                    "done": True,
                    "done_reason": "load",
                }
            )
        return self.write(body)

    def asked(self, body: dict[str, Any]) -> Request:
        options = body["options"]
        return Request(
            body["messages"],
            options["num_predict"],
            body["format"] if isinstance(body.get("format"), dict) else None,
            options["temperature"],
            options.get("seed"),
            bool(body.get("logprobs")),
        )

    def piece(self, text: str, likeliest: Sequence[tuple[str, float]]) -> bytes:
        part: dict[str, Any] = {"message": {"role": "assistant", "content": text}, "done": False}
        if likeliest:
            top = [{"token": token, "logprob": value} for token, value in likeliest]
            part["logprobs"] = [{**top[0], "top_logprobs": top}]
        return json.dumps(part).encode() + b"\n"

    def thought(self, text: str) -> bytes:
        message = {"role": "assistant", "content": "", "thinking": text}
        return json.dumps({"message": message, "done": False}).encode() + b"\n"

    def ending(self, reason: str) -> bytes:
        part = {
            "message": {"role": "assistant", "content": ""},
            "done": True,
            "done_reason": reason,
        }
        return json.dumps(part).encode() + b"\n"

    def failure(self) -> bytes:
        return b'{"error": "model runner has unexpectedly stopped"}\n'
