"""Text of others into our voice, clause by clause: the first is heard while the next is made."""

from collections.abc import Iterator

from voice_agent.lending.engines import Lent
from voice_agent.lending.refusals import unclear
from voice_agent.sound import Clip
from voice_agent.speech.aloud import Aloud
from voice_agent.speech.wording import speakable

PACE = 150.0
"""Words a minute at speed 1."""

SLOWEST, FASTEST = 60.0, 240.0
"""Words a minute that a voice is made for; beyond them it speaks as slowly or as fast as it can."""

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
    aloud = Aloud(lent.mouth(), None)  # without the names of a life, however they are said
    pace = min(max(PACE * speed, SLOWEST), FASTEST)
    for clause in aloud.clauses(text):
        with lent.piece():
            clip = aloud.render(clause, pace)
        if len(clip.samples):
            yield clip
