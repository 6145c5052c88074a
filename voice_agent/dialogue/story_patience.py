"""How patient to be by where a story stands: longer in the middle of it and at its height, shorter where it is told. Pure.

    manners = with_story(manners, place)

Whoever reads the turn says the place: rules of words (conversation/story_places.py), or a language model's reading
whose `story` is none, in_the_middle, going_on, at_its_height, told or closed. What is learned of the narrator's pauses
and the turn-end model's word stay what they are; the place says how much each of them counts.
"""

from dataclasses import replace
from enum import StrEnum

from voice_agent.dialogue.endpoint import Manners


class StoryPlace(StrEnum):
    """Where the story of a running turn stands."""

    UNKNOWN = "unknown"
    """Nobody can say, or there is no story: silence and the turn-end model decide as they would."""

    MIDDLE = "middle"
    """It has only begun, or its last words promise more."""

    HEIGHT = "height"
    """What matters most in it is being told."""

    TOLD = "told"
    """Its last words close it."""


LONGER = {StoryPlace.MIDDLE: 1.5, StoryPlace.HEIGHT: 1.25}
"""Factor of patience. Chosen on six narrators of held talks (`python -m lab turn-ends --tuning`): with 1.5 at the height words

cut in as often and one turn in ten waits 0.7 s longer."""


def with_story(manners: Manners, place: StoryPlace, longest: float) -> Manners:
    """`manners` where the story stands at `place`; nothing grows beyond `longest` seconds, nor falls below `quick`.

    In the middle and at the height the turn-end model's word that it sounded finished counts for nothing: whole
    sentences sound so too. Where the story is told, what was enough if that model was sure is enough without it.
    """
    if place is StoryPlace.UNKNOWN:
        return manners
    if place is StoryPlace.TOLD:
        return replace(manners, patience=manners.settled, settled=manners.quick)
    patience = max(min(LONGER[place] * manners.patience, longest), manners.patience)
    return replace(manners, patience=patience, settled=patience)
