"""Questions that the form of an answer makes sure of. Pure.

    if ask := sure(rules, progress, heard): ...

"... and he said, you will never get that home." -> "And what did you say to that?"
"I have kept the pan." -> "Where do you keep it?"

A wrong hook is worse than none (design: the floor does less, and does it surely): each shape is a form of the sentence and
not a word that stands out in it, each is asked at most once in a talk in each wording, and nothing sad is met so.
"""

from collections.abc import Callable

from voice_agent.interview.choosing import fresh
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.reading.by_rules.losses import mourned
from voice_agent.reading.telling import Telling, telling

NEAR = 4
"""Answers in which somebody's death keeps what they said last from being asked about. A guess."""


def _said_to_them(told: Telling) -> tuple[str, ...]:
    asks = ("And what did you say to that?", "What did you say?")
    return asks if told.said_to_them else ()


def _kept(told: Telling) -> tuple[str, ...]:
    return (f"Where do you keep {told.kept}?",) if told.kept else ()


SHAPES: tuple[Callable[[Telling], tuple[str, ...]], ...] = (_kept, _said_to_them)
"""Each gives the questions that fit an answer, the best first; none where its form is not there."""


def sure(rules: Rules, progress: Progress, heard: Heard) -> str:
    """A question of which the form of the answer leaves no doubt; "" where there is none, or it was asked."""
    before = [telling(each).sorrow for each in progress.tellings.heard[-NEAR:]]
    sorrow = heard.telling.sorrow
    if dark(heard) or sorrow.wronged or any(s.loss or s.mourns for s in (sorrow, *before)):
        return ""
    if mourned(progress.comfort.mourned, progress.turns):
        return ""
    asks = (ask for shape in SHAPES for ask in shape(heard.telling))
    return next((ask for ask in asks if fresh(rules, progress, ask)), "")
