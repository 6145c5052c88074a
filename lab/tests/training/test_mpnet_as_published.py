"""MPNet as it is made in the house reads as the float network that its authors published.

mpnet_float.npz holds what that network makes of some lines of our teaching files: every TAKEN-th number of the means
over the word pieces after layers 6, 9 and 12 (transformers 5.23, torch 2.13).
"""

from pathlib import Path

import numpy as np
import pytest
from heard import weights

from lab import utterances
from lab.training import LESSONS
from voice_agent.language.mpnet import Mpnet

TAKEN = 24

pytestmark = pytest.mark.models


def lines() -> list[str]:
    files = (("calm_c.tsv", 5), ("wishes_h.tsv", 8))
    return [each.words for name, step in files for each in utterances.read(LESSONS / name)[::step]]


@pytest.fixture(scope="module")
def shelf() -> Path:
    return weights("mpnet-int8")


@pytest.fixture(scope="module")
def mpnet(shelf: Path) -> Mpnet:
    return Mpnet(shelf)


def test_every_line_is_read_nearly_as_by_the_float_network(mpnet: Mpnet) -> None:
    with np.load(Path(__file__).with_name("mpnet_float.npz")) as kept:
        wanted = kept["rows"].astype(np.float32)
    found = mpnet.read(lines())[:, ::TAKEN]
    assert len(found) == len(wanted) > 300
    # less what all texts have in common: with it everything is near to everything
    found, wanted = found - wanted.mean(axis=0), wanted - wanted.mean(axis=0)
    lengths = np.linalg.norm(found, axis=1) * np.linalg.norm(wanted, axis=1)
    cosines = (found * wanted).sum(axis=1) / lengths
    assert cosines.mean() > 0.99
    assert cosines.min() > 0.97


def test_a_line_is_read_alike_alone_and_beside_others(mpnet: Mpnet, shelf: Path) -> None:
    some = lines()[:20]
    together = mpnet.read(some)
    afresh = Mpnet(shelf)
    alone = np.concatenate([afresh.read([each]) for each in some])
    np.testing.assert_allclose(alone, together, atol=0.02)
