"""Every setting, its default, its unit and where it may come from.

Read in this order, later ones win: the defaults here (printed with their reasons in
config/agent.toml), config/profiles/NAME.toml, the house's own file
($XDG_CONFIG_HOME/voice-agent/agent.toml or --settings FILE), what a caregiver chose on a page
where the program may not write that file (settings.toml in the state folder), environment
variables VOICE_AGENT_SECTION__KEY. An unknown key or a wrong type is an error, never a shrug.
"""

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from voice_agent.addresses import figures_of_the_house, host_and_port, in_the_house, tunnels
from voice_agent.errors import SettingsError
from voice_agent.resources import resource
from voice_agent.settings_sections import (
    Audio,
    Borrowing,
    Copies,
    Emotion,
    Endpoint,
    Hearing,
    HomeAssistant,
    Interview,
    Language,
    Lending,
    Memory,
    Models,
    Narrator,
    Safety,
    Satellite,
    Schedule,
    Section,
    Speaking,
    Telemetry,
    Web,
)

PREFIX = "VOICE_AGENT_"
"""Environment variables: VOICE_AGENT_PROFILE, VOICE_AGENT_HEARING__BEAM."""

PROFILES = ("starter", "home-gpu", "ci")

SECRET = frozenset({"safety.contacts", "safety.advocate", "safety.mail", "memory.pin"})
"""Never printed and never logged."""


BY_PAGES = "settings.toml"
"""In the state folder: what was chosen on the caregiver's page, where the house's own file is another user's."""

CHOSEN = frozenset(
    {
        "narrator.names",
        "schedule.quiet_from",
        "schedule.quiet_until",
        "schedule.nap_from",
        "schedule.nap_until",
        "speaking.voice",
        "speaking.pace",
        "speaking.volume",
    }
)
"""What a caregiver may choose on a page; nothing that leaves the house, opens a door or names who is told."""

PLACES = frozenset(
    {
        "borrowing.certificate",
        "borrowing.key_file",
        "home_assistant.password_file",
        "language.openai_certificate",
        "language.openai_key_file",
        "memory.uri",
        "models.directory",
        "state_directory",
    }
)
"""Name a folder or a file of this device: in a house that moves to another one they are left behind."""


class Settings(Section):
    """Everything."""

    profile: Literal["starter", "home-gpu", "ci"] = "starter"
    """A named set of overrides in config/profiles."""

    state_directory: str = ""
    """Empty: $STATE_DIRECTORY under systemd, else $XDG_STATE_HOME/voice-agent."""

    narrator: Narrator = Narrator()
    audio: Audio = Audio()
    satellite: Satellite = Satellite()
    hearing: Hearing = Hearing()
    endpoint: Endpoint = Endpoint()
    speaking: Speaking = Speaking()
    language: Language = Language()
    borrowing: Borrowing = Borrowing()
    interview: Interview = Interview()
    safety: Safety = Safety()
    memory: Memory = Memory()
    copies: Copies = Copies()
    emotion: Emotion = Emotion()
    schedule: Schedule = Schedule()
    web: Web = Web()
    lending: Lending = Lending()
    telemetry: Telemetry = Telemetry()
    home_assistant: HomeAssistant = HomeAssistant()
    models: Models = Models()

    @property
    def state(self) -> Path:
        """The directory that holds everything said. Not created here."""
        if self.state_directory:
            return Path(self.state_directory).expanduser()
        return _usual_state(os.environ)

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
    _tunnels(settings)
    _at_home(settings)
    _in_this_house(settings)
    _satellites_at_home(settings)
    return settings


@dataclass(frozen=True, slots=True)
class Layer:
    """Settings from one place."""

    origin: str
    """A file's path, an environment variable's name, or “the command line”."""

    table: Mapping[str, Any]


def house_file(file: Path | None = None, environ: Mapping[str, str] = os.environ) -> Path:
    """Where the house's own settings stand, or would: `file` where one was named."""
    return file or _xdg("XDG_CONFIG_HOME", ".config", environ) / "voice-agent" / "agent.toml"


def gather(
    file: Path | None = None,
    *,
    profile: str | None = None,
    environ: Mapping[str, str] = os.environ,
) -> tuple[Layer, ...]:
    """Return every layer above the defaults, checked, weakest first. Raises SettingsError."""
    if file is not None and not file.is_file():
        raise SettingsError(f"There is no settings file {file}.", mend="Check the path.")
    house = house_file(file, environ)
    layers: list[Layer] = []
    if house.is_file():
        layers.append(Layer(str(house), _read(house)))
    given = tuple(_from_environment(environ))
    layers += _by_the_pages(_state((*layers, *given), environ))
    for layer in given:
        if _pin(layer) is not None and any(_pin(each) for each in layers):
            raise SettingsError(
                f"The PIN stands in {house}, and {layer.origin} may not change or lift it.",
                mend="Take that variable away, or change the PIN in the file.",
            )
        layers.append(layer)
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


def _by_the_pages(state: Path) -> Iterator[Layer]:
    """What a caregiver chose on a page, where the house's own file is not the program's to write."""
    file = state / BY_PAGES
    if not file.is_file():
        return
    table = _read(file)
    for dotted in dotted_keys(table):
        if dotted not in CHOSEN:
            raise SettingsError(
                f"{file} sets “{dotted}”, which no page may choose.",
                mend=f"Take that line away; what it is for belongs in {house_file()}.",
            )
    yield Layer(str(file), table)


def _state(layers: tuple[Layer, ...], environ: Mapping[str, str]) -> Path:
    """The state directory by what was read so far; a wrong one is reported later."""
    named = [each.table["state_directory"] for each in layers if "state_directory" in each.table]
    if named and isinstance(named[-1], str) and named[-1]:
        return Path(named[-1]).expanduser()
    return _usual_state(environ)


def _usual_state(environ: Mapping[str, str]) -> Path:
    if systemd := environ.get("STATE_DIRECTORY"):
        return Path(systemd.split(":")[0])
    return _xdg("XDG_STATE_HOME", ".local/state", environ) / "voice-agent"


def dotted_keys(table: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a table of settings sets: `state_directory`, `interview.length`."""
    for name, value in table.items():
        yield from (f"{name}.{key}" for key in value) if isinstance(value, dict) else (name,)


def _pin(layer: Layer) -> Any:
    """What a layer says of the PIN; None: nothing."""
    memory = layer.table.get("memory")
    return memory.get("pin") if isinstance(memory, Mapping) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def origins(layers: tuple[Layer, ...]) -> dict[str, str]:
    """Return where each setting that is not a default got its value, by dotted key."""
    found: dict[str, str] = {}
    for layer in layers:
        found.update(dict.fromkeys(dotted_keys(layer.table), layer.origin))
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


def _tunnels(settings: Settings) -> None:
    """Whatever is named as a tunnel's is believed: what goes there is outside the house, and needs no other seal."""
    try:
        tunnels(settings.borrowing.outside)
    except ValueError as error:
        raise SettingsError(
            f"borrowing.outside names something that is no network of a tunnel: {error}.",
            safe="Nothing has been sent there.",
            mend="Write networks of private addresses as the tunnel has them, for example 10.8.0.0/16. Every other address "
            "is outside the house anyway.",
        ) from None


_COLLECTOR = re.compile(r"https?://[^/@?#\s]+(/[^@?#\x00-\x20\x7f-\U0010ffff]*)?")
"""Without a user's name and without a question: both would be told to whoever listens. A path is ASCII, as in every address."""

_DEVICE = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


def _at_home(settings: Settings) -> None:
    """Telemetry goes nowhere but to the house, and names nobody."""
    endpoint, name = settings.telemetry.endpoint, settings.telemetry.name
    outside = tunnels(settings.borrowing.outside)
    if endpoint and not (_COLLECTOR.fullmatch(endpoint) and in_the_house(endpoint, outside)):
        raise SettingsError(
            f"telemetry.endpoint is “{endpoint.rpartition('@')[2]}”, and that is no address of this house.",
            safe="Nothing has been sent.",
            mend="Write it with the figures of a computer on your own network, for example http://192.168.1.20:4318 (after "
            "the colon a port, 1 to 65535), or leave it empty.",
        )
    if not name:
        return
    people = re.findall(r"\w{3,}", settings.narrator.name.lower())
    if not _DEVICE.fullmatch(name) or any(each in name for each in people):
        raise SettingsError(
            "telemetry.name is no name for a device.",
            safe="Nothing has been sent.",
            mend="Write up to forty small letters, figures and hyphens, for example kitchen-3; never the narrator's name.",
        )


_PREFIX = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")

_CALLED = re.compile(r"[^\x00-\x1f\x7f]{0,60}")


def _in_this_house(settings: Settings) -> None:
    """Home Assistant's broker stands in the house, and what it is called fits into a message."""
    told, outside = settings.home_assistant, tunnels(settings.borrowing.outside)
    if told.broker and not figures_of_the_house(told.broker, outside):
        raise SettingsError(
            f"home_assistant.broker is “{told.broker.rpartition('@')[2]}”, and that is no computer of this house.",
            safe="Nothing has been sent.",
            mend="Write the figures of a computer on your own network, for example 192.168.1.20, or localhost. The port stands "
            "under home_assistant.port.",
        )
    if told.password_file and not told.user:
        raise SettingsError(
            "home_assistant.password_file is set, and home_assistant.user is not.",
            mend="Write down by which name the broker knows us.",
        )
    if not _PREFIX.fullmatch(told.prefix):
        raise SettingsError(
            f"home_assistant.prefix is {toml(told.prefix)}, which is no topic.",
            mend="Write it as Home Assistant has it, usually homeassistant.",
        )
    if not _CALLED.fullmatch(told.name):
        raise SettingsError(
            "home_assistant.name is no name for a device.",
            mend="Write up to sixty letters on one line, for example Interviewer in the kitchen.",
        )


def _satellites_at_home(settings: Settings) -> None:
    """Our voice says what a narrator has told: it goes nowhere but to the house."""
    outside = tunnels(settings.borrowing.outside)
    for address in settings.satellite.addresses:
        try:
            host_and_port(address, 1)
            known = in_the_house(address, outside)
        except ValueError:
            known = False
        if not known:
            raise SettingsError(
                f"satellite.addresses names “{address.rpartition('@')[2]}”, and that is no address of this house.",
                safe="Nothing has been sent there.",
                mend="Write it with the figures of a satellite on your own network, for example 192.168.1.31:10700.",
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
