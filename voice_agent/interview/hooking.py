"""Which of an answer's sure hooks may be asked about, and in which words. Pure.

Whom or what somebody died with, said in somebody's mouth, told of before, or named in a confidence is left alone.
"""

import random
from collections.abc import Callable, Iterator

from voice_agent.interview.heard import Heard
from voice_agent.interview.phrases import fill
from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.rules import Rules
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules.hooks import Form, Hook
from voice_agent.reading.by_rules.losses import mourned
from voice_agent.reading.words.vocabulary import said as words_of

KINDS = {each: f"hook_{each}" for each in Form}
"""The kinds of phrase a hook of each form is asked about with (config/phrases/leading.toml)."""

Left = Callable[[Hook, Rules, Progress, Heard], bool]


def beside_something_sore(hook: Hook, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Nobody is asked about what stands beside a death, or what hurt."""
    return (
        hook.sore or heard.telling.sorrow.loss or mourned(progress.comfort.mourned, progress.turns)
    )


def in_somebodys_mouth(hook: Hook, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """ "He said, Mr. Dutra, yes" names whoever was spoken to."""
    return hook.quoted


def known(hook: Hook, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """Who was asked about in this talk, or is the narrator, is no news."""
    name = hook.called.split()[-1].lower()
    return name in words_of(" ".join((*progress.coverage.asked, rules.narrator.name))).words


def passed(hook: Hook, rules: Rules, progress: Progress, heard: Heard) -> bool:
    """A long story is not led back to whom it came by at its beginning."""
    return not hook.late


LEFT_ALONE: tuple[tuple[str, Left], ...] = (
    ("beside something sore", beside_something_sore),
    ("in somebody's mouth", in_somebodys_mouth),
    ("known already", known),
    ("told on since", passed),
)


def left_alone(hook: Hook, rules: Rules, progress: Progress, heard: Heard) -> str:
    """Why a hook is not asked about; "" where it may be."""
    found = (name for name, left in LEFT_ALONE if left(hook, rules, progress, heard))
    return next(found, "")


def hook_questions(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Candidate]:
    """A question for each hook that may be asked about; the last told first, it is the nearest to them."""
    for hook in reversed(heard.telling.hooks):
        if left_alone(hook, rules, progress, heard):
            continue
        yield from _asked(
            rules, progress, heard, KINDS[hook.form], hook.called, hook.how, many=hook.many
        )


def whom_questions(rules: Rules, progress: Progress, heard: Heard) -> Iterator[Candidate]:
    """A question about the one person that a few words are about; none beside anything that hurts."""
    told = heard.telling
    if told.whom and not (told.sorrow.hurts or mourned(progress.comfort.mourned, progress.turns)):
        yield from _asked(rules, progress, heard, "more_of", told.whom)


def _asked(
    rules: Rules,
    progress: Progress,
    heard: Heard,
    kind: str,
    called: str,
    how: str = "",
    *,
    many: bool = False,
) -> Iterator[Candidate]:
    """A question of `kind` about whom or what is `called` so, in the words that were heard least; none where none may be said."""
    ways = list(rules.words.phrases.kinds[kind].say)
    random.Random(f"{rules.seed} {progress.turns} {kind}").shuffle(ways)
    ways.sort(key=lambda way: progress.manners.used.get(way, 0))
    for way in ways:
        if many and "was {name}" in way:
            continue
        ask = fill(way, name=called, told=how)
        if not faults(ask, words_of(heard.text, called)):
            yield Candidate(ask, Wants.MORE, Source.STORY, kind=kind, about=(called,), event=way)
            return
