"""Branches beside MPNet's products: what they learn in float, the eight-bit network says as well. On a small MPNet by chance."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from safetensors.torch import save_file
from transformers import MPNetConfig, MPNetModel

from lab.training.upper import FEW, Upper
from voice_agent.language.adapted import BELOW, DEPTH, widened
from voice_agent.weights import mpnet

WIDE = 64


@pytest.fixture(scope="module")
def network() -> MPNetModel:
    torch.manual_seed(7)
    config = MPNetConfig(
        vocab_size=60,
        hidden_size=WIDE,
        num_hidden_layers=DEPTH,
        num_attention_heads=4,
        intermediate_size=2 * WIDE,
        max_position_embeddings=mpnet.LONG + 4,
        layer_norm_eps=mpnet.EPSILON,
        initializer_range=0.1,
        attn_implementation="eager",
    )
    return MPNetModel(config, add_pooling_layer=False).eval()


@pytest.fixture(scope="module")
def evened() -> dict[str, np.ndarray]:
    dice = np.random.default_rng(1)
    widths = {"qkv": WIDE, "o": WIDE, "wide": WIDE, "narrow": 2 * WIDE}
    return {
        f"{layer}.{product}": np.exp(dice.uniform(-1, 1, width)).astype(np.float16)
        for layer in range(1, DEPTH + 1)
        for product, width in widths.items()
    }


@pytest.fixture(scope="module")
def file(
    network: MPNetModel, evened: dict[str, np.ndarray], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    folder = tmp_path_factory.mktemp("mpnet")
    parts = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    save_file(parts, folder / "model.safetensors")
    (folder / "model.onnx").write_bytes(mpnet.make(folder / "model.safetensors", evened))
    return folder / "model.onnx"


def texts(count: int = 5, pieces: int = 11) -> list[np.ndarray]:
    dice = np.random.default_rng(2)
    return [dice.normal(size=(pieces, WIDE)).astype(np.float16) for _ in range(count)]


def through(made: bytes, rows: list[np.ndarray]) -> np.ndarray:
    session = onnxruntime.InferenceSession(made, providers=["CPUExecutionProvider"])
    hidden = np.stack(rows).astype(np.float32)
    mask = np.ones(hidden.shape[:2], np.int64)
    feed = {f"layer_{BELOW}": hidden, "attention_mask": mask}
    (last,) = session.run([f"layer_{DEPTH}"], feed)
    return last.mean(axis=1)


def test_branches_that_have_learned_nothing_change_nothing(network: MPNetModel) -> None:
    torch.manual_seed(0)
    rows = texts()
    model = Upper(network)
    hidden = torch.from_numpy(np.stack(rows).astype(np.float32))
    with torch.inference_mode():
        bias = network.encoder.compute_position_bias(hidden)
        for layer in network.encoder.layer[BELOW:]:
            hidden = layer(hidden, None, bias)[0]
    assert model.said(rows) == pytest.approx(hidden.mean(dim=1).numpy(), abs=0.05)


def test_what_branches_change_in_float_they_change_in_eight_bits(
    network: MPNetModel, evened: dict[str, np.ndarray], file: Path
) -> None:
    torch.manual_seed(0)
    model, rows = Upper(network), texts()
    plain = model.said(rows), through(widened(file, model.added(evened)), rows)
    with torch.no_grad():
        for each in model.branches():
            if each.shape[0] == FEW:
                each.copy_(torch.randn_like(each) * 0.1)
    changed = model.said(rows), through(widened(file, model.added(evened)), rows)
    wanted, made = (changed[place] - plain[place] for place in (0, 1))
    near = (wanted * made).sum(axis=1)
    near /= np.linalg.norm(wanted, axis=1) * np.linalg.norm(made, axis=1)
    assert np.linalg.norm(wanted, axis=1).min() > 0.5
    assert near.min() > 0.95


def test_only_branches_learn_and_they_do(network: MPNetModel) -> None:
    torch.manual_seed(0)
    model, rows = Upper(network).train(), texts(4)
    own = {name: each.clone() for name, each in model.named_parameters() if not each.requires_grad}
    goal = torch.randn(4, WIDE)
    way = torch.optim.Adam(model.branches(), lr=3e-3)
    costs: list[float] = []
    for _ in range(30):
        cost = (model.of(rows) - goal).square().mean()
        way.zero_grad()
        cost.backward()
        way.step()
        costs.append(cost.item())
    assert costs[-1] < 0.7 * costs[0]
    assert all(
        torch.equal(each, own[name]) for name, each in model.named_parameters() if name in own
    )


def test_a_branch_of_no_product_is_refused(file: Path) -> None:
    nothing = np.zeros((WIDE, 1), np.float32), np.zeros((1, WIDE), np.float32)
    with pytest.raises(ValueError, match=r"5\.wide is no product"):
        widened(file, {"5.wide": nothing})
