"""What the words of a running turn say of its story, and that patience goes by it."""

from pathlib import Path

import pytest
from kitchen import Rest, Say, hold

from voice_agent.conversation.acquaintance import Acquaintance
from voice_agent.conversation.story_places import by_words
from voice_agent.dialogue.company import Company
from voice_agent.dialogue.listening import Pause, Stretch
from voice_agent.dialogue.patience import Pauses
from voice_agent.dialogue.story_patience import StoryPlace
from voice_agent.dialogue.tempo import Tempo
from voice_agent.dialogue.voiceprint import Voiceprint
from voice_agent.reading.heads.endings import Ending
from voice_agent.settings_sections import Endpoint
from voice_agent.sound import RATE

LONG = "We had a little house at the end of the lane, and behind it there was a pond where we swam."


@pytest.mark.parametrize(
    ("said", "ending", "place"),
    [
        ("", None, StoryPlace.UNKNOWN),
        (LONG, None, StoryPlace.UNKNOWN),
        (f"{LONG} And that's all I remember.", None, StoryPlace.TOLD),
        (LONG + " We never saw the like again, any of us.", Ending.TOLD, StoryPlace.TOLD),
        (f"{LONG} But wait till you hear what my brother did.", None, StoryPlace.MIDDLE),
        (LONG, Ending.MORE, StoryPlace.MIDDLE),
        ("Oh, the house.", None, StoryPlace.MIDDLE),
        ("Yes, please do.", None, StoryPlace.UNKNOWN),
        ("Forget that.", None, StoryPlace.UNKNOWN),
        ("Who hears all this?", None, StoryPlace.UNKNOWN),
        (f"{LONG} My mother died there in the winter.", None, StoryPlace.HEIGHT),
    ],
)
def test_words_say_where_the_story_stands(
    said: str, ending: Ending | None, place: StoryPlace
) -> None:
    assert by_words(said, ending) is place


@pytest.mark.anyio
async def test_a_story_that_has_only_begun_is_waited_for(tmp_path: Path) -> None:
    told = await hold(
        tmp_path,
        [Rest(16), Say("oh the house", 1), Rest(3.6), Say("it stood by the river", 3), Rest(14)],
    )
    told.record.close()
    theirs = [turn.text for turn in told.outcome.turns if str(turn.speaker) == "narrator"]
    assert theirs == ["oh the house it stood by the river"]


def test_long_pauses_of_a_turn_make_for_patience_before_it_is_over() -> None:
    known = Acquaintance(Company(Voiceprint()), Pauses(), Tempo(), Endpoint())
    pauses = tuple(Pause(n * 5 * RATE, (n * 5 + 3) * RATE) for n in range(6))
    turn = Stretch(0, 40 * RATE, 12.0, pauses)
    assert known.manners_amid(turn).patience > known.manners.patience
    assert known.manners_amid(Stretch(0, RATE, 1.0)) == known.manners
