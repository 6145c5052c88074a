"""Long work shows what it does and for how long it has been at it; on the error stream, and only at a terminal."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


@contextmanager
def progress(first: str) -> Generator[Callable[[str], None]]:
    """Shows `first`, then whatever is told."""
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(first)
        yield lambda name: shown.update(task, description=name, advance=1)
