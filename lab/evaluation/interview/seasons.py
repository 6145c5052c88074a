"""Put together what a season needs: a narrator by name, an interviewer by name, the house's memory.

told = seasons.told("spence", folder)
held = await seasons.hold("ours", told, settings)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import gettempdir

import anyio

from lab.evaluation.interview import book_dates, books
from lab.evaluation.interview.book_dates import Truth
from lab.evaluation.interview.books import Book, Edition
from lab.evaluation.interview.interview import Held, weigh
from lab.evaluation.interview.interviewers import Fixed, Interviewer, Nobody, Plain
from lab.evaluation.interview.narrator import BookNarrator
from lab.evaluation.interview.our_interviewer import FamilyQuestion, Ours, Without
from lab.evaluation.interview.reminding import Reminding
from lab.evaluation.interview.season import Listening
from lab.evaluation.interview.season import hold as hold_season
from voice_agent import assemble, weights
from voice_agent.backends import Embedder, EmotionReader
from voice_agent.errors import ModelError, SettingsError, first
from voice_agent.interview import protocol
from voice_agent.interview.protocol import Topic
from voice_agent.language.gate import Purpose
from voice_agent.memory import themes
from voice_agent.memory.reading import PlainReader, Reader
from voice_agent.memory.thread import Setting
from voice_agent.resources import resource
from voice_agent.settings import Settings
from voice_agent.story import Feeling

OURS = Edition("marian", "marian.txt", 1938, 2024, "CHAPTER I")
"""The narrator we wrote; her life ships with the program."""

FAMILY = (
    FamilyQuestion("Ann", "What songs were sung in your house when you were a child?", 1),
    FamilyQuestion("Peter", "Which journey would you make a second time?", 4),
    FamilyQuestion("Ruth", "Who taught you to handle money?", 8),
)
"""Handed in before sessions 1, 4 and 8."""


@dataclass(frozen=True)
class Told:
    """A narrator, and what is true of them."""

    name: str
    book: Book
    truth: Truth

    @property
    def year(self) -> int:
        """The year in which they tell it."""
        return self.book.edition.last + 1 if self.book.edition.last else 2026


def told(narrator: str, data: Path | None = None, *, born: int = 0) -> Told:
    """Find a narrator by name, or read a file. Raises SettingsError where the book is not here."""
    if narrator == OURS.name:
        edition, path = OURS, Path(__file__).parent / "narrators" / OURS.file
    elif narrator in books.KNOWN:
        edition = books.KNOWN[narrator]
        beside = resource("pyproject.toml").parent.parent / "shared" / "data" / "books"
        path = (data or beside) / edition.file
    else:
        path = Path(narrator)
        if not path.is_file():
            known = ", ".join([*books.KNOWN, OURS.name])
            raise SettingsError(
                f"“{narrator}” is neither a narrator nor a text file.", mend=f"Narrators: {known}."
            )
        edition = Edition(path.stem, path.name, born, born + 110 if born else 0)
    book = books.read(edition, path)
    return Told(edition.name, book, book_dates.truth(book))


def topics() -> tuple[Topic, ...]:
    """The protocol's topics in their order, without those that only go on inside a story."""
    every = protocol.read_all(resource("config/interview"))
    return tuple(each for each in every if not each.shared)


def reader(settings: Settings) -> Reader:
    """The reader of names the house uses; capitals alone where its weights are not here."""
    return _reader(settings.weights)


@cache
def _reader(folder: Path) -> Reader:
    from voice_agent.language.names import SpacyReader

    try:
        return _Once(SpacyReader(weights.find(folder, "spacy-en")))
    except ModelError:
        return PlainReader()


class _Once:
    """A reader that reads no text twice: in seasons with one book the same answers come again and again."""

    def __init__(self, reader: Reader) -> None:
        self.read = cache(reader.read)


@cache
def feelings(folder: Path, embedder: str) -> EmotionReader | None:
    """The house's reader of feelings; None where its weights are not here."""
    from voice_agent.language.feeling import Tuned

    try:
        return _FeltOnce(Tuned(resource("models/emotion"), weights.find(folder, embedder)))
    except ModelError:
        return None


class _FeltOnce:
    """The same of feelings."""

    def __init__(self, reader: EmotionReader) -> None:
        self._reader = reader
        self._known: dict[str, Feeling] = {}

    @property
    def name(self) -> str:
        return self._reader.name

    def read(self, texts: Sequence[str]) -> Sequence[Feeling]:
        new = [each for each in dict.fromkeys(texts) if each not in self._known]
        self._known.update(zip(new, self._reader.read(new) if new else (), strict=True))
        return [self._known[each] for each in texts]


@cache
def meanings(folder: Path, embedder: str) -> tuple[Embedder, themes.Themes] | None:
    """The house's embedder and themes, for recall; None where its weights are not here."""
    from lab.evaluation.remembered import Remembered
    from voice_agent.language.embedding import MiniLM

    try:
        meaning = Remembered(MiniLM(weights.find(folder, embedder)))
    except ModelError:
        return None
    return meaning, themes.read(resource("config/themes.toml"), meaning)


async def hold(
    system: str,
    told: Told,
    settings: Settings,
    *,
    sessions: int = 23,
    rounds: int = 10,
    seed: int = 7,
    plain_reader: bool = False,
    tick: Callable[[int, int], None] = lambda session, round: None,
    tell: Callable[[str], None] = lambda says: None,
) -> Held:
    """Hold a whole season and judge it. Raises SettingsError, ModelError, EngineError."""
    born = told.book.edition.born
    listening = Listening(
        PlainReader() if plain_reader else reader(settings),
        Setting(birth=str(born) if born else ""),
    )
    made: list[Held] = []
    # a house's own topics, and its family's questions, are not everybody's
    settings = settings.model_copy(update={"state_directory": str(Path(gettempdir()) / "no-house")})
    first_day = datetime(told.year, 1, 5, 10, tzinfo=UTC)

    async def go(interviewer: Interviewer) -> None:
        season = await hold_season(
            interviewer,
            BookNarrator(told.book, told.truth, seed=seed),
            listening,
            sessions=sessions,
            rounds=rounds,
            first_day=first_day,
            by_lot=system == "chance",
            tick=tick,
        )
        made.append(weigh(season, told.book, told.truth, topics(), FAMILY))

    if system == "chance":
        await go(Nobody())
    elif system == "fixed":
        await go(Fixed(topics()))
    else:
        smith = await assemble.wordsmith(settings, tell, None) if system == "plain" else None
        if system == "plain":
            if smith is None:
                raise SettingsError(
                    "The plain prompt needs a language model, and there is none.",
                    safe="Nothing was measured.",
                    mend="Add --language embedded or --language ollama, or leave out plain.",
                )
            interviewer: Interviewer = Plain(smith.gate.to(Purpose.MEASURING), topics(), seed=seed)
        else:
            rules = assemble.rules(settings, seed=seed)
            engines = (settings.weights, settings.memory.embedder)
            meaning = None if plain_reader else meanings(*engines)
            rules = replace(rules, narrator=replace(rules.narrator, birth=born or None, name=""))
            if not plain_reader:
                rules = assemble.attentive(rules, settings, tell)
            interviewer = Ours(
                rules,
                first_day=first_day,
                name=system,
                without=Without.of(system),
                reader=None if plain_reader else feelings(*engines),
                reminding=Reminding(*meaning) if meaning else None,
                family=FAMILY,
            )
        if smith is None:
            await go(interviewer)
        else:
            await smith.gate.settle()
            try:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(smith.tend)
                    await go(interviewer)
                    tasks.cancel_scope.cancel()
            except BaseExceptionGroup as group:
                raise first(group) from None
    return made[0]
