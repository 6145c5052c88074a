"""We asked what had been told, or what nobody should be asked, and are told off: the fault is owned. Pure.

What they had told is said back in a few of their words where that can be done rightly, and nothing is asked after it:
not the same again, and nothing else.
"""

from dataclasses import replace

from voice_agent.interview import phrases
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import OpenQuestion, Progress
from voice_agent.interview.rules import Rules
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules import expression
from voice_agent.reading.telling import Telling, telling
from voice_agent.reading.words.vocabulary import said as words_of

SAID_BACK = 12
"""Words of theirs that are said back."""


def own_it(rules: Rules, progress: Progress, heard: Heard) -> tuple[Progress, Move] | None:
    """Own it, say back what was told, and ask nothing; None where nobody tells us off."""
    if not heard.condition.rebuked:
        return None
    theirs = _sayable(heard.condition.told_already, heard)
    told = theirs or _told_last(progress)
    lost = _lost(heard.telling) or (not theirs and _lost(telling(progress.tellings.last)))
    if lost and not theirs:
        told = ""  # of a loss only its own words are said back
    kind = _KINDS[bool(told), lost]
    quiet = replace(
        progress,
        question=OpenQuestion(),
        story=replace(progress.story, depth=0),
        comfort=replace(
            progress.comfort,
            stayed=progress.turns,
            beside="still_here",  # and a few words more of it are waited for
            mourned=progress.turns if lost else progress.comfort.mourned,
        ),
    )
    said, quiet = phrase(rules, quiet, kind)
    return quiet, Move(Act.ANSWER, phrases.fill(said, told=f"{told}."), reason="told off: owned")


_KINDS = {
    (False, False): "rebuked",
    (False, True): "rebuked_hard",
    (True, False): "rebuked_told",
    (True, True): "rebuked_loss",
}
"""How it is owned: by whether what was told can be said back, and whether it is a loss."""


def _lost(told: Telling) -> bool:
    return told.sorrow.loss or told.sorrow.mourns


def _told_last(progress: Progress) -> str:
    """What they told last, where one clause of it says so by itself, turned."""
    return next(expression.scenes(progress.tellings.last, SAID_BACK), "")


def _sayable(told: str, heard: Heard) -> str:
    """The same, where one can say it back."""
    few = 2 < len(told.split()) <= SAID_BACK
    return told if few and not faults(f"You told me {told}.", words_of(heard.text, told)) else ""
