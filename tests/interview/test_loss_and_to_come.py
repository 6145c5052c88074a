"""Whoever tells of a loss is not led away, whoever is wronged is heard, and what is to come is not asked for as past."""

import pytest
from interviews import STORY, rules, talk

from voice_agent.interview.moves import Move
from voice_agent.interview.protocol import Wants
from voice_agent.interview.topic_change import opens
from voice_agent.reading.by_rules import losses, small_talk
from voice_agent.reading.wishes import commands
from voice_agent.reading.wishes.commands import Command

LOSSES = (
    "We'd lost the baby that November. A little girl. She lived two days.",
    "He died in March, with his boots on, in the garden among the leeks.",
    "she gone now two years and i still lay two cup on the table every morning",
    "They took him away in a sheet, and nobody ever said his name after that.",
    "It makes me want to cry still, isn't that silly, at my age.",
    "That was her garden. She went in March and I've let it all go.",
    "There's nobody to cook for since my sister passed at Christmas.",
    "My mother's grave. I put my hand on the stone and it was warm from the sun.",
    "I set out his cup some mornings still. My hand does it.",
    "He went the winter of sixty-three. The bird wouldn't eat.",
)


def after(*lines: str, seed: int = 7, topic: str = "high_point") -> Move:
    *_, (_, move) = talk(rules(topic, seed=seed), (*STORY[:2], *lines))
    return move


@pytest.mark.parametrize("seed", (1, 2))
@pytest.mark.parametrize("line", LOSSES)
def test_nothing_is_asked_of_somebody_who_has_just_told_of_a_loss(line: str, seed: int) -> None:
    assert "?" not in after(line, seed=seed).text


@pytest.mark.parametrize("seed", (1, 2))
def test_a_loss_told_on_is_asked_for_no_date_and_no_joy(seed: int) -> None:
    by = rules("high_point", seed=seed)
    move = after(LOSSES[0], "I never held her, you know. They wouldn't let you.", seed=seed)
    assert move.ask in by.words.phrases.kinds["with_loss"].say


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_nobody_is_asked_for_the_happiest_day_just_after_a_loss(seed: int) -> None:
    move = after(LOSSES[0], "I went back on the wards, and he dug the garden over.", seed=seed)
    assert not losses.glad(move.ask)
    assert move.question is None or move.question.wants is not Wants.WHEN


def test_what_happened_is_no_question_for_joy() -> None:
    assert losses.glad("What was the happiest day of that summer?")
    assert not losses.glad("What happened then?")


@pytest.mark.parametrize(
    "line",
    [
        "My dog was a terror, he lived to be fifteen.",
        "The fire died down and we were dead tired.",
        "We lived two weeks in a tent by the river.",
        "I lost my way home, and my brother found me.",
        "He laughed till he cried.",
        "He told that story every Christmas till he died.",
        "She went in March to see them in Spain.",
        "The piano had three dead keys.",
        "Everything passed in the end.",
        "My sister went last year and she loved it.",
    ],
)
def test_what_is_no_loss_is_not_mourned(line: str) -> None:
    assert not losses.loss(line)


def test_nobody_is_asked_for_the_name_of_an_animal_spoken_of_before() -> None:
    tellings = ("She'd one blue eye, Fflos, the dog.", "The old dog sat looking up at him.")
    assert losses.already("What was the dog called?", tellings)
    assert not losses.already("What was the dog called?", tellings[1:])
    assert not losses.already("What was the parrot called?", tellings)


def test_who_was_called_names_is_heard_and_not_asked_about_the_workplace() -> None:
    line = "I was in the pit with the grease and one of them call me sambo in front of everybody."
    assert "?" not in after(line).text


@pytest.mark.parametrize(
    "line",
    [
        "I'm off to the hospital in the morning about the eye, I'm that nervous.",
        "He's coming to see me on Saturday, and I'll do a lamb dinner.",
        "My hip's being done on the 3rd of December.",
    ],
)
def test_what_is_still_to_come_is_asked_about_as_something_to_come(line: str) -> None:
    by = rules("high_point")
    assert after(line).ask in by.words.phrases.kinds["to_come"].say


@pytest.mark.parametrize(
    "line",
    [
        "We went to the hospital in the morning.",
        "She said she was coming on Sunday.",
        "When the men dug us out, little Bobby asked if they could come back tomorrow.",
    ],
)
def test_what_is_over_is_not_to_come(line: str) -> None:
    assert not losses.to_come(line)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What do you remember of your wedding day?", "My wedding day I suppose, and it hailed."),
        ("Which neighbour comes to mind first?", "Mrs Sikorska next door taught me soup."),
        (
            "Who in the family was musical?",
            "His uncle on the accordion, till they took it off him.",
        ),
        ("What animals were there around you?", "There was a pony who pulled the bread van."),
    ],
)
def test_what_was_told_the_same_evening_is_not_asked(question: str, told: str) -> None:
    assert losses.already(question, (told,))


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_a_live_story_is_not_left_with_an_announcement(seed: int) -> None:
    line = (
        "I got my own ward that year, men's surgical, with twenty-eight beds, and I made the "
        "consultant scrub in front of his students."
    )
    move = after(line, seed=seed)
    assert move.question is None or not opens(move.question)


TO_US = {
    "They never found out, that's what I'm saying. Keep that between us.": Command.BETWEEN_US,
    "Did you hear me? Keep that between us, please.": Command.BETWEEN_US,
    "We blamed the pony for it. Now keep that between us, my brother got the blame.": Command.BETWEEN_US,
    "Keep what I say about Martin between us. I rang him today and he picked up.": Command.BETWEEN_US,
    "There were words in the car park. Don't put that about Martin in any book.": Command.BETWEEN_US,
    "that vicar now you hear me keep that one between me and you": Command.BETWEEN_US,
    "Forget that about the hip. I don't want Kevin reading it.": Command.FORGET,
    "I'm getting tired now, pet. I think that'll do me for tonight.": Command.GOODBYE,
    "Ah, let's leave it there, I've a tart to think about.": Command.GOODBYE,
    "i tired now son we finish for today": Command.GOODBYE,
    "right im off for me dinner": Command.GOODBYE,
    "that's enough stop": Command.STOP,
}


@pytest.mark.parametrize(("said", "wish"), TO_US.items())
def test_a_wish_beside_a_telling_or_in_homely_words_is_heard(said: str, wish: Command) -> None:
    assert commands.understood(said) is wish


@pytest.mark.parametrize(
    "said",
    [
        "and I told him, forget that!",
        "She shut the door and whispered to me, and then she said it. Keep that between us.",
        "He gave me ten bob. Keep that between us, he said, and off he went.",
        "Let's leave it there then, Dad told the man about the pig.",
        "He gave me ten bob and said keep that between us",
    ],
)
def test_what_somebody_said_in_a_story_is_no_wish(said: str) -> None:
    assert commands.understood(said) is None


def test_a_wish_at_the_end_of_a_telling_is_about_that_telling() -> None:
    assert not commands.alone("They never found out about it at all. Keep that between us.")
    assert commands.alone("Keep that between us, please.")


def test_whether_we_heard_is_not_who_has_listened() -> None:
    assert commands.understood("Did you hear me?") is None
    assert small_talk.kind("Did you hear me?") == "talk_works"


@pytest.mark.parametrize(
    ("said", "whom"),
    [
        ("Alec got killed at the pit.", "Alec"),
        ("My brother Alf drowned off Filey.", "Alf"),
        ("Before he died, we sang to him.", ""),
        ("Everyone died in that winter.", ""),
        ("Ours died young.", ""),
        ("Neither died of it.", ""),
    ],
)
def test_only_somebody_is_said_to_be_lost(said: str, whom: str) -> None:
    assert losses.whom(said) == whom


@pytest.mark.parametrize(
    "said",
    [
        "He carried that whistle until he died, and we laughed at him every Sunday.",
        "She teased me about that hat to the day she died, the daft thing.",
        "Gran told that joke till she died, and nobody ever stopped her.",
        "He was proud of that marrow till the week he died.",
    ],
)
def test_until_he_died_in_a_merry_story_is_no_loss(said: str) -> None:
    assert not losses.loss(said)
    assert not rules().readers.net.level(said)


@pytest.mark.parametrize(
    "said",
    [
        "I nursed him until he died.",
        "He died before we could laugh about it again.",
        "We buried our little girl in the March.",
        "My brother Alf drowned, and I laughed at nothing for a year.",
    ],
)
def test_a_death_that_is_told_is_a_loss(said: str) -> None:
    assert losses.loss(said)
