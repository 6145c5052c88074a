"""JSON schemas on the wire and back: bounded before they are sent, checked and trimmed when they return.

A model that is free to write an endless list will; one that is stopped at `maxLength` stops in the
middle of a word; grammars do not know `uniqueItems`. So what is sent always has bounds, with a
little slack, and what comes back is cut at a word's end, freed of repeats and then checked. Only
the words of JSON Schema listed in KNOWN are understood: a schema that needs more is our bug.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from voice_agent.backends import JsonSchema

KNOWN = frozenset(
    [
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "minItems",
        "maxItems",
        "uniqueItems",
        "enum",
        "const",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "anyOf",
        "description",
        "title",
    ]
)

MOST_ITEMS = 8
"""For an array that names no maxItems."""

LONGEST_STRING_CHARACTERS = 400
"""Characters, for a string that names neither maxLength, enum nor const."""

SLACK = 24
"""Characters of room past maxLength, so that the last word is whole before it is cut off."""

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def bounded(schema: JsonSchema) -> dict[str, Any]:
    """Return the schema to send: every array and string bounded, objects closed.

    Raises ValueError where the schema uses a word that `faults` would not check.
    """
    if unknown := set(schema) - KNOWN:
        raise ValueError(f"not understood in a schema: {', '.join(sorted(unknown))}")
    out = dict(schema)
    out.pop("uniqueItems", None)  # grammars ignore it; `fitted` sees to it
    match schema.get("type"):
        case "object":
            out["properties"] = {
                name: bounded(inner) for name, inner in schema.get("properties", {}).items()
            }
            out.setdefault("additionalProperties", False)
        case "array":
            out["items"] = bounded(schema.get("items", {"type": "string"}))
            out.setdefault("maxItems", MOST_ITEMS)
        case "string" if "enum" not in schema and "const" not in schema:
            out["maxLength"] = schema.get("maxLength", LONGEST_STRING_CHARACTERS) + SLACK
        case _:
            pass
    if "anyOf" in schema:
        out["anyOf"] = [bounded(inner) for inner in schema["anyOf"]]
    return out


def fitted(value: Any, schema: JsonSchema) -> Any:
    """Return `value` trimmed to `schema`: strings cut at a word's end, lists shortened, no repeats."""
    for form in schema.get("anyOf", ()):
        if not faults(trimmed := fitted(value, form), form):
            return trimmed
    if isinstance(value, str) and "enum" not in schema and schema.get("type") == "string":
        return _cut(value.strip(), schema.get("maxLength", LONGEST_STRING_CHARACTERS))
    if isinstance(value, list):
        items = [fitted(one, schema.get("items", {})) for one in cast(list[Any], value)]
        if schema.get("uniqueItems"):
            items = [one for place, one in enumerate(items) if one not in items[:place]]
        return items[: schema.get("maxItems", MOST_ITEMS)]
    if isinstance(value, dict):
        inner = schema.get("properties", {})
        return {
            name: fitted(one, inner.get(name, {}))
            for name, one in cast(dict[str, Any], value).items()
        }
    return value


def faults(value: Any, schema: JsonSchema, where: str = "the answer") -> list[str]:
    """Say in words where `value` departs from `schema`; empty if nowhere. Never quotes the value."""
    return list(_faults(value, schema, where))


def _faults(value: Any, schema: JsonSchema, where: str) -> Iterator[str]:
    if "anyOf" in schema:
        if all(faults(value, inner, where) for inner in schema["anyOf"]):
            yield f"{where} fits none of the forms asked for"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is not one of the choices"
    if "const" in schema and value != schema["const"]:
        yield f"{where} is not the value asked for"
    kind = schema.get("type")
    if kind is not None:
        wanted = _TYPES[kind]
        if not isinstance(value, wanted) or (isinstance(value, bool) and kind != "boolean"):
            yield f"{where} is not {'an' if kind[0] in 'aio' else 'a'} {kind}"
            return
    if isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            yield f"{where} is too short"
        if len(value) > schema.get("maxLength", len(value)):
            yield f"{where} is too long"
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            yield f"{where} is out of range"
    elif isinstance(value, list):
        yield from _faults_of_list(cast(list[Any], value), schema, where)
    elif isinstance(value, dict):
        yield from _faults_of_object(cast(dict[str, Any], value), schema, where)


def _faults_of_list(value: Sequence[Any], schema: JsonSchema, where: str) -> Iterator[str]:
    if len(value) < schema.get("minItems", 0):
        yield f"{where} has too few items"
    if len(value) > schema.get("maxItems", len(value)):
        yield f"{where} has too many items"
    if schema.get("uniqueItems") and any(one in value[:place] for place, one in enumerate(value)):
        yield f"{where} repeats an item"
    for place, one in enumerate(value):
        yield from _faults(one, schema.get("items", {}), f"item {place + 1} of {where}")


def _faults_of_object(value: Mapping[str, Any], schema: JsonSchema, where: str) -> Iterator[str]:
    inner = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where} lacks “{name}”"
    if schema.get("additionalProperties") is False and set(value) - set(inner):
        yield f"{where} has more fields than asked for"
    for name, one in value.items():
        if name in inner:
            yield from _faults(one, inner[name], f"“{name}”")


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    whole = text[: longest + 1].rsplit(None, 1)[0]
    return whole if len(whole) <= longest else text[:longest]


def least(schema: JsonSchema) -> Any:
    """Return the smallest value that satisfies `schema`, for scripts and rehearsals."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return least(schema["anyOf"][0])
    match schema.get("type"):
        case "object":
            inner = schema.get("properties", {})
            return {name: least(inner[name]) for name in schema.get("required", ())}
        case "array":
            return [least(schema.get("items", {})) for _ in range(schema.get("minItems", 0))]
        case "string":
            return "x" * schema.get("minLength", 0)
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case _:
            return None
