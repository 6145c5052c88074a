"""The first minute: who speaks, what is kept, and a plain yes before anything is stored.

Wording: config/consent.toml, reviewed, never generated. Pure.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.interview.leave import reach
from voice_agent.interview.leave.permissions import RENEWED, latest
from voice_agent.interview.leave.reach import Reach, Words
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


def wording(path: Path, *, name: str, emergency: str, goes: Reach = Reach.DEVICE) -> Wording:
    """Read and fill in config/consent.toml. Raises SettingsError naming what is missing."""
    how = reach.read(path)[goes]
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        first, again, answers = table["first"], table["again"], table["answers"]

        def fill(text: str) -> str:
            who = f", {name}" if name else ""
            return text.format(name=who, emergency=emergency, stays=how.stays)

        return Wording(
            first=tuple(fill(first[key]) for key in ("who", "kept", "stop", "limits")),
            ask=how.ask,
            again=fill(again["say"]),
            ask_again=how.ask.removesuffix("?") + reach.AGAIN,
            standing=fill(table["standing"]["who"]),
            yes=fill(answers["yes"]),
            no=fill(answers["no"]),
            unclear=fill(answers["unclear"]),
            renewal=(fill(table["renewal"]["who"]), fill(first["stop"])),
        )
    except (tomllib.TOMLDecodeError, KeyError, OSError) as error:
        raise SettingsError(
            f"The consent wording in {path} cannot be used: {error}.",
            safe="Nothing was recorded.",
            mend="Restore the file from the package.",
        ) from None


def stands(
    consents: Iterable[Consent],
    now: datetime,
    goes: Reach = Reach.DEVICE,
    words: Mapping[Reach, Words] | None = None,
) -> bool:
    """Does an earlier yes to recording still stand? It holds for ninety days, and as far as what is said was said to go.

    `words`: how that is asked; needed where it goes further than the device.
    """
    last = latest(consents).get((ConsentKind.RECORDING, ""))
    if last is None or not last.given or now - last.at >= RENEWED:
        return False
    return reach.covered(last, goes, words or {})
