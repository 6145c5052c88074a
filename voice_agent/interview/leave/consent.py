"""The first minute: who speaks, what is kept, and a plain yes before anything is stored.

Wording: config/consent.toml, reviewed, never generated. Pure.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.interview.leave.permissions import RENEWED, latest
from voice_agent.story import Consent, ConsentKind


@dataclass(frozen=True, slots=True)
class Wording:
    """The sentences of config/consent.toml."""

    first: tuple[str, ...]
    """Identity, what is kept, how to stop, what it cannot do; spoken before the question."""

    ask: str
    again: str
    ask_again: str
    standing: str
    """The short notice of later sessions."""

    yes: str
    no: str
    unclear: str
    renewal: tuple[str, ...] = ()
    """Instead of `first`, ninety days after a yes."""

    ask_on: str = ""
    """The question of the renewal."""


def wording(path: Path, *, name: str, emergency: str) -> Wording:
    """Read and fill in config/consent.toml. Raises SettingsError naming what is missing."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        first, again, answers = table["first"], table["again"], table["answers"]

        def fill(text: str) -> str:
            return text.format(name=f", {name}" if name else "", emergency=emergency)

        return Wording(
            first=tuple(fill(first[key]) for key in ("who", "kept", "stop", "limits")),
            ask=fill(first["ask"]),
            again=fill(again["say"]),
            ask_again=fill(again["ask"]),
            standing=fill(table["standing"]["who"]),
            yes=fill(answers["yes"]),
            no=fill(answers["no"]),
            unclear=fill(answers["unclear"]),
            renewal=(fill(table["renewal"]["who"]), fill(first["stop"])),
            ask_on=fill(table["renewal"]["ask"]),
        )
    except (tomllib.TOMLDecodeError, KeyError, OSError) as error:
        raise SettingsError(
            f"The consent wording in {path} cannot be used: {error}.",
            safe="Nothing was recorded.",
            mend="Restore the file from the package.",
        ) from None


def stands(consents: Iterable[Consent], now: datetime) -> bool:
    """Does an earlier yes to recording still stand? It holds for ninety days, then it is asked for anew."""
    last = latest(consents).get((ConsentKind.RECORDING, ""))
    return last is not None and last.given and now - last.at < RENEWED
