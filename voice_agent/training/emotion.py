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
"""Over all sentences."""

HOME_EPOCHS = 5
"""Afterwards, over our own tellings three times each, with HOME of GoEmotions and EmoBank against forgetting."""

HOME = (2500, 1500)
HOME_RATE = 1e-4
RATE = 1.5e-4
"""Of the layers; the head learns ten times as fast."""

PLAIN = 0.93
"""Share of neutral tellings that must stay neutral: comfort for a story about a bus is an insult."""

ALSO = 0.6
"""Share from which an emotion is heard beside the chief one. A guess."""

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


def joined(one: Lesson, other: Lesson) -> Lesson:
    """Both, one after the other."""
    return Lesson(
        np.concatenate([one.hidden, other.hidden]),
        np.concatenate([one.begins, one.begins[-1] + other.begins[1:]]),
        np.concatenate([one.emotions, other.emotions]),
        np.concatenate([one.intensity, other.intensity]),
        np.concatenate([one.affect, other.affect]),
        np.concatenate([one.sure, other.sure]),
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
        return self.head(self.drop(self.means(hidden, mask)))

    def means(self, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """What the head sees: the mean over word pieces, halfway and after each layer."""
        shares = (mask / mask.sum(dim=1, keepdim=True)).unsqueeze(-1)
        aside = (1 - mask)[:, None, None, :] * -1e9
        means = [(hidden * shares).sum(dim=1)]
        for layer in self.layers:
            found = layer(hidden, attention_mask=aside)
            hidden = found[0] if isinstance(found, tuple) else found
            means.append((hidden * shares).sum(dim=1))
        return torch.cat(means, dim=1)


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
    rate: float = RATE,
) -> bool:
    """Teach `model`; says how it goes. False: `patience` seconds were over, `kept` holds how far it came."""
    groups = [
        {"params": list(model.layers.parameters()), "lr": rate, "most": rate},
        {"params": list(model.head.parameters()), "lr": 10 * rate, "most": 10 * rate},
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


def restore(model: Upper, file: Path) -> None:
    """Give `model` the weights that `save` wrote, as exact as eight bits are."""
    with np.load(file) as kept, torch.no_grad():

        def put(to: Any, name: str) -> None:
            rows = kept[name].astype(np.float32)
            if f"{name}.scale" in kept:
                rows = (rows * kept[f"{name}.scale"]).T
            to.copy_(torch.from_numpy(rows.copy()))

        for number, layer in enumerate(model.layers):
            parts: Any = layer
            own, out = parts.attention.self, parts.attention.output
            size = own.query.weight.shape[0]
            qkv, bias = torch.empty(3 * size, size), torch.empty(3 * size)
            put(qkv, f"{number}.qkv")
            put(bias, f"{number}.qkv_bias")
            for one, rows, vector in zip(
                (own.query, own.key, own.value), qkv.chunk(3), bias.chunk(3), strict=True
            ):
                one.weight.copy_(rows)
                one.bias.copy_(vector)
            for one, name in (
                (out.dense, "out"),
                (parts.intermediate.dense, "wide"),
                (parts.output.dense, "narrow"),
            ):
                put(one.weight, f"{number}.{name}")
                put(one.bias, f"{number}.{name}_bias")
            for one, name in ((out.LayerNorm, "norm"), (parts.output.LayerNorm, "last_norm")):
                one.weight.copy_(torch.from_numpy(kept[f"{number}.{name}"][0]))
                one.bias.copy_(torch.from_numpy(kept[f"{number}.{name}"][1]))
        model.head.weight.copy_(torch.from_numpy(kept["head"].T.copy()))
        model.head.bias.copy_(torch.from_numpy(kept["bias"]))


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
    """What language/feeling.py's `named` needs for narrators, chosen on the tellings kept back. (12,)

    One number for all: the share of neutral from which a telling is neutral. Of those that keep PLAIN of the
    neutral ones neutral the one that most often names the chief emotion; ALSO for what is heard beside it.
    """
    chief = wanted.argmax(axis=1)
    neutral = EMOTIONS.index(Emotion.NEUTRAL)
    tried = np.linspace(0.1, 0.9, 81)
    right, plain = np.zeros(len(tried)), np.zeros(len(tried))
    for n, least in enumerate(tried):
        found = _named(said, float(least))
        plain[n] = (found[chief == neutral] == neutral).mean()
        right[n] = (found == chief).mean()
    fit = np.where(plain >= min(PLAIN, plain.max()), right, -1)
    best = np.flatnonzero(fit >= fit.max() - 0.005)
    out = np.full(len(EMOTIONS), ALSO)
    out[neutral] = tried[int(best[len(best) // 2])]
    return out


def beside(file: Path, reader: Halfway, texts: Sequence[str]) -> NDArray[np.float64]:
    """What the head of training/emotion_baseline.py says of `texts`, which must have been trained before. (n, 12)"""
    with np.load(file) as kept:
        logits = reader.both(texts)[1].astype(np.float64) @ kept["head"] + kept["bias"]
    return 1 / (1 + np.exp(-logits[:, :12]))


def mixed(
    said: NDArray[np.float64], steady: NDArray[np.float64], aside: float
) -> NDArray[np.float64]:
    """Mean of the two in log odds, `aside` the weight of `steady`."""
    a, b = (np.clip(each, 1e-6, 1 - 1e-6) for each in (said, steady))
    odds = (1 - aside) * np.log(a / (1 - a)) + aside * np.log(b / (1 - b))
    return 1 / (1 + np.exp(-odds))


def how_far(
    said: NDArray[np.float64], steady: NDArray[np.float64], wanted: NDArray[np.float32]
) -> float:
    """The weight of `steady` with which most tellings kept back are named rightly; of equals the smaller."""
    neutral = EMOTIONS.index(Emotion.NEUTRAL)

    def right(aside: float) -> float:
        both = mixed(said[:, : len(EMOTIONS)], steady, aside)
        found = _named(both, float(at_home(both, wanted)[neutral]))
        return float((found == wanted.argmax(axis=1)).mean())

    return max((0.0, 0.2, 0.4, 0.6, 0.8), key=lambda aside: (right(aside), -aside))


def _named(said: NDArray[np.float64], least: float) -> NDArray[np.int64]:
    neutral = EMOTIONS.index(Emotion.NEUTRAL)
    felt = said[:, :neutral].argmax(axis=1)
    return np.where(said[:, neutral] >= least, neutral, felt)


def affect_again(model: Upper, learn: Lesson, choose: Lesson) -> None:
    """Solve for valence, arousal and dominance exactly: ridge regression on what the finished layers say.

    The penalty is chosen on `choose`. Steps of gradient leave them behind the emotions, which are more.
    """
    rows, wanted = _pooled(model, learn), learn.affect.astype(np.float64)
    tried, truth = _pooled(model, choose), choose.affect.astype(np.float64)
    weight = np.sqrt(learn.sure.astype(np.float64))[:, None]
    middle = (rows * weight**2).sum(axis=0) / (weight**2).sum()
    mean = (wanted * weight**2).sum(axis=0) / (weight**2).sum()
    scaled, aim = (rows - middle) * weight, (wanted - mean) * weight
    best, chosen = -1.0, (np.zeros((rows.shape[1], 3)), mean)
    for penalty in (10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0):
        head = np.linalg.solve(scaled.T @ scaled + penalty * np.eye(rows.shape[1]), scaled.T @ aim)
        bias = mean - middle @ head
        found = tried @ head + bias
        r = float(np.mean([np.corrcoef(found[:, n], truth[:, n])[0, 1] for n in range(3)]))
        if r > best:
            best, chosen = r, (head, bias)
    with torch.no_grad():
        model.head.weight[13:] = torch.from_numpy(chosen[0].T.astype(np.float32))
        model.head.bias[13:] = torch.from_numpy(chosen[1].astype(np.float32))


def _pooled(model: Upper, lesson: Lesson) -> NDArray[np.float64]:
    found = np.zeros((len(lesson.begins) - 1, model.head.in_features))
    with torch.inference_mode():
        for places in _groups(lesson, np.random.default_rng(0)):
            found[places] = model.means(*_padded(lesson, places)).numpy()
    return found


def report(said: NDArray[np.float64], kept: Lesson, least: NDArray[np.float64]) -> None:
    """Print how the tellings kept back are read."""
    chief = kept.emotions.argmax(axis=1)
    neutral = float(least[EMOTIONS.index(Emotion.NEUTRAL)])
    named = _named(said, neutral)
    print(
        f"kept back: {(named == chief).mean():.3f} of {len(chief)} right; neutral from {neutral:.2f} on"
    )
    for n, emotion in enumerate(EMOTIONS):
        mine = chief == n
        print(f"  {emotion:13} {mine.sum():4} {(named[mine] == n).mean():.2f}")


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
    parser.add_argument(
        "--after", type=Path, help="layers.npz of all sentences; only the rest is done"
    )
    parser.add_argument("--home-epochs", type=int, default=HOME_EPOCHS)
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
    first = given.after or (given.cache / "everywhere.npz" if given.cache else None)
    if first is None or not first.is_file():
        if not train(
            model, lessons, epochs=given.epochs, seed=given.seed, kept=half, patience=given.patience
        ):
            print(f"not done yet; the same command goes on from {half}")
            return
        if first is not None:
            save(model, first)
    if first is not None:  # so that it comes to the same whether or not it was done in one go
        restore(model, first)
    dice = np.random.default_rng(given.seed)
    some_go, some_bank = (
        lesson_.only(places & (dice.random(len(places)) < n / places.sum()))
        for lesson_, places, n in zip((learn, place), (some, split == "train"), HOME, strict=True)
    )
    home_lessons = [some_go, some_bank, *([tell.only(trains)] * 3)]
    train(model, home_lessons, epochs=given.home_epochs, seed=given.seed + 100, rate=HOME_RATE)
    model.eval()
    both = joined(place.only(split == "train"), tell.only(trains))
    affect_again(model, both, place.only(split == "dev"))
    save(model, given.to / "layers.npz")
    kept = tell.only(~trains)
    said, told = answers(model, choose), answers(model, kept)
    steady = beside(given.to / "frozen.npz", reader, [e.text for e in ours if not e.trains])
    aside = how_far(told, steady, kept.emotions)
    told[:, :12] = mixed(told[:, :12], steady, aside)
    everywhere = thresholds(said, choose.emotions)
    home = at_home(told, kept.emotions)
    placed = answers(model, place.only(split == "dev"))[:, 13:]
    wanted = place.affect[split == "dev"]
    r = [float(np.corrcoef(placed[:, n], wanted[:, n])[0, 1]) for n in range(3)]
    report(told, kept, home)
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
        "aside": aside,
        "goemotions": dict(zip(EMOTIONS, np.round(everywhere, 3).tolist(), strict=True)),
        "development": {"goemotions_macro_f1": float(np.mean(f1)), "emobank_r": r},
    }
    (given.to / "thresholds.json").write_text(
        json.dumps(written, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
