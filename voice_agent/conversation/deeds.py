"""Does what a move promises, before the promise is spoken."""

from dataclasses import replace

from voice_agent.conversation.house import Grant, Permit
from voice_agent.interview.moves import Move
from voice_agent.interview.steering.outcome import Outcome


async def done(
    move: Move, said: str, grant: Grant | None, permit: Permit | None
) -> tuple[Outcome, ...]:
    """Carry out what was asked for and keep what was allowed; return what came of each wish. `said`: in which words."""
    every = (move, *move.also)
    came = [
        await grant(each.wish, said) if grant is not None and each.wish is not None else Outcome()
        for each in every
    ]
    if permit is not None and move.permits is not None:
        kept = await permit(move.permits, said)
        more = " ".join(each for each in (came[0].more, kept.more) if each)
        came[0] = replace(came[0], say=came[0].say or kept.say, more=more)
    return tuple(came)
