"""The pages of the house as `voice-agent serve` opens them: to this computer, or with --lan to the house."""

import importlib.util
import re
import shutil
import socket
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio

from voice_agent import assemble, weights
from voice_agent.archive import accounts, away, door_undone, narrators_pin
from voice_agent.archive.backups import Told
from voice_agent.archive.book import Book
from voice_agent.archive.erasing import Erased, still_there
from voice_agent.archive.erasing_now import erase_turn
from voice_agent.archive.record import Record
from voice_agent.audio import devices
from voice_agent.backends import Notifier
from voice_agent.cli import drilling, started
from voice_agent.cli.choosing import Choosing, voices
from voice_agent.cli.recalling import in_threads
from voice_agent.cli.waiting import Corner
from voice_agent.conversation.house import Controls
from voice_agent.errors import AccountRefused, DeviceError, ModelError, RecordError, VoiceAgentError
from voice_agent.interview.safety.contacts import parse
from voice_agent.memory.recall.lance import engine
from voice_agent.notifying.by_apprise import ByApprise
from voice_agent.notifying.ends import MAIL, end_of
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.scheduler.diary import Diary
from voice_agent.scheduler.whose_time import MEND
from voice_agent.serve.service import Service
from voice_agent.serve.visits import Visits
from voice_agent.settings import Settings
from voice_agent.storybook.at_home import bookmaker
from voice_agent.telemetry.telling import SILENT, Telling
from voice_agent.web import certificate, tidings
from voice_agent.web.desk import LOCAL, Contact, Desk, Drilled, Obstacle, Sign, nobody_drills
from voice_agent.web.library import Library
from voice_agent.web.line import Line
from voice_agent.web.serving import listen, serve

NETWORK = 10.0
"""Seconds between two looks whether this computer has an address that it had not."""

READY = 60.0
"""Seconds between two looks whether something was told since the life behind the pages was woven."""

HOUR = 3600 * 2 * 16_000 * 2
"""Bytes of an hour of talk: two voices, 16-bit, 16 kHz."""


def pages(
    settings: Settings,
    book: Book,
    diary: Diary,
    corner: Corner,
    visits: Visits,
    *,
    choosing: Choosing,
    lan: bool,
    tell: Callable[[str], None],
    telling: Telling = SILENT,
) -> Callable[[Service], Coroutine[Any, Any, None]]:
    """What runs beside the service. The port is taken at once. Raises AlreadyRunning, StateUnwritable."""
    port = settings.web.port
    line = listen("0.0.0.0" if lan else "127.0.0.1", port)
    names = all_names(settings, lan=lan)
    papers = certificate.papers(settings.state, names, datetime.now(UTC)) if lan else None
    narrators_pin.learn(settings.state, settings.memory.pin)
    desk = desk_of(settings, book, diary, corner, visits, choosing=choosing, telling=telling)
    desk.hosts, desk.secure = LOCAL | set(names), lan
    desk.outside = outside(names, port) if lan else ""
    desk.authority = papers.authority if papers else b""
    desk.library = library = Library(bookmaker(settings), book)

    async def run(service: Service) -> None:
        desk.says = lambda: service.says
        desk.get_ready = corner.engines
        desk.hush = service.answered_elsewhere
        desk.talking = lambda: service.talking

        async def talk(browser: Line) -> None:
            async def hold(controls: Controls) -> None:
                browser.obey(controls)
                await corner.hold_in(
                    browser, controls, browser.watch(), distant=True, picture=browser.picture
                )

            await service.hold_elsewhere(hold)

        desk.talk = talk
        for says in greeting(desk, names, port, fresh=papers is not None and papers.fresh):
            tell(says)
        files = (papers.certificate, papers.key) if papers else None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(anyio.to_thread.run_sync, engine)  # whoever erases would wait for it
            tasks.start_soon(_stand_ready, library, service, desk)

            def another(take: Callable[[], None]) -> None:
                tasks.start_soon(_another_network, settings, desk, port, tell, take)

            await serve(desk, line, certificate=files, another=another)

    return run


def desk_of(
    settings: Settings,
    book: Book,
    diary: Diary,
    corner: Corner,
    visits: Visits,
    *,
    choosing: Choosing,
    telling: Telling = SILENT,
) -> Desk:
    """What the pages of this house are given, for this computer alone; loads nothing."""
    return Desk(
        book,
        diary,
        narrator=settings.narrator.name,
        country=settings.narrator.country,
        health=lambda: health(settings),
        obstacles=lambda: obstacles(settings, visits),
        knows_the_time=lambda: visits.knows_the_time,
        chosen=choosing.chosen,
        choose=choosing.choose,
        voices=lambda: voices(lambda: corner.settings),
        contacts=lambda: contacts(settings),
        drill=lambda: drill(settings, ByApprise()),
        named_advocate=lambda: _named_advocate(settings),
        mails=lambda: bool(settings.safety.mail),
        reachable=lambda typed: reachable(settings, typed),
        send_word=lambda address, word: send_word(settings, ByApprise(), address, word),
        send_news=lambda address, says: send_news(settings, ByApprise(), address, says),
        pin=settings.memory.pin,
        names=lambda: assemble.names_to_hear(corner.settings, book.read),
        erase=lambda session, turn: erase(settings, session, turn),
        back_up=lambda told: back_up(settings, told),
        decided=lambda: assemble.keep_up(settings, datetime.now(UTC), telling),
    )


async def _another_network(
    settings: Settings, desk: Desk, port: int, tell: Callable[[str], None], take: Callable[[], None]
) -> None:
    """A network that comes late, or gives this computer another address, is no reason to begin anew: its address is taken up
    where it is new. `take`: the certificate that was made for it."""
    while True:
        await anyio.sleep(NETWORK)
        try:
            for says in take_up(desk, all_names(settings, lan=True), port, take):
                tell(says)
        except VoiceAgentError as error:
            tell(f"{error.what} The pages go on under the addresses they had.")


def take_up(desk: Desk, names: list[str], port: int, take: Callable[[], None]) -> list[str]:
    """Let the pages be asked for by these names too, where one is new; says where they are now. Raises StateUnwritable, DiskFull."""
    if {*names} <= desk.hosts:
        return []
    papers = certificate.papers(desk.book.state, names, datetime.now(UTC))
    take()
    desk.hosts, desk.authority = LOCAL | {*names}, papers.authority
    desk.outside = outside(names, port)
    return greeting(desk, names, port, fresh=papers.fresh)


async def _stand_ready(library: Library, service: Service, desk: Desk) -> None:
    """Between talks, so that neither whoever looks at the stories next waits for it, nor whoever talks.

    Then whoever wants to be told of a new chapter is.
    """
    while True:
        if not service.talking:
            with suppress(VoiceAgentError):  # whoever looks is told
                await anyio.to_thread.run_sync(library.stand_ready, abandon_on_cancel=True)
                await anyio.to_thread.run_sync(tidings.tell, desk, abandon_on_cancel=True)
                await anyio.to_thread.run_sync(door_undone.let_go, desk.book, desk.now())
        await anyio.sleep(READY)


def back_up(settings: Settings, told: Told) -> None:
    """Make a sealed backup where `voice-agent backup set-up` said. Minutes for a long life.

    Raises RecordError, AlreadyRunning during a talk, DiskFull.
    """
    now = datetime.now(UTC)
    assemble.finish_first(settings, now)
    with Record.look(settings.state) as record:
        away.make(record, now, told)


def erase(settings: Settings, session: str, turn: int) -> tuple[str, ...]:
    """Erase one turn for good; returns what the narrator should know. Seconds; not while a talk is held.

    Raises AlreadyRunning, MemoryRefused where not all of it is gone.
    """

    async def go() -> Erased:
        with Record.open(settings.state, to_erase=True) as record:
            uri, caches = assemble.index_uri(settings), (settings.cache,)
            place, now = (session, turn), datetime.now(UTC)
            return await erase_turn(record, place, uri, caches, now, in_threads)

    done = anyio.run(go)
    if done.left:
        raise still_there(done.left)
    return done.beyond


def greeting(desk: Desk, names: list[str], port: int, *, fresh: bool) -> list[str]:
    """What is said when the pages are open: where they are, and what to do first."""
    at = (desk.secure and outside(names, port)) or f"http://localhost:{port}"
    says = [f"The pages are at {at}"]
    if fresh:
        says.append(f"Telephones and tablets: open {at}/certificate once and follow it.")
    if not accounts.everybody(desk.book):
        says.append(f"The first account is made at {at}/first?code={desk.code}")
    return says


def all_names(settings: Settings, *, lan: bool) -> list[str]:
    """Every name under which the pages may be asked for."""
    further = own_names(settings.web.names) if lan else ()
    return sorted({"localhost", "127.0.0.1", *further})


def outside(names: Iterable[str], port: int) -> str:
    """How a telephone in the house's network reaches the pages: an address in figures, which every one of them understands;
    before there is one, a name. "": not at all."""
    ours = [name for name in names if name not in LOCAL]
    figures = [name for name in ours if re.fullmatch(r"[\d.]+", name)]
    named = [name for name in ours if name.endswith(".local")]
    at = next(iter([*figures, *named, *ours]), "")
    return f"https://{at}:{port}" if at else ""


def own_names(further: str) -> set[str]:
    """Names and addresses of this computer in the house's network."""
    host = socket.gethostname()
    found = {host, f"{host.removesuffix('.local')}.local"}
    found |= {name.strip() for name in further.split(",") if name.strip()}
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses our own address
            found.add(line.getsockname()[0])
        except OSError:
            pass  # no network: its name is all there is
    return {name.lower() for name in found}


def health(settings: Settings) -> list[Sign]:
    """Is the device well? A few looks that take no time and hear nothing."""
    signs = _sound(settings)
    free = shutil.disk_usage(_there(settings.state)).free
    hours = free // HOUR
    signs.append(
        Sign(
            "Room for talks",
            hours >= 10,
            f"{hours} hours" if hours < 1000 else "plenty",
            "Talks go on until the disk is full; before that, files that nobody needs have to be taken off it.",
        )
    )
    try:
        weights.find(settings.weights, settings.hearing.model)
        signs.append(Sign("Hearing", True, "ready"))
    except ModelError as error:
        signs.append(
            Sign("Hearing", False, error.what, "Until that is mended no talk can be held.")
        )
    signs.append(_copies(settings))
    return signs


def obstacles(settings: Settings, visits: Visits) -> list[Obstacle]:
    """For what a planned talk could not be held, as things are now. Loads nothing and hears nothing."""
    found: list[Obstacle] = []
    if not visits.knows_the_time:
        found.append(
            Obstacle(
                "Nobody will be invited: this device does not know what time it is.",
                "Connect it to the internet for some minutes, or set its clock. It then invites by itself.",
            )
        )
    if visits.doubt:
        found.append(Obstacle(visits.doubt, MEND))
    unwell = [sign for sign in _sound(settings) if not sign.well]
    satellites = settings.satellite.addresses
    if len(unwell) < len(satellites):
        unwell = []  # one of them is enough
    for sign in unwell[:1] if satellites else unwell:
        do = "Switch the satellite on" if satellites else f"Plug the {sign.what.lower()} in"
        found.append(
            Obstacle(
                f"No talk can be held in the room: {sign.says}",
                f"{do}. On a tablet the talk can be held all the same.",
            )
        )
    return found + [
        Obstacle(
            f"No talk can be held, not even on a tablet: {part} is missing.",
            mend or started.hint("Run `voice-agent doctor` on the device: it says what to do."),
        )
        for part, mend in _missing(settings)
    ]


def _missing(settings: Settings) -> Iterator[tuple[str, str]]:
    """What a talk needs and is not here, and how it comes back."""
    hearing, voice = settings.hearing, settings.speaking.voice
    parts = {"its hearing": hearing.model, "its sense of who has finished": "smart-turn"}
    parts |= {"its memory for voices": "ge2e"} if hearing.speaker_check else {}
    if not voice.startswith("hibari"):
        parts["its voice"] = voice
    elif importlib.util.find_spec("hibari") is None:
        yield "its voice", "Install the program again."
    for part, name in parts.items():
        try:
            weights.find(settings.weights, name)
        except ModelError as error:
            yield part, error.mend


def _copies(settings: Settings) -> Sign:
    try:
        with Record.look(settings.state) as record:
            standing = assemble.stand(settings, record)
    except RecordError as error:
        return Sign("Copies of what was told", False, error.what)
    do = "Open the page Backup: it says how it stands. After the next talk another copy is tried by itself."
    return Sign("Copies of what was told", standing.well, standing.says, do)


def contacts(settings: Settings) -> list[Contact]:
    """Who is told in an emergency, by name; whom the narrator trusts with more stays theirs to know."""
    people = parse(settings.safety.contacts, settings.safety.advocate).people
    return [
        Contact(
            each.name,
            _way(each.address),
            end_of(each.address),
        )
        for each in people
    ]


def _way(address: str) -> str:
    if MAIL.fullmatch(address):
        return "e-mail"
    scheme = address.partition(":")[0].lower()
    return "e-mail" if scheme in ("mailto", "mailtos") else f"{scheme} message" if scheme else ""


def drill(settings: Settings, notifier: Notifier) -> Drilled:
    """Tell every contact that this is only a test; says for whom it worked. Some seconds each."""
    told = drilling.tell_all(settings, notifier)
    if not told:
        return nobody_drills()
    well = [each.name for each, arrived in told if arrived]
    ill = [each.name for each, arrived in told if not arrived]
    says = (
        [f"A test message went to {', '.join(well)}. Please ask whether it arrived."]
        if well
        else []
    )
    says += (
        [
            f"No message could be sent to {', '.join(ill)}. Please look at the settings; on a device that is "
            "fenced in, `voice-agent contacts unit` lets messages out."
        ]
        if ill
        else []
    )
    return Drilled(" ".join(says), went=bool(well))


_SERVICES = frozenset(
    [
        "signal",
        "signals",
        "tgram",
        "threema",
        "whatsapp",
        "matrixs",
        "slack",
        "discord",
        "gchat",
        "msteams",
        "rockets",
        "zulip",
        "mmosts",
        "nctalks",
        "line",
        "pover",
        "pbul",
        "ntfys",
        "twilio",
        "clickatell",
        "vonage",
        "d7sms",
        "msgbird",
        "plivo",
        "sinch",
        "bulksms",
        "clicksend",
        "sns",
    ]
)
"""Services that carry a message to a person. Others of apprise would knock at this device or its network."""


def reachable(settings: Settings, typed: str) -> str:
    """An e-mail address, or one of a service, as it is kept; "" for none. Raises AccountRefused."""
    if not typed:
        return ""
    if MAIL.fullmatch(typed):
        if not settings.safety.mail:
            raise AccountRefused(
                "This house cannot send e-mail yet.",
                safe="Nothing has been changed.",
                mend="Whoever set up the device can enter an e-mail account for it; then it works.",
            )
        return typed
    scheme = typed.partition("://")[0].lower()
    one = "://" in typed and not re.search(r"[,\s]", typed)
    if not one or scheme not in _SERVICES or not ByApprise().understands(typed):
        raise AccountRefused(
            "No message can be sent to that.",
            safe="Nothing has been changed.",
            mend="Please look whether it is written right: an e-mail address has an @ in it. How the address of a messenger "
            "is written, whoever set up the device can tell you (docs/settings.md).",
        )
    return typed


def _named_advocate(settings: Settings) -> str:
    named = parse(settings.safety.contacts, settings.safety.advocate).advocate
    return named.name if named is not None and named.address else ""


def send_word(settings: Settings, notifier: Notifier, address: str, word: str) -> bool:
    """Send the advocate a word, in reviewed wording."""
    net = safety.read(resource("config/safety.toml"), settings.narrator.country)
    message, name = net.messages["test"], settings.narrator.name or "the narrator"
    title, text = (each.replace("{name}", name) for each in (message.title, message.text))
    to = assemble.sendable(settings, address)
    return bool(to) and notifier.send(to, title, text.replace("{word}", word))


def send_news(settings: Settings, notifier: Notifier, address: str, says: str) -> bool:
    """Send one sentence of ours; it has no title."""
    to = assemble.sendable(settings, address)
    return bool(to) and notifier.send(to, "", says)


def _sound(settings: Settings) -> list[Sign]:
    """Microphone and loudspeaker, or the satellites that take their place."""
    if addresses := settings.satellite.addresses:
        from voice_agent.satellite.glance import answering

        return [
            Sign(
                f"Satellite {at}",
                well,
                "answers" if well else f"No satellite answers at {at}.",
                "Switch the satellite on, and open this page again after a minute.",
            )
            for at, well in answering(addresses).items()
        ]
    return [
        _device(settings.audio.microphone, "microphone"),
        _device(settings.audio.loudspeaker, "loudspeaker"),
    ]


def _device(wanted: str, kind: str) -> Sign:
    try:
        devices.find(wanted, kind)  # type: ignore[arg-type]
    except DeviceError as error:
        do = f"Plug the {kind} in, and open this page again."
        return Sign(kind.capitalize(), False, error.what, do)
    return Sign(kind.capitalize(), True, "connected")


def _there(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.is_dir())
