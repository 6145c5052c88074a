"""What one asks of a story first, and what later: what happened, who was there, how it was; and then when. Pure."""

import random
import re
from collections.abc import Mapping

from voice_agent.interview.protocol import Wants

_ORDER: Mapping[Wants, tuple[float, float, float]] = {
    Wants.MORE: (0.5, 0.2, -0.5),
    Wants.WHO: (0.4, 0.2, -0.6),
    Wants.LIKE: (0.4, 0.2, -0.5),
    Wants.SCENE: (0.2, 0.0, -0.8),
    Wants.WHERE: (0.2, 0.1, -0.5),
    Wants.WHEN: (-0.6, 0.6, 0.0),
    Wants.WHY: (-0.6, -0.2, -0.6),
}
"""For the first question inside a story, the second, and every later one, which competes with another story.

Tried on Franklin and Carnegie. A scene is here that of somebody, or some place, just named."""

_SOME_TIME = re.compile(
    r"\b(?:(?:about|at|by|around) (?:that|this|the same) (?:time|period)|(?:that|this|the next|the following|the same|one|next) "
    r"(?:year|winter|summer|spring|autumn|fall)|(?:some|a few|several|many|a couple of|two|three|four|five|six|ten) years? "
    r"(?:after\w*|later|before|earlier|back)|soon after\w*|not long after\w*|years (?:later|after|ago|went by|passed)|in those years)\b",
    re.IGNORECASE,
)
"""They speak of when it was, and leave it open: then one may ask."""

FITS = 0.6
"""What that adds to asking when. A guess."""

FULL, TOLD = 50, 0.4
"""Words of an answer that has told what happened and how it was, and what that adds to asking when after one question.

Tried on Franklin and Carnegie."""

VARIED = 0.3
"""How much the order differs from story to story. A guess."""


def left_open(said: str) -> bool:
    """Do they speak of when it was, and leave it open?"""
    return bool(_SOME_TIME.search(said))


def turn(wants: Wants, depth: int, said: str, chance: str) -> float:
    """How well the turn of a question has come, after `depth` others in this story and the answer `said`.

    `chance`: the same for the same moment of the same talk.
    """
    varied = random.Random(f"order {chance} {wants}").random() - 0.5
    fits = wants is Wants.WHEN and left_open(said)
    told = wants is Wants.WHEN and depth >= 1 and len(said.split()) >= FULL
    return _ORDER[wants][min(depth, 2)] + VARIED * varied + FITS * fits + TOLD * told
