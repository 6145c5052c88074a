"""A story taken back by name, a turn or more after it was told: "that business with the goat never happened".

Two things must come together: words that take back, and words that name a story told a little earlier in this
sitting. "The goat never liked me" has the second alone, "that never happened to my brother" the first.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from voice_agent.memory.claims import Claim, Correction, Modality, Part, cite, claim
from voice_agent.memory.clauses import sentences
from voice_agent.memory.dates.dates import When
from voice_agent.memory.repairs.taking_back import others_say
from voice_agent.memory.strands import said
from voice_agent.memory.terms import terms, weight
from voice_agent.memory.thread import Thread
from voice_agent.story import Turn

LOOKED = 8
"""Claims told last in this sitting among which a story is looked for."""

LONGEST = 30
"""Words of a sentence; who takes a story back does not tell another in the same one."""

NAMED = 1.0
"""Weight of uncommon words that a sentence which takes back must share with the story."""

AGAIN = 1.4
"""The same where it only says the contrary: "I never won a goat"."""

_BACK = re.compile(
    r"\b(?:never|didn['’]t|did not) (?:really |actually |ever )?(?:happen(?:ed)?|take place|took place|exist(?:ed)?)\b"
    r"|\bthere (?:never was|never were|was never|were never|was no|were no|was(?:n't|n’t) (?:any|a)|weren['’]t any|isn['’]t any)\b"
    r"|^\W*(?:(?:please|no|oh|well|so|and|but|just|actually|sorry),? )*(?:you (?:can|may|could|might|must|had better|should) )?(?:please )?(?:just )?"
    r"(?:forget|strike|scratch|scrub|ignore|disregard|cross|rub|leave|take|cut|delete|wipe|don['’]t (?:write|put|print|keep|record|believe))\b"
    r"(?=.*\b(?:out|down|off|away|said|told|in|about|that|believe|business|story)\b|(?: (?:the|my|what|all)\b))"
    r"|\b(?:leave|take|cut|cross|scratch|strike) (?:it|that|them|the \w+|all that) (?:out|off|away)\b"
    r"|\b(?:is|was|were|it['’]s|that['’]s)(?: just| only| all| really| simply| pure| me being)* (?:an? )?(?:\w+ )?(?:fib|lie|whopper|yarn|joke|tale|invention|nonsense|rubbish|daft|silly|made[- ]up|tall story|fairy ?tale|leg-?pull|wind-?up|moonshine|blarney|codswallop|dream)s?\b"
    r"|\b(?:not|was(?:n't|n’t)|isn['’]t|weren['’]t|never) (?:really |quite |at all |strictly )?(?:so|true|real|mine|me|us|ours)\b"
    r"|\b(?:own up|come clean|confess|made (?:it|that|all that|the whole \w+|up)|making (?:it|that) up|made up|invented|dreamt|dreamed)\b"
    r"|\b(?:having|had) you on\b|\bpull(?:ing|ed)? your leg\b|\b(?:kidding|joking|teasing|fibbing|winding you up|only messing)\b"
    r"|\b(?:you (?:didn['’]t|don['’]t|never)|do you|did you) (?:really |actually |honestly )?(?:think|believe|swallow|fall for)\b"
    r"|\bno business (?:saying|telling)\b|\bshouldn['’]t have (?:said|told)\b|\btake (?:it|that|all that) back\b"
    r"|\b(?:that|it) was (?:my|our) (?:[\w'’-]+ ){0,2}(?:who|that|,? not me)\b"
    r"|\b(?:['’]s|my) (?:story|tale),? (?:and )?not (?:mine|me)\b"
    r"|\b(?:just|only) (?:what|something) I (?:tell|say|told)\b"
    r"|\b(?:tale|story|one) for the (?:grandchildren|children|pub|nurses|visitors)\b",
    re.IGNORECASE,
)
_CONTRARY = re.compile(
    r"\b(?:I|we)(?:['’](?:ve|d)| have| had)?,? never\b|\b(?:I|we) (?:didn['’]t|did not|haven['’]t|hadn['’]t|was(?:n't|n’t)|weren['’]t)\b"
    r"|\b(?:did|have|was) (?:I|we)\?|\bit (?:was(?:n't|n’t)|was never|was not) (?:me|us)\b",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"\b(?:again|since|until|till|any more|anymore|for long|another|much|because|after|afterwards|before|yet|enough|alone|either|like[ds]?|want(?:ed)?|forg[eo]t|mean|meant|know|knew|mind(?:ed)?|regret\w*|think|thought|tell|told|see|saw|get to|quite)\b",
    re.IGNORECASE,
)
""" "I never won anything again" tells on, and says nothing against the story."""


def named_back(thread: Thread, turn: Turn, version: int, dates: Sequence[When]) -> bool:
    """Take back the story that the turn at hand names and calls none; return whether there was one."""
    here = thread.turn
    if any(each.corrects and each.corrects.part for each in here):
        return False
    for first, last in sentences(turn.text):
        text = turn.text[first:last]
        if len(text.split()) > LONGEST or others_say(text):
            continue
        if any(first <= each.first < last and not each.anchor for each in dates):
            continue
        back = _BACK.search(text) is not None
        if not back and (not _CONTRARY.search(text) or _STILL.search(text)):
            continue
        told = [each for each in here if each.mentions[0].first < first and not each.corrects]
        story = _named(thread, told, terms(text), back=back)
        if story is None or any(each.corrects and each.continues == story.id for each in here):
            continue  # none is named, or a rule has taken it back
        if story in told:
            here[:] = [
                replace(each, modality=Modality.JOKE)
                if each.mentions[0].first >= _begins(story, here)
                else each
                for each in here
                if each.mentions[0].first < first
            ]
            return True
        here[:] = [
            *told,
            claim(
                (cite(turn, first, last, Part.WHAT, version=version),),
                turn.said_at,
                polarity=False,
                corrects=Correction(None),
                continues=story.id,
                sitting=thread.sitting,
            ),
        ]
        return True
    return False


def _named(
    thread: Thread, told: Sequence[Claim], words: frozenset[str], *, back: bool
) -> Claim | None:
    """The story that is named: of this turn, of the one before, else of the last few."""
    bar = NAMED if back else AGAIN
    for stories in ([*told, *thread.before], thread.told[-LOOKED:]):
        fits = [(weight(words & said(each)), n) for n, each in enumerate(stories) if _live(each)]
        if fits and max(fits)[0] >= bar:
            return stories[max(fits)[1]]
    return None


def _begins(story: Claim, here: Sequence[Claim]) -> int:
    """Where in this turn the story begins that `story` goes on about."""
    known = {each.id: each for each in here}
    seen = {story.id}
    while (before := story.continues) and before in known and before not in seen:
        story = known[before]
        seen.add(story.id)
    return story.mentions[0].first


def _live(each: Claim) -> bool:
    return (
        each.polarity
        and not each.corrects
        and each.modality not in (Modality.JOKE, Modality.BELIEF)
    )
