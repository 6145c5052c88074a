"""Saying back a few of the narrator's own words, with "I" turned into "you". Pure.

Reflective listening as an ordinary person does it: no "it sounds as if", no feelings named, only the words
themselves, and often none. What cannot be turned without doubt is not said back: silence is never wrong.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile, pairwise

from voice_agent.reading.words.stems import content
from voice_agent.reading.words.vocabulary import OPENERS, plain
from voice_agent.verbs import past

SHORTEST_CLAUSE_WORDS = 3
"""Words of a clause that is said back."""

LONGEST_CLAUSE_WORDS = 11

TELLING = 2
"""Words of its own that a clause needs to be worth saying back: "It was a Sunday" is not. A guess."""

LONGEST_SCENE = 9
"""Words of a clause that a question stands on; all of it must still be in the ear at the question mark."""

BEFELL = frozenset(
    "born sent put taken given left made brought hurt hit sold bought told shown caught shot".split()  # noqa: SIM905
)
"""What befalls somebody, after "was"; and whatever ends in -ed."""

_FEELINGS = frozenset(
    """
    tired pleased frightened scared bored excited interested worried ashamed surprised disappointed married used
    supposed allowed delighted terrified relieved annoyed
    """.split()  # noqa: SIM905
)
_STATES = frozenset(
    """
    had would could used did kept knew felt thought wanted liked loved hated seemed believed understood hoped wished
    needed remembered belonged looked meant minded reckoned cried wept sobbed laughed smiled talked stayed grieved mourned lost missed
    """.split()  # noqa: SIM905
)
_NEEDS = frozenset(
    """
    heard said told found took gave made brought held put got set let kept saw bought built caught sold sent lent
    received discovered proposed asked called answered replied became carried wrote read taught offered
    """.split()  # noqa: SIM905
)
"""What nobody does without something or somebody that it is done to."""

_UNCLEAR = frozenset(
    """
    it this that these those he she they him them there one ones so such then no not never nothing nobody none
    either neither always often sometimes usually every also too just only even more than like as better worse next
    same still yet mostly after before immediately directly soon again afterwards accordingly however therefore thus hence rather quite very being having
    """.split()  # noqa: SIM905
)

_TURN: Mapping[str, str] = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves",
    "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll",
    "we're": "you're", "we've": "you've", "we'd": "you'd", "we'll": "you'll",
}  # fmt: skip
_BE = {"am": "are", "was": "were", "wasn't": "weren't", "ain't": "aren't"}

_PRESENT = frozenset(
    ["is", "are", "am", "has", "have", "will", "can", "may", "must", "shall", "be", "do", "does"]
)
_SUBJECTS = frozenset(
    "i we he she they it there my our his her their the a an everybody nobody".split()  # noqa: SIM905
)
_SPLIT = re.compile(
    r"(?<=[.!?…;:])\s+|,?\s+(?:and then|and so|but then|so then)\s+|"
    r",?\s+(?:and|but|because|so|although)\s+(?=(?:i|we|he|she|they|it|my|our|the|there)\b)|\s+--?\s+",
    re.IGNORECASE,
)
_FILLED = re.compile(
    r"^(?:(?:well|oh|ah|yes|no|yeah|so|and|but|then|now|um|uh|er|you know|you see|i mean|i think|i suppose|i guess|"
    r"i remember(?: that)?|of course|anyway|in fact|because|you understand|after that|at first|once),?\s+)+",
    re.IGNORECASE,
)
_ABBREVIATED = re.compile(r"\b(Mr|Mrs|Ms|Dr|St|Rev|Prof|Jr|Sr|[A-Z])\.(?=\s)")
_UNFIT = re.compile(
    r"\b(?:you|your|yours|don't know|can't remember|cannot remember|don't remember|forget|know|think|mean|sure|"
    r"suppose|guess|sort of|kind of|question|ask|asked me|answer|tell|said|says|maybe|perhaps|probably|if|what|"
    r"why|how|whether|which|who|whom|when|while|until|since|god|kill|killed|die|died|dies|dying|dead|death|alive|buried|funeral|grave|suicide|murdered|hanged|drowned|tomorrow|today|let's|please|thank|sorry|o'clock)\b|"
    r"[\"()\[\]*]|\.\.\.|…$|^\w+, (?:it|that|they) (?:was|were|is)\b",
    re.IGNORECASE,
)
"""Among them a mere judgement: "Grand, it was, proper grand." said back is an echo of nothing."""

_NOW = re.compile(r"\b(?:will|shall|am|is|are)\b", re.IGNORECASE)
"""What somebody thought or said at the time, or what is so today."""

_DENIED = re.compile(r"\w+n['’]t\b|^(?:\w+ ){1,3}(?:not|never|no)\b", re.IGNORECASE)
"""A lack is not said back to whoever had it: "You weren't any reader"."""

_LASTS = re.compile(
    r"\b(?:still|keep|keeps|kept|always|every (?:day|night|morning|evening|sunday|year|week|time)|together|for (?:company|the noise)|"
    r"years?|used to|would|love[ds]?|look|listen|talk|sits?|sat|lie|wave|count)\b",
    re.IGNORECASE,
)
"""What is there to this day, or was there for long."""

_YEARS = re.compile(
    r"(?:(?:\w+[- ])?\w+) years? (?!ago|old|since|after|later|before|back)\w", re.IGNORECASE
)
_WHO_KEEPS = frozenset("i we he she my our".split())  # noqa: SIM905
_SORE = re.compile(
    r"\b(?:asham\w+|shame|fault|blame\w*|guilt\w*|stole|stolen|drunk|drank|hit|fool|stupid|daft|dirty|coward|silly|useless|burden|"
    r"wish|hate\w*|want|nobody|nothing|never|afraid|frightened|scared|cry|crying|tears|pain\w*|hospital|doctor|cancer|stroke|"
    r"because|when|where|that|it|this|one|me and|and me|her and|something|after|before)\b",
    re.IGNORECASE,
)
"""What nobody wants to hear from somebody else's mouth, and what hangs on another clause."""

_HANGING = frozenset("instead anyway anyhow either neither though too so".split())  # noqa: SIM905
"""Words that hang on the sentence before."""

_ENDS_OPEN = re.compile(
    r"\b(?:a|an|the|my|our|his|her|their|to|of|in|on|at|for|from|with|by|and|or|but|as|than|that|which|who|was|were|"
    r"is|are|had|very|so|into|about|because|when|where|every|no|not|would|could|did)$",
    re.IGNORECASE,
)


_SEXES: Mapping[str, frozenset[str]] = {
    "he": frozenset(
        "father dad daddy papa grandfather grandad grandpa brother uncle husband son grandson nephew mr".split()  # noqa: SIM905
    ),
    "she": frozenset(
        "mother mum mummy mama grandmother gran granny grandma nana sister aunt wife daughter niece mrs miss ms".split()  # noqa: SIM905
    ),
}
_PERSON = re.compile(
    rf"\b(?P<kin>(?:my|our) (?:\w+ )?(?P<of>{'|'.join(sorted(each for words in _SEXES.values() for each in words))}))\b"
    r"(?: (?-i:[A-Z])[a-z]+)*|\b(?P<titled>(?-i:Mr|Mrs|Miss|Ms|Uncle|Aunt|Auntie|Grandma|Grandpa|Granny) (?-i:[A-Z])[a-z]+)",
    re.IGNORECASE,
)
_ANYBODY = re.compile(
    r"\b(?:man|men|boy|boys|woman|women|girl|girls|lad|lass|fellow|lady|gentleman|teacher|friend|neighbou?r|doctor|nurse|"
    r"captain|officer|sergeant|master|mistress|boss|foreman|priest|minister|vicar|soldier|sailor|child|baby|cousin|"
    r"twin|stranger|customer|servant|maid|king|queen|somebody|someone|everybody|who|one|another)s?\b",
    re.IGNORECASE,
)
_A_NAME = re.compile(
    r"(?<!^)(?<![.!?] )(?<!\bin )(?<!\bat )(?<!\bto )(?<!\bfrom )(?<!\bnear )(?<!\bof )\b"
    r"(?!I\b|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)"
    r"[A-Z][a-z]+"
)


_COUNTED = re.compile(
    r"(?:\d|(?:twen|thir|for|fif|six|seven|eigh|nine)ty\b|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b|\w+teen\b|hundred)"
)
"""A number is nobody's name: "Sixty-one we were wed"."""


def turned(clause: str) -> str:
    """Return `clause` as somebody else would say it to the narrator: "I kept my goat" -> "you kept your goat".

    "" where that cannot be done without doubt.
    """
    words = plain(clause).strip().rstrip(".!;:,").split()
    out: list[str] = []
    before = ""
    for word, following in pairwise([*words, ""]):
        bare = word.lower().strip(",")
        comma = "," if word.endswith(",") else ""
        if bare in {"me", "us"} and (_kin(following) or (not out and following != "and")):
            return ""  # "me dad took the solo", as it is said in the north: whose is not plain
        if bare in _BE and before in {"i", "we", "you"}:
            out.append(_BE[bare] + comma)
        elif bare in _TURN:
            out.append(_TURN[bare] + comma)
        elif bare in {"you", "your", "yours"}:
            return ""
        else:
            out.append(word)
        before = bare
    text = " ".join(out)
    # "was I" and "am I" turn into "were you"; a clause of that kind is a question or a verse
    if re.search(r"\b(?:was|am|wasn't) you\b", text):
        return ""
    first = text.split(" ", 1)[0] if text else ""
    if re.sub(r"['’](?:d|s|ll|ve|re)$", "", first.lower()) in _SUBJECTS | {"you", "your"}:
        text = text[0].lower() + text[1:]
    return text


def _kin(word: str) -> bool:
    return any(word.lower().strip(",") in words for words in _SEXES.values())


def told(line: str, longest: int = LONGEST_CLAUSE_WORDS) -> str:
    """Return `line` for use after "when": turned, one past clause with its subject; "" where it is none."""
    text = _FILLED.sub("", plain(line).strip())
    words = text.rstrip(".!?,;:").split()
    if (
        not SHORTEST_CLAUSE_WORDS <= len(words) <= longest
        or not _stands(words)
        or _UNFIT.search(text)
    ):
        return ""
    if _ENDS_OPEN.search(text.rstrip(".!?,;:")) or _NOW.search(text):
        return ""
    return turned(text)


def scene(told: str, longest: int = LONGEST_SCENE) -> bool:
    """May a question stand on `told` ("when you moved to Leeds")? One thing that somebody did or that befell

    them, short, and clear without the sentence before it: no "it" or "that", no state ("it was a good place"),
    nothing habitual, denied or put right, nothing wept over. What is no scene can still be said back.
    """
    words = [word.lower().strip(",") for word in told.split()]
    if words and words[-1] in _HANGING:
        return False  # "you got Leonard instead": of what?
    if not SHORTEST_CLAUSE_WORDS <= len(words) <= longest or "," in told or _UNCLEAR & set(words):
        return False
    if words[:2] in (["you", "were"], ["you", "was"]) and "born" in words:
        return False  # nobody was there to see it
    if re.search(r"\bc[ao]me from\b", told):
        return False  # where something comes from is not an event
    if re.search(r"\bborn (?!in\b|on\b|at\b|to\b|during\b|under\b)", told):
        return False
    if (
        words[0] in {"a", "an", "the"}
        or _PRESENT & set(words)
        or any(word.endswith("n't") for word in words)
    ):
        return False
    if words[0] == "you" and not (past(words[1]) or words[1] == "and" or words[1].endswith("ly")):
        return False  # "you believe was carried by your father"
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in _STATES:
            return False
        if word in {"was", "were"}:
            return following in BEFELL or (following.endswith("ed") and following not in _FEELINGS)
        if past(word):
            return bool(following) or word not in _NEEDS
    return False


def scenes(said: str, longest: int = LONGEST_SCENE) -> Iterator[str]:
    """Yield, turned, what `said` tells that a question may stand on, one for each clause at most.

    Where a clause is too long or too loose, what comes before its first comma may still do. Who "he" or "she" is
    is said where the clauses before it leave no doubt.
    """
    before: list[str] = []
    for clause in _pieces(said):
        meant = named(clause, before)
        before.append(clause)
        for part in (meant, meant.partition(",")[0]):
            text = told(part, longest)
            if scene(text, longest):
                yield text
                break


def named(clause: str, before: Sequence[str]) -> str:
    """Return `clause` with the one it begins with named: "He sold the horse" -> "My father sold the horse".

    `before`: the clauses it follows. Only where they name one person who can be "he" (or "she"), as somebody who
    does something, and nobody else besides whose sex is not plain; otherwise the clause is returned as it is.
    """
    first, _, rest = clause.partition(" ")
    sex = first.lower()
    if sex not in _SEXES or not rest or any(_sex(each) == sex for each in _PERSON.finditer(rest)):
        return clause
    text = " . ".join(before)
    persons = [found for found in _PERSON.finditer(text) if _sex(found) == sex]
    called = {(found["kin"] or found["titled"]).lower() for found in persons}
    subject = next((each for each in before if (m := _PERSON.match(each)) and _sex(m) == sex), "")
    if len(called) != 1 or not subject or _somebody_else(_PERSON.sub("", text), before):
        return clause
    found = _PERSON.match(subject)
    assert found is not None, "it was found above"
    return f"{found[0]} {rest}"


def _sex(person: re.Match[str]) -> str:
    word = (person["of"] or person["titled"].split()[0]).lower()
    return next((sex for sex, words in _SEXES.items() if word in words), "")


def _somebody_else(rest: str, clauses: Sequence[str]) -> bool:
    """Is there anybody besides relations and people with a title, in `rest` or as a name at a clause's beginning?"""
    opening = (each.split(" ", 1)[0] for each in clauses if each and not _PERSON.match(each))
    return bool(
        _ANYBODY.search(rest)
        or _A_NAME.search(rest)
        or any(word[0].isupper() and word.lower() not in OPENERS | _SUBJECTS for word in opening)
    )


def _pieces(said: str) -> Iterator[str]:
    for piece in _SPLIT.split(_ABBREVIATED.sub(r"\1", plain(said))):
        if clause := _FILLED.sub("", (piece or "").strip()).rstrip(".!?,;: "):
            yield clause


def bond(said: str) -> str:
    """What of a hard moment may be said back: a clause of what they still do, keep or had, turned; "" where none is fit.

    "I still listen for the key in the door" -> "You still listen for the key in the door."
    """
    best, most = "", 0
    for clause in _pieces(said):
        words = clause.split()
        able = SHORTEST_CLAUSE_WORDS <= len(words) <= LONGEST_CLAUSE_WORDS and not (
            _UNFIT.search(clause) or _DENIED.search(clause) or _SORE.search(clause)
        )
        if not able or _ENDS_OPEN.search(clause) or len(content(clause)) < TELLING:
            continue
        if not (_LASTS.search(clause) and (_YEARS.match(clause) or words[0].lower() in _WHO_KEEPS)):
            continue
        text = turned(clause)
        worth = len(_LASTS.findall(clause)) * LONGEST_CLAUSE_WORDS + len(words)
        if text and worth > most:
            best, most = f"{text[0].upper()}{text[1:]}.", worth
    return best


_OF_THINGS = frozenset("a an the my our his her their this that".split())  # noqa: SIM905
"""Before "lost" or "broken" in "the lost property": there it is no verb."""


def _stands(words: list[str]) -> bool:
    """Does it begin with a subject and go on with a verb in the past?"""
    first = words[0].lower()
    named = words[0][0].isupper() and first not in OPENERS and len(words[0]) > 1
    if _COUNTED.match(first):
        return False
    if named and re.search(r"(?:less|ly|ing|ward|wards|ever|fore|over|how|what)$", first):
        return False
    if first not in _SUBJECTS | {"i'd", "we'd"} and not named:
        return False
    if (
        len(words) > 2
        and words[2].lower() in {"i", "we", "he", "she", "they"}
        and words[1] != "and"
    ):
        return False  # "The money I spent in one week" is not whole
    rest = words[1:]
    if named and [each.lower() for each in words[1:3]] in (["and", "i"], ["and", "we"]):
        rest = words[3:]  # "Tom and I built a boat"
    elif named:
        rest = list(dropwhile(lambda word: word[0].isupper(), rest))
    reach = 2 if named or first in {"i", "we", "he", "she", "they", "it", "there"} else 5
    before = first
    for word in (each.lower().strip(",") for each in rest[:reach]):
        if word in _PRESENT:
            return False
        if past(word) and before not in _OF_THINGS:
            return True
        before = word
    return False
