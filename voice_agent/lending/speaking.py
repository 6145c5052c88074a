"""Text of others into our voice, clause by clause: the first is heard while the next is made."""

from collections.abc import Iterator

import numpy as np

from voice_agent.backends import Voice
from voice_agent.lending.engines import Lent
from voice_agent.lending.refusals import unclear
from voice_agent.sound import Clip
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.pace import Measured, hurried, rest_after
from voice_agent.speech.wording import speakable

PACE = 150.0
"""Words a minute at speed 1."""

SLOWEST, FASTEST = 60.0, 240.0
"""Words a minute that any voice can be asked for."""

LETTERS = 4096
"""Of one request: some five minutes of speech, and what OpenAI's own endpoint takes."""


def too_much(letters: int) -> None:
    """Return where so many letters can be said at once. Raises NotLent."""
    if letters > LETTERS:
        raise unclear(
            f"That text has {letters} letters or more; at most {LETTERS} are said at once.",
            param="input",
            mend="Send it in parts.",
        )


def has_words(text: str) -> bool:
    """Is anything in `text` said?"""
    return bool(speakable(text))


def sayable(text: str) -> None:
    """Return where `text` can be said. Raises NotLent."""
    too_much(len(text))
    if not has_words(text):
        raise unclear("There is nothing in that text that can be said.", param="input")


def spoken(lent: Lent, text: str, *, speed: float = 1.0) -> Iterator[Clip]:
    """Say `text`, a clause at a time, at `speed` (1: ordinary). Raises NotLent, EngineError.

    All clips have one rate. A talk that begins meanwhile ends it at the next clause.
    """
    sayable(text)
    voice = lent.mouth()
    aloud = Aloud(voice, None)  # without the names of a life, however they are said
    for clause in aloud.clauses(text):
        with lent.piece():
            clip = _at(voice, clause, speed) or aloud.render(clause, _pace(speed))
        if len(clip.samples):
            yield clip


def _pace(speed: float) -> float:
    """As near to it as any voice can be asked for."""
    return min(max(PACE * speed, SLOWEST), FASTEST)


def _at(voice: Voice, clause: str, speed: float) -> Clip | None:
    """The clause at another speed than the ordinary; None where it is that, or the voice does not know its own pace."""
    if speed == 1 or not isinstance(voice, Measured):
        return None
    words = speakable(clause)
    clips = list(hurried(voice, words, PACE, speed))
    if not clips:
        return None
    said = np.concatenate([clip.samples for clip in clips])
    more = clause != clause.rstrip()
    rest = rest_after(words, len(said) * speed / voice.rate, PACE) / speed if more else 0.0
    silence = np.zeros(round(rest * voice.rate), np.float32)
    return Clip(np.concatenate((said, silence)), voice.rate, clause, rest)
