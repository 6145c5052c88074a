"""`python -m lab web`: the pages while somebody tells, and a spoken interview through a real browser."""

import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console

from voice_agent.cli.options import JsonFile, Profile, SettingsFile
from voice_agent.errors import EngineUnavailable
from voice_agent.settings import Settings

if TYPE_CHECKING:
    from voice_agent.cli.waiting import Corner
    from voice_agent.web.desk import Desk
    from voice_agent.web.line import Line

PASSWORD = "only for measuring"

WANTED_MS = 100.0
"""What a page may take at the 95th percentile while a session is running."""


def web(
    seconds: Annotated[
        int, typer.Option(min=20, help="Of each session, with and without visitors.")
    ] = 75,
    every: Annotated[float, typer.Option(min=0.05, help="Seconds between two pages.")] = 0.25,
    talk: Annotated[
        bool, typer.Option("--talk", help="Also hold an interview in Chromium.")
    ] = False,
    pages: Annotated[bool, typer.Option(help="Measure the pages.")] = True,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    json_file: JsonFile = None,
) -> None:
    """Measure the pages during a session, and the session during the pages; the sample narrator tells."""
    from voice_agent.cli.waiting import Corner
    from voice_agent.measuring import machine
    from voice_agent.settings import load

    settings = load(settings_file, profile=profile)
    console = Console()
    figures: dict[str, Any] = {"machine": machine.describe(), "seconds": seconds, "every_s": every}
    with tempfile.TemporaryDirectory() as folder:
        own = settings.model_copy(update={"state_directory": str(Path(folder) / "state")})
        _agree(own)
        if pages:
            corner = Corner(own)
            corner.engines()
            with console.status("A session without visitors …"):
                figures["alone"] = _session(own, corner, seconds, None)
            with console.status("A session with visitors …"):
                figures["visited"] = _session(own, corner, seconds, every)
            _print(console, figures)
        if talk:
            with console.status("An interview in Chromium …"):
                # nothing is loaded yet: as the first talk after `voice-agent serve`
                figures["talk"] = _in_a_browser(own, Corner(own))
            for name, value in figures["talk"].items():
                console.print(f"{name.replace('_', ' ')}: {value}")
    if json_file:
        json_file.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
        console.print(f"Written to {json_file}.", soft_wrap=True)


def _agree(settings: Settings) -> None:
    """The sample narrator has said yes before: the time goes to her stories."""
    from voice_agent.archive.record import Record
    from voice_agent.story import Consent, ConsentKind, SessionId

    before = SessionId("before")
    with Record.open(settings.state) as record:
        record.consent(Consent(ConsentKind.RECORDING, True, datetime.now(UTC), before, "yes"))


def _session(
    settings: Settings, corner: "Corner", seconds: int, every: float | None
) -> dict[str, Any]:
    """The sample narrator tells for `seconds`, in real time; with `every`, visitors look at pages."""
    import anyio

    from voice_agent.archive.record import Record
    from voice_agent.cli.sitting import taped
    from voice_agent.conversation.house import Controls
    from voice_agent.speech.narrator import sample_narrator

    controls, times = Controls(), dict[str, list[float]]()

    async def run() -> None:
        async with taped(sample_narrator(), fast=False) as room, anyio.create_task_group() as tasks:

            async def visit() -> None:
                if every is not None:
                    plan = {"seconds": seconds, "every": every}
                    times.update(await _visit(settings, plan))
                else:
                    await anyio.sleep(seconds)
                controls.stopping = True

            tasks.start_soon(visit)
            await corner.hold_in(room, controls)
            tasks.cancel_scope.cancel()

    anyio.run(run)
    with Record.look(settings.state) as record:
        found = record.latencies(record.sessions()[-1].id).values()
    waits = {
        "decided_ms": [x.decided - x.speech_end for x in found if x.decided],
        "first_content_after_decision_ms": [
            x.first_content - x.decided for x in found if x.first_content and x.decided
        ],
    }
    figures: dict[str, Any] = {
        name: _spread([1000 * w for w in all]) for name, all in waits.items()
    }
    if every is not None:
        figures["pages_ms"] = {page: _spread(took) for page, took in sorted(times.items())}
        figures["all_pages_ms"] = _spread([took for each in times.values() for took in each])
    return figures


async def _visit(settings: Settings, plan: dict[str, Any]) -> dict[str, list[float]]:
    """Serve the pages in this very event loop, as the service does, and let a process of its own look."""
    import anyio

    from voice_agent.web.serving import listen, serve

    line = listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{line.getsockname()[1]}"
    with desk_of(settings) as desk:
        told = _stories(desk)
        plan |= {
            "address": address,
            "visitors": [
                {
                    "name": "Rose",
                    "password": PASSWORD,
                    "pages": ["/me", "/me/stories", "/me/book", "/me/looks", *told[:1]],
                },
                {"name": "Carol", "password": PASSWORD, "pages": ["/care"]},
                {
                    "name": "Ann",
                    "password": PASSWORD,
                    "pages": [
                        *("/family", "/family/life", "/family/book", "/family/book/years"),
                    ],
                },
            ],
        }
        done: subprocess.CompletedProcess[bytes] | None = None
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(partial(serve, desk, line))
            done = await anyio.run_process(
                [sys.executable, "-m", "lab.evaluation.page_times"],
                input=json.dumps(plan).encode(),
                stderr=subprocess.PIPE,
                check=False,
            )
            tasks.cancel_scope.cancel()
    assert done is not None
    if done.returncode:
        complaint = done.stderr.decode().strip().splitlines()[-1]
        raise EngineUnavailable("pages", complaint, retryable=False)
    return json.loads(done.stdout)


@contextmanager
def desk_of(settings: Settings) -> Generator["Desk"]:
    """A house with three people and a calendar. Passwords cost what they always cost."""
    from zoneinfo import ZoneInfo

    from voice_agent.archive import accounts, letting_in
    from voice_agent.archive.accounts import Role
    from voice_agent.archive.book import Book
    from voice_agent.cli.pages import health
    from voice_agent.scheduler.diary import Arranged, Diary
    from voice_agent.scheduler.plan import Quiet
    from voice_agent.storybook.at_home import bookmaker
    from voice_agent.web.desk import Desk
    from voice_agent.web.library import Library

    with Book(settings.state) as book:
        diary = Diary(book, Arranged(ZoneInfo("UTC"), Quiet(), 1, timedelta(minutes=25)))
        library = Library(bookmaker(settings), book)
        desk = Desk(book, diary, narrator="Rose", health=lambda: health(settings), library=library)
        now = datetime.now(UTC)
        if not accounts.everybody(book):
            for name, role in (
                ("Rose", Role.NARRATOR),
                ("Carol", Role.CAREGIVER),
                ("Ann", Role.FAMILY),
            ):
                letting_in.welcomed(book, name, role, desk.hasher.hash(PASSWORD), now)
            diary.add(now.date(), time(10), now, days=("tue", "fri"))
        yield desk


def _stories(desk: "Desk") -> list[str]:
    """The session before left stories: some are shared, and stand in the book, so that every page shows something."""
    from voice_agent.archive import sharing, who_sees
    from voice_agent.archive.accounts import family
    from voice_agent.story import ConsentKind

    told = sharing.stories(desk.book)
    for each in told[:5]:
        sharing.share(desk.book, each, [who_sees.EVERYBODY], voice=True, now=desk.now())
    if library := desk.library:
        for each in library.write(desk.now()).passages:
            library.answer(each.id, given=True, readers=(), now=desk.now())
        for one in family(desk.book):
            library.consent(ConsentKind.RECIPIENT, True, desk.now(), one.name, account=one.id)
    return [f"/me/stories/{each.session}/{each.turn}" for each in told]


@dataclass
class _Heard:
    """What the browser's loudspeaker played."""

    samples: "np.ndarray[Any, np.dtype[np.float32]]"
    rate: int
    over: bool
    """The talk ended by itself after the goodbye."""

    listens: float
    """Seconds from the button to “I am listening”; all engines are loaded within."""

    speaks: float
    """Seconds from the button to our first word."""


TAP = """
(() => {
  const real = AudioNode.prototype.connect;
  window.heard = []; window.heardRate = 0;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to === this.context.destination && this instanceof AudioBufferSourceNode) {
      const data = this.buffer.getChannelData(0);
      window.heardRate = this.buffer.sampleRate;
      this.addEventListener('ended', () => window.heard.push(Array.from(data)));
    }
    return real.call(this, to, ...rest);
  };
})();
"""
"""Keeps what the page plays to its end."""


def _in_a_browser(settings: Settings, corner: "Corner") -> dict[str, Any]:
    """Chromium's fake microphone plays the sample narrator; what its loudspeaker says is heard back."""
    import shutil

    from voice_agent.archive.record import Record
    from voice_agent.measuring.wer import errors
    from voice_agent.sound import RATE, Sound
    from voice_agent.story import Speaker

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise EngineUnavailable("Chromium", "it is not on this computer.", retryable=False)
    with tempfile.TemporaryDirectory() as folder:
        voice = Path(folder) / "narrator.wav"
        said = _tape(voice)
        heard = _hold(settings, corner, chromium, voice, said)
    with Record.look(settings.state) as record:
        session = record.session(record.sessions()[-1].id)
    understood = [t.text for t in session.turns if t.speaker is Speaker.NARRATOR]
    spoken = [t.text for t in session.turns if t.speaker is Speaker.INTERVIEWER and t.text]
    hearing = corner.engines().transcriber.begin()
    import soxr

    hearing.feed(Sound(np.asarray(soxr.resample(heard.samples, heard.rate, RATE), np.float32)))
    again = hearing.finish().text
    back = errors(" ".join(spoken), again)
    return {
        "seconds_until_it_listens": round(heard.listens, 1),
        "seconds_until_it_speaks": round(heard.speaks, 1),
        "ended_by_itself": heard.over,
        "narrator_turns": len(understood),
        "interviewer_turns": len(spoken),
        "story_words_understood": _share(said, " ".join(understood)),
        "heard_back_seconds": round(len(heard.samples) / heard.rate, 1),
        "heard_back_word_error_rate": round(back.rate, 3),
    }


def _tape(to: Path) -> str:
    """The sample narrator's first story and her goodbye, with room for our words; returns those of the story."""
    from voice_agent.audio import files
    from voice_agent.sound import RATE, Sound
    from voice_agent.speech.narrator import sample_narrator

    lines = sample_narrator().lines
    story, goodbye = lines[1], lines[-1]
    sound, last = files.read(story.file), files.read(goodbye.file)
    begin = 25 * RATE  # we greet her and ask first
    leave = begin + len(sound.samples) + 22 * RATE
    end = leave + len(last.samples) + 2 * RATE
    parts = [
        Sound(sound.samples, begin),
        Sound(last.samples, leave),
        Sound(np.zeros(RATE, np.float32), end),
    ]
    files.write(to, parts)
    return story.text


def _share(said: str, understood: str) -> float:
    """Share of the different words of `said` that are among those understood."""

    def words(text: str) -> set[str]:
        return {word.strip(".,?!").lower() for word in text.split()}

    return round(len(words(said) & words(understood)) / len(words(said)), 3)


def _hold(settings: Settings, corner: "Corner", chromium: str, voice: Path, said: str) -> _Heard:
    """Serve, open the page, press the button, wait until the story was told, stop."""
    try:
        from playwright.sync_api import TimeoutError, sync_playwright
    except ImportError as error:
        raise EngineUnavailable(
            "playwright", "it is not installed.", retryable=False, mend="pip install playwright"
        ) from error
    from voice_agent.audio import files
    from voice_agent.sound import RATE

    length = files.seconds(voice)
    with (
        desk_of(settings) as desk,
        _served(desk, corner) as address,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(
            executable_path=chromium,
            args=[
                "--no-sandbox", "--disable-gpu", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream", f"--use-file-for-fake-audio-capture={voice}%noloop",
            ],
        )  # fmt: skip
        page = browser.new_page(base_url=address)
        page.add_init_script(TAP)
        page.goto("/sign-in")
        page.fill("#name", "Rose")
        page.fill("#password", PASSWORD)
        page.click("main button")
        page.goto("/talk")
        page.click("#begin")
        pressed, patience = monotonic(), 120_000
        page.wait_for_function(
            "() => document.body.classList.contains('hearing')", timeout=patience
        )
        listens = monotonic() - pressed
        page.wait_for_function("() => window.heardRate", timeout=patience)
        speaks = monotonic() - pressed
        page.wait_for_timeout(max(length - speaks, 0) * 1000)
        over = page.get_by_role("status").filter(has_text="over")
        try:
            over.wait_for(timeout=30_000)
        except TimeoutError:
            ended = False
        else:
            ended = True
        pieces: list[list[float]] = page.evaluate("() => window.heard")
        rate = int(page.evaluate("() => window.heardRate"))
        if not ended:
            page.click("#stop")
            page.wait_for_timeout(4000)
        browser.close()
    flat = [np.asarray(piece, np.float32) for piece in pieces]
    samples = np.concatenate(flat) if flat else np.zeros(RATE, np.float32)
    return _Heard(samples, rate or RATE, ended, listens, speaks)


@contextmanager
def _served(desk: "Desk", corner: "Corner") -> Generator[str]:
    """The pages with the real interviewer behind them, in a thread of their own."""
    import anyio

    from voice_agent.conversation.house import Controls
    from voice_agent.web.serving import listen, serve

    async def talk(browser: "Line") -> None:
        controls = Controls()
        browser.obey(controls)
        await corner.hold_in(browser, controls, browser.watch(), distant=True)

    desk.talk, desk.get_ready = talk, corner.engines
    line = listen("127.0.0.1", 0)
    port = line.getsockname()[1]
    held: list[tuple[anyio.CancelScope, Any]] = []
    up = threading.Event()

    async def run() -> None:
        with anyio.CancelScope() as scope:
            held.append((scope, anyio.lowlevel.current_token()))
            await serve(desk, line, ready=lambda app: up.set())

    async def stop() -> None:
        held[0][0].cancel()

    thread = threading.Thread(target=anyio.run, args=(run,))
    thread.start()
    up.wait()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        anyio.from_thread.run(stop, token=held[0][1])
        thread.join()


def _spread(values: list[float]) -> dict[str, Any]:
    if not values:
        return {"p50": None, "p95": None, "n": 0}
    p50, p95 = np.percentile(values, [50, 95])
    return {"p50": round(float(p50), 1), "p95": round(float(p95), 1), "n": len(values)}


def _print(console: Console, figures: dict[str, Any]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False, title="milliseconds")
    for heading in ("", "p50", "p95", "n", "wanted"):
        table.add_column(heading, justify="left" if heading in ("", "wanted") else "right")
    rows = {
        "all pages, during a session": (
            figures["visited"]["all_pages_ms"],
            f"p95 <= {WANTED_MS:.0f}",
        ),
        **{f"  {page[:40]}": (took, "") for page, took in figures["visited"]["pages_ms"].items()},
    }
    for key, name in (
        ("decided_ms", "turn judged over"),
        ("first_content_after_decision_ms", "first word after that"),
    ):
        rows[f"{name}, without visitors"] = (figures["alone"][key], "")
        rows[f"{name}, with visitors"] = (figures["visited"][key], "no slower")
    for name, (took, wanted) in rows.items():
        table.add_row(name, *(f"{took[k]}" for k in ("p50", "p95", "n")), wanted)
    console.print(table)
