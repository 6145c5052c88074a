"""What is said to us and not told: is it on, I am no good at this, you ask a lot, how are you? Pure.

Met in a word, and then what was asked stands again. A story in which such words are spoken is none of it: only a few
words, said to us or of this moment, count.
"""

import re

from voice_agent.reading.words.plain_words import plain

THREAD = "talk_thread"
"""What answers "Where was I?"."""

PROMISED = "talk_promised"
"""What answers "I'll tell you about the strike next time"; the promise itself is a loose end (memory.loose_ends)."""

LONGEST_SMALL_TALK_WORDS = 24
"""Words; what is longer is a story. A guess."""

_KINDS = {
    "talk_works": r"\b(?:is (?:it|this|that|the (?:thing|machine|light|microphone)) (?:on|working|going|recording|supposed)|can you hear me|"
    r"(?:do|did) you hear (?:me|what i)|are you (?:there|on|listening|recording|working)|am i (?:loud|close|near) enough|testing|is (?:it|this) taping|"
    r"should i (?:speak|talk) (?:into|up|louder)|do i (?:speak|talk|press|push)|do i have to (?:press|push|hold))\b",
    "not_a_person": r"\bare you (?:a )?(?:real|live|living|human|an actual)\b|\bam i (?:talking|speaking) to (?:a )?(?:real|person|human|machine|computer|robot)\b",
    "talk_who": r"\bwhat (?:sort|kind|make|type|manner) of (?:a |an )?\w+ (?:are you|is this|is that|do you call yourself)\b|"
    r"\bwhat (?:a |an )?(?:machine|thing|contraption|computer|robot|gadget|creature|person|lady|man|woman|voice) (?:are you|is this|is that)\b|"
    r"\bare you (?:(?:from|with|working for|sent by|spying for|something to do with) (?:the|my|our|that|them|those)\b|(?:the|my|one of the|one of them|one of those) (?!one\b|same\b|only\b|right\b|first\b)\w+(?: \w+){0,3}$|"
    r"(?:a|an) (?:\w+ )?(?:spy|doctor|nurse|carer|priest|vicar|policeman|detective|social worker|salesman|burglar|ghost|angel|wireless|radio|telephone|television|gramophone|inspector|official|reporter|journalist|solicitor)\b)|"
    r"\bwhat (?:did you say (?:that )?)?(?:is |was )?your name(?: was| is)?\b(?! (?:day|tag))|\bwhat (?:do|should|shall|can|am) (?:they|i|people|we)(?: to)? call you\b|\bwhat are you called\b|"
    r"\bwho (?:sent|pays|made|built) you\b|\bwho (?:do|are) you (?:work|working|spying) for\b|\bare you (?:spying|snooping) on\b|\b(?:what|who) are you (?:then|anyway|really)\b",
    "talk_at_ease": r"\bi (?:am|feel) (?:a (?:bit|little) |so |rather |very |all )?(?:nervous|shy|silly|daft|foolish|awkward|embarrassed|stupid)\b|"
    r"\bi (?:am|was) (?:not|no|never) (?:any |very |much |so )?(?:good|use|great|clever) (?:at|with|in) (?:this|these|it|talking|telling|stories|words|speaking|machines|remembering)|"
    r"\bnot (?:much )?(?:of )?a talker\b|\bi have never (?:talked|spoken|done|told|been)\b.{0,25}\b(?:machine|computer|box|this|before)\b|"
    r"\bnot used to (?:this|these|talking|machines|it)\b|\bmy english\b.{0,20}\b(?:not|bad|poor|long|broken|forgot\w*|rusty)|"
    r"\bi (?:do not|will not) (?:say|tell|put|get) (?:it|things|this) (?:right|properly|well)|\bi (?:get|am getting) (?:things|it) (?:wrong|muddled)|\bam i doing (?:it|this|all) (?:right|well)|"
    r"\bi ramble\b|\bi am rambling\b|\bi talk too much\b|\bi go on (?:a bit|too)\b|\bi am going on\b",
    "talk_worth": r"\bboring you\b|\bi am (?:very |so )?boring\b|\bnothing (?:special|interesting|much) (?:to tell|ever happened|about me|has happened|there)|"
    r"\b(?:who|nobody) (?:would|wants|want|will|is going to)\b.{0,12}\b(?:want|hear|know|interested|care|listen|read)|"
    r"\bi (?!had|was)(?:\w+ ){0,5}(?:anything|nothing|much|a lot) (?:worth|to tell|to say|of (?:any )?interest)\b(?! to (?:him|her|them|each)\b)|"
    r"^(?:\w+ ){0,3}(?:nothing|not much|not a lot) (?:worth \w+|to (?:tell|say)|of (?:any )?interest)(?: \w+)?$|"
    r"\bi (?:am|was) (?:only|just|nothing but) (?:a |an )?(?:(?:plain |simple )?housewife|nobody|ordinary|plain|simple|working[- ]class)\b(?! when\b)|"
    r"\bwhy (?:do|would) you want to (?:know|hear)|\bwhat (?:do|would) you want to (?:know|hear) (?:it |that |all that |all this )?for\b|\bnot (?:very )?interesting\b|\b(?:i have|i had|it was) (?:only |just )?(?:an? )?ordinary life\b|\bi never did anything\b",
    "talk_limit": r"\b(?:how (?:much time|long) (?:do i have|have i got|will (?:this|it)|does (?:this|it)|is (?:this|it))|is there a limit|am i taking too long|have we got time)\b",
    "talk_teased": r"\byou (?:do )?ask a lot of questions\b|\bnosy\b|\byou (?:do )?(?:want|like) to know (?:everything|it all)|\byou are (?:a )?(?:curious|clever|funny)\b|\bwhat a lot of questions\b",
    "talk_offered": r"\b(?:do|would|will) you (?:want|like|have|take|fancy) (?:some|a|any|one) (?:cup of )?(?:tea|coffee|cake|biscuits?|drink|water|sweet|cuppa|food|piece)\b",
    "talk_how_are_you": r"\bhow are you\b(?! (?:going|so|able))|\bhow do you (?:do|today|keeping|yourself|feeling|doing|this|getting)\b|^how are you\b|(?<!between me )(?<!me )\band (?:how are )?you\b$|\bare you (?:well|all right|keeping well)\b",
    "talk_greeted": r"^(?:hello|hi|good (?:morning|afternoon|evening)|nice to meet you|pleased to meet you|how do you do|hello there|hello again)(?: (?:there|again|dear|and|\.|you|nice|to|meet|pleased|machine|computer|good|morning|afternoon|evening|hello|hi))*$",
    "talk_anything": r"\bwhat (?:do|would|should|shall|am) (?:you|i)\b.{0,14}\b(?:want me to (?:say|tell)|like to (?:know|hear)|say|talk about|tell you|supposed to say|begin with)\b|"
    r"\bwhere (?:do|shall|should|would) (?:i|we|you) (?:like me to )?(?:start|begin)\b|\bi do not know where to (?:start|begin)\b|\bwhat (?:sort|kind) of (?:thing|story|stories) do you\b",
    "talk_right": r"\bis that (?:all right|what you (?:want|wanted|mean|meant)|enough|good enough|the sort of thing|any good|right|okay|ok)\b|\bwas that (?:all right|any good|what you|right|enough|okay|ok)\b|\bdid i (?:do|say) (?:that|it) (?:right|properly)\b",
    PROMISED: r"\bi (?:will|shall|am going to) (?:tell|show|give) you (?:about |of |all |the rest|how |what |why |that |the |more |another )?.{0,40}\b(?:next time|another (?:time|day)|tomorrow|some other (?:time|day)|when (?:we|you) (?:next|come again))\b|"
    r"\b(?:leave|keep|save) (?:\w+ ){1,3}(?:for|till|until) (?:next time|tomorrow|another (?:time|day))\b|"
    r"\bdo not (?:you )?let me forget (?:it|that|to tell you|about)\b|^(?:and |now |so )*(?:you )?remind me (?:to tell|about|of (?:that|it) (?:next|another))\b",
    THREAD: r"\b(?:what (?:were|was) (?:we|i|you) (?:saying|talking about|on about|at)|where (?:were|was) (?:we|i)|(?:i have |i )?lost (?:my|the) thread|what was i (?:going to say|telling you))\b",
    "talk_ready": r"^(?:(?:all|right|yes|aye|okay|ok|now|then|i|am|only|teasing|joking|sorry|there|\.) )*(?:go ahead|go on|i am ready|ready when you are|fire away|carry on|ask away|off you go|let us (?:start|begin|go on)|you may (?:begin|start))(?: (?:then|now|please|\.))*$",
}  # fmt: skip
KINDS = {name: re.compile(rule) for name, rule in _KINDS.items()}


def kind(said: str) -> str:
    """Which kind of phrase answers `said`; "" where it is told, or long."""
    text = plain(said).strip(" .")
    if len(text.split()) > LONGEST_SMALL_TALK_WORDS:
        return ""
    for name, rule in KINDS.items():
        if rule.search(text):
            return name
    return ""
