"""The calendar's secret addresses: calendar programs cannot sign in. Of each only its SHA-256 is kept.

Each has a name ("my phone"), so that one may be taken back without the others.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime

from voice_agent.archive import plans
from voice_agent.archive.book import Keeper
from voice_agent.archive.sign_ins import digest
from voice_agent.errors import ScheduleError


@dataclass(frozen=True, slots=True)
class Address:
    """One of them, without its secret."""

    number: int
    name: str
    made: datetime | None
    """UTC; None: before this was written down."""

    read: datetime | None
    """When a calendar program asked last, UTC; None: never, as far as is known."""


def addresses(keeper: Keeper) -> tuple[Address, ...]:
    """All of them, oldest first."""
    return tuple(
        Address(number, name, _moment(made), _moment(read))
        for number, name, made, read in plans.addresses(keeper)
    )


def new_feed(keeper: Keeper, name: str, by: str, now: datetime) -> str:
    """A new address called `name`. Raises ScheduleError where there is one of that name."""
    token = secrets.token_urlsafe(24)
    if not plans.keep_address(keeper, name, digest(token), now.isoformat(), by):
        raise ScheduleError(
            f"There is an address called “{name}” already.",
            safe="It goes on working.",
            mend="Choose another name, or take that address back first.",
        )
    return token


def feed_is(keeper: Keeper, token: str, now: datetime) -> bool:
    """Is that one of the addresses? Then it is noted that it was read."""
    return plans.address_read(keeper, digest(token), now.isoformat())


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
