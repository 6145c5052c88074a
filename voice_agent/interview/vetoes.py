"""Why a question that opens another story may not be asked now, whatever speaks for it: a table of guards. Pure.

Asked of every candidate before anything is weighed (choosing.py). Each guard says whom it protects.
"""

import re
from collections.abc import Callable
from functools import cached_property, lru_cache

from voice_agent.interview import coverage, growing
from voice_agent.interview.heard import Heard
from voice_agent.interview.mood import dark, near
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Topic, Wants
from voice_agent.interview.questions import Candidate, Source, State
from voice_agent.interview.rules import Rules
from voice_agent.reading.by_rules import losses, particulars
from voice_agent.reading.danger import at_odds
from voice_agent.reading.words import novelty

CALENDAR = re.compile(r"\byears?\b|\bmonth\b|\bwhen was\b|\bwhen in\b", re.IGNORECASE)
"""Questions that want a date rather than a time of life."""

_OLD = re.compile(r"\bhow old\b", re.IGNORECASE)

_OCCASION = re.compile(
    r"\bthat (?:day|year)\b|\bthe day after\b|\bwhat sort of day\b|\bfirst thought\b|\bthrough your head\b|\bvery first thing\b|"
    r"\bnext thing you knew\b|\bhow did (?:it|that) (?:go on|end|begin)\b|\bhappened (?:in the end|after that)\b|\bevening of that day\b",
    re.IGNORECASE,
)
"""Questions of one occasion: what came before it, and after."""

STEPS = 2
"""Answers to a story before it is left for another time of life; in a first talk there is none."""

STILL = "the story is still being told"

TOLD_AGAIN = 0.9
"""Share of a telling from another talk that comes again where a story is told again. A guess."""

FEW = 4
"""Words that say what a telling is about; with fewer one cannot know it again. A guess."""

TIMES = 3
"""Questions about a time of life in one talk; with more it becomes an examination. A guess."""

CONFIDED = 6
"""Turns after a confidence in which nobody else has a word. A guess."""

IN_HAND = 4
"""Answers to a story after which it counts as told, however much is told on. A guess."""

TELLING, AMPLE = 15, 36
"""Words of an answer that is a story if it tells of something, and of one that is a story anyhow. Guesses."""


class Look:
    """What every guard is shown: the talk as it stands, and what the answer holds, each worked out once."""

    def __init__(self, rules: Rules, progress: Progress, heard: Heard) -> None:
        self.rules, self.progress, self.heard = rules, progress, heard
        self.cache, self.today = progress.coverage.cache, rules.past.today

    @cached_property
    def dark(self) -> bool:
        """Told in sadness, fear or anger."""
        return dark(self.heard)

    @cached_property
    def mourning(self) -> bool:
        """A loss was told a moment ago."""
        return losses.mourned(self.progress.comfort.mourned, self.progress.turns)

    @cached_property
    def lost(self) -> bool:
        """A loss, or a wrong, is told in this very answer."""
        return self.heard.telling.sorrow.loss or self.heard.telling.sorrow.wronged

    @cached_property
    def sore(self) -> bool:
        """It hurts now."""
        return self.dark or near(self.progress) or self.mourning

    @cached_property
    def hurts(self) -> bool:
        """Its last sentences speak of something that hurt."""
        return self.heard.telling.lately.hurts

    @cached_property
    def coming(self) -> bool:
        """It speaks of what is still to come."""
        return self.heard.telling.to_come

    def topic(self, candidate: Candidate) -> Topic | None:
        """The topic of a question of the book; None: it has none."""
        return next((each for each in self.rules.topics if each.name == candidate.topic), None)


def settled(one: Candidate, look: Look) -> str:
    """Protects everybody from being asked what was asked, answered, or declined."""
    state = look.cache.state(one)
    return "" if state is State.RIPE else f"was {state}"


def in_these_words(one: Candidate, look: Look) -> str:
    """The same, of a question asked in this talk, be it of somebody else."""
    if one.ask in look.progress.coverage.asked:
        return "was asked"
    same = bool(one.about) and any(map(_like(one).fullmatch, look.progress.coverage.asked))
    return "was asked of somebody else in these words" if same else ""


def refused(one: Candidate, look: Look) -> str:
    """Protects whoever said that they do not want to speak of it."""
    return "is about what was refused" if look.cache.unwelcome(one, look.today) else ""


def of_the_lost(one: Candidate, look: Look) -> str:
    """Protects somebody who did not know where or when they were from being examined."""
    if not look.progress.safety.confused:
        return ""
    dated = one.wants is Wants.WHEN or one.kind in growing.TIMES or CALENDAR.search(one.ask)
    if dated:
        return "no year is asked of somebody who was lost in this talk"
    unsettled = one.kind in growing.UNSETTLED
    return "nothing is to be settled by somebody who was lost in this talk" if unsettled else ""


def joy(one: Candidate, look: Look) -> str:
    """Protects the bereaved from being asked for the happiest day."""
    glad = (look.lost or look.mourning) and losses.glad(one.ask)
    return "nobody is asked for joy after a loss" if glad else ""


def a_report(one: Candidate, look: Look) -> str:
    """Protects them from being asked for its date, its cause, or what came next."""
    if not look.lost:
        return ""
    report = one.wants in (Wants.WHEN, Wants.WHY) or _OCCASION.search(one.ask)
    return "nobody is asked for a report of a loss" if report else ""


def to_come(one: Candidate, look: Look) -> str:
    """Protects whoever speaks of tomorrow from being asked how it was."""
    return "it is still to come" if look.coming and _OCCASION.search(one.ask) else ""


def told_already(one: Candidate, look: Look) -> str:
    """Protects everybody from being asked what this very talk has told."""
    told = losses.already(one.ask, (look.heard.text, *look.progress.tellings.heard))
    return "was told this very talk" if told else ""


def told_just_now(one: Candidate, look: Look) -> str:
    """The same, of a memory that is asked about in the middle of its telling."""
    asked_for = (
        one.kind in ("no_date", "no_place", "no_people") and one.wants in look.progress.story.given
    )
    now = one.source is not Source.PROTOCOL and particulars.answered(one.ask, look.heard.text)
    return "was told" if asked_for else "was told just now" if now else ""


def twice_how_old(one: Candidate, look: Look) -> str:
    """Protects from "how old were you" behind a question that named the age."""
    asking = look.progress.question.chosen
    age = asking is not None and asking.kind == "age" and _OLD.search(one.ask)
    return "was named in the question before" if age else ""


def another_topic(one: Candidate, look: Look) -> str:
    """Protects whoever has not said that heavy things, or what is ahead, are welcome; and topics that rest."""
    topic, rules = look.topic(one), look.rules
    if topic is None:
        return ""
    if not topic.shared and topic.name != rules.topic.name:
        if reason := coverage.barred(
            topic, look.cache, look.today, heavy=rules.narrator.heavy_welcome
        ):
            return reason
        if topic.heavy or topic.future:
            return "is for a session of its own"
    return "rests" if look.cache.rests(topic.name, look.today) else ""


def years(one: Candidate, look: Look) -> str:
    """Protects from an examination in dates."""
    if one.kind not in growing.TIMES:
        return ""
    if len([kind for kind in look.progress.coverage.kinds if kind in growing.TIMES]) >= TIMES:
        return "enough of years for one talk"
    if not look.cache.sessions:
        return "a first talk is not led by years"
    if look.sore:
        return "no year while it hurts"
    return STILL if look.progress.story.depth < STEPS and not told_out(look.heard) else ""


_YEAR = re.compile(r"\b\d{4}\b")


def just_settled(one: Candidate, look: Look) -> str:
    """Protects whoever is just saying which of two years it was from being asked it, before memory has taken it in."""
    if one.kind not in growing.UNSETTLED:
        return ""
    named = {*_YEAR.findall(one.ask)} & {*_YEAR.findall(look.heard.text)}
    return "they are just saying which of the two it was" if named else ""


def once_a_talk(one: Candidate, look: Look) -> str:
    """Protects from being asked to settle, or to finish, more than one thing a talk."""
    kinds = {*look.progress.coverage.kinds}
    if one.kind in growing.UNSETTLED and growing.UNSETTLED & kinds:
        return "one conflict a session"
    if one.kind == "unfinished" and "unfinished" in kinds:
        return "one broken-off story a session"
    brought = one.source is Source.MEMORY and Source.MEMORY in look.progress.coverage.kinds[-6:]
    return "something was brought back a moment ago" if brought else ""


def the_familys(one: Candidate, look: Look) -> str:
    """Protects the story, and whatever hurts or was confided, from a question of somebody else's."""
    if one.source is not Source.FAMILY:
        return ""
    progress, heard = look.progress, look.heard
    if Source.FAMILY in progress.coverage.kinds[-3:]:
        return "the family had a question a moment ago"
    if progress.safety.heavy or progress.safety.checking or progress.safety.after:
        return "not in a talk with a heavy moment in it"
    if look.sore:
        return "nobody else has a word while it hurts"
    confided = 0 < progress.wishes.confided >= progress.turns - CONFIDED
    told_us = any(map(at_odds.confided, (heard.text, *progress.tellings.heard[-2:])))
    if progress.wishes.kept_back or confided or told_us:
        return "something was confided a moment ago"
    return STILL if progress.story.depth < IN_HAND and _goes_on(heard) else ""


def while_it_hurts(one: Candidate, look: Look) -> str:
    """Protects whoever is hurting from why, when, and anything else that is brought up."""
    if one.wants is Wants.WHY and look.heard.telling.sorrow.mourns:
        return "nobody is asked what a death meant"
    harsh = one.wants in (Wants.WHY, Wants.WHEN) or one.kind in (
        *growing.UNSETTLED,
        "person_often",
    )
    if look.dark and harsh:
        return "not while it hurts"
    brings = one.source is Source.MEMORY or one.kind in growing.UNSETTLED
    return (
        "nothing else is brought up while it hurts" if brings and (look.dark or look.hurts) else ""
    )


Guard = Callable[[Candidate, Look], str]

GUARDS: tuple[Guard, ...] = (
    settled,
    in_these_words,
    refused,
    of_the_lost,
    joy,
    a_report,
    to_come,
    told_already,
    told_just_now,
    twice_how_old,
    another_topic,
    years,
    just_settled,
    once_a_talk,
    the_familys,
    while_it_hurts,
)
"""Cheap ones first; the first that has something to say is heard."""


def veto(candidate: Candidate, look: Look) -> str:
    """Why `candidate` may not be asked now; "" where it may."""
    return next((reason for guard in GUARDS if (reason := guard(candidate, look))), "")


def _goes_on(heard: Heard) -> bool:
    """Is a story in hand, which nothing has closed?"""
    told = heard.telling
    long = told.words >= TELLING and (told.tells or told.words >= AMPLE)
    return told.opens or (long and not (told_out(heard) or told.closes or told.refuses))


@lru_cache(1024)
def _like(candidate: Candidate) -> re.Pattern[str]:
    """The wording of a question about anybody: "How do you picture your mother?", "How do you picture Leonard?"."""
    way = re.escape(candidate.ask)
    for name in candidate.about:
        way = way.replace(re.escape(name), ".+")
    return re.compile(way)


def told_out(heard: Heard) -> bool:
    """Is there nothing to go on in: nothing came to mind, or it was told in an earlier talk just so?"""
    if heard.telling.blank:
        return True
    now = heard.telling.about
    return any(
        len(about) > FEW and len(about & now) >= TOLD_AGAIN * len(about)
        for about in (novelty.gist(each.line) for each in heard.recalled)
    )
