"""Do the last words leave a clause open, or do they close the telling? English, as the recogniser hears it.

The recogniser sets a full stop wherever the sound stops, so a full stop proves nothing: the last words
do. Commas and dots it sets seldom, so those count. Each row below names endings that leave a clause
open and, beside them, the look-alikes that are complete ("I think so"). A wrong "unfinished" costs the
narrator one more patience of waiting; a missed one costs nothing here, for then silence and the
semantic model decide as usual. So a rule may be generous, but not foolish.
"""

import re
from dataclasses import dataclass

_WHO = (
    r"(?:i|we|he|she|they|you|it|everybody|everyone|nobody|people|(?:my|our|his|her|their|the) \w+)"
)
_MIDDLE = r"(?:really|always|never|once|still|all|just|ever|had|have|has|could|would|should|must|might|used to)"
_LEAD = r"^(?:(?:and|but|so|well|then|now|oh|yes|yeah|no|okay|or|because) )*"


@dataclass(frozen=True, slots=True)
class Row:
    """Endings of one kind."""

    ends: str
    """Regular expression for the last words, lower case, without punctuation."""

    unless: str = ""
    """Complete after all when this one also matches up to the end."""

    def matches(self, sentence: str) -> bool:
        """Is `sentence` left open in this way?"""
        if not re.search(rf"(?:^|(?<= ))(?:{self.ends})$", sentence):
            return False
        return not (self.unless and re.search(rf"(?:^|(?<= ))(?:{self.unless})$", sentence))


_SEARCHING = (
    Row(
        r"(?:what|who)(?: was|'s| is) (?:his|her|its|their|that \w+|the|that)(?: \w+)? (?:name|word)(?: again)?"
    ),
    Row(r"wh(?:at|o|en|ere) was (?:it|that|he|she)(?: now| again)?"),
    Row(
        r"what (?:is|'s|was) (?:it|he|she|that|that thing) called(?: again| now)?|what's (?:it|he|she) called(?: again| now)?"
    ),
    Row(
        r"what (?:do|did|would|shall) (?:you|we|they|i) call (?:it|that|them|him|her|those)(?: things?)?(?: again)?"
    ),
    Row(r"(?:what|which) year (?:was|is) (?:it|that)(?: now)?"),
    Row(
        r"how (?:do|shall|should|can|would) (?:i|you) (?:say|put|call|explain)(?: it| this| that)?"
    ),
    Row(r"what was i (?:saying|going to say|about to say|talking about)|where was i"),
    Row(r"let me (?:see|think|remember|recall)(?: now| a moment| a minute)?|let's see(?: now)?"),
    Row(
        r"(?:try|trying) to (?:think|remember|recall)(?: of)?(?: (?:his|her|the|its|their)(?: \w+)? (?:name|word))?"
    ),
    Row(
        r"(?:on )?the tip of my tongue|it(?:'ll| will) come(?: back)? to me|i had it a (?:minute|moment) ago"
    ),
    Row(
        r"(?:wait|hold on|hang on)(?: now)?(?: a| one| just a)?(?: minute| moment| second)?",
        unless=r"(?:to|could|couldn't|can't|had to|didn't|don't|would) (?:wait|hold on|hang on).*",
    ),
    Row(r"(?:just|give me) (?:a|one)(?: little)? (?:minute|moment|second)"),
    Row(
        r"(?:can't|cannot|don't|couldn't) (?:think of|remember|recall) (?:his|her|its|their|the|that)(?: \w+)? (?:name|word)"
    ),
    Row(r"i(?: always)? forget (?:his|her|its|their|the)(?: \w+)? (?:name|word)"),
)
"""A name or a word is being looked for. It deserves all the time it takes."""

_JOINTS = (
    Row(
        r"and|but|or|nor|plus|because|'cause|cause|although|whereas|unless|whether|than|lest|if|as"
    ),
    Row(
        r"until|till|while|whilst",
        unless=r"(?:a|good|little|long|great|the|worth|my|quite a) while",
    ),
    Row(
        r"(?:and|but|so|well|just|right|or) (?:since|once|before|when|where)",
        unless=r"just (?:once|before|when|where)",
    ),
    Row(
        r"when|who|which|whose",
        unless=r"(?:know|knows|knew|remember|say|said|tell|sure|wonder|since|matter|if and) (?:when|who|which|whose)",
    ),
    Row(
        rf"{_LEAD}(?:then|like|now|after|before|once|since|so|well|um+|uh+m?|er+m?|hm+|oh|ah|where|what|how|why|that)",
        unless=r"no|yes|like so",
    ),
    Row(r"(?:and|but|and so|so) then", unless=r"(?:now|every now) and then"),
    Row(
        r"so",
        unless=r"(?:think|thought|hope|hoped|suppose|guess|believe|expect|imagine|or|say|says|said|told \w+|ever|even|quite|more|less|not|do|did|afraid|so|just) so",
    ),
    Row(r"um+|uh+m?|er+m?|well um"),
    Row(
        r"(?:it|that|he|she|they|i|we) (?:was|were|is|are|\w+'s) like|(?:if|when|because|that|whether|unless) (?:you|it)",
        unless=r"(?:what|how) (?:\w+ ){1,4}like|(?:about|do|did|done|of|with|from|see|saw|say|said|know|knew|like|hear|heard) that (?:you|it)",
    ),
    Row(r"i mean", unless=r"(?:what|all|that's what|like|as) i mean"),
    Row(
        r"for example|for instance|such as|namely|in other words|that is to say|first of all|to begin with|kind of|sort of|in order to|as if|as though|something like|or something like"
    ),
    Row(
        r"very|quite|rather|almost|nearly|even|just|such|or maybe|and maybe|and perhaps|or perhaps",
        unless=r"(?:not|\w+n't) (?:quite|really|very|even|just|rather|almost)",
    ),
)
"""Conjunctions, fillers and adverbs that want something after them."""

_BEFORE_A_NOUN = (
    Row(
        r"the|an?|my|your|our|their|its|every|such an?",
        unless=r"(?:grade|class|type|vitamin|plan|got an?) a",
    ),
    Row(r"his", unless=r"(?:of|was|is|were|like|than|be) his"),
    Row(
        r"(?:in|with|all|at|for|on|and|from|of) (?:those|these)|(?:in|at|on|for|with|by|from) this"
    ),
    Row(
        r"(?:so|says?|said|fact|thought|believed?|realised|realized|hoped|felt|afraid|told \w+) that",
        unless=r"(?:who|never|nobody|ever|\w+n\'t|what i) (?:said|thought|felt|told \w+|believed?) that",
    ),
    Row(
        r"(?:mr|mrs|ms|st|miss|aunt|uncle|reverend|captain|sergeant|professor)",
        unless=r"(?:the|my|our|his|her|their|your|an?|that|this|old|young|great|favou?rite|dear) (?:miss|aunt|uncle|reverend|captain|sergeant|professor)",
    ),
    Row(r"in (?:the )?(?:eighteen|nineteen|twenty)"),
    Row(
        r"named|(?:was|were|is|are|man|boy|girl|woman|lady|place|dog|cat|horse|town|village|friend|fellow|teacher|ship|street|someone|somebody) called",
        unless=r"(?:was|were|been|is) (?:so|never) named|what \w+ (?:was|were|is|are) called",
    ),
    Row(r"(?:two|three|four|several|a few|a couple of) (?:things|reasons|kinds|sorts|ways)"),
)
"""Articles, titles and other words that announce a name, a thing or a year."""

_BEFORE_A_VERB = (
    Row(
        r"(?:i|he|she|we|they|it|you)(?:'m|'re|'ve|'d|'ll)|(?:he|she|it|there|that|who|here)'s|let's"
    ),
    Row(
        r"i|he|she|we|they",
        unless=r"(?:than|as|like|nor|me|(?:so|neither|nor) \w+|it was|it is) (?:i|he|she|we|they)",
    ),
    Row(
        rf"{_LEAD}(?:i (?:always |still |never |can |do |can still |can always )*(?:think|guess|suppose|believe|remember|always|never|just)|you know|you see|anyway|the thing is|what happened|of all things)"
    ),
    Row(
        r"(?:and|but|so|because|then) (?:of course|you know|you see|anyway|suddenly|finally|eventually)"
    ),
    Row(
        rf"{_LEAD}(?:one|that|the next|the following|every) (?:day|morning|night|evening|afternoon|summer|winter|year|time|week)"
    ),
    Row(
        r"^(?:(?:and|but|so|then|well) )+(?:in|on|at|during|after|by|one|that|every) (?:(?!(?:was|were|is|had|did|i|we|he|she|they|it|you|there|everybody|nobody)\b)\w+ ?){1,4}",
        unless=r".*(?:ed|all|it|that|on|in|home|went|came|left|again)",
    ),
    Row(
        rf"{_WHO}(?: then| just| finally)? (?:said|says|goes)|(?:he|she|they|i|we|and|mother|father|mama|papa)(?: then| always)? (?:told|asked) (?:me|him|her|us|them)|thought to (?:myself|himself|herself)",
        unless=rf"(?:what|as|like|whatever|how|thing|things|word|words|stories|everything|all|because|if|when|nobody|never)(?: \w+)? {_WHO}(?: ever| always| never)? (?:said|says|goes|told \w+|asked \w+)|so {_WHO} (?:said|says)|everything (?:goes|else goes)|anything goes|.*(?:it|time|story|saying) goes",
    ),
)
"""Subjects without a verb, times without an event, "he said" without what he said."""

_HELPING = Row(
    r"am|is|are|was|were|be|been|being|has|have|had|will|would|isn't|wasn't",
    unless="|".join(
        (
            r"^(?:yes|no|yeah|oh yes|oh no|of course|sure|indeed)\b.*",
            # "that's what it was", "as poor as we were", "there he was"
            rf"(?:what|how|who|where|why|\w+ever|than|as|like|way|there|here)(?: \w+){{0,3}} {_WHO}(?: {_MIDDLE}){{0,2}} \w+",
            # "I didn't know what freedom was", but "what happened was"
            r"(?:know|knows|knew|known|tell|told|remember|forget|forgot|wonder|wondered|see|saw|asked|understand|matter)"
            r"(?: \w+)? (?:what|who|how|where|why)(?: \w+(?:'s)?){1,5}",
            r"(?:like|than|way|as|what|how) (?:\w+ ){1,4}used to be|let (?:it|him|her|them|me) be",
            r"(?:really|certainly|truly|sure|of course|if only|wish) (?:\w+ )?\w+|(?:so|neither|nor) \w+ \w+ \w+",
            # "all we had", "the best time I ever had", "what he could have been"
            r"(?:all|everything|thing|only \w+|(?:best|worst|first|last|finest|happiest|nicest|most \w+) (?:\w+ )?\w+|that's \w+(?: \w+)?)"
            r" (?:i|we|he|she|they)(?: \w+)? ha[dsv]e?",
            r"ever \w+|\w+ (?:never )?(?:could|would|should) have \w+|(?:who|which|that) \w+ (?:was|were)",
        )
    ),
)
"""Forms of be and have, which lean on what follows unless they echo something said before."""

_PREPOSITION = Row(
    r"of|to|from|with|at|for|into|onto|upon|between|among|towards?|against|during|without|within|beside|besides|via"
    r"|except|including|despite|beneath|underneath|across|behind|near|by|about|in|on",
    unless="|".join(
        (
            r"(?:come|came|move[sd]?|moving|go|went|let|take|took|taken|give|gave|turn(?:ed)?|br[io]ng|brought|get|got|settled?|join(?:ed)?|fit|filled?|stepped|walked|ran|handed|caved|fell|sank|burst|dropped|snowed|stayed|looked|set)"
            r" (?:(?:me|him|her|us|them|it|you|right|straight|back|all|on|himself|herself|myself) )*in",
            r"(?:go|goes|going|gone|went|move[sd]?|moving|carry|carried|carrying|later|early|earlier|further|then|day|so|put|tried|hold|held|pass(?:ed)?|hang|hung|came|come|get|got|getting|keep|kept|turn(?:ed)?|lives?|lived|rained|marched|drove|lights?|clothes|shoes|coat) on",
            r"(?:passed|close|went|go|goes|gone|going|came|come|stood|got|get|stopped|by and|near|flew|dropped|years|time) by",
            r"(?:care|fun|rid|heard|unheard|speak|well thought|what|proud) of|(?:what|cared|accounted|spoken|called|hoped|wished|asked|paid) for",
            r"(?:left|far|stayed|fell|fallen|way) behind|(?:nowhere|anywhere|so|very|drew|came|quite) near|(?:did|do|done|went|go|gone|or|and) without|put up with",
            r"(?:not|never|\w+n't)(?: \w+)? (?:want|wanted|have|need|like|going|used|able|allowed|know how|asked|supposed|mean|dare) to",
            r"(?:if|because|what|than|as|like|whenever|where|how) (?:\w+ ){1,3}(?:want|wanted|had|have|used|need|needed|able|ought|supposed|allowed) to",
            r"(?:was|were|be|been|being|got|get) (?:\w+ )?(?:laughed|shot|looked|talked|spoken|lied|cared|prayed|listened|yelled|shouted|frowned|fussed|read) (?:at|to|for|with|on|upon|about)",
            r"(?:what|who|nothing|something|anything|lots?|much|everything|all|brought|came|come|how|worry|stories|things?|just|lying|running|standing|moving|walking) (?:\w+ ){0,3}about",
            # stranded behind what it belongs to: "the boy I danced with", "where we came from"
            rf"(?:what|who|whom|which|that|where|whose \w+|how \w+) {_WHO} (?:\w+ ){{1,4}}\w+",
            r"(?:someone|somebody|nobody|no one|anyone|anybody|something|nothing|anything|place|things|people|friends?|much|hard|easy|good|nice|lots?|enough|money|toys?) to \w+ (?:\w+ )?\w+",
            r"(?!.*(?:^| )(?:when|if|while|after|before|as|because|since|until|that|then|said) )(?:.* )?(?:the|a|an|my|our|his|her|every|only|those|these|no|some|any) (?:\w+ ){1,2}(?:i|we|he|she|they|you) (?:\w+ ){1,3}\w+",
            r"(?:everything|everybody|everyone|anything|nothing|all|people|folks) (?:i|we|he|she|they|you) (?:\w+ ){1,3}\w+",
        )
    ),
)
"""Prepositions, unless they belong to the verb or are stranded."""

_CLAUSE_OPENERS = re.compile(
    rf"{_LEAD}(?:when|whenever|while|if|although|even though|as soon as|as long as|by the time|once|after|before|since|until"
    rf"|the (?:day|night|first time|year|moment|summer|winter)|every time) {_WHO} (?P<rest>.+)$"
)
_SECOND = re.compile(rf"(?:^| ){_WHO} (?!\w+$)\w+|(?:^| )(?:there|that) (?:was|were|is)")

_CLOSING = re.compile(
    r"(?:^| )(?:"
    r"(?:that|this|so that|and that)(?:'s| is| was) (?:all|it|that|about it|about all|the (?:end|story|lot|whole story|end of (?:it|that|the story))|my story|everything|enough)"
    r"(?: (?:i (?:can )?(?:remember|recall|know|have|can say|can tell you|got|think of)|there (?:is|was)(?: to (?:it|tell|say))?|for (?:now|today)|really|folks|i think|i guess))*"
    r"|the end|end of (?:the )?story|there you (?:have it|go|are)|(?:i think )?that about (?:covers|does) it|nothing (?:else|more)(?: to (?:say|tell))?"
    r"|(?:i )?(?:can't|cannot|don't) (?:remember|recall|think of) (?:any ?(?:more|thing else|thing more)|much more|much else|the rest)"
    r"|(?:don't|do not) know (?:any ?more|what else (?:to (?:say|tell you)|i can (?:say|tell you)))|i(?:'m| am) (?:done|finished)(?: now)?"
    r"|nothing (?:else|more) (?:i|that i) can (?:think of|remember)|i(?:'ve| have) (?:told you|said) (?:everything|all i know|enough)|no more to (?:say|tell)"
    r"|(?:it's )?your turn|next question(?: please)?|ask me (?:something|another)(?: else| one)?|go ahead(?: and ask)?"
    r")(?: (?:now|then|today|dear|thank you|thanks|i think|i guess|i suppose|really))*$"
)
_TO_US = re.compile(
    r"^(?:(?:and|so|but|now|well|oh) )*(?:"
    r"(?:do|did|can|could|would|will|are|were|have|should|don't|aren't|haven't) you|(?:what|who|where|why|when|how)\b.* (?:do|did|can|could|would|will|are|have|about|should) you"
    r"|how about you|what else|what (?:was|is|were) (?:the|your|that) question|shall i|should i|may i|can i|is that (?:what|enough|all|right|it|okay)|does that|what would you|am i (?:boring|talking)"
    r")\b"
)
_RHETORICAL = re.compile(
    r"(?:do you know what(?: (?:i mean|happened|he said|she said|they did|i did|he did))?|you know(?: what)?(?: i mean)?|can you (?:imagine|believe)\b.*|would you believe\b.*"
    r"|do you (?:see|understand|follow)|did you ever|you see|could you (?:imagine|believe)\b.*|wouldn't you know\b.*|what (?:can|could|do|did) you (?:do|expect|say))$"
)
_SHORT_ANSWER = re.compile(
    r"^(?:(?:oh|well|why|um|uh) )*(?:yes|no|yeah|yep|nope|nah|sure|certainly|of course|of course not|not really|not at all|never|always|sometimes|maybe|perhaps|probably|i (?:don't )?think so|i don't know|i suppose so|i guess so"
    r"|i hope so|not (?:that i (?:know of|remember|recall)|much|often|particularly)|very much|oh yes|oh no|i'm afraid (?:so|not)|all right|that's right|absolutely|indeed)"
    r"(?: (?:sir|ma'am|dear|thank you|indeed|i think|i suppose|i guess|please|(?:i|we|he|she|they|it) (?:do|did|was|were|am|are|is|have|had|can|could|would|will|don't|didn't|wasn't|weren't|haven't|hadn't|can't|couldn't)))*$"
)
_YES_NO = re.compile(
    r"^(?:(?:and|so|but|now|well|then|oh) )*(?:do|does|did|is|are|was|were|have|has|had|can|could|would|will|shall|should|may|may i|might|isn't|aren't|wasn't|don't|didn't)\b"
)
_WHEN = re.compile(r"\b(?:when|how old|what (?:year|age|time)|at what age)\b")


def unfinished(text: str, *, asked: str = "") -> bool:
    """Do the last words of `text` leave something open? Empty text does not. Raises nothing.

    `asked` is our last question: "when I was seven" is an answer to "when?", and half a sentence
    otherwise; "yes it was" leans on nothing.
    """
    written = text.strip()
    if re.search(r"(?:[,;:]|\.\.+|…|[-–—])[\"”’)\s]*$", written) or _quote_open(written):
        return True
    sentence, question = _last_sentence(written)
    if not sentence or (asked and _SHORT_ANSWER.match(sentence)):
        return False
    if any(row.matches(sentence) for row in _SEARCHING):
        return True
    if question:
        # "who did you go with?" ends well; "was it spring or?" does not
        return bool(re.search(r"(?:^| )(?:and|or|but|um|uh)$", sentence))
    rows = (*_JOINTS, *_BEFORE_A_NOUN, *_BEFORE_A_VERB, _HELPING, _PREPOSITION)
    return (
        any(row.matches(sentence) for row in rows)
        or _half_a_pair(sentence)
        or _list_going_on(written)
        or (_clause_alone(sentence, written) and not _WHEN.search(_plain(asked)))
    )


def closing(text: str, *, asked: str = "") -> bool:
    """Do the last words of `text` hand the floor over? Raises nothing.

    "That's all I remember", a question to the interviewer, or, where `asked` was a yes-or-no question,
    a bare yes or no. Most turns end without any such sign.
    """
    sentence, question = _last_sentence(text.strip())
    if not sentence or any(row.matches(sentence) for row in _SEARCHING):
        return False
    if _CLOSING.search(sentence):
        return True
    if question and _TO_US.search(sentence) and not _RHETORICAL.search(sentence):
        return True
    only = _plain(text)
    return bool(_YES_NO.match(_last_sentence(asked.strip())[0]) and _SHORT_ANSWER.match(only))


def _plain(text: str) -> str:
    """Lower case, single spaces, no punctuation but apostrophes inside words."""
    text = text.lower().replace("’", "'").replace("‘", "'")
    return " ".join(re.sub(r"[^\w' ]+", " ", text).split())


def _last_sentence(written: str) -> tuple[str, bool]:
    """Return the last sentence, plain, and whether it is a question. A title's dot ends nothing."""
    joined = re.sub(r"\b(Mr|Mrs|Ms|Dr|St|Jr|Sr|Rev)\.", r"\1", written)
    parts = [p for p in re.split(r"(?<=[.!?])[\"”’)]*\s+", joined) if _plain(p)]
    if not parts:
        return "", False
    return _plain(parts[-1]), parts[-1].rstrip('"”’) ').endswith("?")


def _quote_open(written: str) -> bool:
    return written.count('"') % 2 == 1 or written.count("“") > written.count("”")


def _half_a_pair(sentence: str) -> bool:
    """Find "either" without "or", "not only" without "but", one hand without the other."""
    return any(
        re.search(first, sentence) and not re.search(second, sentence)
        for first, second in (
            (r"\beither (?!way|side|one|of|end|hand)\w+", r"\bor\b|n't|\bnot\b|\bnever\b"),
            (r"\bnot only\b", r"\bbut\b|\balso\b"),
            (r"\bon (?:the )?one (?:hand|side)\b", r"\bother\b"),
        )
    )


def _list_going_on(written: str) -> bool:
    """Find "we had chickens, cows, pigs": short items, and no "and" before the last of them."""
    sentence = re.split(r"[.!?]\s+", written.rstrip(".!? "))[-1]
    items = [_plain(item) for item in sentence.split(",")]
    if len(items) < 3 or not all(items):
        return False
    last, before = items[-1], items[-2]
    return (
        len(last.split()) <= 3
        and len(before.split()) <= 3
        and not re.search(
            r"\b(?:and|or|but|an?|the|too|though|then|you|i|dear|sir|yes|no|really|anyway|again|was|were|is|did)\b",
            last,
        )
        and not re.search(r"\b(?:an?|the)(?: \w+)?$", items[0])
    )


def _clause_alone(sentence: str, written: str) -> bool:
    """Find "when I was a little girl": a clause that waits for its main clause."""
    found = _CLAUSE_OPENERS.match(sentence)
    if found is None or "," in re.split(r"[.!?]\s+", written)[-1]:
        return False
    rest = found["rest"]
    return len(rest.split()) <= 7 and not _SECOND.search(rest)
