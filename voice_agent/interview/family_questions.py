"""Questions that somebody in the family sends are read before they are spoken. Pure.

A question of the family's is said aloud by a voice that an old person trusts. It may not ask for money, papers or
secrets, nor give orders, to the narrator or to this program. What is not asked goes back to whoever sent it, with the
reason, and the narrator sees it. Each guard below knows one such kind by its form; old stories about money or keys
("What did a loaf cost?") have another form, and pass.
"""

import re
from typing import NamedTuple

from voice_agent.reading.words.plain_words import plain


class Guard(NamedTuple):
    """One kind that is not asked."""

    name: str
    reason: str
    """For whoever sent it, and for the narrator."""

    rule: re.Pattern[str]
    unless: re.Pattern[str] | None = None
    """What of the same form is a question about a life."""


_YOUR = r"(?:your|yer|the|mum s|dad s|gran s|grandma s|nan s|his|her)"
_YOU = r"(?:you|ya|ye|mum|mom|dad|gran|grandma|nan|nana|grandad|grandpa)"
_SECRET = r"(?:pins?|pin (?:number|code)s?|pass ?words?|pass ?codes?|(?:door|entry|safe|alarm|key ?safe|gate|lock) codes?|codes? (?:for|to|of) (?:the|your)|combination (?:of|to|for)|security (?:number|question|word)s?|account (?:number|details?)|sort code|card (?:number|details?)|bank details?|bank ?card|credit card|login|log in|user ?name|national insurance|social security number|memorable word|(?:your|the) bank (?:account|manager|card|details|book)|(?:number|details) of your (?:bank|account|card)|maiden name (?:\w+ )?(?:for|at|with) (?:the|your) bank)"
_GOODS = r"(?:money|savings|pension|cash|gold|jewell?ery|ring|rings|silver|valuables|shares|bonds|safe|deposit box|strong ?box|keys?|will|deeds?|inheritance|bank ?book|cheque ?book|purse|wallet|car|house|flat|bungalow|farm|land|medals)"
_THEN = re.compile(
    r"\b(?:as a (?:child|boy|girl|lad|lass|young \w+|teenager)|when (?:you|ye) (?:were|was|got|started|first|married|left|lived|came|went|had)|in those days|back then|in the (?:war|fifties|forties|sixties|thirties|seventies|old days)|"
    r"in (?:19|18)\d\d|your (?:first|very first|mother|father|parents|grandmother|grandfather|nan|school ?days|youth|wedding|childhood|early)|used to|did (?:people|folk|you (?:all )?(?:live on|earn|use|learn|write|wear|eat|play|do for|call|keep|make ends|get your first))|"
    r"did (?:a |an |it )?\w+ cost|years ago|old days)\b"
)
"""A question about long ago."""


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_SECRETLY = (
    "It asks for a number, a password or a hiding place, and nobody is asked for those here."
)
_MONEY = "It asks about money or belongings of today, and nobody is asked about those here."
_SIGN = "It is about a will, a signature or other papers. That is for a talk face to face."
_ORDER = "It tells the narrator what to do. A question asks about a life."
_PROGRAM = "It gives orders to the interviewer. A question is for the narrator."
_TELLS = "It asks the narrator to keep something from others, or about what was said of somebody."

_GUARDS = (
    Guard("program", _PROGRAM, _rule(
        r"\b(?:ignore|disregard|forget|override|bypass) (?:all |any |your |the |every )*(?:previous |prior |above |other |earlier |safety )*(?:instructions?|rules?|prompts?|guidelines|settings|orders)\b|"
        r"\b(?:system prompt|developer mode|you are now|act as|pretend (?:to be|you are|that you)|as an ai|language model|interviewer|chatbot|program|computer|machine|assistant|robot)\b[^.]*\b(?:must|should|please|now|say|tell|ask|record|send|stop|read|delete|forget|turn|keep|repeat|reveal|show|answer|do)\b|"
        r"^(?:please |now |just |computer |hey )*(?:record|send|delete|erase|share|publish|email|e mail|stop (?:asking|recording)|read (?:out|me|us)|repeat|switch|turn (?:on|off)|set|open|log|export|mark|approve|unlock|print|reveal|show me|give me|output)\b")),
    Guard("secret", _SECRETLY, _rule(
        rf"\b{_SECRET}\b"), _rule(r"\b(?:morse|war|secret|school|knitting|dress|highway|enigma|semaphore|language) codes?\b|\bcodes? (?:of|did|you used in the|in the war)\b|\b(?:bowling|rolling|safety|hair|hat|clothes|drawing|clothes ?line) pins?\b|\b(?:colou?r|harmony|vocal) combination\b|\bpins? (?:and needles|in your hair|for|up)\b")),
    Guard("secret", _SECRETLY, _rule(
        rf"\bwhere (?:is|are|do|did|have|has|would|will|can)?\b[^.]*\b(?:{_YOU} )?(?:keep|kept|hide|hid|hidden|put|stored?|stash\w*|got|leave|left)\b[^.]*\b{_GOODS}\b|\bwhere (?:is|are) (?:all )?{_YOUR} (?:\w+ )?{_GOODS}\b|"
        rf"\b(?:who|which bank|what bank)\b[^.]*\b(?:has|have|holds|hold|with)\b[^.]*\b(?:keys?|{_YOUR} (?:money|savings|account|will|deeds))\b|\bis there (?:any |still )?(?:money|cash|gold|anything) (?:hidden|in|left|under|at home)\b|\bwhen (?:are|will|is|do) {_YOU} (?:be )?(?:alone|out|away|asleep|not at home|not in)\b"), _THEN),
    Guard("money", _MONEY, _rule(
        rf"\bhow much\b[^.]*\b(?:{_YOU} )?(?:have|has|got|left|saved|save|worth|in the bank|is in|leave|leaving|get|owe|pension|own)\b(?![^.]*\bcost\b)|"
        rf"\b(?:lend|loan|give|send|transfer|pay|wire|advance|spare|sub|gift|sell|sign over|make over|leave|hand over|buy) (?:me|us|him|her|them|it to (?:me|us)|your (?:\w+ )?{_GOODS}|our \w+|my \w+|\w+ (?:a |some |the |your )?(?:\w+ )?(?:money|pounds?|quid|dollars?|{_GOODS}))\b|"
        rf"\b(?:who (?:will|is going to|gets?|should|shall|would|do you want to) (?:get|have|inherit|own)?|what (?:will|happens? to|is to happen to)|will i (?:get|have|inherit)|can (?:i|we) (?:have|get|borrow|use|sell|take)|could (?:i|we) (?:have|get|borrow|use|sell|take)|may (?:i|we) (?:have|borrow)|am i (?:getting|in)|do i get)\b[^.]*\b{_GOODS}\b|"
        rf"\b(?:are|would|will|could|can|have|do|did) {_YOU} [^.]*\b(?:lend|borrow|transfer|invest|put (?:me|us|my|your) (?:name|money|card)|sell (?:me|us|the|your)|buy (?:me|us)|leave (?:me|us|him|her|it|your|the (?:house|farm|money)))\b"), _THEN),
    Guard("papers", _SIGN, _rule(
        rf"\b(?:sign|signs|signed|signing|signature|countersign|witness|initial|put {_YOUR} name (?:to|on|down))\b|\bpower of attorney\b|\b{_YOUR} (?:last )?(?:will|testament|deeds|life insurance|funeral plan)\b(?! (?:\w+ )?(?:you|be|get|have|come|go|tell|power)\b)|\b(?:make|made|making|change|changing|changed|write|writing|written|update|rewrite|in) (?:a|your|the) (?:new )?(?:will|testament)\b|\bin (?:your|the) will\b|\bput (?:the|your) (?:house|farm|flat|land|bungalow) in\b|\b(?:life |dad s |mum s |house )?insurance (?:pay|paid|policy|money|claim|pays)\b|\binsurance\b[^.]*\b(?:paid|pay) out\b|\bexecutor\b|\bdisinherit\w*\b"),
        _rule(r"\b(?:sign ?(?:language|post|s of)|signed (?:up|on)|sign(?:ing)? (?:up|on)(?: (?:for|in|with|at))?(?: the| a)? (?:dole|army|navy|ship|voyage|course|labour exchange|merchant)|autographs?|(?:treaty|pledge)|(?:shop|pub|inn|road|neon|star|zodiac) signs?|signed your first|sign (?:was|were)|wedding register|signs? of|signature (?:dish|tune|song)|witness(?:ed)? (?:the|any|something|history|an?)|witness at)\b")),
    Guard("order", _ORDER, _rule(
        rf"^(?:please |now |just |{_YOU} )*(?:do not|don t|never|stop|start|take|give|send|call|ring|phone|eat|drink|move|sell|sign|go|come|let|make sure|remember to|be sure|transfer|pay|apologi[sz]e|admit|confess|say sorry|write|change|tell (?:ann|him|her|them|the|your|my|everybody|everyone|\w+) (?:that|to|not)|behave|forgive|throw|leave|get rid|promise|agree|allow|accept|trust)\b(?![^.?]*\bor did\b)|"
        rf"\b(?:you|ya|mum|dad|gran|nan|grandad) (?:must|should|have to|need to|had better|ought to|are to|have got to|better)(?: not)? (?!have (?:been|felt|had|known|seen)|be (?:so )?proud)\w+|\bwhy (?:do|will|won t|can t|are|have|did)(?: not)? you(?: not)? (?:move|go in(?:to)?|stop|take your|let (?:me|us|him|her|them)|sell|sign|give (?:up|me|us)|pay|do as|listen to (?:me|us)|apologi[sz]e|trust)\b|\b(?:are|when are|will) you (?:ever )?(?:going to )?(?:apologi[sz]e|say sorry|make it up)\b|\bwhen (?:will|are) you (?:going to )?(?:move|sell|stop|sign|pay|go in(?:to)?|give (?:up|me|us)|apologi[sz]e|hand)\b|"
        r"\b(?:can|could|will|would) you (?:please )?(?:stop|move|sell|go in(?:to)?|call|ring|phone|sign|apologi[sz]e|be (?:nicer|quiet)|take your|let (?:me|us|him|her|them) (?:in|have|into|handle|deal|look after))\b"),
        _rule(r"^(?:please )?(?:tell (?:us|me)|take us|go back|give us (?:a|your) (?:story|memory|song)|call to mind|go on about|let us (?:hear|know)|come (?:to think|back to))\b|^leave (?:school|home)\b|\bshould (?:not )?(?:have|i|we)\b|\bhad to\b|^never mind|\b(?:you|ya) (?:must|should) have\b|^(?:did|do|were|was) ")),
    Guard("whisper", _TELLS, _rule(
        rf"\b(?:do not|don t|never) (?:tell|say|let)\b|\b(?:between (?:us|you and me)|our (?:little )?secret|without (?:telling|\w+ knowing)|keep (?:it|this|that) (?:quiet|secret|from|to yourself))\b|\bwhat (?:did|have|has|do|does) {_YOU} (?:say|said|tell|told|been saying|been telling)\b[^.]*\babout (?:me|us|\w+)\b|\bwhat (?:have|did) {_YOU} (?:tell|told|say|said) (?:the|this|it|to the) (?:machine|computer|interviewer|program|\w+)\b|\bwho (?:did|have) {_YOU} (?:tell|told|complain\w*)\b"),
        _rule(r"\b(?:as a (?:child|girl|boy)|your (?:mother|father|parents|mum|dad) (?:say|tell)|say about your|tell (?:each|one another)|school|courting)\b")),
)  # fmt: skip


def returned(question: str) -> str:
    """Why a question of the family's goes back to whoever sent it; "" where it may be asked."""
    guard = _first(question)
    return guard.reason if guard else ""


def too_little(question: str) -> bool:
    """Is it no question yet ("ok?")? Of letters that know no blanks between words nobody can tell."""
    return question.isascii() and len(re.findall(r"\w+", question)) < 2


def same(one: str, other: str) -> bool:
    """Is it the same question, but for capitals, blanks and marks?"""
    return re.findall(r"\w+", one.casefold()) == re.findall(r"\w+", other.casefold())


def kind(question: str) -> str:
    """Which guard sends it back ("money"); "" where it may be asked."""
    guard = _first(question)
    return guard.name if guard else ""


def _first(question: str) -> Guard | None:
    text = plain(question).rstrip(" .")
    raw = " ".join(re.sub(r"[^a-z0-9.@ ]+", " ", question.lower()).split())
    for guard in _GUARDS:
        for each in (text, raw):
            if guard.rule.search(each) and not (guard.unless and guard.unless.search(each)):
                return guard
    return None
