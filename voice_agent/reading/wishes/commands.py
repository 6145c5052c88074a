"""What a narrator can ask for by voice, understood only when it is the whole of what they said.

"...and I told him, stop!" is a story. "Stop." is a wish, and it is granted at once. How people say it lies in
config/commands.toml, read once when the program starts. Pure.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from voice_agent.errors import SettingsError
from voice_agent.reading.wishes import unmarked
from voice_agent.reading.wishes.quoted import unquoted
from voice_agent.reading.words.plain_words import REMEMBERED_TEXTS, plain
from voice_agent.resources import resource


class Command(StrEnum):
    """What is asked for."""

    STOP = "stop"
    GOODBYE = "goodbye"
    REPEAT = "repeat"
    QUESTION = "question"
    SLOWER = "slower"
    FASTER = "faster"
    LOUDER = "louder"
    QUIETER = "quieter"
    SKIP = "skip"
    NOT_TODAY = "not today"
    LATER = "later"
    CHANGE = "change"
    TALK_ABOUT = "talk about"
    TIRED = "tired"
    BETWEEN_US = "between us"
    ONLY_FOR = "only for"
    NOT_FOR = "not for"
    NOT_WHILE_I_LIVE = "not while I live"
    FORGET = "forget that"
    UNDO = "undo"
    CORRECTION = "correction"
    WHAT_DID_I_TELL = "what did I tell"
    WHO_HAS_LISTENED = "who has listened"
    HOW_LONG = "how long"
    PERSON = "are you a person"
    CANCEL = "cancel the message"
    NO_RECORDING = "no recording"
    NO_AUDIO = "no audio"
    NO_MEMORY = "no memory"
    NO_RECIPIENT = "no recipient"
    NO_PRINT = "no print"
    NO_AFTER_DEATH = "no after death"
    NO_MESSAGE = "no message"
    READ_BOOK = "read my book"
    REMIND = "remind"
    """Bring it up next time; found wherever it stands in a turn (reminding.py), and not by config/commands.toml."""

    STANDS = "it stands"
    """The yes to a piece of the book that was read; never understood by itself."""

    LEFT_OUT = "left out"
    """The no to it; never understood by itself."""

    ERASE = "erase"
    """The yes to "shall I erase it for good?"; never understood by itself."""

    LET_OUT = "let out"
    """The yes to "may your family hear that after all?"; never understood by itself."""

    WITHHOLD = "withhold"
    """What was asked about, the story of the wish, was a cry for help after all; never understood by itself."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A command and what it is about."""

    command: Command
    about: str = ""
    """A name or a subject, in plain words; "" where the command has none."""

    story: str = ""
    """What it is about where words name it, in plain words: "the fridays"; "": what was told in the same turn, else the
    last telling."""

    but: str = ""
    """Who may hear it all the same, in plain words."""

    sure: bool = True
    """False where only signs speak for it, and no form of a sentence."""


ENDS = frozenset({Command.NO_RECORDING, Command.STOP, Command.GOODBYE, Command.TIRED})
"""What ends the talk, or asks to."""

KEEPS_BACK = frozenset(
    {Command.BETWEEN_US, Command.ONLY_FOR, Command.NOT_FOR, Command.NOT_WHILE_I_LIVE}
)
"""What says who may know of a story."""

ANSWERS = frozenset(
    {Command.ERASE, Command.LET_OUT, Command.WITHHOLD, Command.STANDS, Command.LEFT_OUT}
)
"""What only an answer can mean: nobody asks for it out of the blue."""

BY_FORM = frozenset({Command.NOT_FOR, Command.REMIND})
"""What is known by the form of a sentence alone (keeping_back.py, reminding.py), and has no list of wordings."""

LONGEST_WISH_WORDS = 14
"""Words of a wish. A guess: the longest of two hundred that people wrote down had 13."""

ASIDE = 7
"""Words that may stand before or after a wish in a sentence of its own ("my ears are old, ...")."""

FAREWELL = 25
"""Words; a goodbye may come at the end of a few sentences ("I'm getting tired. Goodbye."), not of a story."""


Forms = Mapping[Command, tuple[re.Pattern[str], ...]]
"""How each command is said, for a whole clause of plain words; the first that fits is meant."""


def read(path: Path) -> Forms:
    """Read config/commands.toml. Raises SettingsError: nobody may be recorded who cannot say stop."""
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        words: dict[str, str] = table["words"]
        before, after = (
            # "you will have to": a recogniser loses the last word of it
            "|".join(re.sub(r" (to|a|you)$", r"(?: \1)?", each) for each in table["around"][side])
            for side in ("before", "after")
        )
        found = {
            Command(name): tuple(
                re.compile(rf"(?:(?:{before}) )*(?:{form})(?: (?:{after}))*")
                for form in _together([_filled(form, words) for form in forms])
            )
            for name, forms in table["commands"].items()
        }
    except (tomllib.TOMLDecodeError, KeyError, ValueError, OSError, re.error) as error:
        raise SettingsError(
            f"The wishes in {path} cannot be used: {error}.",
            safe="Nothing was recorded; no talk is held without them.",
            mend="Restore the file from the package.",
        ) from None
    if missing := set(Command) - found.keys() - ANSWERS - BY_FORM:
        raise SettingsError(
            f"{path} does not say how “{min(missing)}” is asked for.",
            safe="Nothing was recorded; no talk is held without it.",
            mend="Restore the file from the package.",
        )
    return found


def _together(forms: Sequence[str]) -> Iterable[str]:
    """The same forms in fewer expressions: those between two that name what is asked for (?P<...>) in one."""
    for named, some in groupby(forms, key=lambda form: "(?P<" in form):
        here = list(some)
        yield from here if named else ("|".join(f"(?:{form})" for form in here),)


def _filled(form: str, words: Mapping[str, str]) -> str:
    form = re.sub(r"(?<!P)<(\w+)>", lambda m: words[m[1]], form)
    # a recogniser loses small words, and hears "to" for "too"
    form = re.sub(r" (the|to|a|of) (?=[a-z(])", r"(?: \1)? ", form)
    return form.replace("(?:too|", "(?:too|to|").replace("question", "questions?")


_FORMS = read(resource("config/commands.toml"))
TOLD = re.compile(
    r"\b(?:said|says|told (?:him|her|them|us|the|my)|asked|shouted|cried|used to|would say|they|he|she|we were|who was)\b"
)
_CLAUSES = re.compile(r"[.!?;:,…]+")


def understood(said: str) -> Command | None:
    """Return what is asked for if `said`, as a whole, asks for something."""
    found = wish(said)
    return found.command if found else None


def wish(said: str) -> Wish | None:
    """Return the wish if `said`, as a whole, is one, or if it ends in one that is said to us."""
    own = unquoted(said)
    if not own and (found := _alone(said)):
        return found if found.command in _STOPS else None
    return _alone(own) or _at_the_end(own)


_STOPS = frozenset({Command.STOP, Command.NO_RECORDING})
"""Wishes that are believed though a recogniser took the whole turn for somebody's speech."""


def _alone(said: str) -> Wish | None:
    text = plain(said).replace(" . ", " ").strip(" .")
    words = len(text.split())
    if words == 0 or words > FAREWELL:
        return None
    if words <= LONGEST_WISH_WORDS:
        if found := one(text):
            return found
        if found := _one_clause(said):
            return found
    if found := unmarked.ending(said, _ending):
        return Wish(Command(found))
    sentences = [clause for clause in re.split(r"[.!?]+", said) if clause.strip()]
    found = one(plain(sentences[-1])) if sentences else None
    if found and found.command is Command.GOODBYE:
        return found
    # "That'll do for tonight. Our Karen's coming tomorrow." gives the reason behind it
    first = plain(sentences[0]).strip(" .") if sentences else ""
    found = _alone(sentences[0]) if len(sentences) > 1 and _FOR_TODAY.search(first) else None
    return found if found and found.command in (Command.GOODBYE, Command.TIRED) else None


_FOR_TODAY = re.compile(r"\bfor (?:today|tonight|now|one (?:day|night|evening))\b")
"""No word of a story: it ends a talk wherever it stands in a few sentences."""


def alone(said: str) -> bool:
    """Is a wish all that was said? Else something may have been told before it."""
    return _alone(said) is not None


_TO_US = frozenset({Command.BETWEEN_US, Command.GOODBYE, Command.TIRED})
"""Wishes that may end a longer telling. What hides or erases needs a turn of its own; who is tired is only offered a rest."""

TELLING = 70
"""Words of a telling whose last sentence may be such a wish; a guess."""

_SECRET = re.compile(
    r"\b(?:(?:now|so|and|please|but|you hear me) )*keep (?:that|this|it|that one|this one|that bit)(?: \w+){0,2}? "
    r"(?:just |only )?between (?:us|me and you|you and me|ourselves)(?: \w+)?$"
)
"""The last words of what a recogniser wrote without a full stop."""

_SPEAKS = re.compile(
    r"(?:and |so |but )?(?:he|she|they|[a-z]+|(?:my|our|the) \w+) (?:said|says|told|whispered|kept|always|used)\b"
)
"""The words before were somebody's in the story."""

_BACK = re.compile(
    r"(?:but |no |now |and |well |as |anyway |so |oh |like |right )*(?:you do not want all that |never mind (?:that|all that) |anyhow )*(?:i (?:was|am|have been|will|shall|must|want|would)\b|it (?:is|was) .{3,40} i (?:want|was|meant|am)|you asked|(?:let (?:me|us) |i (?:want|would like) to )?(?:get |go |come )?back to)"
)
"""They were led away from what they were telling: that is said behind an answer, and not only by itself."""

_ENOUGH_NOW = re.compile(r"\benough (?:now|then)\b")

REACH = 8
"""Words before those in which nobody may be said to have spoken."""


def _at_the_end(said: str) -> Wish | None:
    """A wish that stands alone as the last sentence of a telling; never what somebody said in the story."""
    if len(said.split()) > TELLING:
        return None
    sentences = [each for each in re.split(r"[.!?;…]+", said) if each.strip()]
    if len(sentences) > 1 and not TOLD.search(plain(sentences[-2])):
        clauses = [each for each in re.split(r"[,:]", sentences[-1]) if each.strip()]
        said_by = len(clauses) > 1 and TOLD.search(plain(clauses[1]))
        for text in (sentences[-1], *([] if said_by else clauses[:1])):
            found = one(plain(text).strip(" ."))
            if found and found.command is Command.TALK_ABOUT and _BACK.match(plain(text)):
                return found
            if found and found.command is Command.STOP and _ENOUGH_NOW.search(plain(text)):
                return Wish(Command.TIRED)  # behind an answer it is not shouted
            if found and found.command in _TO_US:
                # "Goodbye." is a word of many stories: only a short turn ends in it
                ends = found.command is Command.GOODBYE
                return None if ends and len(said.split()) > FAREWELL else found
    if len(sentences) > 1 and not _SPEAKS.match(plain(sentences[1])):
        found = one(plain(sentences[0]).strip(" ."))
        if found and found.command is Command.BETWEEN_US:
            return found
    text = plain(said).replace(" . ", " ").strip(" .")
    if (kept := _SECRET.search(text)) and not TOLD.search(
        " ".join(text[: kept.start()].split()[-REACH:])
    ):
        return Wish(Command.BETWEEN_US)
    return None


def _one_clause(said: str) -> Wish | None:
    """A wish among a few other words: "I'm hard of hearing, talk louder". Nobody else may be speaking in it."""
    if TOLD.search(plain(said)):
        return None
    clauses = [plain(clause).strip(" .") for clause in _CLAUSES.split(said)]
    clauses = [clause for clause in clauses if clause]
    found: list[Wish] = []
    for number, clause in enumerate(clauses):
        others = sum(len(c.split()) for n, c in enumerate(clauses) if n != number)
        if len(clauses) > 1 and others <= ASIDE and (wished := one(clause)):
            found.append(wished)
    # "I'm tired. Goodbye." says why they go: nobody is offered a rest who has taken their leave
    leaves = next((one for one in found[1:] if one.command is Command.GOODBYE), None)
    tired = bool(found) and found[0].command is Command.TIRED
    return leaves if leaves and tired else found[0] if found else None


def _ending(text: str) -> Command | None:
    """Which wish to end or to rest `text` is, as a whole clause."""
    ends = (Command.STOP, Command.GOODBYE, Command.TIRED)
    return next((c for c in ends if any(form.fullmatch(text) for form in _FORMS[c])), None)


@lru_cache(REMEMBERED_TEXTS)
def one(text: str) -> Wish | None:
    """Return what a whole clause, in plain words, asks for; None where it is no wish."""
    for command, forms in _FORMS.items():
        for form in forms:
            if match := form.fullmatch(text):
                groups = match.groupdict()
                return Wish(command, (groups.get("about") or "").strip())
    return None
