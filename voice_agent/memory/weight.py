"""Does what was told weigh on the heart? Read by meaning, for what one does not come back to unasked.

A list of words stands beside it (interview/returning/weighty.py), for where the reader doubts, or its weights are not there.
"""

from typing import Protocol

from voice_agent.memory.clauses import sentences

WORDS = 60
"""So much is read as one: more would be cut off, and a long story drowns the sentence that weighs."""

BELIEVED = 0.4
"""The reading from which something weighs, rather once too often: all that is heavy in ten lives that taught nothing lies above it, and

of 80 heavy stories told in riddles 63 (training/stories.py, training/weight.py), where from one half on it is 54.
"""

DOUBTED = 0.24
"""The reading from which 92 of a hundred things that weigh are found where two hands wrote them to be mistaken (training/stories.py):

from here on a word that weighs is believed, and leave is asked.
"""


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
