"""How what was offered of another talk is met: a kind listener goes along, waits, or lets it be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from test_shift import BAKERY, BEANS, CHAPEL, KITCHEN, brought_back, by, talk

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.returning import return_state
from voice_agent.interview.returning.offers import OfferOutcome, PastTopic, Pending, Verdict
from voice_agent.interview.returning.return_state import ReturnState
from voice_agent.interview.rules import Opening, Rules
from voice_agent.reading.heads.hard_moments import Hard
from voice_agent.reading.heads.offer_response import (
    READ,
    OfferResponse,
    OfferResponsesByMeaning,
    beginning,
)
from voice_agent.reading.wishes.commands import Command, Wish

SAID = {
    "I'm your man.": OfferResponse.GLAD,
    "Alfred isn't in here, that's a drawer lower down, where I keep the silver.": OfferResponse.WARM,
    "How so, Alfred? I see no link there.": OfferResponse.APART,
    "How so? I see no link there.": OfferResponse.APART,
    "Goodness, you've got me there.": OfferResponse.UNSURE,
    "Easy, I've a fair stretch to go.": OfferResponse.UNFINISHED,
    "Wait, I had not finished.": OfferResponse.UNFINISHED,
    "It can stand over till the weekend, I expect.": OfferResponse.LATER,
    "There's a lock on that one.": OfferResponse.NO,
}
UNSURE = replace(BAKERY, sure=0.55)
"""Leave is asked first."""


@dataclass
class Knows:
    """A reader that knows SAID; it passes the KindReader contract."""

    bars: Mapping[str, float] = field(
        default_factory=lambda: {str(way): 0.6 for way in OfferResponse}
    )

    def shares(self, sentences: Sequence[str]) -> list[Mapping[str, float]]:
        """All of it for what it knows, and for anything else that it tells."""
        none = {str(way): 0.0 for way in OfferResponse}
        return [none | {str(SAID.get(each, OfferResponse.TELLS)): 1.0} for each in sentences]


class Refuses:
    """Takes whatever names Alfred for a refusal; it passes the Tells contract."""

    def __call__(self, said: str) -> Hard | None:
        """A refusal, or nothing hard."""
        return Hard.REFUSAL if "Alfred" in said else None

    def perhaps(self, said: str) -> bool:
        """No more than that."""
        return False


def hearing(*, steps: bool = True) -> Rules:
    return replace(
        shipped := by(steps=steps),
        readers=replace(shipped.readers, offer_responses=OfferResponsesByMeaning(Knows())),
    )


def offered(*lines: str, topic: PastTopic = UNSURE) -> tuple[ReturnState, str, bool]:
    """What a talk keeps after `lines`, what is said then, and whether it brings something back."""
    progress, move = talk(hearing(steps=False), *KITCHEN, *lines, topic=topic)[-1]
    return progress.returns, move.text, brought_back(move)


def too_early(said: str) -> OfferResponse:
    return OfferResponse.UNFINISHED


def test_it_is_believed_from_its_bar_on_and_read_as_far_as_it_matters() -> None:
    reads = OfferResponsesByMeaning(Knows())
    assert reads("I'm your man.") is OfferResponse.GLAD
    assert OfferResponsesByMeaning(Knows(bars={}))("I'm your man.") is None
    assert reads(" ") is None
    assert len(beginning("word " * 100).split()) == READ


def test_a_yes_in_their_own_words_is_followed_to_where_it_leads() -> None:
    returns, said, brought = offered("I'm your man.")
    assert returns.offers[-1].outcome is OfferOutcome.WELCOME and brought
    assert said.endswith("?") and "leave" not in said.lower()


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("It can stand over till the weekend, I expect.", OfferOutcome.REFUSED),
        ("There's a lock on that one.", OfferOutcome.REFUSED),
        ("Goodness, you've got me there.", OfferOutcome.IGNORED),
        ("How so? I see no link there.", OfferOutcome.IGNORED),
    ],
)
def test_what_is_put_off_or_not_known_is_let_be(line: str, outcome: OfferOutcome) -> None:
    returns, said, brought = offered(line)
    assert returns.offers[-1].outcome is outcome
    assert "leave" in said.lower() or "need not" in said
    assert not brought and "bread" not in said


def test_what_has_nothing_to_do_with_it_is_not_thought_of_again_in_this_talk() -> None:
    returns, _, _ = offered("How so? I see no link there.")
    assert returns.apart == {BAKERY.id}
    progress, move = talk(
        hearing(), *BEANS, "How so, Alfred? I see no link there.", topic=replace(CHAPEL, sure=0.58)
    )[-1]
    assert progress.returns.apart == {CHAPEL.id} and not brought_back(move)


def test_what_is_surely_called_up_is_not_given_up_for_one_name_but_leave_is_asked() -> None:
    """ "Alfred comes into something else" says nothing of the chapel."""
    surely = replace(CHAPEL, sure=1.0)
    line = "How so, Alfred? I see no link there."
    steps = talk(hearing(), *BEANS[:2], line, "Well, that's all there is to it.", topic=surely)
    assert not brought_back(steps[-2][1])
    returns = steps[-2][0].returns
    assert returns.denied == {CHAPEL.id} and returns.apart == frozenset()
    thought = steps[-1][0].returns.thought
    assert brought_back(steps[-1][1]) and thought is not None
    assert thought.verdict is Verdict.LEAVE


def test_what_a_question_that_led_nowhere_was_meant_for_is_said_and_leave_is_asked() -> None:
    """ "No, you've got hold of a different thread" denies Alfred, and nobody has spoken of the chapel yet."""
    no = "No, dear, you've got hold of a different thread."
    progress, move = talk(by(), *BEANS[:2], no, topic=replace(CHAPEL, sure=0.9))[-1]
    assert brought_back(move) and "chapel" in move.text and "?" in move.ask
    pending = progress.returns.pending
    assert pending is not None and pending.verdict is Verdict.LEAVE
    doubtful = talk(by(), *BEANS, no, topic=replace(CHAPEL, sure=0.58))
    assert not brought_back(doubtful[-1][1])


@pytest.mark.parametrize("said", ["Wait, I had not finished.", "Easy, I've a fair stretch to go."])
def test_who_had_not_finished_wishes_for_nothing_else(said: str) -> None:
    """Neither to put it off, nor to stop, whatever it may mean elsewhere."""

    def stop(said: str) -> Wish | None:
        return Wish(Command.STOP) if said.startswith("Easy") else None

    rule = replace(shipped := hearing(steps=False), readers=replace(shipped.readers, second=stop))
    progress, move = talk(rule, *KITCHEN, said, topic=UNSURE)[-1]
    assert progress.returns.untold and "go on" in move.text and not move.ends


def test_who_had_not_finished_is_asked_to_go_on_and_asked_again_when_they_have() -> None:
    returns, said, brought = offered("Easy, I've a fair stretch to go.")
    assert said.endswith("go on.") or said.endswith("go on with it.")
    assert not brought and returns.offers == () and returns.untold
    more = (
        "Easy, I've a fair stretch to go.",
        "The crust went to whoever had carried the wood in, and that was mostly my brother.",
    )
    returns, _, brought = offered(*more)
    assert returns.untold and not brought
    assert returns.thought is not None and returns.thought.veto == "mid-story"
    returns, _, brought = offered(*more, "Well, that's all there is to it.")
    assert not returns.untold and brought


def test_who_is_cut_short_twice_is_left_in_peace() -> None:
    returns, _, _ = offered(
        "Easy, I've a fair stretch to go.",
        "The crust went to whoever had carried the wood in, and that was mostly my brother.",
        "Well, that's all there is to it.",
        "Easy, I've a fair stretch to go.",
    )
    assert [each.outcome for each in returns.offers] == [OfferOutcome.REFUSED]


def test_who_tells_of_it_in_other_words_than_then_has_gone_along() -> None:
    """And is not asked something of the book while they tell it."""
    returns, _, _ = offered("Brown wool, with a hole in the thumb, and I wore them nine winters.")
    assert [each.outcome for each in returns.offers] == [OfferOutcome.WELCOME]
    returns, _, _ = offered("Brown wool, that was.")
    assert [each.outcome for each in returns.offers] == [OfferOutcome.IGNORED]


def test_who_goes_on_in_the_same_breath_needs_no_apology() -> None:
    said = "Easy, I've a fair stretch to go."
    on = f"{said} She put the dough on the shelf over the stove and a cloth on it."
    rule = replace(
        shipped := hearing(steps=False), readers=replace(shipped.readers, offer_responses=too_early)
    )
    progress, move = talk(rule, *KITCHEN, on, topic=UNSURE)[-1]
    assert progress.returns.untold and "sorry" not in move.text and "Forgive" not in move.text


def test_what_belongs_to_another_time_and_is_dear_to_them_is_gone_to() -> None:
    """And in another question than the one that led there: "Was Alfred there?", "Tell me of Alfred" are heard as one."""
    only = "Me and Alfred, and the candles."
    far = replace(CHAPEL, sure=0.58, text=only, line=only, keywords=())
    line = "Alfred isn't in here, that's a drawer lower down, where I keep the silver."
    for seed in range(1, 13):
        rule = replace(hearing(), seed=seed)
        progress, move = talk(rule, *BEANS, line, topic=far)[-1]
        assert brought_back(move) and "Alfred" in move.say
        pending = progress.returns.pending
        assert pending is not None and pending.topic.id == "k-9"


class Grieves:
    """Hears fresh grief in whatever is said; it passes the Tells contract."""

    def __call__(self, said: str) -> Hard | None:
        """That somebody has just died."""
        return Hard.NEW_GRIEF

    def perhaps(self, said: str) -> bool:
        """Surely."""
        return False


def test_who_had_not_finished_and_grieves_is_met_in_their_grief() -> None:
    rule = replace(
        shipped := hearing(steps=False), readers=replace(shipped.readers, hard=Grieves())
    )
    early = "Easy, I've a fair stretch to go."
    plain = talk(hearing(steps=False), *KITCHEN, topic=UNSURE)[-1][0]
    _, said = planner.reply(rule, plain, Heard(early), Opening(consented=True))
    _, only = planner.reply(hearing(steps=False), plain, Heard(early), Opening(consented=True))
    assert "go on" in only.text and said.text != only.text


def test_what_is_dear_to_them_is_no_refusal() -> None:
    line = "Alfred isn't in here, that's a drawer lower down, where I keep the silver."
    rule = replace(shipped := hearing(), readers=replace(shipped.readers, hard=Refuses()))
    assert brought_back(talk(rule, *BEANS, line, topic=replace(CHAPEL, sure=0.58))[-1][1])
    sour = talk(
        rule, *BEANS, "How so, Alfred? I see no link there.", topic=replace(CHAPEL, sure=0.58)
    )
    assert not brought_back(sour[-1][1])


def test_after_a_step_they_tell_on_and_are_not_led_away() -> None:
    far = replace(CHAPEL, sure=0.58)
    on = "No, not at all. We put the poles up in April and the frost took half of them down again."
    progress, move = talk(hearing(), *BEANS, on, topic=far)[-1]
    assert not brought_back(move) and progress.returns.apart == frozenset()
    assert progress.returns.thought is not None and progress.returns.thought.veto == "mid-story"
    there = "Oh, Alfred, he had us all up in that gallery with candles and no music sheets."
    assert brought_back(talk(hearing(), *BEANS, there, topic=far)[-1][1])


@pytest.mark.parametrize("way", [None, *OfferResponse])
def test_a_plain_yes_or_no_in_few_words_is_heard_by_rule(way: OfferResponse | None) -> None:
    pending = Pending(BAKERY, Verdict.LEAVE)
    plainly = return_state.judged(pending, "Yes.", 20.0, True, way)
    assert plainly is (OfferOutcome.IGNORED if way is OfferResponse.APART else OfferOutcome.WELCOME)
    assert return_state.judged(pending, "No.", 20.0, False, way) is (
        OfferOutcome.IGNORED if way is OfferResponse.APART else OfferOutcome.REFUSED
    )
