"""A wish is granted only when it is the whole of what was said."""

import pytest

from voice_agent.reading.wishes.commands import Command, understood, wish

WISHES = {
    Command.STOP: "Stop. | stop it | Please stop. | Stop recording. | That's enough. | turn it off | Stop, please. | stop stop",
    Command.GOODBYE: "Goodbye. | Bye bye. | Good night then | That's all for today. | I have to go now. | I'm finished for today. | See you next week. | I've had enough for today. | I think that's enough for today. I'm getting a little tired. Thank you, and goodbye.",
    Command.REPEAT: "What? | Pardon? | What did you say? | Say that again please. | I didn't hear you. | Could you repeat that?",
    Command.SLOWER: "Slower, please. | Could you speak more slowly? | You're too fast for me. | Slow down.",
    Command.FASTER: "Faster. | Speak faster please. | You are too slow.",
    Command.LOUDER: "Louder. | Speak up, please. | I can't hear you very well. | You're too quiet.",
    Command.QUIETER: "You're too loud. | Not so loud. | Speak more quietly please.",
    Command.SKIP: "Skip that. | Next question. | I'd rather not talk about that. | I don't want to answer that.",
    Command.CHANGE: "Ask me something nice, will you? | Could you ask me something more cheerful? | Ask me an easier one.",
    Command.PERSON: "Are you a real person? | Who are you? | Am I talking to a machine? | Is this a recording?",
}

STORIES = """And I told him, stop!
I said goodbye to my mother at the station and got on the train.
She always said that's enough for today and put the wool away.
He could not stop laughing.
But what then? Surely it could not be so.
We had to skip that dance because my shoes were wet.
What did you say, he asked me, and I said yes.
My father drove slower after the accident.
I have to go back a bit to explain that.
It was the next question on the paper.
He never did ask me for a different one.
I can't hear that song without thinking of her.
They turned it off at night to save the coal.
We stood on the platform for a very long time with our cases, and my mother would not let go of my hand, and then she said it. Goodbye."""


@pytest.mark.parametrize(
    ("wish", "said"),
    [(wish, s.strip()) for wish, many in WISHES.items() for s in many.split("|")],
)
def test_a_wish_is_understood(wish: Command, said: str) -> None:
    assert understood(said) is wish


@pytest.mark.parametrize(
    "said", ["Oh, who would know now.", "Who knows?", "Who can know any more?"]
)
def test_what_nobody_knows_any_more_does_not_ask_who_has_listened(said: str) -> None:
    assert wish(said) is None


@pytest.mark.parametrize("said", STORIES.splitlines())
def test_a_wish_inside_a_story_is_a_story(said: str) -> None:
    assert understood(said) is None


@pytest.mark.parametrize(
    "said",
    ["What I said about Frank, that's private.", "What I told you there is meant for Ruth alone."],
)
def test_what_is_to_stay_private_is_not_read_back(said: str) -> None:
    assert understood(said) is not Command.WHAT_DID_I_TELL


@pytest.mark.parametrize(
    "said",
    [
        "My stories go when I go.",
        "Nothing of this should remain once I have passed.",
        "I withdraw what I allowed for after my death.",
    ],
)
def test_what_is_to_end_with_a_death_is_not_kept_for_after_it(said: str) -> None:
    assert understood(said) is not Command.NOT_WHILE_I_LIVE


@pytest.mark.parametrize(
    "said",
    [
        "I'm getting tired. Goodbye.",
        "That's me for today, love. Bye bye.",
        "I'm done in. Ta-ra now.",
    ],
)
def test_who_is_tired_and_takes_their_leave_is_not_offered_a_rest(said: str) -> None:
    found = wish(said)
    assert found is not None and found.command is Command.GOODBYE
