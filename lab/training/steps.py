"""Steps of gradient that can be broken off and gone on with another time: for the layers of feelings and of danger."""

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
import torch

from lab.training.emotion_layers import Upper

T = TypeVar("T")


def halved() -> torch.autocast:
    """Numbers of half the length where the processor itself multiplies them; elsewhere they cost ten times the time.

    One layer, 64 texts of 50 pieces, forward and back, on an AVX2 processor: 13 s a step with them, 1.2 s without (2026-11-23).
    """
    try:
        able = "bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        able = False
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=able)


def steps(
    model: Upper,
    plan: Sequence[T],
    loss: Callable[[T], torch.Tensor],
    *,
    rate: float,
    decay: float,
    warm: float,
    kept: Path | None = None,
    patience: float = math.inf,
) -> bool:
    """Teach `model`, one step for each of `plan`; says how it goes.

    `rate` is that of the layers and of what a model has besides, the head learns ten times as fast; it rises over the first share `warm` of all steps
    and then falls to nothing. `decay` is the weight decay. False: `patience` seconds were over, and `kept` holds how
    far it came; the same call goes on from there.
    """
    named = list(model.named_parameters())
    groups = [
        {
            "params": [each for name, each in named if not name.startswith("head.")],
            "lr": rate,
            "most": rate,
        },
        {"params": list(model.head.parameters()), "lr": 10 * rate, "most": 10 * rate},
    ]
    way = torch.optim.AdamW(groups, weight_decay=decay)
    first = 0
    if kept is not None and kept.is_file():
        before = torch.load(kept, weights_only=True)
        model.load_state_dict(before["model"])
        way.load_state_dict(before["way"])
        first = int(before["step"])
    model.train()
    began, losses = time.monotonic(), list[float]()
    for step in range(first, len(plan)):
        done = step / len(plan)
        for group in way.param_groups:
            group["lr"] = group["most"] * min((done + 0.001) / warm, (1 - done) / (1 - warm))
        cost = loss(plan[step])
        way.zero_grad()
        cost.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        way.step()
        losses.append(cost.item())
        last, seconds = step + 1 == len(plan), time.monotonic() - began
        if step % 20 == 19 or last:
            mean = np.mean(losses[-20:])
            print(f"{step + 1}/{len(plan)}: loss {mean:.4f}, {seconds:.0f} s", flush=True)
        if kept is not None and seconds > patience and not last:
            kept.parent.mkdir(parents=True, exist_ok=True)
            so_far = {"model": model.state_dict(), "way": way.state_dict(), "step": step + 1}
            torch.save(so_far, kept)
            return False
    if kept is not None:
        kept.unlink(missing_ok=True)
    model.eval()
    return True
