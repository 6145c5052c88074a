"""One session's ear for feelings: words, the voice beside its usual, and the mood they make.

What is read of a turn that may still go on changes nothing; only a turn that is over moves the mood and the
narrator's usual.
"""

from dataclasses import dataclass, field

from voice_agent.backends import EmotionReader
from voice_agent.emotion.bearing import bearing
from voice_agent.emotion.mood import Mood
from voice_agent.emotion.prosody import Manner, Usual, fuse, sounded
from voice_agent.sound import Sound
from voice_agent.story import Bearing, Feeling


@dataclass(slots=True)
class Sympathy:
    """Ask `feel` while they speak, `told` once they have."""

    reader: EmotionReader
    usual: Usual = field(default_factory=Usual)
    """How the narrator usually sounds; kept for the next session."""

    mood: Mood = field(default_factory=Mood)
    _manner: tuple[Feeling, Manner | None] | None = None
    """What was read last, and how it sounded."""

    def feel(self, text: str, sound: Sound) -> Feeling:
        """How `text` was told, with the last seconds of it as `sound`. Blocking, 30 ms. Raises EngineError."""
        (words,) = self.reader.read([text])
        manner = sounded(sound.samples)
        feeling = fuse(words, self.usual.beside(manner))
        self._manner = (feeling, manner)
        return feeling

    def bearing(self, feeling: Feeling) -> Bearing:
        """How to carry oneself if the turn ended now."""
        return bearing(feeling, self.mood.hear(feeling))

    @property
    def now(self) -> Bearing:
        """How to carry oneself before the words of a new turn are known."""
        return bearing(Feeling(), self.mood)

    def told(self, feeling: Feeling) -> None:
        """The turn that felt so is over."""
        self.mood = self.mood.hear(feeling)
        if self._manner is not None and self._manner[0] is feeling:
            self.usual = self.usual.hear(self._manner[1])
