"""A room at the other end of a line: the browser's microphone and loudspeaker, on the clock of its microphone.

Every 20 ms frame carries its number, and the browser keeps what was not yet acknowledged. When the connection
drops, the clock stands still: nobody is hurried, nothing is judged to be silence, and when the browser is back it
sends what was said meanwhile. The browser takes our voice out of its microphone itself.
"""

import json
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import anyio
import numpy as np

from voice_agent.audio.clock import SoundClock
from voice_agent.audio.timeline import Timeline, at_rate, loud
from voice_agent.conversation.house import BUTTONS, Controls, Watch
from voice_agent.sound import FRAME, RATE, Clip, Samples, Sound
from voice_agent.story import Speaker

AWAY = 180.0
"""Seconds for which a browser that went away, or hears nothing, is waited for; then the session ends by itself."""

WAITING = 3000
"""Frames that may wait for the session: one minute, the most a browser sends at once."""

HEAD = 4
"""Bytes of a message before its samples: the first frame's number, little-endian."""

SPEECH_RATE = 24_000
"""Hertz of our voice on the line."""

SHOWN = 12
"""Captions a browser that comes back is shown."""


class Line:
    """One browser that talks. Outlives its connections; passes the contract of a room."""

    def __init__(self, *, volume: float = 1.0, away: float = AWAY, picture: str = "") -> None:
        """`away`: seconds without a connection after which the microphone ends. `picture`: see there."""
        self.picture = picture
        """The id of the photograph that the talk begins with; "": with none."""

        self.clock = SoundClock()
        self.microphone = LineMicrophone(self)
        self.loudspeaker = LineLoudspeaker(self, volume)
        self.expected = 0
        """Number of the next frame we have not had."""

        self._controls = Controls()
        self.over = ""
        """Why it ended; empty: it goes on."""

        self.begun = anyio.Event()
        """The session listens: whoever was invited has come."""

        self._away = away
        self._frames: deque[Samples] = deque()
        self._came = anyio.Event()  # a frame came, or the connection did, or went
        self._taken = anyio.Event()
        self._out: deque[str | bytes] = deque()
        self._more = anyio.Event()
        self._here = False
        self._deaf = False  # it is there, and hears nothing
        self._connection = 0
        self._state = ""
        self._captions: deque[str] = deque(maxlen=SHOWN)
        self._wished: deque[tuple[str, int]] = deque(maxlen=len(BUTTONS) * 4)

    def obey(self, controls: Controls) -> None:
        """From now on the browser's buttons move these; what was pressed before still counts."""
        before = self._controls
        controls.muted, controls.stopping = before.muted, before.stopping
        controls.asked.extend(before.asked)
        self._controls = controls

    # -- what the browser brings

    async def take(self, message: bytes) -> None:
        """One message of frames. What we have had already is passed over; what is missing is silence."""
        first = int.from_bytes(message[:HEAD], "little")
        samples = np.frombuffer(message[HEAD : HEAD + (len(message) - HEAD) // 2 * 2], "<i2")
        frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
        if first > self.expected + WAITING:
            return  # nonsense: a minute of silence is not filled in
        for _ in range(max(0, first - self.expected)):
            await self._put(np.zeros(FRAME, np.float32))
        for frame in frames[max(0, self.expected - first) :]:
            await self._put(frame.astype(np.float32) / np.float32(32768))
        self.post("heard", next=self.expected)

    async def _put(self, samples: Samples) -> None:
        while len(self._frames) >= WAITING:  # the session is slow: so is the line
            self._taken = anyio.Event()
            await self._taken.wait()
        self.expected += 1
        self._frames.append(samples)
        self._came.set()

    def told(self, message: dict[str, Any]) -> None:
        """One word from the browser: mute, stop, a wish, that it hears nothing, or where our voice began to sound."""
        match message:
            case {"kind": "mute", "on": bool(on)}:
                self._controls.muted = on
            case {"kind": "stop"}:
                self._controls.stopping = True
                self._came.set()
            case {"kind": "wish", "wish": str(wish)} if wish in BUTTONS:
                self._wish(wish, message.get("at"))
            case {"kind": "deaf", "on": bool(on)}:
                self._deaf = on
                self._came.set()
            case {"kind": "began", "clip": int(clip), "frame": int(frame)}:
                self.loudspeaker.began(clip, frame)
            case _:
                return  # a newer page may say more than we understand

    def _wish(self, wish: str, pressed: object) -> None:
        """A button. The page says it again, and when it was pressed, until it is told that we have it."""
        asked = self._controls.asked
        if isinstance(pressed, int):
            self.post("wished", wish=wish, at=pressed)
            if (wish, pressed) in self._wished:
                return
            self._wished.append((wish, pressed))
        # pressed again because nothing happened yet: it is one wish
        if BUTTONS[wish] not in asked:
            asked.append(BUTTONS[wish])

    # -- what the browser is sent

    def connected(self) -> int:
        """A browser is there (again): it is told where we are. Returns the number of its connection.

        There is one at a time: an older page is told nothing more.
        """
        self._connection += 1
        self._here, self._deaf = True, False
        self._came.set()
        self._out.clear()
        self.post("next", next=self.expected, muted=self._controls.muted)
        for caption in self._captions:
            self._put_out(caption)
        if self._state:
            self.post("state", state=self._state)
        self.loudspeaker.again()
        if self.over:
            self.post("over", says=self.over)
        return self._connection

    def current(self, connection: int) -> bool:
        """Is that the connection that counts?"""
        return connection == self._connection

    def left(self, connection: int) -> None:
        """The connection is gone."""
        if self.current(connection):
            self._here = False
            self._came.set()

    async def next_out(self, connection: int) -> str | bytes | None:
        """The next message for the browser; waits until there is one. None: a newer page took over."""
        while self.current(connection) and not self._out:
            self._more = anyio.Event()
            await self._more.wait()
        return self._out.popleft() if self.current(connection) else None

    def post(self, kind: str, **fields: Any) -> None:
        """Say one thing to the browser."""
        self._put_out(json.dumps({"kind": kind, **fields}))

    def _put_out(self, message: str | bytes) -> None:
        if len(self._out) < 2000:  # nobody reads: the newest are of no use either
            self._out.append(message)
        self._more.set()

    def send_clip(self, number: int, samples: Samples) -> None:
        """Our voice, SPEECH_RATE: the number first, then 16-bit samples."""
        pcm = (np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()
        self._put_out(number.to_bytes(HEAD, "little") + pcm)

    def show(self, state: str) -> None:
        """A `conversation.standing.Standing`, as the session says it: the page shows that and nothing else."""
        self._state = state
        self.begun.set()
        self.post("state", state=state)

    async def fail(self, says: str) -> None:
        """It cannot go on, and why."""
        self.end(says)

    def end(self, says: str) -> None:
        """The session is over."""
        self.over = says
        self.post("over", says=says)

    def watch(self) -> Watch:
        """Captions as the conversation goes."""

        def words(speaker: Speaker, text: str, final: bool) -> None:
            said = json.dumps({"kind": "words", "who": str(speaker), "text": text, "final": final})
            if final:
                self._captions.append(said)
            self._put_out(said)

        return Watch(words=words, state=self.show)

    # -- for the microphone

    async def next_frame(self) -> Samples | None:
        """The next frame; None once it is to end, or the browser has been away or deaf for too long."""
        while not self._frames:
            if self._controls.stopping:
                return None
            self._came = anyio.Event()
            hears = self._here and not self._deaf
            with anyio.move_on_after(None if hears else self._away) as waiting:
                await self._came.wait()
            if waiting.cancelled_caught:
                return None
        self._taken.set()
        return self._frames.popleft()


class LineMicrophone:
    """Frames as the browser recorded them."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def __aiter__(self) -> AsyncIterator[Sound]:
        clock = self._line.clock
        while (samples := await self._line.next_frame()) is not None:
            start = clock.now
            clock.advance(start + FRAME)
            yield Sound(samples, start)


class LineLoudspeaker:
    """The browser's loudspeaker."""

    def __init__(self, line: Line, volume: float) -> None:
        self.volume = volume
        self._line = line
        self._timeline = Timeline()
        self._one = anyio.Lock()  # guards the air: two clips would talk over each other
        self._number = 0
        self._playing: Samples | None = None
        self._until = 0

    async def play(self, clip: Clip) -> None:
        """Return when the browser's clock has reached the clip's end; cancelling silences it at once."""
        async with self._one:
            clock = self._line.clock
            here = loud(at_rate(clip, RATE), self.volume)
            self._number += 1
            self._playing = loud(at_rate(clip, SPEECH_RATE), self.volume)
            self._timeline.begin(here, clock.now)
            self._until = clock.now + len(here)
            self._line.send_clip(self._number, self._playing)
            try:
                while clock.now < self._until:
                    await clock.until(self._until)
            finally:
                if clock.now < self._until:  # interrupted
                    self._line.post("hush", clip=self._number)
                self._playing = None
                self._timeline.end(clock.now)

    def began(self, number: int, frame: int) -> None:
        """The browser says in which frame of its microphone our voice began to sound."""
        at = frame * FRAME
        now = self._line.clock.now
        if (
            number == self._number
            and self._playing is not None
            and now - RATE * 5 < at < now + RATE * 5
        ):
            length = len(self._playing) * RATE // SPEECH_RATE
            self._timeline.move(at)
            self._until = max(at + length, now)

    def again(self) -> None:
        """A browser that comes back hears what it missed: the clip that is in the air."""
        if self._playing is not None:
            self._line.send_clip(self._number, self._playing)

    def heard(self) -> float:
        """Seconds of the clip now or last played that have reached the air."""
        return self._timeline.heard(self._line.clock.now)

    def reference(self, start: int, count: int) -> Samples:
        """What was in the air during [start, start + count); shape (count,)."""
        return self._timeline.reference(start, count)
