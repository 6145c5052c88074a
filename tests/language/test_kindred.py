"""What belongs together is read from what MPNet makes of a text: its file, and what a damaged one says."""

from pathlib import Path

import numpy as np
import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.kindred import OWN, Turn, read
from voice_agent.language.mpnet import SIZE, WIDTH

DICE = np.random.default_rng(0)


def turn(size: int = 8) -> Turn:
    ones = np.ones(WIDTH, np.float32)
    matrix = DICE.normal(size=(WIDTH, size)).astype(np.float32)
    return Turn(0 * ones, ones, matrix, np.zeros(SIZE, np.float32))


def test_a_cosine_is_that_of_the_taught_vectors_and_a_share_of_the_meanings() -> None:
    by = turn()
    rows = DICE.normal(size=(4, WIDTH)).astype(np.float32)
    made = by.of_rows(rows)
    assert made.shape == (4, by.size) and by.size == 8 + SIZE
    taught, own = rows @ by.turn, rows[:, -SIZE:]
    near = [float(x[0] @ x[1] / np.linalg.norm(x[0]) / np.linalg.norm(x[1])) for x in (taught, own)]
    assert made[0] @ made[1] == pytest.approx((near[0] + OWN * near[1]) / (1 + OWN), abs=1e-5)
    without = Turn(by.mean, by.spread, by.turn, by.middle, own=0.0)
    alone = without.of_rows(rows)
    assert alone.shape == (4, without.size) and alone[0] @ alone[1] == pytest.approx(near[0])


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    by = turn()
    by.save(tmp_path / "links" / "turn.npz")
    rows = DICE.normal(size=(3, WIDTH)).astype(np.float32)
    again = read(tmp_path / "links" / "turn.npz").of_rows(rows)
    assert again == pytest.approx(by.of_rows(rows), abs=2e-3)


def test_a_missing_or_damaged_file_says_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "turn.npz"
    with pytest.raises(ModelMissing):
        read(file)
    file.write_bytes(b"rubbish")
    with pytest.raises(ModelDamaged, match="cannot be read"):
        read(file)
    np.savez(file, mean=np.ones(3), spread=np.ones(3), turn=np.ones((3, 3)), middle=np.ones(3))
    with pytest.raises(ModelDamaged, match="fit"):
        read(file)
