"""A family's old recordings come in every shape; each is read, or refused with a sentence."""

import resource
import stat
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from voice_agent.audio import files
from voice_agent.errors import SoundFileError
from voice_agent.sound import RATE, Samples, Sound


def hum(seconds: float, rate: int = RATE, hertz: float = 200.0) -> Samples:
    return (0.5 * np.sin(np.arange(round(seconds * rate)) * 2 * np.pi * hertz / rate)).astype(
        np.float32
    )


@pytest.mark.parametrize("rate", [8000, 16000, 22050, 44100, 48000])
@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("width", ["PCM_16", "PCM_24", "PCM_U8", "FLOAT"])
def test_every_ordinary_wav_is_read_as_the_same_sound(
    tmp_path: Path, rate: int, channels: int, width: str
) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, np.repeat(hum(1.5, rate)[:, None], channels, axis=1), rate, width)
    heard = files.read(path)
    assert heard.seconds == pytest.approx(1.5, abs=0.01)
    assert files.seconds(path) == pytest.approx(1.5, abs=0.001)
    middle = slice(RATE // 4, RATE)
    assert np.abs(heard.samples[middle] - hum(1.5)[middle]).max() < 0.02


def test_blocks_follow_each_other_without_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, hum(3.3, 44_100), 44_100)
    pieces = list(files.blocks(path, 1000))
    assert [piece.start for piece in pieces] == [n * 1000 for n in range(len(pieces))]
    assert {len(piece.samples) for piece in pieces[:-1]} == {1000}
    whole = np.concatenate([piece.samples for piece in pieces])
    assert (whole == files.read(path).samples).all()


@pytest.mark.long
def test_a_very_long_recording_does_not_fill_the_memory(tmp_path: Path) -> None:
    """Three hours in stereo at 44.1 kHz would be 3.8 GB at once."""
    path = tmp_path / "long.wav"
    with soundfile.SoundFile(path, "w", 8000, 2, "PCM_U8") as file:
        for _ in range(180):
            file.write(np.zeros((60 * 8000, 2), np.float32))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    total = sum(len(block.samples) for block in files.blocks(path))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert total == pytest.approx(3 * 3600 * RATE, abs=RATE)
    assert after - before < 50_000  # kilobytes


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"Dear Ann, the summer of 1952 was hot.", "cannot be read as sound"),
        (b"RIFF\x24\x00\x00\x00WAVE", "cannot be read as sound"),
        (b"\x00" * 5000, "cannot be read as sound"),
    ],
)
def test_what_is_not_sound_is_refused_with_a_sentence(
    tmp_path: Path, content: bytes, says: str
) -> None:
    path = tmp_path / "letter.wav"
    path.write_bytes(content)
    with pytest.raises(SoundFileError, match=says) as caught:
        files.read(path)
    assert "letter.wav" in caught.value.what
    assert caught.value.mend


def test_a_header_without_sound_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, np.zeros(0, np.float32), RATE)
    with pytest.raises(SoundFileError, match="no sound in it"):
        files.read(path)


def test_a_missing_file_and_a_folder_are_said_to_be_that(tmp_path: Path) -> None:
    for path in (tmp_path / "none.wav", tmp_path):
        with pytest.raises(SoundFileError, match="There is no sound file"):
            files.read(path)


def test_a_recording_cut_off_by_a_crash_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    soundfile.write(path, hum(2.0), RATE, "PCM_16")
    path.write_bytes(path.read_bytes()[:-RATE])
    assert files.read(path).seconds == pytest.approx(1.5, abs=0.01)


def test_what_is_not_a_number_is_not_sound(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    samples = hum(0.1)
    samples[10:20] = np.nan
    samples[20:30] = np.inf
    soundfile.write(path, samples, RATE, "FLOAT")
    heard = files.read(path).samples
    assert np.isfinite(heard).all()
    assert np.abs(heard).max() <= 1.0


@given(st.binary(max_size=200))
def test_no_file_whatever_is_more_than_a_sentence_of_trouble(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("any") / "a.wav"
    path.write_bytes(content)
    try:
        files.read(path)
    except SoundFileError as error:
        assert error.mend


def test_what_is_written_is_private_and_reads_back(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    said = hum(1.0)
    files.write(path, [Sound(said[: RATE // 2]), Sound(said[RATE // 2 :], RATE // 2)])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert np.abs(files.read(path).samples - said).max() < 1e-4
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    files.write(path, [Sound(hum(0.1))])
    old = path.read_bytes()

    def sounds() -> list[Sound]:
        raise SoundFileError("The tape is torn.")

    with pytest.raises(SoundFileError):
        files.write(path, (sound for sound in sounds()))
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


def test_both_voices_are_heard_in_time(tmp_path: Path) -> None:
    narrator, interviewer = tmp_path / "n.wav", tmp_path / "i.wav"
    files.write(narrator, [Sound(np.full(RATE, 0.25, np.float32))])
    files.write(interviewer, [Sound(np.full(RATE, 0.5, np.float32), 2 * RATE + 100)])
    files.mix(narrator, interviewer, tmp_path / "conversation.wav")
    both = files.read(tmp_path / "conversation.wav").samples
    assert len(both) == 3 * RATE + 100
    assert np.allclose(both[:RATE], 0.25, atol=1e-3)
    assert not both[RATE : 2 * RATE + 100].any()
    assert np.allclose(both[2 * RATE + 100 :], 0.5, atol=1e-3)


def test_a_conversation_with_one_voice_is_still_a_conversation(tmp_path: Path) -> None:
    files.write(tmp_path / "n.wav", [Sound(hum(1.0))])
    files.mix(tmp_path / "n.wav", tmp_path / "missing.wav", tmp_path / "both.wav")
    assert files.read(tmp_path / "both.wav").seconds == 1.0
