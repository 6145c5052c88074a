"""The power goes in the middle of an erasing: whoever opens the record next finishes it, and nothing of it comes back."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from evening import AT_HOME, BEGAN, at_once, everything, finish, remembered, session, tell
from often import some

from voice_agent import assemble
from voice_agent.archive import news, own_copies, private, unfinished
from voice_agent.archive.backups import back_up, made_again, restore
from voice_agent.archive.erasing_now import erase_turn
from voice_agent.archive.giving import export_everything
from voice_agent.archive.own_copies import Keep
from voice_agent.archive.record import Record
from voice_agent.assemble import afterwards
from voice_agent.errors import RecordError
from voice_agent.memory.forgetting import bare
from voice_agent.settings import Settings

pytestmark = pytest.mark.anyio

LINES = (*AT_HOME, "Rosalind kept nine geese.", "We sang.", "Quentin drowned himself.")
"""The last two say little: they must go all the same."""

DIES = """
import importlib, os, signal, sys
from pathlib import Path
import anyio
from evening import BEGAN, at_once, remembered, session
from voice_agent.archive.erasing_now import erase_turn
from voice_agent.archive.record import Record
from voice_agent.memory.forgetting import What, Wish

state, point, what = Path(sys.argv[1]), sys.argv[2], sys.argv[3]


def die(*given, **named):
    os.kill(os.getpid(), signal.SIGKILL)


module, _, name = point.partition(":")
place = importlib.import_module(module)
*path, last = name.split(".")
for each in path:
    place = getattr(place, each)


async def go():
    with Record.open(state, to_erase=True) as record:
        if what.isdigit():
            setattr(place, last, die)
            await erase_turn(record, (str(session().id), int(what)), str(state / "memory"), (), BEGAN, at_once)
            return
        memory = await remembered(record, state)
        wish = Wish(What.SESSION, session().id)
        if what == "person":
            person = next(each for each in memory.life.people.persons if "Rosalind" in each.aliases)
            wish = Wish(What.PERSON, person.id)
        setattr(place, last, die)
        await memory.erase(wish, BEGAN)


anyio.run(go)
"""

ERASING = "voice_agent.archive.erasing:"

POINTS = (
    ERASING + "bury",
    ERASING + "redaction.redact_journal",
    ERASING + "redaction.silence",
    ERASING + "own_copies.owe",
    ERASING + "shutil.rmtree",
    ERASING + "erased_rows.rewrite",
    ERASING + "_again",
    "voice_agent.archive.record:sound_track.mix",
    "voice_agent.archive.transcript:write_all",
    "voice_agent.archive.record:Record.purge",
    "voice_agent.memory.recall.lance:Index.drop",
    "voice_agent.memory.recall.lance:Index.rewrite",
    "voice_agent.archive.erasing_now:residue.search",
    ERASING + "unfinished.end",
)
"""Each dies there, the first time it comes there, once the note of it is written down."""

WORDS = {
    "5": ("church box",),
    "7": ("we sang",),
    "8": ("quentin", "drowned"),
    "person": ("rosalind", "church box", "nine geese", "butcher"),
    "session": ("church box", "quentin", "glass factory"),
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    state = tmp_path_factory.mktemp("home")

    async def lived() -> None:
        with Record.open(state) as record:
            tell(record, LINES)
            finish(record)
            tell(record, ("My uncle kept bees in Vermont.",), 2)
            finish(record, 2)
            memory = await remembered(record, state)
            await memory.settle()
            await memory.close()
            own_copies.make(record, BEGAN, Keep())
            back_up(record, state / "backups" / "sunday.tar")

    anyio.run(lived)
    return state


@pytest.fixture
def state(home: Path, tmp_path: Path) -> Iterator[Path]:
    there = tmp_path / "house"
    shutil.copytree(home, there)
    yield there


def cut_short(state: Path, point: str, what: str) -> None:
    """Erase `what`, and die at `point`."""
    command = [sys.executable, "-c", DIES, str(state), point, what]
    died = subprocess.run(command, check=False, env={"PYTHONPATH": ":".join(sys.path)})
    assert died.returncode == -signal.SIGKILL, point


def half_written(state: Path) -> list[str]:
    return [each.name for each in state.rglob(".*") if private.HALF.fullmatch(each.name)]


@pytest.mark.parametrize("point", some(POINTS, 6))
def test_whoever_opens_it_next_finishes_it(state: Path, point: str) -> None:
    cut_short(state, point, "5")
    finished(state, "5")


@pytest.mark.parametrize("what", some(["person", "session", "7", "8"], 4))
def test_little_and_much_are_finished_alike(state: Path, what: str) -> None:
    cut_short(state, ERASING + "_again", what)
    finished(state, what)
    restore(state / "backups" / "monday.tar", state.parent / "other", BEGAN)
    said = everything(state.parent / "other")
    assert [each for each in WORDS[what] if each in said] == []


@pytest.mark.parametrize("point", some(POINTS[1:6:2]))
def test_somebody_whose_words_are_still_there_goes_with_every_line_that_names_them(
    state: Path, point: str
) -> None:
    with Record.open(state) as record:
        record.journal(session().id).write("thought", 0, of="Rosalind and Toledo")
    cut_short(state, point, "person")
    finished(state, "person")


def finished(state: Path, what: str) -> None:
    with Record.look(state) as record:
        assert unfinished.noted(record.read)
        assert made_again(record, BEGAN) == ()  # what is owed is not made from it

    async def opened() -> None:
        with Record.open(state) as record:
            memory = await remembered(record, state)
            assert await memory.check() == ()
            assert any("bees" in each.text for each in memory.memories)
            await memory.close()
            assert unfinished.noted(record.read) is None
            made_again(record, BEGAN)
            assert own_copies.owed(state) == ()
            back_up(record, state / "backups" / "monday.tar")

    anyio.run(opened)
    said = everything(state)
    assert [each for each in WORDS[what] if each in said] == []
    assert "bees in vermont" in said and half_written(state) == []
    if what != "session":
        assert "glass factory" in said
        folder = state / "sessions" / session().id
        assert {"conversation.wav", "transcript.txt", "transcript.vtt"} <= {
            each.name for each in folder.iterdir()
        }
        with Record.look(state) as record:
            assert "glass factory" in record.session(session().id).summary


def test_nothing_is_copied_and_nothing_called_whole_before(state: Path) -> None:
    cut_short(state, "voice_agent.archive.record:Record.purge", "5")
    with Record.look(state) as record:
        for copied in (
            lambda: back_up(record, state / "backups" / "monday.tar"),
            lambda: own_copies.make(record, BEGAN, Keep()),
            lambda: export_everything(record, state / "exports" / "all", BEGAN),
            lambda: restore(state / "nothing.tar", state, BEGAN),
        ):
            with pytest.raises(RecordError) as refused:
                copied()
            assert "memory check" in refused.value.mend
    assert not (state / "exports").exists()


def test_erasing_the_same_again_on_the_page_proves_it(state: Path) -> None:
    cut_short(state, ERASING + "_again", "5")
    assert "church box" in everything(state / "memory")

    async def again() -> None:
        with Record.open(state) as record:
            place = (str(session().id), 5)
            done = await erase_turn(record, place, str(state / "memory"), (), BEGAN, at_once)
            assert done.left == ()

    anyio.run(again)
    assert "church box" not in everything(state)


@pytest.mark.parametrize("before", some(["a talk", "a copy"]))
def test_the_house_finishes_it_before_anything_else(
    state: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    cache = state.parent / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    (cache / "voice-agent").mkdir(parents=True)
    (cache / "voice-agent" / "clip").write_bytes(b"She stole the money from the church box.")
    settings = Settings(state_directory=str(state))
    cut_short(state, ERASING + "_again", "5")
    assert afterwards.is_left(settings)
    with Record.open(state) as record:
        assemble.keep_up(settings, BEGAN)
        assert own_copies.owed(state), (
            "while it is held by somebody, nothing is finished nor copied"
        )
        if before == "a talk":
            anyio.run(assemble.finish_erasing, settings, record, BEGAN)
            assert unfinished.noted(record.read) is None

    async def kept_up() -> str:
        return assemble.keep_up(settings, BEGAN)

    assert anyio.run(kept_up) == ""
    assert own_copies.owed(state) == () and own_copies.copies(state)
    assert "church box" not in everything(state.parent)


def test_the_copy_after_a_talk_finishes_what_was_cut_short_in_it(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of a talk somebody may just be reading: the copy is made all the same, without what was to be erased."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(state.parent / "cache"))
    settings = Settings(state_directory=str(state))
    cut_short(state, ERASING + "_again", "5")
    with Record.open(state) as record:
        assert assemble.keep_copy(settings, record, BEGAN) == ""
        assert unfinished.noted(record.read) is None and not news.untold(record)
    assert own_copies.copies(state)
    assert "church box" not in everything(state)


def test_where_a_file_of_somebody_else_holds_it_the_narrator_is_told(state: Path) -> None:
    cut_short(state, ERASING + "erased_rows.rewrite", "5")
    (state / "note.txt").write_text("Rosalind stole the money from the church box.")

    async def opened() -> None:
        with Record.open(state) as record:
            memory = await remembered(record, state)
            assert await memory.check() == ()
            await memory.close()
            (happened,) = news.untold(record)
            assert (happened.what, happened.who) == (news.What.STILL_THERE, "note.txt")

    anyio.run(opened)
    assert "church box" not in everything(state).replace(bare((state / "note.txt").read_text()), "")
