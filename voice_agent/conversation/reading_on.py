"""Each turn is read once more by a language model, when it is answered and nobody waits: in shadow, but for one question a talk.

    tasks.start_soon(on.work)
    on.turn(turn)                  # each turn that is on disk

What is withheld, a wish, or said before the yes is not read; what is private leaves through no gate. Only kinds and places
are noted. A year that the model finds put right, and the rules do not, becomes a question at a fitting moment, never a deed.
"""

import re
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

import anyio

from voice_agent.conversation.house import Labour, Notebook
from voice_agent.conversation.years import year_said
from voice_agent.errors import VoiceAgentError
from voice_agent.interview import growing
from voice_agent.interview.growing import Templates
from voice_agent.interview.heard import PutsRight
from voice_agent.interview.known import Conflict
from voice_agent.interview.questions import Candidate
from voice_agent.language.full_reading import SHOWN, Line, ToRead, told
from voice_agent.memory.clauses import sentences
from voice_agent.reading.full_by_model import FullByModel, PutRight
from voice_agent.reading.reading import Span
from voice_agent.sound import RATE
from voice_agent.story import SessionId, Speaker, Turn, TurnId

Reads = Callable[[ToRead], Awaitable[FullByModel | None]]
"""A language model's reading of a turn, behind whatever somebody waits for; None where there is none."""

Stories = Callable[[], Sequence[tuple[str, str]]]
"""The old stories that came to mind last: id and text, best first."""

Places = frozenset[tuple[SessionId, TurnId]]

Doubt = Callable[[Candidate, Places], None]
"""Takes a question that a correction leads to, and the turns whose words are in it."""

READ = "read by model"
"""Kind of the journal's events."""

_LEADS = r"(?:\b(?:in|on|about|around|since|by|from|till|until)\s+)*"
"""Words that lead to a date, and go with it."""


class _Waits(NamedTuple):
    turn: Turn
    one: ToRead


class ReadingOn:
    """That of one talk. `work` runs beside it and is cut off with it."""

    def __init__(
        self,
        reads: Reads,
        notebook: Notebook,
        labour: Labour,
        *,
        now: Callable[[], datetime],
        may: Callable[[], bool] = lambda: True,
        stories: Stories = tuple,
        puts_right: PutsRight | None = None,
        templates: Templates | None = None,
        doubt: Doubt = lambda question, places: None,
    ) -> None:
        """`may`: may what is told be remembered? `puts_right`: which year the rules find put right; `doubt` is given the
        question, made with `templates`, that a correction leads to, once a talk."""
        self._reads, self._notebook, self._labour, self._now = reads, notebook, labour, now
        self._may, self._stories, self._puts_right = may, stories, puts_right
        self._templates, self._doubt = templates, doubt
        self._lines: list[Line] = []
        self._doubted = self._consent = False
        self._waiting = deque[_Waits]()
        self._more = anyio.Event()

    def turn(self, turn: Turn) -> None:
        """A turn is on disk. Returns at once."""
        asked_leave, before = self._consent, tuple(self._lines)
        self._consent = turn.speaker is Speaker.INTERVIEWER and turn.kind == "consent"
        if turn.speaker is Speaker.SOMEONE_ELSE or not turn.text.strip():
            return
        ours = turn.speaker is Speaker.INTERVIEWER
        # what was only said to us, or is kept back, is shown with no later turn either
        if turn.kind and not ours:
            return
        line = Line(int(turn.id), turn.text, ours)
        self._lines = [*before, line]
        if ours or asked_leave or not self._notebook.agreed or not self._may():
            return
        one = ToRead(line, before[-2 * SHOWN :], tuple(self._stories()))
        self._waiting.append(_Waits(turn, one))
        self._more.set()

    @property
    def behind(self) -> int:
        """Turns that are still to be read, the one in hand among them."""
        return len(self._waiting)

    async def work(self) -> None:
        """Read on until cancelled. Never ends a talk."""
        while True:
            while self._waiting:
                turn, one = self._waiting[0]
                with suppress(VoiceAgentError):
                    read = await self._reads(one)
                    if read is not None:
                        await self._note(turn, read)
                        await self._ask(turn.session, one, read)
                self._waiting.popleft()
            await self._more.wait()
            self._more = anyio.Event()

    async def _note(self, turn: Turn, read: FullByModel) -> None:
        at, note = round(turn.ended * RATE), read.as_note()
        await self._labour(lambda: self._notebook.note(READ, at, turn=int(turn.id), read=note))

    async def _ask(self, talk: SessionId, one: ToRead, read: FullByModel) -> None:
        """One year for another, where the rules find nothing put right."""
        if self._doubted or not read.corrections or self._templates is None:
            return
        before = [text for _, text in told(one.before)]
        asked = one.before[-1].text if one.before and one.before[-1].ours else ""
        rules = self._puts_right
        if rules and await self._labour(lambda: rules(before, asked, one.turn.text)) is not None:
            return
        for each in read.corrections:
            doubted = conflict(one, each, self._now())
            for question in growing.from_doubt(doubted, self._templates) if doubted else ():
                turns = {one.turn.id, each.turn or one.turn.id}
                self._doubted = True
                self._doubt(question, frozenset((talk, TurnId(turn)) for turn in turns))
                return


def conflict(one: ToRead, right: PutRight, now: datetime) -> Conflict | None:
    """The two years of a correction, as memory/dates reads them, and what was told with the wrong one; None: no years."""
    texts = {0: one.turn.text, **dict(told(one.before))}
    wrong = texts[right.turn]
    years = (
        year_said(wrong[right.wrong.begin : right.wrong.end], now),
        year_said(one.turn.text[right.right.begin : right.right.end], now),
    )
    line = _undated(wrong, right.wrong)
    if not all(years) or years[0] == years[1] or re.search(r"\d", line):
        return None
    return Conflict(f"doubt:{one.turn.id}", line, years)


def _undated(text: str, date: Span) -> str:
    """The sentence round a date, without it."""
    first, last = next(((a, b) for a, b in sentences(text) if a <= date.begin < b), (0, len(text)))
    before = re.sub(rf"[\s,]*{_LEADS}$", "", text[first : date.begin], flags=re.IGNORECASE)
    return " ".join(f"{before}{text[date.end : last]}".split())
