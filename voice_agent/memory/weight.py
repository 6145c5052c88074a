"""Does what was told weigh on the heart? Read by meaning, for what one does not come back to unasked.

A list of words stands beside it (reading/by_rules/weighty.py), for where its weights are not there.
"""

from typing import Protocol

from voice_agent.memory.clauses import sentences

WORDS = 90
"""So much is read as one: more would be cut off, and a long story drowns the sentence that weighs.

Taught are whole stories of up to so many words. Cut at 60, half of the light stories of lives that taught nothing were taken for heavy, and not one in seven.
"""

BELIEVED = 0.33
"""The reading from which something weighs: rather once too often, for a wrong return hurts more than none.

Of 140 heavy stories of fourteen files of lives 139 lie above it, of 80 told in riddles 72 (lab/training/certainty.py and lab/training/weight.py measure any file).
"""

DOUBTED = 0.2
"""The reading from which leave is asked, and from which a word of the list (reading/by_rules/weighty.py) is enough."""


class WeightReader(Protocol):
    """Reads how much something weighs. Safe to call from several threads."""

    def read(self, text: str) -> float:
        """Return 0..1, `BELIEVED` where it is just believed to weigh. Raises EngineError."""
        ...


def stretches(text: str, most: int = WORDS) -> tuple[str, ...]:
    """Cut `text` at the ends of sentences into stretches of at most so many words, where its sentences allow."""
    out: list[str] = []
    begin, words = 0, 0
    for first, last in sentences(text):
        count = len(text[first:last].split())
        if words and words + count > most:
            out.append(text[begin:first].strip())
            begin, words = first, 0
        words += count
    rest = text[begin:].strip()
    return (*out, rest) if rest else tuple(out)
