"""One spoken session on the terminal: the room, the captions, the keys, and where everything lies."""

import signal
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from datetime import UTC, datetime

import anyio
from rich.console import Console

from voice_agent import assemble
from voice_agent.archive.record import Record
from voice_agent.audio import devices, files
from voice_agent.audio.device_room import open_room
from voice_agent.audio.room import TapedRoom
from voice_agent.audio.tape import AfterReply, Cue, DuringReply
from voice_agent.cli import started
from voice_agent.cli.captions import Captions
from voice_agent.cli.writing import bring_up_to_date
from voice_agent.conversation.house import Controls
from voice_agent.errors import NoMicrophone, NoSuchSession
from voice_agent.settings import Settings, load
from voice_agent.sound import Room
from voice_agent.speech.narrator import SampleNarrator, sample_narrator
from voice_agent.telemetry.telling import SILENT, Telling
from voice_agent.telemetry.vocabulary import Manner

SAMPLE_ECHO = 0.05
"""Share of our own voice that reaches the sample narrator's microphone, as in a real room."""


def sit(
    settings: Settings, *, sample: bool = False, fast: bool = False, telling: Telling = SILENT
) -> None:
    """Hold one session with whoever is here. Raises VoiceAgentError."""
    console = Console()
    if not sample:
        try:
            devices.find(settings.audio.microphone, "microphone")
        except NoMicrophone as error:
            console.print(f"[yellow]{error.what}[/] {error.mend}")
        else:
            # said before the engines are loaded: nobody should wait for bad news
            devices.find(settings.audio.loudspeaker, "loudspeaker")
            speaking = settings.speaking
            _hold(
                settings,
                console,
                lambda: open_room(settings.audio, volume=speaking.volume),
                telling,
            )
            return
    console.print(
        "[bold]The sample narrator speaks instead[/]: an invented person with a synthetic voice, "
        "through the same path as a microphone. Her talk is kept apart from yours."
    )
    narrator = sample_narrator()
    # a folder of her own: an invented life must never mix with a real one
    own = settings.model_copy(
        update={
            "state_directory": str(settings.state / "sample"),
            "narrator": settings.narrator.model_copy(
                update={"name": narrator.name, "birth_year": narrator.born}
            ),
        }
    )
    _hold(own, console, lambda: taped(narrator, fast=fast), telling)


@asynccontextmanager
async def taped(narrator: SampleNarrator, *, fast: bool) -> AsyncGenerator[TapedRoom]:
    """A room in which the sample narrator sits."""
    cues = [
        Cue(
            files.read(line.file),
            AfterReply(line.wait) if line.when == "after reply" else DuringReply(line.wait),
        )
        for line in narrator.lines
    ]
    yield TapedRoom(cues, fast=fast, echo=SAMPLE_ECHO)


Opens = Callable[[], AbstractAsyncContextManager[Room]]


def _hold(settings: Settings, console: Console, opens: Opens, telling: Telling) -> None:
    with Record.open(settings.state) as record:
        anyio.run(assemble.finish_erasing, settings, record, datetime.now(UTC))
        with console.status("Loading ears and voice …"):
            engines = assemble.engines(settings, lambda says: console.print(f"[dim]{says}[/]"))
        controls = Controls()
        keys = "q stop · m mute" if sys.stdin.isatty() else ""
        with Captions(console, keys=keys) as captions, hands(controls):
            held = anyio.run(_run, settings, engines, opens, record, captions, controls, telling)
        if held.folder is not None:
            with console.status("Listening to the recording again, more carefully …"):
                assemble.listen_again(settings, engines, record, held.session)
            record.transcript(held.session)
            if ill := assemble.keep_copy(settings, record, datetime.now(UTC), telling):
                console.print(ill)
    _farewell(console, settings, held)
    bring_up_to_date(settings, console)


async def _run(
    settings: Settings,
    engines: assemble.Engines,
    opens: Opens,
    record: Record,
    captions: Captions,
    controls: Controls,
    telling: Telling,
) -> assemble.Held:
    with telling.talk(Manner.SPOKEN) as told:
        async with opens() as room:
            return await assemble.hold(
                settings,
                engines,
                room,
                record,
                watch=captions.watch(),
                controls=controls,
                tell=captions.tell,
                told=told,
            )


def _farewell(console: Console, settings: Settings, held: assemble.Held) -> None:
    if held.folder is None or held.conversation is None or held.transcript is None:
        console.print("Nothing was agreed to, so nothing was kept.")
        return
    show = f"{started.as_is()} sessions show {held.session}"
    if settings.state != load().state:  # the sample narrator's, or one chosen by the caller
        show = f"VOICE_AGENT_STATE_DIRECTORY={settings.state} {show}"
    console.print()
    console.print(f"[bold]conversation[/]  {held.conversation}", soft_wrap=True)
    console.print(f"[bold]transcript[/]    {held.transcript}", soft_wrap=True)
    console.print(f"[bold]record[/]        {show}", soft_wrap=True)
    console.print(
        f"[dim]Everything lies in {held.folder}, readable by you alone.[/]", soft_wrap=True
    )


def resume(settings: Settings) -> None:
    """Go on with the session that a power cut or a crash broke off. Raises NoSuchSession."""
    cut = None
    if Record.exists(settings.state):
        with Record.look(settings.state) as record:
            cut = record.unfinished()
    if cut is None:
        raise NoSuchSession(
            "No session was broken off, so there is nothing to go on with.",
            safe="Everything recorded is complete.",
            mend="Start a new one with: voice-agent talk",
        )
    sit(settings)


@contextmanager
def hands(controls: Controls) -> Generator[None]:
    """Let a key and a signal end or mute the capture: q, Escape, Ctrl-C, SIGTERM stop; m, SIGUSR1 mute."""

    def stop(*_: object) -> None:
        controls.stopping = True

    def mute(*_: object) -> None:
        controls.muted = not controls.muted

    before = {
        number: signal.signal(number, what)
        for number, what in (
            (signal.SIGINT, stop),
            (signal.SIGTERM, stop),
            (signal.SIGUSR1, mute),
        )
    }
    try:
        with _keyboard({"q": stop, "\x1b": stop, "m": mute}):
            yield
    finally:
        for number, what in before.items():
            signal.signal(number, what)


@contextmanager
def _keyboard(keys: dict[str, object]) -> Generator[None]:
    """Read single keys from a terminal in a thread of its own; elsewhere there is nothing to read."""
    if not sys.stdin.isatty():
        yield
        return
    import select
    import termios
    import tty

    shown = termios.tcgetattr(sys.stdin)
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            if select.select([sys.stdin], [], [], 0.1)[0]:
                action = keys.get(sys.stdin.read(1))
                if callable(action):
                    action()

    reader = threading.Thread(target=read, daemon=True)
    try:
        tty.setcbreak(sys.stdin.fileno())
        reader.start()
        yield
    finally:
        over.set()
        reader.join()
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, shown)
