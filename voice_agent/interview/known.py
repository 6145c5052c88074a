"""What the planner is told of a life: plain data, filled in by whoever joins memory and interview.

Only what may be spoken of is in it: nothing that carries a label, was taken back or was withheld.
"""

from dataclasses import dataclass, field

from voice_agent.story import Feeling


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as it was told."""

    id: str
    line: str
    """The narrator's own words for it, one clause, without its date."""

    years: tuple[int, int] | None = None
    """First and last year in which it can have been; None where no date was told."""

    dated: str = ""
    """The year as the narrator may hear it ("1952"); "" where no one year was said."""

    people: tuple[str, ...] = ()
    """Names, as somebody speaking to the narrator would say them: "Alfred", "your sister"."""

    places: tuple[str, ...] = ()
    sort: str = ""
    """wedding, move, ... ; "" where unknown."""

    weight: float = 0.0
    """How much it stands out, 0..1."""

    valence: float = 0.0
    """How it was told, -1..1."""

    unfinished: bool = False
    """Begun and broken off."""

    tellings: int = 1
    session: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in this life."""

    name: str
    """As somebody speaking to the narrator would say it: "Alfred", "your sister"."""

    relation: str = ""
    times: int = 1
    """In how many events."""

    key: bool = False
    """Takes part in one of the events that stand out."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """One event told with two dates that cannot both hold."""

    id: str
    line: str
    years: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Known:
    """A life, as far as it was told."""

    events: tuple[Event, ...] = ()
    """By date, the undated last."""

    people: tuple[Person, ...] = ()
    """The most often told of first."""

    conflicts: tuple[Conflict, ...] = ()
    birth: int | None = None
    """Year."""

    this_year: int | None = None

    @property
    def names(self) -> frozenset[str]:
        """Everything with a capital that the narrator has said."""
        people = (person.name for person in self.people)
        places = (place for event in self.events for place in event.places)
        return frozenset((*people, *places))


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that what was just said brings to mind."""

    id: str
    line: str
    """The narrator's own words."""

    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    theme: str = ""
    feeling: Feeling = field(default_factory=Feeling)
    score: float = 0.0
    """As recall ranks it; only the order counts."""

    reasons: tuple[str, ...] = ()
    when: str = ""
    """EDTF; "" where unknown."""

    sure: float = 1.0
    """0..1: how likely a careful listener would bring it up now."""
