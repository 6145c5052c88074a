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
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.wishes.whom import whom
from voice_agent.reading.words.late_pattern import LatePattern
from voice_agent.reading.words.plain_words import plain
from voice_agent.verbs import past

_ANYBODY = (
    r"(?:any ?(?:one|body)(?: else)?|no ?(?:one|body)(?: else)?|nobody(?: else)?|a (?:living )?soul|people|folk|folks|others|the (?:others|world|neighbours|neighbors|rest|lot of them)|"
    r"any of (?:them|you|that lot)|none of them|them(?: all)?|they|(?:my|our|the|me) (?:family|children|kids|lot|own|people|grandchildren)|the family)"
)
_KIN = (
    r"(?:(?:grand|god|step)?(?:daughters?|sons?|child|mother|father|sisters?|brothers?)|wife|husband|missus|nieces?|nephews?|cousins?|aunts?|auntie|"
    r"uncles?|mum|mam|mom|dad|girls?|boys?|lads?|lass|lasses|youngest|eldest|oldest|carer|doctor|nurse|priest|vicar|neighbour|neighbor|friend|partner)(?: in law)?"
)
_NO_NAME = (
    r"(?!(?:it|that|this|these|those|what|which|who|i|you|we|me|us|he|she|him|her|they|them|any|anybody|anyone|anything|nobody|none|no|one|nothing|everything|the|a|an|my|our|your|"
    r"his|their|to|of|in|on|at|for|from|with|by|and|or|but|not|now|then|so|because|be|is|are|was|were|will|would|can|could|have|has|had|do|does|did|know|hear|tell|let|until|till|while|when|"
    r"if|here|there|today|tomorrow|again|down|up|out|off|back|go|get|put|much|more|all|some|such|just|only|even|ever|never|about|as|into|over|everyone|everybody|people)\b)"
)
_SOMEBODY = rf"(?:(?:my|our|me|the|that|your) (?:\w+ )?{_KIN}(?: {_NO_NAME}[a-z]+)?|(?:our|my|mr|mrs|miss|dr|father|aunt|auntie|uncle|cousin) {_NO_NAME}[a-z]+|he|she|him|her|{_NO_NAME}[a-z]{{2,}})"
_WHO = rf"(?:{_ANYBODY}|(?:{_SOMEBODY})(?: (?:and|or|nor) {_SOMEBODY})?)"
_IT = r"(?:(?:any|all|none|some|one word|a word|a thing|anything|nothing|that part|this part|that bit|this bit|that one|this one|one bit|a whisper) of (?:it|that|this|them|what i .+)|it|that|this|them|those|(?:that|this|the) (?:\w+ ){0,2}(?:part|bit|one|story|business|thing|tale|side|lot|piece)|what i (?:have )?(?:just )?(?:said|told you|say|tell you)|(?:about|of) .+)"
_THE_STORY = r"(?:the|that|this) (?:\w+ ){0,2}(?:story|business|bit|part|one|tale|thing|letter|name|secret|matter|affair)"
_KNOW = r"(?:gets? to (?:know|hear|see|read|have|find out)|(?:know|knows|knowing|knew)(?! (?:if|how|what|where|when|why|whether|who)\b)|hear|hears|hearing|heard|find out|finding out|be told|been told|told|see|sees|seeing|read|reads|reading|get (?:to|wind|hold|hear|know)|gets (?:to|wind|hold|hear|know)|(?:have|having|has|get|gets|getting|be having)(?= (?:it|that|this|them|any of|hold|wind|the (?:story|tale|book)))|listen|listening|learn|be hearing|be reading|be seeing)"
_TELL = r"(?:tell(?:ing)?|mention(?:ing)?|repeat(?:ing)?|breath(?:e|ing)|say(?:ing)?|pass(?:ing)? (?:it|that|this|any)|let(?:ting)?|play(?:ing)?|show(?:ing)?|read(?:ing)?|giv(?:e|ing)|send(?:ing)?|let(?:ting)? on|give (?:it|that|this) (?:out )?)"
_LAID = r"(?:ground|sod|daisies|slate|stone|turf|soil|clay|earth|grass|green|lid|cold|mould)"
_DEAD = (
    r"(?:(?:i am|i have|i|me|i be|we are) (?:dead(?: and (?:gone|buried))?|gone|passed(?: on| away)?|buried|laid (?:to rest|out|in .+)|"
    rf"in (?:my (?:grave|coffin|box)|the ground)|(?:six feet )?under(?: (?:the|my) {_LAID}\b|(?! (?:the|my|a)\b))|in the (?:kirkyard|churchyard|cemetery|box|clay|earth)|"
    r"no longer here|not here(?: any ?more)?|died|die|go|pass|away|out of the way)|"
    rf"they (?:have )?(?:carry|carried|put|buried|bury|lay|laid|lower|lowered) me (?:out|under|down|in|away)|they (?:have )?(?:bury|buried) me|the lid (?:is |s )?(?:on|down|shut))"
)
_ALIVE = (
    r"(?:i am|i|me|i be) (?:still )?(?:alive|living|live|here|around|breathing|above ground|about)"
)
_LEADS = (
    r"(?:(?:and|but|so|now|mind|mind you|please|listen|look|only|just|oh|no|yes|well|right|there|then|because|for|remember|see|son|pet|love|dear|hear me|you hear|i said|i say|i tell you|i am telling you|"
    r"i ask you|i beg you|promise me|do me a favou?r|i would be obliged if|i would be grateful if|if you please|if you do not mind|you must|you are to|you will|you can|make sure|see that|see to it|mind that|and mind|whatever you do|at all costs|as for|one thing|another thing|all the same|"
    r"better|best|it is best|it is better|i think it is best|i think|maybe|perhaps|i suppose|but you|and you|you) )*"
)
"""What may stand before it in its clause."""

_NEVER = r"(?:do not(?: you)?(?: go| ever| dare| be)?|never(?: you)?(?: go)?|must not(?: go)?|(?:you )?are not(?: to| going to)?(?: go)?|need not(?: go)?|is not to|not to be|not to|will not(?: go)?|can not go|did not(?: go)?|would not(?: go)?|not(?: go)?|no)"

_NOT = r"(?:not|never|did not|does not|do not|will not|would not|should not|need not)"
_KNOWS_IT = rf"{_KNOW}\b(?! (?:a|an|the|my|his|her|their|how|that i|breakfast|dinner|tea|more|better|another)\b).*"

_KEPT_FROM = (
    rf"{_LEADS}(?:{_IT})(?: is| was| s)(?: meant)? for (?P<who>{_WHO}) (?:not|never) to (?:ever )?{_KNOW}\b.*",
    rf"{_LEADS}keep (?:{_IT} )?(?:\w+ ){{0,3}}?(?:away |back |out )?(?:from|of (?=earshot of)) (?P<who>{_WHO})(?: ears?| sight)?\b.*",
    rf"{_LEADS}(?:{_IT}|this|that)(?: \w+){{0,3}} (?:you )?(?:is |s |must |are to |will |must be |is to be |has to be |to be |should be |wants to be )*(?:keep|kept|keeping)(?: away| back)? from (?P<who>{_WHO})\b.*",
    rf"{_LEADS}{_NEVER} {_TELL} (?:(?:it|that|this|a word(?: of (?:it|that|this))?|any of (?:it|that|this)|on|one word|nothing|anything|about (?:it|that|this)|of (?:it|that|this)) )*(?:to |by |near |with |in front of )?(?P<who>{_WHO})\b(?! (?:i|we|he|she|they) (?:do|did|am|was|were|is)\b).*",
    rf"{_LEADS}(?P<who>{_WHO}) (?:is|are|must|does|do|need|needs|should|has|have|shall|ought|may|can|will)(?: not| never| no)(?: need)?(?: to)?(?: ever| need to| have to| be)* {_KNOW}(?: to (?:know|hear|see|read))?(?: (?:about|of|wind of|hold of))?(?: {_IT})?(?: from (?:you|me|us))?(?: (?:ever|mind|either|yet|at all|you hear|you understand|please|ok|all right|now))*",
    rf"{_LEADS}(?P<who>(?:my|our) (?:\w+ )?{_KIN}(?: {_NO_NAME}[a-z]+)?|he|she|{_NO_NAME}[a-z]+) (?:is|are) not (?:getting|having|hearing|reading|seeing|to have|to get|going to (?:hear|read|have|get|know)) (?:{_IT}).*",
    rf"{_LEADS}i (?:would (?:hate|dread|be sorry)(?: for| if| it if)?|(?:would|do|could) not (?:like|want|wish|care|bear|have|stand)(?: for| if| it if| it that)?|will not have|can not have|am not having|do not want you (?:to be )?(?:telling|letting)|would(?: much| far| really)? (?:rather|sooner|prefer|as soon) not (?:have|let)) (?:(?:that|if|to) )?(?P<who>{_WHO}) (?:(?:to|to be|be|ever|to ever|knew) )*{_KNOWS_IT}",
    rf"{_LEADS}i (?:would(?: much| far| really)? (?:rather|sooner|prefer(?: it)?(?: if| that)?|as soon|like it(?: better)? if)|want)(?: that| if)? (?P<who>{_WHO}) (?:(?:to|to be|be|ever|just) )*{_NOT} (?:(?:to|to be|be|ever|have to|get to) )*{_KNOWS_IT}",
    rf"{_LEADS}(?:not (?:a word|one word|any of (?:it|that|this)|a thing)(?: of (?:it|that|this))? to|not(?: a word)?(?: of (?:it|that|this))? for) (?P<who>{_WHO})(?: s)?(?: ears?| eyes)?(?: (?:mind|please|you hear|though|that one|this one|that|this))*",
    rf"{_LEADS}(?:{_IT}|none of (?:it|that|this))(?: is| are| s| goes?| must| should| does| do| need| will| can)* (?:not|never|no|none)(?: to)?(?: go| be| get| gan)?(?: back)? (?:for|to) (?P<not>(?:my|our) (?:\w+ )?{_KIN}|{_NO_NAME}[a-z]{{2,}})(?: s)?(?: ears?| eyes)?(?: (?:to (?:know|hear|read|see|have)|mind|please))*",
)
_ALL_BUT = (
    rf"{_LEADS}(?:(?:every ?(?:one|body)|any ?(?:one|body)|all of them|all the (?:others|rest|family)|the (?:rest|others|whole family|family|lot of them)(?: of them| of the family)?|all|they)(?: else)?)(?: (?:can|may|might|could|is to|are to|will))?(?: all)?(?: (?:hear|have|know|read|listen|get|be told|see)(?: to)?)*(?: (?:it|that|this|about it))* (?:but|except|excepting|bar|save|apart from|only|just|but only)(?: (?:for|not|to))*(?: not)? (?P<who>{_WHO})\b.*",
    rf"{_LEADS}tell (?:who(?:ever)? you (?:like|want)|any ?(?:one|body)(?: you like)?|every ?(?:one|body)|the whole world) (?:but|except|only)(?: not)? (?P<who>{_WHO})\b.*",
)
_PRIVATELY = (
    rf"{_LEADS}(?:{_IT})(?: you {_NEVER} (?:write|put|print|tell|say|repeat|set|read|play|pass)\b.*| (?:no ?(?:one|body)|none of them|not a soul)(?: else)? (?:is to |may |must |shall )?(?:gets?|hears?|has|have|sees?|reads?|knows?)\b.*)",
    rf"{_LEADS}(?:{_IT}|what i .{{2,40}}|tha)(?: (?:is|was|s|stays?|must|should|has|to|will|be|stay|strictly|only|just|must stay|one is|can stay|all))* (?:between (?:you and (?:me|i)|me and you|us(?: two)?|ourselves|thee and me|the two of us|these (?:four )?walls)|private|a secret|confidential|in confidence|off the record)\b.*",
    rf"{_LEADS}(?:just |strictly |only )?between (?:you and me|me and you|us two|ourselves|you me and .+)(?: (?:and the .+|mind|now|this|that|and no ?(?:one|body) else))*",
    rf"(?!you will){_LEADS}(?:{_NEVER}) (?:write|put|print|note|set|record) (?:{_IT})(?: (?:down|in|into|to paper|on paper|in writing|in (?:the|my|any|that|your) .*))*",
    rf"{_LEADS}(?:leave|keep) (?:{_IT}) (?:out(?: of (?:it|the .*|my .*|that .*|any .*|your .*))?|to (?:yourself|thyself|yoursen|ourselves)|private|quiet|secret|dark|under your hat|hush(?: hush)?|off the record|in the dark|locked(?: up| away)?|between (?:us|you and me|ourselves))(?: .*)?",
    rf"{_LEADS}(?:{_IT} )?(?:is|must|should|can|will|had better|has to|does|do)?(?: is| must| should| can| will| has to)* ?(?:not (?:for|to go in|to be in|going in) (?:(?:the|my|any|that) )?(?:book|print|family|record|grandchildren|children|kids|public)(?= mind$| please$|$)|not be (?:repeated|written|printed|passed on)|(?:go|goes|going) no further|not (?:to )?(?:go|leave) (?:any )?(?:further|outside|out of|beyond|past)|not to be (?:repeated|written(?: down)?|printed|passed on|told)|stay(?:s)? (?:here|in (?:here|this room)|within these .*))\b.*",
    rf"{_LEADS}(?:no ?(?:one|body)|nobody|none of them|not a soul)(?: else)?(?: is| are| must| needs?| should| has| ever| may| can| will| to| be| know)* {_KNOW}(?: (?:about|of))?(?: {_IT})?(?: from (?:you|me|us))?(?: (?:but (?:you|thee|me)|ever|mind|you hear|please|now|either|not even \w+(?: \w+)?|outside .*|in .{{0,12}}family))*",
    rf"{_LEADS}(?:mum is the word|not a word(?: mind| now| you hear)?|(?<!you )say nothing(?: to .{{2,20}})?|i never told you (?:that|this))",
    rf"{_LEADS}i (?:would not|do not|will not|would rather not|would sooner not) (?:want |like |have |wish |see )*(?:{_IT}|this|that) (?:(?:to )?(?:be )?(?:in|into) (?:(?:a|the|any|my|that) )?(?:book|print|paper|newspaper)|written(?: down)?|printed|passed on|repeated|to (?:get|go|come) (?:about|out|any further|round)|getting (?:about|out|round)|known)\b.*",
)
_ONLY = (
    rf"{_LEADS}it is only (?P<who>{_WHO}) (?:who|that|as) (?:may|can|is to|should|must|gets?) (?:to )?{_KNOW}\b.*",
    rf"{_LEADS}(?:{_IT}|they|these)(?: is| are| s| be)* (?:meant )?for (?P<who>{_WHO}) (?:and |but )?(?:not|never|no)(?: for)? (?:the )?(?:others|rest|other ones|any ?(?:one|body) else|them|nobody else)\b.*",
    rf"{_LEADS}(?:{_IT})(?: is| s| can be| would be| must be| stays| one is| bit is)* (?:only|just|meant only|meant|strictly)? ?for (?P<who>{_WHO})(?: s ears?)?(?: (?:only|alone|and (?:no ?(?:one|body)|nobody|not a soul|none) else|and (?:her|him) (?:alone|only)|to (?:know|hear|have)|mind|and (?:him|her) only|nobody else))+",
    rf"{_LEADS}(?:{_IT})(?: is| s| can be| would be| must be| stays| one is)* (?:only|just|strictly) for (?P<who>{_WHO})(?: s ears?)?(?: .{{0,30}})?",
    rf"{_LEADS}(?:only|just|nobody but|no ?(?:one|body) (?:but|except)) (?P<who>{_WHO}) (?:may|can|is to|should|must|gets? to|has to|could|will) (?:{_KNOW})\b.*",
    rf"{_LEADS}(?P<who>{_WHO}) (?:may|can|is to|should|could) (?:hear|have|know|read|listen to)(?: {_IT})?(?: and)? (?:but )?(?:no ?(?:one|body)|nobody|none of the others|not the others|not a soul)(?: else)?(?: .{{0,20}})?",
    rf"{_LEADS}for (?P<who>{_WHO})(?: s ears?)? (?:only|alone|and nobody else|and no one else)(?: .{{0,20}})?",
    rf"{_LEADS}tell (?P<who>{_WHO}) and (?:no ?(?:one|body)|nobody) else\b.*",
    rf"{_LEADS}save (?:{_IT}) for (?P<who>{_WHO})(?: (?:only|alone))?",
)
_LATER = (
    rf"{_LEADS}(?:.{{0,60}}?\b)?(?:not|never|nobody|no ?(?:one|body)|none|keep|kept|wait|waits|hold|save|lock|nothing|stay|stays|after|only|until|till|before)\b.{{0,60}}?\b(?:till|until|before|while|as long as|so long as|whilst|when|once|after) (?:{_DEAD}|{_ALIVE}|my (?:death|funeral|passing|time))\b.*",
    rf"{_LEADS}(?:.{{0,40}}?\b)?(?:{_IT}|what i .{{2,40}}|the truth|{_THE_STORY}) (?:can|may|could|must|might|will|should|is to|has to) (?:only )?(?:come out|get out|go out|be (?:told|read|heard|known|opened|shown|let out)|wait|go in|be out)\b.{{0,40}}?\b(?:when|once|after|the day) {_DEAD}\b.*",
    rf"{_LEADS}(?:when|once|after|the day) {_DEAD} (?:then )?(?:(?:they|you|she|he|the family|anybody|everybody|my \w+) )?(?:can|may|might|could|shall|will) (?:all |then )?{_KNOW}\b.*",
    rf"{_LEADS}(?:.{{0,60}}?\b)?(?:let|give|tell|show|they|she|he|you|the family|my \w+|read|hear|open)\b.{{0,50}}?\b(?:when|once|after|the day) (?:{_DEAD}|my (?:death|funeral|passing|time))\b.*",
)
_SOONER = re.compile(
    rf"\b(?:but|except|only|bar|save|apart from|though) (?:for )?(?P<who>{_WHO})(?: (?:may|can|could|might|is to|should))?(?: {_KNOW})?(?: {_IT})?(?: (?:now|before|already|today|any time|sooner|straight away|right away))*$|"
    rf"\b(?P<may>{_WHO}) (?:may|can|could|might|is to) {_KNOW}(?: {_IT})? (?:now|already|today|before|straight away|any time|sooner)\b"
)
_NOR_AFTER = re.compile(
    r"\b(?:nor|or|and not|not even|neither) (?:after(?:wards)?|then|when i am (?:dead|gone)|ever)\b|\bnot ever\b"
)
"""Neither now nor later: that is no matter of time."""

_NOT_EVEN_THEN = re.compile(
    rf"\b(?:not|never|nor)\b(?:(?!\b(?:but|only|until|till|before|while|and|yet)\b).)*\b(?:when|once|after) {_DEAD}"
)
"""Not even when they are dead."""

_REPORTED = re.compile(
    r"\b(?:(?:he|she|they|we|mother|father|mam|mum|dad|gran|grandma|granny|(?:my|our|the) \w+|everybody|nobody|who) (?:\w+ )?(?:said|says|told|tells|thought|swore|promised|whispered|shouted|decided|agreed|knew|used to|would say|asked|wanted|did not|made)|"
    r"i (?:said to|told (?:him|her|them|my)|promised (?:him|her|them|my)|swore|thought|decided|knew|was told|asked (?:him|her|them)|never told (?:him|her|them|my|a|any|our))|"
    r"had to|was to|were to|was not to|were not to|used to|in those days|back then|at the time)\b"
)
"""Somebody in the story speaks, or it is of then: then nothing is asked of us."""

_NO_FIRST = re.compile(r"\b(?:no|nuh) (must|should|can|need|is|are|will|have to)\b")
"""As it is said where English came second: "my sister no must know this"."""


_MODAL = r"(?=(?:must|is|are|does|do|need|needs|should|has|have|shall|ought|may|can|will|not|never|to)\b)"
_SAID_TWICE = re.compile(
    rf"(?P<who>(?:my|our) (?:\w+ )?{_KIN}(?: {_NO_NAME}[a-z]+)?|{_NO_NAME}[a-z]{{2,}}) (?:he|she|they) {_MODAL}"
)
_IS = re.compile(r"\b(\w+)(?:'s| s)(?= (?:not|never) to\b)")
"""As in "our Alison's never to know it"."""
_SET_FIRST = re.compile(rf"\b(?:it is|is) (?P<who>{_WHO}) (?:who|that|as|what) {_MODAL}")


_TO_COME = re.compile(
    r"\b(?:this |that )?what (?:comes|i (?:will )?(?:tell|say)(?: you)?) (?:now|next)\b"
)


def _plainly(clause: str) -> str:
    """The clause in plain words and in the order in which most say it: "my daughter Rita, she must not", "it's Rita who mustn't"."""
    text = _NO_FIRST.sub(r"\1 not", plain(clause).replace(" . ", " ")).strip(" .")
    text = _TO_COME.sub("this", _IS.sub(r"\1 is", text))
    return _SET_FIRST.sub(r"\g<who> ", _SAID_TWICE.sub(r"\g<who> ", text))


def reported(sentence: str) -> bool:
    """Does somebody in the story speak, or is it of then? "I'd as soon our Winnie didn't hear" is of now."""
    text = plain(sentence)
    return bool(_REPORTED.search(text)) and not _WOULD_RATHER.match(text)


_WOULD_RATHER = re.compile(
    rf"{_LEADS}i would (?:\w+ )?(?:rather|sooner|as soon|prefer|like it|be (?:obliged|glad|grateful|happier))\b"
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
_PRONOUNS = frozenset("he she him her".split())  # noqa: SIM905
_EVERYBODY = re.compile(_ANYBODY)
_RELATED = re.compile(rf"\b{_KIN}\b")
_ABOUT = re.compile(
    r"\babout (?P<story>(?!it\b|that\b|this\b|him\b|her\b|them\b|anything\b)\w+(?: \w+){0,8}?)(?: (?:to|from|mind|please|you hear)\b.*)?$"
)


def asked(sentence: str, named: str = "") -> Wish | None:
    """Return the wish in `sentence`, or None. `named`: whom "she" or "him" is, as named before it; "" where nobody was."""
    own = unquoted(sentence)
    if openly.says(own) or openly.lets_in(own) or _ECHOES.search(own) or releasing.asked(own):
        return None
    for clause in (own, *_clauses(own)):
        if found := _of(clause, own, named):
            return found
    return PERHAPS if _loosely(own, named) else None


PERHAPS = Wish(Command.BETWEEN_US, sure=False)
"""Where only signs speak for it: kept from everybody, and asked about. In talks with a stranger such signs were right about whom
in one of five: "It's only Alison" said who should not hear it."""


# ---- what no form of a sentence fits, and is yet said to us, of now, about who may know

_SHORT = 16
"""Words of a sentence in which a few signs together are enough. A guess."""

_NO = re.compile(r"\b(?:not|never|no|nothing|nowt|none|nobody|neither|nor|without|nuttin)\b")
_KNOWING = re.compile(
    r"\b(?:to (?:know|hear|read|see|be told|get|have|find|learn)|(?:must|should|may|can|shall|will|need|does|do|is|are|not|never) (?:\w+ ){0,2}?(?:know|hear|read|see it|see that|get it|get that|have it|have that|get wind|find out|be told|learn)|"
    r"(?:never|not) heard (?:it|that|this)|know it|hear it|have that|have it|read it|ears?|earshot|wind of|get wind|find out|tell|told of|say (?:it|that|this|nowt|nothing|owt)|repeat|let on|mention|breathe)\b"
)
_ONLY_YOU = re.compile(
    r"\b(?:only|just) (?:to )?(?:you|thee)\b|\b(?:you|thee) (?:only|alone)\b|\bfor (?:your|thy) ears\b"
)
_ALONE = re.compile(
    r"\b(?:only|alone|none but|nobody but|no one but|not for the others|not the others|nobody else|no one else|and that is all|own ears)\b"
)
_OTHERS_NOT = re.compile(
    r"\b(?:no|not|never|nor|none|without)\b(?: \w+){0,4}? (?:others?|rest|else|any ?one|any ?body|them)\b|"
    r"\b(?:others|rest)\b(?: \w+){0,3}? (?:not|never|without|nothing|no|nowt)\b|\b(?:nobody|no ?one|none of)\b"
)
"""It is the others who go without."""

_MAY_KNOW = re.compile(
    r"\b(?:you|i|he|she|we|they) (?:can|may|could|must|should|might|will) (?:well |just |all |gladly )*(?:tell|know|hear|read|have|see|learn|be told)\b"
)
_OF_DEATH = re.compile(
    rf"\b(?:(?:when|after|once|until|till|before|while|whilst|so long as|as long as|not while) {_DEAD}|(?:when|after|once|until|till|before|while|whilst|so long as|as long as) (?:{_ALIVE}|i (?:still )?(?:draw|have|got|have got) (?:my |any )?breath|there is breath in (?:me|my body)|i am on this earth)|my (?:death|funeral|burial|passing))\b"
)
_THAT = re.compile(r"\b(?:it|that|this|them|what i (?:said|told you|say))\b")
_TELLS_OF_US = re.compile(
    r"\bi (?:do not|did not|never|can not|could not|hardly|would not|was|were|had|used|went|knew|always|often|did|told (?!you))\b(?! want| like| wish| care| have it| have that)|"
    r"\b(?:he|she|they|we|it|i) never \w+|\bi have (?:not|never)\b|(?<!if )\b(?!to\b)[a-z]+ never (?:read|heard|knew|told|said|saw|got|found|let|asked|went|came)\b|\b(?:he|she|they|we|it|there|who|that) (?:did|was|were|had|went|came|said|told|knew|used|could|would|got|took|made|kept|thought|never (?:knew|told|said|had|came|went))\b|"
    r"\b(?:do you|did you|have you|can you hear|does it|is it|are you|what|why|how|where|who|lord|god|jesus|devil|war)\b|\b(?!obliged|blessed|need|indeed|buried)\w{3,}ed\b"
)
"""It tells, or asks us, and asks for nothing to be kept."""


_OF_OURS = re.compile(
    r"\b(?:you (?:promised|said|told|asked|have told|know that)|i (?:have )?(?:never |just |already )*(?:told|asked|said|promised)|i tell you (?:that|this)|i (?:have )?never told)\b"
)
"""Of what was promised or said between us before."""


_ECHOES = re.compile(r"\b(?:what|who|whom|which)\s*\?+$", re.IGNORECASE)
"""Our own words said back as a question: "For Ninu alone what?" """

_OF_WISHES = frozenset(
    "told heard read said had could would should let put shut kept meant got written supposed allowed obliged buried dead died".split()  # noqa: SIM905
)
"""Past tenses that a wish of now may hold: "not to be told", "I would"."""


def _loosely(sentence: str, named: str) -> bool:
    text = _plainly(sentence)
    if re.search(r"\bonly me\b|\bit is me\b", text):
        return False  # somebody says who they are
    if not 3 <= len(text.split()) <= _SHORT or _REPORTED.search(text) or _TELLS_OF_US.search(text):
        return False
    if any(past(word) and word not in _OF_WISHES for word in text.split()):
        return False  # it tells what was: "the only time I ever felt sorry for Lenny"
    who = whom(sentence)
    if who and not _somebody({"who": who}, sentence, sentence):
        return False
    who = who or (named if re.search(r"\b(?:him|her|he|she)\b", text) else "")
    no, knowing, that = _NO.search(text), _KNOWING.search(text), _THAT.search(text)
    if _OF_DEATH.search(text) and (no or knowing or that) and _of_time(text):
        return True
    if _ONLY_YOU.search(text) and (that or knowing):
        return True
    if who and (no or knowing or that):
        return _of_somebody(text, who, no=bool(no), knowing=bool(knowing), that=bool(that))
    return bool(no and knowing and that and _EVERYBODY.search(text))


def _of_somebody(text: str, who: str, *, no: bool, knowing: bool, that: bool) -> bool:
    """Is it of what who is named may know, or may not?"""
    others = bool(_OTHERS_NOT.search(text))
    if (_ALONE.search(text) and (that or knowing)) or (others and f"for {who}" in text):
        return True
    reached = re.search(
        rf"\b(?:for|to|reach\w*|near|past|about|of it) (?:my |our )?{re.escape(who)}\b", text
    )
    return no and bool(knowing or reached) and not _MAY_KNOW.search(text)


def _of(clause: str, sentence: str, named: str) -> Wish | None:
    text = _plainly(clause)
    until = sentence[: max(sentence.find(clause), 0) + len(clause)]  # what follows is the reason
    if not 2 <= len(text.split()) <= LONGEST_SENTENCE_WORDS or reported(until):
        return None
    for command, forms in _FORMS:
        if command is Command.NOT_WHILE_I_LIVE and not _of_time(text):
            continue
        for form in forms:
            match = form.fullmatch(text)
            if match and _somebody(match.groupdict(), clause, sentence):
                return _meant(command, match, clause, named)
    return None


def told_of_us(sentence: str) -> bool:
    """Does it tell or ask something, and ask for nothing to be kept: "I never told a soul"?"""
    text = plain(sentence).replace(" . ", " ").strip(" .")
    return bool(_TELLS_OF_US.search(text) or _OF_OURS.search(text) or reported(sentence))


def of_death(text: str) -> bool:
    """Does `text`, in plain words, name the narrator's own death, or that they live?"""
    return bool(_OF_DEATH.search(text))


def _of_time(text: str) -> bool:
    """Is it a matter of now and later who may know?"""
    never = _NOR_AFTER.search(text) or _NOT_EVEN_THEN.search(text)
    return openly.of_knowing(text) and not never


def _somebody(groups: dict[str, str | None], clause: str, sentence: str) -> bool:
    """Is whoever is named a person: kin, "she", or written as a name, where capitals are written at all?"""
    who = (groups.get("who") or groups.get("not") or "").strip()
    last = who.split()[-1] if who else ""
    known = not who or _EVERYBODY.fullmatch(who) or last in _PRONOUNS or _RELATED.search(who)
    written = re.search(rf"\b{re.escape(last.title())}", clause) or sentence == sentence.lower()
    return bool(known or written)


def _meant(command: Command, match: re.Match[str], clause: str, named: str) -> Wish:
    text, groups = match[0], match.groupdict()
    story = _ABOUT.search(text)
    about = story["story"] if story else ""
    if command is Command.NOT_WHILE_I_LIVE:
        sooner = _SOONER.search(text)
        but = _who((sooner["who"] or sooner["may"]) if sooner else "", clause, named)
        return Wish(command, story=about, but=but)
    said = groups.get("who") or groups.get("not") or ""
    if command is Command.ONLY_FOR and said in _PRONOUNS:
        return PERHAPS  # told to somebody who was not meant it would be out
    who = _who(said, clause, named)
    if command is Command.BETWEEN_US or not who:
        return Wish(Command.BETWEEN_US, story=about)
    return Wish(command, who, story=about)


def _who(said: str, clause: str, named: str) -> str:
    """Whom it is about, in plain words; "" for everybody, and where nobody can tell."""
    said = said.strip()
    if not said or _EVERYBODY.fullmatch(said):
        return ""
    if said in _PRONOUNS:
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
