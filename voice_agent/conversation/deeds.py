"""Does what a move promises, before the promise is spoken."""

from dataclasses import replace

from voice_agent.conversation.house import Grant, Permit
from voice_agent.interview.moves import Move
from voice_agent.interview.steering.outcome import Outcome, together


async def done(move: Move, said: str, grant: Grant | None, permit: Permit | None) -> Outcome:
    """Carry out what was asked for and keep what was allowed; return what came of it. `said`: in which words."""
    outcome = Outcome()
    if grant is not None and move.wish is not None:
        outcome = await grant(move.wish, said)
        for each in move.also:
            outcome = together(outcome, await grant(each, said))
    if permit is not None and move.permits is not None:
        more = await permit(move.permits, said)
        outcome = replace(outcome, more=" ".join(each for each in (outcome.more, more) if each))
    return outcome
