"""That a question is asked is noted here, and another story is opened. Pure."""

from dataclasses import replace

from voice_agent.interview.choosing import choose
from voice_agent.interview.heard import Heard
from voice_agent.interview.progress import Progress
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
        depth=0 if another else progress.depth + 1,
        told=(frozenset[Wants]() if another else progress.told) | {question.wants},
        period=question.period if another else progress.period,
        stayed=0 if another and len(progress.asked) % QUIETLY == 0 else progress.stayed,
        away=0 if question.topic == rules.topic.name else progress.away + 1,
        asked=(*progress.asked, question.ask),
        kinds=(*progress.kinds, str(question.source), question.kind),
        last=question.ask,
        asking=question,
        listened=0,
        cache=progress.cache.mark(question, State.ASKED, rules.past.today),
        returns=opened(progress.returns) if another else progress.returns,
    )


def another_scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """Another story, because the narrator does not want this one; a heavy topic, or a second one, rests."""
    asking, today = progress.asking, rules.past.today
    cache = progress.cache
    if asking is not None:
        cache = cache.refuse(asking, today)
    if asking is not None and asking.topic:
        heavy = next((t.heavy for t in rules.book if t.name == asking.topic), False)
        again = asking.topic in progress.skipped
        if heavy or again:
            cache = cache.decline(asking.topic, today)
        progress = replace(progress, skipped=(*progress.skipped, asking.topic))
    return scene(rules, replace(progress, cache=cache))


def scene(rules: Rules, progress: Progress) -> tuple[Progress, str]:
    """Open another story; the question is empty where there is none."""
    progress = replace(progress, depth=STAY, told=frozenset())
    choice = choose(rules, progress, Heard(""), scenes_only=True)
    if choice is None:
        return progress, ""
    return asked(rules, progress, choice.question), choice.question.ask
