"""Is the narrator cross with us, lost in the question, or do they confess something? Pure.

All are met without a defence, without a correction and without another question. What is a story about
somebody else is neither: only what is said to us, or of this moment, counts.
"""

import re

from voice_agent.interview.plain_words import plain

_CROSS = re.compile(
    r"\b(?:you ask too many questions|too many questions|you are like a policeman|do not you listen|"
    r"are you not listening|you (?:are not|do not) listen(?:ing)?|i have (?:already )?told you (?:that|already|once)|"
    r"(?:this is|what) a waste of (?:my )?time|stupid (?:machine|thing|questions?)|silly questions?|how dare you|"
    r"you do not (?:know|understand) anything|you are (?:only |nothing but )?a (?:box|machine|gadget|stupid)|"
    r"leave me (?:alone|in peace)|you are getting on my nerves|what a (?:stupid|silly) question)\b"
)
_LOST = re.compile(
    r"\b(?:where am i|what do you mean|i do not know what you (?:mean|want)|i do not know what to say|"
    r"i do not (?:remember|know) anything|i can not remember anything|my head is like a sieve|it is (?:all )?gone|"
    r"what (?:day|year) is it|i am (?:all )?(?:mixed up|muddled|confused)|i can not think)\b"
)
_CONFIDED = re.compile(
    r"\b(?:i (?:have )?never (?:said|told) (?:it|that|this|a (?:living )?soul|any ?(?:one|body))|nobody (?:ever )?knew|"
    r"my (?:mother|father|wife|husband|children) never knew|i (?:was|am|felt) (?:so )?(?:a coward|ashamed)|"
    r"(?:that is|it is) the plain truth|i stole (?:from|it)|i drank it all|i let (?:him|her|them) down)\b"
)
LONGEST = 25
"""Words; what is longer is a story."""


def cross(said: str) -> bool:
    """Is this said against us?"""
    text = plain(said)
    return len(text.split()) <= LONGEST and bool(_CROSS.search(text))


def confided(said: str) -> bool:
    """Do they tell something that they are ashamed of?"""
    text = plain(said)
    return len(text.split()) <= LONGEST and bool(_CONFIDED.search(text))


def lost(said: str) -> bool:
    """Has the question, the time or the place gone from them?"""
    text = plain(said)
    return len(text.split()) <= LONGEST and bool(_LOST.search(text))
