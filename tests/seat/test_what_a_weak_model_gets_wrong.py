"""Kinds of replies that a small language model wrote to invented narrators' turns, and that nobody is to hear."""

import pytest
from interviews import AGREED, rules

from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.interview.seat import fence
from voice_agent.interview.seat.gathering import gathered
from voice_agent.interview.seat.of_itself import untrue
from voice_agent.interview.seat.proposal import Kind, Reply

LAMP = "Granny took my father's lamp and stood on the brae with it. In the morning he came in, and she said, you're late for your porridge."
DAY = "Two Hannahs there were, and a pigeon. She put the tin back up on the shelf the day my dad was killed at the pit."
DANCE = "He danced like a mule, and he stepped on my hem. I said, two dollars! So he came every Saturday with a quarter. Then he tore another."
SHIP = "A man with a stamp asked me if I was a spy. I said, I am a seamstress."


@pytest.mark.parametrize(
    ("turn", "say", "why"),
    [
        (LAMP, "Late for her porridge.", "gives it to somebody else"),
        (LAMP, "Your porridge, and the lamp on the brae.", ""),
        (LAMP, "Porridge.", "a single word"),
        (LAMP, "The lamp. What did you tell me about the lamp?", "corrects or examines the narrator"),
        (LAMP, "She took the lamp. She stood on the brae. He came in. She said he was late.", "sums up"),
        (DAY, "The pigeon, then.", "passes over what hurts"),
        (DAY, "The tin, back up on the shelf.", ""),
        (DAY, "The pigeon. There is no hurry.", ""),
        (DANCE, "Stepped on your hem, and two dollars.", ""),
        (DANCE, "And the hem and", "is no sentence"),
        (SHIP, "A seamstress. Not a spy.", "denies what was said"),
        (SHIP, "Man, stamp, spy, seamstress.", "is no sentence"),
        (SHIP, "A man with a stamp. Was he a spy?", "was told this very talk"),
        (SHIP, "Did the man with the stamp ever come back?", ""),
        (SHIP, "A seamstress, and the man with the stamp.", ""),
    ],
)  # fmt: skip
def test_why_it_is_not_said(turn: str, say: str, why: str) -> None:
    by = rules()
    progress, _ = planner.open_session(by, AGREED)
    heard = Heard(turn)
    _, move = planner.reply(by, progress, heard, AGREED)
    brief = gathered(by, progress, heard, move, Known())
    guard = "hard to tell" if turn is DAY else move.guard
    look = fence.Look(by, progress, heard, brief, guard)
    assert fence.struck(Reply(Kind.QUIET, say), look) == why


@pytest.mark.parametrize(
    ("asked", "say", "so"),
    [
        ("", "You did tell me, and I broke in.", True),
        ("", "I should have had that ready for you.", True),
        ("Did you not hear about the tup?", "I did.", True),
        ("Are you still there?", "I am.", True),
        # the same words say something else elsewhere
        ("Did you tell my daughter?", "I did.", False),
        ("Are you a widow?", "I am.", False),
        ("", "I missed you.", False),
        ("", "I went past the church every day.", False),
        ("", "I should have rung your son.", False),
    ],
)
def test_of_itself_it_says_what_an_interviewer_has_done_in_the_talk(
    asked: str, say: str, so: bool
) -> None:
    assert untrue(say, asked, answers=True) is not so
