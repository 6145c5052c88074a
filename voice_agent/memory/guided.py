"""A language model weighs what the rules found in one turn; it can add nothing to it.

For each thing told it may choose another date only from those that the rules read in the same turn (as an
`enum`: small models otherwise leak dates from their examples), name who else of the turn's people had a part
in it, and be less sure than the rules were, never surer. So every value still stands in words that were said,
and no date that was told is lost: an answer that would drop one is not taken. Off unless a model is given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from voice_agent.backends import JsonSchema, LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.memory.claims import Claim, Mention, Modality, Part
from voice_agent.memory.distil import Distilled
from voice_agent.story import Turn

MOST_THINGS_TOLD = 6
"""Things told in one turn that a model is asked about; a longer turn stays as the rules read it."""

NO_DATE = "no date"

_SURE = {"happened": Modality.SAID, "guessed": Modality.GUESS, "told by others": Modality.HEARSAY}

_INSTRUCTION = (
    "You are given what an old person said and the things told in it, numbered. For each thing choose which of "
    "the dates belongs to it, who of the people had a part in it, and whether it happened, is guessed, or was "
    "told by others. Choose only from what is offered."
)


def schema(count: int, dates: Sequence[str], people: Sequence[str]) -> JsonSchema:
    """What a model may answer about `count` things told."""
    properties: dict[str, Any] = {}
    for number in range(1, count + 1):
        properties[f"date_{number}"] = {"type": "string", "enum": [*dates, NO_DATE]}
        properties[f"how_{number}"] = {"type": "string", "enum": list(_SURE)}
        if people:
            properties[f"people_{number}"] = {
                "type": "array",
                "maxItems": len(people),
                "items": {"type": "string", "enum": list(people)},
            }
    return {"type": "object", "properties": properties, "required": list(properties)}


async def guided(turn: Turn, found: Distilled, model: LanguageModel | None) -> Distilled:
    """Return what the rules found, weighed by `model`. Raises nothing: without an answer the rules stand."""
    asked = [each for each in found.claims if _open(each)]
    if model is None or not 0 < len(asked) <= MOST_THINGS_TOLD:
        return found
    dates = {words: each for each in asked if (words := " ".join(each.words(Part.WHEN)))}
    people = {m.words: m for each in asked for m in each.mentions if m.part in (Part.WHO, Part.KIN)}
    told = "\n".join(f"{number}. {each.what}" for number, each in enumerate(asked, start=1))
    prompt = [Message("system", _INSTRUCTION), Message("user", f"Said: {turn.text}\n{told}")]
    try:
        answer = await model.json(prompt, schema(len(asked), list(dates), list(people)), limit=300)
    except EngineError:
        return found
    weighed = [
        _weighed(each, number, answer, dates, people) for number, each in enumerate(asked, start=1)
    ]
    if not {each.edtf for each in asked} <= {"", *(each.edtf for each in weighed)}:
        return found  # a date that was told would belong to nothing
    new = {old.id: made for old, made in zip(asked, weighed, strict=True)}
    return replace(found, claims=tuple(new.get(each.id, each) for each in found.claims))


def _open(claim: Claim) -> bool:
    """Corrections, quotations, jokes and denials are for the rules alone."""
    plain = claim.polarity and not claim.corrects and not claim.retold
    return plain and bool(claim.what) and claim.modality in _SURE.values()


def _weighed(
    claim: Claim,
    number: int,
    answer: Mapping[str, Any],
    dates: Mapping[str, Claim],
    people: Mapping[str, Mention],
) -> Claim:
    """The claim as the answer has it; its name stays, so that what goes on about it still does."""
    mentions = list(claim.mentions)
    edtf, anchor = claim.edtf, claim.anchor
    chosen = answer.get(f"date_{number}")
    if chosen == NO_DATE or (isinstance(chosen, str) and chosen in dates):
        other = dates.get(chosen)
        edtf, anchor = (other.edtf, other.anchor) if other else ("", "")
        mentions = [each for each in mentions if each.part is not Part.WHEN]
        mentions += [each for each in other.mentions if each.part is Part.WHEN] if other else []
    named = answer.get(f"people_{number}")
    had = set(claim.words(Part.WHO) + claim.words(Part.KIN))
    if isinstance(named, list):
        mentions += [people[who] for who in people if who in named and who not in had]
    how = _SURE.get(str(answer.get(f"how_{number}")), Modality.SAID)
    return replace(
        claim,
        mentions=tuple(sorted(mentions, key=lambda m: (m.turn, m.first, m.last, m.part))),
        edtf=edtf,
        anchor=anchor,
        modality=how if claim.modality is Modality.SAID else claim.modality,
    )
