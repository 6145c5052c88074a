"""Whether words hold a verb, so that they are a sentence and no scrap of one. Pure."""

import re

PAST = frozenset(
    """
    was were had did could would went came left lost met took got made found gave kept knew told began
    built bought sold ran sat stood said saw heard felt wrote read taught brought thought caught fought
    held led fed slept swept wept wore tore drove rode rose sang rang drank ate fell grew threw blew flew
    drew broke spoke woke chose froze stole hid bit lit won hung dug spun sent spent lent bent lost shut
    put cut hit let set hurt cost became forgot forgave understood paid laid hadn't didn't wasn't weren't
    couldn't wouldn't swam shook struck stuck strode sought bound wound ground bore swore used dreamt learnt
    shot beat lay knelt crept sank sprang began
    """.split()  # noqa: SIM905
)
"""Verbs whose past does not end in -ed."""

_NOT_VERBS = frozenset(["need", "bed", "red", "shed", "seed", "feed", "speed", "hundred", "indeed"])
_FINITE = frozenset(
    """
    is are am has have will can may must shall do does might should ought couldn't can't won't isn't aren't don't
    doesn't haven't hasn't shouldn't ain't 'twas 'tis
    """.split()  # noqa: SIM905
)
_BOTH = frozenset(["put", "cut", "set", "hurt", "lost", "may", "left", "wound", "ground", "bound"])
"""Also other words: "the lost property", "in May", "on the left"."""

_CLAUSE = re.compile(
    r"\b(?:I|we|he|she|they|you)(?:['’](?:s|d|m|re|ve|ll)\b| (?:\w+ly |never |always |often |just |all |both )?[a-z])"
    r"|\b(?:it|that|there|who|what)['’](?:s|d|ll)\b",
    re.IGNORECASE,
)
"""A subject with something after it: whatever follows "I" is a verb, in whatever dialect."""

_DANGLES = re.compile(
    r"\b(?:a|an|the|my|our|his|her|their|of|in|at|for|from|with|by|and|or|but|as|than|because|when|where|if)$",
    re.IGNORECASE,
)


def past(word: str) -> bool:
    """Is `word`, in lower case, the past of a verb?"""
    return word in PAST or (word.endswith("ed") and len(word) > 3 and word not in _NOT_VERBS)


def whole(sentence: str) -> bool:
    """Has `sentence` a subject with a verb, and does it end? "Ninth of August 1958, Feast week" has none."""
    words = re.findall(r"[\w'’]+", sentence.lower().replace("’", "'"))
    if _DANGLES.search(sentence.rstrip(" .!?…,;:—–-")):
        return False
    verb = any((past(word) or word in _FINITE) and word not in _BOTH for word in words[1:])
    return verb or bool(_CLAUSE.search(sentence))


NO = (
    r"no(?=\W*$|\s*[,.;:…!?—–-]|\s+(?:\d|(?:I|we|he|she|it|they|that|this|there|these|those|you|the|an?|my|our|his|her|their|your|not|no|wait"
    r"|sorry|well|but|and|so|then|because|when|if|after|before|in|on|at|by|I'm|it's|we'd|I'd|he'd|she'd|they'd|it'd"
    r"|(?:eigh|nine|six|seven|thir|four|fif)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b))"
)
"""A no that answers or puts right, as a pattern: that of "no one was hurt" and "no doubt" is a part of what is told."""
