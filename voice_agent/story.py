"""The nouns of the project. Plain frozen values; nothing here imports anything of ours."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

SessionId = NewType("SessionId", str)
"""Sortable by time: 2026-11-21T10-00-00Z-4f2a (UTC and four hex digits)."""

TurnId = NewType("TurnId", int)
"""Counts from 1 inside a session."""


class Speaker(StrEnum):
    """Who said it. The interviewer and someone else can never be the source of a memory."""

    NARRATOR = "narrator"
    INTERVIEWER = "interviewer"
    SOMEONE_ELSE = "someone else"


@dataclass(frozen=True, slots=True)
class Word:
    """One word and when it was said."""

    text: str
    start: float
    """Seconds since the session's microphone opened."""

    end: float
    """Seconds since the session's microphone opened."""

    probability: float = 1.0
    """The recogniser's own confidence, 0..1."""


TO_US = "to us"
"""`Turn.kind` of what was only said to us: a wish, a yes or no to a question of ours. It tells nothing."""

WITH_A_WISH = "with a wish"
"""`Turn.kind` of a telling with something beside it that was said to us."""

CONFIDED = "confided"
"""The same where it was said who may know of it, or that it is to be forgotten: shut until that is in the record."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one person said before the other did. Appended once, never edited."""

    id: TurnId
    session: SessionId
    speaker: Speaker
    text: str
    """As heard, or as actually spoken aloud: an interrupted reply stops where the loudspeaker did."""

    began: float
    """Seconds since the session's microphone opened."""

    ended: float
    """Seconds since the session's microphone opened."""

    said_at: datetime
    """Wall clock, UTC; for people to read, never for ordering."""

    words: tuple[Word, ...] = ()
    """Empty for the interviewer."""

    confidence: float = 1.0
    """Mean word probability, 0..1."""

    finished: bool = True
    """False where a crash or a barge-in cut it short."""

    kind: str = ""
    """For the interviewer: question, acknowledgement, murmur, notice, consent, safety, closing. For the narrator: how it
    was understood (TO_US, WITH_A_WISH, CONFIDED), "withheld", "recovered", "written"; "" for what was told."""


STEPS = ("decided", "text_ready", "reply_ready", "first_sound", "first_content")
"""Fields of Latency that lead from the narrator's last sound to the first word of ours."""


@dataclass(frozen=True, slots=True)
class Latency:
    """Where the time went between the narrator's last sound and ours. Seconds on the session's clock;

    None where the step did not happen (a murmur only, a reply dropped).
    """

    speech_end: float
    decided: float | None = None
    """The turn was judged finished."""

    text_ready: float | None = None
    reply_ready: float | None = None
    first_sound: float | None = None
    """First audible sample of ours, an acknowledgement included."""

    first_content: float | None = None
    """First audible sample of the reply itself."""

    reply_end: float | None = None
    barge_in: bool = False

    @property
    def steps(self) -> tuple[tuple[str, float], ...]:
        """Steps with the seconds from the narrator's last sound to them, in the order they happened.

        A text that was ready before the turn was judged finished had been guessed ahead: it took no time.
        """
        at = {name: getattr(self, name) for name in STEPS}
        reached = {
            name: max(0.0, at[name] - self.speech_end) for name in STEPS if at[name] is not None
        }
        return tuple(sorted(reached.items(), key=lambda step: step[1]))


class ConsentKind(StrEnum):
    """What the narrator may say yes or no to, one by one."""

    RECORDING = "recording"
    KEEP_AUDIO = "keep audio"
    MEMORY = "memory"
    RECIPIENT = "recipient"
    VOICE = "voice"
    """Somebody who may read may hear it, too: so it is from the yes to a recipient on, until there is a no."""

    PRINT = "print"
    AFTER_DEATH = "after death"
    MESSAGE = "message"
    """A contact may be asked to call after a wish to die."""

    COMES_IN = "comes in"
    """Somebody may come in to the pages; kept in archive/letting_in.py, by account and by what they are."""

    NEW_PASSWORD = "new password"
    """Somebody who forgot theirs may choose another; kept in archive/forgotten.py."""


@dataclass(frozen=True, slots=True)
class Consent:
    """One answer to one question, in the narrator's words."""

    kind: ConsentKind
    given: bool
    at: datetime
    """UTC."""

    session: SessionId
    words: str
    """What the narrator said."""

    about: str = ""
    """The recipient's name, for ConsentKind.RECIPIENT and ConsentKind.VOICE."""

    asked: str = ""
    """The wording that was asked."""

    account: str = ""
    """The recipient's account: what the answer is bound to; "": somebody who has none and is only named."""


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting."""

    id: SessionId
    narrator: str
    """The narrator's name as settings have it; never logged."""

    began: datetime
    ended: datetime | None = None
    summary: str = ""
    topic: str = ""
    turns: tuple[Turn, ...] = field(default=())


class Emotion(StrEnum):
    """The eleven of SemEval-2018 E-c, and none of them."""

    ANGER = "anger"
    ANTICIPATION = "anticipation"
    DISGUST = "disgust"
    FEAR = "fear"
    JOY = "joy"
    LOVE = "love"
    OPTIMISM = "optimism"
    PESSIMISM = "pessimism"
    SADNESS = "sadness"
    SURPRISE = "surprise"
    TRUST = "trust"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Feeling:
    """How something was told: of the telling, never of the event. A funeral told with a smile is a smile."""

    category: Emotion = Emotion.NEUTRAL
    intensity: float = 0.0
    """0..1; 0 where the telling is neutral."""

    valence: float = 0.0
    """Unpleasant -1 .. pleasant 1."""

    arousal: float = 0.0
    """Calm -1 .. stirred 1."""

    dominance: float = 0.0
    """Helpless -1 .. in command 1."""

    also: tuple[Emotion, ...] = ()
    """Other emotions heard in the same words, the likelier first; never neutral, never the category."""


class AnswerKind(StrEnum):
    """What kind of answer a telling wants."""

    ASK = "ask"
    """Acknowledge and ask on."""

    ECHO = "echo"
    """Say a few of their own words back; a question only if it is a small one."""

    QUIET = "quiet"
    """One short sentence, then silence: no question."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """How the interviewer should carry itself after a telling. emotion/bearing.py decides it."""

    tone: str = "plain"
    """Which murmurs are fit: plain, heavy, bright or striking (dialogue/backchannel.py)."""

    answer: AnswerKind = AnswerKind.ASK
    acknowledge: str = "acknowledge"
    """Kind of phrase in config/phrases/acknowledgements.toml."""

    pace: float = 1.0
    """Factor on our own pace."""

    patience: float = 1.0
    """Factor on how long a silence may last before we speak."""

    topic: str = "on"
    """on: as planned; stay: inside this story; lighter: a small ordinary thing of the same story next."""

    recall: str = "none"
    """What mood the memories that we bring up should have: none, fit or lift (memory/affect.py)."""

    ordinary_first: bool = False
    """The talk must not close now: something ordinary comes before."""

    reason: str = ""
    """Which row of the table; for the journal."""
