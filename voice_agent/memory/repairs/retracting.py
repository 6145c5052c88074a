"""Which story it is that somebody takes back, or says was only a joke."""

import re
from collections.abc import Mapping, Sequence

from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.repairs.target import stories
from voice_agent.memory.terms import terms, weight
from voice_agent.memory.thread import Thread

_ABOUT = re.compile(r"\babout (?P<topic>.+)$", re.IGNORECASE)
_YOU = re.compile(r"(?:\w+n't )?you\b", re.IGNORECASE)

NEAR = 3
"""Sentences, this one and those before it, in which the joke was told. A guess."""


STORY, SAME = 2.0, 1.0
"""Weight of words that make a story, and that two tellings of one have in common beside what is named."""


def told_now(thread: Thread) -> list[Claim]:
    """What this turn has told so far, without what was said of the listener."""
    return [each for each in thread.turn if not _YOU.match(each.what)]


def taken_back(thread: Thread, about: ClaimId | None, text: str) -> ClaimId | None:
    """The last thing told, or what `text` names after "about"; None where nothing was told.

    `about`: the claim that was just asked about.
    """
    if topic := _ABOUT.search(text):
        named = terms(topic["topic"])
        if matching := [each for each in thread.known if named & terms(each.what)]:
            return matching[-1].id
    if about:
        return about
    told = told_now(thread) or thread.before
    return told[-1].id if told else None


def rival(thread: Thread, goal: ClaimId, text: str) -> ClaimId | None:
    """Another story that what `text` names after "about" may be just as well, or None where `goal` is clear."""
    topic = _ABOUT.search(text)
    told = {each.id: each for each in thread.known}
    if not topic or goal not in told:
        return None
    named, words = terms(topic["topic"]), stories(thread.known)
    mine = words[goal]
    fits = weight(named & mine)
    for each in reversed(thread.known):
        theirs = words[each.id]
        tells = each.polarity and not each.corrects and weight(theirs) >= STORY
        # retold in much the same words it is the same story
        other = theirs != mine and weight(mine & theirs - named) < SAME
        if tells and other and named & terms(each.what) and weight(named & theirs) >= fits:
            return each.id
    return None


def joked(
    thread: Thread, by_sentence: Mapping[int, Sequence[ClaimId]], sentence: int
) -> tuple[ClaimId, ...]:
    """The claims of the nearest sentence before `sentence`, or of it, that told something."""
    told = {each.id for each in told_now(thread)}
    near = (
        tuple(id for id in by_sentence.get(sentence - back, ()) if id in told)
        for back in range(NEAR)
    )
    return next((each for each in near if each), ())
