"""A line that says how likely something is, and is drawn towards nothing."""

import torch

from lab.training import logistic


def test_what_tells_apart_is_found_and_what_is_drawn_to_nothing_stays_small() -> None:
    dice = torch.Generator().manual_seed(4)
    rows = torch.randn(400, 3, generator=dice)
    rows[:, 1] = rows[:, 0]
    wanted = (rows[:, 0] + 0.5 > 0).float()
    weights, bias = logistic.fit(rows, wanted, torch.tensor([0.01, 10.0, 0.01]))
    assert ((rows @ weights + bias > 0) == (wanted > 0)).float().mean() > 0.95
    assert weights[0] > 1 and bias > 0
    assert abs(weights[1]) < 0.1 and abs(weights[2]) < 0.5


def test_the_same_lines_are_found_again() -> None:
    rows = torch.randn(60, 2, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    wanted = (rows[:, 0] > 0).double() * 0.9 + 0.05
    found = [logistic.fit(rows, wanted, torch.full((2,), 0.1)) for _ in range(2)]
    assert torch.equal(found[0][0], found[1][0]) and found[0][0].dtype is torch.float64
