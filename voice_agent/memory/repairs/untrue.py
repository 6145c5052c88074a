"""What follows a story and says that it was none, read by its meaning where no rule heard it (taking_back.py)."""

from collections.abc import Sequence
from dataclasses import replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part, cite, claim
from voice_agent.memory.clauses import sentences
from voice_agent.memory.repairs import doubting
from voice_agent.memory.repairs.heard import Heard
from voice_agent.memory.repairs.meant import MeaningReader, Meant
from voice_agent.memory.terms import terms, weight

NAMED, BACK, APART = 0.55, 0.65, 0.75
"""From these shares on what follows takes a story back, or says that it was a joke: where it names the story again,
where it only follows in the same breath, and in the next. The mean of what it says alone and after the story counts."""

WHOLE = 0.5
"""The story and what follows must reach this together."""

TAIL = 40
"""Words; who takes a story back does not go on about it."""


def takes_back(heard: Heard, meaning: MeaningReader) -> None:
    """What follows a story and says that it was none: it may name it again, or only follow it."""
    turn, spans = heard.thread.turn, sentences(heard.turn.text)
    if not spans or not (turn or heard.thread.before):
        return
    told, first = _begun(turn, spans)
    # told a turn ago: then it is this whole turn that may take it back
    tries = [(heard.thread.before, spans[0][0])] if heard.thread.before else []
    if first < spans[-1][1]:
        tries = [(told, first), *tries]
    for story, begins in tries:
        words = heard.turn.text[begins:]
        if len(words.split()) > TAIL or all(x.modality is Modality.JOKE for x in story):
            continue
        together = _untrue(heard, meaning, 0) if story is told else _after(heard, meaning)
        if together < doubting.TOGETHER:
            continue  # "And that's all." alone may mean anything
        found = terms(words)
        goal = max(reversed(story), key=lambda each: weight(found & terms(each.what)))
        bar = NAMED if _names(found, goal) else BACK if story is told else APART
        alone = _untrue(heard, meaning, begins)
        if story is told:
            alone = max(alone, _untrue(heard, meaning, spans[-1][0]))
        mean = (together + alone) / 2
        if together < WHOLE or mean < bar:
            if mean >= doubting.UNTRUE * bar:
                doubting.story(turn, goal, heard.turn, heard.version, begins, heard.thread.sitting)
                return
            continue
        if story is told:
            turn[:] = [
                replace(each, modality=Modality.JOKE)
                for each in turn
                if each.mentions[0].first < begins
            ]
            return
        retracts = claim(
            (cite(heard.turn, begins, spans[-1][1], Part.WHAT, version=heard.version),),
            heard.turn.said_at,
            polarity=False,
            corrects=Correction(None),
            continues=goal.id,
            sitting=heard.thread.sitting,
        )
        turn[:] = [retracts]
        return


def _untrue(heard: Heard, meaning: MeaningReader, first: int) -> float:
    """How much of what is said from `first` on says that a story was none, 0..1."""
    shares = meaning.read(heard.plainly(first, len(heard.turn.text.rstrip())))
    return shares.get(Meant.TAKES_BACK, 0.0) + shares.get(Meant.JOKE, 0.0)


def _after(heard: Heard, meaning: MeaningReader) -> float:
    """The same of this turn with the narrator's last one before it."""
    last = heard.thread.last_turn[0] if heard.thread.last_turn else None
    shares = meaning.read(f"{last.text} {heard.turn.text}" if last else heard.turn.text)
    return shares.get(Meant.TAKES_BACK, 0.0) + shares.get(Meant.JOKE, 0.0)


def _names(words: frozenset[str], story: Claim) -> bool:
    """Do the words tell the story again, in short?"""
    shared = words & terms(story.what)
    return weight(shared) >= 1.4 or 2 * len(shared) > len(terms(story.what)) > 0


def _begun(turn: Sequence[Claim], spans: Sequence[tuple[int, int]]) -> tuple[list[Claim], int]:
    """The claims of the first sentence of a turn that tells anything, and where the next begins."""
    if not turn:
        return [], spans[-1][1]
    first = min(each.mentions[0].first for each in turn)
    place = next(n for n, (_, end) in enumerate(spans) if first < end)
    told = [each for each in turn if each.mentions[0].first < spans[place][1]]
    return told, spans[place + 1][0] if place + 1 < len(spans) else spans[-1][1]
