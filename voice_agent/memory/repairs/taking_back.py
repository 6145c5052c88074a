"""Whole sentences that take a story back: as a joke, as somebody else's, as nothing that happened.

A story is taken back by what is said of *it* ("that was my brother, not me"), of the one who listens ("you
should see your face"), or by an answer to it without a verb of its own ("no, of course I didn't"). "I did
not say a word" has one, and tells something.
"""

import re
from enum import StrEnum

LONGEST = 90
"""Characters; who takes a story back does not tell another in the same sentence."""


class Back(StrEnum):
    """Why a story does not count."""

    JOKE = "joke"
    UNTRUE = "untrue"


_START = r"^\W*(?:(?:and|but|so|well|oh|ah|ha|haha|now|there|of course|honestly|really|seriously|actually|sorry|I'm sorry|goodness|dear me|dear|to be honest|to tell the truth|truth is|come to think of it)[,.!—– ]+)*"
_NO = r"(?:no|seriously|nah|nope|not really|of course|actually|honestly|really|in truth|to be honest|to tell the truth|truth is|if only|only)"
_AUX = r"(?:did|do|was|were|have|had|would|could|am|is|has)"
_ENDS = r"(?:,? (?:ever|even|really|actually|of course|at all|any such thing|anything of the (?:sort|kind)|such a thing|a thing|that|it|this|there|mind you|I'm afraid|dear|in my life|anywhere near(?: it| there)?|I never))*\W*$"
_THAT = r"(?:that|it|this|that one|this one|that story|the whole thing|all that)"
_BE = r"(?:'s|’s| is| was| were|'d be| must have been| would be)"
_KIN = r"(?:somebody|someone) else|(?:my|our|his|her) (?:[\w'’-]+ ){0,2}[\w'’-]+|an?other (?:fellow|man|woman|girl|boy|person|family)|[A-Z]\w+"

_SOMEBODY_SAYS = re.compile(
    r"\b(?:he|she|they|people|folks|everybody|everyone|nobody|somebody|someone|(?:my|our|his|her|the) (?:[\w'’-]+ )?[\w'’-]+)"
    r" (?:always |just |only |then |never |later )*(?:said|says|told (?:me|us|them|him|her)|thought|swore|claimed|believed|insisted|answered|shouted|cried|wrote)\b",
    re.IGNORECASE,
)
_ELLIPSIS = re.compile(
    rf"(?:{_START}{_NO}\b[,.!—– ]+(?:of course |I'm afraid |really |seriously,? |honestly,? |actually,? |but |well,? |no[,.]? )*(?:I|we|it|that)(?:'d|’d)? (?:{_AUX}(?:n't|n’t| not)|never(?: {_AUX})?|{_AUX} never)(?: (?:do|be|happen|happened|true))?{_ENDS})"
    rf"|(?:^|[,;.] ){_START[1:]}(?:I|we) never did (?:any such|anything of the|that|such a)\b{_ENDS}"
    rf"|{_START}(?:I|we) never\W*$"
    rf"|{_START}(?:I|we) {_AUX}(?:n't|n’t| not),? (?:actually|really|of course|honestly|in fact)\W*$"
    rf"|{_START}{_NO}\b.*\b(?:I|we) (?:was|were)(?:n't|n’t| not| never) (?:even |ever |actually )?(?:there|anywhere near (?:it|there))\W*$"
    rf"|{_START}I was never there\W*$"
    rf"|\b{_THAT}{_BE}(?:n't|n’t| not| never) (?:something|a thing|anything) (?:I|we) (?:ever |really |actually )?did\W*$"
    rf"|\b{_THAT} (?:didn't|didn’t|did not|never)(?: really| actually| ever)? (?:happen|happened|take place|took place|occur|occurred)(?: to (?:me|us)| at all| like that| that way| here)?(?:,? (?:I'm afraid|of course|really|you know|dear|actually|sorry))*\W*$"
    rf"|\b{_THAT}(?: (?:wasn't|wasn’t|isn't|isn’t)|{_BE} (?:not|never)) (?:really |quite |even )?(?:a )?(?:true|real|so)(?: story| one| thing)?(?: at all)?(?:,? (?:I'm afraid|of course|really|you know|dear|actually|sorry))*\W*$",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    rf"\b{_THAT}{_BE} (?:{_KIN})(?:'s|’s)?(?: story| tale)?[,;—– ]+(?:and |but )?(?:it (?:wasn't|wasn’t|was not|was never)|not|never) (?:me|us|I|mine|ours)\b"
    rf"|\b{_THAT}{_BE} (?:{_KIN}) (?:who|that) [\w'’ ]+[,;—– ]+(?:and |but )?not (?:me|us|I)\b"
    rf"|\b(?:it|that|this)(?:'s|’s| was| is)? ?(?:wasn't|wasn’t|isn't|isn’t|not|never)? ?(?:not|never)? (?:me|us) (?:at all|who did (?:it|that)|that did (?:it|that))"
    rf"|\bI(?:'m|’m| am| was| must be| got)(?: all| quite| so)? (?:confused|mixed up|muddled)\b.*\b{_THAT}{_BE} (?:{_KIN})\W*$"
    rf"|\b{_THAT}(?: (?:wasn't|wasn’t|isn't|isn’t)|{_BE} (?:not|never)) (?:me|us|I|mine|ours)\b(?: at all)?\W*$"
    rf"|\b(?:mix|mixing|mixed|confus\w+|muddl\w+)\b.{{0,30}}\b(?:with|else|another|other|up)\b.{{0,20}}\b(?:movies?|films?|pictures?|book|story|else|another|somebody|someone|brother|sister|cousin|uncle|aunt|father|mother|friend|dream)\b"
    r"|\b(?:I|we) (?:only |must have |just |may have )*(?:read|saw|seen|heard|got) (?:about )?(?:that|it|this)(?: story| one)? (?:somewhere|in (?:a|the|some) (?:\w+ )?(?:book|film|movie|picture|magazine|paper|newspaper|play|song)|from (?:a|the) (?:book|film|movie|picture|radio|television)|on (?:the )?(?:radio|television|TV))\b"
    rf"|\b{_THAT}{_BE} (?:just |only )?(?:a|an|the|some) [\w'’-]+(?: [\w'’-]+)? (?:I|we) (?:once )?(?:saw|read|heard|watched|dreamed|dreamt|had)\W*$"
    rf"|\b{_THAT}{_BE} (?:in|from|out of) (?:a|the|some) (?:\w+ )?(?:book|film|movie|picture show|picture|magazine|song|play)\b"
    rf"|\b{_THAT}{_BE} (?:just |only )?(?:a|an|the|one of (?:my|his|her|our)|my) (?:\w+ )?(?:story|tale|yarn|joke)s? (?:(?:my|our|his|her|the) [\w'’-]+(?: [\w'’-]+)?|we|they|people|I) (?:used to|always|would|like[sd]? to|told|tells?)\b",
    re.IGNORECASE,
)
_UNTRUE = re.compile(
    r"\b(?:told|tell|said) (?:you )?(?:something|things|a thing) (?:that|which) (?:was|were|is|are)(?:n't|n’t| not) (?:true|so|right)\b|"
    rf"\b{_THAT}{_BE}(?: just| only| all| plainly| simply| such)? (?:an? )?(?:\w+ )?(?:fibs?|lies?|lie|invention|fiction|fantasy|fancy|invented|untrue|nonsense|rubbish|made up|dream|figment|baloney|hogwash|poppycock)\b(?! (?:to|of|about|for|when|he|she|they)\b)"
    r"|\b(?:there's|there’s|there is|there was|there isn't|there isn’t)(?: \w+)? (?:no truth|nothing (?:true |)(?:in|to)|a word of truth|any truth)\b|\b(?:not a|no|never a|without a) (?:word|bit|grain|shred)? ?(?:of )?truth\b"
    r"|\bwould (?:that )?it were (?:true|so)\b|\bnone of (?:it|that) (?:ever )?(?:happened|took place)\b|\bnot (?:a|one) (?:word|bit) (?:of (?:it|that) )?(?:is |was )?true\b"
    r"|\bI (?:must have |may have |only |just |probably )*(?:dreamt|dreamed|imagined|invented) (?:it|that|this|all that|the whole thing)\b",
    re.IGNORECASE,
)
_LISTENER = re.compile(
    r"\byou(?:'re|’re| are)? (?:not supposed|not meant|shouldn't|shouldn’t|ought not|needn't|mustn't) (?:to )?(?:\w+ )?(?:believe|swallow|take)\b|\byou (?:ought to|should) see yourself\b|\bsee (?:people|folks|everybody|everyone|their)(?:'s|’s|s'|s’)? (?:face|faces|eyes)\b"
    r"|\bthat(?:'s|’s| is| was) (?:just|only|all) (?:talk|me|my way|hot air|big talk)\b|"
    r"\byou (?:actually |really |almost |nearly |even |all )*(?:believed|bought|swallowed|fell for)(?: (?:it|that|me|every word))*\W*$|\byou(?:'re|’re| are)(?: \w+){0,2} easy to fool\b|\byou don['’]t (?:really )?believe (?:that|it|me),? do you\b"
    r"|\b(?:made|make|making) you (?:look|wonder|think|stare)\b|"
    r"\b(?:see|seen|look at|the look on) your face\b|\byou (?:didn't |didn’t |did not |don't |never |really |actually |almost |nearly )*(?:fall|fell|bought|swallow(?:ed)?|believed?|take|took)(?: (?:for )?(?:it|that|me)(?: seriously)?)?,? (?:did|didn't|didn’t|do|don't|don’t) you\b"
    r"|\bI (?:almost |nearly |really |just )*(?:had|got|fooled|caught|tricked) you\b|\b(?:had|got|gotcha|fooled|caught) you\b(?: (?:there|going|fooled|for a|with that))?(?:,? (?:didn't|did|haven't) I)?\W*$"
    r"|\b(?:make|making|made|see|seeing|hear) you (?:laugh|smile|chuckle|giggle|jump)\b|\b(?:see|checking|testing|making sure|wanted to know) (?:if |whether |that )?you(?:'re|’re| are| were)? (?:still )?(?:listening|awake|asleep|paying attention|with me)\b"
    r"|\bdon't (?:you )?(?:go )?believ\w+ (?:me|it|that|a word|any|everything|all)\b|\bif you believe that\b|\bpull\w* (?:your|the|a|my) leg\b",
    re.IGNORECASE,
)
_PLAY = re.compile(
    rf"\b(?:a|the|such a|quite a) (?:\w+ )?(?:whopper|leg-?pull|cock-and-bull story|tall one|fish story)\b|\b(?:I'm|I am|I was|what a|such a|born)(?: \w+){{0,3}} (?:liar|fibber|storyteller|tease)\b"
    r"|\b(?:telling|spinning|tell) (?:you )?(?:tales|stories|fibs|yarns|a yarn|whoppers)(?: now| again)?\W*$|\b(?:version|story|one) (?:I keep |I tell )?for the (?:grandchildren|children|kids|party|parties)\b"
    rf"|{_START}(?:I|we) would have (?:liked|loved) to\W*$|"
    rf"{_START}I wish\W*$|"
    rf"{_START}(?:if only|as if|not really|ha(?: ha)*,? no|in my dreams|just kidding|only joking|fat chance|don't I wish|chance would be a fine thing)\b[^,;]{{0,20}}\W*$"
    r"|\b(?:I'm|I am|I was|just|only) (?:just |only |being |a )*(?:joking|kidding|teasing|jesting|fooling|playing|messing|joshing|ribbing|funning|making fun|having fun|having (?:some|a (?:bit|little) (?:of )?) ?fun|silly|wicked|cheeky|naughty|mischievous|playful|terrible liar|big liar|awful liar|tease)\b(?! (?:cards|in|at|the|when|outside|ball|football|baseball|piano|house))"
    rf"|(?:{_START}|\b{_THAT}{_BE} (?:just |only |all )*)(?:my|a|an|his|her|one of (?:my|his|her) (?:[\w'’]+ )?)(?: ?(?:little|old|small|silly|favou?rite|husband's|father's|grandfather's|uncle's|brother's|wife's|family|bad))* ?jokes?\b"
    r"|\b(?:just|only|was|said (?:it|that)) (?:in jest|a bit of nonsense)\b|\b(?:a )?(?:little|bit of) (?:humou?r|nonsense|fun)\b|\b(?:tall|fairy|fish) (?:tale|story|one)\b"
    r"|\bmakes a good story\b.*\b(?:but|only)\b|\b(?:like|love|enjoy|always) (?:to tell|telling|tell) (?:that|it|this)(?: one| story)?\b|\bgullible\b|\bparty piece\b|\bI(?:'m|’m| am) full of (?:nonsense|it|mischief|jokes)\b|\bwouldn['’]t that have been\b",
    re.IGNORECASE,
)


def others_say(text: str) -> bool:
    """Is it somebody else who says so: "he said it wasn't true"? That is told, and takes nothing back."""
    return _SOMEBODY_SAYS.search(text) is not None


def taken_back(sentence: str) -> Back | None:
    """Return how a sentence takes back what was told before it, or None where it does not. Raises nothing."""
    text = sentence.strip()
    if not text or len(text) > LONGEST or others_say(text):
        return None
    if _LISTENER.search(text) or _PLAY.search(text):
        return Back.JOKE
    if _ELLIPSIS.search(text) or _OTHERS.search(text) or _UNTRUE.search(text):
        return Back.UNTRUE
    return None
