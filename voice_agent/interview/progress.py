"""Where a session stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from voice_agent.interview.heard import Years
from voice_agent.interview.leave.permissions import Permission
from voice_agent.interview.protocol import Period, Wants
from voice_agent.interview.questions import Cache, Candidate
from voice_agent.interview.returning.return_state import ReturnState
from voice_agent.reading.wishes.commands import Wish


class Stage(StrEnum):
    """Where a session stands."""

    CONSENT = "consent"
    TALK = "talk"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a session stands. A value: speculation may throw it away."""

    stage: Stage = Stage.CONSENT
    asked: tuple[str, ...] = ()
    """Every question ever asked in this session, in order."""

    depth: int = 0
    """Questions asked inside the story now being told."""

    told: frozenset[Wants] = frozenset()
    """What the story has already given."""

    period: Period = Period.WHOLE
    """The part of life that was last spoken of, as far as it was said or asked for."""

    last: str = ""
    """The question the narrator is answering."""

    unclear: int = 0
    """Answers to the consent question that were neither yes nor no."""

    quiet: int = 0
    """How many of our cues the narrator has let pass since they last spoke."""

    break_offered: bool = False
    safety_asked: bool = False
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

    sad: bool = False
    """Sadness was named and a pause offered, once a session."""

    wishing: Wish | None = None
    """What was asked for and waits for a yes: "forget that", or "undo" after "keep that between us"."""

    kept_back: bool = False
    """They said who may know of what they told last, and have told nothing since."""

    confided: int = 0
    """The turn in which they last said who may know of something; 0: never."""

    doubted: Wish | None = None
    """What was too unsure to be done, and whether it was meant was asked."""

    end_asked: bool = False
    """Whether to stop here was asked in this talk: the second time it ends."""

    unrecorded: bool = False
    """They said to stop recording in the same breath as danger: we stay, and nothing more is written down."""

    confused: bool = False
    """In this talk they did not know where or when they were, or looked for somebody: no year is asked of them."""

    missed: str = ""
    """Whom they looked for by name in this talk: "Peter"."""

    told_last: str = ""
    """The narrator's last telling, for "forget that"."""

    set_aside: str = ""
    """The last telling, once it is put away or kept back: "forget that" means it, and nothing of it is said back."""

    tired: bool = False
    """The narrator has said that they are tired."""

    permission: Permission | None = None
    """What leave was asked for, while the answer is awaited."""

    leave: tuple[Permission, ...] = ()
    """What there is still to ask leave for in this talk."""

    asked_leave: tuple[int, ...] = ()
    """Questions that had been asked when leave was asked for, each time."""

    used: Mapping[str, int] = field(default_factory=dict[str, int])
    """Phrase -> times said this session."""

    turns: int = 0
    cache: Cache = field(default_factory=Cache)
    """Everything ever asked, answered in passing or declined; kept for the next session."""

    grown: tuple[Candidate, ...] = ()
    """Ripe questions grown from memory."""

    kinds: tuple[str, ...] = ()
    """Source and kind of every question asked this session, in order, in one row."""

    lengths: tuple[int, ...] = ()
    """Words of each answer."""

    said: tuple[str, ...] = ()
    """A clause of each telling, turned ("you built a raft"), for the summary at the end."""

    years: Years | None = None
    """What the turn at hand puts right, or may."""

    closing: bool = False
    """The last, ordinary question was asked."""

    away: int = 0
    """Questions since the last one of the session's own topic."""

    told_before: str = ""
    """The turn before the one that is answered; kept for this talk only."""

    urged: int = 0
    """The turn in which more was last asked for; 0: never."""

    stayed: int = 0
    """The turn in which something hard was met with a quiet word and no question, once in this story; 0: none."""

    mourned: int = 0
    """The turn in which a loss was last told; 0: none."""

    foretold: int = 0
    """The turn in which something to come was last asked about; 0: none."""

    heard: tuple[str, ...] = ()
    """What was told in this talk, the latest last; kept for this talk only."""

    listened: int = 0
    """Replies running in which nothing was asked but to go on (listening.py)."""

    echoed: int = 0
    """The turn in which a clause of theirs was last said back by itself; 0: none."""

    beside: str = "acknowledge_sad"
    """The kind of phrase that stays with it, should the narrator stay with it too."""

    skipped: tuple[str, ...] = ()
    """Topics of the questions that were not wanted."""

    asking: Candidate | None = None
    """The question the narrator is answering, as it was chosen."""

    reading: int | None = None
    """Which piece of the book was read and waits for an answer; None: none (reading_back.py)."""

    read: int = 0
    """Pieces of the book that were answered in this talk."""

    stands_over: str = ""
    """The interview's question that waits while the book is read."""

    returns: ReturnState = field(default_factory=ReturnState)
    """What was thought of coming back to other talks, and what became of it."""

    answered_us: int = 0
    """The turn in which a question to us was last answered; 0: none."""

    asked_about: str = ""
    """Of whom or what they last asked what they had told."""

    told_found: tuple[str, ...] | None = None
    """The tellings that were found then; None: nobody looked."""

    put_away: tuple[str, ...] = ()
    """What was put away in this talk: never said back, whoever finds it."""

    noted: tuple[str, ...] = ()
    """What is to be brought up next time, and what was to be brought up in this talk; as we say it."""

    reminded: tuple[int, ...] = ()
    """The numbers of the reminders that were brought up in this talk."""
