"""MPNet as it is made in the house: what it keeps, shares and refuses."""

from pathlib import Path

import numpy as np
import pytest
from heard import weights

from voice_agent.errors import EngineUnavailable
from voice_agent.language.mpnet import Mpnet, opened

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def shelf() -> Path:
    return weights("mpnet-int8")


@pytest.fixture(scope="module")
def mpnet(shelf: Path) -> Mpnet:
    return Mpnet(shelf)


def test_what_was_read_is_kept_and_nothing_is_read_of_nothing(mpnet: Mpnet) -> None:
    (first,) = mpnet.read(["The hens are in the kitchen again."])
    (again, empty) = mpnet.read(["The hens are in the kitchen again.", ""])
    np.testing.assert_array_equal(first, again)
    assert np.isfinite(empty).all()
    assert mpnet.read([]).shape == (0, len(first))


def test_whoever_opens_it_gets_the_same_one(shelf: Path) -> None:
    assert opened(shelf) is opened(shelf, 1) is opened(shelf, threads=1)


@pytest.mark.parametrize("damaged", ["model.onnx", "tokenizer.json"])
def test_damaged_weights_are_refused_in_words_for_people(
    tmp_path: Path, shelf: Path, damaged: str
) -> None:
    for name in ("model.onnx", "tokenizer.json"):
        data = (shelf / name).read_bytes()
        (tmp_path / name).write_bytes(data[: len(data) // 2] if name == damaged else data)
    with pytest.raises(EngineUnavailable, match="cannot be read") as caught:
        Mpnet(tmp_path)
    assert "models verify" in caught.value.mend
