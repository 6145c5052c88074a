"""`python -m lab recall | retrieval | graph` and `python -m lab memory`."""

from pathlib import Path
from typing import Annotated

import typer

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.backends import Embedder
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile
from voice_agent.memory.reading import Reader
from voice_agent.resources import resource


def _embedder(profile: str | None, settings_file: Path | None) -> Embedder:
    from voice_agent.language.embedding import MiniLM

    chosen = house.load(settings_file, profile=profile)
    return MiniLM(weights.find(chosen.weights, chosen.memory.embedder))


def recall(
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Lives of your own; see evaluation/memory/persona.py."),
    ] = None,
    seed: Seed = 0,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Does the right memory come to mind? Lives, open remarks, five ways of recalling."""
    from lab.evaluation.memory import persona, recall
    from lab.evaluation.tables import publish
    from voice_agent.memory import themes

    embedder = _embedder(profile, settings_file)
    known = themes.read(resource("config/themes.toml"), embedder)
    publish(recall.run(data or persona.shipped(), embedder, known, seed=seed), json_file)


def retrieval(
    data: Annotated[
        Path | None, typer.Option(metavar="FILE", help="LoCoMo, or a file of its form.")
    ] = None,
    claims: Annotated[
        bool, typer.Option(help="Also with the claims that we distil ourselves; some minutes.")
    ] = True,
    seed: Seed = 0,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Which session answers a question? Needs the data set LoCoMo, which does not ship."""
    from lab.evaluation.memory import retrieval
    from lab.evaluation.tables import publish

    beside = resource("pyproject.toml").parent.parent / "shared/data/dialogue/locomo/locomo10.json"
    file = data or beside
    if not file.is_file():
        print("LoCoMo is not here, so nothing was measured; give its file with --data.")
        return
    publish(
        retrieval.evaluate(
            file,
            _embedder(profile, settings_file),
            _reader(profile, settings_file) if claims else None,
            seed=seed,
        ),
        json_file,
    )


def _reader(profile: str | None, settings_file: Path | None) -> Reader:
    from voice_agent.language.names import SpacyReader

    chosen = house.load(settings_file, profile=profile)
    return SpacyReader(weights.find(chosen.weights, "spacy-en"))


def memory(
    largest: Annotated[
        int, typer.Option(help="Stop at this many memories: 1000, 10000 or 100000.")
    ] = 100_000,
    picture: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw the curve to FILE.")
    ] = None,
    seed: Seed = 0,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Measure insert, recall, optimise, rebuild, disk and memory at 1,000 to 100,000 memories."""
    import anyio
    from rich.console import Console

    from lab.evaluation.memory import growth
    from lab.evaluation.tables import Figures, publish

    embedder = _embedder(profile, settings_file)
    sizes = tuple(size for size in growth.SIZES if size <= largest)

    async def go() -> Figures:
        console = Console(stderr=True)
        return await growth.measure(embedder, sizes, seed=seed, tell=console.print)

    figures = anyio.run(go)
    publish(figures, json_file)
    if picture is not None:
        picture.write_text(growth.curve([dict(row) for row in figures.rows]), encoding="utf-8")


def graph(
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Lives of your own; see evaluation/memory/persona.py."),
    ] = None,
    book: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A book, to be read at run time.")
    ] = None,
    seed: Seed = 0,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Do the graph, the mood and bubbles help recall?"""
    from lab.evaluation.memory import graph, persona
    from lab.evaluation.tables import publish
    from voice_agent.memory import themes
    from voice_agent.memory.affect import Reader as AffectReader

    embedder = _embedder(profile, settings_file)
    known = themes.read(resource("config/themes.toml"), embedder)
    head = AffectReader.load(resource("models/vad-head/head.json"))
    figures = graph.evaluate(data or persona.shipped(), embedder, known, head, book=book, seed=seed)
    publish(figures, json_file)
