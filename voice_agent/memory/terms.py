"""The words that carry a clause's meaning, cut to their stems, so that two tellings can be compared.

A small stemmer of our own and a list of words that mean nothing alone. No weights, no statistics of the
life: whether two clauses are alike must not depend on what else was told.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from voice_agent.memory.dates.number_words import ORDINALS, TENS, UNITS, tokens, wordset

STOP = wordset(
    "a an the and or but nor so yet if then than that this these those there here it its he she they them him her"
    " his hers their theirs i me my mine we us our ours you your yours myself ourselves who whom whose which what"
    " when where why how in on at by for from to into onto of off with without about around over under up down out"
    " through across after before during until till since between against as is am are was were be been being do"
    " does did done doing have has had having will would shall should can could may might must not no yes never"
    " ever just only even still also too very quite really rather pretty some any all each every both few more"
    " most other another such own same well oh now again once always often sometimes usually back away along"
    " because though although while however anyway like got get gets getting go goes went going gone come came"
    " comes coming one two three thing things stuff lot lots bit kind sort way time times day days year years month"
    " months week weeks later earlier ago first last next know think thought guess suppose remember recall tell"
    " told say said says mean see saw look let make made take took put give gave used want wanted course i'd i'm"
    " i've we'd we've he'd she'd they'd it's that's there's didn't don't wasn't couldn't wouldn't hadn't of-course"
    " wrong wrongly mistake mistaken mistook error sorry correct corrected correction incorrect actually wait"
    " mr mrs miss ms dr st ah um uh er hmm yeah okay ok right sure maybe perhaps little old big good great new"
    " nice fine spring summer autumn winter fall january february march april june july august september october"
    " november december christmas easter thanksgiving early mid late end beginning middle about exactly nearly"
    " almost somewhere sometime somebody something anybody anything everybody everything nobody nothing"
)
_ALIKE = {
    word: group[0]
    for group in (
        ("buy", "bought", "purchase", "purchased", "buying"),
        ("sell", "sold", "selling"),
        ("fall", "fell", "fallen", "falling", "tumble", "tumbled"),
        ("break", "broke", "broken", "breaking"),
        ("drive", "drove", "driven", "driving"),
        ("build", "built", "building"),
        ("teach", "taught", "teaching", "teacher"),
        ("win", "won", "winning"),
        ("prize", "medal", "award", "ribbon", "trophy"),
        ("contest", "competition"),
        ("catch", "caught", "catching"),
        ("lose", "lost", "losing"),
        ("find", "found", "finding"),
        ("meet", "met", "meeting"),
        ("leave", "left", "leaving"),
        ("keep", "kept", "keeping"),
        ("sing", "sang", "sung", "singing", "singer"),
        ("swim", "swam", "swum", "swimming"),
        ("ride", "rode", "ridden", "riding"),
        ("fly", "flew", "flown", "flying"),
        ("fight", "fought", "fighting"),
        ("write", "wrote", "written", "writing"),
        ("run", "ran", "running"),
        ("burn", "burned", "burnt", "burning", "fire"),
        ("flood", "flooded", "flooding"),
        ("begin", "began", "begun", "start", "started", "starting"),
        ("child", "children", "kid", "kids"),
        ("house", "home", "houses"),
        ("car", "automobile", "auto"),
        ("ship", "boat", "liner", "steamer"),
        ("train", "railway", "railroad"),
        ("hospital", "infirmary"),
        ("factory", "plant", "works", "mill"),
        ("shop", "store"),
        ("film", "movie", "picture", "pictures"),
        ("ill", "sick", "illness", "sickness"),
        ("doctor", "surgeon", "physician"),
        ("steal", "stole", "stolen", "thief", "robbed", "burgled", "pickpocket", "pickpockets"),
        ("army", "soldier", "military"),
        ("dance", "danced", "dancing", "dances"),
        ("trip", "journey", "voyage", "travel", "travelled", "traveled", "visit", "visited"),
        ("storm", "tornado", "hurricane"),
        ("snow", "snowed", "snowing", "snowstorm", "blizzard", "snowbound"),
    )
    for word in group
}
_PHRASES = re.compile(
    r"\b(?:caught|catch|catching|set|setting|took|on) (?:\w+ )?(?:fire|alight)\b|\bwent up in flames\b",
    re.IGNORECASE,
)
_POCKET = re.compile(r"\bpick\w* (?:my|his|her|the) pocket\b|\bpockets? picked\b", re.IGNORECASE)
"""Said in two words, and one thing."""

_ENDINGS = (
    "ationally",
    "fulness",
    "iveness",
    "ingly",
    "edly",
    "ments",
    "ment",
    "ings",
    "ing",
    "ness",
    "ions",
    "ion",
    "ies",
    "ied",
    "ers",
    "er",
    "ed",
    "es",
    "ly",
    "s",
)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Cut one word, in lower case, to what its forms share: "bridges", "bridge" -> "bridg"."""
    if word in _ALIKE:
        return _ALIKE[word]
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            root = word[: -len(ending)]
            if ending in {"ies", "ied"}:
                root += "y"
            elif len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz":
                root = root[:-1]  # stopped: stop
            return _ALIKE.get(root, root.rstrip("e"))
    return word.rstrip("e") if len(word) > 3 else word


@lru_cache(maxsize=20_000)
def terms(text: str) -> frozenset[str]:
    """Return the stems that carry meaning in `text`."""
    plain = _POCKET.sub("stole", _PHRASES.sub("fire", text))
    words = (token.text.removesuffix("'s") for token in tokens(plain))
    return frozenset(
        stem(word)
        for word in words
        if len(word) > 2
        and word[0].isalpha()
        and word not in STOP
        and word not in UNITS
        and word not in TENS
        and word not in ORDINALS
    )


_EVERYDAY = frozenset(
    stem(word)
    for word in wordset(
        "house school car night dog door floor work family mother father money water town road street table friend"
        " people man woman boy girl child food eat job build church walk drive stand sit lie sleep live stay call"
        " turn leave begin play bring keep buy sell lose find run fall look world war place hand head eye face room"
        " morning evening dinner supper country city winter summer hard long whole half dress clothes letter wear"
        " catch happy sad cry laugh love hate help ask talk write read learn teach truck horse cow hill tree land wall"
    )
)


def weight(shared: frozenset[str]) -> float:
    """How much a set of shared terms tells: 1 for an uncommon word, .4 for what every life is full of."""
    return min(3.0, sum(0.4 if term in _EVERYDAY else 1.0 for term in shared))


_RIVALS = tuple(
    frozenset(stem(word) for word in wordset(words))
    for words in (
        "arm leg wrist ankle hip nose finger toe shoulder knee elbow collarbone rib ribs skull jaw foot hand eye ear",
        "ford chevrolet chevy buick dodge plymouth studebaker packard oldsmobile pontiac chrysler cadillac nash hudson"
        " austin morris vauxhall",
        "dog cat horse pony mule cow pig goat canary parrot rabbit",
        "measles mumps polio pneumonia diphtheria scarlet chickenpox whooping tuberculosis malaria appendix tonsils",
        "army navy marines raf",
        "pie cake pickles jam bread quilt calf heifer",
    )
)
"""Things of one kind, of which an event mostly has one: a broken arm is not a broken leg."""


def of_a_kind(said: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Of `said` those of each such kind; () where none is of any."""
    found = tuple(said & kind for kind in _RIVALS)
    return found if any(found) else ()


def rivals(one: Sequence[frozenset[str]], other: Sequence[frozenset[str]]) -> bool:
    """Does one side name a thing and the other side another of its kind? Both as `of_a_kind`."""
    return any(a and b and not a & b for a, b in zip(one, other, strict=False))


_PLACE_SORTS = frozenset(
    stem(word)
    for word in wordset(
        "street avenue road lane drive place square school high college university church chapel county city town"
        " village river creek lake hospital hotel plant factory farm farmhouse house bungalow station park bridge"
        " hill hall store shop works company fair saint"
    )
)


@lru_cache(maxsize=20_000)
def place_terms(words: str) -> frozenset[str]:
    """The terms that tell one place from another: Maple Street is not Elm Street; "the mill" is a mill."""
    every = terms(words)
    return every - _PLACE_SORTS or every


def alike(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two sets of terms share, 0..1: the mean of Jaccard's index and the overlap of the smaller.

    Nothing is alike that shares fewer than two terms, unless one side has only one.
    """
    if not one or not other:
        return 0.0
    common = len(one & other)
    if common < min(2, len(one), len(other)):
        return 0.0
    return (common / len(one | other) + common / min(len(one), len(other))) / 2
