"""A second opinion on what is asked for: where no rule knows the wording, the meaning of the sentence may.

It is compared with the paraphrases that the rules were written from, and with calm talk that asks for nothing
(models/wishes, made by training/wishes.py). A wish must be nearer to one command than to any other, and nearer than
to calm talk. It is asked only of a short turn, never of one in which somebody else speaks, and never for what needs a
name or a year, or ends the talk at once: those are for the rules.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.commands import ANSWERS, TOLD, Command, Wish
from voice_agent.interview.plain_words import plain

NEVER = ANSWERS | {
    Command.ONLY_FOR,
    Command.TALK_ABOUT,
    Command.WHAT_DID_I_TELL,
    Command.CORRECTION,
    Command.NO_RECIPIENT,
    Command.NO_RECORDING,
    Command.STOP,
}
"""What only the rules decide: it needs to know whom or what, or ends the talk at once."""

SHORTEST = 2
"""Words; of a single word nobody knows what it means."""


LONGEST = 20
"""Words."""

NEAREST = 3
"""Sentences of each kind by which likeness is judged."""


class WishByMeaning:
    """Ask `understood` where `commands.wish` found nothing. Blocking, some 8 ms."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """`folder`: models/wishes. Raises ModelMissing, ModelDamaged."""
        mend = "Restore the file from the package."
        try:
            table: dict[str, Any] = json.loads((folder / "wishes.json").read_text("utf-8"))
            self._classes: tuple[str, ...] = tuple(table["classes"])
            self._sure, self._apart = float(table["sure"]), float(table["apart"])
            with np.load(folder / "sentences.npz") as kept:
                self._vectors = kept["vectors"].astype(np.float32) / 127
                self._kinds = kept["kinds"].astype(np.int64)
        except FileNotFoundError as error:
            raise ModelMissing(f"{error.filename} is missing.", mend=mend) from None
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise ModelDamaged(f"A file in {folder} cannot be read: {error}.", mend=mend) from None
        self._embedder = embedder

    def understood(self, said: str) -> Wish | None:
        """Return the wish that `said`, as a whole, means, or None."""
        words = len(said.split())
        if not SHORTEST <= words <= LONGEST or TOLD.search(plain(said)):
            return None
        near = likeness(
            self._embedder.embed([said]), self._vectors, self._kinds, len(self._classes)
        )[0]
        order = np.argsort(-near[1:]) + 1
        best, other = near[order[0]], near[order[1]]
        if best - near[0] < self._sure or best - other < self._apart:
            return None
        command = Command(self._classes[order[0]])
        return None if command in NEVER else Wish(command)


def likeness(
    said: NDArray[np.float32], vectors: NDArray[np.float32], kinds: NDArray[np.int64], of: int
) -> NDArray[np.float32]:
    """Mean cosine with the NEAREST sentences of each kind; (n, size) and (m, size) in, (n, of) out."""
    cosines = said @ vectors.T
    found = [
        np.sort(cosines[:, kinds == kind], axis=1)[:, -NEAREST:].mean(axis=1) for kind in range(of)
    ]
    return np.stack(found, axis=1)
