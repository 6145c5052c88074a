"""That a question is asked is noted here, and another story is opened. Pure."""

from dataclasses import replace

from voice_agent.interview.choosing import choose
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import OpenQuestion, Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.question_score import STAY
from voice_agent.interview.questions import Candidate, State
from voice_agent.interview.returning.return_state import opened
from voice_agent.interview.rules import Rules
from voice_agent.interview.topic_change import opens

QUIETLY = 8
"""Questions after which something hard may again be met without one; oftener it becomes a habit. A guess."""


def asked(
    rules: Rules, progress: Progress, question: Candidate, *, another: bool | None = None
) -> Progress:
    """Note that `question` is asked; `another`: it leaves the story in hand (else as topic_change.opens says)."""
    another = opens(question) if another is None else another
    return replace(
        progress,
        story=replace(
            progress.story,
            depth=0 if another else progress.story.depth + 1,
            given=(frozenset[Wants]() if another else progress.story.given) | {question.wants},
            period=question.period if another else progress.story.period,
            listened=0,
        ),
        comfort=replace(
            progress.comfort,
            stayed=0
            if another and len(progress.coverage.asked) % QUIETLY == 0
            else progress.comfort.stayed,
        ),
        coverage=replace(
            progress.coverage,
            away=0 if question.topic == rules.topic.name else progress.coverage.away + 1,
            asked=(*progress.coverage.asked, question.ask),
            kinds=(*progress.coverage.kinds, str(question.source), question.kind),
            cache=progress.coverage.cache.mark(question, State.ASKED, rules.past.today),
        ),
        question=OpenQuestion(text=question.ask, chosen=question),
        returns=opened(progress.returns) if another else progress.returns,
    )


def another_scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """Another story, because the narrator does not want this one; a heavy topic, or a second one, rests."""
    asking, today = progress.question.chosen, rules.past.today
    cache = progress.coverage.cache
    if asking is not None:
        cache = cache.refuse(asking, today)
    if asking is not None and asking.topic:
        heavy = next((t.heavy for t in rules.topics if t.name == asking.topic), False)
        again = asking.topic in progress.coverage.skipped
        if heavy or again:
            cache = cache.decline(asking.topic, today)
        progress = replace(
            progress,
            coverage=replace(progress.coverage, skipped=(*progress.coverage.skipped, asking.topic)),
        )
    return scene(rules, progress.covering(cache))


def scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """Open another story; the question is empty where there is none."""
    progress = replace(progress, story=replace(progress.story, depth=STAY, given=frozenset()))
    choice = choose(rules, progress, Heard(""), scenes_only=True)
    if choice is None:
        return progress, ""
    return asked(rules, progress, choice.question), choice.question.ask
