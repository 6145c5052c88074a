"""Which story it is that somebody takes back, or says was only a joke."""

import re
from collections.abc import Mapping, Sequence

from voice_agent.memory.claims import Claim, ClaimId
from voice_agent.memory.terms import terms
from voice_agent.memory.thread import Thread

_ABOUT = re.compile(r"\babout (?P<topic>.+)$", re.IGNORECASE)
_YOU = re.compile(r"(?:\w+n't )?you\b", re.IGNORECASE)

NEAR = 3
"""Sentences, this one and those before it, in which the joke was told. A guess."""


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
