"""Looks at everything a talk needs and says, line by line, how it is and what to do.

Nothing is stored, and nothing leaves the computer but, on one whose service is fenced in, the names of the contacts' hosts,
which are looked up. What makes a sound or takes time says so first.
"""

import os
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import anyio.to_thread
import numpy as np

from voice_agent import assemble, weights
from voice_agent.archive.record import Record
from voice_agent.assemble import outward, trusted
from voice_agent.audio import files
from voice_agent.backends import Health
from voice_agent.errors import (
    DeviceError,
    EngineUnavailable,
    NoLoudspeaker,
    SettingsError,
    VoiceAgentError,
)
from voice_agent.interview import protocol
from voice_agent.interview.safety.contacts import Contacts
from voice_agent.language import elsewhere
from voice_agent.language.server_key import server_key
from voice_agent.language.standing import embedded_name
from voice_agent.measuring import (
    clock_check,
    device_check,
    fence_check,
    lending_check,
    room_check,
    room_words,
    seat_check,
    speed_check,
)
from voice_agent.measuring.checkup import Finding, State, from_error
from voice_agent.measuring.glances import collector, disk, home_assistant
from voice_agent.notifying.fence import fence_of
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.scheduler import diary
from voice_agent.scheduler.own_clock import released
from voice_agent.settings import Settings
from voice_agent.sound import RATE, Clip, Samples
from voice_agent.speech.narrator import sample_narrator

Tell = Callable[[str], None]
"""Shows what happens now."""

ROOT = Path("/")
"""Where this computer keeps its settings."""

QUIET = 3.0
"""Seconds in which the room alone is heard."""

LISTENING = 3.0
"""Seconds."""

RESTS = 3600.0
"""Seconds for which a server that lends, and did not answer, is left alone: longer than the rest of the look takes anywhere."""


async def examine(
    settings: Settings, *, settings_file: Path | None, sound: bool, speed: bool, tell: Tell
) -> AsyncGenerator[Finding]:
    """Yield findings as they are made. `sound`: use the devices; `speed`: load the engines."""
    for finding in (models(settings), disk(settings), contact(settings), *topics(settings)):
        yield finding
    for finding in (
        *messages(settings, ROOT, tell),
        *times(settings, datetime.now(UTC)),
        *collector(settings),
        *lending_check.judge(settings),
    ):
        yield finding
    for finding in await anyio.to_thread.run_sync(lambda: [*home_assistant(settings)]):
        yield finding
    for one in elsewhere.each_server(settings.language) or (settings.language,):
        yield await language(settings.model_copy(update={"language": one}), tell)
    for finding in await borrowed(settings, tell):
        yield finding
    if sound and settings.satellite.addresses:
        from voice_agent.measuring import satellite_check

        tell("Calling the satellites; nothing is played there.")
        for finding in await satellite_check.look(settings.satellite.addresses):
            yield finding
    elif sound:
        for finding in await room(settings, tell):
            yield finding
    else:
        what = (
            "No satellite was called."
            if settings.satellite.addresses
            else "Neither microphone nor loudspeaker was tried."
        )
        yield Finding("microphone", State.SKIPPED, what)
    if speed:
        for finding in engines(settings, settings_file, tell):
            yield finding
    else:
        yield Finding("speed", State.SKIPPED, "The engines were not tried.")


def models(settings: Settings) -> Finding:
    """Read every byte of the weights this profile needs."""
    about = "models"
    whole = 0
    for model in weights.read().of_profile(settings.profile):
        flaws = weights.check(settings.weights, model, thorough=True)
        if flaws:
            return Finding(about, State.ILL, f"{model.name}: {flaws[0].says}", model.mend)
        whole += 1
    return Finding(
        about, State.WELL, f"All {whole} are whole, byte for byte.", figures={"whole": whole}
    )


def contact(settings: Settings) -> Finding:
    """Who would be told in an emergency? Where it is nobody: say so plainly."""
    about = "safety contact"
    try:
        net = safety.read(resource("config/safety.toml"), settings.narrator.country)
    except VoiceAgentError as error:
        return from_error(about, error)
    try:
        people = _trusted(settings)
    except VoiceAgentError as error:
        return from_error(about, error)
    country = settings.narrator.country
    number = (
        f"the interviewer says the number to call, which is {net.emergency} for narrator.country = “{country}”."
        if country
        else "the interviewer says that help must be called, and no number: no country is set (narrator.country)."
    )
    if people.names:
        return Finding(
            about,
            State.WELL,
            f"In an emergency a message goes to {people.names}, in that order; {number} "
            + ("An advocate is named." if people.advocate else "No advocate is named."),
            figures={"emergency": net.emergency},
        )
    return Finding(
        about,
        State.NOTE,
        f"No contact is configured; nobody will be alerted. In an emergency {number}",
        "Tell the family, and see that the narrator can reach a telephone.",
        {"emergency": net.emergency},
    )


def messages(settings: Settings, root: Path, tell: Tell) -> tuple[Finding, ...]:
    """Do messages get out of the unit that is installed below `root`? Nothing where none is, or no message needs another computer."""
    try:
        fence = fence_of(root)
        if fence is None:
            return ()
        with _looked_at(settings) as record:
            wanted = outward.needs(settings, record)
        if not wanted:
            return ()
        tell("Looking up where the hosts of the contacts are.")
        found = outward.openings(wanted, root)
        return (fence_check.judge(found, fence, fence_check.added(root)),)
    except VoiceAgentError as error:
        return (from_error(fence_check.ABOUT, error, State.CARE),)
    except OSError as error:
        says = f"The unit of the service cannot be read: {error.strerror}."
        return (Finding(fence_check.ABOUT, State.SKIPPED, says),)


@contextmanager
def _looked_at(settings: Settings) -> Generator[Record | None]:
    if not Record.exists(settings.state):
        yield None
        return
    with Record.look(settings.state) as record:
        yield record


def _trusted(settings: Settings) -> Contacts:
    with _looked_at(settings) as record:
        return trusted(settings, record)


def times(settings: Settings, now: datetime) -> tuple[Finding, ...]:
    """Whose time is meant, and can the clock be right?"""
    newest = None
    with suppress(VoiceAgentError), _looked_at(settings) as record:
        # a damaged record is told of elsewhere
        newest = diary.newest(record) if record else None
    return (
        clock_check.time_zone(settings.narrator.time_zone, now, os.environ),
        clock_check.clock(now, newest, released()),
    )


def topics(settings: Settings) -> tuple[Finding, ...]:
    """Which files of questions that the household wrote are left out, and why."""
    book = protocol.read_all(resource("config/interview"))
    _, refused = protocol.read_household(book, settings.state / "interview")
    return tuple(from_error("topics", error, State.CARE) for error in refused)


async def language(settings: Settings, tell: Tell) -> Finding:
    """Does the language model that the settings name answer, and what may it do in this house?"""
    about, wanted = "language model", settings.language
    if why := elsewhere.refusal(wanted):
        return Finding(about, State.CARE, f"{why}.", elsewhere.MEND)
    if wanted.model in ("auto", "ollama"):
        from voice_agent.language.ollama import at_ollama

        tell("Asking the Ollama server whether it is there.")
        server = at_ollama(wanted.ollama_host, wanted.ollama_model)
        health, name = await server.health(), server.name
    elif wanted.model == "openai":
        from voice_agent.language.openai_compatible import openai_compatible

        tell("Asking the language server whether it is there.")
        try:
            server = openai_compatible(
                wanted.openai_url,
                wanted.openai_model,
                key=server_key(wanted.openai_key_file),
                certificate=wanted.openai_certificate,
            )
        except SettingsError as error:
            return Finding(about, State.CARE, error.what, error.mend)
        health, name = await server.health(), server.name
    elif wanted.model == "embedded":
        health, name = _embedded(settings)
    else:
        return Finding(about, State.WELL, "None is wanted; the interviewer uses its own words.")
    if health.well:
        return seat_check.judge(about, name, health.says, settings)
    return _silent(about, health, needed=wanted.model != "auto")


async def borrowed(settings: Settings, tell: Tell) -> tuple[Finding, ...]:
    """Do the servers lend what the settings borrow? Nothing where they borrow nothing."""
    wanted = settings.borrowing
    if not (wanted.hearing or wanted.speaking or wanted.embedding):
        return ()
    from voice_agent.measuring import lent_check

    return await lent_check.look(settings, tell)


def _silent(about: str, health: Health, *, needed: bool) -> Finding:
    if needed:
        own = "Until then the interviewer uses its own words."
        return Finding(about, State.CARE, health.says, own)
    return Finding(
        about,
        State.NOTE,
        f"None answers, and none is needed. {health.says}",
    )


def _embedded(settings: Settings) -> tuple[Health, str]:
    try:
        folder = weights.find(settings.weights, settings.language.embedded_model)
    except VoiceAgentError as error:
        return Health(False, f"{error.what} {error.mend}".strip()), ""
    return Health(True, "The small model inside the program is here."), embedded_name(folder)


async def room(settings: Settings, tell: Tell) -> tuple[Finding, ...]:
    """Listen to the room, then to ourselves."""
    from voice_agent.audio.device_room import open_room

    try:
        async with open_room(settings.audio, volume=settings.speaking.volume) as devices:
            names = f"“{devices.microphone.name}” and “{devices.loudspeaker.name}”"
            tell(f"Listening for {LISTENING:.0f} seconds to {names}: please say a few words.")
            spoken = await room_check.listen(devices, LISTENING)
            tell(f"Now please be quiet for {QUIET:.0f} seconds.")
            quiet = await room_check.listen(devices, QUIET)
            clip = _sample()
            tell(f"The sample narrator speaks for {clip.seconds:.0f} seconds; please stay quiet.")
            loop = await room_check.hear_ourselves(devices, clip, quiet)
            # while both are in use: that is when a headset falls back to its telephone profile
            chosen = await anyio.to_thread.run_sync(device_check.look, settings.audio)
    except NoLoudspeaker as error:
        return (from_error("loudspeaker", error),)
    except DeviceError as error:
        return (from_error("microphone", error),)
    measured = room_check.level(spoken)
    return (
        room_check.judge_level(measured),
        *_in_words(quiet, measured.speech),
        room_check.judge_loop(loop),
        *chosen,
    )


def _in_words(quiet: Samples, speech: float) -> tuple[Finding, ...]:
    """What the room is like; nothing where the microphone is silent."""
    if speech <= room_check.SILENT:
        return ()
    try:
        return (room_words.judge(room_words.noise(quiet), speech),)
    except EngineUnavailable as error:
        return (from_error("room", error),)


def engines(
    settings: Settings, settings_file: Path | None, tell: Tell, *, times: int = speed_check.TIMES
) -> Generator[Finding]:
    """Load ears and voice and see whether they keep up, alone and beside a second copy.

    A lent one that does not answer costs `borrowing.patience` once; after that our own is tried in its place.
    """
    tell("Loading ears and voice and trying how quick they are; this takes about half a minute.")
    lent = settings.borrowing
    borrows = bool(lent.hearing or lent.speaking)
    if borrows:
        tell(
            f"A server that lends one of them and does not answer is waited for once, for up to {lent.patience:g} seconds."
        )
    where: list[str] = []

    def loading(says: str) -> None:
        where.append(says)
        if borrows:  # whom we wait for, and who did not answer
            tell(says)

    try:
        loaded = assemble.engines(settings, loading, rest=RESTS)
    except VoiceAgentError as error:
        yield from_error("ears and voice", error)
        return
    yield _where(settings, where)
    try:
        quiet = speed_check.measure(loaded, times)
        tell("Trying them once more, beside a second copy of the same work.")
        with speed_check.load_beside(settings_file, settings.profile):
            busy = speed_check.measure(loaded, times)
    except VoiceAgentError as error:
        yield from_error("speed", error)
        return
    yield from speed_check.judge(quiet, busy)


def _where(settings: Settings, told: list[str]) -> Finding:
    """What became of the wish for a graphics card: the recogniser has tried a decode on it."""
    about, says = "recogniser", " ".join(told)
    if settings.hearing.device == "cuda" and "graphics card could not" in says:
        return Finding(
            about,
            State.CARE,
            says,
            "Install the card's driver and `pip install '.[gpu]'`, or set hearing.device to “auto”.",
        )
    return Finding(about, State.WELL, says)


def _sample() -> Clip:
    """Some seconds of the sample narrator, to be played."""
    lines = sample_narrator().lines
    pieces: list[Samples] = [files.read(lines[number].file).samples for number in (2, 4)]
    return Clip(np.concatenate(pieces), RATE)
