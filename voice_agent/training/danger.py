"""Train the reader of danger: `python -m voice_agent.training.danger --books DIR --stories DIR --chat DIR --cache DIR`.

The upper three layers of MiniLM are tuned, and end in seven classes: none of these, sadness (0), strong distress (1),
a wish to die (2), intent (3), an emergency (3m), abuse (A). It learns from the cries of several hands beside this file,
from the development halves of tests/interview/labelled, and from calm sentences of old autobiographies, of every
second life history (public domain) and of chit-chat (TIAGE, MIT). In each epoch a line is shown in one of its
renderings: as it stands, as a recogniser might write it, or among calm sentences.

`--further` goes on from the weights of models/danger: the same lines, more of them, and beside them what those
weights took too nearly for a cry: grief, bewilderment and temper (griefs.tsv, tellings.py), and the sentences of the
books, histories and chit-chat above that they read worst. `--further --today` teaches calm talk of today as well
(calm_today.py), in the pieces that the detector reads; what is read worst is then looked for in it, too. It may be run
again and again, each time `--from` what came of the last.

`--without HAND` teaches nothing of one hand and reports how the reader does on it: on words of somebody it never met.
The held-back halves, the later sets, the other life histories and the other autobiographies are not read here.
"""

import argparse
import hashlib
import json
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as f

from voice_agent import labelled, weights
from voice_agent import settings as house
from voice_agent.labelled import Utterance, as_heard
from voice_agent.language.halfway import Halfway
from voice_agent.resources import resource
from voice_agent.story import Emotion
from voice_agent.training import calm_today, cry_patterns
from voice_agent.training.book_sentences import chat, histories, told
from voice_agent.training.emotion_layers import Upper, padded, restore, save, shares
from voice_agent.training.emotion_lessons import Lesson, batches, lesson, read_halfway
from voice_agent.training.steps import halved, steps
from voice_agent.training.tellings import tellings

CLASSES = ("", "0", "1", "2", "3", "3m", "A")
GRAVES = [3, 4, 5, 6]
CALM = frozenset(("ordinary", "idiom", "story", "calm"))

HANDS = {
    "one": "cries.tsv",
    "two": "cries_two.tsv",
    "three": "cries_three.tsv",
    "four": "cries_four.tsv",
}
"""Who wrote which cries, beside this file. The first wrote the patterns and the development halves too."""

BOOKS = ("carnegie", "franklin")
"""Autobiographies whose sentences teach; the others are what thresholds are chosen on."""

CRIES = Path(__file__).with_name(HANDS["one"])

LAYERS = 3
LONGEST = 80
"""Word pieces of a line; what follows does not count."""

EPOCHS = 4
RATE = 1.2e-4
"""Of the layers; the head learns ten times as fast."""

TOKENS = 2048
"""Word pieces in a batch."""

FAMILIES = 10
"""One family in so many teaches nothing."""

HARD = 2.0
"""A calm sentence of ours counts so much more than a cry."""

BOOK = 0.7
"""And a sentence of a book, a history or of chat so much."""

SHOWN = 4
"""Of so many of those sentences one is shown in an epoch."""

SMOOTH = 0.02
"""Share of certainty that is given away: the labels are few hands'."""

SHORT = 22
"""Words of a line that is also shown among calm sentences."""

GRIEFS = Path(__file__).with_name("griefs.tsv")

SOMEHOW = -100
"""Stands for the class of what is no danger, whether sad or not; torch's own mark for "not said"."""

FURTHER = 4
"""Epochs of `--further`."""

SLOWER = 0.8
"""Of the rate, in `--further`."""

WORST = 500
"""Sentences of books, histories and chat that are taught again in `--further`."""

WORST_TODAY = 1000
"""The same with `--today`."""

TODAY = 1.5
"""So much counts a piece of calm talk of today; it may be sad."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something to learn from, or to be judged on, and how it may be rendered."""

    renderings: tuple[str, ...]
    kind: int
    """Its place in CLASSES."""

    counts: float
    hand: str
    """"": a sentence of a book, a history or of chat."""

    teaches: bool


def lines(labels: Path, calm: Sequence[str], without: str) -> list[Line]:
    """Everything there is, families kept together. `calm`: sentences in which nobody cries for help."""
    found: list[Line] = []
    for hand, name in HANDS.items():
        file = Path(__file__).with_name(name)
        families = [[each] for each in labelled.read(file)] if file.is_file() else []
        if hand == "one":
            families += cry_patterns.filled()
            for name in ("safety.tsv", "commands.tsv"):
                families += [[each] for each in labelled.read(labels / name) if not each.held_back]
        for family in families:
            out = cry_patterns.part((each.words for each in family), FAMILIES) == 0
            teaches = hand != without and not (out and not without)
            found += _of(family, hand, teaches, calm)
    for n in range(0, len(calm), SHOWN):
        found.append(Line(tuple(calm[n : n + SHOWN]), 0, BOOK, "", True))
    return found


def hard(calm: Sequence[str], worst: Sequence[int]) -> list[Line]:
    """What `--further` teaches besides: feelings that are no danger, and the sentences at `worst`."""
    found = [
        line
        for each in labelled.read(GRIEFS)
        for line in _of(
            [each], "grief", cry_patterns.part([each.words], FAMILIES) != 0, calm, kind=SOMEHOW
        )
    ]
    found += [
        Line((each.text, as_heard(each.text)), SOMEHOW, 1.0, "told", each.trains)
        for each in tellings()
        if each.category is not Emotion.PESSIMISM  # a veiled wish to die may be among it
    ]
    return found + [Line((calm[n],), SOMEHOW, HARD, "", True) for n in worst]


def of_today() -> list[Line]:
    """Calm talk of today, in the pieces that the detector reads."""
    read = (each for turn in calm_today.turns(teaches=True) for each in calm_today.as_read(turn))
    return [Line(each, SOMEHOW, TODAY, "today", True) for each in read]


def _of(
    family: Sequence[Utterance],
    hand: str,
    teaches: bool,
    calm: Sequence[str],
    *,
    kind: int | None = None,
) -> list[Line]:
    if kind is None:
        kind = CLASSES.index(family[0].label) if family[0].label in CLASSES else 0
    counts = HARD if family[0].label in CALM else 1.0
    if len(family) > 1:  # fillings of a pattern, every second one as heard
        return [
            Line(tuple(each.words for each in family[n : n + 2]), kind, counts, hand, teaches)
            for n in range(0, len(family), 2)
        ]
    words = family[0].words
    renderings = [words, as_heard(words)]
    if len(words.split()) <= SHORT and calm:
        dice = np.random.default_rng(int.from_bytes(hashlib.sha256(words.encode()).digest()[:4]))
        before, after = (calm[int(n)] for n in dice.integers(len(calm), size=2))
        renderings.append((f"{words} {after}", f"{before} {words}")[int(dice.integers(2))])
    return [Line(tuple(renderings), kind, counts, hand, teaches)]


def train(
    model: Upper,
    read: Lesson,
    shown: Sequence[NDArray[np.int64]],
    kinds: NDArray[np.int64],
    counts: NDArray[np.float32],
    *,
    kept: Path,
    patience: float,
    rate: float = RATE,
) -> bool:
    """Teach `model`; `shown`: places of what is shown, an epoch each. False: `patience` is over, `kept` goes on."""
    plan: list[NDArray[np.int64]] = []
    for number, places in enumerate(shown):
        dice = np.random.default_rng(number)
        ends = np.cumsum(np.diff(read.begins)[places])
        these = lesson(read.hidden[:0], np.concatenate([[0], ends]))  # how long they are is enough
        some = [places[each] for each in batches(these, dice, TOKENS)]
        plan += [some[int(n)] for n in dice.permutation(len(some))]

    def loss(places: NDArray[np.int64]) -> torch.Tensor:
        with halved():
            out = model(*padded(read, places)).float()
        wanted, share = torch.from_numpy(kinds[places]), torch.from_numpy(counts[places])
        which = f.cross_entropy(out, wanted, reduction="none", label_smoothing=SMOOTH)
        grave = (wanted >= GRAVES[0]).float()
        any_at_all = f.binary_cross_entropy_with_logits(danger(out), grave, reduction="none")
        return ((which + any_at_all) * share).sum() / share.sum()

    return steps(model, plan, loss, rate=rate, decay=0.02, warm=0.06, kept=kept, patience=patience)


def danger(out: torch.Tensor) -> torch.Tensor:
    """Log odds of any danger at all."""
    return torch.logsumexp(out[:, GRAVES[0] :], dim=1) - torch.logsumexp(out[:, : GRAVES[0]], dim=1)


def epochs(
    said: Sequence[Line], begins: NDArray[np.int64], seed: int, many: int = EPOCHS
) -> list[NDArray[np.int64]]:
    """For each epoch, the places of the renderings that are shown: one of every line that teaches."""
    shown: list[NDArray[np.int64]] = []
    order = np.random.default_rng(seed)
    starts = [order.integers(len(each.renderings)) for each in said]
    for epoch in range(many):
        places = [
            begins[n] + (starts[n] + epoch) % len(each.renderings)
            for n, each in enumerate(said)
            if each.teaches
        ]
        shown.append(np.array(places, np.int64))
    return shown


def worst(model: Upper, calm: Sequence[str], read: Lesson, kept: Path, many: int) -> list[int]:
    """Places in `calm` of what `model` takes most nearly for danger; from `kept` if they are there."""
    if kept.is_file():
        return [int(n) for n in np.load(kept)]
    with halved():
        sure = shares(model, read)[:, GRAVES].sum(axis=1)
    found = np.argsort(-sure)[:many]
    print(f"{len(calm)} calm sentences; the last of the worst {sure[found[-1]]:.3f}", flush=True)
    np.save(kept, found)
    return [int(n) for n in found]


def report(said: Sequence[Line], found: NDArray[np.float64]) -> None:
    """How lines that teach nothing are read as they stand, by the share of any danger at all."""
    kinds = np.array([each.kind for each in said])
    sure = found[:, GRAVES].sum(axis=1)
    calm = sure[~np.isin(kinds, GRAVES)]
    for bar in (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995):
        heard = {
            CLASSES[k]: round(float((sure[kinds == k] >= bar).mean()), 3)
            for k in GRAVES
            if k in kinds
        }
        print(f"{bar:.3f}: heard {heard}; calm {(calm >= bar).sum()} of {len(calm)}")


def _joined(
    parts: Iterable[tuple[NDArray[np.float16], NDArray[np.int64]]],
) -> tuple[NDArray[np.float16], NDArray[np.int64]]:
    rows, ends, pieces = list[NDArray[np.float16]](), [np.zeros(1, np.int64)], 0
    for hidden, begins in parts:
        rows.append(hidden)
        ends.append(begins[1:] + pieces)
        pieces += len(hidden)
    return np.concatenate(rows), np.concatenate(ends)


def main() -> None:
    """Train, report, write models/danger."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--books", type=Path, required=True)
    parser.add_argument("--stories", type=Path, required=True, help="life histories, one a file")
    parser.add_argument("--chat", type=Path, required=True, help="TIAGE's folder")
    parser.add_argument("--labels", type=Path, default=resource("tests/interview/labelled"))
    parser.add_argument("--cache", type=Path, required=True, help="keeps what was read already")
    parser.add_argument("--to", type=Path, default=resource("models/danger"))
    parser.add_argument("--without", choices=list(HANDS), default="", help="teach nothing of it")
    parser.add_argument("--further", action="store_true", help="go on from --from")
    parser.add_argument("--today", action="store_true", help="teach calm talk of today, too")
    parser.add_argument(
        "--from", dest="begun", type=Path, default=resource("models/danger"), metavar="FOLDER"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--patience", type=float, default=math.inf, help="seconds; go on another time"
    )
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    began = time.monotonic()
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    shelf = house.load(None).weights
    calm = [*told(given.books, BOOKS), *histories(given.stories), *chat(given.chat)]
    said = lines(given.labels, calm, given.without)
    reader = Halfway(
        weights.find(shelf, "minilm-int8"),
        threads=given.threads,
        longest=LONGEST,
        layers=6 - LAYERS,
    )
    model = Upper(weights.find(shelf, "minilm-fp32"), outputs=len(CLASSES), layers=LAYERS)

    def halfway(*parts: Sequence[str]) -> Lesson:
        # each part by itself: what was read before need not be read again
        return lesson(
            *_joined(read_halfway("danger", each, reader, given.cache) for each in parts if each)
        )

    parts, seen = [said], ""
    if given.further:
        begun = given.begun / "layers.npz"
        restore(model, begun)
        parts.append(of_today() if given.today else [])
        today = [each for line in parts[1] for each in line.renderings]
        mined = [*calm, *today]
        seen = hashlib.sha256(begun.read_bytes() + "\n".join(mined).encode()).hexdigest()[:8]
        kept = given.cache / f"worst-{seen}.npy"
        many = WORST_TODAY if given.today else WORST
        parts.append(hard(mined, worst(model, mined, halfway(calm, today), kept, many)))
    read = halfway(*([each for line in part for each in line.renderings] for part in parts))
    said = [line for part in parts for line in part]
    texts = [each for line in said for each in line.renderings]
    begins = np.cumsum([0, *(len(line.renderings) for line in said)])
    kinds = np.array([line.kind for line in said for _ in line.renderings])
    counts = np.array([line.counts for line in said for _ in line.renderings], np.float32)
    print(f"{sum(line.teaches for line in said)} of {len(said)} lines teach", flush=True)
    mark = hashlib.sha256(
        "\n".join([*texts, given.without, "further" * given.further, seen]).encode()
    ).hexdigest()[:8]
    done = train(
        model,
        read,
        epochs(said, begins, given.seed, FURTHER if given.further else EPOCHS),
        kinds,
        counts,
        kept=given.cache / f"half-{mark}-{given.seed}.pt",
        patience=given.patience - (time.monotonic() - began),
        rate=RATE * SLOWER if given.further else RATE,
    )
    if not done:
        print("not done yet; the same command goes on")
        return
    save(model, given.to / "layers.npz")
    restore(model, given.to / "layers.npz")  # as exact as eight bits are
    rest = [n for n, line in enumerate(said) if not line.teaches]
    as_it_stands = np.zeros(len(texts), np.bool_)
    as_it_stands[begins[:-1][rest]] = True
    found = shares(model, read.only(as_it_stands))
    for somehow in (False, True):
        some = [row for row, n in enumerate(rest) if (said[n].kind == SOMEHOW) is somehow]
        if some:
            report([said[rest[row]] for row in some], found[some])
    agrees = json.loads((resource("models/danger") / "classes.json").read_text("utf-8"))["agrees"]
    table = json.dumps({"classes": CLASSES, "agrees": agrees})
    (given.to / "classes.json").write_text(table + "\n", "utf-8")


if __name__ == "__main__":
    main()
