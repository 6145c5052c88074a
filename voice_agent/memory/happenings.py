"""What sort of thing happened: births, weddings, moves. And which of them happen to one person only once.

A mother dies once, so two tellings of her death are one event whatever years they name; a trip to the
lake may happen every summer. The sort is read from the words; what fits nothing is an ordinary event.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Often(StrEnum):
    """How often it happens to one person."""

    ONCE = "once"
    PER_PLACE = "once a place"
    """One does not usually move to Toledo twice."""

    ANY = "any number of times"


NARRATOR = "narrator"
"""The principal of "I was born" and "we were married"."""


class Cue(NamedTuple):
    """Words that show a sort of event, and on which side of them its principal stands."""

    pattern: re.Pattern[str]
    after: bool
    touching: bool
    """Only where a person follows at once: "we lost my father", not "we lost the key"."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A sort of event."""

    name: str
    often: Often
    cues: tuple[Cue, ...]
    shared: bool = False
    """Two people go through it together: either may be named as its principal."""


def _cues(*patterns: str) -> tuple[Cue, ...]:
    """A pattern that ends in ">" has its principal behind it, one in ">>" right behind it."""
    return tuple(
        Cue(
            re.compile(rf"\b(?:{each.rstrip('>')})(?!\w)", re.IGNORECASE),
            each.endswith(">"),
            each.endswith(">>"),
        )
        for each in patterns
    )


HAPPENINGS: tuple[Happening, ...] = (
    Happening(
        "birth",
        Often.ONCE,
        _cues(
            r"(?:was|were|wasn't|am|is) (?:actually |really )?born",
            r"gave birth to>",
            r"first saw the light(?: of day)?",
            r"(?:mother|mum|mom|mam|ma|they) had me(?= (?:in|at|on|when|right|back|there)\b|,|$)",
            r"(?:I|we) had(?= (?-i:[A-Z]))(?! (?:mother|mum|mom|dad|father|grand\w+|aunt|uncle|mr|mrs|dr)\b)(?! \w+ (?:over|with|to|for|stay|live|round|do|come)\b)>>",
            r"birth of>",
            r"(?:we|I) (?:had|welcomed|brought home) (?:our|my) (?:\w+ )?(?:baby|first|second|third|fourth|fifth|last|eldest|oldest|youngest|son|daughter|child|little (?:boy|girl))>",
            r"(?:my|our) (?:first|second|third|fourth|fifth|last|eldest|oldest|youngest) (?:child|baby|one|born)(?: was|,)>",
            r"(?:arrived(?! (?:in|at|on|from|to)\b)|came along|came into the world|was delivered|made (?:his|her) appearance)",
            r"(?:my|our) (?:baby|first|firstborn|second|third|eldest|oldest|youngest)(?: child| baby)?, \w+, (?:came|arrived)",
            r"(?:my|his|her|\w+'s) birth",
            r"blessed with>>",
            r"born(?= (?:on|in|at|to|when|that)\b|[,.]|$)",
        ),
    ),
    Happening(
        "death",
        Often.ONCE,
        _cues(
            r"(?:died|passed away|passed on|breathed (?:his|her) last|slipped away|(?:was|had been|got|were) killed|drowned|was dead)",
            r"lost>>",
            r"(?:death|passing) of>",
            r"\w+'s (?:death|passing)",
            r"left us(?! (?:a|the|some|his|her|alone|with|to|in)\b)",
            r"(?:was|were) lost at sea|went down with (?:his|the|their) ship",
            r"heart gave out",
        ),
    ),
    Happening(
        "funeral", Often.ONCE, _cues(r"(?:buried|funeral (?:of|for)|laid)>", r"\w+'s funeral")
    ),
    Happening(
        "divorce",
        Often.ONCE,
        _cues(r"(?:divorced|divorce came|got a divorce|split up|separated)"),
        shared=True,
    ),
    Happening(
        "engagement",
        Often.ONCE,
        _cues(
            r"(?:got|were|was|became) engaged",
            r"proposed(?: to)?",
            r"asked me to marry",
            r"(?:our|my) engagement",
        ),
        shared=True,
    ),
    Happening(
        "wedding",
        Often.ONCE,
        _cues(
            r"(?<!been )(?<!be )(?<!to )(?<!asked me to )(?:got |were |was |get )?(?:married|wed)(?! (?:for|woman|man|life|couple|name|sister|daughter))",
            r"(?:our|my|their|\w+'s|the) wedding(?! (?:dress|ring|anniversary|photo))",
            r"wedding of>",
            r"tied the knot",
            r"(?:got|were) hitched",
            r"eloped",
            r"(?:said|took|exchanged) (?:our|their|my|the) vows",
            r"(?:walked|went|came|led me|took me) (?:me )?down the aisle",
            r"stood (?:up )?before the (?:priest|minister|preacher|judge|altar|rabbi)",
            r"put (?:the|a|his|her) ring on (?:my|his|her) finger",
            r"became a married (?:woman|man)",
            r"became (?:my|his|her) (?:wife|husband)|made me (?:his wife|her husband)|became man and wife",
        ),
        shared=True,
    ),
    Happening(
        "meeting",
        Often.ONCE,
        _cues(
            r"(?:I|we) (?:first )?met>",
            r"first (?:laid eyes on|set eyes on|saw)>",
            r"(?:ran|bumped) into>",
            r"was introduced to>",
        ),
    ),
    Happening(
        "baptism",
        Often.ONCE,
        _cues(r"(?:was|were) (?:baptized|baptised|christened)", r"christening"),
    ),
    Happening(
        "graduation",
        Often.PER_PLACE,
        _cues(
            r"graduated",
            r"(?:my|his|her|\w+'s) graduation",
            r"(?:got|earned|received|took|finished|(?:handed|gave) (?:me|him|her)|with) (?:my|his|her|a|the) (?:\w+ )?(?:diploma|degree)",
            r"finished (?:at )?(?:high school|school|college|university)",
            r"finished (?:at )?(?=(?-i:[A-Z])\w+ (?:\w+ )?(?:high|school|college|university|academy))\w+",
        ),
    ),
    Happening(
        "first school",
        Often.PER_PLACE,
        _cues(
            r"(?:started|began|entered) (?:at )?(?:the )?(?:school|first grade|kindergarten|high school|college)",
            r"first day (?:of|at) (?:the )?(?:\w+ )?school",
        ),
    ),
    Happening(
        "enlistment",
        Often.ONCE,
        _cues(
            r"(?:joined|went into|entered|volunteered for|signed up (?:for|with|in)|enlisted in) the (?:army|navy|marines|air force|service|merchant marine|forces|raf|wacs|waves|military|coast guard)",
            r"sworn (?:in|into the \w+)",
            r"the (?:army|navy|marines|air force|draft|draft board) (?:got|took|called|drafted|wanted) (?:me|him)",
            r"enlisted|joined up|signed up(?! (?:for|with) (?!the (?:army|navy|marines)))",
            r"(?:was|were|got) (?:drafted|called up|conscripted)",
            r"draft notice|call-up papers",
        ),
    ),
    Happening(
        "discharge",
        Often.ONCE,
        _cues(
            r"(?:was|were|got) (?:discharged|demobbed|mustered out)",
            r"(?:came|got|was) (?:back |home |out )+(?:from|of) the (?:army|navy|marines|air force|service|war)",
        ),
    ),
    Happening(
        "retirement",
        Often.ONCE,
        _cues(
            r"retired(?: me)?",
            r"(?:my|his|her|\w+'s) retirement",
            r"(?:stopped|quit|gave up) work(?:ing)?(?! on)",
        ),
    ),
    Happening(
        "move",
        Often.PER_PLACE,
        _cues(
            r"(?:moved|relocated|emigrated|immigrated|shifted)(?! (?:me|the|it|him|her)\b)",
            r"settled (?:in|down in)",
            r"left for(?= (?-i:[A-Z]))",
            r"(?:went|came) to live (?:in|at|with)",
            r"(?:came|went|sailed) over (?:to|from)",
            r"(?:packed up|pulled up stakes)",
            r"(?:we|I|family|folks|parents|they) (?:first |all )?came (?:out |down |up |over )?to(?= (?-i:[A-Z]))",
            r"(?:our|the|that) move(?= (?:to|from|out|into))",
            r"set up house(?:keeping)? in",
        ),
    ),
    Happening(
        "work",
        Often.PER_PLACE,
        _cues(
            r"(?:got|took|landed|found|started) (?:a |my |his |her |the )?(?:first |new )?(?:job|position|work)(?: \w+)?",
            r"(?:started|began|went) (?:working|to work|in) (?:at|for|in|with)",
            r"(?:hired|took|taken) (?:me|him|her) on",
            r"(?:was|were|got) taken on",
            r"(?:gave|offered) (?:me|him|her) (?:a|my|the) (?:first )?(?:job|position|place)",
            r"(?:began|started)(?: out)? at(?= (?:the )?(?-i:[A-Z]))",
            r"was hired",
            r"(?:asked|applied) for (?:a |the |my )?(?:job|position|work)",
            r"apprenticed",
            r"(?:my|his|her) first (?:real )?job",
        ),
    ),
    Happening(
        "purchase",
        Often.PER_PLACE,
        _cues(
            r"(?:bought|purchased)",
            r"(?:put (?:the |a )?(?:money|deposit) down|made the down payment) on",
            r"signed (?:the )?papers (?:for|on)",
        ),
    ),
)
"""The first that fits is taken; the order puts the surer before the vaguer."""


_OF_PEOPLE = ("birth", "death", "baptism")
"""Sorts that need somebody: a car that died is no death."""

_HE = re.compile(
    r"\b(?:he|she|they|who|both|twins?|baby|child|first|second|third|fourth|youngest"
    r"|oldest|eldest|last|boy|girl|son|daughter)\b",
    re.IGNORECASE,
)


class Sort(NamedTuple):
    """What sort of event a clause tells, and whose."""

    happening: Happening
    principals: tuple[str, ...]
    """NARRATOR, or the words of a person; more where two share it; none where it is not said."""


class PersonSpan(NamedTuple):
    """A person in the clause."""

    words: str
    first: int
    last: int
    """Character span in the clause."""


@lru_cache(maxsize=20_000)
def sort_of(clause: str, people: tuple[PersonSpan, ...] = ()) -> Sort | None:
    """Return the sort of event that `clause` tells, or None. Raises nothing."""
    for happening in HAPPENINGS:
        for cue in happening.cues:
            found = cue.pattern.search(clause)
            if found and cue.touching and not any(p.first == found.end() + 1 for p in people):
                continue
            if found:
                whose = _principals(clause, people, found, cue, happening)
                if whose or happening.name not in _OF_PEOPLE or _HE.search(clause[: found.start()]):
                    return Sort(happening, whose)
    return None


def _principals(
    clause: str,
    people: Sequence[PersonSpan],
    found: re.Match[str],
    cue: Cue,
    happening: Happening,
) -> tuple[str, ...]:
    before = [each for each in people if each.last <= found.end() and each.first < found.end()]
    after = [each for each in people if each.first >= found.start() and each not in before]
    words = found[0].lower()
    if words.endswith(" me") or (happening.name == "birth" and words.startswith("first saw")):
        return (NARRATOR,)
    if cue.after:
        if after:
            return (after[0].words,)
        return (before[-1].words,) if before else ()
    if (
        happening.shared
        and before
        and re.search(
            r"\b(?:me|my)\b", words + clause[found.end() : found.end() + 3], re.IGNORECASE
        )
    ):
        return (NARRATOR, before[-1].words)  # "Stanley put the ring on my finger", "he married me"
    if words.startswith(("our ", "my ")) and not before:
        return (NARRATOR, *(each.words for each in after if happening.shared))
    subject = clause[before[-1].last : found.start()] if before else clause[: found.start()]
    ours = re.search(r"\b(?:I|we|us|me|the family|the whole family)\b", subject, re.IGNORECASE) or (
        not before and re.search(r"\b(?:I|we|me)\b", words, re.IGNORECASE)
    )
    if ours:
        if not happening.shared:
            return (NARRATOR,)
        spouses = [*before[-1:], *after[:1]] if ours and _with(clause, before, found) else after[:1]
        return (NARRATOR, *(each.words for each in spouses))
    if not before:
        # "he died", "there was a wedding": of whom is said elsewhere
        return ()
    # "my sister Rose married Jack": both; "my brother died": he
    named = [before[-1], *after[:1]] if happening.shared else [before[-1]]
    return tuple(each.words for each in named)


def _with(clause: str, before: Sequence[PersonSpan], found: re.Match[str]) -> bool:
    """ "Frank and I were married" """
    return bool(before) and re.match(r"\W*(?:and)\W+I\b", clause[before[-1].last :]) is not None
