"""One satellite that is called again and again: its sound in frames, its loudspeaker while it is there.

It counts as there while its sound comes. Where it goes away, or falls silent, it is called anew each second, as long as
somebody wants it; what is wrong is said once for each thing that is wrong, and again only after it was well.
"""

import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import anyio
import numpy as np

from voice_agent.addresses import host_and_port
from voice_agent.errors import first, kinds
from voice_agent.satellite import pcm
from voice_agent.satellite.arrivals import Arrivals
from voice_agent.satellite.glance import PORT
from voice_agent.satellite.pace import Pace
from voice_agent.satellite.trouble import SatelliteError, Trouble, lies
from voice_agent.satellite.wire import (
    STALL,
    USUAL,
    Asked,
    Facts,
    Form,
    Mark,
    Piece,
    Wire,
    Word,
    called,
)
from voice_agent.sound import FRAME, RATE, Samples

AGAIN = 1.0
"""Seconds between two calls."""

DUMB = 5.0
"""Seconds without a word after which it has gone: asked every ASKING, it answers at once."""

ASKING = 2.0
"""Seconds between two of our questions whether it is there."""

LOOKS = 4
"""Looks whether its sound still comes, between two questions."""

PATIENT = 5.0
"""Seconds without sound until that is said."""

HELD = 3.0
"""Seconds after our call in which one that is held by another program hangs up."""

LISTENS = 2.2
"""Seconds of sound that a new one is listened to before a talk begins there: does it keep to the rate it says?"""


class Link:
    """One satellite of the house."""

    def __init__(
        self,
        at: str,
        *,
        ring: float = 30.0,
        listens: float = LISTENS,
        tell: Callable[[str], None] = lambda says: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`at`: its address. `ring`: seconds of sound kept for whoever is slow. `tell`: hears one sentence for each trouble."""
        self.at = at
        self.plays = USUAL
        """Hertz that its loudspeaker wants."""

        self.here = False
        """Does its sound come?"""

        self.heard_at = now()
        """Steady time of its last sound."""

        self.trouble: Trouble | None = None
        """What is wrong now."""

        self.dropped = 0
        """Samples that nobody took in time."""

        self.played = anyio.Event()
        """Set by each "played"; whoever waits for one puts a new one here before."""

        self.answers_played = True
        """False: a clip ended and no "played" came."""

        self.bell: Callable[[], None] = lambda: None
        """Rung when a frame came, or it came or went."""

        self._host, self._port = host_and_port(at, PORT)
        self._frames: deque[Samples] = deque()
        self._most = round(ring * RATE / FRAME)
        self._listens, self._tell, self._now = listens, tell, now
        self._said: set[Trouble] = set()
        self._lied = False
        self._wire: Wire | None = None
        self._scopes: set[anyio.CancelScope] = set()
        self._form: Form | None = None
        self._pace: Pace | None = None
        self._reader: pcm.Reader | None = None
        self._pending = np.zeros(0, np.float32)
        self._arrivals = Arrivals()
        self._since: float | None = None  # of this call: when its first sound came

    # -- for the room

    @property
    def sends(self) -> Form | None:
        """What its microphone sends, at the rate that it really has; None: nothing yet."""
        return (
            None
            if self._form is None or self._pace is None
            else replace(self._form, rate=self._pace.rate)
        )

    @property
    def lies(self) -> bool:
        """Has it sent at another rate than it says?"""
        return self._lied

    def frame(self) -> Samples | None:
        """The next frame of FRAME samples; None: none is there yet."""
        return self._frames.popleft() if self._frames else None

    @property
    def waiting(self) -> int:
        """Samples that it has heard by now and nobody has taken yet: here, and still on their way."""
        here = len(self._frames) * FRAME + len(self._pending)
        return here + self._arrivals.on_their_way(self._now())

    def forget(self) -> None:
        """What waits is not wanted any more."""
        self._frames.clear()

    @asynccontextmanager
    async def playing(self) -> AsyncGenerator[Wire]:
        """Its loudspeaker, as long as it is here: then what is inside is cancelled. Raises SatelliteError when it is not."""
        wire = self._wire
        if wire is None or not self.here:
            raise SatelliteError(Trouble.AWAY, self.at)
        with anyio.CancelScope() as scope:
            self._scopes.add(scope)
            try:
                yield wire
            finally:
                self._scopes.discard(scope)
        if scope.cancelled_caught:
            raise SatelliteError(Trouble.AWAY, self.at)

    # -- the call

    async def keep(self) -> None:
        """Call it, and again, until cancelled."""
        while True:
            try:
                async with called(self.at, self._host, self._port) as wire:
                    await self._talk(wire)
            except SatelliteError as error:
                self._wrong(error.trouble)
            except Exception as error:
                # nothing that one satellite sends may end the talk, which perhaps is at another
                self._wrong(Trouble.GARBLED, f" ({kinds(error)})")
            finally:
                self._lose()
                self._wire = None
            await anyio.sleep(AGAIN)

    async def _talk(self, wire: Wire) -> None:
        """One call, to its end. Raises SatelliteError."""
        began = self._now()
        self._since, self._reader = None, None
        await wire.describe()
        await self._introduced(wire)
        await wire.run()
        self._wire, self.heard_at = wire, self._now()
        asking = anyio.CancelScope()
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._ask, wire, asking)
                try:
                    await self._listen(wire, began)
                finally:
                    asking.cancel()
                    with anyio.move_on_after(0.2, shield=True), suppress(SatelliteError):
                        await wire.pause()
        except BaseExceptionGroup as group:
            raise first(group) from None

    async def _introduced(self, wire: Wire) -> None:
        """It says what it is; other words may come before. Raises SatelliteError."""
        with anyio.move_on_after(DUMB):
            while (word := await wire.read()) is not None:
                if isinstance(word, Facts):
                    if not word.satellite:
                        raise SatelliteError(Trouble.NO_SATELLITE, self.at)
                    if not pcm.LEAST <= word.plays <= pcm.MOST:
                        raise SatelliteError(Trouble.GARBLED, self.at)
                    self.plays = word.plays
                    return
            raise SatelliteError(Trouble.HELD, self.at)
        raise SatelliteError(Trouble.DUMB, self.at)

    async def _listen(self, wire: Wire, began: float) -> None:
        while True:
            with anyio.move_on_after(DUMB) as waiting:
                word = await wire.read()
                if word is None:
                    held = self._since is None and self._now() - began < HELD
                    raise SatelliteError(Trouble.HELD if held else Trouble.AWAY, self.at)
                await self._hear(wire, word)
            if waiting.cancelled_caught:
                raise SatelliteError(Trouble.AWAY if self._since else Trouble.DUMB, self.at)

    async def _hear(self, wire: Wire, word: Word) -> None:
        match word:
            case Piece(form, sound):
                self._sound(form, sound)
            case Asked():
                await wire.answer(word)
            case Mark.PLAYED:
                self.played.set()
            case _:
                pass  # a wake word, a pipeline it would like to run: for us it listens all the time

    async def _ask(self, wire: Wire, asking: anyio.CancelScope) -> None:
        """Is it there, and does it send sound?"""
        with asking:
            looks = 0
            while True:
                silent = self._now() - self.heard_at
                if silent > STALL:
                    self._lose()
                if silent > PATIENT:
                    self._wrong(Trouble.NO_SOUND)
                if looks % LOOKS == 0:
                    await wire.ask()
                looks += 1
                await anyio.sleep(ASKING / LOOKS)

    # -- its sound

    def _sound(self, form: Form, raw: bytes) -> None:
        """Raises SatelliteError where it really sends at a rate that is none."""
        if not pcm.readable(form):
            self._wrong(Trouble.ODD_SOUND)
            return
        if len(raw) < form.width * form.channels:
            return  # whoever sends not one sample at a time is silent
        now = self.heard_at = self._now()
        if form != self._form or self._pace is None:
            self._form, self._pace, self._reader = form, Pace(form.rate), None
        if self._since is None:
            self._since = now
        reader = self._reader or pcm.Reader(form, self._pace.rate)
        if self._pace.took(reader.count(raw), now):
            if not pcm.LEAST <= self._pace.rate <= pcm.MOST:
                self._pace = None  # the next call is counted anew
                raise SatelliteError(Trouble.ODD_SOUND, self.at)
            if not self._lied:
                self._tell(lies(self.at, form.rate, self._pace.rate))
            self._lied = True
            reader, self._arrivals = pcm.Reader(form, self._pace.rate), Arrivals()
        self._reader = reader
        samples = reader.read(raw)
        if self.here or now - self._since >= self._listens:
            self._come(samples)

    def _come(self, samples: Samples) -> None:
        self._listens = 0.0  # known from now on, also when it comes back
        self._arrivals.took(len(samples), self.heard_at)
        self._pending = np.concatenate((self._pending, samples))
        many = len(self._pending) // FRAME
        for frame in self._pending[: many * FRAME].reshape(-1, FRAME):
            if len(self._frames) >= self._most:
                self._frames.popleft()
                self.dropped += FRAME
            self._frames.append(frame)
        self._pending = self._pending[many * FRAME :]
        if not self.here:
            self.here, self.trouble = True, None
            self._said.clear()
        self.bell()

    def _lose(self) -> None:
        """Its sound does not come any more: whoever plays there stops waiting."""
        if not self.here:
            return
        self.here = False
        self._pending, self._arrivals = np.zeros(0, np.float32), Arrivals()
        for scope in tuple(self._scopes):
            scope.cancel()
        self.bell()

    def _wrong(self, trouble: Trouble, why: str = "") -> None:
        self.trouble = trouble
        if trouble not in self._said:
            self._said.add(trouble)
            self._tell(f"{SatelliteError(trouble, self.at).says}{why}")
