"""The phrase book: every sentence of ours that is not a question of the protocol.

Reviewed text in config/phrases, chosen so that no narrator hears the same one too often. Pure once
the files are read.
"""

import random
import re
import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.interview.leave import reach
from voice_agent.interview.leave.reach import Reach
from voice_agent.resources import resource

OFTEN = 3
"""Times one phrase may be said in a session, where saying nothing will do as well."""

PLACES = frozenset({"name", "told"})
"""What a phrase may leave open: how the narrator, or whom or what they named, is called, and what they were telling."""

NOT_PHRASES = frozenset({"murmurs.toml", "returning.toml"})
"""Files of the folder that other parts read."""

KINDS = frozenset(
    """
    acknowledge acknowledge_warm acknowledge_sad acknowledge_slowly acknowledge_proud with_you more_of with_loss with_wrong to_come
    acknowledge_afraid acknowledge_angry bridge come_back go_on resume_interruption resume_power_cut repeat
    did_not_hear skipped gentle_cue reassure rest_offer break_offer greet greet_name thanks stopped
    again_today still_here_after_all
    soft_close ordinary slower faster louder quieter not_a_person no_language_model smaller_model model_back
    other_voice slow_hearing half_duplex microphone_lost microphone_back
    later not_today changed talk_about tired between_us only_for not_for not_while not_while_but kept_from_all perhaps_kept perhaps_kept_from put_away which_one which_year erase_ask erasing
    stays_away nothing_to_forget back_again let_out_ask let_out let_in_one stays_back nothing_kept corrected both_years told_otherwise told_before told_nothing how_long the_part the_time the_day the_year nothing_sent
    talk_about_ask
    no_recording no_audio no_memory no_recipient no_print no_after_death no_message living cross lost unclear said_so confided still_here needs shaken no_sorry lighter
    talk_works talk_at_ease talk_worth talk_limit talk_teased talk_offered talk_how_are_you talk_greeted talk_anything talk_right talk_thread talk_promised talk_ready more
    end_ask no_recording_ask no_memory_ask no_audio_ask no_recipient_ask no_print_ask no_after_death_ask no_message_ask we_go_on
    lost_where lost_home frightened sees_somebody with_you_ask call_them nobody_near still_with_you telling talk_who who_first
    listen_on sorrow hook_person hook_place hook_made hook_thing
    with_new_grief with_old_grief with_lonely lonely_on with_worry worry_on with_tears adrift
    asks_person_first asks_hears asks_hears_one asks_hears_first asks_writes asks_writes_first asks_sees asks_understood asks_understood_first asks_knows asks_knows_first
    asks_comes_back asks_after_death asks_advises asks_able asks_language asks_likes asks_life asks_life_open asks_never asks_does_not asks_kept asks_kept_unsure asks_kept_none asks_kept_some asks_kept_from asks_done asks_keeps asks_keeps_first asks_purpose asks_none asks_is_not asks_you_have
    asks_unknowable asks_which asks_else asks_question not_found remind_noted remind_bring_up remind_answer remind_unknown
    rebuked rebuked_told rebuked_loss rebuked_hard
    nothing_to_read reading_begins reading_ask it_stands left_out it_waits reading_over reading_enough
    """.split()  # noqa: SIM905 (a list of words reads better as words)
)
"""What the book must hold."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Phrases that may stand for each other."""

    say: tuple[str, ...]
    silent: bool = False
    """Saying nothing will do as well."""

    promises: bool = False
    """It says that something was done: spoken when it is on the disk, never before (steering/outcome.py)."""


@dataclass(frozen=True, slots=True)
class PhraseBook:
    """Everything we say that is not a question of the protocol."""

    kinds: Mapping[str, Kind]

    def pick(self, kind: str, *, seed: int, used: Mapping[str, int]) -> str:
        """Return a phrase of `kind` that was said least. Same seed and same past, same phrase.

        `used`: phrase -> times said this session. None comes again before all have been said. Where
        silence will do, none is said more than OFTEN times, and then "" is returned. Raises KeyError
        for a kind that is not in KINDS: a bug.
        """
        chosen = self.kinds[kind]
        least = min(used.get(phrase, 0) for phrase in chosen.say)
        if chosen.silent and least >= OFTEN:
            return ""
        fresh = [phrase for phrase in chosen.say if used.get(phrase, 0) == least]
        return random.Random(f"{seed} {kind} {sum(used.values())}").choice(fresh)

    @property
    def texts(self) -> frozenset[str]:
        """Every sentence that leaves nothing open: what can be rendered before it is needed."""
        every = (phrase for kind in self.kinds.values() for phrase in kind.say)
        sentences = (part for phrase in every for part in re.split(r"(?<=[.?!]) ", phrase))
        return frozenset(sentence for sentence in sentences if "{" not in sentence)


def fill(phrase: str, *, name: str = "", told: str = "") -> str:
    """Put `name` and `told` where the phrase leaves them open."""
    return phrase.replace("{name}", name).replace("{told}", told)


def read(folder: Path, stays: str = "") -> PhraseBook:
    """Read every file of `folder`. Raises SettingsError with file, key and reason.

    `stays`: how far what is said goes (leave/reach.py); "": it stays on this device.
    """
    stays = stays or reach.read(resource("config/consent.toml"))[Reach.DEVICE].stays
    kinds: dict[str, Kind] = {}
    for file in sorted(folder.glob("*.toml")):
        if file.name in NOT_PHRASES:
            continue
        for name, kind in parse(_text(file), str(file), stays).items():
            if name in kinds:
                raise SettingsError(f"{file}: [{name}] stands in another file as well.")
            kinds[name] = kind
    if missing := sorted(KINDS - kinds.keys()):
        raise SettingsError(
            f"{folder} has no phrases for [{missing[0]}].",
            mend="Add that table to one of its files.",
        )
    return PhraseBook(kinds)


def parse(text: str, origin: str, stays: str = "") -> dict[str, Kind]:
    """Parse one file; `origin` is named in errors, `stays` put where a phrase says {stays}. Raises SettingsError with file, key and reason."""
    try:
        tables = tomllib.loads(text.replace("{stays}", stays))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(
            f"{origin} is not valid TOML: {error}.", mend="Mend that line."
        ) from None
    return {name: _kind(name, table, origin) for name, table in tables.items()}


def _kind(name: str, table: Any, origin: str) -> Kind:
    where = f"{origin}: [{name}]"
    if name not in KINDS:
        raise SettingsError(f"{where} is not a kind of phrase.", mend=f"Kinds: {_list(KINDS)}.")
    if not isinstance(table, dict) or not isinstance(table.get("say"), list) or not table["say"]:  # pyright: ignore[reportUnknownMemberType]
        raise SettingsError(f"{where} needs “say”, a list of phrases.")
    entries: dict[str, Any] = table
    if extra := sorted(entries.keys() - {"say", "silent", "promises"}):
        raise SettingsError(
            f"{where} has no setting “{extra[0]}”.", mend="It knows say, silent and promises."
        )
    for name in ("silent", "promises"):
        if not isinstance(entries.get(name, False), bool):
            raise SettingsError(f"{where} “{name}” is true or false.")
    for phrase in entries["say"]:
        if reason := _fault(phrase):
            raise SettingsError(f"{where} {phrase!r} {reason}.")
    if len(set(entries["say"])) < len(entries["say"]):
        raise SettingsError(f"{where} holds a phrase twice.")
    return Kind(tuple(entries["say"]), entries.get("silent", False), entries.get("promises", False))


def _fault(phrase: Any) -> str:
    """Say why `phrase` cannot be spoken; "" where it can."""
    if not isinstance(phrase, str) or not re.search(r"\w", phrase):
        return "is not a phrase"
    if phrase[-1] not in ".?!}":
        return "does not end like a sentence"
    if phrase.count("?") > 1 or ("?" in phrase and not phrase.endswith("?")):
        return "asks more than one question, or not at its end"
    try:
        left_open = {
            field for _, field, _, _ in string.Formatter().parse(phrase) if field is not None
        }
    except ValueError:
        return "has a bracket that does not close"
    if wrong := left_open - PLACES:
        return f"leaves “{sorted(wrong)[0]}” open, and nothing fills it"
    return ""


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read: {error}.") from None


def _list(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))
