"""Teach a matrix on what MPNet makes of a text, in whose vectors texts that belong to each other lie near (language/retold.py).

What belongs to what, and the cost of getting it wrong, is the lesson's own: training/retold.py.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from voice_agent.language.mpnet import WIDTH
from voice_agent.language.retold import Turn

TURNED = 256
"""Length of a taught vector."""

RATE, DECAY, HEAT = 1e-3, 0.05, 0.05
FORGOTTEN = 0.65
"""Share of what MPNet says that is left out at each step."""

Step = tuple[int, NDArray[np.int64]]
"""A hand, by its place, and the rows of it that are looked at together."""


def teach(
    hands: Sequence[NDArray[np.float16]],
    plan: Sequence[Step],
    cost: Callable[[torch.Tensor, Step], torch.Tensor],
    *,
    seed: int = 0,
) -> Turn:
    """Learn from what MPNet makes of each hand's texts, (n, WIDTH), step by step.

    `cost` is given the taught vectors of a step's rows, not yet of unit length.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    every = np.concatenate(hands).astype(np.float32)
    mean, spread = every.mean(axis=0), every.std(axis=0) + np.float32(1e-3)
    seen = [torch.from_numpy((each.astype(np.float32) - mean) / spread) for each in hands]
    matrix = torch.nn.Linear(WIDTH, TURNED, bias=False)
    model = torch.nn.Sequential(torch.nn.Dropout(FORGOTTEN), matrix)
    way = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(way, RATE, total_steps=len(plan))
    for place, rows in plan:
        loss = cost(model(seen[place][rows]), (place, rows))
        way.zero_grad()
        loss.backward()
        way.step()
        pace.step()
    return Turn(mean, spread, matrix.weight.detach().numpy().T)
