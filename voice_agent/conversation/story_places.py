"""Where the story of a running turn stands, by its words so far: what patience asks (dialogue/story_patience.py). Pure.

Words alone seldom say it: of the ends of turns in held talks they know one in ten, and most silences are UNKNOWN.
"""

from voice_agent.dialogue.story_patience import StoryPlace
from voice_agent.interview.heard import Heard
from voice_agent.interview.story_state import STORY, StoryState, story_state
from voice_agent.reading.heads.endings import Ending
from voice_agent.reading.wishes.commands import understood


def by_words(said: str, ending: Ending | None) -> StoryPlace:
    """The place after `said`; `ending`: what a reader makes of its last words, None: it is not sure."""
    heard = Heard(said)
    told = heard.telling
    if not told.words:
        return StoryPlace.UNKNOWN
    state = story_state(heard, ending)
    if state in (StoryState.TOLD, StoryState.WHOLE):
        return StoryPlace.TOLD
    if state is StoryState.OPEN or ending is Ending.MORE:
        return StoryPlace.MIDDLE
    if state is StoryState.BRIEF and _only_begun(heard):
        return StoryPlace.MIDDLE
    return StoryPlace.HEIGHT if told.lately.mourns else StoryPlace.UNKNOWN


def _only_begun(heard: Heard) -> bool:
    """A few words that answer no yes or no, and want nothing of us."""
    told, to_us = heard.telling, heard.to_us
    wants = told.asks or to_us.quiet or bool(to_us.small_talk) or understood(heard.text) is not None
    return told.words < STORY and told.agrees is None and not wants
