"""Which question next: every candidate, and the best of those that nothing rules out. Pure.

Only of those that open another story: candidates come from the protocol, the family, what memory has grown, and what the
story brings to mind. Vetoes come first (vetoes.py); then reasons that sum to a score (question_score.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from voice_agent.interview import growing
from voice_agent.interview.coverage import Reason
from voice_agent.interview.fitting import Fits
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Topic, Wants
from voice_agent.interview.question_score import QuestionScore, far
from voice_agent.interview.questions import Candidate, Source, State, of_each_kind, of_topic
from voice_agent.interview.rules import Rules
from voice_agent.interview.topic_change import opens
from voice_agent.interview.vetoes import STILL, Look, veto
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.words import novelty
from voice_agent.reading.words.vocabulary import said

LOOKED_AT = 60
"""Candidates whose novelty is worked out, the best by everything else."""

GROWN = 120
"""Grown questions considered at a time."""

FAR = 3
"""Parts of a life: from childhood nobody is led to the years after fifty because a story has ended. A guess."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The question to ask, and why."""

    question: Candidate
    score: float
    reasons: tuple[Reason, ...]


def choose(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    *,
    scenes_only: bool = False,
) -> Choice | None:
    """Return the best question that opens another story; None where every one is ruled out. Same past and seed, same
    choice.
    """
    wanted = QuestionScore(rules, progress, heard, heard.telling.about)
    look = Look(rules, progress, heard)
    now: list[Candidate] = []
    waiting: list[Candidate] = []
    seen: set[str] = set()
    for candidate in candidates(rules, progress, heard):
        # whoever turns one question down is not asked for a year
        scene = opens(candidate) and candidate.kind not in growing.TIMES
        if candidate.key in seen or (scenes_only and not scene):
            continue
        seen.add(candidate.key)
        reason = veto(candidate, look)
        if not reason:
            now.append(candidate)
        elif (
            reason == STILL
            and progress.story.depth
            and far(progress.story.period, candidate.period) < FAR
        ):
            waiting.append(candidate)
    best = next(_best(now, wanted, rules, progress), None)
    if best is not None and best.question.source in _OURS and not _begun(progress):
        todays = [each for each in now if opens(each) and each.topic == rules.topic.name]
        best = next(_best(todays, wanted, rules, progress), best)
    if best is None or best.question.source is not Source.PROTOCOL:
        return best
    # the story is left for another one: then first for years of which nothing was told
    return next(_best(waiting, wanted, rules, progress), best)


def several(rules: Rules, progress: Progress, heard: Heard, most: int) -> tuple[Candidate, ...]:
    """Up to `most` questions that open another story or go on from one, best first: suggestions for whoever else chooses."""
    wanted = QuestionScore(rules, progress, heard, heard.telling.about)
    look = Look(rules, progress, heard)
    found = {each.key: each for each in candidates(rules, progress, heard) if not veto(each, look)}
    best = _best([*found.values()], wanted, rules, progress)
    return tuple(each.question for each in islice(best, most))


def _begun(progress: Progress) -> bool:
    """Has today's topic been asked about? A heavy one waits behind a question to warm up, and is not to wait for ever."""
    return progress.coverage.away < len(progress.coverage.asked)


_OURS = (Source.PROTOCOL, Source.GRAPH)


def _best(
    found: Sequence[Candidate], wanted: "QuestionScore", rules: Rules, progress: Progress
) -> Iterator[Choice]:
    """Those of `found` that are new and may be said, best first."""
    scored: list[tuple[float, Candidate, tuple[Reason, ...]]] = []
    for candidate in found:
        reasons = tuple(wanted.reasons(candidate))
        scored.append((sum(r.share for r in reasons), candidate, reasons))
    scored.sort(key=lambda each: (-each[0], each[1].key))
    best: list[Choice] = []
    for score, candidate, reasons in scored[:LOOKED_AT]:
        like = progress.coverage.cache.asked_like(candidate)
        if like >= novelty.SAME:
            continue
        new = Reason(
            "novelty",
            rules.choosing.weights.novelty * (1 - like),
            f"{like:.2f} like one asked before",
        )
        best.append(Choice(candidate, score + new.share, (*reasons, new)))
    best.sort(key=lambda each: (-each.score, each.question.key))
    return _able(best, rules, progress, wanted.said)


def fits(rules: Rules, heard: Heard) -> Fits | None:
    """Who can be asked how well a reply fits; None where nobody can, or nothing was said."""
    return rules.choosing.fits if rules.parts.fitting and heard.telling.words else None


def _able(best: Sequence[Choice], rules: Rules, progress: Progress, told: str) -> Iterator[Choice]:
    """Those that may be spoken."""
    known = said(told)
    for choice in best:
        text = _text(choice.question)
        # names and numbers in it were said, in this talk or another: that is where they come from
        if not faults(text, known | said(text)) and fresh(rules, progress, choice.question.ask):
            yield choice


def _text(question: Candidate) -> str:
    return f"{question.lead} {question.ask}".strip()


def fresh(rules: Rules, progress: Progress, ask: str) -> bool:
    """May `ask` be spoken: never asked, in whatever words, and not about what was refused?"""
    return ask not in progress.coverage.asked and progress.coverage.cache.fresh(
        ask, rules.past.today
    )


def candidates(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Candidate]:
    """Yield everything that could open another story now."""
    book = rules.topics or (rules.topic,)
    every = (rules.topic, *(each for each in book if each.name != rules.topic.name))
    for topic in every:
        yield from (
            of_topic(topic, question)
            for question in topic.questions
            if question.asker or (question.wants is Wants.SCENE and not topic.shared)
        )
    if rules.choosing.templates is None:
        return
    if rules.parts.graph:
        yield from of_each_kind(progress.coverage.grown, GROWN)
    if rules.parts.recall:
        for memory in heard.recalled[:2]:
            yield from growing.from_recalled(
                memory, rules.choosing.templates, rules.seed, heard.text
            )


def scenes(topic: Topic, progress: Progress) -> Sequence[Candidate]:
    """The scenes of a topic that are still ripe, in their order."""
    found = (of_topic(topic, question) for question in topic.wanting(Wants.SCENE))
    return [
        each
        for each in found
        if progress.coverage.cache.state(each) is State.RIPE
        and each.ask not in progress.coverage.asked
    ]
