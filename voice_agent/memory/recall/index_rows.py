"""What is put into the index and found in it: rows, hits, and tables of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One memory in the index."""

    id: str
    words: str
    """What full-text search looks at."""

    body: str
    """The memory as JSON."""

    vector: NDArray[np.float32]
    samples: tuple[tuple[str, NDArray[np.float32]], ...] = ()
    """What might be said, with vectors of length up to 1."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that was found, with the measures."""

    id: str
    body: str
    meaning: float
    """Dot product with the cue."""

    words: float
    """BM25."""

    samples: float
    """Largest dot product with one of its samples."""


UNKNOWN = -1.0
"""The likeness of samples of which none was found."""


@dataclass(slots=True)
class Found:
    """A row as far as it was found by one search and the next."""

    body: str = ""
    meaning: float = 0.0
    words: float = 0.0
    samples: float = UNKNOWN


def schemas(size: int) -> dict[str, Any]:
    """The columns of the two tables, for vectors of `size`, by the table's name."""
    import pyarrow as pa

    vector = pa.list_(pa.float32(), size)
    text = pa.string()
    wanted = {
        "memories": {"id": text, "words": text, "body": text, "vector": vector},
        "samples": {"memory": text, "text": text, "vector": vector},
    }
    return {name: pa.schema(list(columns.items())) for name, columns in wanted.items()}


def as_tables(rows: Sequence[Row], size: int) -> tuple[Any, Any]:
    """The rows as Arrow has them: memories, and samples."""
    import pyarrow as pa

    samples = [(row.id, text, vector) for row in rows for text, vector in row.samples]
    return (
        pa.table(
            {
                "id": [row.id for row in rows],
                "words": [row.words for row in rows],
                "body": [row.body for row in rows],
                "vector": _column([row.vector for row in rows], size),
            }
        ),
        pa.table(
            {
                "memory": pa.array([id for id, _, _ in samples], pa.string()),
                "text": pa.array([text for _, text, _ in samples], pa.string()),
                "vector": _column([vector for _, _, vector in samples], size),
            }
        ),
    )


def _column(vectors: Sequence[NDArray[np.float32]], size: int) -> Any:
    import pyarrow as pa

    flat = np.concatenate(vectors) if vectors else np.zeros(0, np.float32)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat, pa.float32()), size)
