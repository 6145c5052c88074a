"""Is somebody thinking, and has not answered yet? Pure."""

import re

_THINKING = frozenset(
    """
    let me think|wait|wait a moment|just a moment|one moment|hold on|give me a moment|i am thinking|
    i'm thinking|let me see|now where was i|where was i|just a minute|a moment please
    """.replace("\n    ", "")
    .strip()
    .split("|")
)
_HESITATES = frozenset("um uh er erm hm hmm hmmm mm well".split())  # noqa: SIM905
_BEGUN = frozenset("i it so and but we the he she they oh ah now".split())  # noqa: SIM905
"""Words that somebody begins with, and then stops to think."""


def thinking(said: str) -> bool:
    """Are these words no more than a pause for thought?"""
    words = re.findall(r"[a-z']+", said.lower())
    hesitates = bool(_HESITATES & {*words}) and {*words} <= _HESITATES | _BEGUN
    return " ".join(words) in _THINKING or hesitates
