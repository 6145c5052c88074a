"""Abuse and farewells that are told by their form are asked about; help, play and stories of long ago are not."""

import pytest

from voice_agent.reading.danger import safety
from voice_agent.resources import resource

NET = safety.read(resource("config/safety.toml"), "GB")


@pytest.mark.parametrize(
    "said",
    [
        "Joan pulled me up out of the chair by my hair yesterday.",
        "Young Darren wants two hundred every week or he says he'll see to the dog.",
        "Our Stephen's got hold of my pension book and he'll not give it back.",
        "Pauline hides my tablets if I've been what she calls difficult.",
        "Me grandson come round last night and pushed me into the sideboard.",
        "They lock the kitchen of a night so I can't get at the food.",
        "Din son he take mi pension money every month.",
        "My daughter-in-law she is not giving me food when my son is at work.",
        "Brian stands over me while I write out the cheque.",
        "I'm not allowed to see our Jean any more. Philip says she upsets me.",
        "My lad grabbed us by the throat on Saturday.",
        "If I don't change the will he says he won't bring the baby to see me again.",
    ],
)
def test_what_is_done_to_somebody_now_is_asked_about(said: str) -> None:
    assert NET.level(said) == "A" or NET.asks_about(said) == "A"


@pytest.mark.parametrize(
    "said",
    [
        "Joan pulled me up out of the chair and we danced till the band packed up.",
        "Our Stephen pays my bills for me, he has the pension book and brings me every penny.",
        "She gives me my tablets at eight, regular as clockwork.",
        "My niece has my spare key in case I fall.",
        "They locked us in the school cellar during the raids.",
        "My son took my car keys when my eyes went, and I was glad to be shot of the thing.",
        "My daughter has my car keys now. I gave them to her myself.",
        "Terry signed the bungalow over to his girls, all proper.",
        "He locks me out of my own kitchen when he's cooking. Says I interfere, and I do.",
        "The doctor won't let me drive.",
        "He had me sign for the parcel.",
        "I've got the bread knife here, I'm just cutting the loaf.",
        "After Sunday you won't need to come, my daughter's back from Spain.",
    ],
)
def test_help_play_and_old_stories_are_not_asked_about_for_their_form(said: str) -> None:
    assert NET.by_form(said) == ""


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("I've got the bread knife here by my hand.", "3"),
        ("After Sunday you'll not need to bother.", "3"),
        ("You needn't come after Sunday.", "3"),
        ("They put dogs down for less than this.", "2"),
        ("You wouldn't keep a dog alive like this.", "2"),
        ("You'll soon be rid of me.", "2"),
    ],
)
def test_a_farewell_told_by_its_form_is_asked_about(said: str, level: str) -> None:
    assert NET.by_form(said) == level and NET.level(said) is None
