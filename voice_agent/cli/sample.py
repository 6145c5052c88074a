"""`voice-agent chapters sample`: the whole book of an invented narrator."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from voice_agent import settings as configuration
from voice_agent.cli.copies import house_voice
from voice_agent.cli.options import Profile, SettingsFile
from voice_agent.cli.progress import progress
from voice_agent.errors import BookRefused
from voice_agent.resources import resource


def sample(
    to: Annotated[Path, typer.Argument(help="A new folder for the book in all its forms.")],
    narrator: Annotated[str, typer.Option(help="One of the invented narrators.")] = "margaret",
    kinds: Annotated[
        str, typer.Option(help="Which forms, e.g. folder,pdf.")
    ] = "folder,epub,pdf,large-print,docx,audiobook,gedcom,bundle",
    voice: Annotated[
        str, typer.Option(help="Who speaks for the narrator; none: silence.")
    ] = "hibari",
    photos: Annotated[Path | None, typer.Option(help="A folder of pictures.")] = None,
    profile: Profile = None,
    settings_file: SettingsFile = None,
) -> None:
    """Make the whole book of an invented narrator, spoken by a synthetic voice. Touches nothing of yours."""
    import tempfile

    from voice_agent import assemble, weights
    from voice_agent.archive.passages import Approval
    from voice_agent.archive.passages import approve as keep
    from voice_agent.archive.private import folder
    from voice_agent.archive.record import Record
    from voice_agent.errors import ModelMissing
    from voice_agent.memory.reading import PlainReader
    from voice_agent.reading.danger import safety
    from voice_agent.story import Consent, ConsentKind
    from voice_agent.storybook import forms, plan, tellers
    from voice_agent.storybook.house import HouseBook, Wanted

    chosen = configuration.load(settings_file, profile=profile)
    found = [each for each in tellers.shipped() if each.stem == narrator.lower()]
    if not found:
        raise BookRefused(
            f"There is no invented narrator “{narrator}”.",
            mend=f"There are: {', '.join(each.stem for each in tellers.shipped())}.",
        )
    who = tellers.read(found[0])
    try:
        from voice_agent.language.names import SpacyReader

        reader = SpacyReader(weights.find(chosen.weights, "spacy-en"))
    except ModelMissing:
        reader = PlainReader()
    say = None if voice == "none" else tellers.with_voice(assemble.load_voice(chosen, voice))
    now = datetime.now(UTC)
    net = safety.read(resource("config/safety.toml"), who.country)
    made = HouseBook(
        who.name, plan.read(resource("config/book/chapters.toml")), who.birth, net.level
    )
    with (
        tempfile.TemporaryDirectory() as state,
        Record.open(Path(state)) as record,
        progress("Beginning") as tick,
    ):
        tick(f"{who.name} tells")
        tellers.tell(record, who, reader, say)
        session = record.sessions()[0].id
        record.consent(Consent(ConsentKind.PRINT, True, now, session, "Yes."))
        for passage in made.write(record, now).passages:
            keep(record, Approval(passage.id, True, now))
        folder(to)
        for kind in kinds.split(","):
            ending = forms.SINGLE.get(kind, "").rpartition(".")[2]
            name = f"{who.name.lower()}.{ending}" if ending else kind
            reads = house_voice(chosen) if kind == "audiobook" else None
            made.copy(record, Wanted(kind, to / name, photos=photos, say=reads), now, tick)
    Console().print(f"The book of {who.name}, an invented narrator: {to}", soft_wrap=True)
