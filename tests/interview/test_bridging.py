"""What a topic is called when one comes back to it: by the whole of a name, or not at all."""

from dataclasses import replace

import pytest

from voice_agent.interview.returning import bridging, naming
from voice_agent.interview.returning.offers import PastTopic, Verdict
from voice_agent.resources import resource

PHRASES = bridging.read(resource("config/phrases/returning.toml")).phrases


def topic(text: str, *keywords: str, line: str = "") -> PastTopic:
    return PastTopic("k-1", line or text.partition(".")[0], keywords, text, sure=0.8)


@pytest.mark.parametrize(
    ("keyword", "text", "name"),
    [
        ("Street", "My father had the bakery on Mill Street in Leeds.", "Mill Street"),
        ("Mill", "My father had the bakery on Mill Street in Leeds.", "Mill Street"),
        ("Leeds", "My father had the bakery on Mill Street in Leeds.", "Leeds"),
        ("Skye", "We sailed to the Isle of Skye, all of us.", "the Isle of Skye"),
        ("Harrison", "Then old Mr. Harrison came with his cart.", "Mr. Harrison"),
        ("Alfred", "I went there with Alfred and his dog.", "Alfred"),
        ("Alfred", "One day Alfred came with his cart.", "Alfred"),
        ("Hotel", "She scrubbed floors at the Queens Hotel, every night.", "the Queens Hotel"),
    ],
)
def test_a_name_is_said_whole(keyword: str, text: str, name: str) -> None:
    assert naming.called(topic(text, keyword)) == name


def test_the_thing_is_named_rather_than_its_street_and_whose_it_was() -> None:
    text = "My father had the bakery on Mill Street in Leeds, every morning of the year."
    shop = topic(text, "Street", "father", "year", "bakery")
    assert naming.called(replace(shop, people=("your father",))) == "the bakery"


@pytest.mark.parametrize(
    ("keyword", "text"),
    [
        ("Street", "Mill Street was long and steep."),  # may begin with a word that is no name
        ("Alfred's", "We met at Alfred's bakery, the two of us."),
        ("English", "An English lady came with her dog."),
        ("Sunday", "We always walked there on Sunday, the two of us."),
        ("Christmas", "It was colder than at Christmas, that year."),
        ("German", "I learned German, and forgot it."),
    ],
)
def test_half_a_name_or_none_is_not_said(keyword: str, text: str) -> None:
    assert naming.called(topic(text, keyword)) == ""


def test_where_nothing_else_has_a_name_whoever_did_something_has_one() -> None:
    told = "In the curfew time the soldiers stopped me. Then the corporal heard how I talk."
    assert naming.called(topic(told, "time")) == "the soldiers"
    assert naming.called(topic("The day was long and the best came last.", "day")) == ""


def test_two_streets_are_not_one() -> None:
    bakery = topic("My father had the bakery on Mill Street in Leeds.", "Street")
    assert naming.linked(bakery, ("We played on Baker Street after school.",)) == ""
    assert naming.linked(bakery, ("We played on Mill Street after school.",)) == "Mill Street"


@pytest.mark.parametrize("verdict", [Verdict.YES, Verdict.LEAVE])
@pytest.mark.parametrize("seed", range(6))
def test_no_bridge_says_half_of_a_street(verdict: Verdict, seed: int) -> None:
    bakery = topic("My father had the bakery on Mill Street in Leeds.", "Street", "Mill", "Leeds")
    heard = ("We lived in a street with cobbles.", "The street was steep.")
    made = bridging.bridge(
        PHRASES, bakery, "Well, that is it.", heard, verdict, seed=str(seed), used={}
    )
    assert made is None or "Street" not in made.text.replace("Mill Street", "")


def test_what_has_no_whole_name_is_not_come_back_to() -> None:
    nameless = topic("Mill Street, that was it, you know.", "Street")
    made = bridging.bridge(
        PHRASES, nameless, "Well, that is it.", ("The street was steep.",), Verdict.YES,
        seed="1", used={},
    )  # fmt: skip
    assert made is None
