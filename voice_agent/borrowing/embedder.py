"""An embedder that another computer of the house lends. It must be the very model of this house.

Vectors of another model do not lie where ours do: mixed, every memory would be near to the wrong ones. So three sentences
that we embed ourselves go along with every question, and what comes back for them must be what we have. With every one,
because a server may be given another model while it runs.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.borrowing import trouble
from voice_agent.borrowing.asking import Asking
from voice_agent.borrowing.line import Question
from voice_agent.borrowing.trouble import Trouble

KNOWN = (
    "My mother baked bread every Saturday.",
    "He came home from the war in the spring.",
    "Where did you learn to dance?",
)
"""Nobody's life is in them."""

SAME = 0.99
"""Likeness from which two vectors are one model's: our eight-bit weights keep that to the full ones
(tests/language/test_embedder_contract.py), and another model of the same length has next to none."""

AT_ONCE = 64
"""Texts in one question."""

LONGEST = 150
"""Words of a text that is sent: where a model cuts a longer one off is its server's choice, and an empty one is refused by
many. Both are embedded here."""

Leave = Callable[[], Callable[[str], bool]]
"""Which texts may be sent, as of now: what is kept back is embedded here, by the same model. Blocking; raises nothing."""


def everything() -> Callable[[str], bool]:
    """Nothing is anybody's secret: invented texts."""
    return lambda text: True


class BorrowedEmbedder:
    """Passes the contract of Embedder; safe to call from several threads."""

    def __init__(
        self, asking: Asking, own: Embedder, *, model: str = "", leave: Leave = everything
    ) -> None:
        """`own` embeds where no server does. `model`: as the servers call it; "": their own choice. `leave`: see `Leave`."""
        self._asking, self._own, self._model, self._leave = asking, own, model, leave
        self._known = own.embed(KNOWN)

    @property
    def size(self) -> int:
        """Length of a vector."""
        return self._own.size

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), size), unit rows."""
        rows = np.zeros((len(texts), self.size), np.float32)
        may = self._leave()
        lent = [n for n, text in enumerate(texts) if 0 < len(text.split()) <= LONGEST and may(text)]
        ours = sorted({*range(len(texts))} - {*lent})
        for first in range(0, len(lent), AT_ONCE):
            some = lent[first : first + AT_ONCE]
            rows[some] = self._some([texts[n] for n in some])
        if ours:
            rows[ours] = self._own.embed([texts[n] for n in ours])
        return rows

    def _some(self, texts: Sequence[str]) -> NDArray[np.float32]:
        try:
            return self._asking.ask(self.question(texts), partial(self.read, count=len(texts)))
        except Trouble:
            return self._own.embed(texts)

    def question(self, texts: Sequence[str]) -> Question:
        """What a server is asked: those we know, and `texts`."""
        asked = {"input": [*KNOWN, *texts], "encoding_format": "float"}
        asked |= {"model": self._model} if self._model else {}
        most = 64 * self.size * (len(texts) + len(KNOWN)) + 4096
        return Question("/embeddings", asked, most=most)

    def read(self, body: bytes, where: str, count: int) -> NDArray[np.float32]:
        """The vectors of `count` texts. Raises Trouble, also where another model made them."""
        rows = _rows(body, where, len(KNOWN) + count)
        if rows.shape[1] != self.size or (rows[: len(KNOWN)] * self._known).sum(1).min() < SAME:
            raise trouble.other_model(where)
        return rows[len(KNOWN) :]


def _rows(body: bytes, where: str, count: int) -> NDArray[np.float32]:
    """`count` unit rows, in the order of their numbers."""
    try:
        told = cast(list[dict[str, Any]], json.loads(body)["data"])
        if sorted(each["index"] for each in told) != list(range(count)):
            raise trouble.rubbish(where)
        told.sort(key=lambda each: each["index"])
        with np.errstate(over="ignore"):
            rows = np.asarray([each["embedding"] for each in told], np.float32)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        raise trouble.rubbish(where) from None
    if rows.ndim != 2 or not np.isfinite(rows).all() or np.abs(rows).max(initial=0.0) > 1e6:
        raise trouble.rubbish(where)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if lengths.min() < 1e-6:
        raise trouble.rubbish(where)
    return (rows / lengths).astype(np.float32)
