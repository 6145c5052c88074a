"""Home Assistant beside the service, and `voice-agent home-assistant forget`, which takes back what its broker keeps of us."""

import functools
from collections.abc import Callable, Generator
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import typer

from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.errors import BrokerAway, EngineUnavailable, VoiceAgentError

if TYPE_CHECKING:
    from voice_agent.archive.book import Book
    from voice_agent.home_assistant.discovery import Standing
    from voice_agent.home_assistant.noted import Noted, Place
    from voice_agent.scheduler.diary import Diary
    from voice_agent.serve.service import Beside, Service
    from voice_agent.serve.visits import Visits
    from voice_agent.settings import Settings
    from voice_agent.settings_sections import HomeAssistant

app = typer.Typer(
    help="What Home Assistant was told of this device.", no_args_is_help=True, name="home-assistant"
)

AGAIN = (1.0, 10.0, 60.0, 600.0)
"""Seconds before a broker that is away is asked again to forget us; after that it is left to the next start."""

KEEPS = (
    "The broker may still keep what it was last told: that this device is there, whether it was well, whether there had been a talk, and "
    "when the next one was planned. Not a word of what was said is among it."
)

PRESSED = (
    "“Talk now” was pressed in Home Assistant. The room is asked first, and not at all in quiet hours, in a pause, "
    "after the day's talk, or where the narrator said no to it today."
)


@app.callback()
def house() -> None:
    """What Home Assistant was told of this device."""


@app.command()
def forget(settings_file: SettingsFile = None, profile: Profile = None) -> None:
    """Take back all that a broker keeps of this device: Home Assistant then drops it. Exit code 1 where one could not be told."""
    from voice_agent.archive.book import Book
    from voice_agent.cli import show
    from voice_agent.home_assistant import noted
    from voice_agent.settings import load

    settings = load(settings_file, profile=profile)
    told = settings.home_assistant
    left = list["Place"]()
    runs = _a_service_runs(settings.state)
    with Book(settings.state) as book:
        kept = noted.noted(book)
        for place in kept.places:
            try:
                _take_back(place, kept.device, told)
            except BrokerAway as error:
                show(error)
                left.append(place)
                continue
            if not runs:  # else what it tells until it ends is taken back when the next one starts
                noted.taken_back(book, place)
            print(f"The broker at {place} keeps nothing of this device any more.")
        if not kept.places:
            print("No broker keeps anything of this device.")
    if told.broker and not any(place.named_by(told) for place in left):
        print(
            f"The broker at {noted.Place.of(told)} is told again when the service next starts, unless home_assistant.broker is "
            "empty."
        )
    if runs:
        print(
            "A service runs here, and may tell it more until it ends. Start it anew with home_assistant.broker empty: it then takes "
            "back by itself whatever is left."
        )
    if left:
        raise typer.Exit(1)


def _a_service_runs(state: Path) -> bool:
    from voice_agent.serve import doorbell

    try:
        doorbell.ring(state, "status")
    except EngineUnavailable:
        return False
    return True


def _take_back(place: "Place", device: str, told: "HomeAssistant") -> None:
    """Raises BrokerAway, which says what may still stand there, and when it is tried again."""
    from voice_agent.home_assistant import telling

    if place.lent_its_key_to(told):
        raise _not_asked(place)
    try:
        anyio.run(telling.forget, place.let_in_by(told), device)
    except BrokerAway as error:
        raise _untold(error, named=place.named_by(told)) from None


def beside(
    settings: "Settings",
    book: "Book",
    diary: "Diary",
    visits: "Visits",
    tell: Callable[[str], None],
) -> list["Beside"]:
    """What runs beside the service: nothing, unless the settings name a broker, or one that they named before keeps something."""
    return [*_forgetting(settings, book, tell), *_telling(settings, book, diary, visits, tell)]


def _telling(
    settings: "Settings",
    book: "Book",
    diary: "Diary",
    visits: "Visits",
    tell: Callable[[str], None],
) -> Generator["Beside"]:
    told = settings.home_assistant
    if not told.broker:
        return
    from voice_agent.home_assistant import discovery, noted
    from voice_agent.home_assistant.telling import Telling

    async def run(service: "Service") -> None:
        place = noted.Place.of(told)
        try:
            kept = await anyio.to_thread.run_sync(noted.told, book, place)
        except VoiceAgentError as error:
            tell(f"{error.what} Home Assistant is told nothing before the service starts anew.")
            return
        topics = discovery.Topics(kept.device, place.prefix)

        def pressed() -> None:
            tell(PRESSED)
            service.knock(unplanned=True)

        tell(
            f"How this device is, and not a word of what is said, is told to Home Assistant at {place}."
        )
        await Telling(
            place,
            topics,
            discovery.discovery(topics, told.name, version("voice-agent")),
            lambda: standing(settings, diary, visits, service, datetime.now(UTC)),
            pressed,
            tell,
        ).run()

    yield run


def standing(
    settings: "Settings", diary: "Diary", visits: "Visits", service: "Service", now: datetime
) -> "Standing":
    """How things stand `now`, by the looks of `doctor --watch` and what the caregiver's page says. Raises VoiceAgentError."""
    from voice_agent.cli.pages import obstacles
    from voice_agent.home_assistant.discovery import Standing
    from voice_agent.measuring.glances import look
    from voice_agent.measuring.watching import all_well
    from voice_agent.scheduler.diary import today
    from voice_agent.scheduler.plan import Kind

    zone = diary.arranged.zone
    talked = any(
        each.kind is Kind.HELD and today(each.at, zone) == today(now, zone)
        for each in diary.history(now)
    )
    # whether the narrator came to a talk says nothing of the device
    seen = (
        each
        for each in look(settings, now, lambda: service.says, elsewhere=False)
        if each.about != "planned talks"
    )
    well = all_well(seen) and not obstacles(settings, visits)
    coming = diary.coming(now) if visits.knows_the_time else ()
    ahead = (each.at for each in coming if each.at is not None and each.at > now and not each.spare)
    return Standing(talked, well, min(ahead, default=None))


def _forgetting(
    settings: "Settings", book: "Book", tell: Callable[[str], None]
) -> Generator["Beside"]:
    from voice_agent.home_assistant import noted

    kept = noted.noted(book)
    told = settings.home_assistant
    for place in kept.places:
        if place.lent_its_key_to(told):
            tell(_in_a_row(_not_asked(place)))
        elif not place.named_by(told):
            yield functools.partial(_until_forgotten, book, kept, place, tell)


def _not_asked(place: "Place") -> BrokerAway:
    return BrokerAway(
        f"The password for the broker at {place} stood in {place.password_file}, where another broker's stands now, so nothing "
        "was sent to it.",
        safe=KEEPS,
        mend="To take it back, put its address into home_assistant.broker and its password into that file once more, and run "
        "`voice-agent home-assistant forget`.",
    )


def _untold(away: BrokerAway, *, named: bool) -> BrokerAway:
    """What to say where a broker was `away` when it was to forget us. `named`: it is the one of the settings."""
    by_itself = (
        f"{away.mend} While home_assistant.broker names it, the service tells it anew and takes nothing back. Empty that, and "
        "the service takes it back by itself when it next starts"
        if named
        else f"The service tries it again by itself when it next starts, for some {sum(AGAIN) / 60:.0f} minutes"
    )
    return BrokerAway(
        f"{away.what} So it could not be told to forget all of this device.",
        safe=f"{away.safe} {KEEPS}".strip(),
        mend=f"{by_itself}; or run `voice-agent home-assistant forget` again once that broker lets this device in.".strip(),
    )


def _in_a_row(error: BrokerAway) -> str:
    """For the log of the service."""
    return " ".join(filter(None, (error.what, error.safe, error.mend)))


async def _until_forgotten(
    book: "Book", kept: "Noted", place: "Place", tell: Callable[[str], None], _: "Service"
) -> None:
    """What was switched off is taken back, if its broker is there."""
    from voice_agent.home_assistant import noted, telling

    for pause in (*AGAIN, None):
        try:
            await telling.forget(place, kept.device)
        except BrokerAway as away:
            if pause is None:
                tell(_in_a_row(_untold(away, named=False)))
            else:
                await anyio.sleep(pause)
            continue
        with suppress(VoiceAgentError):  # then it is taken back once more, at the next start
            await anyio.to_thread.run_sync(noted.taken_back, book, place)
        tell(f"The broker at {place} keeps nothing of this device any more.")
        return
