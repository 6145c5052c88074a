"""What happened in a talk, as a language model reads it: how it is asked, and what of it is kept. Pure.

The paper's own way: a model extracts events and merges them with those that are known. Here they are candidates
only. Questions may grow from them; memory is not told of them. What is not word for word in one answer of the
narrator's is dropped.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from voice_agent.backends import JsonSchema, Message
from voice_agent.interview.known import Event, Known
from voice_agent.interview.wording import prompts
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.reading.words import novelty
from voice_agent.reading.words.vocabulary import numbers
from voice_agent.verbs import whole

MOST_EVENTS = 6
"""Events asked for at a time."""

READ = 160
"""Words of a telling shown at a time: a small model forgets the rest."""

SAME = 0.6
"""Share of what an event is about from which on it is one that is known."""

OPEN = 0.34
"""From here on it may be: somebody has to look."""

WEIGHT = 0.3
"""How much an event that only a model has seen stands out; memory's own come first."""

SCHEMA: JsonSchema = {
    "type": "object",
    "properties": {
        "events": {
            "type": "array",
            "maxItems": MOST_EVENTS,
            "items": {
                "type": "object",
                "properties": {
                    "what": {"type": "string", "maxLength": 90},
                    "year": {"type": "string", "maxLength": 40},
                    "who": {"type": "string", "maxLength": 40},
                    "where": {"type": "string", "maxLength": 40},
                },
                "required": ["what", "year", "who", "where"],
            },
        }
    },
    "required": ["events"],
}


def parse(text: str, origin: str) -> Prompt:
    """Read config/prompts/extraction.md. Raises SettingsError with the file and what is missing."""
    return prompts.parse(text, origin, "told", "events")


def tellings(turns: Iterable[str]) -> tuple[str, ...]:
    """Gather the narrator's turns into pieces that a model is shown one at a time; none is cut in two."""
    found: list[list[str]] = []
    for turn in turns:
        words = turn.split()[:READ]
        if found and sum(len(each.split()) for each in found[-1]) + len(words) <= READ:
            found[-1].append(" ".join(words))
        elif words:
            found.append([" ".join(words)])
    return tuple(" ".join(each) for each in found)


def messages(prompt: Prompt, telling: str) -> tuple[Message, ...]:
    """Ask what happened in `telling`."""
    return tuple(_messages(prompt, telling))


def _messages(prompt: Prompt, telling: str) -> Iterator[Message]:
    yield Message("system", prompt.system)
    for told, events in prompt.examples:
        yield Message("user", told)
        lines = (line.split("|") for line in events.splitlines() if line.strip())
        shown = ", ".join(
            f'{{"what": "{what.strip()}", "year": "{year.strip()}", "who": "{who.strip()}", "where": "{where.strip()}"}}'
            for what, year, who, where in lines
        )
        yield Message("assistant", f'{{"events": [{shown}]}}')
    yield Message("user", telling)


def kept(answer: object, telling: str) -> tuple[Event, ...]:
    """Return those events of a model's `answer` that stand word for word in `telling`."""
    found = answer.get("events") if isinstance(answer, dict) else None
    lines: list[Any] = found if isinstance(found, list) else []
    events = [event for each in lines if isinstance(each, dict) and (event := _fit(each, telling))]
    return tuple({each.id: each for each in events}.values())


def _fit(each: dict[str, Any], telling: str) -> Event | None:
    what = " ".join(str(each.get("what", "")).split()).rstrip(".!?,;:")
    if not _stands(what, telling) or not whole(what):
        return None
    year, who, where = (str(each.get(name, "")).strip() for name in ("year", "who", "where"))
    dated = _year(year) if _stands(year, telling) else 0
    people = (_spoken(who),) if _named(who, telling) else ()
    places = (where,) if where[:1].isupper() and _stands(where, telling) else ()
    return Event(
        f"model:{novelty.key(what)}", what, (dated, dated) if dated else None, str(dated or ""), people, places,
        weight=WEIGHT,
    )  # fmt: skip


def _year(words: str) -> int:
    """The one year in `words`, in figures or spelled out; 0 where there is none, or several."""
    years = [value for value in numbers(words) if 1500 <= value < 2100]
    return years[0] if len(years) == 1 else 0


def _stands(words: str, telling: str) -> bool:
    """Does it stand in the telling, word for word and with the same figures?"""
    figures = {*re.findall(r"\d+", words)} <= {*re.findall(r"\d+", telling)}
    return (
        figures and bool(words) and f" {novelty.normal(words)} " in f" {novelty.normal(telling)} "
    )


def _named(who: str, telling: str) -> bool:
    kin = re.match(r"(?:my|our) [a-z]+$", who.lower())
    return bool(kin or who[:1].isupper()) and _stands(who, telling)


def _spoken(who: str) -> str:
    return re.sub(r"^(?:my|our) ", "your ", who, flags=re.IGNORECASE)


def likest(event: Event, known: Sequence[Event]) -> tuple[float, Event | None]:
    """Return how like the likest known event is, 0..1, and which it is."""
    about = novelty.gist(event.line)
    scored = [
        (len(about & novelty.gist(each.line)) / max(1, min(len(about), len(novelty.gist(each.line)))), n)
        for n, each in enumerate(known)
    ]  # fmt: skip
    best, at = max(scored, default=(0.0, -1), key=lambda pair: (pair[0], -pair[1]))
    if at < 0:
        return 0.0, None
    apart = event.years and known[at].years and event.years != known[at].years
    return (0.0, None) if apart else (best, known[at])


def with_extracted(known: Known, events: Iterable[Event]) -> Known:
    """Return the life with what a model has found in it besides; no question grows from an event twice."""
    more = {each.id: each for each in events if likest(each, known.events)[0] < SAME}
    return replace(known, events=(*known.events, *more.values()))
