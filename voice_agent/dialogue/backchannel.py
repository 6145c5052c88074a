"""Small sounds of listening: when "mm" helps a story along, and when it would be in the way.

A listener who never makes a sound seems to have left; one who murmurs after every clause is a nuisance.
So: never over speech, never in two pauses running, never the same sound twice running, not into an open
clause ("and then..."), not before the narrator has said enough to answer to, and even then only
sometimes. A turn that sounds finished is met more often and sooner, because that small sound is the first
thing the narrator hears of us: the reply itself must wait until we are sure.

How often (2,000 simulated pauses, tests/dialogue/test_backchannel.py): after one in eight of all pauses,
nearly one in two of those after which the turn sounds finished; about two a minute, never above six.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from voice_agent.dialogue.clauses import unfinished


class Kind(StrEnum):
    """What is said. The values are words a voice can say."""

    MM = "mm"
    MM_HM = "mm-hm"
    I_SEE = "I see"
    AH = "ah"
    OH = "oh"
    OH_MY = "oh my"


class Tone(StrEnum):
    """The colour of what was just told. Heavy things are met with the least possible sound."""

    PLAIN = "plain"
    HEAVY = "heavy"
    BRIGHT = "bright"
    STRIKING = "striking"


SOUNDS: dict[Tone, tuple[Kind, ...]] = {
    Tone.PLAIN: (Kind.MM, Kind.MM_HM, Kind.I_SEE),
    Tone.HEAVY: (Kind.MM,),
    Tone.BRIGHT: (Kind.AH, Kind.MM_HM),
    Tone.STRIKING: (Kind.OH_MY, Kind.OH),
}
"""After a turn that sounds finished. In mid-story only MM and MM_HM are small enough."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How much of a murmurer the interviewer is. All numbers are guesses, tested for their effect."""

    soonest: float = 0.2
    """Seconds of silence before a turn that sounds finished is met: human listeners need as much."""

    sounds_finished: float = 0.8
    """From this probability of the semantic model on, 0..1."""

    pause: float = 0.9
    """Seconds of silence before a pause inside a story is met; most have ended by then."""

    latest: float = 2.5
    """Seconds. After that a murmur would sound like impatience."""

    enough_finished: float = 2.0
    """Seconds the narrator must have spoken since our last sound, where the turn sounds finished."""

    enough_pause: float = 6.0
    """The same inside a story."""

    apart: float = 10.0
    """Seconds between two murmurs, at least."""

    often_finished: float = 0.7
    """Chance that a sounding end is met, 0..1, where nothing above forbids it."""

    often_pause: float = 0.4
    """The same for a pause inside a story."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What the policy remembers between frames."""

    pause_began: float = -1.0
    """Which pause the fields below are about: seconds on the session's clock."""

    settled: bool = False
    """This pause has had its sound, or has been denied one."""

    murmured: bool = False
    """This pause has had its sound."""

    last_murmured: bool = False
    """The pause before had one."""

    last_at: float = -1e9
    """When we last made a sound, seconds."""

    last_kind: Kind | None = None
    spoken_then: float = 0.0
    """Seconds the narrator had spoken in this turn when we last made a sound."""


def murmur(
    memory: Memory,
    *,
    silence: float,
    spoken: float,
    words: str,
    complete: float | None,
    now: float,
    seed: int,
    tone: Tone = Tone.PLAIN,
    policy: Policy | None = None,
) -> tuple[Kind | None, Memory]:
    """Decide, at every frame of a silence, whether to make a small sound now. Raises nothing.

    `silence`: seconds since the narrator's last sound, 0 while they speak. `spoken`: seconds of speech in
    this turn. `words`, `complete`: as far as known ("" and None: not yet). `now`: seconds on the session's
    clock. The same `seed` and the same pauses give the same sounds.
    """
    rules = policy or Policy()
    if silence <= 0:
        return None, memory
    memory = _at_this_pause(memory, now - silence, spoken)
    if memory.settled:
        return None, memory
    ready = _ready(rules, silence, words, complete)
    if ready is None:
        return None, memory
    finished = ready
    enough = rules.enough_finished if finished else rules.enough_pause
    forbidden = (
        memory.last_murmured
        or now - memory.last_at < rules.apart
        or spoken - memory.spoken_then < enough
        or silence > rules.latest
        or bool(words and unfinished(words))
    )
    dice = Random(f"{seed} {round((now - silence) * 50)}")
    chance = rules.often_finished if finished else rules.often_pause
    if forbidden or dice.random() >= chance:
        return None, replace(memory, settled=True)
    kind = _choose(SOUNDS[tone] if finished else (Kind.MM, Kind.MM_HM), memory.last_kind, dice)
    return kind, replace(
        memory, settled=True, murmured=True, last_at=now, last_kind=kind, spoken_then=spoken
    )


def _ready(rules: Policy, silence: float, words: str, complete: float | None) -> bool | None:
    """Tell whether it is time to decide: True for a turn that sounds finished, False inside a story."""
    if complete is not None and complete >= rules.sounds_finished and silence >= rules.soonest:
        return True
    if silence >= rules.pause:
        return False
    return None


def _at_this_pause(memory: Memory, began: float, spoken: float) -> Memory:
    """Turn the page when a new pause has begun. Frames of one pause agree on its start to 0.1 s."""
    if abs(began - memory.pause_began) < 0.1:
        return memory
    # `spoken` counts from zero again in a new turn
    then = memory.spoken_then if spoken >= memory.spoken_then else 0.0
    return replace(
        memory,
        pause_began=began,
        settled=False,
        murmured=False,
        last_murmured=memory.murmured,
        spoken_then=then,
    )


def _choose(among: tuple[Kind, ...], not_again: Kind | None, dice: Random) -> Kind:
    fresh = tuple(kind for kind in among if kind is not not_again) or among
    return dice.choice(fresh)
