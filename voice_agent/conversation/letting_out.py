"""Lets out what was kept back: for everybody, or for one who was kept from it. What was said of it stays written down.

What a plain word names is let out, be it kept back ever so plainly; a word that names nothing lets out what was kept back just
before it. The turn that says so is an answer, and is kept back itself by nothing.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime

from voice_agent.archive import keeping_back, memory_tables, spreading
from voice_agent.archive.keeping_back import KeptBack
from voice_agent.archive.record import Record
from voice_agent.conversation import keeping
from voice_agent.conversation.house import Labour
from voice_agent.conversation.keeping import ToldSoFar
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.memory.claims import Mention, Part
from voice_agent.memory.decisions import Act, Decision, DecisionId, let_out
from voice_agent.memory.privacy import OPEN, Privacy
from voice_agent.memory.same_story import Place, about
from voice_agent.reading.wishes.commands import Wish
from voice_agent.story import SessionId, Turn, TurnId

KEPT_BACK = "I could not find what was kept back. Nothing is let out."

NEAR, NEARER = 2, 1
"""Turns of theirs after a lock in which a word that names nothing may mean it: after one on a sign alone, and after a plain one."""

Whom = Callable[[str], keeping.Whom]
"""Who is meant by "my daughter"."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is to be let out."""

    wishes: frozenset[Place] = frozenset()
    """Where the narrator had said so."""

    alone: frozenset[Place] = frozenset()
    """Turns that no wish was said about: they were found by what they share with others, and are freed alone."""


class LettingOut:
    """One for each session."""

    def __init__(
        self,
        record: Record,
        labour: Labour,
        session: SessionId,
        *,
        now: Callable[[], datetime],
        told: Callable[[], ToldSoFar],
        whom: Whom,
        heeded: Callable[[], Awaitable[None]],
    ) -> None:
        """`told`: what was told until now; `heeded`: returns when what is on the disk holds everywhere."""
        self._record, self._labour, self._session, self._now = record, labour, session, now
        self._told, self._whom, self._heeded = told, whom, heeded

    async def __call__(self, wish: Wish, said: Turn, kept: TurnId | None) -> Outcome:
        """Let out what `wish`, of the turn `said`, is about. `kept`: the turn that a label was last set on in this talk."""
        bound = await self._labour(lambda: self._bound(wish, kept))
        if not (bound.wishes or bound.alone):
            nothing = await self._labour(lambda: self._kept_from_nobody(wish.story))
            return Outcome(kind="nothing_kept") if nothing else Outcome(KEPT_BACK, stored=False)
        names = self._whom(wish.about).names if wish.about else frozenset[str]()
        if wish.about and not self._whom(wish.about).known:
            return Outcome(KEPT_BACK, stored=False)
        again = await self._labour(lambda: self._for_the_others(bound, said, names))
        mention = Mention(Part.WHAT, self._session, said.id, 1, 0, len(said.text), said.text)
        for session, turn in sorted(bound.wishes):
            one = f"{session} {turn}"
            id = DecisionId(f"{Act.LET_OUT} {one} {said.id}")
            made = Decision(id, Act.LET_OUT, self._now(), "the narrator", one, mention=mention)
            await self._labour(lambda made=made: memory_tables.decide(self._record, made))
        for place in bound.alone:
            await self._labour(lambda p=place: keeping_back.decide(self._record, p, free=True))
        await self._labour(lambda: keeping_back.put(self._record, again, self._now()))
        await self._labour(
            lambda: spreading.summed_up_anew(self._record, {each.place[0] for each in again})
        )
        await self._heeded()
        return Outcome()

    def _kept_from_nobody(self, story: str) -> bool:
        """Is nothing kept back at all, or not what they name?"""
        return not self._rows() or bool(story and self._tell(story))

    def _tell(self, story: str) -> frozenset[Place]:
        """The turns that tell what is named."""
        texts = self._told().texts.items()
        return frozenset(place for place, text in texts if about(story, text) >= keeping.NAMED)

    def _rows(self) -> tuple[KeptBack, ...]:
        out = let_out(memory_tables.decisions(self._record.read))
        return keeping_back.rows(self._record.read, out)

    def _bound(self, wish: Wish, kept: TurnId | None) -> Bound:
        if not (wish.about or wish.story):
            return self._said_in(self._session, kept)
        rows = self._rows()
        if wish.story:
            return self._named(wish.story, rows)
        names = self._whom(wish.about).names
        theirs = [each.wish for each in rows if each.privacy.but & names]
        if theirs:
            return Bound(frozenset({theirs[-1]}))
        if kept is None or not self._just(rows):
            return Bound()
        return self._said_in(self._session, kept)

    def _said_in(self, session: SessionId, kept: TurnId | None) -> Bound:
        """Where it was said who may know of the turn `kept`."""
        if kept is None:
            return Bound()
        turns = memory_tables.kept_back_in(self._record.read, session, kept)
        return Bound(frozenset((session, turn) for turn in turns))

    def _named(self, story: str, rows: Collection[KeptBack]) -> Bound:
        """The story that is named: whatever was said about it, or what was found to belong to another."""
        tell = self._tell(story)
        mine = [each for each in rows if each.told and each.place in tell]
        meant = frozenset(each.wish for each in mine if not each.spread)
        return Bound(meant) if meant else Bound(alone=frozenset(each.place for each in mine))

    def _just(self, rows: Collection[KeptBack]) -> bool:
        """Was the last lock of this talk set just now?"""
        turns = [turn.id for turn in self._told().mine]
        here = [each for each in rows if each.wish[0] == self._session]
        if not here:
            return False
        last = here[-1].wish
        perhaps = all(each.doubt for each in here if each.wish == last and each.told)
        return last[1] in turns[-1 - (NEAR if perhaps else NEARER) :]

    def _for_the_others(
        self, bound: Bound, said: Turn, names: Collection[str]
    ) -> tuple[KeptBack, ...]:
        """What stays kept back from everybody but `names`; () where everybody is let in."""
        if not names:
            return ()
        place = (self._session, said.id)
        mine = [each for each in self._rows() if each.wish in bound.wishes and each.told]
        mine = [each for each in mine if each.place != place]
        left = ((each, _with(each.privacy, names)) for each in mine)
        return tuple(
            replace(each, privacy=privacy, wish=place) for each, privacy in left if privacy != OPEN
        )


def _with(privacy: Privacy, names: Collection[str]) -> Privacy:
    """The same where `names` may know as well."""
    in_ = frozenset(names)
    if privacy.private:
        return Privacy(only=in_)
    return replace(
        privacy,
        only=None if privacy.only is None else privacy.only | in_,
        but=privacy.but - in_,
        sooner=privacy.sooner | in_ if privacy.after_death else privacy.sooner,
    )
