"""The readers of wishes and of hard moments: what they read of a turn, and what they say where their files are missing."""

from pathlib import Path

import pytest

from voice_agent import weights
from voice_agent.errors import EngineUnavailable, ModelDamaged, ModelMissing
from voice_agent.language.spoken_kinds import SpokenKinds, spoken
from voice_agent.reading.heads.hard_moments import Hard, HardMoments
from voice_agent.reading.wishes.commands import Command
from voice_agent.reading.wishes.wish_by_meaning import WishByMeaning
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


@pytest.mark.models
def test_the_shipped_reader_knows_a_hard_moment_said_plainly_and_lets_a_story_be(
    mpnet: Path,
) -> None:
    knows = HardMoments(SpokenKinds(resource("models/hard-moments"), mpnet))
    said = {
        "I'd rather not go into that, if you don't mind.": Hard.REFUSAL,
        "Where am I? I don't know this place at all, and where is my bag?": Hard.CONFUSION,
        "You stupid machine, you never listen to a word I say to you.": Hard.CROSS,
        "My husband died in March, and I still lay the table for two of us.": Hard.NEW_GRIEF,
        "Nobody comes any more, and some days I speak to no one from morning to night.": Hard.LONELY,
        "I'm frightened of this operation on Thursday, I lie awake over it every night.": Hard.WORRY,
        "Oh dear, I'm crying now, look at me, where's my handkerchief, give me a minute.": Hard.TEARS,
        "My mother will be in from the shop directly, she told me to mind the fire.": Hard.LIVING,
    }
    assert {each: knows(each) for each in said} == said
    for story in (
        "We went to Filey every August, the whole street of us, on the train.",
        "He was a baker, and he came home at ten in the morning with flour in his hair.",
        "I worked nineteen years at the telephone exchange and liked every day of it.",
        "Oh, about four miles.",
        "She made a good soup out of next to nothing, with barley in it.",
    ):
        assert knows(story) is None
        assert not knows.perhaps(story)


@pytest.mark.models
@pytest.mark.parametrize(
    "said",
    [
        "I can't mind the words now. It's a terrible thing, to lose the words.",
        "We lost the sound of him in the house, that's what I minded.",
        "My brother never wrote it down, and nor did I.",
    ],
)
def test_who_speaks_of_words_and_sounds_that_are_gone_withdraws_nothing(
    mpnet: Path, said: str
) -> None:
    by_meaning = WishByMeaning(SpokenKinds(resource("models/wishes"), mpnet))
    assert by_meaning.understood(said) is None
