"""Whom somebody named when they told of abuse, so that no message ever reaches him or his household. Pure.

What is kept are marks: short words such as "name kevin", "kin son", "home mill lane", and never a word of what was told.
A contact is passed over while one of their marks stands. Marks of names and of kin stand for people whom the settings
do not name yet as well: whoever is made a contact later is still passed over.
"""

import re
from collections.abc import Callable, Collection, Iterable
from itertools import pairwise

from voice_agent.interview.safety.contacts import Contact, Contacts
from voice_agent.reading.words.plain_words import plain

Alike = Callable[[str, str], bool]
"""May two given names, in lower case, be one person's? Kev is Kevin."""

BETWEEN = "\n"
"""Between the turns in which something was told; the last of them is the disclosure itself."""

SHORTEST_NAME_LETTERS = 3
"""Letters of a name that may be the beginning of a longer one: Kev of Kevin. A guess."""

_TITLES = frozenset(
    ("mr", "mrs", "miss", "ms", "dr", "doctor", "nurse", "sister", "matron", "father", "reverend", "pastor", "uncle", "aunt",
     "auntie", "old", "young", "our")
)  # fmt: skip
_COMMON = frozenset(("will", "may", "art", "don", "mark", "bill", "sue", "pat", "dot", "hope", "grace", "joy", "ray", "rose", "penny"))  # fmt: skip
"""Names that are words as well: where nothing is written with its capital, they name nobody."""

_NO_NAME = frozenset(
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march", "april",
     "june", "july", "august", "september", "october", "november", "december", "christmas", "easter", "god", "lord",
     "he", "she", "it", "they", "him", "her", "them", "his", "its", "their", "that", "this", "these", "those", "there", "then",
     "when", "where", "what", "who", "if", "and", "but", "so", "my", "our", "your", "the", "in", "on", "at", "to", "of", "for",
     "well", "oh", "yes", "no", "now", "we", "you", "not", "sometimes", "every", "never", "nobody", "somebody", "don", "can")
)  # fmt: skip

_ALIKE = (
    {"son", "boy", "lad", "beta", "stepson", "step son"},
    {"daughter", "girl", "lass", "lassie", "beti", "stepdaughter", "step daughter"},
    {"husband", "hubby", "old man", "fella", "fellow", "partner", "ex husband", "boyfriend"},
    {"wife", "missus", "old lady", "partner", "ex wife", "girlfriend"},
    {"grandson", "grandchild", "grandchildren"},
    {"granddaughter", "grandchild", "grandchildren"},
    {"brother", "kid"},
    {"sister", "kid"},
    {"carer", "nurse", "aide", "helper", "home help", "care worker", "careworker", "girl", "lad", "cleaner"},
    {"neighbour", "neighbor"},
    {"solicitor", "lawyer", "attorney"},
    {"friend", "mate", "pal"},
    {"lodger", "tenant"},
)  # fmt: skip
"""Words for the same person; the last five are nobody's kin."""

_KIN = frozenset(word for group in _ALIKE[:8] for word in group) | frozenset(
    ("nephew", "niece", "cousin", "son in law", "daughter in law", "brother in law", "sister in law", "uncle", "aunt",
     "mother", "father")
)  # fmt: skip
_OTHERS = frozenset(word for group in _ALIKE[8:] for word in group) | {"landlord", "landlady"}
_FAMILY = frozenset(("family", "children", "kids", "bairns"))
_CHILDREN = frozenset(
    ("son", "daughter", "grandson", "granddaughter", "child", "stepson", "stepdaughter", "son in law", "daughter in law")
)  # fmt: skip

_BY_KIN = (
    (r"(?:daughter|girl|lass)", r"(?:husband|man|fella|fellow|bloke|partner|boyfriend)", "son in law"),
    (r"(?:son|lad|boy)", r"(?:wife|woman|girlfriend|partner|missus)", "daughter in law"),
    (r"(?:son|daughter|lad|lass|girl|boy)", r"(?:son|boy|lad)", "grandson"),
    (r"(?:son|daughter|lad|lass|girl|boy)", r"(?:daughter|girl|lass)", "granddaughter"),
    (r"(?:brother|sister)", r"(?:son|boy|lad)", "nephew"),
    (r"(?:brother|sister)", r"(?:daughter|girl|lass)", "niece"),
)  # fmt: skip
"""Kin by kin: "my daughter's fellow" is the son-in-law."""

_OURS = r"(?:my|our|me|mi|wor)"
_ANYBODYS = r"(?:my|our|me|mi|wor|the|this|that|a|one of (?:the|my|our))"

_MALE = frozenset(("son", "husband", "brother", "grandson", "nephew", "uncle", "father", "boyfriend", "landlord", "stepson"))  # fmt: skip
_FEMALE = frozenset(("daughter", "wife", "sister", "granddaughter", "niece", "aunt", "mother", "girlfriend", "landlady", "stepdaughter"))  # fmt: skip
_ANY = frozenset[str]()
_PRONOUNS = {
    "he": _MALE, "him": _MALE, "his": _MALE, "she": _FEMALE, "her": _FEMALE,
    "they": _ANY, "them": _ANY, "their": _ANY, "theirs": _ANY,
}  # fmt: skip
"""What somebody may be to the narrator who is spoken of so; none: anything."""


def disclosed(about: str, people: Contacts, alike: Alike) -> frozenset[str]:
    """The marks of everybody named in a disclosure, and of their households.

    `about`: what was said before it, and it, with BETWEEN between them. What was said before counts for whom "him"
    may mean, where nobody of that kind is named before the pronoun; where nobody is named at all, it is whoever it may be.
    """
    *earlier, said = about.split(BETWEEN)
    everybody = _everybody(people)
    may_be = _left_open(said, everybody, alike)
    before = earlier if may_be is not None else []

    def meant(each: Contact) -> bool:
        if _named(said, each, alike):
            return True
        return _fits(each, may_be or _ANY) and any(_named(text, each, alike) for text in before)

    known = [_given(each) for each in everybody]
    others = {mark for text in (said, *before) for mark in _of_anybody(text, known, alike)}
    named = [each for each in everybody if meant(each)]
    his = [each for each in everybody if _sex(each) in (may_be or _ANY)]
    if not others and not any(each in named for each in his):
        named += his  # "He hits me", and nobody was named whom it fits: whoever he may be
    homes = {each.household.lower() for each in named if each.household}
    named += [each for each in everybody if each.household.lower() in homes]
    marks = {mark for each in named for mark in own(each)}
    marks |= {f"name {_given(each)}" for each in named if meant(each)}
    return frozenset(marks | others)


def passed_over(
    contact: Contact,
    stands: Callable[[Collection[str]], bool],
    called: Callable[[str], Iterable[str]],
) -> bool:
    """Does a mark stand for `contact`? `called`: the other names that somebody of a given name may go by."""
    given = _given(contact)
    names = {given, *called(given), *(given[:n] for n in range(SHORTEST_NAME_LETTERS, len(given)))}
    family = _parts(contact)[-1:]
    marks = {f"name {each}" for each in names} | {f"longer {given}"}
    marks |= {f"family {each}" for each in family} | {f"kin {word}" for word in _words_for(contact)}
    return stands(own(contact) | marks)


def own(contact: Contact) -> frozenset[str]:
    """The marks of a contact of the settings by themselves: the whole name, the household, the address."""
    marks = {f"who {' '.join(_parts(contact))}"}
    marks |= {f"home {contact.household.lower()}"} if contact.household else set[str]()
    marks |= {f"to {contact.address}"} if contact.address else set[str]()
    return frozenset(marks)


def _everybody(people: Contacts) -> tuple[Contact, ...]:
    return tuple(
        each for each in (*people.people, *people.others, people.advocate) if each is not None
    )


def _parts(contact: Contact) -> list[str]:
    return re.findall(r"[a-z]+", contact.name.lower())


def _given(contact: Contact) -> str:
    """The first name; the family name where there is only that: "Mrs Hart"."""
    parts = _parts(contact)
    return next((each for each in parts if each not in _TITLES), parts[-1] if parts else "")


def _relation(contact: Contact) -> str:
    return plain(contact.relation.replace("-", " "))


def _words_for(contact: Contact) -> frozenset[str]:
    """What a contact may be called as kin, or as a helper."""
    relation = _relation(contact)
    if not relation:
        return _ANY
    words = frozenset({relation}.union(*(group for group in _ALIKE if relation in group)))
    return words | (_FAMILY if relation in _CHILDREN else _ANY)


def _plainly(said: str) -> str:
    return plain(said.replace("-", " "))


def _words(said: str) -> list[str]:
    return [
        re.sub(r"['’](?:s|d|m|ll|ve|re)?$", "", each)
        for each in re.findall(r"[A-Za-z]+(?:['’][a-z]*)?", said)
    ]


def _cased(said: str) -> bool:
    return bool(re.search(r"[A-Z][a-z]", said))


def _named(said: str, contact: Contact, alike: Alike) -> bool:
    """Is `contact` named in `said`: by name, by a short form, after a title, or as kin?"""
    given, family, cased = _given(contact), _parts(contact)[-1:], _cased(said)
    for before, word in pairwise(("", *_words(said))):
        is_name = word[:1].isupper() if cased else _may_be_a_name(before, word, said)
        if is_name and alike(given, word.lower()):
            return True
        if word.lower() in family and before.lower() in _TITLES:
            return True
    text = _plainly(said)
    relation = _relation(contact)
    return relation in _by_kin(text) or any(
        _as(word, said, text, lambda name: alike(given, name)) for word in _words_for(contact)
    )


def _may_be_a_name(before: str, word: str, said: str) -> bool:
    """Where nothing is written with its capital: is "bill" somebody?"""
    if word not in _COMMON or before in ("our", "my", "young", "old", "wor"):
        return True
    return word not in ("will", "may", "don") and _acts(word, said)


def _as(word: str, said: str, text: str, its: Callable[[str], bool]) -> bool:
    """Is somebody spoken of as "my son", and not as "my son Tom", who is somebody else?"""
    whose = _OURS if word in _KIN | _FAMILY else _ANYBODYS
    whose = rf"(?:{whose} (?:(?!s\b)\w+ ){{0,2}}?)" + ("?" if word.endswith(" in law") else "")
    after = r"(?! in law)" if not word.endswith(" in law") else ""
    found = re.finditer(rf"\b{whose}{re.escape(word)}s?\b{after}(?: (?P<name>\w+))?", text)
    names = {
        each.lower() for each in _words(said) if each[:1].isupper() and each.lower() not in _NO_NAME
    }
    return any((m["name"] or "") not in names or its(m["name"]) for m in found)


def _by_kin(text: str) -> frozenset[str]:
    return frozenset(
        kin for one, of, kin in _BY_KIN if re.search(rf"\b{one} s (?:\w+ )?{of}\b", text)
    )


def _left_open(said: str, everybody: tuple[Contact, ...], alike: Alike) -> frozenset[str] | None:
    """What somebody may be who is only spoken of as "him"; None where nobody is, or where it is said who."""
    for word in re.finditer(r"[^\W\d_]+", said):
        may_be = _PRONOUNS.get(word[0].lower())
        if may_be is None:
            continue
        before = said[: word.start()]
        if may_be:
            surely = any(_sex(each) in may_be and _named(before, each, alike) for each in everybody)
        else:
            surely = bool(_of_anybody(before, (), alike))
        if not surely:
            return may_be
    return None


def _sex(contact: Contact) -> str:
    """The relation that says whether it is a man or a woman."""
    relation = _relation(contact).removesuffix(" in law").removeprefix("ex ")
    return {"boy": "son", "lad": "son", "girl": "daughter", "partner": ""}.get(relation, relation)


def _fits(contact: Contact, may_be: frozenset[str]) -> bool:
    """May `contact` be spoken of by that pronoun? In doubt, yes."""
    return not may_be or _sex(contact) not in _MALE | _FEMALE or _sex(contact) in may_be


def _of_anybody(said: str, known: Collection[str], alike: Alike) -> frozenset[str]:
    """The marks of names and kin in `said`, for whoever is not in the settings yet; `known`: names of those who are."""
    words, text = _words(said), _plainly(said)
    marks = set[str]()
    for before, word in pairwise(("", *words)):
        name = word.lower()
        if not word[:1].isupper() or len(word) < 2 or name in _NO_NAME:
            continue
        if any(alike(each, name) for each in known):
            continue
        if before.lower() in _TITLES - {"old", "young", "our"} and before:
            marks.add(f"family {name}")
        elif before[:1].isupper() and len(before) > 1 and before.lower() not in _TITLES:
            continue  # the family name of somebody named already: all of a family may have it
        elif _opens(word, said) is False or _acts(word, said):
            marks |= {
                f"name {name}",
                *(f"longer {name[:n]}" for n in range(SHORTEST_NAME_LETTERS, len(name))),
            }
    every = _KIN | _OTHERS | _FAMILY
    spoken = {word for word in every if _as(word, said, text, lambda _: False)}
    return frozenset(marks | {f"kin {word}" for word in spoken | _by_kin(text)})


def _opens(word: str, said: str) -> bool:
    """Does the word only stand where a sentence begins?"""
    places = [m.start() for m in re.finditer(rf"\b{re.escape(word)}\b", said)]
    return all(re.search(r"(?:^|[.!?…])[\s\"'“‘]*$", said[:place]) for place in places)


def _acts(word: str, said: str) -> bool:
    """Does the word that opens a sentence do something, as somebody does: "Kevin hits"?"""
    return bool(
        re.search(
            rf"\b{re.escape(word)}(?:['’]s)?,? (?:\w+s|has|is|was|and|took|hit|\w+ed)\b", said
        )
    )
