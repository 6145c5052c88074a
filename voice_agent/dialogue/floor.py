"""Who holds the floor.

A conversation shares one thing, the right to speak. Every rule about it is in the table below;
no I/O, no tasks and no clock live in this file, so a test can replay an hour in a millisecond.

When the narrator makes a sound while we speak, we fall silent at once (PAUSED) and only then ask
whether it was a cough, an "mm-hm", or the wish to speak: the words decide.
"""

from enum import StrEnum

from voice_agent.errors import FloorError


class Floor(StrEnum):
    """Who may speak."""

    OPEN = "open"
    NARRATOR = "narrator"
    PENDING = "pending"
    """The narrator has finished; a reply is being thought of."""

    INTERVIEWER = "interviewer"
    PAUSED = "paused"
    """We fell silent because of a sound; its words decide whether the reply goes on."""


class Cue(StrEnum):
    """What can happen."""

    NARRATOR_STARTS = "narrator starts"
    NARRATOR_RESTS = "narrator rests"
    REPLY_BEGINS = "reply begins"
    REPLY_ENDS = "reply ends"
    REPLY_RESUMES = "reply resumes"
    REPLY_YIELDS = "reply yields"


MOVES: dict[tuple[Floor, Cue], Floor] = {
    (Floor.OPEN, Cue.NARRATOR_STARTS): Floor.NARRATOR,
    (Floor.OPEN, Cue.REPLY_BEGINS): Floor.INTERVIEWER,  # we open the session, or cue after silence
    (Floor.NARRATOR, Cue.NARRATOR_RESTS): Floor.PENDING,
    (Floor.PENDING, Cue.NARRATOR_STARTS): Floor.NARRATOR,  # they were only breathing
    (Floor.PENDING, Cue.REPLY_BEGINS): Floor.INTERVIEWER,
    (Floor.PENDING, Cue.REPLY_ENDS): Floor.OPEN,  # nothing worth saying
    (Floor.INTERVIEWER, Cue.REPLY_ENDS): Floor.OPEN,
    (Floor.INTERVIEWER, Cue.NARRATOR_STARTS): Floor.PAUSED,
    (Floor.PAUSED, Cue.REPLY_RESUMES): Floor.INTERVIEWER,  # a cough, an "mm-hm", our own echo
    (Floor.PAUSED, Cue.REPLY_YIELDS): Floor.NARRATOR,
    (Floor.PAUSED, Cue.REPLY_ENDS): Floor.NARRATOR,  # its last sample was heard in that instant
}


def move(floor: Floor, cue: Cue) -> Floor:
    """Return who holds the floor after `cue`. Raises FloorError for a cue that cannot happen now."""
    try:
        return MOVES[floor, cue]
    except KeyError:
        raise FloorError(f"{cue!r} cannot happen while the floor is {floor!r}") from None
