"""By how much MPNet's activations are evened out before rounding: `python -m lab.training.evening --mpnet DIR`.

For every product of the float network: what goes in at its largest, on every SKIPPED-th line of the teaching files for
wishes and danger, and the largest weight it meets. `weights/mpnet.py` makes the eight-bit network with what is written
here. DIR holds the authors' model.safetensors, config.json and tokenizer.json.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from transformers import MPNetModel  # pyright: ignore[reportPrivateImportUsage]

from lab import utterances
from lab.training import LESSONS
from voice_agent.language.embedding import pieces
from voice_agent.weights.mpnet import EVENED, LONG

SKIPPED = 60

SHARE = 0.6
"""So much of the difference goes from the activations to the weights (the powers sum to 1); of .4 to .7 the nearest
to the float network."""

INPUTS = {
    "qkv": ("attention.attn.q", "attention.attn.k", "attention.attn.v"),
    "o": ("attention.attn.o",),
    "wide": ("intermediate.dense",),
    "narrow": ("output.dense",),
}
"""Products of a layer, and the layers of the network that they stand for."""


def evened(most: NDArray[np.float32], weights: NDArray[np.float32]) -> NDArray[np.float16]:
    """What each of the inputs is divided by: `most` is their largest, `weights` (out, in)."""
    found = most**SHARE / np.abs(weights).max(axis=0) ** (1 - SHARE)
    return (found / found.mean()).astype(np.float16)


def texts() -> list[str]:
    """What the activations are measured on."""
    files = sorted(
        [*LESSONS.glob("wishes_?.tsv"), *LESSONS.glob("cries*.tsv"), *LESSONS.glob("calm_*.tsv")]
    )
    said = [each.words for file in files for each in utterances.read(file)]
    return said[::SKIPPED]


def main() -> None:
    """Measure, and write voice_agent/weights/mpnet_evened.npz."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--mpnet", type=Path, required=True)
    given = parser.parse_args()
    torch.set_num_threads(1)
    model = MPNetModel.from_pretrained(given.mpnet).eval()
    most = dict[str, NDArray[np.float32]]()

    def seen(name: str) -> Callable[..., None]:
        def see(module: torch.nn.Module, inputs: Sequence[torch.Tensor], output: Any) -> None:
            here = inputs[0].abs().amax((0, 1)).numpy()
            most[name] = np.maximum(most.get(name, here), here)

        return see

    layers = {
        name: module
        for name, module in model.named_modules()
        if isinstance(module, torch.nn.Linear) and name.startswith("encoder.layer.")
    }
    for name, module in layers.items():
        module.register_forward_hook(seen(name))
    words = pieces(given.mpnet)
    words.enable_truncation(LONG)
    said = texts()
    with torch.inference_mode():
        for each in said:
            model(torch.tensor([words.encode(each).ids]))
    found = dict[str, NDArray[np.float16]]()
    for number in range(len(model.encoder.layer)):
        for product, names in INPUTS.items():
            inside = [f"encoder.layer.{number}.{name}" for name in names]
            weights = np.concatenate([layers[each].weight.detach().numpy() for each in inside])
            found[f"{number + 1}.{product}"] = evened(most[inside[0]], weights)
    np.savez_compressed(EVENED, **found)  # pyright: ignore[reportArgumentType]
    print(f"{len(said)} lines, {EVENED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
