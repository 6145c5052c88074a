"""Are feelings read from words? Our rated sentences, GoEmotions and EmoBank, beside a lexicon and frozen meanings.

Conventions: emotions are sets (SemEval-2018 E-c): F1 of each label, their mean (macro), F1 over all (micro), and
Jaccard, the mean of |found and wanted| / |found or wanted|; "chief" is the share whose one category is right.
Intensity is Spearman's rank correlation, 0 for neutral; valence, arousal and dominance are Pearson's r. What reads
no arousal has a dash there.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lab.evaluation import scores
from lab.evaluation.feeling import sentences
from lab.evaluation.feeling.sentences import Labelled
from lab.evaluation.tables import Figures
from voice_agent.backends import Embedder
from voice_agent.language.feeling import judged, named
from voice_agent.story import Emotion, Feeling

EMOTIONS = tuple(Emotion)

GRIEF = "unspoken grief"
"""The kind of the rated sentences that tell of grief without a word of emotion."""


class Reads(Protocol):
    """Something that reads feelings; an EmotionReader is one."""

    def read(self, texts: Sequence[str]) -> Sequence[Feeling]:
        """One for each."""
        ...


class Nothing:
    """The baseline: whatever is told is neutral."""

    def read(self, texts: Sequence[str]) -> list[Feeling]:
        """Neutral, each."""
        return [Feeling() for _ in texts]


class Lexicon:
    """VADER (Hutto and Gilbert, 2014): a list of words with their valence, and rules for not and very.

    It knows pleasant and unpleasant only; the one is read as joy, the other as sadness, from its authors' own
    threshold of .05 on.
    """

    def __init__(self) -> None:
        """Raises ImportError where the extra `dev` is not installed."""
        from vaderSentiment.vaderSentiment import (  # pyright: ignore[reportMissingTypeStubs]
            SentimentIntensityAnalyzer,
        )

        self._lexicon: Any = SentimentIntensityAnalyzer()

    def read(self, texts: Sequence[str]) -> list[Feeling]:
        """One for each."""
        return [_polar(float(self._lexicon.polarity_scores(text)["compound"])) for text in texts]


def _polar(compound: float) -> Feeling:
    if abs(compound) < 0.05:
        return Feeling(valence=compound)
    chief = Emotion.JOY if compound > 0 else Emotion.SADNESS
    return Feeling(chief, abs(compound), compound)


class Frozen:
    """One linear head on MiniLM's finished meaning, trained on the same sentences (training/emotion_baseline.py)."""

    def __init__(self, folder: Path, embedder: Embedder, thresholds: str = "home") -> None:
        """`folder`: models/emotion; `thresholds`: home or goemotions."""
        with np.load(folder / "frozen.npz") as kept:
            self._head, self._bias = kept["head"], kept["bias"]
            self._thresholds = kept[thresholds]
        self._judge = judged if thresholds == "goemotions" else named
        self._embedder = embedder

    def read(self, texts: Sequence[str]) -> list[Feeling]:
        """One for each."""
        out = self._embedder.embed(texts).astype(np.float64) @ self._head + self._bias
        shares = 1 / (1 + np.exp(-out[:, :13]))
        found = list[Feeling]()
        for share, row in zip(shares, out, strict=True):
            chief, also = self._judge(share[:12], self._thresholds)
            intensity = 0.0 if chief is Emotion.NEUTRAL else float(share[12])
            valence, arousal, dominance = (float(value) for value in row[13:])
            found.append(Feeling(chief, intensity, valence, arousal, dominance, also))
        return found


@dataclass(frozen=True, slots=True)
class Contestant:
    """A reader under its name in the table."""

    name: str
    reader: Reads
    everywhere: Reads | None = None
    """The same with thresholds for GoEmotions' sentences, where it has them."""

    affect: bool = True
    """Does it read arousal and dominance too?"""


def evaluate(
    readers: Sequence[Contestant], rated: Path, data: Path | None, *, seed: int = 0
) -> list[Figures]:
    """Measure `readers` on `rated`, and on the sets in `data` where it is given. The last reader is ours.

    The first of the returned holds the others for the JSON; the last is what it takes.
    """
    told = sentences.rated(rated)
    notes = [
        "neutral: share of neutral sentences called neutral; grief: share of grief told without emotion words that "
        "is called sadness; ρ: intensity, Spearman.",
        "The rated sentences were written and rated by one hand; no second rater has seen them.",
        "Not measured: voices, elderly narrators, languages other than English.",
    ]
    rows, f1, turns = _sentences(told, readers, seed, at_home=True)
    by_label = {f"{name} rated": each for name, each in f1.items()}
    others = list[Figures]()
    if data is None:
        notes.append(
            "GoEmotions and EmoBank are not here, so only the rated sentences were measured; give their folder "
            "with --data."
        )
    else:
        test = sentences.goemotions(data / "goemotions/test.tsv")
        of_go, f1, read_there = _sentences(test, readers, seed, at_home=False)
        by_label |= {f"{name} GoEm.": each for name, each in f1.items()}
        why = (
            "Thresholds from its own development split, and of ours the upper layers alone: the linear head beside "
            "them was chosen for narrators, who do not speak like this."
        )
        others.append(
            Figures(
                "emotion",
                f"GoEmotions: {len(test)} test sentences",
                of_go,
                seed,
                [why],
                turns=read_there,
            )
        )
        bank = sentences.emobank(data / "emobank/emobank.csv")
        placed = [each for each in bank if each.split == "test"]
        title = f"EmoBank: Pearson's r on {len(placed)} test sentences"
        placed_rows, placed_turns = _places(placed, readers)
        others.append(Figures("emotion", title, placed_rows, seed, turns=placed_turns))
    table = [
        {"F1": str(emotion), **{name: f1[emotion] for name, f1 in by_label.items()}}
        for emotion in EMOTIONS
    ]
    others.append(Figures("emotion", "F1 of each label", table, seed))
    others.append(took(readers[-1], told, seed))
    more = {each.about: list(each.rows) for each in others}
    about = f"Feelings in words: {len(told)} rated sentences of life stories"
    return [Figures("emotion", about, rows, seed, notes, more, turns), *others]


def _sentences(
    wanted: Sequence[Labelled], readers: Sequence[Contestant], seed: int, *, at_home: bool
) -> tuple[
    list[dict[str, Any]], dict[str, Mapping[Emotion, float | None]], list[dict[str, object]]
]:
    """A row for each reader, its F1 of each label, and what it read in each sentence.

    Some columns only `at_home`, with rated sentences.
    """
    texts = [each.text for each in wanted]
    truth = [each.emotions for each in wanted]
    rows = list[dict[str, Any]]()
    by_label = dict[str, Mapping[Emotion, float | None]]()
    turns = list[dict[str, object]]()
    for each in readers:
        reader = each.reader if at_home else (each.everywhere or each.reader)
        found = reader.read(texts)
        got = [heard(feeling) for feeling in found]
        f1 = by_label[each.name] = per_label(got, truth)
        right = [float(f.category is w.category) for f, w in zip(found, wanted, strict=True)]
        turns += [
            {
                "reader": each.name,
                "words": one.text,
                "wanted": sorted(map(str, one.emotions)),
                "found": sorted(map(str, set_)),
                "Jaccard": jaccard(set_, one.emotions),
                "intensity wanted": one.intensity,
                **_numbers(feeling),
            }
            for one, feeling, set_ in zip(wanted, found, got, strict=True)
        ]
        row: dict[str, Any] = {"reader": each.name}
        if at_home:
            row |= {"chief": _mean(right), "95 %": scores.interval(right, seed)}
        row |= {
            "macro F1": _mean([value for value in f1.values() if value is not None]),
            "micro F1": micro(got, truth),
            "Jaccard": _mean([jaccard(g, w) for g, w in zip(got, truth, strict=True)]),
            "neutral": _share(found, wanted, Emotion.NEUTRAL, ""),
        }
        if at_home:
            strength = [one.intensity or 0.0 for one in wanted]
            row["grief"] = _share(found, wanted, Emotion.SADNESS, GRIEF)
            row["ρ"] = spearman([one.intensity for one in found], strength)
        rows.append(row)
    return rows, by_label, turns


def _numbers(feeling: Feeling) -> dict[str, object]:
    return {
        "intensity": feeling.intensity,
        "valence": feeling.valence,
        "arousal": feeling.arousal,
        "dominance": feeling.dominance,
    }


def _places(
    wanted: Sequence[sentences.Placed], readers: Sequence[Contestant]
) -> tuple[list[dict[str, Any]], list[dict[str, object]]]:
    """A row for each reader, and what it read in each sentence."""
    truth = np.array([each.affect for each in wanted])
    rows = list[dict[str, Any]]()
    turns = list[dict[str, object]]()
    for each in readers:
        found = each.reader.read([one.text for one in wanted])
        turns += [
            {
                "reader": each.name,
                "words": one.text,
                "wanted": list(map(float, one.affect)),
                **_numbers(feeling),
            }
            for one, feeling in zip(wanted, found, strict=True)
        ]
        places = np.array([(f.valence, f.arousal, f.dominance) for f in found])
        r = [pearson(places[:, n], truth[:, n]) for n in range(3)]
        if not each.affect:
            r[1:] = [None, None]
        names = ("valence", "arousal", "dominance")
        rows.append({"reader": each.name, **dict(zip(names, r, strict=True))})
    return rows, turns


def took(ours: Contestant, told: Sequence[Labelled], seed: int) -> Figures:
    """How long one utterance takes: each rated sentence alone, and turns of eighty words made of several."""
    texts = [each.text for each in told]
    chance = np.random.default_rng(seed)
    long = [" ".join(chance.choice(texts, 6)) for _ in range(60)]
    ours.reader.read(texts[:3])
    rows = [
        {"utterance": name, "n": len(some), **_times(ours.reader, some)}
        for name, some in (("a sentence", texts), ("a turn of 80 words", long))
    ]
    return Figures("emotion", "What one utterance takes, milliseconds", rows, seed)


def _times(reader: Reads, texts: Sequence[str]) -> dict[str, float]:
    wall, work = list[float](), list[float]()
    for text in texts:
        begun, worked = time.perf_counter(), time.process_time()
        reader.read([text])
        wall.append(1000 * (time.perf_counter() - begun))
        work.append(1000 * (time.process_time() - worked))
    p50, p95 = (float(each) for each in np.percentile(wall, [50, 95]))
    return {
        "p50": p50,
        "p95": p95,
        "CPU p50": float(np.median(work)),
        "CPU p95": float(np.percentile(work, 95)),
    }


# ---- measures


def heard(feeling: Feeling) -> frozenset[Emotion]:
    """All that was heard in it, as a set of labels."""
    return frozenset((feeling.category, *feeling.also))


def jaccard(found: frozenset[Emotion], wanted: frozenset[Emotion]) -> float:
    """0..1."""
    return len(found & wanted) / len(found | wanted)


def micro(found: Sequence[frozenset[Emotion]], wanted: Sequence[frozenset[Emotion]]) -> float:
    """F1 over all labels of all sentences."""
    both = sum(len(f & w) for f, w in zip(found, wanted, strict=True))
    return 2 * both / max(sum(map(len, found)) + sum(map(len, wanted)), 1)


def per_label(
    found: Sequence[frozenset[Emotion]], wanted: Sequence[frozenset[Emotion]]
) -> Mapping[Emotion, float | None]:
    """F1 of each label; None where the data has none of it."""
    out = dict[Emotion, float | None]()
    for emotion in EMOTIONS:
        f = [emotion in each for each in found]
        w = [emotion in each for each in wanted]
        both = sum(a and b for a, b in zip(f, w, strict=True))
        out[emotion] = 2 * both / (sum(f) + sum(w)) if any(w) else None
    return out


def pearson(found: NDArray[np.float64], wanted: NDArray[np.float64]) -> float | None:
    """Return r; None where one of them never changes."""
    a, b = found - found.mean(), wanted - wanted.mean()
    size = float(np.sqrt((a**2).sum() * (b**2).sum()))
    return float((a * b).sum()) / size if size else None


def spearman(found: Sequence[float], wanted: Sequence[float]) -> float | None:
    """Pearson's r of ranks, ties at their mean rank."""
    return pearson(_ranks(np.asarray(found)), _ranks(np.asarray(wanted)))


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[which]


def _share(
    found: Sequence[Feeling], wanted: Sequence[Labelled], category: Emotion, kind: str
) -> float | None:
    """Of the sentences of `category` (and `kind`), how many were called that."""
    right = [
        f.category is category
        for f, w in zip(found, wanted, strict=True)
        if w.category is category and (not kind or w.kind == kind)
    ]
    return _mean(right)


def _mean(values: Sequence[bool | float]) -> float | None:
    return float(np.mean(values)) if values else None
