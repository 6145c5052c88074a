"""When is the turn over? Silence, words and the sound of the voice, weighed on the audio clock.

Two things may end a turn: the semantic model agrees that it sounded finished, or patience runs out.
What was said shifts both. A clause left open ("and then...", see `clauses.py`) doubles the patience;
words that close ("that's all I remember", a question to the interviewer) make a small silence enough,
if the model agrees. Between finished sentences a story pauses too, so what is enough where the model
agrees is fitted to the narrator (`patience.py`), like patience itself.
"""

from dataclasses import dataclass, replace
from typing import Self

from voice_agent.dialogue.clauses import closing, unfinished
from voice_agent.dialogue.patience import Pauses, fit
from voice_agent.settings_sections import Endpoint

ASK_AT = (0.2, 1.0)
"""Seconds of silence at which the semantic model is asked: early, as it was trained and so that the answer

is there in time; again later, because it changes its mind (`agreed`). An answer costs 55-140 ms."""

AGREES = 0.5
"""The model need only lean to "finished" where the narrator's words close. A guess."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How patient the interviewer is with this narrator. Seconds unless it says otherwise."""

    patience: float = 3.0
    """Silence that ends the turn, whatever the model thinks."""

    settled: float = 2.0
    """Silence that is enough where the model is sure. Fitted; never above patience."""

    quick: float = 1.2
    """Silence that is enough where the words close and the model agrees. Never above `settled`."""

    sure: float = 0.8
    """From this probability on the model is believed, 0..1."""

    unfinished: float = 2.0
    """A clause left open multiplies patience by this."""

    @classmethod
    def of(cls, settings: Endpoint, pauses: Pauses | None = None) -> Self:
        """Combine the house's settings with what is known of the narrator's pauses, if anything is.

        A fit takes a millisecond: do it again after every turn.
        """
        fitted = fit(pauses or Pauses(), patience=settings.patience, settled=settings.settled)
        patience = min(max(fitted.patience, settings.shortest), settings.longest)
        settled = min(max(fitted.settled, settings.quick), patience)
        return cls(
            patience=patience,
            settled=settled,
            quick=min(settings.quick, settled),
            sure=settings.sure,
            unfinished=settings.unfinished,
        )

    def gentler(self, factor: float, longest: float) -> Self:
        """The same with `factor` times the patience, `longest` seconds at most: after something heavy."""
        if factor <= 1:
            return self
        return replace(
            self,
            patience=max(min(factor * self.patience, longest), self.patience),
            settled=max(min(factor * self.settled, longest), self.settled),
        )


def agreed(before: float | None, answer: float) -> float:
    """Return what the model's answers within one silence come to: it must agree each time.

    `before` is what its earlier answers came to, None at the first. Asked once, after a second, it takes 56
    of 100 pauses inside a sentence for ends, asked twice 36; of true ends 67 and 60 pass (352 pauses of
    recorded speech, measuring/cut_ins.py, seed 101).
    """
    return answer if before is None else min(before, answer)


def required_silence(
    words: str, complete: float | None, manners: Manners, *, asked: str = ""
) -> float:
    """Return how many seconds of silence end the turn, as things stand. Raises nothing.

    `words` is the turn as the recogniser has it so far ("": not ready yet), `complete` what the semantic
    model says (0..1; None: not asked yet, or there is no such model), `asked` our last question, which decides
    whether a bare "yes" can be an answer. Call it again when any of these changes. It never grows as
    `complete` grows.
    """
    if unfinished(words, asked=asked):
        return manners.patience * manners.unfinished
    if complete is None or not words.strip():
        # nothing recognised yet, or nothing intelligible: no reason to be quick
        return manners.patience
    if complete >= min(AGREES, manners.sure) and closing(words, asked=asked):
        return min(manners.quick, manners.patience)
    if complete >= manners.sure:
        return min(manners.settled, manners.patience)
    return manners.patience


def over(
    silence: float, words: str, complete: float | None, manners: Manners, *, asked: str = ""
) -> bool:
    """Has the narrator finished? `silence` in seconds, as `Listener.silence` counts it."""
    return silence >= required_silence(words, complete, manners, asked=asked)
