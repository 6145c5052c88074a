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
from voice_agent.interview import novelty
from voice_agent.interview.particulars import lately
from voice_agent.interview.protocol import LONGEST_QUESTION, Wants
from voice_agent.interview.questions import Candidate, Source
from voice_agent.interview.wording.vocabulary import plain

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
PROPER = {
    "dad": "father", "daddy": "father", "da": "father", "papa": "father", "mum": "mother", "mummy": "mother",
    "mam": "mother", "mama": "mother", "mom": "mother", "ma": "mother", "gran": "grandmother", "granny": "grandmother",
    "grandma": "grandmother", "nan": "grandmother", "nana": "grandmother", "grandad": "grandfather",
    "grandpa": "grandfather", "auntie": "aunt",
}  # fmt: skip
"""What somebody is called at home, and what one says of them to the narrator."""

_NAMED = r"(?:,? (?-i:(?!I\b)[A-Z])[a-z]+)?"


_CALLED_SO = r"(?<!said )(?<!said, )(?<!says )(?<!says, )(?<!say )(?<!say, )(?<!called me )(?<!call me )(?<!cried )(?<!saying )"
""" "And then he said Mam" was said to her who tells it: no mother of hers is spoken of."""


def _relative(words: str) -> str:
    named = "|".join(words.split())
    bare = "|".join(
        word.title() for word in words.split() if word in PROPER or word in ("father", "mother")
    )
    return (
        rf"(?P<kin>\b(?:my|our) (?:(?:big|little|eldest|oldest|youngest|younger|older|twin|late|dear|old|poor|own|only) )*"
        rf"(?:{named})\b(?:[- ]in[- ]law\b)?{_NAMED}|{_CALLED_SO}\b(?-i:{bare})\b(?! (?-i:[A-Z])[a-z])|\b(?:uncle|aunt|auntie) (?-i:[A-Z])[a-z]+)"
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


_FIGURES = re.compile(
    r"\bhind legs? off an? \w+|\bdonkey'?s'? years\b|\braining cats and dogs\b|\bhorse'?s mouth\b|\bhold your horses\b|"
    r"\b(?:black|lost) sheep\b|\bdark horse\b|\bdead horse\b|\bwild horses\b|\bhigh horse\b|\bpigs? (?:might|can|could|may) fly\b|"
    r"\bpig in a poke\b|\bpig'?s ear\b|\bcat out of the bag\b|\bcat among the pigeons\b|\bgone to the dogs\b|\bdog'?s (?:life|dinner|body)\b|"
    r"\btill the cows (?:come|came) home\b|\bwild goose chase\b|\b(?:his|her|my|their|your) goose (?:was|is) cooked\b|"
    r"\bbed of roses\b|\bpiece of cake\b|\bbread and butter\b|\bbreadwinner\b|\bapple of (?:his|her|my|their) eye\b|\bfull of beans\b|"
    r"\b(?:spill\w*|spilt) the beans\b|\bpie in the sky\b|\bfinger in every pie\b|\b(?:bring\w*|brought) home the bacon\b|"
    r"\bhot potato\b|\bsour grapes\b|\bout to grass\b|\bdrop of a hat\b|\bin (?:his|her|my|your|their) shoes\b|"
    r"\btoo big for (?:his|her|my|your|their) boots\b|\bwith (?:his|her|their|my) boots on\b|\bfeather in (?:his|her|my|their) cap\b|"
    r"\bapron strings\b|\bsong and dance\b|\bfor a song\b|\b(?:own|blow\w*|blew) (?:his |her |my |own )*trumpet\b|\bfit as a fiddle\b|"
    r"\bsecond fiddle\b|\blike a fish to water\b|\bmiss(?:ed)? the (?:boat|bus|train)\b|\bin the same boat\b|\btrain of thought\b|"
    r"\b(?:thought|think|thinks|fancied) (?:s?he|it|they|himself|herself|itself) (?:was|were|is|are) an? \w+\b|"
    r", (?:mum|mummy|mam|mammy|mom|ma|dad|daddy|da|pa|papa|gran|granny|grandma|grandad|grandpa|nan|nana|auntie|son|brother|sister)(?=[.!?\"”’]|$)|"
    r"\ball in the same boat\b|\bon the telly\b(?= (?:set|top))|\bold goat\b|\bguinea pigs?\b|\bteacher'?s pet\b"
)
"""Ways of speaking, in which nothing is meant that is named."""

_LIKENED = re.compile(
    r"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bthey )(?<!would )(?<!'d )(?<!did )(?<!not )(?<!n't )(?<!what was it )\blike "
    r"(?:an?|the|some|two) (?:(?!and\b|but\b|so\b|when\b|because\b)[\w'-]+ ?){1,7}|"
    r"\bas \w+ as (?:an?|the) (?:[\w'-]+ ?){1,2}|\b(?:\w+) as an? (?:ox|hob|horse|mule|pig|cat|dog|church ?mouse|lamb|goat|post|kite|hen|bird|bee)\b"
)
"""What something is likened to was not there."""

_DENIES = r"\b(?:no|without an?|never (?:had|kept|was|owned) an?|(?:not|n't) (?:have |keep |own |got )?an?|(?:not|n't) (?:have |keep |own |got )?any) (?:\w+ )?"


def _blanked(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _meant(text: str) -> str:
    """`text` without ways of speaking and likenesses, and from the listing of such slips by the one who made none."""
    text = re.sub(_LIKENED.pattern, _blanked, text, flags=re.IGNORECASE)
    text = re.sub(_FIGURES.pattern, _blanked, text, flags=re.IGNORECASE)
    return re.sub(r"\bfirst the \w+ and (?:now|then) the \w+", _blanked, text, flags=re.IGNORECASE)


def _denied(match: re.Match[str], text: str) -> bool:
    """Was there none of it?"""
    thing = next((v for k, v in match.groupdict().items() if v and k.startswith("thing")), "")
    return bool(thing) and bool(re.search(rf"{_DENIES}{re.escape(thing)}\b", text, re.IGNORECASE))


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
    found = _found(fit, _meant(last), text)
    yield from _ranked(found, last, 1.0, seed)
    if words <= FEW and not sad:
        known = {each.name for _, each, _ in found}
        for far, earlier in enumerate(before, start=1):
            earlier_ = lately(
                _mirrored(plain(earlier)) if earlier.endswith("?") else plain(earlier)
            )
            also = [
                (at, each, match)
                for at, each, match in _found(fit, _meant(earlier_), said)
                if each.name not in known
                and not (each.only or each.faint)
                and not (each.unless and each.unless.search(last))
            ]
            known |= {each.name for _, each, _ in also}
            yield from _ranked(also, earlier_, BEFORE**far, seed)


_Found = tuple[float, Invitation, re.Match[str]]


def _found(invitations: Sequence[Invitation], text: str, said: str) -> list[_Found]:
    """`said`: the whole answer, in which what `text` names may be denied."""
    found: list[_Found] = []
    for each in invitations:
        matches = [one for one in each.hears.finditer(text) if not _denied(one, said)]
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


_EVERYWHERE = novelty.gist(
    "home house family people children mother father old young small big good"
)
"""Words that many questions and many answers hold; that both do shows nothing."""


def _asked(
    invitation: Invitation, match: re.Match[str], said: str, *, worth: float, seed: int
) -> Iterator[Candidate]:
    groups = {name: value for name, value in match.groupdict().items() if value}
    kin = next((value for name, value in groups.items() if name.startswith("kin")), "")
    thing = next((value for name, value in groups.items() if name.startswith("thing")), "")
    if thing not in invitation.hears.pattern:
        thing = thing.lower()  # it began a sentence: "Sheep."
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
    told = novelty.gist(said) - _EVERYWHERE
    ways.sort(key=lambda way: not novelty.gist(way) & told)  # who listens takes up their word
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
        named = [PROPER.get(w, w) for w in words[:-1]] + words[-1:]
        named[-1] = PROPER.get(named[-1], named[-1])
        return " ".join(("your", *named))
    if words[0].lower() in ("uncle", "aunt", "auntie") and len(words) > 1:
        return " ".join(("your", PROPER.get(words[0].lower(), words[0].lower()), *words[1:]))
    return f"your {PROPER.get(words[0].lower(), words[0].lower())}"


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
