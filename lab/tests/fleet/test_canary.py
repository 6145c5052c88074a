"""What is looked for on the cluster's disk would be found if it were there."""

from pathlib import Path

import numpy as np
import pytest

from lab.fleet import canary

SAID = "The goat's name was Clementine."


@pytest.fixture
def voice() -> np.ndarray:
    return np.random.default_rng(7).normal(0, 0.1, 16_000).astype(np.float32)


def found(folder: Path, voice: np.ndarray) -> tuple[str, ...]:
    return canary.search([folder], [SAID], [voice]).found


def test_a_log_without_a_word_of_it_is_clean(tmp_path: Path, voice: np.ndarray) -> None:
    (tmp_path / "a.log").write_text("replica started; the goat was fed; was Clementine there?")
    (tmp_path / "core").write_bytes(np.random.default_rng(8).bytes(100_000))
    assert found(tmp_path, voice) == ()


@pytest.mark.parametrize(
    "written",
    [
        b'{"text": "The goat\'s name was Clementine."}',
        b"... GOAT'S\nNAME, WAS ...",
        "the goat's name was".encode("utf-16-le"),
    ],
)
def test_words_are_found_however_they_were_written(
    tmp_path: Path, voice: np.ndarray, written: bytes
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.log").write_bytes(b"\x00\x01" + written)
    assert found(tmp_path, voice) == ("a.log: words",)


@pytest.mark.parametrize("form", ["<i2", "<f4"])
def test_sound_is_found_wherever_it_begins(tmp_path: Path, voice: np.ndarray, form: str) -> None:
    as_numbers = np.round(voice * 32767).astype(form) if form == "<i2" else voice.astype(form)
    (tmp_path / "spilled").write_bytes(b"x" * 1237 + as_numbers.tobytes()[:40_000])
    assert found(tmp_path, voice) == ("spilled: sound",)


def test_silence_is_no_proof_of_anything() -> None:
    assert [*canary.pieces(np.zeros(16_000, np.float32))] == []
