"""Is the narrator frightened, lost, on the way home, or with somebody whom only they see? And whom do they take us for? Pure.

Only what is said of this moment counts, in few words: a fright that is told is a story. A recogniser that writes no
full stops, and no apostrophes, is understood as well. Danger is none of it and comes before it (safety.py).
"""

import re

from voice_agent.reading.words.plain_words import plain

LONGEST_UNSETTLED_WORDS = 22
"""Words; what is longer is a story. A guess."""

_REPORTED = re.compile(
    r"\b(?:said|says|told|shouted|cried|wrote|whispered|thought|wondered|used to|(?<!i )asked(?! you)|(?:when|until|till|because|so) (?:i|we|he|she|they) (?:was|were|got|came|had)|"
    r"in those days|years ago|in the war|was always|were always|were|had been|had to|did not|could not|as a (?:child|boy|girl))\b"
)
_SOMEBODY = r"(?:some (?:man|men|woman|women|people|child|children|person)|somebody|someone|an? (?:\w+ )?(?:man|woman|lady|gentleman|person|stranger|boy|girl|child|soldier|cat|dog|animal|face|figure)|(?:\w+ )?(?:men|women|people|children|strangers|soldiers|cats|dogs|rats|insects|spiders))"
_SPOT = r"(?:room|corner|house|bed|bedroom|window|chair|wall|walls|ceiling|kitchen|wardrobe|curtains?|mirror|dark|hall|hallway|stairs|landing|foot of|end of|floor|shadows|attic|cellar|cupboard)"
_PLACED = rf"(?:(?:standing |sitting |hiding |looking |there |over )*(?:in|on|at|by|under|behind|outside|near|beside|through|up) (?:the|my|this|that) {_SPOT}|in here|over there|(?:standing|sitting|looking|staring|watching) (?:there|here|at me|in|at me))"

_KINDS = {
    # where: the place has gone from them
    "lost_where": re.compile(
        r"\b(?:where am i|where are we|where (?:have|are) you (?:taking|taken|put|brought) me|what is this place|what place is this|"
        r"what am i doing here|(?:how|why) (?:did i get|am i|do i come to be) here|i do not know where i am|i do not know this (?:place|room|house)|"
        r"(?:this|it) is not my (?:house|home|room|bed|flat|chair)|is this (?:the|a|my|some) (?!right|thing|machine|recording|voice|telephone|phone|button|microphone|light|one|way|question|person|real)\w+(?: (?:or|is it)\b.*)?$|"
        r"where is this|who are (?:all )?these people|where (?:is|has|have|are) (?:every(?:body|one)|all the (?:people|others)|they all)(?: gone)?|i am lost(?=$| and| here| please))\b"
    ),
    "lost_home": re.compile(
        r"\b(?:i (?:want|would like|need|have|have got|must|would love) (?:to )?(?:go|get|be) (?:back )?home|(?:please )?take me (?:back )?home|"
        r"(?:can|may|could) (?:i|we) (?:please )?go home|let me go home|when (?:can|am|will|do|are) (?:i|we) (?:be )?(?:go|going|get to go) home|"
        r"i am going home now|it is time i (?:went|was) home)\b(?! (?:to (?!bed|my own|sleep)|in |and (?:see|visit)|for (?:christmas|good)|one day|before i))"
    ),
    "frightened": re.compile(
        r"\b(?:i am|i feel|i get|it is making me) (?:so |very |really |still |all |a bit |a little |ever so |that |rather |too )*"
        r"(?:frightened|scared|terrified|frit|petrified|feart|afraid (?=and\b|in\b|here|now|of (?:the dark|him|her|them|what|you|this|that|being)|\.|$)|afraid$)"
        r"(?! (?:of|to)(?! (?:the dark|him|her|them|what|you|this|being|be (?:alone|on my own)|go to sleep))\b)|"
        r"\bi do not like (?:it in here|it here|the dark|being (?:alone|on my own|here))\b|\b(?:it is|why is it) (?:so |all |very )?dark (?:in here|and i)\b|"
        r"\bi am (?:all |so )?(?:on my own|alone) (?:here|in the dark|and (?:it is dark|nobody))\b"
    ),
    "sees_somebody": re.compile(
        rf"\b(?:there is|there are|i (?:can )?see|who is|why is there) (?:{_SOMEBODY}|that (?:man|woman|lady|person|child|boy|girl)|that) (?:is |who is )?{_PLACED}\b|"
        rf"\b(?:somebody|someone) is {_PLACED}\b|\bwho (?:is|are) (?:that|those) (?:man|men|woman|women|people|lady|person|child|children)\b|"
        rf"\b(?:there is|there are) (?:somebody|someone|{_SOMEBODY}) (?:here|there|watching me|looking at me)\b"
    ),
}  # fmt: skip

_US = re.compile(
    r"\b(?:are you|is (?:that|this)) (?:you )?(?:really |truly |only )?(?:my |our )?(?P<who>(?!you\b|real|ready|sure|there|on\b|in\b|at\b|off|well|all|right|working|recording|"
    r"listening|going|coming|still|not|an?\b|the\b|my\b|it\b|that|this|what|how|why|where|when|so\b|too|enough|fine|ok|okay|true|late|dark|morning|afternoon|"
    r"evening|night|cold|raining|milk|bread|tea|dinner|lunch|time|because|any|some|able|allowed|supposed|married|old|happy|tired|cross|for\b|now|possible|good|safe|from|with|"
    r"sunday|monday|tuesday|wednesday|thursday|friday|saturday|deaf|daft|stupid|mad|kidding|joking|asking|talking|speaking|trying|sitting|standing|hungry|lovely|nice|funny|clear|better|me\b|him\b|her\b|who|he\b|she\b)[a-z]{2,})"
    r"(?: (?:dear|love|is it|at last|again|there|come|back|then|now|or .*|speaking))*$"
)
_WHO = re.compile(
    r"\bwho (?:are you|is (?:this|that|it)|am i (?:talking|speaking) to|is (?:there|speaking|talking))\b(?! (?:man|woman|lady|person|child|standing|sitting|in|at|by|on))|\bhave we met\b|\bdo i know you\b"
)


def _said(said: str) -> str:
    text = plain(said)
    if not text or len(text.split()) > LONGEST_UNSETTLED_WORDS or _REPORTED.search(text):
        return ""
    return text.replace(" . ", " | ").strip(" .")


def unsettled(said: str) -> str:
    """What unsettles them, as the kind of phrase that meets it; "" where nothing does. Fear comes before all."""
    text = _said(said)
    if not text:
        return ""
    for kind in ("frightened", "sees_somebody", "lost_where", "lost_home"):
        if any(_KINDS[kind].search(clause) for clause in text.split(" | ")):
            return kind
    return ""


def taken_for(said: str) -> str:
    """Whom they take us for ("peter", "mother"), in plain words; "" where they ask no such thing."""
    for clause in _said(said).split(" | "):
        if match := _US.search(clause):
            return match["who"]
    return ""


def asks_who(said: str) -> bool:
    """Do they ask who is speaking, or take us for somebody?"""
    return bool(_WHO.search(_said(said)) or taken_for(said))
