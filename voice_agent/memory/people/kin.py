"""Kin words: "Mum", "Ma" and "my mother" are one person; "Father Murphy" is not kin.

A kin word is read together with whose it is ("my", "Tom's", "my mother's") and what narrows it down
("older", "first", "step").
"""

from dataclasses import dataclass
from enum import StrEnum

from voice_agent.memory.dates.number_words import Line, Token, word, wordset


class Sex(StrEnum):
    """What a kin word or a title says; for finding contradictions only."""

    SHE = "she"
    HE = "he"
    UNSAID = ""


@dataclass(frozen=True, slots=True)
class Kin:
    """A relation to the narrator."""

    relation: str
    """Canonical, e.g. mother, brother, mother-in-law."""

    sex: Sex = Sex.UNSAID
    only_one: bool = False
    """A person has one: the word alone says who is meant."""

    plural: bool = False


def _kin(names: str, relation: str, sex: Sex, *, only_one: bool = False) -> dict[str, Kin]:
    return {name: Kin(relation, sex, only_one) for name in names.split()}


_SINGULAR: dict[str, Kin] = {
    **_kin(
        "mother mum mom ma mama mam mammy mummy mommy momma mamma mumsy",
        "mother",
        Sex.SHE,
        only_one=True,
    ),
    **_kin("father dad daddy pa papa pop poppa da dada pappy", "father", Sex.HE, only_one=True),
    **_kin("stepmother stepmom stepmum", "stepmother", Sex.SHE, only_one=True),
    **_kin("stepfather stepdad", "stepfather", Sex.HE, only_one=True),
    **_kin(
        "grandmother grandma granny gran grandmom grandmama nana nan nanna nonna oma gramma babushka",
        "grandmother",
        Sex.SHE,
    ),
    **_kin(
        "grandfather grandpa granddad grandad grampa gramps grandpop nonno opa granddaddy grandpapa",
        "grandfather",
        Sex.HE,
    ),
    **_kin("great-grandmother great-grandma", "great-grandmother", Sex.SHE),
    **_kin("great-grandfather great-grandpa", "great-grandfather", Sex.HE),
    **_kin("wife missus", "wife", Sex.SHE, only_one=True),
    **_kin("husband hubby", "husband", Sex.HE, only_one=True),
    **_kin("ex-wife", "ex-wife", Sex.SHE),
    **_kin("ex-husband", "ex-husband", Sex.HE),
    **_kin("sister sis", "sister", Sex.SHE),
    **_kin("brother", "brother", Sex.HE),
    **_kin("half-sister", "half-sister", Sex.SHE),
    **_kin("half-brother", "half-brother", Sex.HE),
    **_kin("stepsister", "stepsister", Sex.SHE),
    **_kin("stepbrother", "stepbrother", Sex.HE),
    **_kin("daughter", "daughter", Sex.SHE),
    **_kin("son", "son", Sex.HE),
    **_kin("baby child", "child", Sex.UNSAID),
    **_kin("twin", "twin", Sex.UNSAID),
    **_kin("granddaughter", "granddaughter", Sex.SHE),
    **_kin("grandson", "grandson", Sex.HE),
    **_kin("grandchild", "grandchild", Sex.UNSAID),
    **_kin("aunt auntie aunty", "aunt", Sex.SHE),
    **_kin("uncle", "uncle", Sex.HE),
    **_kin("great-aunt", "great-aunt", Sex.SHE),
    **_kin("great-uncle", "great-uncle", Sex.HE),
    **_kin("niece", "niece", Sex.SHE),
    **_kin("nephew", "nephew", Sex.HE),
    **_kin("cousin", "cousin", Sex.UNSAID),
    **_kin("godmother", "godmother", Sex.SHE),
    **_kin("godfather", "godfather", Sex.HE),
    **_kin("mother-in-law", "mother-in-law", Sex.SHE, only_one=True),
    **_kin("father-in-law", "father-in-law", Sex.HE, only_one=True),
    **_kin("sister-in-law", "sister-in-law", Sex.SHE),
    **_kin("brother-in-law", "brother-in-law", Sex.HE),
    **_kin("daughter-in-law", "daughter-in-law", Sex.SHE),
    **_kin("son-in-law", "son-in-law", Sex.HE),
    **_kin("fiancé fiance", "fiancé", Sex.HE),
    **_kin("fiancée fiancee", "fiancée", Sex.SHE),
}
_PLURAL = {
    **{f"{name}s": name for name in _SINGULAR if not name.endswith(("child", "y", "-in-law"))},
    "children": "child",
    "kids": "child",
    "grandchildren": "grandchild",
    "babies": "baby",
    "aunties": "aunt",
    "wives": "wife",
}
KIN: dict[str, Kin] = _SINGULAR | {
    many: Kin(_SINGULAR[one].relation, _SINGULAR[one].sex, plural=True)
    for many, one in _PLURAL.items()
}
"""What each kin word says. The key is in lower case."""

COUPLES = {
    "parents": ("mother", "father"),
    "folks": ("mother", "father"),
    "grandparents": ("grandmother", "grandfather"),
}
"""Words for two people at once."""

NAMED_ALONE = wordset(
    "mum mom ma mama mam mammy mummy mommy momma dad daddy pa papa pop da grandma granny gran nana nan nanna"
    " nonna oma gramma grandpa granddad grandad grampa gramps nonno opa mother father grandmother"
    " grandfather sis"
)
"""Kin words that need no "my". The formal ones only with a capital: "Mother would say"."""

_FORMAL = wordset("mother father grandmother grandfather ma da pop gran nan")

ROLES = wordset(
    "friend neighbor neighbour boss foreman teacher schoolteacher doctor priest pastor minister rabbi sergeant"
    " captain lieutenant landlord landlady colleague workmate roommate classmate schoolmate chum pal buddy mate"
    " girlfriend boyfriend sweetheart nurse partner lodger tenant customer supervisor principal headmaster"
    " coach lawyer barber grocer butcher milkman postman midwife"
)
"""What somebody was to the narrator, where not kin: "my friend Joe", "our neighbour Mrs Hart"."""

QUALIFIERS = wordset(
    "older oldest elder eldest big younger youngest little baby kid middle twin first second third late dear"
    " poor only other own maternal paternal best old good great-grand new dearest beloved real adopted"
)
_TELLING = wordset(
    "older oldest elder eldest big younger youngest middle first second third other maternal paternal new"
)
"""Qualifiers that tell one from another. "Little", "dear" and "poor" do not."""

OURS = wordset("my our")
_COMPOUND = {
    ("mother", "mother"): ("grandmother", "maternal"),
    ("mother", "father"): ("grandfather", "maternal"),
    ("father", "mother"): ("grandmother", "paternal"),
    ("father", "father"): ("grandfather", "paternal"),
    ("mother", "sister"): ("aunt", ""),
    ("father", "sister"): ("aunt", ""),
    ("mother", "brother"): ("uncle", ""),
    ("father", "brother"): ("uncle", ""),
    ("brother", "wife"): ("sister-in-law", ""),
    ("sister", "husband"): ("brother-in-law", ""),
    ("brother", "son"): ("nephew", ""),
    ("sister", "son"): ("nephew", ""),
    ("brother", "daughter"): ("niece", ""),
    ("sister", "daughter"): ("niece", ""),
    ("son", "wife"): ("daughter-in-law", ""),
    ("daughter", "husband"): ("son-in-law", ""),
    ("son", "son"): ("grandson", ""),
    ("son", "daughter"): ("granddaughter", ""),
    ("daughter", "son"): ("grandson", ""),
    ("daughter", "daughter"): ("granddaughter", ""),
    ("husband", "mother"): ("mother-in-law", ""),
    ("husband", "father"): ("father-in-law", ""),
    ("wife", "mother"): ("mother-in-law", ""),
    ("wife", "father"): ("father-in-law", ""),
    ("wife", "sister"): ("sister-in-law", ""),
    ("husband", "sister"): ("sister-in-law", ""),
    ("wife", "brother"): ("brother-in-law", ""),
    ("husband", "brother"): ("brother-in-law", ""),
}


@dataclass(frozen=True, slots=True)
class KinWords:
    """A kin phrase as it was said: "my older brother", "Mum", "my mother's sister"."""

    kin: Kin
    qualifier: str
    """What tells this one from others of the relation: "older", "first", "maternal"; "" mostly."""

    first: int
    last: int
    """Token span, without a name that may follow."""

    role: bool = False
    """A friend or a neighbour, not kin."""


def kin_at(line: Line, at: int) -> KinWords | None:
    """Read a kin phrase of the narrator's own at `at`. "His mother" and "the mother" are not ours."""
    start = at
    # "me dad", as it is said in the north
    if word(line, at) in OURS or (word(line, at) == "me" and _kin_word(line, at + 1)):
        at += 1
        found = _owned(line, at)
        if not found:
            return None
        kin, qualifier, end, role = found
        while word(line, end) == "'s" or _possessive(line, end - 1):
            further = _owned(line, end + (word(line, end) == "'s"))
            if not further:
                break
            kin, qualifier, end, role = _compound(kin, further)
        return KinWords(kin, qualifier, start, end, role)
    text = word(line, at)
    bare = text.removesuffix("'s")
    if bare in NAMED_ALONE and bare in KIN:
        if bare in _FORMAL and not _capital(line[at]):
            return None
        if _title_of_clergy(line, at) or word(line, at - 1) in {
            "his",
            "her",
            "their",
            "your",
            "the",
            "a",
        }:
            return None
        return KinWords(KIN[bare], "", at, at + 1)
    # Aunt Rose, Uncle Joe, Cousin Tom
    if bare in {"aunt", "auntie", "aunty", "uncle", "cousin"} and _named_next(line, at):
        if word(line, at - 1) in {"his", "her", "their", "your"}:
            return None
        return KinWords(KIN[bare], "", at, at + 1)
    return None


def _owned(line: Line, at: int) -> tuple[Kin, str, int, bool] | None:
    """Read qualifiers and the kin word after "my": kin, telling qualifier, end, is it a mere role."""
    qualifier = ""
    while word(line, at) in QUALIFIERS and word(line, at + 1):
        if word(line, at) in _TELLING:
            qualifier = word(line, at)
        if word(line, at) in {"baby", "twin"} and not _kin_word(line, at + 1):
            break
        at += 1
    if found := _kin_word(line, at):
        return *found[:1], qualifier, found[1], False
    text = word(line, at).removesuffix("'s")
    if text in ROLES or text.removesuffix("s") in ROLES:
        plural = text not in ROLES
        return Kin(text if not plural else text[:-1], plural=plural), qualifier, at + 1, True
    return None


def _kin_word(line: Line, at: int) -> tuple[Kin, int] | None:
    """Read "mother", "mother-in-law", "great-grandmother", "step-father"."""
    for length in (5, 3, 1):
        parts = [word(line, at + step) for step in range(length)]
        if not all(parts):
            continue
        text = "".join(parts).removesuffix("'s")
        if text.startswith("step-"):
            text = "step" + text[5:]
        if text in KIN:
            return KIN[text], at + length
    return None


def _compound(kin: Kin, further: tuple[Kin, str, int, bool]) -> tuple[Kin, str, int, bool]:
    """ "My mother's sister" is an aunt; what has no word keeps both: "sister of friend"."""
    second, qualifier, end, role = further
    known = _COMPOUND.get((kin.relation, second.relation))
    if known:
        sex = KIN[known[0]].sex if known[0] in KIN else second.sex
        return Kin(known[0], sex, plural=second.plural), known[1] or qualifier, end, False
    return Kin(f"{second.relation} of {kin.relation}", second.sex), qualifier, end, role


def _possessive(line: Line, at: int) -> bool:
    return word(line, at).endswith("'s")


def _capital(token: Token) -> bool:
    return token.raw[:1].isupper()


def _named_next(line: Line, at: int) -> bool:
    return at + 1 < len(line) and _capital(line[at + 1]) and line[at + 1].raw[:1].isalpha()


def _title_of_clergy(line: Line, at: int) -> bool:
    """Father Murphy is a priest and Mother Superior no mother, unless a kin word speaks of them."""
    text = word(line, at)
    if text not in {"father", "mother"} or not _named_next(line, at):
        return False
    following = word(line, at + 1)
    return following not in {"i", "christmas"} and not following.startswith("i'")
