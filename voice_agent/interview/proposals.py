"""What could be said to an answer, guard by guard, and the one that is said. Pure.

    best, struck = chosen(state, rules, progress, heard)

The same road for what we think of ourselves and for what a language model proposes: proposals, checks, choice. A wrong
question is worse than none (docs/evaluation.md): a hook is asked about only where the form of the answer makes it sure
(reading/by_rules/hooks.py); else the narrator is asked to go on, in a dozen voices; and a question of the book comes when
the story is told.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from voice_agent.interview.choosing import Choice, choose, fits, fresh
from voice_agent.interview.heard import Heard
from voice_agent.interview.hooking import hook_questions, left_alone, whom_questions
from voice_agent.interview.mood import dark
from voice_agent.interview.picking import pick_fresh
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.interview.shapes import sure
from voice_agent.interview.story_state import StoryState
from voice_agent.reading.by_rules.losses import mourned
from voice_agent.reading.telling import telling


class Kind(StrEnum):
    """What a proposal does."""

    HOOK = "hook"
    """Asks about something of the answer."""

    GO_ON = "go on"
    """Asks for no more than that they go on."""

    MORE = "more"
    """Asks, after a few words, whether there is more."""

    STAY = "stay"
    """Says no more than that there is time."""

    ATTEND = "attend"
    """Says no more than that somebody listens."""

    AGENDA = "agenda"
    """Opens another story."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that could be said."""

    kind: Kind
    text: str
    why: str
    question: Candidate | None = None
    choice: Choice | None = None
    """Of the agenda: why this question and no other."""


def _hurts(heard: Heard) -> bool:
    """Do they say that something hurts, or does it sound so? A quiet word too many costs little, another subject much."""
    return heard.telling.lately.hurts or heard.telling.sorrow.loss or dark(heard)


def _sore(progress: Progress, heard: Heard) -> bool:
    """The same, or was a death told a moment ago?"""
    return _hurts(heard) or _bereaved(progress)


def _bereaved(progress: Progress) -> bool:
    """Was a death told a moment ago, whatever it was met with?"""
    told = any(telling(each).sorrow.loss for each in progress.tellings.heard[-AGO:])
    return told or mourned(progress.comfort.mourned, progress.turns)


Propose = Callable[[Rules, Progress, Heard], Iterator[Proposal]]
Guard = Callable[[Proposal, Rules, Progress, Heard], bool]


# ---- proposals

AGO = 2
"""Answers, this one among them, of which each may have told of a death a moment ago. A guess."""


def hooks(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """What the form of the answer makes sure of."""
    if ask := sure(rules, progress, heard):
        question = Candidate(ask, Wants.MORE, Source.STORY, kind="shape")
        yield Proposal(Kind.HOOK, ask, "the form of the answer makes sure of it", question)
    for question in hook_questions(rules, progress, heard):
        yield Proposal(Kind.HOOK, question.ask, f"a sure hook: {question.kind}", question)


def whom(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """The one person that a few words are about."""
    for question in whom_questions(rules, progress, heard):
        yield Proposal(Kind.HOOK, question.ask, "a few words about one person", question)


def with_them(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """Whoever tells of a loss is not told to please go on; of one behind a story told since, no more is said than that somebody listens."""
    if not heard.telling.sorrow.loss:
        return
    kind = "with_you" if heard.telling.lately.loss else "still_here"
    for text in (*pick_fresh(rules, progress, kind), *rules.words.phrases.kinds[kind].say):
        yield Proposal(Kind.STAY, text, "a loss was told: heard, and no question")


def go_on(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """Go on, in a dozen voices."""
    for text in pick_fresh(rules, progress, "listen_on"):
        yield Proposal(Kind.GO_ON, text, "the story goes on")


def more(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """A few words may be a beginning."""
    for text in pick_fresh(rules, progress, "more"):
        yield Proposal(Kind.MORE, text, "a few words: perhaps there is more")


def stay(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """Whoever is not to be led away from what hurts is never left with a goodbye for want of anything else."""
    if not _sore(progress, heard):
        return
    for text in (*pick_fresh(rules, progress, "shaken"), *rules.words.phrases.kinds["shaken"].say):
        yield Proposal(Kind.STAY, text, "it hurts, and nothing else fits: there is time")


def attend(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """Whoever is in the middle of a story is not led away from it for want of anything sure to ask."""
    for text in pick_fresh(rules, progress, "still_here"):
        yield Proposal(Kind.ATTEND, text, "a story is being told, and nothing sure can be asked")


def remain(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """Nor is anybody sent home in the middle of one."""
    for text in rules.words.phrases.kinds["still_here"].say:
        yield Proposal(Kind.STAY, text, "a story is being told, and nothing is left to ask")


def agenda(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Proposal]:
    """The book, the family, and what memory has grown."""
    choice = choose(rules, progress, heard)
    if choice is not None:
        question = choice.question
        why = max(choice.reasons, key=lambda each: each.share).name
        reason = f"{question.source}: {question.kind or question.wants} ({why})"
        yield Proposal(Kind.AGENDA, question.ask, reason, question, choice)


FOLLOWS: Mapping[StoryState, tuple[Propose, ...]] = {
    StoryState.REFUSED: (agenda, stay),
    StoryState.NOTHING: (agenda, stay),
    StoryState.OPEN: (with_them, go_on, hooks, attend, remain),
    StoryState.LIVE: (hooks, with_them, go_on, whom, attend, agenda, stay, remain),
    StoryState.WHOLE: (hooks, whom, with_them, go_on, agenda, stay, remain),
    StoryState.BRIEF: (hooks, whom, more, agenda, stay, with_them, go_on),
    StoryState.TOLD: (agenda, stay),
}
"""What follows an answer, the first that no guard strikes."""


# ---- guards

RUNNING, ATTENTIVE = 3, 5
"""Replies running that only ask to go on, and that only say that somebody listens; with more nobody leads. Guesses."""

URGED = 3
"""Turns within which nobody is asked twice whether there is more. A guess."""

CONFIDED = 2
"""Turns after a confidence in which nothing in it is asked about. A guess."""


def said_too_often(one: Proposal, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Protects whoever tells on and on from hearing nothing but "go on"."""
    if _sore(progress, heard):
        return False
    most = {Kind.GO_ON: RUNNING, Kind.MORE: RUNNING, Kind.ATTEND: ATTENTIVE}
    return one.kind in most and progress.story.listened >= most[one.kind]


def urged_again(one: Proposal, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Protects whoever says little, or a few words more of a death, from being pressed."""
    lately = progress.story.urged > 0 and progress.turns - progress.story.urged < URGED
    return one.kind is Kind.MORE and (lately or heard.tiring or _bereaved(progress))


def turns_from_the_dead(one: Proposal, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Protects whoever has just told of a death from being led elsewhere, unless they turn away themselves."""
    away = one.kind is Kind.AGENDA and not heard.telling.unwilling
    return away and _bereaved(progress)


def turns_from_what_hurts(one: Proposal, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Protects whoever has just said that something hurts, in whatever words, from another subject."""
    return one.kind is Kind.AGENDA and _hurts(heard) and not heard.telling.unwilling


def in_confidence(one: Proposal, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Protects what was just confided from being asked about, whoever has come in since."""
    lately = 0 < progress.wishes.confided >= progress.turns - CONFIDED
    return one.kind is Kind.HOOK and (progress.wishes.kept_back or lately)


def asked_before(one: Proposal, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Protects everybody from a question that was asked, refused, or is about what was refused."""
    if one.question is None:
        return False
    refused = progress.coverage.cache.unwelcome(one.question, rules.past.today)
    return bool(refused) or not fresh(rules, progress, one.text)


GUARDS: tuple[tuple[str, Guard], ...] = (
    ("said too often", said_too_often),
    ("urged again", urged_again),
    ("turns from the dead", turns_from_the_dead),
    ("turns from what hurts", turns_from_what_hurts),
    ("in confidence", in_confidence),
    ("asked before", asked_before),
)


def struck(one: Proposal, rules: Rules, progress: Progress, heard: Heard) -> str:
    """Which guard strikes a proposal; "" where none does."""
    return next((name for name, guard in GUARDS if guard(one, rules, progress, heard)), "")


# ---- choice

WRONG = 0.7
"""Share of readers that may call a hook wrong, as the taught reader has it; its form makes it sure, and "go on" is no better.

Strangers' hooks that it would have struck at .45 were graded 2 of 3, and the "go on" in their place 1 (lab/notes/turns.md)."""


def chosen(
    state: StoryState, rules: Rules, progress: Progress, heard: Heard
) -> tuple[Proposal | None, tuple[tuple[Proposal, str], ...]]:
    """The proposal to speak, and those that were struck, each with the guard's name."""
    out: list[tuple[Proposal, str]] = []
    for propose in FOLLOWS[state]:
        standing = list[Proposal]()
        if propose is hooks:
            out += _passed_over(rules, progress, heard)
        for one in propose(rules, progress, heard):
            if why := struck(one, rules, progress, heard):
                out.append((one, why))
            else:
                standing.append(one)
        if choose_by := _CHOOSE.get(propose):
            best = choose_by(standing, rules, progress, heard)
            out += [(one, "does not fit as well") for one in standing if one is not best]
            standing = [best] if best else []
        if standing:
            return standing[0], tuple(out)
    return None, tuple(out)


def _passed_over(rules: Rules, progress: Progress, heard: Heard) -> Iterator[tuple[Proposal, str]]:
    """The hooks that are left alone, each with the reason."""
    for hook in heard.telling.hooks:
        if why := left_alone(hook, rules, progress, heard):
            yield Proposal(Kind.HOOK, hook.called, f"a sure hook: {hook.form}"), why


DRAWN = 5
"""Ways to ask for more of which is asked how well they fit: each costs time, and they are much alike."""


def _surely(
    found: Sequence[Proposal], rules: Rules, progress: Progress, heard: Heard
) -> Proposal | None:
    """Of several hooks the one that readers would like best; None where they would call each of them wrong."""
    fit = fits(rules, heard)
    if fit is None or not found:
        return next(iter(found), None)
    marks = fit(progress.question.text, heard.text, [one.text for one in found])
    able = [(mark.worth, -place) for place, mark in enumerate(marks) if mark.wrong <= WRONG]
    return found[-max(able)[1]] if able else None


def _best(
    found: Sequence[Proposal], rules: Rules, progress: Progress, heard: Heard
) -> Proposal | None:
    """Of several ways to ask for more the one that readers would like best."""
    fit = fits(rules, heard)
    if fit is None or not found:
        return next(iter(found), None)
    drawn = found[:DRAWN]
    marks = fit(progress.question.text, heard.text, [one.text for one in drawn])
    return max(zip(marks, drawn, strict=True), key=lambda each: each[0].worth)[1]


Choose = Callable[[Sequence[Proposal], Rules, Progress, Heard], Proposal | None]

_CHOOSE: Mapping[Propose, Choose] = {hooks: _surely, go_on: _best, more: _best}
"""Where several proposals of one kind stand, who chooses; elsewhere the first is spoken."""
