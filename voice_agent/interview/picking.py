"""Picks what we say from the phrases there are: one that was not heard lately, and remembers it. Pure."""

import random
from collections import Counter
from dataclasses import replace

from voice_agent.interview.phrases import OFTEN
from voice_agent.interview.progress import OpenQuestion, Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import WHILE, Candidate, Source, State
from voice_agent.interview.rules import Rules


def phrase(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    """Pick a phrase the narrator has not heard lately, in this talk or the one before, and remember it.

    "" where silence will do as well and every phrase was said three times in the last hundred turns.
    """
    lately = Counter(said for _, said in progress.coverage.cache.lately)
    said = rules.words.phrases.pick(kind, seed=rules.seed + progress.turns, used=lately)
    used = Counter(progress.manners.used)
    used[said] += 1
    return said, replace(
        progress,
        manners=replace(progress.manners, used=dict(used)),
        coverage=replace(progress.coverage, cache=progress.coverage.cache.say(said)),
    )


NEWEST = 3
"""What was said last, which nothing follows that begins alike. A guess."""


def pick_fresh(rules: Rules, progress: Progress, kind: str) -> list[str]:
    """The phrases of `kind` that this talk has not heard, and the last hundred turns not often, in a drawn order."""
    lately = [text for _, text in progress.coverage.cache.lately]
    newest = {_begins(text) for text in list(progress.manners.used)[-NEWEST:]}
    new = [
        text
        for text in rules.words.phrases.kinds[kind].say
        if not {text} & {*progress.manners.used, *progress.coverage.asked}
        and lately.count(text) < OFTEN
        and _begins(text) not in newest
    ]
    random.Random(f"{rules.seed} {progress.turns} {kind}").shuffle(new)
    return new


def uttered(progress: Progress, text: str) -> Progress:
    """Note that a phrase is said."""
    return replace(
        progress,
        manners=replace(progress.manners, used={**progress.manners.used, text: 1}),
        coverage=replace(progress.coverage, cache=progress.coverage.cache.say(text)),
    )


def _begins(text: str) -> str:
    """ "Tell me more of that." and "Tell me a little more." are the same to whoever hears them one after the other."""
    return " ".join(text.lower().split()[:2])


def ordinary(rules: Rules, progress: Progress) -> tuple[str, Progress]:
    """Pick a question about today, one that was never asked as long as there is one, and remember it."""
    cache, today = progress.coverage.cache, rules.past.today
    used = Counter(said for _, said in cache.lately)
    for each in rules.words.phrases.kinds["ordinary"].say:
        used[each] += 0 if cache.fresh(each, today) else WHILE
    said = rules.words.phrases.pick("ordinary", seed=rules.seed + progress.turns, used=used)
    question = Candidate(said, Wants.SCENE, Source.PROTOCOL, kind="ordinary")
    cache = cache.mark(question, State.ASKED, today).say(said)
    return said, replace(
        progress,
        coverage=replace(progress.coverage, cache=cache),
        question=OpenQuestion(text=said, chosen=question),
    )
