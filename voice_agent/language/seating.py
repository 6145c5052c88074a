"""A language model in the interviewer's seat: asked while the narrator rests, heard out reply by reply, checked, chosen.

The first reply that the fence lets through is taken, and the model is stopped there. Where none is, or the time is over, or
the model fails, the interviewer speaks its own words: nothing of this ever holds a turn up longer than `patience`.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from anyio import CancelScope, current_time
from anyio.to_thread import current_default_thread_limiter

from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import EngineError
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.rules import Rules
from voice_agent.interview.seat import brief as briefs
from voice_agent.interview.seat import fence, proposal
from voice_agent.interview.seat.brief import Brief
from voice_agent.interview.seat.gathering import gathered, shown
from voice_agent.interview.seat.proposal import Led, Reply
from voice_agent.interview.seat.verdict import TRUSTED, Standing
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.language.gate import Gate, Purpose
from voice_agent.language.proposing import Piece, Pieces
from voice_agent.reading.by_model import ByModel, live
from voice_agent.reading.merge import fills
from voice_agent.resources import resource
from voice_agent.story import Feeling

TOKENS = 420
"""Reading and three replies; a model that writes on is stopped."""

Observe = Callable[[str], None]
"""Hears why a proposal was struck, or none came: names of rules and failures, never what was said."""


def prompt() -> Prompt:
    """Read the shipped brief. Raises SettingsError."""
    file = resource("config/prompts/interviewer.md")
    return briefs.parse(file.read_text(encoding="utf-8"), str(file))


Recall = Callable[[str, Feeling], Awaitable[Sequence[PastTopic]]]
"""The old stories that words, told with a feeling, call up, best first. No side effects."""


@dataclass(frozen=True)
class Turn:
    """What is to be answered."""

    rules: Rules
    before: Progress
    move: Move
    """What we would say ourselves."""

    heard: Heard
    covers: frozenset[str]
    until: float
    """On the event loop's clock: what comes later is not waited for."""


@dataclass
class _Heard:
    """What was written so far, and what of it stands."""

    look: fence.Look
    by: str
    covers: frozenset[str]
    reading: ByModel | None = None
    struck: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    reply: Reply | None = None
    rather: Reply | None = None
    """What is said where nothing better comes."""

    def take(self, piece: Piece) -> bool:
        """Take in a piece; True once there is something to say."""
        said = self.look.heard.text
        if piece.name == "reading":
            # what may be danger, or a wish, is answered by us; where that is not to be, a reply is wanted all the same
            self.reading = live(piece.value, said)
            return False
        reply = proposal.read(piece.value, said)
        why = fence.struck(reply, self.look) if reply else "is no reply"
        if reply and not why:
            self.reply = reply
            return True
        if reply and self.rather is None:
            self.rather = reply if why in fence.RATHER else fence.shortened(reply, self.look, why)
        self.struck.append((str(reply.kind), reply.text, why) if reply else ("", "", why))
        return len(self.struck) == proposal.MOST

    def led(self) -> Led | None:
        """What came of it; None where nothing did."""
        said = self.reply or self.rather
        if self.reading is None and said is None:
            return None
        target = self.look.target(said) if said else None
        return Led(
            self.reading or ByModel(),
            said,
            target,
            tuple(self.struck),
            self.by,
            told=bool(self.look.brief.told),
            covers=self.covers,
        )


class Seat:
    """Callable as `conversation.house.Leads`. One for each talk."""

    def __init__(
        self,
        gate: Gate,
        prompt: Prompt,
        *,
        life: Callable[[], Known] = Known,
        names: Sequence[str] = (),
        patience: float = 2.5,
        observe: Observe = lambda reason: None,
        asked: Callable[[], None] = lambda: None,
        standing: Standing = lambda model: TRUSTED,
        recall: Recall | None = None,
    ) -> None:
        """`recall`: what a first reply calls up is shown, and a second one asked for; None: one reply is asked for. `life`: what may be spoken of it now; `names` from the settings may be said; `patience` in seconds; `asked` is
        called when a turn was answered, or was not; `standing`: what the model of that name may do."""
        self._gate, self._prompt, self._life = gate, prompt, life
        self._names, self._patience, self._observe = tuple(names), patience, observe
        self._asked, self._standing, self._recall = asked, standing, recall

    async def __call__(
        self, rules: Rules, before: Progress, move: Move, heard: Heard
    ) -> Led | None:
        """What a model makes of `heard`, in whose place we would say `move`; None where it is late or fails.

        `before`: as the interview stood when the turn began. Has no side effects: may be speculated.
        """
        # asked for each turn: another model may have taken over meanwhile
        verdict = self._standing(self._gate.name)
        covers = verdict.fields if verdict is not None and verdict.leads else None
        if covers is None or (move.unsure and not fills("no danger", covers)):
            self._asked()
            return None
        try:
            # an engine is at work, as in a thread of ours: a clock that is not a wall's waits for it
            async with current_default_thread_limiter():
                turn = Turn(rules, before, move, heard, covers, current_time() + self._patience)
                first = await self._once(turn)
                if self._recall is None or first is None or first.reply is None:
                    return first
                return await self._again(turn, first, first.reply, self._recall)
        finally:
            self._asked()

    async def _once(self, turn: Turn) -> Led | None:
        brief = await self._brief(turn)
        if not fills("old story", turn.covers):
            brief = replace(brief, stories=())
        look = fence.Look(turn.rules, turn.before, turn.heard, brief, turn.move.guard, self._names)
        model = self._gate.to(Purpose.SEAT, reads=turn.heard.text)
        asked = briefs.messages(self._prompt, brief)
        return await self._listen(model, asked, _Heard(look, model.name, turn.covers), turn.until)

    async def _again(self, turn: Turn, first: Led, reply: Reply, recall: Recall) -> Led:
        """The second of two passes: with what the first reply calls up. The first stands where nothing comes of it in time.

        Proposed for knowledge graphs: a preliminary response, what it would belong to, then the response (design/product.md).
        """
        if not fills("old story", turn.covers) or turn.rules.readers.net.holds(turn.heard.text):
            return first
        topics = turn.heard.topics
        with CancelScope(deadline=turn.until):
            topics = tuple(await recall(f"{turn.heard.text} {reply.text}", turn.heard.feeling))
        if {each.id for each in topics} <= {each.id for each in turn.heard.topics}:
            return first
        second = await self._once(replace(turn, heard=replace(turn.heard, topics=topics)))
        if second is None or second.reply is None:
            return first
        return replace(
            second, reading=first.reading
        )  # of the turn itself, before anything else was shown

    async def _brief(self, turn: Turn) -> Brief:
        life = self._life()
        return await self._gate.may_show(
            lambda may: shown(gathered(turn.rules, turn.before, turn.heard, turn.move, life), may)
        )

    async def _listen(
        self, model: LanguageModel, asked: Sequence[Message], came: _Heard, until: float
    ) -> Led | None:
        pieces = Pieces()
        with CancelScope(deadline=until) as time:
            try:
                async with aclosing(
                    model.stream(asked, limit=TOKENS, schema=proposal.FORM)
                ) as written:
                    async for text in written:
                        if any(came.take(each) for each in pieces.feed(text)) or pieces.over:
                            break
            except EngineError:
                self._observe("no answer")
        if time.cancelled_caught:
            self._observe("out of time")
        for _, _, why in came.struck:
            self._observe(why)
        return came.led()
