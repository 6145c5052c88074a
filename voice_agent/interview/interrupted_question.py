"""What was begun and not heard: a question that the narrator spoke over was not asked. Pure."""

from dataclasses import replace

from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.questions import State


def reached(move: Move, text: str) -> bool:
    """Was it asked, if `text` of it reached the air? Half a question is understood; what comes before it asks nothing."""
    return len(move.text.split()) - len(text.split()) <= len(move.asks.split()) / 2


def taken_back(progress: Progress, before: Progress, move: Move) -> Progress:
    """The interview as if `move` had asked nothing; `before`: as it stood when that was chosen.

    What the narrator told, wished and settled stays so. Nothing waits for an answer that did not wait for one before:
    a yes to what nobody heard is no yes.
    """
    question, asking, returns = move.question, before.asking, progress.returns
    cache, last = progress.cache, before.last
    # as it was chosen, and as a language model worded it
    for each in (question, question and replace(question, ask=move.ask)):
        if each is not None and each.key not in before.cache.entries:
            cache = cache.unmark(each)
    if asking is not None and cache.state(asking) is State.DECLINED:
        asking, last = None, ""
    if returns.pending is not None and before.returns.pending is None:
        returns = replace(returns, pending=None)
    back = replace(
        progress,
        asked=before.asked,
        kinds=before.kinds,
        last=last,
        asking=asking,
        depth=before.depth,
        told=progress.told | before.told if asking else progress.told,
        away=before.away,
        permission=progress.permission and before.permission,
        reading=progress.reading if progress.reading == before.reading else None,
        wishing=progress.wishing if progress.wishing is before.wishing else None,
        doubted=progress.doubted if progress.doubted is before.doubted else None,
        break_offered=before.break_offered,
        closing=before.closing,
        cache=cache,
        returns=returns,
    )
    if progress.permission is None or before.permission is not None:
        return back
    leave = (progress.permission, *progress.leave)
    return replace(back, leave=leave, asked_leave=before.asked_leave)
