"""What in a sentence can be true or false by itself: names, places, numbers, dates, kin, "not", feelings, lessons.

Names and places show by their capitals, numbers by their value however they were written. Readers of the
same words must find the same atoms, so that one text can be held against another. Pure.
"""

import re
from collections.abc import Iterator

from voice_agent.memory.dates.number_words import wordset
from voice_agent.memory.people.kin import COUPLES, KIN
from voice_agent.reading.words.vocabulary import WORD, numbers, plain

NEGATION = re.compile(
    r"\b(?:not|no|never|nobody|no one|nothing|none|nor|neither|nowhere|without|hardly|scarcely|barely|cannot|refused|"
    r"denied|failed to|stopped|unable)\b|n't\b",
    re.IGNORECASE,
)
_MONTHS = wordset(
    "january february march april may june july august september october november december monday tuesday"
    " wednesday thursday friday saturday sunday christmas easter thanksgiving"
)
_SEASONS = wordset("spring summer autumn fall winter")
_PERIODS = wordset("morning evening night noon midnight dawn yesterday tomorrow")
_CALENDAR = _MONTHS | _SEASONS | _PERIODS
_PLAIN_CAPITALS = wordset(
    "i i'm i'd i've i'll mr mrs ms miss dr st ok tv god lord english irish german american french italian british"
    " catholic protestant jewish"
)
_FREE_NUMBERS = re.compile(
    r"\b(?:no one|one(?:'s)? (?:of|another|day|by one|thing)|that one|this one|the one|each one|every one|(?<!ty-)(?<!ty )one(?=[.,;!?]|$)|"
    r"at first|first of all|first (?:and|thing)|for the first time|a second|split second|at once|oneself|(?<!ty-)(?<!ty )one|first)\b",
    re.IGNORECASE,
)
"""Number words that count nothing a reader could be misled by."""

FEELINGS: tuple[frozenset[str], ...] = tuple(
    wordset(each)
    for each in (
        "happy happier happiest happiness happily glad joy joyful joyous delight delighted delightful cheerful cheery"
        " elated thrilled blissful overjoyed merry laugh laughed laughing laughter fun enjoyed enjoy pleased pleasure",
        "sad sadder sadness sadly sorrow sorrowful grief grieve grieved grieving heartbroken heartbreak heartache mourn"
        " mourned mourning miserable misery tears tearful cry cried crying wept weep despair devastated melancholy"
        " unhappy gloomy bereft hurt hurting pain painful",
        "afraid fear feared fears fearful scared frightened fright terrified terror dread dreaded anxious anxiety"
        " worried worry nervous panic panicked uneasy",
        "angry anger furious fury rage raged bitter bitterness resent resented resentment mad cross indignant outraged",
        "proud pride proudly",
        "ashamed shame embarrassed embarrassment humiliated humiliation guilt guilty remorse regret regretted regrets"
        " sorry",
        "love loved loving beloved adored adore affection affectionate tender tenderness fond fondness cherish cherished"
        " dear",
        "lonely loneliness lonesome alone isolated homesick homesickness",
        "hope hoped hopeful hopes optimistic optimism",
        "grateful gratitude thankful thankfulness blessed appreciate appreciated",
        "surprised surprise astonished amazed amazement shocked shock startled",
        "jealous jealousy envy envious",
        "calm peaceful peace content contented contentment serene relieved relief comfort comforted",
        "disgusted disgust hate hated hatred loathed despised",
        "excited excitement exciting eager eagerly longed longing yearned yearning missed",
        "disappointed disappointment frustrated frustration",
    )
)
"""Words of one feeling in each; who said one of them said that feeling."""

MOVED = re.compile(
    r"\b(?:(?:my|our|his|her|their) hearts?|hearts? (?:sank|leapt|ached|swelled|broke\w*)|heavy heart|lump in|burst(?:ing)? with|"
    r"over the moon|beside (?:my|him|her)self|on top of the world|butterflies|moved (?:me|us|him|her)|touched (?:me|us|him|her)|"
    r"overwhelm\w+|emotion\w*|feelings?|(?:felt|feel|feels) (?:like|as|so|a|the|that|very|deeply))\b",
    re.IGNORECASE,
)
"""Feelings that are said without naming one."""

LESSON = re.compile(
    r"\b(?:learn(?:ed|t|s|ing)?|lessons?|taught|teach(?:es)?|realis\w+|realiz\w+|understood|came to (?:see|know|understand|believe)"
    r"|shaped?|shaping|made me (?:who|the|stronger|into|what)|turned me into|turning point|defined|instilled|inspired?|inspiring|influenced?"
    r"|meaning|meaningful|purpose|values?|resilien\w+|perseveran\w+|determination|strength|stronger|wisdom|wiser|courage"
    r"|important|importance|matters? most|what matters|testament|reminds?|reminder|reminded|symbol\w*|legacy|journey|forever changed"
    r"|would never forget|never forgot|stayed with me|carried? with me|to this day|instead of fearing|grew as|appreciate"
    r"|looking back|moral|proved that|showed me|that is how i|the power of|bond\w*|cornerstone|foundation)\b",
    re.IGNORECASE,
)


def names(sentence: str) -> Iterator[str]:
    """Yield the words of `sentence` that may be names or places, as they stand, without 's."""
    text = plain(sentence)
    for match in WORD.finditer(text):
        word = match[0].removesuffix("'s").removesuffix("'")
        folded = word.casefold()
        if not word[:1].isupper() or word == "I" or folded in _PLAIN_CAPITALS | _CALENDAR:
            continue
        if folded in KIN or folded in COUPLES:
            continue
        yield word


def opens(sentence: str, word: str) -> bool:
    """Does `word` stand where every word has a capital, at a beginning or after a stop or a quote?"""
    text = plain(sentence)
    places = [m.start() for m in re.finditer(rf"\b{re.escape(word)}\b", text)]
    return bool(places) and all(
        re.search(r"(?:^|[.!?:\"']\s*)[\"'(]?$", text[:place]) for place in places
    )


def counted(sentence: str) -> set[int]:
    """The values of the numbers in `sentence`, years and their last two figures included."""
    return numbers(_FREE_NUMBERS.sub(" ", plain(sentence)))


_UNIT = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_SPOKEN_YEAR = re.compile(
    rf"\b(?:eighteen|nineteen|twenty)[ -](?:oh[ -](?:{_UNIT})|(?:{_TENS})(?:[ -](?:{_UNIT}))?|hundred|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)\b|\b(?:1[6-9]|20)\d\d\b",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(
    rf"(?:'|\b(?:in|of|since|till|until|by|from|to|around|about)\s+)(?P<year>\d\d|(?:{_TENS})(?:[ -](?:{_UNIT}))?)"
    r"(?=\s*(?:[,.;:!?]|$)|\s+(?:and|when|we|I|he|she|they|the)\b)",
    re.IGNORECASE,
)


def exact(sentence: str) -> set[int]:
    """As `counted`, but a year is not its last two figures as well."""
    text = _FREE_NUMBERS.sub(" ", plain(sentence))
    found: set[int] = set()
    for match in _SPOKEN_YEAR.finditer(text):
        found.add(max(numbers(match[0]), default=0))
    return found | numbers(_SPOKEN_YEAR.sub(" . ", text))


def short_years(sentence: str) -> set[int]:
    """Numbers of two figures that stand where a year stands: "in fifty-two", "'52"."""
    return {value for m in _SHORT_YEAR.finditer(plain(sentence)) for value in numbers(m["year"])}


def calendar(sentence: str) -> set[str]:
    """Months, days, seasons and times of day that `sentence` names; "may" and "march" with a capital only."""
    found: set[str] = set()
    for match in WORD.finditer(plain(sentence)):
        word, folded = match[0].removesuffix("'s"), match[0].removesuffix("'s").casefold()
        many = folded.removesuffix("s")
        if folded in _MONTHS and (word[:1].isupper() or folded not in {"may", "march"}):
            found.add(folded)
        elif folded in _SEASONS | _PERIODS or many in _SEASONS | _PERIODS | _MONTHS:
            found.add(folded if folded in _CALENDAR else many)
    return {"autumn" if each == "fall" else each for each in found}


def kin(sentence: str) -> set[str]:
    """The relations that `sentence` speaks of, canonical: "Mum" and "my mother" are "mother"."""
    found: set[str] = set()
    for match in WORD.finditer(plain(sentence)):
        folded = match[0].casefold().removesuffix("'s").removesuffix("'")
        if folded in COUPLES:
            found |= set(COUPLES[folded])
        elif (one := KIN.get(folded)) and folded not in {"da", "pop", "pa", "ma", "nan", "baby"}:
            found.add(one.relation)
    return found


def feelings(sentence: str) -> set[int]:
    """Which of FEELINGS `sentence` speaks of."""
    said = {match[0].casefold() for match in WORD.finditer(plain(sentence))}
    return {place for place, group in enumerate(FEELINGS) if said & group}


def denies(sentence: str) -> int:
    """How often `sentence` says no."""
    return len(NEGATION.findall(plain(sentence)))


def disagree(one: str, other: str) -> bool:
    """Do two tellings of the same name different numbers, months or relations, or deny each other?"""
    for read in (counted, calendar, kin):
        mine, theirs = read(one), read(other)
        if mine and theirs and not (mine <= theirs or theirs <= mine):
            return True
    return bool(denies(one)) != bool(denies(other))
