"""Two readers of meaning as one."""

from collections.abc import Sequence

import numpy as np
import pytest
from fakes import BagOfWords
from numpy.typing import NDArray

from voice_agent.language.joined import Joined

TEXTS = ("My mother baked bread.", "He mended the boat.", "My mother mended bread.")


class Alike(BagOfWords):
    """To which every text means the same."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return super().embed(["the same" for _ in texts])


@pytest.mark.parametrize("say", [0.0, 0.5, 1.0])
def test_each_has_its_say_in_how_near_two_texts_are(say: float) -> None:
    own = BagOfWords().embed(TEXTS)
    rows = Joined(BagOfWords(), Alike(), say).embed(TEXTS)
    assert np.allclose(rows @ rows.T, (own @ own.T + say) / (1 + say), atol=1e-6)
