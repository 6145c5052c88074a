"""The waiting that is measured: who is answered, who is met with silence, and when the next one speaks."""

from collections.abc import Sequence

from voice_agent.dialogue.floor import Cue, Floor, move
from voice_agent.evaluation.latency import INTO, SETTLE, Exchange, Stage, left

ANSWERED = (Cue.NARRATOR_STARTS, Cue.NARRATOR_RESTS, Cue.REPLY_BEGINS)
MET_WITH_SILENCE = (Cue.NARRATOR_STARTS, Cue.NARRATOR_RESTS, Cue.REPLY_ENDS)


def after(cues: Sequence[Cue]) -> Exchange:
    stage = Stage()
    stage.exchanges.append(Exchange("ann", barge_in=False))
    floor, watch = stage.floor, stage.watch()
    for cue in cues:
        floor = move(floor, cue)
        watch.floor(floor, cue, 0.0)
    return stage.exchanges[-1]


def test_a_person_speaks_when_the_floor_has_been_open_a_while_however_it_came_to_be() -> None:
    assert left(Floor.OPEN, 0.2, interrupting=False) == SETTLE - 0.2
    # a word of ours too short to be interrupted, or none: nobody waits for another
    assert left(Floor.OPEN, SETTLE + 1, interrupting=True) == 0


def test_only_a_reply_that_lasts_is_interrupted_and_only_when_it_is_time() -> None:
    assert left(Floor.INTERVIEWER, 0.5, interrupting=True) == INTO - 0.5
    assert left(Floor.INTERVIEWER, 9.0, interrupting=False) is None


def test_nobody_speaks_on_while_they_are_listened_to() -> None:
    for floor in (Floor.NARRATOR, Floor.PENDING, Floor.PAUSED):
        assert left(floor, 9.0, interrupting=True) is None


def test_an_answer_is_timed() -> None:
    exchange = after(ANSWERED)
    assert exchange.decided is not None and exchange.content is not None


def test_what_we_say_after_a_long_silence_is_nobodys_answer() -> None:
    exchange = after((*MET_WITH_SILENCE, Cue.REPLY_BEGINS))
    assert exchange.decided is not None and exchange.content is None


def test_a_reply_to_half_a_story_is_not_the_answer_to_the_whole() -> None:
    spoke_on = (Cue.NARRATOR_STARTS, Cue.REPLY_YIELDS, Cue.NARRATOR_RESTS, Cue.REPLY_ENDS)
    assert after((*ANSWERED, *spoke_on)).content is None
