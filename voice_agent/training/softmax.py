"""Softmax regression on sentence embeddings, small enough to need no library."""

import numpy as np
from numpy.typing import NDArray


def fit(
    vectors: NDArray[np.float32],
    classes: NDArray[np.int64],
    counts: NDArray[np.float64],
    *,
    of: int,
    penalty: float = 6e-5,
    rounds: int = 800,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return weights (size, of) and bias of a softmax regression into `of` classes, by gradient descent with momentum."""
    rows = vectors.astype(np.float32)
    wanted = np.eye(of, dtype=np.float32)[classes]
    share = (counts / counts.sum()).astype(np.float32)[:, None]
    head = np.zeros((rows.shape[1], of), np.float32)
    bias = np.zeros(of, np.float32)
    pace = np.zeros_like(head), np.zeros_like(bias)
    for _ in range(rounds):
        error = (softmax(rows @ head + bias) - wanted) * share
        pace = (
            0.95 * pace[0] + rows.T @ error + penalty * head,
            0.95 * pace[1] + error.sum(axis=0),
        )
        head -= 2.0 * pace[0]
        bias -= 2.0 * pace[1]
    return head, bias


def softmax(scores: NDArray[np.floating]) -> NDArray[np.floating]:
    """Rows that sum to 1."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)
