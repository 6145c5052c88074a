"""A language model that says what it was given to say: for rehearsals, replays and tests.

Lines are taken in order, whichever way they are asked for. Once they are used up it answers with
the least that is right: "Mm.", the smallest object a schema allows, equal shares.
"""

import re
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from json import dumps
from typing import Any, cast

from anyio.lowlevel import checkpoint

from voice_agent.backends import Health, JsonSchema, Message
from voice_agent.errors import EngineError
from voice_agent.language import choosing, wire
from voice_agent.language.schema import bounded, faults, fitted, least
from voice_agent.language.writer import LastLook, unseen

Line = str | Mapping[str, Any] | Sequence[float] | EngineError
"""A text, an object, shares of choices (they need not sum to 1), or a failure."""

ENGINE = "scripted"


class Scripted:
    """Passes the same contract suite as the engines."""

    def __init__(self, lines: Iterable[Line] = (), *, well: bool = True) -> None:
        """`well` is what `health` says."""
        self._lines = list(lines)
        self._well = well
        self._look: LastLook = unseen
        self.asked: list[tuple[Message, ...]] = []
        """Every prompt so far, for tests to look at."""

        self.closed = False
        self.read_ahead: list[tuple[Message, ...]] = []
        """Every beginning of a prompt that was to be read so far."""

    @property
    def name(self) -> str:
        """Always the same."""
        return ENGINE

    def background(self) -> "Scripted":
        """The same script: it takes no time, so nothing need give way."""
        return self

    def looking(self, look: LastLook) -> "Scripted":
        """The same script, which awaits `look` before each prompt."""
        other = copy(self)
        other._look = look
        return other

    async def prepare(self, opening: Sequence[Message] = ()) -> None:
        """Nothing to load."""

    def close(self) -> None:
        """Nothing to give back."""
        self.closed = True

    @property
    def warning(self) -> str:
        """None: it is what it is."""
        return ""

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        limit: int = 120,
        seed: int | None = None,
        schema: JsonSchema | None = None,
    ) -> AsyncGenerator[str, None]:
        """Yield the next line word by word; a word counts as a token. An object is written as JSON."""
        if schema is not None:
            bounded(schema)
        await self._look()
        line = self._next(messages, "Mm." if schema is None else least(schema))
        if schema is not None and isinstance(line, Mapping):
            line = dumps(line, ensure_ascii=False)
        if not isinstance(line, str) or not line.strip():
            raise wire.empty(ENGINE)
        for count, word in enumerate(re.findall(r"\s*\S+", line)):
            await checkpoint()
            if count == limit:
                raise wire.truncated(ENGINE, limit)
            yield word

    async def read(self, messages: Sequence[Message]) -> None:
        """Keep in `read_ahead` what it was shown."""
        await checkpoint()
        with suppress(EngineError):
            await self._look()
            self.read_ahead.append(tuple(messages))

    async def json(
        self, messages: Sequence[Message], schema: JsonSchema, *, limit: int = 400
    ) -> Mapping[str, Any]:
        """Return the next line, trimmed to `schema`; raises EngineError where it does not fit."""
        await checkpoint()
        bounded(schema)
        await self._look()
        value = fitted(self._next(messages, least(schema)), schema)
        if wrong := faults(value, schema):
            raise wire.wrong_form(ENGINE, wrong)
        return value

    async def score(self, messages: Sequence[Message], choices: Sequence[str]) -> list[float]:
        """Return the next line as shares, or all on the choice it names."""
        await checkpoint()
        choosing.at_least_two(choices)
        await self._look()
        line = self._next(messages, [1.0] * len(choices))
        if isinstance(line, str):
            return choosing.certain(choices, line)
        weights = [float(one) for one in cast(Sequence[float], line)]
        if len(weights) != len(choices) or sum(weights) <= 0:
            raise wire.wrong_form(ENGINE, ["there is not one share for each choice"])
        return [one / sum(weights) for one in weights]

    async def health(self) -> Health:
        """As it was told."""
        if self._well:
            return Health(True, "A script stands in for the language model.")
        return Health(False, "The script says that there is no language model.")

    def _next(self, messages: Sequence[Message], otherwise: Line) -> Line:
        self.asked.append(tuple(messages))
        line = self._lines.pop(0) if self._lines else otherwise
        if isinstance(line, EngineError):
            raise line
        return line
