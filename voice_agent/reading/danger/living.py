"""Somebody who may have died is spoken of as living: "is my mother coming?". Pure.

The program does not know who lives. It neither announces a death nor affirms a life; it asks to be told about
them (product.md). Only what is said of now and of somebody near counts; a story in the past does not.
"""

import re

from voice_agent.reading.words.plain_words import plain

_KIN = r"(?:mother|father|mum|mom|mama|mummy|dad|daddy|papa|husband|wife|brother|sister|gran|grandma|grandmother|grandfather|grandpa|nan)"
_NAMED = rf"(?:my (?P<kin>{_KIN})|(?P<bare>mother|father|mum|mom|mummy|dad|daddy|mama|papa))"
_RULES = (
    rf"\bwhere is {_NAMED}\b",
    rf"\b(?:is|will) {_NAMED} (?:be )?(?:coming|home|here|back|in|late|waiting)\b",
    rf"\bwhen (?:is|will|does) {_NAMED} (?:be )?(?:coming|come|home|back)\b",
    rf"\bhave you seen {_NAMED}\b",
    rf"\b{_NAMED} (?:is|will be) (?:coming|waiting|home|back|at work|picking me up|expecting me|in the (?:kitchen|garden|other room|shed)|upstairs|downstairs|fetching|late)\b",
    rf"\b{_NAMED} (?:will be|is) (?:cross|worried|wondering|angry)\b",
    rf"\bi (?:must|have to|need to|had better) (?:get|go) home to {_NAMED}\b",
)


_HERE = re.compile(
    r"\b(?:he|she) (?:is (?:at work|at home|coming|waiting|home|late|upstairs|in the (?:kitchen|garden|shed))|"
    r"will be (?:cross|home|back|here|worried|wondering|along|waiting))\b"
)


def spoken_of_as_living(said: str, asked: str = "") -> str:
    """Return what to call the person ("your mother"), or "" where nobody is spoken of so.

    `asked`: our question, in which the person may have been named.
    """
    text = plain(said)
    if len(text.split()) > 40:
        return ""
    for rule in _RULES:
        if match := re.search(rule, text):
            return f"your {match['kin'] or match['bare']}"
    if _HERE.search(text):
        for named in (text, plain(asked)):
            if match := re.search(rf"\b(?P<kin>{_KIN})\b", named):
                return f"your {match['kin']}"
    return ""


_NO_NAME = frozenset(
    """
    it that this he she there you we they i me us him her them the my your his our their its a an any some no one
    everybody everyone anybody anyone somebody someone nobody everything anything something nothing what who which
    home here now then mine yours ours all both lunch dinner tea breakfast supper coffee food water milk bread mass
    church school work bed town christmas easter sunday monday tuesday wednesday thursday friday saturday spring
    summer autumn winter today tomorrow yesterday heaven god jesus life love time money anybody england london dad
    not so too just only still even more less people children lots plenty how why where when is was and or but of in
    on at to from for with by about as if than be been am are were do does did has have had can could will would
    """.split()  # noqa: SIM905
)
_NAME = r"(?P<my>my |our )?(?P<name>[a-z]{2,})"
_IN = r"in the (?:garden|kitchen|shed|house|yard|other room|next room|bath|bathroom)"
_HOME = rf"(?:coming|here|home|back|late|waiting|upstairs|downstairs|outside|at home|at work|all right|well|{_IN})"
_OPENS = r"(?:^|\| |\b(?:and|but|so|you|now|please|yes|no|then|dark|late) )"
"""Before a question, where no mark stands."""

_ASKED_FOR = (
    rf"\bwhere (?:is|has) {_NAME}\b(?= (?:he|she|now|then|gone|got to|tonight|today|is)\b|$| \|)",
    rf"\b(?:where|when) (?:is|will|does) {_NAME} (?:be )?(?:coming|come|home|back)\b",
    rf"{_OPENS}(?:is|will) {_NAME} (?:be )?(?:not )?{_HOME}\b",
    rf"{_OPENS}(?:did|has|have) {_NAME} (?:telephoned?|phoned?|ring|rung|rang|called?|written?|write|come|came|got|been|gone|go out|had)\b",
    rf"\bdo you know (?:where|when|if|whether) {_NAME} (?:is|has|will)\b",
    rf"\b(?:have you seen|did you see|i am (?:waiting|looking) for|i can not find) {_NAME}(?: (?:anywhere|today|please|now|i am|to come))*(?:$| \|)",
    rf"(?:^|\| |and |but ){_NAME} (?:is not (?:here|back|home)|should be (?:home|here|back)|will be (?:home|here|back|cross|worried|wondering|waiting))\b",
)  # fmt: skip
_REPORTED = re.compile(
    r"\b(?:said|says|told|asked(?! you)|shouted|cried|wrote|whispered|thought|wondered|would say)\b"
)
_HE = re.compile(
    rf"\b(?:is|will) (?P<who>he|she) (?:be )?(?:not )?{_HOME}\b|\bwhere is (?P<where>he|she)(?:$| \||\b(?= now))|"
    r"\b(?P<should>he|she) should be (?:home|back|here)\b|\bwhen (?:is|will) (?P<when>he|she) (?:be )?(?:coming|back|home|come)\b"
)
LONGEST_LIVING_WORDS = 24
"""Words; what is longer is a story. A guess."""


def kin(word: str) -> str:
    """ "your mother" for "mother"; "" for what names no kin."""
    return f"your {word}" if re.fullmatch(_KIN, word) else ""


def asked_for(said: str, before: str = "", missed: str = "") -> str:
    """Return the name of somebody whom they look for by name ("Peter"), or "".

    A recogniser may write no capitals: a single word where a name must stand is one. `before`: what they told
    lately, in which the person may have been named; `missed`: whom they looked for before in this talk.
    """
    text = plain(said).replace(" . ", " | ").strip(" .")
    if not text or len(text.split()) > LONGEST_LIVING_WORDS:
        return ""
    if _REPORTED.search(text):
        return ""
    asks = next((m for rule in _ASKED_FOR if (m := _named(rule, text))), None)
    if asks is not None and asks["my"] and not kin(asks["name"]):
        # "my Peter" is somebody; "my hat" is not
        known = asks["name"].title()
        near = re.match(r" (?:he|she) ", text[asks.end("name") :])
        if known != missed and not near and known not in f"{said} {before}":
            return ""
    if asks is not None:
        return kin(asks["name"]) or asks["name"].title()
    if _HE.search(text):
        return (missed if missed[:1].isupper() else "") or _named_last(said) or _named_last(before)
    return ""


_SOMEBODY = re.compile(
    r"\b(?P<name>[A-Z][a-z]+)(?=(?:['’](?:s|ll|d))? (?:is|will|has|gets|got|takes|comes|coming|goes|going|likes|wants|does)\b"
    r"|['’]ll\b|['’]s (?!\w+,))|\b(?:[Ww]hen|[Oo]ur|[Tt]ill|[Uu]ntil) (?P<after>[A-Z][a-z]+)|"
    r"(?:^|[.?!] )(?P<alone>[A-Z][a-z]+)(?=[.?!] (?:(?:He|She)(?:['’]s)? |I['’]m \w+ (?:him|her)\b))"
)
"""Somebody who does something now (particulars.names knows who did), or is spoken of on."""


def whom(said: str, asked: str = "") -> str:
    """Whom a turn that speaks of somebody as near is about: "your mother", "Harold", else "her" or "him"; "" where nobody.

    `asked`: our question, in which the person may have been named.
    """
    text = plain(said)
    for written in (said, asked):
        if match := re.search(rf"(?<!his )(?<!her )(?<!their )\b(?P<kin>{_KIN})\b", plain(written)):
            return f"your {match['kin']}"
        names = (m["name"] or m["after"] or m["alone"] for m in _SOMEBODY.finditer(written))
        if name := next((one for one in names if one.lower() not in _NO_NAME), ""):
            return name
    sex = re.search(r"\b(?:(?P<she>she|her)|he|him)\b", text)
    return "" if sex is None else "her" if sex["she"] else "him"


def _named(rule: str, text: str) -> re.Match[str] | None:
    return next((m for m in re.finditer(rule, text) if m["name"] not in _NO_NAME), None)


def _named_last(said: str) -> str:
    """The last name of a person in what was told, where it was written with its capital; "" without one."""
    found = re.findall(r"(?<=[a-z,] )[A-Z][a-z]+\b", said)
    return found[-1] if found else ""
