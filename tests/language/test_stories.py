"""The reading of stories: what belongs together and what weighs on the heart, heard where it is only meant."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.adapted import Adapted
from voice_agent.language.mpnet import opened as published
from voice_agent.language.stories import FILE, Stories, opened, read
from voice_agent.memory.weight import BELIEVED
from voice_agent.resources import resource
from voice_agent.settings import load

LOSS = "She'd knitted two of everything, and I gave one of everything to the woman next door."
FUN = (
    "Our brass band fell in the canal at the gala, tuba first, and they played on while they swam."
)
OLD = (
    "At school I was put in goal because I had no boots, and I stopped every ball with my father's cap.",
    "The first wage I brought home I laid on the table, and my mother counted it twice and gave me a shilling back.",
    "Our donkey walked into the chapel in the middle of the sermon and would not be turned round.",
    "I sat the scholarship with a broken nib, and the master lent me his own pen.",
)
TODAY = {
    "The neighbour's spaniel came in at the automatic doors of the library during story time and lay down among the children.": 2,
    "My granddaughter has had her first pay from the café, and she came straight here and wanted to buy me fish and chips with it.": 1,
    "At the driving test the wipers gave out, and the examiner got out and did the glass with his own handkerchief.": 3,
}


def mpnet() -> Path:
    path = load(environ={}).weights / "mpnet-int8"
    if not path.is_dir():
        pytest.skip("the weights mpnet-int8 are not on this machine")
    return path


@pytest.fixture(scope="module")
def stories() -> Stories:
    return opened(resource("models/stories"), mpnet())


@pytest.mark.models
def test_what_belongs_lies_nearest_though_hardly_a_word_is_shared(stories: Stories) -> None:
    near = stories.embed(list(TODAY)) @ stories.embed(OLD).T
    assert near.argmax(axis=1).tolist() == list(TODAY.values())


@pytest.mark.models
def test_a_loss_that_nobody_names_weighs_and_a_soaked_band_does_not(stories: Stories) -> None:
    loss, fun = stories.read(LOSS), stories.read(FUN)
    assert loss >= BELIEVED > fun
    assert stories.read(LOSS) == loss
    assert stories.read("") == 0


@pytest.mark.models
def test_one_heavy_stretch_makes_a_long_story_heavy(stories: Stories) -> None:
    long = " ".join([FUN] * 4)
    assert stories.read(long) < BELIEVED
    assert stories.read(f"{long} {LOSS * 3}") >= BELIEVED


@pytest.mark.models
def test_a_text_is_read_alike_alone_and_among_others(stories: Stories) -> None:
    alone, among = stories.embed(OLD[:1])[0], stories.embed([*OLD, ""])[0]
    assert alone == pytest.approx(among, abs=1e-4)


@pytest.mark.models
def test_both_readings_of_a_text_are_those_that_each_would_give() -> None:
    added, _ = read(resource("models/stories") / FILE)
    reader = Adapted(added, mpnet())
    taught, plain = reader.both(OLD)
    assert np.array_equal(taught, reader.read(OLD))
    assert np.array_equal(plain, published(mpnet()).read(OLD))


@pytest.mark.models
def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        Stories(tmp_path, mpnet())
    shutil.copytree(resource("models/stories"), tmp_path, dirs_exist_ok=True)
    with np.load(tmp_path / FILE) as kept:
        parts = dict(kept)
    for change, says in (
        ({"middle": np.zeros((3, 3))}, "does not fit"),
        ({"head": np.zeros(3)}, "does not fit"),
        ({"plain": np.zeros(3)}, "does not fit"),
        ({"9.o.in": np.zeros((5, 2), np.float16)}, "fit"),
    ):
        np.savez(tmp_path / FILE, **(parts | change))  # pyright: ignore[reportArgumentType]
        with pytest.raises(ModelDamaged, match=says):
            Stories(tmp_path, mpnet())
    (tmp_path / FILE).write_bytes(b"no branches")
    with pytest.raises(ModelDamaged):
        Stories(tmp_path, mpnet())
