"""`python -m lab years`: how the program stays fast when somebody has told for years.

Houses of invented talks are built through the program's own import and then used as people use them: a talk in
writing, what the installer looks at, the book, copies, pages. Each command is a process of its own, so that its start and
its heap are in the figures.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from voice_agent.cli.options import JsonFile, Seed

ANSWERS = 12
"""Remarks made in the talk that is measured."""

THINKING = 3.0
"""Seconds between two of them: people read what was answered."""

PROMPT = "› ".encode()
OVER = b"All that was said is kept"
"""With these words a talk of a long life is over, and what is left is done."""

GOODBYE = "Let's stop for today. Goodbye."

WANTED: dict[str, float | None] = {
    "greeting s": 6.0,
    "first answer s": None,
    "answer p50 s": None,
    "answer p95 s": None,
    "goodbye s": 3.0,
    "afterwards s": None,
    "talk MB": 1300.0,
    "timeline s": None,
    "check s": None,
    "why s": None,
    "book s": 60.0,
    "export s": None,
    "page p95 ms": 300.0,
    "erasing s": 3.0,
    "recall p95 ms": 150.0,
    "voice p50 ms": 150.0,
}
"""What a row holds, and what it should be at most. `voice`: from the decision that a turn is over to our first word."""

RECALLS = 40
SPOKEN = 9
"""Turns said aloud, each some ten seconds long."""


@dataclass(frozen=True, slots=True)
class House:
    """A house of so many talks."""

    talks: int
    folder: Path
    remarks: tuple[str, ...]

    @property
    def settings(self) -> Path:
        """Its settings file."""
        return self.folder / "settings.toml"

    def command(self, *words: str) -> list[str]:
        """That command, on this house."""
        return [sys.executable, "-m", "voice_agent", *words, "--settings", str(self.settings)]


def years(
    talks: Annotated[str, typer.Option(help="How many talks each house has.")] = "10,50,150",
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where houses are kept and used again; none: nowhere."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the waits as one picture.")
    ] = None,
    spoken: Annotated[
        bool, typer.Option(help="Talk aloud in each, too; needs PulseAudio, five minutes each.")
    ] = False,
    json_file: JsonFile = None,
    seed: Seed = 0,
) -> None:
    """Measure a talk, the installer's commands, book, copies and pages at several sizes. An hour for 150 talks."""
    from lab.evaluation.interview.curves import curve
    from lab.evaluation.tables import Figures, publish

    console = Console(stderr=True)
    sizes = [int(each) for each in talks.split(",")]
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="voice-agent-years-") as passing:
        for size in sizes:
            house = _built(size, keep or Path(passing), seed, console.print)
            row = {"talks": size, **_measured(house, console.print)}
            if spoken:
                console.print(f"{size} talks: aloud …")
                row["voice p50 ms"] = _aloud(house)
            rows.append(row)
    wanted = ", ".join(f"{name} {most:g}" for name, most in WANTED.items() if most is not None)
    publish(
        Figures(
            "years",
            f"{ANSWERS} answers in writing, then each command once; sizes in talks of 40 turns",
            rows,
            seed,
            (f"wanted at any size, at most: {wanted}.",),
        ),
        json_file,
    )
    if picture is not None:
        # what nobody waits for at a prompt is left to the table
        drawn = (
            "greeting s",
            "goodbye s",
            "answer p95 s",
            "check s",
            "book s",
            "export s",
            "erasing s",
        )
        lines = [
            (name.removesuffix(" s"), [float(row.get(name) or 0) for row in rows]) for name in drawn
        ]
        marks = [str(size) for size in sizes]
        drawing = curve("What somebody waits for", "seconds", lines, along="talks", marks=marks)
        picture.write_text(drawing, encoding="utf-8")


def _built(size: int, folder: Path, seed: int, tell: Callable[[str], None]) -> House:
    """Build it, where it does not stand there already. Some ten seconds a talk."""
    from lab.evaluation.memory.years import drawn
    from voice_agent.archive.record import Record
    from voice_agent.story import Consent, ConsentKind, SessionId

    life, own = drawn(size, seed), folder / f"{size}-talks-{seed}"
    house = House(size, own, life.remarks)
    if house.settings.is_file():
        return house
    tell(f"Building a house of {size} talks …")
    own.mkdir(parents=True)
    sessions = [
        {
            "title": talk.title,
            "date": talk.written and talk.written.isoformat(),
            "turns": [{"speaker": each.speaker.value, "text": each.text} for each in talk.turns],
        }
        for talk in life.talks
    ]
    written = own / "talks.json"
    written.write_text(json.dumps({"sessions": sessions}), encoding="utf-8")
    settings = f'state_directory = "{own / "state"}"\n[narrator]\nname = "Rose"\nbirth_year = {life.birth}\n'
    with Record.open(own / "state") as record:
        before = SessionId("before")
        record.consent(Consent(ConsentKind.RECORDING, True, datetime.now(UTC), before, "yes"))
    beside = own / "building.toml"
    beside.write_text(settings, encoding="utf-8")
    command = [sys.executable, "-m", "voice_agent", "memory", "import", str(written)]
    subprocess.run([*command, "--settings", str(beside)], check=True, stdout=subprocess.DEVNULL)
    beside.rename(house.settings)  # a house half built is built again
    return house


def _measured(house: House, tell: Callable[[str], None]) -> dict[str, Any]:
    tell(f"{house.talks} talks: what was imported is read …")
    _talk(house, [])  # the first talk after an import leaves it to be read
    tell(f"{house.talks} talks: a talk …")
    found = _talk(house, house.remarks[:ANSWERS])
    with tempfile.TemporaryDirectory(prefix="voice-agent-copy-") as copies:
        for name, words in (
            ("timeline", ("memory", "timeline", "--json")),
            ("check", ("memory", "check")),
            ("why", ("memory", "why", house.remarks[0])),
            ("book", ("chapters", "write")),
            ("export", ("memory", "export", str(Path(copies) / "all"))),
        ):
            tell(f"{house.talks} talks: {name} …")
            seconds, most = _run(house.command(*words))
            found |= {f"{name} s": round(seconds, 2), f"{name} MB": round(most)}
    tell(f"{house.talks} talks: pages, erasing, recall …")
    found["page p95 ms"] = _pages(house)
    found["erasing s"] = _erasing(house)
    found["recall p95 ms"] = _recall(house)
    state = house.folder / "state"
    found["record MB"] = round((state / "record.db").stat().st_size / 1e6, 1)
    inside = (each for each in (state / "memory").rglob("*") if each.is_file())
    found["index MB"] = round(sum(each.stat().st_size for each in inside) / 1e6, 1)
    return found


def _erasing(house: House) -> float:
    """Seconds until one story of a copy of the house is erased, as on the narrator's page."""
    from voice_agent.archive.record import Record
    from voice_agent.cli.pages import erase
    from voice_agent.memory.recall.lance import engine
    from voice_agent.settings import load
    from voice_agent.story import Speaker

    with tempfile.TemporaryDirectory(prefix="voice-agent-copy-") as folder:
        state = Path(folder) / "state"
        settings = load(house.settings)
        shutil.copytree(settings.state, state)
        with Record.look(state) as record:
            told = record.session(record.sessions()[house.talks // 2].id).turns
            turn = next(each for each in told if each.speaker is Speaker.NARRATOR)
        apart = settings.model_copy(update={"state_directory": str(state)})
        engine()  # as the service does when it starts
        began = time.monotonic()
        erase(apart, turn.session, turn.id)
        return round(time.monotonic() - began, 2)


def _recall(house: House) -> float:
    """Milliseconds that 95 % of recalls take at most."""
    import anyio

    from voice_agent.cli.recalling import opened
    from voice_agent.memory.recall.ranking import Cue
    from voice_agent.settings import load

    async def go() -> list[float]:
        times: list[float] = []
        async with opened(load(house.settings)) as memory:
            for each in house.remarks[: RECALLS + 1]:
                began = time.monotonic()
                await memory.recall(Cue(each, datetime.now(UTC)))
                times.append((time.monotonic() - began) * 1000)
        return sorted(times[1:])  # the first one opens tables

    times = anyio.run(go)
    return round(times[min(len(times) - 1, int(0.95 * len(times)))], 1)


def _aloud(house: House) -> float | None:
    """Milliseconds from the decision that a turn is over to our first word, half of them at most; None: not measured."""
    with tempfile.TemporaryDirectory(prefix="voice-agent-aloud-") as folder:
        figures = Path(folder) / "latency.json"
        few = ("--exchanges", str(SPOKEN), "--turns", "60", "--json", str(figures))
        _run(house.command("bench", "latency", "--life", str(house.folder / "state"), *few))
        if not figures.is_file():
            return None
        return json.loads(figures.read_text())["decision_to_first_content_ms"]["p50"]


def _run(command: Sequence[str]) -> tuple[float, float]:
    """Seconds, and the most memory it had, MB."""
    began = time.monotonic()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(running.pid, 0)
    return time.monotonic() - began, used.ru_maxrss / 1024


def _talk(house: House, remarks: Sequence[str]) -> dict[str, Any]:
    """Hold a talk in writing as somebody at a keyboard would."""
    began = time.monotonic()
    running = subprocess.Popen(
        house.command("talk", "--text"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
    )
    assert running.stdin is not None and running.stdout is not None
    said, heard = running.stdin, bytearray()

    def until(*marks: bytes) -> float:
        """Seconds until one of `marks` is shown, or all is over."""
        since = time.monotonic()
        while not any(mark in heard for mark in marks):
            more = os.read(running.stdout.fileno(), 65_536) if running.stdout else b""
            if not more:
                break
            heard.extend(more)
        heard.clear()
        return time.monotonic() - since

    until(PROMPT)
    greeting = time.monotonic() - began
    waits: list[float] = []
    for each in remarks:
        time.sleep(THINKING)
        said.write(f"{each}\n".encode())
        said.flush()
        waits.append(until(PROMPT))
    said.write(f"{GOODBYE}\n".encode())
    said.flush()
    goodbye = until(OVER)
    afterwards = until(OVER)
    said.close()
    _, _, used = os.wait4(running.pid, 0)
    later = sorted(waits[1:]) or [0.0]
    return {
        "greeting s": round(greeting, 2),
        "first answer s": round(waits[0], 2) if waits else None,
        "answer p50 s": round(statistics.median(later), 2),
        "answer p95 s": round(later[min(len(later) - 1, int(0.95 * len(later)))], 2),
        "goodbye s": round(goodbye, 2),
        "afterwards s": round(afterwards, 2),
        "talk MB": round(used.ru_maxrss / 1024),
    }


def _pages(house: House) -> float:
    """Milliseconds of the slowest of twenty pages of the narrator's."""
    import anyio

    from voice_agent.settings import load

    times = anyio.run(_visited, load(house.settings))
    every = sorted(took for each in times.values() for took in each)
    return round(every[min(len(every) - 1, int(0.95 * len(every)))], 1)


async def _visited(settings: Any) -> dict[str, list[float]]:
    import anyio

    from lab.commands.web import PASSWORD, desk_of
    from voice_agent.web.serving import listen, serve

    line = listen("127.0.0.1", 0)
    pages = ["/me", "/me/stories", "/me/book"]
    plan = {
        "address": f"http://127.0.0.1:{line.getsockname()[1]}",
        "seconds": 30,
        "every": 0.1,
        "visitors": [{"name": "Rose", "password": PASSWORD, "pages": pages}],
    }
    times: dict[str, list[float]] = {}
    with desk_of(settings) as desk:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(partial(serve, desk, line))
            done = await anyio.run_process(
                [sys.executable, "-m", "lab.evaluation.page_times"],
                input=json.dumps(plan).encode(),
            )
            times.update(json.loads(done.stdout))
            tasks.cancel_scope.cancel()
    return times
