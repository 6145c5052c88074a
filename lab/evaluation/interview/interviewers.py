"""Who asks: our planner, the protocol read out in its order, a biographer's prompt, or nobody.

Each is asked the same things by `season`: to open a session, to reply to an answer, to hear that the session is
over. None of them sees the book, or where an answer came from.
"""

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Protocol

from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import AnswerUnfit
from voice_agent.interview.protocol import Topic, Wants
from voice_agent.memory.claims import Claim
from voice_agent.memory.events import Life
from voice_agent.memory.summary import summarise
from voice_agent.story import Turn


@dataclass(frozen=True, slots=True)
class Said:
    """What an interviewer says, and why."""

    text: str
    ask: str = ""
    """Its question, where it is known apart from the rest."""

    act: str = "question"
    reason: str = ""
    ends: bool = False
    topic: str = ""
    """Where its question comes from, for what is on topic."""

    about: str = ""
    """The topic of the session."""

    grown: int = 0
    """Questions grown from memory so far."""


class Memory(Protocol):
    """What an interviewer may look at: what memory made of the season so far."""

    @property
    def claims(self) -> Sequence[Claim]:
        """In the order told."""
        ...

    @property
    def life(self) -> Life:
        """As of the last weaving."""
        ...

    @property
    def turns(self) -> Sequence[Turn]:
        """Of this session."""
        ...


class Interviewer(Protocol):
    """One way of asking, for one season."""

    @property
    def name(self) -> str:
        """As in the table."""
        ...

    async def open(self, session: int, memory: Memory) -> Said:
        """Begin a session; they count from 1."""
        ...

    async def reply(self, answer: str, minutes: float, memory: Memory) -> Said:
        """Answer the narrator. `minutes` since the session began."""
        ...

    async def close(self, memory: Memory) -> Said:
        """End the session: its last words."""
        ...


MORE = "Would you tell me more about that?"


class Fixed:
    """The protocol's questions in their order, whatever the answer."""

    name = "fixed"

    def __init__(self, topics: Sequence[Topic]) -> None:
        """`topics` in the order of their sessions; begins again where there are more sessions."""
        self._topics = topics
        self._topic = topics[0]
        self._questions: list[str] = []

    async def open(self, session: int, memory: Memory) -> Said:
        """Read out the first question of the topic."""
        self._topic = self._topics[(session - 1) % len(self._topics)]
        self._questions = in_order(self._topic)
        return self._next()

    async def reply(self, answer: str, minutes: float, memory: Memory) -> Said:
        """Read out the next."""
        return self._next()

    async def close(self, memory: Memory) -> Said:
        """Thank and go."""
        return Said("Thank you. That is all for today.", act="closing", ends=True)

    def _next(self) -> Said:
        ask = self._questions.pop(0) if self._questions else MORE
        name = self._topic.name
        return Said(ask, ask, reason="next in order", topic=name, about=name)


def in_order(topic: Topic) -> list[str]:
    """A scene and one question each for when, where, who, like, why; then the next scene."""
    open_ones = {wants: list(topic.wanting(wants)) for wants in Wants}
    found: list[str] = []
    inside = (Wants.SCENE, Wants.WHEN, Wants.WHERE, Wants.WHO, Wants.LIKE, Wants.WHY, Wants.MORE)
    while open_ones[Wants.SCENE]:
        for wants in inside:
            if open_ones[wants]:
                found.append(open_ones[wants].pop(0).ask)
    return found


BIOGRAPHER = """You are a biographer. You interview an old person, in order to write down the story of their life. \
Ask about their life, one reply at a time.
{before}In this conversation you talk about: {topic}."""


class Plain:
    """A language model with a biographer's prompt: no protocol, no memory but a summary, no check."""

    def __init__(
        self, model: LanguageModel, topics: Sequence[Topic], *, seed: int, limit: int = 80
    ) -> None:
        """`topics` names what each session is about; `limit` in tokens."""
        self._model, self._topics, self._seed, self._limit = model, topics, seed, limit
        self._messages: list[Message] = []
        self._summary = ""
        self._topic = topics[0]

    @property
    def name(self) -> str:
        """Which model asks, once it is loaded."""
        return f"plain ({self._model.name})"

    async def open(self, session: int, memory: Memory) -> Said:
        """Begin with topic and summary."""
        self._topic = self._topics[(session - 1) % len(self._topics)]
        before = f"You have talked before. {self._summary}\n" if self._summary else ""
        prompt = BIOGRAPHER.format(before=before, topic=self._topic.title)
        self._messages = [Message("system", prompt), Message("user", "Good morning.")]
        return await self._say(session * 1000)

    async def reply(self, answer: str, minutes: float, memory: Memory) -> Said:
        """Write the next reply."""
        # the small models on two cores cannot read a whole session each time; eight turns they can
        self._messages = [self._messages[0], *self._messages[1:][-8:], Message("user", answer)]
        return await self._say(len(memory.turns))

    async def close(self, memory: Memory) -> Said:
        """Keep a summary for next time."""
        self._summary = summarise(tuple(memory.turns))
        return Said("Thank you. That is all for today.", act="closing", ends=True)

    async def _say(self, salt: int) -> Said:
        pieces: list[str] = []
        stream = self._model.stream(self._messages, limit=self._limit, seed=self._seed + salt)
        try:
            async with aclosing(stream) as words:
                async for piece in words:
                    pieces.append(piece)
        except AnswerUnfit:  # it would have gone on for ever: what it said until then is its reply
            if not pieces:
                raise
        text = " ".join("".join(pieces).split()) or "…"
        self._messages.append(Message("assistant", text))
        return Said(text, reason="the model's own", topic=self._topic.name, about=self._topic.name)


class Nobody:
    """Asks nothing; for the row of chance, where the narrator tells what the lot says."""

    name = "chance"

    async def open(self, session: int, memory: Memory) -> Said:
        """Nod."""
        return Said("Mm.", act="murmur")

    async def reply(self, answer: str, minutes: float, memory: Memory) -> Said:
        """Nod."""
        return Said("Mm.", act="murmur")

    async def close(self, memory: Memory) -> Said:
        """Nod."""
        return Said("Mm.", act="closing", ends=True)
