"""What is thought ahead while the narrator rests: words, completeness, whose voice, and a reply.

All of it is speculation, stamped with a revision: when the narrator goes on, it is dropped, and
nothing was written, said or remembered.
"""

from dataclasses import dataclass

from voice_agent.backends import Transcript, VoiceLook
from voice_agent.conversation.considering import Considered
from voice_agent.conversation.mouth import Script
from voice_agent.dialogue.story_patience import StoryPlace
from voice_agent.dialogue.voiceprint import Verdict
from voice_agent.story import Bearing


@dataclass(slots=True)
class Speculation:
    """Grows while the silence lasts; each field is None until its engine has answered."""

    revision: int
    """Which silence of the session this belongs to."""

    complete: float | None = None
    """The turn-end model's probability that the turn is over."""

    transcript: Transcript | None = None
    pressed: bool = False
    """Was it asked for by a button? Then its words are known, and they are the narrator's: the page is theirs."""

    text_ready: float | None = None
    """Seconds on the session's clock."""

    place: StoryPlace = StoryPlace.UNKNOWN
    """Where the story stands after these words."""

    stop: bool = False
    """Is the whole text a wish to stop? Read once: the microphone loop asks with every frame."""

    looks: tuple[VoiceLook, ...] = ()
    """At the voices of the whole turn; none where there was too little speech."""

    verdict: Verdict = Verdict.UNSURE
    """Whose turn it is."""

    overheard: Transcript | None = None
    """What somebody else said in the narrator's turn; it is not in `transcript`."""

    bearing: Bearing | None = None
    """How to carry oneself after it."""

    answered: Considered | None = None
    script: Script | None = None
    """The reply, ready to be spoken; both are there or neither."""

    reply_ready: float | None = None
    """Seconds on the session's clock."""

    @property
    def words(self) -> str:
        """The turn's text as far as it is known."""
        return self.transcript.text if self.transcript else ""
