"""What is said around a claim: a clause alone seldom says what it is about."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from voice_agent.backends import Embedder
from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.clauses import sentences
from voice_agent.story import SessionId, TurnId

AROUND = 25
"""Words that whole sentences around a claim may have together.

With 60, two tellings of one event were known by their meaning no better (AUC .91 and .93 for .90 and .94 on third and
second of `python -m lab retold`, measured once), and less surely.
"""


def around(text: str, first: int) -> str:
    """Return the sentence of `text` that holds the character `first`, and what fits beside it: what follows goes first."""
    spans = sentences(text)
    if not spans:
        return text.strip()
    low = high = next((n for n, (_, last) in enumerate(spans) if first < last), len(spans) - 1)

    def said(low: int, high: int) -> str:
        return text[spans[low][0] : spans[high][1]]

    grown = True
    while grown:
        grown = False
        for a, b in ((low, high + 1), (low - 1, high)):
            if a >= 0 and b < len(spans) and len(said(a, b).split()) <= AROUND:
                low, high, grown = a, b, True
    return said(low, high)


def understood(
    claims: Sequence[Claim], turns: Mapping[tuple[SessionId, TurnId], str], reader: Embedder
) -> dict[ClaimId, NDArray[np.float32]]:
    """Return, for every claim that says something, what `same_event.Vectors` holds.

    `turns`: what was said, by session and turn.
    """
    told = [each for each in claims if each.what]
    if not told:
        return {}
    whole = [around(turns.get((x.session, x.turn), x.what), x.mentions[0].first) for x in told]
    texts = list(dict.fromkeys([*whole, *(each.what for each in told)]))
    rows = dict(zip(texts, reader.embed(texts), strict=True))
    return {
        each.id: np.concatenate([rows[said], rows[each.what]])
        for each, said in zip(told, whole, strict=True)
    }
