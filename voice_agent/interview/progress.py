"""Where a session stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from voice_agent.interview.heard import Years
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.protocol import Period, Wants
from voice_agent.interview.questions import Cache, Candidate
from voice_agent.interview.returning.return_state import ReturnState
from voice_agent.reading.wishes.commands import Wish


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn of the talk and our reply to it."""

    said: str
    """What the narrator said; "" before the first word."""

    replied: str


class Stage(StrEnum):
    """Where a session stands."""

    CONSENT = "consent"
    TALK = "talk"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ConsentAsked:
    """What leave was asked for in this talk, and what there is still to ask leave for."""

    unclear: int = 0
    """Answers to the consent question that were neither yes nor no."""

    permission: Permission | None = None
    """What leave was asked for, while the answer is awaited."""

    leave: tuple[Permission, ...] = ()
    """What there is still to ask leave for in this talk."""

    asked: tuple[int, ...] = ()
    """Questions that had been asked when leave was asked for, each time."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What the narrator is answering. The default: nothing waits for an answer."""

    text: str = ""
    """The question the narrator is answering."""

    chosen: Candidate | None = None
    """The question the narrator is answering, as it was chosen."""


@dataclass(frozen=True, slots=True)
class StoryInHand:
    """The story that is being told now, and how far we have asked into it."""

    depth: int = 0
    """Questions asked inside the story now being told."""

    given: frozenset[Wants] = frozenset()
    """What the story has already given."""

    period: Period = Period.WHOLE
    """The part of life that was last spoken of, as far as it was said or asked for."""

    urged: int = 0
    """The turn in which more was last asked for; 0: never."""

    listened: int = 0
    """Replies running in which nothing was asked but to go on (listening.py)."""


@dataclass(frozen=True, slots=True)
class ToldInTalk:
    """What was told in this talk, and what of it may be said back; none of it outlives the talk."""

    last: str = ""
    """The narrator's last telling, for "forget that"."""

    set_aside: str = ""
    """The last telling, once it is put away or kept back: "forget that" means it, and nothing of it is said back."""

    before: str = ""
    """The turn before the one that is answered; kept for this talk only."""

    heard: tuple[str, ...] = ()
    """What was told in this talk, the latest last; kept for this talk only."""

    lengths: tuple[int, ...] = ()
    """Words of each answer."""

    said: tuple[str, ...] = ()
    """A clause of each telling, turned ("you built a raft"), for the summary at the end."""

    years: Years | None = None
    """What the turn at hand puts right, or may."""

    exchanges: tuple[Exchange, ...] = ()
    """What was said and answered, the latest last, as far as it may be shown to a language model; the first is our opening."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was asked, in this talk and before, and what may still be asked."""

    cache: Cache = field(default_factory=Cache)
    """Everything ever asked, answered in passing or declined; kept for the next session."""

    grown: tuple[Candidate, ...] = ()
    """Ripe questions grown from memory."""

    asked: tuple[str, ...] = ()
    """Every question ever asked in this session, in order."""

    kinds: tuple[str, ...] = ()
    """Source and kind of every question asked this session, in order, in one row."""

    skipped: tuple[str, ...] = ()
    """Topics of the questions that were not wanted."""

    away: int = 0
    """Questions since the last one of the session's own topic."""

    closing: bool = False
    """The last, ordinary question was asked."""


@dataclass(frozen=True, slots=True)
class Comfort:
    """What was told that is hard, and how it was stayed with."""

    stayed: int = 0
    """The turn in which something hard was met with a quiet word and no question, once in this story; 0: none."""

    beside: str = "acknowledge_sad"
    """The kind of phrase that stays with it, should the narrator stay with it too."""

    sad: bool = False
    """Sadness was named and a pause offered, once a session."""

    mourned: int = 0
    """The turn in which a loss was last told; 0: none."""

    foretold: int = 0
    """The turn in which something to come was last asked about; 0: none."""


@dataclass(frozen=True, slots=True)
class SafetyCheck:
    """What may be danger, or somebody who is lost, and what was asked about it."""

    asked: bool = False
    """We asked the one question of level 2 and wait for its answer."""

    plainly_asked: bool = True
    """What we asked it after was a plain cry: a denial ends our repeating, and no message."""

    checking: str = ""
    """We asked whether they are all right, because of what may have been this safety level."""

    checked: int = 0
    """How often that was asked in this talk."""

    unanswered: int = 0
    """How often nobody answered it."""

    hints: tuple[int, ...] = ()
    """Turns of theirs since then in which something may have hinted at danger."""

    called_out: bool = False
    """A voice that is not known as theirs called for help in this talk, and whether all is right was asked."""

    after: str = ""
    """Safety level of the heavy moment after which nothing ordinary was spoken of yet."""

    heavy: bool = False
    """There was a heavy moment in this session."""

    unrecorded: bool = False
    """They said to stop recording in the same breath as danger: we stay, and nothing more is written down."""

    confused: bool = False
    """In this talk they did not know where or when they were, or looked for somebody: no year is asked of them."""

    missed: str = ""
    """Whom they looked for by name in this talk: "Peter"."""


@dataclass(frozen=True, slots=True)
class PendingWishes:
    """What the narrator wished: what waits for a yes, what is kept back or put away, what is noted."""

    waiting: Wish | None = None
    """What was asked for and waits for a yes: "forget that", or "undo" after "keep that between us"."""

    doubted: Wish | None = None
    """What was too unsure to be done, and whether it was meant was asked."""

    end_asked: bool = False
    """Whether to stop here was asked in this talk: the second time it ends."""

    read: int = 0
    """Wishes of this talk that nobody but a language model has read, and that were acted on or asked about."""

    kept_back: bool = False
    """They said who may know of what they told last, and have told nothing since."""

    perhaps: bool = False
    """That was only a sign: a plain word lets it out again."""

    confided: int = 0
    """The turn in which they last said who may know of something; 0: never."""

    put_away: tuple[str, ...] = ()
    """What was put away in this talk: never said back, whoever finds it."""

    noted: tuple[str, ...] = ()
    """What is to be brought up next time, and what was to be brought up in this talk; as we say it."""

    reminded: tuple[int, ...] = ()
    """The numbers of the reminders that were brought up in this talk."""


@dataclass(frozen=True, slots=True)
class TalkManners:
    """How we have spoken in this talk: which phrases, how often in vain, what was offered once."""

    used: Mapping[str, int] = field(default_factory=dict[str, int])
    """Phrase -> times said this session."""

    quiet: int = 0
    """How many of our cues the narrator has let pass since they last spoke."""

    break_offered: bool = False
    tired: bool = False
    """The narrator has said that they are tired."""

    echoed: int = 0
    """The turn in which a clause of theirs was last said back by itself; 0: none."""


@dataclass(frozen=True, slots=True)
class AskedOfUs:
    """What the narrator asked us, and what was found for it."""

    answered: int = 0
    """The turn in which a question to us was last answered; 0: none."""

    about: str = ""
    """Of whom or what they last asked what they had told."""

    found: tuple[str, ...] | None = None
    """The tellings that were found then; None: nobody looked."""

    nothing: int = 0
    """The turn in which nothing of it was found; 0: none."""


@dataclass(frozen=True, slots=True)
class BookRead:
    """How far the narrator's book was read back in this talk (reading_back.py)."""

    reading: int | None = None
    """Which piece of the book was read and waits for an answer; None: none (reading_back.py)."""

    read: int = 0
    """Pieces of the book that were answered in this talk."""

    stands_over: str = ""
    """The interview's question that waits while the book is read."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a session stands. A value: speculation may throw it away."""

    stage: Stage = Stage.CONSENT
    turns: int = 0
    """The narrator's turns in this talk until now."""

    consent: ConsentAsked = field(default_factory=ConsentAsked)
    question: OpenQuestion = field(default_factory=OpenQuestion)
    story: StoryInHand = field(default_factory=StoryInHand)
    tellings: ToldInTalk = field(default_factory=ToldInTalk)
    coverage: Coverage = field(default_factory=Coverage)
    comfort: Comfort = field(default_factory=Comfort)
    safety: SafetyCheck = field(default_factory=SafetyCheck)
    wishes: PendingWishes = field(default_factory=PendingWishes)
    manners: TalkManners = field(default_factory=TalkManners)
    to_us: AskedOfUs = field(default_factory=AskedOfUs)
    book: BookRead = field(default_factory=BookRead)
    returns: ReturnState = field(default_factory=ReturnState)
    """What was thought of coming back to other talks, and what became of it."""

    def asks(self, text: str) -> "Progress":
        """The same, where `text` is what the narrator answers next; what was chosen stays chosen."""
        return replace(self, question=replace(self.question, text=text))

    def covering(self, cache: Cache) -> "Progress":
        """The same, where `cache` is what was ever asked, answered in passing or declined."""
        return replace(self, coverage=replace(self.coverage, cache=cache))

    def awaits(self, wish: Wish | None) -> "Progress":
        """The same, where `wish` waits for a yes; None: no wish does."""
        return replace(self, wishes=replace(self.wishes, waiting=wish))

    def exchanged(self, said: str, replied: str) -> "Progress":
        """The same, with what was said and what was replied to it."""
        exchanges = (*self.tellings.exchanges, Exchange(said, replied))
        return replace(self, tellings=replace(self.tellings, exchanges=exchanges))

    def stays(self, beside: str) -> "Progress":
        """The same, where what was just told is met quietly; `beside`: the kind of phrase, should they stay with it too."""
        return replace(self, comfort=replace(self.comfort, stayed=self.turns, beside=beside))
