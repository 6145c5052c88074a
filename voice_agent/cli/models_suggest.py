"""`voice-agent models suggest`: which language model to pull for this machine, and what to expect of it."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from voice_agent.cli.options import Json
from voice_agent.weights import card as machine
from voice_agent.weights.card import Card
from voice_agent.weights.suggested import Suggestion, for_card, read

SOURCE = "From public reports of 2026, not run by us."
THEN = "voice-agent bench seat"


def suggest(as_json: Json = False) -> None:
    """Say which language model to pull for this machine. Looks at the machine only; fetches nothing."""
    card, rows, memory = machine.card(), read(), machine.memory()
    ours = for_card(rows, card)
    if as_json:
        told = {
            "memory_gb": round(memory, 1),
            "card": asdict(card) if card else None,
            "suggested": [asdict(row) for row in ours],
            "table": [asdict(row) for row in rows],
            "then": THEN,
            "source": SOURCE,
        }
        print(json.dumps(told, indent=2))
        return
    console = Console()
    for line in _says(card, memory, ours):
        console.print(line, soft_wrap=True, highlight=False, markup=False)
    console.print(_table(rows, ours))


def _says(card: Card | None, memory: float, ours: Sequence[Suggestion]) -> list[str]:
    has = f"{card.name}, with {card.memory:.0f} GB" if card else "none that we know how to ask"
    machine_has = f"This machine has {memory:.0f} GB of memory. Its graphics card: {has}."
    if not any(row.leads for row in ours):
        why = "None may lead a talk here: the interviewer leads it in its own words, and that is a good talk too."
        return [machine_has, why, f"A small model may help with the wording: `{ours[0].run}`."]
    way = " or ".join(f"`{row.run}`" for row in ours)
    names = " or ".join(f"“{row.model}”" for row in ours)
    return [
        machine_has,
        f"On the machine where Ollama runs: {way}; then set ollama_model to {names} under [language].",
        f"Then `{THEN}` says whether it may lead a talk here. {SOURCE}",
    ]


def _table(rows: Sequence[Suggestion], ours: Sequence[Suggestion]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("card", "model", "may lead", "what to expect"):
        table.add_column(heading, no_wrap=heading != "what to expect")
    for row in rows:
        size = f"{row.card} GB" if row.card else "none"
        mark = "•" if row in ours else " "
        leads = "perhaps" if row.leads else "no"
        table.add_row(f"{mark} {size}", row.model, leads, row.expect)
    table.caption = "• this machine"
    return table
