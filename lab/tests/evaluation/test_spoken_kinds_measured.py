"""The readers of offers and of endings know what hands wrote that taught them nothing."""

from pathlib import Path

import pytest

from lab.training import LESSONS, endings, offers
from voice_agent import weights
from voice_agent.errors import EngineUnavailable, ModelMissing
from voice_agent.language.spoken_kinds import SpokenKinds
from voice_agent.reading.by_rules.closers import closer
from voice_agent.reading.heads.endings import Ending, EndingsByMeaning
from voice_agent.reading.heads.offer_response import OfferResponsesByMeaning
from voice_agent.resources import resource
from voice_agent.settings import load


@pytest.fixture(scope="module")
def mpnet() -> Path:
    try:
        return weights.find(load(environ={}).weights, "mpnet-int8")
    except (ModelMissing, EngineUnavailable):
        pytest.skip("the weights mpnet-int8 are not on this machine")


@pytest.mark.models
def test_how_an_offer_is_met_is_known_in_words_that_taught_nothing(mpnet: Path) -> None:
    """Most of a hand aside; fewer than a fifth of that is known by rules of words."""
    reads = OfferResponsesByMeaning(SpokenKinds(resource("models/offers"), mpnet))
    said = offers.read(LESSONS / "offers_h.tsv")
    right = [reads(each.words) is each.way for each in said]
    by_rules = [offers.by_rules(each.words) is each.way for each in said]
    assert sum(right) >= 0.8 * len(said) and sum(by_rules) < 0.2 * len(said)


@pytest.mark.models
def test_the_end_of_a_story_is_known_in_words_that_taught_nothing(mpnet: Path) -> None:
    """Most of a hand aside, where rules of words know a quarter; what tells on is not taken for an end."""
    reads = EndingsByMeaning(SpokenKinds(resource("models/endings"), mpnet))
    said = endings.read(LESSONS / "endings_e.tsv")
    ends = [each.words for each in said if each.ending is Ending.TOLD]
    known = sum(reads(each) is Ending.TOLD for each in ends)
    assert known >= 0.8 * len(ends) > 2 * sum(map(bool, map(closer, ends)))
    false = sum(reads(each.words) is Ending.TOLD for each in said if each.ending is not Ending.TOLD)
    assert false <= 5
