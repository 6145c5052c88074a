"""`voice-agent doctor`: looks at everything a talk needs and says what to do."""

import json
from typing import Annotated

import typer

from voice_agent.cli.options import Json, Profile, SettingsFile

MARKS = {
    "well": "[green]✓[/]",
    "note": "[cyan]i[/]",
    "care": "[yellow]![/]",
    "ill": "[red]✗[/]",
    "skipped": "[dim]-[/]",
}


def doctor(
    sound: Annotated[
        bool, typer.Option(help="Try microphone and loudspeaker; the loudspeaker will speak.")
    ] = True,
    speed: Annotated[bool, typer.Option(help="Load the engines and measure them.")] = True,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch",
            help="Stay, and say what changes; uses neither sound nor engines. Control-C ends it.",
        ),
    ] = False,
    every: Annotated[
        float, typer.Option(min=1, metavar="SECONDS", help="With --watch: between two looks.")
    ] = 60.0,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Look at everything a talk needs; exit code 1 when no talk could be held.

    With --watch: when something that could be looked at without disturbing a talk was not well at last.
    """
    if watch:
        from voice_agent.cli.watching import watch as stay
        from voice_agent.settings import load

        well = stay(load(settings_file, profile=profile), MARKS, every, as_json=as_json)
        raise typer.Exit(0 if well else 1)
    import anyio
    from rich.console import Console
    from rich.markup import escape

    from voice_agent.cli.sessions import printable
    from voice_agent.measuring import checkup
    from voice_agent.measuring.doctor import examine
    from voice_agent.settings import load

    settings = load(settings_file, profile=profile)
    console = Console(stderr=as_json)
    findings: list[checkup.Finding] = []

    async def look() -> None:
        said = examine(
            settings,
            settings_file=settings_file,
            sound=sound,
            speed=speed,
            tell=lambda says: console.print(f"  [dim]{escape(says)}[/]"),
        )
        async for finding in said:
            findings.append(finding)
            console.print(
                f"{MARKS[finding.state]} [bold]{finding.about}[/]: {escape(printable(finding.says))}"
            )
            if finding.do:
                console.print(f"  → {escape(printable(finding.do))}")

    anyio.run(look)
    possible = checkup.talk_is_possible(findings)
    if as_json:
        print(json.dumps(checkup.as_json(findings), indent=2))
    else:
        console.print(
            "A talk can be held." if possible else "[bold red]No talk could be held like this.[/]"
        )
    if not possible:
        raise typer.Exit(1)
