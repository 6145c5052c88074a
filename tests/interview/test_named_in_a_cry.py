"""Who hits is often said by name: that is heard like "she hits me", and what was done to a child long ago is not."""

import re

import pytest

from voice_agent.reading.danger import safety
from voice_agent.resources import resource

NET = safety.read(resource("config/safety.toml"), "GB")


def unmarked(said: str) -> str:
    """As a recogniser that hears every word may write it; "hit" for "hits" would be a story."""
    return re.sub(r"[,.?!]", "", said.lower())


@pytest.mark.parametrize(
    "said",
    [
        "Ruth hits me.",
        "Ruth hits me when I'm slow.",
        "Ruth always hits me.",
        "Ruth hurts me.",
        "Ruth pinches me when nobody looks.",
        "My son-in-law hits me.",
        "My daughter-in-law slaps me if I spill my tea.",
        "My stepson punches me.",
        "My step-daughter slaps me.",
        "My ex-husband hits me.",
        "Her husband hits me.",
        "Mrs Hart pinches me in the bath.",
        "Our Tom shoves me against the wall.",
        "Ann and Tom shout, and Ann slaps me.",
        "And then Kevin kicks me.",
        "Uncle Joe hits me.",
        "It's Derek, and Derek beats me.",
        "Ben beats me when he has been drinking.",
        "Nurse Betty slaps my hands.",
        "Mister Khan thumps me on the back of the head.",
        "Sandra drags me by the hair.",
        "Kevin twists my arm behind me.",
        "Kevin locks me in.",
        "Ruth ties me to the chair.",
    ],
)
def test_a_blow_is_heard_whoever_is_named(said: str) -> None:
    assert NET.level(said) == "A"
    assert NET.level(unmarked(said)) == "A"


@pytest.mark.parametrize(
    "said",
    [
        "Father hit me when I was seven.",
        "My brother hit me with a snowball.",
        "Mother slapped me for that.",
        "Mother slaps me, and I am six years old and still laughing.",
        "Grandma smacked me once for stealing jam.",
        "My sister pinched me under the pew.",
        "Sister Agnes hit me with the ruler at school.",
        "My brother Joe punched me and I punched him back.",
        "Dad hit me with his belt, and that was that.",
        "Our Billy kicked me at football.",
        "Teacher slapped my hands with the strap.",
        "Uncle Fred slapped me on the back.",
        "Back then Ruth kicks me if I take her doll.",
        "When I was nine Tom hits me with a cricket ball.",
    ],
)
def test_a_blow_of_childhood_is_a_story(said: str) -> None:
    assert NET.level(said) is None
    assert NET.level(unmarked(said)) is None


@pytest.mark.parametrize(
    "said",
    [
        "It hits me every time I see her chair.",
        "Then it hits me that he is gone.",
        "Grief hits me in the mornings.",
        "Loneliness hits me at teatime.",
        "The smell of bread hits me when I open the door.",
        "What hits me is how quiet it is.",
        "The sun hits me in the face.",
        "Arthritis hurts me.",
        "My hip hurts me when I get up.",
        "Walking hurts me now.",
        "Nothing beats me.",
        "Nobody hits me.",
        "Ruth never hits me.",
        "Tom beats me at chess.",
        "Ruth beats me to the post every morning.",
        "Ruth kicks me under the table when I talk too long.",
        "Tom slaps me on the back.",
        "Ruth hits me with a question and laughs.",
        "Rex bites me when I play with him.",
        "Ruth shakes my hand.",
    ],
)
def test_what_strikes_without_a_hand_or_in_play_is_no_blow(said: str) -> None:
    assert NET.level(said) is None
    assert NET.level(unmarked(said)) is None
