"""An invitation in a room: a chime, a greeting by name, and whatever the narrator makes of it."""

from collections.abc import Sequence
from pathlib import Path

import anyio
import pytest
from kitchen import Amplitude, Ear, Line, Rest, Say, Talker, script
from room import Room

from voice_agent.audio.echo import NoEcho
from voice_agent.resources import resource
from voice_agent.scheduler.answers import InvitationAnswer
from voice_agent.scheduler.calling import Caller, call, wording
from voice_agent.scheduler.plan import Wanted
from voice_agent.sound import RATE, Clip

CHIME = Clip(Talker().render("ding dong", 150).samples, RATE)


def invited(
    lines: Sequence[Line], *, hand: bool = False
) -> tuple[InvitationAnswer | None, list[str]]:
    said = list[str]()

    def render(text: str) -> Clip:
        said.append(text)
        return Talker().render(text, 150)

    caller = Caller(
        CHIME,
        render,
        Amplitude(),
        NoEcho(),
        Ear(lines),
        wording(resource("config/invitation.toml"), "Rose"),
        patience=20.0,
        beckoned=lambda: hand,
    )

    async def run() -> InvitationAnswer | None:
        return await call(Room(script(lines)), caller, 1)

    return anyio.run(run), said


def test_the_greeting_says_the_name_and_any_word_is_a_yes() -> None:
    answer, said = invited([Rest(8), Say("oh hello dear", 1.5), Rest(10)])
    assert answer == InvitationAnswer()
    assert said == ["Hello, Rose. It is time for our talk, if you like. Shall we?"]


def test_not_today_is_granted_aloud() -> None:
    answer, said = invited([Rest(8), Say("not today thank you", 2.0), Rest(20)])
    assert answer is not None
    assert answer.wanted is Wanted.NOT_TODAY
    assert said[-1] == "That is quite all right. Another day."


def test_an_answer_in_the_middle_of_the_greeting_is_heard() -> None:
    answer, _ = invited([Rest(2), Say("yes yes I am here", 2.0), Rest(10)])
    assert answer == InvitationAnswer()


def test_an_empty_room_answers_nothing() -> None:
    answer, said = invited([Rest(40)])
    assert answer is None
    assert len(said) == 1


def test_a_hand_on_the_button_answers_too() -> None:
    assert invited([Rest(40)], hand=True)[0] == InvitationAnswer()


def test_every_sentence_can_be_said_without_a_name(tmp_path: Path) -> None:
    says = wording(resource("config/invitation.toml"), "")
    assert "{" not in says.greeting + says.again
    assert says.greeting.startswith("Hello. ")


@pytest.mark.parametrize("text", ["greeting = ", "again = 'x'"])
def test_damaged_sentences_are_reported_with_their_file(tmp_path: Path, text: str) -> None:
    from voice_agent.errors import SettingsError

    file = tmp_path / "invitation.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match="is not what we expect"):
        wording(file, "Rose")
