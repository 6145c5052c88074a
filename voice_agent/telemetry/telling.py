"""What is told of a talk and of the device, and to whom: nobody, unless the settings name an address in the house.

    with opened(settings, tell) as telling, telling.talk(Manner.SPOKEN) as talk:
        talk.turn(latency)

Sessions have no name here: a trace has a number drawn for it, and nothing ties that to what lies in the record.
"""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from voice_agent.errors import VoiceAgentError
from voice_agent.settings import Settings
from voice_agent.story import Latency
from voice_agent.telemetry.vocabulary import (
    Copied,
    Count,
    Ending,
    Gauge,
    Gone,
    Manner,
    Measure,
    Missed,
    Span,
    Stage,
    Value,
)

ENDINGS = {"stopped": Ending.STOPPED, "microphone closed": Ending.MICROPHONE}
"""Reasons of a SessionOutcome that are told as they are."""

NANO = 1_000_000_000


class Part(Protocol):
    """A stretch of time that is being told; parts of it may be told meanwhile."""

    def part(self, name: Span, began: int, ended: int, **beside: Value) -> "Part":
        """Tell of a part that is over. Nanoseconds of the wall clock."""
        ...

    def end(self, **beside: Value) -> None:
        """It is over now."""
        ...


class Sink(Protocol):
    """Where it goes. Nothing of it raises, and nothing waits for anybody."""

    def count(self, name: Count, **beside: Value) -> None:
        """One more."""
        ...

    def measure(self, name: Measure, seconds: float, **beside: Value) -> None:
        """It took so long."""
        ...

    def begin(self, name: Span) -> Part:
        """Something begins now."""
        ...

    def look(self, name: Gauge, now: Callable[[], float | None]) -> None:
        """Ask `now` from time to time, in another thread."""
        ...


class Nowhere:
    """Passes Sink and Part: nothing is told."""

    def count(self, name: Count, **beside: Value) -> None:
        """Nobody counts."""

    def measure(self, name: Measure, seconds: float, **beside: Value) -> None:
        """Nobody measures."""

    def begin(self, name: Span) -> Part:
        """Nobody hears of it."""
        return self

    def look(self, name: Gauge, now: Callable[[], float | None]) -> None:
        """Nobody asks."""

    def part(self, name: Span, began: int, ended: int, **beside: Value) -> Part:
        """Nobody hears of it."""
        return self

    def end(self, **beside: Value) -> None:
        """Nobody hears of it."""


class Talk:
    """What is told of one talk."""

    def __init__(self, sink: Sink, manner: Manner) -> None:
        """It begins now."""
        self._sink, self._manner = sink, manner
        self._span, self._began = sink.begin(Span.TALK), time.monotonic()
        self._turns = self._interruptions = 0
        self._ending = Ending.CLOSED
        sink.count(Count.BEGUN, manner=manner)

    def turn(self, latency: Latency) -> None:
        """A turn of the narrator's was answered, just now."""
        self._turns += 1
        sink, manner = self._sink, self._manner
        sink.count(Count.TURNS, manner=manner)
        steps = latency.steps
        lasted = max((at for _, at in steps), default=0.0)
        if latency.reply_end is not None:
            lasted = max(lasted, latency.reply_end - latency.speech_end)
        began = time.time_ns() - round(lasted * NANO)
        turn = self._span.part(
            Span.TURN,
            began,
            began + round(lasted * NANO),
            manner=manner,
            number=self._turns,
            interrupted=latency.barge_in,
        )
        before = began
        for name, at in steps:
            stage, reached = Stage(name), began + round(at * NANO)
            sink.measure(Measure.WAITED, at, manner=manner, stage=stage)
            turn.part(Span.STAGE, before, reached, stage=stage)
            before = reached

    def interrupted(self) -> None:
        """The narrator took the floor back while we spoke."""
        self._interruptions += 1
        self._sink.count(Count.INTERRUPTIONS)

    def gap(self, why: str, seconds: float) -> None:
        """Sound is missing; `why` as in `audio.microphone.Gap`."""
        gone = Gone.LOST if why == Gone.LOST else Gone.DROPPED
        self._sink.measure(Measure.GAP, seconds, why=gone)

    def over(self, reason: str) -> None:
        """Why it ended, as a SessionOutcome has it."""
        self._ending = ENDINGS.get(reason, Ending.CLOSED)

    def end(self, *, failed: bool) -> None:
        """It is over now."""
        ended = Ending.FAILED if failed else self._ending
        self._sink.count(Count.ENDED, manner=self._manner, ended=ended)
        self._sink.measure(Measure.TALKED, time.monotonic() - self._began, manner=self._manner)
        self._span.end(
            manner=self._manner,
            ended=ended,
            turns=self._turns,
            interruptions=self._interruptions,
        )


@dataclass(slots=True)
class Telling:
    """What is told of the device."""

    sink: Sink
    talking: int = 0
    """Talks that are held now."""

    @contextmanager
    def talk(self, manner: Manner) -> Generator[Talk]:
        """A talk is held for as long as the block lasts."""
        talk, failed = Talk(self.sink, manner), True
        self.talking += 1
        try:
            yield talk
            failed = False
        finally:
            self.talking -= 1
            talk.end(failed=failed)

    def failed(self, error: Exception) -> None:
        """Something did not work: the kind of error, never what it says."""
        kind = type(error)
        ours = kind if issubclass(kind, VoiceAgentError) else VoiceAgentError
        self.sink.count(Count.ERRORS, error=ours)

    def copied(self, what: Copied, *, made: bool) -> None:
        """A copy was made, or could not be."""
        self.sink.count(Count.COPIES, copy=what, made=made)

    def missed(self, why: str) -> None:
        """A planned talk was not held; `why` as in `scheduler.plan.Why`."""
        known = why in {*Missed}
        self.sink.count(Count.MISSED, why=Missed(why) if known else Missed.OTHER)


SILENT = Telling(Nowhere())
"""Nothing is told to anybody."""

UNTOLD = Talk(Nowhere(), Manner.SPOKEN)
"""A talk of which nothing is told."""


@contextmanager
def opened(settings: Settings, tell: Callable[[str], None]) -> Generator[Telling]:
    """Tell whom the settings name for as long as the block lasts, and leave within two seconds.

    `tell` shows a sentence to whoever is here. What ends the block is told of by its kind, and raised.
    """
    endpoint = settings.telemetry.endpoint
    if not endpoint:
        yield SILENT
        return
    try:
        from voice_agent.telemetry.by_opentelemetry import ByOpenTelemetry
    except ImportError:
        tell(f"Nothing is told to {endpoint}: {MISSING}")
        yield SILENT
        return
    tell(f"How this device is, and not a word of what is said, is told to {endpoint}.")
    sink = ByOpenTelemetry(endpoint, settings.telemetry.name)
    telling = Telling(sink)
    sink.look(Gauge.TALKING, lambda: telling.talking)
    sink.of_the_device(settings.state)
    try:
        yield telling
    except Exception as error:
        telling.failed(error)
        raise
    finally:
        sink.leave()


MISSING = "opentelemetry is not installed here (`pip install '.[telemetry]'`)."
