"""What was learned from offers can be forgotten: the ranker is the shipped one, and nothing rests."""

from datetime import date
from pathlib import Path

from household import Household

from voice_agent.archive.record import Record
from voice_agent.conversation import past
from voice_agent.conversation.bringing_back import taken
from voice_agent.interview.returning.deciding import vetoed
from voice_agent.interview.returning.offers import Offer, OfferOutcome, PastTopic
from voice_agent.interview.returning.return_state import ReturnState
from voice_agent.memory.topics.topic_liking import refit
from voice_agent.memory.topics.topic_measures import MEASURES
from voice_agent.memory.topics.topic_ranking import weights
from voice_agent.resources import resource

TODAY = date(2026, 11, 21)
ROW = tuple(1.0 for _ in MEASURES)
NIL = tuple(0.0 for _ in MEASURES)
REFUSED = Offer("k-1", date(2026, 11, 10), OfferOutcome.REFUSED, {}, (ROW, NIL, NIL))


def test_after_forgetting_the_ranker_is_the_shipped_one_and_nothing_rests(tmp_path: Path) -> None:
    shipped = weights(resource("models/topic-ranker/weights.json"))
    with Record.open(tmp_path) as record:
        record.keep(past.OFFERS, [REFUSED.as_json() for _ in range(5)])
        before = past.offers(record)
        assert refit(shipped, taken(before)) != shipped
        assert vetoed(PastTopic("k-1", ""), ReturnState(), before, TODAY) == "was not welcome"
        assert past.forget_offers(record) == 5
        after = past.before(record, TODAY).offers
    assert refit(shipped, taken(after)) == shipped
    assert vetoed(PastTopic("k-1", ""), ReturnState(), after, TODAY) == ""


def test_the_command_forgets_them_and_says_how_many(tmp_path: Path) -> None:
    home = Household(tmp_path)
    nothing = home.run("memory", "forget-offers")
    assert nothing.code and "Nothing has been recorded" in nothing.complaint
    with Record.open(home.state) as record:
        record.keep(past.OFFERS, [REFUSED.as_json()])
    done = home.run("memory", "forget-offers")
    assert done.code == 0 and "Forgotten: 1 return to old stories." in done.out, done.complaint
    with Record.look(home.state) as record:
        assert past.offers(record) == ()
