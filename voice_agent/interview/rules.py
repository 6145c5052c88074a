"""What the planner knows before a talk and does not change in it: the topics, the words, what earlier talks left."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from voice_agent.interview.fitting import Fits
from voice_agent.interview.growing import Templates
from voice_agent.interview.heard import PutsRight
from voice_agent.interview.leave import consent
from voice_agent.interview.leave.permissions import Asking, Permission
from voice_agent.interview.phrases import PhraseBook
from voice_agent.interview.protocol import Topic
from voice_agent.interview.questions import Cache, Candidate
from voice_agent.interview.returning.bridging import Returning
from voice_agent.interview.returning.offers import Offer
from voice_agent.reading.danger.safety import Net
from voice_agent.reading.heads.endings import Ending, Endings
from voice_agent.reading.heads.hard_moments import Hard, Tells
from voice_agent.reading.heads.offer_response import OfferResponse, OfferResponses
from voice_agent.reading.wishes.commands import Wish


@dataclass(frozen=True, slots=True)
class Piece:
    """One passage of the narrator's book, to be read back."""

    id: str
    says: str
    """The passage, then each difference: "I wrote ... You said ..."."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is to be brought up at the opening, once."""

    number: int
    about: str
    """As the narrator said it: "Mr Pettigrew", "my wedding"."""


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier sessions leave to the planner."""

    cache: Cache = field(default_factory=Cache)
    """What earlier sessions asked, covered and left alone."""

    grown: tuple[Candidate, ...] = ()
    """Questions grown from all that memory holds."""

    today: date = date(2000, 1, 1)
    """For topics that rest; at the narrator's home."""

    offers: tuple[Offer, ...] = ()
    """What earlier talks came back to, and whether it was welcome."""

    reminders: tuple[Reminder, ...] = ()
    """What the narrator wanted to be reminded of, the oldest first."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What is known before the first word."""

    consented: bool = False
    renewing: bool = False
    """There was a yes, ninety days ago or more."""

    leave: tuple[Permission, ...] = ()
    """What leave is to be asked for in this talk, in order."""

    last_time: str = ""
    """A sentence that recalls the last session in the narrator's words, or nothing."""

    told: tuple[str, ...] = ()
    """What happened in it, turned ("you married a photograph"), for where that sentence is too long."""

    wanted: Candidate | None = None
    """What they want to talk about and have chosen themselves, on a page; None: the talk chooses."""

    half_told: str = ""
    """What the narrator was saying when the power went, in their own words, or nothing."""

    at_once: tuple[str, ...] = ()
    """Said behind the first sentence, also where nothing is allowed yet: what whoever answers must know."""

    announcements: tuple[str, ...] = ()
    """Said aloud at the start, e.g. that a slower engine is in use; where leave is asked for first, behind the yes."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much when a question is chosen (question_score.py)."""

    fit: float = 1.0
    novelty: float = 0.8
    coverage: float = 0.8
    worth: float = 0.6
    depth: tuple[float, float, float, float] = (0.8, 0.5, 0.1, -0.8)
    """For a question inside the story after 0, 1, 2, 3 and more such questions; a new scene gets minus it."""

    mood: float = 0.8
    tired: float = 0.5
    topic: float = 0.4
    """For the session's own topic: that is how a narrator is led back."""

    years: float = 1.8
    """For asking about a time of life of which nothing was told."""

    chance: float = 0.05


@dataclass(frozen=True, slots=True)
class Parts:
    """What the planner uses; an evaluation switches one off to see what it is worth."""

    graph: bool = True
    """Questions grown from memory."""

    fitting: bool = True
    """Whether a reply fits, as readers marked such replies."""

    emotion: bool = True
    """How it was told."""

    recall: bool = True
    """What it brings to mind."""

    shift: bool = True
    """Coming back to what was told in another talk."""


@dataclass(frozen=True, slots=True)
class OurWords:
    """What is said, in whose words and about what: nothing here is made up while we talk."""

    phrases: PhraseBook
    notice: consent.Wording
    asking: Asking = field(default_factory=Asking)
    """In which words leave is asked for."""

    looked: str = "Nobody has looked at anything."
    """The answer to "who has listened?"."""

    next_time: str = ""
    """Said at the end: "We talk again on Tuesday." Empty: nothing is promised."""


@dataclass(frozen=True, slots=True)
class AboutNarrator:
    """Who tells, as far as the settings know."""

    name: str = ""
    birth: int | None = None
    """The narrator's year of birth, where the settings have it."""

    heavy_welcome: bool = False
    """The narrator has said that heavy topics are welcome."""


@dataclass(frozen=True, slots=True)
class TurnReaders:
    """What reads a turn beside the rules of words; where one is None, the rules alone decide."""

    net: Net
    locks: Callable[[str], Wish | None] | None = None
    """Which sentence may ask that something be kept back; None: the forms of sentences alone."""

    second: Callable[[str], Wish | None] | None = None
    """A second opinion on a short turn that no rule takes for a wish; None: the rules alone decide."""

    puts_right: PutsRight | None = None
    """What year a turn may put right; None: nobody knows, and none is asked back."""

    hard: Tells | None = None
    """What a turn is where it is a hard moment (hard_moments.py); None: only rules of words know any."""

    endings: Endings | None = None
    """Whether last words end a story; None: only rules of words know it."""

    offer_responses: OfferResponses | None = None
    """How an answer meets what was offered of another talk; None: only rules of words know it."""

    def hard_moment(self, said: str) -> Hard | None:
        """What `said` is, where it is surely a hard moment and somebody can tell."""
        return self.hard(said) if self.hard is not None else None

    def ending(self, said: str) -> Ending | None:
        """What the last words of `said` show, where somebody can tell."""
        return self.endings(said) if self.endings is not None else None

    def offer_response(self, said: str) -> OfferResponse | None:
        """How `said` meets what was offered, where somebody can tell."""
        return self.offer_responses(said) if self.offer_responses is not None else None

    def perhaps_hard(self, said: str) -> bool:
        """May it be one?"""
        return self.hard is not None and self.hard.perhaps(said)


@dataclass(frozen=True, slots=True)
class Times:
    """When a talk draws to its end."""

    soft_close: float = 25.0
    """Minutes."""

    break_offer: float = 20.0
    """Minutes."""

    hard_stop: float = 45.0
    """Minutes."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """What a question is chosen by (choosing.py, question_score.py)."""

    weights: Weights = field(default_factory=Weights)
    fits: Fits | None = None
    """How well a reply fits what was just said; None: nobody's marks are known (fitting.py)."""

    templates: Templates | None = None
    """Wording of grown questions (growing.py); None: none are asked."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the planner knows but does not change."""

    topic: Topic
    words: OurWords
    readers: TurnReaders
    narrator: AboutNarrator = field(default_factory=AboutNarrator)
    times: Times = field(default_factory=Times)
    choosing: Choosing = field(default_factory=Choosing)
    topics: tuple[Topic, ...] = ()
    """Every topic there is, for when the session's own is told; empty: only that one."""

    past: Past = field(default_factory=Past)
    pieces: tuple[Piece, ...] = ()
    """What of the narrator's book waits to be read back, in its order."""

    returning: Returning | None = None
    """How to come back to what was told in another talk; None: never."""

    seed: int = 0
    parts: Parts = field(default_factory=Parts)
