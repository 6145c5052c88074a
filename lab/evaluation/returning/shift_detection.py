"""Has somebody begun to speak of something else? TIAGE's test part, read once and tuned on never.

P, R, F1 and AUC of the shipped head beside simpler ways; every threshold is chosen on the development part.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from lab.evaluation.returning.shift_labels import auc, best, embedded, read, scored
from lab.evaluation.tables import Figures
from voice_agent.backends import Embedder
from voice_agent.reading.heads.shifted import ShiftHead, measures, texts


def figures(folder: Path, embedder: Embedder, head: Path, *, seed: int = 0) -> Figures:
    """Score the head and what it has to beat. `folder`: TIAGE. Raises SettingsError, EngineError."""
    parts = {name: read(folder, name) for name in ("dev", "test")}
    quick = embedded([each for part in parts.values() for each in part], embedder)
    turns = {name: [turn for each in part for turn in each.turns] for name, part in parts.items()}
    wanted = {name: np.array([label for _, _, label in found]) for name, found in turns.items()}
    shipped = ShiftHead(head, quick)
    ways: dict[str, Callable[[Sequence[str], str], float]] = {
        "always": lambda before, said: 1.0,
        "cosine drop": lambda before, said: -_cosine(before, said, quick),
        "shipped head": shipped.probability,
    }
    rows: list[dict[str, object]] = []
    for name, way in ways.items():
        likely = {
            part: np.array([way(before, said) for before, said, _ in found])
            for part, found in turns.items()
        }
        at = shipped.believed if name == "shipped head" else best(wanted["dev"], likely["dev"])
        found = scored(wanted["test"], likely["test"] >= at)
        rows.append(
            {
                "way": name,
                "P": found.precision,
                "R": found.recall,
                "F1": found.f1,
                "AUC": auc(wanted["test"], likely["test"]),
                "F1 on dev": scored(wanted["dev"], likely["dev"] >= at).f1,
            }
        )
    count, shifts = len(wanted["test"]), int((wanted["test"] == 1).sum())
    return Figures(
        "shift detection",
        f"Has somebody begun something else? {count} turns of TIAGE's test part, {shifts} of them shifts",
        rows,
        seed,
        (
            "Thresholds are chosen on the development part, the head is trained on the training part; the test part decides nothing.",
            "Known before: cosine drop F1 .427, 13 hand features .471, with embeddings .534. Wanted: F1 .534.",
            "TIAGE is chit-chat between strangers in writing; nobody in it tells a life.",
        ),
    )


def _cosine(before: Sequence[str], said: str, embedder: Embedder) -> float:
    return float(measures(before, said, embedder.embed(texts(before, said)))[0])
