"""What was begun and not heard: a question that the narrator spoke over was not asked. Pure."""

from dataclasses import replace

from voice_agent.interview.moves import Move
from voice_agent.interview.progress import OpenQuestion, Progress
from voice_agent.interview.questions import State


def reached(move: Move, text: str) -> bool:
    """Was it asked, if `text` of it reached the air? Half a question is understood; what comes before it asks nothing."""
    return len(move.text.split()) - len(text.split()) <= len(move.asks.split()) / 2


def taken_back(progress: Progress, before: Progress, move: Move) -> Progress:
    """The interview as if `move` had asked nothing; `before`: as it stood when that was chosen.

    What the narrator told, wished and settled stays so. Nothing waits for an answer that did not wait for one before:
    a yes to what nobody heard is no yes.
    """
    question, asking, returns = move.question, before.question.chosen, progress.returns
    cache, last = progress.coverage.cache, before.question.text
    # as it was chosen, and as a language model worded it
    for each in (question, question and replace(question, ask=move.ask)):
        if each is not None and each.key not in before.coverage.cache.entries:
            cache = cache.unmark(each)
    if asking is not None and cache.state(asking) is State.DECLINED:
        asking, last = None, ""
    if returns.pending is not None and before.returns.pending is None:
        returns = replace(returns, pending=None)
    back = replace(
        progress,
        coverage=replace(
            progress.coverage,
            asked=before.coverage.asked,
            kinds=before.coverage.kinds,
            away=before.coverage.away,
            closing=before.coverage.closing,
            cache=cache,
        ),
        question=OpenQuestion(text=last, chosen=asking),
        story=replace(
            progress.story,
            depth=before.story.depth,
            given=progress.story.given | before.story.given if asking else progress.story.given,
        ),
        consent=replace(
            progress.consent, permission=progress.consent.permission and before.consent.permission
        ),
        book=replace(
            progress.book,
            reading=progress.book.reading if progress.book.reading == before.book.reading else None,
        ),
        wishes=replace(
            progress.wishes,
            waiting=progress.wishes.waiting
            if progress.wishes.waiting is before.wishes.waiting
            else None,
            doubted=progress.wishes.doubted
            if progress.wishes.doubted is before.wishes.doubted
            else None,
        ),
        manners=replace(progress.manners, break_offered=before.manners.break_offered),
        returns=returns,
    )
    if progress.consent.permission is None or before.consent.permission is not None:
        return back
    leave = (progress.consent.permission, *progress.consent.leave)
    return replace(back, consent=replace(back.consent, leave=leave, asked=before.consent.asked))
