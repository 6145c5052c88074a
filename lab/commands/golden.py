"""`python -m lab golden`: hold whole talks again, word for word, and show where they differ from what was kept."""

from typing import Annotated

import typer


def golden(
    names: Annotated[
        list[str] | None, typer.Argument(help="Scripts of lab/golden/scripts; none: all of them.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep what is said now as what should be said.")
    ] = False,
) -> None:
    """Hold every script's talks again on a clock of their own; ends non-zero where a word differs."""
    from lab.golden import transcripts

    other = 0
    for name in names or transcripts.names():
        now = transcripts.held(name)
        if keep:
            transcripts.keep(name, now)
            typer.echo(f"{name}: {now.count(chr(10))} lines kept")
        elif lines := transcripts.differences(name, now):
            other += 1
            typer.echo("\n".join(lines))
        else:
            typer.echo(f"{name}: as it was")
    if other:
        typer.echo(f"{other} scripts differ.")
        raise typer.Exit(1)
