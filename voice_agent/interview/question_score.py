"""What speaks for and against a question: shares that sum to its score, each with its reason. Pure.

The weights are hand-set and tried on two of the books of `python -m lab interview`; docs/evaluation.md says which.
"""

import random
from collections import Counter
from collections.abc import Iterator

from voice_agent.interview import coverage, growing
from voice_agent.interview.coverage import Reason
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark, near, tired
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Period, Theme, Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.interview.topic_change import leaves
from voice_agent.reading.words import novelty

STAY = 3
"""Questions inside one story before a new scene is opened (product.md: two or three steps)."""

FEWEST = 3
"""Words of an answer that tells nothing at all."""

SHORT = 6
"""An answer of fewer words says little: another way in is offered instead of a third follow-up."""

ONCE = 0.75
"""What is left of the worth of a year, or an age, with each question that named it before. A guess."""

LEAP = 0.3
"""What each part of a life between a story and a question about another time takes from it. A guess."""

BACK = 0.15
"""What each question away from today's topic adds to one that leads back. A guess."""

ASKED_FOR = 0.8
"""What a question of the family's is worth beyond any other: it comes up within three talks."""

_LIGHT = frozenset({Theme.PLAY, Theme.HOME, Theme.FRIENDS, Theme.PLACES})


class QuestionScore:
    """What speaks for and against a question, novelty aside."""

    def __init__(
        self, rules: Rules, progress: Progress, heard: Heard, about: frozenset[str]
    ) -> None:
        self._rules, self._progress, self._heard, self._about = rules, progress, heard, about
        self._weights = rules.choosing.weights
        self.said = heard.text
        self._words = set(heard.text.split())
        self._tired = tired(progress, heard, rules)
        self._dark = dark(heard)
        self._near = near(progress)
        # "They gave me a key." is short and a story; the second such answer running is a sign
        before = progress.tellings.lengths[-2:-1] or (SHORT,)
        words = heard.telling.words
        little = words < SHORT and (before[0] < SHORT or words < FEWEST)
        self._short = little and not heard.telling.tells and not heard.telling.kin
        self._chance = (
            f"{rules.seed} {progress.coverage.cache.sessions} {len(progress.coverage.asked)}"
        )
        asked = progress.coverage.cache.entries.values()
        self._years = Counter(each for entry in asked for each in entry.subjects)

    def reasons(self, candidate: Candidate) -> Iterator[Reason]:
        weights, progress = self._weights, self._progress
        scene = leaves(candidate, self._heard)
        yield Reason("fit", weights.fit * self._fit(candidate), "with what was just said")
        gain = coverage.gained(progress.coverage.cache, candidate)
        yield Reason("coverage", weights.coverage * gain, "of the life so far untold")
        if candidate.worth:
            yield Reason(
                "worth", weights.worth * candidate.worth, candidate.kind or str(candidate.source)
            )
        if candidate.kind in growing.TIMES:
            times = max((self._years[each] for each in candidate.subjects), default=0)
            share = weights.years * ONCE**times
            yield Reason("years", share, "a time of life of which nothing was told")
            leap = far(progress.story.period, candidate.period)
            yield Reason("leap", -LEAP * leap, f"{leap} parts of a life away from what was told")
        step = weights.depth[min(progress.story.depth, STAY)]
        if self._short and progress.story.depth >= 1 and not self._near:
            step = -abs(step) - 0.3  # little came: another way in
        yield Reason(
            "depth", -step if scene else step, f"{progress.story.depth} questions into the story"
        )
        if self._heard.bearing.topic != "on" and self._rules.parts.emotion:
            yield Reason("bearing", -weights.mood if scene else 0.0, self._heard.bearing.reason)
        elif self._dark or self._near:
            yield Reason(
                "mood", -weights.mood if scene else 0.0, "one does not turn away from what is hard"
            )
        if self._tired > 0.3:
            easy = scene and candidate.theme in _LIGHT
            share = (
                weights.tired
                * self._tired
                * (1.0 if easy else -0.5 if candidate.wants is Wants.WHY else 0.0)
            )
            yield Reason("tired", share, "something light")
        if scene and candidate.topic == self._rules.topic.name:
            share = weights.topic + BACK * progress.coverage.away
            yield Reason(
                "topic", share, f"today's topic, {progress.coverage.away} questions away from it"
            )
        if candidate.source is Source.FAMILY:
            yield Reason(
                "family",
                ASKED_FOR + 0.5 * progress.coverage.cache.sessions,
                "somebody waits for it",
            )
        yield Reason(
            "chance", weights.chance * random.Random(f"{self._chance} {candidate.key}").random()
        )

    def _fit(self, candidate: Candidate) -> float:
        named = sum(bool(_proper(name) & self._words) for name in candidate.about)
        shared = novelty.gist(candidate.ask) & self._about
        return min(1.0, 0.5 * bool(named) + 0.3 * len(shared))


_LIVED = (Period.CHILDHOOD, Period.YOUTH, Period.EARLY, Period.MIDDLE, Period.LATER)


def far(one: Period, other: Period) -> int:
    """How many parts of a life lie from `one` to `other`, 0..4; 0 where either is no part of it."""
    if one not in _LIVED or other not in _LIVED:
        return 0
    return abs(_LIVED.index(one) - _LIVED.index(other))


def _proper(name: str) -> set[str]:
    """The words of a name that nobody else has: not "your" or "the"."""
    return {word for word in name.split() if word[0].isupper()} or set(name.split()[-1:])
