"""From a reply's text to sound: speakable words, clause by clause, and cached small sounds."""

import numpy as np

from voice_agent.backends import Voice
from voice_agent.dialogue.sentences import clauses
from voice_agent.sound import Clip
from voice_agent.speech.acknowledgements import Acknowledgements
from voice_agent.speech.wording import speakable


class Aloud:
    """Passes the conversation.house.Speech contract."""

    def __init__(self, voice: Voice, murmurs: Acknowledgements | None) -> None:
        """`murmurs`: the rendered small sounds of this voice, or None for a voice without them."""
        self._voice, self._murmurs = voice, murmurs

    def clauses(self, text: str) -> list[str]:
        """Cut a reply where a speaker would breathe; nothing is lost or added."""
        return [clause for clause in clauses(text) if speakable(clause)]

    def render(self, clause: str, pace: float) -> Clip:
        """Synthesise one clause at `pace` words a minute. Raises EngineError."""
        clips = list(self._voice.say(speakable(clause), pace=pace))
        if not clips:
            return Clip(np.zeros(0, np.float32), 16_000, clause)
        samples = np.concatenate([clip.samples for clip in clips])
        return Clip(samples, clips[0].rate, clause)

    def murmur(self, kind: str, seed: int) -> Clip | None:
        """The cached sound of `kind`, at once; None where it was never rendered."""
        return self._murmurs.clip(kind, seed) if self._murmurs else None
