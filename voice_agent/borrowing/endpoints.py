"""What is known of the servers that lend one engine, and which of them are asked next.

One that fails rests, longer each time; one that does not take our key is left alone for good. The settings' order is the
household's own: the first that is awake is asked first, and how long its answers usually take says when to ask the next one.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock

from voice_agent.borrowing.servers import Server
from voice_agent.borrowing.trouble import Trouble

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


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of one server."""

    failures: int = 0
    """In a row."""

    rests_until: float = 0.0
    """On the clock of `Endpoints`."""

    times: tuple[float, ...] = ()
    """Seconds that its last answers took, the newest last."""

    barred: bool = False
    """Never asked again."""

    def answered(self, seconds: float) -> "Standing":
        """It has answered after `seconds`."""
        return replace(self, failures=0, rests_until=0.0, times=(*self.times, seconds)[-KEPT:])

    def slow(self, seconds: float) -> "Standing":
        """After `seconds` somebody else had answered."""
        return replace(self, times=(*self.times, seconds)[-KEPT:])

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


class Endpoints:
    """The servers of one engine. Used from several threads."""

    def __init__(
        self,
        servers: Sequence[Server],
        *,
        instead: str,
        rest: float = 2.0,
        tell: Tell = lambda says: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`instead`: what happens while none answers, one sentence. `rest`: seconds after a first failure."""
        self.servers = tuple(servers)
        self.clock = clock
        self._instead, self._rest, self._tell = instead, rest, tell
        # guards _known and _told: a hearing, an earlier one and memory may be answered at once
        self._lock = Lock()
        self._known = {each: Standing() for each in servers}
        self._told = dict[Server, str]()

    def awake(self) -> tuple[Server, ...]:
        """Who may be asked now, the first first."""
        now = self.clock()
        with self._lock:
            return tuple(
                each
                for each in self.servers
                if not self._known[each].barred and self._known[each].rests_until <= now
            )

    def known(self, server: Server) -> Standing:
        """What is known of one."""
        with self._lock:
            return self._known[server]

    def answered(self, server: Server, seconds: float) -> None:
        """It has answered well."""
        with self._lock:
            self._known[server] = self._known[server].answered(seconds)
            back = self._told.pop(server, "")
        if back:
            self._tell(f"The server at {server.where} answers again.")

    def slow(self, server: Server, seconds: float) -> None:
        """Another one was quicker."""
        with self._lock:
            self._known[server] = self._known[server].slow(seconds)

    def failed(self, server: Server, trouble: Trouble) -> None:
        """It has failed; said once until it answers again, or something else is wrong with it."""
        now = self.clock()
        with self._lock:
            self._known[server] = self._known[server].failed(
                now, self._rest, trouble.rest, barred=not trouble.retryable
            )
            said = self._told.get(server) == trouble.says
            self._told[server] = trouble.says
        if said or not trouble.says:
            return
        rest = "" if self.awake() else self._instead
        self._tell(" ".join(filter(None, (trouble.says, trouble.mend, rest))))
