"""Two years told of one story open a conflict, whatever else is said beside it; and news is the narrator's own to tell."""

import pytest
from storyteller_of_lives import tell

from voice_agent.language.names import SpacyReader
from voice_agent.memory.claims import Modality
from voice_agent.memory.reading import Reader
from voice_agent.settings import Settings

WEIGHTS = Settings().weights / "spacy-en"


def names() -> Reader:
    if not WEIGHTS.is_dir():
        pytest.skip("the weights spacy-en are not on this machine")
    return SpacyReader(WEIGHTS)


FIRST_HAND = [
    "The telegram came in 1944 that my brother Walter was missing.",
    "They came to tell me in 1961 that the mill had burned down.",
    "My certificate from Hartwell School says I finished in 1949.",
    "I fell off the hayloft in 1946. I had been told to stay down.",
    "A policeman knocked and said in 1958 that they had found the boat.",
]
OTHERS = [
    "My sister says the mill burned down in 1961.",
    "I was told that we moved to the farm in 1939.",
    "It's been told to me that the mill burned down in 1961.",
    "They always said the old bridge fell in 1936.",
    "Folks said to me that the mill burned down in 1961.",
    "My sister says the telegram came in 1944.",
    "My sister says I was told to stay down in 1946.",
]


@pytest.mark.parametrize("said", FIRST_HAND)
def test_news_papers_and_orders_are_no_hearsay(said: str) -> None:
    told = tell([said])
    assert {each.modality for each in told.claims if each.edtf} == {Modality.SAID}


@pytest.mark.parametrize("said", OTHERS)
def test_what_others_say_stays_hearsay(said: str) -> None:
    told = tell([said])
    assert {each.modality for each in told.claims if each.edtf} == {Modality.HEARSAY}


def test_what_is_read_aloud_found_agreed_or_remembered_by_nobody_is_no_hearsay() -> None:
    for said in (
        "The snow kept us in at Grandma's in 1951, and my father read us the Bible.",
        "We sat in the cellar in 1944, and the nurse read to them out of Treasure Island.",
        "I won the spelling bee in 1951, on the word rhubarb.",
        "They found the fire bell in the mill pond when I was twenty, after the flood.",
        "I fell through the boards in 1951, and nobody remembered there was a cellar there.",
        "We rang the bell in 1951, and agreed a price there and then.",
        "He carried the bees out in 1951, at the chapel, and you could have heard a pin drop.",
    ):
        assert {each.modality for each in tell([said]).claims if each.edtf} == {Modality.SAID}
    told = tell(["The mill burned down in 1961, or so my mother read in the paper."])
    assert {each.modality for each in told.claims if each.edtf} == {Modality.HEARSAY}


def test_the_day_the_news_came_can_contradict_what_is_told_otherwise() -> None:
    told = tell(
        ["They came to tell me in 1961 that Dad had died."], ["Dad passed away in 1958, at home."]
    )
    assert len(told.life.conflicts) == 1


def test_what_you_could_have_done_is_no_guess() -> None:
    told = tell(["You could have heard a pin drop in church in 1951, the day the roof leaked."])
    assert {each.modality for each in told.claims if each.edtf} == {Modality.SAID}
    guessed = tell(["It could have been 1951 that the church roof leaked."])
    assert {each.edtf for each in guessed.claims} == {"1951?"}


@pytest.mark.models
@pytest.mark.parametrize(
    "today", ["I take my tea with milk, since you ask.", "My nephew is forever asking me about it."]
)
def test_a_story_does_not_go_on_about_what_is_so_today(today: str) -> None:
    told = tell(
        [f"{today} There was a fire in our haystack in 1951, smoke everywhere."],
        [f"{today} That fire in our haystack, with smoke everywhere, was in 1949."],
        reader=names(),
    )
    dated = [each for each in told.claims if each.edtf]
    habits = {each.id for each in told.claims if each.modality is Modality.BELIEF}
    assert len(dated) == 2 and habits
    assert habits.isdisjoint(each.continues for each in dated)
    assert len(told.life.conflicts) == 1


@pytest.mark.models
def test_a_wedding_that_only_names_whose_it_was_is_theirs() -> None:
    mine = ["Carl and I were married in 1956."]
    cake = "The wedding was in 1959, Carl and I, and a cake my aunt had made."
    assert len(tell(mine, [cake], reader=names()).life.conflicts) == 1
    for other in (
        "The wedding was in 1984, Carl and my aunt danced.",
        "My sister's wedding was in 1958, and Carl danced with my aunt.",
        "The wedding was in 1957, Karl and Nora in the rain.",
    ):
        assert not tell(mine, [other], reader=names()).life.conflicts


@pytest.mark.models
def test_what_is_so_today_may_still_be_dated() -> None:
    told = tell(["My house is the stone one by the river. It was built in 1902."], reader=names())
    house, built = told.claims
    assert house.modality is Modality.BELIEF
    assert built.continues == house.id
