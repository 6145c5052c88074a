"""Who says that a story is no secret, who gets what, or that somebody is to know it, has nothing kept back."""

import pytest
from talking import after

from voice_agent.reading.wishes.commands import KEEPS_BACK, Command

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
    "It's not to come to Rosalind's ears, any of it.": Command.BETWEEN_US,
    "I want my grandson never to know that.": Command.NOT_FOR,
    "That one is just for Jean, the rest of them needn't have it.": Command.BETWEEN_US,
    "They can have that story when I'm in my grave, not a day sooner.": Command.NOT_WHILE_I_LIVE,
    "Not till after my funeral, that one.": Command.NOT_WHILE_I_LIVE,
    "That can come out when I'm under the slate, not before.": Command.NOT_WHILE_I_LIVE,
    "When I'm six feet under they may read it.": Command.NOT_WHILE_I_LIVE,
    "The chapel business can come out once I'm in my coffin.": Command.NOT_WHILE_I_LIVE,
    "No, that is private.": Command.BETWEEN_US,
    "Nobody's to know, it's a secret.": Command.BETWEEN_US,
    "That's private, people should have some respect.": Command.BETWEEN_US,
    "I'd hate everybody to know that.": Command.BETWEEN_US,
    "I'd hate my family to hear it.": Command.BETWEEN_US,
    "Keep that quiet, folk can hear through these walls.": Command.BETWEEN_US,
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
    assert progress.wishes.waiting is not None
    assert "after all" in move.ask or "Shall I let" in move.ask
    _, answered = after("Keep that between us, please.", line, "Yes.")
    assert {wish.command for wish in answered.wishes} == {Command.LET_OUT}


def test_a_story_stays_a_story_where_it_is_called_no_secret() -> None:
    progress, move = after(
        "It was no secret that my uncle Alf drank. He fell off the coal cart twice in one week, and the horse took him home."
    )
    assert not move.wishes
    assert "uncle Alf" in progress.tellings.last


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


INSIDE = {
    "He was to lose the shop that year, and I gave him the nine hundred I had by. Deirdre must not know that, never, she would say why him and not me, and she'd be right. So he kept the shop, and he sends me a goose every Christmas.": ("deirdre", Command.NOT_FOR),
    "I lent her six thousand pound for the ovens, and our Colin in't to know, he'd go up like a rocket, but she pays me back regular.": ("colin", Command.NOT_FOR),
    "This what comes now is only for Maeve. My mother's brooch is behind the flour. It is for her, not for the others. My mother wore it out of the house the night of the fire.": ("maeve", Command.ONLY_FOR),
    "Now Bronagh must never get to hear a word of that, it would break her heart, the poor girl.": ("bronagh", Command.NOT_FOR),
    "Last week I told you about Sean and the money from the bank. That was for Bronagh not to know.": ("bronagh", Command.NOT_FOR),
}  # fmt: skip
NOTHING_OF_THE_KIND = (
    "I never told that to a soul before, how she stood there in the frost and counted the carriages.",
    "And I say to her, Not till the tide's gone. And the pair of us laughed till we had to hold the rail.",
    "They found it in the ash. A key for a house that is not there. I brought it home, and she said, now we only need the door.",
    "You promised me you'd not be long, I said to him, and there he was three years later with a duck.",
    "Everybody has that hymn. And the accordion I give to Luke, if he learns one song.",
)


@pytest.mark.parametrize("line", INSIDE)
def test_who_is_kept_from_a_story_is_heard_inside_it(line: str) -> None:
    _, move = after(line)
    found = {(wish.about.removeprefix("our "), wish.command) for wish in move.wishes}
    assert found == {INSIDE[line]}


@pytest.mark.parametrize("line", NOTHING_OF_THE_KIND)
def test_a_story_without_a_wish_keeps_nothing_back(line: str) -> None:
    assert not kept(line)


def test_what_was_told_before_is_what_is_kept_back() -> None:
    _, move = after("I told you about the parrot and the vicar. Don't let our Ann hear it.")
    assert [wish.story for wish in move.wishes] == ["the parrot and the vicar"]


@pytest.mark.parametrize("said", ["What after all? Yes of course, the funeral is for them.", "Aye, let 'em hear that. And it was 1960, not '61.", "Yes. The key, the moon, all of that."])  # fmt: skip
def test_a_yes_with_more_behind_it_lets_it_out(said: str) -> None:
    _, move = after("Keep that between us.", "It's no secret, let them all hear it.", said)
    assert {wish.command for wish in move.wishes} == {Command.LET_OUT}


@pytest.mark.parametrize("said", ["Yes. Quiet a little.", "Aye, let's be quiet.", "Quiet, please.", "Yes please, it's good, quiet."])  # fmt: skip
def test_quiet_that_was_offered_is_kept(said: str) -> None:
    _, move = after("We buried our little girl in the March, and she not two years old.", said)
    assert not move.ask and move.loudness == 1.0


@pytest.mark.parametrize("said", ["Yes of course, the party is for them. The money not, Deirdre not.", "Yes, but not our Deirdre."])  # fmt: skip
def test_a_yes_that_keeps_somebody_out_lets_nothing_out(said: str) -> None:
    _, move = after("Deirdre must not know of the money.", "It's no secret, let them all hear it.", said)  # fmt: skip
    assert Command.LET_OUT not in {wish.command for wish in move.wishes}


def test_what_is_open_in_the_next_story_lets_out_nothing_of_the_one_before() -> None:
    funeral = "And my funeral. I want they know, the children. At Mount Carmel, no black clothes, and the band has to play the happy march, not the sad one. Tell them all."
    _, move = after("Deirdre must not know of the nine hundred pounds.", funeral)
    assert not move.ask and not {Command.UNDO, Command.LET_OUT} & {w.command for w in move.wishes}


@pytest.mark.parametrize("said", ["Yes, lovely, two sugars please, Joan.", "Yes, in a minute, Doctor.", "My family can hear about the kipper.", "Aye, put it on the chair, pet.", "Yes, keep it between us please.", "Yes, I don't want that let out.", "Yes, it stays private.", "Aye, leave it as it is.", "Of course they can't."])  # fmt: skip
def test_a_yes_to_somebody_else_lets_nothing_out(said: str) -> None:
    _, move = after("Keep that between us.", "It's no secret, let them all hear it.", said)
    # what names another story may let out that one
    named = [wish.story for wish in move.wishes if wish.command is Command.LET_OUT]
    assert named == (["the kipper"] if "kipper" in said else [])


def test_what_was_kept_back_a_while_ago_is_not_asked_about_for_another_story() -> None:
    _, move = after("Deirdre must not know that.", "You daft thing, is it put away?", "The kipper story, mind, anybody can hear that one.")  # fmt: skip
    assert "after all" not in move.ask and "Shall I let" not in move.ask


def test_who_says_who_she_is_is_let_in_nowhere() -> None:
    _, move = after("Mum, it's only me, Deirdre. What's she been telling you about Michael, machine?")  # fmt: skip
    assert not {wish.command for wish in move.wishes} & KEEPS_BACK
