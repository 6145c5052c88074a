"""Train the reader of feelings: `python -m voice_agent.training.emotion --data DIR`.

DIR holds goemotions/ and emobank/ (the shared data folder's emotion/). Three layers go on where the frozen
eight-bit MiniLM is halfway; they begin as MiniLM's own upper three and are tuned together with one linear
head: twelve emotions (GoEmotions by the published mapping, and our own tellings), intensity (our tellings),
valence, arousal and dominance (EmoBank; for our tellings a rough guess from the category). Thresholds are chosen
on development sentences only; models/emotion/rated.tsv is never read here.

Reading halfway takes 3 minutes on two cores, once, and is kept in --cache; an epoch takes about one.
"""

import argparse
import json
import math
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f
from transformers import BertModel  # pyright: ignore[reportPrivateImportUsage]

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.emotion import labels
from voice_agent.language.feeling import EMOTIONS
from voice_agent.language.halfway import Halfway
from voice_agent.resources import resource
from voice_agent.story import Emotion
from voice_agent.training.tellings import Telling, tellings

LAYERS = 3
EPOCHS = 2
RATE = 1.5e-4
"""Of the layers; the head learns ten times as fast."""

PLAIN = 0.95
"""Share of neutral tellings that must stay neutral: comfort for a story about a bus is an insult."""

TOKENS = 4096
"""Word pieces in a batch."""

OFTEN = 5
"""How often our own tellings come by in an epoch: they are few, and they are what it is for."""

MOST = 2500
"""Sentences of one emotion that GoEmotions shows: joy, anger and neutral are most of it and say little new."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """Sentences read halfway, and what is to be said of each; NaN where nothing is known."""

    hidden: NDArray[np.float16]
    """All word pieces in a row, (pieces, 384)."""

    begins: NDArray[np.int64]
    """Where each sentence begins in `hidden`, and the end: (sentences + 1,)."""

    emotions: NDArray[np.float32]
    """(sentences, 12)."""

    intensity: NDArray[np.float32]
    """(sentences,)."""

    affect: NDArray[np.float32]
    """(sentences, 3)."""

    sure: NDArray[np.float32]
    """How much `affect` counts, (sentences,)."""

    def only(self, places: NDArray[np.bool_]) -> "Lesson":
        """Some of the sentences."""
        chosen = np.flatnonzero(places)
        rows = [self.hidden[self.begins[n] : self.begins[n + 1]] for n in chosen]
        begins = np.cumsum([0, *(len(row) for row in rows)])
        return Lesson(
            np.concatenate(rows),
            begins,
            self.emotions[places],
            self.intensity[places],
            self.affect[places],
            self.sure[places],
        )


class Upper(torch.nn.Module):
    """The upper layers and the head, as they are trained."""

    def __init__(self, minilm: Path) -> None:
        """Begin with MiniLM's own."""
        super().__init__()
        whole: Any = BertModel.from_pretrained(
            minilm,
            local_files_only=True,
            add_pooling_layer=False,
            hidden_act="gelu_pytorch_tanh",
            attn_implementation="eager",
        )
        self.layers = torch.nn.ModuleList(list(whole.encoder.layer)[-LAYERS:])
        size = int(whole.config.hidden_size)
        self.drop = torch.nn.Dropout(0.2)
        self.head = torch.nn.Linear(size * (LAYERS + 1), len(EMOTIONS) + 4)

    def forward(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """`hidden` (n, pieces, size), `mask` (n, pieces) of 0 and 1; returns (n, 16)."""
        shares = (mask / mask.sum(dim=1, keepdim=True)).unsqueeze(-1)
        aside = (1 - mask)[:, None, None, :] * -1e9
        means = [(hidden * shares).sum(dim=1)]
        for layer in self.layers:
            found = layer(hidden, attention_mask=aside)
            hidden = found[0] if isinstance(found, tuple) else found
            means.append((hidden * shares).sum(dim=1))
        return self.head(self.drop(torch.cat(means, dim=1)))


def _padded(lesson: Lesson, group: NDArray[np.int64]) -> tuple[torch.Tensor, torch.Tensor]:
    longest = int((lesson.begins[group + 1] - lesson.begins[group]).max())
    hidden = np.zeros((len(group), longest, lesson.hidden.shape[1]), np.float32)
    mask = np.zeros((len(group), longest), np.float32)
    for row, place in enumerate(group):
        piece = lesson.hidden[lesson.begins[place] : lesson.begins[place + 1]]
        hidden[row, : len(piece)] = piece
        mask[row, : len(piece)] = 1
    return torch.from_numpy(hidden), torch.from_numpy(mask)


def loss(out: torch.Tensor, lesson: Lesson, places: NDArray[np.int64]) -> torch.Tensor:
    """How far `out` (n, 16) is from what is known of the sentences at `places`."""
    emotions = torch.from_numpy(lesson.emotions[places])
    known = ~torch.isnan(emotions[:, 0])
    whole = out.sum() * 0
    if bool(known.any()):
        whole = whole + f.binary_cross_entropy_with_logits(out[known, :12], emotions[known])
    intensity = torch.from_numpy(lesson.intensity[places])
    rated = ~torch.isnan(intensity)
    if bool(rated.any()):
        found = torch.sigmoid(out[rated, 12])
        whole = whole + f.mse_loss(found, intensity[rated]) * rated.float().mean()
    affect = torch.from_numpy(lesson.affect[places])
    sure = torch.from_numpy(lesson.sure[places])
    placed = sure > 0
    if bool(placed.any()):
        away = ((out[placed, 13:] - affect[placed]) ** 2).mean(dim=1) * sure[placed]
        whole = whole + 8 * away.sum() / len(places)  # EmoBank's spread is a sixth of its scale
    return whole


def train(
    model: Upper,
    lessons: Sequence[Lesson],
    *,
    epochs: int,
    seed: int,
    kept: Path | None = None,
    patience: float = math.inf,
) -> bool:
    """Teach `model`; says how it goes. False: `patience` seconds were over, `kept` holds how far it came."""
    groups = [
        {"params": list(model.layers.parameters()), "lr": RATE, "most": RATE},
        {"params": list(model.head.parameters()), "lr": 10 * RATE, "most": 10 * RATE},
    ]
    way = torch.optim.AdamW(groups, weight_decay=0.01)
    plan = [
        p for epoch in range(epochs) for p in _plan(lessons, np.random.default_rng(seed + epoch))
    ]
    first = 0
    if kept is not None and kept.is_file():
        before = torch.load(kept, weights_only=True)
        model.load_state_dict(before["model"])
        way.load_state_dict(before["way"])
        first = int(before["step"])
    model.train()
    began, losses = time.monotonic(), list[float]()
    for step in range(first, len(plan)):
        number, places = plan[step]
        done = step / len(plan)
        for group in way.param_groups:
            group["lr"] = group["most"] * min((done + 0.001) / 0.05, (1 - done) / 0.95)
        hidden, mask = _padded(lessons[number], places)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = model(hidden, mask)
        cost = loss(out.float(), lessons[number], places)
        way.zero_grad()
        cost.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        way.step()
        losses.append(cost.item())
        if step % 20 == 19 or step + 1 == len(plan):
            seconds = time.monotonic() - began
            print(
                f"{step + 1}/{len(plan)}: loss {np.mean(losses[-20:]):.4f}, {seconds:.0f} s",
                flush=True,
            )
            if kept is not None and seconds > patience and step + 1 < len(plan):
                so_far = {"model": model.state_dict(), "way": way.state_dict(), "step": step + 1}
                torch.save(so_far, kept)
                return False
    model.eval()
    return True


def _plan(
    lessons: Sequence[Lesson], dice: np.random.Generator
) -> list[tuple[int, NDArray[np.int64]]]:
    """All batches of one epoch in any order: which lesson, and which of its sentences."""
    plan = [(n, group) for n, each in enumerate(lessons) for group in _groups(each, dice)]
    return [plan[int(n)] for n in dice.permutation(len(plan))]


def _groups(lesson: Lesson, dice: np.random.Generator) -> list[NDArray[np.int64]]:
    """Places of like length, TOKENS word pieces at most together."""
    lengths = np.diff(lesson.begins)
    order = np.argsort(lengths + dice.normal(0, 2.0, len(lengths)), kind="stable")
    out = list[NDArray[np.int64]]()
    first, longest = 0, 0
    for last, place in enumerate(order):
        longest = max(longest, int(lengths[place]))
        if longest * (last - first + 1) > TOKENS:
            out.append(order[first:last])
            first, longest = last, int(lengths[place])
    out.append(order[first:])
    return out


def answers(model: Upper, lesson: Lesson) -> NDArray[np.float64]:
    """What `model` says of every sentence: (sentences, 16), emotions and intensity as 0..1."""
    found = np.zeros((len(lesson.begins) - 1, len(EMOTIONS) + 4))
    with torch.inference_mode():
        for places in _groups(lesson, np.random.default_rng(0)):
            out = model(*_padded(lesson, places))
            out[:, :13] = torch.sigmoid(out[:, :13])
            found[places] = out.numpy()
    return found


def quantised(matrix: torch.Tensor) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Eight bits a number and a scale a column; `matrix` (out, in) becomes (in, out)."""
    grid = matrix.detach().numpy().T
    scale = np.maximum(np.abs(grid).max(axis=0), 1e-8) / 127
    return np.round(grid / scale).astype(np.int8), scale.astype(np.float32)


def save(model: Upper, file: Path) -> None:
    """Write layers.npz as language/feeling.py reads it."""
    kept: dict[str, Any] = {"layers": LAYERS}
    for number, layer in enumerate(model.layers):
        parts: Any = layer
        own, put = parts.attention.self, parts.attention.output
        qkv = torch.cat([own.query.weight, own.key.weight, own.value.weight])
        bias = torch.cat([own.query.bias, own.key.bias, own.value.bias])
        matrices = {
            "qkv": (qkv, bias),
            "out": (put.dense.weight, put.dense.bias),
            "wide": (parts.intermediate.dense.weight, parts.intermediate.dense.bias),
            "narrow": (parts.output.dense.weight, parts.output.dense.bias),
        }
        for name, (matrix, vector) in matrices.items():
            kept[f"{number}.{name}"], kept[f"{number}.{name}.scale"] = quantised(matrix)
            kept[f"{number}.{name}_bias"] = vector.detach().numpy().astype(np.float32)
        for name, norm in (("norm", put.LayerNorm), ("last_norm", parts.output.LayerNorm)):
            both = torch.stack([norm.weight, norm.bias])
            kept[f"{number}.{name}"] = both.detach().numpy().astype(np.float32)
    kept["head"] = model.head.weight.detach().numpy().T.astype(np.float32)
    kept["bias"] = model.head.bias.detach().numpy().astype(np.float32)
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **kept)


# ---- lessons


def read_halfway(
    name: str, texts: Sequence[str], reader: Halfway, cache: Path | None
) -> tuple[NDArray[np.float16], NDArray[np.int64]]:
    """Return all word pieces of `texts` in a row and where each begins; from `cache` if they are there."""
    mark = zlib.crc32("\n".join(texts).encode())
    file = cache / f"{name}-{mark:08x}.npz" if cache else None
    if file is not None and file.is_file():
        with np.load(file) as kept:
            return kept["hid"], kept["off"].astype(np.int64)
    rows = [row.astype(np.float16) for row in reader.read(texts)]
    begins = np.cumsum([0, *(len(row) for row in rows)]).astype(np.int64)
    hidden = np.concatenate(rows)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(file, hid=hidden, off=begins)
    return hidden, begins


def lesson(hidden: NDArray[np.float16], begins: NDArray[np.int64]) -> Lesson:
    n = len(begins) - 1
    nothing = np.full(n, np.nan, np.float32)
    return Lesson(
        hidden,
        begins,
        np.full((n, len(EMOTIONS)), np.nan, np.float32),
        nothing.copy(),
        np.zeros((n, 3), np.float32),
        np.zeros(n, np.float32),
    )


def of_labelled(rows: Sequence[labels.Labelled], lesson: Lesson) -> Lesson:
    """Fill in what GoEmotions says."""
    for row, each in enumerate(rows):
        lesson.emotions[row] = [emotion in each.emotions for emotion in EMOTIONS]
    return lesson


def of_placed(rows: Sequence[labels.Placed], lesson: Lesson) -> Lesson:
    """Fill in what EmoBank says."""
    lesson.affect[:] = [each.affect for each in rows]
    lesson.sure[:] = 1
    return lesson


def of_tellings(rows: Sequence[Telling], lesson: Lesson) -> Lesson:
    """Fill in what we wrote, and a rough guess of valence, arousal and dominance."""
    for row, each in enumerate(rows):
        lesson.emotions[row] = [each.category is emotion for emotion in EMOTIONS]
        lesson.intensity[row] = each.intensity
        strength = each.intensity if each.category is not Emotion.NEUTRAL else 1.0
        lesson.affect[row] = [strength * value for value in labels.CENTRES[each.category]]
        lesson.sure[row] = 0.1
    return lesson


# ---- choosing, on development sentences only


def thresholds(said: NDArray[np.float64], wanted: NDArray[np.float32]) -> NDArray[np.float64]:
    """The share from which each emotion counts as heard: where its F1 is best. (12,)"""
    tried = np.linspace(0.05, 0.9, 35)
    out = np.full(len(EMOTIONS), 0.5)
    for n in range(len(EMOTIONS)):
        scores = [_f1(said[:, n] >= each, wanted[:, n] > 0) for each in tried]
        # of a flat top the middle: a development set is small
        best = np.flatnonzero(np.array(scores) >= max(scores) - 0.01)
        out[n] = tried[int(best[len(best) // 2])]
    return out


def at_home(said: NDArray[np.float64], wanted: NDArray[np.float32]) -> NDArray[np.float64]:
    """Thresholds for narrators: one for all, chosen on the tellings kept back, which are too few for twelve.

    The lowest at which PLAIN of the neutral ones stay neutral, or the one that most often names the chief
    emotion where that is higher still. (12,)
    """
    chief = wanted.argmax(axis=1)
    neutral = EMOTIONS.index(Emotion.NEUTRAL)
    best, choice = -1.0, 0.5
    for tried in np.linspace(0.1, 0.9, 81):
        felt = said[:, :neutral] >= tried
        named = np.where(felt.any(axis=1), said[:, :neutral].argmax(axis=1), neutral)
        plain = float((named[chief == neutral] == neutral).mean())
        right = float((named == chief).mean())
        if plain >= PLAIN and right > best:
            best, choice = right, float(tried)
    return np.full(len(EMOTIONS), choice)


def shown(emotions: NDArray[np.float32], dice: np.random.Generator) -> NDArray[np.bool_]:
    """Choose at most MOST sentences of each emotion; one that also has a rarer emotion stays."""
    chance = np.minimum(MOST / np.maximum(emotions.sum(axis=0), 1), 1.0)
    return dice.random(len(emotions)) < (emotions * chance).max(axis=1)


def _f1(found: NDArray[np.bool_], wanted: NDArray[np.bool_]) -> float:
    return float(2 * (found & wanted).sum() / max(found.sum() + wanted.sum(), 1))


def main() -> None:
    """Train, choose thresholds, write models/emotion."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="holds goemotions/ and emobank/")
    parser.add_argument("--cache", type=Path, help="keeps what was read halfway")
    parser.add_argument("--to", type=Path, default=resource("models/emotion"))
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument(
        "--patience", type=float, default=math.inf, help="seconds; go on another time"
    )
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    shelf = house.load(None).weights
    reader = Halfway(weights.find(shelf, "minilm-int8"), threads=2, longest=64)

    def read(name: str, texts: Sequence[str]) -> Lesson:
        return lesson(*read_halfway(name, texts, reader, given.cache))

    go = {
        split: labels.goemotions(given.data / f"goemotions/{split}.tsv")
        for split in ("train", "dev")
    }
    bank = labels.emobank(given.data / "emobank/emobank.csv")
    ours = tellings()
    learn = of_labelled(go["train"], read("train", [each.text for each in go["train"]]))
    choose = of_labelled(go["dev"], read("dev", [each.text for each in go["dev"]]))
    place = of_placed(bank, read("emobank", [each.text for each in bank]))
    tell = of_tellings(ours, read("told", [each.text for each in ours]))
    split = np.array([each.split for each in bank])
    trains = np.array([each.trains for each in ours])
    some = shown(learn.emotions, np.random.default_rng(given.seed))
    model = Upper(weights.find(shelf, "minilm-fp32"))
    lessons = [learn.only(some), place.only(split == "train"), *([tell.only(trains)] * OFTEN)]
    half = given.cache / "half-trained.pt" if given.cache else None
    if not train(
        model, lessons, epochs=given.epochs, seed=given.seed, kept=half, patience=given.patience
    ):
        print(f"not done yet; the same command goes on from {half}")
        return
    save(model, given.to / "layers.npz")
    kept = tell.only(~trains)
    said, told = answers(model, choose), answers(model, kept)
    everywhere = thresholds(said, choose.emotions)
    home = at_home(told, kept.emotions)
    placed = answers(model, place.only(split == "dev"))[:, 13:]
    wanted = place.affect[split == "dev"]
    r = [float(np.corrcoef(placed[:, n], wanted[:, n])[0, 1]) for n in range(3)]
    f1 = [_f1(said[:, n] >= everywhere[n], choose.emotions[:, n] > 0) for n in range(12)]
    print("GoEmotions dev F1:", dict(zip(EMOTIONS, np.round(f1, 3).tolist(), strict=True)))
    print(f"macro {np.mean(f1):.3f}; EmoBank dev r: {np.round(r, 3).tolist()}")
    np.savez(
        given.to / "development.npz",
        said=said,
        told=told,
        wanted=choose.emotions,
        told_wanted=kept.emotions,
    )
    written = {
        "name": f"emotion layers, {time.strftime('%Y-%m-%d', time.gmtime())}",
        "seed": given.seed,
        "epochs": given.epochs,
        "thresholds": dict(zip(EMOTIONS, np.round(home, 3).tolist(), strict=True)),
        "goemotions": dict(zip(EMOTIONS, np.round(everywhere, 3).tolist(), strict=True)),
        "development": {"goemotions_macro_f1": float(np.mean(f1)), "emobank_r": r},
    }
    (given.to / "thresholds.json").write_text(
        json.dumps(written, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
