"""How a telling ends, and how it shows that it goes on: English, as an ear writes it down. Pure.

"Well, that's it." closes a story; "but wait till you hear" keeps it open. Only the last words count, because the
same words in the middle of a story close nothing. What is neither is neither: most sentences are.
"""

import re

from voice_agent.reading.words.vocabulary import plain

AFTER = 6
"""Words that may come after those that close a story. A guess."""

_WELL = r"(?:well|oh|so|anyway|anyhow|and|but|yes|no|right|there|i suppose|i think|i guess)"
_CLOSES = (
    r"that(?:'s| is| was) (?:about |really |just |more or less |pretty much )?(?:it|that|all)(?: of it)?(?: really)?",
    r"that(?:'s| is| was) (?:about |really |just |more or less |pretty much )?(?:all (?:i|there)|the (?:end|whole|lot)|everything|how it (?:was|went|ended))\b.{0,60}",
    r"(?:there(?:'s| is) (?:not|nothing|no)|there isn't|i(?:'ve| have) (?:not|nothing|no)|i haven't|i don't have) (?:much |any |anything |a lot )?(?:more|else|left)(?: (?:much |really )?(?:i can |i could |for me )?(?:to (?:say|tell|add|it)|than that))?\b.{0,30}",
    r"nothing (?:more|else|much)(?: really)?(?: (?:to (?:say|tell|add)|comes|happened|than that))?\b.{0,30}",
    r"(?:i (?:can't|cannot|couldn't|don't) (?:think of|remember|recall|know)|i've forgotten)(?: of)? (?:anything|much|any|the rest|what)(?: (?:more|else|other))?\b.{0,40}",
    r"so there (?:you (?:are|have it|go)|it is|we are)",
    r"there you (?:are|have it|go)",
    r"and so it (?:went|goes|was|stayed)(?: on)?",
    r"so it (?:went|goes)",
    r"(?:and )?that (?:did it|settled it|finished it|was the end|is the end)\b.{0,50}",
    r"and (?:there|that's where) (?:it|that|the story|we) (?:ended|ends|stopped|stops|was left|left it)\b.{0,20}",
    r"(?:enough|so much)(?: (?:about|of|for|said))?(?: (?:that|it|him|her|them|all that))?",
    r"that(?:'s| is|'ll be) enough (?:about|of|for) (?:that|it|him|her|them|all that)",
    r"(?:it was|it's|that was) (?:all )?(?:a )?(?:very |such a )?long (?:time )?ago(?: now)?",
    r"those (?:were|are) (?:the|good|hard|different) (?:days|times)",
    r"(?:anyway|anyhow|well well|ah well|oh well|well now|so)",
    r"i(?:'ve| have) (?:told|said) (?:you )?(?:everything|it all|all|enough|what there is|what i know)\b.{0,30}",
    r"(?:what else|i don't know what else|what more)(?: (?:can|could|should|shall) i (?:say|tell)(?: you)?| is there(?: to (?:say|tell))?)?",
    r"(?:i'm|i am|we're) (?:done|finished|through)(?: with (?:that|it))?",
    r"it (?:all )?(?:ended|stopped|came to an end|was over)(?: (?:there|then|like that))?",
    r"(?:the )?end of (?:the |my |that )?(?:story|tale)",
    r"you know the rest",
    r"that(?:'s| is| was) me(?: done| finished)?",
    r"that(?:'s| is) my (?:story\b.{0,30}|lot)",
    r"now you(?:'ve| have)? (?:know|had|heard|got) (?:it all|all(?: of it| there is)?|everything|the (?:lot|whole(?: of it)?))",
    r"i(?:'ve| have|'m| am)(?: (?:come|got|reached|now))* (?:to |at )?the (?:end|bottom) of (?:it|that|this|that one|that story|my story)",
    r"(?:there|here|that's where) i(?:'ll| will| shall)? (?:leave|stop|finish|end)(?: it)?",
    r"i(?:'ll| will| shall) (?:leave|stop)(?: it)? (?:there|at that)",
    r"no more to it(?: than that)?",
    r"(?:all )?(?:finished|done)|full stop|finito|basta",
)
_CLOSED = tuple(re.compile(rf"(?:{_WELL},? )*(?:{each})") for each in _CLOSES)

_OPENS = re.compile(
    r"\b(?:(?:but|and) (?:wait|listen|the best|the worst|that(?:'s| is| was) (?:not|only)|i haven't)|let me tell you|"
    r"(?:i'll|i will|i must|i have to|i should|i haven't) (?:tell|told) you|you(?:'ll| will) never (?:guess|believe)|"
    r"(?:that|this|it) (?:was|is|wasn't|isn't)(?: just| only| not)? (?:the (?:beginning|start|half|first)|only the|even the|all)(?! (?:there|i))|"
    r"there(?:'s| is| was) (?:more|another (?:thing|part|story)|one more|something else)|wait(?: a (?:minute|moment|bit))?|hold on|"
    r"where was i|what was i (?:saying|going to say)|i(?:'m| am) (?:coming to|getting to|not finished|not done)|but first|first of all|"
    r"now (?:comes|here comes|this is where)|guess what|and do you know what|(?:one|the next) (?:day|morning|night|thing)(?: i knew)?)$"
)
_OPEN_TAIL = re.compile(
    r"\b(?:(?:i'll|i must|i have to|i should|let me) tell you(?: (?:about|how|what|the|why|of)\b.{0,40})?|i haven't (?:told|finished)\b.{0,40}|"
    r"you(?:'ll| will) never (?:guess|believe)\b.{0,40}|wait (?:till|until) (?:you|i)\b.{0,40}|"
    r"(?:that|this|it) (?:was|wasn't|is|isn't) (?:only |just |even |not )?(?:the (?:beginning|start|half)|all of it yet)\b.{0,25}|"
    r"(?:and|but) (?:then|the (?:next|best|worst|funny|strange))\b.{0,18}|that(?:'s| is) not (?:the (?:end|best|worst|half)|all)\b.{0,30}|"
    r"there(?:'s| is|'s still| is still) (?:more|a lot more|one more)\b.{0,25}|i(?:'m| am) (?:coming|getting) to (?:that|it)|"
    r"i(?:'m| am) (?:not|only halfway|just getting)\b.{0,25})$"
)
_JOINT = re.compile(
    r"(?:\b(?:and|but|so|because|then|when|until|if|with|the|a|my|to|of)|,|\.\.\.|…|-)$"
)


_UNWILLING = re.compile(
    r"\b(?:(?:rather|sooner) (?:not|leave|let)|no more (?:about|of)|not (?:today|tonight|this evening|now|the past|the old)|"
    r"(?:leave|let) (?:it|that|all that|all this|them|the past) (?:be|alone|lie)|only want to (?:sit|rest|be)|"
    r"(?:don't|do not) (?:want|wish|care|feel like) to (?:talk|speak|go|tell|think|say (?:any )?more)\b|enough (?:of|about) the (?:past|old))"
)


def unwilling(said: str) -> str:
    """The words that say that no more of it, or of the past, is wanted; "" where none do. Short answers only."""
    text = plain(said).lower()
    found = _UNWILLING.search(text) if len(text.split()) <= UNWILLING else None
    return found[0] if found else ""


UNWILLING = 24
"""Words; in a longer answer "not now" is part of a story. A guess."""


def closer(said: str) -> str:
    """The words of `said` that close a story, in lower case; "" where none do."""
    clauses = [c for c in re.split(r"[.!?;]+|,", plain(said).lower()) if c.strip()]
    after = 0
    for clause in reversed(clauses[-3:]):
        text = " ".join(re.sub(r"[^\w' -]", " ", clause).split())
        if any(each.fullmatch(text) for each in _CLOSED):
            return text
        after += len(text.split())
        if after > AFTER:
            return ""
    return ""


def left_open(said: str) -> str:
    """The words that promise that the story goes on; "" where none do."""
    text = plain(said).lower().strip()
    if joint := _JOINT.search(text.rstrip(" .!?") if not text.endswith("...") else text):
        return joint[0].strip()
    bare = " ".join(re.sub(r"[^\w' -]", " ", text).split()[-14:])
    found = _OPENS.search(bare) or _OPEN_TAIL.search(bare)
    return found[0] if found else ""


_NO = re.compile(
    r"^\W*(?:no|not|nothing|never)\b(?!\W+(?:i|we|he|she|it|they|there|that)\b)(?:\W+\w+){0,3}\W*$|^\W*i(?:'d| would) (?:like|rather)\b|"
    r"\b(?:think so|is better|rather not|instead|something else|(?:i|we) (?:don't|do not) (?:want|like|care|wish))\b",
    re.IGNORECASE,
)
"""A few words that do not go on with what was asked. A guess."""


def turned_down(said: str) -> bool:
    """Do these few words turn away from what was asked?"""
    few = (
        len(said.split()) <= UNWILLING
    )  # "instead of a bicycle he bought me that horn" refuses nothing
    return bool((few and _NO.search(said)) or unwilling(said))
