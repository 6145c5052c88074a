"""The program that waits in a corner of the room: it holds a session when one is due or asked for.

One session at a time, in this room or in a browser. It is asked by a signal (SIGUSR1: talk, SIGUSR2: stop) or
by a word at the doorbell: talk, stop, mute, status. When one is planned it knocks first, and begins only when it
is answered. SIGTERM and SIGINT end it, and a session under way first closes by itself.
"""

import signal
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import anyio

from voice_agent.conversation.house import Controls
from voice_agent.errors import AlreadyRunning, VoiceAgentError, kinds, traced
from voice_agent.serve.doorbell import doorbell, open_door
from voice_agent.serve.notify import Notify
from voice_agent.telemetry.telling import SILENT, Telling

Hold = Callable[[Controls], Awaitable[None]]
"""Holds one session; ends soon after `stopping` is set. Raises VoiceAgentError."""


class Calls(Protocol):
    """The calendar, as the service asks it."""

    def next(self) -> datetime | None:
        """When to knock next, UTC; in the past: now. None: nothing in sight, or nobody knows the time.

        Raises VoiceAgentError.
        """
        ...

    async def invite(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        """Knock. True: somebody answered, by voice or because they had `beckoned` by hand.

        Ends soon after `controls.stopping` is set. Raises VoiceAgentError.
        """
        ...

    async def invite_unplanned(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        """The same where no talk is planned; False also where nobody is to be asked now."""
        ...


class NoCalls:
    """A calendar with nothing in it."""

    def next(self) -> datetime | None:
        """Never."""
        return None

    async def invite(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        """Nobody is invited."""
        return False

    async def invite_unplanned(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        """Nobody is invited."""
        return False


Invite = Callable[[Controls, Callable[[], bool]], Awaitable[bool]]
"""Knocks, as `Calls.invite` does."""

Beside = Callable[["Service"], Coroutine[Any, Any, None]]
"""Something that runs as long as the service does: the pages."""

GRACE = 10.0
"""Seconds that a session under way has to say goodbye when the service must end."""

LOOK = 30.0
"""Seconds between looks at the calendar: the wall clock may have been set meanwhile."""

WAITING = "Waiting; nobody is being listened to."
TALKING = "In a conversation."
INVITING = "Inviting to a conversation."


class Service:
    """At most one session, and the words that begin and end it."""

    def __init__(
        self,
        hold: Hold,
        notify: Notify,
        tell: Callable[[str], None],
        calls: Calls | None = None,
        telling: Telling = SILENT,
    ) -> None:
        """`tell` shows one sentence to the log; never anything a narrator said."""
        self._hold, self._notify, self._tell, self._telling = hold, notify, tell, telling
        self._calls: Calls = calls or NoCalls()
        self._invite: Invite | None = None  # what is wanted is an invitation, not yet a session
        self._inviting = False
        self._beckoned = False
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
                self._invite = None
                self._wanted.set()
                return "A conversation begins."
            case "talk", _ if self._inviting:
                self._beckoned = True
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

    @property
    def says(self) -> str:
        """One sentence about what it is doing."""
        return self._says

    @property
    def controls(self) -> Controls | None:
        """The hands of the session under way; None: there is none."""
        return self._controls

    @property
    def talking(self) -> bool:
        """Is a conversation under way? An invitation is none yet."""
        return self._controls is not None and not self._inviting

    def knock(self, *, unplanned: bool = False) -> None:
        """It is time to invite; nothing happens while a conversation is under way.

        `unplanned`: somebody who may be elsewhere wishes a talk. The room is asked, and nobody listens before it answers.
        """
        if self._controls is None and not self._wanted.is_set():
            self._invite = self._calls.invite_unplanned if unplanned else self._calls.invite
            self._wanted.set()

    async def sessions(self) -> None:
        """Hold a session each time one is wanted, until cancelled."""
        while True:
            await self._wanted.wait()
            await self._sit(self._hold, self._invite)

    async def hold_elsewhere(self, hold: Hold) -> None:
        """Hold one session another way, in a browser; whoever opens the page has answered the knock.

        Raises AlreadyRunning, and the VoiceAgentError with which it failed.
        """
        if self._inviting:
            self.answered_elsewhere()
            with anyio.move_on_after(GRACE):
                await self._idle.wait()
        if self._controls is not None or self._wanted.is_set():
            raise AlreadyRunning(
                "A conversation is under way already.",
                safe="It goes on undisturbed.",
                mend="Finish it first, or wait until it is over.",
            )
        await self._sit(hold, None, aside=True)

    def answered_elsewhere(self) -> None:
        """Somebody has answered the knock on a page: no more is said in the room."""
        if self._inviting and self._controls is not None:
            self._controls.stopping = True

    async def _sit(self, hold: Hold, invite: Invite | None, *, aside: bool = False) -> None:
        self._controls, self._idle = Controls(), anyio.Event()
        self._invite, self._beckoned = None, False
        try:
            if invite is not None and not await self._invited(invite, self._controls):
                self._show(WAITING)
                return
            self._show(TALKING)
            await hold(self._controls)
            self._show(WAITING)
        except VoiceAgentError as error:
            # a missing microphone today is no reason not to be there tomorrow
            self._failed(error)
            if aside:
                raise
        except Exception as error:
            # pages, calendar and lending have no part in what ended one talk, and go on
            self._tell(traced(error))
            mistake = _mistake(error)
            self._failed(mistake)
            if aside:
                raise mistake from error
        finally:
            self._controls = None
            # asked again while talking means nothing: that request was answered by talking. What is not set stays:
            # after a talk in a browser the room still waits for it
            if self._wanted.is_set():
                self._wanted = anyio.Event()
            self._idle.set()

    def _failed(self, error: VoiceAgentError) -> None:
        """No talk came of it, or no more."""
        self._tell(" ".join(part for part in (error.what, error.safe, error.mend) if part))
        self._telling.failed(error)
        self._show(f"{WAITING} The last conversation could not be held: {error.what}")

    async def _invited(self, invite: Invite, controls: Controls) -> bool:
        self._show(INVITING)
        self._inviting = True
        try:
            return await invite(controls, lambda: self._beckoned)
        finally:
            self._inviting = False

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


def _mistake(error: Exception) -> VoiceAgentError:
    """What is said of an error that nobody foresaw."""
    return VoiceAgentError(
        f"An error that nobody foresaw ended it ({kinds(error)}).",
        safe="What was said before is safe, and the next conversation can be held.",
        mend="The log says above in which lines of the program, and not a word of what was said: show them to whoever mends it.",
    )


async def serve(
    hold: Hold,
    state: Path,
    notify: Notify,
    *,
    calls: Calls | None = None,
    beside: Sequence[Beside] = (),
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    tell: Callable[[str], None] = print,
    telling: Telling = SILENT,
) -> None:
    """Wait, hold sessions, and return when asked to end; `beside` runs for as long.

    Raises AlreadyRunning, StateUnwritable.
    """
    calls = calls or NoCalls()
    service = Service(hold, notify, tell, calls, telling)
    with anyio.open_signal_receiver(
        signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGUSR2
    ) as signals:
        async with doorbell(state) as listener, anyio.create_task_group() as tasks:
            tasks.start_soon(open_door, listener, service.answer)
            tasks.start_soon(service.sessions)
            tasks.start_soon(_calendar, service, calls, now, tell, telling)
            for each in beside:
                tasks.start_soon(each, service)
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


async def _calendar(
    service: Service,
    calls: Calls,
    now: Callable[[], datetime],
    tell: Callable[[str], None],
    telling: Telling,
) -> None:
    """Knock whenever it is time."""
    while True:
        try:
            planned = await anyio.to_thread.run_sync(calls.next)
        except VoiceAgentError as error:
            # a full disk, a record that is being tidied up: no reason to end a talk that is under way
            tell(f"{error.what} The calendar is looked at again soon.")
            telling.failed(error)
            planned = None
        left = (planned - now()).total_seconds() if planned else LOOK
        if left <= 0:
            service.knock()
            left = LOOK
        await anyio.sleep(min(LOOK, left))
