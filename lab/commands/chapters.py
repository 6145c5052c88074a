"""`python -m lab chapters`: is there anything in the book that was not said? And the judge, for whom asks."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.cli.chapters import language_model
from voice_agent.cli.options import JsonFile, Profile, Seed, SettingsFile
from voice_agent.resources import resource

if TYPE_CHECKING:
    # loading them takes half a second, which --help must not
    from lab.evaluation.book.chapters import Case
    from voice_agent.settings import Settings


def chapters(
    data: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="A book as text, read as if it had been told; may be repeated."
        ),
    ] = None,
    writer: Annotated[
        str, typer.Option(help="none, embedded or ollama: who edits the sentences.")
    ] = "none",
    narrator: Annotated[str, typer.Option(help="Only this one of the invented narrators.")] = "",
    lies: Annotated[int, typer.Option(help="How many fabrications are put before the gate.")] = 200,
    judged: Annotated[
        bool,
        typer.Option(
            "--judge", help="Let the same model compare its chapters with the narrator's own words."
        ),
    ] = False,
    passages: Annotated[
        int,
        typer.Option(
            help="Only so many passages of each book are edited; 0: all. A small model takes minutes."
        ),
    ] = 0,
    seed: Seed = 7,
    json_file: JsonFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Hold every sentence of the book against what was said, and put lies before the gate."""
    from lab.evaluation.book import chapters as measured
    from lab.evaluation.tables import publish
    from voice_agent.language.names import SpacyReader
    from voice_agent.reading.danger import safety
    from voice_agent.storybook import plan

    chosen = house.load(settings_file, profile=profile)
    planned = plan.read(resource("config/book/chapters.toml"))
    net = safety.read(resource("config/safety.toml"), chosen.narrator.country)
    reader = SpacyReader(weights.find(chosen.weights, "spacy-en"))
    cases = measured.invented(reader, planned, net.level)
    cases += measured.of_books(data or (), reader, planned)
    if narrator:
        cases = [each for each in cases if each.name.lower() == narrator.lower()]
    if writer == "none":
        publish(measured.evaluate(cases, planned, writer=writer, seed=seed, count=lies), json_file)
        return
    if passages:
        cases = [measured.beginning(each, passages) for each in cases]
    edited = _edited(chosen, writer, cases, judged)
    publish(measured.evaluate(edited, planned, writer=writer, seed=seed, count=lies), json_file)


def _edited(chosen: "Settings", writer: str, cases: "list[Case]", judged: bool) -> "list[Case]":
    from dataclasses import replace

    import anyio

    from lab.commands.interview import settings as with_language
    from lab.evaluation.book import chapter_judge
    from lab.evaluation.interview import judging
    from lab.evaluation.tables import publish
    from voice_agent.storybook import plan, writing
    from voice_agent.storybook.pages import Text

    console = Console(stderr=True)
    prompt = writing.read(resource("config/prompts/chapter.md"))
    planned = plan.read(resource("config/book/chapters.toml"))

    async def go() -> "list[Case]":
        model = await language_model(with_language(chosen, writer), console)
        done: list[Case] = []
        for case in cases:
            made = await writing.edit(case.book, model, case.source.claims, planned, prompt)
            console.print(
                f"{case.name}: {made.offered} sentences written, {len(made.refused)} refused by the gate, "
                f"{made.restored} of the narrator's put back, {made.failed} passages left as they were."
            )
            done.append(replace(case, book=made.book))
            if judged:
                pairs = chapter_judge.pairs((made.book, Text.CHAPTER), (case.book, Text.CHAPTER))
                contest = chapter_judge.CHAPTERS
                verdicts = await judging.judge(model, contest, pairs)
                names = (f"{case.name}, edited", "own sentences")
                publish(judging.figures(contest, verdicts, names, model.name, seed=0))
        return done

    return anyio.run(go)
