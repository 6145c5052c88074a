"""The program that waits in a corner of the room: it holds a session when one is due or asked for.

One session at a time. It is asked by a signal (SIGUSR1: talk, SIGUSR2: stop) or by a word at the doorbell:
talk, stop, mute, status. SIGTERM and SIGINT end it, and a session under way first closes by itself.
"""

import signal
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import anyio

from voice_agent.conversation.house import Controls
from voice_agent.errors import VoiceAgentError
from voice_agent.serve.doorbell import doorbell, open_door
from voice_agent.serve.notify import Notify

Hold = Callable[[Controls], Awaitable[None]]
"""Holds one session; ends soon after `stopping` is set. Raises VoiceAgentError."""

Due = Callable[[datetime], datetime | None]
"""The next planned beginning after a moment, both UTC; None: nothing is planned."""

GRACE = 10.0
"""Seconds that a session under way has to say goodbye when the service must end."""

LOOK = 30.0
"""Seconds between looks at the calendar: the wall clock may have been set meanwhile."""

WAITING = "Waiting; nobody is being listened to."
TALKING = "In a conversation."


class Service:
    """At most one session, and the words that begin and end it."""

    def __init__(self, hold: Hold, notify: Notify, tell: Callable[[str], None]) -> None:
        """`tell` shows one sentence to the log; never anything a narrator said."""
        self._hold, self._notify, self._tell = hold, notify, tell
        self._wanted = anyio.Event()
        self._idle = anyio.Event()
        self._idle.set()
        self._controls: Controls | None = None
        self._says = WAITING

    def answer(self, word: str) -> str:
        """Do what `word` asks and return one sentence about it."""
        match word, self._controls:
            case "status", _:
                return self._says
            case "talk", None:
                self._wanted.set()
                return "A conversation begins."
            case "talk", _:
                return "A conversation is under way already."
            case "stop" | "mute", None:
                return "There is no conversation to end; nobody is being listened to."
            case "stop", Controls() as controls:
                controls.stopping = True
                return "The conversation ends; nobody is being listened to any more."
            case "mute", Controls() as controls:
                controls.muted = not controls.muted
                return "Muted." if controls.muted else "Listening again."
            case _:
                return "Please say talk, stop, mute or status."

    async def sessions(self) -> None:
        """Hold a session each time one is wanted, until cancelled."""
        while True:
            await self._wanted.wait()
            self._controls, self._idle = Controls(), anyio.Event()
            self._show(TALKING)
            try:
                await self._hold(self._controls)
                self._show(WAITING)
            except VoiceAgentError as error:
                # a missing microphone today is no reason not to be there tomorrow
                said = " ".join(part for part in (error.what, error.safe, error.mend) if part)
                self._tell(said)
                self._show(f"{WAITING} The last conversation could not be held: {error.what}")
            finally:
                # asked again while talking means nothing: that request was answered by talking
                self._controls, self._wanted = None, anyio.Event()
                self._idle.set()

    async def close(self) -> None:
        """End the session under way, and return once it has ended or GRACE is over."""
        if self._controls is not None:
            self._controls.stopping = True
        with anyio.move_on_after(GRACE):
            await self._idle.wait()

    def _show(self, says: str) -> None:
        self._says = says
        self._notify.status(says)
        self._tell(says)


async def serve(
    hold: Hold,
    state: Path,
    notify: Notify,
    *,
    due: Due = lambda now: None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    tell: Callable[[str], None] = print,
) -> None:
    """Wait, hold sessions, and return when asked to end. Raises AlreadyRunning, StateUnwritable."""
    service = Service(hold, notify, tell)
    with anyio.open_signal_receiver(
        signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2
    ) as signals:
        async with doorbell(state) as listener, anyio.create_task_group() as tasks:
            tasks.start_soon(open_door, listener, service.answer)
            tasks.start_soon(service.sessions)
            tasks.start_soon(_calendar, service, due, now)
            if notify.watchdog:
                tasks.start_soon(_heartbeat, notify)
            notify.ready()
            notify.status(WAITING)
            async for number in signals:
                if number in (signal.SIGTERM, signal.SIGINT):
                    break
                service.answer("talk" if number == signal.SIGUSR1 else "stop")
            notify.stopping()
            await service.close()
            tasks.cancel_scope.cancel()


async def _heartbeat(notify: Notify) -> None:
    """As long as this loop turns, so does the one that listens: they share a thread."""
    while True:
        notify.alive()
        await anyio.sleep(notify.watchdog / 2)


async def _calendar(service: Service, due: Due, now: Callable[[], datetime]) -> None:
    """Ask for a session whenever one is due."""
    since = now()
    while True:
        planned = due(since)
        left = (planned - now()).total_seconds() if planned else LOOK
        await anyio.sleep(min(LOOK, max(0.0, left)))
        if planned is not None and planned <= now():
            service.answer("talk")
            since = now()
