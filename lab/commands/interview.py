"""`python -m lab interview`: how well is the interview led?"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from voice_agent import settings as house
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile
from voice_agent.errors import SettingsError

if TYPE_CHECKING:
    from lab.evaluation.interview.interview import Held
    from voice_agent.settings import Settings

PATIENT = 30.0
"""Seconds a language model has for a reply in a simulated season."""

SYSTEMS = (
    "chance",
    "fixed",
    "plain",
    "ours",
    "without-protocol",
    "without-graph",
    "without-fitting",
    "without-emotion",
    "without-shift",
)

Topics = Annotated[int, typer.Option(min=1, help="Sessions; each has a topic.")]
Rounds = Annotated[int, typer.Option(min=1, help="Rounds a session.")]
Born = Annotated[int, typer.Option(help="Year of birth, for a FILE with years.")]
Books = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="Where the books lie.")
]
Language = Annotated[
    str, typer.Option(help="none, embedded or ollama: who speaks by the plain prompt.")
]


def interview(
    narrator: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="spence, twain, franklin, carnegie, jane_eyre, marian, or a text in the first person.",
        ),
    ] = "marian",
    system: Annotated[
        list[str] | None,
        typer.Option(help="One or more of: " + ", ".join(SYSTEMS) + ", all."),
    ] = None,
    language: Language = "none",
    topics: Topics = 23,
    rounds: Rounds = 10,
    born: Born = 0,
    data: Books = None,
    pictures: Annotated[
        Path | None, typer.Option("--svg", metavar="FOLDER", help="Draw the curves there.")
    ] = None,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write every round to FILE.")
    ] = None,
    earlier: Annotated[
        list[Path] | None,
        typer.Option(
            "--with", metavar="FILE", help="A log of other systems, same seed: into one table."
        ),
    ] = None,
    seed: Seed = 7,
    seeds: Annotated[
        int,
        typer.Option(
            min=1, help="Seasons of each system, with seed, seed + 1 ...; figures are means."
        ),
    ] = 1,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """A narrator made of a book is interviewed for a season; what memory then holds is checked."""
    import anyio

    from lab.evaluation.interview import interview as evaluation
    from lab.evaluation.interview import over_seeds, seasons
    from lab.evaluation.interview.curves import draw
    from lab.evaluation.interview.logs import seasons as logged
    from lab.evaluation.interview.logs import write
    from lab.evaluation.tables import publish

    chosen = settings(house.load(settings_file, profile=profile), language)
    wanted = list(SYSTEMS) if system and "all" in system else system or ["chance", "fixed", "ours"]
    wanted = [] if earlier and not system else wanted
    for each in wanted:
        if each not in SYSTEMS:
            raise SettingsError(f"“{each}” is no system.", mend="Systems: " + ", ".join(SYSTEMS))
    if seeds > 1 and (earlier or log or pictures):
        raise SettingsError(
            "--seeds makes one table of many seasons, without --with, --log and --svg."
        )
    told = seasons.told(narrator, data, born=born)
    held: list[Held] = []
    for file in earlier or ():
        held += logged(file, told.truth, seed=seed, rounds=topics * rounds)
    console = Console(stderr=True)
    announced: set[str] = set()

    def tell(says: str) -> None:
        if says not in announced:
            announced.add(says)
            console.print(says, soft_wrap=True)

    with Progress(console=console, transient=True) as progress:
        for name in wanted:
            task = progress.add_task(f"{name} asks ...", total=topics * rounds * seeds)
            for number in range(seed, seed + seeds):
                made = anyio.run(
                    lambda name=name, task=task, number=number: seasons.hold(
                        name,
                        told,
                        chosen,
                        sessions=topics,
                        rounds=rounds,
                        seed=number,
                        tick=lambda session, round: progress.advance(task),
                        tell=tell,
                    )
                )
                held.append(made)
    if seeds > 1:
        systems = dict.fromkeys(each.season.system for each in held)
        runs = {name: [each for each in held if each.season.system == name] for name in systems}
        found = over_seeds.figures(told.name, runs, seed=seed, sessions=topics, per=rounds)
        publish(found, json_file)
        return
    held.sort(key=lambda each: place(each.season.system))
    publish(evaluation.figures(told.name, held, seed=seed, sessions=topics, per=rounds), json_file)
    if log is not None:
        write(log, chosen, held, seed=seed)
    if pictures is not None:
        show(draw(told.name, held, pictures))


def place(system: str) -> int:
    """Baselines first, ours next, what ours is without last."""
    order = (*SYSTEMS, system)
    return order.index(system.split(" ")[0] if system.split(" ")[0] in SYSTEMS else system)


def settings(chosen: "Settings", language: str) -> "Settings":
    """The house's settings with the language model asked for. Raises SettingsError."""
    if language not in ("none", "embedded", "ollama"):
        raise SettingsError(f"“{language}” is not one of none, embedded, ollama.")
    return chosen.model_copy(
        update={
            "language": chosen.language.model_copy(
                # nobody waits in a simulated season; what a model can do is measured, not how soon
                update={"model": language, "patience": PATIENT}
            )
        }
    )


def show(files: Sequence[Path]) -> None:
    """Say where the pictures are."""
    for each in files:
        Console().print(f"Drawn in {each}.", highlight=False, soft_wrap=True)


def season(
    folder: Annotated[Path, typer.Argument(help="Where the transcripts go.")] = Path("season"),
    narrator: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="As for `evaluate interview`.")
    ] = "marian",
    language: Language = "none",
    topics: Topics = 23,
    rounds: Rounds = 10,
    born: Born = 0,
    data: Books = None,
    seed: Seed = 7,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """A whole season with one narrator, in minutes; leaves a page for each talk, to be read."""
    import anyio

    from lab.evaluation.interview import seasons, transcript

    chosen = settings(house.load(settings_file, profile=profile), language)
    told = seasons.told(narrator, data, born=born)
    console = Console(stderr=True)
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task(f"Talking with {told.name} ...", total=topics * rounds)
        held = anyio.run(
            lambda: seasons.hold(
                "ours",
                told,
                chosen,
                sessions=topics,
                rounds=rounds,
                seed=seed,
                tick=lambda session, round: progress.advance(task),
                tell=lambda says: console.print(says, soft_wrap=True),
            )
        )
    titles = {each.name: each.title for each in seasons.topics()}
    files = transcript.write(held, folder, narrator=told.name, titles=titles)
    Console().print(
        f"{len(held.season.rounds)} rounds of {topics} talks; begin with {files[0]}.",
        highlight=False,
        soft_wrap=True,
    )


def manner(
    turns: Annotated[int, typer.Option(min=1, help="Replies of ours to read.")] = 1000,
    narrator: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|FILE", help="One or more; as for `evaluate interview`."),
    ] = None,
    language: Language = "none",
    data: Books = None,
    seed: Seed = 7,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Read a thousand replies to simulated narrators for bad manners. Wanted: none."""
    import anyio

    from lab.evaluation.interview import manners, seasons
    from lab.evaluation.tables import publish

    chosen = settings(house.load(settings_file, profile=profile), language)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Listening to our manners ...", total=turns)
        found = anyio.run(
            lambda: manners.gather(
                [seasons.told(each, data) for each in narrator or ["marian"]],
                chosen,
                turns=turns,
                seed=seed,
                tick=lambda: progress.advance(task),
            )
        )
    publish(manners.figures(found, seed=seed), json_file)


def judge(
    first: Annotated[Path, typer.Argument(help="A log of `evaluate interview --log`.")],
    second: Annotated[Path, typer.Argument(help="Another, or the same one.")],
    systems: Annotated[
        str, typer.Option(help="Which season of each log, e.g. ours,fixed; else the first.")
    ] = ",",
    language: Annotated[str, typer.Option(help="embedded or ollama: who judges.")] = "ollama",
    seed: Seed = 7,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Optional: a language model you trust compares two seasons, each pair in both orders."""
    import anyio

    from lab.evaluation.interview import judging, logs, talk_judge
    from lab.evaluation.tables import publish
    from voice_agent import assemble
    from voice_agent.language.gate import Purpose

    chosen = settings(house.load(settings_file, profile=profile), language)
    names = [*systems.split(","), "", ""]
    one, ours = logs.read(first, names[0].strip())
    other, theirs = logs.read(second, names[1].strip())
    console = Console(stderr=True)

    async def go() -> tuple[list[judging.Verdict], str]:
        smith = await assemble.wordsmith(
            chosen, lambda says: console.print(says, soft_wrap=True), None
        )
        if smith is None:
            raise SettingsError(
                "There is no language model to judge.",
                safe="Nothing was judged.",
                mend="Install the embedded one with `voice-agent models fetch`, or name an Ollama server.",
            )
        await smith.gate.settle()
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("Judging ...", total=None)
            made = await judging.judge(
                smith.gate.to(Purpose.MEASURING),
                talk_judge.TALKS,
                talk_judge.pairs(ours, theirs),
                tick=lambda: progress.advance(task),
            )
        return made, smith.gate.name

    verdicts, judge_name = anyio.run(go)
    same = one == other
    labels = (f"{one} (first)", f"{other} (second)") if same else (one, other)
    publish(judging.figures(talk_judge.TALKS, verdicts, labels, judge_name, seed=seed), json_file)


def report(
    files: Annotated[
        list[Path], typer.Argument(help="JSON files of evaluations, e.g. interview-spence.json.")
    ],
    page: Annotated[
        Path, typer.Option(metavar="FILE", help="The page whose tables are written anew.")
    ] = Path("lab/notes/interview.md"),
) -> None:
    """Write the tables of lab/notes/interview.md, or another page, anew from evaluations' JSON files."""
    from lab.evaluation import report as writing

    empty = writing.write(page, files)
    console = Console()
    console.print(f"Written to {page}.", highlight=False, soft_wrap=True)
    for name in empty:
        console.print(f"Left as it was: {name}.", highlight=False, soft_wrap=True)
