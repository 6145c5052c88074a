"""Let a language model word a chosen move, within the time the narrator will wait for it.

Two tries at most; each answer is checked before anybody hears it. Where neither will do, or the time
is over, or the model fails, the answer is None and the interviewer speaks its own words.
"""

from collections.abc import Callable, Sequence
from contextlib import aclosing

from anyio import move_on_after

from voice_agent.backends import LanguageModel, Message
from voice_agent.errors import AnswerUnfit, EngineError
from voice_agent.interview.wording import rephrase
from voice_agent.interview.wording.checks import faults
from voice_agent.interview.wording.faithful import departures
from voice_agent.interview.wording.rephrase import Prompt
from voice_agent.reading.words.vocabulary import SayableWords, said
from voice_agent.resources import resource

TRIES = 2

TOKENS = 80
"""45 words are some 60 tokens."""

Observe = Callable[[str], None]
"""Hears why a try was refused: names of rules and failures, never what was said."""


def wording() -> Prompt:
    """Read the shipped prompt. Raises SettingsError."""
    file = resource("config/prompts/wording.md")
    return rephrase.parse(file.read_text(encoding="utf-8"), str(file))


async def word_move(
    model: LanguageModel,
    prompt: Prompt,
    plan: str,
    heard: str,
    known: SayableWords,
    *,
    patience: float,
    seed: int | None = None,
    observe: Observe = lambda reason: None,
) -> str | None:
    """Return `plan` in words that follow from `heard`, or None within `patience` seconds.

    `plan` is what the interviewer would say itself, statements and question; `known` holds what the
    narrator has said so far and the names in the settings. Never raises an EngineError.
    """
    may_say = known | said(heard, plan)
    asked: Sequence[Message] = rephrase.messages(prompt, heard=heard, plan=plan)
    with move_on_after(patience):
        for _ in range(TRIES):
            try:
                reply = rephrase.tidied(await _up_to_the_question(model, asked, seed))
            except AnswerUnfit:
                observe("an unfit answer")
                continue
            except EngineError:
                observe("no answer")
                return None
            wrong = (
                *faults(reply, may_say),
                *departures(reply, prompt, plan=plan, heard=heard, known=known),
            )
            if not wrong:
                return reply
            observe("; ".join(dict.fromkeys(fault.rule.value for fault in wrong)))
            asked = rephrase.again(asked, reply, wrong)
        return None
    observe("out of time")
    return None


async def _up_to_the_question(
    model: LanguageModel, asked: Sequence[Message], seed: int | None
) -> str:
    """The question comes last: what a model would write after it is not waited for."""
    text = ""
    async with aclosing(model.stream(asked, limit=TOKENS, seed=seed)) as pieces:
        async for piece in pieces:
            text += piece
            if "?" in piece:
                return text[: text.index("?") + 1]
    return text
