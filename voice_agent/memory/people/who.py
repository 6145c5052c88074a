"""Which words of a text are people: kin phrases, names, and names with kin ("Tom, my brother")."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from voice_agent.memory.dates.number_words import Line, tokens, word, wordset
from voice_agent.memory.people.kin import COUPLES, KIN, OURS, ROLES, kin_at
from voice_agent.memory.people.name_parts import TITLES
from voice_agent.memory.people.nicknames import known_given
from voice_agent.memory.people.spelling import DIALECT, capital, name_begin, name_end
from voice_agent.memory.places import called_as_place, is_place
from voice_agent.memory.reading import Named, NameKind
from voice_agent.verbs import past


class Who(NamedTuple):
    """The words for one person, and whether they also say who it is to the narrator."""

    first: int
    last: int
    """Character span."""

    kin: bool
    """ "Rose was my sister": words that hold both a name and a relation."""


_NOT_A_NAME = wordset(
    "i i'm i'd i've i'll monday tuesday wednesday thursday friday saturday sunday january february march april"
    " may june july august september october november december christmas easter thanksgiving whitsun halloween"
    " god lord english irish german american french italian polish russian british catholic protestant jewish"
    " methodist baptist lutheran army navy marines raf the a and but so then well oh no yes we he she it they my"
    " our you there that this when where what if in on at for from with mum mom dad mother father ma pa mama papa"
    " grandma grandpa granny nana ford chevrolet chevy buick studebaker packard plymouth saturday model victory"
)
_NAMED_AS = (
    ("called",),
    ("named",),
    ("by", "the", "name", "of"),
    ("we", "called", "him"),
    ("we", "called", "her"),
    ("whose", "name", "was"),
    ("her", "name", "was"),
    ("his", "name", "was"),
    ("name", "was"),
    ("was", "called"),
    ("was", "named"),
)
_NAMED_IT = re.compile(r"\b(?:called|named|christened|call|name) (?:it|the (?:\w+ )?(?:dog|cat|horse|pony|cow|goat|pig|boat|house|car)) (?:the )?$", re.IGNORECASE)  # fmt: skip
"""Before the name of an animal or a thing: "and we called it Selah"."""

_FROM = re.compile(
    r"\s+(?:from|at|in|down at|over at|up at|next)\s+(?:the\s+)?(?:[\w'’-]+\s+)?(?:mill|plant|factory|works|church|school|shop|store|office|farm|bank|railroad|railway|shipyard|docks|union|choir|team|band|army|navy|regiment|street|door|road|corner)\b"
)


def people(text: str, names: Sequence[Named]) -> list[Who]:
    """Return the people spoken of in `text`, in order and not overlapping. "I" is not among them."""
    line = tokens(text)
    found: list[Who] = []
    at = 0
    while at < len(line):
        read = _kin(line, at, names, text) or _couple(line, at) or _titled(line, at)
        if read is None:
            at += 1
            continue
        end, kin = read
        found.append(Who(line[at].first, _unowned(line, end), kin))
        at = end
    for name in names:
        if any(name.first < each.last and each.first < name.last for each in found):
            continue
        whole = _whole(line, name) if is_person(text, name) else None
        if whole and called_as_place(text[slice(*whole)]):
            continue  # Hull Street, of which a reader saw Hull
        if whole and not any(whole[0] < each.last and each.first < whole[1] for each in found):
            found.append(_bare(text, *whole))
    for at, token in enumerate(line):
        if any(token.first < each.last and each.first < token.last for each in found):
            continue
        plain = _plainly_a_name(line, at) or _overlooked(text, line, at)
        if plain and not any(n.first <= token.first < n.last for n in names):
            found.append(Who(token.first, _unowned(line, max(at + 1, name_end(line, at))), False))
    found = [each for each in found if not _NAMED_IT.search(text[: each.first])]
    found.sort()
    return [_with_appositive(text, found, place) for place in _kept(text, found)]


_AS_SUBJECT = (
    ("was", "born"),
    ("died",),
    ("passed", "away"),
    ("was", "killed"),
    ("got", "married"),
    ("was", "christened"),
)


def _plainly_a_name(line: Line, at: int) -> bool:
    """A given name we know that the reader overlooked: "Eddie and I were caught"."""
    text = line[at].text.removesuffix("'s")
    if not capital(line[at].raw) or text in _NOT_A_NAME | DIALECT:
        return False
    lives = any(
        all(word(line, at + 1 + n) == each for n, each in enumerate(words)) for words in _AS_SUBJECT
    )
    if lives and text.isalpha() and text not in TITLES:
        return True
    if not known_given(text):
        return False
    if word(line, at - 1) in {"in", "at", "near", "the", "st", "saint", "mount", "lake", "."}:
        return False
    if at + 1 < len(line) and line[at + 1].raw[:1].isupper():
        return False
    opens = at == 0 or word(line, at - 1) in {".", "!", "?"}
    return not (opens and text in _ALSO_WORDS)


_ALSO_WORDS = wordset(
    "may will rose grace mark bill ray pat sue jack art gene drew june april august dot rob nan sal con ginger"
    " frank dolly em may flo gay hope faith joy dawn ivy daisy holly olive pearl ruby violet lily iris hazel ad"
    " ad al ed"
)


def acts(text: str, first: int, last: int) -> bool:
    """Does `text` say of the name in [first, last) what is said of people alone?"""
    before, after = text[:first], text[last:]
    beside = after[:1] in {"", ",", "."} and bool(_BESIDE.search(before))
    return beside or bool(_OF_ONE.search(before)) or _does(after)


def _does(after: str) -> bool:
    """Does what follows a name tell of a deed of people?"""
    if _DOES.match(after):
        return True
    deed = _DEED.match(after)
    if deed is None or not past(deed["verb"].lower()):
        return False
    return deed["verb"].lower() not in _OF_THINGS or bool(deed["whom"])


def _overlooked(text: str, line: Line, at: int) -> bool:
    """A name the reader does not know, within a sentence, of which only people are told: "I married Irena"."""
    token = line[at]
    opens = at == 0 or not (word(line, at - 1).isalnum() or word(line, at - 1) in {",", ";"})
    if opens or not capital(token.raw) or token.text in _NOT_A_NAME | DIALECT | TITLES:
        return False
    if len(token.text) < 3 or token.text.endswith("s") or _ARTICLE.search(text[: token.first]):
        return False
    last = _unowned(line, name_end(line, at))
    return bool(_BELOVED.search(text[: token.first]) or _does(text[last:]))


_BELOVED = re.compile(
    r"\b(?:married|marry|wed|courted|courting|engaged to|kissed|danced with|married to|our) $", re.I
)


def common(text: str, first: int, last: int) -> bool:
    """Is what stands in [first, last) a rank, or a noun with its article: "Sergeant", "the Bobby", "the Hudson"?"""
    words = text[first:last].lower().replace(".", "").split()
    rank = all(each in TITLES for each in words)
    return rank or (words[0] not in TITLES and bool(_ARTICLE.search(text[:first])))


_ARTICLE = re.compile(
    r"(?:^|\W)(?:the|an?|every|some|these|those|two|three|no|any) $", re.IGNORECASE
)
_KIN_WORDS = "|".join(sorted(map(re.escape, KIN), key=len, reverse=True))
_SOMEBODY = rf"(?:{_KIN_WORDS}|{'|'.join(sorted(ROLES))}|\w*(?:man|woman|boy|girl)|lad|lass|fellow|chap|bloke|lady|gentleman|eldest|youngest)"
_DOES = re.compile(
    rf"(?:'s|’s) (?:own |old |poor |late )?(?:{_KIN_WORDS}|face|hands?|voice|hair|eyes|funeral|wedding)\b"
    r"|,? (?:and|or) (?:I|me|my|myself|his|her)\b"
    r"|,? who\b"
    r"|(?: (?:always|never|just|only|often|once|even))* (?:says?|told us|asks?|used to|died|passed away|came home"
    rf"|was (?:born|killed|buried|christened|engaged|my|our|an? (?:\w+ )?{_SOMEBODY}))\b"
)
_DEED = re.compile(
    r"(?:(?:,? who)? (?:always|never|just|only|often|once|even|both|then|had|would|could))* (?P<verb>[a-z]+)"
    r"(?P<whom> (?:me|him|her|us|them|my|his|your)\b)?"
)
_OF_THINGS = wordset(
    "was were had would could did stood ran lay led crossed began started ended closed opened shut burned burnt sank rang"
    " sounded came went grew fell became stayed remained followed flooded stopped changed won lost made got used played"
    " called meant passed turned needed happened hit cost held let left set rose broke blew shook reached covered seemed"
)
"""What a street, a tune, a ship or a town does, too, and is no deed of a person unless it is done to one."""

_BESIDE = re.compile(rf"\b{_SOMEBODY}\b[^.!?;]{{0,40}}, $", re.IGNORECASE)
""""The girl on our road, | Zainab,": one and the same."""

_OF_ONE = re.compile(
    r"(?:\b(?:met|married|marry|wed|courted|courting|kissed|thanked|nursed|hugged|wrote to|spoke to|talked to|engaged to|danced with"
    rf"|married to|me and|I and|my|our|called (?:him|her)|christen(?:ed)? \w+(?: \w+)?|{_SOMEBODY}(?: (?:called|named|by the name of))?"
    r"|(?:her|his) name (?:was|is))[, ]+(?:old |little |young |poor |our )?|\b(?:little|poor|young|old) )$",
    re.IGNORECASE,
)
""""Deep Harmony" is played and Cicero walked down; whoever says, marries and weeps is somebody."""


def told_as(text: str, first: int, last: int) -> bool:
    """Does a noun beside the name in [first, last) say who it is: "Jim the mailman", "our mailman was Jim"?"""
    return bool(_NOUN_BEFORE.search(text[:first]) or _NOUN_AFTER.match(text[last:]))


_NOUN_BEFORE = re.compile(
    r"\b(?:(?:the|our|my|an?) (?:[\w'’]+ ){1,4}(?:(?:was|is) )?(?:called|named|by the name of)"
    r"|(?:the|our|my|an?) (?:[\w'’]+ ){0,3}(?:[\w'’]+ (?:was|is)|name (?:was|is))"
    rf"|{_SOMEBODY},?) $",
    re.IGNORECASE,
)
_NOUN_AFTER = re.compile(r"(?:,|,? (?:was|is))? (?:the|our|my|an?) [a-z]")


def is_person(text: str, name: Named) -> bool:
    """Is this name a person here?"""
    first = name.text.split()[0].strip(".").lower()
    letter = len(first) < 2 and first.isascii()  # "my father's X-ray"
    if letter or first in _NOT_A_NAME | DIALECT or not capital(name.text) or is_place(text, name):
        return False
    return name.kind is NameKind.PERSON or known_given(first)


def _kin(line: Line, at: int, names: Sequence[Named], text: str) -> tuple[int, bool] | None:
    phrase = kin_at(line, at)
    if not phrase:
        return None
    end = phrase.last
    if phrase.kin.plural:
        return end, False
    named = _name_at(line, end + (word(line, end) == ","), names)
    comma = word(line, end) == ","
    if named and comma and not _closed(line, named):
        named = 0  # "my mother, Rose and I" is a list
    if not named:
        for words in _NAMED_AS:
            start = end + (word(line, end) in {",", "'s"}) + (word(line, end) == "who")
            if all(word(line, start + step) == each for step, each in enumerate(words)):
                named = _name_at(line, start + len(words), names)
                break
    return (named, True) if named else (end, False)


def _closed(line: Line, at: int) -> bool:
    return word(line, at) in {",", ".", ";", "!", "?", ""}


def _name_at(line: Line, at: int, names: Sequence[Named]) -> int:
    """Return the place after a capitalised name at `at`, or 0."""
    end = name_end(line, at)
    for place in range(at, end):
        text = line[place].text.removesuffix("'s")
        barred = text in _NOT_A_NAME or (place == at and text in DIALECT)
        if barred and not (place == at and _known(line[place].raw, names)):
            end = place
            break
    if end <= at or (len(line[at].raw) < 2 and line[at].raw.isascii()):
        return 0  # "my father's X-ray"
    return end


def _known(raw: str, names: Sequence[Named]) -> bool:
    return any(raw in name.text.split() and name.kind is NameKind.PERSON for name in names)


def _couple(line: Line, at: int) -> tuple[int, bool] | None:
    if word(line, at) in OURS and word(line, at + 1) in COUPLES:
        return at + 2, False
    return None


def _titled(line: Line, at: int) -> tuple[int, bool] | None:
    """Read "Mrs Doyle", "Dr. Harper", "Father Murphy", "old Mr Hart"."""
    text = word(line, at)
    if text not in TITLES or text in {
        "old",
        "big",
        "young",
        "little",
        "coach",
        "officer",
        "private",
    }:
        return None
    if not line[at].raw[0].isupper():
        return None
    start = at + 1 + (word(line, at + 1) == ".")
    end = name_end(line, start)
    for place in range(start, end):
        if line[place].text in _NOT_A_NAME:
            end = place
            break
    return (end, False) if end > start else None


def _unowned(line: Line, end: int) -> int:
    """The last character without a possessive: "Tom's" names Tom."""
    token = line[end - 1]
    return token.last - 2 if token.text.endswith("'s") else token.last


def _whole(line: Line, name: Named) -> tuple[int, int] | None:
    """The span of the whole name of which a reader saw a part; None where it is a word of dialect."""
    at = next((n for n, token in enumerate(line) if token.last > name.first), None)
    if at is None or word(line, at) in DIALECT:
        return None
    at = name_begin(line, at)
    end = at
    while end < len(line) and line[end].first < name.last:
        end = max(name_end(line, end), end + 1)
    return line[at].first, _unowned(line, end)


def _bare(text: str, first: int, last: int) -> Who:
    if other := re.search(r"\b(?:[Tt]he other|[Aa]nother|a different) $", text[:first]):
        first = other.start()
    if following := _FROM.match(text[last:]):
        last += following.end()
    return Who(first, last, False)


def _kept(text: str, found: list[Who]) -> list[int]:
    """Leave out what only says who the one before it is."""
    return [
        place
        for place in range(len(found))
        if not (place and (_apposed(text, found, place - 1) or _is_called(text, found, place - 1)))
    ]


def _apposed(text: str, found: list[Who], place: int) -> bool:
    """Is the person at `place` followed by "my brother", closing or with a full stop?"""
    if place + 1 >= len(found) or found[place].kin or found[place + 1].kin:
        return False
    here, following = found[place], found[place + 1]
    between = text[here.last : following.first]
    if between not in {", ", " was ", " is ", ", who was "}:
        return False
    words = text[following.first : following.last].lower()
    if not words.startswith(("my ", "our ")):
        return False
    after = text[following.last : following.last + 1]
    return between != ", " or after in {",", ".", "", ";", "!", "?"}


def _is_called(text: str, found: list[Who], place: int) -> bool:
    """Is somebody of the family at `place` followed by their name: "My father was Dougald Galbraith, a plater"?"""
    if place + 1 >= len(found) or found[place].kin or found[place + 1].kin:
        return False
    here, following = found[place], found[place + 1]
    words = text[here.first : here.last]
    family = kin_at(tokens(words), 0)
    ours = words.lower().startswith(("my ", "our ")) and family and not family.role
    theirs = text[following.last : following.last + 1] in {"'", "’"}  # "was Dougald's mate"
    return bool(ours) and not theirs and text[here.last : following.first] in {" was ", " is "}


def _with_appositive(text: str, found: list[Who], place: int) -> Who:
    here = found[place]
    if _apposed(text, found, place) or _is_called(text, found, place):
        return Who(here.first, found[place + 1].last, True)
    return here
