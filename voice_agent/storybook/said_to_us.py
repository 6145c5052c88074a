"""What the narrator said to the interviewer and did not tell: wishes, answers about the talk, questions to us.

"Stop now, I'm ready for my tea." is no story. "And he says, is this gentleman known to you, madam?" is one: what
somebody is made to say inside a telling is told, whatever its mark. Where it is not plain, it is told: a sentence
too many can be left out by the narrator, one too few is gone. Pure.
"""

import re
from collections.abc import Sequence

from voice_agent.interview.steering.reminding import first
from voice_agent.memory.clauses import sentences
from voice_agent.reading.by_rules.rebukes import rebuked
from voice_agent.reading.telling import telling
from voice_agent.reading.to_us import to_us
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command
from voice_agent.reading.wishes.reminding import wanted
from voice_agent.storybook.atoms import counted, kin, names

WHOLE = 16
"""Words of an answer that can be nothing but talk about the talk. A guess."""

SENTENCE = 10
"""Words of one sentence that can. A guess."""

ECHO = 2
"""Words of "Tommy?", which says our question again before it is answered."""

NOD = 4
"""Words of "That'll do me.", which takes what we answered. A guess."""

SPOKEN = re.compile(
    r"(?<!as )(?<!like )(?<!what )\b(?:I|he|she|they|we|it|who|you|everybody|nobody|somebody|people|(?-i:[A-Z][\w'’]+)|"
    r"(?:my|our|his|her|their|the|an?) \w+) (?:\w+ )?(?:said|says|say|asked|asks|goes|shouted|cried|called|thought|whispered|"
    r"answered|wrote|wondered|told (?:me|him|her|us|them))\b|\bused to say\b|[\"“”«»]",
    re.IGNORECASE,
)
"""Somebody is quoted."""

_QUOTES = re.compile(
    r"(?<!\bI )(?<!\byou )(?<!\bI've )(?<!\bI’ve )\b(?:said|says|asked|asks|shouted|cried|whispered|answered)\b",
    re.IGNORECASE,
)
"""Somebody else asks: "Mr. Sowande, our games master, said Adeyemi, are you going to play?"."""

_PAST = re.compile(
    r"\b(?:was|were|had|did|fed|swore|could|would|used|\w{2,}ed|went|came|got|made|took|gave|saw|knew|kept|left|found|thought|"
    r"brought|sang|sat|stood|ran|fell|met|told|said)\b|n['’]t\b",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(r"\b(?:you|your|yours|yew|yer|ye|tha|thee|thy)\b", re.IGNORECASE)
_LOOKS_FOR_A_WORD = re.compile(
    r"^(?:oh,? |now,? |well,? |and |but |so |or )*(?:where was I|what was I|what am I|where am I|what['’]?s (?:the word|it called|his name|her name|that)|"
    r"what was (?:it|that|his name|her name|its name|the name|the question|the word)|who was (?:it|that)|was it|is it|or was|\w+n['’]t it|"
    r"did I|have I|shall I|may I|can I|am I|is (?:that|this) (?:thing|on|it|enough|all))\b[^.!]*\?$",
    re.IGNORECASE,
)
_ABOUT_THE_TALK = re.compile(
    r"\b(?:louder|slower|say that again|(?:the|your|that|this|another|next) question|skip (?:that|it|this)|forget (?:that|it|this)|between us|not today|"
    r"computer|recording|record(?:ed)? (?:this|that|me)|hear me|thank you|thanks|goodbye|bye|good night|undo|put (?:that|it) back|"
    r"(?:said|say|read|play(?:ed)?) (?:that |it |this )?(?:out loud|aloud)|turn (?:it|that|this) off|"
    r"(?:in|into|out of|for) (?:any|the|your|a|this|that|my) book|write (?:that|this|it) down)\b",
    re.IGNORECASE,
)
_NOT_IN_THE_BOOK = re.compile(
    r"\b(?:won['’]t|don['’]t|not|never|wouldn['’]t)\b[^.]*\b(?:in|into) (?:any|the|your|a|this|that) book\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^(?:oh,? |no,? |well,? |please,? |just |now,? |and |then |right,? |love,? |could you |can you |would you |can we |shall we |let['’]?s |let us )*"
    r"(?:(?:ask|give) (?:me|us) (?:something|another|a|an|one|the)\b|stop (?:now|there|it|that|please|for)\b|stop$|"
    r"pause\b|wait a|hold on|undo\b|next one|move on|leave (?:that|it) (?:there|out|be|for now)|"
    r"(?:talk|speak) about something|something else|put (?:that|it) away|(?:forget|erase|delete|wipe|destroy) (?:that|it|this|the|what|all)|skip\b|"
    r"go back to|come back to|read (?:me|it)|say (?:it|that) again|that['’]?s (?:enough|all for)|enough (?:for|now))",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[^.!?]*\?")
_PROMPT = re.compile(r"\b(?:Tell me|Say|Describe|Go on)\b[^.!?]*\.")
_AT_EASE = re.compile(
    r"^(?:oh,? |no,? |well,? |yes,? |ah,? |love,? )*I['’ ]?a?m (?:all right|alright|fine|ok|okay|tired|weary|worn out|done in|ready for)\b[^.]*[.!]?$|"
    r"^(?:no,? )?I['’ ](?:d|would|had) (?:rather|sooner|prefer)(?: that)? (?:you |we |it )?(?:not|did|didn|were|was)\b|"
    r"^I (?:won['’]t|will not) (?:talk about|speak of|have|go into) (?:that|it|this)\b|^I (?:don['’]t|do not|wouldn['’]t) want to (?:talk|speak|say|go) ",
    re.IGNORECASE,
)
_SAID_ALREADY = re.compile(
    r"\b(?:I|a)(?:['’]ve| have)? (?:(?:just|already|only) )*(?:said|told (?:you|thee|yew))(?: (?:that|so|it|already|before|just now|once|twice))*[.!]*$",
    re.IGNORECASE,
)
"""The end of "1953, I've just said", which is no story."""

_LIKE_A_WALL = re.compile(
    r"\b(?:it['’]?s|it is|this is|you(?:['’]re| are)) (?:just )?like (?:talking|speaking) to\b",
    re.IGNORECASE,
)


def answer(said: str) -> bool:
    """Was the whole of this answer said to us? A telling, however short, is not."""
    words = said.split()
    if len(words) <= SENTENCE and (_SAID_ALREADY.search(said) or _LIKE_A_WALL.search(said)):
        return True
    if len(words) > WHOLE or SPOKEN.search(said):
        return False
    if rebuked(said):
        return True
    wish = commands.wish(said)
    if wish is not None:
        return wish.command is not Command.CORRECTION  # what puts a telling right is told
    return _AT_EASE.match(said) is not None


def sentence(said: str, *, before: str = "", first: bool = False) -> bool:
    """Was this sentence said to us? `before` is the one it follows, `first` whether it begins an answer."""
    text = said.strip()
    count = len(text.split())
    if text.endswith("?"):
        if any(each.search(text) for each in (SPOKEN, _QUOTES)) or SPOKEN.search(before):
            return False
        return (
            (first and count <= ECHO)
            or _LOOKS_FOR_A_WORD.match(text) is not None
            or _ADDRESSED.search(text) is not None
        )
    if SPOKEN.search(text):
        return False
    if count <= WHOLE and rebuked(text):
        return True
    if _NOT_IN_THE_BOOK.search(text):
        return True
    if _ASKS.match(text) and count <= SENTENCE and not _PAST.search(text):
        return True
    if _AT_EASE.match(text) and count <= SENTENCE and "." not in text[:-1]:
        return (
            first
            or re.search(r"\b(?:aloud|out loud|book|say|talk|have (?:that|it))\b", text) is not None
        )
    if not _ABOUT_THE_TALK.search(text):
        return False
    told = _PAST.search(text) is not None
    return not told if count > SENTENCE else bool(_ADDRESSED.search(text)) or not told


_CALLED = re.compile(
    r"(?:^|[,.!?]\s*)(?:my |you |old |dear |good )*(?:machine|computer|apparatus|robot|contraption)\s*(?:[,.!?]|$)",
    re.IGNORECASE,
)
"""We are called: "Tell me, machine, is it foolish?"."""


_OF_NOW = re.compile(
    r"(?<=ve)\s+got\b|(?<=['’]s)\s+got\b|\b(?:have|has) got\b|\btired\b|"
    r"\b(?:I|we)(?:['’]ll| will| shall| must| had better|['’]d better) (?:say|ask|tell)\b",
    re.IGNORECASE,
)
"""Sounds as what was, or as somebody quoted, and is neither: "I've got to go, so I'll say goodbye"."""

_GOES_ON = re.compile(
    r"^(?:\w+, )?(?:with|in|on|at|by|from|under|to|for|of|through|behind|up|down|over|near|and|because|only)\b",
    re.IGNORECASE,
)
"""A piece of a story: "With the lamp check."."""


def nothing_told(said: str) -> bool:
    """Tells this sentence of nothing that was, and of nobody's words? "Polio." does not either: it is asked of few sentences."""
    rest = _OF_NOW.sub(" ", said)
    return not (telling(rest).tells or SPOKEN.search(rest) or _QUOTES.search(rest))


def in_passing(said: str) -> bool:
    """Is it small talk, or are we called in it, and nothing told?"""
    if not nothing_told(said):
        return False
    small = len(said.split()) <= SENTENCE and to_us(said).small_talk != ""
    return small or (_CALLED.search(said) is not None and _bare(said))


def nods(said: str) -> bool:
    """Where we had answered them: do these few words take that answer, and tell nothing themselves?"""
    few = len(said.split()) <= NOD and not _GOES_ON.match(said)
    return few and nothing_told(said) and _bare(said) and not kin(said)


def leaving(told: Sequence[str]) -> int:
    """From which sentence of a turn on the narrator only takes leave; their number where they do not.

    Nothing that follows tells of what was: "I'm getting tired. My eyes are going shut. I've the dishes to do."
    """
    tail = len(told)
    while tail and (nothing_told(told[tail - 1]) or takes_leave(told[tail - 1])):
        tail -= 1
    return next((n for n in range(tail, len(told)) if takes_leave(told[n])), len(told))


def _bare(said: str) -> bool:
    """Without a number, and without a name but that at its beginning."""
    return not (counted(said) or set(names(said)) - {said.split()[0].strip(",.!?")})


_WHO_MAY_KNOW = re.compile(
    r"\b(?:keep\w*|kept)\b.*\b(?:from|away|back|between|yourself|private|secret|quiet)\b|\bbetween (?:us|you and me)\b|"
    r"\b(?:secrets?|private|lock\w*)\b|"
    r"(?:\b(?:not|never|must|nobody|no one)\b|n['’]t\b).*\b(?:tell|let|show|know|hear|see|read|find)\w*\b",
    re.IGNORECASE,
)


def who_may_know(said: str, *, read: bool = False) -> bool:
    """Does it speak of who may know, where it was said to us? "Did you keep that from her?" tells her that there is something.

    `read`: something other than these rules found a wish in it, which may be this one where it names anybody.
    """
    if _WHO_MAY_KNOW.search(said):
        return True
    plain = (
        said.rstrip().endswith("?") or commands.wish(said) is not None or bool(first(wanted(said)))
    )
    return read and not plain and bool(kin(said) or set(names(said)) - {said.split()[0]})


def takes_leave(said: str) -> bool:
    """Does a sentence of it, by itself, say goodbye, or that it is enough for today?"""
    found = (commands.understood(said[first:last]) for first, last in sentences(said))
    return any(each in (Command.GOODBYE, Command.TIRED) for each in found)


def asked(text: str) -> str:
    """The question in what we said; "" where there is none: "You were a nurse. Where was that?"."""
    found = _QUESTION.findall(text) or _PROMPT.findall(text)
    return found[-1].strip() if found else ""
