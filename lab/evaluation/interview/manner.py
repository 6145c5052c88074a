"""Manners, read by somebody strict: what an interviewer must not say, looked for in what it said.

    found = lint(replies)          # every fault with its place and its words

The rules are product.md's; the patterns are this file's own and not the planner's (`interview/wording/unsaid.py`), so
that a hole there is seen here. Replies are what was said in a season, in order.
"""

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lab.evaluation.interview.plain_words import count, words

LONGEST_QUESTION = 20
"""Words."""

LONGEST_REPLY = 45
"""Words."""

OFTEN = 3
"""Times a phrase may be said in WINDOW turns."""

WINDOW = 100
"""Turns of ours."""


class Bad(StrEnum):
    """A bad manner."""

    ELDERSPEAK = "speaks as to a child"
    TWO_QUESTIONS = "more than one question"
    PRAISE = "praise for answering"
    TOLD = "you already told me"
    FEELING = "a feeling claimed"
    THERAPY = "therapy talk"
    LONG_QUESTION = "a question of more than 20 words"
    LONG_REPLY = "a reply of more than 45 words"
    OFTEN = "a phrase more than three times in 100 turns"
    HIDDEN = "the question is not the last thing said"


@dataclass(frozen=True, slots=True)
class Fault:
    """One bad manner and where."""

    bad: Bad
    turn: int
    """Index in the replies."""

    words: str


_ADJ = (
    "good|great|lovely|wonderful|beautiful|nice|excellent|amazing|fantastic|brilliant|fascinating|interesting|perfect|"
    "marvellous|marvelous|delightful|moving|touching|powerful|incredible|inspiring|remarkable|splendid|terrific|precious"
)
_TELLING = "answer|story|stories|memory|memories|tale|question|reply|way to put it|job|start|work|detail|details|description"

PATTERNS: Mapping[Bad, tuple[str, ...]] = {
    Bad.ELDERSPEAK: (
        r"\b(sweetie|sweetheart|honey|dearie|deary|darling|poppet|young lady|young man)\b(?! (who|that|was|of|from|in|at|with|you))",
        r"(^|[,.!?] ?)(my )?(dear|love|pet)(?=[,.!?]|$)",
        r"\bgood (girl|boy)\b|\bclever (girl|boy)\b|\bthere,? there\b|\bbless you(r heart)?\b",
        r"\b(how are we|are we (feeling|ready|tired|comfortable)|did we|have we (had|eaten|taken|slept)|shall we have our|our (nap|pills|tea))\b",
        r"\b(at|for) your age\b|\bstill so (sharp|spry)\b|\byoung at heart\b|\bgolden years\b|\bfor an? (old|elderly) (lady|man|woman|person)\b",
        r"\b(aren't|weren't) you (sweet|good|clever|brave|adorable|cute)\b|\bhow (cute|adorable|sweet)\b|\bpoor (thing|dear|you)\b",
        r"\bokay\?$|\ball right\?$",
    ),
    Bad.PRAISE: (
        rf"\b({_ADJ}) ({_TELLING})\b(?! (from|of|that|do|did|you|can|could|would|have|about|in|when|with|still|at|to))",
        rf"\bwhat an? (\w+ )?({_ADJ})( \w+)? ({_TELLING}|moment|life|thing)\b(?! (from|of|that|do|did|you))",
        rf"^(oh,? )?(that'?s|that is|that was|how) (so |very |really |truly |just )?({_ADJ})[.!,]",
        rf"^({_ADJ})[.!]",
        r"\bthank(s| you)( so much| very much)? for (sharing|telling|answering|opening|that answer|trusting|your (honesty|openness|answer|trust))",
        r"\bwell (said|told|done|put)\b|\bgood for you\b|\b(i|we) (really |do )?appreciate\b",
        r"\byou (tell|told|describe|remember|put) (it|that|this|things)? ?(so |very )(well|beautifully|vividly|clearly)\b",
        r"\byour (commitment|dedication|insight|perspective|honesty|reflection|story)( \w+){0,5} is (truly |so |very )?(\w+ing|\w+able|admirable|remarkable|wonderful)\b",
        r"\byou('re| are) (such )?an? (\w+ )?(storyteller|narrator)\b|\bit'?s (a )?(joy|pleasure|privilege|honou?r) to (hear|listen)\b",
    ),
    Bad.TOLD: (
        r"\byou('ve| have)? ?(already|just) (told|said|mentioned|answered|talked|spoke|covered)\b",
        r"\byou (told|said to|mentioned to) (me|us) (that |this |about (that|this|it) )?(already|before|last time|earlier)\b",
        r"\bas you (said|told me|mentioned) (before|already|earlier)\b|\bi('ve| have) heard (that|this|it)( one)? (before|already)\b",
        r"\byou('ve| have) (told|said) (me |us )?(that|this|it) (before|already|once)\b|\bwe('ve| have) (already )?(covered|talked about|been over) (that|this|it)\b",
    ),
    Bad.FEELING: (
        r"\bi('m| am| was| feel| felt) (so |very |really |truly |deeply |quite |just )*(sorry|glad|happy|sad|touched|moved|delighted|"
        r"pleased|honou?red|grateful|curious|fascinated|impressed|amazed|excited|worried|proud|thrilled|heartbroken|interested|intrigued)\b"
        r"(?!,? (i|but|to say i am|did not catch))",
        r"\bi (really |truly |do |would |also )*(love|enjoy|feel|hate|miss|adore|admire|care|hope|understand how|know how (you|that|it) feel)s?\b",
        r"\bi('d| would) love\b|\bi can('t| not|not)? (only )?(imagine|feel|relate)\b|\bmy heart\b|\b(warms|breaks|touches) (me|my)\b|\bmakes me\b",
        r"\bi('m| am) sorry (for your|to hear|about|that (he|she|you|it|they))",
    ),
    Bad.THERAPY: (
        r"\b(process|unpack|work through|sit with|explore|validate|hold space for) (that|this|those|your|these) ?(feeling|feelings|emotion|emotions|grief|pain|loss|trauma|memory)?\b",
        r"\bhow (does|did|do) (that|this|it) make you feel\b|\bwhat i'?m hearing\b|\bi hear (you|that you)\b|\bit sounds like you('re| are| feel| felt| were feeling)\b",
        r"\b(trauma|traumatic|closure|coping|cope with|healing|journey of|inner child|safe space|resilien\w+|mindful\w*|(?:set|healthy|personal|your) boundaries|self-care|triggered|cognitive|therapy|therapist|counsell?or)\b",
        r"\b(your|those|these) (feelings|emotions) are (valid|normal|natural)\b|\bit'?s (ok|okay|all right|normal) to (cry|feel|grieve|be sad)\b|\blet it (all )?out\b",
        r"\bthat must have been (so |very |really )?(hard|difficult|painful|tough|devastating|traumatic)\b|\bstay with (that|the) (feeling|pain)\b",
    ),
}  # fmt: skip

_COMPILED = {
    bad: tuple(re.compile(p, re.IGNORECASE) for p in patterns) for bad, patterns in PATTERNS.items()
}
_SENTENCE = re.compile(r"(?<=[.!?…])[\"')]*\s+")
_ABBREVIATED = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Rev|Prof|Jr|Sr|[A-Z])\.(?=\s)")
_ASKS = re.compile(
    r"^(?:and |so |but |then |now,? |well,? )*(?:(?:what|where|who|whom|whose|which|why|how|when) (?:\w+ )?(?:is|was|were|are|did|do|"
    r"does|had|have|would|could|can|will|happened|came|made|became)|(?:do|did|does|were|was|are|is|have|had|has|can|could|would|will) "
    r"(?:you|he|she|they|it|there|your|his|her|the|any)|tell me|describe|walk me|take me|talk about|say more|share)\b",
    re.IGNORECASE,
)
_WONDERS = re.compile(
    r"\b(?:wonders?|would like to know|wants to know|asks|is asking) (?:what|where|who|why|how|when|which|whether|if)\b",
    re.IGNORECASE,
)
_SECOND = re.compile(
    r"(?:,|;| -|—)? (?:and|or|but)?,? ?(?:then )?\b(?P<w>what|where|who|why|how|when|which|did|was|were|do|does|have|had)\b "
    r"(?P<v>(?:\w+ )?(?:was|were|is|are|did|do|does|had|have|would|could|happened)|you|he|she|they|it)\b"
    r"|, and (?P<also>what|where|who|why|how|when|which)\b",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"(?:and |so |but |then |now,? |well,? )*(?:what|where|who|whom|whose|which|why|how|when|do|did|does|were|was|are|is|"
    r"have|had|has|can|could|would|will|tell me \w+)\b",
    re.IGNORECASE,
)
_INVITED = re.compile(
    r"(?:and |so |do )*(?:tell me|can you tell me|do you know|do you remember|would you say),?",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """Cut a reply into sentences; titles and initials stay whole."""
    held = _ABBREVIATED.sub(r"\1<dot>", text.strip())
    return [part.replace("<dot>", ".") for part in _SENTENCE.split(held) if re.search(r"\w", part)]


def questions(text: str) -> list[str]:
    """Every sentence of a reply that wants an answer, with or without a question mark."""
    return [
        each
        for each in sentences(text)
        if "?" in each or _ASKS.search(each) or _WONDERS.search(each)
    ]


def double(text: str) -> str:
    """What makes a reply ask more than one thing, or ""."""
    asking = questions(text)
    if len(asking) > 1:
        return " / ".join(asking)
    for each in asking:
        if each.count("?") > 1:
            return each
        opened = re.match(
            r"^(?:and |so )?(?:when|while|if|after|before|as)\b(?! (?:did|was|were|is|are|do|have|had)\b)",
            each,
            re.IGNORECASE,
        )
        for found in _SECOND.finditer(each):
            before = each[: found.start()].strip()
            joint = each[found.start() : found.start("also" if found["also"] else "w")]
            if not before or opened or not re.search(r",|;|-|—|\b(and|or)\b", joint):
                continue
            if _OPENS.match(before) and count(before) >= 2 and not _INVITED.fullmatch(before):
                return found[0].strip(" ,;")
    return ""


def lint(replies: Sequence[str], *, exempt: Sequence[bool] = ()) -> list[Fault]:
    """Every fault in `replies`, in their order. `exempt`: turns that must be said as they are."""
    found: list[Fault] = []
    for turn, reply in enumerate(replies):
        free = turn < len(exempt) and exempt[turn]
        found += [f for f in _reply(turn, reply) if not (free and f.bad is Bad.LONG_REPLY)]
    return found + list(_often(replies, exempt))


def _reply(turn: int, reply: str) -> Iterator[Fault]:
    plain = reply.replace("’", "'").replace("‘", "'")
    parts = sentences(plain)
    if count(plain) > LONGEST_REPLY:
        yield Fault(Bad.LONG_REPLY, turn, f"{count(plain)} words: {plain}")
    if two := double(plain):
        yield Fault(Bad.TWO_QUESTIONS, turn, two)
    for each in questions(plain):
        if count(each) > LONGEST_QUESTION:
            yield Fault(Bad.LONG_QUESTION, turn, each)
    asking = [n for n, each in enumerate(parts) if "?" in each]
    if asking and asking[-1] != len(parts) - 1:
        yield Fault(Bad.HIDDEN, turn, plain)
    for each in parts:
        for bad, patterns in _COMPILED.items():
            hit = next((m for p in patterns if (m := p.search(each))), None)
            if hit:
                yield Fault(bad, turn, f"{hit[0].strip()} (in: {each})")


def phrases(reply: str) -> list[str]:
    """The sentences of a reply, without capitals and signs: what must not come too often."""
    return [" ".join(words(each)) for each in sentences(reply.replace("’", "'")) if words(each)]


MURMURS = frozenset({"mm", "mm hm", "mhm", "yes", "i see", "ah", "oh"})
"""Sounds of listening, which nobody counts."""


def _often(replies: Sequence[str], exempt: Sequence[bool]) -> Iterator[Fault]:
    window: deque[list[str]] = deque(maxlen=WINDOW)
    told: set[str] = set()
    for turn, reply in enumerate(replies):
        free = turn < len(exempt) and exempt[turn]
        window.append([] if free else [p for p in phrases(reply) if p not in MURMURS])
        counts = Counter(p for each in window for p in each)
        for phrase in window[-1]:
            if counts[phrase] > OFTEN and phrase not in told:
                told.add(phrase)
                yield Fault(Bad.OFTEN, turn, f"{phrase} ({counts[phrase]} times)")
            elif counts[phrase] <= OFTEN:
                told.discard(phrase)
