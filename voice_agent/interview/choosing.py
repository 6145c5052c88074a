"""Which question next: every candidate, and the best of those that nothing rules out. Pure.

Candidates come from the protocol, the family, the story being told, what memory has grown, and what the story
brings to mind. Vetoes come first (vetoes.py); then reasons that sum to a score (wanted.py).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from voice_agent.interview import growing, losses, novelty, particulars
from voice_agent.interview.closers import closer
from voice_agent.interview.coverage import Reason
from voice_agent.interview.fitting import Fit, Fits
from voice_agent.interview.following import FOLLOWED, followed
from voice_agent.interview.heard import Heard
from voice_agent.interview.inviting import INVITED, invited
from voice_agent.interview.mood import dark, near
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Topic, Wants
from voice_agent.interview.questions import Candidate, Source, State, of_each_kind, of_topic
from voice_agent.interview.rules import Rules
from voice_agent.interview.straying import leaves, opens, turned_down
from voice_agent.interview.vetoes import STILL, veto
from voice_agent.interview.wanted import Wanted, far
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.vocabulary import said

LOOKED_AT = 60
"""Candidates whose novelty is worked out, the best by everything else."""

WEIGHED = 8
"""The best by all of that, of which is asked how well they fit."""

GROWN = 120
"""Grown questions considered at a time."""

FAR = 3
"""Parts of a life: from childhood nobody is led to the years after fifty because a story has ended. A guess."""

AFRESH, LONGEST = 0.6, 4
"""Worth of what an answer itself brought up, and questions after which a story is left all the same. Guesses."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The question to ask, and why."""

    question: Candidate
    score: float
    reasons: tuple[Reason, ...]
    fit: float | None = None
    """-1..1: how well it fits what was just said; None: nobody was asked."""


def choose(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    *,
    scenes_only: bool = False,
) -> Choice | None:
    """Return the best question; None where every one is ruled out. Same past and seed, same choice."""
    wanted = Wanted(rules, progress, heard, novelty.gist(heard.text))
    now: list[Candidate] = []
    waiting: list[Candidate] = []
    seen: set[str] = set()
    for candidate in candidates(rules, progress, heard):
        # whoever turns one question down is not asked for a year
        scene = opens(candidate) and candidate.kind not in growing.TIMES
        if candidate.key in seen or (scenes_only and not scene):
            continue
        seen.add(candidate.key)
        reason = veto(candidate, rules, progress, heard)
        if not reason:
            now.append(candidate)
        elif reason == STILL and progress.depth and far(progress.period, candidate.period) < FAR:
            waiting.append(candidate)
    best = _best(now, wanted, rules, progress, heard)
    if best is not None and leaves(best.question, heard) and best.question.source in _OURS:
        afresh = [each for each in now if progress.depth < LONGEST and brought_up(each)]
        doors = (each for each in now if opens(each) and each.topic == rules.topic.name)
        todays = [] if _begun(progress) else list(doors)
        best = (
            _best(afresh, wanted, rules, progress, heard)
            or _best(todays, wanted, rules, progress, heard)
            or best
        )
    if best is None or best.question.source is not Source.PROTOCOL or not opens(best.question):
        return best
    # the story is left for another one: then first for years of which nothing was told
    return _best(waiting, wanted, rules, progress, heard) or best


def particular(rules: Rules, progress: Progress, heard: Heard) -> Choice | None:
    """Return the best question about something that this very answer named; None where there is none."""
    wanted = Wanted(rules, progress, heard, novelty.gist(heard.text))
    found = {
        each.key: each
        for each in candidates(rules, progress, heard)
        if each.source is Source.STORY and not veto(each, rules, progress, heard)
    }
    return _best(list(found.values()), wanted, rules, progress, heard)


def _begun(progress: Progress) -> bool:
    """Has today's topic been asked about? A heavy one waits behind a question to warm up, and is not to wait for ever."""
    return progress.away < len(progress.asked)


_OURS = (Source.PROTOCOL, Source.GRAPH)


def brought_up(candidate: Candidate) -> bool:
    """Does it go on from what a few words have just brought up themselves? From that one does not turn away."""
    return candidate.kind in (INVITED, FOLLOWED) and candidate.worth >= AFRESH


def _best(
    found: Sequence[Candidate], wanted: "Wanted", rules: Rules, progress: Progress, heard: Heard
) -> Choice | None:
    """The best of `found` that is new and may be said."""
    scored: list[tuple[float, Candidate, tuple[Reason, ...]]] = []
    for candidate in found:
        reasons = tuple(wanted.reasons(candidate))
        scored.append((sum(r.share for r in reasons), candidate, reasons))
    scored.sort(key=lambda each: (-each[0], each[1].key))
    best: list[Choice] = []
    for score, candidate, reasons in scored[:LOOKED_AT]:
        like = progress.cache.asked_like(candidate)
        if like >= novelty.SAME:
            continue
        new = Reason(
            "novelty", rules.weights.novelty * (1 - like), f"{like:.2f} like one asked before"
        )
        best.append(Choice(candidate, score + new.share, (*reasons, new)))
    best.sort(key=lambda each: (-each.score, each.question.key))
    fit = fits(rules, heard)
    able = list(islice(_able(best, rules, progress, heard), WEIGHED if fit else 1))
    if fit is None or not able:
        return able[0] if able else None
    marks = fit(progress.last, heard.text, [_text(choice.question) for choice in able])
    return max(
        (_weighed(rules, *each) for each in zip(able, marks, strict=True)),
        key=lambda each: each.score,
    )


def fits(rules: Rules, heard: Heard) -> Fits | None:
    """Who can be asked how well a reply fits; None where nobody can, or nothing was said."""
    return rules.fits if rules.parts.fitting and heard.text.strip() else None


def _able(
    best: Sequence[Choice], rules: Rules, progress: Progress, heard: Heard
) -> Iterator[Choice]:
    """Those that may be spoken."""
    known = said(heard.text)
    for choice in best:
        text = _text(choice.question)
        # names and numbers in it were said, in this talk or another: that is where they come from
        if not faults(text, known | said(text)) and fresh(rules, progress, choice.question.ask):
            yield choice


def _text(question: Candidate) -> str:
    return f"{question.lead} {question.ask}".strip()


def _weighed(rules: Rules, choice: Choice, fit: Fit) -> Choice:
    share = rules.weights.fitting * fit.worth
    says = f"{fit.good:.2f} good, {fit.wrong:.2f} wrong, as readers mark"
    reasons = (*choice.reasons, Reason("fitting", share, says))
    return replace(choice, score=choice.score + share, reasons=reasons, fit=fit.worth)


def fresh(rules: Rules, progress: Progress, ask: str) -> bool:
    """May `ask` be spoken: never asked, in whatever words, and not about what was refused?"""
    return ask not in progress.asked and progress.cache.fresh(ask, rules.past.today)


def candidates(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Candidate]:
    """Yield everything that could be asked now."""
    book = rules.book or (rules.topic,)
    yield from (of_topic(rules.topic, question) for question in rules.topic.questions)
    for topic in book:
        if topic.name == rules.topic.name:
            continue
        wants = None if topic.shared else Wants.SCENE
        yield from (
            of_topic(topic, question)
            for question in topic.questions
            if wants is None or question.wants is wants
        )
    if rules.templates is None:
        return
    here = particulars.names(heard.text)
    grown = of_each_kind(progress.grown, GROWN)
    if rules.parts.graph:
        mourned = losses.mourned(progress.mourned, progress.turns)
        sad = dark(heard) or near(progress) or mourned or particulars.hurts(heard.text)
        yield from invited(
            rules.invitations, heard.text, _before(progress, heard), sad=sad, seed=rules.seed
        )
        if rules.follows and rules.parts.following and not turned_down(heard.text):
            yield from followed(rules.follows, progress.last, heard.text, hard=sad)
        yield from growing.from_story(heard.text, here.people, rules.templates, rules.seed)
        yield from grown
    if rules.parts.recall:
        for memory in heard.recalled[:2]:
            yield from growing.from_recalled(memory, rules.templates, rules.seed, heard.text)


def _before(progress: Progress, heard: Heard) -> list[str]:
    """What was asked, and told before it, in the story that is being told."""
    asking = progress.asking
    if asking is None or turned_down(heard.text) or closer(heard.text):
        return []
    asked = [asking.ask] if asking.wants is not Wants.WHEN else []
    return [*asked, *([progress.told_before] if progress.depth else [])]


def scenes(topic: Topic, progress: Progress) -> Sequence[Candidate]:
    """The scenes of a topic that are still ripe, in their order."""
    found = (of_topic(topic, question) for question in topic.wanting(Wants.SCENE))
    return [
        each
        for each in found
        if progress.cache.state(each) is State.RIPE and each.ask not in progress.asked
    ]
