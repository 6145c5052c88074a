"""What a turn brings with it, and the reply to it: thought of, while nothing is written, said or done.

Both may be speculated while the narrator rests, and thrown away when they go on.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from voice_agent.conversation.house import Brought, Given, Leads
from voice_agent.interview import planner
from voice_agent.interview.planner import Heard, Move, Progress
from voice_agent.interview.seat import seated
from voice_agent.interview.seat.brief import TELLINGS
from voice_agent.interview.steering import model_reading
from voice_agent.reading.wishes import told_of
from voice_agent.story import Bearing, Feeling

ComesToMind = Callable[[str], Awaitable[Brought]]
"""What a turn's text brings, as long as it is waited for: by voice what is late is left out, in writing memory is
waited for."""


@dataclass(frozen=True, slots=True)
class PlannerTurn:
    """A turn as the planner is told of it."""

    heard: Heard
    grave: bool
    """Does the safety net hold it?"""


@dataclass(frozen=True, slots=True)
class Considered:
    """A turn and the reply to it."""

    heard: Heard
    progress: Progress
    """Where the interview would stand after `move`."""

    move: Move


async def understood(
    given: Given, said: str, comes_to_mind: ComesToMind, as_told: Callable[[], Heard]
) -> PlannerTurn:
    """What `said` brings with it. `as_told`: how and when it was told, asked for once it has come to mind."""
    grave = await given.labour(lambda: given.rules.readers.net.holds(said))
    # what is withheld from the record is not looked at by memory either
    brought = Brought() if grave else await comes_to_mind(said)
    heard = replace(
        as_told(),
        feeling=brought.feeling,
        recalled=brought.recalled,
        grown=brought.grown,
        bearing=bearing(given, brought.feeling),
        topics=brought.topics,
        finished=brought.finished,
        itself=brought.itself,
        at=given.now().astimezone(given.zone),
        told=brought.told,
        kept=brought.kept,
        kept_unsure=brought.kept_unsure,
    )
    return PlannerTurn(heard, grave)


async def considered(
    given: Given,
    before: Progress,
    turn: PlannerTurn,
    *,
    unsaid: Move | None = None,
) -> Considered:
    """Choose the reply to `turn`; where a language model has the seat, what it proposes instead.

    `unsaid`: what must be said before anything else is answered, but for what is grave.
    """
    heard = turn.heard
    progress, move = await given.labour(
        lambda: planner.reply(given.rules, before, heard, given.opening)
    )
    if unsaid is not None and not turn.grave:
        # whoever cannot follow who we are asks for it louder or slower, and gets that
        progress, move = before, replace(unsaid, pace=move.pace, loudness=move.loudness)
    heeded = seated.may_read(progress, move) or seated.parts(move)
    if unsaid is None and given.leads is not None and heeded:
        led = await given.leads(given.rules, before, move, _few_told(heard))
        if led is not None:
            heard = replace(heard, led=seated.counts(progress, move, led))
            if (about := model_reading.told_of(heard)) and given.told is not None:
                heard = replace(heard, told=await given.told(about))
                heard = await _recalled(given, given.leads, before, move, heard)
            progress, move = await given.labour(
                lambda: planner.reply(given.rules, before, heard, given.opening)
            )
    return Considered(heard, progress, move)


async def _recalled(
    given: Given, leads: Leads, before: Progress, move: Move, heard: Heard
) -> Heard:
    """With a reply by whoever has the seat, who is shown now what was asked after; how the turn was read stays."""
    if not heard.told or heard.led is None or heard.led.told:
        return heard
    again = await leads(given.rules, before, move, _few_told(heard))
    if again is None or again.reply is None:
        return heard
    return replace(heard, led=replace(again, reading=heard.led.reading))


def _few_told(heard: Heard) -> Heard:
    """With those alone of the tellings they ask after that a model is shown."""
    about = heard.led.reading.about if heard.led is not None else None
    asked = heard.text[about.begin : about.end] if about is not None else ""
    told = heard.told and told_of.nearest(heard.text, asked, heard.told, TELLINGS)
    return replace(heard, told=told)


def bearing(given: Given, feeling: Feeling | None = None) -> Bearing:
    """How to carry oneself after what felt so; None: before the words of a new turn are known."""
    sympathy = given.sympathy
    if sympathy is None or not given.rules.parts.emotion:
        return Bearing()
    return sympathy.now if feeling is None else sympathy.bearing(feeling)
