"""A loss or a wrong that was told, and what is still to come, by the words alone. Pure.

The reader of feelings may be absent, or may hear a joke where somebody speaks of a death. Some words leave no doubt:
a baby that was lost, two days of a life, a name that nobody spoke. Nobody is asked for the happiest day after those,
for a date, or for what came next. And whoever goes to the hospital in the morning was not there long ago.
"""

import re
from functools import lru_cache

from voice_agent.reading.by_rules.particulars import is_name, outlived
from voice_agent.reading.words.plain_words import at_stops
from voice_agent.reading.words.vocabulary import plain

ASKED = 8
"""Texts remembered: every one of some four hundred questions asks about the same answer."""

_CHILD = r"(?:bab(?:y|ies)|child(?:ren)?|bairns?|twins?|little (?:girl|boy|one|lad|lass))"
_KIN = (
    r"(?:husband|wife|son|daughter|boy|girl|brother|sister|mother|father|mum|mam|mom|dad|daddy|gran(?:ny|dad)?|nan|"
    r"friend|grandson|granddaughter)"
)
_WHEN = (
    r"in (?:january|february|march|april|may|june|july|august|september|october|november|december|nineteen \w+|"
    r"the (?:spring|summer|autumn|fall|winter|night)(?: of (?:that|the same|last) year)?)|"
    r"at (?:christmas|easter|new year|harvest)"
)
_LATELY = r"last (?:week|month|year|spring|summer|autumn|fall|winter|christmas|easter)"
_LOST = re.compile(
    rf"\b(?:lost (?:everyone|everybody|all (?:her|his|their|my|our) (?:people|family))\b|(?:lost|losing|lose|bury|buried|burying) (?:the|our|my|her|his|a|that|both|both of|two|three|another|of)? ?(?:\w+ )?(?:{_CHILD}|{_KIN}|them)\b(?! in the (?:crowd|shop|market))|"
    r"(?:he|she|the baby|(?-i:[A-Z])[a-z]+) (?:only |just )*lived (?:for |only |just |but |barely )*(?:a few|an|a|\w+) (?:minutes?|hours?|days?|weeks?)\b(?! (?:in|at|with|on|by|there|near|off))|"
    r"lost (?-i:[A-Z])[a-z]+ (?:himself|herself|too|as well|in (?:nineteen|twenty|\d)|that (?:year|winter|spring|summer|autumn))|"
    r"(?:he|she|{kin}|(?!(?:it|that|this|there|everything|all|nothing|time|christmas|summer|winter|one|who|which|what|they|we|i)\b)(?-i:[A-Z])[a-z]+) (?:passed (?:just |only )?(?:{when}|{last})|went (?:{when}|the (?:spring|summer|autumn|fall|winter|year) (?:of|after|before|that)\b))(?!,? (?:to|with|on|up|over|by|off|and (?:came|got|stayed)|for|from)\b)|"
    r"(?:^|[.!?;] )(?:killed|drowned) (?:in|on|at|down|by|outright|when|off)\b|\b(?:lost|buried) (?:our|my|me|wor) (?-i:[A-Z])[a-z]+\b(?! (?:street|road|lane|hall|cup|match))|(?-i:[A-Z])[a-z]+(?:'s|’s) (?:dead|gone) now\b|"
    r"still-?born|miscarr\w+|born dead|cot death|never drew breath|"
    r"never (?:got to |did |even )*(?:held|hold|kissed|kiss) (?:her|him|the baby|them)\b|never (?:saw|seen|see) (?:him|her|them) (?:again|alive|any ?more)|"
    r"(?:took|taken|carried) (?:her|him|the baby|it) (?:away|off|out) in (?:a|an) (?:towel|sheet|blanket|box|basin|bucket)|"
    r"(?:nobody|no one|no ?body|they never|we never|he never|she never) (?:ever )?(?:said|spoke|mentioned|used) (?:her|his|their|the baby's) names?|"
    r"(?:he|she|they|(?-i:[A-Z])[a-z]+|{kin}|him|her)(?:'s|’s)?,? (?:he |she )?(?:just |had |was |were |is |'s |are |been |get |got )*(?:die[ds]?|dead|killed|drowned|dying|passed (?:away|on))\b|"
    r"died (?:in|on|at|with|of|from|young|before|after|when|last|that|quiet\w*|sudden\w*|peaceful\w*)\b|"
    r"(?:we|they|i)(?:'d| had)? buried (?!the hatchet|treasure|ourselves|myself)|(?:he|she|peter|{kin})(?:'s| is) (?:dead|gone now|no more)|\bknow (?:he|she)(?:'s| is) gone|"
    r"(?:he|she|they|(?!it\b|that|this|there)(?-i:[A-Z])[a-z]+|{kin})(?:'s|'ve| has| have)? been gone (?:since|now|for|(?:\w+ ){1,3}(?:years?|months?|weeks?))\b|(?:he|she) (?:all )?gone now\b|(?:he|she|they)(?:'s| is| has been)? (?:\w+ ){1,3}(?:years?|months?|weeks?) gone\b|(?:he|she|they|{kin})(?:'d| had)? (?:was|were|got|been) lost\b(?=[,.;]| at sea| off| with all| in (?:nineteen|sixty|seventy|\d))|lost with all hands|(?-i:[A-Z])[a-z]+ dead in (?:nineteen|sixty|seventy|eighty|ninety|fifty|forty|thirty|\d)|they bury (?:him|her)\b|gone since (?:nineteen|twenty|two thousand|\d{4}|last)|"
    r"found (?:him|her) (?:dead|cold|lying|on the floor)\b|"
    r"gone now (?:\w+ ){0,3}(?:years?|months?|weeks?)|god rest (?:her|him|them|his soul|her soul)|"
    r"still (?:lay|set|put|pour)\w* (?:out )?(?:two|(?:a|his|her) (?:place|cup|plate))|two cups? on the table|"
    r"(?:lay|set|put) (?:out )?(?:his|her) (?:place|cup|plate)\b[^.!?]{0,30}\b(?:still|yet|some (?:mornings|nights|evenings|days))\b|"
    r"(?:makes? me|made me|could|want(?:ed)? to|wants? to|like to|have to|still|i) (?:still |just |sat down and )*(?:cry|weep|wept|cried)\b(?! with laugh| laughing| out laughing)|"
    r"(?:machine|sea|river|mine|pit|war|cancer|stroke|fever) (?:take|took|taken|had|got) (?:him|her|them|my|our)\b|"
    r"the (?:day|morning|week|night) (?:of|after|before) (?:\w+ ){0,2}(?:funeral|burial)|"
    r"(?:my|our|his|her|their|(?-i:[A-Z])[a-z]+'s) (?:\w+'s )?grave(?:side|stone)?\b(?! mistake))".replace(
        "{kin}", _KIN
    )
    .replace("{when}", _WHEN)
    .replace("{last}", _LATELY),
    re.IGNORECASE,
)
_ANIMALS = re.compile(
    r"\b(?:dog|cat|budgie|canary|rabbit|hens?|pony|horse|pig|goat|goldfish|ferret)\b", re.I
)
_SAYINGS = re.compile(r"\b(?:(?:till|until|to) the day (?:he|she|they) died|died (?:down|out|off|away)|dying (?:down|out|of laughter|to)|dead (?:on|tired|straight|set|easy|end|keen|proud))\b", re.I)  # fmt: skip
_CALLED = re.compile(
    r"""(?<=[”"’'])\s*(?:i|he|she|we|they|\w+) cried\b|\bcried\b(?=[,:]?\s*[“"‘])""", re.IGNORECASE
)
"""Nobody weeps who cries "Eureka!"."""

_WRONGED = re.compile(
    r"\b(?:no (?:coloureds?|blacks?|irish|dogs|jews)\b.{0,40}\bno (?:coloureds?|blacks?|irish|dogs|jews)|"
    r"call(?:ed|s)? (?:me|us|him|her) (?:a |an )?(?:\w+ )?(?:sambo|darkie|nigger|wog|paki|coolie|yid|paddy|gypsy|savage|monkey|bastard)|"
    r"do not (?:want|wanted|serve) (?:your|our|my|that) (?:kind|sort|colour)|(?:your|my|our) (?:kind|sort|colour)\b.{0,20}\bnot (?:wanted|welcome)|"
    r"go back (?:to )?where (?:you|we|i) (?:came|come) from|(?:please )?do(?: not|n't) come back|"
    r"back of the class (?:because|for being))",
    re.IGNORECASE,
)
_COMING = re.compile(
    r"\b(?:tomorrow|(?<!the )next (?:week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|time)|"
    r"(?:i'm|i am|we're|we are|he's|he is|she's|she is|they're|they are|(?-i:[A-Z])[a-z]+'s|(?-i:[A-Z])[a-z]+ is|my \w+(?:'s| is)) "
    r"(?:coming|going|bringing|off|visiting|getting|having|taking|off to|due|being done|moving|starting|marrying|flying|expecting)\b"
    r"(?=[^.!?]*\b(?:(?:on )?(?!yester|birth)\w+day|on the \d|on the \w+ of|tomorrow|tonight|next|in the morning|this (?:afternoon|evening|weekend|\w+day)|for christmas|soon|to see me))|"
    r"being done on (?:the )?\w+)",
    re.IGNORECASE,
)
_WAS = re.compile(
    r"\b(?:was|were|had|did|used to|said|told|went|came) (?:going|coming|to be|tomorrow)\b|\b(?:said|thought|promised)\b|"
    r"\b(?:asked|wanted to know|wondered) (?:\w+ )?(?:if|whether|could|might|may)\b",
    re.I,
)


@lru_cache(ASKED)
def loss(said: str) -> bool:
    """Do its words leave no doubt that somebody was lost, or that it hurts to this day?"""
    text = outlived(plain(_CALLED.sub(" called", said)))
    if _ANIMALS.search(text) and not re.search(_KIN, text, re.I):
        return False
    if _LAUGHED.search(text):
        text = _UNTIL.sub(" ", text)
    return bool(_LOST.search(_SAYINGS.sub(" ", text)))


_UNTIL = re.compile(
    r"\b(?:until|till|before|to|by) (?:the (?:day|time|week) )?(?:that )?(?:he|she|they|(?:my|our) \w+) (?:had )?died\b",
    re.IGNORECASE,
)
_LAUGHED = re.compile(
    r"\b(?:laugh\w*|giggl\w*|chuckl\w*|funn\w+|jok\w+|daft|smil\w+|teas\w+|enjoy\w*|merr\w+|proud\w*)\b",
    re.IGNORECASE,
)
"""A death that only says until when, in a story that is told with a smile."""


_GONE = re.compile(
    rf"\b(?:(?P<kin>(?:my|our|me|wor) (?:\w+ )?{_KIN})(?: (?P<called>(?-i:[A-Z])[a-z]+))?|(?P<name>(?-i:[A-Z])[a-z]{{2,}}))"
    r"(?:'s|’s)?(?:,? (?:he|she))?(?: (?:was|were|got|had|is|has|just|only|then|also|be|been))* (?:killed|died|dies|die|dead(?! (?:keen|set|on|certain|tired|proud|easy))|drowned|passed (?:away|on)|gone (?:now|since))\b|"
    rf"\b(?:lost|buried|bury) (?P<lost>(?:my|our|me|wor) (?:\w+ )?{_KIN})(?: (?P<named>(?-i:[A-Z])[a-z]+))?",
    re.IGNORECASE,
)


def whom(said: str) -> str:
    """Who was lost, where the sentence says so itself: "your father", "Joe"; "" where it does not."""
    for match in _GONE.finditer(plain(said)):
        name = match["called"] or match["named"] or match["name"] or ""
        if name and is_name(name):
            return name
        if kin := match["kin"] or match["lost"] or "":
            return re.sub(r"^(?:my|our|me|wor)\b", "your", kin, flags=re.IGNORECASE)
    return ""


@lru_cache(ASKED)
def wronged(said: str) -> bool:
    """Was somebody shut out or called names for what they were?"""
    return bool(_WRONGED.search(plain(said)))


@lru_cache(ASKED)
def to_come(said: str) -> bool:
    """Is what was told last still to happen? Then it has no date to ask for, and nobody was there."""
    last = " ".join(at_stops(plain(said))[-2:])
    return bool(_COMING.search(last)) and not _WAS.search(last)


_GLAD = re.compile(
    r"\b(?:happ(?!en)\w+|joy\w*|laugh\w*|funn\w+|best (?:news|bit|day|moment|time)|most like to live|come right at last|proud\w*|"
    r"celebrat\w*|enjoy\w*|fun|like best|liked best|favourite|prize|lucky|born|first child|christening)\b",
    re.IGNORECASE,
)


def glad(question: str) -> bool:
    """Does `question` ask for something happy?"""
    return bool(_GLAD.search(question))


_ALREADY = tuple(
    (re.compile(asks, re.IGNORECASE), re.compile(tells, re.IGNORECASE))
    for asks, tells in (
        (r"\bwedding day\b|\byour wedding\b", r"\b(?:(?:my|our) wedding|we (?:were|got) (?:married|wed)|i (?:got|was) married)\b"),
        (r"\bwas musical\b|\bmusic was there\b", r"\b(?:accordion|piano|fiddle|violin|banjo|guitar|melodeon|cornet|harmonica|mouth organ|squeeze ?box|choir|brass band|radiogram|gramophone)\b"),
        (r"\bwhich neighbour\b|\blived near you\b|\bneighbours like\b", r"\b(?:next door|neighbour|over the wall|across the (?:landing|road|street))\b"),
        (r"\banimals were there\b|\bwhat animals\b", r"\b(?:pony|ponies|dogs?|cats?|hens?|pigs?|goats?|cows?|horses?|ferrets?|donkeys?|geese|pigeons?|rabbits?)\b"),
        (r"\b(?:meet|met) the person you (?:shared|married)\b|\bmeet your (?:husband|wife)\b", r"\b(?:i met my|where we met|when we met|we met (?:at|in|on|when|through)|how i met)\b"),
        (r"\bcooking at home\b", r"\b(?:cooked|did the cooking|granny cook)\b"),
        (r"\bchildren did you have\b", r"\b(?:i had|we had|i've|i have) (?:two|three|four|five|six|one|a) (?:boys?|girls?|sons?|daughters?|children)\b"),
        (r"\bwho did you play with\b|\bplay with most\b", r"\b(?:i|we) (?:used to )?play(?:ed)? with\b|\bthick as thieves\b"),
        (r"\bwhat work did your (?:father|mother)\b", r"\b(?:my|our) (?:father|dad|mother|mam|mum) (?:had the|worked|was a|ran|kept|drove|mended|sold|farmed)\b"),
        (r"\bsaturday night\b", r"\b(?:saturday night|dance hall|the palais)\b"),
    )
)  # fmt: skip


_NAMED = re.compile(r"What was (?:the|your) (\w+) called\?")


def already(question: str, tellings: tuple[str, ...]) -> bool:
    """Has one of `tellings`, of the same talk, told what `question` opens?"""
    if (named := _NAMED.match(question)) and any(
        re.search(rf"\b{named[1]}", each, re.IGNORECASE) for each in tellings[:-1]
    ):
        return True  # whoever was spoken of before has had a name since, or never will
    return any(
        asks.search(question) and any(tells.search(plain(each)) for each in tellings)
        for asks, tells in _ALREADY
    )


MOURNED = 3
"""Turns for which nobody is asked for anything happy after they told of a loss. A guess."""


def mourned(turn: int, now: int) -> bool:
    """Was a loss told a moment ago, in `turn`; 0: never?"""
    return 0 < turn >= now - MOURNED
