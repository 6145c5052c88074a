"""`python -m lab soak`: hours of the whole service and years of talks, and whether anything grows that should not."""

import signal
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from voice_agent.cli.options import Seed
from voice_agent.errors import EngineUnavailable

if TYPE_CHECKING:
    from lab.evaluation.soak.log import Log

KEPT = Path("lab/reports/soak.jsonl")

PARTS = ("hours", "talks", "model")


def soak(
    hours: Annotated[float, typer.Option(min=0.0, help="Real time of the service.")] = 2.0,
    talks: Annotated[int, typer.Option(min=0, help="Talks of simulated time.")] = 150,
    seed: Seed = 7,
    only: Annotated[
        str, typer.Option(metavar="PART", help="hours, talks or model: that part alone.")
    ] = "",
    keep: Annotated[
        bool,
        typer.Option("--keep", help="Write lab/reports/soak.jsonl, and draw its page and picture."),
    ] = False,
    answers: Annotated[int, typer.Option(min=1, max=20, help="In a simulated talk.")] = 5,
    model: Annotated[str, typer.Option(help="Weights of the built-in language model.")] = "smollm2",
    again: Annotated[
        bool, typer.Option("--again", help="Hold nothing: judge and draw what is kept once more.")
    ] = False,
    profile: Annotated[str, typer.Option(help="starter, home-gpu or ci.")] = "ci",
) -> None:
    """Let a house live for hours of real time, then for years of simulated talks; or hold talks with the built-in model.

    What is measured is on the disk as it is measured, and drawn even where it is broken off. Exit code 1 where memory,
    descriptors, threads, disk or a wait grows, unexplained. For a day and a night: --hours 24.
    """
    from lab.evaluation.soak import hours as real
    from lab.evaluation.soak import log as logs
    from lab.evaluation.soak import talks as simulated

    if only and only not in PARTS:
        raise typer.BadParameter(f"one of: {', '.join(PARTS)}", param_hint="--only")
    console = Console(stderr=True, soft_wrap=True)
    file = KEPT if keep or again else Path(tempfile.mkdtemp(prefix="soak-")) / "soak.jsonl"
    ways: dict[str, Callable[[Path, Log, Callable[[str], None]], None]] = {
        "hours": lambda place, log, done: real.live(place, log, hours, seed, profile, done),
        "talks": lambda place, log, done: simulated.life(
            place, log, talks, seed, profile, answers, done
        ),
        "model": lambda place, log, done: simulated.with_model(
            place, log, talks, seed, profile, model, done
        ),
    }
    chosen = (
        [only] if only else [name for name, many in (("hours", hours), ("talks", talks)) if many]
    )
    if not again:
        if "model" in chosen:
            _has(model)
        log = logs.Log(file, chosen)
        with tempfile.TemporaryDirectory(prefix="voice-agent-soak-") as place, _broken_off(console):
            for part in chosen:
                log.write(
                    part,
                    "run",
                    command=_said(part, hours, talks, seed, only),
                    begun=datetime.now(UTC).isoformat(timespec="seconds"),
                    seed=seed,
                    profile=profile,
                    answers=answers,
                    machine=_machine(),
                )
                with _to_its_end(console):
                    ways[part](Path(place), log, partial(_progress, console, part))
                    log.write(part, "end")
    wrong = _shown(file)
    if wrong or (not again and not _ended(file, chosen)):
        raise typer.Exit(1)


@contextmanager
def _broken_off(console: Console) -> Generator[None]:
    """Whoever breaks it off, with Control-C or SIGTERM, sees what was measured so far."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        console.print("Broken off; what was measured so far is kept.")
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _to_its_end(console: Console) -> Generator[None]:
    """A house that ends early is said, and the next part is measured all the same."""
    try:
        yield
    except (RuntimeError, ExceptionGroup):
        console.print_exception()


def _ended(file: Path, parts: Sequence[str]) -> bool:
    from lab.evaluation.soak import log

    rows = log.read(file)
    return all(any((row["part"], row["kind"]) == (part, "end") for row in rows) for part in parts)


def _progress(console: Console, part: str, says: str) -> None:
    """A line that stays in a log, where nobody sits at the terminal."""
    end = "\r" if console.is_terminal else "\n"
    console.print(f"{datetime.now(UTC):%H:%M:%S}  {part}: {says}   ", end=end, markup=False)


def _said(part: str, hours: float, talks: int, seed: int, only: str) -> str:
    long = f" --hours {hours:g}" if only != "talks" and part != "model" else ""
    many = f" --talks {talks}" if only != "hours" else ""
    return f"python -m lab soak{f' --only {only}' if only else ''}{long}{many} --seed {seed}"


def _machine() -> dict[str, object]:
    from voice_agent.measuring import machine

    return machine.describe()


def _has(model: str) -> None:
    from voice_agent import weights
    from voice_agent.errors import ModelError
    from voice_agent.settings import load

    try:
        weights.find(load().weights, model)
    except ModelError as error:
        raise EngineUnavailable("embedded", error.what, retryable=False, mend=error.mend) from None


def _shown(file: Path) -> int:
    """Judge, draw, print; returns how many quantities grow, unexplained."""
    from lab.evaluation.soak import log, page, picture, quantities
    from lab.evaluation.soak.trend import Verdict

    rows = log.read(file)
    found = quantities.found(rows)
    file.with_suffix(".md").write_text(page.written(rows, found), encoding="utf-8")
    drawn = picture.draw(found, page.sentence(rows))
    file.with_suffix(".svg").write_text(drawn, encoding="utf-8")
    console = Console(soft_wrap=True)
    for each in found:
        name = f"{each.quantity.part}: {each.quantity.name}"
        console.print(
            f"{name:<50} {each.begins:>10.4g} {each.ends:>10.4g}  {each.verdict}", markup=False
        )
    console.print(f"{file.with_suffix('.md')} and .svg", markup=False)
    return sum(each.verdict is Verdict.UNEXPLAINED for each in found)
