"""What was asked once, told in passing or not wanted is never asked again."""

import json
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from voice_agent.interview import protocol
from voice_agent.interview.protocol import Period, Theme, Wants
from voice_agent.interview.questions import (
    Cache,
    Candidate,
    Source,
    State,
    of_each_kind,
    of_topic,
    ripe_from_json,
    ripe_json,
)
from voice_agent.reading.words import novelty
from voice_agent.resources import resource

BOOK = protocol.read_all(resource("config/interview"))
EVERY = [of_topic(topic, question) for topic in BOOK for question in topic.questions]
TODAY = date(2026, 11, 21)
MEAL = next(each for each in EVERY if "almost taste" in each.ask)
SUNDAY = next(each for each in EVERY if "Sunday look like" in each.ask)


def grown(ask: str, wants: Wants = Wants.WHEN) -> Candidate:
    return Candidate(ask, wants, Source.GRAPH)


def test_a_question_is_ripe_until_something_becomes_of_it_and_the_first_fate_stays() -> None:
    cache = Cache()
    assert cache.state(MEAL) is State.RIPE
    cache = cache.mark(MEAL, State.ASKED, TODAY).mark(MEAL, State.DECLINED, TODAY)
    assert cache.state(MEAL) is State.ASKED
    assert cache.topics == {"childhood": 1}


def test_the_same_question_in_other_clothes_is_known_again() -> None:
    asked = grown("Who was with you when the boat went down in the harbour?", Wants.WHO)
    cache = Cache().mark(asked, State.ASKED, TODAY)
    same = grown("Who was there, when the boat went down in the harbour?", Wants.WHO)
    later = grown("What did you do the winter after the boat went down?", Wants.MORE)
    assert cache.asked_like(same) >= novelty.SAME
    assert cache.asked_like(later) < novelty.SAME
    assert cache.asked_like(grown("What happened then?", Wants.MORE)) == 0


def test_what_a_long_answer_told_in_passing_is_not_asked() -> None:
    told = (
        "On Sundays the whole family put on their best and we walked to chapel, and what a Sunday that was, with "
        "my uncles and my aunts and the long table, the roast, and afterwards a look round the garden with Father."
    )
    cache = Cache().hear(told, EVERY, TODAY)
    assert cache.state(SUNDAY) is State.ANSWERED
    assert cache.state(MEAL) is State.RIPE
    assert Cache().hear("A Sunday in our family? Dull.", EVERY, TODAY) == Cache()


def test_a_declined_topic_rests_for_thirty_days_and_no_longer() -> None:
    cache = Cache().decline("loss", TODAY)
    assert cache.rests("loss", TODAY)
    assert cache.rests("loss", TODAY + timedelta(days=29))
    assert not cache.rests("loss", TODAY + timedelta(days=30))
    assert not cache.rests("health", TODAY)


def test_it_is_kept_and_read_again_and_holds_no_word_of_a_question() -> None:
    cache = Cache(sessions=4).decline("loss", TODAY).say("I see.")
    for n, each in enumerate((*EVERY[:20], grown("What became of Alfred Prendergast?"))):
        cache = cache.mark(each, list(State)[1 + n % 4], TODAY)
    kept = json.dumps(cache.as_json())
    assert Cache.from_json(json.loads(kept)) == cache
    assert "Alfred" not in kept and "prendergast" not in kept.lower()


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists))
def test_a_record_that_cannot_be_read_begins_anew(value: object) -> None:
    assert Cache.from_json(value) == Cache()
    assert Cache.from_json({"questions": value}) == Cache()
    assert ripe_from_json(value) == () or isinstance(value, list)


def test_what_is_still_to_be_asked_is_kept_without_what_was_asked() -> None:
    one = Candidate(
        "How old were you when you left Leeds?", Wants.WHEN, Source.GRAPH, "", Period.YOUTH,
        Theme.PLACES, "no_date", ("Leeds",), "e-1", 0.4,
    )  # fmt: skip
    other = grown("Where was it that you left Leeds?", Wants.WHERE)
    cache = Cache().mark(other, State.ASKED, TODAY)
    assert ripe_from_json(json.loads(json.dumps(ripe_json([one, other], cache)))) == (one,)


def test_no_phrase_is_counted_longer_than_a_hundred_turns() -> None:
    cache = Cache(turns=5).say("I see.")
    assert [said for _, said in Cache(turns=104, lately=cache.lately).say("Ah.").lately] == [
        "I see.",
        "Ah.",
    ]
    assert [said for _, said in Cache(turns=105, lately=cache.lately).say("Ah.").lately] == ["Ah."]


def test_what_twice_brought_nothing_to_mind_is_retired_with_all_that_hangs_on_it() -> None:
    asked = Candidate("What was Leeds like?", Wants.SCENE, Source.GRAPH, about=("Leeds",))
    other = Candidate(
        "What did Leeds look like when you last saw it?",
        Wants.SCENE,
        Source.GRAPH,
        about=("Leeds",),
    )
    york = Candidate("What was York like?", Wants.SCENE, Source.GRAPH, about=("York",))
    once = Cache().mark(asked, State.ASKED, TODAY).blank(asked)
    assert once.state(other) is State.RIPE
    twice = once.blank(other)
    assert twice.state(other) is State.RETIRED
    assert twice.state(york) is State.RIPE
    assert Cache.from_json(twice.as_json()) == twice
    assert "Leeds" not in str(twice.as_json())


def test_a_refused_person_place_or_year_is_left_alone_for_thirty_days() -> None:
    refused = grown("What kept you busy in the time after 1917?")
    again = grown("What else happened to you in 1917?")
    cache = Cache().refuse(refused, TODAY)
    assert cache.unwelcome(again, TODAY + timedelta(days=29))
    assert not cache.unwelcome(grown("Where was home after 1931?"), TODAY)
    leeds = Candidate("What was Leeds like?", Wants.SCENE, Source.GRAPH, about=("Leeds",))
    lodging = Candidate("Who did you know in Leeds?", Wants.SCENE, Source.GRAPH, about=("Leeds",))
    assert Cache().refuse(leeds, TODAY).unwelcome(lodging, TODAY)


def test_the_same_thing_asked_of_the_same_year_or_place_is_no_new_question() -> None:
    asked = Cache().mark(grown("What else happened to you in 1917?"), State.ASKED, TODAY)
    assert asked.asked_like(grown("What had your life been like before 1917?")) == 1.0
    assert asked.asked_like(grown("Who mattered most to you before 1917?")) < novelty.SAME
    assert asked.asked_like(grown("Which clothes were worn around 1931?")) < novelty.SAME


def test_many_of_one_kind_leave_room_for_every_other() -> None:
    ages = [
        Candidate(
            f"How old were you in {1900 + n}?", Wants.WHEN, Source.GRAPH, kind="age", worth=0.9
        )
        for n in range(200)
    ]
    others = [
        Candidate("Where was the shop?", Wants.WHERE, Source.GRAPH, kind="no_place", worth=0.3),
        Candidate("Who ran it with you?", Wants.WHO, Source.MODEL, kind="model", worth=0.1),
    ]
    kept = of_each_kind([*ages, *others], 60)
    assert len(kept) == 60 and {*others} <= {*kept}
    assert kept[0] is ages[0]
