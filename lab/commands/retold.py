"""`python -m lab retold`: is a story that is told again known as the same story?"""

from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from lab.evaluation.memory.retold_templates import Which
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile
from voice_agent.errors import ModelMissing

ERASED = 5
"""Lives of which some events are erased."""


def retold(
    lives: Annotated[int, typer.Option(min=1, max=1000, help="Invented lives to draw.")] = 40,
    first: Annotated[
        int, typer.Option(min=0, help="The first life: a long run can be cut into slices.")
    ] = 0,
    sentences: Annotated[
        Which,
        typer.Option(
            help="Rules are made with open, practice, second and third; the others are for a final figure."
        ),
    ] = "open",
    plain: Annotated[
        bool, typer.Option("--plain", help="Without weights: names by their capitals.")
    ] = False,
    seed: Seed = 7,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Invented lives told several times over, with drift, corrections, jokes and namesakes."""
    import anyio

    from lab.evaluation.memory import retold as evaluation
    from lab.evaluation.memory import retold_residue
    from lab.evaluation.tables import publish
    from voice_agent.archive.memory_engines import MemoryEngines
    from voice_agent.assemble import load_again
    from voice_agent.language.embedding import MiniLM
    from voice_agent.language.names import SpacyReader
    from voice_agent.memory import themes
    from voice_agent.memory.reading import PlainReader
    from voice_agent.resources import resource

    chosen = house.load(settings_file, profile=profile)
    embedder = again = None
    console = Console(stderr=True)
    if not plain:
        try:
            embedder = MiniLM(weights.find(chosen.weights, chosen.memory.embedder))
            again = load_again(chosen, lambda says: console.print(says, soft_wrap=True))
        except ModelMissing as missing:
            console.print(f"Without embeddings: {missing.what}", soft_wrap=True)
    reader = PlainReader() if plain else SpacyReader(weights.find(chosen.weights, "spacy-en"))
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Listening ...", total=lives)
        found = evaluation.evaluate(
            reader,
            embedder,
            again,
            seed=seed,
            lives=lives,
            first=first,
            which=sentences,
            tick=lambda: progress.advance(task),
        )
        if embedder is not None:
            memory_engines = MemoryEngines(
                embedder,
                themes.read(resource("config/themes.toml"), embedder),
                reader,
                again=again,
            )
            some = evaluation.drawn(sentences, seed, first, min(lives, ERASED))
            task = progress.add_task("Erasing ...", total=len(some))
            residue = anyio.run(
                lambda: retold_residue.measure(
                    some, memory_engines, seed=seed, tick=lambda: progress.advance(task)
                )
            )
            found = replace(found, residue=residue)
    publish(found.figures(), json_file)
