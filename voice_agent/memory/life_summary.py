"""A life on one page: the narrator's own sentences, the weightiest of each part of life, in order of time.

Extractive, so that nothing is in it that was not said; kept up to date after each session. What carries a
label or has been taken back is not in the memories it is made of.
"""

from collections.abc import Iterable

from voice_agent.memory.dates.when import ALWAYS, strict_bounds
from voice_agent.memory.recall.memories import Kind, Memory, may_come_up
from voice_agent.verbs import whole

SENTENCES = 12
"""About two spoken minutes."""


def life_summary(memories: Iterable[Memory], limit: int = SENTENCES) -> str:
    """Return at most `limit` of the weightiest tellings, dated ones in order of time, then the others.

    The same memories give the same summary, in whatever order. Empty where nothing was told.
    """
    fine = [
        each
        for each in memories
        if may_come_up(each) and each.kind is not Kind.TOPIC and whole(each.text)
    ]
    best = sorted(fine, key=lambda each: (-each.saliency.score, -each.tellings, each.id))
    taken: list[Memory] = []
    for each in best:
        if len(taken) < limit and not any(_alike(each.text, other.text) for other in taken):
            taken.append(each)
    return "\n".join(_sentence(each.text) for each in sorted(taken, key=_time))


def _time(memory: Memory) -> tuple[int, int, str]:
    if not memory.when:
        return 1, 0, memory.id
    days = strict_bounds(memory.when)
    first = days.earliest if days.earliest != ALWAYS else days.latest
    return 0, first.toordinal(), memory.id


def _alike(one: str, other: str) -> bool:
    a, b = set(one.lower().split()), set(other.lower().split())
    return len(a & b) >= 0.8 * min(len(a), len(b))


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?…" else ".")
