"""What an answer invites one to ask: whoever speaks of the pit is asked about the pit. Pure but for reading the file.

A listener goes on from the last thing that was said. The words that call for a question, and the reviewed
questions, are in config/invitations.toml; only who or what was named is put into them.
"""

import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_agent.errors import SettingsError
from voice_agent.interview.particulars import lately
from voice_agent.interview.protocol import LONGEST_QUESTION, Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.vocabulary import plain

INVITED = "invited"
"""Kind of every question made here."""

FEW = 25
"""Words of an answer that is still about what was asked. A guess."""

FAINT = 0.6
"""How much more somebody, or a thing done, counts than a thing named in passing; 1 is from first word to last. A guess."""

BEFORE = 0.5
"""What an invitation loses with each step back. A guess."""

WAYS = 3
"""Questions of one invitation at a time."""

_NUMBER = (
    r"(?:\d+|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|a hundred|a couple of|several|many|a few)"
)
_HE = "father dad daddy da papa grandfather grandad grandpa grandfather brother uncle husband son grandson nephew"
_SHE = (
    "mother mum mummy mam mama mom ma grandmother gran granny grandma nan nana sister aunt auntie wife daughter "
    "granddaughter niece"
)
_PARENTS = "father dad daddy da papa mother mum mummy mam mama mom grandfather grandad grandpa grandmother gran granny grandma nan"
_PROPER = {
    "dad": "father", "daddy": "father", "da": "father", "papa": "father", "mum": "mother", "mummy": "mother",
    "mam": "mother", "mama": "mother", "mom": "mother", "ma": "mother", "gran": "grandmother", "granny": "grandmother",
    "grandma": "grandmother", "nan": "grandmother", "nana": "grandmother", "grandad": "grandfather",
    "grandpa": "grandfather", "auntie": "aunt",
}  # fmt: skip
_NAMED = r"(?:,? (?-i:(?!I\b)[A-Z])[a-z]+)?"


def _relative(words: str) -> str:
    named = "|".join(words.split())
    bare = "|".join(
        word.title() for word in words.split() if word in _PROPER or word in ("father", "mother")
    )
    return (
        rf"(?P<kin>\b(?:my|our) (?:(?:big|little|eldest|oldest|youngest|younger|older|twin|late|dear|old|poor|own|only) )*"
        rf"(?:{named})\b(?:[- ]in[- ]law\b)?{_NAMED}|\b(?-i:{bare})\b|\b(?:uncle|aunt|auntie) (?-i:[A-Z])[a-z]+)"
    )


_MACROS = {
    "{kin}": _relative(f"{_HE} {_SHE}"),
    "{parent}": _relative(_PARENTS),
    "#": _NUMBER,
}
_THING = re.compile(r"\[thing: ([^\]]+)\]")
_HIM = re.compile(r"\b(he|him|his|she|her|hers)\b", re.IGNORECASE)
_WHO = re.compile(
    rf"\b(?:(?P<he>{'|'.join(_HE.split())})|(?P<she>{'|'.join(_SHE.split())}))\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Invitation:
    """Words that call for a question, and its wordings."""

    name: str
    hears: re.Pattern[str]
    asks: tuple[str, ...]
    wants: Wants
    unless: re.Pattern[str] | None = None
    gentle: bool = False
    """Also close to something sad."""

    faint: bool = False
    """Often named in passing."""

    only: int = 0
    """Words that the whole answer may have; 0: any number."""


def read(path: Path) -> tuple[Invitation, ...]:
    """Read config/invitations.toml. Raises SettingsError with file, table and reason."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.") from None
    return tuple(_invitation(path, name, table) for name, table in tables.items())


def _invitation(path: Path, name: str, table: dict[str, object]) -> Invitation:
    where = f"{path}, [{name}]"
    if unknown := sorted(
        table.keys() - {"hears", "unless", "asks", "wants", "gentle", "faint", "only"}
    ):
        raise SettingsError(f"{where}: nothing is called “{unknown[0]}” here.")
    asks = tuple(map(str, _list(where, table, "asks")))
    for ask in asks:
        if not ask.endswith("?") or ask.count("?") > 1 or len(ask.split()) > LONGEST_QUESTION:
            raise SettingsError(f"{where}: “{ask}” is not one question of at most 20 words.")
    try:
        unless = _list(where, table, "unless") if "unless" in table else ()
        return Invitation(
            name,
            _pattern(_list(where, table, "hears")),
            asks,
            Wants(str(table.get("wants", Wants.LIKE))),
            _pattern(unless) if unless else None,
            bool(table.get("gentle", False)),
            bool(table.get("faint", False)),
            int(str(table.get("only", 0))),
        )
    except (re.error, ValueError) as error:
        raise SettingsError(f"{where}: {error}.") from None


def _list(where: str, table: dict[str, object], key: str) -> Sequence[str]:
    value = table.get(key)
    if not isinstance(value, list) or not value:
        raise SettingsError(f"{where}: “{key}” is a list of at least one.")
    return [str(each) for each in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _pattern(fragments: Sequence[str]) -> re.Pattern[str]:
    """One expression for all; a group may be named in several of them."""
    made: list[str] = []
    for number, fragment in enumerate(fragments):
        for macro, meant in _MACROS.items():
            fragment = fragment.replace(macro, meant)
        fragment = _THING.sub(lambda found: f"(?P<thing>{found[1]})", fragment)
        made.append(re.sub(r"\?P<(kin|thing)>", rf"?P<\g<1>{number}>", fragment))
    return re.compile("|".join(f"(?:{each})" for each in made), re.IGNORECASE)


def invited(
    invitations: Sequence[Invitation],
    said: str,
    before: Sequence[str] = (),
    *,
    sad: bool = False,
    seed: int = 0,
) -> Iterator[Candidate]:
    """Yield what `said` invites one to ask, what was said last first; after a few words, what was spoken of `before`.

    `before`: the question that was answered and what was told before it, the nearest first; questions of ours
    as they were asked. `sad`: only what may be asked close to grief.
    """
    text = plain(said)
    words = len(text.split())
    fit = [
        each
        for each in invitations
        if (each.gentle or not sad) and not (each.only and words > each.only)
    ]
    last = lately(text)
    found = _found(fit, last)
    yield from _ranked(found, last, 1.0, seed)
    if words <= FEW and not sad:
        known = {each.name for _, each, _ in found}
        for far, earlier in enumerate(before, start=1):
            text = lately(_mirrored(plain(earlier)) if earlier.endswith("?") else plain(earlier))
            also = [
                (at, each, match)
                for at, each, match in _found(fit, text)
                if each.name not in known
                and not (each.only or each.faint)
                and not (each.unless and each.unless.search(last))
            ]
            known |= {each.name for _, each, _ in also}
            yield from _ranked(also, text, BEFORE**far, seed)


_Found = tuple[float, Invitation, re.Match[str]]


def _found(invitations: Sequence[Invitation], text: str) -> list[_Found]:
    found: list[_Found] = []
    for each in invitations:
        matches = list(each.hears.finditer(text))
        if matches and not (each.unless and each.unless.search(text)):
            late = matches[-1].end() / max(1, len(text))
            found.append((late + (0.0 if each.faint else FAINT), each, matches[-1]))
    return sorted(found, key=lambda one: -one[0])


def _ranked(found: Sequence[_Found], said: str, most: float, seed: int) -> Iterator[Candidate]:
    for rank, (_, each, match) in enumerate(found):
        yield from _asked(each, match, said, worth=most * max(0.2, 1 - 0.2 * rank), seed=seed)


_MIRROR = {"your": "my", "you": "I", "yours": "mine", "yourself": "myself"}


def _mirrored(asked: str) -> str:
    """A question to somebody as they would say it of themselves."""
    return re.sub(
        r"\b(?:your|yours|you|yourself)\b", lambda found: _MIRROR[found[0].lower()], asked, flags=re.IGNORECASE
    )  # fmt: skip


def _asked(
    invitation: Invitation, match: re.Match[str], said: str, *, worth: float, seed: int
) -> Iterator[Candidate]:
    groups = {name: value for name, value in match.groupdict().items() if value}
    kin = next((value for name, value in groups.items() if name.startswith("kin")), "")
    thing = next((value for name, value in groups.items() if name.startswith("thing")), "")
    person = _person(kin) if kin else ""
    pronoun = _pronoun(person, said)
    fills = {
        "person": person,
        "thing": thing,
        "him": {"he": "him", "she": "her"}.get(pronoun, ""),
        "he": pronoun,
    }
    ways = list(invitation.asks)
    random.Random(f"{invitation.name} {person} {thing} {seed}").shuffle(ways)
    made = 0
    for way in ways:
        if any(f"{{{name}}}" in way and not fill for name, fill in fills.items()):
            continue
        ask = way.format(**fills)
        about = (person,) if "{person}" in way else ()
        yield Candidate(
            ask,
            invitation.wants,
            Source.STORY,
            kind=INVITED,
            about=about,
            event=f"{INVITED} {invitation.name}",
            worth=max(0.0, worth - 0.05 * made),
        )
        made += 1
        if made >= WAYS:
            return


def _person(kin: str) -> str:
    """How somebody of the family is spoken of to the narrator: "Dad" is "your father"."""
    words = kin.replace(",", "").split()
    if words[0].lower() in ("my", "our"):
        words = [w for w in words[1:] if w.lower() not in ("late", "dear", "old", "poor", "own")]
        named = [_PROPER.get(w, w) for w in words[:-1]] + words[-1:]
        named[-1] = _PROPER.get(named[-1], named[-1])
        return " ".join(("your", *named))
    if words[0].lower() in ("uncle", "aunt", "auntie") and len(words) > 1:
        return " ".join(("your", _PROPER.get(words[0].lower(), words[0].lower()), *words[1:]))
    return f"your {_PROPER.get(words[0].lower(), words[0].lower())}"


def _pronoun(person: str, said: str) -> str:
    """ "he" or "she" where one person alone can be meant; else ""."""
    if who := _WHO.search(person):
        return "he" if who["he"] else "she"
    pronouns = {each.lower() for each in _HIM.findall(said)}
    he, she = pronouns & {"he", "him", "his"}, pronouns & {"she", "her", "hers"}
    if bool(he) != bool(she):
        return "he" if he else "she"
    kin = {"he" if each["he"] else "she" for each in _WHO.finditer(said)}
    return kin.pop() if len(kin) == 1 and not pronouns else ""
