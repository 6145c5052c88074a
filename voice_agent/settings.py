"""Every setting, its default, its unit and where it may come from.

Read in this order, later ones win: the defaults here (printed with their reasons in
config/agent.toml), config/profiles/NAME.toml, the house's own file
($XDG_CONFIG_HOME/voice-agent/agent.toml or --settings FILE), environment variables
VOICE_AGENT_SECTION__KEY. An unknown key or a wrong type is an error, never a shrug.
"""

import difflib
import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from voice_agent.errors import SettingsError
from voice_agent.resources import resource

PREFIX = "VOICE_AGENT_"
"""Environment variables: VOICE_AGENT_PROFILE, VOICE_AGENT_HEARING__BEAM."""

PROFILES = ("starter", "home-gpu", "ci")

SECRET = frozenset({"safety.contacts", "safety.advocate", "safety.mail", "memory.pin"})
"""Never printed and never logged."""


class Section(BaseModel):
    """A table of settings."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def Unit(unit: str, **limits: Any) -> Any:
    """A number with its unit and limits."""
    return Field(json_schema_extra={"unit": unit}, **limits)


Seconds = Annotated[float, Unit("seconds", ge=0)]
Share = Annotated[float, Unit("0..1", ge=0, le=1)]


class Narrator(Section):
    """Who tells."""

    name: str = ""
    """How the narrator likes to be called; empty: no name is spoken."""

    country: str = "US"
    """ISO 3166 code; chooses the emergency and crisis numbers in config/safety.toml."""

    time_zone: str = ""
    """IANA name; empty: the machine's own."""

    birth_year: Annotated[int, Unit("year, 0: unknown", ge=0, le=2100)] = 0
    """Lets ages be turned into dates."""


class Audio(Section):
    """Sound in and out."""

    microphone: str = ""
    """Part of the device's name, or its number as printed by `voice-agent devices`; empty: default."""

    loudspeaker: str = ""
    """As for the microphone."""

    half_duplex: bool = False
    """True: the microphone is not judged while we speak. For rooms where echo cancelling fails."""

    echo_cancelling: bool = True
    """Take our own voice out of the microphone."""

    ring: Annotated[float, Unit("seconds", ge=1, le=120)] = 30.0
    """Sound kept between the device and the session; more than that behind is dropped and counted."""

    buffer: Annotated[float, Unit("seconds", ge=0.02, le=1)] = 0.1
    """Sound the loudspeaker keeps ready; below 0.05 it stutters on a busy machine. Delays nothing."""

    patience: Annotated[float, Unit("seconds", ge=1, le=3600)] = 120.0
    """How long a microphone or loudspeaker that vanished is waited for before the session ends."""


class Hearing(Section):
    """Speech into text."""

    model: str = "whisper-base"
    """Role name in models/models.toml, or a hub name in the home-gpu profile."""

    device: Literal["auto", "cpu", "cuda"] = "auto"
    """auto: the GPU where a test decode on it works, else the CPU, and it is said which."""

    language: str = "en"
    """ISO 639-1."""

    beam: Annotated[int, Unit("hypotheses", ge=1, le=10)] = 1
    """Live decoding; the archive pass uses archive_beam."""

    archive_beam: Annotated[int, Unit("hypotheses", ge=1, le=10)] = 5
    """Decoding after the session."""

    threads: Annotated[int, Unit("threads, 0: all cores", ge=0, le=64)] = 2
    """CPU threads of the recogniser."""

    preroll: Annotated[float, Unit("seconds", ge=0.2, le=3)] = 1.0
    """Sound from before the onset that belongs to the turn."""

    piece: Annotated[float, Unit("seconds", ge=8, le=29)] = 24.0
    """A long turn is decoded in pieces of about this length while it grows."""

    speaker_check: bool = True
    """Mark voices that are not the narrator's as someone else."""


class Endpoint(Section):
    """When a turn is over (product.md's table, but for where patience starts).

    A narrator not yet known is met with more patience than the table's 2.0 s: in pauses drawn for three
    kinds of narrators that start cut into 19 %, this one into 8 % (n = 240, `measuring/cut_ins.py`, seed 101),
    for 0.8 s more of waiting. What is learned in the end is the same.
    """

    onset: Annotated[float, Unit("seconds", ge=0.05, le=1)] = 0.2
    """Speech shorter than this is a cough, not a turn."""

    patience: Annotated[float, Unit("seconds", ge=1.2, le=8)] = 3.0
    """Silence that ends a turn before anything is known about the narrator."""

    settled: Annotated[float, Unit("seconds", ge=0.4, le=8)] = 2.0
    """The same where the semantic model is sure that the turn is over."""

    quick: Annotated[float, Unit("seconds", ge=0.4, le=8)] = 1.2
    """Silence that is enough where the model agrees and the narrator's words close."""

    sure: Share = 0.8
    """From this probability on the semantic model is believed."""

    shortest: Annotated[float, Unit("seconds", ge=0.4, le=8)] = 1.2
    """Fitted patience is never below this."""

    longest: Annotated[float, Unit("seconds", ge=1.2, le=20)] = 8.0
    """Fitted patience is never above this."""

    unfinished: Annotated[float, Unit("factor", ge=1, le=4)] = 2.0
    """A clause left open ("and then...") multiplies patience by this."""


class Speaking(Section):
    """Text into speech."""

    voice: str = "piper-joe"
    """Role name in models/models.toml: piper-joe or hibari-heart."""

    pace: Annotated[float, Unit("words a minute, 0: follow the narrator", ge=0, le=240)] = 0.0
    """Fixed pace; 0: 0.9 x the narrator's, between slowest and fastest."""

    slowest: Annotated[float, Unit("words a minute", ge=60, le=240)] = 120.0
    fastest: Annotated[float, Unit("words a minute", ge=60, le=240)] = 175.0

    volume: Annotated[float, Unit("factor", ge=0.1, le=2)] = 1.0
    """Loudness of our voice; changed by voice ("louder")."""

    murmurs: bool = True
    """Small sounds of listening ("mm") where the policy allows them."""


class Language(Section):
    """The language model that words a move already chosen."""

    model: Literal["auto", "none", "ollama", "openai", "embedded"] = "auto"
    """auto: Ollama if it answers, else the embedded one if installed, else our own words."""

    ollama_host: str = "http://127.0.0.1:11434"
    ollama_model: str = "qwen3.5:9b"
    """Model tag at the Ollama server."""

    openai_url: str = ""
    """Base address of an OpenAI-compatible server in the house, e.g. http://127.0.0.1:8000/v1."""

    openai_model: str = ""
    context: Annotated[int, Unit("tokens", ge=1024, le=131072)] = 8192
    """Sent as num_ctx with every request: one fixed value, so that nothing is cut in silence."""

    patience: Annotated[float, Unit("seconds", ge=0.2, le=30)] = 2.5
    """A wording that is not ready by then is replaced by our own words."""


class Interview(Section):
    """Manners of a session (product.md's table)."""

    length: Annotated[float, Unit("minutes", ge=1, le=120)] = 25.0
    """Soft close."""

    break_offer: Annotated[float, Unit("minutes", ge=1, le=120)] = 20.0
    hard_stop: Annotated[float, Unit("minutes", ge=1, le=240)] = 45.0
    cue_after: Annotated[float, Unit("seconds", ge=3, le=120)] = 12.0
    """No word from us before then after our question; then one gentle cue."""

    reassure_after: Annotated[float, Unit("seconds", ge=5, le=300)] = 30.0
    rest_after: Annotated[float, Unit("seconds", ge=10, le=900)] = 90.0
    """Offer to rest."""

    seed: Annotated[int, Unit("number, 0: from the clock", ge=0)] = 0
    """Same seed and same sound, same conversation."""

    topic: str = "childhood"
    """First topic, by the name of its file in config/interview."""

    heavy_topics: bool = False
    """Are loss, regret, illness and the like welcome without being offered by voice? Never in the first three talks."""


class Safety(Section):
    """Who is told when somebody is in danger."""

    contacts: list[str] = []
    """In the order in which they are told of an emergency: "name | relation | household | address", where
    the address is one that apprise knows (mailto://..., signal://..., ntfy://...) or file:///... ; empty: nobody."""

    advocate: str = ""
    """The one person, chosen by the narrator alone, who is told of abuse; written in the same way. Whom the narrator has
    let in as advocate on the pages comes before."""

    mail: str = ""
    """How this house sends e-mail, as apprise knows it: mailtos://user:password@example.org; empty: it cannot."""


class Memory(Section):
    """What is remembered."""

    uri: str = ""
    """Where the LanceDB index lies; empty: inside the state directory. s3:// works where configured."""

    optimise_every: Annotated[int, Unit("writes", ge=1, le=1000)] = 32
    """LanceDB slows down 25-fold after a thousand single writes without it (measured)."""

    embedder: str = "minilm-int8"
    """Role name in models/models.toml."""

    passes: Literal[1, 2] = 1
    """Looks before a memory comes to mind; two take twice as long and help no more (nDCG@5 .597, one .603)."""

    pin: str = ""
    """Asked before a command prints the narrator's words; empty: none."""


class Copies(Section):
    """Copies of the record, made by themselves when a talk is over. Sound is not in them."""

    days: Annotated[int, Unit("days, 0: no copies", ge=0, le=60)] = 7
    """The newest copy of so many days with a talk stays."""

    weeks: Annotated[int, Unit("weeks", ge=0, le=52)] = 4
    """Besides, the newest copy of each of so many weeks with a talk."""


class Emotion(Section):
    """How feelings are read from what is said."""

    reader: str = "shipped"
    """"shipped": our own; "none"; or the name of a text classifier in models/models.toml, for a graphics card."""

    device: Literal["auto", "cpu", "cuda"] = "auto"
    """Where a named classifier runs; ours needs no graphics card."""


class Schedule(Section):
    """When the narrator may be invited; what is planned stands in the record."""

    quiet_from: str = "20:00"
    """From then on nobody is invited, on the narrator's clock."""

    quiet_until: str = "09:00"
    """Until then nobody is invited."""

    daily: Annotated[int, Unit("sessions", ge=1, le=4)] = 1
    """No more than so many sessions a day are invited to."""


class Web(Section):
    """The pages for caregiver, family and narrator."""

    on: bool = True
    """Served by `voice-agent serve`, to this computer alone unless it is started with --lan."""

    port: Annotated[int, Unit("port", ge=1024, le=65535)] = 8470
    """Where a browser finds them."""

    names: str = ""
    """With --lan: further names or addresses of this computer, with commas between, for its certificate."""


class Models(Section):
    """Weights."""

    directory: str = ""
    """Empty: $XDG_DATA_HOME/voice-agent/models, under systemd $STATE_DIRECTORY/models."""

    offline: bool = False
    """True: never fetch; a missing model is an error that says so."""


class Settings(Section):
    """Everything."""

    profile: Literal["starter", "home-gpu", "ci"] = "starter"
    """A named set of overrides in config/profiles."""

    state_directory: str = ""
    """Empty: $STATE_DIRECTORY under systemd, else $XDG_STATE_HOME/voice-agent."""

    narrator: Narrator = Narrator()
    audio: Audio = Audio()
    hearing: Hearing = Hearing()
    endpoint: Endpoint = Endpoint()
    speaking: Speaking = Speaking()
    language: Language = Language()
    interview: Interview = Interview()
    safety: Safety = Safety()
    memory: Memory = Memory()
    copies: Copies = Copies()
    emotion: Emotion = Emotion()
    schedule: Schedule = Schedule()
    web: Web = Web()
    models: Models = Models()

    @property
    def state(self) -> Path:
        """The directory that holds everything said. Not created here."""
        if self.state_directory:
            return Path(self.state_directory).expanduser()
        if systemd := os.environ.get("STATE_DIRECTORY"):
            return Path(systemd.split(":")[0])
        return _xdg("XDG_STATE_HOME", ".local/state") / "voice-agent"

    @property
    def weights(self) -> Path:
        """The directory that holds downloaded weights. Not created here."""
        if self.models.directory:
            return Path(self.models.directory).expanduser()
        if systemd := os.environ.get("STATE_DIRECTORY"):
            return Path(systemd.split(":")[0]) / "models"
        return _xdg("XDG_DATA_HOME", ".local/share") / "voice-agent" / "models"

    @property
    def cache(self) -> Path:
        """Rendered acknowledgements and calibrations; may be deleted at any time."""
        if systemd := os.environ.get("CACHE_DIRECTORY"):
            return Path(systemd.split(":")[0])
        return _xdg("XDG_CACHE_HOME", ".cache") / "voice-agent"


def load(
    file: Path | None = None,
    *,
    profile: str | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Settings:
    """Read the settings. Raises SettingsError with file, key and the nearest right one."""
    merged: dict[str, Any] = {}
    for layer in gather(file, profile=profile, environ=environ):
        _merge(merged, layer.table)
    settings = Settings.model_validate(merged)
    _in_order(settings)
    return settings


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings from one place."""

    origin: str
    """A file's path, an environment variable's name, or “the command line”."""

    table: Mapping[str, Any]


def gather(
    file: Path | None = None,
    *,
    profile: str | None = None,
    environ: Mapping[str, str] = os.environ,
) -> tuple[Layer, ...]:
    """Return every layer above the defaults, checked, weakest first. Raises SettingsError."""
    if file is not None and not file.is_file():
        raise SettingsError(f"There is no settings file {file}.", mend="Check the path.")
    house = file or _xdg("XDG_CONFIG_HOME", ".config", environ) / "voice-agent" / "agent.toml"
    layers: list[Layer] = []
    if house.is_file():
        layers.append(Layer(str(house), _read(house)))
    layers.extend(_from_environment(environ))
    for layer in layers:
        _check(layer.table, Settings, layer.origin, "")
    named = profile or next(
        (layer.table["profile"] for layer in reversed(layers) if "profile" in layer.table),
        "starter",
    )
    if named not in PROFILES:
        near = _nearest(named, PROFILES)
        raise SettingsError(f"There is no profile “{named}”.", mend=f"Did you mean “{near}”?")
    shipped = resource(f"config/profiles/{named}.toml")
    base = Layer(str(shipped), _read(shipped))
    _check(base.table, Settings, base.origin, "")
    chosen = [Layer("the command line", {"profile": profile})] if profile else []
    return (base, *layers, *chosen)


def origins(layers: tuple[Layer, ...]) -> dict[str, str]:
    """Return where each setting that is not a default got its value, by dotted key."""
    found: dict[str, str] = {}
    for layer in layers:
        for name, value in layer.table.items():
            dotted = [f"{name}.{key}" for key in value] if isinstance(value, dict) else [name]
            found.update(dict.fromkeys(dotted, layer.origin))
    return found


def keys(section: type[Section] = Settings, path: str = "") -> Iterator[tuple[str, Any, Any, str]]:
    """Yield (dotted key, type, default, unit) of every setting, for docs and their tests."""
    for name, field in section.model_fields.items():
        dotted = f"{path}{name}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield from keys(field.annotation, f"{dotted}.")
            continue
        yield dotted, field.annotation, field.default, _unit(field)


def toml(value: Any) -> str:
    """Write a setting's value the way a settings file would."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _unit(field: Any) -> str:
    for carrier in (field, *field.metadata):
        extra = getattr(carrier, "json_schema_extra", None)
        if isinstance(extra, dict):
            return str(extra.get("unit", ""))
    return ""


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not valid TOML: {error}.", mend="Mend that line.") from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None


def _from_environment(environ: Mapping[str, str]) -> Iterator[Layer]:
    """One layer for each variable, so that an error can name it."""
    for variable, text in sorted(environ.items()):
        if not variable.startswith(PREFIX):
            continue
        section, _, key = variable.removeprefix(PREFIX).lower().partition("__")
        yield Layer(variable, {section: {key: _value(section, key, text)} if key else text})


def _value(section: str, key: str, text: str) -> Any:
    """Give an environment variable the type its setting wants; a wrong one is reported by _check."""
    table = Settings.model_fields.get(section)
    fields = getattr(table.annotation, "model_fields", {}) if table else {}
    wanted = fields[key].annotation if key in fields else str
    if wanted is bool and text.lower() in {"true", "1", "yes", "false", "0", "no"}:
        return text.lower() in {"true", "1", "yes"}
    for kind in (int, float):
        if wanted is kind:
            try:
                return kind(text)
            except ValueError:
                return text
    return text


def _check(layer: Mapping[str, Any], section: type[Section], origin: str, path: str) -> None:
    for name, value in layer.items():
        if name not in section.model_fields:
            where = f"[{path[:-1]}] " if path else ""
            raise SettingsError(
                f"{origin}: {where}has no setting “{name}”.", mend=_meant(name, section, path)
            )
        field = section.model_fields[name]
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            if not isinstance(value, dict):
                raise SettingsError(f"{origin}: “{path}{name}” must be a table.")
            _check(value, kind, origin, f"{path}{name}.")  # pyright: ignore[reportUnknownArgumentType]
            continue
        try:
            section.model_validate({name: value})
        except ValidationError as error:
            what = error.errors()[0]["msg"]
            unit = _unit(field)
            said = "something else" if f"{path}{name}" in SECRET else toml(value)
            raise SettingsError(
                f"{origin}: “{path}{name}” is {said}: {what[0].lower()}{what[1:]}.",
                mend=f"It wants {_plain(kind)}{f' ({unit})' if unit else ''}, "
                f"for example {toml(field.default)}.",
            ) from None


def _plain(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(f"“{a}”" for a in get_args(kind))
    if get_origin(kind) is UnionType:
        return " or ".join(_plain(a) for a in get_args(kind))
    return {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}.get(
        kind, str(kind)
    )


def _nearest(word: str, among: Any) -> str:
    names = list(among)
    return (difflib.get_close_matches(word, names, 1, 0.0) or names)[0]


def _meant(name: str, section: type[Section], path: str) -> str:
    """The nearest right key: in this table if one is near, else wherever that name is at home."""
    if near := difflib.get_close_matches(name, section.model_fields, 1, 0.75):
        return f"Did you mean “{path}{near[0]}”?"
    everywhere = {dotted.rpartition(".")[2]: dotted for dotted, *_ in keys()}
    if near := difflib.get_close_matches(name, everywhere, 1, 0.75):
        dotted = everywhere[near[0]]
        table, _, key = dotted.rpartition(".")
        at = f"under [{table}]" if table else "at the top of the file, before any table"
        return f"Did you mean “{key}” {at}?"
    return f"Did you mean “{path}{_nearest(name, section.model_fields)}”?"


ORDER = (
    ("endpoint.quick", "endpoint.patience"),
    ("endpoint.shortest", "endpoint.longest"),
    ("speaking.slowest", "speaking.fastest"),
    ("interview.cue_after", "interview.reassure_after"),
    ("interview.reassure_after", "interview.rest_after"),
    ("interview.break_offer", "interview.length"),
    ("interview.length", "interview.hard_stop"),
)
"""Pairs of which the first may never be larger than the second."""


def _in_order(settings: Settings) -> None:
    for smaller, larger in ORDER:
        least, most = value(settings, smaller), value(settings, larger)
        if least > most:
            raise SettingsError(
                f"The settings contradict each other: {smaller} is {least} and {larger} is {most}.",
                mend=f"{smaller} may not be larger than {larger}; `voice-agent settings` shows "
                "where each of them comes from.",
            )


def value(settings: Settings, dotted: str) -> Any:
    """Return the value of the setting called `dotted`, e.g. endpoint.patience."""
    at: Any = settings
    for name in dotted.split("."):
        at = getattr(at, name)
    return at


def _merge(into: dict[str, Any], layer: Mapping[str, Any]) -> None:
    for name, value in layer.items():
        if isinstance(value, dict):
            _merge(into.setdefault(name, {}), value)  # pyright: ignore[reportUnknownArgumentType]
        else:
            into[name] = value


def _xdg(variable: str, fallback: str, environ: Mapping[str, str] = os.environ) -> Path:
    return Path(environ.get(variable) or Path.home() / fallback)
