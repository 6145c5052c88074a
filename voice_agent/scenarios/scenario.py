"""What a scenario file may hold: who tells, what is said, and what has to come of it. docs/scenarios.md says it for people.

Every field is a key of the file; a test holds the page to them.
"""

import re
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from voice_agent.conversation.house import BUTTONS
from voice_agent.interview.moves import Act
from voice_agent.reading.wishes.commands import Command

T = TypeVar("T")

LONGEST = 400
"""Lines in one evening. A guess: the longest talk that was ever held here had ninety."""


def _listed(value: object) -> object:
    """One text may stand for a list of one."""
    return [value] if isinstance(value, str) else value


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise ValueError(f"“{text}” is no regular expression: {error}") from None
    return text


def _of(*names: str) -> Any:
    """A text that is one of `names`."""

    def known(text: str) -> str:
        if text not in names:
            raise ValueError(f"“{text}” is none of {', '.join(names)}")
        return text

    return AfterValidator(known)


Texts = Annotated[list[str], BeforeValidator(_listed)]
Patterns = Annotated[list[Annotated[str, AfterValidator(_pattern)]], BeforeValidator(_listed)]
"""Regular expressions, read without regard to case."""

MAY_DIFFER = (
    "endpoint",
    "interview",
    "audio.echo_cancelling",
    "audio.half_duplex",
    "hearing.speaker_check",
    "language.leads",
    "safety.advocate",
    "safety.contacts",
    "speaking.fastest",
    "speaking.murmurs",
    "speaking.pace",
    "speaking.slowest",
    "speaking.volume",
)
"""Settings, and whole tables of them, that a file may set: a stranger may have written it. Manners and whom the family is
made of; nothing that says where words are kept or sent, whom they reach, or which file is read."""

DANGERS = ("none", "asked", "0", "1", "2", "3", "3m", "A")
"""Levels of config/safety.toml; asked: it is asked about; none: nothing of all that is said."""

Kinds = Annotated[list[Annotated[str, _of(*Act)]], BeforeValidator(_listed)]
Wishes = Annotated[list[Annotated[str, _of(*Command)]], BeforeValidator(_listed)]
Dangers = Annotated[list[Annotated[str, _of(*DANGERS)]], BeforeValidator(_listed)]


class Part(BaseModel):
    """A table of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Expected(Part):
    """What has to come of one line, or of the first words of an evening. All of it is voluntary."""

    kind: Kinds = []
    """The reply is of one of these kinds, as the journal calls them."""

    holds: Patterns = []
    """Each of these stands in the reply."""

    never: Patterns = []
    """None of these does."""

    words: Annotated[int, Field(ge=0)] | None = None
    """Words at most; 0: nothing is said."""

    questions: Annotated[int, Field(ge=0)] | None = None
    """Questions at most."""

    wish: Wishes = []
    """Each of these is understood in the line."""

    danger: Dangers = []
    """One of these is met: what config/safety.toml says to it stands in the reply."""

    ends: bool | None = None
    """Is the talk over with it?"""

    remembers: Patterns = []
    """As `holds`, where the narrator said it on an earlier evening and not yet on this one."""

    falls_silent: bool | None = None
    """Did we stop when we were spoken over? Aloud only."""

    judge: str = ""
    """A yes or no question about the reply, for the language model of the settings."""


class Line(Part):
    """One thing that happens: said, kept silent, a button, or the power."""

    says: str = ""
    """What the narrator says; "[2.5]" is a pause of so many seconds inside it."""

    by: Literal["narrator", "visitor"] = "narrator"
    """Whose voice it is. In writing a visitor is not heard."""

    rest: Annotated[float, Field(ge=0.2, le=60)] = 2.5
    """Seconds between our last word and this line."""

    over_after: Annotated[float, Field(ge=0.2, le=30)] | None = None
    """It is said while we speak, once we have spoken so many seconds."""

    over_after_words: Annotated[int, Field(ge=1, le=60)] | None = None
    """The same, in words of ours."""

    silence: Annotated[float, Field(ge=1, le=300)] | None = None
    """Nobody says anything for so many seconds."""

    button: Annotated[str, _of(*BUTTONS)] | None = None
    """A button of the page is pressed."""

    power: Literal["goes"] | None = None
    """The power fails; the evening is over."""

    expect: Expected = Expected()

    @model_validator(mode="after")
    def _one_thing(self) -> "Line":
        given = [name for name in HAPPENS if getattr(self, name)]
        if len(given) != 1:
            raise ValueError(f"a line has one of {', '.join(HAPPENS)}; this one has {len(given)}")
        if self.over_after is not None and self.over_after_words is not None:
            raise ValueError("over_after and over_after_words are two ways to say one thing")
        return self

    @property
    def interrupts(self) -> bool:
        """Is it said over us?"""
        return self.over_after is not None or self.over_after_words is not None


HAPPENS = ("says", "silence", "button", "power")


class Evening(Part):
    """One talk."""

    after_days: Annotated[int, Field(ge=0, le=3650)] = 7
    """Days since the evening before."""

    expect: Expected = Expected()
    """Of the words with which we begin."""

    line: list[Line] = Field(max_length=LONGEST)


class Always(Part):
    """What holds of every reply."""

    never: Patterns = []
    words: Annotated[int, Field(ge=1)] | None = None
    questions: Annotated[int, Field(ge=0)] = 1
    """Questions at most; 1 where nothing is said."""

    names: bool = True
    """No name is said that nobody said."""

    respect: bool = True
    """Nobody is spoken to as a child."""

    judge: str = ""
    """As in a line."""


class KeptBack(Part):
    """What must not reach the family, when everything that may be shared has been."""

    words: Texts
    """Plain words, whatever stands between them; none may come through."""

    hidden_from: Texts = []
    """Names; none: everybody."""

    known_to: Texts = []
    """Names of those who have it all the same."""


class Dated(Part):
    """What memory has to hold."""

    words: str
    """Of the telling."""

    year: int = Field(ge=1000, le=2100)


class Who(Part):
    """Who tells. Nobody's real life, and nobody's real address."""

    name: str = "Margaret"
    country: str = "GB"
    birth_year: Annotated[int, Field(ge=0, le=2100)] = 0
    names: Texts = []
    """Names that may be said though the narrator has not said them."""


class Sounds(Part):
    """The room, where it is held aloud."""

    noise: Annotated[float, Field(ge=-90, le=-20)] = -70
    """Its hiss, decibels below full scale."""

    echo: Annotated[float, Field(ge=0, le=0.5)] = 0.05
    """How much of our voice the microphone hears."""


class Scenario(Part):
    """A whole file."""

    title: str = Field(min_length=1)
    because: str = ""
    """Why it matters."""

    known: str = ""
    """Why it fails today; told when it passes."""

    who: Who = Who()
    settings: dict[str, Any] = {}
    """Settings that differ, of those in MAY_DIFFER."""

    room: Sounds = Sounds()
    line: Annotated[list[Line], Field(max_length=LONGEST)] = []
    """The lines, where there is one evening."""

    evening: Annotated[list[Evening], Field(max_length=40)] = []
    """Or the evenings."""

    expect: Always = Always()
    kept_back: list[KeptBack] = []
    dated: list[Dated] = []
    gone: Texts = []
    """Plain words; they stand in no file of the house when all is over."""

    @model_validator(mode="after")
    def _talks(self) -> "Scenario":
        if bool(self.line) is bool(self.evening):
            raise ValueError("there are either lines or evenings, and at least one of them")
        return self

    @property
    def evenings(self) -> tuple[Evening, ...]:
        """Every evening in order."""
        return tuple(self.evening) or (Evening(line=self.line),)


PARTS: tuple[type[Part], ...] = (
    Scenario,
    Who,
    Sounds,
    Evening,
    Line,
    Expected,
    Always,
    KeptBack,
    Dated,
)
"""Every table there is."""
