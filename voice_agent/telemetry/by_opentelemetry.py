"""The one door through which anything is told: OTLP over HTTP, in threads of its own, to one address in the house.

What goes out is looked up in `vocabulary` here, at the door. Of OpenTelemetry's own habits these are switched off: naming the
machine, its user and its processes, a proxy out of the environment, redirections, complaints in the log, and waiting at the end.
"""

import io
import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

import requests
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.metrics import CallbackOptions, Observation
from opentelemetry.sdk.metrics import AlwaysOffExemplarFilter, MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import Span as Told
from opentelemetry.trace import Tracer, set_span_in_context

from voice_agent.telemetry.vocabulary import Count, Gauge, Measure, Span, Value, number, plain

US = "voice-agent"

MOST = 16 * 1024
"""Bytes of an answer that are read. A collector says what it did not take, in a sentence or two."""

PATIENCE = 3.0
"""Seconds for one delivery, all its tries together; nobody waits for it but its own thread."""

LEAVING = 1.5
"""Seconds in which the last things are delivered when the program ends; what is not is lost."""

WAITING = 1024
"""Stretches of time that wait for a server that is away; older ones are dropped. A talk has some 300."""

EVERY = 60.0
"""Seconds between two deliveries of figures."""

BOUNDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 12.0, 20.0, 60.0, 600.0, 1800.0)
"""Seconds: a wait of ours, a gap of sound, a talk."""


class ByOpenTelemetry:
    """Passes Sink. `leave` it once."""

    def __init__(self, endpoint: str, device: str) -> None:
        """`endpoint`: an address in the house, checked by the settings; `device`: "" or which one this is."""
        _hush()
        base = endpoint.rstrip("/")
        who = Resource(
            {"service.name": US, "service.version": version(US)}
            | ({"service.instance.id": device} if device else {})
        )
        self._spans = TracerProvider(sampler=ALWAYS_ON, resource=who, shutdown_on_exit=False)
        self._spans.add_span_processor(
            BatchSpanProcessor(
                OTLPSpanExporter(f"{base}/v1/traces", timeout=PATIENCE, session=_line()),
                max_queue_size=WAITING,
                max_export_batch_size=256,
                schedule_delay_millis=5000,
            )
        )
        reader = PeriodicExportingMetricReader(
            OTLPMetricExporter(f"{base}/v1/metrics", timeout=PATIENCE, session=_line()),
            export_interval_millis=EVERY * 1000,
            export_timeout_millis=PATIENCE * 1000,
        )
        self._figures = MeterProvider(
            [reader],
            resource=who,
            shutdown_on_exit=False,
            exemplar_filter=AlwaysOffExemplarFilter(),
        )
        self._tracer = self._spans.get_tracer(US)
        meter = self._meter = self._figures.get_meter(US)
        self._counts = {each: meter.create_counter(each) for each in Count}
        self._measures = {
            each: meter.create_histogram(each, "s", explicit_bucket_boundaries_advisory=BOUNDS)
            for each in Measure
        }

    def count(self, name: Count, **beside: Value) -> None:
        """One more."""
        self._counts[name].add(1, plain(name, beside))

    def measure(self, name: Measure, seconds: float, **beside: Value) -> None:
        """It took so long."""
        if (told := number(seconds)) is not None:
            self._measures[name].record(told, plain(name, beside))

    def begin(self, name: Span) -> "Stretch":
        """Something begins now, a trace of its own."""
        return Stretch(self._tracer, name, Context(), time.time_ns())

    def look(self, name: Gauge, now: Callable[[], float | None]) -> None:
        """Ask `now` from time to time, in another thread."""

        def asked(_: CallbackOptions) -> Iterable[Observation]:
            told = number(now())
            return () if told is None else (Observation(told),)

        unit = "1" if name is Gauge.TALKING else "By"
        self._meter.create_observable_gauge(name, [asked], unit)

    def of_the_device(self, state: Path) -> None:
        """Tell from time to time what this program takes, and the room on the disk that holds `state`."""
        self.look(Gauge.MEMORY, resident)
        self.look(Gauge.DISK, lambda: free(state))

    def leave(self) -> None:
        """Deliver what waits, for at most `LEAVING` seconds. Whoever still tries then ends with the program."""
        patience = round(LEAVING * 1000)
        every = (self._spans.shutdown, lambda: self._figures.shutdown(patience))
        leaving = [threading.Thread(target=each, daemon=True) for each in every]
        ends = time.monotonic() + LEAVING
        for each in leaving:
            each.start()
        for each in leaving:
            each.join(max(0.0, ends - time.monotonic()))


class Stretch:
    """Passes Part."""

    def __init__(
        self, tracer: Tracer, name: Span, within: Context, began: int, **beside: Value
    ) -> None:
        """`began`: nanoseconds of the wall clock."""
        self._tracer, self._name = tracer, name
        self._told: Told = tracer.start_span(
            name, within, attributes=plain(name, beside), start_time=began
        )

    def part(self, name: Span, began: int, ended: int, **beside: Value) -> "Stretch":
        """Tell of a part that is over."""
        within = set_span_in_context(self._told, Context())
        part = Stretch(self._tracer, name, within, began, **beside)
        part._told.end(ended)
        return part

    def end(self, **beside: Value) -> None:
        """It is over now."""
        self._told.set_attributes(plain(self._name, beside))
        self._told.end()


def resident() -> float | None:
    """Bytes of memory that this program takes; None where the system does not say."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def free(state: Path) -> float | None:
    """Bytes free on the disk that holds `state`, or will."""
    try:
        return shutil.disk_usage(next(f for f in (state, *state.parents) if f.exists())).free
    except OSError:
        return None


def _line() -> requests.Session:
    """A connection of its own, that asks neither a proxy nor a file of passwords where to go."""
    line = requests.Session()
    line.trust_env = False
    line.hooks["response"].append(_cut)
    return line


def _cut(answer: requests.Response, *_: object, **__: object) -> requests.Response:
    """Whoever answers with gigabytes fills no memory here. Comes before anything of an answer is read."""
    whole = answer.raw
    answer.raw = io.BytesIO(whole.read(MOST))
    whole.close()
    return answer


def _hush() -> None:
    """A collector that is away is nothing for the log of a talk; `voice-agent doctor` says so."""
    log = logging.getLogger("opentelemetry")
    log.propagate = False
    log.handlers = [logging.NullHandler()]
