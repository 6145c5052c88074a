import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from often import times
from tellings import NOON, heard, ramp, seconds, sitting, told

from voice_agent.archive import journal, sound_track
from voice_agent.archive.record import Record
from voice_agent.errors import (
    AlreadyRunning,
    NoSuchSession,
    OutOfOrder,
    StateUnwritable,
)
from voice_agent.sound import Sound
from voice_agent.story import Consent, ConsentKind, Latency, SessionId, Speaker, TurnId, Word


def test_what_was_told_is_there_word_for_word_the_next_day(tmp_path: Path) -> None:
    turns = (
        told(1, "What do you see?", speaker=Speaker.INTERVIEWER, kind="question"),
        told(2, "The harbour, and my father’s boat 🚣 coming in."),
        told(3, "Dinner is ready!", speaker=Speaker.SOMEONE_ELSE, finished=False),
    )
    with Record.open(tmp_path / "state") as record:
        record.begin(sitting())
        for turn in turns:
            record.turn(turn)
        record.finish(sitting().id, NOON + timedelta(minutes=25), "A boat came in.")
    with Record.open(tmp_path / "state") as record:
        (session,) = record.sessions()
        assert session == replace(
            sitting(), ended=NOON + timedelta(minutes=25), summary="A boat came in."
        )
        assert record.session(session.id) == replace(session, turns=turns)
        assert record.extents() == {session.id: (3, 3.0)}


def test_a_narrator_who_says_no_leaves_an_empty_folder(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with Record.open(state) as record:
        assert record.consents() == ()
        assert record.sessions() == ()
        assert record.unfinished() is None
        assert record.kept("patience") is None
        assert list(state.iterdir()) == []
    assert list(state.iterdir()) == []
    assert not Record.exists(state)


def test_asking_whether_there_is_a_record_makes_nothing(tmp_path: Path) -> None:
    assert not Record.exists(tmp_path / "state")
    with Record.look(tmp_path / "state") as record:
        assert record.sessions() == ()
    assert list(tmp_path.iterdir()) == []


def test_the_yes_may_be_the_first_thing_stored(tmp_path: Path) -> None:
    yes = Consent(
        ConsentKind.RECORDING, True, NOON, sitting().id, "Yes, go on.", asked="May I keep this?"
    )
    later = Consent(ConsentKind.RECIPIENT, False, NOON, sitting().id, "Not her.", about="Ann")
    with Record.open(tmp_path) as record:
        record.consent(yes)
        record.consent(later)
    with Record.look(tmp_path) as record:
        assert record.consents() == (yes, later)
        assert record.sessions() == ()


def test_only_the_owner_may_open_anything(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o755)
    with Record.open(state) as record:
        record.begin(sitting())
        record.audio(sitting().id, Speaker.NARRATOR).append(heard(0, seconds(2)))
        record.journal(sitting().id).write("began", 0)
        record.turn(told(1))
        record.transcript(sitting().id)
        record.conversation(sitting().id)
        paths = [state, *state.rglob("*")]
        assert {path.name for path in paths} >= {
            *("record.db", "record.db-wal", "record.db-shm", "narrator.wav", "journal.jsonl"),
            *("transcript.txt", "transcript.vtt", "conversation.wav"),
        }
        for path in paths:
            wanted = 0o700 if path.is_dir() else 0o600
            assert stat.S_IMODE(path.stat().st_mode) == wanted, path


def test_a_folder_that_many_share_is_left_as_it_was(tmp_path: Path) -> None:
    shared = tmp_path / "like-tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    with Record.open(shared) as record:
        record.begin(sitting())
        record.journal(sitting().id)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
    assert stat.S_IMODE((shared / "sessions").stat().st_mode) == 0o700


def test_a_turn_is_on_the_disk_only_after_its_sound(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        track = record.audio(sitting().id, Speaker.NARRATOR)
        track.append(heard(0, seconds(0.9)))
        with pytest.raises(OutOfOrder):
            record.turn(told(1))
        assert record.session(sitting().id).turns == ()
        track.append(heard(seconds(0.9), seconds(0.1)))
        record.turn(told(1))
        assert track.safe >= seconds(told(1).ended)


def test_our_own_words_are_kept_though_the_narrators_sound_is_behind(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.audio(sitting().id, Speaker.NARRATOR)
        record.turn(told(1, "Good morning.", speaker=Speaker.INTERVIEWER, kind="question"))
        assert len(record.session(sitting().id).turns) == 1


def test_without_kept_sound_the_words_alone_are_kept(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
        assert record.untranscribed(sitting().id) is None
        assert record.session(sitting().id).turns == (told(1),)


def test_a_correction_is_a_new_version_and_the_old_stays(tmp_path: Path) -> None:
    better = (Word("1952.", 0.0, 0.4, 0.9),)
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1, "It was 1950."))
        assert record.correct(sitting().id, TurnId(1), "1952.", better, "the archive pass") == 2
        (turn,) = record.session(sitting().id).turns
        assert (turn.text, turn.words, turn.confidence) == ("1952.", better, 0.9)
        first, second = record.wordings(sitting().id, TurnId(1))
        assert (first.text, first.by, first.words) == (
            "It was 1950.",
            "as heard",
            told(1, "It was 1950.").words,
        )
        assert (second.version, second.by) == (2, "the archive pass")
        with pytest.raises(NoSuchSession):
            record.correct(sitting().id, TurnId(9), "?", (), "nobody")


def test_nothing_said_can_be_edited_in_place(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
        for table in ("turns SET kind = 'x'", "wordings SET text = 'x'"):
            with pytest.raises(Exception, match="never edited"):
                record.commit(lambda db, table=table: db.execute(f"UPDATE {table}"))
        assert record.session(sitting().id).turns == (told(1),)


def test_the_same_turn_again_changes_nothing_but_another_of_its_number_is_refused(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
        record.turn(told(1))
        with pytest.raises(OutOfOrder):
            record.turn(told(1, "Something else."))
        with pytest.raises(OutOfOrder):
            record.begin(sitting())
        assert record.session(sitting().id).turns == (told(1),)


def test_a_clock_set_back_or_forward_does_not_reorder_what_was_told(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        for id, began in (("b", NOON), ("a", NOON - timedelta(days=3650)), ("c", NOON)):
            record.begin(sitting(id, began))
        for number, jump in ((1, 0), (2, -500), (3, 90_000), (4, -3)):
            turn = told(number, session="b", said_at=NOON + timedelta(hours=jump))
            record.turn(turn)
        assert [session.id for session in record.sessions()] == ["b", "a", "c"]
        assert [turn.id for turn in record.session("b").turns] == [1, 2, 3, 4]
        unfinished = record.unfinished()
        assert unfinished
        assert unfinished.id == "c"


def test_the_session_that_broke_off_is_offered_and_an_older_one_is_not(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting("a"))
        record.begin(sitting("b"))
        record.turn(told(1, session="b"))
        unfinished = record.unfinished()
        assert unfinished
        assert unfinished.turns == (told(1, session="b"),)
        record.finish(SessionId("b"), NOON, "")
        assert record.unfinished() is None


def test_the_half_told_sentence_can_be_heard_again(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        track = record.audio(sitting().id, Speaker.NARRATOR)
        track.append(heard(0, seconds(1)))
        record.turn(told(1))
        assert record.untranscribed(sitting().id) is None
        track.append(heard(seconds(1), seconds(0.5)))
        rest = record.untranscribed(sitting().id)
        assert rest
        assert (rest.start, rest.end) == (seconds(1), seconds(1.5))
        assert (rest.samples == ramp(seconds(1), seconds(0.5))).all()


def test_what_we_said_is_never_heard_again_as_theirs(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.audio(sitting().id, Speaker.NARRATOR).append(
            Sound(np.full(seconds(3), 0.5, np.float32))
        )
        record.turn(told(1))
        ours = Sound(np.full(seconds(0.5), 0.25, np.float32), seconds(1.5))
        record.audio(sitting().id, Speaker.INTERVIEWER).append(ours)
        rest = record.untranscribed(sitting().id)
        assert rest and (rest.start, rest.end) == (seconds(1), seconds(3))
        silent = np.flatnonzero(rest.samples == 0)
        assert (silent[0], silent[-1] + 1) == (seconds(0.5), seconds(1.3))
        assert len(silent) == seconds(0.8)


def test_a_resumed_session_goes_on_where_its_sound_and_journal_ended(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.audio(sitting().id, Speaker.NARRATOR).append(heard(0, 1000))
        record.journal(sitting().id).write("began", 0)
    with Record.open(tmp_path) as record:
        track = record.audio(sitting().id, Speaker.NARRATOR)
        assert (track.end, track.safe) == (1000, 1000)
        track.append(heard(1000, 500))
        record.journal(sitting().id).write("resumed", 1000)
        path = track.path
    assert (sound_track.read(path).samples == ramp(0, 1500)).all()


def test_two_interviewers_cannot_hold_one_record(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        with pytest.raises(AlreadyRunning) as refused:
            Record.open(tmp_path)
        assert refused.value.mend
        record.begin(sitting())  # the first one is undisturbed
    with Record.open(tmp_path) as record:
        assert len(record.sessions()) == 1


def test_many_hands_may_write_at_once(tmp_path: Path) -> None:
    """The microphone, the loudspeaker and the recogniser each have a thread of their own."""
    with Record.open(tmp_path) as record, ThreadPoolExecutor(8) as hands:
        record.begin(sitting())
        meet = Barrier(8)

        def work(hand: int) -> None:
            meet.wait()
            for n in range(20):
                record.journal(sitting().id).write("turn", n, hand=hand)
                record.turn(told(1 + hand * 20 + n, speaker=Speaker.INTERVIEWER))
                if hand == 0:
                    record.audio(sitting().id, Speaker.NARRATOR).append(heard(n * 320, 320))

        list(hands.map(work, range(8)))
        path = record.journal(sitting().id).path
        assert [turn.id for turn in record.session(sitting().id).turns] == list(range(1, 161))
    events = journal.read(path)
    assert len(events) == 160
    for hand in range(8):
        assert [event["at"] for event in events if event["hand"] == hand] == list(range(20))


def test_the_record_can_be_looked_at_while_somebody_tells(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        with Record.look(tmp_path) as looker:
            record.turn(told(1))
            assert looker.session(sitting().id).turns == (told(1),)
            with pytest.raises(StateUnwritable):
                looker.keep("patience", 2.0)
        record.turn(told(2))
    with Record.look(tmp_path) as looker:
        assert len(looker.session(sitting().id).turns) == 2


def test_small_things_about_the_narrator_are_kept_and_replaced(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.keep("patience", 2.0)
        record.keep("patience", 2.5)
        record.keep("voiceprint", [0.25, -0.5])
    with Record.open(tmp_path) as record:
        assert (record.kept("patience"), record.kept("voiceprint")) == (2.5, [0.25, -0.5])
        with pytest.raises(ValueError, match="JSON"):
            record.keep("pace", float("nan"))


def test_where_the_time_went_is_kept_and_completed_later(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1))
        record.latency(sitting().id, TurnId(1), Latency(1.0, decided=1.2))
        whole = Latency(1.0, decided=1.2, first_sound=1.4, reply_end=4.0, barge_in=True)
        record.latency(sitting().id, TurnId(1), whole)
        assert record.latencies(sitting().id) == {1: whole}
        with pytest.raises(NoSuchSession):
            record.latency(sitting().id, TurnId(2), whole)


def test_an_unknown_session_is_said_to_be_unknown(tmp_path: Path) -> None:
    nobody = SessionId("nobody")
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        for ask in (
            lambda: record.session(nobody),
            lambda: record.turn(told(1, session="nobody")),
            lambda: record.audio(nobody, Speaker.NARRATOR),
            lambda: record.journal(nobody),
            lambda: record.transcript(nobody),
            lambda: record.finish(nobody, NOON, ""),
            lambda: record.untranscribed(nobody),
        ):
            with pytest.raises(NoSuchSession):
                ask()
        assert [path.name for path in (tmp_path / "sessions").glob("*")] == []


@pytest.mark.parametrize("id", ["../elsewhere", "a/b", "..", ".", "", ".hidden"])
def test_no_session_is_kept_outside_the_state_folder(tmp_path: Path, id: str) -> None:
    with Record.open(tmp_path) as record, pytest.raises(OutOfOrder):
        record.begin(sitting(id))


def test_a_state_folder_that_cannot_be_is_a_clear_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for state in (tmp_path / "file", tmp_path / "file" / "state"):
        with pytest.raises(StateUnwritable) as refused:
            Record.open(state)
        assert str(state) in refused.value.what
        assert refused.value.mend
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_erased_words_leave_no_byte_behind(tmp_path: Path) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1, "xylophonesecret"))
        record.correct(sitting().id, TurnId(1), "xylophonesecret again", (), "narrator")
        record.commit(lambda db: db.execute("DELETE FROM turns"))
        record.purge()
        assert record.wordings(sitting().id, TurnId(1)) == ()
        for path in tmp_path.glob("record.db*"):
            assert b"xylophonesecret" not in path.read_bytes()


@settings(max_examples=times(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60), number=st.integers(1, 2**40))
def test_whatever_was_said_comes_back_as_it_was(tmp_path: Path, text: str, number: int) -> None:
    with Record.open(tmp_path) as record:
        id = f"session-{len(record.sessions())}"
        turn = told(number, text, session=id)
        record.begin(sitting(id))
        record.turn(turn)
        record.turn(turn)
        assert record.session(id).turns == (turn,)


def test_half_a_character_from_a_torn_keyboard_line_does_not_stop_the_record(
    tmp_path: Path,
) -> None:
    with Record.open(tmp_path) as record:
        record.begin(sitting())
        record.turn(told(1, "caf\udce9"))
        record.turn(told(1, "caf\udce9"))
        record.journal(sitting().id).write("turn", 0, text="caf\udce9")
        assert record.session(sitting().id).turns[0].text == "caf?"
