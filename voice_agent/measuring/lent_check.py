"""What the doctor says of each server that the settings borrow an engine from: there, quick enough, and the one that is meant.

The recogniser is asked for words of the sample narrator, the voice for a sentence of ours, the embedder for sentences
of nobody's life. Nothing that was said in this house is sent.
"""

import time
from collections.abc import Callable
from functools import partial

from anyio import fail_after

from voice_agent import weights
from voice_agent.audio import files
from voice_agent.borrowing import trouble
from voice_agent.borrowing.asking import Asking, Read, answered
from voice_agent.borrowing.embedder import BorrowedEmbedder
from voice_agent.borrowing.heard import heard
from voice_agent.borrowing.hearing import asked
from voice_agent.borrowing.line import Question
from voice_agent.borrowing.servers import Server, refusal, servers
from voice_agent.borrowing.trouble import Trouble
from voice_agent.borrowing.voice import LentVoice, spoken
from voice_agent.endpoints import Endpoints
from voice_agent.errors import VoiceAgentError
from voice_agent.measuring.checkup import Finding, State, from_error
from voice_agent.settings import Settings
from voice_agent.speech.narrator import sample_narrator

ABOUT = "borrowed"

LONGEST = 20.0
"""Seconds; a server that loads its weights first is given the time."""

SENTENCE = "Take all the time you like, there is no hurry."

Trial = tuple[str, Question, Read[object]]
"""What it is for, what is asked, and what makes sure that the answer is one."""


async def look(settings: Settings, tell: Callable[[str], None]) -> tuple[Finding, ...]:
    """One finding for each server, in the order of the settings; none where nothing is borrowed."""
    wanted = settings.borrowing
    kinds = (
        ("hearing", wanted.hearing),
        ("speaking", wanted.speaking),
        ("meaning", wanted.embedding),
    )
    found = list[Finding]()
    for kind, addresses in kinds:
        if not addresses:
            continue
        tell(
            f"Asking the servers that lend this house {_LENT[kind]} whether they do; each has up to {LONGEST:.0f} seconds."
        )
        found += [
            Finding(ABOUT, State.CARE, no.says, no.do)
            for each in addresses
            if (no := refusal(each, wanted))
        ]
        try:
            lent = servers(wanted, addresses)
            trial = _trial(settings, kind) if lent else None
        except VoiceAgentError as error:
            found.append(from_error(ABOUT, error, State.CARE))
            continue
        if trial:
            found += [await _tried(each, trial, wanted.patience) for each in lent]
    return tuple(found)


_LENT = {"hearing": "a recogniser", "speaking": "a voice", "meaning": "an embedder"}


def _trial(settings: Settings, kind: str) -> Trial:
    """Raises ModelMissing, EngineUnavailable."""
    wanted, nobody = settings.borrowing, Asking(Endpoints((), instead=""), 0.0)
    if kind == "speaking":
        lent = LentVoice(nobody, model=wanted.speaking_model, voice=wanted.speaking_voice)
        return _LENT[kind], lent.question(SENTENCE, 1.0), spoken
    if kind == "meaning":
        from voice_agent.language.embedding import MiniLM

        own = MiniLM(weights.find(settings.weights, settings.memory.embedder))
        embedder = BorrowedEmbedder(nobody, own, model=wanted.embedding_model)
        return _LENT[kind], embedder.question([SENTENCE]), partial(embedder.read, count=1)
    sound = files.read(sample_narrator().lines[2].file)
    question = asked(sound.samples, model=wanted.hearing_model, language=settings.hearing.language)
    return _LENT[kind], question, partial(_understood, seconds=sound.seconds)


def _understood(body: bytes, where: str, seconds: float) -> None:
    """Raises Trouble, also where nothing was heard: she speaks clearly."""
    if not any(each.words for each in heard(body, where, seconds)):
        raise trouble.rubbish(where)


async def _tried(server: Server, trial: Trial, patience: float) -> Finding:
    lends, question, read = trial
    began = time.monotonic()
    try:
        with fail_after(LONGEST):
            await answered(server, question, read)
    except TimeoutError:
        says = f"The server at {server.where} did not answer within {LONGEST:.0f} seconds."
        return Finding(ABOUT, State.CARE, says, OWN)
    except Trouble as fault:
        return Finding(ABOUT, State.CARE, fault.says, fault.mend or OWN)
    seconds = time.monotonic() - began
    says = f"The server at {server.where} lends {lends}; the trial took {seconds:.1f} seconds."
    figures = {"seconds": round(seconds, 2)}
    if seconds > patience:
        late = f"That is longer than borrowing.patience ({patience:.0f} seconds)."
        return Finding(ABOUT, State.CARE, f"{says} {late}", OWN, figures)
    return Finding(ABOUT, State.WELL, says, figures=figures)


OWN = "Until then this computer does it itself."
