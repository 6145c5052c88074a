"""What a scenario's house holds when all is over: what the family reads, which years memory has, what stands in no file."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from voice_agent.archive import memory_tables
from voice_agent.archive.record import Record
from voice_agent.memory.events import weave
from voice_agent.memory.forgetting import bare
from voice_agent.scenarios import family_sees
from voice_agent.scenarios.expectations import Finding, either
from voice_agent.scenarios.scenario import KeptBack, Scenario
from voice_agent.settings import Settings


def look(scenario: Scenario, settings: Settings, now: datetime) -> Iterator[Finding]:
    """What is looked for in the house when all is over; the files first, for what follows changes them."""
    state, later = settings.state, now + timedelta(days=1)
    yield from _of_files(scenario.gone, family_sees.anywhere(state))
    if scenario.dated:
        yield from _of_years(scenario, _years(state))
    if scenario.kept_back and Record.exists(state):
        names = [
            name for each in scenario.kept_back for name in (*each.hidden_from, *each.known_to)
        ]
        seen = family_sees.seen_by(settings, names, later)
        yield from _of_family(scenario.kept_back, seen)


def _years(state: Path) -> Iterable[tuple[str, str]]:
    if not Record.exists(state):
        return
    with Record.look(state) as record:
        life = weave(memory_tables.claims(record.read), memory_tables.decisions(record.read))
    for event in life.events:
        sides = event.conflict.sides if event.conflict else ()
        years = " and ".join(each.edtf for each in sides) if sides else event.when
        yield event.description, years


def _of_family(kept: Iterable[KeptBack], seen: Mapping[str, str]) -> Iterator[Finding]:
    """What came through to whom. `seen`: all that each of the family may read, by name."""
    for each in kept:
        for name, text in seen.items():
            hidden = name in each.hidden_from if each.hidden_from else name not in each.known_to
            if not hidden and name not in each.known_to:
                continue
            found = [words for words in each.words if f" {bare(words)} " in f" {bare(text)} "]
            listed = ", ".join(f"“{words}”" for words in each.words)
            if hidden:
                came = f"{name} reads {either(found)}" if found else f"{name} reads none of it"
                yield Finding("", "", f"kept from {name}: {listed}", came, not found)
            else:
                came = f"{name} reads {either(found)}" if found else f"{name} reads none of it"
                yield Finding("", "", f"{name} may know: {listed}", came, bool(found))


def _of_files(gone: Iterable[str], files: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """What is still written somewhere."""
    whole = [(name, f" {bare(text)} ") for name, text in files]
    for words in gone:
        left = dict.fromkeys(name for name, text in whole if f" {bare(words)} " in text)
        came = f"it stands in {', '.join(left)}" if left else "it stands nowhere"
        yield Finding("", "", f"gone for good: “{words}”", came, not left)


def _of_years(scenario: Scenario, years: Iterable[tuple[str, str]]) -> Iterator[Finding]:
    """What memory holds. `years`: what happened, in the narrator's words, and when (EDTF, "" for none)."""
    # aloud a recogniser writes "light ships" for "lightships"
    known = [(bare(text), when) for text, when in years]
    for each in scenario.dated:
        apart = " ?".join(map(re.escape, bare(each.words).replace(" ", "")))
        found = [when for text, when in known if re.search(rf"\b{apart}\b", text)]
        came = (
            f"memory holds {', '.join(when or 'no year' for when in found)}"
            if found
            else "memory holds nothing of it"
        )
        right = bool(found) and all(
            re.findall(r"\d{4}", when) == [str(each.year)] for when in found
        )
        yield Finding("", "", f"“{each.words}” in {each.year}", came, right)
