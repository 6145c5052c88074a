"""Where a story stands when an answer has ended: what may follow it is looked up by this. Pure."""

from enum import StrEnum

from voice_agent.interview.heard import Heard
from voice_agent.interview.vetoes import told_out
from voice_agent.reading.heads.endings import Ending

STORY, AMPLE = 10, 22
"""Words of an answer that is a story if it tells of something that was, and of one that is a story anyhow. Guesses."""


class StoryState(StrEnum):
    """What an answer leaves."""

    REFUSED = "refused"
    """They turn away from what was asked."""

    NOTHING = "nothing"
    """Nothing came to mind."""

    OPEN = "open"
    """Their last words say that it goes on."""

    TOLD = "told"
    """Their last words close it, or it was told in another talk just so."""

    LIVE = "live"
    """A story that nothing has closed."""

    WHOLE = "whole"
    """A story that no word closes, and that a reader takes for told."""

    BRIEF = "brief"
    """A few words."""


def story_state(heard: Heard, ending: Ending | None) -> StoryState:
    """Where the story of `heard` stands; `ending`: what a reader makes of its last words, None: it is not sure."""
    told = heard.telling
    for state, there in (
        (StoryState.REFUSED, told.refuses),
        (StoryState.NOTHING, told.blank),
        (StoryState.TOLD, told.closes),
        (StoryState.OPEN, told.opens),
        (StoryState.TOLD, told_out(heard) or heard.tiring),
    ):
        if there:
            return state
    live = told.words >= AMPLE or (told.words >= STORY and told.tells)
    if not live:
        return StoryState.BRIEF
    return StoryState.WHOLE if ending is Ending.TOLD else StoryState.LIVE
