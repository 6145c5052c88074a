"""What may be asked of us: a table of forms, the narrowest first, in words put as everybody puts them. Pure data.

kind("have you ever kept pigeons")  # Kind.LIFE
"""

import re
from enum import StrEnum

from voice_agent.reading.wishes.question_order import AUX, WHO


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
    KEPT = "kept"
    """What is kept between us? All of it, and not whether one thing is (KEPT_FROM)."""

    KEPT_FROM = "kept from"
    DONE = "done"
    """What we did with what they told: "You've not rubbed out Megan, have you?" """

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
        r"(?:do )?you (?:know|see|remember|mind|follow) (?:the|how|that|what|when|where|why|them|him|her|those|who(?! (?:hears|listens|reads|is listening)))\b(?! i\b).*",
        rf"{AUX} (?:not )?(?:you|it|he|she|they|we|i|that)(?: not)?",
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
        r"(?:have|do) you\b.*\bquestions?\b.*",
        # only begins, or wants our ear
        r"have you(?: got)? (?:a|one|any) (?:minute|moment|second|time)\b.*",
    )
)
"""Questions that ask nothing of us, or something that is met elsewhere."""

_FOR_THEM = r"(?: (?:(?:left|more|ready|coming|today|still|now|again|in you|in there|inside you)|for (?:me|us)|to (?:ask|put)(?: (?:of )?(?:me|us|to me))?|(?:that )?you (?:want|would like) to ask(?: me)?))*"
_WANTS_ONE = re.compile(
    rf"(?:(?:have|do) you|(?:is|are) there)(?: (?:not|no|still|got|have|having))*(?: (?:a|an|any|another|some|one|more|other|further|next|good|better|nice|real|proper|easy|little|wee|small|your))* questions?{_FOR_THEM}|"
    r"(?:have|do) you(?: (?:not|still|got|have))*(?: (?:anything|something|nothing|a thing|more|else))+ to ask(?: (?:of )?(?:me|us))?(?: \w+)?|"
    r"what (?:is|was|will be) (?:the|your) next (?:question|one)(?: (?:for me|please|going to be))?"
)
"""Have you got a question for me? The next one is wished for, and nothing is asked of us."""

_REQUEST = r"(?:can|could|will|would) you (?:please |just |kindly )?"
_DEVICE = r"(?:this|that|it|all this|all that|all of this|us|me|what i \w+|(?:my|the) (?:stories|story|words|voice|recordings?|tapes?))"
_HEARING = r"(?:hear|hears|hearing|heard|listen|listens|listening|listened|read|reads|reading|get to hear|gets to hear|find out|going to hear)"

_SECRETLY = (
    r"(?:between (?:us|you and me|me and you|ourselves)|(?:kept|keep|keeping|stays?)(?: any\w* | some\w* | it | that | )(?:back|private|secret|quiet|to (?:yourself|ourselves))"
    r"|(?:is|are|was|were|as|be|stays?)(?: still| just| only| meant to be)* (?:private|secret|confidential|in confidence|off the record))"
)
_SO_FAR = r"(?: (?:still|then|now|so far|at the moment|today|for me|of mine|at present))*"
_NO_STORY = r"(?!.*\b(?:he|she|they|him|her|his|them|their|we were|we had)\b)"
"""What others kept secret is told, and not asked of us."""

_DONE_WITH_IT = r"rubbed out|erased|deleted|crossed out|struck out"
_DOES_WITH_IT = (
    rf"(?:{_DONE_WITH_IT}|wiped|scrapped|rub(?:bed|bing)? (?:.+ )?out|eras(?:e|ing)|delet(?:e|ing)|wip(?:e|ed|ing)|cross(?:ed|ing)? (?:.+ )?out|struck (?:.+ )?out|strik(?:e|ing) (?:.+ )?out|"
    r"scrap(?:ping)?|thr(?:ow|own|ew|owing) (?:.+ )?(?:away|out)|put(?:ting)? (?:it|that|this|what i .+|(?:that|the) (?:story|one)(?: .+)?) away|took (?:.+ )?out|tak(?:e|en|ing) .+ out|los(?:t|e|ing) (?:what i|that|the|my|our)\b)"
)
"""What may be done with a story that was told to us, and is no part of a life."""

_NOT_OF_THIS_TALK = (
    r"(?!(?:not |really |still |even |always |just |going to )*"
    r"(?:ask|tell|told|say|said|promise|hear|heard|listen|change|keep|kept|mean|meant|write|wrote|record|stop|answer|speak|talk|remember|recall|(?:have |make )?(?:it|that|this) (?:right|down|written|correct|straight|safe|wrong))(?:e?d|e?s|ing)?\b)"
)
"""What a program does in a talk is no part of a life: "do you promise?" is no question about ours."""

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
        Kind.KEPT,
        (
            rf"{_NO_STORY}(?:what|which|how (?:many|much))(?: (?!about\b)\w+){{0,8}}? {_SECRETLY}{_SO_FAR}",
            rf"{_NO_STORY}(?:is|are) (?:there )?(?:any\w*|something|any of \w+(?: \w+)?)(?: \w+){{0,4}}? {_SECRETLY}{_SO_FAR}",
            r"(?:have|did) i (?:ever )?(?:ask|asked|tell|told|want|wanted)(?: you)? to keep (?:any\w*|something)(?: \w+)?(?: back| private| secret| between us| to yourself)?",
            rf"(?:are|have|do) you (?:still )?(?:keep|kept|keeping) any\w*(?: \w+)? (?:back|private|secret|between us|to yourself){_SO_FAR}",
            r"(?:have|do) you (?:got |have |keep |know |hold )*(?:any )?secrets? of mine",
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
            r"what (?:(?:did|have) i|i (?:did|have)) (?:told|tell|said|say)(?: (?:to )?you)?(?: that)? (?P<wanted>(?:i|we|my|our) .+)",
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
            rf"(?:has|have|had|did) (?!you\b)(?:{WHO}|[a-z]+)(?: else)?(?: ever| already| been)* (?:listen|listened|listening|hear|heard|read)\b.*",
            r"(?:have|did) you (?:ever |already )*(?:tell|told|play|played|sent?|shared?|pass(?:ed)?|show(?:n|ed)?|given?) .*\b(?:anybody|somebody|others|other people|people|them|(?:my|our) \w+|her|him)\b.*",
        ),
    ),
    (
        Kind.HEARS,
        (
            rf"who(?: else| all)?(?: (?:is|will|can|gets? to|could|would|does|has|is going to|are|will be))* ?{_HEARING}(?: .*)?",
            rf"who(?: else)? (?:gets|knows|has|have|sees|(?:will|can|could|may) (?:get|know|see|have)|is going to (?:get|see|have)) {_DEVICE}(?: .*)?",
            rf"(?:will|would|can|could|does|is|may) (?:my|our) \w+(?: \w+)? (?:going to |be able to |get to |ever )*(?:see|get|have|know|hear|read|find out|learn)(?: of| about)? {_DEVICE}\b.*",
            rf"(?:do|does|is|are|will|can|could|did|has|have|would|may) (?:not )?(?!you\b|i\b|we\b)(?:{WHO}|[a-z]+)(?: else)?(?: going to| be able to| ever| also| really| actually| be| get to| been)* ?{_HEARING}\b.*",
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
            r"(?:are|were) you (?:really |only |just |then |not |actually |even )*(?:a |an |the |one of (?:those|them|these) |some (?:sort |kind )?(?:of )?)?(?:real|live|living|human|actual|proper)?(?: )?(?:person|body|being|creature|soul|voice|human|human being|robot|machine|computer|programme?|recording|computers|machines|robots|man|woman|lady|girl|boy|alive|real|flesh and blood|ai|thing|somebody|people|nurse|doctor|spirit|ghost|tape|wireless|radio|living|live|man or .*|woman or .*)(?: .*)?",
            r"(?:are|is|am) (?:this|that|it|i|there)(?: really)? (?:talking to |speaking to |speaking with )?(?:a |an |the )?(?:real |live |living |actual )*(?:person|body|human|human being|robot|machine|computer|programme?|recording|man|woman|lady)(?: .*)?",
            r"(?:who|what)(?: exactly)? are you(?: really| anyway| exactly| supposed to be| called)?",
            r"what(?: kind| sort| manner| type)?(?: of)?(?: a| an)? (?:machine|thing|contraption|computer|robot|gadget|creature|person|voice|body) are you",
            r"what (?:is|are) your (?:good |full |first |real |own )?name|(?:have|has) you (?:got )?a name|do you have a name|what do they call you|what (?:do|should|shall|can|am) i (?:to )?call you",
            r"who is (?:this|that|it|there)(?: (?:talking|speaking))?|who (?:am|do) i (?:talking|speaking|talk|speak)(?: (?:to|with|at))?",
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
            r"are you following (?:me|this)|(?:did|do|are) you (?:really )?(?:understand|understood|understanding|hear|hearing|get)(?: .{0,20})?",
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
        Kind.DONE,
        (
            rf"(?:have|did|are|will|would) you (?:still |ever |already |really |going to |gone and |not |never )*{_DOES_WITH_IT}(?: .+)?",
            rf"(?:has|have|is|was|did|does) .{{1,40}} (?:been |get |got |gone )?(?:{_DONE_WITH_IT})(?: (?:out|away|now|already|too|then|yet))*",
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
            r"how (?:long|many (?:minutes|hours)|much time) (?:have|has|did|do|are|is) (?:we|i|it|this|you)(?: all)?(?: been)?(?: (?:talk|speak|sit|go|going|record|chat|chatter|at it|at this|here|on|had me|kept me|got me|tap)\w*\b.*| \w+ing(?: on| here)?)?",
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
            rf"(?:have|did|do|are|were|was) you {_NOT_OF_THIS_TALK}.+",
            r"(?:would|could|can|will) you (?:not )?(?:have|ever) .+",
            rf"(?:how old|where|when|what|who|how|which|how many|how much|how often|how long|what \w+|which \w+|how many \w+) (?:exactly )?(?:are|were|do|did|have|had|would|will|is|can) you(?: {_NOT_OF_THIS_TALK}.+)?",
            r"(?:where|what|who|how|when) (?:is|are|was|were) your .+",
            r"what about you(?:r .+)?|and you(?:rself)?",
        ),
    ),
)
_TABLE = tuple(
    (kind, tuple(re.compile(rf"(?:{form})") for form in forms)) for kind, forms in _KINDS
)
"""From the narrowest to the widest: whatever else is turned to us is about our own life."""

WORLD = re.compile(
    r"^(?:(?:is|are|will|has|have|does|do) (?!this\b|that\b|it\b|you\b|there\b|i\b|we\b|they\b|he\b|she\b|not\b)(?:(?:my|our|the) )?\w+ (?:\w+ ){0,5}?(?:coming|come|here|ringing|home|back|today|tomorrow|tonight|out|better|ready|open|gone|on (?:today|tonight))\b.*|"
    r"is it (?:going to|raining|snowing|cold|warm|wet|fine|nice) .*|(?:when|what time) (?:is|are|will|does|do) (?!this\b|that\b|you\b|i\b|it\b)(?:(?:my|our|the) )?\w+ (?:coming|come|here|back|be|ring|get|arrive|start)\b.*|"
    r"where (?:is|are) (?:my|our) .+|what is for (?:tea|dinner|lunch|supper|breakfast)|what is on (?:the )?(?:telly|television|tonight).*|who won\b.*|what is the (?!time|day|date|year|question|matter|name|use|point|good|purpose)\w+ (?:of|in|like|for) .*|who is the .*\b(?:now|today|these days))$"
)
"""How things stand in the house or the world just now: a program that only hears cannot know."""


def only_a_manner(question: str) -> bool:
    """Does it ask nothing of us, or what is met elsewhere?"""
    return any(each.fullmatch(question) for each in _ONLY_A_MANNER)


def wants_one(question: str) -> bool:
    """Is it a wish for our next question?"""
    return bool(_WANTS_ONE.fullmatch(question))


def kind(question: str) -> tuple[Kind, str] | None:
    """What is asked, and about what or whom ("" where that says nothing); None where it is none of these."""
    for found, forms in _TABLE:
        if match := next((m for each in forms if (m := each.fullmatch(question))), None):
            return found, next((each for each in match.groupdict().values() if each), "")
    return None
