"""Gathers what a language model in the interviewer's seat may be shown of where the talk stands. Pure."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from voice_agent.interview import choosing
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.questions import Candidate
from voice_agent.interview.returning import returning
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat.brief import Brief

T = TypeVar("T")

QUESTIONS = 3
"""Of ours, that are shown."""


def gathered(rules: Rules, before: Progress, heard: Heard, move: Move, known: Known) -> Brief:
    """What may be shown. `before`: as it stood when the turn began; `move`: what we would say ourselves."""
    now = replace(before, turns=before.turns + 1)
    now = returning.hear(rules, returning.begin(now), heard, before.manners.quiet)
    return Brief(
        turn=heard.text,
        talk=before.tellings.exchanges,
        name=rules.narrator.name,
        known=known,
        closed=tuple(
            each.title
            for each in rules.topics
            if before.coverage.cache.rests(each.name, rules.past.today)
        ),
        topic=rules.topic.title,
        stories=returning.open_now(rules, now, heard),
        questions=_questions(rules, now, heard, move),
        told=heard.told or (),
    )


def _questions(rules: Rules, progress: Progress, heard: Heard, move: Move) -> tuple[Candidate, ...]:
    """Our own first, where it would be asked now."""
    ours = [move.question] if move.question is not None and move.ask == move.question.ask else []
    others = choosing.several(rules, progress, heard, QUESTIONS)
    every = {each.key: each for each in (*ours, *others)}
    return tuple(every.values())[:QUESTIONS]


def shown(brief: Brief, may: Callable[[str], bool]) -> Brief:
    """The same without what may not be shown."""
    known = brief.known
    return replace(
        brief,
        talk=_those(brief.talk, lambda each: may(f"{each.said} {each.replied}")),
        known=replace(
            known,
            events=_those(known.events, lambda each: may(each.line)),
            people=_those(known.people, lambda each: may(f"{each.name} {each.relation}")),
        ),
        stories=_those(brief.stories, lambda each: may(each.text or each.line)),
        questions=_those(brief.questions, lambda each: may(each.ask)),
        told=_those(brief.told, may),
    )


def _those(every: Iterable[T], may: Callable[[T], bool]) -> tuple[T, ...]:
    return tuple(each for each in every if may(each))
