"""What feelings change, on scripted narrators: the paper's Figure 3a-b, as a simulation and no more than that.

A narrator carries two numbers, gladness and distress, 0..1. What they speak of pulls at them; what they say is one of
our rated sentences, chosen by where they stand; how they are answered moves them by the rules of `moved`, which are
ours. So the curves cannot show that comfort helps: the rules say so. They show whether feelings are read well enough,
and in time, for the interviewer to do at each turn what the rules reward, and how far it stays from one who
knows every feeling, or how near to one who reads none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from lab.evaluation import scores
from lab.evaluation.feeling import sentences
from lab.evaluation.feeling.emotion import Reads
from lab.evaluation.feeling.sentences import Labelled
from lab.evaluation.tables import Figures
from voice_agent.emotion.bearing import bearing
from voice_agent.emotion.mood import BRIGHT, Mood
from voice_agent.emotion.mood import HEAVY as READ_WELL
from voice_agent.story import AnswerKind, Bearing, Emotion, Feeling

NARRATORS = 60
TURNS = 20

PULLS: Mapping[str, tuple[float, float]] = {
    "plain": (0.0, 0.0),
    "glad": (0.35, 0.0),
    "heavy": (0.0, 0.4),
}
"""What a subject adds to gladness and to distress. Guesses."""

TELLS = 0.4
"""From so much gladness or distress on it shows in what is said."""

KEEPS = 0.9
"""What is left of either after a turn, whatever is answered."""


HEAVY = READ_WELL | {Emotion.PESSIMISM}
"""What a narrator tells in distress, as people rated it, whether or not a model reads it well."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a narrator stands."""

    glad: float = 0.2
    distress: float = 0.1

    @property
    def tells(self) -> frozenset[Emotion]:
        """What may be heard in what they say next."""
        if self.distress >= max(TELLS, self.glad):
            return HEAVY
        return BRIGHT if self.glad >= TELLS else frozenset((Emotion.NEUTRAL,))


def moved(state: State, told: Labelled, how: Bearing) -> State:
    """Where the narrator stands after `told` was answered `how`. The rules of this simulation.

    Heavy words: heard (an echo or a quiet word of comfort), distress falls by a third and a little gladness
    comes; after three in a row a lighter subject takes half; asked straight on, distress stays. Glad words: met
    warmly, gladness grows; met plainly, it fades; met with comfort, it is spoiled. Plain words: comfort for them
    is a small insult.
    """
    glad, distress = KEEPS * state.glad, KEEPS * state.distress
    comforted = how.answer is not AnswerKind.ASK and how.acknowledge != "acknowledge_warm"
    if told.category in HEAVY:
        if how.topic == "lighter":
            return State(glad + 0.1 * (1 - glad), 0.5 * distress)
        if comforted:
            return State(glad + 0.05 * (1 - glad), 0.67 * distress)
        return State(0.9 * glad, min(1.0, 1.05 * distress))
    if told.category in BRIGHT:
        if how.acknowledge == "acknowledge_warm":
            return State(glad + 0.15 * (1 - glad), 0.85 * distress)
        if comforted:
            return State(0.7 * glad, distress)
        return State(0.9 * glad, 0.95 * distress)
    if comforted:
        return State(0.9 * glad, min(1.0, distress + 0.08))
    return State(glad, 0.95 * distress)


Carries = Callable[[Labelled, Feeling, Mood], Bearing]
"""How the interviewer carries itself: given what was told, what was read in it, and the mood."""


def evaluate(
    readers: Mapping[str, Reads], rated: Path, *, seed: int = 0, narrators: int = NARRATORS
) -> Figures:
    """Let each of `readers` sit through the same evenings, beside nobody's feelings and true ones."""
    said = sentences.rated(rated)
    texts = [each.text for each in said]
    truth = {each.text: Feeling(each.category, each.intensity or 0.0) for each in said}
    read = {
        "no feelings": dict.fromkeys(texts, Feeling()),
        **{name: dict(zip(texts, one.read(texts), strict=True)) for name, one in readers.items()},
        "every feeling known": truth,
    }
    curves = {
        name: np.array([_evening(said, found, seed + n) for n in range(narrators)])
        for name, found in read.items()
    }
    without = curves["no feelings"]
    rows: list[dict[str, Any]] = []
    for name, curve in curves.items():
        late = curve[:, TURNS // 2 :, :].mean(axis=1)
        before = without[:, TURNS // 2 :, :].mean(axis=1)
        rows.append(
            {
                "interviewer": name,
                "evenings": narrators,
                "gladness": float(late[:, 0].mean()),
                "glad 95 %": scores.interval([float(v) for v in late[:, 0]], seed),
                "distress": float(late[:, 1].mean()),
                "distress 95 %": scores.interval([float(v) for v in late[:, 1]], seed),
                "against none": float((late[:, 1] - before[:, 1]).mean()),
            }
        )
    notes = (
        "A simulation: scripted narrators moved by rules we wrote (evaluation/feeling/sympathy.py). It shows whether feelings are "
        "read in time for what the rules reward, not that comfort comforts.",
        f"Means of turns {TURNS // 2 + 1} to {TURNS}; what they say is taken from the rated sentences.",
    )
    drawn = {name: curve.mean(axis=0).round(4).tolist() for name, curve in curves.items()}
    return Figures(
        "emotion --ablation",
        "Affect over turns, with and without feelings (simulated narrators)",
        rows,
        seed,
        notes,
        {"turns": drawn},
        [
            {
                "interviewer": name,
                "evening": n,
                "gladness": evening[:, 0].tolist(),
                "distress": evening[:, 1].tolist(),
            }
            for name, curve in curves.items()
            for n, evening in enumerate(curve)
        ],
    )


def _evening(
    said: Sequence[Labelled], read: Mapping[str, Feeling], seed: int
) -> list[tuple[float, float]]:
    """Gladness and distress after each turn of one evening."""
    chance = Random(seed)
    state, mood = State(), Mood()
    out: list[tuple[float, float]] = []
    subject = "plain"
    how = Bearing()
    for turn in range(TURNS):
        if turn % 3 == 0 or how.topic == "lighter":
            subject = chance.choice(("plain", "plain", "glad", "heavy", "heavy"))
            subject = "plain" if how.topic == "lighter" else subject
        pull = PULLS[subject]
        state = State(min(1.0, state.glad + pull[0]), min(1.0, state.distress + pull[1]))
        strong = max(state.glad, state.distress)
        fit = [each for each in said if each.category in state.tells]
        # of those that fit, one told about as strongly as they feel
        fit.sort(key=lambda each: (abs((each.intensity or 0.0) - strong), each.text))
        told = chance.choice(fit[:25])
        feeling = read[told.text]
        mood = mood.hear(feeling)
        how = bearing(feeling, mood)
        state = moved(state, told, how)
        out.append((state.glad, state.distress))
    return out


# ---- the picture

_WIDE, _HIGH, _EDGE = 340, 220, 40
_COLOURS = ("#8a8a8a", "#c77f2b", "#2f6f9f", "#4f8f4f", "#8f4f7f")


def draw(figures: Figures) -> str:
    """Two panels, gladness and distress over turns, as SVG."""
    turns: Mapping[str, Sequence[Sequence[float]]] = figures.more["turns"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * _WIDE + 60} {_HIGH + 90}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for panel, title in enumerate(("gladness", "distress")):
        left = _EDGE + panel * (_WIDE + 20)
        parts.append(f'<text x="{left}" y="20" font-size="14">{title} after each turn</text>')
        parts += _frame(left)
        for (_, curve), colour in zip(turns.items(), _COLOURS, strict=False):
            points = " ".join(
                f"{_across(left, n):.1f},{_up(values[panel]):.1f}" for n, values in enumerate(curve)
            )
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            )
    for n, (name, colour) in enumerate(zip(turns, _COLOURS, strict=False)):
        x = _EDGE + n * 165
        parts.append(f'<rect x="{x}" y="{_HIGH + 52}" width="14" height="4" fill="{colour}"/>')
        parts.append(f'<text x="{x + 20}" y="{_HIGH + 58}">{name}</text>')
    parts.append(
        f'<text x="{_EDGE}" y="{_HIGH + 80}" fill="#555">A simulation: scripted narrators, moved by rules of ours.'
        "</text></svg>\n"
    )
    return "\n".join(parts)


def _frame(left: int) -> list[str]:
    lines = list[str]()
    for tenth in (0, 2, 4, 6):
        y = _up(tenth / 10)
        lines.append(
            f'<line x1="{left}" x2="{left + _WIDE - 30}" y1="{y}" y2="{y}" stroke="#ddd"/>'
            f'<text x="{left - 22}" y="{y + 4}" fill="#555">.{tenth}</text>'
        )
    for turn in (1, 5, 10, 15, 20):
        lines.append(
            f'<text x="{_across(left, turn - 1) - 4:.0f}" y="{_HIGH + 32}" fill="#555">{turn}</text>'
        )
    return lines


def _across(left: int, turn: int) -> float:
    return left + turn * (_WIDE - 30) / (TURNS - 1)


def _up(value: float) -> float:
    return round(_HIGH + 15 - value * (_HIGH - 20) / 0.8, 1)
