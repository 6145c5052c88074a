"""Where a telling stands: what "it", "three years later" and "no, fifty-two" lean on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from voice_agent.memory.between_us import Limits
from voice_agent.memory.claims import Claim
from voice_agent.memory.dates.known import Births
from voice_agent.story import Turn


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of the narrator before anything is told."""

    birth: str = ""
    """EDTF; "" where unknown. It counts as one telling: what the narrator says twice, or puts right, is believed."""

    country: str = "US"
    zone: tzinfo | None = None
    """Where the narrator lives; None: UTC."""


@dataclass(slots=True)
class Thread:
    """Where the telling stands: what "it" and "three years later" lean on. One a session."""

    setting: Setting = field(default_factory=Setting)
    earlier: Sequence[Claim] = ()
    """Claims of earlier sessions, in the order told."""

    sitting: int = 0
    """Number of the session in the record."""

    told: list[Claim] = field(default_factory=list[Claim])
    """Those of this session, up to the turn before."""

    turn: list[Claim] = field(default_factory=list[Claim])
    """Those of the turn at hand."""

    before: list[Claim] = field(default_factory=list[Claim])
    """Those of the narrator's last turn that gave any."""

    last: str = ""
    """EDTF of the date told last."""

    asked: str = ""
    """The interviewer's question, where it has just asked for a date."""

    question: str = ""
    """What the interviewer has just said, whatever it was."""

    announced: bool = False
    """Was something just called wrong, without a word of what is right?"""

    session: str = ""

    last_turn: tuple[Turn, int, int] | None = None
    """The narrator's last turn, -1 for all of it, and its version."""

    last_gave: bool = False
    """Did it give a claim?"""

    limits: Limits = field(default_factory=Limits)
    """Who may know of the turns, as the narrator says it."""

    births: Births = field(default_factory=Births)

    def __post_init__(self) -> None:
        self.births.take(self.earlier)

    def join(self, turn: Turn) -> None:
        """Pick up a session that was interrupted: what was told in it before stands in `earlier`."""
        self.session = turn.session
        if self.told or self.turn:
            return
        here = [
            each for each in self.earlier if each.session == turn.session and each.turn < turn.id
        ]
        if here:
            self.before = [each for each in here if each.turn == here[-1].turn]
            dated = [each.edtf for each in here if each.edtf and ".." not in each.edtf]
            self.last = dated[-1].rstrip("?~%") if dated else ""

    @property
    def known(self) -> list[Claim]:
        """Every claim so far, in the order told."""
        return [*self.earlier, *self.told, *self.turn]

    def close_turn(self) -> tuple[Claim, ...]:
        """Return the claims of the turn at hand and make ready for the next."""
        made = tuple(self.turn)
        self.before = self.turn or self.before
        self.told += self.turn
        self.births.take(self.turn)
        self.turn = []
        self.asked = self.question = ""
        return made
