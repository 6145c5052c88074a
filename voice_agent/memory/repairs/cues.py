"""How a clause was told: said, heard from others, guessed, in fun, denied, wished.

Small closed lists of English phrases. They mark how sure something was told; none of them takes anything out of memory.
"""

import re
from typing import NamedTuple

from voice_agent.memory.claims import Modality
from voice_agent.memory.reading import IRREGULAR_PAST, Tag, Tagged
from voice_agent.memory.repairs import reported
from voice_agent.verbs import NO


class Frame(NamedTuple):
    """Words around a statement that say where it comes from: "Mum always said"."""

    modality: Modality
    first: int
    last: int
    """Character span; the statement follows."""

    retold: bool = False
    """Quotes what the narrator told before."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_TELLERS = (
    r"(?:they|people|folks|everybody|everyone|he|she|somebody|someone|(?:my|our) (?:\w+ )?\w+(?: [A-Z]\w+)?"
    r"|mum|mom|mother|ma|mama|dad|daddy|father|pa|papa|grandma|granny|grandpa|grandad|(?:aunt|uncle|cousin) \w+"
    r"|[A-Z]\w+)"
)
_HEARSAY_FRAME = re.compile(
    rf"^(?:and |but |so |well,? |oh,? |now,? |of course,? )*(?!(?:I|we)\b){_TELLERS},? (?:always |used to |once |often |still |later |all )*"
    r"(?:say|says|said|told (?:me|us|everybody|everyone|people|the story)|tell (?:me|us|people|everybody)|claim(?:s|ed)?|swore|swear|reckon(?:s|ed)?|maintain(?:s|ed)?|insist(?:s|ed)?|like[sd]? to (?:say|tell))"
    r",? (?:that |how )?(?=(?:I|we|he|she|it|they|there|the|my|our|his|her|when|in|on|at|during|after|before|down|up|out|back|this|that|(?-i:[A-Z]\w+))\b)",
    re.IGNORECASE,
)
_TOLD_ME = re.compile(
    r"^(?:and |but |so |well,? |now,? )*(?:I'm told|I was told|I've been told|we were told|I heard|I've heard|we heard|I gather|(?:the|our) family (?:story|legend) (?:goes|is|has it)|the story (?:goes|is|went)|the way I heard it|as I heard it|legend has it|they tell me|the way (?:my |our )?\w+ (?:told|tells|had|has) it|from what (?:I heard|they told me|I was told|I'm told))(?: that)?,? ",
    re.IGNORECASE,
)
_SAYING = (
    r"(?:say|says|said|tell|tells|told|claims?|claimed|swears?|swore|reckons?|reckoned|maintains?|maintained|insists?|insisted"
    r"|remembers|recalls|believes|believed|thinks|has it|had it|have it|will have it|would have it|puts it|put it|would tell|holds|held out|makes out|made out|is of the opinion|is convinced|was convinced)"
)
_OTHERS = (
    r"(?:they|people|folks|everybody|everyone|somebody|someone|all of them|the (?:whole |old |other )?(?:family|others|children"
    r"|kids|neighbou?rs|relatives|folks|aunts|uncles|girls|boys|people|women|men)|(?:my|our|his|her) (?:[\w'’]+ ){0,2}[\w'’]+)"
    r"(?:(?: back)? (?:in|at|of|on|from) (?:the |my |our )?\w+)?"
)
_IT_IS_SAID = re.compile(
    r"^(?:and |but |so |well,? |now,? )*(?:"
    r"(?:it|there)(?:'s|'d| is| was| has| had| used to be)(?: \w+){0,3}? (?:said|told|claimed|believed|thought|handed down|passed down|talk)(?: in \w+ \w+)?,? (?:that|how)"
    r"|(?:the |our |my )?(?:[\w'’]+ )?(?:story|stories|legend|tale|word|talk|rumou?r|version|tradition|saying)(?: [\w'’]+){0,5}? (?:goes|is|has it|had it|was|went|says|said)(?: always)?(?: that| how)?"
    rf"|(?:the way|as|from what|like|by what|going by what) {_OTHERS} (?:always |once |used to |still |all )*(?:{_SAYING}|heard)(?: (?:me|us|it|that))*"
    r"|(?:the way|as|from what|from all|by what|all) I(?:'ve| have)?(?: always| only)? (?:heard|understood|understand|gathered|gather|was told|been told|got)(?: (?:it|that|tell))?"
    r"|if you (?:ask|believe|listen to) (?:my |our |the )?\w+(?: [A-Z]\w+)?|to hear (?:my |our )?\w+(?: \w+)? (?:tell|talk)(?: it| about it)?"
    r"|by all accounts|according to (?:(?:my|our|the) )?(?:\w+ )?\w+(?: [A-Z]\w+)?"
    r"|I(?:'ve| have|'m| am| was| got)?(?: always| only| often| once| just)*(?: been)? (?:told|given to understand|informed|led to believe|understand|gathered|heard)(?: (?:it said|tell|by (?:my |our )?\w+|from (?:my |our )?\w+))?"
    r"),? (?:that |how )?(?=[\w'’])",
    re.IGNORECASE,
)
_WIDER_FRAME = re.compile(
    rf"^(?:and |but |so |well,? |now,? |oh,? )*(?!(?:when|after|before|because|if|that|as|while|until|since|where|how)\b){_OTHERS},? (?:always |used to |once |often |still |later |all |will |would |even |actually )*"
    rf"{_SAYING}(?: (?:me|us|you|anybody|anyone|everybody|it))?,? (?:that |how |to this day (?:that )?)?"
    r"(?=(?:I|we|he|she|it|they|there|the|my|our|his|her|in|on|at|during|down|up|out|back|this|that|(?-i:[A-Z]\w+))\b)",
    re.IGNORECASE,
)
_HEARSAY = _any(
    rf",\s*(?:or |and |but |at least |anyway,? )*(?:so|that's what|that is what|is what|which is what|as|that's how) (?!I\b|we\b){_OTHERS} (?:always |once |used to )?{_SAYING}",
    rf",\s*(?:or so |so )?(?:my|our) (?:\w+ )?\w+ (?:always |used to |still |once )*{_SAYING}(?: me| us| so| it)*[\s.!]*$",
    rf"\b(?:that's|is|was) (?:what|how) (?!I\b|we\b){_OTHERS} (?:always |once |used to )?{_SAYING}",
    r",\s*(?:or )?so (?:I'm|I was|I've been|I) (?:told|heard|hear|understand)\b",
    r"\bby all accounts\b",
    r",\s*if you (?:ask|believe|listen to|go by) (?:my|our|the) \w+",
    r"\bis what I(?:'ve| have| was|'m)?(?: always| been)* (?:heard|told)\b",
    r"\bapparently\b",
    r"\bsupposedly\b",
    r"\breportedly\b",
    r"\bso (?:they|people|folks) (?:say|said|tell me|told me)\b",
    r"\bso I(?:'m| was|'ve been)? (?:told|heard)\b",
    r"\bfrom what I(?:'ve)? heard\b",
    r"\baccording to (?:my|mum|mom|dad|[A-Z])",
    r"\b(?:was|is|were) (?:said|supposed) to have\b",
    r"\bor so (?:\w+ ){1,3}(?:said|says|claimed)\b",
)
_RETOLD = re.compile(
    r"^(?:[\w'’]+(?: [\w'’]+){0,3}, (?=I (?:told|said) ))?(?:and |but |so |well,? |now,? |oh,? |you know,? |wait,? |sorry,? |actually,? |(?:the )?last time,? |the other (?:day|week),? |before,? |earlier,? )*(?:did )?I(?: think| believe)?(?: I)?(?:'ve| have)? "
    r"(?:told|said|say|mentioned|mention|tell)(?: to)?(?: you| before| earlier| already| last time| the other day| last week| yesterday)*,? (?:that |how |about )*",
    re.IGNORECASE,
)
_SPOKE = re.compile(
    r"(?:to|him|her|them|goodbye|hello|no|yes|nothing)\b"
    rf"|(?:my|the)\b(?!(?:\W+\w+){{1,5}}?\W+(?:\w+ed|{'|'.join(sorted(IRREGULAR_PAST))})\b)",
    re.IGNORECASE,
)
_GUESS = _any(
    r"\b(?:might|may|could) (?:well )?be\b",
    r"\bor was it\b",
    r"\b(?:not|never|unless I'm|may be|might be|could be) (?:very much |entirely |quite )?(?:mistaken|wrong)\b",
    r"\bcorrect me if\b",
    r"\b(?:if|as) (?:my )?memory serves\b|\bmemory (?:isn't|is not|plays|fails|could be)\b",
    r"\bas (?:best|near|well) (?:as )?I (?:can|could)\b|\bto the best of my\b|\bas I (?:remember|recall)\b",
    r"\bto guess\b|\b(?:my|a) (?:best )?guess\b|\bguessing\b|\bguesswork\b",
    r"\bnot (?:too|so|very|all that|entirely|exactly|absolutely|altogether|100 percent|a hundred percent) (?:sure|certain|positive|clear)\b",
    r"\bnot (?:certain|positive|sure)\b|\bunsure\b|\buncertain\b",
    r"\b(?:don't|do not|wouldn't) (?:quote|hold|pin) me\b",
    r"\b(?:a bit |a little |rather |all )?(?:vague|hazy|fuzzy|foggy)\b",
    r"\b(?:can't|cannot|couldn't|wouldn't|won't|not) (?:swear|promise|vouch|bet|pin|put money|say for|tell you exactly|lay a bet)\b",
    r"\bseem to (?:remember|recall)\b|\bit seems to me\b",
    r"\bI(?:'ve| have) (?:a|an|the) (?:feeling|notion|hunch|idea|sense|inkling)\b|\bI had an idea\b",
    r"\bI(?:'d| would) (?:have to|want to)? ?(?:say|guess|put it|think)\b|\bI want to say\b|\bI'm inclined\b",
    r"\bfor all I know\b|\bwho knows\b|\blikely\b|\bpresumably\b|\bchances are\b",
    r"\bI (?:don't|do not) know (?:for sure|for certain|exactly)\b|\bthereabouts\b",
    r"\bI (?:think\b(?! (?:about|of|back)\b)|guess|suppose|imagine|reckon|expect|fancy|assume)\b",
    r"\bI'd (?:guess|say|imagine)\b",
    r"\bmaybe\b",
    r"\bperhaps\b",
    r"\bpossibly\b",
    r"\bprobably\b",
    r"(?<!you )\b(?:must|might|may|could) have\b",  # "you could have rowed a boat in our cellar" is no guess
    r"(?<!you )\b(?:must|might|could)'ve\b",
    r"\bI(?:'m| am) (?:not (?:quite |really |at all )?(?:sure|certain)|only guessing|just guessing|guessing)\b",
    r"\bif I (?:remember|recall) (?:it )?(?:right|rightly|correctly)\b",
    r"\bI couldn't swear\b",
    r"\bI (?:can't|couldn't|cannot) be (?:quite |really |too )?(?:certain|sure)\b",
    r"\bas far as I (?:know|recall|remember|can remember)\b",
    r"\bI (?:don't|can't) (?:rightly |really |quite )?(?:remember|recall|know|say)(?: exactly)? (?:if|whether|when|which)\b",
    r"\bI (?:don't|can't|couldn't) (?:rightly|really|quite) (?:remember|recall|know|say)\b",
)
_JOKE = _any(
    r"\b(?:I'm |I am |I was |only |just )+(?:joking|kidding)\b(?! with (?!you)| around)",
    r"\bpulling your (?:leg|chain)\b",
    r"\b(?:that's|that was|it's|it was) (?:just |only )?a joke\b",
    r"\bI(?:'m| am) (?:only |just )?(?:teasing|having you on|fooling|messing with you)\b",
    r"\bI jest\b",
    r"\bdon't you believe (?:it|me|a word)\b",
    r"\bnot really,? of course\b",
)
_PUT_RIGHT = re.compile(
    r"^(?:(?:and|but|so|well|now|oh|ah|um|uh|hmm|dear|my|goodness|you know|listen|look),?\s+)*"
    rf"(?:(?:{NO}(?: no)*|nope|nay|wait|hold on|hang on|sorry|excuse me|correction|rather|or rather|I mean|I meant(?: to say)?|actually|let me (?:correct|fix|put) (?:that|myself|it)(?: right)?|I misspoke|(?:strike|scratch|make) that|I should say"
    r"|I (?:got|had) (?:that|it) (?:wrong|mixed up)|I was (?:wrong|mistaken)(?: about that)?|(?:that's|that was|that is) (?:wrong|not right|a mistake|my mistake)|I made a mistake|my mistake|I tell a lie|come to think of it|now I think (?:of|about) it|on second thoughts?)\b[\s,.;:—–-]*)+",
    re.IGNORECASE,
)
_WRONG = _any(
    r"\bthe wrong (?:year|date|age|time|place|name|number|month|day)\b",
    r"\b(?:I|we|you) (?:told|gave|have|had|said|got|put|wrote)(?: \w+){0,6} wrong\b",
    r"\bI(?:'d|'ve| had| have)? (?:got|had|gotten|told|said|put|given)(?: \w+){0,3} wrong\b",
    r"\bI (?:mixed up|muddled|confused)\b",
    r"\b(?:that's|that was|that is|it was|I was|I had it|I got it|I got that|I had that|I told you) (?:all )?wrong\b",
    r"\bI (?:made a mistake|misspoke|misremembered|was mistaken)\b",
    r"\bthat (?:wasn't|isn't|can't be) right\b",
    r"\bmy mistake\b",
)
_QUESTION = re.compile(
    r"^(?:and |but |so |well,? |oh,? )*(?:did|do|does|have|has|had|was|were|is|are|can|could|would|will|what|where|when|who|why|how|which|shall|should)\b.*\?",
    re.IGNORECASE | re.DOTALL,
)
_WISH = _any(
    r"\bif (?:only|I'd|I had|we'd|we had|he'd|he had|she'd|she had|they'd|it had|it hadn't|it weren't|the)\b.*\b(?:would|could|might)\b",
    r"\bwould(?:n't)? have\b",
    r"(?<!you )\bcould have (?!been\b)",
    r"(?<!you )\bshould have\b",
    r"\bwould've\b",
    r"\bI wish\b",
    r"\b(?:wanted|hoped|meant|planned|dreamed|dreamt|longed|tried) (?:to|of)\b",
    r"\b(?:was|were) (?:going|meant|about) to\b",
    r"^\W*(?:(?:I|we|he|she|they|it|\w+) ){1,2}(?:nearly|almost) (?!didn't|never|all\b|every|the\b|an?\b|\d)",
)
_NOT = re.compile(
    r"\b(?:did|was|were|had|could|would|has|have|do|does|is|are)(?:n't| not| never)\b|\bnever\b|\bno one\b|\bnobody\b",
    re.IGNORECASE,
)
_NOT_REALLY = _any(
    r"\bnot (?:only|just|until|till)\b",
    r"\bwould(?:n't| not)\b",  # a refusal is something that happened
    r"\bno(?:body| one)(?: in the \w+)? (?:was|is|could have been|could be) (?:more|\w+er|as|so)\b",
    r"\b(?:\w+n't|never|not)\b.*\b(?:until|till)\b",
    r"\bnever (?:forget|forgot|forgave|looked back|stopped|tired|missed|mind)\b",
    r"\bnever (?:the same|so \w+|(?:came|come) (?:home|back)|again)\b",
    r"\b(?:with|to|by|from|for|of|saw|see|seen|met|knew|told) (?:nobody|no one)\b",
    r"\b(?:nobody|no one) would\b",
    r"\b(?:nobody|no one) (?:but|else|except|save)\b",
    r"\bcouldn't (?:have been|believe|wait|help|stop)\b",
    r"\bnot (?:far|long|much|many|too|so|very|all|even)\b",
    r"\bdidn't (?:have much|know|mind|take long|have any|matter|seem)\b",
    r"\bwasn't (?:easy|long|much|far|very|that)\b",
    r"\bI (?:don't|didn't) (?:think|know|remember|recall)\b",
)
_LEADING = re.compile(
    r"^(?:(?:and|but|so|then|well|oh|ah|um|uh|er|hmm|yes|yeah|now|anyway|anyhow|okay|see|look|listen|why|of course|you know|you see|I mean|let me see|let's see|I remember(?: that| how)?|I recall|I'll never forget(?: that| how)?|that's when|that was when|it was then that|funny thing,?|truth is,?|mind you|as I (?:say|said)|like I said|I think(?: that)?|I guess|I suppose|I believe|maybe|perhaps|probably|possibly|apparently|supposedly|I'm not (?:quite |really )?sure(?:,? but)?|I(?:'m| am) (?:only |just )?guessing(?:,? but)?|I couldn't swear to it(?:,? but)?|anyway|still|because|when|while|after|before|as soon as|though|although|the (?:year|day|summer|winter|night|spring|fall)(?! of\b) (?:that |when )?)\b[\s,—–-]*)+",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:\s+(?:was|is) (?:all )?wrong|[,;—–-]+\s*(?:but )?(?:I couldn't swear to it|I'm not (?:quite |really )?sure|I(?:'m| am) guessing|probably|maybe|perhaps"
    r"|I (?:think|believe|guess|suppose|reckon|imagine)|if I (?:remember|recall) (?:it )?(?:right|rightly|correctly)|as far as I (?:know|recall|remember)"
    r"|so (?:they|people) (?:say|tell me)|so I(?:'m| was) told|mind you|you know|you see|God rest (?:his|her|their) souls?|bless (?:him|her|them)"
    r"|I (?:can't|couldn't|cannot) be (?:quite |really |too )?(?:certain|sure)"
    r"|I (?:couldn't|can't) say (?:for sure|exactly)|I (?:don't|can't) (?:rightly|really|quite) (?:know|remember|recall|say)|don't hold me to (?:it|that)))+[\s.!?:]*$",
    re.IGNORECASE,
)
_SPOKEN_OF = re.compile(
    r"^(?:it|that|this|there)(?:'s|'d| is| was| were| had| must| would| all| really)?\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^(?:it|that|this|there|he|she|they|we|I|you|everybody|everyone|nobody|some|all|the whole|his|her|their)\b",
    re.IGNORECASE,
)


_QUOTED = re.compile(
    r"^(?:and |but |so |well,? |now,? |(?:do )?you (?:know|remember),? |remember,? |about )*what I(?:'ve| have)? (?:told you|said|mentioned)(?: before| earlier| last time)?(?: about)?(?: when)? ",
    re.IGNORECASE,
)


_WITNESS = _any(
    r"\b(?:diploma|certificate|passport|licen[cs]e|discharge|ration book|deeds?|lease|inscription|engraving|headstone|gravestone|back of (?:the|that) (?:photograph|photo|picture))\b[^,;]{0,40}\b(?:says?|said|reads?|shows?|has)\b",
)
"""A paper or a stone with a date on it is no gossip."""


def frame(clause: str) -> Frame | None:
    """Return the words that say whose statement this is, or None. "Told me to come in" is no frame."""
    if found := _QUOTED.match(clause):
        return Frame(Modality.SAID, 0, found.end(), retold=True)
    found = _RETOLD.match(clause)
    if found and not _SPOKE.match(clause[found.end() :]):
        return Frame(Modality.SAID, 0, found.end(), retold=True)
    if _WITNESS.search(clause):
        return None
    for pattern in (_TOLD_ME, _HEARSAY_FRAME, _IT_IS_SAID, _WIDER_FRAME):
        if found := pattern.match(clause):
            return Frame(Modality.HEARSAY, 0, found.end())
    if (said := reported.reported(clause)) and said.first:
        return Frame(said.modality, 0, said.first)
    return None


def modality(clause: str, dates: list[tuple[int, int]]) -> Modality:
    """How the clause was told. A hedge inside one of `dates` makes that date unsure, not the story."""
    if _JOKE.search(clause):
        return Modality.JOKE
    if not _WITNESS.search(clause) and (_HEARSAY.search(clause) or reported.reported(clause)):
        return Modality.HEARSAY
    for found in (*_GUESS.finditer(clause), *reported.HEDGE.finditer(clause)):
        if not any(first <= found.start() < last for first, last in dates):
            return Modality.GUESS
    return Modality.SAID


def question(sentence: str) -> bool:
    """Does the sentence ask rather than tell?"""
    return _QUESTION.search(sentence) is not None


def wish(clause: str) -> bool:
    """Does the clause tell what did not happen: wishes, plans, what might have been?"""
    return _WISH.search(clause) is not None


def negative(clause: str) -> bool:
    """Does the clause deny that it happened? "We didn't marry until 1952" does not."""
    return _NOT.search(clause) is not None and _NOT_REALLY.search(clause) is None


def puts_right(clause: str) -> int:
    """Return how many characters of `clause` announce a correction ("No, wait, "), or 0."""
    found = _PUT_RIGHT.match(clause)
    return found.end() if found else 0


def wrong(clause: str) -> bool:
    """Does the clause say that something told before was wrong, without saying what is right?"""
    return _WRONG.search(clause) is not None


def leading(clause: str) -> int:
    """Return how many characters at the beginning carry nothing: "And so, you know, "."""
    found = _LEADING.match(clause)
    return found.end() if found and found.end() < len(clause) else 0


def trailing(clause: str) -> int:
    """Return where a hedge begins that closes the clause (", I couldn't swear to it"), else its length."""
    if (said := reported.reported(clause)) and said.last < len(clause):
        return said.last
    found = _TRAILING.search(clause)
    return found.start() if found and found.start() else len(clause)


def points_back(clause: str) -> bool:
    """Does it speak of "it", "that" or "there", so that another clause says what?"""
    return _SPOKEN_OF.match(clause) is not None


def pronoun_subject(clause: str) -> bool:
    """Does it go on about people or things named before?"""
    return _PRONOUN.match(clause) is not None


def told_as_past(words: list[Tagged]) -> bool:
    """Does a clause of these words have a verb in the past?"""
    return any(word.tag is Tag.PAST for word in words)


def told_as_present(words: list[Tagged]) -> bool:
    """Does it have a verb in the present and none in the past?"""
    return any(word.tag is Tag.PRESENT for word in words) and not told_as_past(words)
