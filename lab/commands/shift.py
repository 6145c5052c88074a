"""`python -m lab shift`: does it come back to the right thing at the right moment?"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from voice_agent import settings as house
from voice_agent import weights
from voice_agent.cli.options import Profile, Seed, SettingsFile
from voice_agent.errors import SettingsError
from voice_agent.resources import resource

if TYPE_CHECKING:
    from lab.evaluation.returning.shift import Labelled, Ranks
    from lab.evaluation.returning.shift_lives import Scene
    from lab.evaluation.tables import Figures
    from voice_agent.backends import Embedder
    from voice_agent.interview.rules import Rules
    from voice_agent.memory.weight import WeightReader

RANKER = "models/topic-ranker/weights.json"
HEAD = "models/shift-head/head.json"

WHICH = ("test", "dev")

TABLES = ("detection", "moments", "talks", "parts")

REMEMBERED = 100_000
"""Texts of which MPNet's reading is remembered: the rows of a table hear mostly the same."""


def shift(
    table: Annotated[
        list[str] | None, typer.Option(help=f"One or more of {', '.join(TABLES)}; none: all.")
    ] = None,
    way: Annotated[
        list[str] | None, typer.Option(help="Only these rows of talks and parts; none: all.")
    ] = None,
    part: Annotated[str, typer.Option(help="test, or dev: where thresholds are chosen.")] = "test",
    seeds: Annotated[int, typer.Option(min=1, help="Ways in which each talk ends.")] = 2,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FOLDER", help="Shared data, or TIAGE's folder."),
    ] = None,
    lives: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Narrators of your own; see evaluation/returning/shift_lives.py."
        ),
    ] = None,
    fitting: Annotated[
        bool, typer.Option("--fitting", help="Only the talks in which a return fits.")
    ] = False,
    figures: Annotated[
        Path | None, typer.Option("--json", metavar="FOLDER", help="Write shift-TABLE.json there.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A page whose tables are written anew.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Draw when it comes back to FILE.")
    ] = None,
    seed: Seed = 7,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Shifts that have happened (TIAGE), moments with labels, and ten turns with scripted narrators."""
    from tempfile import TemporaryDirectory

    from lab.evaluation import report
    from lab.evaluation.remembered import Remembered
    from lab.evaluation.returning.shift import HANDED, MAIN, PARTS
    from lab.evaluation.tables import publish
    from voice_agent import assemble
    from voice_agent.language import mpnet
    from voice_agent.language.embedding import MiniLM
    from voice_agent.language.joined import Joined
    from voice_agent.language.stories import opened

    wanted = list(table or TABLES)
    for each in wanted:
        if each not in TABLES:
            raise SettingsError(f"“{each}” is no table.", mend="Tables: " + ", ".join(TABLES))
    for each in way or ():
        if each not in (*MAIN, *PARTS, *HANDED):
            rows = ", ".join(dict.fromkeys((*MAIN, *PARTS, *HANDED)))
            raise SettingsError(f"“{each}” is no row.", mend=f"Rows: {rows}")
    if part not in WHICH:
        raise SettingsError(f"“{part}” is no part.", mend="Parts: " + ", ".join(WHICH))
    scenes = _scenes(lives, part, seeds, fitting) if {"talks", "parts"} & {*wanted} else []
    chosen = house.load(settings_file, profile=profile)
    embedder = Remembered(MiniLM(weights.find(chosen.weights, chosen.memory.embedder)))
    rules = assemble.attentive(assemble.rules(chosen, seed=seed), chosen, print)
    mpnet_int8 = weights.find(chosen.weights, "mpnet-int8")
    mpnet.opened(mpnet_int8).remember(REMEMBERED)
    stories = opened(resource("models/stories"), mpnet_int8)
    near = Remembered(Joined(stories, embedder))
    made: list[tuple[str, Figures]] = []
    if "detection" in wanted and (found := _detection(data, embedder, seed)) is not None:
        made.append(("detection", found))
    if "moments" in wanted:
        made.append(("moments", _moments(part, rules, embedder, near, seed)))
    for name in ("talks", "parts"):
        if name in wanted:
            drawn = picture if name == "talks" else None
            ways = way or list(MAIN if name == "talks" else PARTS)
            held = _talks(name, ways, scenes, rules, embedder, near, stories, drawn, seed)
            made.append((f"{name}-{lives.stem}" if lives else name, held))
    with TemporaryDirectory() as spare:
        folder = figures or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / f"shift-{name}.json" for name, _ in made]
        for file, (_, each) in zip(files, made, strict=True):
            publish(each, file)
        if page is not None:
            report.write(page, files)
            Console().print(f"Written to {page}.", highlight=False, soft_wrap=True)


def _detection(data: Path | None, embedder: "Embedder", seed: int) -> "Figures | None":
    from lab.evaluation.returning import shift_detection

    beside = resource("pyproject.toml").parent.parent / "shared/data"
    among = [data or beside, (data or beside) / "dialogue/tiage"]
    folder = next((each for each in among if (each / "anno_test.json").is_file()), None)
    if folder is None:
        print("TIAGE is not here, so detection was not measured; give its folder with --data.")
        return None
    return shift_detection.figures(folder, embedder, resource(HEAD), seed=seed)


def _ranks(embedder: "Embedder") -> "Ranks":
    from voice_agent.memory.affect import Reader
    from voice_agent.memory.themes import read
    from voice_agent.memory.topics.topic_ranking import TopicRanker
    from voice_agent.memory.topics.topics import Topic

    themes = read(resource("config/themes.toml"), embedder)
    affect = Reader.load(resource("models/vad-head/head.json"))

    def ranks(topics: Sequence[Topic]) -> TopicRanker:
        made = TopicRanker.load(resource(RANKER), embedder, themes, affect=affect)
        made.prepare(topics)
        return made

    return ranks


def _moments(
    part: str, rules: "Rules", embedder: "Embedder", near: "Embedder", seed: int
) -> "Figures":
    from lab.evaluation.returning import shift as evaluation
    from lab.training.topic_dialogues import TODAY
    from voice_agent.memory.topics.topic_measures import Moment

    return evaluation.moments(
        _cases(part),
        rules,
        near,
        _ranks(embedder),
        lambda: Moment("", TODAY),
        seed=seed,
    )


def _cases(part: str) -> "list[Labelled]":
    from lab.evaluation.returning.shift import Labelled
    from lab.training import topic_dialogues, topic_steps

    return [
        Labelled(
            each.topics,
            str(each.topics[each.right].id),
            tuple(one.text for one in each.said),
            tuple((s.text, s.shift, s.state, s.reply) for s in topic_steps.steps(each)),
        )
        for each in topic_dialogues.build(0).of(topic_dialogues.Split(part))
    ]


def _scenes(lives: Path | None, part: str, seeds: int, fitting: bool) -> "list[Scene]":
    """The talks to be held; `fitting`: only those in which a return fits. Raises SettingsError where there is none."""
    from lab.evaluation.returning import shift_lives

    file = lives or shift_lives.LIVES
    chosen = [each for each in shift_lives.read(file) if each.part == part]
    if not chosen:
        raise SettingsError(f"No narrator of {file} is of the part “{part}”.")
    return list(shift_lives.scenes(chosen, seeds=seeds, fitting=fitting))


def _talks(
    name: str,
    names: Sequence[str],
    scenes: "Sequence[Scene]",
    rules: "Rules",
    embedder: "Embedder",
    near: "Embedder",
    weight: "WeightReader | None",
    picture: Path | None,
    seed: int,
) -> "Figures":
    from lab.evaluation.returning import shift as evaluation
    from lab.evaluation.returning import shift_timing
    from voice_agent.reading.heads.shifted import ShiftHead

    head = ShiftHead(resource(HEAD), embedder)
    ways = evaluation.Ways(rules, embedder, _ranks(embedder), head, weight=weight, near=near)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Talking ...", total=len(scenes) * len(names))
        held = evaluation.hold(
            ways,
            names,
            rules,
            scenes,
            tick=lambda: progress.advance(task),
        )
    if picture is not None:
        shown = {each: held[each] for each in ("per session", "ours") if each in held}
        picture.write_text(shift_timing.draw(shown), encoding="utf-8")
        Console().print(f"Drawn in {picture}.", highlight=False, soft_wrap=True)
    return evaluation.talks(held, seed=seed, parts=name == "parts")
