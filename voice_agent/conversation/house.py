"""What a session is given: engines, rules, and what it calls outside it. Shapes only."""

from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Protocol, TypeVar

from voice_agent.backends import (
    EchoCanceller,
    SpeakerEncoder,
    SpeechDetector,
    Transcriber,
    TurnEndModel,
)
from voice_agent.dialogue.floor import Cue, Floor
from voice_agent.dialogue.listening import Ear
from voice_agent.emotion.sympathy import Sympathy
from voice_agent.interview.known import Recalled
from voice_agent.interview.leave.permissions import Answered
from voice_agent.interview.planner import Heard, Move, Opening, Progress, Rules
from voice_agent.interview.questions import Candidate
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.interview.seat.proposal import Led
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.reading.wishes.commands import Wish
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import Clip, Loudspeaker, Microphone, Sound
from voice_agent.story import Consent, Feeling, Latency, SessionId, Speaker, Turn, TurnId

T = TypeVar("T")


class Labour(Protocol):
    """Runs a blocking engine call away from the microphone loop. Tests run it in place."""

    async def __call__(self, work: Callable[[], T], /) -> T:
        """Return what `work` returns; raise what it raises."""
        ...


class Notebook(Protocol):
    """Where a session is written down. Before the narrator's yes it holds everything in memory."""

    @property
    def agreed(self) -> bool:
        """Is anything being stored?"""
        ...

    def hear(self, speaker: Speaker, sound: Sound) -> None:
        """Append sound to one person's track."""
        ...

    def turn(self, turn: Turn) -> None:
        """Append a turn; audio and turn are on disk when this returns."""
        ...

    def latency(self, turn: TurnId, latency: Latency) -> None:
        """Append where the time of one exchange went."""
        ...

    def note(self, kind: str, at: int, **fields: object) -> None:
        """Append one event to the journal."""
        ...

    def agree(self, consent: Consent) -> None:
        """The narrator said yes: store that first, then what belongs to it."""
        ...

    def refuse(self) -> None:
        """The narrator said no: drop everything held."""
        ...


Leads = Callable[[Rules, Progress, Move, Heard], Awaitable[Led | None]]
"""What a language model in the interviewer's seat makes of a turn, checked; given what we would say ourselves. None: our own

words. Has no side effects: may be speculated."""


TellingsOf = Callable[[str], Awaitable[tuple[str, ...] | None]]
"""Whole turns that tell of what is named, and none that is kept back; None: nothing is recorded."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What comes with a turn: how it was told, and what it brings to mind."""

    feeling: Feeling = field(default_factory=Feeling)
    recalled: tuple[Recalled, ...] = ()
    grown: tuple[Candidate, ...] | None = None
    """Questions grown from memory; None: as they were."""

    topics: tuple[PastTopic, ...] = ()
    """What was talked about another day and belongs to this."""

    finished: float | None = None
    """A language model's answer to "is this story finished?", 0..1; None: it was not asked, or was late."""

    itself: float = 0.0
    """0..1: how likely the narrator has just gone over to something else by themselves."""

    told: tuple[str, ...] | None = None
    """Tellings of what they ask about ("what did I tell you about ..."), whole turns; None: nobody looked."""

    kept: int | None = None
    """How many stories are kept back as they asked, where they ask that; None: nobody looked."""

    kept_unsure: int = 0
    """And how many tellings are kept back of which that is not sure."""

    late: bool = False
    """Was something of it not ready in time, and left out?"""


Bring = Callable[[str, Sound], Awaitable[Brought]]
"""Given a turn's text and its last seconds of sound. Has no side effects: may be speculated."""


Grant = Callable[[Wish, str], Awaitable[Outcome]]
"""Given a wish and the words it was said in; returns what came of it, which decides what is said."""

Permit = Callable[[Answered, str], Awaitable[Outcome]]
"""Given what was allowed or refused and the words of it; returns what came of it."""

Sounding = Callable[[str, str], Awaitable[str]]
"""Given a safety level and what was said (for whom not to tell); returns a sentence to speak, or nothing."""


@dataclass(frozen=True, slots=True)
class Ears:
    """Everything that listens."""

    microphone: Microphone
    detector: SpeechDetector
    echo: EchoCanceller
    transcriber: Transcriber
    turn_end: TurnEndModel | None
    speaker: SpeakerEncoder | None
    ear: Ear = field(default_factory=Ear)
    preroll: float = 1.0
    """Seconds of sound from before the onset that belong to a turn."""


class Speech(Protocol):
    """Everything that speaks, loudspeaker aside."""

    def clauses(self, text: str) -> list[str]:
        """Cut a reply into the pieces that are synthesised one by one."""
        ...

    def render(self, clause: str, pace: float) -> Clip:
        """Synthesise one clause at `pace` words a minute. Blocking."""
        ...

    def murmur(self, kind: str, seed: int) -> Clip | None:
        """A cached small sound of listening, at once."""
        ...


@dataclass(frozen=True, slots=True)
class Watch:
    """Told what happens, as it happens: captions and the terminal's waterfall. Never slow."""

    floor: Callable[[Floor, Cue, float], None] = lambda floor, cue, at: None
    words: Callable[[Speaker, str, bool], None] = lambda speaker, text, final: None
    """Speaker, text, and whether it is final."""

    latency: Callable[[TurnId, Latency], None] = lambda turn, latency: None
    state: Callable[[str], None] = lambda state: None
    """Told each `conversation.standing.Standing` as it begins: always visible somewhere."""


@dataclass(slots=True)
class Controls:
    """The key and the signal: obeyed by the microphone loop within one frame (20 ms)."""

    stopping: bool = False
    """End capture now."""

    muted: bool = False
    """Frames are thrown away unheard; the clock goes on."""

    away: bool = False
    """The microphone has gone away; what it brings is nobody's silence."""

    asked: deque[str] = field(default_factory=deque[str])
    """What buttons asked for, in the words that would be spoken: each is a turn as soon as nobody is in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What every talk is given, spoken or written."""

    session: SessionId
    rules: Rules
    opening: Opening
    notebook: Notebook
    labour: Labour
    now: Callable[[], datetime]
    """Wall clock, UTC; for people to read only."""

    zone: tzinfo | None = None
    """Where the narrator is; None: where this computer is."""

    written_down: Callable[[Turn], None] = lambda turn: None
    """Told of each turn that is on disk."""

    leads: Leads | None = None
    """Who has the interviewer's seat; None: nobody but ourselves."""

    told: TellingsOf | None = None
    """Finds what was told of something, in this talk and every other; None: only this talk is known."""

    bring: Bring | None = None
    sympathy: Sympathy | None = None
    """Keeps the mood; None: whatever is told is met in the same way."""

    grant: Grant | None = None
    """Carries out what was asked for beyond words; None: only words answer."""

    permit: Permit | None = None
    """Keeps what was allowed or refused; None: nobody is asked to."""

    alarm: Sounding | None = None
    """Tells whoever may be told of danger; None: nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House(Given):
    """A spoken talk's whole world."""

    ears: Ears
    loudspeaker: Loudspeaker
    speech: Speech
    patience: Endpoint
    """When a turn is over, before anything is known about the narrator."""

    waits: tuple[float, float, float] = (12.0, 30.0, 90.0)
    """Seconds of silence to the gentle cue, the reassurance, the offer of a rest."""

    paces: tuple[float, float, float] = (0.0, 120.0, 175.0)
    """Fixed pace (0: follow), slowest, fastest; words a minute."""

    murmurs: bool = True
    watch: Watch = field(default_factory=Watch)
    controls: Controls = field(default_factory=Controls)
    changes: Callable[[], str] = lambda: ""
    """What is to be said of a voice that has changed, a kind of the phrase book, once; "": nothing."""

    loudness: Callable[[float], None] = lambda factor: None
    """Called with a factor when the narrator asks for louder or quieter."""
