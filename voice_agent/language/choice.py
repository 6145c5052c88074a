"""Which language model there is tonight, what it does, and how that is said.

`auto` takes Ollama if it answers and somebody here has said that it may be shown what is told, else the small embedded
model if it is installed and its weights are here, else nobody: then the interviewer uses its own words, and that is a good
interview too.
A server named in the settings is stood by even while it is down: it may come back. Several with the same model are asked as
one, and stand in for each other. One on another computer is asked
nothing, not even whether it is there, until the settings say that it may be.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from anyio import create_task_group, move_on_after, to_thread

from voice_agent.backends import Message
from voice_agent.endpoints import Endpoints
from voice_agent.errors import EngineError, SettingsError
from voice_agent.interview.seat.verdict import Standing
from voice_agent.language import elsewhere
from voice_agent.language.either import Either, Placed
from voice_agent.language.fallback import Engine, Fallback, Rung, capital, fallback
from voice_agent.language.llamacpp import embedded
from voice_agent.language.ollama import at_ollama
from voice_agent.language.openai_compatible import OpenAIServer
from voice_agent.language.server_key import server_key
from voice_agent.language.standing import MEASURE, does, embedded_name, leads
from voice_agent.language.wire import Announce
from voice_agent.language.writer import Writer
from voice_agent.settings_sections import Language

ASKED = 1.8
"""Seconds that a server has to say which models it has."""

OWN_WORDS = "the interviewer uses its own words"


FOUND = "an Ollama server answers at {address}, and is shown nothing until somebody here allows it:"
ALLOW = "`voice-agent models allow-server`."


async def found_here(wanted: Language) -> bool:
    """Does an Ollama server answer that has the model of the settings? It is told nothing but that question."""
    return (await at_ollama(wanted.ollama_host, wanted.ollama_model).health()).well


async def choose(
    wanted: Language,
    weights: Path | None,
    announce: Announce,
    *,
    opening: Sequence[Message] = (),
    standing: Standing = lambda model: None,
    leave: Callable[[str], bool | None] = lambda address: None,
) -> Fallback | None:
    """Return the model to use, or None for the interviewer's own words; say which in one sentence, and what it does.

    `weights` is the folder of the embedded model, None where it is not there; `opening` is the fixed
    beginning of what a model that leads is asked; `standing`: what the model of that name may do; `leave`: whether the server found at an address may be asked, None where nobody
    has said so. Nothing is loaded yet: `settle` does that. Never raises an EngineError; takes two seconds at the most.
    """
    here = _embedded(weights, standing)
    named = elsewhere.each_server(wanted)
    for one in named:
        if why := elsewhere.refusal(one):
            announce(f"{why}. {elsewhere.MEND}")
    servers = [one for one in named if not elsewhere.refusal(one)]
    if named and not servers:
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
        case "openai" if not servers:
            announce(f"The settings name no address for the language server: {OWN_WORDS}.")
            return None
        case "openai":
            try:
                rungs = [*await _openai(servers, standing, announce), *here]
            except SettingsError as error:
                announce(f"{error.what} {error.mend}")
                rungs = here
            if not rungs:
                return None
        case "ollama":
            rungs = [_ollama(wanted, standing), *here]
        case "auto":
            # who lets words leave this computer has named whose server it is
            may = elsewhere.leaves(wanted) or leave(wanted.ollama_host)
            found = may is not False and await found_here(wanted)
            rungs = [_ollama(wanted, standing), *here] if found and may else here
            if found and not may:
                announce(f"{capital(FOUND.format(address=wanted.ollama_host))} {ALLOW}")
            if not rungs:
                announce(f"There is no language model on this machine: {OWN_WORDS}.")
                return None
    first = rungs[0]
    unknown = wanted.leads == "auto" and standing(first.name) is None
    announce(f"{capital(first.called)} {first.does}.{f' {MEASURE}' if unknown else ''}")
    # whoever does not lead is asked nothing that begins so
    read = [
        replace(each, opening=opening) if leads(each.name, standing) else each for each in rungs
    ]
    return fallback(read, announce, patience=wanted.patience)


def _ollama(wanted: Language, standing: Standing) -> Rung:
    async def reach() -> Engine:
        return at_ollama(wanted.ollama_host, wanted.ollama_model, context=wanted.context)

    name = at_ollama(wanted.ollama_host, wanted.ollama_model).name
    called = f"{wanted.ollama_model} on the Ollama server at {wanted.ollama_host}"
    return Rung(called, reach, does(name, standing), name)


async def _openai(wanted: Sequence[Language], standing: Standing, announce: Announce) -> list[Rung]:
    """One for the servers of each model, in their order. Raises SettingsError where their key or their certificate cannot be
    read."""
    server_at = partial(
        OpenAIServer,
        model=wanted[0].openai_model,
        key=server_key(wanted[0].openai_key_file),
        certificate=wanted[0].openai_certificate,
    )
    servers = [server_at(one.openai_url) for one in wanted]
    if not wanted[0].openai_model:
        # only a server knows what it is called, and by that what it may do
        with move_on_after(ASKED):
            async with create_task_group() as tasks:
                for each in servers:
                    tasks.start_soon(_loaded, each)
    alike = dict[str, list[OpenAIServer]]()
    for each in servers:
        alike.setdefault(each.name, []).append(each)

    def rung(name: str, some: Sequence[OpenAIServer]) -> Rung:
        # outlasts an engine that is opened anew
        known = Endpoints[Placed](some, instead="", tell=announce)

        async def reach() -> Engine:
            # one by itself may have another model when it is back
            return Writer(Either(known) if some[1:] else server_at(some[0].url))

        called = f"the language server at {' or '.join(each.url for each in some)}"
        return Rung(called, reach, does(name, standing), name)

    return [rung(name, some) for name, some in alike.items()]


async def _loaded(server: OpenAIServer) -> None:
    with suppress(EngineError):
        await server.load()


def _embedded(weights: Path | None, standing: Standing) -> list[Rung]:
    name = embedded_name(weights) if weights is not None else ""
    if weights is None or not name or not find_spec("xllamacpp"):
        return []

    async def load() -> Engine:
        return await to_thread.run_sync(partial(embedded, weights))

    return [Rung("the small language model on this machine", load, does(name, standing), name)]
