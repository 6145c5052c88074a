"""Train the reader of feelings: `python -m lab.training.emotion --data DIR`.

DIR holds goemotions/ and emobank/ (the shared data folder's emotion/). Three layers go on where the frozen
eight-bit MiniLM is halfway; they begin as MiniLM's own upper three and are tuned together with one linear
head: twelve emotions (GoEmotions by the published mapping, and our own tellings), intensity (our tellings),
valence, arousal and dominance (EmoBank; for our tellings a rough guess from the category). Thresholds are chosen
on development sentences only; lab/labelled/rated.tsv is never read here.

Reading halfway takes 3 minutes on two cores, once, and is kept in --cache; an epoch takes about one.
"""

import argparse
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from lab.evaluation.feeling import sentences
from lab.training.emotion_layers import Upper, answers, padded, pooled, restore, save
from lab.training.emotion_lessons import (
    Lesson,
    batches,
    joined,
    lesson,
    of_labelled,
    of_placed,
    of_tellings,
    read_halfway,
    shown,
)
from lab.training.emotion_thresholds import at_home, beside, f1, how_far, mixed, report, thresholds
from lab.training.steps import halved, steps
from lab.training.tellings import tellings
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.feeling import EMOTIONS
from voice_agent.language.minilm_layers import MiniLMLayers
from voice_agent.resources import resource

EPOCHS = 2
"""Over all sentences."""

HOME_EPOCHS = 5
"""Afterwards, over our own tellings three times each, with HOME of GoEmotions and EmoBank against forgetting."""

HOME = (2500, 1500)
HOME_RATE = 1e-4
RATE = 1.5e-4
"""Of the layers; the head learns ten times as fast."""

OFTEN = 5
"""How often our own tellings come by in an epoch: they are few, and they are what it is for."""


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
    plan = [
        p for epoch in range(epochs) for p in _plan(lessons, np.random.default_rng(seed + epoch))
    ]

    def cost(step: tuple[int, NDArray[np.int64]]) -> torch.Tensor:
        number, places = step
        with halved():
            out = model(*padded(lessons[number], places))
        return loss(out.float(), lessons[number], places)

    return steps(model, plan, cost, rate=rate, decay=0.01, warm=0.05, kept=kept, patience=patience)


def _plan(
    lessons: Sequence[Lesson], dice: np.random.Generator
) -> list[tuple[int, NDArray[np.int64]]]:
    """All batches of one epoch in any order: which lesson, and which of its sentences."""
    plan = [(n, group) for n, each in enumerate(lessons) for group in batches(each, dice)]
    return [plan[int(n)] for n in dice.permutation(len(plan))]


def affect_again(model: Upper, learn: Lesson, choose: Lesson) -> None:
    """Solve for valence, arousal and dominance exactly: ridge regression on what the finished layers say.

    The penalty is chosen on `choose`. Steps of gradient leave them behind the emotions, which are more.
    """
    rows, wanted = pooled(model, learn), learn.affect.astype(np.float64)
    tried, truth = pooled(model, choose), choose.affect.astype(np.float64)
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
    reader = MiniLMLayers(weights.find(shelf, "minilm-int8"), threads=2, longest=64)

    def read(name: str, texts: Sequence[str]) -> Lesson:
        return lesson(*read_halfway(name, texts, reader, given.cache))

    go = {
        split: sentences.goemotions(given.data / f"goemotions/{split}.tsv")
        for split in ("train", "dev")
    }
    bank = sentences.emobank(given.data / "emobank/emobank.csv")
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
    scores = [f1(said[:, n] >= everywhere[n], choose.emotions[:, n] > 0) for n in range(12)]
    print("GoEmotions dev F1:", dict(zip(EMOTIONS, np.round(scores, 3).tolist(), strict=True)))
    print(f"macro {np.mean(scores):.3f}; EmoBank dev r: {np.round(r, 3).tolist()}")
    written = {
        "name": f"emotion layers, {time.strftime('%Y-%m-%d', time.gmtime())}",
        "seed": given.seed,
        "epochs": given.epochs,
        "thresholds": dict(zip(EMOTIONS, np.round(home, 3).tolist(), strict=True)),
        "aside": aside,
        "goemotions": dict(zip(EMOTIONS, np.round(everywhere, 3).tolist(), strict=True)),
        "development": {"goemotions_macro_f1": float(np.mean(scores)), "emobank_r": r},
    }
    (given.to / "thresholds.json").write_text(
        json.dumps(written, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
