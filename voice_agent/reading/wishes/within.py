"""Wishes that stand anywhere in a turn, before or after the story they are about. Pure.

    found("Now this part you keep from Colleen. We had words that night ...")
        ->  Within((Said(Wish(NOT_FOR, "colleen"), PLAIN),), "We had words that night ...")

They are found sentence by sentence, not by turn; several may stand in one turn. What is left is the story. A goodbye, or
"enough", counts in the last sentences only; what somebody in the story says is said to nobody here.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from voice_agent.reading.by_rules import particulars
from voice_agent.reading.evidence import Evidence
from voice_agent.reading.wishes import (
    commands,
    forgetting,
    keeping_back,
    keeping_words,
    openly,
    releasing,
)
from voice_agent.reading.wishes.commands import FAREWELL, KEEPS_BACK, Command, Wish
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.wishes.releasing import Release
from voice_agent.reading.wishes.whom import whom
from voice_agent.reading.words.plain_words import plain


class SaidWish(NamedTuple):
    """A wish, and how plainly it was said."""

    wish: Wish
    evidence: Evidence = Evidence.PLAIN


class Within(NamedTuple):
    """What a turn asks for, in its order, and the rest of it."""

    wishes: tuple[SaidWish, ...]
    rest: str
    opens: bool = False
    """It is said of something that anybody may know it."""

    release: Release | None = None
    """What it lets out of what was kept back."""

    whole: bool = False
    """The turn as a whole is one wish, whatever stands beside it."""

    @property
    def story(self) -> bool:
        """Is there something told besides?"""
        return not self.whole and len(self.rest.split()) >= TELLS


FEW = 8
"""Words of a turn in which "I said" insists, and tells nothing. A guess."""

FEWEST = 2
"""Words that say nothing by themselves."""

TELLS = 6
"""Words besides a wish that may tell something. A guess."""

ANYWHERE = frozenset(
    {Command.SLOWER, Command.FASTER, Command.LOUDER, Command.QUIETER, Command.TALK_ABOUT}
    | {Command.CHANGE, Command.READ_BOOK, Command.FORGET, Command.NO_RECORDING}
    | KEEPS_BACK - {Command.NOT_FOR}
)
"""What may be asked for in any sentence."""

AT_THE_END = frozenset({Command.GOODBYE, Command.TIRED, Command.STOP, Command.NOT_TODAY})
"""What is meant for the talk only in the last two sentences."""

_IN_A_CLAUSE = ANYWHERE - {Command.TALK_ABOUT, Command.CHANGE}
_WEIGHS = (Command.STOP, Command.GOODBYE, Command.TIRED, Command.NOT_TODAY)
"""Of two in one sentence the first is meant."""

_SPEAKS = re.compile(
    r"\b(?:(?:i|he|she|they|we|you|and|mother|father|granny|gran) say|said|says|told (?:him|her|them|us|me|my \w+)|asked|shouted|cried|whispered|called|called out|answered|screamed|hollered|wrote|sang)(?: (?:to|at) (?:him|her|them|me|us))?$"
)
"""Somebody is about to speak in the story."""

_SPOKE = re.compile(
    r"(?:and |so |but )?(?:(?:he|she|they|i|[a-z]+|(?:my|our|the) \w+) )(?:said|says|shouted|told|whispered|cried|answered|used to|always)\b"
)
"""Those were somebody's words in the story."""

_SPOKE_SO = re.compile(rf"{_SPOKE.pattern}(?: (?:to|at))?(?: \w+){{0,2}}")
"""And no more is said of it: "my daughter says I must take the pill" tells something else."""

_ENDS = re.compile(r"(?<=[.!?;…])\s+")
_CLAUSES = re.compile(
    r"\s*[,:–—]\s*|\s+-\s+|\s+(?=(?:and|but|so) (?:i|we|that|you|let|it)\b)", re.IGNORECASE
)


Locks = Callable[[str], Wish | None]
"""Whether a sentence may ask that something be kept back, by its meaning."""


def found(said: str, before: Sequence[str] = (), locks: Locks | None = None) -> Within:
    """Return the wishes in `said`. `before`: what was told in this talk, the latest last: in it "she" was named.

    `locks`: who is asked where no form of a sentence keeps anything back. A lock can be undone, so that a sign is enough.
    """
    sentences = [each for each in _ENDS.split(unquoted(said).strip()) if each]
    wishes: list[SaidWish] = []
    rest: list[str] = []
    opened, at, opens = dict[int, Release](), list[int](), False
    for place, sentence in enumerate(sentences):
        wish = None
        if not _in_the_story(sentences, place):
            opens = opens or (openly.says(sentence) and not keeping_words.reported(sentence))
            if (found := releasing.asked(sentence)) and not keeping_words.reported(sentence):
                opened[place] = found
            meant_before = next((e.wish.about for e in wishes if e.wish.about), "")
            who = meant_before or named([*before[-2:], *sentences[: place + 1]])
            wish = _asked(sentence, who, last=len(sentences) - place <= 2, words=len(said.split()))
            wish = None if _announces(wish, " ".join(sentences[place + 1 :])) else wish
        if wish is None:
            rest.append(sentence)
        else:
            wishes.append(wish)
            at.append(place)
            rest.append(_beside(sentence))
    wishes = [e for e, n in zip(wishes, at, strict=True) if not _let_out(e, sentences, n, opened)]
    wishes = [each._replace(wish=_of_before(each.wish, said)) for each in wishes]
    keeps = any(each.wish.command in KEEPS_BACK for each in wishes)
    if any(each.wish.command in KEEPS_BACK and each.wish.sure for each in wishes):
        wishes = [each for each in wishes if each.wish.sure]
    wishes, rest = _named_once(wishes, rest)
    of_it = not all(each.story for each in opened.values()) or (opens and not opened)
    if locks and not keeps and not of_it:  # what is open by its name leaves the rest as it is
        wishes, rest = _perhaps(wishes, rest, locks)
    release = None if keeps or not opened else max(opened.values(), key=_says_most)
    rest = [each for n, each in enumerate(rest) if n not in opened]
    left = " ".join(each for each in rest if each)
    return Within(tuple(dict.fromkeys(wishes)), left, opens and not keeps, release)


def _announces(said: SaidWish | None, behind: str) -> bool:
    """ "I never told you about my brother. He was on the boats": who goes on to tell has only said what of."""
    if said is None or said.wish.command is not Command.TALK_ABOUT:
        return False
    return len(behind.split()) >= TELLS and particulars.tells(behind)


def _says_most(release: Release) -> tuple[bool, bool]:
    return bool(release.story or release.who), release.now


def _let_out(
    said: SaidWish, sentences: Sequence[str], place: int, opened: Mapping[int, Release]
) -> bool:
    """Does the turn itself say that anybody may know what this wish would keep back: "Between us? No, tell who you like"?

    Whoever is named is still kept out, and what was asked for in plain words is so but for a plain word behind it.
    """
    if said.wish.command not in KEEPS_BACK:
        return False
    text, everybody = plain(sentences[place]), [n for n, each in opened.items() if not each.who]
    if _ECHO.fullmatch(text.strip(" .")) and sentences[place].rstrip().endswith("?"):
        return bool(everybody)
    of_it = [n for n in everybody if not opened[n].story]
    if not said.wish.sure:
        return bool(of_it)
    unnamed = said.wish.command is Command.BETWEEN_US and not said.wish.story
    return unnamed and any(opened[n].now for n in of_it if n > place)


_ECHO = re.compile(
    r"(?:and |what |a )*(?:just |only )?(?:between (?:us|you and me|ourselves)|private|secret|for (?:you|us)|for \w+ (?:only|alone))(?: what)?"
)
"""Our own words, said back as a question, and no request."""


def _named_once(wishes: list[SaidWish], rest: list[str]) -> tuple[list[SaidWish], list[str]]:
    """ "Forget about Nansi. Strike it out." names in one sentence what is to be forgotten by the other."""
    bare = Wish(Command.FORGET)
    if not any(each.wish == bare for each in wishes):
        return wishes, rest
    if not any(each.wish.command is Command.FORGET and each.wish.about for each in wishes):
        about = next(filter(None, map(forgetting.somebody, rest)), "")
        named = replace(bare, about=about)
        rest = [each for each in rest if not (about and forgetting.somebody(each))]
        return [e._replace(wish=named) if e.wish == bare else e for e in wishes], rest
    return [each for each in wishes if each.wish != bare], rest


def _of_before(wish: Wish, said: str) -> Wish:
    """What is to be kept back may be what they say they told before: "Last week I told you about Joe and the money"."""
    told = (
        _TOLD_BEFORE.search(plain(said)) if wish.command in KEEPS_BACK and not wish.story else None
    )
    return replace(wish, story=told["story"]) if told else wish


_TOLD_BEFORE = re.compile(
    r"\bi (?:have )?(?:already |just )?(?:told|was telling) you (?:\w+ ){0,3}?about (?P<story>(?!it\b|that\b|this\b|him\b|her\b|them\b)\w+(?: \w+){0,7}?)(?= \.|$| (?:that|which|who|it|and that|and this|so|please|must|is|was)\b)"
)


def _perhaps(
    wishes: list[SaidWish], rest: list[str], locks: Locks
) -> tuple[list[SaidWish], list[str]]:
    """Where no sentence asks for it by its form: those that may ask for it by their meaning."""
    for place, sentence in enumerate(rest):
        if not sentence or _in_the_story(rest, place) or openly.only_asks(sentence):
            continue
        if wish := locks(sentence):
            wishes = [*wishes, SaidWish(wish, Evidence.ALONE)]
            rest = [*rest[:place], "", *rest[place + 1 :]]
    return wishes, rest


def said_in(said: str) -> tuple[str, ...]:
    """The clauses that ask for nothing by themselves: what a wish is about ("that he counts my money") may be danger."""
    clauses = [each.strip() for each in re.split(r"[.!?;:,…—–]+|\bthat\b", unquoted(said))]
    return tuple(
        each
        for each in clauses
        if len(each.split()) > FEWEST
        and not (
            _one(plain(each).strip(" .")) or forgetting.asked(each) or keeping_back.asked(each, "x")
        )
    )


def beside(said: str) -> str:
    """What a turn that is a wish as a whole says besides, clause by clause."""
    clauses = [each.strip() for each in re.split(r"[.!?;:,…]+", said) if each.strip()]
    return ". ".join(each for each in clauses if _one(plain(each).strip(" .")) is None)


def _in_the_story(sentences: Sequence[str], place: int) -> bool:
    before = plain(sentences[place - 1]).strip(" .") if place else ""
    after = plain(sentences[place + 1]) if place + 1 < len(sentences) else ""
    clauses = [plain(each).strip(" .") for each in sentences[place].split(",")]
    if sum(len(each.split()) for each in sentences) <= FEW:  # "Bye bye, I said."
        clauses = [each for each in clauses if each not in ("i said", "i say")]
    beside = any(_SPOKE_SO.fullmatch(each) for each in clauses[1:])
    speaks = any(_SPEAKS.search(each) for each in clauses[:1])
    return bool(_SPEAKS.search(before) or _SPOKE.match(after) or beside or speaks)


def _asked(sentence: str, who: str, *, last: bool, words: int) -> SaidWish | None:
    found = _wished(sentence, who, last=last, words=words)
    return found if found and openly.may_be_meant(found.wish, sentence, whole=False) else None


def _wished(sentence: str, who: str, *, last: bool, words: int) -> SaidWish | None:
    if wish := forgetting.asked(sentence) or keeping_back.asked(sentence, who):
        return SaidWish(wish, Evidence.PLAIN if wish.sure else Evidence.LOOSE)
    if (wish := _one(plain(sentence).strip(" ."))) and wish.command in ANYWHERE:
        return SaidWish(meant(wish, who))
    clauses = [plain(each).strip(" .") for each in _CLAUSES.split(sentence)]
    if last and wish and wish.command in AT_THE_END:
        return SaidWish(wish)
    asked = [each for each in map(_one, clauses) if each] if len(clauses) > 1 else []
    ends = [each for each in asked if last and each.command in AT_THE_END]
    if ends:
        # who is tired and says goodbye is let go; "bye" among other words of a long telling may be somebody's
        wish = min(ends, key=lambda each: _WEIGHS.index(each.command))
        return SaidWish(wish, Evidence.PLAIN if words <= FAREWELL else Evidence.LOOSE)
    said = zip(clauses, map(_one, clauses), strict=True) if len(clauses) > 1 else ()
    inside = (
        each for text, each in said if each and len(text.split()) > 1
    )  # "Slow, and then fast."
    return next((SaidWish(each) for each in inside if each.command in _IN_A_CLAUSE), None)


def _beside(sentence: str) -> str:
    """What a sentence that asks for something tells besides; "" where that is only its reason."""
    told = [each for each in re.split(r"\s*[;:–—]\s*", sentence) if each]
    told = [each for each in told if not (forgetting.asked(each) or keeping_back.asked(each, "x"))]
    left = " ".join(told)
    return left if left != sentence and len(left.split()) >= TELLS else ""


def _one(text: str) -> Wish | None:
    wish = commands.one(text)
    return wish if wish and openly.may_be_meant(wish, text) else None


def meant(wish: Wish, who: str) -> Wish:
    """The same wish, with `who` for "him" and "her"; kept from everybody where nobody can tell who that is."""
    if wish.about not in ("him", "her", "he", "she", "them"):
        return wish
    return replace(wish, about=who) if who else Wish(Command.BETWEEN_US)


def named(sentences: Sequence[str]) -> str:
    """Who was named last, in plain words; "" where nobody was."""
    return next((who for each in reversed(sentences) if (who := whom(each))), "")
