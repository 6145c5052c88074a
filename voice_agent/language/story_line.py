"""What an old story is called, by a language model: words of the telling itself, found there by code, or nothing."""

from anyio import move_on_after

from voice_agent.backends import JsonSchema, Message
from voice_agent.errors import EngineError
from voice_agent.language.gate import Gate, Purpose
from voice_agent.reading.by_rules import expression
from voice_agent.reading.full_by_model import stands
from voice_agent.reading.reading import Span

LONG = 60.0
"""Seconds; nobody waits for it."""

FEWEST, MOST = 3, 16
"""Words."""

SHOWN = 220
"""Words of the story that are shown; it is called by what stands in them."""

SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {"line": {"type": "string", "maxLength": 120}},
    "required": ["line"],
}

_INSTRUCTION = (
    "You are given a story from somebody's life, in their own words. Which clause of it would bring the whole story back to "
    "somebody who knew it? Copy that clause word for word from the story, three to twelve words, with its subject and its verb."
)


async def story_line(gate: Gate, text: str, *, patience: float = LONG) -> Span | None:
    """Where in `text` the words stand that it is called by; an empty place where there are none that will do; None where the
    model fails, is late, or must not be shown it. Raises nothing of ours."""
    shown = " ".join(text.split(" ")[:SHOWN])
    asked = [Message("system", _INSTRUCTION), Message("user", shown)]
    with move_on_after(patience):
        try:
            model = gate.to(Purpose.READING, behind=True)
            answer = await model.json(asked, SCHEMA, limit=60)
        except EngineError:
            return None
        place = stands(answer.get("line"), shown)
        return place if place and _will_do(shown[place.begin : place.end]) else Span(0, 0)
    return None


def _will_do(line: str) -> bool:
    """Is it a clause in which something happens?"""
    return FEWEST <= len(line.split()) <= MOST and any(expression.scenes(line))
