"""The file we make answers as the float network it was made from, on a small MPNet with weights by chance."""

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from safetensors.torch import save_file
from transformers import MPNetConfig, MPNetModel
from transformers.models.mpnet.modeling_mpnet import MPNetEncoder

from voice_agent.weights import mpnet

PIECES = 60
LAYERS = 4


@pytest.fixture(scope="module")
def network() -> MPNetModel:
    torch.manual_seed(7)
    config = MPNetConfig(
        vocab_size=PIECES,
        hidden_size=64,
        num_hidden_layers=LAYERS,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=mpnet.LONG + 4,
        layer_norm_eps=mpnet.EPSILON,
        initializer_range=0.1,  # large enough that attention and distances matter
        attn_implementation="eager",
    )
    network = MPNetModel(config, add_pooling_layer=False).eval()
    with torch.no_grad():
        for weights in network.parameters():
            if (
                weights.ndim == 1
            ):  # new networks add nothing and stretch nothing: that would hide omissions
                weights += 0.2 * torch.randn_like(weights)
        network.encoder.relative_attention_bias.weight *= 5
    return network


@pytest.fixture(scope="module")
def source(network: MPNetModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mpnet") / "model.safetensors"
    save_file({name: tensor.clone() for name, tensor in network.state_dict().items()}, path)
    return path


def evened(seed: int = 1) -> dict[str, np.ndarray]:
    """By chance, from a third to three: whatever it is, what comes out must be the same."""
    dice = np.random.default_rng(seed)
    widths = {"qkv": 64, "o": 64, "wide": 64, "narrow": 128}
    return {
        f"{layer}.{product}": np.exp(dice.uniform(-1.1, 1.1, width)).astype(np.float16)
        for layer in range(1, LAYERS + 1)
        for product, width in widths.items()
    }


def opened(made: bytes) -> onnxruntime.InferenceSession:
    return onnxruntime.InferenceSession(made, providers=["CPUExecutionProvider"])


@pytest.fixture(scope="module")
def session(source: Path) -> onnxruntime.InferenceSession:
    return opened(mpnet.make(source, evened()))


def nearness(made: np.ndarray, wanted: torch.Tensor) -> float:
    """The smallest cosine of any piece of the text."""
    full = wanted.numpy()
    products = (made * full).sum(-1)
    return float((products / np.linalg.norm(made, axis=-1) / np.linalg.norm(full, axis=-1)).min())


@pytest.mark.parametrize("length", [1, 9, mpnet.LONG])
def test_every_layer_given_out_is_near_the_float_networks(
    network: MPNetModel, session: onnxruntime.InferenceSession, length: int
) -> None:
    ids = np.random.default_rng(length).integers(2, PIECES, (2, length))  # 1 stands for padding
    mask = np.ones_like(ids)
    layers = session.run(["layer_3", "layer_4"], {"input_ids": ids, "attention_mask": mask})
    with torch.no_grad():
        full = network(torch.tensor(ids), torch.tensor(mask), output_hidden_states=True)
    assert nearness(layers[0], full.hidden_states[3]) > 0.995
    assert nearness(layers[1], full.last_hidden_state) > 0.995


def test_padding_changes_nothing_in_a_text(session: onnxruntime.InferenceSession) -> None:
    ids = np.random.default_rng(3).integers(2, PIECES, (1, 12))
    mask = np.ones_like(ids)
    (alone,) = session.run(["layer_4"], {"input_ids": ids, "attention_mask": mask})
    padding = np.ones((1, 5), np.int64)
    padded = {
        "input_ids": np.concatenate([ids, padding], 1),
        "attention_mask": np.concatenate([mask, 0 * padding], 1),
    }
    (with_padding,) = session.run(["layer_4"], padded)
    np.testing.assert_allclose(with_padding[:, :12], alone, atol=1e-5)


def test_every_third_layer_and_the_last_are_given_out(
    session: onnxruntime.InferenceSession,
) -> None:
    assert [given.name for given in session.get_outputs()] == ["layer_3", "layer_4"]
    assert [asked.name for asked in session.get_inputs()] == ["input_ids", "attention_mask"]


def test_distances_fall_where_the_authors_let_them_fall() -> None:
    places = torch.arange(mpnet.LONG)
    theirs = MPNetEncoder.relative_position_bucket(places[None, :] - places[:, None])
    np.testing.assert_array_equal(mpnet.buckets(mpnet.LONG), theirs.numpy())


def test_what_is_far_larger_than_the_rest_is_evened_out(
    network: MPNetModel, tmp_path: Path
) -> None:
    loud = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    every = np.ones(64, np.float16)
    for layer in range(LAYERS):
        stem = f"encoder.layer.{layer}"
        for part in ("weight", "bias"):
            loud[f"{stem}.attention.LayerNorm.{part}"][5] *= 60
        loud[f"{stem}.intermediate.dense.weight"][:, 5] /= 60
    every[5] = 60
    path = tmp_path / "model.safetensors"
    save_file(loud, path)
    there = MPNetModel(network.config, add_pooling_layer=False).eval()
    there.load_state_dict(loud)
    ids = np.random.default_rng(2).integers(2, PIECES, (1, 20))
    given = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    with torch.no_grad():
        full = there(torch.tensor(ids), torch.tensor(np.ones_like(ids))).last_hidden_state
    wide = {f"{layer}.wide": every for layer in range(1, LAYERS + 1)}
    as_it_is = {name: np.ones_like(grid) for name, grid in evened().items()}
    (plain,) = opened(mpnet.make(path, as_it_is)).run(["layer_4"], given)
    (even,) = opened(mpnet.make(path, as_it_is | wide)).run(["layer_4"], given)
    assert 1 - nearness(even, full) < (1 - nearness(plain, full)) / 2


def test_a_text_is_read_alike_whatever_it_is_read_beside(
    session: onnxruntime.InferenceSession,
) -> None:
    ids = np.random.default_rng(4).integers(2, PIECES, (6, 12))
    mask = np.ones_like(ids)
    (together,) = session.run(["layer_4"], {"input_ids": ids, "attention_mask": mask})
    for text in range(6):
        one = {"input_ids": ids[text : text + 1], "attention_mask": mask[:1]}
        (alone,) = session.run(["layer_4"], one)
        np.testing.assert_allclose(together[text], alone[0], atol=1e-4)


def test_weights_are_rounded_to_the_nearest_step_and_zeros_stay_zeros() -> None:
    rounded, scale = mpnet.stepped(np.array([[-2.54, 1.27, 0.011], [0, 0, 0]], np.float32), 127)
    assert rounded.tolist() == [[-127, 64, 1], [0, 0, 0]]  # 63.5 steps: to the even one
    assert scale[0, 0] == pytest.approx(0.02)


def test_no_sum_of_two_products_is_more_than_the_oldest_processors_hold() -> None:
    assert 2 * mpnet.TOP * (2 * mpnet.HALF + 1) < 2**15


@pytest.mark.parametrize("damage", [b"", b"no tensors", b"\x08\0\0\0\0\0\0\0{}      "])
def test_what_is_no_mpnet_is_said(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(damage)
    with pytest.raises(ValueError, match=r"model\.safetensors holds no MPNet"):
        mpnet.make(path, evened())


def test_what_is_evened_otherwise_is_said(source: Path) -> None:
    with pytest.raises(ValueError, match="holds no MPNet"):
        mpnet.make(source)  # evened for the large one
    with pytest.raises(ValueError, match="holds no MPNet"):
        mpnet.make(source, {})


MAKE = """
import hashlib, sys
from pathlib import Path
from voice_agent.weights import mpnet
assert "onnx" not in sys.modules, "onnx is slow to import and must wait until something is made"
import numpy as np
with np.load(sys.argv[2]) as kept:
    print(hashlib.sha256(mpnet.make(Path(sys.argv[1]), dict(kept))).hexdigest())
"""


def test_another_process_makes_the_same_bytes(source: Path, tmp_path: Path) -> None:
    np.savez(tmp_path / "evened.npz", **evened())  # pyright: ignore[reportArgumentType]
    command = [sys.executable, "-c", MAKE, str(source), str(tmp_path / "evened.npz")]
    there = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    assert there == hashlib.sha256(mpnet.make(source, evened())).hexdigest()
