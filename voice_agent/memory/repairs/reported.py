"""Whose word it is: the narrator's own, somebody else's, or a guess.

There are endless ways to pass on what others say, and one shape: before or after what is told stand words
about somebody else and about saying, knowing or remembering ("my sister is convinced ...", "... or so my
mother had it"), and nothing else. So the shape is looked for, with closed lists of small words, and not phrases.
"""

import itertools
import re
from typing import NamedTuple

from voice_agent.memory.claims import Modality
from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.people.kin import KIN
from voice_agent.memory.reading import IRREGULAR_PAST


class WhoseWord(NamedTuple):
    """Where a clause's own statement stands, and whose word it is."""

    modality: Modality
    first: int
    last: int
    """Character span of the statement."""


LONGEST_OPENING_WORDS = 14
"""Words before a statement; longer openings are stories themselves."""

_KNOWING = wordset(
    "say says said saying tell tells told telling claim claims claimed claiming swear swears swore sworn reckon reckons"
    " reckoned maintain maintains maintained insist insists insisted think thinks thought believe believes believed"
    " remember remembers remembered recall recalls recalled recollect recollects recollected argue argues argued assure"
    " assures assured declare declares declared state states stated mention mentions mentioned report reports reported"
    " write writes wrote written note notes noted figure figures figured suppose supposes supposed suspect suspects"
    " suspected joke jokes joked boast boasts boasted announce announced confirm confirms confirmed explain explained"
    " convinced certain sure positive adamant persuaded impression opinion notion idea conviction belief view feeling"
    " version account accounts story legend tradition rumor rumour rumors memory recollection telling theory guess"
    " hearsay gossip talk letter letters diary diaries paper papers record records bible read lore insisting claiming swearing arguing thinking remembering reckoning maintaining believing agree agrees agreed knows know tease teased teases gospel"
)
_HEARD = wordset("told heard hear understand understood gather gathered given informed led assured")
"""What happens to "I" where others say it: "I was told", "I heard"."""

_SMALL = wordset(
    "a an the my our his her their its this that these those it he she they him them everybody everyone everything people"
    " folks somebody someone anybody anyone others other all some one two both me us you is was were are be been being has"
    " had have having do does did would will could can might must used to always often still once later even actually"
    " never not ever up down out in on at of from by for with around about so as like if when whenever day days time times"
    " head mind kept keep keeps keeping go goes going went liked likes loved tends tend seem seems seemed got get gets"
    " gets late old good dear own elder eldest older oldest younger youngest big little first second whole very"
    " bless god rest soul heart every now then to what which who how however anyway anyhow least only just really quite"
    " , that how else far makes make made out rather true right correct somewhere something down along handed passed back town family here there whom ask asked"
    " listen believed trust according going way himself herself themselves but or well oh of course and hear s d re ve ll m"
)
_WHOSE = wordset("my our his her their the one a some an")
_OPENS = wordset("if according by as like from going the what to it there word rumor rumour")
_SUBJECT = wordset(
    "i we he she they it there my our his her their the a an you in at on during after before when back i'd we'd"
    " he'd she'd they'd i'm that's it's somebody everybody nobody"
)
_ADVERBS = wordset("in at on during after before when back")
_SELF = wordset("i we i've we've i'd we'd i'm i'll")
_PASSING_ON = frozenset(
    {("has", "it"), ("have", "it"), ("had", "it"), ("found", "out"), ("found", "that")}
    | {("word", each) for each in wordset("is was has had goes went came in around among")}
)
"""Two words that pass something on, though neither does alone: "she put in a word for me", "they found the bell"."""

_DOING = frozenset(
    {("agreed", "a"), ("heard", "a")}
    | {("never", each) for each in wordset("said told heard knew mentioned")}
    | {("read", each) for each in wordset("us me him her them to aloud out")}
)
"""And that pass nothing on, though the first may: a price agreed, a pin heard to drop, a book read to somebody."""

_FILLERS = wordset("and but so or well now oh") | {","}
_TIMES = wordset("when because while after before until since")
_PEOPLE = wordset(
    "some them most many they people folks everybody everyone somebody someone others he she"
)
_TRADITION = wordset(
    "lore story word rumor rumour legend version account tradition paper bible record records diary"
)
_PASSED_ON = re.compile(
    r"\b(?:i|we)(?:(?:'ve|'m| was| were| have| am| had)(?: always| often| only| once| just| been| got| have)* (?:told|given to|informed|led to|assured)"
    r"|(?:'ve|'d| have| had)?(?: always| often| only| once| just)* (?:heard|hear|understand|understood|gather|gathered))\b(?! (?:him|her|them|you|my|the|everybody)\b)"
    r"|\b(?:i|we) (?:only |just )?(?:had|got|have|know|learned|heard)(?: only)?(?: (?:it|that|this))?(?: only)? from\b|\b(?:i|we) (?:only |just )?have [\w' ]+ word for\b|\bif (?:i|we)\b.*\b(?:believe|trust|listen)\b"
)
"""How "I" pass on what others say: "I was told", "I had it from my mother"; but not "I told them"."""

_TOKEN = re.compile(r"[A-Za-zÀ-ÿ\d]+(?:['’-][A-Za-zÀ-ÿ]+)*|[,;:—–]")

HEDGE = re.compile(
    r"\bplus or minus\b|\bI(?:'m|’m| am) thinking\b|\bfar as I\b|\bor near (?:there|it|that)\b|\bor was (?:that|it)\b|\bhard to (?:say|tell|know|be sure)\b|\b(?:may|might|could) have (?:that|it|this) (?:wrong|mixed)\b|\bshaky\b|\b(?:half (?:an )?|an )idea that\b|\bmy (?:feeling|guess|sense|impression|hunch) is\b|\bnear as makes\b|\bif that(?:'s|’s| is) right\b|\bif I(?:'m|’m| am) any judge\b|\bcheck me\b|\bin that area\b|\bI(?:'d|’d| would) reckon\b|\b(?:nearly|fairly|pretty|almost|half) (?:sure|certain|think|positive)\b|\bunless I\b|\bor am I\b|\ba blur\b|\b(?:not|n['’]t) (?:\w+ )?clear\b|\b(?:might|may) be (?:a )?(?:year|years|little)\b"
    r"|n['’]t (?:quite |really )?(?:say|tell|place|recall|remember|know)(?: you| it| that)* (?:exactly|for sure|for certain|precisely|rightly|now)\b|\b(?:have|need|want|ought) to (?:look (?:it|that) up|check)\b"
    r"|\b(?:if|provided|unless) my (?:\w+ )?(?:memory|arithmetic|sums?|math|counting|reckoning|head|mind)\b|\bdon['’]t ask me\b|\b(?:can|could)n['’]t prove\b|\bnever (?:was |been |had )?(?:any |much )?(?:good|a head)\b|\b(?:I'd|let's|let us|shall we|we'll) say\b"
    r"|\b(?:roughly|approximately|thereabouts|offhand|presumably|supposedly)\b|\bgive or take\b|\bmore or less\b|\bor so\b(?! (?:I|my|they|he|she|the|we|it|our|people)\b)"
    r"|\b(?:near|close) enough\b|\bor something\b|\bor (?:maybe|perhaps|possibly)\b|\bsome ?(?:where|time) (?:around|about|near|in (?:that|there|the neighbou?rhood))\b"
    r"|\b(?:in|round|around) (?:about )?there (?:somewhere|abouts)\b|\bor (?:a|the) year (?:or two )?(?:later|before|after|either way|earlier)\b|\btop of (?:my|the) head\b"
    r"|\bI (?:could|may|might|can) (?:well |easily )?be (?:wrong|mistaken|off|out|confused)\b|\bcorrect me\b|\bwho (?:can|could|knows)\b"
    r"|\b(?:I'd|I would|I should|I'd have to|I want to|I would have to) (?:say|think|guess|imagine|put)\b|\bif I (?:had|have|must|'m|’m|am|'ve|’ve)(?: to| got)? (?:put|say|guess|choose|pick|it right|that right|remember\w*|recall\w*)\b"
    r"|\bif I(?:'ve|’ve| have)? (?:got|get|have|had) (?:it|that|this) right\b|\bif I(?:'m|’m| am) (?:remembering|recalling|not)\b|\b(?:best|near|nearest|close) (?:as )?I can\b|\b(?:as|so) (?:far|best|near|well|much) as I\b|\bas best I\b"
    r"|(?:\bnot|n['’]t|\bnever)(?: \w+){0,3}? (?:sure|certain|positive|stake|swear|bet|vouch|promise|good with|good at|quote me|hold me|pin me|prove it|tell you for)\b"
    r"|\b(?:only|just|but|my|a|best|wild) guess\w*\b|\bI(?:'m|’m| am) (?:only |just )?guessing\b|\bhazard\b|\bI (?:fancy|reckon|imagine|expect|presume|assume|suspect)\b|\bhazy\b|\bfoggy\b|\bmemory serves\b|\brecollection\b",
    re.IGNORECASE,
)
__HEDGING = wordset(
    "roughly approximately thereabouts offhand speaking give take year years more less enough near close something somewhere"
    " sometime around about maybe perhaps top head could may might be wrong mistaken off out correct who can say knows think"
    " guess guessing put best far swear bet sure certain positive stake life farm quote hold good with dates numbers names figure tell remember"
    " remembering recall memory serves i'd i'm i i've wouldn't couldn't can't don't but not or to my it on that a date for so"
    " thinking near was before after hard this wrong mixed shaky little bit makes no difference that's any judge check area reckon feeling is sense hunch idea half an exactly precisely place look up check plus minus nearly fairly pretty almost half unless dreaming am blur clear arithmetic sums math ask let's say shall we'll let us quite really mind mind's it's all i'll would more likely later you anything positively if had have me got right the and was were either way as well only just though although hazy vague never always money prove ask"
)


def reported(clause: str) -> WhoseWord | None:
    """Return somebody else's word in `clause`, or None where the narrator says it or nothing is told.

    Raises nothing.
    """
    tokens = list(_TOKEN.finditer(clause))
    words = _words(tokens)
    start = _statement(clause, tokens, words)
    if start:
        return WhoseWord(Modality.HEARSAY, tokens[start].start(), len(clause))
    for comma in [n for n, word in enumerate(words) if word == ","][::-1]:
        if comma + 1 < len(words) and _of_others(tokens[comma + 1 :], words[comma + 1 :]):
            return WhoseWord(Modality.HEARSAY, 0, tokens[comma].start())
    return None


def bare(clause: str) -> Modality | None:
    """Return whose word it is where a clause says nothing else: "so my mother said", "but I could be wrong"."""
    tokens = list(_TOKEN.finditer(clause))
    words = _words(tokens)
    if 1 < len(words) <= LONGEST_OPENING_WORDS and _of_others(tokens, words):
        return Modality.HEARSAY
    if HEDGE.search(clause) and all(word in __HEDGING or not word[0].isalnum() for word in words):
        return Modality.GUESS
    return None


def _statement(clause: str, tokens: list[re.Match[str]], words: list[str]) -> int:
    """At which word the statement begins that others are said to make; 0 where there is none."""
    for place in range(2, min(len(words), LONGEST_OPENING_WORDS + 1)):
        opens = words[place] in _SUBJECT or tokens[place][0][0].isupper()
        known = any(word in _KNOWING for word in words[:place]) or _pass_on(words[:place])
        if not (opens and known) or not _past_follows(words, place):
            continue
        if words[place - 1] in {"and", "but", "or"} or words[place - 1] in _WHOSE:
            continue
        before = words[place - 1]
        if words[place] in _ADVERBS and not (before in _KNOWING or before in {"that", "how", ","}):
            continue  # "he told me off in 1954"
        if _of_others(tokens[:place], words[:place]):
            return place
    return 0


def _pass_on(words: list[str]) -> bool:
    return not _PASSING_ON.isdisjoint(itertools.pairwise(words))


def _past_follows(words: list[str], place: int) -> bool:
    return any(
        word in IRREGULAR_PAST or (word.endswith("ed") and len(word) > 3) or word.endswith("'d")
        for word in words[place + 1 : place + 8]
    )


def _of_others(tokens: list[re.Match[str]], words: list[str]) -> bool:
    """Do these words say nothing but that somebody else says, thinks or remembers it?"""
    heard = any(word in _HEARD for word in words)
    if not heard and not any(word in _KNOWING for word in words) and not _pass_on(words):
        return False
    begins = next((word for word in words if word not in _FILLERS), "")
    if begins in _TIMES:
        return False
    if any(word in _SELF for word in words) and not _PASSED_ON.search(" ".join(words)):
        return False
    if "nobody" in words or not _DOING.isdisjoint(itertools.pairwise(words)):
        return False  # "nobody remembered the well" is the narrator's own
    third = heard or words[0] in _OPENS
    for place, word in enumerate(words):
        base = word.removesuffix("'s")
        third = third or base in KIN or base in _PEOPLE or word in _TRADITION
        if base in _SMALL or base in KIN or word in _KNOWING | _HEARD | _SELF:
            continue
        if word in IRREGULAR_PAST or (word.endswith("ed") and len(word) > 3):
            return False  # another verb: that is a story of its own
        name = tokens[place][0][0].isupper() and place > 0
        noun = any(before in _WHOSE for before in words[max(0, place - 3) : place])
        # "neighbors", or a name; but not "come to think"
        opens = place == 0 and len(words) > 1 and words[1] != "to"
        if not (name or noun or opens):
            return False
        third = True
    return third


def _words(tokens: list[re.Match[str]]) -> list[str]:
    """In lower case; "worked it out" is as good as "reckoned"."""
    said = [each[0].lower().replace("’", "'") for each in tokens]
    found_out = (["worked", "it", "out"], ["looked", "it", "up"], ["figured", "it", "out"])
    return ["reckoned" if said[n : n + 3] in found_out else word for n, word in enumerate(said)]
