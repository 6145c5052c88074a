"""Kin words and who they mean."""

import pytest

from voice_agent.memory.dates.number_words import tokens
from voice_agent.memory.people.kin import Sex, kin_at
from voice_agent.memory.people.name_parts import name_parts
from voice_agent.memory.people.persons import person_words

OURS = [
    ("my mother", "mother"),
    ("Mum", "mother"),
    ("Ma", "mother"),
    ("my dear old mother", "mother"),
    ("Daddy", "father"),
    ("my older brother", "brother"),
    ("my step-father", "stepfather"),
    ("my mother-in-law", "mother-in-law"),
    ("my mother's sister", "aunt"),
    ("my father's mother", "grandmother"),
    ("my brother's wife", "sister-in-law"),
    ("Aunt Rose", "aunt"),
    ("Grandpa", "grandfather"),
    ("my great-grandmother", "great-grandmother"),
    ("our neighbor", "neighbor"),
    ("my best friend", "friend"),
]


@pytest.mark.parametrize(("said", "relation"), OURS)
def test_a_kin_word_says_who_it_is_to_the_narrator(said: str, relation: str) -> None:
    found = kin_at(tokens(said), 0)
    assert found is not None
    assert found.kin.relation == relation


@pytest.mark.parametrize(
    "said", ["his mother", "Father Murphy", "Mother Superior", "the father of the bride", "ma'am"]
)
def test_somebody_elses_mother_and_a_priest_are_no_kin_of_ours(said: str) -> None:
    line = tokens(said)
    assert all(kin_at(line, at) is None for at in range(len(line)))


def test_a_qualifier_that_tells_one_from_another_is_kept() -> None:
    assert person_words("my older brother Tom")[0].qualifier == "older"
    assert person_words("my dear brother Tom")[0].qualifier == ""


def test_names_come_apart_into_title_given_name_and_surname() -> None:
    assert name_parts("Mrs Doyle").surname == "doyle"
    assert name_parts("Mrs Doyle").sex is Sex.SHE
    assert name_parts("Tom Doyle").given == "tom"
    assert name_parts("Dr. Harper").title == "dr"
    assert name_parts("Tommy").given == "tommy"


def test_my_parents_are_two() -> None:
    assert [each.relation for each in person_words("my parents")] == ["mother", "father"]


def test_an_apposition_holds_both_name_and_kin() -> None:
    who = person_words("Leonard, my brother")[0]
    assert (who.relation, who.name.given) == ("brother", "leonard")
