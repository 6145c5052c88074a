"""Who says that a story is no secret, who gets what, or that somebody is to know it, has nothing kept back."""

import pytest
from talking import after

from voice_agent.interview.steering.commands import KEEPS_BACK, Command

pytestmark = pytest.mark.models

NO_SECRET = (
    "That's no secret round here, mind, the whole town can have it.",
    "I'm not ashamed of it, you may tell whoever asks.",
    "Och, it's nae secret. Let the whole village hear it.",
    "Is not private, this. Everybody can read it in my family.",
    "You can give that to anyone, I don't care who hears it.",
)
LET_IN = (
    "I would love our Winnie to hear this one.",
    "My grandson should know that about his granddad.",
    "I'd be glad if my sister could read that some day.",
    "I'd like it best if Jean knew, she always asked.",
)
LEFT_TO_SOMEBODY = (
    "The long clock goes to our Stanley when I die, and the chairs with it.",
    "When I'm dead I want to be buried at Whitby, near the sea.",
    "My sewing box is for Rosalind when I'm gone, it was her gran's.",
    "I've left the allotment to Derek, so he'll have it once I'm gone.",
    "I want no hymns and no fuss after I'm gone, only the band.",
)
KEPT_BACK = {
    "I'd as soon our Winnie didn't hear this one.": Command.NOT_FOR,
    "It's not to come to Rosalind's ears, any of it.": Command.NOT_FOR,
    "I want my grandson never to know that.": Command.NOT_FOR,
    "That one is just for Jean, the rest of them needn't have it.": Command.ONLY_FOR,
    "They can have that story when I'm in my grave, not a day sooner.": Command.NOT_WHILE_I_LIVE,
    "Not till after my funeral, that one.": Command.NOT_WHILE_I_LIVE,
    "No, that is private.": Command.BETWEEN_US,
    "Nobody's to know, it's a secret.": Command.BETWEEN_US,
}


def kept(line: str) -> set[Command]:
    _, move = after(line)
    return {wish.command for wish in move.wishes} & KEEPS_BACK


@pytest.mark.parametrize("line", [*NO_SECRET, *LET_IN, *LEFT_TO_SOMEBODY])
def test_nothing_is_kept_back_where_the_opposite_is_said(line: str) -> None:
    assert not kept(line)


@pytest.mark.parametrize(("line", "command"), KEPT_BACK.items())
def test_what_is_to_be_kept_back_still_is(line: str, command: Command) -> None:
    assert kept(line) == {command}


@pytest.mark.parametrize("line", NO_SECRET)
def test_who_says_it_is_no_secret_hears_that_we_understood(line: str) -> None:
    _, move = after(line)
    assert "no secret" in move.say
    assert not move.ends


@pytest.mark.parametrize("line", NO_SECRET)
def test_what_was_just_kept_back_is_let_out_only_after_a_question(line: str) -> None:
    progress, move = after("Keep that between us, please.", line)
    assert progress.wishing is not None
    assert "after all" in move.ask or "Shall I let" in move.ask
    _, answered = after("Keep that between us, please.", line, "Yes.")
    assert {wish.command for wish in answered.wishes} == {Command.LET_OUT}


def test_a_story_stays_a_story_where_it_is_called_no_secret() -> None:
    progress, move = after(
        "It was no secret that my uncle Alf drank. He fell off the coal cart twice in one week, and the horse took him home."
    )
    assert not move.wishes
    assert "uncle Alf" in progress.told_last


@pytest.mark.parametrize("line", [*LEFT_TO_SOMEBODY, "We danced till two that night, and so I'll be away for my bus, and you mind yourself till I'm back."])  # fmt: skip
def test_a_will_or_a_goodbye_calls_nobody(line: str) -> None:
    _, move = after(line)
    assert not move.reason.startswith("safety level 3")


@pytest.mark.parametrize("line", ["I've left the house to Paul. I have put my tablets ready for tonight and I will not wake up.", "Goodbye now. I've taken all my pills."])  # fmt: skip
def test_danger_beside_a_will_or_a_goodbye_is_danger(line: str) -> None:
    _, move = after(line)
    assert move.reason.startswith("safety level 3")


@pytest.mark.parametrize("line", ["Leave that be. Ask me about something else, the mill, say.", "I'd as soon not. Ask me something different, the chapel outings."])  # fmt: skip
def test_who_offers_another_subject_is_asked_about_it(line: str) -> None:
    _, move = after(line)
    assert "the mill" in move.ask or "the chapel outings" in move.ask
