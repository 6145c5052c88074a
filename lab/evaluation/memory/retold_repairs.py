"""Ways of putting a year right, joined from pieces, and of joking, passing on and guessing: `lives/repairs.toml`.

Rules may be made with them.
"""

import random
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

Place = Literal["at_once", "next", "later", "answered"]
"""Where the year is put right: in the same breath, in a turn soon after, in a later session, or when asked."""

_PIECE = re.compile(r"\{(open|wrongs|denies|reasons|rights|closes)\}")
_SENTENCE = re.compile(r"(?:^|(?<=[.?!] ))[a-z]")


def repair(rng: random.Random, place: Place) -> str:
    """Draw a sentence with slots for the years and, in a later session, the event."""
    read = _pieces()
    drawn = rng.choice(read[place])
    drawn = _PIECE.sub(lambda found: rng.choice(read[found[1]]), drawn)
    # a question or a "no," inside keeps one mark: "did I say 1951?, it was 1952"
    return re.sub(r"([?,]),", r"\1", drawn).replace("?.", "?")


def more(table: str) -> tuple[str, ...]:
    """Return more sentences for a table of the open ones; empty where there are none."""
    return _pieces().get(table, ())


def capital(text: str) -> str:
    """The same with a capital after each full stop, as it is written down."""
    return _SENTENCE.sub(lambda found: found[0].upper(), text)


@cache
def _pieces() -> Mapping[str, tuple[str, ...]]:
    file = Path(__file__).parent / "lives" / "repairs.toml"
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: tuple(each) for name, each in read.items()}
