"""A language model as a talk has it: in the interviewer's seat where it may lead, and for what is read behind the talk.

`tend` runs beside the session and sees between turns that the best language model still answering is ready. Nothing of
this ever holds a turn up.
"""

from collections.abc import Callable, Sequence

import anyio

from voice_agent.interview.known import Event, Known
from voice_agent.interview.questions import Candidate
from voice_agent.interview.seat import brief as briefs
from voice_agent.interview.seat.verdict import Standing
from voice_agent.interview.wording import extraction, extrapolation
from voice_agent.language import extracting, full_reading, seating
from voice_agent.language.extrapolating import extrapolate, prompt
from voice_agent.language.fallback import Fallback
from voice_agent.language.finished import finished
from voice_agent.language.finished import prompt as finished_prompt
from voice_agent.language.full_reading import ToRead
from voice_agent.language.gate import Gate, Look, Purpose, nobody
from voice_agent.language.seating import Observe, Recall, Seat
from voice_agent.language.standing import reads_behind
from voice_agent.language.story_line import story_line
from voice_agent.reading.full_by_model import FullByModel
from voice_agent.reading.reading import Span

SCORED = 0.12
"""Seconds for a score, within what recall may take (product.md)."""


class Wordsmith:
    """The model, and what it may be asked."""

    def __init__(
        self,
        model: Fallback,
        *,
        names: Sequence[str] = (),
        patience: float = 2.5,
        observe: Observe = lambda reason: None,
        look: Look = nobody,
        standing: Standing = lambda model: None,
    ) -> None:
        """`names` from the settings may be spoken though nobody said them; `patience` in seconds. `look`: looks up what
        must not be sent; `standing`: what the model of that name may do."""
        self._names = tuple(names)
        self._patience = patience
        self._observe = observe
        self._standing = standing
        self._more, self._read = prompt(), extracting.prompt()
        self._story = finished_prompt()
        self._brief = seating.prompt()
        self._reading = full_reading.prompt()
        fixed = (
            *briefs.opening(self._brief),
            *full_reading.opening(self._reading),
            *extrapolation.messages(self._more, Known())[:-1],
            *extraction.messages(self._read, "")[:-1],
            *self._story,
        )
        self._gate = Gate(model, look, frozenset(fixed))
        self._turned = anyio.Event()

    @property
    def gate(self) -> Gate:
        """The way to the language model."""
        return self._gate

    def seat(self, life: Callable[[], Known], recall: Recall | None = None) -> Seat:
        """The model in the interviewer's seat, for one talk. `life`: what may be spoken of it now; `recall`: what its first reply
        calls up is shown to it before a second one."""
        return Seat(
            self._gate,
            self._brief,
            life=life,
            names=self._names,
            patience=self._patience,
            observe=self._observe,
            asked=lambda: self._turned.set(),
            standing=self._standing,
            recall=recall,
        )

    async def extrapolate(self, known: Known) -> tuple[Candidate, ...]:
        """Think of questions about a life, behind whatever the narrator waits for; none on failure."""
        return await extrapolate(self._gate.to(Purpose.QUESTIONS, behind=True), self._more, known)

    async def finished(self, before: Sequence[str], heard: str) -> float | None:
        """How likely the story told is finished, 0..1; None where the model works here or is late.

        A model on the same cores would hold up the recogniser. No side effects: may be speculated.
        """
        if not self.elsewhere:
            return None
        model = self._gate.to(Purpose.FINISHED, said=[heard])
        return await finished(model, self._story, before, heard, patience=SCORED)

    async def read(self, one: ToRead) -> FullByModel | None:
        """Read all that a turn holds, behind whatever the narrator waits for; None on failure."""
        return await full_reading.read_fully(self._gate, self._reading, one)

    async def name_story(self, text: str) -> Span | None:
        """By which of its own words an old story is called; None where nobody can be asked (story_line)."""
        return await story_line(self._gate, text) if self.elsewhere else None

    async def extract(self, turns: Sequence[str], known: Known) -> tuple[Event, ...]:
        """Read what happened in `turns` and is not `known`, behind whatever the narrator waits for; none on failure."""
        model = self._gate.to(Purpose.EXTRACTION, behind=True)
        return await extracting.extract(model, self._read, turns, known)

    @property
    def elsewhere(self) -> bool:
        """May the model be asked between turns: on another machine, where it slows nothing here, and not found unfit?"""
        return reads_behind(self._gate.name, self._standing)

    async def tend(self) -> None:
        """Keep the model ready until cancelled: at the start, and after every turn."""
        while True:
            await self._gate.settle()
            await self._turned.wait()
            self._turned = anyio.Event()
