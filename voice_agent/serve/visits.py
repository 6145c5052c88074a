"""The calendar at work in this room: looks when to knock, knocks, and writes down what came of it."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import anyio

from voice_agent.backends import EchoCanceller
from voice_agent.conversation.house import Controls
from voice_agent.errors import VoiceAgentError
from voice_agent.scheduler.answers import InvitationAnswer
from voice_agent.scheduler.calling import Caller, call
from voice_agent.scheduler.diary import Diary
from voice_agent.scheduler.own_clock import has_own_clock, right_time, set_from_outside
from voice_agent.scheduler.plan import Happening, Invitation, Kind
from voice_agent.sound import Microphone, Room, Sound
from voice_agent.telemetry.telling import SILENT, Telling

Opens = Callable[[], AbstractAsyncContextManager[Room]]
"""Opens microphone and loudspeaker. Raises DeviceError."""


class Visits:
    """Passes the service's Calls."""

    def __init__(
        self,
        diary: Diary,
        opens: Opens,
        caller: Callable[[Callable[[], bool]], Caller],
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        synchronised: Callable[[], bool] = set_from_outside,
        own_clock: Callable[[], bool] = has_own_clock,
        running: Callable[[], float] = time.monotonic,
        made: datetime | None = None,
        telling: Telling = SILENT,
        echo: Callable[[Room], EchoCanceller] | None = None,
    ) -> None:
        """`caller` loads the engines on first use, blocking; it is given who answers by hand. `echo`: what takes our voice

        out of the microphone of the room that was opened; None: what the caller has.

        `running`: seconds on a clock that nobody sets; `made`: when this program was, before which no clock is right.
        """
        self._diary, self._opens, self._caller = diary, opens, caller
        self._now, self._synchronised, self._own_clock = now, synchronised, own_clock
        self._running, self._made, self._telling = running, made, telling
        self._echo = echo
        self._doubted_since: float | None = None  # `running` when the clock was first not believed

    def next(self) -> datetime | None:
        """When to knock next. What was missed meanwhile is written down."""
        seen = self._look()
        return seen.at if seen else None

    @property
    def knows_the_time(self) -> bool:
        """Is the clock believed? Nobody is invited before it is."""
        return right_time(
            self._now(),
            self._diary.newest(),
            kernel=self._synchronised,
            own=self._own_clock,
            made=self._made,
        )

    @property
    def doubt(self) -> str:
        """Which time is meant, where nobody knows the narrator's zone; "" where it is known."""
        return self._diary.arranged.doubt

    async def invite(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        """Knock. Raises VoiceAgentError."""
        invitation = await anyio.to_thread.run_sync(self._look)
        if invitation is None or invitation.at > self._now():
            return False
        slot = invitation.slot
        # written down first: a knock that fails is a knock all the same, and not repeated for ever
        self._diary.happened(Happening(Kind.INVITED, self._now(), slot))
        try:
            answer = await self._ask(controls, beckoned, invitation.attempt)
        except VoiceAgentError:
            self._diary.could_not_ask(slot)
            raise
        return self._came(answer, controls, slot)

    async def invite_unplanned(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        """Knock because somebody in the house wishes it, where the narrator may be asked now. Raises VoiceAgentError."""
        if not await anyio.to_thread.run_sync(self._may_ask):
            return False
        self._diary.happened(Happening(Kind.INVITED, self._now()))
        return self._came(await self._ask(controls, beckoned, 0), controls, None)

    async def _ask(
        self, controls: Controls, beckoned: Callable[[], bool], attempt: int
    ) -> InvitationAnswer | None:
        caller = await anyio.to_thread.run_sync(self._caller, beckoned)
        async with self._opens() as room:
            caller = replace(caller, can_wait=self._can_wait)
            if self._echo is not None:
                caller = replace(caller, echo=self._echo(room))
            return await call(_Stoppable(room, controls), caller, attempt)

    def _came(
        self, answer: InvitationAnswer | None, controls: Controls, slot: datetime | None
    ) -> bool:
        if answer is None or controls.stopping:
            return False
        if answer.wanted is None:
            self._diary.happened(Happening(Kind.HELD, self._now(), slot))
            return True
        self._diary.answered(answer, self._now())
        return False

    def _may_ask(self) -> bool:
        # quiet hours are hours of a clock that is right
        return self.knows_the_time and self._diary.may_ask(self._now())

    def _can_wait(self, wait: timedelta) -> bool:
        return self._diary.can_wait(wait, self._now())

    def _look(self) -> Invitation | None:
        now = self._now()
        if not self.knows_the_time:
            if self._doubted_since is None:
                self._doubted_since = self._running()
            return None
        doubted = None
        if self._doubted_since is not None:
            doubted = (now - timedelta(seconds=self._running() - self._doubted_since), now)
            self._doubted_since = None
        seen = self._diary.outlook(now, doubted)
        for each in seen.missed:
            self._telling.missed(each.why)
        return seen.next


class _Stoppable:
    """A room whose microphone ends when somebody ends the invitation by hand."""

    def __init__(self, room: Room, controls: Controls) -> None:
        self._room, self._controls = room, controls
        self.loudspeaker = room.loudspeaker

    @property
    def microphone(self) -> Microphone:
        """The room's, until stopped or muted: an answer that must not be heard is none."""
        return _Until(self._room.microphone, self._controls)


class _Until:
    def __init__(self, microphone: Microphone, controls: Controls) -> None:
        self._microphone, self._controls = microphone, controls

    async def __aiter__(self) -> AsyncGenerator[Sound]:
        async for frame in self._microphone:
            if self._controls.stopping or self._controls.muted:
                return
            yield frame
