"""What a cluster serves, with what and how much of it: `fleet.toml`, read and checked. Nothing here knows Ray.

Every number has its unit and its default in config/fleet.toml, which is such a file.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ValidationError

from voice_agent.addresses import here, in_the_house
from voice_agent.errors import SettingsError
from voice_agent.settings_sections import Section, Unit

Cores = Annotated[float, Unit("cores", ge=0, le=256)]
Cards = Annotated[float, Unit("graphics cards", ge=0, le=16)]
Replicas = Annotated[int, Unit("replicas", ge=1, le=10_000)]


class Replicated(Section):
    """How many copies of one engine run, and what each may use."""

    cores: Cores = 1.0
    """Of a processor, for each replica; a share may be given."""

    cards: Cards = 0.0
    """Of a graphics card, for each replica: 0.25 lets four of them share one."""

    least: Replicas = 1
    most: Replicas = 2
    """Between these the cluster chooses by itself."""

    wanted: Annotated[float, Unit("requests", gt=0, le=1000)] = 1.0
    """Requests at once that one replica should have; where there are more, another one is started."""

    taken: Annotated[int, Unit("requests", ge=1, le=1000)] = 4
    """No more than so many are given to one replica at a time; the others wait for it."""

    waiting: Annotated[int, Unit("requests", ge=0, le=10_000)] = 16
    """More than so many that wait at a door are turned away at once: the house then goes on with its own engine."""

    patience: Annotated[float, Unit("seconds", ge=1, le=600)] = 20.0
    """How long a replica that is taken away may finish what it has begun."""


class Recognition(Replicated):
    """Speech into text."""

    weights: str = "whisper-base"
    """As `voice-agent models list` names it, or one on a model hub."""

    language: str = "en"
    beam: Annotated[int, Unit("hypotheses", ge=1, le=10)] = 1


class Speech(Replicated):
    """Text into speech."""

    voice: str = "hibari-heart"


class Embeddings(Replicated):
    """Meaning as a vector."""

    weights: str = "minilm-int8"
    wanted: Annotated[float, Unit("requests", gt=0, le=1000)] = 4.0
    taken: Annotated[int, Unit("requests", ge=1, le=1000)] = 16
    waiting: Annotated[int, Unit("requests", ge=0, le=10_000)] = 64


class Writing(Replicated):
    """A language model: what reads, proposes and writes chapters. The model itself runs in vLLM or Ollama."""

    url: str = ""
    """Base address of that server, up to /v1; empty: no language model is served."""

    model: str = ""
    """The only model that is let through, as that server calls it; houses ask for it by this name."""

    key_file: str = ""
    """Its key, alone in a file; empty: none."""

    cores: Cores = 0.1
    """A replica only passes on."""

    most: Replicas = 4
    wanted: Annotated[float, Unit("requests", gt=0, le=1000)] = 16.0
    taken: Annotated[int, Unit("requests", ge=1, le=1000)] = 64
    waiting: Annotated[int, Unit("requests", ge=0, le=10_000)] = 64
    patience: Annotated[float, Unit("seconds", ge=1, le=600)] = 120.0


class Door(Section):
    """Where houses come in."""

    host: str = "127.0.0.1"
    """Address of this computer that houses reach; 0.0.0.0: every one."""

    port: Annotated[int, Unit("port", ge=1024, le=65535)] = 8480
    key_file: str = ""
    """Where the keys lie that houses must show, a line for each; `voice-agent fleet key FILE --house NAME` writes one."""

    certificate: str = ""
    """PEM file for HTTPS; with it also `certificate_key`. Needed where houses come over a network that is not trusted."""

    certificate_key: str = ""
    tunnel: bool = False
    """True: houses come through a tunnel that encrypts by itself (WireGuard), so that no certificate is needed."""

    cores: Cores = 0.2
    least: Replicas = 1
    most: Replicas = 2


class Cluster(Section):
    """The computers."""

    address: str = ""
    """Empty: a cluster of this computer alone is begun; "auto": the one that `ray start` has begun here."""

    tunnel: bool = False
    """True: its computers, and the model's server, are joined by a tunnel that encrypts by itself, for Ray Serve does not."""

    folder: str = "/run/voice-agent-fleet"
    """Ray's own files and logs; no word that was said is among them. In memory, so that nothing outlives the computer."""

    weights: str = ""
    """Folder of the weights on every computer of the cluster; empty: where `voice-agent models fetch` put them."""

    surge: Annotated[int, Unit("percent", ge=0, le=100)] = 100
    """Replicas that may be added while others are replaced by a new version; 0 where no card has room for them."""

    store: Annotated[int, Unit("MB", ge=76, le=1_000_000)] = 200
    """Memory for Ray's object store; nothing that was said is put there."""


class Plan(Section):
    """All of fleet.toml."""

    cluster: Cluster = Cluster()
    door: Door = Door()
    recognition: Recognition | Literal["none"] = Recognition()
    speech: Speech | Literal["none"] = Speech()
    embeddings: Embeddings | Literal["none"] = Embeddings()
    writing: Writing = Writing()


def read(file: Path) -> Plan:
    """Raises SettingsError."""
    try:
        plan = Plan.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise SettingsError(
            f"{file} cannot be read ({error.strerror}).",
            mend="Copy config/fleet.toml and name the copy with --config.",
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise SettingsError(
            f"{file} is not a TOML file.", mend="Mend it; nothing was started."
        ) from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(each) for each in first["loc"])
        raise SettingsError(
            f"{file} says something that is not understood: {where} ({first['msg']}).",
            mend="config/fleet.toml has every name with its unit; nothing was started.",
        ) from None
    if plan.writing.url and not plan.writing.model:
        raise SettingsError(
            f"{file} names a server under [writing], and no model.",
            mend="Write its name into `model` there: houses ask for it by that name. Nothing was started.",
        )
    return plan


def closed_to_listeners(plan: Plan) -> None:
    """Raises SettingsError where what houses send could be read on the way: to the door, from it, or to the model's server.

    Ray's own TLS (RAY_USE_TLS) is no seal: what Ray Serve sends from replica to replica goes past it, by its source.
    """
    door, cluster, writing = plan.door, plan.cluster, plan.writing
    if not (here(door.host) or door.tunnel or (door.certificate and door.certificate_key)):
        raise SettingsError(
            f"Houses would reach {door.host} without encryption: what is said in them could be read on the way.",
            safe="Nothing was started.",
            mend="Name a certificate under [door] (`voice-agent fleet certificate` makes one); or write `tunnel = true` there, "
            "where they come through WireGuard or the like.",
        )
    if cluster.address and not here(cluster.address) and not cluster.tunnel:
        raise SettingsError(
            "Nothing says how the line between the cluster's computers is closed: what is said in houses could be read on it.",
            safe="Nothing was started.",
            mend="Join them by WireGuard or the like, and write `tunnel = true` under [cluster]; also where they are one "
            "computer. Ray's own TLS does not cover what Ray Serve sends.",
        )
    inside = here(writing.url) or (cluster.tunnel and in_the_house(writing.url))
    if writing.url and not inside and not writing.url.lower().startswith("https://"):
        raise SettingsError(
            f"The model's server at {writing.url.rpartition('@')[2]} would be asked without encryption: what is said in houses, "
            "and its key, could be read on the way.",
            safe="Nothing was started.",
            mend="Write an address with https under [writing]; or, where it stands in the tunnel of the cluster's computers, "
            "its address in figures, and `tunnel = true` under [cluster].",
        )


def shares(plan: Plan) -> dict[str, Replicated]:
    """Every engine that is served, by the name of its deployment."""
    served: dict[str, Any] = {
        "recognition": plan.recognition,
        "speech": plan.speech,
        "embeddings": plan.embeddings,
        "writing": plan.writing if plan.writing.url else "none",
    }
    return {name: each for name, each in served.items() if each != "none"}
