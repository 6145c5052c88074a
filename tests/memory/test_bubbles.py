"""Bubbles keep to one time and place, and have one summary of what stands."""

from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import Telling, tell

from voice_agent.memory.bubbles import bubbles, relevant
from voice_agent.memory.graph import NodeKind, Tie, gaps, graph


def cut(told: Telling):
    return bubbles(told.turns, told.claims, told.life)


def test_a_bubble_ends_where_the_time_changes() -> None:
    told = tell(["We moved to Ohio in 1950. It was cold. In 1962 I fell off the barn roof."])
    assert [each.summary for each in cut(told)] == [
        "We moved to Ohio in 1950.",
        "In 1962 I fell off the barn roof.",
    ]


def test_a_bubble_ends_where_the_place_changes() -> None:
    told = tell(["My father worked at the mill. My mother cooked at the hotel."])
    assert len(cut(told)) == 2


def test_the_summary_never_says_what_was_put_right() -> None:
    told = tell(["We moved to Ohio in nineteen fifty. No, it was nineteen fifty-two."])
    (bubble,) = cut(told)
    assert bubble.summary == "We moved to Ohio"


def test_a_joke_has_no_bubble() -> None:
    assert not cut(tell(["I won the Derby in 1940. I'm only joking."]))


def test_bubbles_with_common_ground_are_relevant_to_one_another() -> None:
    told = tell(
        ["My brother Tom worked at the mill in 1950."],
        ["My brother Tom lost a finger at the mill in 1955."],
        ["The queen came to London in 1960."],
    )
    found = relevant(cut(told))
    assert len({(each.one, each.other) for each in found}) == 2
    one, other, third = cut(told)
    assert all(third.id not in (each.one, each.other) for each in found)
    assert {found[0].one, found[0].other} == {one.id, other.id}


def test_the_graph_ties_people_places_and_stories() -> None:
    told = tell(
        ["My brother Tom worked at the mill in 1950."], ["My brother Tom married Rose in 1955."]
    )
    every = cut(told)
    net = graph(told.life, every, relevant(every))
    tom = next(p.id for p in told.life.people.persons if p.name == "Tom")
    assert {each.through for each in net.near(tom)} >= {Tie.TOOK_PART, Tie.GROUNDED_BY}
    assert set(net.nodes.values()) == set(NodeKind)
    assert abs(sum(net.importance().values()) - 1) < 1e-6
    assert net.near("nobody") == ()


def test_years_nobody_has_told_of_are_found() -> None:
    told = tell(["We moved to Ohio in 1950.", "I retired in 2000."])
    assert [(each.first, each.last) for each in gaps(told.life, 1938, 2010)] == [
        (1938, 1949),
        (1951, 1999),
        (2001, 2010),
    ]


LINES = st.lists(
    st.sampled_from(
        [
            "We moved to Ohio in 1950.",
            "It was cold. My brother Tom was sick.",
            "No, it was 1952.",
            "My father died at the mill.",
            "I made that up.",
            "Yes. Well.",
        ]
    ),
    max_size=6,
)


@given(LINES)
def test_every_bubble_has_utterances_facts_and_one_summary(lines: list[str]) -> None:
    told = tell(lines)
    every = cut(told)
    facts = [fact for bubble in every for fact in bubble.facts]
    assert len(facts) == len(set(facts))
    for bubble in every:
        assert bubble.utterances
        assert bubble.summary.strip()
