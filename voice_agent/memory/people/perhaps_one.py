"""Two people of a life who may be one, as a language model finds: a suggestion for the narrator, and nothing is joined by it.

A model may name two of those that it was shown, and must quote from what was told of one of them why; what does not
stand there is dropped.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from anyio import move_on_after

from voice_agent.backends import JsonSchema, LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.reading.full_by_model import stands

SHOWN = 24
"""People shown, the most often told of first."""

TOLD = 3
"""Tellings shown of each."""

MOST = 3
"""Suggestions a talk: nobody is to be examined."""

SHORTEST_REASON_WORDS = 3
"""Words of what is quoted; a name alone is no reason."""

_INSTRUCTION = (
    "Somebody told of these people in the story of their life. Are two of the lines one and the same person, under two "
    "names: a short name, a nickname, a married name, or who they are to the narrator (“my sister” and her name)? Give only "
    "pairs of which you are quite sure, best none; two people may well have one name. “because”: the words from what was "
    "told of one of them that show it, copied exactly."
)


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person as they are shown."""

    id: str
    name: str
    relation: str
    told: tuple[str, ...]
    """Turns in which they come up."""


def schema(count: int) -> JsonSchema:
    """What may be answered about `count` people."""
    names = [f"p{number}" for number in range(1, count + 1)]
    pair = {
        "type": "object",
        "properties": {
            "one": {"enum": names},
            "other": {"enum": names},
            "because": {"type": "string", "maxLength": 120},
        },
        "required": ["one", "other", "because"],
    }
    return {
        "type": "object",
        "properties": {"pairs": {"type": "array", "items": pair, "maxItems": MOST}},
        "required": ["pairs"],
    }


async def perhaps_one(
    model: LanguageModel, people: Sequence[Somebody], *, patience: float
) -> tuple[tuple[str, str], ...]:
    """Pairs of ids; () where the model fails or takes longer than `patience` seconds. Raises nothing of ours."""
    people = people[:SHOWN]
    if len(people) < 2:
        return ()
    asked = [Message("system", _INSTRUCTION), Message("user", "\n".join(map(_line, people, range(1, SHOWN + 1))))]  # fmt: skip
    with move_on_after(patience):
        try:
            answer = await model.json(asked, schema(len(people)), limit=240)
        except EngineError:
            return ()
        return found(answer, people)
    return ()


def _line(one: Somebody, number: int) -> str:
    who = f"{one.name} ({one.relation})" if one.relation else one.name
    return f"p{number}: {who}. Told: {' / '.join(one.told[:TOLD])}"


def found(answer: Mapping[str, Any], people: Sequence[Somebody]) -> tuple[tuple[str, str], ...]:
    """The pairs of an answer that may be suggested. Never raises."""
    pairs: Any = answer.get("pairs")
    shown = {f"p{number}": each for number, each in enumerate(people, 1)}
    made: dict[frozenset[str], tuple[str, str]] = {}
    for each in pairs[:MOST] if isinstance(pairs, list) else ():
        if not isinstance(each, dict):
            continue
        one, other = (shown.get(str(each.get(side))) for side in ("one", "other"))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
        because: Any = each.get("because")  # pyright: ignore[reportUnknownMemberType]
        if one is None or other is None or one.id == other.id or not isinstance(because, str):
            continue
        said = [text for who in (one, other) for text in who.told[:TOLD]]
        reason = len(because.split()) >= SHORTEST_REASON_WORDS
        if reason and any(stands(because, text) for text in said):
            made[frozenset((one.id, other.id))] = (one.id, other.id)
    return tuple(made.values())
