"""`python -m lab emotion`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lab import LABELLED
from voice_agent import settings as house
from voice_agent import weights
from voice_agent.cli.options import JsonFile, LogFile, Profile, Seed, SettingsFile
from voice_agent.resources import resource

if TYPE_CHECKING:  # slow to import, and `--help` needs none of it
    from lab.evaluation.feeling.emotion import Contestant


def emotion(
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Holds goemotions/test.tsv and emobank/emobank.csv."),
    ] = None,
    rated: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Rated sentences of your own.")
    ] = None,
    ablation: Annotated[
        bool, typer.Option(help="Instead: scripted narrators, met with and without feelings.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="With --ablation: draw to FILE.")
    ] = None,
    seed: Seed = 0,
    json_file: JsonFile = None,
    log_file: LogFile = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Are feelings read from words? Rated life stories, GoEmotions, EmoBank; beside a lexicon and frozen meanings."""
    from dataclasses import replace

    from lab.evaluation import log
    from lab.evaluation.feeling import emotion
    from lab.evaluation.tables import publish
    from voice_agent.language.embedding import MiniLM
    from voice_agent.language.feeling import Tuned

    chosen = house.load(settings_file, profile=profile)
    folder = resource("models/emotion")
    minilm = weights.find(chosen.weights, "minilm-int8")
    ours = Tuned(folder, minilm)
    sentences = rated or LABELLED / "rated.tsv"
    lexicon = _lexicon()
    if ablation:
        from lab.evaluation.feeling import sympathy

        others = {lexicon.name: lexicon.reader} if lexicon else {}
        figures = sympathy.evaluate({**others, "ours": ours}, sentences, seed=seed)
        publish(figures, json_file)
        if log_file is not None:
            log.write(log_file, chosen, figures)
        if picture is not None:
            picture.write_text(sympathy.draw(figures), encoding="utf-8")
        return
    beside = resource("pyproject.toml").parent.parent / "shared/data/emotion"
    found = data or (beside if beside.is_dir() else None)
    embedder = MiniLM(minilm)
    readers = [
        emotion.Contestant("all neutral", emotion.Nothing(), affect=False),
        *([lexicon] if lexicon else []),
        emotion.Contestant(
            "frozen",
            emotion.Frozen(folder, embedder),
            emotion.Frozen(folder, embedder, "goemotions"),
        ),
        emotion.Contestant("ours", ours, ours.with_thresholds("goemotions")),
    ]
    first, *others = emotion.evaluate(readers, sentences, found, seed=seed)
    publish(replace(first, more={**first.more, "weights": ours.name}), json_file)
    for each in others:
        publish(each)
    if log_file is not None:
        log.write(log_file, chosen, first, *others)


def _lexicon() -> "Contestant | None":
    from lab.evaluation.feeling import emotion

    try:
        return emotion.Contestant("VADER", emotion.Lexicon(), affect=False)
    except ImportError:
        print("vaderSentiment is not installed (extra `dev`), so the lexicon is not measured.")
        return None
