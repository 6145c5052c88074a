"""Which language model words the interviewer's moves tonight, and how that is said.

`auto` takes Ollama if it answers, else the small embedded model if it is installed and its weights
are here, else nobody: then the interviewer uses its own words, and that is a good interview too.
A server named in the settings is stood by even while it is down: it may come back. One on another computer is asked
nothing, not even whether it is there, until the settings say that it may be.
"""

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from anyio import to_thread

from voice_agent.backends import Message
from voice_agent.language import elsewhere
from voice_agent.language.fallback import Engine, Fallback, Rung, fallback
from voice_agent.language.llamacpp import embedded
from voice_agent.language.ollama import at_ollama
from voice_agent.language.openai_compatible import openai_compatible
from voice_agent.language.wire import Announce
from voice_agent.settings_sections import Language

OWN_WORDS = "the interviewer uses its own words"


async def choose(
    wanted: Language,
    weights: Path | None,
    announce: Announce,
    *,
    opening: Sequence[Message] = (),
) -> Fallback | None:
    """Return the model to use, or None for the interviewer's own words; say which in one sentence.

    `weights` is the folder of the embedded model, None where it is not there; `opening` is the fixed
    beginning of the live prompts. Nothing is loaded yet: `settle` does that. Never raises an
    EngineError; takes two seconds at the most.
    """
    here = _embedded(weights)
    if why := elsewhere.refusal(wanted):
        announce(f"{why}. {elsewhere.MEND}")
        wanted = wanted.model_copy(update={"model": "embedded" if here else "none"})
    match wanted.model:
        case "none":
            announce(f"No language model is asked for: {OWN_WORDS}.")
            return None
        case "embedded" if not here:
            announce(f"The small language model is not installed on this machine: {OWN_WORDS}.")
            return None
        case "embedded":
            rungs = here
        case "openai" if not wanted.openai_url:
            announce(f"The settings name no address for the language server: {OWN_WORDS}.")
            return None
        case "openai":
            rungs = [_openai(wanted), *here]
        case "ollama":
            rungs = [_ollama(wanted), *here]
        case "auto":
            well = await at_ollama(wanted.ollama_host, wanted.ollama_model).health()
            rungs = [_ollama(wanted), *here] if well.well else here
            if not rungs:
                announce(f"There is no language model on this machine: {OWN_WORDS}.")
                return None
    announce(f"The interviewer is helped with its wording by {rungs[0].called}.")
    return fallback(rungs, announce, opening=opening, patience=wanted.patience)


def _ollama(wanted: Language) -> Rung:
    async def reach() -> Engine:
        return at_ollama(wanted.ollama_host, wanted.ollama_model, context=wanted.context)

    return Rung(f"{wanted.ollama_model} on the Ollama server at {wanted.ollama_host}", reach)


def _openai(wanted: Language) -> Rung:
    async def reach() -> Engine:
        return openai_compatible(wanted.openai_url, wanted.openai_model)

    return Rung(f"the language server at {wanted.openai_url}", reach)


def _embedded(weights: Path | None) -> list[Rung]:
    if weights is None or not any(weights.rglob("*.gguf")) or not find_spec("xllamacpp"):
        return []

    async def load() -> Engine:
        return await to_thread.run_sync(partial(embedded, weights))

    return [Rung("the small language model on this machine", load)]
