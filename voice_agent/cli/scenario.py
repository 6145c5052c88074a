"""`voice-agent scenario`: hold talks that somebody wrote down, and say whether they went as they should."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from voice_agent import settings as house
from voice_agent.cli.options import Json, Profile, SettingsFile
from voice_agent.cli.sessions import printable
from voice_agent.errors import ScenarioError

if TYPE_CHECKING:  # slow to import, and `--help` needs none of it
    from voice_agent.scenarios.expectations import Finding
    from voice_agent.scenarios.running import Verdict

app = typer.Typer(
    help="Talks written down beforehand: hold them, and see whether they go as they should.",
    no_args_is_help=True,
)

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files (TOML).")]
Spoken = Annotated[
    bool,
    typer.Option("--spoken", help="Aloud: another voice speaks, and the recogniser hears it."),
]


@app.command()
def run(
    files: Files,
    spoken: Spoken = False,
    talk: Annotated[bool, typer.Option("--talk", help="Show the whole talk, too.")] = False,
    profile: Profile = None,
    settings_file: SettingsFile = None,
    as_json: Json = False,
) -> None:
    """Hold the talks in a house that is thrown away, and say what was expected and what came.

    Ends with 1 where something is not as it should be. Nobody is called and nothing of this house is touched.
    """
    if not held(files, spoken=spoken, talk=talk, here=house.load(settings_file, profile=profile), as_json=as_json):  # fmt: skip
        raise typer.Exit(1)


@app.command()
def check(files: Files) -> None:
    """Only read the files, and say the first thing that is wrong in each."""
    from voice_agent.cli import show
    from voice_agent.scenarios import from_file

    wrong = False
    for file in files:
        try:
            scenario = from_file.in_form(file)
        except ScenarioError as error:
            show(error)
            wrong = True
        else:
            lines = sum(len(evening.line) for evening in scenario.evenings)
            print(f"{file}: {printable(scenario.title)} ({lines} lines). It can be held.")
    if wrong:
        raise typer.Exit(1)


@app.command()
def new(file: Annotated[Path, typer.Argument(help="Where to write it.")]) -> None:
    """Write an example with a comment beside every line, to begin from."""
    from voice_agent.scenarios.from_file import EXAMPLE

    try:
        with file.open("x", encoding="utf-8") as to:
            to.write(EXAMPLE.read_text(encoding="utf-8"))
    except FileExistsError:
        raise ScenarioError(
            f"{file} is there already.", safe="It is as it was.", mend="Choose another name."
        ) from None
    except OSError as error:
        raise ScenarioError(
            f"{file} cannot be written: {error.strerror}.", mend="Choose another place."
        ) from None
    print(f"Written to {file}. Hold it with: voice-agent scenario run {file}")


def held(
    files: Sequence[Path], *, spoken: bool, talk: bool, here: house.Settings, as_json: bool
) -> bool:
    """Hold them all and print what came; is everything as it should be? Raises VoiceAgentError."""
    from voice_agent.scenarios import from_file
    from voice_agent.scenarios.running import Company
    from voice_agent.scenarios.running import run as hold

    for file in files:  # a slip in the last one is said before the first is held
        from_file.in_form(file)
    console, aside, verdicts = Console(), Console(stderr=True), list["Verdict"]()
    told = dict[str, None]()
    company = Company(here, spoken, lambda says: told.setdefault(says))
    for file in files:
        with aside.status(f"Holding {file.name} …"):
            verdict = hold(file, company)
        verdicts.append(verdict)
        if not as_json:
            _print(console, verdict, talk=talk)
    if as_json:
        print(json.dumps([_as_json(each) for each in verdicts], indent=2, ensure_ascii=False))
    else:
        _print_all(console, verdicts)
        for says in told:
            aside.print(f"[dim]{escape(says)}[/]", soft_wrap=True)
    return not any(each.fails for each in verdicts)


def _print(console: Console, verdict: "Verdict", *, talk: bool) -> None:
    console.rule(escape(printable(f"{verdict.file.name}: {verdict.scenario.title}")))
    if talk:
        _print_talk(console, verdict)
    shown = [each for each in verdict.findings if each.holds is not True]
    if shown:
        console.print(_table(shown))
    console.print(_sentence(verdict), soft_wrap=True)


def _table(findings: "Sequence[Finding]") -> Table:
    """What is not so, or could not be looked at. A long text breaks off: `--talk` and `--json` have all of it."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, expand=True)
    for heading, share in (("where", 2), ("they", 4), ("expected", 4), ("came", 6), ("", 2)):
        table.add_column(heading, ratio=share)
    for each in findings:
        texts = (each.where or "the whole", each.line, each.expected, each.came)
        says = "[red]not so[/]" if each.holds is False else "[yellow]not looked at[/]"
        table.add_row(*(escape(_brief(printable(text))) for text in texts), says)
    return table


SHOWN = 180
"""Characters of a text in the table."""


def _brief(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN].rsplit(' ', 1)[0]} …"


def _print_talk(console: Console, verdict: "Verdict") -> None:
    from voice_agent.scenarios.held import what

    for number, evening in enumerate(verdict.talks, 1):
        console.print(f"[bold]evening {number}[/]")
        console.print(f"  [green]{escape(printable(evening.opening.text))}[/]", soft_wrap=True)
        for line, came in zip(evening.evening.line, evening.lines, strict=True):
            heard = f" [dim](heard: {escape(printable(came.heard))})[/]" if came.heard else ""
            console.print(f"  {escape(printable(what(line)))}{heard}", soft_wrap=True)
            said = came.text if came.held else came.why_not
            console.print(f"  [green]{escape(printable(said or '…'))}[/]", soft_wrap=True)


def _sentence(verdict: "Verdict") -> str:
    """How it went, for a person."""
    well = sum(each.holds is True for each in verdict.findings)
    count = f"{well} of {len(verdict.findings) - len(verdict.skipped)} as they should be"
    unseen = f", {len(verdict.skipped)} not looked at" if verdict.skipped else ""
    known = verdict.scenario.known
    match bool(verdict.failed), bool(known):
        case True, True:
            return f"[yellow]Fails, as is known[/]: {escape(printable(known))} ({count}{unseen})"
        case True, False:
            return f"[red]Fails[/]: {count}{unseen}."
        case False, True:
            return f"[green]Passes now[/], though it was known to fail: take the line “known” out of {escape(verdict.file.name)}. ({count}{unseen})"
        case _:
            return f"[green]As it should be[/]: {count}{unseen}."


def _word(verdict: "Verdict") -> str:
    match bool(verdict.failed), bool(verdict.scenario.known):
        case True, True:
            return "fails, as is known"
        case True, False:
            return "fails"
        case False, True:
            return "passes now"
        case _:
            return "as it should be"


def _print_all(console: Console, verdicts: "Sequence[Verdict]") -> None:
    if len(verdicts) < 2:
        return
    table = Table("scenario", "", "expectations", "not so", box=SIMPLE_HEAD, pad_edge=False)
    for each in verdicts:
        table.add_row(
            escape(printable(each.scenario.title)),
            _word(each),
            str(len(each.findings)),
            str(len(each.failed)),
        )
    console.print(table)


def _as_json(verdict: "Verdict") -> dict[str, Any]:
    return {
        "file": str(verdict.file),
        "title": verdict.scenario.title,
        "known": verdict.scenario.known,
        "verdict": _word(verdict),
        "findings": [
            {
                "where": each.where,
                "line": each.line,
                "expected": each.expected,
                "came": each.came,
                "holds": each.holds,
            }
            for each in verdict.findings
        ],
    }
