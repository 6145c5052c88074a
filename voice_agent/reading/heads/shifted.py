"""Has somebody just begun to speak of something else? Read from the words and from what they mean.

A linear head on readable measures and on sentence embeddings, trained by lab/training/shift_head.py on TIAGE; its card is
models/shift-head/README.md. It says what has happened, never what should: whether one should go over to something
else is `return_state.py`'s to say, and from one turn nobody can (lab/notes/returning.md).
"""

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.errors import ModelDamaged, ModelMissing

CONTEXT = 3
"""Turns before that are one context."""

NEAR = 5
"""Turns before that are compared one by one."""

SCALE = 8.0
"""Brings parts of unit vectors to the size of the other measures."""

KEPT = 64
"""Texts whose vectors are kept, in memory only."""

_WORD = re.compile(r"[a-z']+")
_STOP = frozenset(
    """
    a an and are as at be been by did do does for from had has have he her him his how i in is it its me my of on or
    our she so that the their them then there they this those to was we were what when where which who why will with
    would you your about could can if not but am u really just very too like well no yes
    """.split()  # noqa: SIM905
)
_ASKS = re.compile(
    r"^(?:do|what|where|how|have|are|so|any|by the way|anyway|who|did|is|can|would|when)\b"
)
_POINTS = re.compile(r"\b(?:it|that|they|them|he|she|this|those)\b")
_POINTS_FIRST = re.compile(r"\b(?:it|that|they|them)\b")
_ANSWERS = re.compile(
    r"^(?:cool|nice|wow|oh|that is|that ?'s|awesome|great|yes|yeah|no|i see|sounds|me too|lol|haha|ok|okay|sure)\b"
)
_SMALL_TALK = re.compile(
    r"\b(?:for a living|hobbies|for fun|favou?rite|do you have any|pets|kids|married|siblings|what do you do|"
    r"where are you from|do you like)\b"
)

MEASURES = (
    "cosine with the turn before", "cosine with the one before that", "cosine with the context", "nearest of five",
    "mean of five", "words shared with the turn before", "with four", "with all", "new words", "share of new words",
    "the turn before asks", "ends asking", "asks", "ends asking itself", "begins like a question",
    "last sentence begins so", "sentences", "length", "length before", "place", "among the first", "says you", "says I",
    "points back", "points back at once", "begins with an answer", "small talk", "cosine where asked",
    "cosine where asking", "words before", "says nothing", "exclaims",
)  # fmt: skip
"""Columns of `measures`, in this order."""


def measures(before: Sequence[str], said: str, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Shape (len(MEASURES),). `vectors`: of `said`, of its context, then of the turns before, latest first."""
    turn, context, older = vectors[0], vectors[1], vectors[2 : 2 + NEAR]
    text, last = said.lower(), before[-1].lower()
    cosines = [float(turn @ each) for each in older]
    mine, theirs = _content(text), _content(last)
    near = set[str]().union(*map(_content, before[-4:]))
    every = set[str]().union(*map(_content, before))
    new = len(mine - every)
    sentences = [each.strip() for each in re.split(r"[.!?]", text) if each.strip()] or [""]
    asked, asks = "?" in last, "?" in text
    values = (
        cosines[0], cosines[1] if len(cosines) > 1 else cosines[0], float(context @ turn), max(cosines),
        float(np.mean(cosines)), len(mine & theirs), len(mine & near), len(mine & every), new,
        new / (len(mine) + 1), asked, last.strip().endswith("?"), asks, text.strip().endswith("?"),
        bool(_ASKS.match(text)), bool(_ASKS.match(sentences[-1])), len(sentences), np.log1p(len(text.split())),
        np.log1p(len(last.split())), min(len(before), 15) / 15, len(before) <= 2, "you" in text.split(),
        " i " in f" {text} ", bool(_POINTS.search(text)), bool(_POINTS_FIRST.search(sentences[0])),
        bool(_ANSWERS.match(text)), bool(_SMALL_TALK.search(text)), asked * cosines[0], asks * cosines[0],
        len(theirs), not mine, "!" in text,
    )  # fmt: skip
    return np.array(values, np.float64)


def meanings(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """What the head reads of the vectors themselves, shape (5 * size,)."""
    turn, context, last = vectors[0], vectors[1], vectors[2]
    return SCALE * np.concatenate(
        [turn * last, np.abs(turn - last), turn, turn * context, context]
    ).astype(np.float64)


def texts(before: Sequence[str], said: str) -> list[str]:
    """What has to be embedded, in the order that `measures` and `meanings` want it."""
    return [said, " ".join(before[-CONTEXT:]), *reversed(before[-NEAR:])]


class ShiftHead:
    """Says how likely a turn begins something else. Safe to call from one thread at a time."""

    def __init__(self, head: Path, embedder: Embedder) -> None:
        """`head`: head.json as the training wrote it. Raises ModelMissing, ModelDamaged."""
        try:
            text = head.read_text(encoding="utf-8")
            self.digest = hashlib.sha256(text.encode()).hexdigest()[:16]
            """Of the file: changes when it is trained anew."""

            table: dict[str, Any] = json.loads(text)
            self.believed = float(table["believed"])
            """Probability from which a shift is believed; chosen on TIAGE's development part."""

            self._mean = np.array(table["mean"], np.float64)
            self._spread = np.array(table["spread"], np.float64)
            self._weights = np.array(table["weights"], np.float64)
            self._bias = float(table["bias"])
        except FileNotFoundError:
            raise ModelMissing(
                f"{head} is missing.", mend="Restore the file from the package."
            ) from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelDamaged(
                f"{head} cannot be read: {error}.", mend="Restore the file from the package."
            ) from None
        self._embedder = embedder
        self._vectors = OrderedDict[str, NDArray[np.float32]]()

    def probability(self, before: Sequence[str], said: str) -> float:
        """0..1. `before`: the turns before, both speakers', the latest last; 0 where there is none."""
        if not before or not said.strip():
            return 0.0
        vectors = self._embedded(texts(before, said))
        told = (measures(before, said, vectors) - self._mean) / self._spread
        at = float(np.concatenate([told, meanings(vectors)]) @ self._weights) + self._bias
        return 1 / (1 + float(np.exp(-at)))

    def __call__(self, before: Sequence[str], said: str) -> bool:
        """Does `said` begin something else than `before`?"""
        return self.probability(before, said) >= self.believed

    def _embedded(self, wanted: Sequence[str]) -> NDArray[np.float32]:
        fresh = [each for each in dict.fromkeys(wanted) if each not in self._vectors]
        for text, vector in zip(fresh, self._embedder.embed(fresh) if fresh else (), strict=True):
            self._vectors[text] = vector
        found = np.stack([self._vectors[each] for each in wanted])
        while len(self._vectors) > KEPT:
            self._vectors.popitem(last=False)
        return found


def _content(text: str) -> set[str]:
    return {word[:5] for word in _WORD.findall(text.lower()) if word not in _STOP and len(word) > 2}
