"""What the pages are given: the book, the calendar, the clock, and the ears and mouth of the service."""

import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from argon2 import PasswordHasher

from voice_agent.archive.backups import Told
from voice_agent.archive.book import Book
from voice_agent.errors import AccountRefused, MemoryRefused, RecordError, SettingsError
from voice_agent.scheduler.diary import Diary
from voice_agent.scheduler.invitation import Coming
from voice_agent.web.chosen import Chosen, Voice
from voice_agent.web.library import Library
from voice_agent.web.throttle import Throttle, Waits

if TYPE_CHECKING:
    from voice_agent.web.line import Line

LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names under which only this computer can reach itself."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One line about the device's health."""

    what: str
    well: bool
    says: str
    do: str = ""
    """What a caregiver can do first where it is not well, in a sentence; "": nothing but to ask whoever set it up."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something for which a planned talk could not be held, as things are now."""

    what: str
    """What will not happen, and why."""

    do: str
    """What to do before the hour."""


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody who is told when help is needed."""

    name: str
    way: str
    """ "e-mail", "signal message"; "": no address is set for them."""

    end: str = ""
    """ "the number that ends in 218", "t…@example.org": for the caregiver to see that it is right; "": nobody can be sure."""


def nobody_chooses(chosen: Chosen) -> None:
    """Without settings nothing can be chosen."""
    raise SettingsError("Nothing can be chosen here.", safe="Nothing has been changed.")


def nobody_backs_up(told: Told) -> None:
    """Without a record there is nothing to be copied."""
    raise RecordError("No backup can be made here.", safe="Nothing has been changed.")


@dataclass(frozen=True, slots=True)
class Drilled:
    """What came of a test message."""

    says: str
    went: bool
    """Was it sent to anybody?"""


def nobody_drills() -> Drilled:
    """Without contacts there is nothing to try."""
    return Drilled("No contact is set up, so nobody would be told. Please choose one.", went=False)


def nobody_is_reached(address: str) -> str:
    """Without a way to send there is nobody to reach."""
    raise AccountRefused(
        "No messages can be sent from this house.",
        safe="Nothing has been changed.",
        mend="Please ask whoever set up the device.",
    )


def nobody_erases(session: str, turn: int) -> tuple[str, ...]:
    """Without memory nothing can be looked for in it."""
    raise MemoryRefused(
        "Nothing can be erased here.",
        safe="Nothing has been changed.",
        mend="`voice-agent memory forget` erases it.",
    )


async def no_talk(line: "Line") -> None:
    """Without engines there is nobody to talk to."""
    await line.fail("There is no interviewer behind this page.")


def _waits() -> Waits:
    return Waits(time.monotonic)


def _steady(many: int, seconds: float) -> Callable[[], Throttle]:
    return lambda: Throttle(many, seconds, time.monotonic)


@dataclass(slots=True)
class Desk:
    """Everything behind the pages."""

    book: Book
    diary: Diary
    narrator: str = ""
    """The narrator's name; empty: not known yet."""

    country: str = ""
    """Where the narrator lives, as ISO 3166 has it: whose emergency number is said."""

    hosts: frozenset[str] = LOCAL
    """Names under which the pages may be asked for: others are somebody's trick."""

    outside: str = ""
    """How the house's network reaches the pages, "https://192.168.1.7:8470"; "": only this computer does."""

    secure: bool = False
    """Served over TLS."""

    says: Callable[[], str] = lambda: "Waiting; nobody is being listened to."
    """What the service is doing, in one sentence."""

    health: Callable[[], list[Sign]] = lambda: []
    obstacles: Callable[[], list[Obstacle]] = lambda: []
    knows_the_time: Callable[[], bool] = lambda: True
    """Is the device's clock believed? Nobody is invited before it is."""

    talking: Callable[[], bool] = lambda: False
    """Is a talk under way, here or in the room?"""

    get_ready: Callable[[], object] = lambda: None
    """Load what a talk needs: somebody has opened its page. Seconds. Raises ModelError, EngineError."""

    hush: Callable[[], None] = lambda: None
    """An invitation was answered on a page: the device in the room says no more of it."""

    chosen: Callable[[], Chosen] = Chosen
    """What a caregiver may choose, as it is now."""

    choose: Callable[[Chosen], None] = nobody_chooses
    """Keep it where the settings are; in force from the next talk on. Raises SettingsError, DiskFull."""

    voices: Callable[[], Sequence[Voice]] = lambda: ()
    contacts: Callable[[], list[Contact]] = lambda: []
    drill: Callable[[], Drilled] = nobody_drills
    """Tell every contact that this is only a test."""

    named_advocate: Callable[[], str] = lambda: ""
    """Whom the settings name as advocate, for where the narrator let in nobody who can be reached; "": nobody."""

    mails: Callable[[], bool] = lambda: False
    """Can e-mail be sent from this house, so that an address of e-mail is enough?"""

    reachable: Callable[[str], str] = nobody_is_reached
    """What an advocate typed as an address, into one that can be sent to. Raises AccountRefused."""

    send_word: Callable[[str, str], bool] = lambda address, word: False
    """Send a test message with a word in it to an address. Seconds."""

    send_news: Callable[[str, str], bool] = lambda address, says: False
    """Send one sentence of ours to an address of somebody in the family. Seconds."""

    names: Callable[[], Sequence[str]] = lambda: ()
    """The names of this life, the likeliest to be spoken first."""

    library: Library | None = None
    """The book; None: none is made here."""

    erase: Callable[[str, int], tuple[str, ...]] = nobody_erases
    """Erase what was told in one turn for good; returns sentences for the narrator. Seconds.

    Raises MemoryRefused, AlreadyRunning, ModelError.
    """

    back_up: Callable[[Told], object] = nobody_backs_up
    """Make a sealed backup in the place that was chosen for it. Minutes for a long life. Raises RecordError, DiskFull."""

    decided: Callable[[], object] = lambda: None
    """Called when a form has been answered, in a worker thread: the day's copy of the record keeps up."""

    talk: Callable[["Line"], Awaitable[None]] = no_talk
    """Hold one session at the other end of a line."""

    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    code: str = field(default_factory=lambda: secrets.token_urlsafe(9))
    """Opens the page for the house's first account; printed where the service was started."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    """Of the marks in forms; a new one each time the service starts."""

    authority: bytes = b""
    """The certificate that telephones and tablets must trust, PEM; empty: none is needed."""

    pin: str = ""
    """The narrator's; "": the password is asked for instead."""

    sign_ins: Waits = field(default_factory=_waits)
    """Wrong passwords from browsers that are not known: by address, and by the name that is typed."""

    at_home: Waits = field(default_factory=_waits)
    """Those from browsers that are known: apart, so that however many strangers try, nobody waits for them."""

    pins: Waits = field(default_factory=_waits)
    slips: Throttle = field(default_factory=_steady(5, 24 * 3600))
    """Wrong passwords and PINs of one account that are nobody's concern; of more in a day the narrator hears."""

    tests: Throttle = field(default_factory=_steady(6, 24 * 3600))
    """Test messages, of each kind."""

    links: Throttle = field(default_factory=_steady(20, 300))
    arrivals: Throttle = field(default_factory=_steady(600, 60))
    """Connections of one address."""

    posts: Throttle = field(default_factory=_steady(120, 60))
    gets: Throttle = field(default_factory=_steady(1200, 60))

    @property
    def chooses(self) -> bool:
        """Can a caregiver choose anything here?"""
        return self.choose is not nobody_chooses

    @property
    def zone(self) -> ZoneInfo:
        """The narrator's time zone."""
        return self.diary.arranged.zone

    @property
    def invited(self) -> Coming | None:
        """The planned talk to which the narrator is invited just now."""
        if self.talking() or not self.knows_the_time():
            return None
        return self.diary.due(self.now())

    @property
    def messages(self) -> bool:
        """Can any message be sent from this house?"""
        return self.reachable is not nobody_is_reached

    @property
    def who(self) -> str:
        """What the pages call the narrator."""
        return self.narrator or "the narrator"
