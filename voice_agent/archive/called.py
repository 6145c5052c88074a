"""How people are called: a name as it is shown, and the key by which two names are one. Pure.

Names are shown to the narrator, who knows people by them; so no two people of a house may look the same, and no
name may hold signs that nobody sees. What opens doors is never a name: it is an account.
"""

import re
import secrets
import unicodedata

from voice_agent.errors import AccountRefused

LONGEST_NAME_LETTERS = 60
"""Letters of a name."""

_UNSEEN = frozenset({"Cf", "Cc", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Unicode categories of signs that are not seen: joiners, directions, controls."""

_BETWEEN = frozenset(" '-.")
"""What may stand between letters."""

_TOGETHER = (
    frozenset({"CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"CJK", "HANGUL"}),
    frozenset({"CJK", "BOPOMOFO"}),
)
"""Scripts that are one writing (UTS 39, highly restrictive)."""

_ALIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏαβεικνορτυχ",
    "abekmhopctyxijsdqwhlabeikvoptux",
)
"""Cyrillic and Greek letters that look like Latin ones, in lower case (UTS 39, confusables)."""

_OURS = re.compile(r"^(?:my|our)\s+", re.IGNORECASE)


def shown(name: str) -> str:
    """`name` as it is kept: composed (NFKC), nothing unseen in it, one script. Raises AccountRefused.

    "my Ann" is Ann: whose she is stands beside the name, not in it.
    """
    composed = unicodedata.normalize("NFKC", name).replace("’", "'").replace("‐", "-")
    seen = "".join(each for each in composed if unicodedata.category(each) not in _UNSEEN)
    clean = _OURS.sub("", " ".join(seen.split()))
    odd = [
        each
        for each in clean
        if each not in _BETWEEN and unicodedata.category(each)[0] not in ("L", "M")
    ]
    if (
        not any(each.isalpha() for each in clean)
        or len(clean) > LONGEST_NAME_LETTERS
        or odd
        or clean.lower() in _OURS_ALONE
    ):
        raise _refused("That is not a name.", "Write it in letters, as it is said.")
    if any(
        "\u024f" < each < "\u1e00" and unicodedata.name(each, "").startswith("LATIN")
        for each in clean
    ):
        raise _refused("That name has letters in it that look like others.", "Write it plainly.")
    scripts = {unicodedata.name(each, "?").split()[0] for each in clean if each.isalpha()}
    if len(scripts) > 1 and not any(scripts <= one for one in _TOGETHER):
        raise _refused(
            "That name mixes the letters of two alphabets, so it cannot be told from another.",
            "Write it in the letters of one.",
        )
    return clean


def related(relation: str) -> str:
    """What somebody is to the narrator, as it is kept: "great-niece", "brother and carer"; "" for nothing."""
    composed = unicodedata.normalize("NFKC", relation).replace("’", "'")
    seen = "".join(each for each in composed if unicodedata.category(each) not in _UNSEEN)
    return _OURS.sub("", " ".join(re.sub(r"[^\w\s'./&-]", " ", seen).split()))[:40].lower()


def key(name: str) -> str:
    """What two names have in common that look or sound the same: "Zoë" and "zoe", "Tom" and "Тоm"."""
    apart = unicodedata.normalize("NFKD", name).casefold()
    bare = "".join(each for each in apart if each.isalpha())
    return bare.translate(_ALIKE).casefold().replace("ı", "l").replace("i", "l")


WORDS = [
    "anchor",
    "apple",
    "barley",
    "basket",
    "beacon",
    "biscuit",
    "blanket",
    "bridge",
    "button",
    "candle",
    "cherry",
    "clover",
    "copper",
    "cradle",
    "daisy",
    "donkey",
    "feather",
    "fiddle",
    "garden",
    "ginger",
    "hammer",
    "harbour",
    "heather",
    "heron",
    "honey",
    "island",
    "kettle",
    "ladder",
    "lantern",
    "lemon",
    "maple",
    "meadow",
    "mitten",
    "monkey",
    "needle",
    "orchard",
    "otter",
    "paddle",
    "parcel",
    "pebble",
    "pepper",
    "pigeon",
    "pillow",
    "plum",
    "pocket",
    "quilt",
    "rabbit",
    "ribbon",
    "robin",
    "saddle",
    "sailor",
    "silver",
    "sparrow",
    "spindle",
    "teapot",
    "thimble",
    "thistle",
    "tulip",
    "velvet",
    "walnut",
    "willow",
    "window",
    "winter",
]
"""Words that are easily said over a telephone and easily heard."""


def a_word() -> str:
    """One of them, by chance."""
    return secrets.choice(WORDS)


_OURS_ALONE = frozenset(
    [
        "everybody",
        "everyone",
        "anybody",
        "nobody",
        "family",
        "narrator",
        "interviewer",
        "caregiver",
        "advocate",
        "you",
        "me",
    ]
)
"""What our own sentences call people: a person of that name would be read as all of them, or as none."""


def _refused(what: str, mend: str) -> AccountRefused:
    return AccountRefused(what, safe="Nothing has been changed.", mend=mend)
