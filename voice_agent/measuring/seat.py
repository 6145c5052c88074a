"""Asks a language model what it would say to moments of invented talks, and hears it out: what `voice-agent bench seat` measures.

Each moment is met as in a talk: our own rules answer it first, then the model is shown what it would be shown there.
"""

import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from voice_agent.backends import LanguageModel
from voice_agent.errors import AnswerUnfit, EngineError, EngineUnavailable
from voice_agent.interview import planner
from voice_agent.interview.heard import Heard
from voice_agent.interview.known import Known
from voice_agent.interview.progress import OpenQuestion, Stage
from voice_agent.interview.rules import Opening, Rules
from voice_agent.interview.seat import brief as briefs
from voice_agent.interview.seat import moments, proposal
from voice_agent.interview.seat.fence import Look
from voice_agent.interview.seat.gathering import gathered
from voice_agent.interview.seat.measured import Answer, Marked, mark
from voice_agent.interview.seat.moments import Moment
from voice_agent.interview.wording.prompts import Prompt
from voice_agent.language.gate import Gate, Purpose
from voice_agent.language.proposing import Pieces
from voice_agent.language.schema import faults, fitted
from voice_agent.language.seating import TOKENS
from voice_agent.reading.by_model import LIVE
from voice_agent.reading.words.asking import asks, parts
from voice_agent.resources import resource

AGREED = Opening(consented=True)


def shipped() -> tuple[Moment, ...]:
    """The moments that ship. Raises SettingsError."""
    file = resource("config/seat/moments.toml")
    return moments.parse(file.read_text(encoding="utf-8"), str(file))


def spread(every: Sequence[Moment], most: int) -> tuple[Moment, ...]:
    """At most `most` of them, from all over."""
    if most >= len(every):
        return tuple(every)
    return tuple(every[number * len(every) // most] for number in range(most))


def scene(rules: Rules, moment: Moment) -> Look:
    """Where the talk stands at `moment`, as the fence and the model are shown it."""
    began, _ = planner.open_session(rules, AGREED)
    asked = [each for each in parts(moment.talk[-1].replied) if asks(each)] if moment.talk else []
    before = replace(
        began,
        stage=Stage.TALK,
        turns=len(moment.talk),
        tellings=replace(began.tellings, exchanges=moment.talk),
        question=OpenQuestion(asked[-1] if asked else ""),
    )
    heard = Heard(moment.says)
    _, move = planner.reply(rules, before, heard, AGREED)
    brief = replace(gathered(rules, before, heard, move, Known()), stories=moment.stories)
    return Look(rules, before, heard, brief, move.guard)


async def run(
    gate: Gate, rules: Rules, prompt: Prompt, asked: Sequence[Moment]
) -> AsyncGenerator[Marked]:
    """Yield each of the moments `asked`, marked. Raises EngineUnavailable where the model no longer answers."""
    name = gate.name
    for moment in asked:
        look = scene(rules, moment)
        answer = await ask(gate.to(Purpose.MEASURING), prompt, look)
        if gate.name != name:
            raise EngineUnavailable(
                "language",
                f"{name} has stopped answering.",
                retryable=True,
                safe="What was known of it before stands.",
                mend="See that its server runs, then measure it again.",
            )
        yield mark(moment, look, answer)


async def ask(model: LanguageModel, prompt: Prompt, look: Look) -> Answer:
    """Let `model` answer one moment, to the end. Never raises an EngineError."""
    pieces, text, times = Pieces(), "", list[float]()
    reading: Mapping[str, Any] | None = None
    replies: list[Mapping[str, Any]] = []
    first_reply, cut = None, False
    began = time.perf_counter()
    written = model.stream(briefs.messages(prompt, look.brief), limit=TOKENS, schema=proposal.FORM)
    try:
        async with aclosing(written) as stream:
            async for each in stream:
                times.append(time.perf_counter() - began)
                text += each
                for piece in pieces.feed(each):
                    if piece.name == "reading":
                        reading = piece.value
                        continue
                    first_reply = first_reply or times[-1]
                    replies.append(piece.value)
    except AnswerUnfit:
        cut = True  # it wrote as far as it was allowed to
    except EngineError:
        pass
    return Answer(
        reading,
        tuple(replies),
        _formed(reading, replies) if cut else _whole(text),
        times[0] if times else None,
        first_reply,
        len(times),
        times[-1] - times[0] if times else 0.0,
    )


def _whole(text: str) -> bool:
    """Is it one object of the form that was asked for?"""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return not faults(fitted(value, proposal.FORM), proposal.FORM)


def _formed(reading: Mapping[str, Any] | None, replies: Sequence[Mapping[str, Any]]) -> bool:
    """Is what came before it was cut off of that form, and enough to say something?"""
    said = [fitted(each, proposal.REPLY) for each in replies]
    return (
        bool(said)
        and not faults(fitted(reading, LIVE), LIVE)
        and not any(faults(each, proposal.REPLY) for each in said)
    )
