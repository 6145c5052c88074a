"""The calendar at work in this room: looks when to knock, knocks, and writes down what came of it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime

import anyio

from voice_agent.archive import plans
from voice_agent.archive.book import Book
from voice_agent.conversation.house import Controls
from voice_agent.scheduler.calling import Caller, call
from voice_agent.scheduler.diary import Diary, right_time, set_from_outside
from voice_agent.scheduler.plan import Happening, Invitation, Kind, Wanted, Wish
from voice_agent.sound import Microphone, Room, Sound

Opens = Callable[[], AbstractAsyncContextManager[Room]]
"""Opens microphone and loudspeaker. Raises DeviceError."""


class Visits:
    """Passes the service's Calls."""

    def __init__(
        self,
        book: Book,
        diary: Diary,
        opens: Opens,
        caller: Callable[[Callable[[], bool]], Caller],
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        synchronised: Callable[[], bool] = set_from_outside,
    ) -> None:
        """`caller` loads the engines on first use, blocking; it is given who answers by hand."""
        self._book, self._diary, self._opens, self._caller = book, diary, opens, caller
        self._now, self._synchronised = now, synchronised

    def next(self) -> datetime | None:
        """When to knock next. What was missed meanwhile is written down."""
        seen = self._look()
        return seen.at if seen else None

    async def invite(self, controls: Controls, beckoned: Callable[[], bool]) -> bool:
        """Knock. Raises VoiceAgentError."""
        invitation = await anyio.to_thread.run_sync(self._look)
        if invitation is None or invitation.at > self._now():
            return False
        slot = invitation.slot
        # written down first: a knock that fails is a knock all the same, and not repeated for ever
        self._diary.happened(Happening(Kind.INVITED, self._now(), slot))
        caller = await anyio.to_thread.run_sync(self._caller, beckoned)
        async with self._opens() as room:
            answer = await call(_Stoppable(room, controls), caller, invitation.attempt)
        if answer is None or controls.stopping:
            return False
        now = self._now()
        if answer.wanted is None:
            self._diary.happened(Happening(Kind.HELD, now, slot))
            return True
        until = now + answer.wait if answer.wanted is Wanted.LATER else None
        self._diary.wished(Wish(answer.wanted, now, until))
        return False

    def _look(self) -> Invitation | None:
        now = self._now()
        newest = plans.newest(self._book)
        latest = datetime.fromisoformat(newest) if newest else None
        if not right_time(now, latest, kernel=self._synchronised):
            return None
        return self._diary.outlook(now).next


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
