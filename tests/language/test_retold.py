"""What is told again is read from what MPNet makes of a text: its file, and what a damaged one says."""

from pathlib import Path

import numpy as np
import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.mpnet import WIDTH
from voice_agent.language.retold import FILE, Turn, read

DICE = np.random.default_rng(0)


def turn(size: int = 8) -> Turn:
    ones = np.ones(WIDTH, np.float32)
    return Turn(0 * ones, ones, DICE.normal(size=(WIDTH, size)).astype(np.float32))


def test_a_cosine_is_that_of_the_taught_vectors() -> None:
    by = turn()
    rows = DICE.normal(size=(4, WIDTH)).astype(np.float32)
    made = by.of_rows(rows)
    assert made.shape == (4, by.size)
    x = rows @ by.turn
    near = float(x[0] @ x[1] / np.linalg.norm(x[0]) / np.linalg.norm(x[1]))
    assert made[0] @ made[1] == pytest.approx(near, abs=1e-5)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    by = turn()
    by.save(tmp_path / "retold")
    rows = DICE.normal(size=(3, WIDTH)).astype(np.float32)
    assert read(tmp_path / "retold").of_rows(rows) == pytest.approx(by.of_rows(rows), abs=2e-3)


def test_a_missing_or_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        read(tmp_path)
    (tmp_path / FILE).write_bytes(b"rubbish")
    with pytest.raises(ModelDamaged, match="cannot be read"):
        read(tmp_path)
    np.savez(tmp_path / FILE, mean=np.ones(3), spread=np.ones(3), turn=np.ones((3, 3)))
    with pytest.raises(ModelDamaged, match="fit"):
        read(tmp_path)
