"""Is the narrator cross with us, lost in the question, shaken, in need of something, or do they confess? Pure.

All are met without a defence, without a correction and without another question. What is a story about
somebody else is none of them: only what is said to us, or of this moment, counts.
"""

import re

from voice_agent.reading.words.plain_words import plain

_CROSS = re.compile(
    r"\b(?:you ask too many questions|too many questions|you are like a policeman|do not you listen|"
    r"are you not listening|you (?:are not|do not) listen(?:ing)?|i have (?:already )?told you (?:that|already|once)|"
    r"(?:this is|what) a waste of (?:my )?time|stupid (?:machine|thing|questions?)|silly questions?|how dare you|"
    r"you do not (?:know|understand) anything|you are (?:only |nothing but )?a (?:box|machine|gadget|stupid)|"
    r"leave me (?:alone|in peace)|you are getting on my nerves|what a (?:stupid|silly) question)\b"
)
_LOST = re.compile(
    r"\b(?:where am i|i do not know what you want|i do not know what to say|"
    r"i do not (?:remember|know) anything|i can not remember anything|my head is like a sieve|it is (?:all )?gone|"
    r"where (?:are we|is this)|i am (?:all )?(?:mixed up|muddled|confused)|i can not think(?! of| that| why| how| what| who| where))\b"
)
_UNCLEAR = re.compile(
    r"\b(?:what do you mean|how do you mean|i do not (?:know|see) what you mean|i do not (?:quite |rightly )?(?:follow|understand) (?:you|that|the question|what you)|"
    r"i do not (?:quite |rightly )?(?:follow|understand)$|that does not make (?:any )?sense|makes no sense|what has that (?:got )?to do with|"
    r"what are you (?:on about|talking about|asking)|i do not get (?:you|the question|what you)|that is not what i (?:said|meant|was saying))\b"
)
_SAID_SO = re.compile(
    r"^(?:(?:well|but|oh|yes|no) )*i (?:have )?(?:just |already )*(?:said|told you|said so|did say)(?: (?:that|so|it|already|just now|before))*(?: \.|$)|"
    r"\b(?:that is what i (?:am telling|was telling|am saying|was saying|just said|said)|i just (?:said|told you)|you (?:have )?asked (?:me )?that (?:before|already)|i said (?:yes|no)|you just asked (?:me )?that|"
    r"i (?:have )?already (?:said|told you))\b"
)
_MUDDLED = re.compile(
    r"\b(?:where am i|where (?:are we|is this)|i am (?:all )?(?:mixed up|muddled|confused)|i do not know (?:what|which) (?:day|year|month|time)|"
    r"my head is like a sieve)\b"
)
_CONFIDED = re.compile(
    r"\b(?:i (?:have )?never (?:said|told) (?:it|that|this|a (?:living )?soul|any ?(?:one|body))|nobody (?:ever )?knew|"
    r"my (?:mother|father|wife|husband|children) never knew|i (?:was|am|felt) (?:so )?(?:a coward|ashamed)|"
    r"(?:that is|it is) the plain truth|i stole (?:from|it)|i drank it all|i let (?:him|her|them) down)\b"
)
_NEEDS = re.compile(
    r"\b(?:i (?:would like|could do with|need|want|fancy|must have|would love|am going to (?:have|get|make)) (?:some|a|my|the)? ?"
    r"(?:nice )?(?:cup of tea|tea|coffee|cuppa|glass of (?:water|milk)|drink|water|bathroom|toilet|loo|blanket|cardigan|shawl|lie down|"
    r"handkerchief|tissue|glasses|tablets|pills)|(?:spend a penny|go to the (?:toilet|bathroom|loo|lavatory)|powder my nose)|"
    r"(?:somebody|someone|she|he) is at the door|(?:there is|that is|there goes) (?:the|my) (?:door|doorbell|bell|phone|telephone|kettle)|"
    r"the (?:kettle|phone|telephone|doorbell) is (?:ringing|boiling|going|on the boil)|the nurse is here|my (?:dinner|lunch|tea|coffee|soup|supper) is (?:here|ready|(?:getting|going|gone) cold)|"
    r"i (?:think i )?(?:will|shall|must|had better|am going to|should|have to) (?:go and |go for |just )?(?:have|get|eat|take|make|put) (?:my |some |a |the )?(?:bit of )?(?:lunch|dinner|tea|supper|breakfast|nap|tablets?|pills?|medicine|drops|kettle)|"
    r"^(?:now |so |right |well |and )*(?:somebody )?(?:put|get|stick) (?:me )?the kettle on|"
    r"i am (?:so |very |a bit |getting )?(?:cold|thirsty|hungry|uncomfortable)|i (?:have|had better|must|need)(?: to)? (?:go and )?(?:see to|turn off|take out) (?:my|the|me)|let me (?:get|fetch|find) my (?:glasses|cardigan|shawl|tablets|stick))\b"
)
_ANOTHER_SAID = re.compile(
    r"(?<!\bi )\b(?:said|says|asked|called|shouted|cried|whispered|piped up)\b[^.!?;]*$"
)
_SHAKEN = re.compile(
    r"\b(?:give me a (?:minute|moment|second|bit)|(?:wait|one moment|a moment|a minute)|my (?:hands?|heart|legs|voice|knees)|shak(?:ing|en|y)|trembl\w+|"
    r"cry(?:ing)?|tears?|i can not|i am (?:so )?sorry|sorry|oh (?:god|lord)|my god|hold on|i could not help it)\b"
)
_SORRY = re.compile(
    r"(?:(?:oh|no|i am|so|very|well) )*sorry(?! (?:to|that|for|when|he|she|they|we|it|say|sight|state))\b"
)
FEW = 9
"""Words of somebody who is still shaken; more tell of something. A guess."""

LONGEST_AT_ODDS_WORDS = 25
"""Words; what is longer is a story."""


def _says(rule: re.Pattern[str], said: str, most: int = LONGEST_AT_ODDS_WORDS) -> bool:
    text = plain(said)
    return len(text.split()) <= most and bool(rule.search(text))


def cross(said: str) -> bool:
    """Is this said against us?"""
    return _says(_CROSS, said)


def confided(said: str) -> bool:
    """Do they tell something that they are ashamed of?"""
    return _says(_CONFIDED, said)


def lost(said: str) -> bool:
    """Has the question, the time or the place gone from them?"""
    return _says(_LOST, said)


def unclear(said: str) -> bool:
    """Was it our question that nobody could understand?"""
    return _says(_UNCLEAR, said) and not muddled(said)


def said_so(said: str) -> bool:
    """Was it asked though it had just been told?"""
    return _says(_SAID_SO, said)


def muddled(said: str) -> bool:
    """Of these: has the place or the day gone from them, and not only the question?"""
    return _says(_MUDDLED, said)


def needs(said: str) -> bool:
    """Does something else come first now: tea, the door, a shawl? Not where somebody in a story said that they needed it."""
    text = plain(said)
    found = _NEEDS.search(text) if len(text.split()) <= LONGEST_AT_ODDS_WORDS else None
    return found is not None and not _ANOTHER_SAID.search(text[: found.start()])


def shaken(said: str) -> bool:
    """After a heavy moment: do these few words say that it is not over?"""
    return _says(_SHAKEN, said, FEW)


def apologises(said: str) -> bool:
    """Is it no more than an apology, for which there is no need?"""
    text = plain(said)
    return len(text.split()) <= FEW and bool(_SORRY.match(text))
