"""A language model as the rest of the package knows it, made of a server that only writes text.

Servers differ in how they are asked; what is done with their answers does not: thoughts are left
out, an answer that is empty or not finished is an error, JSON is trimmed and checked against its
schema, a choice is weighed from probabilities or forced. That part is here, once.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar, runtime_checkable

from voice_agent.backends import Health, JsonSchema, Message
from voice_agent.errors import AnswerUnfit, EngineError
from voice_agent.language import choosing, wire
from voice_agent.language.holding import Hold, Tries
from voice_agent.language.one_object import OneObject, one_object
from voice_agent.language.request_queue import RequestQueue
from voice_agent.language.schema import bounded, faults, fitted
from voice_agent.language.thinking import CLOSE, Unthinking

T = TypeVar("T")

WARMTH = 0.6
"""Sampling temperature of spoken wording; JSON and choices are taken at 0. A guess."""

TRIAL: JsonSchema = {
    "type": "object",
    "properties": {"colour": {"enum": ["green", "blue"]}, "sure": {"type": "boolean"}},
    "required": ["colour", "sure"],
}
"""Asked once at the start, to see whether this server and model hold to a schema."""


LastLook = Callable[[], Awaitable[None]]
"""Awaited just before a request is sent, each time it is: it may have waited for its turn, and be made again after it had
given way. Raises NotSent."""


async def unseen() -> None:
    """Lets everything pass: prompts of our own."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    messages: Sequence[Message]
    limit: int
    """Tokens."""

    temperature: float = 0.0
    seed: int | None = None
    form: Mapping[str, Any] | None = None
    """JSON schema, bounded already."""

    loosely: bool = False
    """Any JSON object will do for the `form`: the messages ask for it in words."""

    likeliest: bool = False
    """Tell the probabilities of the first token."""

    behind: bool = False
    """Nobody is waiting for it."""

    ahead: bool = False
    """It is only to be read: nobody is waiting for an answer."""

    look: LastLook = unseen
    """Was awaited just before this was sent, and is awaited again by whoever sends it once more."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of an answer."""

    text: str
    ended: str = ""
    """In the last part: 'stop', or 'length' where the tokens did not suffice."""

    likeliest: tuple[tuple[str, float], ...] = ()
    """(token, log probability), where asked for, in the first part that has text."""

    thinking: bool = False
    """The model thinks, and the server keeps what it thinks apart."""


class Server(Protocol):
    """Something that writes."""

    @property
    def engine(self) -> str:
        """For error messages, e.g. 'ollama'."""
        ...

    @property
    def name(self) -> str:
        """Engine and model."""
        ...

    def chat(self, asked: Asked) -> AsyncGenerator[Part, None]:
        """Answer part by part; the last part has `ended`. Raises EngineError."""
        ...

    async def load(self) -> None:
        """Bring the weights into memory. Raises EngineError."""
        ...

    async def health(self) -> Health:
        """Never raises; answers within two seconds."""
        ...

    def close(self) -> None:
        """Give back what is held. May block a moment; may be called again."""
        ...


@runtime_checkable
class Weigher(Protocol):
    """A server that can weigh whole choices, not only their first tokens."""

    async def weigh(self, asked: Asked, choices: Sequence[str]) -> list[float]:
        """Probability of each of `choices`; sums to 1. Raises EngineError."""
        ...


@dataclass(slots=True)
class _Habits:
    """What was found out; shared by the live and the background view."""

    hold: Hold = Hold.SCHEMA
    thinks: bool = False
    """It thinks before it answers, although it was asked not to."""


@dataclass(frozen=True)
class Writer:
    """A LanguageModel over a Server."""

    server: Server
    request_queue: RequestQueue = field(default_factory=RequestQueue)
    behind: bool = False
    habits: _Habits = field(default_factory=_Habits)
    look: LastLook = unseen

    @property
    def name(self) -> str:
        """E.g. 'ollama qwen3.5:9b'."""
        return self.server.name

    def background(self) -> "Writer":
        """The same model for work nobody waits for: it gives way, and starts again afterwards.

        Use it for everything but the reply: the live view keeps the reply's prompt in its cache.
        """
        return replace(self, behind=True)

    def looking(self, look: LastLook) -> "Writer":
        """The same model, which awaits `look` before it sends anything."""
        return replace(self, look=look)

    async def prepare(self, opening: Sequence[Message] = ()) -> None:
        """Load the model, learn its habits, read `opening` (system text, few-shots) once.

        Raises EngineError, with the command that mends it.
        """
        async with self.request_queue.live():
            await self.server.load()
            await self._learn()
            if opening:
                await self._read(opening)

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        """Yield text as it is written. Raises EngineError, also at the end: not finished, or empty."""
        if schema is not None:
            bounded(schema)  # a schema nobody can check is refused before anybody is asked
        asked = Asked(messages, limit, WARMTH, seed, behind=self.behind)
        if self.behind:
            # nobody hears background text grow, so it may be begun again
            text, unfit = await self.request_queue.background(
                lambda: self._heard_out(asked, schema)
            )
            if text:
                yield text
            if unfit:
                raise unfit
            return
        await self.request_queue.enter()
        try:
            async with aclosing(self._answered(asked, schema)) as pieces:
                async for piece in pieces:
                    yield piece
        finally:
            self.request_queue.leave()

    async def read(self, messages: Sequence[Message]) -> None:
        """Have the beginning of a prompt in the server's cache before it is asked. Never raises an EngineError."""
        queue = self.request_queue
        with suppress(EngineError):
            await (queue.background if self.behind else queue.ahead)(lambda: self._read(messages))

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        """Return an object that satisfies `schema`, in at most two tries. Raises EngineError."""
        bounded(schema)  # a schema we cannot check is refused before anybody is asked
        return await self._in_turn(lambda: self._json(messages, schema, limit))

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        """From the first token's probabilities; by a forced choice where a server keeps them."""
        choosing.at_least_two(choices)
        return await self._in_turn(lambda: self._score(messages, choices))

    async def health(self) -> Health:
        """Never raises; answers within two seconds."""
        health = await self.server.health()
        return replace(health, says=f"{health.says} {self.warning}".strip())

    def close(self) -> None:
        """Give back what the server holds here, for all views. May block a moment; nothing is asked afterwards."""
        self.server.close()

    @property
    def warning(self) -> str:
        """A sentence for the household about what was noticed when it was made ready; empty: nothing."""
        if not self.habits.thinks:
            return ""
        return (
            f"{self.server.name} thinks before it answers, although it is asked not to, and keeps people waiting: "
            "`voice-agent models suggest` names others."
        )

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        if self.behind:
            return await self.request_queue.background(work)
        async with self.request_queue.live():
            return await work()

    async def _answered(self, asked: Asked, schema: JsonSchema | None) -> AsyncGenerator[str, None]:
        """Asks for less where a schema is not held to, as `_json` does; but what was begun cannot be taken back."""
        tries, known = Tries(self.habits.hold), self.habits.hold
        while True:
            said = False
            stream = self._spoken(_formed(asked, schema, tries.hold), schema)
            try:
                async with aclosing(stream) as pieces:
                    async for piece in pieces:
                        said = True
                        self.habits.hold = known
                        yield piece
                return
            except AnswerUnfit as error:
                if said or schema is None:
                    raise
                known = tries.less(error) or known

    async def _spoken(self, asked: Asked, schema: JsonSchema | None) -> AsyncGenerator[str, None]:
        thoughts, form = Unthinking(), OneObject()
        said = False
        async with aclosing(await self._sent(asked)) as parts:
            async for part in parts:
                piece = thoughts.feed(part.text) + (thoughts.rest() if part.ended else "")
                self._notice(part, thoughts)
                piece = piece if schema is None else form.feed(piece)
                if piece and (said or piece.strip()):
                    said = True
                    yield piece
                if form.whole:
                    return
                if part.ended == "length":
                    raise wire.truncated(self.server.engine, asked.limit)
        if not said:
            raise wire.empty(self.server.engine)

    async def _sent(self, asked: Asked) -> AsyncGenerator[Part, None]:
        await self.look()
        return self.server.chat(replace(asked, look=self.look))

    async def _read(self, beginning: Sequence[Message]) -> None:
        # a beginning that ends before anybody has spoken is no prompt yet for some templates; the
        # one word of answer is thrown away
        spoken = bool(beginning) and beginning[-1].role == "user"
        asked = [*beginning] if spoken else [*beginning, Message("user", "Hello.")]
        await self._gather(Asked(asked, 1, behind=self.behind, ahead=True), cut=True)

    async def _heard_out(
        self, asked: Asked, schema: JsonSchema | None
    ) -> tuple[str, AnswerUnfit | None]:
        text = ""
        try:
            async with aclosing(self._answered(asked, schema)) as pieces:
                async for piece in pieces:
                    text += piece
        except AnswerUnfit as unfit:
            return text, unfit
        return text, None

    async def _json(
        self, messages: Sequence[Message], schema: JsonSchema, limit: int
    ) -> Mapping[str, Any]:
        tries, known = Tries(self.habits.hold), self.habits.hold
        while True:
            try:
                value = await self._fill(messages, schema, limit, tries.hold)
            except AnswerUnfit as error:
                known = tries.less(error) or known
            else:
                self.habits.hold = known
                return value

    async def _learn(self) -> None:
        """Try out how firmly the server holds to a form; whether the model thinks aloud shows by the way."""
        self.habits.thinks = False
        for hold in Hold:
            self.habits.hold = hold
            try:
                await self._fill([Message("user", "What colour is fresh grass?")], TRIAL, 60, hold)
            except AnswerUnfit:
                continue
            return

    async def _fill(
        self, messages: Sequence[Message], schema: JsonSchema, limit: int, hold: Hold
    ) -> Mapping[str, Any]:
        engine = self.server.engine
        asked = _formed(Asked(messages, limit, behind=self.behind), schema, hold)
        text = one_object((await self._gather(asked)).text)
        value = fitted(wire.parsed(engine, text), schema)
        if wrong := faults(value, schema):
            raise wire.wrong_form(engine, wrong)
        return value

    async def _score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        if isinstance(self.server, Weigher):
            await self.look()
            return await self.server.weigh(Asked(messages, 1, behind=self.behind), choices)
        asked = Asked(messages, 1, likeliest=True, behind=self.behind)
        try:
            first = await self._gather(asked, cut=True)
        except AnswerUnfit:
            first = Part("")
        if known := choosing.shares(first.likeliest, choices):
            return known
        chosen = await self._json(messages, choosing.schema(choices), 60)
        return choosing.certain(choices, chosen["answer"])

    def _notice(self, part: Part, thoughts: Unthinking) -> None:
        if part.thinking or thoughts.thought:
            self.habits.thinks = True

    async def _gather(self, asked: Asked, *, cut: bool = False) -> Part:
        """The whole answer without thoughts; `cut` where it may be empty or end for want of tokens."""
        thoughts, text = Unthinking(), ""
        likeliest: tuple[tuple[str, float], ...] = ()
        async with aclosing(await self._sent(asked)) as parts:
            async for part in parts:
                text += thoughts.feed(part.text)
                self._notice(part, thoughts)
                likeliest = likeliest or part.likeliest
                if part.ended == "length" and not cut:
                    raise wire.truncated(self.server.engine, asked.limit)
        # where a server swallows the beginning of a thought, all before its end is one
        text = (text + thoughts.rest()).rpartition(CLOSE)[2]
        if not text.strip() and not cut:
            raise wire.empty(self.server.engine)
        return Part(text, "stop", likeliest)


def _formed(asked: Asked, schema: JsonSchema | None, hold: Hold) -> Asked:
    """The same, for an answer of this form: held to it by the server, or asked for it in words."""
    if schema is None:
        return asked
    form = bounded(schema)
    if hold is Hold.SCHEMA:
        return replace(asked, form=form)
    messages = [*asked.messages, Message("system", wire.asked_in_words(form))]
    if hold is Hold.OBJECT:
        return replace(asked, messages=messages, form=form, loosely=True)
    return replace(asked, messages=messages)
