"""A name put right in the breath in which it was said: "Walter, no, Wilfred"."""

from dataclasses import replace

from voice_agent.memory.claims import Claim, Correction, Part
from voice_agent.memory.dates.stretches import Span
from voice_agent.memory.repairs import putting_right
from voice_agent.memory.repairs.target import NAMED, holding
from voice_agent.memory.strands import said
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn


def put_right(text: str, turn: Turn, thread: Thread) -> None:
    """Let the claim of the right name put right the one of `thread.turn` that told the other. `text`: that of `turn`."""
    for part in NAMED:
        told = [m for x in thread.turn for m in x.mentions if m.turn == turn.id]
        places = sorted({(m.first, m.last) for m in told if m.part is part})
        for pair in putting_right.names_put_right(text, places):
            _put_right(text, thread, part, places[pair.wrong], places[pair.right])


def _put_right(text: str, thread: Thread, part: Part, wrong: Span, right: Span) -> None:
    turn = thread.turn
    mending = next((x for x in turn if _cited(x, part, right) and not x.corrects), None)
    slip = next((x for x in turn if _cited(x, part, wrong)), None)
    if mending is None or slip is None:
        return
    bare = not said(mending)  # nothing is told but the name
    left = tuple(x for x in slip.mentions if (x.first, x.last) != wrong)
    place = turn.index(mending)
    if slip is mending:
        turn[place] = mending = replace(mending, mentions=left)
    elif not left:
        turn.remove(slip)  # "not in Dayton" tells nothing
        place = turn.index(mending)
    words = text[wrong[0] : wrong[1]]
    goal = slip if slip is not mending and left and slip in turn else None
    if goal is None and bare:
        goal = holding(words, thread, part)
    if goal is not None and goal.id != mending.id:
        corrects = Correction(part, words)
        turn[place] = replace(mending, corrects=corrects, continues=goal.id)


def _cited(claim: Claim, part: Part, place: Span) -> bool:
    return any(x.part is part and (x.first, x.last) == place for x in claim.mentions)
