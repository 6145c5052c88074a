"""What is said aloud, clause by clause, and how much of it was really heard.

The next clause is synthesised while one is playing. A sound from the narrator silences the loudspeaker at
once (`hush`); the reply then waits until the words are judged (`resume`, or the reply's scope is
cancelled). The record holds what reached the air, to the word.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import anyio
from anyio import CancelScope, create_memory_object_stream, create_task_group
from anyio.streams.memory import MemoryObjectSendStream

from voice_agent.conversation.house import Labour, Speech
from voice_agent.sound import Clip, Loudspeaker

BACK = 0.4
"""Seconds of the interrupted clause said again when we go on, so that no word is cut in half. A guess."""


@dataclass(frozen=True, slots=True)
class Script:
    """A reply ready to be spoken: its clauses, and the first of them already as sound."""

    clauses: tuple[str, ...]
    pace: float
    first: Clip | None = None


@dataclass(slots=True)
class HeardReply:
    """What the narrator has heard of a reply so far."""

    whole: list[str] = field(default_factory=list[str])
    clause: str = ""
    """The clause now in the air."""

    share: float = 0.0
    """How much of it was heard, 0..1."""

    @property
    def text(self) -> str:
        """The words that reached the air; a word counts when at least half of it did."""
        words = self.clause.split()
        part = words[: round(self.share * len(words))]
        return " ".join((*self.whole, *part)).strip()

    @property
    def complete(self) -> bool:
        """Nothing was cut off."""
        return not self.clause


class Mouth:
    """Speaks one reply at a time."""

    def __init__(
        self,
        speech: Speech,
        loudspeaker: Loudspeaker,
        labour: Labour,
        note: Callable[[str, float], None] = lambda clause, seconds: None,
    ) -> None:
        """`note` is told of every clause that is about to be played, and its seconds."""
        self._speech, self._loudspeaker, self._labour = speech, loudspeaker, labour
        self._note = note
        self._sounding = CancelScope()
        self._murmuring = CancelScope()
        self._go_on = anyio.Event()
        self._hushed = False
        self.heard = HeardReply()

    async def prepare(self, text: str, pace: float) -> Script:
        """Cut `text` into clauses and synthesise the first. No side effects but the work itself."""
        clauses = tuple(self._speech.clauses(text))
        if not clauses:
            return Script((), pace)
        first = await self._labour(lambda: self._speech.render(clauses[0], pace))
        return Script(clauses, pace, first)

    async def speak(self, script: Script, begins: Callable[[], Awaitable[None]]) -> None:
        """Say it. `begins` is awaited just before the first sound."""
        self.heard = HeardReply()
        self._hushed = False
        send, receive = create_memory_object_stream[tuple[str, Clip]](1)
        async with create_task_group() as tasks:
            tasks.start_soon(self._render, script, send)
            begun = False
            async with receive:
                async for clause, clip in receive:
                    if not begun:
                        begun = True
                        await begins()
                    await self._play(clause, clip)

    async def murmur(self, clip: Clip) -> None:
        """A small sound of listening. Hushed like everything else."""
        self._note(clip.text, clip.seconds)
        with CancelScope() as self._murmuring:
            await self._loudspeaker.play(clip)

    def hush(self) -> None:
        """Fall silent now; a reply waits for `resume` or for its end."""
        if not self._hushed:  # a reply may wait on the event already
            self._hushed = True
            self._go_on = anyio.Event()
        self._sounding.cancel()
        self._murmuring.cancel()

    def resume(self) -> None:
        """It was nothing: go on from where we were."""
        self._hushed = False
        self._go_on.set()

    async def _render(self, script: Script, send: MemoryObjectSendStream[tuple[str, Clip]]) -> None:
        async with send:
            for n, clause in enumerate(script.clauses):
                ready = script.first if n == 0 else None
                clip = ready or await self._labour(
                    lambda clause=clause: self._speech.render(clause, script.pace)
                )
                await send.send((clause, clip))

    async def _play(self, clause: str, clip: Clip) -> None:
        self._note(clause, clip.seconds)
        done = 0.0  # seconds of the clip already heard in earlier attempts
        self.heard.clause, self.heard.share = clause, 0.0
        while True:
            if self._hushed:
                await self._go_on.wait()
            rest = Clip(clip.samples[round(done * clip.rate) :], clip.rate, clip.text)
            with CancelScope() as self._sounding:
                await self._loudspeaker.play(rest)
            if not self._sounding.cancelled_caught:
                break
            reached = done + self._loudspeaker.heard()
            spoken = clip.seconds - clip.rest
            self.heard.share = min(reached / spoken, 1.0) if spoken > 0 else 1.0
            done = max(reached - BACK, 0.0)
        self.heard.whole.append(clause.strip())
        self.heard.clause, self.heard.share = "", 0.0
