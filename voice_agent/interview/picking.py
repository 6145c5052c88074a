"""Picks what we say from the phrases there are: one that was not heard lately, and remembers it. Pure."""

from collections import Counter
from dataclasses import replace

from voice_agent.interview.progress import Progress
from voice_agent.interview.protocol import Wants
from voice_agent.interview.questions import WHILE, Candidate, Source, State
from voice_agent.interview.rules import Rules


def phrase(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    """Pick a phrase the narrator has not heard lately, in this talk or the one before, and remember it.

    "" where silence will do as well and every phrase was said three times in the last hundred turns.
    """
    lately = Counter(said for _, said in progress.cache.lately)
    said = rules.phrases.pick(kind, seed=rules.seed + progress.turns, used=lately)
    used = Counter(progress.used)
    used[said] += 1
    return said, replace(progress, used=dict(used), cache=progress.cache.say(said))


def ordinary(rules: Rules, progress: Progress) -> tuple[str, Progress]:
    """Pick a question about today, one that was never asked as long as there is one, and remember it."""
    cache, today = progress.cache, rules.past.today
    used = Counter(said for _, said in cache.lately)
    for each in rules.phrases.kinds["ordinary"].say:
        used[each] += 0 if cache.fresh(each, today) else WHILE
    said = rules.phrases.pick("ordinary", seed=rules.seed + progress.turns, used=used)
    question = Candidate(said, Wants.SCENE, Source.PROTOCOL, kind="ordinary")
    cache = cache.mark(question, State.ASKED, today).say(said)
    return said, replace(progress, cache=cache, last=said, asking=question)
