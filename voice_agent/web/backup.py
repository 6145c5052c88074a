"""The caregiver's page of backups: one made now, how far it is, and how the last one stands. All of it sealed: nobody reads one here."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

import anyio
from anyio.from_thread import run_sync as in_loop
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from voice_agent.archive import away
from voice_agent.archive.record import Record
from voice_agent.errors import VoiceAgentError
from voice_agent.web.desk import Desk
from voice_agent.web.guard import AtDesk, Caregiver, Refused, honest
from voice_agent.web.pages import page, then

router = APIRouter(dependencies=[Depends(honest)])


class Stopped(Exception):
    """The pages end: what is half written is not kept."""


class Making:
    """The one backup that is being made, or was last."""

    def __init__(self, desk: Desk, spawn: Callable[[Callable[[], Awaitable[None]]], None]) -> None:
        self._desk, self._spawn = desk, spawn
        self.under_way = False
        self.part = 0
        """Per cent that are written."""

        self.failed = ""
        """Why the last one did not come to be, and what to do."""

        self.made: datetime | None = None
        """When the last one was whole, UTC."""

        self._ends = False

    def begin(self) -> bool:
        """Begin one; False where one is under way. On the loop's own thread."""
        if self.under_way:
            return False
        self.under_way, self.part, self.failed, self.made = True, 0, "", None
        self._spawn(self._make)
        return True

    async def _make(self) -> None:
        try:
            await run_sync(self._desk.back_up, self._told, abandon_on_cancel=True)
            self.made = self._desk.now()
        except VoiceAgentError as error:
            self.failed = " ".join(part for part in (error.what, error.safe, error.mend) if part)
        except anyio.get_cancelled_exc_class():
            self._ends = True
            raise
        finally:
            self.under_way = False

    def _told(self, done: int, whole: int) -> None:
        if self._ends:
            raise Stopped
        self.part = min(99, 100 * done // max(whole, 1))  # it is whole once it has its name


@dataclass(frozen=True, slots=True)
class Last:
    """The newest backup that can be seen."""

    at: datetime
    megabytes: float
    whole: bool
    """Is everything in it that was told by now, and nothing that was erased since?"""

    proved: datetime | None
    """When it was restored for a trial and came back whole; None: it was not tried."""

    broken: bool
    """It was tried, and did not come back whole."""


def there_is_one(desk: Desk) -> bool:
    """Can a backup elsewhere be seen now? Where not, a page says neither that all is well nor how the last one stands."""
    kept = away.chosen(desk.book.read)
    return kept is not None and bool(away.backups(kept))


@router.get("/care/backup")
def backup(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """How it stands."""
    with Record.look(desk.book.state) as record:
        kept = away.chosen(record.read)
        there = kept is not None and kept.folder.is_dir()
        last = _last(record, kept) if kept is not None and there else None
        beside = there and kept is not None and away.on_one_disk(kept.folder, desk.book.state)
    return page(
        request,
        "care_backup.html",
        making=_making(request),
        folder=str(kept.folder) if kept else "",
        there=there,
        last=last,
        beside=beside,
        talking=desk.talking(),
    )


@router.post("/care/backup")
def begin(request: Request, desk: AtDesk, account: Caregiver) -> Response:
    """Make one now."""
    if desk.talking():
        raise Refused(409, "A talk is being held. When it is over a backup is made by itself.")
    in_loop(_making(request).begin)
    return then("/care/backup")


def _making(request: Request) -> Making:
    return cast(Making, request.app.state.making)


def _last(record: Record, kept: away.Away) -> Last | None:
    found = away.backups(kept)
    if not found:
        return None
    newest, tried = found[0], away.proved(record.read)
    mine = (
        tried
        if tried is not None and tried.name == newest.path.name and tried.at > newest.made
        else None
    )
    ended = [each.ended for each in record.sessions() if each.ended is not None]
    return Last(
        newest.made,
        newest.path.stat().st_size / 1e6,
        newest.made >= max(ended, default=newest.made) and not away.behind(record),
        mine.at if mine is not None and mine.whole else None,
        mine is not None and not mine.whole,
    )
