"""What a reply says of itself, of what is kept and of who hears: a few sentences are true, and every other is struck. Pure."""

import re

MACHINE = re.compile(
    r"\b(?:system prompt|prompt|instructions?|json|schema|guidelines?|language model|as an ai|ai model|ignore|narrator|interviewer|"
    r"rules? (?:say|said|are)|my (?:rules|instructions|notes)|old story s\d|question q\d)\b",
    re.IGNORECASE,
)

KEEPS = re.compile(
    r"\b(?:i(?:'ll| will| shall| won't| can| am going to|'m going to|'ve| have) (?:\w+ )?(?:keep|kept|record|recorded|save|saved|"
    r"store|stored|erase|erased|delete|deleted|forget|forgotten|remember|write|written|note|noted|tell|told|send|sent|ring|"
    r"call|ask (?:him|her|them)|pass|make sure|see to|look after|stay|be back|come)|"
    r"(?:is|are|was|be|been|being|gets?|stays?|'s) (?:\w+ )?(?:recorded|stored|saved|erased|deleted|kept (?:back|from|between|safe|private)|"
    r"written down|passed on|sent|heard by|shared|private|confidential)|"
    r"(?:stays?|remains?|keep|kept) (?:\w+ )?(?:between us|with me|here|back|secret|private|safe)|between (?:you and me|us two|us|ourselves)|"
    r"(?:nobody|no one|nobody else|somebody|he|she|they|your \w+|(?-i:[A-Z]\w+)) (?:will|won't|shall|can't|cannot|may|need|needs|needn't|must|should|can) "
    r"(?:not |never |ever )*(?:hear|know|listen|read|find out|learn)|not a (?:word|soul) to\b|no further than|goes no further|leaves? this room|"
    r"safe with|off the record|(?:not|never|no longer) (?:being )?(?:recording|recorded|stored|saved)|(?:microphone|recording|recorder|tape|machine|program) is (?:now |not |all |switched )*(?:off|on|stopped|listening)|"
    r"we (?:talk|speak|meet) again|tomorrow we|(?:nobody|no one) (?:else )?(?:(?:is|was) )?(?:hear(?:s|ing)?|listen(?:s|ing)?|knows?|read(?:s|ing)?|record(?:s|ing)?)\b|(?:is|being|been|isn't|not) (?:being )?taped\b|"
    r"(?:is|are|'s|'re) (?:\w+ )?(?:coming|on (?:his|her|its|their|the) way|waiting for you|at the door|outside|here (?:now|with you)|calling you))\b|"
    r"\b(?:this is|it's|it is) (?-i:[A-Z]\w+) (?:here|speaking)\b|(?:^|[.!?] )(?:(?:this is|it's|it is) (?-i:[A-Z]\w+)[.!]|(?-i:[A-Z]\w+) (?:here|speaking)\b)",
    re.IGNORECASE,
)
"""Promises, what becomes of words, and who is there: said by us alone, once it is so."""

NEXT = re.compile(r"\bnext (?:time|week)\b", re.IGNORECASE)
"""The same, but where the narrator has just said it of other days."""

_TRUE = re.compile(
    r"\b(?:i(?:'m| am) (?:only |just |still )*(?:here|listening)\b(?: and i(?:'m| am)? listen(?:ing)?)?|(?:here,? and |and )?i listen\b|only me, (?:one voice|a program)|"
    r"i(?:'m| am) (?:only |just )?(?:a|the) (?:computer )?program\b(?:,? (?:that|which) listens\b[^.!?]*)?|"
    r"i (?:cannot|can't|couldn't|could not) (?:see|know|hear|taste|smell|eat|drink|touch|judge|look|come to you)\b|i cannot tell (?:from here|what|whether|who|how)|"
    r"i (?:don't|do not) (?:know|have|eat|drink|sleep|see)\b|i(?: have|'ve) (?:no|never|not|nothing)\b(?! (?:told|recorded|kept|written|forgotten))|"
    r"i (?:did not|didn't) (?:catch|hear|follow|understand)\b|i (?:can )?(?:see|understand) that\b|i understood (?:every word|you)|i(?:'ve| have)? heard (?:you|that|it|every word)|"
    r"i missed (?:it|that)|i (?:got|took|had) (?:that|it) wrong|i was wrong|i(?:'d| had)? asked (?:about|for|of)\b|i(?:'ll| will) (?:follow|listen|wait|be quiet)\b|"
    r"i was asking\b|i (?:had |have )?asked\b|i said (?:it|that)\b|and have (?:eaten|drunk|slept|been)\b|"
    r"we (?:can|could|may) (?:also |just |always |well )*(?:leave|stop|rest|stay|go (?:on|back|slowly)|be quiet|wait|talk|speak|come back)\b|"
    r"we (?:leave|let) (?:it|that|this|him|her|them|the \w+)\b|(?:put|set|correct(?:ed)?) me\b|news? to me\b|i (?:only |just )?(?:follow|work with|know (?:\w+ ){0,4}(?:only )?(?:from|by)) (?:what is said|words|print|books)\b|you(?:'ve| have| had)? (?:also |just )?told me\b|"
    r"we(?:'ll| will) (?:leave|let|take it|stay|go (?:on|slowly|back|gently))\b|we won't\b|we (?:are|were|had got|got) (?:still )?(?:at|in|on|with|to)\b|where we were|shall we\b|"
    r"(?:tell|show|take|remind) me\b|let me (?:hear|see)\b|boring me|my (?:side|part|fault|mistake|question)\b)",
    re.IGNORECASE,
)
"""What a program that listens may say of itself and of the talk."""

_TALKED = re.compile(
    r"\bi(?:'ve| have|'d| had| did)? (?:(?:just|also|then|only|already|not|\w+ly) )*(?:asked|answered|interrupted|broken? in|cut in|"
    r"(?:passed|went|gone|go) (?:it |that |this )?(?:over|past|by)(?: it| that| this|(?=[,.:;]))|missed (?:it|that|this|the (?:joke|point|name|year))|misheard|mistook|mistaken|misunderstood|"
    r"(?:took|taken|got) (?:you|it|that|this|your words?|the \w+) (?:wrong(?:ly)?|amiss)|repeated|ran ahead|lost the thread)\b|"
    r"\bi should (?:not )?have (?:asked|listened|waited|heard|known|had (?:it|that)|let)\b|\bi heard(?=[:,.])",
    re.IGNORECASE,
)
"""What an interviewer has done in the talk itself: asked, heard, passed over, got wrong. It owns to a fault of its own in such words."""

_HEARING = re.compile(
    r"\b(?:are|did|do|were|have) you (?:\w+ ){0,3}?(?:hear|heard|catch|caught|get|got|follow|listen|listening|understand|there|awake|asleep|with me)\b",
    re.IGNORECASE,
)
_IN_SHORT = re.compile(
    r"^(?:yes|no|aye|oh|still here)?[,.]? ?i (?:did|do|am)\b(?=[.,;:!]| and )", re.IGNORECASE
)
"""The answer to whether it hears: "I did." is no answer to whether it has told somebody."""

_US = re.compile(
    r"\b(?:i|i'm|i'll|i've|i'd|me|my|mine|myself|we|we're|we'll|we've|we'd|us|our|ours|ourselves)\b",
    re.IGNORECASE,
)


_DENIES = re.compile(
    r"\b(?:no|not|never|nothing|nobody|none|neither|nor|without|cannot|can't|don't|didn't|wasn't|haven't|couldn't|program)\b",
    re.IGNORECASE,
)
"""What a program is not, and has not: whatever it denies of itself is so, but for what is kept (KEEPS)."""

_DENIED = re.compile(
    r"\b(?:no|not|never|isn't|ain't|aren't|wasn't) (?:\w+ ){0,2}(?:program|machine|computer|robot|software|device)\b",
    re.IGNORECASE,
)
"""What it is."""

QUOTED = 3
"""Words running that are the narrator's own: with an "I" or a "my" among them they are said back."""


def untrue(sentence: str, told: str, *, answers: bool = False) -> bool:
    """Does it say of itself, or for itself and the narrator together, what is not known to be so? `told`: the narrator's words;
    `answers`: they asked of it what it is.
    """
    left = _TALKED.sub(" ", _TRUE.sub(" ", said_back(sentence, told)))
    if _HEARING.search(told):
        left = _IN_SHORT.sub(" ", left)
    denies = answers and _DENIES.search(sentence) and not _DENIED.search(sentence)
    return bool(_US.search(left)) and not denies


def said_back(sentence: str, told: str) -> str:
    """`sentence` without what it says back, word for word, of what the narrator told."""
    words, own = sentence.split(), [_bare(each) for each in told.split()]
    runs = {tuple(own[at : at + QUOTED]) for at in range(len(own) - QUOTED + 1)}
    bare = [_bare(each) for each in words]
    quoted = {
        at + step
        for at in range(len(bare) - QUOTED + 1)
        if tuple(bare[at : at + QUOTED]) in runs
        for step in range(QUOTED)
    }
    return " ".join(each for at, each in enumerate(words) if at not in quoted)


def _bare(word: str) -> str:
    return word.strip(".,;:!?\"'()-").casefold()
