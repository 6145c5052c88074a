"""What was told of somebody or something, as it was told: a sentence or two, for whoever asks what they told. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from voice_agent.reading.by_rules import losses
from voice_agent.reading.wishes import asks_us, commands
from voice_agent.reading.words import spelt, stems
from voice_agent.reading.words.asking import parts

LONGEST_SAID_BACK_WORDS = 45
"""Words that are said back."""

_HAPPENED = re.compile(
    r"\b(?:killed|died|dead|drowned|lost|burn\w*|fell|crash\w*|buried|funeral|married|wed|left|went|sold|moved|"
    r"gave|broke|closed|won|came back|never came|got (?:the|a|his|her)|ended|finished|retired|emigrated)\b",
    re.IGNORECASE,
)
"""What answers "what happened to him?"."""

_NAMED = re.compile(r"(?<![.!?] )(?<!^)\b(?!I\b|I'|I’)[A-Z][a-z]+")
_CALLED = re.compile(
    r"\b(?:called|named|christened|names? (?:was|were|is)|by the name of)\b|\b(?:my|me|our) (?:\w+ ){0,2}(?-i:[A-Z])[a-z]+",
    re.IGNORECASE,
)
"""What answers "what was she called?" most plainly: "her name was", "my sister Blodwen"."""

_BEGINS = re.compile(
    r"^(?:(?:well|oh|ah|and|but|so|now|then|yes|no|aye|anyway|you see|you know|by|eh|ee)\b[,.]?\s+)+(?=\w)",
    re.IGNORECASE,
)
_HANGS = re.compile(r"^(?:he|she|it|they|that|this|him|her|them|there)\b", re.IGNORECASE)
"""A sentence that begins so is understood only behind the one before it."""

_SAYS_THAT = re.compile(
    r"\bI(?:'ve|’ve| have| had)? (?:just |already )?(?:told|mentioned to) you (?:about|of)\b|\bI told you about\b",
    re.IGNORECASE,
)
"""That it was told tells nothing of it."""

_NOTHING = frozenset(
    stems.stems(
        ["story", "stories", "thing", "things", "bit", "all", "everything", "time", "about"]
    )
)


class Passage(NamedTuple):
    """A stretch of a telling, and how well it answers."""

    worth: tuple[float, ...]
    words: str


def best(about: str, tellings: Iterable[str], question: str = "") -> str:
    """The passage of `tellings` that tells most of `about`, in the narrator's words; "" where none speaks of it.

    `question`, in plain words: what happened, or what somebody was called, is looked for where it was asked. Never
    what they asked or wished for, and never more than `LONGEST_SAID_BACK_WORDS` words, ended where a sentence or a clause ends.
    """
    wanted = stems.content(about) - _NOTHING
    if not wanted:
        return ""
    found = [
        passage
        for number, telling in enumerate(tellings)
        for passage in _passages(telling, wanted, question, number)
    ]
    return max(found, default=Passage((), "")).words


def nearest(question: str, about: str, tellings: Iterable[str], most: int) -> tuple[str, ...]:
    """At most `most` of `tellings`, in their order: those that share most with what is asked, what few of them say counting most.

    `about`: the words of the question that say after what it asks; they count twice.
    """
    told = tuple(each for each in tellings if each != question)
    asked, wanted = stems.content(about), stems.content(question)
    shared = [stems.content(each) & wanted for each in told]
    often = Counter(word for words in shared for word in words)

    def near(place: int) -> float:
        return sum((1 + (word in asked)) / often[word] for word in shared[place])

    found = sorted(range(len(told)), key=lambda place: (-near(place), -place))[:most]
    return tuple(told[place] for place in sorted(found))


def _passages(telling: str, wanted: set[str], question: str, number: int) -> Iterable[Passage]:
    told = [each for each in parts(telling) if _tells(each)]
    here = [wanted & stems.content(each) for each in told]
    said = set[str]().union(*here)
    if len(said) < (len(wanted) + 1) // 2:
        return
    happened = "happen" in question or "become" in question or "became" in question
    for place, sentence in enumerate(told):
        answers = happened and (_HAPPENED.search(sentence) or losses.loss(sentence))
        if not here[place] and not (answers and any(here[: place + 1])):
            continue
        first = place - 1 if place and _HANGS.match(_bare(sentence)) else place
        words = _window(told, first)
        share = len(wanted & stems.content(words)) / len(wanted)
        fits = float(bool(happened and (_HAPPENED.search(words) or losses.loss(words))))
        fits += _names(question, words)
        told_there = sum(1 for each in here if each)
        length = min(len(words.split()), LONGEST_SAID_BACK_WORDS)
        yield Passage(
            (share + fits, float(told_there), float(length), -float(place), float(number)), words
        )


def _names(question: str, words: str) -> float:
    """How well they say what somebody was called, where that is asked."""
    if "name" not in question:
        return 0.0
    return 0.5 * bool(_NAMED.search(words)) + 0.5 * bool(_CALLED.search(words))


def _tells(sentence: str) -> bool:
    """Is it told, and neither asked, wished for nor spelt?"""
    if spelt.spells(sentence):
        return False
    asks = sentence.rstrip().endswith("?") or asks_us.asked(sentence) is not None
    asks = asks or bool(_SAYS_THAT.search(sentence))
    return not asks and not commands.alone(sentence) and len(sentence.split()) > 2


def _window(told: Sequence[str], first: int) -> str:
    """As many sentences from `first` on as can be said in one breath."""
    kept: list[str] = []
    for sentence in told[first:]:
        if kept and sum(len(each.split()) for each in (*kept, sentence)) > LONGEST_SAID_BACK_WORDS:
            break
        kept.append(sentence.strip())
        if len(kept) == 3:
            break
    return _shortened(_begun(" ".join(kept)))


def _shortened(words: str) -> str:
    said = words.split()
    if len(said) <= LONGEST_SAID_BACK_WORDS:
        return words
    cut = " ".join(said[:LONGEST_SAID_BACK_WORDS])
    clause = max(cut.rfind(mark) for mark in ",;:")
    return f"{cut[:clause] if clause > len(cut) // 3 else cut} …"


def _bare(sentence: str) -> str:
    return _BEGINS.sub("", sentence)


def _begun(words: str) -> str:
    bare = _bare(words)
    return bare[:1].upper() + bare[1:]
