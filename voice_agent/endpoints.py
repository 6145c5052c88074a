"""What is known of the servers that do the same, and which of them are asked next.

One that fails rests, longer each time; one that does not take our key is left alone for good. The settings' order is the
household's own: the first that is awake is asked first, and how long its answers usually take says when to ask the next one.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Generic, Protocol, TypeVar

LONGEST_REST = 60.0
"""Seconds, where nobody wants a longer first one; a computer that was started anew is back by then."""

KEPT = 20
"""Answers of a server whose times are remembered."""

ENOUGH = 5
"""Answers from which one knows what is usual."""

HEDGE = 1.0
"""Seconds without an answer after which the next server is asked too, while nothing is known. A guess."""

SOONEST, LATEST = 0.2, 2.0
"""Seconds: a server that is usually quick may stumble, and whoever waits for a slow one waits no longer than this."""

AGAIN = 1.5
"""Times what is usual that a server has when it is tried again: nobody is kept waiting by one that hangs. A guess."""

Tell = Callable[[str], None]
"""Shows one plain sentence to the people of the house."""


class Located(Protocol):
    """Somebody who may be asked; the same one is always the same object, or equal to it."""

    @property
    def where(self) -> str:
        """Host and port, as a person knows it."""
        ...


class Fault(Protocol):
    """What was wrong with an answer."""

    @property
    def says(self) -> str:
        """One sentence."""
        ...

    @property
    def mend(self) -> str:
        """What to do about it; "": nothing."""
        ...

    @property
    def rest(self) -> float:
        """Seconds that the server asked to be left alone."""
        ...

    @property
    def retryable(self) -> bool:
        """May it be asked again?"""
        ...


S = TypeVar("S", bound=Located)


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one server."""

    failures: int = 0
    """In a row."""

    rests_until: float = 0.0
    """On the clock of `Endpoints`."""

    times: tuple[float, ...] = ()
    """Seconds that its last answers took, the newest last."""

    passed: int = 0
    """Times in a row that it was slow."""

    barred: bool = False
    """Never asked again."""

    def answered(self, seconds: float | None) -> "Standing":
        """It has answered, after `seconds`; None: that says nothing of what is usual."""
        times = self.times if seconds is None else (*self.times, seconds)[-KEPT:]
        return replace(self, failures=0, rests_until=0.0, times=times, passed=0)

    def slow(self, seconds: float) -> "Standing":
        """After `seconds` somebody else had answered, or nobody waited any longer."""
        return replace(self, times=(*self.times, seconds)[-KEPT:], passed=self.passed + 1)

    def failed(self, now: float, rest: float, wanted: float, *, barred: bool) -> "Standing":
        """It has failed. `rest`: seconds after a first failure, twice as many after each further one; `wanted`: by itself."""
        seconds = min(rest * 2**self.failures, max(rest, LONGEST_REST))
        until = now + max(seconds, min(wanted, LONGEST_REST))
        # a second question that was under way when the first was sent away takes nothing back
        barred = barred or self.barred
        return replace(self, failures=self.failures + 1, rests_until=until, barred=barred)

    @property
    def usual(self) -> float | None:
        """Seconds within which nineteen of twenty of its answers come; None: too little is known."""
        if len(self.times) < ENOUGH:
            return None
        return sorted(self.times)[min(len(self.times) * 19 // 20, len(self.times) - 1)]

    @property
    def hedge(self) -> float:
        """Seconds without an answer after which somebody else is asked too."""
        return HEDGE if self.usual is None else min(max(self.usual, SOONEST), LATEST)

    def waited_for(self, agreed: float) -> float:
        """Seconds that it is given, of those `agreed`: one that failed last has to show first that it is quick again."""
        if not self.failures or self.usual is None:
            return agreed
        return min(agreed, AGAIN * max(self.usual, HEDGE))


class Endpoints(Generic[S]):
    """The servers of one engine. Used from several threads."""

    def __init__(
        self,
        servers: Sequence[S],
        *,
        instead: str,
        rest: float = 2.0,
        tell: Tell = lambda says: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`instead`: what happens while none answers, one sentence; "" where somebody else says so. `rest`: seconds after a
        first failure."""
        self.servers = tuple(servers)
        self.clock = clock
        self._instead, self._rest, self._tell = instead, rest, tell
        # guards _known and _told: a hearing, an earlier one and memory may be answered at once
        self._lock = Lock()
        self._known = {each: Standing() for each in servers}
        self._told = dict[S, str]()

    def admitted(self) -> tuple[S, ...]:
        """Who may be asked at all, also one that rests; the first first."""
        with self._lock:
            return tuple(each for each in self.servers if not self._known[each].barred)

    def awake(self) -> tuple[S, ...]:
        """Who may be asked now, the first first."""
        now = self.clock()
        with self._lock:
            return tuple(
                each
                for each in self.servers
                if not self._known[each].barred and self._known[each].rests_until <= now
            )

    def known(self, server: S) -> Standing:
        """What is known of one."""
        with self._lock:
            return self._known[server]

    def answered(self, server: S, seconds: float | None) -> None:
        """It has answered well, after `seconds`; None: that says nothing of what is usual."""
        with self._lock:
            self._known[server] = self._known[server].answered(seconds)
            back = self._told.pop(server, "")
        if back:
            self._tell(f"The server at {server.where} answers again.")

    def slow(self, server: S, seconds: float) -> None:
        """Another one was quicker, or nobody waited any longer."""
        with self._lock:
            self._known[server] = self._known[server].slow(seconds)

    def failed(self, server: S, fault: Fault) -> None:
        """It has failed; said once until it answers again, or something else is wrong with it."""
        now = self.clock()
        with self._lock:
            self._known[server] = self._known[server].failed(
                now, self._rest, fault.rest, barred=not fault.retryable
            )
            said = self._told.get(server) == fault.says
            self._told[server] = fault.says
        if said or not fault.says:
            return
        rest = "" if self.awake() else self._instead
        self._tell(" ".join(filter(None, (fault.says, fault.mend, rest))))
