"""A language model words an event; what is true in it stays with the rules.

The model is given the tellings and may choose a date and people only from those that the rules found (as
`enum`: small models otherwise leak them from their examples). Its sentence is taken only if every word that
carries meaning was said; else the narrator's own words stay, as they would without a model.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from voice_agent.backends import JsonSchema, LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.memory.claims import Claim, Part
from voice_agent.memory.events import Event, Life, stands, told
from voice_agent.memory.terms import terms

LONGEST = 160
"""Characters of a description."""

TELLINGS = 6
"""Tellings shown; the description must rest on them."""

NO_DATE = "not said"

_INSTRUCTION = (
    "You write one line for the contents page of somebody's life story. Use only words from the tellings. "
    "One short sentence, without a date. Add nothing."
)


@dataclass(frozen=True, slots=True)
class Described:
    """One line for an event."""

    text: str
    date: str
    """EDTF, one of those told; "" where none was."""

    people: tuple[str, ...]
    """Names, of those told."""

    by: str
    """The model's name; "" where these are the narrator's own words."""


def schema(dates: Sequence[str], people: Sequence[str]) -> JsonSchema:
    """What the model may answer."""
    return {
        "type": "object",
        "properties": {
            "description": {"type": "string", "maxLength": LONGEST},
            "date": {"type": "string", "enum": [*dates, NO_DATE]},
            "people": {
                "type": "array",
                "maxItems": len(people),
                "items": {"type": "string", "enum": list(people)} if people else {"type": "string"},
            },
        },
        "required": ["description", "date", "people"],
    }


async def describe(
    event: Event, life: Life, claims: Mapping[str, Claim], model: LanguageModel | None
) -> Described:
    """Return one line for `event`. Raises nothing: what a model will not do, the narrator has done."""
    names = tuple(life.people.person(id).name for id in event.people)
    plain = Described(event.description, event.when, names, "")
    live = [claims[id] for id in event.tellings if stands(claims[id], life.superseded)]
    lines = [
        text
        for claim in live[:TELLINGS]
        if (text := told(claim, life.superseded.get(claim.id, frozenset())))
    ]
    if model is None or not lines:
        return plain
    dates = [event.when] if event.when else []
    prompt = [Message("system", _INSTRUCTION), Message("user", "\n".join(f"- {x}" for x in lines))]
    try:
        answer = await model.json(prompt, schema(dates, names), limit=120)
    except EngineError:
        return plain
    return _checked(answer, plain, lines, live, model.name)


def _checked(
    answer: Mapping[str, Any],
    plain: Described,
    lines: Sequence[str],
    live: Sequence[Claim],
    name: str,
) -> Described:
    text = " ".join(str(answer.get("description", "")).split())
    said = {term for line in lines for term in terms(line)}
    said |= {
        term
        for c in live
        for part in (Part.WHO, Part.WHERE)
        for w in c.words(part)
        for term in terms(w)
    }
    honest = (
        bool(text) and terms(text) <= said and not re.search(r"\d", text) and len(text) <= LONGEST
    )
    if not honest or _capitals(text) - _capitals(" ".join(lines)):
        return plain
    chosen = answer.get("people")
    people = tuple(p for p in plain.people if isinstance(chosen, list) and p in chosen)
    return Described(text, plain.date, people or plain.people, name)


def _capitals(text: str) -> set[str]:
    """Names: words with a capital inside a sentence."""
    return set(re.findall(r"(?<=[\w,] )[A-Z][\w'’]+", text))
