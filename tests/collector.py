"""A small collector on this machine that takes what OpenTelemetry delivers, as protobuf over HTTP, and keeps every byte."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.common.v1.common_pb2 import KeyValue

Beside = dict[str, bool | int | float | str]


class Mood(Enum):
    """How it behaves."""

    WELL = "well"
    SILENT = "takes everything, and answers when it is let go"
    ENDLESS = "takes everything, and answers without an end"
    SENDS_ON = "sends whoever delivers on to another address"


@dataclass(frozen=True)
class Figure:
    """One figure of a delivery."""

    name: str
    value: float
    """A sum, or what a gauge shows."""

    count: int
    beside: Beside


@dataclass(frozen=True)
class Stretch:
    """One span."""

    name: str
    id: bytes
    within: bytes
    seconds: float
    beside: Beside


@dataclass
class Collector:
    """What came."""

    url: str
    mood: Mood = Mood.WELL
    sends_to: str = ""
    bytes: bytes = b""
    """Every delivery, with the lines above it."""

    came: threading.Event = field(default_factory=threading.Event)
    """Something was delivered."""

    let_go: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)
    """Whoever delivered read no more of an answer."""

    figures: list[Figure] = field(default_factory=list[Figure])
    stretches: list[Stretch] = field(default_factory=list[Stretch])
    who: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """What is said of the device itself."""

    def named(self, name: str) -> list[Stretch]:
        """Spans of that name."""
        return [each for each in self.stretches if each.name == name]

    def figure(self, name: str, **beside: object) -> Figure:
        """The last word on a figure."""
        return [f for f in self.figures if f.name == name and beside.items() <= f.beside.items()][
            -1
        ]

    def take(self, path: str, body: bytes) -> None:
        """Read a delivery."""
        if path.endswith("/v1/traces"):
            traces = ExportTraceServiceRequest.FromString(body)
            for one in traces.resource_spans:
                self.who |= {*_beside(one.resource.attributes).items()}  # type: ignore[arg-type]
                for span in (span for scope in one.scope_spans for span in scope.spans):
                    lasted = (span.end_time_unix_nano - span.start_time_unix_nano) / 1e9
                    beside = _beside(span.attributes)
                    within = span.parent_span_id
                    self.stretches.append(Stretch(span.name, span.span_id, within, lasted, beside))
        else:
            metrics = ExportMetricsServiceRequest.FromString(body)
            for one in metrics.resource_metrics:
                for metric in (metric for scope in one.scope_metrics for metric in scope.metrics):
                    self.figures += _figures(metric)


def _figures(metric: Any) -> Iterator[Figure]:
    kind = metric.WhichOneof("data")
    for point in getattr(metric, kind).data_points:
        beside = _beside(point.attributes)
        if kind == "histogram":
            yield Figure(metric.name, point.sum, point.count, beside)
        else:
            yield Figure(metric.name, point.as_double or point.as_int, 1, beside)


def _beside(attributes: Any) -> Beside:
    def value(each: KeyValue) -> Any:
        return getattr(each.value, each.value.WhichOneof("value") or "string_value")

    return {each.key: value(each) for each in attributes}


@contextmanager
def collector(mood: Mood = Mood.WELL, sends_to: str = "") -> Iterator[Collector]:
    """Run one on a free port of the loopback."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            here.bytes += f"{self.requestline}\n{self.headers}".encode() + body
            here.take(self.path, body)
            here.came.set()
            if here.mood is Mood.SILENT:
                here.let_go.wait()
                return
            if here.mood is Mood.ENDLESS:
                self.send_response(200)
                self.end_headers()
                with suppress(OSError):
                    while not here.let_go.is_set():
                        self.wfile.write(bytes(1 << 16))
                here.hung_up.set()
                return
            self.send_response(307 if here.mood is Mood.SENDS_ON else 200)
            if here.mood is Mood.SENDS_ON:
                self.send_header("Location", here.sends_to + self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is said aloud."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    server.daemon_threads = True
    here = Collector(f"http://127.0.0.1:{server.server_port}", mood, sends_to)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield here
    finally:
        here.let_go.set()
        server.shutdown()
        thread.join()
        server.server_close()
