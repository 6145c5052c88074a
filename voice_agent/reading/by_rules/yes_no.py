"""Yes and no: whether an answer is a plain one to what was asked. Pure."""

import re

_YES = re.compile(
    r"\b(yes|yeah|yep|yup|aye|sure|certainly|surely|definitely|absolutely|of course|okay|ok|"
    r"all right|alright|go ahead|go on then|please do|by all means|you may|you can|you could|i agree|fine|"
    r"i suppose so|i guess so|i don t mind|i do not mind|why not|no problem|no objections?|"
    r"with pleasure|let s do (?:that|it|so)|(?:i|we) (?:d|would) (?:like|love) (?:that|to)(?= very much$|$)|"
    r"(?:that|it) (?:d|would) be (?:nice|lovely|good))\b"
)
_NO = re.compile(
    r"\b(no|nope|nah|not|don t|do not|never|rather not|won t|will not|stop|refuse|wouldn t|"
    r"can t|cannot|neither)\b"
)
_KINDLY_NO_WORDS = re.compile(
    r"\b((?:keep|record|take|write|remember|do) what(?:ever)? you (?:want|like|please|need|must)|(?:suit|please) yourself|whatever you (?:like|want|please)|"
    r"as you (?:like|please|wish)|i don t mind|i do not mind|why not|no problem|no objections?|don t see why not|"
    r"i wouldn t mind|can t see why not)\b"
)
_OF_THEMSELVES = re.compile(
    r"\b(?:i|one) (?:can t|cannot|don t|do not|never) (?:hardly|always|often|remember|recall|write)\b"
)
"""Denies something of whoever speaks, not what was asked: "Go ahead, I can't hardly remember it all myself"."""
_PLAINLY = re.compile(
    r"(?:(?:oh|well|ah|and|so|now|then|why) )*(?:yes|yeah|yep|aye|sure|certainly|of course|all right|alright|okay|ok|go on then|go ahead|"
    r"(?:you can|you may|you had better|you d better)|(?:yes )?(?:you can |you may |please |do )?(?:record|keep|remember|write down|note) (?:it|that|this|them|me)(?: all| down)?|i said yes)"
    r"(?: (?:yes|then|please|do|dear|love|of course|go ahead|go on|you can|you may|record it|keep it|remember it|if you like|if you want))*"
)
"""A clause that is a yes and nothing else."""

_CONTRARY = re.compile(
    r"^(?:(?:oh|well|and) )*(?:no|nope|nah|never|not (?!till i|until i|that|a bad|much)|do not|don t|stop|rather not)\b|\bbut\b|\byes and no\b|\bonly if\b|"
    r"\b(?:not|never|t|rather|stop|no) (?:\w+ ){0,3}(?:record\w*|keep|kept|remember|write|written|tape|want|like|agree|sure|allow\w*|have it|do (?:it|that))\b|\bnot (?:now|today|yet)\b"
)
"""A clause that takes a yes back, or may."""

_OPEN = re.compile(r"\b(why|what|who|how|where|when|maybe|perhaps|not sure|don t know|wait)\b")

_GREETS = re.compile(
    r"\b(?:is (?:that|this) (?!all right|alright|ok|okay|fine|good|enough|what|it|all|on|recording)\w+|are you (?!recording|ready|on)\w+|"
    r"who ?(?:is|s|are)? (?:that|this|there|it|you|speaking)|have we met|do i know you|where (?:am i|is|s) ?\w*|come in|is (?:he|she) \w+)\b"
)
"""Said to somebody at the door: the yes in it is a greeting, and allows nothing."""

_ALLOWS = re.compile(
    r"\b(?:record|recording|you may|you can|you could|go ahead|i agree|i don t mind|i do not mind)\b"
)


FEW = 6
"""Words of an answer in which any denial is meant for what was asked. A guess."""


def agrees(said: str) -> bool | None:
    """Is `said` a plain yes (True), a plain no (False), or neither (None)?

    In doubt it is neither: a recording that somebody did not clearly want must not happen.
    """
    words = re.sub(r"[^a-z ]+", " ", said.lower().replace("’", "'").replace("'", " "))
    words = " ".join(words.split())
    kindly = bool(_KINDLY_NO_WORDS.search(words))
    rest = _OF_THEMSELVES.sub(" ", _KINDLY_NO_WORDS.sub(" ", words))
    yes = kindly or bool(_YES.search(rest))
    no = bool(_NO.search(rest))
    if yes and no:
        return True if _once(said) else None
    if yes and _GREETS.search(rest) and not _ALLOWS.search(rest):
        return None
    if yes:
        return None if not kindly and _OPEN.search(rest) else True
    if no:
        aside = len(words.split()) > FEW and not any(map(_CONTRARY.search, _parts(said)))
        return None if aside or _OPEN.search(rest) else False
    return None


def denies(said: str) -> bool:
    """Does a sentence of it begin with a no? "I was born at home, no doctor, nothing" denies something else."""
    sentences = (each for each in re.split(r"[.!?]+", said) if each.strip())
    return any(
        bool(_CONTRARY.search(_parts(each)[0])) and agrees(each) is False for each in sentences
    )


def _once(said: str) -> bool:
    """Is it a yes in a sentence of its own, and is what is denied beside it something else?

    "Go on then, record it, you won't hear nothing scandalous." In doubt not: see `agrees`.
    """
    found = False
    for words in _parts(said):
        if _CONTRARY.search(words):
            return False
        found |= bool(_PLAINLY.fullmatch(words))
    return found


def _parts(said: str) -> list[str]:
    parts = re.split(r"[.!?;,]+", said.lower())
    return [" ".join(re.sub(r"[^a-z ]+", " ", part).split()) for part in parts]
