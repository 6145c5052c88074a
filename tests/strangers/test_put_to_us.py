"""A question to us that nothing of ours understood is never met with "please go on", and nothing is kept back by one."""

import pytest
from talking import after

from voice_agent.reading.wishes.commands import KEEPS_BACK
from voice_agent.reading.wishes.put_to_us import meant

pytestmark = pytest.mark.models

TO_US = (
    "I kept the third key on my own ring. Have you an idea what for?",
    "They put it on the ten o'clock goods. Why did you not ask me about the goods?",
    "He was a lovely dancer, our Wilf. Are you wanting all the names?",
    "Dae ye ken whit a sneck is? Can you tell me that?",
)
OUR_WORDS = (
    "With whom?",
    "About which one?",
    "What do you mean by that?",
    "Tell of what?",
)
OF_NOBODY = (
    "They'd drunk the lot and gone home. What can you do?",
    "He wore it to the wedding, the hat. Would you believe it?",
    "She looked at me and she said, are you coming or not?",
    "Who put it there? Nobody ever found out.",
    "And I thought, what are you doing here, girl?",
    "Forty years on the railway and a clock for it. How do you like that?",
)


@pytest.mark.parametrize("said", TO_US)
def test_a_question_to_us_is_no_story_to_go_on_with(said: str) -> None:
    assert meant(said) == "asks_else"
    _, move = after(said)
    assert "listening" not in move.text and "go on" not in move.text.lower()


@pytest.mark.parametrize("said", OUR_WORDS)
def test_whoever_asks_what_we_meant_is_not_told_to_go_on(said: str) -> None:
    assert meant(said) == "asks_which"
    _, move = after(said)
    assert "listening" not in move.text and not move.text.startswith(
        ("Please go on", "Go on", "Do go on")
    )


@pytest.mark.parametrize("said", OF_NOBODY)
def test_what_a_story_asks_of_nobody_is_not_answered(said: str) -> None:
    assert meant(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "Who told you to keep the hymn book quiet?",
        "How are they going to know if you never tell them?",
        "Why would nobody be allowed to hear it?",
        "Did I say that Janet was not to have it?",
    ],
)
def test_a_question_keeps_nothing_back(said: str) -> None:
    _, move = after(said)
    assert not {wish.command for wish in move.wishes} & KEEPS_BACK


@pytest.mark.parametrize("said", ["Can you keep that from our Janet?", "Will you see to it that nobody hears that?"])  # fmt: skip
def test_a_request_in_the_form_of_a_question_does(said: str) -> None:
    _, move = after(said)
    assert {wish.command for wish in move.wishes} & KEEPS_BACK


@pytest.mark.parametrize("said", ["I told you already it was a barge. Weren't you listening?", "I've told you, it was a barge."])  # fmt: skip
def test_what_they_told_already_is_said_back_whole(said: str) -> None:
    _, move = after(said)
    assert "it was a barge" in move.say
