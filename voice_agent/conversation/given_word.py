"""What we promise: it is done before it is said that it is."""

import anyio
from anyio import CancelScope
from anyio.abc import TaskGroup

from voice_agent.conversation.attention import Attention
from voice_agent.conversation.deeds import done
from voice_agent.conversation.errands import Errands
from voice_agent.conversation.house import House
from voice_agent.conversation.scribe import Scribe
from voice_agent.interview.moves import Move
from voice_agent.interview.steering.outcome import after_the_deeds


class GivenWord:
    """Kept for one session."""

    def __init__(
        self, house: House, attention: Attention, scribe: Scribe, errands: Errands
    ) -> None:
        """What is done too late to be answered with is left to `errands` to be said."""
        self._house, self._attention = house, attention
        self._scribe, self._errands = scribe, errands

    async def keep(self, tasks: TaskGroup, chosen: Move, words: str) -> Move:
        """Do what `chosen` promises, and return what is said of it: nothing is promised before it is stored.

        Whoever goes on telling meanwhile is not spoken over: it is done all the same, and said when the floor is open.
        """
        house, attention = self._house, self._attention
        over, made = anyio.Event(), list[Move]()
        given_up = False

        async def work() -> None:
            # a goodbye must not stop a label being written
            with CancelScope(shield=True):
                came = await done(chosen, words, house.grant, house.permit)
                attention.progress, move = after_the_deeds(
                    house.rules, attention.progress, chosen, came
                )
                gone = {each for out in came for each in out.unsaid}
                self._scribe.told[:] = [t for t in self._scribe.told if t not in gone]
                made.append(move)
                over.set()
                if given_up:  # an older question is not asked again, but "shall I erase it?" is
                    asks = attention.progress.wishing is not None
                    self._errands.outcomes.append(move.text if asks else move.said)

        tasks.start_soon(work)
        try:
            await over.wait()
        finally:
            given_up = not over.is_set()
        return made[0]
