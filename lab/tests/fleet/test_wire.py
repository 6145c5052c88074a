"""The network of the drill: it passes on, counts, is cut and comes back."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from lab.fleet.wire import State, Wire


class Echo(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None: ...

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


def ask(wire: Wire) -> str:
    return httpx.post(
        f"{wire.address}/audio/speech", content=b"x" * 100_000, timeout=1.0, trust_env=False
    ).text


def test_every_request_is_counted_with_its_bytes(server: int) -> None:
    with Wire(server) as wire:
        assert len(ask(wire)) == 100_000
        (one,) = wire.passed
    assert one.path == "/v1/audio/speech" and one.status == 200
    assert 100_000 < one.up < 101_000 and 100_000 < one.down < 101_000


def test_a_cut_network_answers_nobody_and_a_mended_one_does_again(server: int) -> None:
    with Wire(server) as wire:
        wire.state = State.CUT
        with pytest.raises(httpx.TransportError):
            ask(wire)
        wire.state = State.WELL
        assert ask(wire)


def test_over_a_silent_network_nothing_arrives(server: int) -> None:
    with Wire(server) as wire:
        wire.state = State.SILENT
        with pytest.raises(httpx.TimeoutException):
            ask(wire)
        assert wire.passed[0].status == 0
        wire.state = State.WELL
