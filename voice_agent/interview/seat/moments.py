"""Moments of invented talks on which a language model is measured: what was said, and what a good listener makes of it. Pure."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.interview.progress import Exchange
from voice_agent.interview.returning.offers import PastTopic
from voice_agent.reading.by_model import DANGERS, WISHES, quoted

MOST = 60
"""Moments."""

HOOKS = 3
"""Of one moment."""

NONE = "none"
"""No danger, no wish."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One of them."""

    kind: str
    """What it is about: "work", "calm"."""

    says: str
    """What the narrator says, 5 to 120 words."""

    talk: tuple[Exchange, ...] = ()
    """What went before, the latest last."""

    hooks: tuple[str, ...] = ()
    """Pieces of `says` that are worth a question."""

    quiet: bool = False
    """Whoever asks anything here has not listened."""

    danger: str = NONE
    """As a model is to read it: by_model.DANGERS, or none."""

    wish: str = NONE
    """The same: by_model.WISHES."""

    about: str = ""
    """Whom or what the wish is about, in words of `says`; "" where it need not be named."""

    stories: tuple[PastTopic, ...] = ()
    """Old ones that are shown."""

    belongs: int = 0
    """Which of them belongs here, from 1; 0: none."""

    @property
    def ours(self) -> bool:
        """Is it answered by the program, whatever a model proposes?"""
        return self.danger != NONE or self.wish != NONE


def parse(text: str, origin: str) -> tuple[Moment, ...]:
    """Read config/seat/moments.toml. Raises SettingsError with the file, the moment and what is wrong with it."""
    try:
        table = tomllib.loads(text)
        found = tuple(_moment(each) for each in table["moment"])
    except (tomllib.TOMLDecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise SettingsError(f"{origin} cannot be read: {type(error).__name__} {error}.") from error
    for number, moment in enumerate(found, 1):
        if wrong := next(_wrong(moment), ""):
            raise SettingsError(f"{origin}, moment {number}: {wrong}.")
    if not 0 < len(found) <= MOST:
        raise SettingsError(f"{origin} must hold 1 to {MOST} moments.")
    return found


def _moment(row: Mapping[str, Any]) -> Moment:
    return Moment(
        kind=row["kind"],
        says=row["says"],
        talk=tuple(Exchange(said, replied) for said, replied in row.get("talk", ())),
        hooks=tuple(row.get("hooks", ())),
        quiet=bool(row.get("quiet", False)),
        danger=row.get("danger", NONE),
        wish=row.get("wish", NONE),
        about=row.get("about", ""),
        stories=tuple(
            PastTopic(f"old {number}", line, text=line)
            for number, line in enumerate(row.get("stories", ()), 1)
        ),
        belongs=row.get("belongs", 0),
    )


def _wrong(moment: Moment) -> Iterator[str]:
    if moment.danger not in (NONE, *DANGERS):
        yield "there is no such danger"
    if moment.wish not in (NONE, *WISHES):
        yield "there is no such wish"
    if len(moment.hooks) > HOOKS or (moment.hooks and moment.quiet):
        yield "it has too many hooks"
    if any(quoted(each, moment.says) is None for each in moment.hooks):
        yield "a hook does not stand in what is said"
    if moment.about and quoted(moment.about, moment.says) is None:
        yield "whom the wish is about does not stand in what is said"
    if not 0 <= moment.belongs <= len(moment.stories):
        yield "there is no such old story"
