"""The reading of danger by meaning: an engine that passes the contract, and says how it can be mended."""

import shutil
from pathlib import Path

import pytest

from voice_agent import assemble
from voice_agent.errors import ModelDamaged, ModelMissing
from voice_agent.language.danger import DangerByMeaning
from voice_agent.reading.danger import safety
from voice_agent.resources import resource
from voice_agent.settings import load

pytestmark = pytest.mark.models

CALM = "We lived by the river, and my brother Tom kept a goat in the wash house."
CRY = "When I wake of a morning I am let down that it is not over."


def mpnet() -> Path:
    path = load(environ={}).weights / "mpnet-int8"
    if not path.is_dir():
        pytest.skip("the weights mpnet-int8 are not on this machine")
    return path


def test_a_sentence_is_read_as_shares_that_sum_to_one_and_always_the_same() -> None:
    engine = DangerByMeaning(resource("models/danger"), mpnet())
    calm, cry = engine.read([CALM, CRY])
    assert sum(calm.values()) == pytest.approx(1) == pytest.approx(sum(cry.values()))
    assert calm[""] > 0.5 > cry[""]
    assert engine.read([CRY])[0] == cry and engine.read([]) == []
    assert engine.afresh().read([CRY])[0] == pytest.approx(cry, abs=1e-4)


TOGETHER = "Took Bess over to the Hendersons, her basket and her bowls. She'll be settled there before it happens."


def test_a_turn_as_a_whole_is_read_alike_as_it_stands_and_without_its_marks() -> None:
    engine = DangerByMeaning(resource("models/danger"), mpnet())
    whole = engine.whole(TOGETHER)
    assert sum(whole.values()) == pytest.approx(1) and set(whole) == set(engine.read([CALM])[0])
    assert engine.whole(TOGETHER.lower().replace(".", "")) == whole
    assert engine.whole(CALM)[""] > whole[""]
    assert engine.afresh().whole(TOGETHER) == pytest.approx(whole, abs=1e-4)


def test_a_cry_that_no_rule_spells_out_is_heard_in_the_house() -> None:
    net = safety.read(resource("config/safety.toml"), "GB")
    told = list[str]()
    reading = assemble.by_meaning(load(environ={}), net, told.append)
    assert told == [] and net.level(CRY) is None
    assert reading.level(CRY) == "2" or reading.doubts(CRY) == "2"
    for calm in (CALM, "She pricks me with the pin."):
        assert reading.level(calm) is None and reading.doubts(calm) == ""


def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        DangerByMeaning(tmp_path, mpnet())
    (tmp_path / "head.npz").write_bytes(b"no head")
    with pytest.raises(ModelDamaged):
        DangerByMeaning(tmp_path, mpnet())
    whole = tmp_path / "danger"
    shutil.copytree(resource("models/danger"), whole)
    shutil.rmtree(whole / "turns")
    with pytest.raises(ModelMissing):
        DangerByMeaning(whole, mpnet())
