"""What is said where nothing is asked of the book: that they may go on, or a quiet word. Pure."""

from dataclasses import replace

from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase, pick_fresh, uttered
from voice_agent.interview.progress import Progress
from voice_agent.interview.rules import Rules

ONWARD = "listen_on"


def on(rules: Rules, progress: Progress, heard: Heard, why: str) -> tuple[Progress, Move]:
    """Ask for no more than that they go on; say nothing where that was said too often."""
    text = next(iter(pick_fresh(rules, progress, ONWARD)), "")
    return go_on_with(progress, text, why)


def go_on_with(progress: Progress, text: str, why: str) -> tuple[Progress, Move]:
    """Say `text`, which asks for more of the story in hand; "": say nothing."""
    after = uttered(progress, text) if text else progress
    after = replace(
        after,
        story=replace(
            after.story, listened=progress.story.listened + 1, depth=progress.story.depth + 1
        ),
    )
    if text.endswith("?"):
        after = replace(
            after,
            question=replace(after.question, text=text),
            coverage=replace(after.coverage, asked=(*after.coverage.asked, text)),
        )
        return after, Move(Act.QUESTION, "", text, why)
    return after, Move(Act.ANSWER if text else Act.NOTHING, text, reason=why)


def beside_them(rules: Rules, progress: Progress, why: str) -> tuple[Progress, Move] | None:
    """Ask nothing and console nobody: what may be hard and may be none is listened to; None where that was said too often."""
    stays = progress.stays("still_here")
    said_, stays = phrase(rules, stays, "still_here")
    return (stays, Move(Act.ANSWER, said_, reason=why)) if said_ else None


def quietly(rules: Rules, progress: Progress, kind: str) -> tuple[str, Progress]:
    """A quiet word of `kind`, or one of sorrow where all of those were heard; "" where there is none left."""
    for each in (kind, "sorrow"):
        if new := pick_fresh(rules, progress, each):
            return new[0], uttered(progress, new[0])
    return "", progress
