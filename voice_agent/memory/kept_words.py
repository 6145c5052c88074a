"""What would give away something that is kept back: words that were said there and nowhere else.

Asked before anything goes to a language model. Everyday words and the words of our own questions give nothing away
alone; four of them in a row do. Pure.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache

from voice_agent.memory.forgetting import bare, shingles
from voice_agent.memory.same_story import everyday
from voice_agent.memory.terms import terms
from voice_agent.resources import resource

IN_A_ROW = 4
"""Words; three in a row are too often said twice by chance."""

_PLAIN = re.compile(r"(?<![\w'’-])[a-z][a-z'’]+")
"""A word of our own files that is no name."""


@dataclass(frozen=True, slots=True)
class KeptWords:
    """What gives it away."""

    alone: frozenset[str] = field(default=frozenset(), repr=False)
    """Stems of words that stand nowhere else."""

    rows: frozenset[str] = field(default=frozenset(), repr=False)
    """IN_A_ROW words in a row that stand nowhere else."""

    def hold(self, text: str) -> bool:
        """Does `text` give anything away?"""
        if self.alone & terms(text):
            return True
        return bool(self.rows) and not self.rows.isdisjoint(_rows(text))


def kept_words(kept: Iterable[str], told: Iterable[str]) -> KeptWords:
    """`kept`: the texts of what is kept back; `told`: those of everything else."""
    kept, told = [each for each in kept if each.strip()], list(told)
    if not kept:
        return KeptWords()
    alone = frozenset[str]().union(*map(terms, kept)).difference(*map(terms, told))
    rows = frozenset(each for text in kept for each in _rows(text) if _tells(each))
    said = frozenset[str]().union(*(_rows(text) & rows for text in told))
    return KeptWords(alone - _ours() - everyday().keys(), rows - said)


@lru_cache(maxsize=20_000)
def _rows(text: str) -> frozenset[str]:
    return shingles([text], IN_A_ROW)


def _tells(row: str) -> bool:
    return len(bare(row).split()) == IN_A_ROW and len(terms(row)) >= 2


@cache
def _ours() -> frozenset[str]:
    """The words of our questions, phrases and prompts."""
    files = sorted(
        each for each in resource("config").rglob("*") if each.suffix in (".toml", ".md")
    )
    words = (_PLAIN.findall(each.read_text(encoding="utf-8")) for each in files)
    return frozenset[str]().union(*(terms(" ".join(each)) for each in words))
