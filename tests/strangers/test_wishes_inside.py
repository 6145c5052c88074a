"""Wishes are heard wherever they stand in a turn, and what only sounds like one is a story."""

import pytest
from talking import after, rules

from voice_agent.interview.moves import Act
from voice_agent.reading.wishes import within
from voice_agent.reading.wishes.commands import Command
from voice_agent.reading.wishes.perhaps_kept import PERHAPS

pytestmark = pytest.mark.models

STORY = "The machine came up the back stairs on the Wednesday, two men carried it, and I had to sign for it in my good hand."

KEPT = {
    Command.NOT_FOR: (
        "Now our Jean's not to have this, mind.",
        "You keep this bit from my daughter Jean, do you hear me?",
        "Please, my Jean must not know it.",
        "Doh let mi daughter hear 'bout dis.",
        "I'd sooner our Jean never heard of that.",
        "Everybody can have it, only not Jean.",
        "It's Jean who must not know it.",
        "My daughter Jean, she must not hear of this.",
    ),
    Command.ONLY_FOR: (
        "That's for our Tom and nobody else.",
        "Only my son Tom may hear that.",
        "This part is just for Tom's ears, yes?",
        "Tell Tom and nobody else about it.",
    ),
    Command.BETWEEN_US: (
        "That goes no further, mind.",
        "Best not write that down.",
        "This is between you and me, please.",
        "Keep dat to yourself, hear.",
        "I'd not want anybody to know that.",
    ),
    Command.NOT_WHILE_I_LIVE: (
        "They can have that when I'm under the ground.",
        "Not while I'm here, nobody hears that.",
        "After I am dead yes, before no.",
        "Hold that back till I'm gone, will you.",
    ),
}


@pytest.mark.parametrize(
    ("command", "wish", "first"),
    [(c, each, n % 2 == 0) for c, lines in KEPT.items() for n, each in enumerate(lines)],
)
def test_a_story_is_kept_back_whether_the_wish_stands_before_it_or_behind(
    command: Command, wish: str, first: bool
) -> None:
    said = f"{wish} {STORY}" if first else f"{STORY} {wish}"
    _, move = after(said)
    assert "?" not in move.text, "a confidence is not asked on"
    if (
        PERHAPS in move.wishes
    ):  # no form of a sentence says it: kept from everybody, and the story answered
        return
    assert command in [each.command for each in move.wishes], move.reason


@pytest.mark.parametrize(
    "said",
    [
        "Mother said our Jean was not to know about the money, and she never did.",
        "We kept it from the Germans, under the floor, the whole of that winter.",
        "That was only for the men, the lounge, and we sat in the snug with a port and lemon.",
        "My daughter does not know how to bake, she buys everything in a box.",
        "Nobody knew where he had gone, and his dinner stood on the table till Friday.",
        "When I am gone they will sell the house, and that is how it goes with houses.",
        "I'd rather he had stayed at home that night, but he would go.",
    ],
)
def test_what_is_told_of_others_locks_nothing(said: str) -> None:
    assert not within.found(said, ["My daughter Jean came on Sunday."]).wishes


def test_two_wishes_in_one_turn_are_both_done_and_the_goodbye_last() -> None:
    _, move = after(
        f"{STORY} Our Jean's not to have that. And now I'm tired, I'll stop there for today."
    )
    assert move.ends and move.wish is not None and move.wish.command is Command.NOT_FOR


@pytest.mark.parametrize(
    "said",
    [
        f"{STORY} Slow down a little, I cannot follow you. And then it ran nineteen years.",
        f"Speak more slowly, please. {STORY}",
        f"{STORY} You go too fast for me.",
        f"Not so fast, son. {STORY}",
    ],
)
def test_we_speak_slower_and_the_story_goes_on(said: str) -> None:
    _, move = after(said)
    assert move.pace < 1 and not move.ask


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("Forget what I told you about Harold and the chapel.", "harold and the chapel"),
        ("Delete everything I told you last time.", "everything last time"),
        ("I don't want you to remember the thing about Cliff Street.", "cliff street"),
        ("Forget the story about the parrot.", "the parrot"),
        ("Please, you forget what I said about my brother's shop.", "my brother s shop"),
        ("Strike out that bit about the ration books, will you.", "the ration books"),
        ("Forget I said that, about the fire, what I said to him.", "the fire"),
    ],
)
def test_forgetting_names_the_story_and_never_the_request(said: str, about: str) -> None:
    wish = within.found(said).wishes[0].wish
    assert (wish.command, wish.about) == (Command.FORGET, about)


@pytest.mark.parametrize(
    "said",
    [
        "Forget it, he said, and that was the end of my bicycle.",
        "I shall never forget the smell of that bread.",
        "They tried to make us forget our own language at that school.",
        "I forget what I told him about the shop.",
    ],
)
def test_a_word_of_forgetting_in_a_story_forgets_nothing(said: str) -> None:
    assert not [each for each in within.found(said).wishes if each.wish.command is Command.FORGET]


@pytest.mark.parametrize(
    "said",
    [
        "You can listen to the kettle. I've said ta-ra, I'm away. Stop.",
        "Basta. Stop.",
        "I told you once. Stop it now.",
    ],
)
def test_stop_stops_behind_other_words(said: str) -> None:
    _, move = after(said)
    assert move.ends and move.deaf


def test_a_word_of_another_language_says_goodbye() -> None:
    _, move = after("Now my knees say bed. Dobranoc.")
    assert move.ends or move.ask in rules().words.phrases.kinds["end_ask"].say


def test_what_somebody_says_in_the_story_ends_nothing() -> None:
    _, move = after(
        "And she stood on the step and said goodbye. Goodbye, she said, and I never saw her again."
    )
    assert not move.ends and move.act is not Act.CLOSING


@pytest.mark.parametrize(
    "told",
    [
        "My own father never opened on a Sunday, not for the doctor, not for the King.",
        "He would not get up for anybody, not for the vicar.",
        "Nobody was let in after ten, not even for our Joan.",
        "She did not stop the press, not for the minister and not for her own brother.",
    ],
)
def test_a_no_that_only_goes_on_in_a_story_keeps_nothing_from_anybody(told: str) -> None:
    assert not within.found(told).wishes


@pytest.mark.parametrize(
    "said",
    [
        "That is not for the book, and not for Ann.",
        "I pledged her ring that winter, not for our Joan, that.",
        "Not for our Joan, mind.",
    ],
)
def test_a_no_of_now_does(said: str) -> None:
    assert within.found(said).wishes


@pytest.mark.parametrize(
    ("said", "wishes"),
    [
        ("Wait, I have not told you about the veil.", [Command.TALK_ABOUT]),
        ("I never told you about my brother Rory, did I.", [Command.TALK_ABOUT]),
        ("I never told you about my brother. He was on the boats out of Ullapool.", []),
        ("I want to tell you about the school. Miss Pym kept a stove in the corner.", []),
        ("He drowned. But I was telling you about the ferry.", [Command.TALK_ABOUT]),
        ("I'm ever so tired. Remind me next time about the crossed line.", [Command.TIRED]),
    ],
)
def test_what_is_still_to_be_told_is_asked_for_unless_it_is_told_at_once(
    said: str, wishes: list[Command]
) -> None:
    assert [each.wish.command for each in within.found(said).wishes] == wishes
    if Command.TALK_ABOUT in wishes:
        _, move = after(said)
        assert "not" not in move.text.split() and move.act is not Act.SAFETY, move.text
