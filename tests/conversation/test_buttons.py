"""A button on the page is a wish like a spoken one: obeyed once, whenever it is pressed, and no word is lost for it."""

from pathlib import Path

import anyio
import pytest
from kitchen import Rest, Say, Told, hold
from often import some

from voice_agent.conversation.house import Controls
from voice_agent.interview.steering.outcome import Outcome
from voice_agent.reading.wishes.commands import Command, Wish
from voice_agent.web.line import BUTTONS, Line

STORY = "we lived by the river in a small house and my father kept bees"
TALK = (Rest(13), Say(STORY, 4), Rest(14), Say("oh wait I forgot the goat", 2), Rest(16))


class Held:
    """A talk in which one button is pressed at one moment, by an impatient hand in every frame of `impatient` seconds."""

    def __init__(
        self,
        state: Path,
        button: str,
        second: float,
        *,
        agreed: bool = True,
        impatient: float = 0.0,
        delays: tuple[float, ...] = (),
    ) -> None:
        self.louder, self.wishes = list[float](), list[Wish]()
        controls, line, left = Controls(), Line(), [second, second + impatient]
        line.obey(controls)

        def hand(now: float) -> None:
            if left and now >= left[0]:
                line.told({"kind": "wish", "wish": button})
            if left and now >= left[-1]:
                left.clear()

        async def grant(wish: Wish, words: str) -> Outcome:
            self.wishes.append(wish)
            return Outcome()

        async def run() -> Told:
            return await hold(
                state,
                TALK if agreed else (Rest(40), Say("please do record it all", 1.5), *TALK),
                agreed=agreed,
                controls=controls,
                delays=delays,
                each_frame=hand,
                grant=grant,
                loudness=self.louder.append,
            )

        self.told = anyio.run(run)
        self.told.record.close()


@pytest.mark.parametrize("second", some([0.1, 3, 14, 18.5, 20, 35]))
def test_louder_is_obeyed_once_whenever_it_is_pressed(tmp_path: Path, second: float) -> None:
    """As we greet, as we ask, as they tell, as they fall silent, as they are answered, as they speak over us."""
    held = Held(tmp_path, "louder", second)
    (factor,) = held.louder
    assert factor > 1
    said = held.told.narrator()
    assert said.count("Louder, please.") == 1
    assert STORY in said and "oh wait I forgot the goat" in said


@pytest.mark.parametrize("second", some([3, 14, 20, 35]))
def test_an_impatient_hand_has_one_wish(tmp_path: Path, second: float) -> None:
    """Pressed again before it was obeyed, and while we are thinking of an answer."""
    held = Held(tmp_path, "louder", second, impatient=0.4, delays=(0.6,))
    assert len(held.louder) == 1
    assert held.told.narrator().count("Louder, please.") == 1


def test_louder_helps_whoever_does_not_hear_who_we_are(tmp_path: Path) -> None:
    """Before the yes: the one moment in which nothing else can help them."""
    held = Held(tmp_path, "louder", 5, agreed=False)
    assert held.told.outcome.consented
    assert [factor > 1 for factor in held.louder] == [True]


def test_a_story_is_kept_between_us_by_hand(tmp_path: Path) -> None:
    held = Held(tmp_path, "between us", 19)
    assert [wish.command for wish in held.wishes] == [Command.BETWEEN_US]


def test_what_is_skipped_by_hand_is_not_asked_again(tmp_path: Path) -> None:
    held = Held(tmp_path, "skip", 27)
    turns = held.told.lines
    at = turns.index(("narrator", BUTTONS["skip"]))
    (question, answer) = (
        next(text for who, text in some if who == "interviewer")
        for some in (turns[at::-1], turns[at:])
    )
    assert question.split(". ")[-1] not in answer
