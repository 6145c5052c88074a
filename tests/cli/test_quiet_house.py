"""A spoken evening as it leaves the shop: nothing leaves the house, nothing lies open, and a signal ends it.

One session is held by the real command in a process of its own, without a microphone, under a wall clock
that jumps by hours; every test here looks at what that session did.
"""

import os
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from household import Evening, Household, witness

from voice_agent.archive.record import Record
from voice_agent.settings import load
from voice_agent.story import Session, Speaker

# a story aloud: two minutes of a quiet computer, more of a busy one
pytestmark = [pytest.mark.models, pytest.mark.timeout(900)]

CANARIES = (b"walter", b"grandmother", b"stove", b"margaret", b"bread")
"""Words and names that only the sample narrator brings."""

HOME = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Spoken:
    """What one spoken session left."""

    home: Household
    evening: Evening
    session: Session
    seen: tuple[str, ...]
    """Where the program wanted to go."""

    @property
    def folder(self) -> Path:
        """Where the sample narrator's record lies."""
        return self.home.state / "sample"


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spoken]:
    folder = tmp_path_factory.mktemp("quiet")
    home = Household(folder, witness(folder, jumps=True))
    home.more["VOICE_AGENT_MODELS__DIRECTORY"] = str(load(environ=os.environ).weights)
    usual = os.umask(0o022)  # nothing may rely on a stricter one
    program = home.start("talk", "--fast", "--profile", "ci")
    os.umask(usual)
    assert program.stdout
    out = list[str]()
    try:
        for line in program.stdout:
            out.append(line)
            # her first story proves it; a whole evening of them takes twice as long
            if line.startswith("    narrator") and "grandmother" in line:
                program.send_signal(signal.SIGTERM)
        complaint = program.stderr.read() if program.stderr else ""
    finally:
        program.kill()
        program.communicate()
    with Record.look(home.state / "sample") as record:
        session = record.session(record.sessions()[-1].id)
    yield Spoken(
        home,
        Evening(program.returncode, "".join(out), complaint),
        session,
        tuple((folder / "seen").read_text().splitlines()) if (folder / "seen").exists() else (),
    )


def test_without_a_microphone_it_says_so_and_the_sample_narrator_sits_in(spoken: Spoken) -> None:
    assert spoken.evening.code == 0, spoken.evening.complaint
    assert "no microphone" in spoken.evening.out
    assert "sample narrator speaks instead" in spoken.evening.out
    said = " ".join(t.text for t in spoken.session.turns if t.speaker is Speaker.NARRATOR)
    assert "record me" in said
    assert "bread" in said


def test_a_signal_ends_it_and_what_was_said_is_kept(spoken: Spoken) -> None:
    assert spoken.session.ended is not None
    assert "stopped" in spoken.evening.out
    folder = spoken.folder / "sessions" / spoken.session.id
    assert "grandmother" in (folder / "transcript.txt").read_text()
    assert (folder / "conversation.wav").stat().st_size > 32_000 * 30


def test_it_connects_nowhere_but_to_this_machine(spoken: Spoken) -> None:
    assert [place for place in spoken.seen if place.split()[-1] not in HOME] == []


def test_the_wall_clock_jumped_and_the_order_is_that_of_the_talk(spoken: Spoken) -> None:
    turns = spoken.session.turns
    first = turns[0]
    apart = [
        (turn.said_at - first.said_at).total_seconds() - (turn.began - first.began)
        for turn in turns
    ]
    assert max(map(abs, apart)) > 600, "the clock did jump"
    assert [turn.id for turn in turns] == list(range(1, len(turns) + 1))
    assert [turn.began for turn in turns] == sorted(turn.began for turn in turns)
    assert all(0 <= turn.began <= turn.ended < 600 for turn in turns)


def test_every_file_and_folder_is_its_owners_alone(spoken: Spoken) -> None:
    made = [p for top in ("state", "cache") for p in (spoken.home.folder / top).rglob("*")]
    assert made
    open_ones = [p for p in made if not p.is_symlink() and p.stat().st_mode & 0o077]
    assert open_ones == []


def test_no_word_of_the_narrator_lies_outside_the_record(spoken: Spoken) -> None:
    assert not [c for c in CANARIES if c in spoken.evening.complaint.lower().encode()]
    outside = [
        path
        for path in spoken.home.folder.rglob("*")
        if path.is_file() and spoken.folder not in path.parents and path.suffix != ".so"
    ]
    assert outside, "a cache of our own voice at least"
    for path in outside:
        text = path.read_bytes().lower()
        assert not [c for c in CANARIES if c in text], path


def test_nobody_is_given_a_number(spoken: Spoken) -> None:
    """Some engines keep a number for the machine in the cache, to report home with."""
    kept = {path.name for path in (spoken.home.folder / "cache").iterdir()}
    assert kept <= {"voice-agent", "fontconfig", "mesa_shader_cache"}
