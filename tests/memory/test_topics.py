"""What was talked about can be come back to, in the narrator's own words and no others."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from word_vectors import WordVectors

from voice_agent.memory.distil import distil
from voice_agent.memory.events import weave
from voice_agent.memory.labels import labelled
from voice_agent.memory.reading import PlainReader
from voice_agent.memory.topics.topic_measures import MEASURES, Moment
from voice_agent.memory.topics.topic_ranking import TopicRanker
from voice_agent.memory.topics.topic_words import LINE, Subject, keywords, line, subject
from voice_agent.memory.topics.topics import Topic, TopicId, may_be_offered, topics
from voice_agent.story import SessionId, Speaker, Turn, TurnId

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

BAKERY = (
    "We lived over my father's bakery in Leith, and the floor was always warm.",
    "My sister Rosalind and I slept above the ovens. In 1947 the big oven cracked and father wept.",
)
DANCE = (
    "I met Harold at a dance in 1957. He trod on my foot and bought me lemonade.",
    "My sister made the wedding dress from a parachute, and it rained all day.",
)


def talk(*lines: str, session: str = "s1") -> list[Turn]:
    """ "Q: ..." is the interviewer's."""
    return [
        Turn(
            TurnId(n),
            SessionId(session),
            Speaker.INTERVIEWER if said.startswith("Q: ") else Speaker.NARRATOR,
            said.removeprefix("Q: "),
            float(n),
            n + 1.0,
            NOON + timedelta(minutes=n),
            kind="question" if said.startswith("Q: ") else "",
        )
        for n, said in enumerate(lines, 1)
    ]


LED = "Q: Let us talk about something else. How did you meet your husband?"


def made(*sittings: Sequence[Turn], barred: Sequence[tuple[str, int]] = ()) -> tuple[Topic, ...]:
    told = [distil(turns, PlainReader()) for turns in sittings]
    claims = [claim for each in told for claim in labelled(each.claims, each.labels)]
    turns = [turn for sitting in sittings for turn in sitting]
    hidden = set(barred)
    seen = [each for each in claims if (each.session, int(each.turn)) not in hidden]
    return topics(turns, seen, weave(seen), WordVectors(), barred=hidden)


def test_a_question_about_something_else_ends_a_topic() -> None:
    bakery, dance = made(talk(*BAKERY, LED, *DANCE))
    assert (bakery.turns, dance.turns) == ((1, 2), (4, 5))
    assert "Rosalind" in bakery.people
    assert "Harold" in dance.people
    assert bakery.period == "1947"


def test_one_session_may_hold_several_topics_and_a_topic_is_no_session() -> None:
    retold = made(talk(*BAKERY, LED, *DANCE), talk(*BAKERY, session="s2"))
    assert len(retold) == 2
    assert [each.times_told for each in retold] == [2, 1]


def test_every_word_of_a_topic_was_said() -> None:
    for each in made(talk(*BAKERY, LED, *DANCE)):
        said = " ".join((*BAKERY, *DANCE))
        assert each.line in said
        assert all(word in said for word in each.keywords)


def test_what_was_taken_back_is_in_no_topic() -> None:
    (found,) = made(talk(*BAKERY, "My brother Tom drowned in 1950.", "No, that never happened."))
    assert "drowned" not in found.text


def test_a_hidden_turn_is_in_no_topic() -> None:
    (found,) = made(talk(*BAKERY), barred=[("s1", 2)])
    assert "Rosalind" not in f"{found.text} {found.people}"


def test_what_is_private_is_never_offered() -> None:
    (found,) = made(talk(*BAKERY, "That is between you and me."))
    assert found.privacy.private
    assert not may_be_offered(found)


def test_what_was_said_to_us_and_not_told_is_no_topic() -> None:
    assert made(talk("Yes.", "Could you speak louder?")) == ()


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("My father taught me to splice a rope, and I could do it in the dark.", Subject.SKILL),
        ("I have always been a stubborn one, that's how I am.", Subject.TRAIT),
        ("I was so homesick that I cried every night.", Subject.FEELING),
        ("We moved to Cleveland and my father bought a truck.", Subject.EVENT),
        ("I'm still waiting for the results, they said any day now.", Subject.PROGRESS),
        ("It was on the news that the council will close the baths.", Subject.NEWS),
        ("If you ask me, young people should learn to cook.", Subject.OPINION),
        ("Did you know that you have to put the salt in first?", Subject.KNOWLEDGE),
    ],
)
def test_the_kind_of_subject_is_read_from_the_words(said: str, kind: Subject) -> None:
    assert subject(said) is kind


@given(st.lists(st.text(alphabet="abc XY.,?", max_size=200), max_size=5))
def test_no_talk_is_too_strange_to_sum_up(said: list[str]) -> None:
    text = " ".join(said)
    assert len(line(said).split()) <= LINE
    assert all(word in text for word in keywords(text))


def topic(id: str, text: str, *people: str) -> Topic:
    return Topic(TopicId(id), text, text, people=people, relations=("sister",) * len(people))


def test_the_reasons_sum_to_the_score_and_order_does_not_matter() -> None:
    every = [topic("a", BAKERY[0]), topic("b", DANCE[0]), topic("c", BAKERY[1], "Rosalind")]
    moment = Moment("The bakery round the corner has closed.", NOON, ("And how was today?",))
    ranker = TopicRanker(WordVectors(), weights=dict.fromkeys(MEASURES, 0.5))
    found = ranker.rank(moment, every)
    assert [each.topic.id for each in found] == [
        each.topic.id for each in ranker.rank(moment, every[::-1])
    ]
    for each in found:
        assert sum(reason.share for reason in each.reasons) == pytest.approx(each.score)


def test_a_sister_is_known_by_her_name_and_by_who_she_is() -> None:
    every = [topic("a", BAKERY[0]), topic("c", BAKERY[1], "Rosalind")]
    ranker = TopicRanker(WordVectors(), weights={"people": 1.0})
    for said in ("My sister rang this morning.", "Rosalind rang this morning."):
        assert ranker.rank(Moment(said, NOON), every)[0].topic.id == "c"


def test_with_nothing_told_nothing_is_ranked() -> None:
    assert TopicRanker(WordVectors()).rank(Moment("Hello.", NOON), []) == []
