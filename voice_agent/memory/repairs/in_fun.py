"""Asked whether a story was in fun, people say "as true as I sit here" or "oh, I was pulling your leg".

    settled(thread, turn, version)

reads such an answer: the story stands, or is taken back. Whatever is not clear leaves it silent.
"""

import re

from voice_agent.memory.claims import Claim, Correction, Part, cite, claim
from voice_agent.memory.clauses import sentences
from voice_agent.memory.repairs import cues
from voice_agent.memory.repairs.choosing_dates import LONGEST
from voice_agent.memory.repairs.choosing_stories import UNSURE
from voice_agent.memory.repairs.taking_back import taken_back
from voice_agent.memory.terms import terms, weight
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

_ASKS = re.compile(r"\b(?:true\b.*\bfun|fun or in earnest)\b.*\?", re.IGNORECASE)

_FUN = re.compile(
    r"\b(?:in|for|only|just|bit of|having|poking|making) (?:my |a bit of |a little )?fun\b|\b(?:jok(?:e|es|ing)|kidding|teasing|tall (?:tale|story))\b"
    r"|\b(?:not|n['’]t|never|hardly) (?:really |quite |a bit |at all )?(?:true|happen(?:ed)?|so|real)\b|\b(?:made|making) (?:it|that|this|all that|it all) up\b"
    r"|\bpull\w* your leg\b|\byour leg pulled\b|\b(?:just|only) a (?:story|yarn)\b",
    re.IGNORECASE,
)
_TRUE = re.compile(
    r"\b(?:true|the truth|honest(?:ly)?|in earnest|my word|word of hono[u]?r|cross my heart|really (?:did|was|happened)"
    r"|(?:it|that|we|I) (?:(?:really|certainly|truly|surely|all) )*(?:did|happened|was so))\b",
    re.IGNORECASE,
)
_EARNEST = re.compile(
    r"\b(?:(?:no|not|never|n['’]t|\w+n['’]t|without)(?: any| a| an| only| just| in| for| having| meant as| a word of)*) (?:joke|joking|kidding|teasing|fun|lie|word of a lie)\b",
    re.IGNORECASE,
)
""" "No joke", "that wasn't in fun". """

_NOT = re.compile(r"\b(?:not|never|no|nothing|neither|\w+n['’]t)\b", re.IGNORECASE)

NAMES = 1.4
"""Weight of words that a question and the story it asks about have in common at least."""


def settled(thread: Thread, turn: Turn, version: int) -> bool:
    """Add what the answer makes of a doubtful story; return whether it was settled. Raises nothing."""
    found = _asked(thread)
    if found is None or len(turn.text.split()) > LONGEST or UNSURE.search(turn.text):
        return False
    doubt, story = found
    text = _EARNEST.sub("true", turn.text)
    fun = bool(_FUN.search(text)) or cues.joke(text)
    fun = fun or any(taken_back(text[first:last]) for first, last in sentences(text))
    true = not fun and bool(_TRUE.search(text)) and not _denies(text)
    if fun is true:
        return False
    thread.turn[:] = [each for each in thread.turn if not _takes_back(each)]
    made = claim(
        (cite(turn, 0, len(turn.text.rstrip()), Part.WHAT, version=version),),
        turn.said_at,
        polarity=False,
        # that it was no story takes the doubt back, and leaves the story
        corrects=Correction(None) if fun else Correction(Part.WHAT, rival=story.id),
        continues=story.id if fun else doubt.id,
        sitting=thread.sitting,
    )
    thread.turn[:] = [*(each for each in thread.turn if each.id != made.id), made]
    return True


def _denies(text: str) -> bool:
    """Is anything denied beside "no" at the beginning: "No, it's true"?"""
    return bool(_NOT.search(re.sub(r"^\W*(?:oh,? |ah,? )?no\b", "", text, flags=re.IGNORECASE)))


def _takes_back(each: Claim) -> bool:
    return bool(each.corrects and each.corrects.part is None)


def _asked(thread: Thread) -> tuple[Claim, Claim] | None:
    """The last doubt of a story that the question asks about, and the story."""
    if not _ASKS.search(thread.question):
        return None
    told = [*thread.earlier, *thread.told]
    known = {each.id: each for each in told}
    words = terms(thread.question)
    for each in reversed(told):
        what = each.corrects
        if not (what and what.perhaps and what.part is None):
            continue
        both = (known.get(id) for id in (each.continues, what.rival) if id)
        named = [
            (weight(shared), story)
            for story in both
            if story
            and (shared := words & terms(story.what))
            and (weight(shared) >= NAMES or 2 * len(shared) > len(terms(story.what)))
        ]
        if named:
            return each, max(named, key=lambda pair: pair[0])[1]
    return None
