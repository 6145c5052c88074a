"""What narrators of held talks said, turn by turn, cut where a teller may rest. Pure.

A place to rest is the end of a sentence, or a comma, semicolon, colon or dash with at least `APART` words on either side of it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from lab.evaluation.interview.kept_talks import INTERVIEWER, exchanges

APART = 3
"""Words between two places to rest inside a sentence: nobody pauses after every name of a list. A guess."""

_SENTENCES = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’]))\s+")
_CLAUSES = re.compile(r"(?<=[,;:—–])\s+|\s+(?=[-—–]\s)")


@dataclass(frozen=True, slots=True)
class Clause:
    """Words between two places to rest."""

    text: str
    ends_sentence: bool


@dataclass(frozen=True, slots=True)
class HeldTurn:
    """One turn of a narrator."""

    narrator: str
    """Who: the name in the talk's file name."""

    talk: str
    asked: str
    """What the interviewer had said before it."""

    clauses: tuple[Clause, ...]
    """At least one."""

    def heard(self, until: int) -> str:
        """The words up to clause `until`, it included, as a recogniser writes them: a full stop where the sound stops."""
        text = " ".join(clause.text for clause in self.clauses[: until + 1])
        return text if text.endswith((".", "!", "?", '"', "”")) else text.rstrip(" ,;:-—–…") + "."


def held_turns(path: Path) -> list[HeldTurn]:
    """Every turn of the narrator in the talk at `path`, in order. Raises OSError."""
    narrator, found, asked = path.stem.split("-")[1], list[HeldTurn](), ""
    for who, text in exchanges(path):
        if who == INTERVIEWER:
            asked = text
        elif clauses := clauses_of(text):
            found.append(HeldTurn(narrator, path.stem, asked, clauses))
    return found


def clauses_of(text: str) -> tuple[Clause, ...]:
    """Cut `text` at its places to rest; an ellipsis of the writer's is one."""
    plain = re.sub(r"\s*(?:\.\.\.|…)\s*", "... ", text).strip()
    found = list[Clause]()
    for sentence in _SENTENCES.split(plain):
        if not re.search(r"\w", sentence):
            continue
        found += _inside(sentence.strip())
    return tuple(found)


def _inside(sentence: str) -> list[Clause]:
    pieces = list[str]()
    for piece in _CLAUSES.split(sentence):
        if pieces and (_few(pieces[-1]) or _few(piece)):
            pieces[-1] = f"{pieces[-1]} {piece}"
        else:
            pieces.append(piece)
    return [Clause(piece, n == len(pieces) - 1) for n, piece in enumerate(pieces)]


def _few(piece: str) -> bool:
    return len(piece.split()) < APART
