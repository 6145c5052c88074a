"""Power cuts, imagined: of what had not been flushed, any part may be gone."""

import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from often import times
from tellings import NOON, heard, ramp, sitting, told

from voice_agent.archive import journal
from voice_agent.archive.record import Record
from voice_agent.archive.sound_track import EVERY, HEADER
from voice_agent.sound import FRAME, RATE
from voice_agent.story import Session, SessionId, Speaker, TurnId

MEMORY = Path("/dev/shm")
"""Flushing is honest but free there; any folder will do."""


class Evening(RuleBasedStateMachine):
    """Somebody tells, is corrected, starts again; at any moment the power may go."""

    @initialize()
    def a_new_house(self) -> None:
        self.house = tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
        self.cuts = 0
        self.record = Record.open(self.state)
        self.told: list[Session] = []
        self.events: list[int] = []
        self.patience: float | None = None
        self.begin()

    @property
    def state(self) -> Path:
        return Path(self.house.name) / f"state-{self.cuts}"

    @property
    def now(self) -> Session:
        return self.told[-1]

    @rule()
    def begin(self) -> None:
        if self.told and not self.now.turns:
            return
        session = sitting(f"evening-{len(self.told)}")
        self.record.begin(session)
        self.told.append(session)
        self.events = []
        self.sound = self.sure = 0

    @rule(frames=st.integers(1, 60))
    def speak(self, frames: int) -> None:
        track = self.record.audio(self.now.id, Speaker.NARRATOR)
        assert track.end == self.sound
        for _ in range(frames):
            track.append(heard(self.sound, FRAME))
            self.sound += FRAME
        self.sure = track.safe

    @rule(text=st.text(max_size=20), finished=st.booleans())
    def take_down(self, text: str, finished: bool) -> None:
        number = len(self.now.turns) + 1
        turn = told(
            number,
            text,
            session=self.now.id,
            began=0,
            ended=self.sound / RATE,
            finished=finished,
        )
        self.record.turn(turn)
        self.told[-1] = replace(self.now, turns=(*self.now.turns, turn))
        self.sure = self.sound

    @rule(text=st.text(max_size=20), data=st.data())
    def correct(self, text: str, data: st.DataObject) -> None:
        if not self.now.turns:
            return
        index = data.draw(st.integers(0, len(self.now.turns) - 1))
        old = self.now.turns[index]
        self.record.correct(self.now.id, old.id, text, (), "narrator")
        new = replace(old, text=text, words=(), confidence=1.0)
        turns = (*self.now.turns[:index], new, *self.now.turns[index + 1 :])
        self.told[-1] = replace(self.now, turns=turns)

    @rule(value=st.floats(1.2, 8))
    def learn(self, value: float) -> None:
        self.record.keep("patience", value)
        self.patience = value

    @rule(fleeting=st.booleans())
    def note(self, fleeting: bool) -> None:
        book = self.record.journal(self.now.id)
        book.write("level" if fleeting else "turn", self.sound, number=len(self.events))
        self.events.append(len(self.events))

    @rule()
    def finish(self) -> None:
        self.record.finish(self.now.id, NOON, "Pigeons.")
        self.told[-1] = replace(self.now, ended=NOON, summary="Pigeons.")

    @rule(data=st.data())
    def the_power_goes(self, data: st.DataObject) -> None:
        """Copy the folder as the disk would have it, and go on from the copy."""
        journal_safe = self.record.journal(self.now.id).safe
        old = self.state
        self.cuts += 1
        shutil.copytree(old, self.state, ignore=shutil.ignore_patterns("reserve", "*-shm"))
        folder = self.state / "sessions" / self.now.id
        for path, safe in (
            (folder / "narrator.wav", HEADER + 2 * self.sure),
            (folder / "journal.jsonl", journal_safe),
        ):
            if path.exists():
                size = path.stat().st_size
                os.truncate(path, data.draw(st.integers(min(safe, size), size)))
        with (self.state / "record.db-wal").open("ab") as log:  # a commit that was never finished
            log.write(data.draw(st.binary(max_size=100)))
        self.record.close()
        shutil.rmtree(old)
        self.record = Record.open(self.state)
        self.record.check()
        left = self.record.audio(self.now.id, Speaker.NARRATOR)
        assert self.sure <= left.end <= self.sound
        assert self.sound - left.end <= EVERY < RATE / 2
        rest = self.record.untranscribed(self.now.id)
        if rest:
            assert (rest.samples == ramp(rest.start, len(rest.samples))).all()
        self.sound = self.sure = left.end
        found = [event["number"] for event in journal.read(folder / "journal.jsonl")]
        assert found == self.events[: len(found)]
        self.events = found
        # what is told next must not be on turns whose sound is gone
        assert all(turn.ended * RATE <= self.sound + 1 for turn in self.now.turns)

    @invariant()
    def every_committed_word_is_there(self) -> None:
        if self.told:
            assert self.record.session(self.now.id) == self.now
            assert [s.id for s in self.record.sessions()] == [s.id for s in self.told]
            assert self.record.kept("patience") == self.patience

    def teardown(self) -> None:
        self.record.close()
        self.house.cleanup()


class TestNoCommittedWordIsLostWhereverThePowerGoes(Evening.TestCase):
    settings = settings(max_examples=times(100), stateful_step_count=30, deadline=None)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A record as it lies while somebody tells: eight turns, all of them still in the log."""
    copy = tmp_path / "whole"
    copy.mkdir()
    with Record.open(tmp_path / "state") as record:
        record.begin(sitting())
        for number in range(1, 9):
            record.turn(told(number, f"Pigeon {number}. " * 50))
        shutil.copy(tmp_path / "state/record.db", copy)
        shutil.copy(tmp_path / "state/record.db-wal", copy)
    return copy


@settings(
    max_examples=times(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_torn_write_ahead_log_yields_whole_turns_in_order(
    whole: Path, data: st.DataObject
) -> None:
    """Even a disk that lied about flushing costs the last turns, never the first and never half a turn."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as house:
        state = Path(shutil.copytree(whole, Path(house) / "state"))
        log = state / "record.db-wal"
        os.truncate(log, data.draw(st.integers(0, log.stat().st_size)))
        with Record.open(state) as record:
            record.check()
            if record.sessions():
                turns = record.session(sitting().id).turns
                wanted = [told(n, f"Pigeon {n}. " * 50) for n in range(1, len(turns) + 1)]
                assert list(turns) == wanted
                following = TurnId(len(turns) + 1)
                record.turn(told(following))
                assert len(record.session(SessionId(sitting().id)).turns) == following
