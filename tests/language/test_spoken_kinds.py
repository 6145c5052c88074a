"""The reader of wishes: what it reads of a turn, and what it says where its files are missing."""

from pathlib import Path

import pytest

from voice_agent import weights
from voice_agent.errors import EngineUnavailable, ModelDamaged, ModelMissing
from voice_agent.interview.steering.commands import Command
from voice_agent.interview.steering.wish_by_meaning import WishByMeaning
from voice_agent.language.spoken_kinds import SpokenKinds, spoken
from voice_agent.resources import resource
from voice_agent.settings import load


def test_a_recogniser_and_a_writer_are_read_nearly_alike() -> None:
    assert spoken("Could you turn it up? I can't hear!") == spoken(
        "could you turn it up i can t hear"
    )


@pytest.fixture(scope="module")
def mpnet() -> Path:
    try:
        return weights.find(load(environ={}).weights, "mpnet-int8")
    except (ModelMissing, EngineUnavailable):
        pytest.skip("the weights mpnet-int8 are not on this machine")


def test_what_is_missing_or_damaged_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing):
        SpokenKinds(tmp_path, tmp_path)
    (tmp_path / "head.npz").write_bytes(b"no such file")
    with pytest.raises(ModelDamaged):
        SpokenKinds(tmp_path, tmp_path)


@pytest.mark.models
def test_the_shipped_reader_knows_every_command(mpnet: Path) -> None:
    reader = SpokenKinds(resource("models/wishes"), mpnet)
    (shares,) = reader.shares(["My hearing aid is whistling, I only get half of what you say."])
    assert set(shares) - {"story"} <= set(map(str, Command)) & set(reader.bars)
    assert sum(shares.values()) == pytest.approx(1, abs=1e-4)


@pytest.mark.models
def test_opposites_are_told_apart(mpnet: Path) -> None:
    reader = SpokenKinds(resource("models/wishes"), mpnet)
    said = {
        "My ears aren't made for such a tempo, ease off.": "slower",
        "You could nearly stroll a bit brisker when you talk.": "faster",
        "I can only just make you out, more sound please.": "louder",
        "That's like a trumpet in my ear, turn it lower.": "quieter",
    }
    found = [max(each, key=lambda kind: each[kind]) for each in reader.shares(list(said))]
    assert found == list(said.values())


@pytest.mark.models
def test_who_says_that_nothing_stops_them_withdraws_nothing(mpnet: Path) -> None:
    by_meaning = WishByMeaning(SpokenKinds(resource("models/wishes"), mpnet))
    assert by_meaning.understood("You can't stop me talking once I begin.") is None
    withdrawn = by_meaning.understood("I don't want any of this remembered.")
    assert withdrawn is not None
    assert withdrawn.command is Command.NO_MEMORY


@pytest.mark.models
@pytest.mark.parametrize(
    "said",
    [
        "Yes, that's all right. You may record me.",
        "You may record me, love.",
        "Of course you can keep it.",
        "Yes, you can tell my daughter.",
        "They can print it when I'm gone.",
    ],
)
def test_who_allows_something_withdraws_nothing(mpnet: Path, said: str) -> None:
    found = WishByMeaning(SpokenKinds(resource("models/wishes"), mpnet)).understood(said)
    assert found is None or not found.command.startswith("no ")


@pytest.mark.models
def test_what_somebody_adds_to_a_story_is_no_correction(mpnet: Path) -> None:
    by_meaning = WishByMeaning(SpokenKinds(resource("models/wishes"), mpnet))
    assert (
        by_meaning.understood("Oh wait, I forgot to say. The goat's name was Clementine.") is None
    )
