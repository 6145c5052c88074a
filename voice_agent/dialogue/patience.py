"""How long this narrator falls silent inside a story, learned from their own pauses and kept.

Pauses in talk are log-normal, in health and in memory disease alike, with wider and longer tails in the
latter (Campione & Véronis 2002; Pastoriza-Domínguez et al. 2021). So a narrator is two numbers, the
mean and spread of log pauses, drawn towards a prior while there is little to go by. Two silences follow
from them. `patience` ends a turn whatever the semantic model thinks: 99 of 100 pauses are shorter.
`settled` is enough where the model is sure, but a story also pauses between finished sentences, so it is
fitted to the pauses the model would have fallen for, within a budget over all pauses.

Where we cut in and the narrator went on, the pause would have been longer than we waited: a censored
observation, counted as "at least". Whoever reports one of the two figures reports the other: the rate of
false cut-ins is worth nothing without the wait after turns that were over (`Pauses.pair`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from statistics import NormalDist, median
from typing import Any, NamedTuple, Self

from voice_agent.dialogue.listening import Pause

SHORTEST_SILENCE_SECONDS = 0.25
"""Seconds. Shorter silences belong to the articulation of words (Goldman-Eisler's convention)."""

QUANTILE = 0.99
"""Share of all pauses that patience outlasts (product.md)."""

BUDGET = 0.01
"""Share of all pauses in which we may cut in. Wanted is 0.02 of pauses never seen; the difference is for

what a fit on a hundred pauses gets wrong (chosen with measuring/cut_ins.py, seeds from 100 on).
"""

SPREAD = 0.6
"""Prior standard deviation of log seconds; 0.62 follows from the shares of hesitant real speech that

exceed 2 and 3 s, 16 % and 5 %."""

CENTRE = 4.0
"""The prior's mean weighs as much as this many pauses: people differ from each other in their usual pause

about as much as one person's pauses do, so it is soon overruled. A guess."""

WIDTH = 12.0
"""The prior's spread weighs as much as this many pauses: in that people differ less. A guess."""

ALIKE = 40.0
"""Pauses after finished sentences are taken for like the narrator's others until this many speak against

it. A guess; less pooling makes `settled` swing by half a second between sessions."""

OUTLYING = 3.0
"""Deviations of log seconds: a kettle fetched is not a pause for thought."""

SOUNDED_FINISHED = 1 / 3
"""Prior share of pauses after which the model is sure. A guess."""

KEPT = 400
"""Pauses remembered; older ones fade out as people change."""

_NORMAL = NormalDist()


class Silence(NamedTuple):
    """One pause as it is remembered. Small and free of words."""

    seconds: float
    sure: bool = False
    """The model was sure that the turn was over, and the words left nothing open."""

    cut: bool = False
    """We cut in after `seconds`: the pause would have been at least that long."""


class Pair(NamedTuple):
    """The two figures that only mean something together."""

    false_cut_in_rate: float
    """Turns that went on after we had judged them over, 0..1."""

    wait: float
    """Median seconds from the last word of a finished turn to our decision."""

    n: int
    """Decisions behind both."""


@dataclass(frozen=True, slots=True)
class Patience:
    """What follows from a narrator's pauses. Seconds."""

    patience: float
    """Silence that ends a turn, whatever the semantic model thinks."""

    settled: float
    """Silence that is enough where the semantic model is sure."""

    n: int = 0
    """Pauses it rests on; 0: the prior alone."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """What is remembered of one narrator, across sessions. A value: every verb returns a new one."""

    silences: tuple[Silence, ...] = ()
    waits: tuple[float, ...] = ()
    """Silence after which turns were judged over and stayed so, seconds."""

    cut_ins: int = 0
    """Turns that were judged over and went on."""

    def hear(self, pauses: Sequence[Pause], sure: float = 0.8) -> Self:
        """Take in the pauses of a turn. `sure` is the probability from which the model is believed."""
        return replace(
            self,
            silences=(*self.silences, *(s for p in pauses if (s := _remember(p, sure))))[-KEPT:],
            cut_ins=self.cut_ins + sum(p.reopened for p in pauses),
        )

    def ended(self, waited: float) -> Self:
        """Take in a turn that was judged over after `waited` seconds of silence, and was over."""
        return replace(self, waits=(*self.waits, round(waited, 2))[-KEPT:])

    def cut_in(self, waited: float, *, sure: bool = True) -> Self:
        """Take in that we began to speak after `waited` seconds and they went on where they were.

        For turns that are on record already and cannot be reopened (`Listener.reopen` does the rest).
        """
        silence = Silence(round(max(waited, SHORTEST_SILENCE_SECONDS), 2), sure, cut=True)
        return replace(self, silences=(*self.silences, silence)[-KEPT:], cut_ins=self.cut_ins + 1)

    @property
    def pair(self) -> Pair | None:
        """False cut-ins and wait, as lived through; None before the first decision."""
        n = len(self.waits) + self.cut_ins
        if not n:
            return None
        return Pair(self.cut_ins / n, median(self.waits) if self.waits else 0.0, n)

    def as_json(self) -> dict[str, Any]:
        """Return a small value of lists and numbers; `from_json` reads it."""
        return {
            "silences": [[s.seconds, int(s.sure), int(s.cut)] for s in self.silences],
            "waits": list(self.waits),
            "cut_ins": self.cut_ins,
        }

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Read what `as_json` wrote. Anything else is a narrator we know nothing of yet."""
        try:
            return cls(
                tuple(
                    Silence(float(seconds), bool(sure), bool(cut))
                    for seconds, sure, cut in value["silences"]
                    if seconds >= SHORTEST_SILENCE_SECONDS
                ),
                tuple(float(w) for w in value["waits"]),
                int(value["cut_ins"]),
            )
        except (KeyError, TypeError, ValueError):
            return cls()


def fit(pauses: Pauses, *, patience: float = 3.0, settled: float = 2.0) -> Patience:
    """Fit both silences, seconds, unclamped. With no pauses the two defaults come back.

    Mean and variance of log pauses are posterior means under a prior whose quantiles are
    the defaults. Cut pauses enter with their expected length, pauses below SHORTEST_SILENCE_SECONDS as
    what must have been there but is not counted; outliers are pulled in to OUTLYING deviations.
    The prior of `settled` is soon the narrator's own pauses at large.
    """
    silences = pauses.silences
    if not silences:
        return Patience(patience, settled)
    prior = log(patience) - _NORMAL.inv_cdf(QUANTILE) * SPREAD
    logs = [(log(s.seconds), s.cut) for s in silences]
    every = _posterior(logs, _Logs(prior, SPREAD), CENTRE, WIDTH)
    sure = [(log(s.seconds), s.cut) for s in silences if s.sure]
    # before anything is known the setting holds
    start = log(settled) - _NORMAL.inv_cdf(1 - _affordable(0, 0)) * SPREAD
    fading = CENTRE / (CENTRE + len(silences))
    expected = _Logs(every.mean + fading * (start - prior), every.spread)
    at_ends = _posterior(sure, expected, ALIKE, ALIKE)
    return Patience(
        patience=every.exceeded_by(1 - QUANTILE),
        settled=at_ends.exceeded_by(_affordable(len(sure), len(silences))),
        n=len(silences),
    )


class _Logs(NamedTuple):
    """A normal distribution of log seconds."""

    mean: float
    spread: float

    def exceeded_by(self, share: float) -> float:
        """Return the seconds that `share` of the pauses above SHORTEST_SILENCE_SECONDS exceed."""
        counted = 1 - _NORMAL.cdf((log(SHORTEST_SILENCE_SECONDS) - self.mean) / self.spread)
        return exp(self.mean + self.spread * _NORMAL.inv_cdf(1 - share * max(counted, 0.01)))

    def above(self, value: float) -> tuple[float, float]:
        """Return the first two moments of what lies above `value`."""
        return self._moments(value, 1 - _NORMAL.cdf((value - self.mean) / self.spread), 1.0)

    def below(self, value: float) -> tuple[float, float]:
        """Return the first two moments of what lies below `value`."""
        return self._moments(value, _NORMAL.cdf((value - self.mean) / self.spread), -1.0)

    def _moments(self, value: float, mass: float, side: float) -> tuple[float, float]:
        a = (value - self.mean) / self.spread
        # far out in a tail the ratio tends to |a|; the division would run out of digits
        ratio = side * _NORMAL.pdf(a) / mass if mass > 1e-12 else a
        first = self.mean + self.spread * ratio
        second = self.mean**2 + self.spread**2 + self.spread * ratio * (value + self.mean)
        return first, second


def _remember(pause: Pause, sure: float) -> Silence | None:
    if pause.seconds < SHORTEST_SILENCE_SECONDS:
        return None
    believed = pause.complete is not None and pause.complete >= sure and not pause.unfinished
    return Silence(round(pause.seconds, 2), believed, pause.cut)


def _affordable(sure: int, among: int) -> float:
    """Return the share of sure pauses we may cut into, so that BUDGET holds over all pauses."""
    share = (sure + WIDTH * SOUNDED_FINISHED) / (among + WIDTH)
    # patience itself lets one in a hundred of the others through
    left = BUDGET - (1 - share) * (1 - QUANTILE) / 2
    return min(max(left / share, 0.005), 0.2)


def _posterior(
    logs: Sequence[tuple[float, bool]], prior: _Logs, centre: float, width: float
) -> _Logs:
    """Return what `prior` becomes in the light of `logs`: log seconds, and whether the pause was cut.

    The prior's mean weighs as much as `centre` pauses, its spread as `width`.
    """
    now = prior
    for _ in range(50):  # expectation-maximisation; settles in ten rounds or so
        n, firsts, seconds = 0.0, 0.0, 0.0
        for raw, cut in logs:
            value = min(
                max(raw, now.mean - OUTLYING * now.spread), now.mean + OUTLYING * now.spread
            )
            first, second = now.above(value) if cut else (value, value * value)
            n, firsts, seconds = n + 1, firsts + first, seconds + second
        missing = _uncounted(now) * n
        first, second = now.below(log(SHORTEST_SILENCE_SECONDS))
        n, firsts, seconds = n + missing, firsts + missing * first, seconds + missing * second
        mean = (centre * prior.mean + firsts) / (centre + n)
        scatter = max(seconds - 2 * mean * firsts + n * mean * mean, 0.0)
        then = now
        now = _Logs(mean, sqrt((width * prior.spread**2 + scatter) / (width + n)))
        if abs(now.mean - then.mean) + abs(now.spread - then.spread) < 1e-4:
            break
    return now


def _uncounted(logs: _Logs) -> float:
    """Return how many pauses below SHORTEST_SILENCE_SECONDS there are for each above, at most one."""
    share = _NORMAL.cdf((log(SHORTEST_SILENCE_SECONDS) - logs.mean) / logs.spread)
    return min(share / max(1 - share, 1e-9), 1.0)
