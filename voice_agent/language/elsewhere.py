"""Whether what is sent to a language server leaves this computer. Pure.

A server in another room is elsewhere, and so is a model that only looks as if it were here: Ollama passes what is asked of
a tag that ends in "cloud" on to its maker's computers.
"""

from voice_agent.addresses import here
from voice_agent.settings_sections import Language


def server(wanted: Language) -> str:
    """The address that the settings name for the model that is wanted; "" where none is needed."""
    match wanted.model:
        case "auto" | "ollama":
            return wanted.ollama_host
        case "openai":
            return wanted.openai_url
        case _:
            return ""


def each_server(wanted: Language) -> tuple[Language, ...]:
    """The same settings once for every server that they name, the first first; none where no server is named."""
    if wanted.model != "openai":
        return (wanted,) if server(wanted) else ()
    named = dict.fromkeys((wanted.openai_url, *wanted.openai_urls))
    return tuple(
        wanted.model_copy(update={"openai_url": each, "openai_urls": []}) for each in named if each
    )


def leaves(wanted: Language) -> bool:
    """Would what is said in this house leave this computer?"""
    address = server(wanted)
    if not address:
        return False
    passed_on = wanted.model != "openai" and wanted.ollama_model.casefold().endswith("cloud")
    return passed_on or not here(address)


def refusal(wanted: Language) -> str:
    """Why the server of the settings is not asked, in one sentence for a person; "" where it may be."""
    if wanted.elsewhere == "yes" or not leaves(wanted):
        return ""
    if here(server(wanted)):
        return f"The model “{wanted.ollama_model}” works on its maker's computers, and nothing is sent there"
    return f"The language server at {_shown(server(wanted))} is not on this computer, and nothing is sent there"


MEND = 'Whoever may decide that writes elsewhere = "yes" under [language].'


def _shown(address: str) -> str:
    """Without a name and a password."""
    return address.rpartition("@")[2] if "@" in address else address
