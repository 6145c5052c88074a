"""Why a question may not be asked now, whatever speaks for it. Pure.

Asked of every candidate before anything is weighed (choosing.py).
"""

import re
from functools import lru_cache

from voice_agent.interview import coverage, growing, losses, novelty, particulars
from voice_agent.interview.closers import closer, left_open
from voice_agent.interview.following import FOLLOWED
from voice_agent.interview.heard import Heard
from voice_agent.interview.inviting import INVITED
from voice_agent.interview.mood import dark, near, stirring
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Period, Wants
from voice_agent.interview.questions import Candidate, Source, State
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import at_odds
from voice_agent.interview.straying import opens, turned_down
from voice_agent.interview.supposing import (
    anywhere,
    episode,
    occasion,
    suits,
    supposes_too_much,
)
from voice_agent.interview.unfeeling import unfeeling

_LATER = re.compile(
    r"\bmarried\b|\bleft school\b|\bearning\b|\bleft home\b|\bwhen you were young\b|\bearly in your life\b",
    re.IGNORECASE,
)
"""Questions that have no answer where a child is spoken of."""

CALENDAR = re.compile(r"\byears?\b|\bmonth\b|\bwhen was\b|\bwhen in\b", re.IGNORECASE)
"""Questions that want a date rather than a time of life."""

_OLD = re.compile(r"\bhow old\b", re.IGNORECASE)

_THEN = re.compile(r"\b(?:in|of|at) (?:those days|that time)\b|\bback then\b|\bas (?:a child|children)\b|\bwhen you were (?:small|young|a child|little)\b|\bwere you about\b", re.IGNORECASE)  # fmt: skip
"""Questions of a time long ago."""

STEPS = 2
"""Questions inside a story before one that leaves it for another time of life; in a first talk there is none."""

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
"""Questions inside a story after which it counts as told, however much is told on. A guess."""

TELLING = 15
"""Words of an answer that is a story still being told. A guess."""

BRIEF, AMPLE, LONG = 20, 36, 60
"""Words up to which that counts in full, from which on not at all, and at which it would come to nothing: a long story

has clauses enough of its own. Guesses."""


def veto(candidate: Candidate, rules: Rules, progress: Progress, heard: Heard) -> str:
    """Why `candidate` may not be asked now; "" where it may."""
    state = progress.cache.state(candidate)
    if state is not State.RIPE:
        return f"was {state}"
    if candidate.ask in progress.asked:
        return "was asked"
    if candidate.about and any(map(_like(candidate).fullmatch, progress.asked)):
        return "was asked of somebody else in these words"
    if progress.cache.unwelcome(candidate, rules.past.today):
        return "is about what was refused"
    dated = candidate.wants is Wants.WHEN or candidate.kind in growing.TIMES
    if progress.confused and (dated or CALENDAR.search(candidate.ask)):
        return "no year is asked of somebody who was lost in this talk"
    if progress.confused and candidate.kind in growing.UNSETTLED:
        return "nothing is to be settled by somebody who was lost in this talk"
    inside = not opens(candidate)
    of_then = candidate.wants is Wants.WHEN or bool(_THEN.search(candidate.ask))
    if of_then and (inside or candidate.kind == INVITED):
        story = (*progress.heard[-progress.depth - 1 :], heard.text)
        if particulars.of_today(story):
            return "it is of these days"
    if reason := unfeeling(candidate, progress, heard, inside=inside):
        return reason
    if candidate.kind == INVITED:  # their own words call for it
        words = len(heard.text.split())
        if words > AMPLE or (words > BRIEF and (near(progress) or particulars.hurts(heard.text))):
            return "a word of a long story, or of a sad one, is not what it is about"
        told = particulars.answered(candidate.ask, heard.text)
        return "was told just now" if told else ""
    if candidate.kind == FOLLOWED:
        told = particulars.answered(candidate.ask, heard.text)
        return "was told just now" if told else ""
    if inside and candidate.source is Source.PROTOCOL and particulars.blank(heard.text):
        return "there is no story to go on in"
    topic = next((each for each in rules.book if each.name == candidate.topic), None)
    pointing = topic is not None and topic.shared  # "that", "then": whatever was just told
    if (
        inside
        and candidate.source is Source.PROTOCOL
        and not pointing
        and candidate.topic != progress.story
    ):
        return "goes on in another story"
    if (
        inside
        and candidate.source in (Source.PROTOCOL, Source.STORY)
        and candidate.wants
        is not Wants.SCENE  # that a scene was asked for answers no question about who is in it
        and candidate.wants in progress.told
    ):
        return "was told"
    named = candidate.source is Source.STORY and candidate.wants is Wants.SCENE
    if named and {"named", "place"} & {*progress.kinds}:
        # "What was Leeds like?" leads a little away from what is being told
        return "somebody, or some place, was asked about in this talk"
    if (
        inside
        and candidate.source is Source.PROTOCOL
        and candidate.wants is Wants.MORE
        and progress.depth
        and not suits(candidate.ask, heard.text)
    ):
        return "was asked for once in this story"
    asking = progress.asking
    if asking is not None and asking.kind == "age" and _OLD.search(candidate.ask):
        return "was named in the question before"
    if candidate.kind in ("no_date", "no_place", "no_people") and candidate.wants in progress.told:
        return "was told"
    if (inside or candidate.source is Source.STORY) and particulars.answered(
        candidate.ask, heard.text
    ):
        return "was told just now"
    went_on = anywhere(candidate.ask, heard.text) or episode(heard.text, candidate.wants)
    if inside and candidate.source is Source.PROTOCOL and not went_on:
        return "nothing happened in it that one could go on from"
    brief = len(heard.text.split()) <= particulars.SHORTLY
    if inside and candidate.source in (Source.PROTOCOL, Source.STORY):
        once = (Wants.MORE, Wants.WHERE, Wants.WHO)
        lasting = candidate.wants is Wants.WHEN or (pointing and candidate.wants in once)
        over = pointing or brief or candidate.wants is Wants.WHEN
        of_whom = candidate.kind in ("named", "somebody")  # "In with my sister." tells of her
        if over and not of_whom and not particulars.tells(heard.text):
            return "nothing was told of"
        if candidate.wants is Wants.WHEN and not particulars.past(heard.text):
            return "nothing that is over was told of"
        asked_of = progress.asking.period if progress.asking else None
        if asked_of is Period.CHILDHOOD and _LATER.search(candidate.ask):
            return "they were children then"
        if (
            candidate.wants is Wants.WHEN
            and rules.parts.emotion
            and (stirring(heard) or near(progress))
        ):
            return "not its date while it is alive to them"
        if lasting and particulars.lasting(heard.text):
            return "it came again and again, or is what somebody was like"
        staying = candidate.wants in (Wants.MORE, Wants.LIKE)
        if (
            candidate.source is Source.PROTOCOL
            and near(progress)
            and (not staying or occasion(candidate.ask))
        ):
            return "one stays with how it was"
        if candidate.source is Source.PROTOCOL and supposes_too_much(candidate.ask, heard.text):
            return "supposes what nobody spoke of"
    if topic is not None and not topic.shared and topic.name != rules.topic.name:
        if reason := coverage.barred(topic, progress.cache, rules.past.today, heavy=rules.heavy):
            return reason
        if topic.heavy or topic.future:
            return "is for a session of its own"
    if topic is not None and progress.cache.rests(topic.name, rules.past.today):
        return "rests"
    if candidate.kind in growing.TIMES:
        if len(_times(progress)) >= TIMES:
            return "enough of years for one talk"
        if not progress.cache.sessions:
            return "a first talk is not led by years"
        if dark(heard) or near(progress) or losses.mourned(progress.mourned, progress.turns):
            return "no year while it hurts"
        if progress.depth < STEPS and not told_out(heard):
            return STILL
    if candidate.kind in growing.UNSETTLED and growing.UNSETTLED & {*progress.kinds}:
        return "one conflict a session"
    if candidate.kind in growing.UNSETTLED and _names_one(candidate.ask, heard.text):
        return "they are just saying which of the two it was"
    if candidate.kind == "unfinished" and "unfinished" in progress.kinds:
        return "one broken-off story a session"
    if candidate.source is Source.MEMORY and Source.MEMORY in progress.kinds[-6:]:
        return "something was brought back a moment ago"
    if candidate.source is Source.FAMILY and (reason := _not_the_familys(progress, heard)):
        return reason
    if candidate.wants is Wants.WHY and particulars.mourns(heard.text):
        return "nobody is asked what a death meant"
    if dark(heard) and (
        candidate.wants in (Wants.WHY, Wants.WHEN)  # neither its meaning nor its date
        or candidate.kind in (*growing.UNSETTLED, "person_often")
    ):
        return "not while it hurts"
    if (candidate.source is Source.MEMORY or candidate.kind in growing.UNSETTLED) and (
        dark(heard) or particulars.hurts(particulars.lately(heard.text))
    ):
        return "nothing else is brought up while it hurts"
    return ""


def _not_the_familys(progress: Progress, heard: Heard) -> str:
    """Why nobody else has a word now; "" where they may."""
    if Source.FAMILY in progress.kinds[-3:]:
        return "the family had a question a moment ago"
    if progress.heavy or progress.checking or progress.after:
        return "not in a talk with a heavy moment in it"
    if dark(heard) or near(progress) or losses.mourned(progress.mourned, progress.turns):
        return "nobody else has a word while it hurts"
    confided = 0 < progress.confided >= progress.turns - CONFIDED
    told_us = any(map(at_odds.confided, (heard.text, *progress.heard[-2:])))
    if progress.kept_back or confided or told_us:
        return "something was confided a moment ago"
    if progress.depth < IN_HAND and _goes_on(heard):
        return STILL
    return ""


def _goes_on(heard: Heard) -> bool:
    """Is a story in hand, which nothing has closed?"""
    text = heard.text
    long = len(text.split()) >= TELLING and (particulars.tells(text) or len(text.split()) >= AMPLE)
    over = told_out(heard) or closer(text) or turned_down(text)
    return bool(left_open(text)) or (long and not over)


@lru_cache(1024)
def _like(candidate: Candidate) -> re.Pattern[str]:
    """The wording of a question about anybody: "How do you picture your mother?", "How do you picture Leonard?"."""
    way = re.escape(candidate.ask)
    for name in candidate.about:
        way = way.replace(re.escape(name), ".+")
    return re.compile(way)


def told_out(heard: Heard) -> bool:
    """Is there nothing to go on in: nothing came to mind, or it was told in an earlier talk just so?"""
    if particulars.blank(heard.text):
        return True
    now = novelty.gist(heard.text)
    return any(
        len(about) > FEW and len(about & now) >= TOLD_AGAIN * len(about)
        for about in (novelty.gist(each.line) for each in heard.recalled)
    )


def _times(progress: Progress) -> list[str]:
    return [kind for kind in progress.kinds if kind in growing.TIMES]


def _names_one(question: str, said: str) -> bool:
    """Is a year of the question said in this very turn, which memory has not taken in yet?"""
    return not {*_YEAR.findall(question)}.isdisjoint(_YEAR.findall(said))


_YEAR = re.compile(r"\b\d{4}\b")
