"""Questions grow from what is missing in a life, in the narrator's own words, and never from what is sore."""

from pathlib import Path

import pytest
from interviews import TEMPLATES

from voice_agent.errors import SettingsError
from voice_agent.interview import growing
from voice_agent.interview.known import Conflict, Event, Known, Person, Recalled
from voice_agent.interview.protocol import Period
from voice_agent.interview.questions import Source
from voice_agent.interview.wording.checks import faults
from voice_agent.reading.by_rules import particulars
from voice_agent.reading.words.vocabulary import said

LIFE = Known(
    (
        Event("e-1", "we moved to Leeds", (1952, 1952), "1952", (), ("Leeds",), "move", 0.8),
        Event("e-2", "I worked in the mill", people=("Alfred",), weight=0.7),
        Event("e-3", "I bought a bicycle", (1971, 1971), "1971", ("Alfred",), ("York",)),
        Event("e-4", "my mother lay ill that winter", people=("your mother",), sort="illness"),
        Event("e-5", "we took the last ferry over", unfinished=True),
    ),
    (Person("Alfred", times=4, key=True), Person("Bert"), Person("your mother", "mother", 2)),
    (Conflict("x-1", "we married in the chapel", ("1951", "1952")),),
    birth=1938,
    this_year=2026,
)


def kinds(known: Known = LIFE) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for each in growing.grow(known, TEMPLATES):
        found.setdefault(each.kind, []).append(f"{each.lead} {each.ask}".strip())
    return found


def test_what_an_event_lacks_is_asked_for_and_what_it_has_is_not() -> None:
    found = kinds()
    assert any("worked in the mill" in each for each in found["no_date"])
    assert not any("moved to Leeds" in each for each in found["no_date"])
    assert any("worked in the mill" in each for each in found["no_place"])
    assert any("moved to Leeds" in each for each in found["no_people"])
    assert not any("worked in the mill" in each for each in found["no_people"])


def test_empty_years_ages_and_both_ends_of_what_was_told_are_asked_about() -> None:
    found = kinds()
    assert any("between 1952 and 1971" in each for each in found["gap"])
    assert any("before 1952" in each for each in found["early"])
    assert any("after 1971" in each for each in found["late"])
    assert any("when you were six?" in each for each in found["age"])
    assert not any("when you were fourteen?" in each for each in found["age"])  # 1952
    assert "age" not in kinds(Known(LIFE.events, birth=None))


def test_people_who_come_up_often_are_asked_about_and_those_named_once_are_not() -> None:
    found = kinds()
    assert any("Alfred comes up often" in each for each in found["person_often"])
    assert not any("Bert" in each for lines in found.values() for each in lines)
    assert any("Alfred" in each for each in found["person_in_scene"])


def test_nobody_is_asked_what_a_daughter_was_like_who_may_sit_in_the_next_room() -> None:
    daughter = Known(people=(Person("your daughter", "daughter", 4, key=True),))
    asked = [each.ask for each in growing.grow(daughter, TEMPLATES)]
    assert any("your daughter" in each for each in asked)
    assert not any("was" in each.split() or "remember" in each for each in asked)


def test_a_broken_off_story_and_two_dates_are_taken_up_with_curiosity() -> None:
    found = kinds()
    assert any("ferry" in each for each in found["unfinished"])
    (conflict,) = found["conflict"]
    assert "1951" in conflict and "1952" in conflict and "wrong" not in conflict


def test_what_is_sore_is_asked_for_its_date_at_most() -> None:
    about = [each.kind for each in growing.grow(LIFE, TEMPLATES) if each.event == "e-4"]
    assert set(about) <= {"no_date"}


def test_every_grown_question_keeps_the_rules_and_none_comes_twice() -> None:
    grown = growing.grow(LIFE, TEMPLATES)
    assert len({each.key for each in grown}) == len(grown)
    for each in grown:
        text = f"{each.lead} {each.ask}".strip()
        assert faults(text, said(text)) == (), text
        assert each.source is Source.GRAPH and 0 <= each.worth <= 1


def test_the_same_life_gives_the_same_questions() -> None:
    assert growing.grow(LIFE, TEMPLATES) == growing.grow(LIFE, TEMPLATES)
    assert growing.grow(Known(), TEMPLATES) == ()


def test_what_comes_to_mind_is_brought_together_with_what_is_told() -> None:
    memory = Recalled("e-9", "I learned to swim in the canal", ("Bert",), ("York",))
    found = list(growing.from_recalled(memory, TEMPLATES, 7))
    assert {each.source for each in found} == {Source.MEMORY}
    assert any("you learned to swim in the canal" in each.ask for each in found)


def test_a_year_lies_in_a_part_of_life() -> None:
    assert growing.period((1944, 1944), 1938) is Period.CHILDHOOD
    assert growing.period((1955, 1957), 1938) is Period.YOUTH
    assert growing.period((2010, 2010), 1938) is Period.LATER
    assert growing.period(None, 1938) is Period.WHOLE


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[gossip]\nwants = 'when'\nsay = ['x?']", "not a kind"),
        ("[no_date]\nsay = ['x?']", "“wants” must be one of"),
        ("[no_date]\nwants = 'when'\nsay = ['x {wrong}?']", "“wrong” open"),
        ("[no_date]\nwants = 'when'\nsay = ['x.']", "one question"),
        ("[no_date]\nwants = 'when'\nsay = ['x?']", "no table"),
        ("[no_date", "cannot be read"),
    ],
)
def test_broken_wording_is_refused_with_its_reason(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "extrapolation.toml"
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        growing.read(file)
    assert reason in caught.value.what


def test_what_they_need_not_have_seen_is_not_asked_for_by_its_company() -> None:
    assert "no_people" not in kinds(Known((Event("e-1", "my mother married in York"),)))
    assert "no_people" in kinds(Known((Event("e-1", "I married in York"),)))


def test_ages_far_from_all_that_is_dated_come_first() -> None:
    life = Known((Event("e-1", "I went to sea", (1960, 1960), "1960"),), birth=1938, this_year=2026)
    ages = [each for each in growing.grow(life, TEMPLATES) if each.kind == "age"]
    by_words = {each.ask.rpartition("were ")[2]: each.worth for each in reversed(ages)}
    assert by_words["fifty?"] > by_words["twenty-five?"]
    assert "twenty-two?" not in by_words


def test_who_did_it_is_named_in_a_question_where_one_person_alone_can_have() -> None:
    father = Event("e-1", "he sold the horse", people=("your father",))
    life = Known((father,), (Person("your father", "father", 2),))
    assert any("your father sold the horse" in each.ask for each in growing.grow(life, TEMPLATES))
    two = Known((Event("e-1", "he sold the horse", people=("your father", "Alfred")),))
    assert not any("sold the horse" in each.ask for each in growing.grow(two, TEMPLATES))


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("I was baptised at St. Peter's at Ake.", ()),
        ("Later I was in Gregg's department store.", ()),
        ("It was called Berlin, the ship, and it smelt of oranges.", ()),
        ("We had a dog called Nell and a lodger called Percy.", ("Nell", "Percy")),
        ("Gregg's brother had a car.", ("Gregg",)),
    ],
)
def test_a_church_a_shop_and_a_ship_are_nobody(said: str, people: tuple[str, ...]) -> None:
    assert particulars.names(said).people == people
