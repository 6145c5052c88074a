"""How many words were heard wrong.

Conventions: reference and hypothesis are plain text; both are normalised the same way (lower case,
no punctuation, figures as words, hesitations left out: neither "um" nor its absence is an error).
Metric: word error rate = (substituted + deleted + inserted) / words of the reference, over all
clips together, not averaged over them. Levenshtein, 1966; agrees with jiwer 4.0.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from num2words import num2words

HESITATIONS = frozenset({"uh", "um", "uhm", "er", "erm", "ah", "hm", "hmm", "mm", "mhm"})

SAME = {
    "mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint", "ok": "okay", "alright": "all right",
    "yknow": "you know", "metres": "meters", "cannot": "can not",
}  # fmt: skip
"""Spellings of one spoken word."""


@dataclass(frozen=True, slots=True)
class Errors:
    """What went wrong in some clips."""

    wrong: int
    """Words substituted, deleted or inserted."""

    words: int
    """Words of the reference."""

    @property
    def rate(self) -> float:
        """Word error rate; above 1 where more was invented than said."""
        return self.wrong / max(self.words, 1)

    def __add__(self, other: "Errors") -> "Errors":
        return Errors(self.wrong + other.wrong, self.words + other.words)


def errors(reference: str, hypothesis: str) -> Errors:
    """Align two texts and count."""
    said, heard = normal(reference), normal(hypothesis)
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, 1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(heard, 1):
            best = min(row[j] + 1, row[j - 1] + 1, diagonal + (word != other))
            diagonal, row[j] = row[j], best
    return Errors(row[-1], len(said))


def normal(text: str) -> list[str]:
    """Return the words of `text` as they are compared."""
    text = text.casefold().replace("’", "'").replace("&", " and ")
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    text = re.sub(r"(\d+)(st|nd|rd|th)?\b", _spoken, text)
    words = re.sub(r"[^\w']+", " ", text).replace("'", "").split()
    words = " ".join(SAME.get(word, word) for word in words if word not in HESITATIONS)
    return words.split()


def interval(clips: Sequence[Errors], *, seed: int = 7, rounds: int = 2000) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the rate over clips, which are drawn with replacement."""
    if not clips:
        return 0.0, 0.0
    wrong, words = (np.array([getattr(c, part) for c in clips]) for part in ("wrong", "words"))
    drawn = np.random.default_rng(seed).integers(0, len(clips), (rounds, len(clips)))
    rates = wrong[drawn].sum(axis=1) / np.maximum(words[drawn].sum(axis=1), 1)
    low, high = np.quantile(rates, [0.025, 0.975])
    return float(low), float(high)


def _spoken(match: re.Match[str]) -> str:
    number = int(match[1])
    if match[2]:
        return num2words(number, to="ordinal")
    year = len(match[1]) == 4 and 1100 <= number <= 2099
    return num2words(number, to="year" if year else "cardinal")
