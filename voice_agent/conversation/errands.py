"""What is done beside the talk: what danger asks for, and wishes of which nothing is promised.

What comes of it is said when the floor is open. A goodbye stops none of it.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial

from anyio import CancelScope
from anyio.abc import TaskGroup

from voice_agent.conversation.deeds import done
from voice_agent.conversation.house import House
from voice_agent.interview.moves import Move
from voice_agent.interview.steering.outcome import promises


class Errands:
    """Those of one session."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.outcomes = deque[str]()
        """What came of a message, or of a wish nobody heard of yet: to be said, the first first."""

    def begin(self, tasks: TaskGroup, chosen: Move, words: str) -> None:
        """Begin in `tasks` what `chosen` asks for, said in `words`."""
        house = self._house
        if chosen.wishes and not promises(chosen):

            async def deed() -> str:
                came = await done(chosen, words, house.grant, house.permit)
                return " ".join(each for out in came for each in (out.say, out.more) if each)

            tasks.start_soon(self._until_done, deed)
        said = chosen.about or words
        # who is to be passed over is known before anybody is told anything
        for each in (chosen.wary, chosen.alert):
            if house.alarm is not None and each:
                tasks.start_soon(self._until_done, partial(house.alarm, each, said))

    async def _until_done(self, work: Callable[[], Awaitable[str]]) -> None:
        # a goodbye must not stop a message on its way
        outcome = ""
        with CancelScope(shield=True):
            outcome = await work()
        if outcome:
            self.outcomes.append(outcome)
