"""Dates of one talk that are not to be said back: put right in it, or open between two.

Read without weights, at the end of a talk, where no memory need be at hand.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from voice_agent.memory.claims import Part
from voice_agent.memory.dates.number_words import NUMBER
from voice_agent.memory.distil import distil
from voice_agent.memory.events import weave
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.repairs.answering import ASKED_BACK
from voice_agent.memory.repairs.putting_right import repairs
from voice_agent.story import Speaker, Turn, TurnId


def disputed(turns: Sequence[Turn]) -> Mapping[TurnId, tuple[str, ...]]:
    """Return, by the turn that told them, the words of such dates. Raises nothing."""
    dated = [
        turn
        for before, turn in zip((None, *turns), turns, strict=False)
        # a yes has no number in it
        if NUMBER.search(turn.text) or (before is not None and ASKED_BACK.search(before.text))
    ]
    claims = distil(dated, PlainReader()).claims
    life = weave(claims)
    open_ = {id for found in life.conflicts for side in found.sides for id in side.claims}
    words: dict[TurnId, list[str]] = defaultdict(list)
    for each in claims:
        # "it was 1955" tells nothing by itself
        bare = not each.what
        if bare or each.id in open_ or Part.WHEN in life.superseded.get(each.id, frozenset()):
            words[each.turn] += each.words(Part.WHEN)
    mine = {each.turn for each in claims if each.edtf}
    told: TurnId | None = None
    for turn in (each for each in turns if each.speaker is Speaker.NARRATOR):
        if told is not None and turn.id not in mine and repairs(turn.text):
            # "now wait, no, it was the winter before": what it was instead is not known, but not that
            words[told] += [
                w for each in claims if each.turn == told for w in each.words(Part.WHEN)
            ]
        told = turn.id if turn.id in mine else None
    return {turn: tuple(said) for turn, said in words.items()}


def holds(sentence: str, words: str) -> bool:
    """Does a sentence say these words, and not only within others: "ten" in "often"?"""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", sentence) is not None
