"""The small sounds that say that we listen, made while the narrator has the floor."""

from collections.abc import Callable

from anyio.abc import TaskGroup

from voice_agent.conversation.attention import Attention
from voice_agent.conversation.course import Course
from voice_agent.conversation.house import House
from voice_agent.conversation.mouth import Mouth
from voice_agent.conversation.scribe import Scribe
from voice_agent.dialogue import backchannel
from voice_agent.dialogue.listening import Listener, Stretch
from voice_agent.interview.planner import Stage
from voice_agent.sound import RATE


class Murmurs:
    """Those of one session."""

    def __init__(
        self,
        house: House,
        course: Course,
        listener: Listener,
        mouth: Mouth,
        scribe: Scribe,
        attention: Attention,
        now: Callable[[], int],
    ) -> None:
        """`now`: end of the last frame, samples."""
        self._house, self._course = house, course
        self._listener, self._mouth = listener, mouth
        self._scribe, self._attention, self._now = scribe, attention, now
        self._made = backchannel.Memory()
        self._heard: tuple[int, float] | None = None  # after which sample, and when, seconds

    def one_if_fit(
        self, tasks: TaskGroup, silence: float, words: str, complete: float | None
    ) -> None:
        """Make one in `tasks`, where one is fit after `silence` seconds."""
        turn = self._listener.turn
        talking = self._course.progress.stage is Stage.TALK
        if not self._house.murmurs or turn is None or not talking:
            return
        kind, self._made = backchannel.murmur(
            self._made,
            silence=silence,
            spoken=turn.spoken,
            words=words,
            complete=complete,
            now=self._now() / RATE,
            seed=self._house.rules.seed,
            tone=backchannel.Tone(self._attention.bearing.tone),
        )
        if kind is not None:
            finished = complete is not None and complete >= backchannel.Policy().sounds_finished
            tasks.start_soon(self._make, kind, turn.ended, finished)

    def after(self, stretch: Stretch) -> float | None:
        """When one was heard at the end of `stretch`, seconds; None where none was."""
        return self._heard[1] if self._heard and self._heard[0] == stretch.ended else None

    async def _make(self, kind: backchannel.Kind, after: int, finished: bool) -> None:
        seed = self._house.rules.seed + len(self._scribe.turns)
        clip = self._house.speech.murmur(str(kind), seed)
        if clip is None or self._listener.speaking:
            return
        self._heard = (after, self._now() / RATE)
        self._scribe.note("murmur", what=str(kind), finished=finished)
        await self._mouth.murmur(clip)
