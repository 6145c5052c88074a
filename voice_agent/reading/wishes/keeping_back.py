"""A wish that something be kept back, in a sentence of any turn: from whom, for whom, until when. Pure.

    asked("She's not to hear it, mind.", named="my daughter Colleen")  ->  Wish(NOT_FOR, "my daughter colleen")

It is known by its form: somebody, a word of knowing or telling, and a no, said to us and of now. Who is meant by "she" was
named before it. What is only told of others ("Mother said he was not to know") asks for nothing. In doubt it is a lock:
a lock can be undone (evidence.py).
"""

import re
from collections.abc import Iterable

from voice_agent.reading.wishes import openly, releasing
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.reading.wishes.keeping_words import (
    ALIVE,
    DEAD,
    EVERYBODY,
    IT,
    KIN,
    KNOW,
    LEADS,
    NO_NAME,
    PRONOUNS,
    WHO,
    of_time,
    plainly,
    reported,
    somebody,
)
from voice_agent.reading.wishes.perhaps_kept import PERHAPS, loosely
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.wishes.whom import whom
from voice_agent.reading.words.late_pattern import LatePattern

_THE_STORY = r"(?:the|that|this) (?:\w+ ){0,2}(?:story|business|bit|part|one|tale|thing|letter|name|secret|matter|affair)"

_TELL = r"(?:tell(?:ing)?|mention(?:ing)?|repeat(?:ing)?|breath(?:e|ing)|say(?:ing)?|pass(?:ing)? (?:it|that|this|any)|let(?:ting)?|play(?:ing)?|show(?:ing)?|read(?:ing)?|giv(?:e|ing)|send(?:ing)?|let(?:ting)? on|give (?:it|that|this) (?:out )?)"

_NEVER = r"(?:do not(?: you)?(?: go| ever| dare| be)?|never(?: you)?(?: go)?|must not(?: go)?|(?:you )?are not(?: to| going to)?(?: go)?|need not(?: go)?|is not to|not to be|not to|will not(?: go)?|can not go|did not(?: go)?|would not(?: go)?|not(?: go)?|no)"

_NOT = r"(?:not|never|did not|does not|do not|will not|would not|should not|need not)"

_KNOWS_IT = rf"{KNOW}\b(?! (?:a|an|the|my|his|her|their|how|that i|breakfast|dinner|tea|more|better|another)\b).*"

_KEPT_FROM = (
    rf"{LEADS}(?:{IT})(?: is| was| s)(?: meant)? for (?P<who>{WHO}) (?:not|never) to (?:ever )?{KNOW}\b.*",
    rf"{LEADS}keep (?:{IT} )?(?:\w+ ){{0,3}}?(?:away |back |out )?(?:from|of (?=earshot of)) (?P<who>{WHO})(?: ears?| sight)?\b.*",
    rf"{LEADS}(?:{IT}|this|that)(?: \w+){{0,3}} (?:you )?(?:is |s |must |are to |will |must be |is to be |has to be |to be |should be |wants to be )*(?:keep|kept|keeping)(?: away| back)? from (?P<who>{WHO})\b.*",
    rf"{LEADS}{_NEVER} {_TELL} (?:(?:it|that|this|a word(?: of (?:it|that|this))?|any of (?:it|that|this)|on|one word|nothing|anything|about (?:it|that|this)|of (?:it|that|this)) )*(?:to |by |near |with |in front of )?(?P<who>{WHO})\b(?! (?:i|we|he|she|they) (?:do|did|am|was|were|is)\b).*",
    rf"{LEADS}(?P<who>{WHO}) (?:is|are|must|does|do|need|needs|should|has|have|shall|ought|may|can|will)(?: not| never| no)(?: need)?(?: to)?(?: ever| need to| have to| be)* {KNOW}(?: to (?:know|hear|see|read))?(?: (?:about|of|wind of|hold of))?(?: {IT})?(?: from (?:you|me|us))?(?: (?:ever|mind|either|yet|at all|you hear|you understand|please|ok|all right|now))*",
    rf"{LEADS}(?P<who>(?:my|our) (?:\w+ )?{KIN}(?: {NO_NAME}[a-z]+)?|he|she|{NO_NAME}[a-z]+) (?:is|are) not (?:getting|having|hearing|reading|seeing|to have|to get|going to (?:hear|read|have|get|know)) (?:{IT}).*",
    rf"{LEADS}i (?:would (?:hate|dread|be sorry)(?: for| if| it if)?|(?:would|do|could) not (?:like|want|wish|care|bear|have|stand)(?: for| if| it if| it that)?|will not have|can not have|am not having|do not want you (?:to be )?(?:telling|letting)|would(?: much| far| really)? (?:rather|sooner|prefer|as soon) not (?:have|let)) (?:(?:that|if|to) )?(?P<who>{WHO}) (?:(?:to|to be|be|ever|to ever|knew) )*{_KNOWS_IT}",
    rf"{LEADS}i (?:would(?: much| far| really)? (?:rather|sooner|prefer(?: it)?(?: if| that)?|as soon|like it(?: better)? if)|want)(?: that| if)? (?P<who>{WHO}) (?:(?:to|to be|be|ever|just) )*{_NOT} (?:(?:to|to be|be|ever|have to|get to) )*{_KNOWS_IT}",
    rf"{LEADS}(?:not (?:a word|one word|any of (?:it|that|this)|a thing)(?: of (?:it|that|this))? to|not(?: a word)?(?: of (?:it|that|this))? for) (?P<who>{WHO})(?: s)?(?: ears?| eyes)?(?: (?:mind|please|you hear|though|that one|this one|that|this))*",
    rf"{LEADS}(?:{IT}|none of (?:it|that|this))(?: is| are| s| goes?| must| should| does| do| need| will| can)* (?:not|never|no|none)(?: to)?(?: go| be| get| gan)?(?: back)? (?:for|to) (?P<not>(?:my|our) (?:\w+ )?{KIN}|{NO_NAME}[a-z]{{2,}})(?: s)?(?: ears?| eyes)?(?: (?:to (?:know|hear|read|see|have)|mind|please))*",
)

_ALL_BUT = (
    rf"{LEADS}(?:(?:every ?(?:one|body)|any ?(?:one|body)|all of them|all the (?:others|rest|family)|the (?:rest|others|whole family|family|lot of them)(?: of them| of the family)?|all|they)(?: else)?)(?: (?:can|may|might|could|is to|are to|will))?(?: all)?(?: (?:hear|have|know|read|listen|get|be told|see)(?: to)?)*(?: (?:it|that|this|about it))* (?:but|except|excepting|bar|save|apart from|only|just|but only)(?: (?:for|not|to))*(?: not)? (?P<who>{WHO})\b.*",
    rf"{LEADS}tell (?:who(?:ever)? you (?:like|want)|any ?(?:one|body)(?: you like)?|every ?(?:one|body)|the whole world) (?:but|except|only)(?: not)? (?P<who>{WHO})\b.*",
)

_PRIVATELY = (
    rf"{LEADS}(?:{IT})(?: you {_NEVER} (?:write|put|print|tell|say|repeat|set|read|play|pass)\b.*| (?:no ?(?:one|body)|none of them|not a soul)(?: else)? (?:is to |may |must |shall )?(?:gets?|hears?|has|have|sees?|reads?|knows?)\b.*)",
    rf"{LEADS}(?:{IT}|what i .{{2,40}}|tha)(?: (?:is|was|s|stays?|must|should|has|to|will|be|stay|strictly|only|just|must stay|one is|can stay|all))* (?:between (?:you and (?:me|i)|me and you|us(?: two)?|ourselves|thee and me|the two of us|these (?:four )?walls)|private|a secret|confidential|in confidence|off the record)\b.*",
    rf"{LEADS}(?:just |strictly |only )?between (?:you and me|me and you|us two|ourselves|you me and .+)(?: (?:and the .+|mind|now|this|that|and no ?(?:one|body) else))*",
    rf"(?!you will){LEADS}(?:{_NEVER}) (?:write|put|print|note|set|record) (?:{IT})(?: (?:down|in|into|to paper|on paper|in writing|in (?:the|my|any|that|your) .*))*",
    rf"{LEADS}(?:leave|keep) (?:{IT}) (?:out(?: of (?:it|the .*|my .*|that .*|any .*|your .*))?|to (?:yourself|thyself|yoursen|ourselves)|private|quiet|secret|dark|under your hat|hush(?: hush)?|off the record|in the dark|locked(?: up| away)?|between (?:us|you and me|ourselves))(?: .*)?",
    rf"{LEADS}(?:{IT} )?(?:is|must|should|can|will|had better|has to|does|do)?(?: is| must| should| can| will| has to)* ?(?:not (?:for|to go in|to be in|going in) (?:(?:the|my|any|that) )?(?:book|print|family|record|grandchildren|children|kids|public)(?= mind$| please$|$)|not be (?:repeated|written|printed|passed on)|(?:go|goes|going) no further|not (?:to )?(?:go|leave) (?:any )?(?:further|outside|out of|beyond|past)|not to be (?:repeated|written(?: down)?|printed|passed on|told)|stay(?:s)? (?:here|in (?:here|this room)|within these .*))\b.*",
    rf"{LEADS}(?:no ?(?:one|body)|nobody|none of them|not a soul)(?: else)?(?: is| are| must| needs?| should| has| ever| may| can| will| to| be| know)* {KNOW}(?: (?:about|of))?(?: {IT})?(?: from (?:you|me|us))?(?: (?:but (?:you|thee|me)|ever|mind|you hear|please|now|either|not even \w+(?: \w+)?|outside .*|in .{{0,12}}family))*",
    rf"{LEADS}(?:mum is the word|not a word(?: mind| now| you hear)?|(?<!you )say nothing(?: to .{{2,20}})?|i never told you (?:that|this))",
    rf"{LEADS}i (?:would not|do not|will not|would rather not|would sooner not) (?:want |like |have |wish |see )*(?:{IT}|this|that) (?:(?:to )?(?:be )?(?:in|into) (?:(?:a|the|any|my|that) )?(?:book|print|paper|newspaper)|written(?: down)?|printed|passed on|repeated|to (?:get|go|come) (?:about|out|any further|round)|getting (?:about|out|round)|known)\b.*",
)

_ONLY = (
    rf"{LEADS}it is only (?P<who>{WHO}) (?:who|that|as) (?:may|can|is to|should|must|gets?) (?:to )?{KNOW}\b.*",
    rf"{LEADS}(?:{IT}|they|these)(?: is| are| s| be)* (?:meant )?for (?P<who>{WHO}) (?:and |but )?(?:not|never|no)(?: for)? (?:the )?(?:others|rest|other ones|any ?(?:one|body) else|them|nobody else)\b.*",
    rf"{LEADS}(?:{IT})(?: is| s| can be| would be| must be| stays| one is| bit is)* (?:only|just|meant only|meant|strictly)? ?for (?P<who>{WHO})(?: s ears?)?(?: (?:only|alone|and (?:no ?(?:one|body)|nobody|not a soul|none) else|and (?:her|him) (?:alone|only)|to (?:know|hear|have)|mind|and (?:him|her) only|nobody else))+",
    rf"{LEADS}(?:{IT})(?: is| s| can be| would be| must be| stays| one is)* (?:only|just|strictly) for (?P<who>{WHO})(?: s ears?)?(?: .{{0,30}})?",
    rf"{LEADS}(?:only|just|nobody but|no ?(?:one|body) (?:but|except)) (?P<who>{WHO}) (?:may|can|is to|should|must|gets? to|has to|could|will) (?:{KNOW})\b.*",
    rf"{LEADS}(?P<who>{WHO}) (?:may|can|is to|should|could) (?:hear|have|know|read|listen to)(?: {IT})?(?: and)? (?:but )?(?:no ?(?:one|body)|nobody|none of the others|not the others|not a soul)(?: else)?(?: .{{0,20}})?",
    rf"{LEADS}for (?P<who>{WHO})(?: s ears?)? (?:only|alone|and nobody else|and no one else)(?: .{{0,20}})?",
    rf"{LEADS}tell (?P<who>{WHO}) and (?:no ?(?:one|body)|nobody) else\b.*",
    rf"{LEADS}save (?:{IT}) for (?P<who>{WHO})(?: (?:only|alone))?",
)

_LATER = (
    rf"{LEADS}(?:.{{0,60}}?\b)?(?:not|never|nobody|no ?(?:one|body)|none|keep|kept|wait|waits|hold|save|lock|nothing|stay|stays|after|only|until|till|before)\b.{{0,60}}?\b(?:till|until|before|while|as long as|so long as|whilst|when|once|after) (?:{DEAD}|{ALIVE}|my (?:death|funeral|passing|time))\b.*",
    rf"{LEADS}(?:.{{0,40}}?\b)?(?:{IT}|what i .{{2,40}}|the truth|{_THE_STORY}) (?:can|may|could|must|might|will|should|is to|has to) (?:only )?(?:come out|get out|go out|be (?:told|read|heard|known|opened|shown|let out)|wait|go in|be out)\b.{{0,40}}?\b(?:when|once|after|the day) {DEAD}\b.*",
    rf"{LEADS}(?:when|once|after|the day) {DEAD} (?:then )?(?:(?:they|you|she|he|the family|anybody|everybody|my \w+) )?(?:can|may|might|could|shall|will) (?:all |then )?{KNOW}\b.*",
    rf"{LEADS}(?:.{{0,60}}?\b)?(?:let|give|tell|show|they|she|he|you|the family|my \w+|read|hear|open)\b.{{0,50}}?\b(?:when|once|after|the day) (?:{DEAD}|my (?:death|funeral|passing|time))\b.*",
)

_SOONER = re.compile(
    rf"\b(?:but|except|only|bar|save|apart from|though) (?:for )?(?P<who>{WHO})(?: (?:may|can|could|might|is to|should))?(?: {KNOW})?(?: {IT})?(?: (?:now|before|already|today|any time|sooner|straight away|right away))*$|"
    rf"\b(?P<may>{WHO}) (?:may|can|could|might|is to) {KNOW}(?: {IT})? (?:now|already|today|before|straight away|any time|sooner)\b"
)

LONGEST_SENTENCE_WORDS = 34
"""Words of a sentence that may be such a wish. A guess."""

_ROWS: tuple[tuple[Command, tuple[str, ...]], ...] = (
    (Command.NOT_WHILE_I_LIVE, _LATER),
    (Command.ONLY_FOR, _ONLY),
    (Command.NOT_FOR, _ALL_BUT),
    (Command.NOT_FOR, _KEPT_FROM),
    (Command.BETWEEN_US, _PRIVATELY),
)

_FORMS = tuple((command, tuple(map(LatePattern, forms))) for command, forms in _ROWS)

_ABOUT = re.compile(
    r"\babout (?P<story>(?!it\b|that\b|this\b|him\b|her\b|them\b|anything\b)\w+(?: \w+){0,8}?)(?: (?:to|from|mind|please|you hear)\b.*)?$"
)


def asked(sentence: str, named: str = "") -> Wish | None:
    """Return the wish in `sentence`, or None. `named`: whom "she" or "him" is, as named before it; "" where nobody was."""
    own = unquoted(sentence)
    if openly.says(own) or openly.lets_in(own) or _ECHOES.search(own) or releasing.asked(own):
        return None
    for clause in (own, *_clauses(own)):
        if not _goes_on(clause, own, named) and (found := _of(clause, own, named)):
            return found
    return PERHAPS if loosely(own, named) else None


_NOT_EVEN = re.compile(r"not(?: even)? (?:for|to)\b", re.IGNORECASE)

_DENIED = re.compile(
    r"\b(?:did|would|could|was|were|had|has|does) not\b|\b\w+ never\b(?! you\b)|\b(?:nobody|no ?one)\b"
)


def _goes_on(clause: str, sentence: str, named: str) -> bool:
    """Does "not for the King" only go on with what is denied before it ("He never opened on a Sunday, not for the King")?"""
    before = sentence[: max(sentence.find(clause), 0)]
    denied = _NOT_EVEN.match(clause) and _DENIED.search(plainly(before))
    return bool(denied) and all(
        _of(each, sentence, named) is None for each in re.split(r"[,;:–—]", before) if each.strip()
    )


_ECHOES = re.compile(r"\b(?:what|who|whom|which)\s*\?+$", re.IGNORECASE)
"""Our own words said back as a question: "For Ninu alone what?" """


def _of(clause: str, sentence: str, named: str) -> Wish | None:
    text = plainly(clause)
    until = sentence[: max(sentence.find(clause), 0) + len(clause)]  # what follows is the reason
    if not 2 <= len(text.split()) <= LONGEST_SENTENCE_WORDS or reported(until):
        return None
    for command, forms in _FORMS:
        if command is Command.NOT_WHILE_I_LIVE and not of_time(text):
            continue
        for form in forms:
            match = form.fullmatch(text)
            if match and somebody(match.groupdict(), clause, sentence):
                return _meant(command, match, clause, named)
    return None


def _meant(command: Command, match: re.Match[str], clause: str, named: str) -> Wish:
    text, groups = match[0], match.groupdict()
    story = _ABOUT.search(text)
    about = story["story"] if story else ""
    if command is Command.NOT_WHILE_I_LIVE:
        sooner = _SOONER.search(text)
        but = _who((sooner["who"] or sooner["may"]) if sooner else "", clause, named)
        return Wish(command, story=about, but=but)
    said = groups.get("who") or groups.get("not") or ""
    if command is Command.ONLY_FOR and said in PRONOUNS:
        return PERHAPS  # told to somebody who was not meant it would be out
    who = _who(said, clause, named)
    if command is Command.BETWEEN_US or not who:
        return Wish(Command.BETWEEN_US, story=about)
    return Wish(command, who, story=about)


def _who(said: str, clause: str, named: str) -> str:
    """Whom it is about, in plain words; "" for everybody, and where nobody can tell."""
    said = said.strip()
    if not said or EVERYBODY.fullmatch(said):
        return ""
    if said in PRONOUNS:
        return named
    # the clause as it was said knows a name by its capital: "my daughter Colleen"
    known = whom(clause)
    if " and " in known and " and " not in said:  # "Melissa, my granddaughter, Diane must not hear"
        known = next(
            (each for each in known.split(" and ") if said.split()[-1] in each.split()), ""
        )
    return known if known and set(said.split()) & set(known.split()) else said


def _clauses(sentence: str) -> Iterable[str]:
    """The sentence from each comma on, and between commas; the longest first."""
    parts = [each.strip() for each in re.split(r"\s*[,;:–—]\s*|\s+-\s+", sentence) if each.strip()]
    many = len(parts)
    spans = sorted(
        ((n, m) for n in range(many) for m in range(n + 1, many + 1) if m - n < many),
        key=lambda each: each[0] - each[1],
    )
    return (", ".join(parts[n:m]) for n, m in spans)
