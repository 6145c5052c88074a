"""What stands beside a wish, or instead of one: a question to us, a rebuke, something to be reminded of. Pure.

It is found once a turn (understood.py), and met by guards of its own (guards/said_to_us.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voice_agent.interview.closing import before_the_goodbye
from voice_agent.interview.heard import Heard
from voice_agent.interview.moves import Move
from voice_agent.interview.progress import Progress, Stage
from voice_agent.interview.rules import Rules
from voice_agent.interview.safety import steadying
from voice_agent.interview.steering import answering_us, model_reading, reminding
from voice_agent.interview.steering.noting import noted
from voice_agent.reading.by_rules import small_talk
from voice_agent.reading.wishes import asks_us
from voice_agent.reading.wishes import reminding as asked_to_remind
from voice_agent.reading.wishes.asks_us import Asked, Kind
from voice_agent.reading.wishes.commands import Command, Wish

OURS = frozenset(
    {Command.PERSON, Command.HOW_LONG, Command.WHO_HAS_LISTENED, Command.WHAT_DID_I_TELL}
)
"""Wishes that are questions to us: where the form of the question is known, it is answered by that."""

_GIVES_WAY = frozenset({Command.SKIP, Command.QUESTION, Command.REPEAT, Command.CHANGE})
"""What a rebuke could be mistaken for ("You asked me that" wants no other question), and who only waits for our next
question passes none over."""

_OF_WHO_HEARS = frozenset(
    {Command.NOT_WHILE_I_LIVE, Command.NO_AFTER_DEATH, Command.ONLY_FOR, Command.NO_RECIPIENT}
)
"""What "what happens to this when I die?" could be mistaken for: who only asks has not decided."""

_AS_A_MANNER = frozenset({Kind.LIFE, Kind.LIKES, Kind.ABLE, Kind.ADVISES})
"""In what words a wish may be spoken: "Would you mind going a bit slower?", "What have you got in my book?" """

_PUTS_OFF = frozenset({Command.REMIND, Command.LATER, Command.NOT_TODAY, Command.TALK_ABOUT})
"""What "you remind me about Mr Pettigrew next time" could be mistaken for."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a turn holds besides a story and its wishes."""

    asks: tuple[Asked, ...] = ()
    told_off: bool = False
    remind: str = ""
    """What is to be brought up next time, as it was said."""

    ought: str = ""
    """What we should have reminded them of."""

    next_one: bool = False
    """Our next question is wished for."""

    wish: Wish | None = None
    """What it wishes for, where nothing else is wished for."""

    plainly: bool = False
    """So plainly a question to us that nobody need be calmed first."""

    only_asks: bool = False
    """The whole turn is a question of who hears, now or after their death."""

    @property
    def found(self) -> bool:
        """Is anything of it there?"""
        return bool(self.asks or self.told_off or self.remind or self.ought or self.next_one)

    @property
    def kinds(self) -> frozenset[Kind]:
        """What is asked of us."""
        return frozenset(each.kind for each in self.asks)

    @property
    def surely(self) -> bool:
        """Is it so plain that nobody else need say what was meant?"""
        said = self.told_off or self.remind or self.ought or self.next_one
        return bool(said) or not self.kinds <= _AS_A_MANNER

    def meant(self, wish: Wish | None) -> Wish | None:
        """A wish that was read in the turn; None where it is the question, the rebuke or the reminder that was found."""
        command = wish.command if wish else None
        mistaken = (
            (command in OURS and bool(self.asks))
            or (command in _OF_WHO_HEARS and self.only_asks)
            or (command in _GIVES_WAY and (self.told_off or self.next_one))
            or (command is Command.SKIP and bool(self.asks) and self.surely)
            or (command in _PUTS_OFF and bool(self.remind or self.ought))
            or (command is Command.FORGET and any(map(asks_us.of_later, self.asks)))
            or (command is Command.REPEAT and Kind.ADVISES in self.kinds)
        )
        return None if mistaken else wish


def beside(progress: Progress, heard: Heard, wishes: Sequence[Wish]) -> Beside:
    """Find it, in a turn in which `wishes` were read."""
    said = heard.text
    # "What was my teacher called? I told you." wants the telling, whatever the tone
    wants_it = any(each.kind is Kind.TOLD for each in asks_us.every(said, progress.question.text))
    told_off = progress.stage is Stage.TALK and heard.condition.rebuked and not wants_it
    ought = reminding.first(asked_to_remind.ought(said))
    remind = "" if ought else reminding.first(asked_to_remind.wanted(said))
    asks = _asks(progress, said, wishes)
    asks = () if ought or told_off else model_reading.asks_us(heard, asks)
    next_one = progress.stage is Stage.TALK and not told_off and asks_us.wants_a_question(said)
    life = all(each.kind is Kind.LIFE for each in asks)
    plainly = bool(told_off or ought or (asks and not life)) and not heard.condition.unsettled
    return Beside(
        asks,
        told_off,
        remind,
        ought,
        next_one,
        Wish(Command.REMIND, remind) if remind and progress.stage is Stage.TALK else None,
        plainly and not steadying.stays(progress),
        _only_asks(said, asks),
    )


def _asks(progress: Progress, said: str, wishes: Sequence[Wish]) -> tuple[Asked, ...]:
    """What is asked of us, without what only words a wish, or is small talk."""
    asks = asks_us.every(said, progress.question.text)
    kinds = {each.kind for each in asks}
    if not asks and asked_to_remind.task(said):
        return (Asked(Kind.ABLE),)
    if kinds <= {Kind.LIFE} and (kind := small_talk.kind(said)):
        # "is it going to rain?" does not ask whether we are switched on
        world = asks_us.unknowable(said) if kind == "talk_works" and not asks else None
        return (world,) if world else ()
    commanded = {each.command for each in wishes} - {Command.REPEAT}
    if commanded - OURS and kinds <= _AS_A_MANNER:
        return ()
    if Command.WHAT_DID_I_TELL in commanded and not kinds & (_WHO_HEARS | {Kind.TOLD}):
        return ()
    return asks


def _only_asks(said: str, asks: Sequence[Asked]) -> bool:
    kinds = {each.kind for each in asks}
    one = len(said.split("?")) <= len(asks) + 1 and said.rstrip().endswith("?")
    return one and bool(kinds) and kinds <= _WHO_HEARS


_WHO_HEARS = frozenset({Kind.AFTER_DEATH, Kind.HEARS, Kind.HAS_HEARD, Kind.WRITES})


def with_it(
    rules: Rules, heard: Heard, granted: tuple[Progress, Move], found: Beside
) -> tuple[Progress, Move]:
    """A wish is granted; what was asked or is to be remembered in the same breath is not passed over."""
    progress, move = granted
    if move.deaf or move.consent is False:
        return granted
    if found.wish is not None and found.wish not in move.wishes:
        said, progress = noted(rules, progress, found.remind)
        granted_ = replace(move, also=())
        if move.ends:
            granted_ = replace(
                granted_, say=before_the_goodbye(said, move.say).removeprefix(said).strip()
            )
        return progress, replace(
            move, say=said, ask="", wish=found.wish, also=(granted_, *move.also)
        )
    if progress.stage is Stage.CONSENT or found.kinds <= _AS_A_MANNER:
        return granted
    # "You understand?" behind a secret wants the wish granted, and not to hear what a program cannot know
    answered = tuple(each for each in found.asks if each.kind is not Kind.UNKNOWABLE)
    return answering_us.in_front(rules, heard, granted, answered) if answered else granted
