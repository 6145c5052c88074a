"""A season: one narrator, one interviewer, session after session, in writing; with the memory of the house.

    held = await hold(interviewer, narrator, Listening(reader, setting), sessions=23, rounds=10)

No clock and no microphone: minutes are counted from words (PACE). Same narrator, interviewer and seed: the
same season, word for word.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Protocol

import anyio.lowlevel

from lab.evaluation.interview.interviewers import Interviewer, Said
from lab.evaluation.interview.narrator import Answer
from lab.evaluation.interview.plain_words import count
from voice_agent.memory.claims import Claim
from voice_agent.memory.distil import Distiller
from voice_agent.memory.events import Life, weave
from voice_agent.memory.loom import Loom
from voice_agent.memory.reading import Reader
from voice_agent.memory.thread import Setting
from voice_agent.story import SessionId, Speaker, Turn, TurnId

PACE = 130.0
"""Words a minute of both, for the session's minutes. A guess, slow as people over 80 speak."""


class Narrator(Protocol):
    """Who is asked. See `narrator.BookNarrator`."""

    def answer(self, question: str, *, session: int, round: int) -> Answer:
        """Answer what was said; sessions and rounds count from 1."""
        ...

    def lot(self, *, session: int, round: int) -> Answer:
        """Tell something drawn by lot."""
        ...


@dataclass(frozen=True, slots=True)
class Round:
    """One reply of the interviewer's, and the narrator's answer."""

    session: int
    number: int
    said: Said
    answer: Answer
    turn: TurnId
    """The narrator's turn."""

    minutes: float
    events: int = 0
    """Events known when it was over."""

    years: int = 0
    """Different years that memory holds."""


@dataclass(frozen=True, slots=True)
class Season:
    """All that was said, and what memory made of it."""

    system: str
    rounds: tuple[Round, ...]
    openings: tuple[str, ...]
    """What was said before the first question of each session; "" where nothing was."""

    firsts: tuple[str, ...]
    """The first reply of each session, its opening and its question together."""

    closings: tuple[str, ...]
    turns: tuple[Turn, ...]
    claims: tuple[Claim, ...]
    life: Life
    sessions: int
    asked_for: int
    """Rounds that were wanted."""


class Listening:
    """The house's memory, without a disk: claims turn by turn, events between turns."""

    def __init__(
        self, reader: Reader, setting: Setting | None = None, *, weave_every: int = 5
    ) -> None:
        """`weave_every`: rounds between weavings inside a session; it is always woven at its end."""
        self._reader, self._setting = reader, setting or Setting()
        self._every = weave_every
        self._claims: list[Claim] = []
        self._loom = Loom()
        self._life = Life()
        self._distiller: Distiller | None = None
        self._turns: list[Turn] = []
        self._heard = 0

    @property
    def claims(self) -> Sequence[Claim]:
        """In the order told."""
        return tuple(self._claims)

    @property
    def life(self) -> Life:
        """As of the last weaving."""
        return self._life

    @property
    def turns(self) -> Sequence[Turn]:
        """Of this session."""
        return tuple(self._turns)

    def begin(self, sitting: int) -> None:
        """A session begins."""
        self._turns = []
        self._distiller = Distiller(self._reader, self._setting, tuple(self._claims), sitting)

    def hear(self, turn: Turn) -> None:
        """Take in a turn, the interviewer's too: a date may answer their question."""
        assert self._distiller is not None, "begin() comes first"
        self._turns.append(turn)
        self._claims += self._distiller.hear(turn).claims
        if turn.speaker is Speaker.NARRATOR:
            self._heard += 1
            if self._heard % self._every == 0:
                self.settle()

    def settle(self) -> None:
        """Weave what was told into events."""
        self._life = weave(self._claims, loom=self._loom)


@dataclass(slots=True)
class _Sitting:
    session: SessionId
    began: datetime
    words: int = 0
    turns: list[Turn] = field(default_factory=list[Turn])

    def turn(self, speaker: Speaker, text: str, kind: str = "") -> Turn:
        start = self.words / PACE * 60
        self.words += count(text)
        end = self.words / PACE * 60
        said_at = self.began + timedelta(seconds=start)
        made = Turn(
            TurnId(len(self.turns) + 1), self.session, speaker, text, start, end, said_at, kind=kind
        )
        self.turns.append(made)
        return made

    @property
    def minutes(self) -> float:
        return self.words / PACE


async def hold(
    interviewer: Interviewer,
    narrator: Narrator,
    memory: Listening,
    *,
    sessions: int = 23,
    rounds: int = 10,
    first_day: datetime = datetime(2026, 1, 5, 10, tzinfo=UTC),
    by_lot: bool = False,
    tick: Callable[[int, int], None] = lambda session, round: None,
) -> Season:
    """Hold a season, a session a week. `by_lot`: the narrator does not listen. `tick` after each round."""
    held: list[Round] = []
    turns: list[Turn] = []
    openings: list[str] = []
    firsts: list[str] = []
    closings: list[str] = []
    for session in range(1, sessions + 1):
        began = first_day + timedelta(weeks=session - 1)
        sitting = _Sitting(SessionId(f"{began:%Y-%m-%dT%H-%M-%SZ}-{session:04x}"), began)
        memory.begin(session)
        said = await interviewer.open(session, memory)
        firsts.append(said.text)
        openings.append(said.text.removesuffix(said.ask).strip() if said.ask else "")
        for number in range(1, rounds + 1):
            # a simulated season must not keep the progress bar from being drawn
            await anyio.lowlevel.checkpoint()
            memory.hear(sitting.turn(Speaker.INTERVIEWER, said.text, said.act))
            if said.ends:
                closings.append(said.text)
                break
            answer = (
                narrator.lot(session=session, round=number)
                if by_lot
                else narrator.answer(said.text, session=session, round=number)
            )
            told = sitting.turn(Speaker.NARRATOR, answer.text)
            memory.hear(told)
            years = {claim.edtf[:4] for claim in memory.claims if claim.edtf[:4].isdigit()}
            held.append(
                Round(
                    session, number, said, answer, told.id, sitting.minutes,
                    len(memory.life.events), len(years),
                )
            )  # fmt: skip
            tick(session, number)
            if number < rounds:
                said = await interviewer.reply(answer.text, sitting.minutes, memory)
        else:
            said = await interviewer.close(memory)
            memory.hear(sitting.turn(Speaker.INTERVIEWER, said.text, said.act))
            closings.append(said.text)
        memory.settle()
        turns += sitting.turns
    return Season(
        interviewer.name,
        tuple(held),
        tuple(openings),
        tuple(firsts),
        tuple(closings),
        tuple(turns),
        tuple(memory.claims),
        memory.life,
        sessions,
        sessions * rounds,
    )
