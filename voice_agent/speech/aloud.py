"""From a reply's text to sound: speakable words, clause by clause, and cached small sounds."""

import re
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from voice_agent.backends import Voice
from voice_agent.dialogue.sentences import clauses
from voice_agent.sound import Clip
from voice_agent.speech.acknowledgements import Acknowledgements
from voice_agent.speech.pace import quickened, rest_after
from voice_agent.speech.wording import speakable


class Aloud:
    """Passes the conversation.house.Speech contract."""

    def __init__(
        self,
        voice: Voice,
        murmurs: Acknowledgements | None,
        said_as: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`murmurs`: the rendered small sounds of this voice, or None for a voice without them. `said_as`: names that are not
        said as they are written, and how they are.
        """
        self._voice, self._murmurs, self._said_as = voice, murmurs, said_as
        names = "|".join(re.escape(name) for name in sorted(said_as, key=len, reverse=True))
        self._name = re.compile(rf"\b(?:{names})\b") if said_as else None

    def clauses(self, text: str) -> list[str]:
        """Cut a reply where a speaker would breathe; nothing is lost or added."""
        return [clause for clause in clauses(text) if speakable(clause)]

    def render(self, clause: str, pace: float) -> Clip:
        """Synthesise one clause at `pace` words a minute. Raises EngineError.

        A clause that ends in a space is followed by another and ends with the rest between them.
        """
        words = speakable(self._by_ear(clause))
        more = clause != clause.rstrip()
        said = self._say(words, quickened(words, pace) if more else pace)
        if said is None:
            return Clip(np.zeros(0, np.float32), 16_000, clause)
        rest = rest_after(words, said.seconds, pace) if more else 0.0
        silence = np.zeros(round(rest * said.rate), np.float32)
        return Clip(np.concatenate((said.samples, silence)), said.rate, clause, rest)

    def _by_ear(self, text: str) -> str:
        return self._name.sub(lambda match: self._said_as[match[0]], text) if self._name else text

    def _say(self, words: str, pace: float) -> Clip | None:
        if self._murmurs and (kept := self._murmurs.phrase(words, pace)):
            return kept
        clips = list(self._voice.say(words, pace=pace))
        if not clips:
            return None
        return Clip(np.concatenate([clip.samples for clip in clips]), clips[0].rate, words)

    def murmur(self, kind: str, seed: int) -> Clip | None:
        """The cached sound of `kind`, at once; None where it was never rendered."""
        return self._murmurs.clip(kind, seed) if self._murmurs else None
