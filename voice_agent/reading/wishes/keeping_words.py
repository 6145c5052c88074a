"""The words in which somebody is kept from something: who, what, knowing, and the narrator's own death. Pure data.

Both the plain forms (keeping_back.py) and what is only perhaps meant so (perhaps_kept.py) are made of them.
"""

import re

from voice_agent.reading.wishes import openly
from voice_agent.reading.words.plain_words import plain

_ANYBODY = (
    r"(?:any ?(?:one|body)(?: else)?|no ?(?:one|body)(?: else)?|nobody(?: else)?|a (?:living )?soul|people|folk|folks|others|the (?:others|world|neighbours|neighbors|rest|lot of them)|"
    r"any of (?:them|you|that lot)|none of them|them(?: all)?|they|(?:my|our|the|me) (?:family|children|kids|lot|own|people|grandchildren)|the family)"
)

KIN = (
    r"(?:(?:grand|god|step)?(?:daughters?|sons?|child|mother|father|sisters?|brothers?)|wife|husband|missus|nieces?|nephews?|cousins?|aunts?|auntie|"
    r"uncles?|mum|mam|mom|dad|girls?|boys?|lads?|lass|lasses|youngest|eldest|oldest|carer|doctor|nurse|priest|vicar|neighbour|neighbor|friend|partner)(?: in law)?"
)

NO_NAME = (
    r"(?!(?:it|that|this|these|those|what|which|who|i|you|we|me|us|he|she|him|her|they|them|any|anybody|anyone|anything|nobody|none|no|one|nothing|everything|the|a|an|my|our|your|"
    r"his|their|to|of|in|on|at|for|from|with|by|and|or|but|not|now|then|so|because|be|is|are|was|were|will|would|can|could|have|has|had|do|does|did|know|hear|tell|let|until|till|while|when|"
    r"if|here|there|today|tomorrow|again|down|up|out|off|back|go|get|put|much|more|all|some|such|just|only|even|ever|never|about|as|into|over|everyone|everybody|people)\b)"
)

_SOMEBODY = rf"(?:(?:my|our|me|the|that|your) (?:\w+ )?{KIN}(?: {NO_NAME}[a-z]+)?|(?:our|my|mr|mrs|miss|dr|father|aunt|auntie|uncle|cousin) {NO_NAME}[a-z]+|he|she|him|her|{NO_NAME}[a-z]{{2,}})(?: (?:over |down |up |out |back )?(?:in|from|at) {NO_NAME}[a-z]{{3,}})?"

WHO = rf"(?:{_ANYBODY}|(?:{_SOMEBODY})(?: (?:and|or|nor) {_SOMEBODY})?)"

IT = r"(?:(?:any|all|none|some|one word|a word|a thing|anything|nothing|that part|this part|that bit|this bit|that one|this one|one bit|a whisper) of (?:it|that|this|them|what i .+)|it|that|this|them|those|(?:that|this|the) (?:\w+ ){0,2}(?:part|bit|one|story|business|thing|tale|side|lot|piece)|what i (?:have )?(?:just )?(?:said|told you|say|tell you)|(?:about|of) .+)"

KNOW = r"(?:gets? to (?:know|hear|see|read|have|find out)|(?:know|knows|knowing|knew)(?! (?:if|how|what|where|when|why|whether|who)\b)|hear|hears|hearing|heard|find out|finding out|be told|been told|told|see|sees|seeing|read|reads|reading|get (?:to|wind|hold|hear|know)|gets (?:to|wind|hold|hear|know)|(?:have|having|has|get|gets|getting|be having)(?= (?:it|that|this|them|any of|hold|wind|the (?:story|tale|book)))|listen|listening|learn|be hearing|be reading|be seeing)"

_LAID = r"(?:ground|sod|daisies|slate|stone|turf|soil|clay|earth|grass|green|lid|cold|mould)"

DEAD = (
    r"(?:(?:i am|i have|i|me|i be|we are) (?:dead(?: and (?:gone|buried))?|gone|passed(?: on| away)?|buried|laid (?:to rest|out|in .+)|"
    rf"in (?:my (?:grave|coffin|box)|the ground)|(?:six feet )?under(?: (?:the|my) {_LAID}\b|(?! (?:the|my|a)\b))|in the (?:kirkyard|churchyard|cemetery|box|clay|earth)|"
    r"no longer here|not here(?: any ?more)?|died|die|go|pass|away|out of the way)|"
    rf"they (?:have )?(?:carry|carried|put|buried|bury|lay|laid|lower|lowered) me (?:out|under|down|in|away)|they (?:have )?(?:bury|buried) me|the lid (?:is |s )?(?:on|down|shut))"
)

ALIVE = (
    r"(?:i am|i|me|i be) (?:still )?(?:alive|living|live|here|around|breathing|above ground|about)"
)

LEADS = (
    r"(?:(?:and|but|so|now|mind|mind you|please|listen|look|only|just|oh|no|yes|well|right|there|then|because|for|remember|see|son|pet|love|dear|hear me|you hear|i said|i say|i tell you|i am telling you|"
    r"i ask you|i beg you|promise me|do me a favou?r|i would be obliged if|i would be grateful if|if you please|if you do not mind|you must|you are to|you will|you can|make sure|see that|see to it|mind that|and mind|whatever you do|at all costs|as for|one thing|another thing|all the same|"
    r"better|best|it is best|it is better|i think it is best|i think|maybe|perhaps|i suppose|but you|and you|you) )*"
)
"""What may stand before it in its clause."""

_NOR_AFTER = re.compile(
    r"\b(?:nor|or|and not|not even|neither) (?:after(?:wards)?|then|when i am (?:dead|gone)|ever)\b|\bnot ever\b"
)
"""Neither now nor later: that is no matter of time."""

_NOT_EVEN_THEN = re.compile(
    rf"\b(?:not|never|nor)\b(?:(?!\b(?:but|only|until|till|before|while|and|yet)\b).)*\b(?:when|once|after) {DEAD}"
)
"""Not even when they are dead."""

REPORTED = re.compile(
    r"\b(?:(?:he|she|they|we|mother|father|mam|mum|dad|gran|grandma|granny|(?:my|our|the) \w+|everybody|nobody|who) (?:\w+ )?(?:said|says|told|tells|thought|swore|promised|whispered|shouted|decided|agreed|knew|used to|would say|asked|wanted|did not|made)|"
    r"i (?:said to|told (?:him|her|them|my)|promised (?:him|her|them|my)|swore|thought|decided|knew|was told|asked (?:him|her|them)|never told (?:him|her|them|my|a|any|our))|"
    r"had to|was to|were to|was not to|were not to|used to|in those days|back then|at the time)\b"
)
"""Somebody in the story speaks, or it is of then: then nothing is asked of us."""

_NO_FIRST = re.compile(r"\b(?:no|nuh) (must|should|can|need|is|are|will|have to)\b")
"""As it is said where English came second: "my sister no must know this"."""

_MODAL = r"(?=(?:must|is|are|does|do|need|needs|should|has|have|shall|ought|may|can|will|not|never|to)\b)"

_SAID_TWICE = re.compile(
    rf"(?P<who>(?:my|our) (?:\w+ )?{KIN}(?: {NO_NAME}[a-z]+)?|{NO_NAME}[a-z]{{2,}}) (?:he|she|they) {_MODAL}"
)

_IS = re.compile(r"\b(\w+)(?:'s| s)(?= (?:not|never) to\b)")
"""As in "our Alison's never to know it"."""

_SET_FIRST = re.compile(rf"\b(?:it is|is) (?P<who>{WHO}) (?:who|that|as|what) {_MODAL}")

_TO_COME = re.compile(
    r"\b(?:this |that )?what (?:comes|i (?:will )?(?:tell|say)(?: you)?) (?:now|next)\b"
)


def plainly(clause: str) -> str:
    """The clause in plain words and in the order in which most say it: "my daughter Rita, she must not", "it's Rita who mustn't"."""
    text = _NO_FIRST.sub(r"\1 not", plain(clause).replace(" . ", " ")).strip(" .")
    text = _TO_COME.sub("this", _IS.sub(r"\1 is", text))
    return _SET_FIRST.sub(r"\g<who> ", _SAID_TWICE.sub(r"\g<who> ", text))


def reported(sentence: str) -> bool:
    """Does somebody in the story speak, or is it of then? "I'd as soon our Winnie didn't hear" is of now."""
    text = plain(sentence)
    return bool(REPORTED.search(text)) and not _WOULD_RATHER.match(text)


_WOULD_RATHER = re.compile(
    rf"{LEADS}i would (?:\w+ )?(?:rather|sooner|as soon|prefer|like it|be (?:obliged|glad|grateful|happier))\b"
)

PRONOUNS = frozenset("he she him her".split())  # noqa: SIM905

EVERYBODY = re.compile(_ANYBODY)

_RELATED = re.compile(rf"\b{KIN}\b")

OF_DEATH = re.compile(
    rf"\b(?:(?:when|after|once|until|till|before|while|whilst|so long as|as long as|not while) {DEAD}|(?:when|after|once|until|till|before|while|whilst|so long as|as long as) (?:{ALIVE}|i (?:still )?(?:draw|have|got|have got) (?:my |any )?breath|there is breath in (?:me|my body)|i am on this earth)|my (?:death|funeral|burial|passing))\b"
)


def of_death(text: str) -> bool:
    """Does `text`, in plain words, name the narrator's own death, or that they live?"""
    return bool(OF_DEATH.search(text))


def of_time(text: str) -> bool:
    """Is it a matter of now and later who may know?"""
    never = _NOR_AFTER.search(text) or _NOT_EVEN_THEN.search(text)
    return openly.of_knowing(text) and not never


def somebody(groups: dict[str, str | None], clause: str, sentence: str) -> bool:
    """Is whoever is named a person: kin, "she", or written as a name, where capitals are written at all?"""
    who = (groups.get("who") or groups.get("not") or "").strip()
    last = who.split()[-1] if who else ""
    known = not who or EVERYBODY.fullmatch(who) or last in PRONOUNS or _RELATED.search(who)
    written = re.search(rf"\b{re.escape(last.title())}", clause) or sentence == sentence.lower()
    return bool(known or written)
