"""From which share a wish is believed hangs on what it gains and on what mistakes cost."""

from lab.training.choose_wishes import GRID, LEAST, Taken, choose
from voice_agent.reading.wishes.commands import Command


def test_a_bar_lies_above_talk_that_asks_for_nothing_and_below_the_wishes() -> None:
    wish = "say that a good deal nearer to me"
    said = [Taken("louder", wish, Command.LOUDER, share) for share in (0.62, 0.7, 0.8)]
    calm = [Taken("turn", "the wireless was a good deal nearer then", Command.LOUDER, 0.56)]
    assert choose([calm], [said])[Command.LOUDER] == 0.6
    assert choose([[]], [said])[Command.LOUDER] == GRID[0]


def test_what_puts_something_away_is_never_believed_lightly() -> None:
    said = [Taken("forget that", "let it be gone from there", Command.FORGET, 0.4)]
    assert choose([[]], [said])[Command.FORGET] >= LEAST


def test_a_few_wishes_more_are_not_worth_a_story_taken_for_one() -> None:
    said = [Taken("tired", "my legs have had it for now", Command.TIRED, 0.6)] * 3
    story = [Taken("story", "my legs had it that evening", Command.TIRED, 0.7)] * 2
    assert choose([[]], [[*said, *story]])[Command.TIRED] > 0.7
