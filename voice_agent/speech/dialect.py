"""Spellings that write how somebody speaks: "a cup o' tea", "goin'", "t'pit". Pure.

The voices spell what they do not know ("tee aitch" for th'), so the whole word is said; "nowt", "wee" and
"bairn" they know. What is kept and shown stays as it was told.
"""

import re

_WHOLE = {
    "o'": "of",
    "th'": "the",
    "wi'": "with",
    "an'": "and",
    "ol'": "old",
    "'n'": "and",
    "e'en": "even",
    "e'er": "ever",
    "ne'er": "never",
    "o'er": "over",
    "ha'penny": "halfpenny",
    "ha'pennies": "halfpennies",
    "ha'porth": "hayputh",
    "ha'p'orth": "hayputh",
}
_DROPPED = "alf|appen|ave|e|eard|ome|orse|orses|ospital|ouse|ouses|undred|usband"
"""Said without their h they are other words, or letters. "'im" and "'er" are said as they stand."""

_IN_FULL = "begin|within|cabin|cousin|robin|violin|basin|satin|raisin|coffin|dustbin|margin|origin|ruin|login|resin|napkin"
"""These want no g where a quotation ends with them."""

_KNOWN = re.compile("|".join(map(re.escape, sorted(_WHOLE, key=len, reverse=True))), re.IGNORECASE)


def whole_words(text: str) -> str:
    """Return `text` with those words whole that a voice would spell or take for others."""
    if "'" not in text:
        return text
    text = re.sub(rf"(?<![\w'])(?:{_KNOWN.pattern})(?![\w'])", _whole, text, flags=re.IGNORECASE)
    text = re.sub(r"(?<![\w'])th?'\s?(?=[a-z])", "the ", text)
    text = re.sub(
        rf"(?<!\w)'(?:{_DROPPED})(?!\w|')", lambda m: "h" + m[0][1:], text, flags=re.IGNORECASE
    ).replace("hA", "Ha")
    return re.sub(rf"\b(?!(?:{_IN_FULL})')([a-z]*[aeiouy][a-z]*(?<!a)in)'(?!\w)", _ending, text)


def _whole(match: re.Match[str]) -> str:
    word = _WHOLE[match[0].lower()]
    return word.capitalize() if match[0][0].isupper() else word


def _ending(match: re.Match[str]) -> str:
    """ "goin'"; but not where the sign closes a quotation ("'out in the rain'")."""
    opened = re.search(r"(?<!\w)'(?=\w)", match.string[: match.start()])
    return match[0] if opened else f"{match[1]}g"
