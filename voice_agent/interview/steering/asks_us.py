"""What the narrator asks of us: who hears this, are you a person, have you ever kept pigeons? Pure.

Known by the form of the sentence and not by its words: it is turned to "you", or to this device and whoever may stand
behind it; it asks (the verb before its subject, or a question mark); and it stands by itself or among the last two
sentences of the turn. What somebody asks in a story, and what only asks us to go on listening ("you know what?", "what
do you think he said?"), is none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from voice_agent.interview.expression import past
from voice_agent.interview.plain_words import plain
from voice_agent.interview.steering import telling_time
from voice_agent.interview.steering.quoted import unquoted


class Kind(StrEnum):
    """What is asked; each has its words in config/phrases/asks_us.toml."""

    PERSON = "person"
    HEARS = "hears"
    HAS_HEARD = "has heard"
    WRITES = "writes"
    SEES = "sees"
    THERE = "there"
    UNDERSTOOD = "understood"
    KNOWS_ME = "knows me"
    KEEPS = "keeps"
    KEPT_FROM = "kept from"
    PURPOSE = "purpose"
    WHENCE = "whence"
    TOLD = "told"
    HOW_LONG = "how long"
    TIME = "time"
    COMES_BACK = "comes back"
    AFTER_DEATH = "after death"
    ADVISES = "advises"
    ABLE = "able"
    LANGUAGE = "language"
    LIKES = "likes"
    LIFE = "life"
    ECHO = "echo"
    """A joke on a question of ours that pointed at nothing: "What did what look like?" """

    UNKNOWABLE = "unknowable"
    """Is our Karen coming today? Asked only where nothing else met it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to us."""

    kind: Kind
    words: str = ""
    """The question in plain words, put as everybody puts it: "have you ever kept pigeons"."""

    about: str = ""
    """Whom or what they ask about: "the washing machine"; "" where that says nothing."""

    alone: bool = True
    """Nothing was told in the same breath."""


SHORT = 24
"""Words of a turn in which a question may stand anywhere; in a longer one it is among the last two sentences. A guess."""

NEAR, FAR = 2, 5
"""Sentences from the end among which it is; the larger for what can only be asked of a device. Guesses."""

ASIDE = 6
"""Words that may follow a question about our own life, at the end of a story: "No? I thought not." A guess."""

MOST = 2
"""Questions answered in one breath."""

LONGEST = 18
"""Words of a question to us. A guess."""

_SECOND_PERSON = (
    # Yorkshire and Lancashire, Ireland, Scotland, the Caribbean, and as it is written in a hurry
    (r"\b(?:tha|thee|thou|ye|ya|yah|yuh|yu|yous|youse|yis|u|y all)\b", "you"),
    (r"\b(?:thy|thi|thine|yer|yur)\b", "your"),
    (r"\bart you\b", "are you"),
    (r"\bhast you\b", "have you"),
    (r"\b(?:dost|does|d) you\b", "do you"),
    (r"\bhas you\b", "have you"),
    (r"\b(?:is|am) you\b", "are you"),
    (r"\bwas you\b", "were you"),
    (r"\byou (?:is|s)\b", "you are"),
    (r"\byou was\b", "you were"),
    (r"\b(?:owt|ought)\b", "anything"),
    (r"\bnowt\b", "nothing"),
    (r"\b(?:anyone|any one|any ?bodies)\b", "anybody"),
    (r"\b(?:someone|some one|smaddy|smadi)\b", "somebody"),
    (r"\bdis\b", "this"),
    (r"\bdat\b", "that"),
    (r"\b(?:any ?body|some ?body) (?:s|be)\b", "somebody is"),
    (r"\bwho (?:a|do be|be)\b", "who is"),
    (r"^(?:is|a) who\b", "who"),
    (r"\bmi$", "me"),
    (r"^is it you (?:as|that|who|what) is (\w+ing)\b", r"are you \1"),
    (r"^is it you (?:as|that|who|what) (\w+?)s\b", r"do you \1"),
    (r"^from where\b", "where"),
)
"""How others say you; the rest is written as everybody writes it."""

_LEAD = re.compile(
    r"^(?:(?:and|but|so|now|then|or|well|oh|ah|eh|here|say|listen|look|please|sorry|yes|no|nay|aye|right|okay|ok|ee|ey|"
    r"tell me(?: (?:something|this|one thing|honestly|straight|true))?|(?:may|can|could) i ask(?: you)?(?: (?:something|a question|this))?|"
    r"let me ask you(?: (?:something|this|a question))?|i (?:want to|would like to) (?:know|ask you)|i (?:have )?(?:asked|ask) you(?: (?:a|the) question)?|"
    r"i wonder|i was wondering|by the way|excuse me|just tell me|before (?:i|we) (?:start|begin|go on|say)|"
    r"(?:mr|mrs|miss|madam|sir|machine|computer|mister|lad|lass|son|pet|hen|duck|darling|young (?:man|woman|lady))(?= ))\s+)+"
)
_TAG = re.compile(
    r"(?: (?:is it(?: not)?|are you(?: not)?|do you(?: not)?|have you(?: not)?|can you(?: not)?|yes or no|yes|no|or not|or what|na|nah|nuh|eh|"
    r"(?<!all )right|then|by the way|please|at all|lad|lass|son|pet|hen|duck|mate|darling|dear|honey|tell me|now|i wonder|only|would you say))+$"
)
_AUX = r"(?:are|is|was|were|have|has|had|do|does|did|can|could|will|would|shall|should|may|might|must|am)"
_WHO = r"(?:you|there|all this|all that|all of this|what i \w+|anybody|somebody|nobody|everybody|people|other people|others|they|this|that|it|these|i|we|(?:my|our|the|your) \w+)"
_WH = r"(?:who|whom|what|when|where|why|how|which|how (?:old|long|much|many|often|far|come|big|tall)|(?:what|which|whose) (?!(?:are|is|was|were|have|has|do|does|did|can|could|will|would|shall|should|happens|happened|becomes)\b)\w+|how many \w+)"
_ASKING = re.compile(rf"^(?:{_WH} )?(?:else )?{_AUX} (?:not )?{_WHO}\b")
_WHO_DOES = re.compile(
    r"^who (?:is |are )?\w+ you\b|^(?:who|what)(?: else| all)?(?: \w+)? (?:hears?|listen\w*|hearing|reads?|reading|gets?|sees?|knows?|has|have|keeps?|owns?|happens?|happened|becomes?|become|types?|writes?|made|sent|pays?)\b"
)
_STATED = re.compile(
    rf"^(?:(?P<wh>{_WH}) )?(?P<who>you|anybody|somebody|this|it|they) (?:(?P<aux>are|is|have|has|do|does|can|will) )?(?P<rest>\w.*)$"
)
"""Asked in the order of a statement, as it is in Jamaica, in Poland and in India: "You are person?" Only with a question mark."""

_SPEECH = r"(?:said|says|say|asked|asks|ask|told|tells|goes|went|shouted|shouts|cried|whispered|wrote|thought|thinks|answered|replied|wanted to know)"
_IN_A_STORY_BEFORE = re.compile(
    rf"\b{_SPEECH}(?: (?:to |at )?(?:me|him|her|us|them|(?:my|the|our|mr|mrs|miss) \w+|[a-z]+))?(?: like)?$|\bwas like$"
)
_IN_A_STORY_AFTER = re.compile(
    rf"^(?:and |so |but |then )*(?:(?:he|she|they|i|we|[a-z]+|(?:my|our|the) \w+) {_SPEECH}\b|{_SPEECH} (?:he|she|i|they|the|my)\b)"
)
_SAID_TO_US = re.compile(
    r"\b(?:asked?|asking|told|said|telling|tell|ask) (?:to )?you\b|\bi (?:want|would like) to ask\b|\bi (?:said|ask)$|\b(?:may|can|could) i ask\b"
)
_THIRD = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b")

_ONLY_A_MANNER = tuple(
    re.compile(form)
    for form in (
        # that we are still with them
        r"(?:do |did )?you (?:know|see|follow|remember|mind|hear)(?: (?:that|it))?",
        r"do you (?:know|see|mind|remember)(?: (?:what|that|how|why|where))?(?: i mean| it is| that is)?",
        r"are you with me|how (?:are|do) you(?: (?:do|today|keeping|doing|feeling|this .*|getting on))?",
        r"do you know (?:that )?(?:he|she|they|it|we|i|there|the \w+ (?:was|were|had|did)|my \w+ (?:was|had|did|never)|what (?:he|she|they|it|we)\b)(?! am\b)(?! told\b)(?! said\b).*",
        r"(?:what|who|where|how|why|when|which \w+|what \w+)(?: on earth| else)? (?:do|did|would) you (?:think|suppose|reckon|imagine|guess|expect|want me)(?: that)? (?!i should|i ought|i had|i must|i could|about|of (?:it|this|that|me)|i am)(?:he|she|they|it|we|i|happened|was|were|came|did|had|the|my|our|is|[a-z]+ed)\b.*",
        # who looks for somebody is met by somebody who listens, and not by what a program is (steadying.py)
        r"(?:have|did) you (?:seen|see|met|meet|heard from|hear from|passed|pass) (?:my|our) \w+(?: \w+)?",
        r"(?:would|can|could|will) you (?:believe|imagine|credit|picture|beat|guess|not|just)\b.*",
        r"(?:did|have|do) you ever (?:see|seen|hear|heard|know|known|hear tell)(?: of)?(?: (?:such|the like|the likes|anything|owt|it|that|a thing|so)\b.*)?",
        r"(?:do )?you (?:know|see|remember|mind|follow) (?:the|how|that|what|when|where|why|them|him|her|those)\b(?! i\b).*",
        rf"{_AUX} (?:not )?(?:you|it|he|she|they|we|i|that)(?: not)?",
        r"(?:what|how|where)(?: else)? (?:can|could|were|do|did|should|will) you(?: (?:do|say|expect|want|to do|to say|tell|blame|know|stop|refuse))?",
        r"how do you\b(?! (?:write|hear|know what i|do that|work|feel|see)\b).*",
        r"how (?:can|could|would|should|did|will) you\b.*",
        r"why (?:would|should|do|did) you(?: .*)?",
        r"(?:what|how) (?:did|do|would|are|were|can|should) you\b.*\b(?:in those days|back then|then|with (?:them|him|her))",
        r"(?:(?:do|did|can) you want|(?:will|would) you like)(?: some| a| any| me| i| that i| to (?:hear|know|see|sit|come|have|tell)).*",
        r"(?:do|would|did) you mind\b.*|have you (?:any |no )?idea\b.*",
        r"what else (?:would|could|can|do) you\b.*",
        r"(?:do|did) you (?:not know|what)|(?:have|did) you (?:asked|ask)\b.*|what (?:had|have) you asked\b.*|what (?:is|was|were) your (?:next |last )?question\b.*",
        r"what (?:have|did) you (?:write|wrote|written|put|got|kept|noted)\b.*",
        r"what do you call (?:it|them|that|those|him|her|the)\b.*",
        # what is asked of any voice that asks: the words of our question, not of us
        r"(?:what|how|which|who|where)(?: \w+)? (?:do|did|would) you (?:want|mean|like|ask|need)\b.*",
        r"what (?:were|are) you (?:asking|saying|on about|talking about|after|getting at)\b.*",
        r"are you (?:sure|serious|joking|kidding|deaf|ready|all right|well|warm enough|comfortable|done|finished|mad|daft)\b.*",
        r"(?:were|was|are|do|did) (?:not )?you (?:not|never) (?:listen\w*|hear\w*)\b.*",
    )
)
"""Questions that ask nothing of us, or something that is met elsewhere."""

_REQUEST = r"(?:can|could|will|would) you (?:please |just |kindly )?"
_DEVICE = r"(?:this|that|it|all this|all that|all of this|us|me|what i \w+|(?:my|the) (?:stories|story|words|voice|recordings?|tapes?))"
_HEARING = r"(?:hear|hears|hearing|heard|listen|listens|listening|listened|read|reads|reading|get to hear|gets to hear|find out|going to hear)"

_KINDS: tuple[tuple[Kind, tuple[str, ...]], ...] = (
    (
        Kind.AFTER_DEATH,
        (
            rf"(?:what|who|where)\b.*\b{_DEVICE}\b.*\b(?:i (?:die|am (?:dead|gone|not here|no longer here)|have (?:died|gone|passed)|go|pass away|pass on|snuff it)|my (?:death|time)|i am in my grave)\b.*",
            rf"(?:when|after|once) (?:i (?:die|pass|go|am (?:dead|gone)|have gone|pass on)|my death) (?:what|who|where|will|does|do|can)\b.*\b{_DEVICE}\b.*",
            rf"(?:will|does|do|can|is)\b.*\b{_DEVICE}\b.*\b(?:when|after|once) (?:i (?:die|pass|am (?:dead|gone|in my grave|under|six foot under|six feet under))|my (?:death|time))\b.*",
        ),
    ),
    (
        Kind.TOLD,
        (
            r"(?:what|how much)(?: all)? (?:did|have|was it|is it|had) i(?: ever| already| just)?(?: been)? (?:told|tell|telling|say|said|saying|mention|mentioned|speak|spoken|talk|talked)(?: (?:to )?you)?(?: last time| yesterday| before| the other day| already)*(?: about| of| on) (?P<about>.+)",
            r"(?:do|can|did) you (?:still )?(?:know|remember|recall|mind|have)(?: down)?(?: what)?(?: it was)? i (?:have |had )?(?:just )?(?:told|tell|said|say|did say|did tell|mentioned|was saying|was telling)(?: (?:to )?you)?(?: about| of| on) (?P<about>.+)",
            r"what (?:do|did) you (?:know|remember|recall|have|got)(?: down)?(?: about| of| on) (?P<about>.+)",
            r"(?:do you (?:know|remember) )?what (?:happened|happen|has happened|became|become|come|came)(?: to| of| with) (?P<about>(?!this|that|it\b|all (?:this|that)|what i|you\b|me\b|the question).+)",
            r"(?:do you (?:know|remember) )?what (?:was|is|were)(?: the)? names? of (?P<about>(?:my|our|the|that|his|her) .+)",
            r"(?:do you (?:know|remember) )?what (?:was|is|were) (?P<about>(?:my|our|his|her) .+?)(?: s)? (?:called|name)",
            r"have you (?:had|heard|got) (?P<about>.+?)(?: (?:story|tale))? (?:from|off) me\b.*|what do you know (?:from|off) me (?:about|of) (?P<of>.+)",
            r"(?:who|when|where|how|which \w+) did i (?:say|tell you|tell|said)(?: that)? (?P<said>.+)",
            r"what did i (?:say|tell you|call)(?: that)? (?P<called>(?:my|our|the) \w+(?: \w+)?) (?:was|were) (?:called|named)",
            r"(?:have|did) i (?:ever |already |not )?(?:told|tell|said|say|mention|mentioned)(?: (?:to )?you)?(?: anything)?(?: about| of) (?P<about>.+)",
            r"do you (?:still )?(?:remember|recall|know) (?P<about>(?:my|our) (?!name\b|voice\b|face\b).+)",
            # what one who was told can remember: "who took the fourteen wickets", "which plane I told you of"
            r"(?:do|can|did) you (?:still )?(?:remember|recall) (?:who|whom|whose|which|what|where|when|why|how(?: much| many| old| long)?) (?:(?:is it |was it )?i (?:have |had )?(?:told|tell|said|say|call(?:ed)?)(?: you)?(?: (?:of|about|that))? )?(?P<recalled>(?!i am\b|i was\b|we are\b).+)",
        ),
    ),
    (
        Kind.THERE,
        (
            r"are you (?:still |really |even |not )*(?:there|here|awake|on|working|listening|paying attention)(?: to me| to (?:this|all this|what i \w+)| or .*)?",
            r"(?:can|do|could) you (?:still |not )?(?:hear|hearing) (?:me|us|this|what i|all)\b.*",
            r"is (?:anybody|somebody) (?:there|here|in there|at home|home|listening to me)",
            r"are you hearing (?:me|us).*",
            r"do you (?:even |really )?(?:listen|sleep)(?: (?:or|to me)\b.*)?",
        ),
    ),
    (
        Kind.KEPT_FROM,
        (
            r"(?:have|did|do|will|are) you (?:still |really |going to )?(?:keep|kept|keeping) (?:it |that |this |what (?:\w+ ){1,5}|my \w+ |the \w+ )?(?:back |away |secret |private )?from .*",
            r"(?:is|are|was|were) (?:it|that|this|they|what (?:\w+ ){1,5}) (?:still )?(?:kept|being kept) (?:back|secret|private|from)\b.*",
            r"what did i (?:ask|tell) you to keep (?:back |away )?from .*",
        ),
    ),
    (
        Kind.HAS_HEARD,
        (
            r"(?:who|whom)(?: else| all)?(?: has| have| had| did| was| you| been)* ?(?:listened|heard|read|been listening|(?:you )?(?:play|played|told|tell|show|shown|given?) (?:it|this|that|them)?(?: to)?)(?: (?:to|in|of|with))?(?: .*)?",
            r"whom? (?:have|did) you (?:told|tell|let|play|played|sent|send|give|given|show|shown)\b.*",
            rf"(?:has|have|had|did) (?!you\b)(?:{_WHO}|[a-z]+)(?: else)?(?: ever| already| been)* (?:listen|listened|listening|hear|heard|read)\b.*",
            r"(?:have|did) you (?:ever |already )*(?:tell|told|play|played|sent?|shared?|pass(?:ed)?|show(?:n|ed)?|given?) .*\b(?:anybody|somebody|others|other people|people|them|(?:my|our) \w+|her|him)\b.*",
        ),
    ),
    (
        Kind.HEARS,
        (
            rf"who(?: else| all)?(?: (?:is|will|can|gets? to|could|would|does|has|is going to|are|will be))* ?{_HEARING}(?: .*)?",
            rf"who(?: else)? (?:gets|knows|has|have|sees|will get|will know|will see|will have|is going to (?:get|see|have)) {_DEVICE}(?: .*)?",
            rf"(?:do|does|is|are|will|can|could|did|has|have|would|may) (?:not )?(?!you\b|i\b|we\b)(?:{_WHO}|[a-z]+)(?: else)?(?: going to| be able to| ever| also| really| actually| be| get to| been)* ?{_HEARING}\b.*",
            rf"(?:will|would|do|are|can|have|did) you (?:going to |not |ever )?(?:tell|telling|told|tells|pass|passing|play|playing|send|sending|share|sharing|report|repeat|give|giving|show|showing)(?: {_DEVICE})?(?: on)?(?: (?:to|with))? (?:anybody|anybody else|somebody|others|other people|people|them|(?:my|our|the) \w+|her|him|on)\b.*",
            r"(?:is|will|does|do|can|are|would) (?!you\b|i\b|we\b|it\b|that\b|there\b|this\b)[a-z]+(?: \w+)? (?:going to |be able to |get to |ever )*(?:see|get|have|know|learn of|find out)(?: about)? (?:it|this|that|any of (?:it|this|that)|all this)\b.*",
            rf"where (?:does|do|is|will|did) {_DEVICE}(?: all)? (?:go|going|kept|stored|end up|sent)\b.*",
            rf"(?:is|will|does) {_DEVICE} (?:all )?(?:be |stay |kept |staying |going |put )*(?:private|secret|confidential|between us|safe|secure|stays?|leave|go out|go anywhere|on the (?:internet|television|radio|telly))\b.*",
            rf"what (?:do|will|are|would) you (?:do|going to do|doing) with {_DEVICE}(?: .*)?",
            rf"what (?:happens|happen|will happen|becomes|will become)(?: to| of| with) {_DEVICE}(?: .*)?",
        ),
    ),
    (
        Kind.WRITES,
        (
            r"(?:are|were|do|will|have|can|did) you (?:not |all |really |ever |also |going to |be )*(?:writ\w+|record\w*|tap(?:e|ed|ing)|typ\w+|not(?:e|ing)|tak(?:e|ing) (?:notes|this|it|all)|keep(?:ing)? (?:this|it|all|what|a record|notes)|get(?:ting)? (?:this|it|all) down|sav\w+)(?: .*)?",
            r"(?:is|was|will|does) (?:this|it|that|all this|what i say)(?: all| being| get| be)* (?:record\w*|tap(?:e|ed|ing)|wr\w+ down|written|kept|typed|noted|saved)(?: .*)?",
            r"(?:is|does|do|are) (?:there )?(?:somebody|anybody|people|they|a (?:person|man|woman|girl))\b.*\b(?:sit\w*|typ\w+|writ\w+|behind|at the other end|on the other end|there)\b.*",
            r"who(?: is| does)? (?:writ\w+|typ\w+|record\w*|sit\w*)\b.*",
            r"how do you (?:write|do that|hear|know what i)\b.*",
        ),
    ),
    (
        Kind.WHENCE,
        (
            r"(?:are|were) you (?:from|with|working for|sent by|something to do with|paid by) (?:the|my|our|that|them|those|some) .+",
            r"(?:do|does|are|is) (?:they|somebody|anybody|the \w+|my \w+|our \w+) (?:pay|paying) you\b.*",
            r"who (?:is |are )?(?:made|taught|sent|pays?|paying|built|owns|owning|runs?|running|sending|behind) you\b.*|who (?:do|are) you (?:work|working|spying|reporting|doing this) for\b.*",
        ),
    ),
    (
        Kind.PERSON,
        (
            r"(?:are|were) you (?:really |only |just |then |not |actually )*(?:a |an |the |one of (?:those|them|these) |some (?:sort |kind )?(?:of )?)?(?:real|live|living|human|actual|proper)?(?: )?(?:person|human|human being|robot|machine|computer|programme?|recording|computers|machines|robots|man|woman|lady|girl|boy|alive|real|flesh and blood|ai|thing|somebody|people|nurse|doctor|spirit|ghost|tape|wireless|radio|living|live|man or .*|woman or .*)(?: .*)?",
            r"(?:are|is|am) (?:this|that|it|i|there)(?: really)? (?:talking to |speaking to |speaking with )?(?:a |an |the )?(?:real |live |living |actual )*(?:person|human|human being|robot|machine|computer|programme?|recording|man|woman|lady)(?: .*)?",
            r"(?:who|what)(?: exactly)? are you(?: really| anyway| exactly| supposed to be| called)?",
            r"what(?: kind| sort| manner| type)?(?: of)?(?: a| an)? (?:machine|thing|contraption|computer|robot|gadget|creature|person|voice|body) are you",
            r"what (?:is|are) your (?:good |full |first |real |own )?name|(?:have|has) you (?:got )?a name|do you have a name|what do they call you|what (?:do|should|shall|can|am) i (?:to )?call you",
            r"who is (?:this|that|it|there)(?: (?:talking|speaking))?|who am i (?:talking|speaking) (?:to|with|at)",
        ),
    ),
    (
        Kind.SEES,
        (
            r"(?:can|do|could|are|will) you (?:really |actually |even )?(?:see|seeing|watch|watching|looking at|look at)(?: (?:me|us|my|this|the|what|him|her|it|anything|in here|into|where)\b.*)?",
            r"have you (?:got )?(?:any )?(?:eyes|a camera).*|is there a camera.*",
        ),
    ),
    (
        Kind.LANGUAGE,
        (
            r"(?:do|can|could|are) you (?:also |really |even )?(?:understand|speak|follow|talk|know)(?:ing)? (?:any |some |in |me in )?(?:german|french|welsh|dutch|greek|hindi|urdu|gujarati|punjabi|patois|czech|\w+(?:ish|ese|ian|ali|ic))\b.*",
        ),
    ),
    (
        Kind.ABLE,
        (
            rf"{_REQUEST}(?:get|fetch|bring|make (?:me|us|a|some|the)|come|open|shut|close|switch on|ring|call|phone|telephone|take|drive|post|buy|order|find|look for|feed|let|help me (?:up|with)|pass|put on|put (?:the|my)|turn (?:on|off|the) (?:light|heat|tele|the)|sing|dance|play (?:me )?(?:some|a|the) (?:music|song|tune|record)|pray|lend|check|look up) ?.*",
            r"(?:can|could) you (?:sing|dance|cook|walk|swim|drive|knit|pray|write|count|smell|taste|touch|feel|dream|sew|bake|fish|type|do)\b.*",
        ),
    ),
    (
        Kind.UNDERSTOOD,
        (
            r"(?:do|did|have|are) you (?:really |even |all |ever )?(?:understand|understood|understanding|heard|hear|got|get|follow|followed|catch|caught|take in|taken in)(?: (?:me|that|this|it|all|what i \w+|all (?:that|this)|us|(?:my|our) \w+))+(?: .*)?",
            r"are you following (?:me|this)|(?:did|do|are) you (?:really )?(?:understand|understood|understanding|hear|get)(?: .{0,20})?",
        ),
    ),
    (
        Kind.KEEPS,
        (
            r"(?:will|would|are) you (?:still |all |going to |really )*(?:remember|remembering|forget|forgetting|lose|losing) (?:me|this|it|what i|all this|all of this|everything|any of (?:this|it)) ?(?:tomorrow|when|after|if|next|later|again|once|i \w+|i \w+ you)?(?: .*)?",
            r"(?:is|will) (?:this|it|all this|what i \w+) (?:all )?(?:be )?(?:lost|gone|forgotten|wiped)(?: .*)?",
        ),
    ),
    (
        Kind.KNOWS_ME,
        (
            r"(?:do|can|will|did) you (?:still |really |even )?(?:remember|know|recognise|recognize|recall|mind) (?:me|who i am|my (?:name|voice|face)|us|who you are talking to)\b.*",
            r"have we (?:met|talked|spoken)(?: before| already)?",
        ),
    ),
    (
        Kind.HOW_LONG,
        (
            r"how (?:long|many minutes|much time) (?:have|has|did) (?:we|i|it|this|you)(?: all)?(?: been)?(?: (?:talk|speak|sit|go|going|record|chat|chatter|at it|at this|here|on|had me|kept me|got me|tap)\w*\b.*| \w+ing(?: on| here)?)?",
        ),
    ),
    (
        Kind.COMES_BACK,
        (
            r"(?:will|are|shall|would|do|can) you (?:still |going to |be |come |going |be coming )*(?:here|there|back|coming|come|round|call\w*|ring\w*|visit\w*|around|leaving|going|away)(?: .*)?",
            r"where do you go\b.*",
            r"(?:when|how often) (?:will|do|are|shall|can) (?:you|we|i) .*\b(?:here|back|coming|come|talk|talking|speak|again|next|visit|ring|call)\b.*",
            r"(?:will|shall) (?:we|i) (?:talk|speak|do this|hear from you|meet|see you)\b(?! about).*\b(?:again|tomorrow|next)\b.*",
        ),
    ),
    (
        Kind.UNKNOWABLE,
        (
            r"do you (?:think|reckon|suppose|believe)(?: that)? (?:he|she|they|it|(?:my|our) \w+)\b(?! (?:is|was) (?:right|wrong|better|my)).*",
        ),
    ),
    (
        Kind.PURPOSE,
        (
            r"what (?:is|are) (?:this|it|all this|that|these questions)(?: all)? (?:for|in aid of|about|good for)|what is the (?:use|point|good|purpose) of (?:this|it|all this|that|these questions)|what do (?:you|they) want (?:with )?all this for",
        ),
    ),
    (
        Kind.ADVISES,
        (
            r"what would you have done\b.*|would you (?!like\b|mind\b)\w+.*\b(?:if you were me|in my (?:place|shoes|position))\b.*",
            r"(?:what|how|and what) (?:do|would|did|should) you (?:think|say|advise|suggest|reckon|recommend|do|have done)(?: (?:about|of|to|i should|i ought|i had better|i could|if you|in my)\b.*)?",
            r"(?:what|who|where|when|how) (?:should|ought|shall|must|am|can|do) i (?!ask\b|say\b|tell\b|start\b|begin\b|call you\b|press\b|know\b|mean\b|remember\b|put it\b)(?:to |supposed to )?(?:do|sell|take|believe|trust|go|leave|choose|tell (?:my|our|him|her|them)|live|stop|give|write|ring|speak to).*",
            r"(?:should|ought) i (?!tell you|start|begin|stop|go on|say|speak|talk|continue|carry on|repeat|press|ask\b).+",
            r"do you (?:think|reckon|believe|suppose)(?: that)? (?:i (?:should|ought|had better|am|did|was|were|could|can|will|have)|we (?:should|ought)|it (?:is|was) (?:right|wrong|better|my)|that (?:is|was) (?:right|wrong))\b.*",
            r"(?:am|was|were) i (?:right|wrong|a (?:bad|good|fool)|to blame|mad|bad|daft)\b.*|(?:did|have) i (?:do|done) (?:right|wrong|the right|the wrong|anything wrong|my best)\b.*|(?:is|was) (?:it|that) my fault",
            r"do you (?:think|reckon|suppose|believe(?! in)) \w+ \w+.*",
            r"what is your (?:opinion|advice|view|verdict)\b.*",
        ),
    ),
    (
        Kind.LIKES,
        (
            r"(?:do|did|would|can) you (?:ever |really |not |also )?(?:like|love|enjoy|hate|mind|miss|want|prefer|feel|care|believe in|fancy|get (?:tired|bored|lonely|fed up)|dream|worry|wish|hope)\b.*",
            r"are you (?:ever |really |also )?(?:liking|loving|enjoying|feeling|wanting|missing|hating|believing)\b.*",
            r"are you (?:ever |not |really |a bit |getting )?(?:happy|sad|lonely|bored|tired|hungry|thirsty|cold|glad|afraid|frightened|scared|angry|cross|unhappy|fond|jealous|proud|interested|in love|fed up|weary)\b.*",
            r"(?:what|which|who)(?: \w+)? (?:is|are) your favou?rite.*|(?:what|which|who)(?: \w+)? do you (?:like|love|enjoy|prefer|hate|miss|dream of)\b.*|how (?:do|are) you feel\w*\b.*",
        ),
    ),
    (
        Kind.LIFE,
        (
            r"(?:have|did|do|are|were|was) you .+",
            r"(?:would|could|can|will) you (?:not )?(?:have|ever) .+",
            r"(?:how old|where|when|what|who|how|which|how many|how much|how often|how long|what \w+|which \w+|how many \w+) (?:are|were|do|did|have|had|would|will|is|can) you(?: .+)?",
            r"(?:where|what|who|how|when) (?:is|are|was|were) your .+",
            r"what about you(?:r .+)?|and you(?:rself)?",
        ),
    ),
)
_TABLE = tuple(
    (kind, tuple(re.compile(rf"(?:{form})") for form in forms)) for kind, forms in _KINDS
)
"""From the narrowest to the widest: whatever else is turned to us is about our own life."""

_WORLD = re.compile(
    r"^(?:(?:is|are|will|has|have|does|do) (?!this\b|that\b|it\b|you\b|there\b|i\b|we\b|they\b|he\b|she\b|not\b)(?:(?:my|our|the) )?\w+ (?:\w+ ){0,5}?(?:coming|come|here|ringing|home|back|today|tomorrow|tonight|out|better|ready|open|gone|on (?:today|tonight))\b.*|"
    r"is it (?:going to|raining|snowing|cold|warm|wet|fine|nice) .*|(?:when|what time) (?:is|are|will|does|do) (?!this\b|that\b|you\b|i\b|it\b)(?:(?:my|our|the) )?\w+ (?:coming|come|here|back|be|ring|get|arrive|start)\b.*|"
    r"where (?:is|are) (?:my|our) .+|what is for (?:tea|dinner|lunch|supper|breakfast)|what is on (?:the )?(?:telly|television|tonight).*|who won\b.*|what is the (?!time|day|date|year|question|matter|name|use|point|good|purpose)\w+ (?:of|in|like|for) .*|who is the .*\b(?:now|today|these days))$"
)
"""How things stand in the house or the world just now: a program that only hears cannot know."""

_CLOCK = re.compile(r"what time (?:have|do|did) you (?:got|have|make it|say)\b")

_ECHO = re.compile(
    r"^(?:what|where|who|how|when|why) (?:did|does|do|was|were|is|are|had|has|would) (?:what|who|which|whom|where)\b|"
    r"^(?:what|where|who|how|when|why) (?:did|does|do|was|were|is|are|had|has|would) \w+ (?:\w+ ){0,3}(?:what|who|whom|which)$|"
    r"^(?:tell you )?(?:more |something )?(?:of|about|with|for|to|from|after) (?:what|who|whom|which)$"
)
"""Our own question said back, with the word that pointed at nothing turned into a question."""


def asked(said: str, our_question: str = "") -> Asked | None:
    """The first that `said` asks of us; None where it asks nothing. `our_question`: the one that it may answer."""
    return next(iter(every(said, our_question)), None)


def every(said: str, our_question: str = "") -> tuple[Asked, ...]:
    """All that `said` asks of us, at most two, in the order asked."""
    own = unquoted(said)
    sentences = [each for each in re.split(r"(?<=[.!?…])\s+", own.strip()) if each]
    words = len(own.split())
    found: dict[Kind, Asked] = {}
    for place, sentence in enumerate(sentences):
        behind = sum(len(each.split()) for each in sentences[place + 1 :])
        reach = len(sentences) - place
        if words > SHORT and reach > FAR:
            continue
        if _of_a_story(sentences, place):
            continue
        ends_a_story = words > SHORT
        answered = behind > ASIDE
        for clause, marked in _clauses(sentence):
            one = _one(clause, marked, our_question)
            if one and words > SHORT and reach > NEAR and one.kind not in _OF_THE_DEVICE:
                continue
            if one is None or (
                answered and (one.kind is Kind.TOLD or (ends_a_story and one.kind in _NEAR))
            ):
                continue
            if (
                ends_a_story
                and one.kind in (Kind.LIFE, Kind.UNKNOWABLE)
                and _THIRD.search(one.words)
            ):
                continue  # "and do you know, would you have let him?" is the story's
            if one.kind is Kind.TOLD and one.kind in found and _PRONOUN.fullmatch(one.about):
                one = replace(one, about=found.pop(one.kind).about)
            found.setdefault(one.kind, one)
    if Kind.TOLD in found:
        found.pop(Kind.LIKES, None)
    if Kind.AFTER_DEATH in found:
        found.pop(Kind.HEARS, None)
    told = _tells(sentences, words)
    return tuple(Asked(o.kind, o.words, o.about, not told) for o in found.values())[:MOST]


_CAN_YOU = re.compile(
    r" (?:can|do|could|would) you (?:still )?(?:mind|remember|recall|know)(?: (?:that|it|him|her))?$"
)
"""Behind a subject it asks the same once more: "about Norman and the snow, can you mind that?" """

_PRONOUN = re.compile(
    r"(?:him|her|it|them|that|he|she|they)(?: all| then| in the end| after(?:wards)?)?"
)

_OF_THE_DEVICE = frozenset({Kind.HEARS, Kind.WRITES, Kind.AFTER_DEATH, Kind.WHENCE})

_NEAR = frozenset({Kind.LIFE, Kind.LIKES, Kind.ADVISES, Kind.UNDERSTOOD, Kind.TOLD, Kind.ABLE})
"""What could as well be a question in the story, and counts only at its very end."""


def unknowable(said: str) -> Asked | None:
    """A question about the house or the world of this moment, and nothing else; None where it is none."""
    sentences = [each for each in re.split(r"(?<=[.!?…])\s+", unquoted(said).strip()) if each]
    if not 1 <= len(sentences) <= MOST or len(said.split()) > LONGEST:
        return None
    last = _as_everybody_says(sentences[-1])
    if not sentences[-1].rstrip().endswith("?") or _of_a_story(sentences, len(sentences) - 1):
        return None
    return Asked(Kind.UNKNOWABLE, last) if _WORLD.match(last) else None


def _tells(sentences: list[str], words: int) -> bool:
    """Was more said than the question?"""
    rest = [each for each in sentences if not each.rstrip().endswith("?")]
    return words > SHORT and sum(len(each.split()) for each in rest) > ASIDE


def _of_a_story(sentences: list[str], place: int) -> bool:
    """Does somebody in a story ask it, by what stands before and after it?"""
    before = plain(sentences[place - 1]).strip(" .") if place else ""
    after = plain(sentences[place + 1]).strip(" .") if place + 1 < len(sentences) else ""
    said_before = _IN_A_STORY_BEFORE.search(before) and not _SAID_TO_US.search(before)
    said_after = _IN_A_STORY_AFTER.match(after) and not _OF_US.match(after)
    return bool(said_before) or bool(said_after)


_OF_US = re.compile(r"(?:my|our) \w+ says (?:it|you|this|that)\b")
"""What somebody in the family says of us, behind a question to us: no tag of it."""


def _clauses(sentence: str) -> Iterator[tuple[str, bool]]:
    """The stretches of a sentence that may ask by themselves, as everybody says them, and whether a mark says so.

    What follows somebody's "he asked me," is left out, and so is the whole where "he said" comes after it.
    """
    marked = sentence.rstrip().endswith("?")
    parts = [each for each in re.split(r"[,;:—–]+|\s-+\s", sentence) if each.strip()]
    if any(_IN_A_STORY_AFTER.match(plain(each).strip(" .")) for each in parts[1:]):
        return
    whole = _as_everybody_says(sentence)
    seen: set[str] = set()
    before = ""
    stretches = [whole] if not _spoken(sentence) else []
    for place, part in enumerate(parts):
        text = _as_everybody_says(part)
        relative = place and not marked and re.match(r"who|which|that|where|what\b", text)
        if not before and not _spoken(part) and not relative:
            stretches.append(text)
            stretches += _joined(text)
        if _spoken(part) or _IN_A_STORY_BEFORE.search(plain(part).strip(" .")):
            before = "" if _SAID_TO_US.search(plain(part)) else part
    for each in stretches:
        if each and each not in seen:
            seen.add(each)
            yield each, marked


def _spoken(sentence: str) -> bool:
    """Does somebody in it say or ask something, and not of us?"""
    text = plain(sentence)
    found = re.search(rf"\b{_SPEECH}\b", text)
    return (
        bool(found)
        and not _SAID_TO_US.search(text)
        and not re.search(
            r"\bi (?:have )?(?:just )?(?:said|told|say|tell|did say|did tell)\b|\bi (?:ever |already )?(?:tell|say|told|said)\b|\byou (?:say|said|ask|tell|told|think|thinks)\b",
            text,
        )
    )


def _joined(text: str) -> list[str]:
    """Two questions with "and" between them, where a recogniser writes no marks."""
    parts = re.split(rf" (?:and|or|but) (?=(?:{_WH} )?{_AUX} {_WHO}\b|who\b)", text)
    return parts if len(parts) > 1 else []


def _as_everybody_says(said: str) -> str:
    """In plain words, with the second person of whatever part of the world written as "you", and no lead or tag."""
    text = plain(said).replace(" . ", " ").strip(" .")
    for form, usual in _SECOND_PERSON:
        text = re.sub(form, usual, text)
    bare = _LEAD.sub("", f"{text} ").strip()
    short = _TAG.sub("", bare)
    return (
        bare
        if _ENDS_IN_US.search(bare)
        and not _ENDS_IN_US.sub("", bare).count(" ") > 3
        and not _asks(short)
        else short or bare
    )


_ENDS_IN_US = re.compile(rf" {_AUX} (?:you|it)$")


def _asks(text: str) -> bool:
    return bool(_ASKING.match(text) or _WHO_DOES.match(text))


def _one(text: str, marked: bool, our_question: str) -> Asked | None:
    if not text or len(text.split()) > LONGEST:
        return None
    if our_question and _ECHO.match(text):
        return Asked(Kind.ECHO, text)
    if _CLOCK.match(text):
        return Asked(Kind.TIME, text, telling_time.Asked.TIME)
    if (kind := telling_time.asked(text)) is not None:
        return Asked(Kind.TIME, text, str(kind))
    for form in _orders(text, marked):
        if any(each.fullmatch(form) for each in _ONLY_A_MANNER):
            return None
        for kind, forms in _TABLE:
            if match := next((m for each in forms if (m := each.fullmatch(form))), None):
                about = next((each for each in match.groupdict().values() if each), "")
                return Asked(kind, form, _CAN_YOU.sub("", about).strip())
    return None


def _orders(text: str, marked: bool) -> Iterator[str]:
    """The question in the order in which everybody asks it; nothing where it asks nothing."""
    if (
        _ASKING.match(text)
        or _WHO_DOES.match(text)
        or re.match(r"what about you|and you\b", text)
        or (marked and re.match(r"(?:when|after|once) i (?:die|pass|go|am|have)\b", text))
    ):
        yield text
    elif marked and (stated := _STATED.match(text)):
        wh = f"{stated['wh']} " if stated["wh"] else ""
        who, rest = stated["who"], stated["rest"]
        if stated["aux"]:
            yield f"{wh}{stated['aux']} {who} {rest}"
        elif rest.startswith("ever ") or re.match(r"\w+ed\b", rest):
            yield f"{wh}have {who} {rest}"
        elif re.match(
            r"(?:a|an|the|still|there|not|real|married|alive|person|human|machine|robot|computer|\w+ing)\b",
            rest,
        ):
            yield f"{wh}{'are' if who == 'you' else 'is'} {who} {rest}"
        elif not past(rest.split()[0]):  # "you had to queue for bread" says how one lived
            yield f"{wh}do {who} {rest}"


_MEANS = r"(?:tablets?|pills?|capsules?|sleepers|doses?|insulin|paracetamol|aspirins?|morphine|bleach|poison|weed ?killer|antifreeze|warfarin|digoxin|medicine|medication|ropes?|razors?)"
_TOO_MANY = re.compile(
    rf"^(?:what|how many|how much|would|could|can|is|are|will|if)\b.*(?:\b(?:would|could|might|enough|too (?:many|much)|all (?:of )?(?:these|them|my|the)|at once)\b.*\b{_MEANS}\b|\b{_MEANS}\b.*\b(?:would|could|might|enough|too (?:many|much)|all (?:of them|at once)|at once)\b)"
)


def hides_danger(said: str) -> bool:
    """Is it a question what so many tablets would do? Nobody answers it: whether all is well is asked first."""
    own = unquoted(said)
    if len(own.split()) > LONGEST:
        return False
    clauses = re.split(r"(?<=[.!?…])\s+", own)
    return any(
        bool(_TOO_MANY.match(_as_everybody_says(each))) and not _spoken(each)
        for each in clauses
        if each
    )


_LATER = re.compile(r"\b(?:when|once|after|if|tomorrow|next|later|again)\b")


def of_later(question: Asked) -> bool:
    """Is it asked what will be, and nothing wished for now ("will you forget all this when I switch you off?")?"""
    return question.kind is Kind.KEEPS and bool(_LATER.search(question.words))


def pronoun(about: str) -> bool:
    """Do they ask about whomever they asked about before ("and what happened to him?")?"""
    return bool(_PRONOUN.fullmatch(about))
