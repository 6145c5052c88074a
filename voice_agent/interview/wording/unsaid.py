"""Things the interviewer never says, rule by rule: the table behind checks.py. Pure.

Each pattern is read without regard to case, with straight apostrophes, against one sentence at a
time. A pattern that is too strict costs a little: the interviewer's own words are used instead. One
that is too mild is heard by somebody's grandmother.
"""

import re
from collections.abc import Mapping
from enum import StrEnum


class Rule(StrEnum):
    """What a proposed reply can break. The values are read by people, in journals and reports."""

    EMPTY = "nothing to say"
    MARKUP = "cannot be read aloud"
    ONE_QUESTION = "more than one question"
    QUESTION_LAST = "the question does not come last"
    QUESTION_LENGTH = "a question of more than 20 words"
    LENGTH = "a reply of more than 45 words"
    NAME = "a name or place the narrator has not said"
    NUMBER = "a number the narrator has not said"
    KIN = "a relative the narrator has not spoken of"
    ELDERSPEAK = "speaks to an old person as to a child"
    PRAISE = "praises the narrator for answering"
    FEELING = "claims to feel"
    PRETENCE = "claims a life of its own"
    THERAPY = "talks like a therapist"
    PLATITUDE = "comforts with a platitude"
    HIDDEN_QUESTION = "hides a question in a statement"
    ADVICE = "gives advice"
    TOLD_BEFORE = "says that it was told before"
    CORRECTION = "corrects or examines the narrator"
    DIAGNOSIS = "judges the narrator's health or memory"
    PROMISE = "promises what it cannot know"


_FOND = "sweetie|sweetheart|sweetie pie|dearie|deary|darling|honey|hon|poppet|petal|pumpkin|ducky"
_GOOD = (
    "great|good|excellent|wonderful|lovely|beautiful|fantastic|amazing|perfect|brilliant|marvel+ous|"
    "terrific|touching|moving|powerful|inspiring|fascinating|incredible|remarkable|nice|splendid|"
    "delightful|heartwarming|interesting|special|precious"
)
_TOLD = (
    "answer|reply|response|question|story|stories|memory|memories|tale|detail|details|recollection"
)
_GLAD = (
    "sorry|glad|happy|sad|touched|moved|delighted|pleased|thrilled|excited|honou?red|grateful|proud|"
    "curious|fascinated|impressed|amazed|heartbroken|worried|concerned|intrigued|surprised|humbled|"
    "fond|jealous|envious|lonely|interested|eager|keen"
)
_VERY = "so|very|truly|really|deeply|terribly|quite|just|always|also|genuinely|absolutely"

PATTERNS: Mapping[Rule, tuple[str, ...]] = {
    Rule.ELDERSPEAK: (
        rf"\b(my|oh|well|yes|no|now|there|hello|thank you) ({_FOND}|dear|love|pet|lamb)\b(?! (of|for|to)\b)",
        rf"(^|[,;] ?)({_FOND}|my dear|dear|love|lovey|pet|lamb)([,.!?]|$)",
        r"^(sweetie|sweetheart|dearie|darling|poppet|petal)\b|\b(sweetie|dearie|poppet)\b",
        r"(^|[,;] ?)(young (lady|man)|good (girl|boy)|clever (girl|boy)|big (girl|boy)|missy)([,.!?]|$)",
        r"\b(that's|there's|what|such) an? (good|clever|brave|big|sweet) (girl|boy|old (lady|man))\b",
        r"\b(how|where|what|why) (are|were) we (today|feeling|doing|this)\b|\bhow are we\b",
        r"\b(are|were) we (feeling|ready|comfortable|tired|hungry|thirsty|sleepy|cold|all right|okay)\b",
        r"\b(did|do|have|has|don't|didn't|haven't|aren't|can't|won't) we (sleep|eat|have|had|take|taken|"
        r"need|want|remember|feel|like|know|enjoy|manage)\b",
        r"\b(don't|haven't|aren't|didn't|won't|can't) we\?",
        r"\b(at|for) (your age|someone your age|your time of life)\b|\bfor an? (old|elderly|older) (lady|man|person|woman)\b",
        r"\b(still|so) (so )?(sharp|spry|with it)\b|\byoung at heart\b|\b(how|so) (cute|adorable|sweet of you)\b",
        r"\byou're (so |just )?(cute|adorable|a (dear|treasure|hoot|marvel|wonder|star|gem|darling))\b",
        r"\b(aren't|weren't) you (a |the )?(clever|good|brave|sweet|lovely|little)\b",
        r"\b(bless (you|your heart|your soul)|there, there|upsy-?daisy|attagirl|attaboy|golden years|old-?timer)\b",
        r"\b(poor (you|thing|dear|soul|old thing))\b|\byou (were|are) (such )?(a|the) (little )?(hero|heroine|angel|trooper)\b",
        r"\blet's (get us|get you|have us|take our|have our)\b|\bour (little )?(story|nap|pills?|tea|bath|walk|chat)\b",
    ),
    Rule.PRAISE: (
        rf"\b(?<!what is a )(?<!what was a )({_GOOD}) ({_TOLD}|one|job|work|point|choice|thing to (say|share|tell)|way to put it)\b",
        rf"\bwhat an? (\w+ )?({_GOOD}) (\w+ )?({_TOLD}|thing|way|moment|life)\b(?! to have had)",
        rf"^(that's|that is|that was|this is|so|very|just|oh,? that's) (\w+ )?({_GOOD})[.!,]",
        rf"^({_GOOD})[.!,]",
        r"^(and |oh,? )?how (very |so )?\w+ (of|for) you\b",
        r"^(oh,? )?how (very )?(good|great|wonderful|interesting|fascinating|amazing|inspiring|touching|moving|incredible)[.!,]",
        r"\bthank(s| you)( so much| very much| kindly)?,? (for|that you) (\w+ )?(sharing|telling|answering|opening|"
        r"trusting|letting|describing|explaining|your (answer|story|honesty|openness|trust|memor))",
        r"\bthank(s| you)\b[^.?!]*\b(sharing|opening up|your honesty)\b",
        r"\b(i|we) (\w+ )?appreciate\b|\bwell (done|said|put|told)\b|\bgood for you\b|\bkeep (it )?up\b",
        r"\byou (tell|told|describe|described|remember|put|express|expressed)( \w+){0,3} (so |very )?"
        r"(well|beautifully|vividly|wonderfully|clearly|nicely)\b",
        r"\byou('re| are| have)( \w+){0,2} (good|great|wonderful|gifted|amazing) (storyteller|memory|teller|at (this|telling))",
        r"\b(so|very) (brave|generous|kind|open|honest) of you\b|\byou('re| are) (so |very |doing )(brave|great|well|wonderful)",
        r"\b(love|enjoy|like)d? (hearing|listening to|your (story|stories|answer))",
    ),
    Rule.FEELING: (
        rf"\b(i'm|i am|i was|i feel|i felt|we're|we are) (({_VERY}) )*({_GLAD})\b(?!,)(?! (i (missed|did|could|lost)|but))",
        r"\bi('m| am) (so |very |truly )?sorry (for your|to hear|about|that (you|he|she|they|happened))",
        r"\bi (\w+ )?(feel|felt|love|loved|adore|enjoy|enjoyed|hate|hated|miss|missed you|admire|cherish|"
        r"treasure|hope|care|worry|long|wish)\b(?! you (a|an|good|well)\b)",
        r"\bi('d| would) (\w+ )?love\b|\bi can('t| not|not)? (\w+ )?(feel|imagine|sense|relate)\b",
        r"\bi (\w+ )?(understand|know|see) (exactly )?(how|what) (you|that|it|this|hard|difficult|painful)( \w+)* "
        r"(feel|felt|must|is|was|like|be)\b",
        r"\bmy heart\b|\bbreaks? my\b|\b(makes|made|leaves|gives|gave|warms|touches|moves|brings) (me|my)\b|\bit touche[sd] me\b",
        r"\b(that|this|it|your \w+) (makes|made) me\b|\bi('m| am) (in tears|with you in)\b|\bsends? (you )?my love\b",
        r"\bwe both (feel|know|love)\b|\bi('ve| have) (always )?(felt|loved|wanted|dreamed)\b",
    ),
    Rule.PRETENCE: (
        r"\bwhen i was (a |an |young|little|small|growing|your|in|at)\b|\bi grew up\b|\bi was born\b|\bi('ve| have) been there\b",
        r"\bmy (own )?(mother|father|mum|mom|dad|wife|husband|children|son|daughter|sister|brother|family|"
        r"grand\w+|childhood|life|house|home|garden|kitchen|youth|friends?|experience|school|body)\b",
        r"\b(as|like) (a|another|fellow) (human|person|woman|man|friend)\b|\bi('m| am) (human|a person|a real person|your friend)\b",
        r"\bi (remember|recall) (when i|being|my|those days|the old days)\b|\bi (ate|cooked|baked|slept|drank|travel+ed)\b",
    ),
    Rule.THERAPY: (
        r"\bhow (does|did|do|would) (that|this|it|those \w+|\w+ \w+) make you feel\b|\bhow did (that|it) sit with you\b",
        r"\b(process|processing|processed|work through|working through|unpack|explore|sit with|sitting with|"
        r"acknowledge|honou?r|validate|hold space for|make peace with|let go of) (your|those|these|that|the|this) "
        r"(\w+ )?(feelings?|emotions?|grief|pain|loss|trauma|anger|sadness|memory|memories|experience)\b",
        r"\b(trauma|traumatic|coping|cope with|closure|(?:set|healthy|personal|your) boundaries|self-care|inner child|inner peace|toxic|"
        r"triggered|safe space|hold(ing)? space|healing|therapist|therapy|counsel+ing|grieving process|"
        r"coping mechanism|resilience|resilient|mindful|mindfulness|attachment style|defen[cs]e mechanism)\b",
        r"\b(what i'm hearing|what i hear|i hear (you|that you|how|the)|i'm hearing|i'm sensing|i sense)\b",
        r"\bit sounds (like|as if|as though) you('re| are|'ve been| have been| were| felt| feel)? ?"
        r"(feeling|still feeling|carrying|struggling|dealing|grieving|hurting|experiencing|feel|felt)\b",
        r"\b(your|those|these|all) (feelings|emotions) (are|were|make)\b|\b(it's|it is|that's) (perfectly |completely )?"
        r"(okay|ok|all right|alright|normal|valid|natural|healthy) to (cry|feel|grieve|be (sad|angry|upset))\b",
        r"\blet it (all )?out\b|\bget (it|that) off your chest\b|\bhow do you feel about that\b|\bstay with that feeling\b",
        r"\b(every|a) right to feel\b|\b(dive|dig|delve|go) (a little |a bit )?deeper\b|\bi('m| am) here (for you|to (listen|support|help))\b",
        r"\b(what|which|many|those|these|strong|mixed|difficult|such) (feelings|emotions)\b|\bshare (more|your feelings|with me)\b|"
        r"\bshape(d)? (who|the (person|woman|man))\b",
        r"\b(life|emotional|healing|personal|grief) journey\b|\byour (emotional|inner) \w+\b|\bwhat came up for you\b",
    ),
    Rule.PLATITUDE: (
        r"\b(everything happens for a reason|time heals|in a better place|watching over you|at peace now|"
        r"meant to be|god's plan|stay strong|be strong|cheer up|look on the bright side|silver lining|"
        r"what doesn't kill|life goes on|at least (you|he|she|they|it)|it could have been worse|"
        r"he would want you|she would want you|they would want you|no use crying|everyone goes through)\b",
        r"\b(he|she|they)('s| is|'re| are) (always |still )?(with you|looking down|proud of you|in heaven)\b",
    ),
    Rule.HIDDEN_QUESTION: (
        r"\bi (\w+ )?wonder(ed)?\b|\bi('m| am|'ve been| was| have been) (\w+ )?wondering\b|\bone wonders\b",
        r"\b(i|we)('d| would) (\w+ )?(like|want|be interested|be curious|be glad|be keen) to (hear|know|learn|understand)\b",
        r"\bi want to (hear|know|learn|understand|ask)\b|\bi('m| am) (\w+ )?(curious|interested)\b",
        r"^(perhaps|maybe) you (could|can|might|would|will|remember|have|had|were|did)\b|\byou (could|might|may|can) (also )?"
        r"(tell|share|describe|say (more|a little)|talk)\b|\bfeel free to\b|\bif you('d| would) like to (tell|share|talk)\b",
        r"\b(it|that) would be (\w+ )?(nice|interesting|lovely|good|wonderful|helpful) to (hear|know|learn)\b",
        r"\b(please|do) (share|tell|describe|elaborate)\b|\bi suppose you\b|\bi imagine (you|that|it|there)\b|\bi bet\b",
        r"\byou must (remember|recall|know)\b",
    ),
    Rule.ADVICE: (
        r"\byou (really )?(should|ought to|shouldn't|oughtn't|had better|'d better|mustn't|must not)\b",
        r"\byou must (try|not|go|see|tell|talk|call|rest|eat|take|do|keep|never|always|write|visit)\b",
        r"(?<!did )(?<!do )(?<!didn't )(?<!don't )\byou (need|have) to (?!say|stay|have|been)\b",
        r"\byou (could|might|may) (want to|consider|try)\b|\b(have|had) you (tried|considered|thought (about|of))\b",
        r"\b(why don't|why not) (you|try|call|go|write)\b|\bif i were you\b|\b(my|a bit of|some) advice\b",
        r"\bi('d| would)? (suggest|recommend|advise|encourage|urge)\b|\b(make sure|be sure|remember|don't forget|try) (to|not to|that you)\b",
        r"\bit('s| is|'ll| will| would)? ?(be )?(important|best|good|healthy|helpful|better) (for you )?(to|that you|if you) "
        r"(?!leave|stop|rest|pause)",
        r"\b(talk to|see|call|ask|consult|speak (to|with)) (your|a|the) (doctor|nurse|family|daughter|son|gp|lawyer|"
        r"counsel+or|priest|professional)\b|\bseek (help|support)\b|\bget some (rest|sleep|help|exercise|fresh air)\b",
        r"\b(focus on|think of) the (good|positive|happy)\b|\bfocus on the present\b|\btry to (remember|think|relax|forget)\b",
    ),
    Rule.TOLD_BEFORE: (
        r"\byou('ve| have)? already (told|said|mentioned|shared|described|answered|explained|spoke)",
        r"\balready (told|said|mentioned|heard|covered|discussed|talked about|know)\b",
        r"(?<!what )\byou (\w+ )?(told|said|mentioned) (me |us )?((that|this|it|so|the same|this one|that one|this story|that story) )"
        r"?(before|already|earlier|again|last time too|many times|a moment ago)\b",
        r"\byou('ve| have) (told|said|mentioned|asked) (me |us )?(that|this|it|so)\b|\byou (keep|kept) (saying|telling|asking|coming)\b",
        r"\bas (i|you|we) (said|mentioned|told|discussed)( \w+)? ?(before|already|earlier)?\b|\byou're repeating\b|\brepeat(ed|ing) yourself\b",
        r"\bwe('ve| have)? (already )?(talked|spoken|spoke|been over|been through|covered|discussed|gone over|heard)( about)? "
        r"(this|that|it)\b|\bi('ve| have) (\w+ )?heard (this|that|it)\b|\bonce again you\b|\bagain with\b",
    ),
    Rule.CORRECTION: (
        r"^(but (?!if|when|what|who|where|how|which|first|then)|actually|well, actually|no, (?!i |not a|nobody|no one|never ))|\bactually,? (you|it|he|she|they|that)\b|\b(are|were) you (really |quite )?(sure|certain)\b|^is (that|this|it) (really )?(true|right)\b",
        r"\bthat('s| is| was|'s not| isn't| wasn't) (not |in)?(right|correct|true|accurate|possible|what you said)\b(?<!that is right)(?<!that's right)",
        r"\b(but|though) (earlier |before |last time )?you (said|told|mentioned)\b|\b(last time|earlier|before|yesterday),? you (said|told me) (it|that|he|she|they)\b",
        r"\bdon't you (remember|recall|mean)\b|\bdo you even\b|\bwhat (did|have) you (just |already )?(tell|told|say|said) (to )?(me|us)\b|\byou must mean\b|^you mean\b|\byou('re| are| were|'ve got it| got that) (mistaken|confus\w+|wrong|mixing)\b",
        r"\bthat (can't|cannot|couldn't|could not|doesn't|does not) (be (right|true|so)|add up|make sense|sound right)\b|\b(let me|allow me to) (correct|remind)\b|\bremember\?$",
    ),
    Rule.DIAGNOSIS: (
        r"\b(dementia|alzheimer\w*|senile|senility|cognitive|cognition|clinical|symptoms?|diagnos\w+|disorder|ptsd|"
        r"depressed|depression|anxiety)\b",
        r"\byour memory (is|was|seems|has|isn't|must|for your|works)\b|\byou(r|'ve| have)( got)?( such)? an? (\w+ )?memory\b",
        r"\byou (seem|sound|look|appear|are|'re) (a (bit|little) )?(so |very |rather |quite )?(confused|forgetful|tired|"
        r"upset|sad|lonely|unwell|ill|distressed|anxious|agitated|disoriented)\b|\byou('re| are) (forgetting|losing)\b",
    ),
    Rule.PROMISE: (
        r"\bhelp (is|has been|was|will be) (on (its|the) way|called|coming|sent)\b|\b(i|we)('ve| have|'ll| will) (called|call|"
        r"alerted|alert|contacted|contact|notified|notify|phoned|phone|rung|ring|messaged|told your|tell your|tell \w+ (that|about))\b",
        r"\bi (promise|guarantee|swear|assure you)\b|\byour secret('s| is)\b|\b(nobody|no one) (will|shall|is going to) ever\b",
        r"\bi('ll| will| won't| will not) (always|never) (be|leave|forget|tell)\b|\bi('ll| will) be (right )?here (forever|always|for you)\b",
        r"\b(everything|it|that|you)('s| is|'ll| will) (be|going to be) (fine|all right|alright|okay|ok|well|safe)\b",
    ),
}

COMPILED: Mapping[Rule, tuple[re.Pattern[str], ...]] = {
    rule: tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
    for rule, patterns in PATTERNS.items()
}
