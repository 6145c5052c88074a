"""Have you ever been to sea? A program has no life to tell of, and says so. Pure.

What was asked about is said back only where the question has one of a few plain forms, so that the answer is English:
"I have never been to sea". Of anything else a general sentence is true.
"""

import re
from typing import NamedTuple

from voice_agent.interview import phrases
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules.expression import turned
from voice_agent.reading.words import stems
from voice_agent.reading.words.vocabulary import said as words_of
from voice_agent.verbs import PAST, past

ECHOED = 5
"""Words of theirs that are said back of us: "I have never kept pigeons." A guess."""

GENERAL, OPEN = "asks_life", "asks_life_open"


class _Form(NamedTuple):
    """One plain form of such a question, and the kind of phrase that answers it with its `told`."""

    kind: str
    question: re.Pattern[str]


_PLACE = r"(?:in|on|at|to|into|of|with|for|by|over|through|under|across|near|from|up|down|off)"
_THING = r"(?:(?:a|an|the|any) )?[a-z]+(?: [a-z]+)?"
_FORMS = (
    _Form(
        "asks_never",
        re.compile(
            rf"have you (?:ever|never) (?P<told>(?P<verb>[a-z]+)(?: (?:{_PLACE} )?{_THING})?)"
        ),
    ),
    _Form(
        "asks_none",
        re.compile(
            r"(?:have you(?: got)?|do you have|are you having) (?:a|an|any) (?P<told>[a-z]+(?: [a-z]+)?)"
        ),
    ),
    _Form("asks_is_not", re.compile(r"are you (?P<told>(?:(?:a|an) )?[a-z]+)")),
    _Form("asks_does_not", re.compile(r"do you (?:ever |never )?(?P<told>[a-z]+)")),
)
_ASKS_MORE = re.compile(r"(?:how|where|when|what|who|which|and you)\b")
_BEHIND = re.compile(
    r"(?: (?:before|yourself|ever|at all|too|yet|then|as well|either|now|at home|in your (?:life|time|day)))+$"
)
"""Said behind a question that is whole without it."""

_POINTS = frozenset(
    """
    this that these those it its him her hers them they he she his their theirs we us our ours me my mine i you your
    yours one ones other others another same such so like too also either neither else here there then now yet before
    again already ever never always much many more most less some somebody someone something anybody anything anyone
    everything nothing nobody thing things lot bit what who whom which how when where why if because and or but not no
    any all both each every myself yourself himself herself itself down away back out off on in up over about with from
    by for to of at than as minute minutes moment second while time times chance go going doing being right wrong way
    clue idea word words question questions answer reason
    """.split()  # noqa: SIM905
)
"""What only points at something said before, or is no thing, place or deed by itself: "I have no that"."""

_SMALL = frozenset(["a", "an", "the", "any", *_PLACE[3:-1].split("|")])


def answered(rules: Rules, progress: Progress, said: str, question: str) -> tuple[str, Progress]:
    """What is said to `question`, in plain words, asked in the turn `said`."""
    kind, told = _answer(_BEHIND.sub("", question), said)
    if kind == GENERAL and _names_theirs(said, progress):
        kind = "asks_done"  # what we did with theirs is no question about a life of ours
    words, progress = phrase(rules, progress, kind)
    words = phrases.fill(words, told=f"{told}.") if told else words
    if kind == "asks_never" and _of_theirs(told, progress):
        you, progress = phrase(rules, progress, "asks_you_have")
        words = f"{words} {you}"
    return words, progress


def _answer(question: str, said: str) -> tuple[str, str]:
    """The kind of phrase, and what it says back; "" where it says nothing back."""
    if _ASKS_MORE.match(question):
        return OPEN, ""
    for form in _FORMS:
        if match := form.question.fullmatch(question):
            told = _written(match["told"], said)
            verb = match.groupdict().get("verb")
            sound = verb is None or _participle(verb)
            return (
                (form.kind, told)
                if sound and _stands(match["told"], verb) and _sayable(told, said)
                else (GENERAL, "")
            )
    return GENERAL, ""


def _stands(told: str, verb: str | None) -> bool:
    """Does each of its words mean something without what was said before?"""
    words = told.split()
    own = words[1:] if verb else words
    things = [each for each in own if each not in _SMALL]
    return not set(things) & _POINTS and (not own or own[-1] in things)


def _written(told: str, said: str) -> str:
    """With the capitals of the turn: "been to Blackpool"."""
    capitals = {each.lower(): each for each in re.findall(r"(?<![.!?] )(?<!^)\b[A-Z][a-z]+", said)}
    return " ".join(capitals.get(each, each) for each in told.split())


def _participle(word: str) -> bool:
    """May "I have never ..." go on with it? Where a verb has two pasts only what is said either way is sure."""
    return word in _DONE or (past(word) and (word.endswith("ed") or word in _SAME))


_DONE = frozenset(
    "been had seen done gone eaten drunk worn driven ridden written sung flown swum grown known given taken".split()  # noqa: SIM905
)
_SAME = frozenset(
    """
    kept lost met made found had sold told heard felt read taught brought thought caught fought held led fed slept
    swept built sat stood won hung dug spun sent spent lent bent shut put cut hit let set hurt cost paid laid said left
    """.split()  # noqa: SIM905
) & PAST | {"had"}
"""Verbs of which the past is the same after "have"."""


def _sayable(told: str, said: str) -> bool:
    few = 0 < len(told.split()) <= ECHOED
    return (
        few and turned(told) == told and not faults(f"I have never {told}.", words_of(said, told))
    )


def _names_theirs(said: str, progress: Progress) -> bool:
    """Does it name somebody or something of whom they have told?"""
    names = set(re.findall(r"(?<![.!?] )(?<!^)\b[A-Z][a-z]+", said)) - {"I"}
    told = " ".join(progress.tellings.heard)
    return any(re.search(rf"\b{each}\b", told) for each in names)


def _of_theirs(told: str, progress: Progress) -> bool:
    """Have they told of it themselves?"""
    things = stems.content(" ".join(told.split()[1:]))
    return bool(things) and any(things & stems.content(each) for each in progress.tellings.heard)
