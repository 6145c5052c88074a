"""Finds reviewed questions for an answer: those that people wrote for the answers most like it.

Vectors as in likeness.py, of layers that were taught which question follows which answer (lab/training/following.py). The
answers' vectors and the questions stand in models/following, with their card. How near a question itself lies says nothing
more once the answers are compared.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.interview.following import FollowUp, bound, context
from voice_agent.language.likeness import Likeness

FOUND = 40
"""Answers whose questions are handed on."""


class Following:
    """Callable as interview.following.Follows. Safe to call from several threads."""

    def __init__(self, folder: Path, minilm: Path, *, threads: int = 1) -> None:
        """`folder`: models/following; `minilm`: MiniLM's. Raises ModelMissing, ModelDamaged, EngineUnavailable."""
        mend = "Restore the file from the package."
        self._reader = Likeness(folder, minilm, threads=threads)
        try:
            kept = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
            self._asks: list[list[FollowUp]] = [
                [
                    FollowUp(ask, 0.0, bound(ask), int(supposes), bool(each["gentle"]))
                    for ask, supposes in each["asks"]
                ]
                for each in kept
            ]
            with np.load(folder / "answers.npz") as vectors:
                small, scale = vectors["answers"], vectors["scale"]
                self._answers = small.astype(np.float32) * scale.astype(np.float32)
        except FileNotFoundError as error:
            raise ModelMissing(f"{error.filename} is missing.", mend=mend) from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ModelDamaged(f"A file in {folder} cannot be read: {error}.", mend=mend) from None
        if self._answers.shape != (len(self._asks), self._reader.size):
            raise ModelDamaged(f"{folder} does not hold a vector for each answer.", mend=mend)
        self._last: tuple[tuple[str, str], Sequence[FollowUp]] | None = None

    def __call__(self, asked: str, said: str) -> Sequence[FollowUp]:
        """Return the questions of the `FOUND` answers most like `said`, the answer to `asked`; the likest first, -1..1."""
        if (last := self._last) is not None and last[0] == (asked, said):
            return last[1]
        (now,) = self._reader.embed([context(asked, said)])
        near = self._answers @ now
        found = tuple(
            replace(one, near=float(near[place]))
            for place in np.argsort(-near, kind="stable")[:FOUND]
            for one in self._asks[place]
        )
        self._last = (asked, said), found
        return found
