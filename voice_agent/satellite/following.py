"""At which satellite the talk is: where she speaks, and not where a television does. Pure.

It begins where somebody answers. It moves where somebody speaks for a while, louder above that room's own noise than in
the room of the talk, where nobody spoke all along, and never while we speak. What talks all the time is a television;
what is surely another's voice, where hers is known, is not followed either.
"""

import math
from dataclasses import dataclass, replace

from voice_agent.sound import FRAME, RATE

STEP = FRAME / RATE
"""Seconds of a frame."""

BREATH = 0.4
"""Seconds of silence that end a stretch of speech."""

FIRST = 0.4
"""Seconds of speech that answer an invitation. A guess, as all of these are but BREATH: nobody has lived with it."""

LASTS = 1.2
"""Seconds of speech after which the talk moves."""

LOUDER = 6.0
"""dB above its room's noise by which it must be the louder of the two."""

QUIET = 3.0
"""Seconds for which nobody may have spoken where the talk is; whoever is heard in both rooms must last TWICE."""

TWICE = 2.0
"""Seconds."""

BUSY = 0.35
"""Share of the last half minute with speech in it from which a room's speech is a television's."""

HALF_MINUTE = 30.0
"""Seconds, of the mean that BUSY is held against."""

STRANGER = 30.0
"""Seconds for which nothing from a room is followed after a voice there was surely another's."""

ECHO = 0.6
"""Seconds for which our voice may still ring in some room after it ended."""

FALLS, RISES = 0.2, 0.0005
"""Share per frame by which a room's noise floor follows what is quieter, and what is louder than it."""

CLEAR = 9.0
"""dB above the floor from which a frame may be speech."""


@dataclass(frozen=True, slots=True)
class Place:
    """What is heard at one satellite."""

    floor: float = -50.0
    """dB: what this room is like when nobody speaks."""

    above: float = 0.0
    """dB above the floor, over the stretch of speech."""

    spoken: float = 0.0
    """Seconds of the stretch that goes on."""

    silent: float = math.inf
    """Seconds since speech."""

    busy: float = 0.0
    """Share of the last half minute with speech in it."""

    barred: float = 0.0
    """Seconds for which it is not followed."""

    def hear(self, level: float, voiced: bool) -> "Place":
        """One frame of `level` dB; `voiced`: it may be a voice."""
        follows = FALLS if level < self.floor else RISES
        floor = self.floor + follows * (max(level, -90.0) - self.floor)
        speech = voiced and level > floor + CLEAR
        silent = 0.0 if speech else self.silent + STEP
        spoken = self.spoken + STEP if silent <= BREATH and (speech or self.spoken) else 0.0
        above = self.above + (level - floor - self.above) * 0.1 if speech and spoken else self.above
        return Place(
            floor,
            above if spoken else 0.0,
            spoken,
            silent,
            self.busy + (float(speech) - self.busy) * STEP / HALF_MINUTE,
            max(0.0, self.barred - STEP),
        )


@dataclass(frozen=True, slots=True)
class Heard:
    """One frame of every satellite that is there."""

    level: float
    """dB full scale."""

    voiced: bool


@dataclass(frozen=True, slots=True)
class Following:
    """Where the talk is."""

    places: tuple[Place, ...]
    at: int = 0
    answered: bool = False
    """False: nobody has spoken yet, and we are heard everywhere."""

    after_ours: float = math.inf
    """Seconds since our voice was in the air."""

    def hear(self, heard: dict[int, Heard], *, ours: bool) -> "Following":
        """Take in one frame of each. `ours`: our voice is in the air, and goes through walls."""
        if ours:
            hushed = tuple(replace(each, spoken=0.0, above=0.0) for each in self.places)
            return replace(self, places=hushed, after_ours=0.0)
        after = self.after_ours + STEP * len(heard) / len(self.places)
        if after < ECHO:
            return replace(self, after_ours=after)
        places = tuple(
            place.hear(heard[n].level, heard[n].voiced) if n in heard else place
            for n, place in enumerate(self.places)
        )
        here = places[self.at]
        answered = self.answered or (self.at in heard and here.spoken >= LASTS)
        # her own talk makes no television of her room
        places = _put(places, self.at, replace(here, busy=0.0))
        return replace(self, places=places, answered=answered, after_ours=after)

    def wants(self, heard: dict[int, Heard]) -> int | None:
        """The place to which the talk should move; None: it stays."""
        fit = [n for n in heard if n != self.at and self._fits(n, here=self.at in heard)]
        return max(fit, key=lambda n: self.places[n].above, default=None)

    def move(self, to: int) -> "Following":
        """The talk is at `to`."""
        return replace(self, at=to, answered=True)

    def bar(self, place: int) -> "Following":
        """Whoever speaks there is another: it is not followed for a while."""
        barred = replace(self.places[place], barred=STRANGER, spoken=0.0)
        return replace(self, places=_put(self.places, place, barred))

    def _fits(self, n: int, *, here: bool) -> bool:
        there, now = self.places[n], self.places[self.at]
        if there.barred or there.busy > BUSY:
            return False
        if not here:  # the one where the talk was has gone
            return there.spoken >= LASTS
        if there.above < now.above + LOUDER and now.silent <= there.spoken:
            return False
        if not self.answered:
            return there.spoken >= FIRST
        return there.spoken >= (LASTS if now.silent > QUIET else TWICE)


def _put(places: tuple[Place, ...], at: int, place: Place) -> tuple[Place, ...]:
    return (*places[:at], place, *places[at + 1 :])
