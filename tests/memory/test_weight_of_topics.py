"""What weighs on the heart is known of a topic when it is made, and kept from coming up by itself."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from word_vectors import WordVectors

from voice_agent.assemble import load_stories
from voice_agent.conversation.bringing_back import heavy, past_topic
from voice_agent.interview.returning.deciding import decide
from voice_agent.interview.returning.offers import Verdict
from voice_agent.interview.returning.return_state import ReturnState, Signals
from voice_agent.memory.affect import Affect
from voice_agent.memory.distil import distil
from voice_agent.memory.events import weave
from voice_agent.memory.labels import labelled
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.topics.topic_ranking import Ranked
from voice_agent.memory.topics.topics import Topic, TopicId, topics
from voice_agent.memory.weight import BELIEVED, DOUBTED, stretches
from voice_agent.settings import Settings
from voice_agent.story import SessionId, Speaker, Turn, TurnId

PRAM = Topic(TopicId("k-1"), "I sold the pram", "I sold the pram. I told the woman I'd two.")


class Pram:
    """A WeightReader to whom prams weigh."""

    def read(self, text: str) -> float:
        return 0.8 if "pram" in text else 0.1


NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def made(*sittings: str) -> tuple[Topic, ...]:
    turns = [
        Turn(TurnId(1), SessionId(f"s{place}"), Speaker.NARRATOR, said, 0.0, 9.0, NOON)
        for place, said in enumerate(sittings)
    ]
    told = [distil([turn], PlainReader()) for turn in turns]
    claims = [claim for each in told for claim in labelled(each.claims, each.labels)]
    return topics(turns, claims, weave(claims), WordVectors(), weight=Pram())


def test_each_topic_is_read_when_it_is_made() -> None:
    pram, band = made(
        "I sold the pram through a card in the newsagents window in 1951.",
        "Our brass band fell in the canal at the gala and played on while they swam.",
    )
    assert (pram.weight, band.weight) == (0.8, 0.1)


def test_what_is_read_as_heavy_is_heavy_though_no_word_says_so() -> None:
    assert not heavy(PRAM)
    assert heavy(replace(PRAM, weight=BELIEVED))
    assert not heavy(replace(PRAM, weight=BELIEVED - 0.01))


def test_a_painful_telling_is_enough_whatever_was_read() -> None:
    assert heavy(replace(PRAM, weight=0.0, feeling=Affect(valence=-0.6)))


def test_a_word_is_enough_where_nobody_reads_and_where_the_reader_doubts() -> None:
    telegram = replace(PRAM, text="Then the telegram came.")
    assert heavy(telegram)
    assert heavy(replace(telegram, weight=DOUBTED))
    assert not heavy(replace(telegram, weight=DOUBTED - 0.01))
    assert not heavy(replace(PRAM, weight=DOUBTED))


def test_to_what_may_weigh_nobody_is_simply_led_over() -> None:
    def thought(weight: float) -> Verdict:
        topic = past_topic(Ranked(replace(PRAM, weight=weight), 1.0, ()), 0.9)
        done = ReturnState(turns=3, heard=9, lengths=(30, 20, 3), called=(topic,), stood=3)
        signals = Signals(turns=3, words=3, closer="that was it", shrinking=0.8)
        return decide(signals, [topic], done, (), NOON.date()).verdict

    assert thought(0.0) is Verdict.YES
    assert thought(DOUBTED) is Verdict.LEAVE
    assert thought(BELIEVED) is Verdict.NO


@given(st.lists(st.sampled_from(["We went home.", "He put the kettle on and said nothing."])))
def test_no_word_of_a_story_goes_unread_and_no_stretch_is_long(said: list[str]) -> None:
    cut = stretches(" ".join(said), 20)
    assert " ".join(cut) == " ".join(said)
    assert all(len(each.split()) <= 20 for each in cut)


def test_without_its_weights_the_list_of_words_is_used_and_that_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    nowhere = Settings.model_validate({"models": {"directory": str(tmp_path)}})
    assert load_stories(nowhere, said.append) is None
    assert len(said) == 1 and "list of words" in said[0]
