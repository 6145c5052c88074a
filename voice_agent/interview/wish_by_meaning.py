"""A second opinion on what is asked for: where no rule knows the wording, the meaning of the sentence may.

A linear head on sentence embeddings (models/wishes, trained by training/wishes.py on paraphrases and on calm talk).
It is asked only of a short turn that is a wish or nothing, never of a turn in which somebody else speaks, and never
for what needs a name or a year, or cannot be taken back at once: those are for the rules.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from voice_agent.backends import Embedder
from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.commands import ANSWERS, LONGEST, TOLD, Command, Wish
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


class WishByMeaning:
    """Ask `understood` where `commands.wish` found nothing. Blocking, some 8 ms."""

    def __init__(self, head: Path, embedder: Embedder) -> None:
        """`head`: head.json as the training wrote it. Raises ModelMissing, ModelDamaged."""
        mend = "Restore the file from the package."
        try:
            table: dict[str, Any] = json.loads(head.read_text(encoding="utf-8"))
            self._classes: tuple[str, ...] = tuple(table["classes"])
            self._sure = float(table["sure"])
            self._weights = np.array(table["weights"], np.float32)
            self._bias = np.array(table["bias"], np.float32)
        except FileNotFoundError:
            raise ModelMissing(f"{head} is missing.", mend=mend) from None
        except (OSError, ValueError, KeyError) as error:
            raise ModelDamaged(f"{head} cannot be read: {error}.", mend=mend) from None
        self._embedder = embedder

    def understood(self, said: str) -> Wish | None:
        """Return the wish that `said`, as a whole, means, or None."""
        words = len(said.split())
        if not SHORTEST <= words <= LONGEST or TOLD.search(plain(said)):
            return None
        scores = (self._embedder.embed([said]) @ self._weights + self._bias)[0].astype(np.float64)
        raised = np.exp(scores - scores.max())
        best = int(raised.argmax())
        name = self._classes[best]
        if not name or raised[best] / raised.sum() < self._sure:
            return None
        command = Command(name)
        return None if command in NEVER else Wish(command)
