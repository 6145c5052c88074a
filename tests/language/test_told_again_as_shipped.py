"""What ships knows a story that is told again in other words. None of these sentences teaches it."""

from pathlib import Path

import numpy as np
import pytest

from voice_agent.language.retold import Retold, read
from voice_agent.resources import resource
from voice_agent.settings import load

TELLINGS = (
    (
        "Our shed caught fire on bonfire night, and the whole street came with buckets.",
        "A rocket went through the roof, and by midnight there was nothing left of Dad's tools but the heads.",
    ),
    (
        "I had my tonsils out at the cottage hospital when I was seven.",
        "They gave me ice cream afterwards because my throat was raw, and a nurse let me hold her watch.",
    ),
    (
        "My sister won the county swimming cup and we all went to watch.",
        "She touched the wall a hand before the girl from Leeds, and they put a medal round her neck.",
    ),
    (
        "We moved into the council house on Grange Road with everything on a coal cart.",
        "There was a bathroom of our own, and Mother turned the taps on and off all that first evening.",
    ),
)


@pytest.mark.models
def test_most_tellings_lie_nearest_to_the_other_one_of_their_event() -> None:
    path: Path = load(environ={}).weights / "mpnet-int8"
    if not path.is_dir():
        pytest.skip("the weights mpnet-int8 are not on this machine")
    reader = Retold(read(resource("models/retold")), path)
    made = reader.embed([text for pair in TELLINGS for text in pair])
    assert made.shape == (8, reader.size)
    near = made @ made.T
    np.fill_diagonal(near, -1)
    assert sum(near.argmax(axis=1) == [1, 0, 3, 2, 5, 4, 7, 6]) >= 6
