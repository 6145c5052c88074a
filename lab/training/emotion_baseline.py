"""Train what the reader of feelings is measured against: one linear head on MiniLM's finished, frozen meaning.

    python -m lab.training.emotion_baseline --data DIR

The same sentences, losses and choice of thresholds as training/emotion.py; three minutes to read, seconds to train.
Only `python -m lab emotion` uses it.
"""

import argparse
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from lab.evaluation.feeling import sentences
from lab.training.emotion import OFTEN, loss
from lab.training.emotion_lessons import Lesson, lesson, of_labelled, of_placed, of_tellings, shown
from lab.training.emotion_thresholds import at_home, thresholds
from lab.training.tellings import tellings
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.language.embedding import MiniLM
from voice_agent.language.feeling import EMOTIONS
from voice_agent.resources import resource

STEPS = 600


def main() -> None:
    """Train it and write models/emotion/frozen.npz."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="holds goemotions/ and emobank/")
    parser.add_argument("--cache", type=Path, help="keeps what was read")
    parser.add_argument("--to", type=Path, default=resource("models/emotion"))
    given = parser.parse_args()
    torch.manual_seed(0)
    embedder = MiniLM(weights.find(house.load(None).weights, "minilm-int8"), threads=2)

    def read(name: str, texts: Sequence[str]) -> Lesson:
        mark = zlib.crc32("\n".join(texts).encode())
        file = given.cache / f"meaning-{name}-{mark:08x}.npy" if given.cache else None
        if file is not None and file.is_file():
            rows: NDArray[np.float16] = np.load(file)
        else:
            rows = embedder.embed(texts).astype(np.float16)
            if file is not None:
                np.save(file, rows)
        return lesson(rows, np.arange(len(texts) + 1))

    go = {
        split: sentences.goemotions(given.data / f"goemotions/{split}.tsv")
        for split in ("train", "dev")
    }
    bank = [e for e in sentences.emobank(given.data / "emobank/emobank.csv") if e.split == "train"]
    ours = tellings()
    trains = np.array([each.trains for each in ours])
    learn = of_labelled(go["train"], read("train", [each.text for each in go["train"]]))
    choose = of_labelled(go["dev"], read("dev", [each.text for each in go["dev"]]))
    place = of_placed(bank, read("emobank", [each.text for each in bank]))
    tell = of_tellings(ours, read("told", [each.text for each in ours]))
    some = shown(learn.emotions, np.random.default_rng(0))
    lessons = [learn.only(some), place, *([tell.only(trains)] * OFTEN)]
    head = torch.nn.Linear(embedder.size, len(EMOTIONS) + 4)
    way = torch.optim.AdamW(head.parameters(), lr=0.05, weight_decay=1e-3)
    known = [(each, torch.from_numpy(each.hidden.astype(np.float32))) for each in lessons]
    cost = torch.zeros(())
    for step in range(STEPS):
        way.param_groups[0]["lr"] = 0.05 * (1 - step / STEPS)
        cost = sum(
            (loss(head(rows), each, np.arange(len(rows))) for each, rows in known),
            torch.zeros(()),
        )
        way.zero_grad()
        cost.backward()
        way.step()

    def says(lesson: Lesson) -> NDArray[np.float64]:
        with torch.inference_mode():
            out = head(torch.from_numpy(lesson.hidden.astype(np.float32)))
            return torch.sigmoid(out[:, :12]).numpy().astype(np.float64)

    kept = tell.only(~trains)
    np.savez_compressed(
        given.to / "frozen.npz",
        head=head.weight.detach().numpy().T.astype(np.float32),
        bias=head.bias.detach().numpy().astype(np.float32),
        home=at_home(says(kept), kept.emotions),
        goemotions=thresholds(says(choose), choose.emotions),
    )
    print(f"written to {given.to / 'frozen.npz'}; loss {cost.item():.4f}")


if __name__ == "__main__":
    main()
