"""Who is who: one mother, two Johns."""

import unicodedata
from datetime import date
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from storyteller_of_lives import tell

from voice_agent.memory.dates.when import Bounds
from voice_agent.memory.people.name_parts import name_parts
from voice_agent.memory.people.people import PersonMention, Rulings
from voice_agent.memory.people.resolving import resolve
from voice_agent.memory.people.who import people
from voice_agent.memory.reading import PlainReader, Reading


def mention(number: int, words: str, **more: object) -> PersonMention:
    base: dict[str, object] = {"scope": f"turn {number}"}
    return PersonMention(f"c-{number}", 0, words, **{**base, **more})  # type: ignore[arg-type]


def john(number: int, **more: object) -> PersonMention:
    return mention(number, "John", name=name_parts("John"), **more)


BROTHER = {"relation": "brother", "kin": True}
FRIEND = {"relation": "friend"}


def test_mum_and_ma_and_my_mother_are_one() -> None:
    told = tell(["My mother sang. Mum made bread. Ma was born in Cork."])
    assert [each.name for each in told.life.people.persons] == ["mother"]


def test_a_brother_named_twice_is_one_brother() -> None:
    people = resolve([john(1, **BROTHER), john(2, **BROTHER)])
    assert len(people.persons) == 1


def test_two_johns_stay_two_without_a_reason() -> None:
    assert len(resolve([john(1), john(2)]).persons) == 2


def test_a_bare_name_is_one_person_throughout_a_sitting_and_not_beyond() -> None:
    told = [john(1, sitting="a"), john(2, sitting="a"), john(3, sitting="b")]
    assert sorted(len(each.mentions) for each in resolve(told).persons) == [1, 2]


def test_a_bare_name_in_one_sitting_is_two_where_anything_contradicts() -> None:
    for more in (
        {"qualifier": "other"},
        {"name": name_parts("John Doyle")},
        {"alive": Bounds(date(1970, 1, 1), date(1970, 12, 31))},
    ):
        first = john(1, sitting="a", died=Bounds(date(1950, 1, 1), date(1950, 12, 31)))
        other = mention(2, "John", **{"name": name_parts("John"), "sitting": "a", **more})
        assert len(resolve([first, other]).persons) == 2, more


def test_a_bare_name_that_fits_two_is_not_joined_throughout_a_sitting() -> None:
    told = [
        john(1, sitting="a", **BROTHER),
        john(2, sitting="a", **FRIEND),
        john(3, sitting="a"),
        john(4, sitting="a"),
    ]
    assert len(resolve(told).persons) == 4


def test_two_arthurs_of_one_letter_are_one_and_another_arthur_is_another() -> None:
    rain = "It rained all week and the roof leaked."
    one = tell(["Arthur bought a boat in 1950.", rain, "Arthur sold plums in 1951."])
    assert len(one.life.people.persons) == 1
    two = tell(["Arthur bought a boat in 1950.", rain, "Another Arthur sold plums in 1951."])
    assert [each.name for each in two.life.people.persons] == ["Arthur", "Arthur"]


def test_company_makes_two_mentions_one_person() -> None:
    at_the_mill = frozenset({"about:mill"})
    people = resolve([john(1, company=at_the_mill), john(2, company=at_the_mill)])
    assert len(people.persons) == 1


def test_a_brother_and_a_friend_of_one_name_stay_two_in_the_same_company() -> None:
    company = frozenset({"about:mill"})
    people = resolve([john(1, company=company, **BROTHER), john(2, company=company, **FRIEND)])
    assert len(people.persons) == 2


def test_a_bare_name_is_not_given_to_one_of_two_who_both_fit() -> None:
    company = frozenset({"about:mill"})
    people = resolve(
        [
            john(1, company=company, **BROTHER),
            john(2, company=company, **FRIEND),
            john(3, company=company),
        ]
    )
    assert len(people.persons) == 3
    assert people.person(people.of["c-3", 0]).unclear


def test_nobody_drives_after_he_has_died() -> None:
    company = frozenset({"who:rose"})
    died = Bounds(date(1944, 1, 1), date(1944, 12, 31))
    later = Bounds(date(1952, 1, 1), date(1952, 12, 31))
    people = resolve([john(1, company=company, died=died), john(2, company=company, alive=later)])
    assert len(people.persons) == 2


def test_a_nickname_is_the_same_person_and_another_name_is_not() -> None:
    tom = mention(1, "my brother Tom", name=name_parts("Tom"), **BROTHER)
    thomas = mention(2, "my brother Thomas", name=name_parts("Thomas"), **BROTHER)
    eddie = mention(3, "my brother Eddie", name=name_parts("Eddie"), **BROTHER)
    assert len(resolve([tom, thomas]).persons) == 1
    assert len(resolve([tom, eddie]).persons) == 2


def test_my_sister_is_the_only_sister_we_know_of() -> None:
    sister = {"relation": "sister", "kin": True}
    rose = mention(1, "my sister Rose", name=name_parts("Rose"), **sister)
    nameless = mention(2, "my sister", **sister)
    nan = mention(3, "my sister Nan", name=name_parts("Nan"), **sister)
    assert len(resolve([rose, nameless]).persons) == 1
    assert len(resolve([rose, nan, nameless]).persons) == 3


@pytest.mark.parametrize(
    "told",
    [
        (["Our mailman was called Jim and came on a bicycle."],),
        (["Jim the mailman knew everybody's business."],),
        (["Jim, our mailman, came on a bicycle."],),
        (["Jim the mailman came."], ["Jim sold his bicycle."]),
        (["Jim drove us home in 1971."], ["Jim fixed our roof and never sent a bill."]),
        (["Another Jim sold plums."],),
    ],
)
def test_a_namesake_told_as_another_is_not_the_one_in_the_family(told: tuple[list[str]]) -> None:
    life = tell(["My brother Jim died in 1951."], *told).life
    brother = next(each for each in life.people.persons if each.relation == "brother")
    assert len(brother.mentions) == 1


def test_another_day_the_only_one_of_that_name_in_the_family_is_meant() -> None:
    told = tell(
        ["My wife Irena sewed for the whole street."],
        ["Irena was ill all winter."],
        ["My wife baked on a Friday."],
        ["Irena said no."],
        ["My daughter Colleen called."],
        ["My daughter bakes."],
        ["Colleen came round."],
        ["Our Keith played it after me."],
    )
    known = {(each.name, each.relation) for each in told.life.people.sure}
    assert known == {("Irena", "wife"), ("Colleen", "daughter"), ("Keith", "")}
    assert len(told.life.people.persons) == 3


def test_two_dates_of_one_wife_make_no_second_wife() -> None:
    told = tell(["My wife died in 1960."], ["In 1962 my wife won a prize for her roses."])
    assert [each.relation for each in told.life.people.sure] == ["wife"]


@pytest.mark.parametrize(
    "said",
    [
        "Tha knows what I mean, we had nowt.",
        "Tha wants to see it, said nobody.",
        "The Bobby came round about the window.",
        "Sergeant shouted at the lot of us.",
        "We played Deep Harmony at the chapel.",
        "We walked down Cicero every night.",
        "By gum, it was cold.",
        "Ee, it was a do.",
        "They sang Cwm Rhondda till the roof lifted.",
    ],
)
def test_a_word_of_dialect_a_rank_a_tune_a_street_and_a_cry_are_nobody(said: str) -> None:
    assert not tell([said]).life.people.sure


@pytest.mark.parametrize(
    "said",
    [
        "Zbigniew laughed at that.",
        "I met Zbigniew at the mill.",
        "My neighbour Zbigniew kept bees.",
        "Old Mrs Zbigniew came by.",
    ],
)
def test_kin_a_title_and_what_only_people_do_make_somebody_of_a_name(said: str) -> None:
    assert next(each.name for each in tell([said]).life.people.sure).endswith("Zbigniew")


NAMES = [
    ("English", ["John", "Mary-Jane", "Anne-Marie"], ["McDonald", "FitzGerald", "Smith-Jones"]),
    ("Irish", ["Seamus", "Siobhán"], ["O'Brien", "O’Shea", "Ní Dhomhnaill", "Mac Lochlainn"]),
    ("French", ["Jean-Luc", "Élise"], ["D'Arcy", "L'Écuyer", "de la Tour", "du Pré"]),
    ("Dutch", ["Jan", "Saskia"], ["van der Berg", "de Vries", "van den Hoek"]),
    ("German", ["Jürgen", "Ilse"], ["von der Leyen", "Müller-Lüdenscheidt", "Großmann"]),
    ("Spanish", ["María", "José"], ["de la Cruz", "del Río", "Muñoz"]),
    ("Portuguese", ["João", "Inês"], ["da Silva", "dos Santos"]),
    ("Polish", ["Zbigniew", "Łucja"], ["Wójcik", "Brzęczyszczykiewicz"]),
    ("Vietnamese", ["Nguyễn Thị", "Nguyen Thi", "Trần Văn"], ["Hoa", "Đức"]),
    ("Arabic", ["Ahmad", "محمد"], ["al Farsi", "ibn Khaldun", "علي"]),
    ("Chinese", ["Wei", "李小龙"], ["Zhang", "Ou-Yang"]),
    ("Russian", ["Елена", "Ivan"], ["Иванова", "Sergeyevich Petrov"]),
]
"""Given names and surnames of twelve languages, as their bearers write them."""


@st.composite
def drawn_names(draw: st.DrawFn) -> str:
    _, given_names, surnames = draw(st.sampled_from(NAMES))
    other = draw(st.sampled_from(NAMES))
    surname = draw(st.sampled_from(draw(st.sampled_from([surnames, other[2]]))))
    return unicodedata.normalize(
        draw(st.sampled_from(["NFC", "NFD"])), f"{draw(st.sampled_from(given_names))} {surname}"
    )


@given(
    drawn_names(),
    st.sampled_from(
        [
            "My friend {} taught me to swim.",
            "In 1950 my cousin {} married a sailor.",
            "I worked with my neighbour {}, and we got on.",
            "My teacher was called {}.",
            "{} died in 1961.",
            "It was {}'s funeral in 1961.",
        ],
    ),
)
def test_a_name_is_shown_as_it_is_written(name: str, frame: str) -> None:
    people = tell([frame.format(name)]).life.people.sure
    assert [each.name for each in people] in ([name], ["teacher", name], [name, "teacher"]), frame


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("What do Tom and Ann say?", ["Tom", "Ann"]),
        ("In the den Tom laughed.", ["Tom"]),
        ("That Irena laughed at me.", ["Irena"]),
        ("How do Mary-Jane and Jan van der Berg do it?", ["Mary-Jane", "Jan van der Berg"]),
    ],
)
def test_small_words_before_a_name_are_no_part_of_it(said: str, names: list[str]) -> None:
    found = people(said, PlainReader().read(said).names)
    assert [said[each.first : each.last] for each in found] == names


class _Blind:
    """A reader that knows no name."""

    def read(self, text: str) -> Reading:
        return Reading((), PlainReader().read(text).words)


def test_whom_the_reader_does_not_know_is_found_by_what_is_told_of_them() -> None:
    said = "In 1950 I married Irena, and then Zbigniew laughed at the Parliament in Leeds."
    assert [said[each.first : each.last] for each in people(said, ())] == ["Irena", "Zbigniew"]
    told = tell(["I married Irena in 1950."], reader=_Blind())
    assert [each.name for each in told.life.people.sure] == ["Irena"]


def test_a_mr_van_der_berg_is_jan_van_der_berg() -> None:
    told = tell(["Jan van der Berg taught me to swim. Mr van der Berg died in 1960."])
    assert [each.name for each in told.life.people.sure] == ["Jan van der Berg"]


def test_the_narrators_word_joins_and_parts() -> None:
    one, other = john(1), john(2)
    pair = frozenset({frozenset({one.key, other.key})})
    assert len(resolve([one, other], Rulings(same=pair)).persons) == 1
    brothers = [john(1, **BROTHER), john(2, **BROTHER)]
    assert len(resolve(brothers, Rulings(different=pair)).persons) == 2


def test_the_order_in_which_people_are_mentioned_does_not_matter() -> None:
    mill = frozenset({"about:mill"})
    every = [
        john(1, company=mill, **BROTHER),
        john(2, **FRIEND),
        john(3, company=mill),
        mention(4, "my sister", relation="sister", kin=True),
        mention(5, "my sister Rose", name=name_parts("Rose"), relation="sister", kin=True),
    ]
    assert len({resolve(order).persons for order in permutations(every)}) == 1


def test_the_dog_is_nobody_who_could_have_seen_it_otherwise() -> None:
    for telling in (
        "In 1979 Helen brought home a thing from the pound and we called it Stella.",
        "In 1979 Helen came home from the pound, and we named the dog Stella.",
    ):
        assert [each.name for each in tell([telling]).life.people.persons] == ["Helen"]
    told = tell(["I went up against them in 1975 with my father's X-ray in an envelope."])
    assert [each.name for each in told.life.people.persons] == ["father"]
    told = tell(["In 1979 Helen had a daughter, and they called her Stella."])
    assert "Stella" in [each.name for each in told.life.people.persons]


@pytest.mark.parametrize(
    ("told", "known"),
    [
        (
            "My father was Dougald Galbraith, a plater in Brown's yard.",
            {("Dougald Galbraith", "father")},
        ),
        (
            "My mother was Mary-Jane O'Hara before she married him.",
            {("Mary-Jane O'Hara", "mother")},
        ),
        ("My brother was Dougald's best man.", {("Dougald", ""), ("brother", "brother")}),
    ],
)
def test_a_relative_whose_name_is_told_is_one_person(
    told: str, known: set[tuple[str, str]]
) -> None:
    found = tell([told]).life.people.persons
    assert {(each.name, each.relation) for each in found} == known
