"""The floor of a session while it is held: who has it, since when it is quiet, and what we are saying."""

from collections.abc import Callable

from anyio import CancelScope
from anyio.lowlevel import checkpoint_if_cancelled

from voice_agent.conversation.house import House
from voice_agent.conversation.scribe import Scribe
from voice_agent.dialogue.floor import Cue, Floor, move
from voice_agent.interview.planner import Move
from voice_agent.sound import RATE


class HeldFloor:
    """Who has the floor in a session, and what hangs on it."""

    def __init__(self, house: House, scribe: Scribe, now: Callable[[], int]) -> None:
        """`now`: end of the last frame, samples."""
        self._house = house
        self._note = scribe.note
        self._now = now
        self.floor = Floor.OPEN
        self.quiet_since = 0
        """Samples."""

        self.reply = CancelScope()
        self.reply_began = 0.0
        """Seconds."""

        self.saying: Move | None = None
        self.speaking_up = False
        """A remark of our own accord is being prepared."""

        self.written = False
        """The turn in hand is on disk already."""

        self.ending = ""
        """Why the session ends; "" while it goes on."""

        self.deaf = False
        """Nothing is heard or kept any more."""

    async def take(self, cue: Cue) -> None:
        """Let the floor pass as `cue` says. Raises FloorError where it cannot."""
        await checkpoint_if_cancelled()  # a reply cut off as it finishes must not report its end
        self.floor = move(self.floor, cue)
        self._note("floor", floor=str(self.floor), cue=str(cue))
        self._house.watch.floor(self.floor, cue, self._now() / RATE)
