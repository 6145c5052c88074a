"""Our planner as it stands in the house, driven in writing; with parts withheld, for ablations."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from voice_agent.evaluation.interviewers import Memory, Said
from voice_agent.interview import planner
from voice_agent.interview.planner import Act, Heard, Move, Opening, Progress, Rules
from voice_agent.memory.summary import last_time, summarise
from voice_agent.story import Speaker

Wording = Callable[[Move, Heard, Sequence[str]], Awaitable[str | None]]
"""As `conversation.house.Wording`."""

PARTS = ("protocol", "graph", "emotion", "shift")
"""What can be withheld."""


@dataclass(frozen=True, slots=True)
class Without:
    """Parts of the planner that are withheld."""

    protocol: bool = False
    graph: bool = False
    emotion: bool = False
    shift: bool = False

    @classmethod
    def of(cls, name: str) -> "Without":
        """Read "without-graph"; "ours" withholds nothing."""
        return cls(**{part: name == f"without-{part}" for part in PARTS})


class Ours:
    """The planner."""

    def __init__(
        self,
        rules: Rules,
        *,
        name: str = "ours",
        without: Without | None = None,
        wording: Wording | None = None,
    ) -> None:
        """`rules` as `assemble.rules` reads them; `wording` a language model's, checked."""
        self.name = name
        self._rules = rules
        self._without = without or Without()
        self._wording = wording
        self._progress = Progress()
        self._opening = Opening(consented=True)
        self._summary = ""

    async def open(self, session: int, memory: Memory) -> Said:
        """Open a session: who we are, last time, a first question."""
        before = last_time(self._summary) if self._summary else ""
        self._opening = Opening(consented=True, last_time=before)
        rules = replace(self._rules, seed=self._rules.seed + session)
        self._progress, move = planner.open_session(rules, self._opening)
        return self._said(move)

    async def reply(self, answer: str, minutes: float, memory: Memory) -> Said:
        """Choose a move and, where a model helps, its words."""
        heard = Heard(answer, minutes=minutes)
        self._progress, move = planner.reply(self._rules, self._progress, heard, self._opening)
        if self._wording is not None and move.act is Act.QUESTION:
            told = [t.text for t in memory.turns if t.speaker is Speaker.NARRATOR]
            if worded := await self._wording(move, heard, told):
                move = move.worded(worded)
                self._progress = replace(self._progress, last=move.ask)
        return self._said(move)

    async def close(self, memory: Memory) -> Said:
        """End the session where the narrator says goodbye."""
        self._summary = summarise(tuple(memory.turns))
        heard = Heard("Goodbye.")
        self._progress, move = planner.reply(self._rules, self._progress, heard, self._opening)
        return replace(self._said(move), ends=True)

    def _said(self, move: Move) -> Said:
        return Said(
            move.text, move.ask, str(move.act), move.reason, move.ends, self._rules.topic.name
        )
