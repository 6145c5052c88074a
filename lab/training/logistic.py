"""Logistic regression, drawn towards nothing: the same choices give the same line."""

import torch
from torch.nn import functional as f


def fit(
    features: torch.Tensor, wanted: torch.Tensor, drawn: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return weights (features,) and bias (1,) of the line that makes `wanted` (n,), 0..1, likeliest.

    `features`: (n, features), scaled; `drawn`: (features,), how strongly each weight is drawn towards 0.
    """
    weights = torch.zeros(features.shape[1], dtype=features.dtype, requires_grad=True)
    bias = torch.zeros(1, dtype=features.dtype, requires_grad=True)
    way = torch.optim.LBFGS([weights, bias], max_iter=200, line_search_fn="strong_wolfe")

    def cost() -> torch.Tensor:
        way.zero_grad()
        wrong = f.binary_cross_entropy_with_logits(features @ weights + bias, wanted)
        total = wrong + (drawn * weights * weights).sum()
        total.backward()  # pyright: ignore[reportUnknownMemberType]
        return total

    way.step(cost)  # pyright: ignore[reportUnknownMemberType, reportArgumentType]
    return weights.detach(), bias.detach()
