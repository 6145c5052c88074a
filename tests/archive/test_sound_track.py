import os
import wave
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st
from tellings import heard, ramp, seconds

from voice_agent.archive import sound_track
from voice_agent.archive.reserve import Reserve
from voice_agent.archive.sound_track import BLOCK, EVERY, HEADER, SoundTrack, mix, read
from voice_agent.errors import OutOfOrder, SoundFileError
from voice_agent.sound import FRAME, RATE, Sound


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "narrator.wav"


def track(path: Path) -> SoundTrack:
    return SoundTrack(path, Reserve(path.parent / "reserve"))


def test_any_player_opens_the_recording_and_hears_it_sample_for_sample(path: Path) -> None:
    voice = track(path)
    for start in range(0, 10 * FRAME, FRAME):
        voice.append(heard(start, FRAME))
    voice.close()
    samples, rate = soundfile.read(path, dtype="float32")
    assert rate == RATE
    assert (samples == ramp(0, 10 * FRAME)).all()
    with wave.open(str(path)) as file:
        assert (file.getnframes(), file.getnchannels(), file.getsampwidth()) == (10 * FRAME, 1, 2)
    assert (read(path).samples == ramp(0, 10 * FRAME)).all()


def test_what_nobody_recorded_is_silence_in_its_place(path: Path) -> None:
    voice = track(path)
    voice.append(heard(1000, 10))
    voice.append(heard(2000, 10))
    voice.close()
    expected = np.zeros(2010, np.float32)
    expected[1000:1010], expected[2000:] = ramp(1000, 10), ramp(2000, 10)
    assert (read(path).samples == expected).all()


def test_a_sound_that_overlaps_a_little_is_joined_and_never_rewrites(path: Path) -> None:
    voice = track(path)
    voice.append(heard(0, 1000))
    voice.append(Sound(np.ones(300, np.float32), 900))
    voice.append(Sound(np.ones(10, np.float32), 950))
    voice.close()
    assert (read(path).samples[:1000] == ramp(0, 1000)).all()
    assert len(read(path).samples) == 1200


def test_sound_from_the_past_is_refused_aloud(path: Path) -> None:
    voice = track(path)
    voice.append(heard(0, RATE))
    with pytest.raises(OutOfOrder):
        voice.append(heard(0, FRAME))
    voice.close()
    assert len(read(path).samples) == RATE


def test_less_than_half_a_second_is_ever_in_danger(path: Path) -> None:
    voice = track(path)
    for start in range(0, 5 * RATE, FRAME):
        voice.append(heard(start, FRAME))
        assert voice.end - voice.safe < EVERY < RATE / 2
        with wave.open(str(path)) as file:  # what a player would see had we died here
            assert file.getnframes() == voice.safe
    assert (read(path).samples == ramp(0, 5 * RATE)).all()  # and nothing is gone that was written
    voice.close()


@given(cut=st.integers(0, HEADER + 2 * 3000), more=st.integers(1, 400))
def test_a_file_cut_at_any_byte_goes_on_from_what_is_left(
    tmp_path_factory: pytest.TempPathFactory, cut: int, more: int
) -> None:
    path = tmp_path_factory.mktemp("cut") / "narrator.wav"
    voice = track(path)
    voice.append(heard(0, 3000))
    voice.close()
    os.truncate(path, cut)
    voice = track(path)
    left = max(0, cut - HEADER) // 2
    assert voice.end == voice.safe == left
    voice.append(heard(left, more))
    voice.close()
    samples, _ = soundfile.read(path, dtype="float32")
    assert (samples == ramp(0, left + more)).all()


def test_loud_sound_is_clipped_and_does_not_wrap_around(path: Path) -> None:
    voice = track(path)
    voice.append(Sound(np.array([2.0, 1.0, -1.0, -2.0], np.float32)))
    voice.close()
    samples, _ = soundfile.read(path, dtype="int16")
    assert samples.tolist() == [32767, 32767, -32768, -32768]


def test_a_piece_can_be_read_out_of_the_middle(path: Path) -> None:
    voice = track(path)
    voice.append(heard(0, 5000))
    voice.sync()
    piece = read(path, 1200, 1300)
    assert (piece.start, piece.end) == (1200, 1300)
    assert (piece.samples == ramp(1200, 100)).all()
    assert len(read(path, 4990, 9000).samples) == 10
    assert len(read(path, 9000).samples) == 0
    voice.close()


def test_a_missing_recording_is_a_clear_sentence(path: Path) -> None:
    with pytest.raises(SoundFileError, match="No such file"):
        read(path)


def test_both_voices_are_heard_together_in_time(tmp_path: Path) -> None:
    narrator, interviewer = tmp_path / "narrator.wav", tmp_path / "interviewer.wav"
    end = 2 * BLOCK + 7
    for path, start, count, level in (
        (narrator, 0, end, 0.25),
        (interviewer, BLOCK - 50, 100, 0.5),
    ):
        voice = track(path)
        voice.append(Sound(np.full(count, level, np.float32), start))
        voice.close()
    mix(narrator, interviewer, tmp_path / "conversation.wav")
    samples, rate = soundfile.read(tmp_path / "conversation.wav", dtype="float32")
    assert (rate, len(samples)) == (RATE, end)
    assert (samples[BLOCK - 50 : BLOCK + 50] == 0.75).all()
    assert (samples[: BLOCK - 50] == 0.25).all()
    assert (samples[BLOCK + 50 :] == 0.25).all()


def test_one_voice_alone_is_a_conversation_too(tmp_path: Path) -> None:
    voice = track(tmp_path / "narrator.wav")
    voice.append(heard(0, 500))
    voice.close()
    mix(tmp_path / "narrator.wav", tmp_path / "interviewer.wav", tmp_path / "conversation.wav")
    assert (read(tmp_path / "conversation.wav").samples == ramp(0, 500)).all()
    mix(tmp_path / "nobody.wav", tmp_path / "interviewer.wav", tmp_path / "empty.wav")
    assert len(soundfile.read(tmp_path / "empty.wav")[0]) == 0


def test_an_hour_of_muted_microphone_costs_no_room(path: Path) -> None:
    voice = track(path)
    voice.append(heard(0, 100))
    voice.append(heard(seconds(3600), 100))
    voice.close()
    assert path.stat().st_blocks * 512 < 1_000_000
    assert sound_track.length(path) == seconds(3600) + 100
