"""Connections, before and while something is asked on them: how many one address may hold, and how long each may rest.

Anybody on the home network can open connections and say nothing, half a request, or a request at a letter a minute.
Each connection therefore has a seat. A seat on which the caller is to do something, and does not, is taken away; and
where there are too many, the address that holds most gives one up. What we owe the caller (an answer that takes its
time, a talk that is being held) takes nobody's seat away.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

import anyio

from voice_agent.web.throttle import Throttle

PLACES = 240
"""Connections at a time; a service is commonly lent 1024 files."""

OF_ONE = 40
"""Connections of one address at a time: six browsers behind one router open no more than six each."""

AT_LEAST = 8_000.0
"""Bytes a second at which somebody must send or read on the whole: a telephone at the far end of the garden does."""


LEFT = 16_000_000
"""Bytes of a request that is refused already which are still taken in: whoever sends sees our answer only at the end."""


class Doing(Enum):
    """What a connection is busy with."""

    ARRIVING = auto()
    """Its line is being made secret."""

    ASKING = auto()
    """A request, or the next one, has not come, or not to the end of its head."""

    SENDING = auto()
    """The body of a request is on its way."""

    READING = auto()
    """We have more to say than has been taken."""

    LEAVING = auto()
    """All is answered; what still comes is thrown away."""

    ANSWERED = auto()
    """We are at work for it."""

    TALKING = auto()
    """The narrator's line."""


RESTS: Mapping[Doing, float] = {
    Doing.ARRIVING: 5.0,
    Doing.ASKING: 10.0,
    Doing.SENDING: 10.0,
    Doing.READING: 600.0,  # a browser that plays a long story stops reading while somebody pauses it
    Doing.LEAVING: 5.0,
}
"""Seconds each may take, beside the time its bytes need. Guesses. What is not named here is never ended."""

COMING = (Doing.SENDING, Doing.LEAVING)
"""Bytes are to come from the caller."""

GIVES_WAY = ((Doing.ARRIVING, Doing.ASKING, Doing.LEAVING), (Doing.SENDING, Doing.READING))
"""Who has to go first where there are too many."""


@dataclass(slots=True, eq=False)
class Seat:
    """One connection."""

    address: str
    since: float
    """When it began what it does now, seconds."""

    leave: Callable[[], None]
    """Ends it at once."""

    doing: Doing = Doing.ARRIVING
    what: object = None
    """Of the same doing, which: another request is another one."""

    moved: int = 0
    """Bytes that came or went since then."""

    stirred: float = 0.0
    """When the last of them did."""

    look: Callable[[float], None] = lambda now: None
    """Notes what it is busy with at `now`."""

    gone: anyio.Event = field(default_factory=anyio.Event)

    def does(self, doing: Doing, what: object, moved: int, now: float) -> None:
        """Note what it is busy with now."""
        if (doing, what) != (self.doing, self.what):
            self.doing, self.what, self.since, self.stirred = doing, what, now, now
        if moved != self.moved:
            self.moved, self.stirred = moved, now

    def overdue(self, now: float) -> bool:
        """Has it rested for too long?"""
        if (rest := RESTS.get(self.doing)) is None:
            return False
        slow = now - self.since > rest + self.moved / AT_LEAST
        still = self.doing in COMING and now - self.stirred > rest
        return slow or still or (self.doing is Doing.LEAVING and self.moved > LEFT)


class Porch:
    """The seats there are."""

    def __init__(self, arrivals: Throttle, clock: Callable[[], float]) -> None:
        """`arrivals`: how often one address may come."""
        self._arrivals, self.clock = arrivals, clock
        self._seats: dict[Seat, None] = {}

    def enter(self, address: str, leave: Callable[[], None]) -> Seat | None:
        """A seat for a newcomer; None: there is none. Somebody else may have to give theirs up."""
        if not self._arrivals.allows(address) or not self._room(address):
            return None
        seat = Seat(address, self.clock(), leave)
        self._seats[seat] = None
        return seat

    def ended(self, seat: Seat) -> None:
        """Its connection is gone."""
        self._seats.pop(seat, None)
        seat.gone.set()

    def look_round(self) -> None:
        """Whoever has rested for too long has to go."""
        now = self.clock()
        for seat in tuple(self._seats):
            seat.look(now)
            if seat.overdue(now):
                self._show_out(seat)

    def _room(self, address: str) -> bool:
        """Is there room for one more of `address`? Somebody may have to give it up: a silent one before one that sends,
        then of the address that holds most, then the oldest.
        """
        held = Counter(seat.address for seat in self._seats)
        crowded = held[address] >= OF_ONE
        if not crowded and len(self._seats) < PLACES:
            return True
        resting = list[tuple[int, int, float, Seat]]()
        for seat in self._seats:
            # nobody gives way to an address that holds as much as theirs
            if seat.address == address or (not crowded and held[seat.address] > held[address]):
                seat.look(self.clock())
                for rank, kinds in enumerate(GIVES_WAY):
                    if seat.doing in kinds:
                        resting.append((rank, -held[seat.address], seat.since, seat))
        if not resting:
            return False
        self._show_out(min(resting, key=lambda each: each[:3])[3])
        return True

    def _show_out(self, seat: Seat) -> None:
        self.ended(seat)
        seat.leave()
