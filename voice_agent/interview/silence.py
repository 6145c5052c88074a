"""What is said while nobody answers, and when a talk ends by itself. Pure."""

from dataclasses import replace

from voice_agent.interview.closing import close
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.reading.danger.cries import GRAVE
from voice_agent.reading.wishes.commands import Command

ANSWERS = 30.0
"""Seconds within which "are you all right?" is answered, or is asked once more; then come the words for an emergency."""

ASLEEP = 900.0
"""Seconds without a word after which a talk ends: long enough to make tea. A guess."""


def after_silence(
    rules: Rules,
    progress: Progress,
    quiet: float,
    waits: tuple[float, float, float],
    minutes: float = 0.0,
) -> tuple[Progress, Move]:
    """What to say when nobody has spoken for `quiet` seconds since our last word.

    `waits`: seconds to the gentle cue, to "take your time", to the offer of a rest. Each comes once
    until the narrator speaks. `minutes`: how long the talk has lasted; whoever falls asleep is not listened to for ever.
    Whoever said something grave is not left because they are silent, however late it is.
    """
    kinds = ("gentle_cue", "reassure", "rest_offer")
    if progress.stage is Stage.OVER:
        return progress, Move(Act.NOTHING)
    if progress.safety.checking:
        return _unanswered(rules, progress, quiet)
    grave = progress.safety.after in GRAVE or progress.safety.asked
    may_end = progress.stage is Stage.TALK and not grave
    if may_end and minutes >= rules.times.hard_stop:
        return close(rules, progress, "the hard stop of the session")
    if may_end and progress.manners.quiet >= len(kinds) and quiet >= ASLEEP:
        return close(rules, progress, "nobody has spoken for long")
    if progress.manners.quiet >= len(kinds):
        return progress, Move(Act.NOTHING)
    if quiet < waits[progress.manners.quiet]:
        return progress, Move(Act.NOTHING)
    kind = kinds[progress.manners.quiet]
    said_, progress = phrase(rules, progress, kind)
    progress = replace(
        progress, manners=replace(progress.manners, quiet=progress.manners.quiet + 1)
    )
    undoing = (
        progress.wishes.waiting is not None and progress.wishes.waiting.command is Command.UNDO
    )
    if undoing or kind == "rest_offer":  # a yes may be one to the rest
        progress = progress.awaits(None)
    return progress, Move(Act.CUE, said_, reason=f"{quiet:.0f} s of silence")


def _unanswered(rules: Rules, progress: Progress, quiet: float) -> tuple[Progress, Move]:
    """Nobody says whether all is right: it is asked once more, and then the number is said."""
    if quiet < ANSWERS or progress.safety.unanswered > 1:
        return progress, Move(Act.NOTHING)
    key = "3m" if progress.safety.unanswered else "check"
    progress = replace(
        progress, safety=replace(progress.safety, unanswered=progress.safety.unanswered + 1)
    )
    reason = f"safety check: no answer in {quiet:.0f} s"
    return progress, Move(Act.SAFETY, rules.readers.net.say(key), reason=reason)
