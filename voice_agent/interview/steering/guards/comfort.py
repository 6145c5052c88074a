"""Guards for whoever is frightened, lost, cross or ashamed, or needs something else than to be asked. Pure."""

from dataclasses import replace

from voice_agent.interview import which_year
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Act, Move
from voice_agent.interview.picking import phrase
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import steadying
from voice_agent.interview.steering import danger_within
from voice_agent.interview.steering.guarding import Answer
from voice_agent.interview.steering.understood import Understood

SILENT = 3
"""So many cues count as given: none follows while somebody makes tea."""


def quiet_together(
    rules: Rules, progress: Progress, heard: Heard, turn: Understood
) -> Answer | None:
    """ "Yes, quiet a little", from somebody who was just offered it, is no wish about our voice."""
    met = 0 < progress.comfort.stayed >= progress.turns - 1
    if not met or not heard.to_us.quiet:
        return None
    said, progress = phrase(
        rules,
        replace(
            progress,
            manners=replace(progress.manners, quiet=SILENT),
            comfort=replace(progress.comfort, stayed=progress.turns),
        ),
        "shaken",
    )
    return progress, Move(Act.ANSWER, said, reason="quiet, as was offered")


def frightened(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Somebody frightened or lost is met before any wish is guessed at, but not before danger."""
    if turn.wish or turn.beside.plainly:
        return None
    if progress.stage is Stage.CONSENT:
        return steadying.before_the_yes(rules, progress, heard)
    if turn.level == "1" or progress.stage is not Stage.TALK:
        return None
    asks_first = progress.safety.checking or danger_within.doubted(rules, progress, heard)
    return None if asks_first else steadying.steady(rules, progress, heard)


def sorry(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever says sorry to us is told that there is no need."""
    # "sorry, I meant 1952" is met with which of the two it is
    if progress.safety.after or which_year.open_(progress) or not heard.condition.sorry:
        return None
    said, progress = phrase(rules, progress, "no_sorry")
    return progress, Move(Act.ANSWER, said, reason="an apology")


def needing(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever has to see to something first is waited for in silence."""
    if not (heard.condition.needs):
        return None
    said, progress = phrase(
        rules, replace(progress, manners=replace(progress.manners, quiet=SILENT)), "needs"
    )
    return progress, Move(Act.ANSWER, said, reason="something else comes first")


def our_fault(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever was not understood, or has told it already, hears us own it, and no further question."""
    return steadying.owned(rules, progress, heard)


def set_against(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever is cross, has lost a question or has confessed something is stayed with, and asked for nothing."""
    return steadying.at_odds_with_us(rules, progress, heard)


def missing(rules: Rules, progress: Progress, heard: Heard, turn: Understood) -> Answer | None:
    """Whoever speaks as of the living of somebody who may have died is neither told nor affirmed."""
    return steadying.missing(rules, progress, turn.living)
